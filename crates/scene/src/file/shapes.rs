//! Text to shapes.

use super::FileError;
use super::place::{At, Fields};
use crate::shape::Shape;
use spatiq_geom::{DVec2, DVec3};

/// More corners than this are a round thing, for which there are better shapes.
const MOST_CORNERS: usize = 1_000;

/// The names of the shapes, and which fields each has.
const SHAPES: [(&str, &[&str]); 6] = [
    ("box", &["half"]),
    ("frustum", &["bottom", "top", "half_height"]),
    ("cylinder", &["radius", "half_height"]),
    ("prism", &["outline", "half_height"]),
    ("ball", &["radius"]),
    ("ring", &["ring", "tube"]),
];

/// The shape of a piece, and all fields of the piece.
pub(super) fn shape<'a>(at: &At<'a>) -> Result<(Shape, Fields<'a>), FileError> {
    let name = match at.value.get("shape") {
        Some(name) => At { value: name, place: format!("{}.shape", at.place) }.text()?,
        None if !at.value.is_object() => return Err(at.wrong("must be an object with a shape and its sizes")),
        None => return Err(at.wrong("the field \"shape\" is missing")),
    };
    let Some((_, sizes)) = SHAPES.iter().find(|(known, _)| *known == name) else {
        let names = SHAPES.map(|(known, _)| known).join(", ");
        return Err(at.wrong(format!("unknown shape {name:?}; there are {names}")));
    };
    let fields = at.fields(&[&["shape", "at", "turn"], *sizes].concat())?;
    let size = |name| fields.need(name)?.size();
    let shape = match name {
        "box" => Shape::Box { half: half(&fields.need("half")?)? },
        "frustum" => frustum(at, &fields)?,
        "cylinder" => Shape::cylinder(size("radius")?, size("half_height")?),
        "prism" => {
            Shape::Prism { outline: outline(&fields.need("outline")?)?, half_height: size("half_height")? }
        }
        "ball" => Shape::Ball { radius: size("radius")? },
        _ => ring(at, size("ring")?, size("tube")?)?,
    };
    Ok((shape, fields))
}

fn half(at: &At) -> Result<DVec3, FileError> {
    let half: [f64; 3] = at.numbers()?;
    half.iter().try_for_each(|size| at.sized(*size))?;
    Ok(DVec3::from(half))
}

fn frustum(at: &At, fields: &Fields) -> Result<Shape, FileError> {
    let radius = |name| {
        let at = fields.need(name)?;
        // One end may be a tip.
        if at.number()? == 0.0 { Ok(0.0) } else { at.size() }
    };
    let (bottom, top) = (radius("bottom")?, radius("top")?);
    if bottom == 0.0 && top == 0.0 {
        return Err(at.wrong("bottom and top are both 0"));
    }
    Ok(Shape::Frustum { bottom, top, half_height: fields.need("half_height")?.size()? })
}

fn ring(at: &At, ring: f64, tube: f64) -> Result<Shape, FileError> {
    match tube < ring {
        true => Ok(Shape::Ring { ring, tube }),
        false => Err(at.wrong("the tube is so thick that the ring has no hole; make tube smaller than ring")),
    }
}

fn outline(at: &At) -> Result<Vec<DVec2>, FileError> {
    let corner = |at: &At| {
        let corner = DVec2::from(at.numbers::<2>()?);
        at.near(corner.extend(0.0))?;
        Ok(corner)
    };
    let outline: Vec<DVec2> = at.list(MOST_CORNERS)?.iter().map(corner).collect::<Result<_, FileError>>()?;
    if outline.len() < 3 {
        return Err(at.wrong("has fewer than three corners"));
    }
    let edges: Vec<DVec2> =
        (0..outline.len()).map(|k| outline[(k + 1) % outline.len()] - outline[k]).collect();
    if edges.contains(&DVec2::ZERO) {
        return Err(at.wrong("has the same corner twice in a row"));
    }
    let area: f64 =
        outline.windows(3).map(|three| (three[1] - outline[0]).perp_dot(three[2] - outline[0])).sum();
    if area < 0.0 {
        return Err(at.wrong("is clockwise; write the corners in the opposite order"));
    }
    let bends_left = (0..edges.len()).all(|k| {
        let next = edges[(k + 1) % edges.len()];
        // A straight angle is fine, also one that is off by rounding; turning back is not.
        let sine = edges[k].normalize().perp_dot(next.normalize());
        sine > 1e-9 || (sine > -1e-9 && edges[k].dot(next) > 0.0)
    });
    match bends_left && goes_round_once(&edges) && area > 0.0 {
        true => Ok(outline),
        false => Err(at.wrong("is not convex; split it into several prisms")),
    }
}

/// Whether edges that only bend left go round once: then they turn from left to right a single time.
fn goes_round_once(edges: &[DVec2]) -> bool {
    let across: Vec<bool> = edges.iter().filter(|edge| edge.x != 0.0).map(|edge| edge.x > 0.0).collect();
    let next = across.iter().cycle().skip(1);
    across.iter().zip(next).filter(|(before, after)| before != after).count() == 2
}
