//! What must hold for the drawing of any solid, checked on random ones, and on a few whose drawings are known by hand.

mod algebra;
mod by_hand;
mod ink;
mod meshes;
mod probe;
mod random;
mod rays;
mod strokes;
mod symmetry;
