//! Triangle meshes: checked and repaired where that is safe, measured, asked, and prepared for line drawings.

mod build;
mod bvh;
mod chains;
mod contact;
mod crossings;
mod edges;
mod features;
mod near;
mod normals;
pub mod obj;
mod orient;
mod outline;
mod polygon;
mod ray;
mod report;
pub mod stl;
mod text;
mod truth;
mod weld;

pub use contact::{Contact, Crease};
pub use features::{EdgeKind, FEATURE_ANGLE, FeatureChain, FeatureSegment, Features};
pub use outline::OutlineChain;
pub use report::{MeshError, ReadError, Warning};
pub use truth::{TrueSurfaces, Truth};

use crate::stop::{Stop, Stopped};
use bvh::Bvh;
use edges::Edges;
use glam::DVec3;

/// A surface of triangles that are counter-clockwise seen from outside.
///
/// Equal corners are one vertex; no triangle occurs twice. The surface may have gaps or cross itself (whoever built
/// it was warned): then everything can still be asked, and what is inside follows from the sides that lines meet.
#[derive(Clone, Debug)]
pub struct Mesh {
    vertices: Vec<DVec3>,
    triangles: Vec<[u32; 3]>,
    normals: Vec<DVec3>,
    edges: Edges,
    bvh: Bvh,
    closed: bool,
}

impl Mesh {
    /// The corners, numbered in the order in which the triangles use them.
    pub fn vertices(&self) -> &[DVec3] {
        &self.vertices
    }

    /// The triangles, as indices into [`Mesh::vertices`].
    pub fn triangles(&self) -> &[[u32; 3]] {
        &self.triangles
    }

    /// The corners of a triangle.
    pub fn corners(&self, triangle: u32) -> [DVec3; 3] {
        corners(&self.vertices, self.triangles[triangle as usize])
    }

    /// The unit normal of a triangle; for one too thin to have a reliable normal, that of its neighbour.
    pub fn normal(&self, triangle: u32) -> DVec3 {
        self.normals[triangle as usize]
    }

    /// The lowest and the highest corner of the box around it.
    pub fn bounds(&self) -> [DVec3; 2] {
        self.bvh.bounds()
    }

    /// The enclosed volume; what shells enclose twice counts twice, and cavities are taken off. Of an open mesh: the
    /// volume if the middle of its box closed all gaps.
    pub fn volume(&self) -> f64 {
        let [low, high] = self.bounds();
        // Far from the origin the terms would cancel badly, so everything is measured from the middle.
        let middle = (low + high) / 2.0;
        let six_fold = |[a, b, c]: [DVec3; 3]| (a - middle).dot((b - middle).cross(c - middle));
        self.all_corners().map(six_fold).sum::<f64>() / 6.0
    }

    /// The area of all triangles.
    pub fn area(&self) -> f64 {
        self.all_corners().map(|[a, b, c]| (b - a).cross(c - a).length()).sum::<f64>() / 2.0
    }

    /// Whether it bounds a solid: every edge is run through as often in one direction as in the other.
    pub fn is_closed(&self) -> bool {
        self.closed
    }

    /// The mesh with `middle` moved to the origin and everything `factor` times as large.
    pub fn scaled(mut self, middle: DVec3, factor: f64, stop: Stop) -> Result<Self, Stopped> {
        self.vertices.iter_mut().for_each(|vertex| *vertex = (*vertex - middle) * factor);
        self.bvh = Bvh::new(&self.vertices, &self.triangles, stop)?;
        Ok(self)
    }

    /// The corners of all triangles in turn.
    fn all_corners(&self) -> impl Iterator<Item = [DVec3; 3]> + '_ {
        self.triangles.iter().map(|&triangle| corners(&self.vertices, triangle))
    }

    /// The diagonal of the box around it.
    fn diagonal(&self) -> f64 {
        let [low, high] = self.bounds();
        (high - low).length()
    }
}

/// The positions of a triangle's corners.
fn corners(vertices: &[DVec3], triangle: [u32; 3]) -> [DVec3; 3] {
    triangle.map(|vertex| vertices[vertex as usize])
}
