//! Finds triangles that cross each other.

use super::Mesh;
use crate::stop::{Stop, Stopped, map_all};
use glam::DVec3;

/// A corner this close to a plane, as a fraction of the mesh's diagonal, may as well lie in it.
const TOUCH: f64 = 1e-7;

/// Pairs looked at per triangle, on average, before giving up: real meshes need about 40.
const MOST_PAIRS: usize = 100;

/// A triangle and what is asked of it again and again.
struct Side {
    corners: [DVec3; 3],
    low: DVec3,
    high: DVec3,
    normal: DVec3,
}

/// How many pairs of triangles without a common corner cross each other by more than touching, and whether all pairs
/// were looked at.
pub(super) fn crossing_pairs(mesh: &Mesh, stop: Stop) -> Result<(usize, bool), Stopped> {
    let most = mesh.triangles.len().saturating_mul(MOST_PAIRS).saturating_add(100_000);
    let touch = mesh.diagonal() * TOUCH;
    let sides: Vec<Side> = map_all(mesh.all_corners(), stop, Side::new)?;
    let (mut looked, mut crossing) = (0, 0);
    mesh.bvh.pairs(stop, |one, other| {
        let (left, right) = (&sides[one as usize], &sides[other as usize]);
        let near = !left.is_apart(right) && !share_corner(mesh, one, other);
        crossing += usize::from(near && left.crosses(right, touch));
        looked += 1;
        looked < most
    })?;
    Ok((crossing, looked < most))
}

fn share_corner(mesh: &Mesh, one: u32, other: u32) -> bool {
    let other = mesh.triangles[other as usize];
    mesh.triangles[one as usize].iter().any(|vertex| other.contains(vertex))
}

impl Side {
    fn new(corners: [DVec3; 3]) -> Self {
        let [a, b, c] = corners;
        let normal = (b - a).cross(c - a).normalize_or_zero();
        Self { corners, low: a.min(b).min(c), high: a.max(b).max(c), normal }
    }

    fn is_apart(&self, other: &Self) -> bool {
        other.low.cmpgt(self.high).any() || self.low.cmpgt(other.high).any()
    }

    /// How far the corners of another triangle are above the plane of this one, if they are on both sides of it.
    fn split(&self, other: &Self, touch: f64) -> Option<[f64; 3]> {
        let heights = other.corners.map(|corner| (corner - self.corners[0]).dot(self.normal));
        let both =
            heights.iter().any(|height| *height > touch) && heights.iter().any(|height| *height < -touch);
        both.then_some(heights)
    }

    /// Whether a side of one of the two passes through the other.
    fn crosses(&self, other: &Self, touch: f64) -> bool {
        // Most neighbours lie on one side of each other's plane: this alone decides about them.
        let Some(of_other) = self.split(other, touch) else { return false };
        let Some(of_self) = other.split(self, touch) else { return false };
        self.is_pierced(other, of_other, touch) || other.is_pierced(self, of_self, touch)
    }

    /// Whether a side of the other triangle, whose corners are so high above this one, passes through it.
    fn is_pierced(&self, by: &Self, heights: [f64; 3], touch: f64) -> bool {
        (0..3).any(|corner| {
            let next = (corner + 1) % 3;
            let (from, to) = (heights[corner], heights[next]);
            let passes = from.abs() > touch && to.abs() > touch && (from > 0.0) != (to > 0.0);
            passes && self.covers(by.corners[corner].lerp(by.corners[next], from / (from - to)), touch)
        })
    }

    /// Whether a point of the plane is in the interior, by more than touching a side.
    fn covers(&self, place: DVec3, touch: f64) -> bool {
        let [a, b, c] = self.corners;
        [(a, b), (b, c), (c, a)].into_iter().all(|(from, to)| {
            let inwards = self.normal.cross(to - from);
            inwards.dot(place - from) > touch * (to - from).length()
        })
    }
}
