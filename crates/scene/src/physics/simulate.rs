//! Running the engine over a stage, always in the same way.

use super::bearing::{Edges, Nudge, nudges};
use super::body::{Body, Stage};
use super::{LIMIT, Moment, Settled};
use rapier3d::math::{Pose as EnginePose, Vector};
use rapier3d::prelude::{
    CoefficientCombineRule, ColliderBuilder, PhysicsWorld, RigidBodyBuilder, RigidBodyHandle, SharedShape,
};

const STEPS: usize = 500;
const STEPS_A_SECOND: f32 = 240.0;
const STEPS_BETWEEN_POSES: usize = 25;
/// Poses of a trajectory.
const POSES: usize = STEPS / STEPS_BETWEEN_POSES + 1;
/// Half the thickness of the floor and the walls, in metres.
const SLAB: f32 = 3.0;
/// Nothing gets farther than this from where it was, in metres: free fall over all steps is 22.
const FALLS_WITHIN: f32 = 30.0;
/// The engine cuts every step into so many; four, its default, agree with Bullet no better.
const SOLVER_ITERATIONS: usize = 2;
/// Contacts are found anew when a body has moved by this, in metres. The engine's default of 0.05 makes verdicts coarse.
const CONTACTS_HOLD: f32 = 0.002;
const GRAVITY: f32 = 10.0;
const OBJECT_FRICTION: f32 = 0.6;
const ROOM_FRICTION: f32 = 1.0;

/// Slower than this, in metres and radians a second, nothing moves to speak of.
const STILL: f32 = 1e-4;
/// The speeds of so many steps are compared with those of as many before: what begins to fall gets faster.
const STILL_FOR: usize = 20;
/// What has moved farther than this does not come back.
const GONE: f64 = 0.4;

/// In so many steps everything has come to touch what it is put on, unless it falls by more than [`LIMIT`], and nothing has tipped far.
const LANDING: usize = 36;
/// What touches what is looked at once in so many of them.
const LOOK: usize = 2;

/// When a simulation may end before its time.
#[derive(Clone, Copy, PartialEq)]
pub enum Until {
    /// Not before everything rests, so that where things end is what it would be anyway.
    Rest,
    /// When it is certain whether this body stays.
    Certain(usize),
    /// When one has moved so far that it does not stay.
    OneMoves,
    /// Never, to compare the others with.
    #[cfg(test)]
    Never,
}

/// What came of a simulation, for each body.
pub struct Run {
    /// How it fares.
    pub settled: Vec<Settled>,
    /// How it could be tipped over where it is in the end.
    pub nudges: Vec<Vec<Nudge>>,
    /// What is balanced at the start, so that a nudge decides how it fares.
    pub edges: Edges,
}

impl Until {
    fn admits_rest(self) -> bool {
        #[cfg(test)]
        return self != Self::Never;
        #[cfg(not(test))]
        true
    }
}

impl Stage {
    /// Lets time go on. Bodies that are asleep rest until something touches them.
    pub fn run(&self, until: Until, asleep: &[bool]) -> Run {
        let (mut world, handles) = self.world(asleep);
        let mut trajectories = vec![Vec::new(); handles.len()];
        let mut calm = Calm::default();
        let mut edges = Edges::new(handles.len());
        for step in 0..=STEPS {
            if step > 0 {
                world.step();
            }
            if (1..=LANDING).contains(&step) && step.is_multiple_of(LOOK) {
                edges.look(&self.bodies, &world, &handles);
            }
            if step.is_multiple_of(STEPS_BETWEEN_POSES) {
                edges.look_deep(&world, &handles, |body| self.motion(&world, &handles, body) > LIMIT);
                for (handle, trajectory) in handles.iter().zip(&mut trajectories) {
                    trajectory.push(recorded(world.bodies[*handle].position()));
                }
            }
            if calm.is_reached(speed(&world, &handles)) && until.admits_rest() {
                for (handle, trajectory) in handles.iter().zip(&mut trajectories) {
                    trajectory.resize(POSES, recorded(world.bodies[*handle].position()));
                }
                break;
            }
            let motion = |body: usize| self.motion(&world, &handles, body);
            let is_certain = match until {
                Until::Certain(body) => motion(body) > GONE,
                Until::OneMoves => (0..handles.len()).any(|body| motion(body) > LIMIT),
                _ => false,
            };
            if is_certain {
                break;
            }
        }
        let ends = handles.iter().map(|handle| world.bodies[*handle].position());
        let bodies = self.bodies.iter().zip(ends).zip(trajectories);
        let settled = bodies.map(|((body, end), trajectory)| {
            Settled::new(shift(body, end), turn(&body.home, end), trajectory)
        });
        let nudges = nudges(&self.bodies, &world, &handles);
        Run { settled: settled.collect(), nudges, edges }
    }

    /// How far a body has moved.
    fn motion(&self, world: &PhysicsWorld, handles: &[RigidBodyHandle], body: usize) -> f64 {
        let (end, body) = (world.bodies[handles[body]].position(), &self.bodies[body]);
        shift(body, end).max(turn(&body.home, end))
    }

    fn world(&self, asleep: &[bool]) -> (PhysicsWorld, Vec<RigidBodyHandle>) {
        let mut world = PhysicsWorld::new();
        world.gravity = Vector::new(0.0, 0.0, -GRAVITY);
        let parameters = &mut world.integration_parameters;
        parameters.dt = 1.0 / STEPS_A_SECOND;
        // Nothing gets through the floor and the walls, which are thick.
        parameters.max_ccd_substeps = 0;
        parameters.num_solver_iterations = SOLVER_ITERATIONS;
        parameters.normalized_contact_recycle_distance = CONTACTS_HOLD;
        for (normal, point) in &self.planes {
            let slab = collider(self.slab(*normal), ROOM_FRICTION);
            world.insert(RigidBodyBuilder::fixed().translation(*point - *normal * SLAB), slab);
        }
        let handles = self.bodies.iter().enumerate().map(|(at, body)| {
            // Something that tips over slowly must not be put to sleep.
            let asleep = asleep.get(at).copied().unwrap_or_default();
            let rigid = RigidBodyBuilder::dynamic().pose(body.start).can_sleep(asleep).sleeping(asleep);
            let collider = collider(body.shape.clone(), OBJECT_FRICTION).mass_properties(body.mass);
            world.insert(rigid, collider).0
        });
        let handles = handles.collect();
        (world, handles)
    }

    /// The floor or a wall as a box that nothing falls off. A half-space would do the same, but the engine would ask
    /// every piece about it at every step, however far away it is.
    fn slab(&self, normal: Vector) -> SharedShape {
        let farthest = self.bodies.iter().map(|body| body.start.translation.abs().max_element());
        let wide = Vector::splat(2.0 * farthest.fold(FALLS_WITHIN, f32::max));
        let half = wide + normal.abs() * (SLAB - wide);
        SharedShape::cuboid(half.x, half.y, half.z)
    }
}

/// With friction that multiplies, as in Bullet, and without bounce.
fn collider(shape: SharedShape, friction: f32) -> ColliderBuilder {
    ColliderBuilder::new(shape)
        .friction(friction)
        .friction_combine_rule(CoefficientCombineRule::Multiply)
        .restitution(0.0)
}

/// The largest speed of any body that is awake.
fn speed(world: &PhysicsWorld, handles: &[RigidBodyHandle]) -> f32 {
    let bodies = handles.iter().map(|handle| &world.bodies[*handle]).filter(|body| !body.is_sleeping());
    bodies.map(|body| body.linvel().length().max(body.angvel().length())).fold(0.0, f32::max)
}

/// Whether everything has come to rest.
#[derive(Default)]
struct Calm {
    /// Largest speeds in this window of steps, and in the one before.
    now: f32,
    before: Option<f32>,
    steps: usize,
}

impl Calm {
    /// Takes note of the largest speed. Everything rests when it was still throughout a window, and no faster than in
    /// the window before: what is balanced on an edge falls slowly at first, but faster and faster.
    fn is_reached(&mut self, speed: f32) -> bool {
        self.now = self.now.max(speed);
        self.steps += 1;
        if !self.steps.is_multiple_of(STILL_FOR) {
            return false;
        }
        let rests = self.now <= STILL && self.before.is_some_and(|before| self.now <= before);
        self.before = Some(self.now);
        self.now = 0.0;
        rests
    }
}

fn shift(body: &Body, end: &EnginePose) -> f64 {
    f64::from((body.centre(end) - body.centre(&body.home)).abs().max_element())
}

fn turn(start: &EnginePose, end: &EnginePose) -> f64 {
    // A quaternion and its negative are the same turn.
    let sign = if start.rotation.dot(end.rotation) < 0.0 { -1.0 } else { 1.0 };
    let (start, end) = (start.rotation.to_array(), end.rotation.to_array());
    start.iter().zip(end).map(|(a, b)| f64::from((sign * b - a).abs())).fold(0.0, f64::max)
}

fn recorded(pose: &EnginePose) -> Moment {
    let rounded = |value: f32| (f64::from(value) * 1e6).round() / 1e6;
    Moment {
        position: pose.translation.to_array().map(rounded),
        quaternion: pose.rotation.to_array().map(rounded),
    }
}
