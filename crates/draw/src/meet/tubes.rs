//! Circles along which tubes of one width touch.
//!
//! A torus is a tube around a ring, a cylinder one around a line, a ball one around a point. Where two spines touch, tubes of the
//! same radius have the circle around that point in common, with one normal all along it. On one half of it one tube is outside
//! of the other, on the other half it is inside, so each half is a curve of its own.

use super::Stand;
use crate::curve::{Beside, Curve, FaceId, Scale};
use crate::drawing::Kind;
use glam::DVec3;
use spatiq_geom::Surface;

/// Adds the circles along which two tubes touch.
pub(crate) fn touch(scale: &Scale, ids: [FaceId; 2], a: &Stand, b: &Stand, out: &mut Vec<Curve>) {
    let (Some((one, width)), Some((other, same))) = (spine(a), spine(b)) else { return };
    if (width - same).abs() > scale.on {
        return;
    }
    for place in places(one, other, scale.on).into_iter().flatten() {
        let Some(tangent) = [one, other].iter().find_map(|spine| spine.tangent(place)) else { continue };
        // The tubes part towards where the spines part; across from there they stay together longest.
        let parting = one.bend(place) - other.bend(place);
        let start =
            tangent.cross(parting).try_normalize().unwrap_or_else(|| tangent.any_orthonormal_vector());
        let whole = Curve::circle_from(place, start, tangent, width, Kind::Edge, scale);
        let half = whole.points.len() / 2;
        for points in [&whole.points[..=half], &whole.points[half..]] {
            let (points, path) = (points.to_vec(), whole.path);
            out.push(Curve { points, path, kind: Kind::Edge, faces: ids.map(Beside::Face), rough: 0.0 });
        }
    }
}

/// The middle of a tube.
#[derive(Clone, Copy)]
enum Spine {
    Point(DVec3),
    Line { point: DVec3, along: DVec3 },
    Ring { centre: DVec3, axis: DVec3, radius: f64 },
}

/// The spine and the radius of a surface that is a tube.
fn spine(stand: &Stand) -> Option<(Spine, f64)> {
    let Stand { origin, axis, .. } = *stand;
    match stand.surface {
        Surface::Sphere { radius } => Some((Spine::Point(origin), radius)),
        Surface::Cylinder { radius } => Some((Spine::Line { point: origin, along: axis }, radius)),
        Surface::Torus { ring, tube } => Some((Spine::Ring { centre: origin, axis, radius: ring }, tube)),
        Surface::Plane { .. } | Surface::Cone { .. } => None,
    }
}

impl Spine {
    /// The unit vector along it at a place on it.
    fn tangent(self, place: DVec3) -> Option<DVec3> {
        match self {
            Self::Point(_) => None,
            Self::Line { along, .. } => Some(along),
            Self::Ring { centre, axis, .. } => axis.cross(place - centre).try_normalize(),
        }
    }

    /// Where it bends to at a place on it, and how much.
    fn bend(self, place: DVec3) -> DVec3 {
        match self {
            Self::Ring { centre, radius, .. } => (centre - place) / (radius * radius),
            _ => DVec3::ZERO,
        }
    }

    /// Whether it passes through a place, along `tangent` if it has a direction.
    fn passes(self, place: DVec3, tangent: DVec3, slack: f64) -> bool {
        let away = match self {
            Self::Point(point) => point.distance(place),
            Self::Line { point, along } => (place - point).cross(along).length(),
            Self::Ring { centre, axis, radius } => {
                let (out, up) = ((place - centre).length() - radius, (place - centre).dot(axis));
                out.abs().max(up.abs())
            }
        };
        away < slack && self.tangent(place).is_none_or(|own| own.cross(tangent).length() < 1e-9)
    }
}

/// The places where two spines touch; they are at most two, and one spine at least is a ring.
fn places(one: Spine, other: Spine, slack: f64) -> [Option<DVec3>; 2] {
    let (Spine::Ring { centre, axis, radius }, other) = (match (one, other) {
        (Spine::Ring { .. }, _) => (one, other),
        _ => (other, one),
    }) else {
        return [None; 2];
    };
    let ring = Spine::Ring { centre, axis, radius };
    // The direction from the centre to a touch: at right angles to what runs along both spines.
    let aside = match other {
        Spine::Point(point) => point - centre,
        Spine::Line { along, .. } => axis.cross(along),
        Spine::Ring { centre: next, axis: turned, .. } => {
            let common = axis.cross(turned);
            if common.length() < 1e-9 { next - centre } else { axis.cross(common) }
        }
    };
    let Some(aside) = aside.try_normalize() else { return [None; 2] };
    [1.0, -1.0].map(|side| {
        let place = centre + aside * (side * radius);
        let tangent = axis.cross(aside);
        (ring.passes(place, tangent, slack) && other.passes(place, tangent, slack)).then_some(place)
    })
}
