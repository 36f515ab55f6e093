//! Whether faces of two primitives nearly touch: pass close to each other while they run nearly the same way.
//!
//! Samples of a surface overlook a spot, however many they are. So space is searched instead: a box is dropped when, for every
//! pair of faces, one is too far from all of it, or the two are turned too much against each other everywhere in it; what is left is
//! halved. Distances grow no faster than the way, and of each kind of surface it is known how much its normal turns within a ball, so that a box
//! is dropped only with a proof. Where none is found down to boxes much smaller than `near`, the faces count as touching.
//!
//! Cost: faces that cross at an angle are done with after some hundred boxes; faces that run along each other a little too
//! far apart take boxes in proportion to their area.

use crate::leaf::Leaf;
use crate::surface::{Surface, from_axis};
use glam::{DVec2, DVec3};
use std::f64::consts::FRAC_PI_2;

/// Boxes are not halved any more when their half diagonal is this share of `near`.
const FINEST: f64 = 0.125;

impl Leaf {
    /// Whether a face of this leaf and one of another nearly touch: somewhere both are within half of `near`, and turned against each other
    /// by less than `angle_rad`. Faces that are said not to, for certain do not; faces that are a little farther apart may be
    /// said to. So is a face that passes the tip of a cone, where all directions meet. Meshes never do.
    pub fn grazes(&self, other: &Self, near: f64, angle_rad: f64) -> bool {
        let [a, b] = [self.bounds(), other.bounds()];
        let (low, high) = (a[0].max(b[0]) - near / 2.0, a[1].min(b[1]) + near / 2.0);
        (high - low).min_element() >= 0.0
            && Search { leaves: [self, other], near, angle_rad }
                .any_within(low.midpoint(high), (high - low) / 2.0)
    }
}

struct Search<'a> {
    leaves: [&'a Leaf; 2],
    near: f64,
    angle_rad: f64,
}

impl Search<'_> {
    /// Whether faces may touch somewhere in the box around `middle`.
    fn any_within(&self, middle: DVec3, half: DVec3) -> bool {
        let reach = half.length();
        if !self.may_touch(middle, reach) {
            return false;
        }
        if reach < FINEST * self.near {
            return true;
        }
        let axis = half.max_position();
        let (mut half, mut step) = (half, DVec3::ZERO);
        half[axis] /= 2.0;
        step[axis] = half[axis];
        [middle - step, middle + step].into_iter().any(|middle| self.any_within(middle, half))
    }

    /// Whether nothing rules out that faces touch within reach of a point.
    fn may_touch(&self, point: DVec3, reach: f64) -> bool {
        let close = self.near / 2.0 + reach;
        let [one, other] = self.leaves;
        // Cheaper than any face.
        if one.field(point).abs() > close || other.field(point).abs() > close {
            return false;
        }
        Normals::of_faces(one, point, reach, close).any(|a| {
            Normals::of_faces(other, point, reach, close).any(|b| a.may_be_along(&b, self.angle_rad))
        })
    }
}

/// The normals of a face near a point.
struct Normals {
    /// At the point.
    middle: DVec3,
    /// By so much the others are turned against it at most, in radians.
    turn_rad: f64,
}

impl Normals {
    /// Of every face of a leaf that may be within `close` of a point.
    fn of_faces(leaf: &Leaf, point: DVec3, reach: f64, close: f64) -> impl Iterator<Item = Self> {
        let local = leaf.placement().to_local(point);
        leaf.surfaces().iter().filter_map(move |surface| {
            let (distance, normal) = surface.at(local);
            let middle = leaf.placement().turn * normal;
            (distance.abs() <= close).then(|| Self { middle, turn_rad: turn_within(surface, local, reach) })
        })
    }

    /// Whether some of these and some of those may point the same way, or opposite ways, but for an angle.
    fn may_be_along(&self, other: &Self, angle_rad: f64) -> bool {
        let most = self.turn_rad + other.turn_rad + angle_rad;
        most >= FRAC_PI_2 || self.middle.dot(other.middle).abs() >= libm::cos(most)
    }
}

/// By how much a surface's normal turns at most within reach of a point.
fn turn_within(surface: &Surface, p: DVec3, reach: f64) -> f64 {
    // What is seen from a centre turns by no more than the angle under which the ball is seen.
    let seen_from = |away: f64| if reach < away { libm::asin(reach / away) } else { std::f64::consts::PI };
    match *surface {
        Surface::Plane { .. } => 0.0,
        Surface::Sphere { .. } => seen_from(p.length()),
        Surface::Cylinder { .. } | Surface::Cone { .. } => seen_from(from_axis(p)),
        Surface::Torus { ring, .. } => {
            seen_from(from_axis(p)) + seen_from(DVec2::new(from_axis(p) - ring, p.z).length())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::placement::Placement;
    use crate::primitive::Primitive;
    use proptest::prelude::*;

    const NEAR: f64 = 0.03;
    const ANGLE: f64 = 0.17;

    fn leaf(primitive: Primitive, shift: [f64; 3]) -> Leaf {
        Leaf::new(primitive, Placement::quarter_turns(2, 0, shift.into()))
    }

    fn ball(radius: f64, shift: [f64; 3]) -> Leaf {
        leaf(Primitive::Sphere { radius }, shift)
    }

    fn brick(size: [f64; 3], shift: [f64; 3]) -> Leaf {
        leaf(Primitive::Box { half: DVec3::from(size) / 2.0 }, shift)
    }

    #[test]
    fn bricks_graze_where_faces_lie_in_one_plane_and_overlap() {
        let one = brick([1.0; 3], [0.0; 3]);
        let grazes = |shift| one.grazes(&brick([1.0; 3], shift), NEAR, ANGLE);
        assert!(grazes([1.0, 0.0, 0.0]), "they touch");
        assert!(grazes([1.025, 0.5, 0.5]), "they nearly touch");
        assert!(grazes([0.3, 0.3, 0.02]), "their tops are nearly one");
        assert!(!grazes([1.05, 0.5, 0.5]), "a gap");
        assert!(!grazes([0.3, 0.3, 0.3]), "they cross");
        assert!(!grazes([1.05, 1.05, 0.0]), "faces in one plane, far from each other");
    }

    #[test]
    fn a_ball_grazes_a_brick_where_it_touches_it_from_inside_or_outside() {
        let brick = brick([1.0; 3], [0.0; 3]);
        let grazes = |height| brick.grazes(&ball(0.4, [0.03, 0.02, height]), NEAR, ANGLE);
        assert!(grazes(0.9) && grazes(0.92) && grazes(0.88), "on top");
        assert!(grazes(0.1) && grazes(0.12), "below the top");
        assert!(!grazes(0.95) && !grazes(0.05), "too far");
        // Half-way in the two cross at a right angle; at a height of h the circle has a slope of acos(h / 0.4).
        assert!(!grazes(0.5) && !grazes(0.7));
    }

    #[test]
    fn crossed_pipes_graze_where_one_is_as_thick_as_the_other() {
        let pipe = |radius, axis| {
            Leaf::new(
                Primitive::Cylinder { radius, height: 2.0 },
                Placement::quarter_turns(axis, 1, DVec3::ZERO),
            )
        };
        assert!(pipe(0.3, 0).grazes(&pipe(0.31, 1), NEAR, ANGLE));
        assert!(!pipe(0.3, 0).grazes(&pipe(0.36, 1), NEAR, ANGLE));
    }

    #[test]
    fn the_turn_of_a_normal_is_no_more_than_is_said() {
        let surfaces = [
            Surface::Sphere { radius: 0.7 },
            Surface::Cylinder { radius: 0.4 },
            Surface::Cone { apex: 0.6, normal: DVec2::new(0.8, 0.6) },
            Surface::Torus { ring: 0.7, tube: 0.2 },
        ];
        proptest!(|(surface in proptest::sample::select(surfaces.to_vec()),
                    p in proptest::array::uniform3(-1.0..1.0f64), way in proptest::array::uniform3(-1.0..1.0f64), reach in 0.001..0.3f64)| {
            let p = DVec3::from(p);
            let q = p + DVec3::from(way).normalize_or(DVec3::X) * reach;
            let turned = surface.normal(p).angle_between(surface.normal(q));
            prop_assert!(turned <= turn_within(&surface, p, reach * 1.000_001) + 1e-6, "{surface:?} {p} {q} {turned}");
        });
    }

    fn primitive() -> impl Strategy<Value = Primitive> {
        (0..5, 0.3..0.8f64, 0.3..0.8f64, 0.3..0.8f64).prop_map(|(kind, a, b, c)| match kind {
            0 => Primitive::Sphere { radius: a },
            1 => Primitive::Box { half: DVec3::new(a, b, c) },
            2 => Primitive::Cone { radius: a, height: 2.0 * b },
            3 => Primitive::Torus { ring: a, tube: a * b },
            _ => Primitive::Cylinder { radius: a, height: 2.0 * b },
        })
    }

    fn placed() -> impl Strategy<Value = Leaf> {
        // On a coarse grid every other pair touches somewhere.
        let shift = proptest::array::uniform3((-8..8i32).prop_map(|k| f64::from(k) * 0.1));
        (primitive(), 0..3usize, 0..4u32, shift).prop_map(|(primitive, axis, quarters, shift)| {
            Leaf::new(primitive, Placement::quarter_turns(axis, quarters, shift.into()))
        })
    }

    /// Whether points all over a leaf's surface find a face of another close by and turned by little: may overlook a spot, and
    /// is never wrong about what it finds.
    fn sampled(a: &Leaf, b: &Leaf, near: f64, angle_rad: f64) -> bool {
        let steps = 60;
        let squares = (0..steps * steps)
            .map(|k| [k % steps, k / steps].map(|k| (f64::from(k) + 0.5) / f64::from(steps)));
        squares.into_iter().any(|[s, t]| {
            (0..a.surfaces().len()).any(|face| {
                let p = a.on_face(face, s, t);
                let along = |other: usize| {
                    let (distance, normal) = b.face_at(other, p);
                    distance.abs() < near && normal.dot(a.face_normal(face, p)).abs() > libm::cos(angle_rad)
                };
                b.field(p).abs() < near && (0..b.surfaces().len()).any(along)
            })
        })
    }

    proptest! {
        #[test]
        fn what_samples_find_is_found(a in placed(), b in placed()) {
            // Half of the distance: the search looks from half-way between.
            if sampled(&a, &b, NEAR / 2.0, ANGLE) {
                prop_assert!(a.grazes(&b, NEAR, ANGLE) && b.grazes(&a, NEAR, ANGLE));
            }
        }

        #[test]
        fn where_nothing_is_anywhere_near_nothing_is_found(a in placed(), b in placed()) {
            // Tips are told from nothing by no sample.
            let is_tipped = |leaf: &Leaf| matches!(leaf.primitive(), Some(Primitive::Cone { .. }));
            prop_assume!(!is_tipped(&a) && !is_tipped(&b));
            if a.grazes(&b, NEAR, ANGLE) {
                prop_assert!(sampled(&a, &b, 2.0 * NEAR, 2.0 * ANGLE));
            }
        }
    }
}
