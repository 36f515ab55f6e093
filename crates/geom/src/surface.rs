//! The five kinds of surface that bound the primitives, each around its own origin and z axis.
//!
//! A surface is given by its signed distance: negative inside, with a gradient of length one wherever it has one. So a ball
//! around `p` of radius `|distance(p)|` never meets it, which is what every search here rests on.

use glam::{DVec2, DVec3};

/// A surface without borders.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Surface {
    /// `normal · p = offset`; the inside lies against the normal.
    Plane {
        /// Unit vector that points outside.
        normal: DVec3,
        /// Distance of the plane from the origin along the normal.
        offset: f64,
    },
    /// Around the origin.
    Sphere {
        /// Distance from the origin.
        radius: f64,
    },
    /// Around the z axis.
    Cylinder {
        /// Distance from the axis.
        radius: f64,
    },
    /// Around the z axis, opening downwards from its apex.
    Cone {
        /// Height of the apex.
        apex: f64,
        /// The unit normal in the half-plane (distance from the axis, z); both parts positive.
        normal: DVec2,
    },
    /// Around the z axis.
    Torus {
        /// From the axis to the middle of the tube.
        ring: f64,
        /// Of the tube.
        tube: f64,
    },
}

impl Surface {
    /// Signed distance, negative inside.
    pub fn distance(&self, p: DVec3) -> f64 {
        match *self {
            Self::Plane { normal, offset } => normal.dot(p) - offset,
            Self::Sphere { radius } => p.length() - radius,
            Self::Cylinder { radius } => from_axis(p) - radius,
            Self::Cone { apex, normal } => normal.x * from_axis(p) + normal.y * (p.z - apex),
            Self::Torus { ring, tube } => DVec2::new(from_axis(p) - ring, p.z).length() - tube,
        }
    }

    /// The unit vector along which the distance grows fastest; any such where there are several (an axis, a centre).
    pub fn normal(&self, p: DVec3) -> DVec3 {
        self.at(p).1
    }

    /// Distance and normal together, for the price of one.
    pub fn at(&self, p: DVec3) -> (f64, DVec3) {
        match *self {
            Self::Plane { normal, offset } => (normal.dot(p) - offset, normal),
            Self::Sphere { radius } => {
                let (length, outward) = length_and_direction(p, DVec3::Z);
                (length - radius, outward)
            }
            Self::Cylinder { radius } => {
                let (flat, away) = from_axis_outward(p);
                (flat - radius, away)
            }
            Self::Cone { apex, normal } => {
                let (flat, away) = from_axis_outward(p);
                (normal.x * flat + normal.y * (p.z - apex), away * normal.x + DVec3::Z * normal.y)
            }
            Self::Torus { ring, tube } => {
                let (_, away) = from_axis_outward(p);
                let (length, outward) = length_and_direction(p - away * ring, away);
                (length - tube, outward)
            }
        }
    }
}

/// Distance from the z axis, and the unit vector away from it.
fn from_axis_outward(p: DVec3) -> (f64, DVec3) {
    length_and_direction(DVec3::new(p.x, p.y, 0.0), DVec3::X)
}

/// A vector's length and its direction; `otherwise` if it has none.
fn length_and_direction(v: DVec3, otherwise: DVec3) -> (f64, DVec3) {
    let length = v.length();
    (length, if length > 0.0 { v / length } else { otherwise })
}

/// Distance from the z axis.
pub(crate) fn from_axis(p: DVec3) -> f64 {
    (p.x * p.x + p.y * p.y).sqrt()
}
