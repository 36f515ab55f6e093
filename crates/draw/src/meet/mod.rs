//! Where the faces of two leaves meet.
//!
//! Planes meet in lines, and surfaces that share an axis in circles; cylinders that are parallel to a plane or to one another
//! have lines in common. These are found in closed form, also where surfaces merely touch. Everything else is
//! traced. A curve found here may run beyond the ends of the faces: that is seen later, from where it stands.

mod chain;
mod lines;
mod mesh;
mod profile;
mod trace;
mod tubes;

use crate::curve::{Curve, FaceId, Scale};
use glam::DVec3;
use spatiq_geom::{Leaf, Solid, Stop, Stopped, Surface};

/// Adds the curves in which faces of the leaves `a` and `b` meet.
pub(crate) fn meet(
    solid: &Solid,
    scale: &Scale,
    a: usize,
    b: usize,
    stop: Stop,
    out: &mut Vec<Curve>,
) -> Result<(), Stopped> {
    let (first, second) = (&solid.leaves()[a], &solid.leaves()[b]);
    let (ball_a, ball_b) = (first.ball(), second.ball());
    if ball_a.0.distance(ball_b.0) > ball_a.1 + ball_b.1 + scale.on {
        return Ok(());
    }
    match (first.mesh(), second.mesh()) {
        (Some(_), None) => return mesh::meet(solid, scale, a, b, stop, out),
        (None, Some(_)) => return mesh::meet(solid, scale, b, a, stop, out),
        _ => {}
    }
    for face_a in 0..first.surfaces().len() {
        if first.face_distance(face_a, ball_b.0).abs() > ball_b.1 + scale.on {
            continue;
        }
        for face_b in 0..second.surfaces().len() {
            if second.face_distance(face_b, ball_a.0).abs() > ball_a.1 + scale.on {
                continue;
            }
            faces(solid, scale, [FaceId { leaf: a, face: face_a }, FaceId { leaf: b, face: face_b }], out);
        }
    }
    Ok(())
}

fn faces(solid: &Solid, scale: &Scale, ids: [FaceId; 2], out: &mut Vec<Curve>) {
    let [a, b] = ids.map(|id| Stand::new(&solid.leaves()[id.leaf], id.face));
    if lines::meet(solid, scale, ids, &a, &b, out) || profile::meet(scale, ids, &a, &b, out) {
        return;
    }
    tubes::touch(scale, ids, &a, &b, out);
    // Traced over the surface that is easiest to walk on.
    let rank = |stand: &Stand| match stand.surface {
        Surface::Cylinder { .. } => 0,
        Surface::Cone { .. } => 1,
        Surface::Torus { .. } => 2,
        Surface::Sphere { .. } | Surface::Plane { .. } => 3,
    };
    if rank(&a) <= rank(&b) {
        trace::trace(solid, scale, ids, out);
    } else {
        trace::trace(solid, scale, [ids[1], ids[0]], out);
    }
}

/// How far along a line that passes a circle's centre at the distance `away` the circle is met, from the foot of the
/// perpendicular: to both sides, not at all, or just there where the two touch.
fn half_chords(radius: f64, away: f64, touch: f64) -> impl Iterator<Item = f64> {
    let half = (radius * radius - away * away).sqrt();
    let both =
        if (radius - away.abs()).abs() < touch { [Some(0.0), None] } else { [Some(half), Some(-half)] };
    // Without a meeting there is no root.
    both.into_iter().flatten().filter(|half| !half.is_nan())
}

/// A surface where it stands in the world.
pub(crate) struct Stand {
    surface: Surface,
    /// The origin of its frame.
    origin: DVec3,
    /// The axis around which it is round; the normal of a plane.
    axis: DVec3,
    /// Of a plane: its distance from the world's origin along the normal.
    offset: f64,
}

impl Stand {
    fn new(leaf: &Leaf, face: usize) -> Self {
        let (surface, placement) = (leaf.surfaces()[face], leaf.placement());
        let origin = placement.shift;
        match surface {
            Surface::Plane { normal, offset } => {
                let axis = placement.turn * normal;
                Self { surface, origin, axis, offset: offset + axis.dot(origin) }
            }
            _ => Self { surface, origin, axis: placement.turn.z_axis, offset: 0.0 },
        }
    }
}
