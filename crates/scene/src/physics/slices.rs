//! Hulls cut into slices none of whose faces has more than four corners. The engine looks at four corners of a face where
//! things touch, and what rests on a drum would rest on a splinter of its rim.

use super::body::vector;
use crate::model::around;
use rapier3d::math::Vector;
use rapier3d::parry::shape::ConvexPolyhedron;
use rapier3d::prelude::SharedShape;
use spatiq_geom::DVec3;

/// The corners of a face that the engine looks at.
const CORNERS: usize = 4;

/// Corners this near to one another along a hull, in metres, are cut as one.
const NEAR: f64 = 0.001;

/// No hull is cut more often; where that means that corners farther apart are cut as one, so it is.
const MOST_CUTS: usize = 16;

/// How far off the middle of a face it is looked what is there, in metres.
const OFF: f64 = 0.002;

/// The convex hull of points, cut where it must be; nothing if they lie in a plane. Where something else of the same body is
/// at the middle of a face, nothing will rest on that.
pub fn sliced(corners: &[DVec3], is_covered: &dyn Fn(DVec3) -> bool) -> Option<Vec<SharedShape>> {
    let whole = SharedShape::convex_hull(&corners.iter().copied().map(vector).collect::<Vec<_>>())?;
    let Some(hull) = whole.as_convex_polyhedron() else { return Some(vec![whole]) };
    let mut faces = large_faces(hull);
    faces.retain(|face| !is_covered(off_the_middle(hull, face)));
    let Some(largest) = faces.iter().max_by_key(|face| face.len()) else { return Some(vec![whole]) };
    let points: Vec<DVec3> = hull.points().iter().copied().map(double).collect();
    // Along one of the sides of a face or across it, since most have corners two by two.
    let sides =
        largest.iter().zip(largest.iter().cycle().skip(1)).map(|(a, b)| (*b - *a).normalize_or_zero());
    let normal = normal(largest);
    let ways = sides.flat_map(|side| [side, normal.cross(side)]);
    let cuts = ways.map(|way| (way, cuts(way, &points, &faces)));
    let (way, cuts) = cuts.min_by_key(|(_, cuts)| cuts.len())?;
    let slices: Vec<SharedShape> =
        cuts.windows(2).filter_map(|ends| slice(hull, &points, way, [ends[0], ends[1]])).collect();
    Some(if slices.is_empty() { vec![whole] } else { slices })
}

/// The corners of the faces that have too many, each in order.
fn large_faces(hull: &ConvexPolyhedron) -> Vec<Vec<DVec3>> {
    let large = hull.faces().iter().filter(|face| face.num_vertices_or_edges as usize > CORNERS);
    let corners = large.map(|face| {
        let first = face.first_vertex_or_edge as usize;
        &hull.vertices_adj_to_face()[first..first + face.num_vertices_or_edges as usize]
    });
    let point = |at: &u32| double(hull.points()[*at as usize]);
    corners.map(|corners| corners.iter().map(point).collect()).collect()
}

/// A point above the middle of a face.
fn off_the_middle(hull: &ConvexPolyhedron, face: &[DVec3]) -> DVec3 {
    let middle = face.iter().sum::<DVec3>() / face.len() as f64;
    let within = hull.points().iter().copied().map(double).sum::<DVec3>() / hull.points().len() as f64;
    let normal = normal(face);
    middle + normal * OFF * normal.dot(middle - within).signum()
}

/// The direction across a face, of length one.
fn normal(face: &[DVec3]) -> DVec3 {
    (face[1] - face[0]).cross(face[2] - face[1]).normalize_or_zero()
}

/// How far along a way to cut: through the corners of the faces, and both ends of the hull.
fn cuts(way: DVec3, points: &[DVec3], faces: &[Vec<DVec3>]) -> Vec<f64> {
    let [low, high] = points
        .iter()
        .map(|point| way.dot(*point))
        .fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], at| [low.min(at), high.max(at)]);
    let mut at: Vec<f64> = faces.iter().flatten().map(|corner| way.dot(*corner)).collect();
    at.sort_unstable_by(f64::total_cmp);
    let mut near = NEAR;
    loop {
        let mut cuts = vec![low];
        for at in &at {
            if at - cuts[cuts.len() - 1] > near && high - at > near {
                cuts.push(*at);
            }
        }
        if cuts.len() <= MOST_CUTS {
            cuts.push(high);
            return cuts;
        }
        near *= 1.5;
    }
}

/// What of a hull lies between two planes across a way.
fn slice(hull: &ConvexPolyhedron, points: &[DVec3], way: DVec3, ends: [f64; 2]) -> Option<SharedShape> {
    let height = |point: DVec3| way.dot(point);
    let is_within = |point: &DVec3| (ends[0]..=ends[1]).contains(&height(*point));
    let mut corners: Vec<DVec3> = points.iter().copied().filter(is_within).collect();
    for edge in hull.edges() {
        let [a, b] = edge.vertices.map(|at| points[at as usize]);
        for end in ends {
            let share = (end - height(a)) / (height(b) - height(a));
            if share > 0.0 && share < 1.0 {
                corners.push(a.lerp(b, share));
            }
        }
    }
    let [low, high] = around(corners.iter().map(|corner| [*corner; 2]));
    if !(high - low).cmpgt(DVec3::ZERO).all() {
        return None;
    }
    SharedShape::convex_hull(&corners.into_iter().map(vector).collect::<Vec<_>>())
}

fn double(v: Vector) -> DVec3 {
    DVec3::new(f64::from(v.x), f64::from(v.y), f64::from(v.z))
}
