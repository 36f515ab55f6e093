//! Text to scenes: the camera, the light and the room; objects are read next door.

use super::objects::objects;
use super::place::{At, Fields};
use super::strict::Strict;
use super::{FileError, VERSION};
use crate::graph::Graph;
use crate::model::Model;
use crate::scene::{Camera, Lamp, Room, Scene, Texture, Walls};
use serde_json::Value;
use spatiq_bench::Split;
use spatiq_geom::DVec3;
use std::sync::Arc;

/// More lamps than this only cost time.
const MOST_LAMPS: usize = 16;

/// Focal lengths over the width of the film: from a field of view of 169 degrees to one of half a degree.
const FOCAL: [f64; 2] = [0.05, 100.0];

/// How bright a lamp may be; white paper in the sun is some 100 times as bright as in a room.
const BRIGHTEST: f64 = 1e6;

/// How nearly a camera may look straight up or down: the sine of the least angle to the vertical.
const LEAST_SLANT: f64 = 1e-6;

/// Whether a text is a scene file, of whatever version; also one that is cut off or damaged, or lacks the field that says so,
/// so that its error is one about such a file.
pub fn is_one(bytes: &[u8]) -> bool {
    const NAMES: [&[u8]; 3] = [b"\"spatiq_scene\"", b"\"lamps\"", b"\"ambient\""];
    NAMES.iter().any(|name| bytes.windows(name.len()).any(|part| part == *name))
}

/// Reads the text of a scene. `library` finds the models that objects name.
pub fn read(bytes: &[u8], library: &dyn Fn(&str) -> Option<Arc<Model>>) -> Result<Scene, FileError> {
    let Strict(value) = serde_json::from_slice(bytes)?;
    let file = At { value: &value, place: String::new() };
    check_version(&file)?;
    let known = [
        "spatiq_scene",
        "kind",
        "split",
        "camera",
        "lamps",
        "ambient",
        "room",
        "objects",
        "graph",
        "rendered",
    ];
    let fields = file.fields(&known)?;
    split(&file)?;
    let room = room(&fields)?;
    Ok(Scene {
        kind: fields.need("kind")?.word()?,
        camera: camera(&fields.need("camera")?, &room)?,
        lamps: fields
            .need("lamps")?
            .list(MOST_LAMPS)?
            .iter()
            .map(|at| lamp(at, &room))
            .collect::<Result<_, _>>()?,
        ambient: ambient(&fields.need("ambient")?)?,
        objects: objects(&fields.need("objects")?, library)?,
        room,
    })
}

/// What the text of a scene tells about its picture and where its models are from.
pub struct Told {
    /// What the picture shows.
    pub graph: Graph,
    /// The split that the models were taken from, if the file says so.
    pub split: Option<Split>,
    /// A model that is from a library, so that its name does not tell the split.
    pub from_library: Option<String>,
}

/// Reads what the text of a scene tells about its picture. Nothing is said about the rest of it, so no library is needed.
pub fn read_told(bytes: &[u8]) -> Result<Told, FileError> {
    let value: Value = serde_json::from_slice(bytes)?;
    let file = At { value: &value, place: String::new() };
    check_version(&file)?;
    let Some(graph) = value.get("graph") else {
        return Err(FileError::Wrong {
            place: "the file".into(),
            what: "has no graph; render it with `spatiq scene --from`, which writes one".into(),
        });
    };
    let objects = value["objects"].as_array().into_iter().flatten();
    let from_library = objects.filter_map(|object| object["model"]["library"].as_str()).next();
    Ok(Told {
        graph: At { value: graph, place: "graph".into() }.typed()?,
        split: split(&file)?,
        from_library: from_library.map(String::from),
    })
}

/// The split that the models of a scene were taken from, if its text says so.
pub fn read_split(bytes: &[u8]) -> Result<Option<Split>, FileError> {
    let value: Value = serde_json::from_slice(bytes)?;
    split(&At { value: &value, place: String::new() })
}

fn split(file: &At) -> Result<Option<Split>, FileError> {
    let Some(value) = file.value.get("split") else { return Ok(None) };
    let at = At { value, place: "split".into() };
    let found = Split::from_name(at.text()?);
    match found {
        Some(_) => Ok(found),
        None => Err(at.wrong(format!("is none of {}", Split::ALL.map(Split::name).join(", ")))),
    }
}

/// Tells files of other programs and versions before anything else is found odd in them.
fn check_version(file: &At) -> Result<(), FileError> {
    let wrong = |what| Err(FileError::Wrong { place: "the file".into(), what });
    match file.value.get("spatiq_scene") {
        None => wrong("is no scene of spatiq: it has no field \"spatiq_scene\"".into()),
        Some(version) if version.as_u64() == Some(VERSION) => Ok(()),
        Some(version) => wrong(format!("has version {version} of the format; this program reads {VERSION}")),
    }
}

fn camera(at: &At, room: &Room) -> Result<Camera, FileError> {
    let fields = at.fields(&["eye", "at", "focal"])?;
    let focal = fields.need("focal")?.number()?;
    let camera = Camera { eye: fields.need("eye")?.point()?, at: fields.need("at")?.point()?, focal };
    let (eye, target) = (DVec3::from(camera.eye), DVec3::from(camera.at));
    let view = target - eye;
    if view.length() < LEAST_SLANT {
        return Err(at.wrong("eye and at are the same point; the camera must look somewhere"));
    }
    if view.truncate().length() < LEAST_SLANT * view.length() {
        return Err(at.wrong("looks straight up or down; move at aside"));
    }
    if !(FOCAL[0]..=FOCAL[1]).contains(&camera.focal) {
        return Err(at.wrong(format!(
            "focal is {}, and must be from {} to {}",
            told(camera.focal),
            FOCAL[0],
            FOCAL[1]
        )));
    }
    if eye.z <= 0.0 {
        return Err(at.wrong("eye is not above the floor; its z must be above 0"));
    }
    if room.walls.as_ref().is_some_and(|walls| is_behind(eye, walls)) {
        return Err(
            at.wrong("eye is behind a wall, through which nothing can be seen; move it into the room")
        );
    }
    Ok(camera)
}

/// Whether one of the three walls is between a point and the room. The fourth side is open.
pub(crate) fn is_behind(point: DVec3, walls: &Walls) -> bool {
    point.y >= walls.back || point.x.abs() >= walls.side
}

/// A number as short as possible: others have hundreds of digits.
fn told(number: f64) -> String {
    match number != 0.0 && !(1e-4..1e7).contains(&number.abs()) {
        true => format!("{number:e}"),
        false => number.to_string(),
    }
}

fn lamp(at: &At, room: &Room) -> Result<Lamp, FileError> {
    let fields = at.fields(&["position", "aim", "radius", "power"])?;
    let lamp = Lamp {
        position: fields.need("position")?.point()?,
        aim: fields.need("aim")?.point()?,
        radius: fields.need("radius")?.number()?,
        power: fields.need("power")?.numbers()?,
    };
    if lamp.position[2] <= 0.0 {
        return Err(at.wrong("is not above the floor, which lets no light through; its z must be above 0"));
    }
    if room.walls.as_ref().is_some_and(|walls| is_behind(lamp.position.into(), walls)) {
        return Err(at.wrong("is behind a wall, which lets no light through; move it into the room"));
    }
    if lamp.position == lamp.aim {
        return Err(at.wrong("position and aim are the same point; the lamp must look somewhere"));
    }
    if lamp.radius < 0.0 {
        return Err(at.wrong("radius is negative"));
    }
    at.near(DVec3::splat(lamp.radius))?;
    match lamp.power.iter().find(|power| !(0.0..=BRIGHTEST).contains(*power)) {
        Some(power) => Err(at.wrong(format!("power is {}, and must be from 0 to {BRIGHTEST}", told(*power)))),
        None => Ok(lamp),
    }
}

fn ambient(at: &At) -> Result<f64, FileError> {
    let ambient = at.number()?;
    match (0.0..=1.0).contains(&ambient) {
        true => Ok(ambient),
        false => Err(at.wrong(format!("is {}, and must be from 0 to 1", told(ambient)))),
    }
}

fn room(fields: &Fields) -> Result<Room, FileError> {
    let parts = fields.need("room")?.fields(&["floor", "walls"])?;
    let is_told = |at: &At| !at.value.is_null();
    let walls = parts.get("walls").filter(is_told).map(|at| walls(&at)).transpose()?;
    Ok(Room { floor: texture(&parts.need("floor")?)?, walls })
}

fn walls(at: &At) -> Result<Walls, FileError> {
    let fields = at.fields(&["back", "side", "textures"])?;
    let textures = fields.need("textures")?;
    let read = textures.list(3)?.iter().map(texture).collect::<Result<Vec<_>, _>>()?;
    Ok(Walls {
        back: fields.need("back")?.size()?,
        side: fields.need("side")?.size()?,
        textures: read
            .try_into()
            .map_err(|_| textures.wrong("must be three: of the back, the left and the right wall"))?,
    })
}

fn texture(at: &At) -> Result<Texture, FileError> {
    let fields = at.fields(&["pattern", "colours", "scale", "turn", "seed"])?;
    let colours = fields.need("colours")?;
    let texture = Texture {
        pattern: fields.need("pattern")?.word()?,
        colours: colours
            .typed()
            .map_err(|_| colours.wrong("must be two lists of three whole numbers from 0 to 255"))?,
        scale: fields.need("scale")?.size()?,
        turn: fields.need("turn")?.number()?,
        seed: fields.need("seed")?.whole(u32::MAX.into())?,
    };
    match texture.turn.abs() <= 360.0 {
        true => Ok(texture),
        false => {
            Err(at.wrong(format!("turn is {} degrees, and must be from -360 to 360", told(texture.turn))))
        }
    }
}
