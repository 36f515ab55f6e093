//! What the solid looks like around a point of a curve: nothing to see, a smooth face, or a sharp edge.
//!
//! In the plane across the curve every face through the point is a line, and the lines cut the neighbourhood into wedges.
//! Within a wedge it is known for each leaf whether it is inside, so the tree says whether there is material.
//! Going around, material begins and ends at some of the lines:
//! 1. nowhere: the point is inside or outside, or the faces cancel out;
//! 2. at two opposite directions: one smooth face passes through;
//! 3. otherwise: an edge.
//!
//! Faces that touch without crossing share a line. Between them there is a wedge of no width at all, such as the groove under a
//! cylinder that lies on a table; the order of such faces follows from their curvature.

use crate::curve::{FaceId, Scale};
use glam::{DVec2, DVec3};
use spatiq_geom::{Contact, Region, Rest, Solid, Touch, Touched};

/// What a point of a curve is to the solid.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Local {
    /// All material or all air around it.
    Nothing,
    /// On a smooth face, which runs along this direction across the curve.
    Smooth(DVec3),
    /// On an edge; its two faces, where there are just two and they do not touch.
    Sharp(Option<[Side; 2]>),
}

/// A face that ends at an edge.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Side {
    pub id: FaceId,
    /// Whether it lies towards `tangent × normal`, rather than away from there.
    pub left: bool,
}

/// Directions that differ by less than this (as a sine) are one: smooth joints of faces are not edges.
const SAME_DIRECTION: f64 = 1e-4;

/// Looks around `p`, a point of a curve that runs along `tangent`, given what of the solid is near.
pub(crate) fn look(near: &Region, scale: &Scale, p: DVec3, tangent: DVec3) -> Local {
    let mut touched = Vec::new();
    let mut inside = Vec::new();
    for (leaf, contact) in near.contacts(p, scale.on) {
        match contact {
            Contact::Inside => inside.push(leaf),
            Contact::Outside => {}
            Contact::On(touch) => touched.push((leaf, touch)),
        }
    }
    let across = Across::new(tangent);
    let directions = directions(&touched, &across);
    if directions.is_empty() {
        return Local::Nothing;
    }
    let mut rest = Rest::default();
    let is_touched = |leaf: usize| touched.iter().any(|(other, _)| *other == leaf);
    near.reduce(|leaf| if is_touched(leaf) { None } else { Some(inside.contains(&leaf)) }, &mut rest);
    let place = Place { solid: near.solid(), scale, p, touched, across: &across, rest };
    match place.changes(&directions).as_slice() {
        [] => Local::Nothing,
        [a, b] if a.dot(*b) < 0.0 && a.perp_dot(*b).abs() < SAME_DIRECTION => Local::Smooth(across.space(*a)),
        [a, b] if a != b => Local::Sharp(place.side(*a).zip(place.side(*b)).map(|(a, b)| [a, b])),
        _ => Local::Sharp(None),
    }
}

/// The plane across a curve.
struct Across {
    x: DVec3,
    y: DVec3,
    tangent: DVec3,
}

impl Across {
    fn new(tangent: DVec3) -> Self {
        let x = tangent.any_orthonormal_vector();
        Self { x, y: tangent.cross(x), tangent }
    }

    fn flat(&self, v: DVec3) -> DVec2 {
        DVec2::new(v.dot(self.x), v.dot(self.y))
    }

    fn space(&self, v: DVec2) -> DVec3 {
        self.x * v.x + self.y * v.y
    }
}

/// The directions along faces, each with its opposite, counter-clockwise, without repetition.
fn directions(touched: &[(usize, Touch)], across: &Across) -> Vec<DVec2> {
    let mut found: Vec<DVec2> = Vec::with_capacity(8);
    for face in touched.iter().flat_map(|(_, touch)| touch.faces()) {
        let Some(along) = across.flat(across.tangent.cross(face.normal)).try_normalize() else { continue };
        if !found.iter().any(|d| d.perp_dot(along).abs() < SAME_DIRECTION) {
            found.push(along);
            found.push(-along);
        }
    }
    found.sort_by(|a, b| around_clock(*a).total_cmp(&around_clock(*b)));
    found
}

/// Grows with the angle, from 0 to 4.
fn around_clock(d: DVec2) -> f64 {
    let within = d.x / (d.x.abs() + d.y.abs());
    if d.y >= 0.0 { 1.0 - within } else { 3.0 + within }
}

/// A point on the boundary of some leaves.
struct Place<'a> {
    solid: &'a Solid,
    scale: &'a Scale,
    p: DVec3,
    touched: Vec<(usize, Touch)>,
    across: &'a Across,
    /// What the tree says, given the sides of the leaves that are touched.
    rest: Rest,
}

impl Place<'_> {
    /// The directions at which material begins or ends; one that both begins and ends it, with no width between, comes
    /// twice.
    fn changes(&self, directions: &[DVec2]) -> Vec<DVec2> {
        let wedge = |k: usize| {
            let (from, to) = (directions[k], directions[(k + 1) % directions.len()]);
            // Two directions are opposite: the wedge is half of the plane.
            let middle = self.across.space(if directions.len() == 2 { from.perp() } else { from + to });
            self.filled(|_, face| face.normal.dot(middle) < 0.0)
        };
        let mut found = Vec::new();
        let mut before = wedge(directions.len() - 1);
        for (k, &direction) in directions.iter().enumerate() {
            for layer in self.layers(direction) {
                if layer != before {
                    found.push(direction);
                    before = layer;
                }
            }
            let after = wedge(k);
            if after != before {
                found.push(direction);
            }
            before = after;
        }
        found
    }

    /// The face of a primitive that leaves the point along `direction`.
    fn side(&self, direction: DVec2) -> Option<Side> {
        let is_primitive = |leaf: usize| self.solid.leaves()[leaf].primitive().is_some();
        let faces = self.touched.iter().filter(|(leaf, _)| is_primitive(*leaf));
        faces.flat_map(|&(leaf, ref touch)| touch.faces().iter().map(move |face| (leaf, face))).find_map(
            |(leaf, face)| {
                let along = self.across.flat(self.across.tangent.cross(face.normal)).try_normalize()?;
                let id = FaceId { leaf, face: face.face };
                (along.perp_dot(direction).abs() < SAME_DIRECTION)
                    .then(|| Side { id, left: along.dot(direction) > 0.0 })
            },
        )
    }

    /// Whether there is material, given on which side of each touched face of a leaf one is: true for behind it.
    fn filled(&self, behind: impl Fn(usize, &Touched) -> bool) -> bool {
        self.rest.holds(|asked| {
            let Some((leaf, touch)) = self.touched.iter().find(|(leaf, _)| *leaf == asked) else {
                return false;
            };
            let mut sides = touch.faces().iter().map(|face| behind(*leaf, face));
            if touch.convex { sides.all(|inside| inside) } else { sides.any(|inside| inside) }
        })
    }

    /// Material in the layers of no width between faces that all leave the point along `direction`, from the
    /// clockwise side.
    fn layers(&self, direction: DVec2) -> Vec<bool> {
        let (forward, upward) = (self.across.space(direction), self.across.space(direction.perp()));
        let step = 1e-3 * self.scale.size;
        let ahead = self.p + forward * step;
        let is_along = |face: &Touched| self.across.flat(face.normal).dot(direction).abs() < SAME_DIRECTION;
        // How high the face passes over the point ahead.
        let height = |leaf: usize, face: &Touched| {
            -self.solid.leaves()[leaf].face_distance(face.face, ahead) / face.normal.dot(upward)
        };
        let all =
            self.touched.iter().flat_map(|(leaf, touch)| touch.faces().iter().map(move |face| (*leaf, face)));
        let mut heights: Vec<f64> =
            all.filter(|(_, face)| is_along(face)).map(|(leaf, face)| height(leaf, face)).collect();
        heights.sort_by(f64::total_cmp);
        // A height of curved faces is of the order step²/size; what differs by far less is the same face twice.
        let same = 1e-3 * step * step / self.scale.size;
        let gaps = heights.windows(2).filter(|pair| pair[1] - pair[0] > same);
        gaps.map(|pair| {
            let between = (pair[0] + pair[1]) / 2.0;
            self.filled(|leaf, face| {
                if is_along(face) {
                    (between > height(leaf, face)) != (face.normal.dot(upward) > 0.0)
                } else {
                    face.normal.dot(forward) < 0.0
                }
            })
        })
        .collect()
    }
}
