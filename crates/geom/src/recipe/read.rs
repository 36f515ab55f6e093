//! Reading recipes: every fault is told by the element it is in and by what to write instead.

use super::fault::short;
use super::json::Json;
use super::{Element, Fault, Part, Recipe, RecipeError, Spot};
use crate::primitive::Primitive;
use crate::tree::Op;
use glam::DVec3;
use serde::de::{Deserialize, Deserializer, Error};
use serde_json::error::Category;

impl Recipe {
    /// Reads a recipe that can be built.
    pub fn parse(text: &[u8]) -> Result<Self, RecipeError> {
        let text = without_mark(text).trim_ascii_end();
        let json = serde_json::from_slice(text).map_err(|error| syntax(text, &error).at(&[]))?;
        Self::read(json)
    }

    fn read(json: Json) -> Result<Self, RecipeError> {
        let (id, elements) = match json {
            Json::Object(fields) => unwrap(fields),
            json => (None, Ok(json)),
        };
        let read = || {
            let recipe = Self { id: id.clone(), elements: elements_of(elements?, &mut Vec::new())? };
            recipe.solid()?;
            Ok(recipe)
        };
        read().map_err(|error| RecipeError { id: id.clone(), ..error })
    }
}

impl<'de> Deserialize<'de> for Recipe {
    fn deserialize<D: Deserializer<'de>>(source: D) -> Result<Self, D::Error> {
        Self::read(Json::deserialize(source)?).map_err(D::Error::custom)
    }
}

/// Some editors begin a file with an invisible mark.
fn without_mark(text: &[u8]) -> &[u8] {
    text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text)
}

fn syntax(text: &[u8], error: &serde_json::Error) -> Fault {
    let line = text.contains(&b'\n').then_some(error.line());
    let spot = Spot { line, column: error.column() };
    let said = error.to_string();
    if said.starts_with("recursion limit") {
        return Fault::TooDeep;
    }
    if said.starts_with("trailing characters") {
        return Fault::Trailing(spot);
    }
    let place = format!(" at line {} column {}", error.line(), error.column());
    match error.classify() {
        Category::Eof => Fault::Truncated(spot),
        _ => Fault::NotJson { what: said.strip_suffix(&place).unwrap_or(&said).to_owned(), spot },
    }
}

/// The id and the elements of an object around a recipe. Whatever is wrong, the id is kept to call it by.
fn unwrap(fields: Vec<(String, Json)>) -> (Option<String>, Result<Json, RecipeError>) {
    let (mut id, mut recipe) = (None, None);
    let mut faultless = Ok(());
    for (name, value) in fields {
        let slot = match name.as_str() {
            "id" => &mut id,
            "recipe" => &mut recipe,
            _ => continue,
        };
        faultless = faultless.and(once(slot, &name, value, &[]));
    }
    let id = id.map_or(Ok(None), name).map_err(|fault| fault.at(&[]));
    let recipe = recipe.ok_or_else(|| Fault::NoRecipe.at(&[]));
    match id {
        Ok(id) => (id, faultless.and(recipe)),
        Err(error) => (None, Err(error)),
    }
}

/// An id as it was written.
fn name(id: Json) -> Result<Option<String>, Fault> {
    match id {
        Json::Null => Ok(None),
        Json::Text(id) => Ok(Some(id)),
        Json::Number(_, Some(whole)) => Ok(Some(whole.to_string())),
        Json::Number(number, None) if number.abs() < EXACT => Ok(Some(short(number))),
        other => Err(unfit("id", "a text or a number of no more than 64 bits", &other)),
    }
}

/// Beyond this not every whole number has a `f64` of its own.
const EXACT: f64 = (1_u64 << 53) as f64;

fn once<T>(slot: &mut Option<T>, name: &str, value: T, path: &[usize]) -> Result<(), RecipeError> {
    match slot.replace(value) {
        None => Ok(()),
        Some(_) => Err(Fault::Twice(quoted(name)).at(path)),
    }
}

/// The elements of an array; `path` leads to it.
fn elements_of(json: Json, path: &mut Vec<usize>) -> Result<Vec<Element>, RecipeError> {
    let Json::List(list) = json else { return Err(Fault::NotARecipe(json.kind()).at(path)) };
    let mut elements = Vec::new();
    for (index, json) in list.into_iter().enumerate() {
        path.push(index + 1);
        elements.push(element(json, path)?);
        path.pop();
    }
    Ok(elements)
}

/// The fields of an element, each as it stands.
#[derive(Default)]
struct Fields {
    prim: Option<Json>,
    params: Option<Json>,
    recipe: Option<Json>,
    axis: Option<Json>,
    deg: Option<Json>,
    pos: Option<Json>,
    op: Option<Json>,
}

impl Fields {
    fn of(json: Json, path: &[usize]) -> Result<Self, RecipeError> {
        let Json::Object(entries) = json else { return Err(Fault::NotAnElement(json.kind()).at(path)) };
        let mut fields = Self::default();
        for (name, value) in entries {
            let slot = match name.as_str() {
                "prim" => &mut fields.prim,
                "params" => &mut fields.params,
                "recipe" => &mut fields.recipe,
                "axis" => &mut fields.axis,
                "deg" => &mut fields.deg,
                "pos" => &mut fields.pos,
                "op" => &mut fields.op,
                _ => return Err(Fault::UnknownField(quoted(&name)).at(path)),
            };
            once(slot, &name, value, path)?;
        }
        Ok(fields)
    }
}

fn element(json: Json, path: &mut Vec<usize>) -> Result<Element, RecipeError> {
    let Fields { prim, params, recipe, axis, deg, pos, op } = Fields::of(json, path)?;
    let axis = axis.map_or(Ok(2), |json| axis_of(&json)).map_err(|fault| fault.at(path))?;
    let deg = deg.map_or(Ok(0), |json| degrees(&json)).map_err(|fault| fault.at(path))?;
    let pos = pos.map_or(Ok(DVec3::ZERO), |json| position(&json)).map_err(|fault| fault.at(path))?;
    let op = operation(op.as_ref()).map_err(|fault| fault.at(path))?;
    let part = match (recipe, prim, params) {
        (Some(recipe), None, None) => Part::Recipe(elements_of(recipe, path)?),
        (Some(_), _, _) => return Err(Fault::Both.at(path)),
        (None, prim, params) => {
            Part::Primitive(primitive(prim.as_ref(), params.as_ref()).map_err(|fault| fault.at(path))?)
        }
    };
    Ok(Element { part, axis, deg, pos, op })
}

const SHAPES: &str = "sphere, box, cone, torus or cylinder";
const OPS: &str = "base, union, intersection or difference";

fn primitive(prim: Option<&Json>, params: Option<&Json>) -> Result<Primitive, Fault> {
    let prim =
        prim.ok_or(Fault::Missing { field: "prim", hint: "write sphere, box, cone, torus or cylinder" })?;
    let params = params.ok_or(Fault::Missing { field: "params", hint: "write its sizes as an array" })?;
    let sizes = numbers("params", "an array of numbers", params)?;
    let Json::Text(name) = prim else { return Err(unfit("prim", SHAPES, prim)) };
    let wrong = |shape, wanted| Err(Fault::ParamCount { shape, wanted, found: sizes.len() });
    match name.as_str() {
        "sphere" => match sizes[..] {
            [radius] => Ok(Primitive::Sphere { radius }),
            _ => wrong("sphere", "1, [r]"),
        },
        "box" => match sizes[..] {
            [x, y, z] => Ok(Primitive::Box { half: DVec3::new(x, y, z) / 2.0 }),
            _ => wrong("box", "3, [x, y, z]"),
        },
        "cone" => match sizes[..] {
            [radius, height] => Ok(Primitive::Cone { radius, height }),
            _ => wrong("cone", "2, [r, h]"),
        },
        "torus" => match sizes[..] {
            [ring, tube] => Ok(Primitive::Torus { ring, tube }),
            _ => wrong("torus", "2, [R, r]"),
        },
        "cylinder" => match sizes[..] {
            [radius, height] => Ok(Primitive::Cylinder { radius, height }),
            _ => wrong("cylinder", "2, [r, h]"),
        },
        _ => Err(unfit("prim", SHAPES, prim)),
    }
}

fn numbers(field: &'static str, allowed: &'static str, json: &Json) -> Result<Vec<f64>, Fault> {
    let Json::List(list) = json else { return Err(unfit(field, allowed, json)) };
    let number = |item: &Json| match item {
        Json::Number(number, _) => Ok(*number),
        other => Err(Fault::Value { field, allowed, found: format!("an array with {}", other.kind()) }),
    };
    list.iter().map(number).collect()
}

fn axis_of(json: &Json) -> Result<usize, Fault> {
    match json {
        Json::Text(name) if name == "x" => Ok(0),
        Json::Text(name) if name == "y" => Ok(1),
        Json::Text(name) if name == "z" => Ok(2),
        other => Err(unfit("axis", "x, y or z", other)),
    }
}

fn degrees(json: &Json) -> Result<u32, Fault> {
    let Json::Number(deg, _) = *json else { return Err(unfit("deg", "0, 90, 180 or 270", json)) };
    let known = [0u32, 90, 180, 270].into_iter().find(|known| f64::from(*known) == deg);
    known.ok_or(Fault::Turn(deg))
}

fn position(json: &Json) -> Result<DVec3, Fault> {
    match numbers("pos", "[x, y, z], three numbers", json)?[..] {
        [x, y, z] => Ok(DVec3::new(x, y, z)),
        ref other => Err(Fault::Value {
            field: "pos",
            allowed: "[x, y, z], three numbers",
            found: format!("an array of {}", other.len()),
        }),
    }
}

fn operation(json: Option<&Json>) -> Result<Option<Op>, Fault> {
    let hint = "write base for the first element, then union, intersection or difference";
    let json = json.ok_or(Fault::Missing { field: "op", hint })?;
    let Json::Text(name) = json else { return Err(unfit("op", OPS, json)) };
    match name.as_str() {
        "base" => Ok(None),
        "union" => Ok(Some(Op::Union)),
        "intersection" => Ok(Some(Op::Intersection)),
        "difference" => Ok(Some(Op::Difference)),
        _ => Err(unfit("op", OPS, json)),
    }
}

fn unfit(field: &'static str, allowed: &'static str, json: &Json) -> Fault {
    let found = match json {
        Json::Text(text) => quoted(text),
        Json::Number(number, _) => short(*number),
        other => other.kind().to_owned(),
    };
    Fault::Value { field, allowed, found }
}

/// A name from the file, harmless and short enough for one line.
fn quoted(name: &str) -> String {
    const LONGEST: usize = 40;
    let mut start: String = name.chars().take(LONGEST).collect();
    if name.chars().nth(LONGEST).is_some() {
        start.push('…');
    }
    format!("{start:?}")
}
