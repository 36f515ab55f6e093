//! Finds triangles that cross each other.

use super::Mesh;
use glam::DVec3;

/// A corner this close to a plane, as a fraction of the mesh's diagonal, may as well lie in it.
const TOUCH: f64 = 1e-7;

/// Pairs looked at per triangle, on average, before giving up: real meshes need a fraction of that.
const MOST_PAIRS: usize = 400;

/// How many pairs of triangles without a common corner cross each other by more than touching, and whether all pairs
/// were looked at.
pub(super) fn crossing_pairs(mesh: &Mesh) -> (usize, bool) {
    let most = mesh.triangles.len().saturating_mul(MOST_PAIRS).saturating_add(10_000);
    let touch = mesh.diagonal() * TOUCH;
    let (mut looked, mut crossing) = (0, 0);
    let mut near = Vec::new();
    for triangle in 0..mesh.triangles.len() as u32 {
        let corners = mesh.corners(triangle);
        let (low, high) =
            (corners[0].min(corners[1]).min(corners[2]), corners[0].max(corners[1]).max(corners[2]));
        let apart = |from: DVec3, to: DVec3| from.cmpgt(high).any() || to.cmplt(low).any();
        near.clear();
        mesh.bvh.visit(
            |from, to| !apart(from, to),
            |other| {
                looked += 1;
                near.extend((other > triangle && !share_corner(mesh, triangle, other)).then_some(other));
            },
        );
        crossing += near.iter().filter(|&&other| cross(corners, mesh.corners(other), touch)).count();
        if looked > most {
            return (crossing, false);
        }
    }
    (crossing, true)
}

fn share_corner(mesh: &Mesh, one: u32, other: u32) -> bool {
    let other = mesh.triangles[other as usize];
    mesh.triangles[one as usize].iter().any(|vertex| other.contains(vertex))
}

/// Whether two triangles cross: a side of one passes through the other.
fn cross(one: [DVec3; 3], other: [DVec3; 3], touch: f64) -> bool {
    let heights = |plane: [DVec3; 3], points: [DVec3; 3]| {
        let normal = (plane[1] - plane[0]).cross(plane[2] - plane[0]).normalize_or_zero();
        points.map(|point| (point - plane[0]).dot(normal))
    };
    let splits =
        |heights: [f64; 3]| heights.iter().any(|h| *h > touch) && heights.iter().any(|h| *h < -touch);
    let (of_other, of_one) = (heights(one, other), heights(other, one));
    // Most neighbours lie on one side of each other's plane: this alone decides about them.
    splits(of_other)
        && splits(of_one)
        && (pierces(other, of_other, one, touch) || pierces(one, of_one, other, touch))
}

/// Whether a side of the first triangle, whose corners have these heights above the second, passes through it.
fn pierces(corners: [DVec3; 3], heights: [f64; 3], through: [DVec3; 3], touch: f64) -> bool {
    (0..3).any(|corner| {
        let next = (corner + 1) % 3;
        let (from, to) = (heights[corner], heights[next]);
        if from.abs() <= touch || to.abs() <= touch || (from > 0.0) == (to > 0.0) {
            return false;
        }
        let place = corners[corner] + (corners[next] - corners[corner]) * (from / (from - to));
        inside(through, place, touch)
    })
}

/// Whether a point of a triangle's plane is in its interior, by more than touching its sides.
fn inside([a, b, c]: [DVec3; 3], place: DVec3, touch: f64) -> bool {
    let normal = (b - a).cross(c - a);
    [(a, b), (b, c), (c, a)].into_iter().all(|(from, to)| {
        let inwards = normal.cross(to - from).normalize_or_zero();
        inwards.dot(place - from) > touch
    })
}
