//! What the surface is like where a point touches it.

use super::edges::side_ends;
use super::near::closest_in_segment;
use super::{EdgeKind, Mesh};
use glam::DVec3;

/// Normals closer than this angle are one.
const SAME_ANGLE: f64 = 1e-6;

/// What lies within a tolerance of a point.
#[derive(Clone, Debug, PartialEq)]
pub struct Contact {
    /// The triangles, in ascending order.
    pub triangles: Vec<u32>,
    /// Their normals, each once.
    pub normals: Vec<DVec3>,
    /// How those normals meet.
    pub crease: Crease,
}

/// How the faces around a point meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Crease {
    /// At most one normal: no edge is there, or only one between coplanar triangles.
    Flat,
    /// Only along edges that stick out.
    Convex,
    /// Only along edges that are sunk.
    Concave,
    /// Along edges of both kinds.
    Mixed,
    /// There are several normals, but not from triangles that share an edge in the usual way.
    Unconnected,
}

impl Mesh {
    /// The faces within `tolerance` of a point.
    pub fn contact(&self, point: DVec3, tolerance: f64) -> Contact {
        let mut triangles = Vec::new();
        self.nearest_within(point, tolerance, &mut triangles);
        let mut normals: Vec<DVec3> = Vec::new();
        for &triangle in &triangles {
            let normal = self.normal(triangle);
            if normals.iter().all(|other| angle(*other, normal) > SAME_ANGLE) {
                normals.push(normal);
            }
        }
        let crease = self.crease(point, tolerance, &triangles, normals.len());
        Contact { triangles, normals, crease }
    }

    fn crease(&self, point: DVec3, tolerance: f64, triangles: &[u32], normals: usize) -> Crease {
        if normals < 2 {
            return Crease::Flat;
        }
        let (mut convex, mut concave) = (false, false);
        for side in triangles.iter().flat_map(|triangle| (0..3).map(move |corner| triangle * 3 + corner)) {
            let [a, b] = side_ends(&self.triangles, side).map(|vertex| self.vertices[vertex as usize]);
            if (closest_in_segment(a, b, point) - point).length() <= tolerance {
                let kind = self.bend(self.edges.of_side(side));
                convex |= kind == Some(EdgeKind::Convex);
                concave |= kind == Some(EdgeKind::Concave);
            }
        }
        match (convex, concave) {
            (true, true) => Crease::Mixed,
            (true, false) => Crease::Convex,
            (false, true) => Crease::Concave,
            (false, false) => Crease::Unconnected,
        }
    }

    /// How the two triangles of an edge meet; `None` if they are coplanar.
    fn bend(&self, edge: u32) -> Option<EdgeKind> {
        let kind = self.edge_kind(edge);
        let flat = |[a, b]: [u32; 2]| angle(self.normal(a / 3), self.normal(b / 3)) <= SAME_ANGLE;
        if self.edges.pair(edge).is_some_and(flat) { None } else { Some(kind) }
    }
}

/// The angle between unit vectors, exact also for small ones.
pub(super) fn angle(one: DVec3, other: DVec3) -> f64 {
    libm::atan2(one.cross(other).length(), one.dot(other))
}
