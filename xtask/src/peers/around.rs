//! What a solid is around a point, by asking of many points near it whether they are inside.
//!
//! Rays tell a line by an angle, so they cannot tell it where faces touch with one normal: a cylinder that ends flush in
//! a plane makes no line, one that lies on a table makes a groove. Here is the second route, which knows neither faces
//! nor rays:
//! 1. Draw circles of shrinking radius around the point, in planes through its normal.
//! 2. Walk around each and note the directions `a`, `b`, … in which material begins or ends.
//! 3. A smooth face has two of them on every circle, and as the radius goes to 0 they become opposite: `a + b`, which is
//!    the face's curvature times the radius, goes to 0 as well. An edge has two that do not become opposite, or
//!    more than two; a groove or a blade of no angle has four, or two that become one.

use spatiq_geom::{DVec3, Solid};

/// What is around a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Around {
    /// Material only, or none.
    Nothing,
    /// One smooth face.
    Smooth,
    /// An edge, a groove or a blade.
    Sharp,
}

/// Each circle is half as large as the one before.
const CIRCLES: usize = 4;

/// Planes through the normal, as directions across it; some lie across any line.
const PLANES: [[f64; 2]; 8] =
    [[1.0, 0.0], [2.0, 1.0], [1.0, 1.0], [1.0, 2.0], [0.0, 1.0], [-1.0, 2.0], [-1.0, 1.0], [-2.0, 1.0]];

/// Points on a quarter of a circle.
const POINTS: i32 = 250;

/// How often the arc between two points is halved to find where material begins.
const HALVINGS: u32 = 30;

/// Two directions are opposite if their sum goes to less than this, which is a sixteenth of a degree.
const OPPOSITE: f64 = 1e-3;

/// Looks around a point of a face with a normal, not farther than `radius`. None if the circles do not agree.
pub fn around(solid: &Solid, p: DVec3, normal: DVec3, radius: f64) -> Option<Around> {
    let (x, y) = normal.any_orthonormal_pair();
    let planes = PLANES.map(|[along_x, along_y]| {
        let across = (x * along_x + y * along_y).normalize();
        Plane { solid, p, across, normal }.around(radius)
    });
    if planes.contains(&Some(Around::Sharp)) {
        return Some(Around::Sharp);
    }
    planes[0].filter(|_| planes.iter().all(|plane| *plane == planes[0]))
}

/// A plane through the normal at a point.
struct Plane<'a> {
    solid: &'a Solid,
    p: DVec3,
    across: DVec3,
    normal: DVec3,
}

impl Plane<'_> {
    fn around(&self, radius: f64) -> Option<Around> {
        let circles: [Vec<DVec3>; CIRCLES] =
            std::array::from_fn(|k| self.changes(radius / f64::from(1u32 << k)));
        let changes = circles[0].len();
        if circles.iter().any(|circle| circle.len() != changes) {
            return None;
        }
        match changes {
            0 => Some(Around::Nothing),
            2 => limit(&circles),
            _ => Some(Around::Sharp),
        }
    }

    /// The directions in which material begins or ends on a circle.
    fn changes(&self, radius: f64) -> Vec<DVec3> {
        let inside = |direction: DVec3| self.solid.contains(self.p + direction * radius);
        let points: Vec<(DVec3, bool)> =
            self.directions().into_iter().map(|direction| (direction, inside(direction))).collect();
        let next = points.iter().cycle().skip(1);
        let changed = points.iter().zip(next).filter(|(a, b)| a.1 != b.1);
        changed.map(|(a, b)| between(a.0, b.0, |direction| inside(direction) == a.1)).collect()
    }

    /// Directions around the circle: dense, and ever denser, where they leave the tangent plane, for there lie grooves.
    fn directions(&self) -> Vec<DVec3> {
        let height = |k: i32| {
            let even = (f64::from(k) + 0.5) / f64::from(POINTS);
            even * even * even
        };
        let half = |side: f64| {
            (-POINTS..POINTS).map(move |k| {
                let up = height(k);
                (self.across * (1.0 - up * up).sqrt() + self.normal * up) * side
            })
        };
        half(1.0).chain(half(-1.0)).collect()
    }
}

/// Where on the arc from `a` to `b` one stops being like `a`.
fn between(mut a: DVec3, mut b: DVec3, like_a: impl Fn(DVec3) -> bool) -> DVec3 {
    for _ in 0..HALVINGS {
        let middle = (a + b).normalize();
        if like_a(middle) {
            a = middle;
        } else {
            b = middle;
        }
    }
    (a + b).normalize()
}

/// What two directions become on a circle of radius 0: the sum grows with the radius, so twice what it is on one circle,
/// less what it is on the one before, is what remains. Every pair of circles must say the same.
fn limit(circles: &[Vec<DVec3>]) -> Option<Around> {
    let sum = |circle: &[DVec3]| circle[0] + circle[1];
    let straight = |pair: &[Vec<DVec3>]| (2.0 * sum(&pair[1]) - sum(&pair[0])).length() < OPPOSITE;
    let said: Vec<bool> = circles.windows(2).map(straight).collect();
    let found = if said[0] { Around::Smooth } else { Around::Sharp };
    said.iter().all(|one| *one == said[0]).then_some(found)
}
