//! Triangles of imported models: there are many of them, so they are small, and they are met from both sides.

use super::world::{Best, around, far_enough, nearer, ray};
use glam::DVec3;
use obvhs::BvhBuildParams;
use obvhs::bvh2::Bvh2;
use obvhs::bvh2::builder::build_bvh2;
use obvhs::ray::RayHit;
use std::fmt;
use std::time::Duration;

/// A triangle in the frame of its piece.
#[derive(Clone, Copy)]
struct Triangle {
    corner: DVec3,
    /// From that corner to the other two.
    edges: [DVec3; 2],
}

impl Triangle {
    /// How far along a ray it is met, beyond the start; infinity where it is not. The way of Möller and Trumbore.
    #[inline]
    fn hit(&self, origin: DVec3, direction: DVec3) -> f64 {
        let (from, edges) = (origin - self.corner, &self.edges);
        let across = direction.cross(edges[1]);
        let inverse = edges[0].dot(across).recip();
        let u = from.dot(across) * inverse;
        let turned = from.cross(edges[0]);
        let v = direction.dot(turned) * inverse;
        // Not a number where the ray runs within the plane: the comparison is false then.
        let inside = u >= 0.0 && v >= 0.0 && u + v <= 1.0;
        let t = edges[1].dot(turned) * inverse;
        if inside && t > 0.0 { t } else { f64::INFINITY }
    }
}

/// The triangles of a piece in a tree of boxes, in its own frame: made once, and met by the rays of every scene with it.
#[derive(Clone)]
pub struct Triangles {
    tree: Bvh2,
    /// In the order of the tree's leaves: neighbours lie side by side.
    triangles: Vec<Triangle>,
}

impl Triangles {
    /// Those with these corners.
    pub fn new(corners: &[[DVec3; 3]]) -> Self {
        let boxes: Vec<_> =
            corners.iter().map(|[a, b, c]| around([a.min(*b).min(*c), a.max(*b).max(*c)])).collect();
        let tree = build_bvh2(&boxes, BvhBuildParams::medium_build(), &mut Duration::default());
        let triangle = |&at: &u32| {
            let [a, b, c] = corners[at as usize];
            Triangle { corner: a, edges: [b - a, c - a] }
        };
        let triangles = tree.primitive_indices.iter().map(triangle).collect();
        Self { tree, triangles }
    }

    /// How many they are.
    pub fn len(&self) -> usize {
        self.triangles.len()
    }

    /// Which of them a ray meets first, before `reach` or about there, and how far along it.
    pub fn first(&self, origin: DVec3, direction: DVec3, reach: f64) -> Best {
        let mut best = (f64::INFINITY, None);
        self.tree.ray_traverse(ray(origin, direction, reach), &mut RayHit::none(), |_, at| {
            best = nearer(best, (self.triangles[at].hit(origin, direction), at));
            far_enough(best.0)
        });
        best
    }

    /// Whether a ray meets none of them before `reach`.
    pub fn is_free(&self, origin: DVec3, direction: DVec3, reach: f64) -> bool {
        self.tree.ray_traverse_miss(ray(origin, direction, reach), |_, at| {
            if self.triangles[at].hit(origin, direction) < reach { 0.0 } else { f32::INFINITY }
        })
    }

    /// The unit normal of one of them.
    pub fn normal(&self, at: usize) -> DVec3 {
        let [one, other] = self.triangles[at].edges;
        one.cross(other).normalize()
    }
}

impl fmt::Debug for Triangles {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Triangles({})", self.len())
    }
}
