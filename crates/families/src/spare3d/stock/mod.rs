//! Where objects come from.

mod block;
mod columns;
mod csg;

pub use block::Block;
pub use columns::is_one_piece;
pub use csg::{MOST_PRIMITIVES, model};
