//! The faces of a primitive as pictures of the unit square that keep proportions of area.
//!
//! So uniform points of the square become uniform points of the face. Faces are numbered as `Primitive::surfaces` lists them.

use crate::primitive::Primitive;
use glam::DVec3;
use std::f64::consts::{PI, TAU};

impl Primitive {
    /// The areas of its faces.
    pub(crate) fn face_areas(&self) -> Vec<f64> {
        match *self {
            Self::Sphere { radius } => vec![4.0 * PI * radius * radius],
            Self::Box { half } => {
                let (x, y, z) = (4.0 * half.y * half.z, 4.0 * half.x * half.z, 4.0 * half.x * half.y);
                vec![x, x, y, y, z, z]
            }
            Self::Cone { radius, height } => {
                let slope = (radius * radius + height * height).sqrt();
                vec![PI * radius * slope, PI * radius * radius]
            }
            Self::Torus { ring, tube } => vec![TAU * ring * TAU * tube],
            Self::Cylinder { radius, height } => {
                let cap = PI * radius * radius;
                vec![TAU * radius * height, cap, cap]
            }
        }
    }

    /// The point of a face that belongs to a point of the unit square.
    pub(crate) fn on_face(&self, face: usize, s: f64, t: f64) -> DVec3 {
        match *self {
            // Archimedes: equal heights of a sphere have equal areas.
            Self::Sphere { radius } => {
                let z = 2.0 * s - 1.0;
                around(((1.0 - z) * (1.0 + z)).sqrt(), t, z) * radius
            }
            Self::Box { half } => {
                let (axis, sign) = (face / 2, if face.is_multiple_of(2) { 1.0 } else { -1.0 });
                let mut p = DVec3::ZERO;
                p[axis] = sign * half[axis];
                p[(axis + 1) % 3] = (2.0 * s - 1.0) * half[(axis + 1) % 3];
                p[(axis + 2) % 3] = (2.0 * t - 1.0) * half[(axis + 2) % 3];
                p
            }
            Self::Cone { radius, height } => {
                let below = s.sqrt();
                let z = if face == 0 { height / 2.0 - height * below } else { -height / 2.0 };
                around(radius * below, t, z)
            }
            Self::Torus { ring, tube } => {
                let angle = kepler(tube / ring, TAU * s);
                let (sin, cos) = libm::sincos(angle);
                around(ring - tube * cos, t, tube * sin)
            }
            Self::Cylinder { radius, height } => match face {
                0 => around(radius, t, height * (s - 0.5)),
                1 => around(radius * s.sqrt(), t, height / 2.0),
                _ => around(radius * s.sqrt(), t, -height / 2.0),
            },
        }
    }
}

fn around(distance: f64, turn: f64, z: f64) -> DVec3 {
    let (sin, cos) = libm::sincos(TAU * turn);
    DVec3::new(distance * cos, distance * sin, z)
}

/// Solves `angle - e sin(angle) = mean` for `0 <= e < 1` and `0 <= mean <= τ`.
///
/// A strip of the tube has an area in proportion to its distance `R - r cos(angle)` from the axis, and this is its integral.
fn kepler(e: f64, mean: f64) -> f64 {
    let (mut low, mut high) = (0.0, TAU);
    let mut angle = mean;
    // Newton's steps, halving where they leave the bracket: about five, and never more than these.
    for _ in 0..64 {
        let (sin, cos) = libm::sincos(angle);
        let excess = angle - e * sin - mean;
        if excess.abs() < 1e-13 {
            break;
        }
        if excess > 0.0 {
            high = angle;
        } else {
            low = angle;
        }
        let newton = angle - excess / (1.0 - e * cos);
        angle = if low < newton && newton < high { newton } else { (low + high) / 2.0 };
    }
    angle
}

#[cfg(test)]
mod tests {
    use super::*;

    fn primitives() -> [Primitive; 5] {
        [
            Primitive::Sphere { radius: 0.7 },
            Primitive::Box { half: DVec3::new(0.3, 0.5, 0.8) },
            Primitive::Cone { radius: 0.6, height: 1.3 },
            Primitive::Torus { ring: 0.7, tube: 0.6 },
            Primitive::Cylinder { radius: 0.5, height: 1.1 },
        ]
    }

    #[test]
    fn points_of_a_face_lie_on_it() {
        for primitive in primitives() {
            for (face, surface) in primitive.surfaces().iter().enumerate() {
                for k in 0..1000 {
                    let (s, t) = (f64::from(k) / 1000.0, f64::from(k * 377 % 1000) / 1000.0);
                    let p = primitive.on_face(face, s, t);
                    assert!(surface.distance(p).abs() < 1e-12 && primitive.field(p).abs() < 1e-12);
                }
            }
            assert_eq!(primitive.face_areas().len(), primitive.surfaces().len());
        }
    }

    #[test]
    fn equal_parts_of_the_square_are_equal_parts_of_the_face() {
        let step = 1e-4;
        for primitive in primitives() {
            for (face, area) in primitive.face_areas().into_iter().enumerate() {
                for k in 1..50 {
                    let (s, t) = (f64::from(k) * 0.02, f64::from(k * 31 % 50) * 0.02);
                    let along = |ds: f64, dt: f64| {
                        let (to, from) = (
                            primitive.on_face(face, s + ds, t + dt),
                            primitive.on_face(face, s - ds, t - dt),
                        );
                        (to - from) / (2.0 * step)
                    };
                    let density = along(step, 0.0).cross(along(0.0, step)).length();
                    assert!(
                        (density / area - 1.0).abs() < 1e-3,
                        "{primitive:?} {face} {s} {t}: {density} {area}"
                    );
                }
            }
        }
    }
}
