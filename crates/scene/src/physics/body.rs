//! Objects as rigid bodies: each a compound of convex shapes whose mass is the sum of its pieces.

use super::TOUCH;
use super::slices::sliced;
use crate::model::around;
use crate::placed::within;
use crate::scene::{Object, Room, Scene};
use crate::shape::Shape;
use rapier3d::math::{Matrix, Pose, Rotation, Vector};
use rapier3d::parry::mass_properties::MassProperties;
use rapier3d::parry::query;
use rapier3d::prelude::SharedShape;
use spatiq_geom::{DMat3, DVec3, Placement};

/// Kilograms in a cubic metre. Since all things have the same, it changes nothing but rounding.
const DENSITY: f32 = 100.0;

/// Corners around what is round, unless it is narrow.
const AROUND: usize = 16;

/// Fewer corners may stray so far from a circle, in metres.
const STRAY: f64 = 0.0025;

/// Cylinders with a radius of no more than this, in metres, are round alone: the engine looks at four points of a rim, one of
/// them near to the contact, and what is between them matters less than a nudge.
const NARROW: f64 = 0.07;

/// Straight tubes that make up a ring.
const AROUND_RING: usize = 16;

/// More corners than this are thinned out, for contacts of large hulls cost time.
const MOST_CORNERS: usize = 160;

/// Sheets and wires without thickness get this one, as a share of their size. The engine takes what is a tenth as thick
/// for flat.
const THINNEST: f64 = 0.005;

/// Which they are if their volume is a smaller share than this of the cube of their size.
const FLAT: f64 = 1e-5;

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
    /// From where its motion is measured: where it starts, but for a nudge.
    pub home: Pose,
}

impl Stage {
    /// The objects of a scene where they stand.
    pub fn new(scene: &Scene) -> Self {
        Self { bodies: scene.objects.iter().map(Body::new).collect(), planes: planes(&scene.room) }
    }

    /// The same with one object moved.
    pub fn moved(&self, object: usize, by: DVec3) -> Self {
        let mut stage = self.clone();
        let body = &mut stage.bodies[object];
        body.start.translation += vector(by);
        body.home = body.start;
        stage
    }

    /// Whether an object reaches into another one, a wall or the floor.
    pub fn penetrates(&self, object: usize) -> bool {
        let one = &self.bodies[object];
        let mut others = self.bodies.iter().enumerate().filter(|(other, _)| *other != object);
        others.any(|(_, other)| one.depth_in(other) > TOUCH as f32)
            || self.planes.iter().any(|(normal, point)| one.depth_behind(*normal, *point) > TOUCH as f32)
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
    /// An object where it stands.
    pub fn new(object: &Object) -> Self {
        // A body cannot be mirrored, but its pieces can.
        let (start, mirror) = unmirrored(&object.placement);
        let pieces: Vec<(&Shape, Placement, [DVec3; 2])> = object
            .model
            .pieces()
            .map(|piece| (&piece.shape, piece.placement.within(&mirror), piece.bounds()))
            .collect();
        let is_inside = |point: DVec3| {
            let seen = mirror.to_local(point);
            pieces.iter().any(|(shape, placement, [low, high])| {
                let is_near = low.cmple(seen).all() && seen.cmple(*high).all();
                is_near && within(shape, placement.to_local(point))
            })
        };
        let solids: Vec<Solid> =
            pieces.iter().map(|(shape, placement, _)| Solid::new(shape, placement, &is_inside)).collect();
        let mass = solids.iter().map(Solid::mass).sum();
        let parts = solids.into_iter().flat_map(|solid| solid.convex).collect();
        Self { shape: SharedShape::compound(parts), mass, start, home: start }
    }

    /// How deep it reaches into another body, or 0.
    fn depth_in(&self, other: &Self) -> f32 {
        match query::contact(&self.start, &*self.shape.0, &other.start, &*other.shape.0, 0.0) {
            Ok(Some(contact)) => -contact.dist,
            _ => 0.0,
        }
    }

    /// How deep it reaches behind a plane across an axis. Not by a half-space of the engine: asked about one as the
    /// second shape, it answers as if the two were the other way around.
    fn depth_behind(&self, normal: Vector, point: Vector) -> f32 {
        let parts = self.shape.as_compound().into_iter().flat_map(|compound| compound.shapes());
        parts
            .map(|(pose, shape)| {
                let bounds = shape.compute_aabb(&(self.start * *pose));
                let deepest = Vector::select(normal.cmpgt(Vector::ZERO), bounds.mins, bounds.maxs);
                normal.dot(point - deepest)
            })
            .fold(0.0, f32::max)
    }

    /// Its centre of mass when it is somewhere.
    pub fn centre(&self, pose: &Pose) -> Vector {
        *pose * self.mass.local_com
    }
}

/// How far an object can be lowered until it touches another one; nothing if it misses it.
pub fn clearance(above: &Object, below: &Object) -> Option<f64> {
    let (above, below) = (Body::new(above), Body::new(below));
    let ways = query::ShapeCastOptions::with_max_time_of_impact(f32::MAX);
    let [one, other] = [&above, &below].map(|body| &*body.shape.0);
    let hit = query::cast_shapes(&above.start, Vector::NEG_Z, one, &below.start, Vector::ZERO, other, ways)
        .ok()??;
    Some(f64::from(hit.time_of_impact))
}

/// A piece in the frame of its body, made of convex shapes.
struct Solid {
    convex: Vec<(Pose, SharedShape)>,
    /// True volume over that of the convex shapes, which may overlap or have cut corners.
    fill: f32,
}

impl Solid {
    fn new(shape: &Shape, placement: &Placement, is_inside: &dyn Fn(DVec3) -> bool) -> Self {
        let pose = unmirrored(placement).0;
        let convex = match shape {
            Shape::Box { half } => {
                let half = vector(*half);
                vec![(pose, SharedShape::cuboid(half.x, half.y, half.z))]
            }
            Shape::Frustum { bottom, top, half_height } if bottom == top => {
                // Round, that it may roll, and with the slices of a drum, on which it stands.
                let round = (pose * y_to_z(), SharedShape::cylinder(*half_height as f32, *bottom as f32));
                let corners = shape.corners(around_circle(*bottom));
                let drum = || sliced(&corners, &|point| is_inside(placement.to_world(point)));
                let drum = (*bottom > NARROW).then(drum).flatten().filter(|slices| slices.len() > 1);
                let slices = drum.unwrap_or_default().into_iter().map(|slice| (pose, slice));
                std::iter::once(round).chain(slices).collect()
            }
            Shape::Ball { radius } => vec![(pose, SharedShape::ball(*radius as f32))],
            Shape::Ring { ring, tube } => tubes(*ring, *tube).into_iter().map(|tube| (pose, tube)).collect(),
            Shape::Frustum { .. } | Shape::Prism { .. } | Shape::Mesh(_) => {
                let around = match shape {
                    Shape::Frustum { bottom, top, .. } => around_circle(bottom.max(*top)),
                    _ => AROUND,
                };
                let corners = shape.corners(around);
                let corners: Vec<DVec3> =
                    corners.into_iter().map(|corner| placement.to_world(corner)).collect();
                hull(&corners, is_inside)
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

/// How many corners around a circle stay near enough to it.
fn around_circle(radius: f64) -> usize {
    let strays = |corners: &usize| radius * (1.0 - libm::cos(std::f64::consts::PI / *corners as f64)) > STRAY;
    (8..AROUND).step_by(4).find(|corners| !strays(corners)).unwrap_or(AROUND)
}

/// The convex hull of points; if they lie in a plane or on a line, made a little thicker.
fn hull(corners: &[DVec3], is_inside: &dyn Fn(DVec3) -> bool) -> Vec<(Pose, SharedShape)> {
    let corners = thinned(corners);
    let [low, high] = around(corners.iter().map(|corner| [*corner; 2]));
    let (middle, size) = ((low + high) / 2.0, (high - low).length());
    let corners: Vec<DVec3> = corners.into_iter().map(|corner| corner - middle).collect();
    let is_covered: &dyn Fn(DVec3) -> bool = &|point| is_inside(point + middle);
    let aside = DVec3::splat(THINNEST * size / 2.0);
    let is_flat = |hull: &[SharedShape]| {
        let volume: f32 = hull.iter().map(|slice| slice.mass_properties(1.0).mass()).sum();
        f64::from(volume) < FLAT * size * size * size
    };
    let thicker = || {
        let axes = [DVec3::X, DVec3::Y, DVec3::Z];
        let around =
            |corner: &DVec3| axes.map(|axis| [*corner - aside * axis, *corner + aside * axis]).concat();
        sliced(&corners.iter().flat_map(around).collect::<Vec<_>>(), is_covered)
    };
    let whole = || {
        let half = vector(((high - low) / 2.0).max(aside));
        vec![SharedShape::cuboid(half.x, half.y, half.z)]
    };
    let slices =
        sliced(&corners, is_covered).filter(|hull| !is_flat(hull)).or_else(thicker).unwrap_or_else(whole);
    let pose = Pose::from_translation(vector(middle));
    slices.into_iter().map(|slice| (pose, slice)).collect()
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

/// In the engine's numbers.
pub fn vector(v: DVec3) -> Vector {
    Vector::new(v.x as f32, v.y as f32, v.z as f32)
}
