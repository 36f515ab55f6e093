//! Where faces of two leaves meet with one normal, or almost.

use spatiq_geom::{DMat3, DVec3, Leaf, Solid, Surface};

/// Normals that differ by less than this (as a sine, three degrees) may be one at a touch nearby.
const NEARLY_ONE_NORMAL: f64 = 0.0525;

/// A meeting is found once faces are this close, and for a touch their normals this much one, relative to the model.
const FOUND: f64 = 1e-8;

/// Steps of the search, which mostly doubles the digits with each.
const STEPS: usize = 20;

/// What keeps a step short where the equations leave it free.
const DAMPING: f64 = 1e-10;

/// A face of a leaf.
#[derive(Clone, Copy)]
pub struct Face<'a> {
    leaf: &'a Leaf,
    index: usize,
}

/// Two faces that touch somewhere near.
#[derive(Clone, Copy)]
pub struct Pair<'a>(Face<'a>, Face<'a>);

/// The pairs of faces of two leaves that pass a point closer than `near` with about one normal. Two planes are no pair:
/// they cross, or are one.
pub fn pairs(solid: &Solid, p: DVec3, near: f64) -> Vec<Pair<'_>> {
    let leaves = solid.leaves().iter().enumerate().filter(|(_, leaf)| leaf.field(p).abs() < near);
    let faces: Vec<(usize, Face)> = leaves
        .flat_map(|(number, leaf)| {
            (0..leaf.surfaces().len()).map(move |index| (number, Face { leaf, index }))
        })
        .filter(|(_, face)| face.at(p).0.abs() < near)
        .collect();
    let mut pairs = Vec::new();
    for (k, (leaf, face)) in faces.iter().enumerate() {
        let others = faces[..k].iter().filter(|(other, _)| other != leaf);
        pairs.extend(others.map(|(_, other)| Pair(*other, *face)).filter(|pair| pair.may_touch(p)));
    }
    pairs
}

impl Face<'_> {
    /// Signed distance and normal.
    fn at(&self, p: DVec3) -> (f64, DVec3) {
        self.leaf.face_at(self.index, p)
    }

    fn is_plane(&self) -> bool {
        matches!(self.leaf.surfaces()[self.index], Surface::Plane { .. })
    }
}

impl Pair<'_> {
    fn may_touch(&self, p: DVec3) -> bool {
        let sine = self.0.at(p).1.cross(self.1.at(p).1).length();
        !(self.0.is_plane() && self.1.is_plane()) && sine < NEARLY_ONE_NORMAL
    }

    /// The normal where they touch.
    pub fn normal(&self, p: DVec3) -> DVec3 {
        self.0.at(p).1
    }

    /// The points near another where the faces touch and where they meet at all, in a model of this size. Faces that touch
    /// along a line often cross along another that comes ever closer to it.
    pub fn meetings(&self, start: DVec3, size: f64) -> Vec<DVec3> {
        self.touch(start, size).into_iter().chain(self.crossing(start, size)).collect()
    }

    /// Where both faces pass and have one normal.
    pub fn touch(&self, start: DVec3, size: f64) -> Option<DVec3> {
        solve(start, size, |p| self.distances(p).into_iter().chain(self.sines(p, size)).collect())
    }

    /// Where both faces pass.
    pub fn crossing(&self, start: DVec3, size: f64) -> Option<DVec3> {
        solve(start, size, |p| self.distances(p).to_vec())
    }

    fn distances(&self, p: DVec3) -> [Equation; 2] {
        [self.0.at(p), self.1.at(p)]
    }

    /// The sine between the normals as a vector, in lengths.
    fn sines(&self, p: DVec3, size: f64) -> [Equation; 3] {
        let sine = |p: DVec3| self.0.at(p).1.cross(self.1.at(p).1) * size;
        let step = 1e-5 * size;
        let slopes = DVec3::AXES.map(|axis| (sine(p + axis * step) - sine(p - axis * step)) / (2.0 * step));
        [0, 1, 2].map(|k| (sine(p)[k], DVec3::from(slopes.map(|slope| slope[k]))))
    }
}

/// A length that should be 0, and its gradient.
type Equation = (f64, DVec3);

/// Newton's method. The equations may be more than a point needs, and yet leave it free along a line; so each step is the
/// least one that fits best.
fn solve(start: DVec3, size: f64, equations: impl Fn(DVec3) -> Vec<Equation>) -> Option<DVec3> {
    let mut p = start;
    for _ in 0..STEPS {
        let (mut square, mut toward) = (DMat3::from_diagonal(DVec3::splat(DAMPING)), DVec3::ZERO);
        for (value, gradient) in equations(p) {
            square += DMat3::from_cols(gradient * gradient.x, gradient * gradient.y, gradient * gradient.z);
            toward += gradient * value;
        }
        p -= square.inverse() * toward;
    }
    equations(p).iter().all(|(value, _)| value.abs() < FOUND * size).then_some(p)
}
