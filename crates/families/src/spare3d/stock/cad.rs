//! Models that somebody else made, read from the files of a library.

use spatiq_geom::mesh::{FEATURE_ANGLE, MeshError, ReadError, Warning, obj, stl};
use spatiq_geom::{Leaf, Mesh, Placement, Solid, Stop};

/// Side of what pictures show, in longest edges of the object.
pub const VIEW_BOX: f64 = 1.4;

/// How files end that can be read.
pub const ENDINGS: [&str; 2] = ["obj", "stl"];

/// The longest edge of an object, whatever the units of its file: about that of objects made of primitives, so that cuts, which
/// are written down to a thousandth, are as fine.
const LONGEST: f64 = 2.0;

/// Reads a mesh.
pub fn read(ending: &str, bytes: &[u8], stop: Stop) -> Result<(Mesh, Vec<Warning>), ReadError> {
    if ending == "obj" { obj::read(bytes, stop) } else { stl::read(bytes, stop) }
}

/// The solid of a mesh, centred on the origin and [`LONGEST`] long.
pub fn placed(mesh: Mesh, stop: Stop) -> Result<Solid, ReadError> {
    let [low, high] = mesh.bounds();
    let factor = LONGEST / (high - low).max_element();
    let stopped = MeshError::Stopped;
    let mesh = mesh.scaled(low.midpoint(high), factor, stop).map_err(stopped)?;
    Ok(Leaf::from_mesh(mesh, Placement::IDENTITY, FEATURE_ANGLE, stop).map_err(stopped)?.into())
}

/// The solid of a file.
pub fn solid(ending: &str, bytes: &[u8], stop: Stop) -> Result<Solid, ReadError> {
    placed(read(ending, bytes, stop)?.0, stop)
}
