//! Solids: primitives and meshes joined by union, intersection and difference, and what can be asked of them.

pub mod mesh;

pub use glam::{DMat3, DVec2, DVec3};
pub use mesh::Mesh;
