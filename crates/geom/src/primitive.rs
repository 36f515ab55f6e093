//! The five primitives, each centred on the origin of its own frame, and where a line passes through them.
//!
//! A primitive is the common inside of its surfaces: a cylinder is what lies inside the round surface and below one plane
//! and above another. So the largest of the signed distances says on which side a point is.

use crate::roots::sign_changes;
use crate::surface::{Surface, from_axis};
use glam::{DVec2, DVec3};

/// A primitive solid around the origin.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Primitive {
    /// A ball.
    Sphere {
        /// From the centre to the surface.
        radius: f64,
    },
    /// A box along the axes.
    Box {
        /// Half the sizes.
        half: DVec3,
    },
    /// A cone, apex up, its middle height at the origin.
    Cone {
        /// Of the base.
        radius: f64,
        /// From base to apex.
        height: f64,
    },
    /// A ring around the z axis.
    Torus {
        /// From the axis to the middle of the tube.
        ring: f64,
        /// Radius of the tube, smaller than `ring`.
        tube: f64,
    },
    /// A cylinder along z, its middle at the origin.
    Cylinder {
        /// From the axis to the surface.
        radius: f64,
        /// From cap to cap.
        height: f64,
    },
}

/// An interval of a line's parameter.
pub type Interval = (f64, f64);

const NOWHERE: Interval = (f64::INFINITY, f64::NEG_INFINITY);

impl Primitive {
    /// The surfaces that bound it, the curved one first.
    pub fn surfaces(&self) -> Vec<Surface> {
        let plane = |normal, offset| Surface::Plane { normal, offset };
        match *self {
            Self::Sphere { radius } => vec![Surface::Sphere { radius }],
            Self::Torus { ring, tube } => vec![Surface::Torus { ring, tube }],
            Self::Box { half } => vec![
                plane(DVec3::X, half.x),
                plane(DVec3::NEG_X, half.x),
                plane(DVec3::Y, half.y),
                plane(DVec3::NEG_Y, half.y),
                plane(DVec3::Z, half.z),
                plane(DVec3::NEG_Z, half.z),
            ],
            Self::Cone { radius, height } => vec![
                Surface::Cone { apex: height / 2.0, normal: DVec2::new(height, radius).normalize() },
                plane(DVec3::NEG_Z, height / 2.0),
            ],
            Self::Cylinder { radius, height } => vec![
                Surface::Cylinder { radius },
                plane(DVec3::Z, height / 2.0),
                plane(DVec3::NEG_Z, height / 2.0),
            ],
        }
    }

    /// Negative inside, positive outside, never more than the distance to the boundary.
    pub fn field(&self, p: DVec3) -> f64 {
        match *self {
            Self::Sphere { radius } => p.length() - radius,
            Self::Box { half } => (p.abs() - half).max_element(),
            Self::Cone { radius, height } => {
                let slope = (height * height + radius * radius).sqrt();
                let round = (height * from_axis(p) + radius * (p.z - height / 2.0)) / slope;
                round.max(-height / 2.0 - p.z)
            }
            Self::Torus { ring, tube } => DVec2::new(from_axis(p) - ring, p.z).length() - tube,
            Self::Cylinder { radius, height } => (from_axis(p) - radius).max(p.z.abs() - height / 2.0),
        }
    }

    /// Adds the intervals of `t` where `origin + t * direction` is inside; `direction` has length one.
    pub fn ray(&self, origin: DVec3, direction: DVec3, out: &mut Vec<Interval>) {
        let only = match *self {
            Self::Sphere { radius } => ball(origin, direction, radius),
            Self::Box { half } => {
                let x = slab(origin.x, direction.x, half.x);
                let y = slab(origin.y, direction.y, half.y);
                both(both(x, y), slab(origin.z, direction.z, half.z))
            }
            Self::Cylinder { radius, height } => {
                both(slab(origin.z, direction.z, height / 2.0), pipe(origin, direction, radius))
            }
            Self::Cone { radius, height } => cone(origin, direction, radius, height),
            Self::Torus { ring, tube } => return torus(origin, direction, ring, tube, out),
        };
        if only.0 < only.1 {
            out.push(only);
        }
    }

    /// Half the sizes of a box around it, along its own axes.
    pub fn half_sizes(&self) -> DVec3 {
        match *self {
            Self::Sphere { radius } => DVec3::splat(radius),
            Self::Box { half } => half,
            Self::Cone { radius, height } | Self::Cylinder { radius, height } => {
                DVec3::new(radius, radius, height / 2.0)
            }
            Self::Torus { ring, tube } => DVec3::new(ring + tube, ring + tube, tube),
        }
    }

    /// How far it reaches from its origin along a unit vector or its opposite; a cone may reach less far.
    pub(crate) fn reach(&self, along: DVec3) -> f64 {
        let aside = (along.x * along.x + along.y * along.y).sqrt();
        match *self {
            Self::Sphere { radius } => radius,
            Self::Box { half } => half.dot(along.abs()),
            Self::Cone { radius, height } | Self::Cylinder { radius, height } => {
                radius * aside + height / 2.0 * along.z.abs()
            }
            Self::Torus { ring, tube } => ring * aside + tube,
        }
    }

    /// Its volume.
    pub(crate) fn volume(&self) -> f64 {
        let pi = std::f64::consts::PI;
        match *self {
            Self::Sphere { radius } => 4.0 / 3.0 * pi * radius * radius * radius,
            Self::Box { half } => 8.0 * half.element_product(),
            Self::Cone { radius, height } => pi * radius * radius * height / 3.0,
            Self::Torus { ring, tube } => 2.0 * pi * pi * ring * tube * tube,
            Self::Cylinder { radius, height } => pi * radius * radius * height,
        }
    }

    /// The radius of a ball around it.
    pub(crate) fn radius(&self) -> f64 {
        match *self {
            Self::Sphere { radius } => radius,
            Self::Torus { ring, tube } => ring + tube,
            _ => self.half_sizes().length(),
        }
    }
}

fn both(a: Interval, b: Interval) -> Interval {
    (a.0.max(b.0), a.1.min(b.1))
}

/// Where `|origin + t * direction| <= half`, along one axis.
fn slab(origin: f64, direction: f64, half: f64) -> Interval {
    if direction == 0.0 {
        return if origin.abs() <= half { (f64::NEG_INFINITY, f64::INFINITY) } else { NOWHERE };
    }
    let (a, b) = ((-half - origin) / direction, (half - origin) / direction);
    (a.min(b), a.max(b))
}

/// Where `t² + 2bt + c <= 0`.
fn below_zero(b: f64, c: f64) -> Interval {
    let root = b * b - c;
    if root <= 0.0 {
        return NOWHERE;
    }
    let root = root.sqrt();
    (-b - root, -b + root)
}

fn ball(origin: DVec3, direction: DVec3, radius: f64) -> Interval {
    // Measured from the nearest point, so that a distant origin costs no precision.
    let nearest = -origin.dot(direction);
    let away = origin + direction * nearest;
    let (a, b) = below_zero(0.0, away.length_squared() - radius * radius);
    (a + nearest, b + nearest)
}

/// The endless cylinder around z.
fn pipe(origin: DVec3, direction: DVec3, radius: f64) -> Interval {
    let (o, d) = (origin.truncate(), direction.truncate());
    let speed = d.length_squared();
    if speed < 1e-24 {
        return if o.length_squared() <= radius * radius {
            (f64::NEG_INFINITY, f64::INFINITY)
        } else {
            NOWHERE
        };
    }
    let nearest = -o.dot(d) / speed;
    let away = o + d * nearest;
    let (a, b) = below_zero(0.0, (away.length_squared() - radius * radius) / speed);
    (a + nearest, b + nearest)
}

/// Between the base plane and the apex the quadratic describes the lower half of the double cone alone.
fn cone(origin: DVec3, direction: DVec3, radius: f64, height: f64) -> Interval {
    // Without the pipe there would be no end to a line across the axis, and no middle to one that is nearly so.
    let within = both(slab(origin.z, direction.z, height / 2.0), pipe(origin, direction, radius));
    if within.0 >= within.1 {
        return NOWHERE;
    }
    let slope = radius / height;
    // From the middle of what is left, again for the sake of precision.
    let start = (within.0 + within.1) / 2.0;
    let o = origin + direction * start - DVec3::Z * (height / 2.0);
    let a = direction.truncate().length_squared() - slope * slope * direction.z * direction.z;
    let b = o.truncate().dot(direction.truncate()) - slope * slope * o.z * direction.z;
    let c = o.truncate().length_squared() - slope * slope * o.z * o.z;
    let within = (within.0 - start, within.1 - start);
    let found = if a.abs() < 1e-12 {
        // Along a ruling: a line enters once.
        match b {
            b if b.abs() < 1e-15 => {
                if c <= 0.0 {
                    within
                } else {
                    NOWHERE
                }
            }
            b if b > 0.0 => both(within, (f64::NEG_INFINITY, -c / (2.0 * b))),
            b => both(within, (-c / (2.0 * b), f64::INFINITY)),
        }
    } else if a > 0.0 {
        both(within, below_zero(b / a, c / a))
    } else {
        // Inside outside of the roots: one half-line in the lower cone, one in its mirror image above the apex.
        let (first, second) = below_zero(b / a, c / a);
        if first > second {
            within
        } else {
            let before = both(within, (f64::NEG_INFINITY, first));
            let after = both(within, (second, f64::INFINITY));
            if before.1 - before.0 > after.1 - after.0 { before } else { after }
        }
    };
    (found.0 + start, found.1 + start)
}

/// Up to two intervals between the roots of a quartic.
fn torus(origin: DVec3, direction: DVec3, ring: f64, tube: f64, out: &mut Vec<Interval>) {
    let around = both(slab(origin.z, direction.z, tube), pipe(origin, direction, ring + tube));
    if around.0 >= around.1 {
        return;
    }
    // The distance from the axis is largest at an end: if both ends are in the hole, so is all between.
    let hole = ring - tube;
    if [around.0, around.1].iter().all(|&t| from_axis(origin + direction * t) < hole) {
        return;
    }
    let start = (around.0 + around.1) / 2.0;
    let reach = (around.1 - around.0) / 2.0;
    let o = origin + direction * start;
    // |p|² + ring² - tube² = k; the surface is k² = 4 ring² (x² + y²).
    let k0 = o.length_squared() + ring * ring - tube * tube;
    let k1 = 2.0 * o.dot(direction);
    let across = 4.0 * ring * ring;
    let (o2, d2) = (o.truncate(), direction.truncate());
    let poly = [
        k0 * k0 - across * o2.length_squared(),
        2.0 * k0 * k1 - 2.0 * across * o2.dot(d2),
        2.0 * k0 + k1 * k1 - across * d2.length_squared(),
        2.0 * k1,
        1.0,
    ];
    // Beyond the box around it the line is outside for certain: so far beyond that rounding cannot say otherwise.
    let reach = reach + tube;
    for pair in sign_changes(&poly, -reach, reach).as_slice().chunks_exact(2) {
        out.push((pair[0] + start, pair[1] + start));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn primitives() -> Vec<Primitive> {
        vec![
            Primitive::Sphere { radius: 0.7 },
            Primitive::Box { half: DVec3::new(0.3, 0.5, 0.8) },
            Primitive::Cone { radius: 0.6, height: 1.3 },
            Primitive::Torus { ring: 0.7, tube: 0.25 },
            Primitive::Cylinder { radius: 0.5, height: 1.1 },
        ]
    }

    fn point(range: f64) -> impl Strategy<Value = DVec3> {
        proptest::array::uniform3(-range..range).prop_map(DVec3::from)
    }

    #[test]
    fn a_line_that_touches_a_torus_twice_does_not_run_inside_between() {
        let (ring, tube) = (0.829_564_009_616_144_7, 0.25);
        for k in 0..1000 {
            let angle = f64::from(k) * 0.01;
            let origin = DVec3::new(ring * libm::cos(angle), ring * libm::sin(angle), -tube);
            for z in [0.0, 1e-17, 8e-17, -8e-17, 3e-16] {
                let mut intervals = Vec::new();
                Primitive::Torus { ring, tube }.ray(origin, DVec3::new(1.0, 6e-17, z), &mut intervals);
                assert!(intervals.iter().all(|(a, b)| b - a < 1e-3), "{angle} {z} {intervals:?}");
            }
        }
    }

    proptest! {
        #[test]
        fn a_line_is_inside_where_its_points_are(origin in point(2.0), target in point(0.6)) {
            let direction = (target - origin).normalize_or(DVec3::Z);
            for primitive in primitives() {
                let mut intervals = Vec::new();
                primitive.ray(origin, direction, &mut intervals);
                for k in -400..400 {
                    let t = f64::from(k) * 0.01;
                    let field = primitive.field(origin + direction * t);
                    let inside = intervals.iter().any(|&(a, b)| a < t && t < b);
                    prop_assert!(inside == (field < 0.0) || field.abs() < 1e-9, "{primitive:?} {t} {field}");
                }
            }
        }

        #[test]
        fn a_line_that_is_all_but_across_the_axis_is_inside_where_one_across_is(origin in point(1.0), tilt in -17..-11) {
            let direction = DVec3::new(0.6, 0.8, libm::pow(10.0, f64::from(tilt))).normalize();
            for primitive in primitives() {
                let (mut across, mut tilted) = (Vec::new(), Vec::new());
                primitive.ray(origin, DVec3::new(0.6, 0.8, 0.0), &mut across);
                primitive.ray(origin, direction, &mut tilted);
                // Where a line barely touches, the tilt decides.
                across.retain(|(a, b)| b - a > 1e-3);
                tilted.retain(|(a, b)| b - a > 1e-3);
                prop_assert!(across.len() == tilted.len(), "{primitive:?} {across:?} {tilted:?}");
                for (a, b) in across.iter().zip(&tilted) {
                    prop_assert!((a.0 - b.0).abs() + (a.1 - b.1).abs() < 1e-6, "{primitive:?} {a:?} {b:?}");
                }
            }
        }

        #[test]
        fn the_field_is_the_largest_distance_and_grows_at_most_with_the_way(p in point(2.0), q in point(2.0)) {
            for primitive in primitives() {
                let largest = |p| {
                    primitive.surfaces().iter().map(|s| s.distance(p)).fold(f64::NEG_INFINITY, f64::max)
                };
                prop_assert!((primitive.field(p) - largest(p)).abs() < 1e-12);
                prop_assert!((primitive.field(p) - primitive.field(q)).abs() <= p.distance(q) + 1e-12);
            }
        }

        #[test]
        fn a_normal_is_the_gradient_of_the_distance(p in point(1.5)) {
            for surface in primitives().iter().flat_map(Primitive::surfaces) {
                let step = 1e-6;
                let slope = |axis| (surface.distance(p + axis * step) - surface.distance(p - axis * step)) / (2.0 * step);
                let gradient = DVec3::new(slope(DVec3::X), slope(DVec3::Y), slope(DVec3::Z));
                // Near an axis or a centre the gradient turns within the step.
                prop_assume!(from_axis(p) > 1e-3);
                prop_assert!((gradient - surface.normal(p)).length() < 1e-3, "{surface:?} {gradient}");
            }
        }
    }
}
