//! Whether things reach into each other, into a wall or into the floor, which nothing does in a scene that makes sense.
//!
//! Two convex pieces overlap by as much as it takes to bring them apart, along the way that takes least. Which way that is the
//! physics engine only proposes, for it computes with few digits and sometimes finds none; how far it is along the way is
//! measured here. So a wrong proposal can make an overlap look larger, but never make one up where pieces are apart along an axis
//! or from middle to middle.

use crate::facets::Facets;
use crate::model::around;
use crate::physics::TOUCH;
use crate::scene::{Object, Scene};
use crate::shape::{Piece, Shape};
use rapier3d::math::{Pose, Vector};
use rapier3d::parry::query::details::contact_support_map_support_map_with_params;
use rapier3d::parry::query::gjk::{GJKResult, VoronoiSimplex};
use rapier3d::parry::shape::SupportMap;
use spatiq_geom::{DMat3, DVec3, Placement};
use std::sync::Arc;
use thiserror::Error;

/// Corners around what is round: within a third of a millimetre of a circle of a metre.
const AROUND: usize = 128;

/// More pairs of pieces whose boxes meet take too long, and nobody means them.
const MOST_PAIRS: usize = 2_000_000;

/// Triangles that overlap by less, in metres, only touch.
const CROSSING: f64 = 1e-4;

/// What only touches comes apart when it is nudged one way or the other; what crosses does not, even where faces lie in one plane.
const NUDGE: DVec3 = DVec3::new(0.001, 0.0012, 0.0014);

/// What is where it cannot be.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Overlap {
    /// Something is partly, or wholly, in something else.
    #[error("{object} reaches {depth} m into {into}; {advice}")]
    Found {
        /// What: `objects[1] ("chair-000123")`.
        object: String,
        /// How far, in metres.
        depth: String,
        /// Into what: another object, a wall, the floor.
        into: String,
        /// What to do.
        advice: &'static str,
    },
    /// Too much work to find out.
    #[error("more than {MOST_PAIRS} pairs of pieces are too close to each other to say whether they overlap")]
    TooClose,
}

/// Refuses a scene in which something reaches into something else by more than [`TOUCH`].
pub fn check(scene: &Scene) -> Result<(), Overlap> {
    let named = |index: usize| scene.named(index);
    let found = |index: usize, depth: f64, into: String, advice| {
        Err(Overlap::Found { object: named(index), depth: format!("{depth:.3}"), into, advice })
    };
    let bounds: Vec<[DVec3; 2]> = scene.objects.iter().map(Object::bounds).collect();
    for (index, &[low, high]) in bounds.iter().enumerate() {
        if -low.z > TOUCH {
            return found(index, -low.z, "the floor".into(), "move it up");
        }
        let Some(walls) = &scene.room.walls else { continue };
        let walls = [
            ("the back wall", high.y - walls.back),
            ("the left wall", -walls.side - low.x),
            ("the right wall", high.x - walls.side),
        ];
        if let Some((wall, depth)) = walls.into_iter().find(|(_, depth)| *depth > TOUCH) {
            return found(index, depth, wall.into(), "move it into the room");
        }
    }
    let mut pairs = 0;
    for (index, object) in scene.objects.iter().enumerate() {
        for before in (0..index).filter(|before| meet(&bounds[*before], &bounds[index])) {
            let depth = Thing::new(object).depth_in(&Thing::new(&scene.objects[before]), &mut pairs)?;
            if depth > TOUCH {
                return found(index, depth, named(before), "move one of them");
            }
        }
    }
    Ok(())
}

/// An object where it stands.
struct Thing {
    solids: Vec<Solid>,
    bounds: [DVec3; 2],
}

impl Thing {
    fn new(object: &Object) -> Self {
        let solids = object.model.pieces().flat_map(|piece| Solid::all(piece, &object.placement));
        Self { solids: solids.collect(), bounds: object.bounds() }
    }

    /// How far a piece of it reaches into one of another thing at most; `pairs` counts what was compared.
    fn depth_in(&self, other: &Self, pairs: &mut usize) -> Result<f64, Overlap> {
        let own: Vec<&Solid> =
            self.solids.iter().filter(|solid| meet(&solid.bounds, &other.bounds)).collect();
        let its: Vec<&Solid> =
            other.solids.iter().filter(|solid| meet(&solid.bounds, &self.bounds)).collect();
        let mut deepest = 0.0;
        for one in own {
            for other in its.iter().filter(|other| meet(&one.bounds, &other.bounds)) {
                *pairs += 1;
                if *pairs > MOST_PAIRS {
                    return Err(Overlap::TooClose);
                }
                let depth = one.depth_in(other);
                if depth > f64::max(deepest, TOUCH) && one.crosses(other) {
                    deepest = depth;
                }
            }
        }
        Ok(deepest)
    }
}

/// A convex body, or the hull of what triangles bound: all that is within the margin of the hull of its corners.
struct Solid {
    corners: Vec<DVec3>,
    margin: f64,
    /// Ways along which it may be brought apart from others.
    axes: DMat3,
    bounds: [DVec3; 2],
    /// What it is the hull of.
    facets: Option<(Arc<Facets>, Placement)>,
}

impl Solid {
    fn new(corners: Vec<DVec3>, margin: f64, axes: DMat3) -> Self {
        let [low, high] = around(corners.iter().map(|corner| [*corner; 2]));
        let aside = DVec3::splat(margin);
        Self { corners, margin, axes, bounds: [low - aside, high + aside], facets: None }
    }

    /// The convex bodies of a piece, in the world.
    fn all(piece: &Piece, object: &Placement) -> Vec<Self> {
        let placement = piece.placement.within(object);
        let placed = |corners: Vec<DVec3>, margin: f64| {
            let corners = corners.into_iter().map(|corner| placement.to_world(corner));
            Self::new(corners.collect(), margin, placement.turn)
        };
        match &piece.shape {
            Shape::Ball { radius } => vec![placed(vec![DVec3::ZERO], *radius)],
            Shape::Ring { ring, tube } => {
                let circle = Shape::cylinder(*ring, 0.0).corners(AROUND);
                (0..AROUND).map(|k| placed(vec![circle[k], circle[(k + 1) % AROUND]], *tube)).collect()
            }
            Shape::Mesh(facets) => {
                let hull = placed(facets.vertices().to_vec(), 0.0);
                vec![Self { facets: Some((facets.clone(), placement)), ..hull }]
            }
            Shape::Box { .. } | Shape::Frustum { .. } | Shape::Prism { .. } => {
                vec![placed(piece.shape.corners(AROUND), 0.0)]
            }
        }
    }

    /// How far it reaches in a direction of length one.
    fn reach(&self, direction: DVec3) -> f64 {
        let reach = self.corners.iter().map(|corner| corner.dot(direction));
        reach.fold(f64::NEG_INFINITY, f64::max) + self.margin
    }

    fn middle(&self) -> DVec3 {
        (self.bounds[0] + self.bounds[1]) / 2.0
    }

    /// By how much it overlaps with another; below 0 if they are apart.
    fn depth_in(&self, other: &Self) -> f64 {
        let between = (other.middle() - self.middle()).try_normalize();
        let axes =
            [DMat3::IDENTITY, self.axes, other.axes].map(|axes| [axes.x_axis, axes.y_axis, axes.z_axis]);
        let ways = axes.into_iter().flatten().chain(between).chain(proposed(self, other));
        let along = |way: DVec3| self.reach(way) + other.reach(-way);
        let tried = ways.flat_map(|way| [way, -way]).map(|way| (along(way), way));
        let best = tried.reduce(|a, b| if b.0 < a.0 { b } else { a });
        best.map_or(f64::INFINITY, |(depth, way)| if depth > 0.0 { least_near(way, along) } else { depth })
    }

    /// Whether not only hulls overlap but what they are hulls of. What is wholly within triangles crosses none of them: they need
    /// not bound anything.
    fn crosses(&self, other: &Self) -> bool {
        [NUDGE, -NUDGE].into_iter().all(|nudge| self.crosses_nudged(other, nudge))
    }

    fn crosses_nudged(&self, other: &Self, nudge: DVec3) -> bool {
        let own = self.within(&other.bounds, nudge);
        // Moving one is as good as moving the other the other way.
        let its = other.within(&self.bounds, if self.facets.is_none() { -nudge } else { DVec3::ZERO });
        match (&self.facets, &other.facets) {
            (None, None) => true,
            (Some(_), None) => own.iter().any(|one| one.depth_in(other) > CROSSING),
            (None, Some(_)) => its.iter().any(|one| one.depth_in(self) > CROSSING),
            (Some(_), Some(_)) => own.iter().any(|one| {
                its.iter().any(|other| meet(&one.bounds, &other.bounds) && one.depth_in(other) > CROSSING)
            }),
        }
    }

    /// Its triangles, all moved by so much, of which something may be in a box.
    fn within(&self, bounds: &[DVec3; 2], shift: DVec3) -> Vec<Self> {
        let Some((facets, placement)) = &self.facets else { return Vec::new() };
        (0..facets.triangles().len() as u32)
            .map(|k| facets.corners(k).map(|corner| placement.to_world(corner) + shift))
            .map(|[a, b, c]| {
                let flat = (b - a).cross(c - a).normalize_or_zero();
                Self::new(vec![a, b, c], 0.0, DMat3::from_cols(flat, flat, flat))
            })
            .filter(|triangle| meet(&triangle.bounds, bounds))
            .collect()
    }
}

/// The least that is found going from a way to better ones beside it, in ever smaller steps: proposals come with few digits.
fn least_near(way: DVec3, along: impl Fn(DVec3) -> f64) -> f64 {
    let (mut way, mut least, mut step) = (way, along(way), 0.1);
    while step > 1e-4 {
        let (u, v) = way.any_orthonormal_pair();
        let beside = [u, u + v, v, v - u].into_iter().flat_map(|aside| [aside, -aside]);
        let tried = beside.map(|aside| (way + aside * step).normalize()).map(|way| (along(way), way));
        match tried.reduce(|a, b| if b.0 < a.0 { b } else { a }) {
            Some((less, better)) if less < least => (least, way) = (less, better),
            _ => step /= 2.0,
        }
    }
    least
}

/// Whether boxes meet.
fn meet([low, high]: &[DVec3; 2], [other_low, other_high]: &[DVec3; 2]) -> bool {
    low.cmple(*other_high).all() && other_low.cmple(*high).all()
}

/// The way along which the physics engine finds two bodies apart, or brought apart soonest.
fn proposed(one: &Solid, other: &Solid) -> Option<DVec3> {
    // From close by, so that the engine's few digits do.
    let from = (one.middle() + other.middle()) / 2.0;
    let cloud = |solid: &Solid| {
        Cloud(solid.corners.iter().map(|corner| (*corner - from).as_vec3().to_array().into()).collect())
    };
    let (one, other) = (cloud(one), cloud(other));
    let mut simplex = VoronoiSimplex::new();
    let said = contact_support_map_support_map_with_params(
        &Pose::IDENTITY,
        &one,
        &other,
        f32::MAX,
        &mut simplex,
        None,
    );
    match said {
        GJKResult::ClosestPoints(_, _, way) | GJKResult::NoIntersection(way) => {
            DVec3::new(way.x.into(), way.y.into(), way.z.into()).try_normalize()
        }
        GJKResult::Intersection | GJKResult::Proximity(_) => None,
    }
}

/// The hull of points, for the engine.
struct Cloud(Vec<Vector>);

impl SupportMap for Cloud {
    fn local_support_point(&self, direction: Vector) -> Vector {
        let mut best = (self.0[0], self.0[0].dot(direction));
        for point in &self.0 {
            let reach = point.dot(direction);
            if reach > best.1 {
                best = (*point, reach);
            }
        }
        best.0
    }
}

#[cfg(test)]
#[path = "overlap_tests.rs"]
mod tests;
