//! Text to objects: models with parts, where they stand, and their paint.

use super::FileError;
use super::place::{At, Fields};
use super::shapes::shape;
use crate::category::{Category, PartCategory};
use crate::model::{Model, Part};
use crate::pose::Pose;
use crate::scene::{Object, Paint};
use crate::shape::Piece;
use serde_json::Value;
use spatiq_geom::Placement;
use std::collections::BTreeMap;
use std::sync::Arc;

/// More objects than this make no picture.
const MOST_OBJECTS: usize = 1_000;

/// More pieces than this, in all objects together, make no picture.
const MOST_PIECES: usize = 100_000;

/// More parts than this, in all objects together, have no numbers in the layer of parts.
const MOST_PARTS: usize = u16::MAX as usize;

/// What finds models by their names.
pub(super) type Library<'a> = &'a dyn Fn(&str) -> Option<Arc<Model>>;

/// All objects of a scene.
pub(super) fn objects(at: &At, library: Library) -> Result<Vec<Object>, FileError> {
    let (mut pieces, mut parts) = (0, 0);
    let mut read = Vec::new();
    for at in at.list(MOST_OBJECTS)? {
        let object = object(&at, library)?;
        pieces += object.model.pieces().count();
        if pieces > MOST_PIECES {
            return Err(at.wrong(format!("with this object there are more than {MOST_PIECES} pieces")));
        }
        parts += object.model.parts.len();
        if parts > MOST_PARTS {
            return Err(at.wrong(format!("with this object there are more than {MOST_PARTS} parts")));
        }
        read.push(object);
    }
    Ok(read)
}

fn object(at: &At, library: Library) -> Result<Object, FileError> {
    let fields = at.fields(&["category", "name", "model", "position", "turn", "paint", "parts"])?;
    let category: Category = fields.need("category")?.word()?;
    let placement = placement(&fields, "position")?;
    let model = match fields.get("model") {
        Some(model) => from_library(at, &fields, &model, category, library)?,
        None => Arc::new(inline(&fields, category)?),
    };
    let paint = paint(&fields.need("paint")?, &model)?;
    Ok(Object { model, placement, paint })
}

fn from_library(
    at: &At,
    fields: &Fields,
    named: &At,
    category: Category,
    library: Library,
) -> Result<Arc<Model>, FileError> {
    if fields.get("parts").is_some() || fields.get("name").is_some() {
        return Err(at.wrong("has a model from a library, and so no name or parts of its own"));
    }
    let id = named.fields(&["library"])?.need("library")?;
    let name = id.text()?;
    let model = library(name).ok_or_else(|| id.wrong(format!("no library at hand has a model {name:?}")))?;
    match model.category == category {
        true => Ok(model),
        false => Err(at.wrong(format!("is said to be a {category}, but {name:?} is a {}", model.category))),
    }
}

fn inline(fields: &Fields, category: Category) -> Result<Model, FileError> {
    let name = match fields.get("name") {
        Some(name) => name.text()?.to_owned(),
        None => String::new(),
    };
    let list = fields.need("parts")?;
    let parts: Vec<Part> =
        list.list(MOST_PIECES)?.iter().map(|at| part(at, category)).collect::<Result<_, _>>()?;
    match parts.is_empty() {
        true => Err(list.wrong("is empty; an object has at least one part")),
        false => Ok(Model { category, name, parts }),
    }
}

fn part(at: &At, of: Category) -> Result<Part, FileError> {
    let fields = at.fields(&["part", "pieces"])?;
    let category: PartCategory = fields.need("part")?.word()?;
    if category != PartCategory::Other && !of.parts().contains(&category) {
        let names: Vec<&str> = of.parts().iter().map(|part| part.name()).collect();
        return Err(at.wrong(format!("a {of} has no {category}; it may have {}, other", names.join(", "))));
    }
    let list = fields.need("pieces")?;
    let pieces: Vec<Piece> = list.list(MOST_PIECES)?.iter().map(piece).collect::<Result<_, _>>()?;
    match pieces.is_empty() {
        true => Err(list.wrong("is empty; a part has at least one piece")),
        false => Ok(Part { category, pieces }),
    }
}

fn piece(at: &At) -> Result<Piece, FileError> {
    let (shape, fields) = shape(at)?;
    Ok(Piece { shape, placement: placement(&fields, "at")? })
}

/// Where something stands: the field with its position, and its turn, if it has one.
fn placement(fields: &Fields, position: &str) -> Result<Placement, FileError> {
    let position = fields.need(position)?.point()?;
    let Some(at) = fields.get("turn") else {
        return Ok(Pose { position, turn: Pose::NO_TURN }.placement());
    };
    let pose = Pose::new(position, at.numbers()?);
    Ok(pose.ok_or_else(|| at.wrong("is a quaternion of length 0; leave it out for no turn"))?.placement())
}

fn paint(at: &At, model: &Model) -> Result<BTreeMap<PartCategory, Paint>, FileError> {
    let Value::Object(names) = at.value else {
        return Err(at.wrong("must be an object with a colour for each part category"));
    };
    let known: Vec<&str> = names.keys().map(String::as_str).collect();
    let counts = model.counts();
    let mut paints = BTreeMap::new();
    for (name, colour) in at.fields(&known)?.all() {
        let category = counts.keys().find(|category| category.name() == name);
        let category =
            category.ok_or_else(|| at.wrong(format!("there is a paint for {name:?}, but no such part")))?;
        paints.insert(*category, one_paint(&colour)?);
    }
    match counts.keys().find(|category| !paints.contains_key(category)) {
        Some(category) => Err(at.wrong(format!("the paint of \"{category}\" is missing"))),
        None => Ok(paints),
    }
}

fn one_paint(at: &At) -> Result<Paint, FileError> {
    match at.value {
        Value::String(_) => Ok(Paint::Named(at.typed()?)),
        _ => at
            .typed()
            .map(Paint::Rgb)
            .map_err(|_| at.wrong("must be the name of a colour, or red, green and blue from 0 to 255")),
    }
}
