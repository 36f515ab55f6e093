//! Solids: primitives and meshes joined by union, intersection and difference, and what can be asked of them.

mod beams;
mod body;
mod faces;
mod graze;
mod lattice;
mod leaf;
pub mod mesh;
mod placement;
mod points;
mod primitive;
pub mod recipe;
mod region;
mod roots;
mod solid;
mod stop;
mod surface;
mod tessellate;
mod tree;
mod volume;

pub use beams::Beams;
pub use body::Body;
pub use glam::{DMat3, DVec2, DVec3};
pub use leaf::{Contact, Leaf, MeshForm, Touch, Touched};
pub use mesh::Mesh;
pub use placement::Placement;
pub use points::{PointsError, SurfacePoint};
pub use primitive::{Interval, Primitive};
pub use recipe::{Recipe, RecipeError};
pub use region::{Rays, Region};
pub use solid::{Solid, TooDeep};
pub use stop::{NEVER, Stop, Stopped, go_on, polled};
pub use surface::Surface;
pub use tessellate::{TessellateError, TriangleMesh};
pub use tree::{Op, Rest};
