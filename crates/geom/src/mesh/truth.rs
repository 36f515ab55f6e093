//! What the triangles of a boundary representation stand for: true normals, true edges, true surfaces.

use super::features::{Features, Joined, next_corner};
use super::{EdgeKind, Mesh};
use crate::stop::{Stop, Stopped, map_all, polled};
use glam::DVec3;
use std::sync::Arc;

/// Surfaces that triangles stand for.
pub trait TrueSurfaces: std::fmt::Debug + Send + Sync {
    /// The point of the surface over a place of a triangle, which is given by the weights of the triangle's corners, and the unit
    /// normal there, pointing out; `None` where there is none.
    fn over(&self, triangle: u32, weights: [f64; 3]) -> Option<(DVec3, DVec3)>;
}

/// What is known about the faces that triangles stand for.
#[derive(Clone, Debug)]
pub struct Truth {
    /// The true normals at the corners of every triangle, pointing out.
    pub normals: Vec<[DVec3; 3]>,
    /// Whether a corner is the tip of a cone, where there is no normal.
    pub tips: Vec<[bool; 3]>,
    /// Which sides are edges of the model that are to be drawn: three for each triangle, from each of its corners to the next. Faces
    /// that meet there may do so smoothly elsewhere.
    pub sharp: Vec<[bool; 3]>,
    /// How far triangles are from their surfaces, at most.
    pub rough: f64,
    /// The surfaces.
    pub surfaces: Arc<dyn TrueSurfaces>,
    /// The point of the surfaces' space that is the origin of the mesh's, and how many times as large that is.
    pub frame: (DVec3, f64),
}

impl Truth {
    pub(crate) fn scaled(self, middle: DVec3, factor: f64) -> Self {
        let (origin, before) = self.frame;
        Self { frame: (origin + middle / before, before * factor), rough: self.rough * factor, ..self }
    }

    /// The point of the surface over a place of a triangle, and the normal there.
    pub(super) fn over(&self, triangle: u32, weights: [f64; 3]) -> Option<(DVec3, DVec3)> {
        let (point, normal) = self.surfaces.over(triangle, weights)?;
        let point = (point - self.frame.0) * self.frame.1;
        (point.is_finite() && normal.is_finite()).then_some((point, normal))
    }
}

impl Mesh {
    /// The structure for line drawings of a mesh whose faces are known.
    pub(crate) fn true_features(&self, truth: Truth, stop: Stop) -> Result<Features, Stopped> {
        let is_sharp = |side: u32| truth.sharp[side as usize / 3][side as usize % 3];
        let is_smooth = |edge: u32| {
            let meets = matches!(self.edge_kind(edge), EdgeKind::Convex | EdgeKind::Concave);
            meets && !self.edges.sides(edge).iter().any(|side| is_sharp(*side))
        };
        let smooth: Vec<bool> = map_all(0..self.edges.len() as u32, stop, is_smooth)?;
        let joints = self.joints(&smooth, stop)?;
        let (corner_normals, tips) = self.joined_normals(&joints, &truth, stop)?;
        let chains = self.feature_chains(&smooth, Some(&truth.normals), stop)?;
        let faces = self.faces(&smooth, stop)?;
        Ok(Features { chains, faces, corner_normals, tips, smooth, joints, truth: Some(Arc::new(truth)) })
    }

    /// For each corner the one by which all that go on smoothly around its vertex are known.
    fn joints(&self, smooth: &[bool], stop: Stop) -> Result<Vec<u32>, Stopped> {
        let mut joined = Joined::new(self.triangles.len() * 3);
        for pair in polled(self.smooth_pairs(smooth), stop) {
            let [one, other] = pair?;
            joined.join(one, next_corner(other));
            joined.join(next_corner(one), other);
        }
        map_all(0..self.triangles.len() as u32 * 3, stop, |corner| joined.root(corner))
    }

    /// At each corner the mean of the true normals of all faces that go on smoothly around it: these differ by the tolerance
    /// with which faces meet, and an outline that goes on from one to the other must not.
    fn joined_normals(
        &self,
        joints: &[u32],
        truth: &Truth,
        stop: Stop,
    ) -> Result<(Vec<[DVec3; 3]>, Vec<bool>), Stopped> {
        let mut means = vec![DVec3::ZERO; joints.len()];
        let mut is_tip = vec![false; joints.len()];
        for item in polled((0..).zip(joints), stop) {
            let (corner, &root): (usize, _) = item?;
            let root = root as usize;
            means[root] += truth.normals[corner / 3][corner % 3];
            is_tip[root] |= truth.tips[corner / 3][corner % 3];
        }
        let normal = |corner: usize| {
            let root = joints[corner] as usize;
            let own = truth.normals[corner / 3][corner % 3];
            if is_tip[root] { own } else { means[root].try_normalize().unwrap_or(own) }
        };
        let at_corners = |t: usize| [3 * t, 3 * t + 1, 3 * t + 2].map(normal);
        let normals = map_all(0..self.triangles.len(), stop, at_corners)?;
        Ok((normals, map_all(joints, stop, |&root| is_tip[root as usize])?))
    }
}
