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
        crossing += usize::from(near && cross(mesh, &sides, [one, other], touch));
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

    /// How far a point is above the plane.
    fn height(&self, point: DVec3) -> f64 {
        (point - self.corners[0]).dot(self.normal)
    }

    /// How another triangle passes through the plane of this one, if it does.
    fn passage(&self, by: &Self, touch: f64) -> Option<Passage> {
        let heights = by.corners.map(|corner| self.height(corner));
        let above = heights.map(|height| height > touch);
        let below = heights.map(|height| height < -touch);
        // Most neighbours lie on one side of each other's plane: this alone decides about them.
        if !above.contains(&true) {
            return None;
        }
        if !below.contains(&true) {
            let corner = (0..3).find(|&corner| !above[corner] && !above[(corner + 1) % 3])?;
            return Some(Passage::Along(corner));
        }
        let mut points = (0..3).filter_map(|corner| {
            let next = (corner + 1) % 3;
            let passes = above[corner] && below[next] || below[corner] && above[next];
            let share = heights[corner] / (heights[corner] - heights[next]);
            let in_plane = !above[corner] && !below[corner];
            let passed = passes.then(|| by.corners[corner].lerp(by.corners[next], share));
            passed.or(in_plane.then_some(by.corners[corner]))
        });
        Some(Passage::Through([points.next()?, points.next()?]))
    }
}

/// How a triangle passes through a plane.
enum Passage {
    /// From one point to another.
    Through([DVec3; 2]),
    /// The side from this corner to the next lies in the plane and the rest above it: what is beyond the side decides.
    Along(usize),
}

/// Whether two triangles cross: each passes through the plane of the other, and there they have more in common than a
/// point. Where one passes along its side, the surface goes on beyond it; that both do is not looked for.
fn cross(mesh: &Mesh, sides: &[Side], pair: [u32; 2], touch: f64) -> bool {
    let [left, right] = pair.map(|triangle| &sides[triangle as usize]);
    let Some(of_right) = left.passage(right, touch) else { return false };
    let Some(of_left) = right.passage(left, touch) else { return false };
    let goes_on = |triangle: u32, corner: usize, plane: &Side| {
        let beyond = mesh.edges.across(triangle * 3 + corner as u32);
        let below = |corner: DVec3| plane.height(corner) < -touch;
        beyond.is_some_and(|beyond| mesh.corners(beyond).into_iter().any(below))
    };
    let ends = |side: &Side, corner: usize| [side.corners[corner], side.corners[(corner + 1) % 3]];
    let (one, other) = match (of_left, of_right) {
        (Passage::Through(one), Passage::Through(other)) => (one, other),
        (Passage::Through(one), Passage::Along(corner)) if goes_on(pair[1], corner, left) => {
            (one, ends(right, corner))
        }
        (Passage::Along(corner), Passage::Through(other)) if goes_on(pair[0], corner, right) => {
            (ends(left, corner), other)
        }
        _ => return false,
    };
    // All of these points are on the line in which the planes meet.
    let along = left.normal.cross(right.normal).normalize_or_zero();
    let span = |points: [DVec3; 2]| {
        let [from, to] = points.map(|point| (point - left.corners[0]).dot(along));
        (from.min(to), from.max(to))
    };
    let (one, other) = (span(one), span(other));
    one.1.min(other.1) - one.0.max(other.0) > touch
}
