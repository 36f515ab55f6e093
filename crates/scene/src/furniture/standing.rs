//! Whether a model stands by itself.

use crate::model::Model;
use crate::shape::Shape;
use spatiq_geom::{DVec2, DVec3};

/// How many corners stand for the circles of round pieces.
pub(super) const SEGMENTS: usize = 16;

/// What is no higher than this touches the floor, in metres.
const TOUCH: f64 = 1e-6;

/// How far inside the places where it touches the floor a model's centre of mass must be, in metres.
const MARGIN: f64 = 0.04;

/// Whether the centre of mass is well inside the hull of what touches the floor.
pub(super) fn stands(model: &Model) -> bool {
    let contacts: Vec<DVec2> = model
        .pieces()
        .filter(|piece| piece.bounds()[0].z <= TOUCH)
        .flat_map(|piece| {
            piece.shape.corners(SEGMENTS).into_iter().map(|corner| piece.placement.to_world(corner))
        })
        .filter(|corner| corner.z <= TOUCH)
        .map(DVec3::truncate)
        .collect();
    let hull = hull(contacts);
    let centre = centre_of_mass(model).truncate();
    hull.len() >= 3
        && hull.iter().zip(hull.iter().cycle().skip(1)).all(|(&from, &to)| {
            let inward = (to - from).perp().normalize();
            inward.dot(centre - from) >= MARGIN
        })
}

/// The mean of the pieces' centroids, by their volumes.
fn centre_of_mass(model: &Model) -> DVec3 {
    let (mut moment, mut volume) = (DVec3::ZERO, 0.0);
    for piece in model.pieces() {
        let share = piece.shape.volume();
        moment += share * piece.placement.to_world(centroid(&piece.shape));
        volume += share;
    }
    moment / volume
}

/// The centroid of a shape in its own frame.
fn centroid(shape: &Shape) -> DVec3 {
    match shape {
        Shape::Frustum { bottom, top, half_height } => {
            let (low, both, high) = (bottom * bottom, bottom * top, top * top);
            DVec3::Z * (half_height * (high - low) / (2.0 * (low + both + high)))
        }
        Shape::Prism { outline, .. } => {
            let (mut moment, mut area) = (DVec2::ZERO, 0.0);
            for (a, b) in outline.iter().zip(outline.iter().cycle().skip(1)) {
                let share = a.perp_dot(*b);
                moment += share * (*a + *b) / 3.0;
                area += share;
            }
            (moment / area).extend(0.0)
        }
        _ => DVec3::ZERO,
    }
}

/// The convex hull, counter-clockwise; of points on a line its two ends.
pub(crate) fn hull(mut points: Vec<DVec2>) -> Vec<DVec2> {
    points.sort_by(|a, b| a.x.total_cmp(&b.x).then(a.y.total_cmp(&b.y)));
    let mut hull: Vec<DVec2> = Vec::new();
    let forth = points.iter();
    let back = points.iter().rev().skip(1);
    let mut least = 0;
    for (k, &point) in forth.chain(back).enumerate() {
        if k == points.len() {
            least = hull.len() - 1;
        }
        while hull.len() >= least + 2 {
            let [a, b] = [hull[hull.len() - 2], hull[hull.len() - 1]];
            if (b - a).perp_dot(point - b) > 1e-12 {
                break;
            }
            hull.pop();
        }
        hull.push(point);
    }
    hull.pop();
    hull
}
