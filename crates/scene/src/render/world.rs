//! A scene made ready for rays: bodies in a tree of boxes, and the planes around them.

use super::body::Body;
use super::texture::Cover;
use super::triangle::Triangle;
use crate::facets::Facets;
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

/// From here on numbers of faces stand for parts of many triangles.
const TRIANGLES: u32 = 1 << 22;

/// No face: where nothing is.
pub const NO_FACE: u32 = u32::MAX;

/// All that rays can meet.
pub struct World<'a> {
    tree: Bvh2,
    /// In the order of the tree's leaves.
    solids: Vec<Solid>,
    bodies: Vec<Body>,
    /// Neighbours lie side by side.
    triangles: Vec<Triangle>,
    room: &'a Room,
    /// What covers the floor and the walls.
    covers: Vec<Cover>,
    /// The ball around each object.
    pub balls: Vec<(DVec3, f64)>,
}

/// A place in one of two lists.
#[derive(Clone, Copy)]
enum Solid {
    Body(u32),
    Triangle(u32),
}

/// What a box of the tree is around.
enum Content {
    Body(u32),
    /// A triangle of a mesh.
    Face(u32, u32),
}

/// A mesh that stands somewhere in the world.
struct Placed<'a> {
    /// Its vertices in the world: each belongs to several triangles, and is brought there once.
    vertices: Vec<DVec3>,
    triangles: &'a [[u32; 3]],
    part: u16,
}

impl<'a> Placed<'a> {
    fn new(mesh: &'a Facets, placement: &Placement, part: u16) -> Self {
        let vertices = mesh.vertices().iter().map(|vertex| placement.to_world(*vertex)).collect();
        Self { vertices, triangles: mesh.triangles(), part }
    }

    fn corners(&self, face: u32) -> [DVec3; 3] {
        self.triangles[face as usize].map(|corner| self.vertices[corner as usize])
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
        let (mut bodies, mut meshes, mut boxes, mut balls) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        // What each box is around: a body, or a triangle of a mesh.
        let mut contents: Vec<Content> = Vec::new();
        let mut part = 0;
        for object in &scene.objects {
            let mut reach = [DVec3::INFINITY, DVec3::NEG_INFINITY];
            let mut add = |bounds: [DVec3; 2], content: Content| {
                reach = [reach[0].min(bounds[0]), reach[1].max(bounds[1])];
                boxes.push(around(bounds));
                contents.push(content);
            };
            for each in &object.model.parts {
                for piece in &each.pieces {
                    if let Some(body) = Body::of(piece, &object.placement, part) {
                        add(body.bounds(), Content::Body(bodies.len() as u32));
                        bodies.push(body);
                    } else if let Shape::Mesh(mesh) = &piece.shape {
                        let placed = Placed::new(mesh, &piece.placement.within(&object.placement), part);
                        for face in 0..mesh.triangles().len() as u32 {
                            let [a, b, c] = placed.corners(face);
                            add([a.min(b).min(c), a.max(b).max(c)], Content::Face(meshes.len() as u32, face));
                        }
                        meshes.push(placed);
                    }
                }
                part += 1;
            }
            let [low, high] = reach;
            balls.push((low.midpoint(high), low.distance(high) / 2.0));
        }
        let tree = build_bvh2(&boxes, BvhBuildParams::fast_build(), &mut Duration::default());
        let mut triangles = Vec::with_capacity(boxes.len() - bodies.len());
        let solid = |&at: &u32| match contents[at as usize] {
            Content::Body(body) => Solid::Body(body),
            Content::Face(mesh, face) => {
                let placed = &meshes[mesh as usize];
                triangles.push(Triangle::new(placed.corners(face), placed.part));
                Solid::Triangle(triangles.len() as u32 - 1)
            }
        };
        let solids = tree.primitive_indices.iter().map(solid).collect();
        let walls = scene.room.walls.iter().flat_map(|walls| &walls.textures);
        let covers = std::iter::once(&scene.room.floor).chain(walls).map(Cover::new).collect();
        Self { tree, solids, bodies, triangles, room: &scene.room, covers, balls }
    }

    /// How far along a ray a solid is met; infinity where it is not.
    #[inline]
    fn hit(&self, at: usize, origin: DVec3, direction: DVec3) -> f64 {
        match self.solids[at] {
            Solid::Body(body) => self.bodies[body as usize].hit(origin, direction),
            Solid::Triangle(triangle) => self.triangles[triangle as usize].hit(origin, direction),
        }
    }

    /// What a ray meets first; `direction` has length one.
    pub fn first(&self, origin: DVec3, direction: DVec3) -> Option<Hit> {
        let plane = self.plane(origin, direction);
        let mut best = (plane.map_or(f64::INFINITY, |hit| hit.distance), None);
        self.tree.ray_traverse(ray(origin, direction, best.0), &mut RayHit::none(), |_, at| {
            best = nearer(best, (self.hit(at, origin, direction), at));
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
            let distance = self.hit(at, origin, direction);
            if distance < f64::INFINITY {
                met(self.part(at as u32));
                best = nearer(best, (distance, at));
            }
        });
        match best {
            (distance, Some(at)) => Some(Hit { distance, surface: Surface::Body(at as u32) }),
            _ => plane,
        }
    }

    /// Whether nothing but the room is met before `reach`.
    pub fn is_free(&self, origin: DVec3, direction: DVec3, reach: f64) -> bool {
        self.tree.ray_traverse_miss(ray(origin, direction, reach), |_, at| {
            if self.hit(at, origin, direction) < reach { 0.0 } else { f32::INFINITY }
        })
    }

    /// How far a ray gets, if not as far as `reach`.
    pub fn free_way(&self, origin: DVec3, direction: DVec3, reach: f64) -> f64 {
        let mut best = self.plane(origin, direction).map_or(reach, |hit| hit.distance.min(reach));
        self.tree.ray_traverse(ray(origin, direction, best), &mut RayHit::none(), |_, at| {
            best = best.min(self.hit(at, origin, direction));
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

    /// The part to which a body or a triangle belongs.
    pub fn part(&self, at: u32) -> u16 {
        match self.solids[at as usize] {
            Solid::Body(body) => self.bodies[body as usize].part,
            Solid::Triangle(triangle) => self.triangles[triangle as usize].part,
        }
    }

    /// The normal by which a body or a triangle is shaded where its own is `normal`.
    pub fn soft_normal(&self, at: u32, point: DVec3, normal: DVec3) -> DVec3 {
        match self.solids[at as usize] {
            Solid::Body(body) => self.bodies[body as usize].soft_normal(point, normal),
            Solid::Triangle(_) => normal,
        }
    }

    /// The unit normal of a surface where a ray meets it, towards the ray's start, and a number that tells its faces apart.
    pub fn face(&self, surface: Surface, point: DVec3, direction: DVec3) -> (DVec3, u32) {
        match surface {
            Surface::Plane(plane) => (plane_normal(plane), u32::from(plane)),
            Surface::Body(at) => {
                let ((normal, face), owner) = match self.solids[at as usize] {
                    Solid::Body(body) => (self.bodies[body as usize].face(point, direction), at + 1),
                    Solid::Triangle(triangle) => {
                        let triangle = &self.triangles[triangle as usize];
                        (triangle.face(direction), TRIANGLES + u32::from(triangle.part))
                    }
                };
                (normal, owner << 8 | u32::from(face))
            }
        }
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

    /// How far the second nearest plane of the room is from a point; infinity where there is but one.
    pub fn second_nearest_plane(&self, point: DVec3) -> f64 {
        let Some(walls) = &self.room.walls else { return f64::INFINITY };
        let gaps = [point.z, walls.back - point.y, walls.side + point.x, walls.side - point.x];
        let (_, second) = gaps.into_iter().fold((f64::INFINITY, f64::INFINITY), |(least, second), gap| {
            if gap < least { (gap, least) } else { (least, second.min(gap)) }
        });
        second
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

type Best = (f64, Option<usize>);

/// Of two bodies at the same distance the one that comes first, whatever the order of visits.
fn nearer(best: Best, (distance, at): (f64, usize)) -> Best {
    let is_nearer = distance < best.0 || distance == best.0 && best.1.is_some_and(|other| at < other);
    if is_nearer { (distance, Some(at)) } else { best }
}

/// Single precision that is no less.
fn far_enough(distance: f64) -> f32 {
    (distance * (1.0 + 1e-6)) as f32
}

fn ray(origin: DVec3, direction: DVec3, reach: f64) -> Ray {
    let single = |v: DVec3| Vec3A::new(v.x as f32, v.y as f32, v.z as f32);
    Ray::new(single(origin), single(direction), 0.0, far_enough(reach))
}

fn around([low, high]: [DVec3; 2]) -> Aabb {
    let single = |v: DVec3| Vec3A::new(v.x as f32, v.y as f32, v.z as f32);
    Aabb::new(single(low - SLACK), single(high + SLACK))
}
