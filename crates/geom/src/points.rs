//! Points of a solid's surface, uniform by area, with the normals that point out of it; and the area itself.
//!
//! Points are drawn on the faces of the leaves in proportion to their area and kept where the face bounds the result: where
//! the tree says something else in front of the face than behind it. Where faces of several leaves coincide, the first leaf's
//! counts. What lies between tangent surfaces within the tolerance is taken for coincident, which concerns about a millionth
//! of their area.

use crate::lattice::Lattice;
use crate::leaf::{Contact, Touch};
use crate::solid::Solid;
use glam::DVec3;

/// A point of the surface.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SurfacePoint {
    /// Where.
    pub position: DVec3,
    /// The unit vector out of the solid.
    pub normal: DVec3,
}

/// The solid has no surface, or next to none compared with the parts it is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "only {found} of {wanted} points found on the surface in {draws} draws: the solid is empty or almost so"
)]
pub struct TooLittleSurface {
    /// How many points were found.
    pub found: usize,
    /// How many were asked for.
    pub wanted: usize,
    /// How many points of the parts were tried.
    pub draws: usize,
}

/// Without a single point after so many draws the solid is taken for empty.
const EMPTY_AFTER: usize = 100_000;
/// Otherwise there are so many draws for a point, and as many as above in addition.
const DRAWS_A_POINT: usize = 1_000;
/// Within this, relative to the coordinates, a point is on a face.
const ROUNDING: f64 = 1e-11;
/// Faces at a common point coincide if the cosine between them is at least this.
const PARALLEL: f64 = 1.0 - 1e-6;
/// Points of all faces together from which the area is estimated.
const AREA_POINTS: f64 = 30_000.0;

impl Solid {
    /// `count` points, uniform by area; `source` gives numbers uniform in [0, 1).
    ///
    /// At most a thousand draws a point and 100,000 more are made; an empty solid is given up after 100,000.
    pub fn surface_points(
        &self,
        count: usize,
        source: &mut impl FnMut() -> f64,
    ) -> Result<Vec<SurfacePoint>, TooLittleSurface> {
        let mut skin = Skin::of(self);
        let mut points = Vec::with_capacity(count);
        let most = EMPTY_AFTER + DRAWS_A_POINT * count;
        let mut draws = 0;
        while points.len() < count {
            if draws == most || points.is_empty() && draws == EMPTY_AFTER {
                return Err(TooLittleSurface { found: points.len(), wanted: count, draws });
            }
            draws += 1;
            let face = skin.face_at(source());
            points.extend(skin.point(face, source(), source()));
        }
        Ok(points)
    }

    /// Its area, ordinarily to a few parts in a thousand; zero if it is empty. The same for the same solid, to the bit.
    pub fn surface_area(&self) -> f64 {
        let mut skin = Skin::of(self);
        let mut area = 0.0;
        for face in 0..skin.faces.len() {
            let whole = skin.faces[face].area;
            let lattice = Lattice::of_at_least(AREA_POINTS * whole / skin.area);
            let kept = lattice.points().filter(|(s, t)| skin.point(face, *s, *t).is_some()).count();
            area += whole * kept as f64 / f64::from(lattice.count);
        }
        area
    }
}

/// All faces of all leaves.
struct Skin<'a> {
    solid: &'a Solid,
    faces: Vec<Face>,
    area: f64,
    tolerance: f64,
    /// A box around the result: nothing beyond it needs a closer look.
    bounds: [DVec3; 2],
    /// For each leaf, whether it is there in front of the face and behind it.
    sides: Vec<[bool; 2]>,
}

struct Face {
    leaf: usize,
    face: usize,
    area: f64,
    /// The areas of all faces up to this.
    up_to: f64,
}

impl<'a> Skin<'a> {
    fn of(solid: &'a Solid) -> Self {
        let (mut faces, mut up_to) = (Vec::new(), 0.0);
        for (leaf, form) in solid.leaves().iter().enumerate() {
            for (face, area) in form.face_areas().into_iter().enumerate() {
                up_to += area;
                faces.push(Face { leaf, face, area, up_to });
            }
        }
        let [low, high] = solid.bounds_of_leaves();
        let tolerance = ROUNDING * low.abs().max(high.abs()).max_element();
        let [from, to] = solid.bounds().unwrap_or([DVec3::INFINITY, DVec3::NEG_INFINITY]);
        let bounds = [from - tolerance, to + tolerance];
        Self { solid, faces, area: up_to, tolerance, bounds, sides: vec![[false; 2]; solid.leaves().len()] }
    }

    /// The face on which the given share of the whole area ends.
    fn face_at(&self, share: f64) -> usize {
        let found = self.faces.partition_point(|face| face.up_to <= share * self.area);
        found.min(self.faces.len() - 1)
    }

    /// The point of a face that belongs to a point of the unit square, if it bounds the solid.
    fn point(&mut self, face: usize, s: f64, t: f64) -> Option<SurfacePoint> {
        let Face { leaf, face, .. } = self.faces[face];
        let form = &self.solid.leaves()[leaf];
        let position = form.on_face(face, s, t);
        if position.cmplt(self.bounds[0]).any() || position.cmpgt(self.bounds[1]).any() {
            return None;
        }
        let normal = form.face_normal(face, position);
        for (other, contact) in self.solid.contacts(position, self.tolerance).enumerate() {
            self.sides[other] = match contact {
                _ if other == leaf => [false, true],
                Contact::Inside => [true, true],
                Contact::Outside => [false, false],
                Contact::On(_) if other < leaf => return None,
                Contact::On(touch) => coincident(&touch, normal)?,
            };
        }
        let [front, behind] = [0, 1].map(|side| self.solid.holds(|leaf| self.sides[leaf][side]));
        match (front, behind) {
            (false, true) => Some(SurfacePoint { position, normal }),
            (true, false) => Some(SurfacePoint { position, normal: -normal }),
            _ => None,
        }
    }
}

/// Whether a leaf with a face in the same place is in front of it, and behind; nothing if the faces cross there.
fn coincident(touch: &Touch, normal: DVec3) -> Option<[bool; 2]> {
    let [only] = touch.faces() else { return None };
    let along = only.normal.dot(normal);
    (along.abs() >= PARALLEL).then_some([along < 0.0, along > 0.0])
}
