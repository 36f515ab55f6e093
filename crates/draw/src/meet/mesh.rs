//! Where the triangles of a mesh meet a surface.
//!
//! A triangle that the surface may reach is cut in four again and again, until its parts are small or out of reach; a part
//! with corners on either side has a short segment in it. The ends of segments lie on sides of parts, exactly where the
//! surface passes, so that neighbours agree on them.

use super::chain::{cut_at_corners, follow, thin};
use super::trace::CELLS_ACROSS;
use crate::curve::{Beside, Curve, FaceId, Path, Scale};
use crate::drawing::Kind;
use glam::DVec3;
use spatiq_geom::{Solid, Stop, Stopped, go_on, polled};

/// Adds the curves in which the mesh `a` meets the faces of the primitive `b`.
pub(crate) fn meet(
    solid: &Solid,
    scale: &Scale,
    a: usize,
    b: usize,
    stop: Stop,
    out: &mut Vec<Curve>,
) -> Result<(), Stopped> {
    let (leaf, other) = (&solid.leaves()[a], &solid.leaves()[b]);
    let Some(form) = leaf.mesh() else { return Ok(()) };
    let [low, high] = other.bounds();
    for face in 0..other.surfaces().len() {
        let distance = |p: DVec3| other.face_distance(face, p) + scale.size * 1e-13;
        let mut segments = Vec::new();
        for triangle in polled(0..form.mesh.triangles().len() as u32, stop) {
            let corners = form.mesh.corners(triangle?).map(|p| leaf.placement().to_world(p));
            let (least, most) =
                (corners[0].min(corners[1]).min(corners[2]), corners[0].max(corners[1]).max(corners[2]));
            if least.cmpgt(high).any() || most.cmplt(low).any() {
                continue;
            }
            // A triangle in the surface has no meeting with it.
            if corners.iter().all(|&p| distance(p).abs() < scale.on) {
                continue;
            }
            let near = |p: DVec3, reach: f64| p.max(low).min(high).distance_squared(p) <= reach * reach;
            go_on(stop)?;
            split(&distance, &near, corners, scale.size / CELLS_ACROSS, 12, &mut segments);
        }
        for chain in join(segments, scale.short, stop)? {
            let points = thin(&chain, scale.chord);
            let other = FaceId { leaf: b, face };
            let path = Path::MeshMeeting { mesh: a, other };
            let faces = [Beside::Face(other), Beside::Nothing];
            cut_at_corners(Curve { points, path, kind: Kind::Edge, faces, rough: 0.0 }, out);
        }
    }
    Ok(())
}

/// Both ends.
type Segment = [DVec3; 2];

/// Adds the segments within a triangle.
fn split(
    distance: &impl Fn(DVec3) -> f64,
    near: &impl Fn(DVec3, f64) -> bool,
    corners: [DVec3; 3],
    cell: f64,
    depth: u32,
    out: &mut Vec<Segment>,
) {
    let [a, b, c] = corners;
    let middle = (a + b + c) / 3.0;
    let reach = corners.iter().map(|p| p.distance(middle)).fold(0.0, f64::max);
    if distance(middle).abs() > reach || !near(middle, reach) {
        return;
    }
    if reach > cell && depth > 0 {
        let (ab, bc, ca) = (a.midpoint(b), b.midpoint(c), c.midpoint(a));
        for part in [[a, ab, ca], [ab, b, bc], [ca, bc, c], [ab, bc, ca]] {
            split(distance, near, part, cell, depth - 1, out);
        }
        return;
    }
    let mut found = [DVec3::ZERO; 2];
    let mut count = 0;
    for (from, to) in [(a, b), (b, c), (c, a)] {
        if (distance(from) < 0.0) != (distance(to) < 0.0) && count < 2 {
            found[count] = passage(distance, from, to);
            count += 1;
        }
    }
    if count == 2 {
        out.push(found);
    }
}

/// Where the surface passes between two points on either side of it.
fn passage(distance: &impl Fn(DVec3) -> f64, from: DVec3, to: DVec3) -> DVec3 {
    let (mut low, mut high) = (from, to);
    let outside = distance(from) >= 0.0;
    for _ in 0..50 {
        let middle = low.midpoint(high);
        if (distance(middle) >= 0.0) == outside { low = middle } else { high = middle }
    }
    low
}

/// Chains segments whose ends coincide within a tolerance; a closed chain ends where it begins.
fn join(segments: Vec<Segment>, tolerance: f64, stop: Stop) -> Result<Vec<Vec<DVec3>>, Stopped> {
    let segments: Vec<Segment> =
        segments.into_iter().filter(|[a, b]| a.distance(*b) > 1e-3 * tolerance).collect();
    let end = |k: usize| segments[k / 2][k % 2];
    let mut order: Vec<usize> = (0..2 * segments.len()).collect();
    order.sort_by(|&a, &b| end(a).x.total_cmp(&end(b).x).then(a.cmp(&b)));
    let mut partner = vec![usize::MAX; order.len()];
    for item in polled(order.iter().enumerate(), stop) {
        let (k, &one) = item?;
        if partner[one] != usize::MAX {
            continue;
        }
        let near = order[k + 1..].iter().take_while(|&&other| end(other).x - end(one).x <= tolerance);
        let free = near.filter(|&&other| partner[other] == usize::MAX && other / 2 != one / 2);
        let distance = |&&other: &&usize| end(other).distance(end(one));
        let nearest = free.min_by(|a, b| distance(a).total_cmp(&distance(b)));
        if let Some(&other) = nearest.filter(|other| distance(other) <= tolerance) {
            partner[one] = other;
            partner[other] = one;
        }
    }
    Ok(follow(&segments, &partner))
}
