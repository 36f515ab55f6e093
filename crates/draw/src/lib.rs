//! Line drawings of solids: sharp edges, intersections and outlines, each split into visible and hidden.

mod drawing;
mod fit;
mod frame;
mod picture;
mod points;
mod pose;
mod style;
mod svg;

pub use drawing::{Drawing, Kind, Stroke};
pub use frame::Frame;
pub use picture::{picture, png};
pub use points::Points;
pub use pose::{Pose, View};
pub use style::{Hidden, Line, Style, StyleError};
pub use svg::svg;
