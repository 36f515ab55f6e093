//! A body of triangles, as files give them: a mesh, and, if it stands for exact faces, what those are like.

use crate::leaf::Leaf;
use crate::mesh::{Mesh, Truth};
use crate::placement::Placement;
use crate::stop::{Stop, Stopped};
use glam::DVec3;

/// Triangles, and what is known about the faces that they stand for.
#[derive(Clone, Debug)]
pub struct Body {
    /// The triangles.
    pub mesh: Mesh,
    /// What they stand for; of files that have nothing but triangles, nobody knows.
    pub truth: Option<Truth>,
}

impl From<Mesh> for Body {
    fn from(mesh: Mesh) -> Self {
        Self { mesh, truth: None }
    }
}

impl Body {
    /// The body with `middle` moved to the origin and everything `factor` times as large.
    pub fn scaled(self, middle: DVec3, factor: f64, stop: Stop) -> Result<Self, Stopped> {
        let truth = self.truth.map(|truth| truth.scaled(middle, factor));
        Ok(Self { mesh: self.mesh.scaled(middle, factor, stop)?, truth })
    }

    /// The body as a leaf. Where its true faces are not known, edges are sharp from an angle on, in radians, which is usually
    /// [`FEATURE_ANGLE`](crate::mesh::FEATURE_ANGLE).
    pub fn leaf(self, placement: Placement, feature_angle: f64, stop: Stop) -> Result<Leaf, Stopped> {
        Leaf::from_body(self, placement, feature_angle, stop)
    }
}
