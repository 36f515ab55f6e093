//! The leaves of a solid: a primitive or a mesh that stands somewhere, and what the tree above asks of it.
//!
//! Whatever becomes a leaf answers the same few questions: on which side is a point and by how much at least, which faces pass
//! through it, where does a line run inside. A boundary representation fits in as a mesh that knows more: its features
//! are the edges of its faces, its normals those of the true surfaces.

use crate::body::Body;
use crate::mesh::{Crease, Features, Mesh};
use crate::placement::Placement;
use crate::primitive::{Interval, Primitive};
use crate::stop::{Stop, Stopped};
use crate::surface::Surface;
use glam::DVec3;
use std::sync::Arc;

/// One primitive or mesh of a solid.
#[derive(Clone, Debug)]
pub struct Leaf {
    form: Form,
    placement: Placement,
    bounds: [DVec3; 2],
    /// Centre and radius of a ball around it.
    ball: (DVec3, f64),
}

#[derive(Clone, Debug)]
enum Form {
    Primitive(Primitive, Vec<Surface>),
    Mesh(Arc<MeshForm>),
}

/// A mesh with what its drawing needs.
#[derive(Debug)]
pub struct MeshForm {
    /// The triangles.
    pub mesh: Mesh,
    /// Its sharp edges and smooth faces.
    pub features: Features,
    /// How far the triangles may be from the smooth surfaces that they stand for.
    pub roughness: f64,
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
    fn new(convex: bool) -> Self {
        Self { faces: [Touched { face: 0, normal: DVec3::ZERO }; 4], count: 0, convex }
    }

    fn push(&mut self, face: usize, normal: DVec3) {
        if let Some(slot) = self.faces.get_mut(self.count) {
            *slot = Touched { face, normal };
            self.count += 1;
        }
    }

    /// The faces; at most four.
    pub fn faces(&self) -> &[Touched] {
        &self.faces[..self.count]
    }
}

impl Leaf {
    /// A primitive that stands somewhere.
    pub fn new(primitive: Primitive, placement: Placement) -> Self {
        let reach = DVec3::from(
            [DVec3::X, DVec3::Y, DVec3::Z].map(|axis| primitive.reach(placement.direction_to_local(axis))),
        );
        let bounds = [placement.shift - reach, placement.shift + reach];
        let ball = (placement.shift, primitive.radius());
        Self { form: Form::Primitive(primitive, primitive.surfaces()), placement, bounds, ball }
    }

    /// A mesh that stands somewhere; its edges are sharp from an angle on, in radians, which is usually
    /// [`FEATURE_ANGLE`](crate::mesh::FEATURE_ANGLE).
    pub fn from_mesh(
        mesh: Mesh,
        placement: Placement,
        feature_angle: f64,
        stop: Stop,
    ) -> Result<Self, Stopped> {
        let features = mesh.features(feature_angle, stop)?;
        let roughness = mesh.roughness(&features, stop)?;
        Ok(Self::from_form(Arc::new(MeshForm { mesh, features, roughness }), placement))
    }

    /// A body that stands somewhere. If its faces are known, they say which edges are sharp, and not the angle.
    pub(crate) fn from_body(
        body: Body,
        placement: Placement,
        feature_angle: f64,
        stop: Stop,
    ) -> Result<Self, Stopped> {
        let Body { mesh, truth } = body;
        let Some(truth) = truth else { return Self::from_mesh(mesh, placement, feature_angle, stop) };
        let roughness = truth.rough;
        let features = mesh.true_features(truth, stop)?;
        Ok(Self::from_form(Arc::new(MeshForm { mesh, features, roughness }), placement))
    }

    fn from_form(form: Arc<MeshForm>, placement: Placement) -> Self {
        let [low, high] = form.mesh.bounds();
        let reach = turned((high - low) / 2.0, &placement);
        let middle = placement.to_world(low.midpoint(high));
        let ball = (middle, low.distance(high) / 2.0);
        Self { form: Form::Mesh(form), placement, bounds: [middle - reach, middle + reach], ball }
    }

    /// Its form in its own frame, if it is a primitive.
    pub fn primitive(&self) -> Option<&Primitive> {
        match &self.form {
            Form::Primitive(primitive, _) => Some(primitive),
            Form::Mesh(_) => None,
        }
    }

    /// Its form in its own frame, if it is a mesh.
    pub fn mesh(&self) -> Option<&MeshForm> {
        match &self.form {
            Form::Primitive(..) => None,
            Form::Mesh(form) => Some(form),
        }
    }

    /// Where it stands.
    pub fn placement(&self) -> &Placement {
        &self.placement
    }

    /// The leaf elsewhere: where it stood, and then moved by `outer`.
    pub fn moved(&self, outer: &Placement) -> Self {
        let placement = self.placement.within(outer);
        match &self.form {
            Form::Primitive(primitive, _) => Self::new(*primitive, placement),
            Form::Mesh(form) => Self::from_form(Arc::clone(form), placement),
        }
    }

    /// The surfaces of a primitive's faces, in its own frame; a mesh has none.
    pub fn surfaces(&self) -> &[Surface] {
        match &self.form {
            Form::Primitive(_, surfaces) => surfaces,
            Form::Mesh(_) => &[],
        }
    }

    /// Signed distance to the surface of a face, without regard to where the face ends. Faces of a mesh are triangles.
    pub fn face_distance(&self, face: usize, p: DVec3) -> f64 {
        let local = self.placement.to_local(p);
        match &self.form {
            Form::Primitive(_, surfaces) => surfaces[face].distance(local),
            Form::Mesh(form) => {
                let [corner, ..] = form.mesh.corners(face as u32);
                form.mesh.normal(face as u32).dot(local - corner)
            }
        }
    }

    /// The normal of a face's surface.
    pub fn face_normal(&self, face: usize, p: DVec3) -> DVec3 {
        let local = match &self.form {
            Form::Primitive(_, surfaces) => surfaces[face].normal(self.placement.to_local(p)),
            Form::Mesh(form) => form.mesh.normal(face as u32),
        };
        self.placement.turn * local
    }

    /// Both of a face's distance and normal, for the price of one.
    pub fn face_at(&self, face: usize, p: DVec3) -> (f64, DVec3) {
        match &self.form {
            Form::Primitive(_, surfaces) => {
                let (distance, normal) = surfaces[face].at(self.placement.to_local(p));
                (distance, self.placement.turn * normal)
            }
            Form::Mesh(_) => (self.face_distance(face, p), self.face_normal(face, p)),
        }
    }

    /// Negative inside, positive outside, never more than the distance to the boundary.
    pub fn field(&self, p: DVec3) -> f64 {
        match &self.form {
            Form::Primitive(primitive, _) => primitive.field(self.placement.to_local(p)),
            Form::Mesh(form) => {
                let outside = p.max(self.bounds[0]).min(self.bounds[1]).distance(p);
                if outside > 0.0 { outside } else { form.mesh.distance(self.placement.to_local(p)) }
            }
        }
    }

    /// Whether a point is in the box around the leaf, or nearer to it than `slack`.
    fn within_bounds(&self, p: DVec3, slack: f64) -> bool {
        let [low, high] = self.bounds;
        (p - low).min_element() >= -slack && (high - p).min_element() >= -slack
    }

    /// Whether the boundary is nearer to a point than `distance`.
    pub fn is_near(&self, p: DVec3, distance: f64) -> bool {
        if !self.within_bounds(p, distance) {
            return false;
        }
        match &self.form {
            Form::Primitive(primitive, _) => primitive.field(self.placement.to_local(p)).abs() < distance,
            Form::Mesh(form) => form.mesh.is_near(self.placement.to_local(p), distance),
        }
    }

    /// The areas of its faces.
    pub(crate) fn face_areas(&self) -> Vec<f64> {
        match &self.form {
            Form::Primitive(primitive, _) => primitive.face_areas(),
            Form::Mesh(form) => {
                let corners = (0..form.mesh.triangles().len()).map(|face| form.mesh.corners(face as u32));
                corners.map(|[a, b, c]| (b - a).cross(c - a).length() / 2.0).collect()
            }
        }
    }

    /// The point of a face that belongs to a point of the unit square, in proportion to area.
    pub(crate) fn on_face(&self, face: usize, s: f64, t: f64) -> DVec3 {
        self.placement.to_world(match &self.form {
            Form::Primitive(primitive, _) => primitive.on_face(face, s, t),
            Form::Mesh(form) => {
                let [a, b, c] = form.mesh.corners(face as u32);
                let along = s.sqrt();
                a + ((b - a) * (1.0 - t) + (c - a) * t) * along
            }
        })
    }

    /// How a point stands towards the leaf.
    pub fn contact(&self, p: DVec3, tolerance: f64) -> Contact {
        if !self.within_bounds(p, tolerance) {
            return Contact::Outside;
        }
        let field = self.field(p);
        if field < -tolerance {
            return Contact::Inside;
        }
        if field > tolerance {
            return Contact::Outside;
        }
        Contact::On(match &self.form {
            Form::Primitive(_, surfaces) => self.touched_surfaces(surfaces, p, tolerance),
            Form::Mesh(form) => self.touched_triangles(&form.mesh, p, tolerance),
        })
    }

    fn touched_surfaces(&self, surfaces: &[Surface], p: DVec3, tolerance: f64) -> Touch {
        let local = self.placement.to_local(p);
        let mut touch = Touch::new(true);
        for (face, surface) in surfaces.iter().enumerate() {
            if surface.distance(local) >= -tolerance {
                touch.push(face, self.placement.turn * surface.normal(local));
            }
        }
        touch
    }

    fn touched_triangles(&self, mesh: &Mesh, p: DVec3, tolerance: f64) -> Touch {
        let contact = mesh.contact(self.placement.to_local(p), tolerance);
        let mut touch = Touch::new(contact.crease != Crease::Concave);
        for normal in contact.normals {
            let of_face = |triangle: &&u32| mesh.normal(**triangle).dot(normal) > 1.0 - 1e-12;
            if let Some(&triangle) = contact.triangles.iter().find(of_face) {
                touch.push(triangle as usize, self.placement.turn * normal);
            }
        }
        touch
    }

    /// Adds the intervals of `t` where `origin + t * direction` is inside; `direction` has length one. Those that end before
    /// `start` may be left out.
    pub fn ray(&self, origin: DVec3, direction: DVec3, start: f64, out: &mut Vec<Interval>) {
        let (centre, radius) = self.ball;
        let away = centre - origin;
        let ahead = away.dot(direction);
        // Squares of large numbers leave rounding behind.
        let aside = away.length_squared() * (1.0 - 1e-14) - ahead * ahead;
        if aside > radius * radius || ahead + radius < start {
            return;
        }
        let (origin, direction) =
            (self.placement.to_local(origin), self.placement.direction_to_local(direction));
        match &self.form {
            Form::Primitive(primitive, _) => primitive.ray(origin, direction, out),
            Form::Mesh(form) => {
                let mut found = Vec::new();
                form.mesh.ray_from(origin, direction, start, &mut found);
                // Sheets of an open mesh have no inside.
                out.extend(found.into_iter().filter(|(from, to)| from < to));
            }
        }
    }

    /// The corners of a box around it.
    pub fn bounds(&self) -> [DVec3; 2] {
        self.bounds
    }

    /// The axis of its own frame along which it is longest.
    pub(crate) fn longest_axis(&self) -> DVec3 {
        let size = match &self.form {
            Form::Primitive(primitive, _) => primitive.half_sizes(),
            Form::Mesh(form) => form.mesh.bounds()[1] - form.mesh.bounds()[0],
        };
        [DVec3::X, DVec3::Y, DVec3::Z][size.max_position()]
    }

    /// Centre and radius of a ball around it.
    pub fn ball(&self) -> (DVec3, f64) {
        self.ball
    }

    /// From where to where it reaches along a unit vector; it may reach less far.
    pub fn span(&self, along: DVec3) -> (f64, f64) {
        let reach = match &self.form {
            Form::Primitive(primitive, _) => primitive.reach(self.placement.direction_to_local(along)),
            Form::Mesh(_) => self.ball.1,
        };
        let middle = self.ball.0.dot(along);
        (middle - reach, middle + reach)
    }
}

/// Half the sizes of a box along the world's axes around a turned box.
fn turned(half: DVec3, placement: &Placement) -> DVec3 {
    let turn = placement.turn;
    turn.x_axis.abs() * half.x + turn.y_axis.abs() * half.y + turn.z_axis.abs() * half.z
}
