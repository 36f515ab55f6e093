//! A scene made ready for rays: bodies in a tree of boxes, and the planes around them.

use super::body::Body;
use super::shaft::{Hull, Shaft};
use super::texture::Cover;
use super::triangle::Triangles;
use crate::model;
use crate::scene::{Room, Scene, Walls};
use crate::shape::Shape;
use glam::{DVec3, Vec3A};
use obvhs::BvhBuildParams;
use obvhs::aabb::Aabb;
use obvhs::bvh2::Bvh2;
use obvhs::bvh2::builder::build_bvh2;
use obvhs::ray::{Ray, RayHit};
use spatiq_geom::Placement;
use std::time::Duration;

/// Boxes of the tree are in single precision; so much larger, they contain what they should.
const SLACK: f64 = 1e-4;

/// A ray that leaves a surface starts so far off it.
const LIFT: f64 = 1e-6;

/// So many solids are asked one by one; more through the tree.
const FEW: usize = 8;

/// From here on numbers of faces stand for parts of many triangles.
const TRIANGLES: u32 = 1 << 22;

/// No face: where nothing is.
pub const NO_FACE: u32 = u32::MAX;

/// Points of a face of triangles that are so far from one another across it, in metres, are on two steps of it.
const STEP: f64 = 0.004;

/// Whether a face is of triangles, of which all that look much the same way count as one, however high they are.
pub fn may_have_steps(face: u32) -> bool {
    face != NO_FACE && face >> 8 >= TRIANGLES
}

/// Whether two points of such a face are on steps of it, given its normal at one of them.
pub fn is_step(normal: DVec3, from: DVec3, to: DVec3) -> bool {
    normal.dot(to - from).abs() > STEP
}

/// All that rays can meet.
pub struct World<'a> {
    tree: Bvh2,
    /// In the order of the tree's leaves.
    solids: Vec<Solid>,
    /// The boxes around them.
    hulls: Vec<Hull>,
    bodies: Vec<Body>,
    meshes: Vec<Placed<'a>>,
    room: &'a Room,
    /// What covers the floor and the walls.
    covers: Vec<Cover>,
}

/// A place in one of two lists.
#[derive(Clone, Copy)]
enum Solid {
    Body(u32),
    Mesh(u32),
}

/// A mesh that stands somewhere in the world.
struct Placed<'a> {
    triangles: &'a Triangles,
    placement: Placement,
    part: u16,
    /// The number of its first triangle, after those of all solids and of the meshes before it.
    first: usize,
}

impl Placed<'_> {
    /// Where a ray meets it first, before `reach` or about there.
    #[inline]
    fn first(&self, origin: DVec3, direction: DVec3, reach: f64) -> Best {
        let (from, along) = self.to_local(origin, direction);
        let (distance, at) = self.triangles.first(from, along, reach);
        (distance, at.map(|at| self.first + at))
    }

    fn to_local(&self, origin: DVec3, direction: DVec3) -> (DVec3, DVec3) {
        (self.placement.to_local(origin), self.placement.direction_to_local(direction))
    }
}

/// What a ray meets.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Surface {
    /// A body or a triangle, by its place in the world.
    Body(u32),
    /// The floor, 0, or a wall: back, left, right.
    Plane(u8),
}

/// Where a ray meets something first.
#[derive(Clone, Copy, Debug)]
pub struct Hit {
    /// How far from the start.
    pub distance: f64,
    /// What is there.
    pub surface: Surface,
}

impl<'a> World<'a> {
    /// The world of a scene.
    pub fn new(scene: &'a Scene) -> Self {
        let (mut bodies, mut meshes, mut boxes) = (Vec::new(), Vec::new(), Vec::new());
        // What each box is around.
        let mut contents: Vec<(Solid, Hull)> = Vec::new();
        let mut part = 0;
        for object in &scene.objects {
            let mut add = |bounds: [DVec3; 2], solid: Solid, hull: Hull| {
                boxes.push(around(bounds));
                contents.push((solid, hull));
            };
            for each in &object.model.parts {
                for piece in &each.pieces {
                    if let Some(body) = Body::of(piece, &object.placement, part) {
                        add(body.bounds(), Solid::Body(bodies.len() as u32), body.hull());
                        bodies.push(body);
                    } else if let Shape::Mesh(mesh) = &piece.shape {
                        let placement = piece.placement.within(&object.placement);
                        let corners = mesh.vertices().iter().map(|vertex| placement.to_world(*vertex));
                        let bounds = model::around(corners.map(|corner| [corner; 2]));
                        add(bounds, Solid::Mesh(meshes.len() as u32), Hull::along_axes(bounds));
                        meshes.push(Placed { triangles: mesh.tree(), placement, part, first: 0 });
                    }
                }
                part += 1;
            }
        }
        let tree = build_bvh2(&boxes, BvhBuildParams::fast_build(), &mut Duration::default());
        let (solids, hulls): (Vec<Solid>, _) =
            tree.primitive_indices.iter().map(|at| contents[*at as usize]).unzip();
        let mut next = solids.len();
        for mesh in &mut meshes {
            mesh.first = next;
            next += mesh.triangles.len();
        }
        let walls = scene.room.walls.iter().flat_map(|walls| &walls.textures);
        let covers = std::iter::once(&scene.room.floor).chain(walls).map(Cover::new).collect();
        Self { tree, solids, hulls, bodies, meshes, room: &scene.room, covers }
    }

    /// Where a ray meets a solid, before `reach` or about there.
    #[inline]
    fn hit(&self, at: usize, origin: DVec3, direction: DVec3, reach: f64) -> Best {
        match self.solids[at] {
            Solid::Body(body) => (self.bodies[body as usize].hit(origin, direction), Some(at)),
            Solid::Mesh(mesh) => self.meshes[mesh as usize].first(origin, direction, reach),
        }
    }

    /// What a ray meets first; `direction` has length one.
    pub fn first(&self, origin: DVec3, direction: DVec3) -> Option<Hit> {
        let plane = self.plane(origin, direction);
        let mut best = (plane.map_or(f64::INFINITY, |hit| hit.distance), None);
        self.tree.ray_traverse(ray(origin, direction, best.0), &mut RayHit::none(), |_, at| {
            if let (distance, Some(at)) = self.hit(at, origin, direction, best.0) {
                best = nearer(best, (distance, at));
            }
            far_enough(best.0)
        });
        match best {
            (distance, Some(at)) => Some(Hit { distance, surface: Surface::Body(at as u32) }),
            _ => plane,
        }
    }

    /// What a ray meets first, calling `met` with the part of every body that it meets at all.
    pub fn through(&self, origin: DVec3, direction: DVec3, mut met: impl FnMut(u16)) -> Option<Hit> {
        let plane = self.plane(origin, direction);
        let mut best = (plane.map_or(f64::INFINITY, |hit| hit.distance), None);
        self.tree.ray_traverse_anyhit(ray(origin, direction, f64::INFINITY), |_, at| {
            if let (distance, Some(at)) = self.hit(at, origin, direction, f64::INFINITY)
                && distance < f64::INFINITY
            {
                met(self.part(at as u32));
                best = nearer(best, (distance, at));
            }
        });
        match best {
            (distance, Some(at)) => Some(Hit { distance, surface: Surface::Body(at as u32) }),
            _ => plane,
        }
    }

    /// What may be met in a shaft, besides the room.
    pub fn within(&self, shaft: &Shaft) -> Vec<u32> {
        let mut found = Vec::new();
        if !self.tree.nodes.is_empty() {
            self.find(shaft, 0, &mut found);
        }
        found
    }

    /// What may be met in a shaft, of what is below a node of the tree.
    fn find(&self, shaft: &Shaft, node: u32, found: &mut Vec<u32>) {
        let node = &self.tree.nodes[node as usize];
        let double = |v: Vec3A| DVec3::new(f64::from(v.x), f64::from(v.y), f64::from(v.z));
        if !shaft.may_enter(double(node.aabb().min), double(node.aabb().max)) {
            return;
        }
        if node.is_leaf() {
            let inside = node.first_index..node.first_index + node.prim_count;
            found.extend(inside.filter(|at| shaft.may_meet(&self.hulls[*at as usize])));
        } else {
            self.find(shaft, node.first_index, found);
            self.find(shaft, node.first_index + 1, found);
        }
    }

    /// Whether none of the solids `among` is met before `reach`. What was in the way is put first, since it is likely to be in
    /// that of the next ray.
    pub fn is_free(&self, among: &mut [u32], origin: DVec3, direction: DVec3, reach: f64) -> bool {
        let is_free = |at: u32| match self.solids[at as usize] {
            Solid::Body(body) => self.bodies[body as usize].hit(origin, direction) >= reach,
            Solid::Mesh(mesh) => {
                let mesh = &self.meshes[mesh as usize];
                let (from, along) = mesh.to_local(origin, direction);
                mesh.triangles.is_free(from, along, reach)
            }
        };
        let met = among.iter().position(|at| !is_free(*at));
        met.inspect(|met| among.swap(0, *met)).is_none()
    }

    /// How far a ray gets, if not as far as `reach`, where besides the room nothing is in its way but what is `among` these.
    pub fn free_way(&self, among: &[u32], origin: DVec3, direction: DVec3, reach: f64) -> f64 {
        let mut best = self.plane(origin, direction).map_or(reach, |hit| hit.distance.min(reach));
        if among.len() <= FEW {
            return among
                .iter()
                .fold(best, |best, at| best.min(self.hit(*at as usize, origin, direction, best).0));
        }
        self.tree.ray_traverse(ray(origin, direction, best), &mut RayHit::none(), |_, at| {
            best = best.min(self.hit(at, origin, direction, best).0);
            far_enough(best)
        });
        best
    }

    /// The nearest plane of the room that a ray from inside meets.
    pub fn plane(&self, origin: DVec3, direction: DVec3) -> Option<Hit> {
        let towards = |gap: f64, speed: f64| if speed > 0.0 { gap / speed } else { f64::INFINITY };
        let mut best = (towards(origin.z, -direction.z), 0);
        if let Some(Walls { back, side, .. }) = self.room.walls {
            let walls = [
                towards(back - origin.y, direction.y),
                towards(side + origin.x, -direction.x),
                towards(side - origin.x, direction.x),
            ];
            for (plane, distance) in (1..).zip(walls) {
                if distance < best.0 {
                    best = (distance, plane);
                }
            }
        }
        let (distance, plane) = best;
        (distance < f64::INFINITY).then_some(Hit { distance, surface: Surface::Plane(plane) })
    }

    /// The body with that number; nothing if it is a triangle.
    fn body(&self, at: u32) -> Option<&Body> {
        match self.solids.get(at as usize)? {
            Solid::Body(body) => Some(&self.bodies[*body as usize]),
            Solid::Mesh(_) => None,
        }
    }

    /// The mesh to which the triangle with that number belongs.
    fn mesh(&self, at: u32) -> &Placed<'a> {
        &self.meshes[self.meshes.partition_point(|mesh| mesh.first <= at as usize) - 1]
    }

    /// The part to which a body or a triangle belongs.
    pub fn part(&self, at: u32) -> u16 {
        self.body(at).map_or_else(|| self.mesh(at).part, |body| body.part)
    }

    /// The normal by which a body or a triangle is shaded where its own is `normal`.
    pub fn soft_normal(&self, at: u32, point: DVec3, normal: DVec3) -> DVec3 {
        self.body(at).map_or(normal, |body| body.soft_normal(point, normal))
    }

    /// The unit normal of a surface where a ray meets it, towards the ray's start, and a number that tells its faces apart.
    pub fn face(&self, surface: Surface, point: DVec3, direction: DVec3) -> (DVec3, u32) {
        let at = match surface {
            Surface::Plane(plane) => return (plane_normal(plane), u32::from(plane)),
            Surface::Body(at) => at,
        };
        if let Some(body) = self.body(at) {
            let (normal, face) = body.face(point, direction);
            return (normal, (at + 1) << 8 | u32::from(face));
        }
        let mesh = self.mesh(at);
        let normal = mesh.placement.turn * mesh.triangles.normal(at as usize - mesh.first);
        let normal = if normal.dot(direction) > 0.0 { -normal } else { normal };
        // Triangles of a part that look much the same way are one face.
        let axis = normal.abs().max_position();
        let face = 2 * axis as u32 + u32::from(normal[axis] > 0.0);
        (normal, (TRIANGLES + u32::from(mesh.part)) << 8 | face)
    }

    /// The colour of a plane of the room at a point of it, averaged over a square of side `width`; linear.
    pub fn cover(&self, plane: u8, point: DVec3, width: f64) -> [f64; 3] {
        let at = match plane {
            0 => [point.x, point.y],
            1 => [point.x, point.z],
            _ => [point.y, point.z],
        };
        self.covers[usize::from(plane)].colour(at, width)
    }

    /// Whether a plane of the room may be met in a shaft around that point.
    pub fn plane_within(&self, shaft: &Shaft, point: DVec3) -> bool {
        let walls = self.room.walls.iter();
        let sides =
            walls.flat_map(|Walls { back, side, .. }| [back - point.y, side + point.x, side - point.x]);
        let gaps = std::iter::once(point.z).chain(sides);
        (0..).zip(gaps).any(|(plane, gap)| shaft.may_meet_plane(plane_normal(plane), gap))
    }
}

/// A point slightly off a surface, from which rays start.
pub fn lifted(point: DVec3, normal: DVec3) -> DVec3 {
    point + normal * LIFT
}

/// The inward normal of a plane of the room.
pub fn plane_normal(plane: u8) -> DVec3 {
    [DVec3::Z, DVec3::NEG_Y, DVec3::X, DVec3::NEG_X][usize::from(plane)]
}

/// A distance, and the number of what is there; nothing where nothing is met.
pub type Best = (f64, Option<usize>);

/// Of two bodies at the same distance the one that comes first, whatever the order of visits.
pub fn nearer(best: Best, (distance, at): (f64, usize)) -> Best {
    let is_nearer = distance < best.0 || distance == best.0 && best.1.is_some_and(|other| at < other);
    if is_nearer { (distance, Some(at)) } else { best }
}

/// The distance in single precision, no less.
pub fn far_enough(distance: f64) -> f32 {
    (distance * (1.0 + 1e-6)) as f32
}

/// A ray as trees take it.
pub fn ray(origin: DVec3, direction: DVec3, reach: f64) -> Ray {
    let single = |v: DVec3| Vec3A::new(v.x as f32, v.y as f32, v.z as f32);
    Ray::new(single(origin), single(direction), 0.0, far_enough(reach))
}

/// The box with these corners as trees take it.
pub fn around([low, high]: [DVec3; 2]) -> Aabb {
    let single = |v: DVec3| Vec3A::new(v.x as f32, v.y as f32, v.z as f32);
    Aabb::new(single(low - SLACK), single(high + SLACK))
}
