//! Scene files that other programs read too: objects of boxes and cylinders, as `make_scenes.py` of the peers writes them.
//!
//! Such a file says nothing of the room, the lamps and the lens; they are those that the peers put around it.

use crate::category::{Category, Colour, PartCategory};
use crate::file::{is_behind, settled};
use crate::model::{Model, Part};
use crate::scene::{Camera, Kind, Lamp, Object, Paint, Pattern, Room, Scene, Texture, Walls};
use crate::shape::{Piece, Shape};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use spatiq_geom::{DMat3, DVec3, Placement};
use std::collections::BTreeMap;
use std::sync::Arc;
use thiserror::Error;

/// More objects, or parts of one object, than anybody means.
const MOST: usize = 1000;

/// More parts than this, in all objects together, have no numbers in the layer of parts.
const MOST_PARTS: usize = u16::MAX as usize;

/// Nothing is farther away or larger than this, in metres.
const FARTHEST: f64 = 1000.0;

/// Why a scene file cannot be read.
#[derive(Debug, Error, PartialEq)]
pub enum NeutralError {
    /// It is not such a file.
    #[error("not a scene file: {0}")]
    Json(String),
    /// It is one, but something in it makes no sense.
    #[error("{place}: {fault}")]
    Value {
        /// Where: `object 2, part 5`, counted from 1.
        place: String,
        /// What is wrong there, and what is wanted.
        fault: String,
    },
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    /// Says how objects of a physical scene are put; other scenes have none.
    mode: Option<String>,
    objects: Vec<FileObject>,
    camera: FileCamera,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FileCamera {
    eye: [f64; 3],
    at: [f64; 3],
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FileObject {
    category: String,
    pos: [f64; 3],
    /// x, y, z, w.
    quat: [f64; 4],
    parts: Vec<FilePart>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FilePart {
    part: String,
    kind: String,
    half: Option<[f64; 3]>,
    radius: Option<f64>,
    half_h: Option<f64>,
    pos: [f64; 3],
    color: [u8; 3],
}

/// Reads a scene.
pub fn read(bytes: &[u8]) -> Result<Scene, NeutralError> {
    if !bytes.trim_ascii_start().starts_with(b"{") {
        // Otherwise the reader would talk of our types.
        return Err(NeutralError::Json("it is no JSON object with objects and a camera".into()));
    }
    let file: File = serde_json::from_slice(bytes).map_err(|error| NeutralError::Json(error.to_string()))?;
    let kind = if file.mode.is_some() { Kind::Physics } else { Kind::Room };
    at_most("objects", file.objects.len()).map_err(|fault| at("the scene", fault))?;
    let parts: usize = file.objects.iter().map(|object| object.parts.len()).sum();
    if parts > MOST_PARTS {
        return Err(at("the scene", format!("has {parts} parts, but at most {MOST_PARTS} are read")));
    }
    let objects = file.objects.iter().enumerate().map(|(index, object)| read_object(object, index + 1));
    let room = room(kind);
    let scene = Scene {
        kind,
        camera: camera(&file.camera, &room).map_err(|fault| at("the camera", fault))?,
        room,
        lamps: lamps(),
        ambient: 0.3,
        objects: objects.collect::<Result<_, _>>()?,
    };
    // As our own file will tell it, so that the two render alike.
    Ok(settled(&scene))
}

/// What is wrong, and where it is.
fn at(place: &str, fault: String) -> NeutralError {
    NeutralError::Value { place: place.to_owned(), fault }
}

fn read_object(file: &FileObject, number: usize) -> Result<Object, NeutralError> {
    let place = format!("object {number}");
    let category: Category =
        named("category", &file.category.to_ascii_lowercase()).map_err(|fault| at(&place, fault))?;
    at_most("parts", file.parts.len()).map_err(|fault| at(&place, fault))?;
    if file.parts.is_empty() {
        return Err(at(&place, "has no parts, but needs at least one".into()));
    }
    let placement = placement(file).map_err(|fault| at(&place, fault))?;
    // Parts of a category stand together, in the order in which they first appear.
    let mut groups: Vec<(PartCategory, Vec<Part>)> = Vec::new();
    let mut paint = BTreeMap::new();
    for (index, part) in file.parts.iter().enumerate() {
        let place = format!("{place}, part {}", index + 1);
        let (mut part, colour) = read_part(part).map_err(|fault| at(&place, fault))?;
        // Others name parts that ours of this category never has, such as the leg bar of a bed.
        if !category.parts().contains(&part.category) {
            part.category = PartCategory::Other;
        }
        if *paint.entry(part.category).or_insert(colour) != colour {
            let fault = format!("its colour is not that of the other parts called {}", part.category);
            return Err(at(&place, fault));
        }
        match groups.iter_mut().find(|(category, _)| *category == part.category) {
            Some((_, group)) => group.push(part),
            None => groups.push((part.category, vec![part])),
        }
    }
    let parts = groups.into_iter().flat_map(|(_, group)| group).collect();
    let model = Model { category, name: format!("{category}-{number}"), parts };
    let object = Object { model: Arc::new(model), placement, paint };
    match object.bounds()[1].z > 0.0 {
        true => Ok(object),
        false => Err(at(&place, "is wholly below the floor, where nobody sees it: move it up".into())),
    }
}

fn placement(file: &FileObject) -> Result<Placement, String> {
    let length = file.quat.iter().map(|component| component * component).sum::<f64>().sqrt();
    if !(1e-6..=FARTHEST).contains(&length) {
        return Err(format!("quat is {:?}, which is no turn: give x, y, z and w of length 1", file.quat));
    }
    Ok(Placement { turn: turn(file.quat.map(|component| component / length)), shift: position(file.pos)? })
}

/// The matrix of a quaternion of length one: its columns are where the axes go.
fn turn([x, y, z, w]: [f64; 4]) -> DMat3 {
    DMat3::from_cols_array_2d(&[
        [1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y + w * z), 2.0 * (x * z - w * y)],
        [2.0 * (x * y - w * z), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z + w * x)],
        [2.0 * (x * z + w * y), 2.0 * (y * z - w * x), 1.0 - 2.0 * (x * x + y * y)],
    ])
}

fn read_part(file: &FilePart) -> Result<(Part, Paint), String> {
    let shape = match (file.kind.as_str(), file.half, file.radius, file.half_h) {
        ("box", Some(half), None, None) => Shape::Box {
            half: DVec3::from([size("half", half[0])?, size("half", half[1])?, size("half", half[2])?]),
        },
        ("cyl", None, Some(radius), Some(half_height)) => {
            Shape::cylinder(size("radius", radius)?, size("half_h", half_height)?)
        }
        ("box", ..) => return Err("a box needs half, and neither radius nor half_h".into()),
        ("cyl", ..) => return Err("a cyl needs radius and half_h, and no half".into()),
        (kind, ..) => return Err(format!("kind is {kind:?}, but must be \"box\" or \"cyl\"")),
    };
    let placement = Placement { shift: position(file.pos)?, ..Placement::IDENTITY };
    let part = Part { category: named("part", &file.part)?, pieces: vec![Piece { shape, placement }] };
    let named = Colour::ALL.into_iter().find(|colour| colour.rgb() == file.color);
    Ok((part, named.map_or(Paint::Rgb(file.color), Paint::Named)))
}

fn camera(file: &FileCamera, room: &Room) -> Result<Camera, String> {
    let (eye, at) = (position(file.eye)?, position(file.at)?);
    if eye.z <= 0.0 || room.walls.as_ref().is_some_and(|walls| is_behind(eye, walls)) {
        return Err("eye is below the floor or behind a wall: move it into the room".into());
    }
    if (at - eye).truncate().length() < 1e-6 {
        return Err("looks straight up or down, or nowhere: move at away from eye in x or y".into());
    }
    // A lens of 35 mm before a film 36 mm wide.
    Ok(Camera { eye: file.eye, at: file.at, focal: 35.0 / 36.0 })
}

fn position(values: [f64; 3]) -> Result<DVec3, String> {
    match values.iter().all(|value| value.abs() <= FARTHEST) {
        true => Ok(DVec3::from(values)),
        false => Err(format!("{values:?} is farther away than {FARTHEST} m")),
    }
}

fn size(name: &str, value: f64) -> Result<f64, String> {
    match value > 0.0 && value <= FARTHEST {
        true => Ok(value),
        false => Err(format!("{name} is {value:?}, but must be above 0 and at most {FARTHEST}")),
    }
}

fn at_most(things: &str, count: usize) -> Result<(), String> {
    match count <= MOST {
        true => Ok(()),
        false => Err(format!("has {count} {things}, but at most {MOST} are read")),
    }
}

/// A category by its name in files.
fn named<T: DeserializeOwned>(field: &str, name: &str) -> Result<T, String> {
    let found = serde_json::from_value(Value::String(name.to_owned()));
    found.map_err(|_| format!("no {field} is called {name:?}"))
}

/// The room that the peers build.
fn room(kind: Kind) -> Room {
    let wall = checker([0.7, 0.7, 0.65], [0.75, 0.75, 0.7]);
    let back = if kind == Kind::Physics { 3.0 } else { 6.0 };
    let walls = Walls { back, side: 8.0, textures: [wall.clone(), wall.clone(), wall] };
    Room { floor: checker([0.5, 0.35, 0.2], [0.6, 0.45, 0.3]), walls: Some(walls) }
}

/// Squares in two colours, twenty of them along a plane of 24 m.
fn checker(one: [f64; 3], other: [f64; 3]) -> Texture {
    let colours = [one, other].map(|colour| colour.map(srgb));
    Texture { pattern: Pattern::Checker, colours, scale: 24.0 / 20.0, turn: 0.0, seed: 0 }
}

/// A share of light as the byte that shows it.
fn srgb(light: f64) -> u8 {
    let shown =
        if light <= 0.003_130_8 { 12.92 * light } else { 1.055 * libm::pow(light, 1.0 / 2.4) - 0.055 };
    (255.0 * shown).round() as u8
}

/// The lamps that the peers hang up: squares that look at the middle of the floor.
fn lamps() -> Vec<Lamp> {
    let pi = std::f64::consts::PI;
    let lamp = |position: [f64; 3], watts: f64, edge: f64| Lamp {
        position,
        aim: [0.0; 3],
        // As large as the square.
        radius: edge / pi.sqrt(),
        // The lamp shines watts / pi along its axis; a white surface sends a share of 1 / pi of that to the eye.
        power: [watts / (pi * pi * 100.0); 3],
    };
    vec![
        lamp([6.0, -8.0, 9.0], 900.0, 1.5),
        lamp([-7.0, -10.0, 7.0], 400.0, 2.0),
        lamp([0.0, 4.0, 9.0], 400.0, 2.0),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn part(category: &str, form: &str, color: &str) -> String {
        format!(r#"{{"part": "{category}", {form}, "pos": [0, 0.5, 1], "color": {color}}}"#)
    }

    fn cube(category: &str) -> String {
        part(category, r#""kind": "box", "half": [0.1, 0.2, 0.3]"#, "[173, 35, 35]")
    }

    fn file(quat: &str, parts: &[String]) -> String {
        let parts = parts.join(", ");
        format!(
            r#"{{"objects": [{{"category": "Chair", "pos": [1, 2, 3], "quat": {quat}, "parts": [{parts}]}}],
                "camera": {{"eye": [0, -15.5, 5.5], "at": [0, 0, 0.5]}}}}"#
        )
    }

    const UPRIGHT: &str = "[0, 0, 0, 1]";

    fn error(text: &str) -> String {
        read(text.as_bytes()).unwrap_err().to_string()
    }

    #[test]
    fn a_file_becomes_the_scene_it_describes() {
        let leg = part("leg", r#""kind": "cyl", "radius": 0.05, "half_h": 0.4"#, "[1, 2, 3]");
        let scene = read(file(UPRIGHT, &[leg.clone(), cube("seat"), leg, cube("other")]).as_bytes()).unwrap();
        assert_eq!((scene.kind, scene.objects.len(), scene.lamps.len()), (Kind::Room, 1, 3));
        let object = &scene.objects[0];
        assert_eq!(object.model.category, Category::Chair);
        assert_eq!(object.placement, Placement { shift: DVec3::new(1.0, 2.0, 3.0), ..Placement::IDENTITY });
        let categories: Vec<_> = object.model.parts.iter().map(|part| part.category).collect();
        use PartCategory::{Leg, Other, Seat};
        assert_eq!(categories, [Leg, Leg, Seat, Other], "parts of a category stand together");
        assert_eq!(object.paint[&Seat], Paint::Named(Colour::Red));
        assert_eq!(object.paint[&Leg], Paint::Rgb([1, 2, 3]));
        let [low, high] = object.model.parts[2].pieces[0].bounds();
        assert!((low - DVec3::new(-0.1, 0.3, 0.7)).length() < 1e-12 && (high.z - 1.3).abs() < 1e-12);
    }

    #[test]
    fn what_becomes_of_a_file_can_be_written_and_read() {
        let turned = "[0.123456, 0.234567, 0.3456789, 0.9]";
        let scene = read(file(turned, &[cube("seat"), cube("drawer")]).as_bytes()).unwrap();
        let categories: Vec<_> = scene.objects[0].model.parts.iter().map(|part| part.category).collect();
        assert_eq!(categories, [PartCategory::Seat, PartCategory::Other], "no chair has a drawer");
        let written = crate::file::write(&scene, None);
        let again = crate::file::read(written.as_bytes(), &|_| None).unwrap();
        assert_eq!(again.objects[0].placement, scene.objects[0].placement);
        assert_eq!(crate::file::write(&again, None), written);
    }

    #[test]
    fn a_file_with_a_mode_is_physical_and_its_wall_is_nearer() {
        let wall = |text: &str| {
            let scene = read(text.as_bytes()).unwrap();
            (scene.kind, scene.room.walls.unwrap().back)
        };
        let plain = file(UPRIGHT, &[cube("seat")]);
        assert_eq!(wall(&plain), (Kind::Room, 6.0));
        assert_eq!(wall(&plain.replacen('{', r#"{"mode": "lying","#, 1)), (Kind::Physics, 3.0));
    }

    #[test]
    fn quaternions_turn_as_the_other_programs_turn() {
        let turned =
            |quat: &str| read(file(quat, &[cube("seat")]).as_bytes()).unwrap().objects[0].placement.turn;
        // A quarter about z takes x to y, about x takes y to z, about y takes z to x; the length does not matter.
        assert!((turned("[0, 0, 2, 2]") * DVec3::X - DVec3::Y).length() < 1e-12);
        assert!((turned("[-1, 0, 0, -1]") * DVec3::Y - DVec3::Z).length() < 1e-12);
        assert!((turned("[0, 0.5, 0, 0.5]") * DVec3::Z - DVec3::X).length() < 1e-12);
        let odd = turned("[0.1, -0.7, 0.3, 0.4]");
        assert!(
            (odd.determinant() - 1.0).abs() < 1e-12
                && (odd.transpose() * odd - DMat3::IDENTITY).x_axis.length() < 1e-12
        );
    }

    #[test]
    fn what_makes_no_sense_is_said_with_its_place() {
        let one = |form: &str| file(UPRIGHT, &[cube("seat"), part("leg", form, "[0, 0, 0]")]);
        let faults = [
            (
                file("[0, 0, 0, 0]", &[cube("seat")]),
                "object 1: quat is [0.0, 0.0, 0.0, 0.0], which is no turn",
            ),
            (file(UPRIGHT, &[]), "object 1: has no parts"),
            (file(UPRIGHT, &[cube("lid")]), "object 1, part 1: no part is called \"lid\""),
            (one(r#""kind": "cone", "radius": 1"#), "object 1, part 2: kind is \"cone\""),
            (
                one(r#""kind": "box", "half": [1, -1, 1]"#),
                "object 1, part 2: half is -1.0, but must be above 0",
            ),
            (one(r#""kind": "box", "half": [1, 1e300, 1]"#), "half is 1e300, but must be above 0"),
            (one(r#""kind": "box", "radius": 1"#), "object 1, part 2: a box needs half"),
            (one(r#""kind": "cyl", "radius": 1"#), "object 1, part 2: a cyl needs radius and half_h"),
            (file(UPRIGHT, &vec![cube("leg"); MOST + 1]), "object 1: has 1001 parts, but at most 1000"),
            (
                file(
                    UPRIGHT,
                    &[cube("leg"), part("leg", r#""kind": "box", "half": [1, 1, 1]"#, "[0, 0, 0]")],
                ),
                "object 1, part 2: its colour is not that of the other parts called leg",
            ),
            (
                file(UPRIGHT, &[cube("leg")]).replace("Chair", "Sofa"),
                "object 1: no category is called \"sofa\"",
            ),
            (
                file(UPRIGHT, &[cube("leg")]).replace("[1, 2, 3]", "[1, 2, 3e5]"),
                "object 1: [1.0, 2.0, 300000.0] is farther",
            ),
            (
                file(UPRIGHT, &[cube("leg")]).replace("[0, 0, 0.5]", "[0, -15.5, 0]"),
                "the camera: looks straight",
            ),
            (
                file(UPRIGHT, &[cube("leg")]).replace("[0, -15.5, 5.5]", "[9, -15.5, 5.5]"),
                "the camera: eye is below the floor or behind a wall",
            ),
            (
                file(UPRIGHT, &[cube("leg")]).replace("[1, 2, 3]", "[1, 2, -3]"),
                "object 1: is wholly below the floor",
            ),
            ("[]".into(), "not a scene file: it is no JSON object"),
        ];
        for (text, wanted) in faults {
            assert!(
                error(&text).starts_with(wanted) || error(&text).contains(wanted),
                "{} for {wanted}",
                error(&text)
            );
        }
    }

    #[test]
    fn what_is_no_such_file_is_an_error_that_says_where() {
        let good = file(UPRIGHT, &[cube("seat")]);
        for (from, to) in [
            ("\"quat\"", "\"quats\""),
            ("\"camera\"", "\"kamera\""),
            ("[0.1, 0.2, 0.3]", "[0.1, 0.2]"),
            ("[0.1, 0.2, 0.3]", "[0.1, 0.2, NaN]"),
            ("[0.1, 0.2, 0.3]", "[0.1, 0.2, 1e999]"),
            ("[173, 35, 35]", "[256, 0, 0]"),
            ("[173, 35, 35]", "[-1, 0, 0]"),
            ("\"Chair\"", "7"),
        ] {
            let text = good.replace(from, to);
            assert!(
                error(&text).starts_with("not a scene file: ") && error(&text).contains("line"),
                "{}",
                error(&text)
            );
        }
        for cut in 0..good.len() {
            assert!(read(&good.as_bytes()[..cut]).is_err());
        }
        assert!(read(&[0xff, 0xfe]).is_err() && read(b"[]").is_err() && read(b"{}").is_err());
    }

    #[test]
    fn lamps_are_as_bright_as_the_peers() {
        let scene = read(file(UPRIGHT, &[cube("seat")]).as_bytes()).unwrap();
        assert!((scene.lamps[0].power[0] - 0.912).abs() < 1e-3);
        assert!((scene.lamps[1].power[0] / scene.lamps[0].power[0] - 4.0 / 9.0).abs() < 1e-12);
        // Black, grey and white, by the definition of sRGB.
        assert_eq!([0.0, 0.215_86, 1.0].map(srgb), [0, 128, 255]);
    }
}
