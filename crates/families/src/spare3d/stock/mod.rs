//! Where objects come from: made of primitives, or from a library of models.

mod block;
pub mod cad;
mod columns;
pub mod csg;
mod shelf;

pub use block::Block;
pub use columns::is_one_piece;
pub use shelf::{Facts, Shelf};
