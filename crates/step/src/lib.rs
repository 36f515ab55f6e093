//! STEP files (AP203, AP214, AP242): from bytes to a body of triangles that knows its true faces.
//!
//! 1. *Text* (`file`, `value`). Entities are found in one go and parsed when somebody asks for them. Nothing is believed: an
//!    entity that is missing or makes no sense is a [`Fault`] with its number.
//! 2. *What stands where* (`assembly`, `units`). Solids and shells, moved to their places, in millimetres.
//! 3. *Boundary representation* (`topology`, `geometry`). Vertices, edges, faces; `curve`, `surface` and `spline` know the shapes.
//! 4. *Triangles* (`edge`, `rings`, `flatten`, `triangulate`, `facets`). Every edge becomes a chain of points once, shared by its faces. A
//!    face is laid flat (`chart`), cut into triangles between its bounds, and divided until it is close to its surface.
//! 5. *Truth* (`truth`). Each triangle keeps its true normals, which of its sides are edges to be drawn, and the way back to
//!    its surface, so that outlines lie on that.

mod assembly;
mod chart;
mod curve;
mod edge;
mod facets;
mod fault;
mod file;
mod flatten;
mod frame;
mod geometry;
mod locate;
mod loops;
mod rings;
mod spline;
mod surface;
mod topology;
mod triangulate;
mod truth;
mod units;
mod value;

pub use fault::{Fault, StepError};

use spatiq_geom::mesh::Warning;
use spatiq_geom::{Body, Stop};

/// How files of this kind end.
pub const ENDINGS: [&str; 2] = ["step", "stp"];

/// What was read from a file.
#[derive(Debug)]
pub struct Reading {
    /// The model, in millimetres.
    pub body: Body,
    /// What is wrong with the entities of the file; what they describe is left out.
    pub faults: Vec<Fault>,
    /// What is odd about the surface as a whole.
    pub warnings: Vec<Warning>,
}

/// Reads a STEP file: all solids and shells in it, as one body.
pub fn read(bytes: &[u8], stop: Stop) -> Result<Reading, StepError> {
    let file = file::StepText::new(bytes, stop)?;
    let mut faults = Vec::new();
    let placed = assembly::placed(&file, &mut faults, stop)?;
    truth::body(&file, &placed, faults, stop)
}
