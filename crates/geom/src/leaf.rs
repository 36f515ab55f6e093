//! The leaves of a solid: a primitive that stands somewhere, and what the tree above asks of it.
//!
//! Whatever becomes a leaf answers the same few questions: on which side is a point and by how much at least, which faces pass
//! through it, where does a line run inside.

use crate::placement::Placement;
use crate::primitive::{Interval, Primitive};
use crate::surface::Surface;
use glam::DVec3;

/// One primitive of a solid.
#[derive(Clone, Debug)]
pub struct Leaf {
    primitive: Primitive,
    placement: Placement,
    surfaces: Vec<Surface>,
}

/// How a point stands towards a leaf.
#[derive(Clone, Copy, Debug)]
pub enum Contact {
    /// Clearly inside.
    Inside,
    /// Clearly outside.
    Outside,
    /// On the boundary, within the tolerance.
    On(Touch),
}

/// The faces that pass through a point of the boundary.
#[derive(Clone, Copy, Debug)]
pub struct Touch {
    faces: [Touched; 4],
    count: usize,
    /// Near the point the leaf is what lies behind all of the faces; otherwise, what lies behind any of them.
    pub convex: bool,
}

/// One face at a point.
#[derive(Clone, Copy, Debug)]
pub struct Touched {
    /// Which face of the leaf.
    pub face: usize,
    /// Its unit normal there, pointing out of the leaf.
    pub normal: DVec3,
}

impl Touch {
    /// The faces; at most four.
    pub fn faces(&self) -> &[Touched] {
        &self.faces[..self.count]
    }
}

impl Leaf {
    /// A primitive that stands somewhere.
    pub fn new(primitive: Primitive, placement: Placement) -> Self {
        Self { primitive, placement, surfaces: primitive.surfaces() }
    }

    /// Its form, in its own frame.
    pub fn primitive(&self) -> &Primitive {
        &self.primitive
    }

    /// Where it stands.
    pub fn placement(&self) -> &Placement {
        &self.placement
    }

    /// The surfaces of its faces, in its own frame.
    pub fn surfaces(&self) -> &[Surface] {
        &self.surfaces
    }

    /// Signed distance to the surface of a face, without regard to where the face ends.
    pub fn face_distance(&self, face: usize, p: DVec3) -> f64 {
        self.surfaces[face].distance(self.placement.to_local(p))
    }

    /// The normal of a face's surface.
    pub fn face_normal(&self, face: usize, p: DVec3) -> DVec3 {
        self.placement.turn * self.surfaces[face].normal(self.placement.to_local(p))
    }

    /// Negative inside, positive outside, never more than the distance to the boundary.
    pub fn field(&self, p: DVec3) -> f64 {
        self.primitive.field(self.placement.to_local(p))
    }

    /// How a point stands towards the leaf.
    pub fn contact(&self, p: DVec3, tolerance: f64) -> Contact {
        let local = self.placement.to_local(p);
        let field = self.primitive.field(local);
        if field < -tolerance {
            return Contact::Inside;
        }
        if field > tolerance {
            return Contact::Outside;
        }
        let mut touch =
            Touch { faces: [Touched { face: 0, normal: DVec3::ZERO }; 4], count: 0, convex: true };
        for (face, surface) in self.surfaces.iter().enumerate() {
            if surface.distance(local) >= -tolerance && touch.count < touch.faces.len() {
                let normal = self.placement.turn * surface.normal(local);
                touch.faces[touch.count] = Touched { face, normal };
                touch.count += 1;
            }
        }
        Contact::On(touch)
    }

    /// Adds the intervals of `t` where `origin + t * direction` is inside; `direction` has length one.
    pub fn ray(&self, origin: DVec3, direction: DVec3, out: &mut Vec<Interval>) {
        let (origin, direction) =
            (self.placement.to_local(origin), self.placement.direction_to_local(direction));
        self.primitive.ray(origin, direction, out);
    }

    /// The corners of a box around it; tight where axes are quarter turns of its own.
    pub fn bounds(&self) -> [DVec3; 2] {
        let half = self.primitive.half_sizes();
        let turn = self.placement.turn;
        let reach = match self.primitive {
            Primitive::Sphere { radius } => DVec3::splat(radius),
            _ => turn.x_axis.abs() * half.x + turn.y_axis.abs() * half.y + turn.z_axis.abs() * half.z,
        };
        [self.placement.shift - reach, self.placement.shift + reach]
    }
}
