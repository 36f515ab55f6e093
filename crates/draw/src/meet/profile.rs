//! Surfaces that are round about one axis meet in circles about it.
//!
//! Such a surface is its profile, a line or a circle in the half-plane (distance from the axis, height), turned about
//! the axis. Where profiles cross or touch there is a circle in space. A sphere is round about every axis through its
//! centre, a plane about every normal.

use super::{Stand, half_chords};
use crate::curve::{Beside, Curve, FaceId, Scale};
use crate::drawing::Kind;
use glam::{DVec2, DVec3};
use spatiq_geom::Surface;

/// Adds the circles in which two surfaces meet. False if they have no common axis.
pub(crate) fn meet(scale: &Scale, ids: [FaceId; 2], a: &Stand, b: &Stand, out: &mut Vec<Curve>) -> bool {
    let Some((origin, axis)) = common_axis(a, b, scale) else { return false };
    let (Some(p), Some(q)) = (profile(a, origin, axis, scale), profile(b, origin, axis, scale)) else {
        return false;
    };
    for point in crossings(p, q, scale.on * 1e-2) {
        if point.x > scale.on {
            let circle = Curve::circle(origin + axis * point.y, axis, point.x, Kind::Edge, scale);
            out.push(Curve { faces: ids.map(Beside::Face), ..circle });
        }
    }
    true
}

/// The axis about which both are round, if there is one.
fn common_axis(a: &Stand, b: &Stand, scale: &Scale) -> Option<(DVec3, DVec3)> {
    match (a.surface, b.surface) {
        (Surface::Plane { .. }, Surface::Plane { .. }) => None,
        (Surface::Sphere { .. }, Surface::Sphere { .. }) => {
            Some((a.origin, (b.origin - a.origin).try_normalize().unwrap_or(DVec3::Z)))
        }
        (Surface::Plane { .. }, _) => fits(a, b, scale),
        (_, Surface::Plane { .. }) => fits(b, a, scale),
        (Surface::Sphere { .. }, _) => fits(a, b, scale),
        _ => fits(b, a, scale),
    }
}

/// The axis of `round`, if `other` is round about it too.
fn fits(other: &Stand, round: &Stand, scale: &Scale) -> Option<(DVec3, DVec3)> {
    let axis = match (other.surface, round.surface) {
        (Surface::Plane { .. }, Surface::Sphere { .. }) => other.axis,
        _ => round.axis,
    };
    let parallel = other.axis.cross(axis).length() < 1e-9;
    let between = other.origin - round.origin;
    let off_axis = (between - axis * between.dot(axis)).length();
    let fits = match other.surface {
        Surface::Plane { .. } => parallel,
        Surface::Sphere { .. } => off_axis < scale.on * 1e-2,
        _ => parallel && off_axis < scale.on * 1e-2,
    };
    fits.then_some((round.origin, axis))
}

#[derive(Clone, Copy)]
enum Profile {
    Line { point: DVec2, direction: DVec2 },
    Circle { centre: DVec2, radius: f64 },
}

/// The profile about an axis; `None` if the surface is not round about it.
fn profile(stand: &Stand, origin: DVec3, axis: DVec3, scale: &Scale) -> Option<Profile> {
    let height = (stand.origin - origin).dot(axis);
    // A cone may hang upside down along the axis.
    let upright = stand.axis.dot(axis).signum();
    Some(match stand.surface {
        Surface::Plane { .. } => Profile::Line {
            point: DVec2::new(0.0, stand.offset * upright - origin.dot(axis)),
            direction: DVec2::X,
        },
        Surface::Sphere { radius } => Profile::Circle { centre: DVec2::new(0.0, height), radius },
        Surface::Cylinder { radius } => Profile::Line { point: DVec2::new(radius, 0.0), direction: DVec2::Y },
        Surface::Cone { apex, normal } => Profile::Line {
            point: DVec2::new(0.0, height + apex * upright),
            direction: DVec2::new(normal.y, -normal.x * upright),
        },
        Surface::Torus { ring, tube } => {
            if tube < scale.on {
                return None;
            }
            Profile::Circle { centre: DVec2::new(ring, height), radius: tube }
        }
    })
}

/// Where two profiles cross or touch; nothing where they are the same.
fn crossings(a: Profile, b: Profile, touch: f64) -> Vec<DVec2> {
    match (a, b) {
        (Profile::Line { point: p, direction: d }, Profile::Line { point: q, direction: e }) => {
            let sine = d.perp_dot(e);
            if sine.abs() < 1e-9 { Vec::new() } else { vec![p + d * ((q - p).perp_dot(e) / sine)] }
        }
        (Profile::Line { point, direction }, Profile::Circle { centre, radius })
        | (Profile::Circle { centre, radius }, Profile::Line { point, direction }) => {
            let foot = point + direction * (centre - point).dot(direction);
            half_chords(radius, foot.distance(centre), touch).map(|half| foot + direction * half).collect()
        }
        (Profile::Circle { centre: m, radius: r }, Profile::Circle { centre: n, radius: s }) => {
            let distance = m.distance(n);
            if distance < touch {
                return Vec::new();
            }
            let toward = (n - m) / distance;
            let along = (distance * distance + r * r - s * s) / (2.0 * distance);
            let (foot, side) = (m + toward * along, toward.perp());
            half_chords(r, along, touch).map(|half| foot + side * half).collect()
        }
    }
}
