//! Furnished rooms and open ground: models with parts, where they stand, pictures with exact layers, physics, and the
//! graph of what is where.
//!
//! Metres, z up. The camera looks roughly along +y, so that "behind" is +y and "right" is +x.

mod category;
pub mod furniture;
mod model;
mod scene;
mod shape;

pub use category::{Category, Colour, PartCategory};
pub use model::{Model, Part, around};
pub use scene::{Camera, Kind, Lamp, Object, Paint, Pattern, Room, Scene, Texture, Walls};
pub use shape::{Piece, Shape};
