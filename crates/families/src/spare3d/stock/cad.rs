//! Models that somebody else made, read from the files of a library.

use spatiq_geom::mesh::{FEATURE_ANGLE, MeshError, ReadError, Warning, obj, stl};
use spatiq_geom::{Body, Placement, Solid, Stop, Stopped};
use spatiq_step::{Fault, StepError};
use std::fmt;

/// Side of what the papers' pictures show, in longest edges of the object.
pub const VIEW_BOX: f64 = 1.4;

/// How files end that can be read.
pub const ENDINGS: [&str; 4] = ["obj", "step", "stl", "stp"];

/// The longest edge of an object, whatever the units of its file: about that of objects made of primitives, so that cuts, which
/// are written down to a thousandth, are as fine.
const LONGEST: f64 = 2.0;

/// What was read from a file.
pub struct Reading {
    /// The model.
    pub body: Body,
    /// What is odd about its surface.
    pub warnings: Vec<Warning>,
    /// What was left out, since it could not be understood.
    pub faults: Vec<Fault>,
}

/// Why a file is no model.
#[derive(Debug)]
pub enum CadError {
    /// Nobody waited for the end.
    Stopped,
    /// It cannot be read, for this reason.
    Unreadable(String),
}

impl fmt::Display for CadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Stopped => Stopped.fmt(f),
            Self::Unreadable(why) => f.write_str(why),
        }
    }
}

impl From<Stopped> for CadError {
    fn from(_: Stopped) -> Self {
        Self::Stopped
    }
}

impl From<ReadError> for CadError {
    fn from(error: ReadError) -> Self {
        match error {
            ReadError::Mesh(MeshError::Stopped(_)) => Self::Stopped,
            error => Self::Unreadable(error.to_string()),
        }
    }
}

impl From<StepError> for CadError {
    fn from(error: StepError) -> Self {
        match error {
            StepError::Stopped(_) | StepError::Mesh(MeshError::Stopped(_)) => Self::Stopped,
            error => Self::Unreadable(error.to_string()),
        }
    }
}

/// Reads a file.
pub fn read(ending: &str, bytes: &[u8], stop: Stop) -> Result<Reading, CadError> {
    if spatiq_step::ENDINGS.contains(&ending) {
        let spatiq_step::Reading { body, faults, warnings } = spatiq_step::read(bytes, stop)?;
        return Ok(Reading { body, warnings, faults });
    }
    let (mesh, warnings) = if ending == "obj" { obj::read(bytes, stop) } else { stl::read(bytes, stop) }?;
    Ok(Reading { body: mesh.into(), warnings, faults: Vec::new() })
}

/// The solid of a body, centred on the origin and [`LONGEST`] long.
pub fn placed(body: Body, stop: Stop) -> Result<Solid, CadError> {
    let [low, high] = body.mesh.bounds();
    let factor = LONGEST / (high - low).max_element();
    let body = body.scaled(low.midpoint(high), factor, stop)?;
    Ok(body.leaf(Placement::IDENTITY, FEATURE_ANGLE, stop)?.into())
}

/// The solid of a file.
pub fn solid(ending: &str, bytes: &[u8], stop: Stop) -> Result<Solid, CadError> {
    placed(read(ending, bytes, stop)?.body, stop)
}
