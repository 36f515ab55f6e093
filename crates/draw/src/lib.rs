//! Line drawings of solids: sharp edges, intersections and outlines, each split into visible and hidden.

mod drawing;
mod pose;

pub use drawing::{Drawing, Kind, Stroke};
pub use pose::{Pose, View};
