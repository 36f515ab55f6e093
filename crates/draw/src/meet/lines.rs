//! Straight meetings: two planes, or a cylinder with a plane or a cylinder that runs parallel.

use super::{Stand, half_chords};
use crate::curve::{Curve, FaceId, Scale};
use crate::drawing::Kind;
use glam::DVec3;
use spatiq_geom::{Leaf, Solid, Surface};

/// Directions whose cross product is shorter are parallel.
const PARALLEL: f64 = 1e-9;

/// Adds the lines in which two surfaces meet. False if they are not of a kind that meets in lines.
pub(crate) fn meet(
    solid: &Solid,
    scale: &Scale,
    ids: [FaceId; 2],
    a: &Stand,
    b: &Stand,
    out: &mut Vec<Curve>,
) -> bool {
    let lines = match (a.surface, b.surface) {
        (Surface::Plane { .. }, Surface::Plane { .. }) => two_planes(a, b),
        (Surface::Plane { .. }, Surface::Cylinder { radius }) if a.axis.dot(b.axis).abs() < PARALLEL => {
            plane_and_cylinder(a, b, radius, scale)
        }
        (Surface::Cylinder { radius }, Surface::Plane { .. }) if a.axis.dot(b.axis).abs() < PARALLEL => {
            plane_and_cylinder(b, a, radius, scale)
        }
        (Surface::Cylinder { radius: r }, Surface::Cylinder { radius: s })
            if a.axis.cross(b.axis).length() < PARALLEL =>
        {
            two_cylinders(a, r, b, s, scale)
        }
        _ => return false,
    };
    for (point, direction) in lines {
        let mut range = (f64::NEG_INFINITY, f64::INFINITY);
        for id in ids {
            clip(&solid.leaves()[id.leaf], id.face, point, direction, scale, &mut range);
        }
        if range.1 - range.0 > scale.on {
            let at = |t| point + direction * t;
            out.push(Curve::straight(at(range.0), at(range.1), Kind::Edge));
        }
    }
    true
}

/// A point and a direction.
type Line = (DVec3, DVec3);

fn two_planes(a: &Stand, b: &Stand) -> Vec<Line> {
    let across = a.axis.cross(b.axis);
    let sine_squared = across.length_squared();
    if sine_squared < PARALLEL * PARALLEL {
        return Vec::new();
    }
    let point = (b.axis.cross(across) * a.offset + across.cross(a.axis) * b.offset) / sine_squared;
    vec![(point, across / sine_squared.sqrt())]
}

fn plane_and_cylinder(plane: &Stand, cylinder: &Stand, radius: f64, scale: &Scale) -> Vec<Line> {
    let away = plane.offset - plane.axis.dot(cylinder.origin);
    let foot = cylinder.origin + plane.axis * away;
    let side = cylinder.axis.cross(plane.axis);
    let halves = half_chords(radius, away, scale.on * 1e-2);
    halves.map(|half| (foot + side * half, cylinder.axis)).collect()
}

fn two_cylinders(a: &Stand, r: f64, b: &Stand, s: f64, scale: &Scale) -> Vec<Line> {
    let between = b.origin - a.origin;
    let between = between - a.axis * between.dot(a.axis);
    let distance = between.length();
    if distance < scale.on {
        return Vec::new();
    }
    // In the plane across: where two circles meet.
    let along = (distance * distance + r * r - s * s) / (2.0 * distance);
    let toward = between / distance;
    let (foot, side) = (a.origin + toward * along, a.axis.cross(toward));
    half_chords(r, along, scale.on * 1e-2).map(|half| (foot + side * half, a.axis)).collect()
}

/// Cuts a line on a face down to what can lie on the leaf: by its other planes, and by a ball around it.
fn clip(leaf: &Leaf, face: usize, point: DVec3, direction: DVec3, scale: &Scale, range: &mut (f64, f64)) {
    let (centre, radius) = leaf.ball();
    let middle = (centre - point).dot(direction);
    let away = point + direction * middle - centre;
    let half = ((radius + scale.on) * (radius + scale.on) - away.length_squared()).max(0.0).sqrt();
    *range = (range.0.max(middle - half), range.1.min(middle + half));
    for other in (0..leaf.surfaces().len()).filter(|&other| other != face) {
        if !matches!(leaf.surfaces()[other], Surface::Plane { .. }) {
            continue;
        }
        let slope = leaf.face_normal(other, point).dot(direction);
        let start = leaf.face_distance(other, point);
        if slope.abs() < PARALLEL {
            if start > scale.on {
                *range = (0.0, 0.0);
            }
        } else if slope > 0.0 {
            range.1 = range.1.min(-start / slope);
        } else {
            range.0 = range.0.max(-start / slope);
        }
    }
}
