//! Objects as rigid bodies: each a compound of convex shapes whose mass is the sum of its pieces.

use super::TOUCH;
use crate::scene::{Object, Room, Scene};
use crate::shape::Shape;
use rapier3d::math::{Matrix, Pose, Rotation, Vector};
use rapier3d::parry::mass_properties::MassProperties;
use rapier3d::parry::query;
use rapier3d::prelude::SharedShape;
use spatiq_geom::{DMat3, DVec3, Placement};

/// Kilograms in a cubic metre. Since all things have the same, it changes nothing but rounding.
const DENSITY: f32 = 100.0;

/// Corners around a cone.
const AROUND_CONE: usize = 24;

/// Straight tubes that make up a ring.
const AROUND_RING: usize = 16;

/// More corners than this are thinned out, for contacts of large hulls cost time.
const MOST_CORNERS: usize = 160;

/// A mesh flatter than this is taken for a plate, in metres.
const THINNEST: f64 = 0.002;

/// All that a simulation needs to know of a scene.
#[derive(Clone)]
pub struct Stage {
    /// One an object.
    pub bodies: Vec<Body>,
    /// The floor and the walls: the way each faces, and a point of it.
    pub planes: Vec<(Vector, Vector)>,
}

/// A thing that falls.
#[derive(Clone)]
pub struct Body {
    /// Its pieces, in its own frame.
    pub shape: SharedShape,
    /// Mass, centre and inertia in its own frame.
    pub mass: MassProperties,
    /// Where it starts.
    pub start: Pose,
}

impl Stage {
    /// The objects of a scene where they stand.
    pub fn new(scene: &Scene) -> Self {
        Self { bodies: scene.objects.iter().map(Body::new).collect(), planes: planes(&scene.room) }
    }

    /// The same with one object moved.
    pub fn moved(&self, object: usize, by: DVec3) -> Self {
        let mut stage = self.clone();
        stage.bodies[object].start.translation += vector(by);
        stage
    }

    /// Whether an object reaches into another one, a wall or the floor.
    pub fn penetrates(&self, object: usize) -> bool {
        let one = &self.bodies[object];
        let meets = |pose: &Pose, shape: &SharedShape| {
            let contact = query::contact(&one.start, &*one.shape.0, pose, &*shape.0, 0.0);
            matches!(contact, Ok(Some(contact)) if contact.dist < -(TOUCH as f32))
        };
        let others = self.bodies.iter().enumerate().filter(|(other, _)| *other != object);
        others.map(|(_, other)| meets(&other.start, &other.shape)).any(|meets| meets)
            || self.planes.iter().any(|(normal, point)| {
                meets(&Pose::from_translation(*point), &SharedShape::halfspace(*normal))
            })
    }
}

fn planes(room: &Room) -> Vec<(Vector, Vector)> {
    let mut planes = vec![(Vector::Z, Vector::ZERO)];
    if let Some(walls) = &room.walls {
        planes.push((Vector::NEG_Y, vector(DVec3::Y * walls.back)));
        planes.push((Vector::X, vector(DVec3::NEG_X * walls.side)));
        planes.push((Vector::NEG_X, vector(DVec3::X * walls.side)));
    }
    planes
}

impl Body {
    fn new(object: &Object) -> Self {
        // A body cannot be mirrored, but its pieces can.
        let (start, mirror) = unmirrored(&object.placement);
        let solids: Vec<Solid> =
            object.model.pieces().map(|piece| Solid::new(&piece.shape, &piece.placement.within(&mirror))).collect();
        let mass = solids.iter().map(Solid::mass).sum();
        let parts = solids.into_iter().flat_map(|solid| solid.convex).collect();
        Self { shape: SharedShape::compound(parts), mass, start }
    }

    /// Its centre of mass when it is somewhere.
    pub fn centre(&self, pose: &Pose) -> Vector {
        *pose * self.mass.local_com
    }
}

/// A piece in the frame of its body, made of convex shapes.
struct Solid {
    convex: Vec<(Pose, SharedShape)>,
    /// True volume over that of the convex shapes, which may overlap or have cut corners.
    fill: f32,
}

impl Solid {
    fn new(shape: &Shape, placement: &Placement) -> Self {
        let pose = unmirrored(placement).0;
        let convex = match shape {
            Shape::Box { half } => {
                let half = vector(*half);
                vec![(pose, SharedShape::cuboid(half.x, half.y, half.z))]
            }
            Shape::Frustum { bottom, top, half_height } if bottom == top => {
                vec![(pose * y_to_z(), SharedShape::cylinder(*half_height as f32, *bottom as f32))]
            }
            Shape::Ball { radius } => vec![(pose, SharedShape::ball(*radius as f32))],
            Shape::Ring { ring, tube } => {
                tubes(*ring, *tube).into_iter().map(|tube| (pose, tube)).collect()
            }
            Shape::Frustum { .. } | Shape::Prism { .. } | Shape::Mesh(_) => {
                let corners = shape.corners(AROUND_CONE);
                let corners: Vec<DVec3> = corners.into_iter().map(|corner| placement.to_world(corner)).collect();
                vec![hull(&corners)]
            }
        };
        let volume: f32 = convex.iter().map(|(_, shape)| shape.mass_properties(1.0).mass()).sum();
        let fill = match shape {
            // What triangles bound may have gaps, so that nobody knows.
            Shape::Mesh(_) => 1.0,
            _ => shape.volume() as f32 / volume,
        };
        Self { convex, fill }
    }

    fn mass(&self) -> MassProperties {
        self.convex
            .iter()
            .map(|(pose, shape)| shape.mass_properties(DENSITY * self.fill).transform_by(pose))
            .sum()
    }
}

/// The convex hull of points, or the box around them if they lie in a plane.
fn hull(corners: &[DVec3]) -> (Pose, SharedShape) {
    let [low, high] = crate::model::around(corners.iter().map(|corner| [*corner; 2]));
    let middle = (low + high) / 2.0;
    let pose = Pose::from_translation(vector(middle));
    let points: Vec<Vector> = thinned(corners).into_iter().map(|corner| vector(corner - middle)).collect();
    let flattest = vector(high - low).min_element() * THINNEST as f32;
    let solid = SharedShape::convex_hull(&points).filter(|hull| {
        let mass = hull.mass_properties(1.0);
        mass.mass() > flattest * flattest * flattest && mass.principal_inertia().min_element() > 0.0
    });
    let plate = || {
        let half = vector(((high - low) / 2.0).max(DVec3::splat(THINNEST / 2.0)));
        SharedShape::cuboid(half.x, half.y, half.z)
    };
    (pose, solid.unwrap_or_else(plate))
}

/// Those of many corners that stick out most in directions all around.
fn thinned(corners: &[DVec3]) -> Vec<DVec3> {
    if corners.len() <= MOST_CORNERS {
        return corners.to_vec();
    }
    let golden = std::f64::consts::PI * (3.0 - 5f64.sqrt());
    let mut kept: Vec<usize> = (0..MOST_CORNERS)
        .filter_map(|k| {
            let z = 1.0 - (2 * k + 1) as f64 / MOST_CORNERS as f64;
            let (aside, angle) = ((1.0 - z * z).sqrt(), golden * k as f64);
            let direction = DVec3::new(aside * libm::cos(angle), aside * libm::sin(angle), z);
            let reach = |corner: usize| corners[corner].dot(direction);
            (0..corners.len()).max_by(|a, b| reach(*a).total_cmp(&reach(*b)))
        })
        .collect();
    kept.sort_unstable();
    kept.dedup();
    kept.into_iter().map(|corner| corners[corner]).collect()
}

/// A ring as straight tubes with round ends.
fn tubes(ring: f64, tube: f64) -> Vec<SharedShape> {
    let corner = |k: usize| {
        let angle = std::f64::consts::TAU * k as f64 / AROUND_RING as f64;
        vector(DVec3::new(ring * libm::cos(angle), ring * libm::sin(angle), 0.0))
    };
    (0..AROUND_RING).map(|k| SharedShape::capsule(corner(k), corner(k + 1), tube as f32)).collect()
}

/// Takes y, along which cylinders stand in the engine, to z.
fn y_to_z() -> Pose {
    Pose::from_rotation(Rotation::from_mat3(&Matrix::from_cols(Vector::X, Vector::Z, Vector::NEG_Y)))
}

/// A pose for a placement, and what is to be done to the shape before: nothing, or a mirror image.
fn unmirrored(placement: &Placement) -> (Pose, Placement) {
    let mut mirror = Placement::IDENTITY;
    if placement.turn.determinant() < 0.0 {
        mirror.turn = DMat3::from_diagonal(DVec3::new(-1.0, 1.0, 1.0));
    }
    let turn = placement.turn * mirror.turn;
    let turn = Matrix::from_cols(vector(turn.x_axis), vector(turn.y_axis), vector(turn.z_axis));
    (Pose::from_parts(vector(placement.shift), Rotation::from_mat3(&turn).normalize()), mirror)
}

fn vector(v: DVec3) -> Vector {
    Vector::new(v.x as f32, v.y as f32, v.z as f32)
}
