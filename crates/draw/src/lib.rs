//! Line drawings of solids: sharp edges, intersections and outlines, each split into visible and hidden.

mod crossing;
mod curve;
mod drawing;
mod edges;
mod meet;
mod model;
mod outline;
mod overlap;
mod pose;
mod standing;
mod visible;
mod wedge;

pub use drawing::{Drawing, Kind, Stroke};
pub use model::Model;
pub use pose::{Pose, View};
