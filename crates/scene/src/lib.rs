//! Furnished rooms and open ground: models with parts, where they stand, pictures with exact layers, physics, and the
//! graph of what is where.
//!
//! Metres, z up. The camera looks roughly along +y, so that "behind" is +y and "right" is +x.

pub mod arrange;
mod category;
pub mod coco;
mod facets;
pub mod file;
pub mod fit;
pub mod furniture;
pub mod graph;
pub mod layers;
mod model;
pub mod neutral;
pub mod original;
pub mod overlap;
pub mod partnet;
pub mod physics;
pub mod placed;
mod pose;
pub mod render;
mod rle;
mod scene;
mod shape;
mod stock;

pub use category::{Category, Colour, PartCategory};
pub use facets::Facets;
pub use model::{Model, Part, around};
pub use pose::Pose;
pub use rle::Rle;
pub use scene::{Camera, Kind, Lamp, Object, Paint, Pattern, Room, Scene, Texture, Walls};
pub use shape::{Piece, Shape};
pub use stock::{Furniture, Generated, ModelError, Models};
