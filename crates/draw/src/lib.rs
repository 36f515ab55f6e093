//! Line drawings of solids: sharp edges, intersections and outlines, each split into visible and hidden.

mod crossing;
mod curve;
mod drawing;
mod edges;
mod eye;
mod fit;
mod frame;
mod meet;
mod model;
mod outline;
mod overlap;
mod picture;
mod points;
mod pose;
mod standing;
mod style;
mod svg;
mod visible;
mod wedge;

pub use curve::CHORD;
pub use drawing::{Drawing, Kind, Stroke};
pub use frame::Frame;
pub use model::{DrawError, Model};
pub use picture::{picture, png};
pub use points::Points;
pub use pose::{Pose, View};
pub use spatiq_geom::{NEVER, Stop};
pub use style::{Hidden, Line, Style, StyleError};
pub use svg::svg;
