//! Where objects come from: made of primitives, or from a library of models.

mod block;
pub mod cad;
pub mod csg;
mod joints;
mod shelf;
mod shells;
mod slivers;
mod ways;
pub mod whole;

pub use block::Block;
pub use shelf::{Facts, Shelf, Surveyed};
pub use shells::Shells;
