//! Running the engine over a stage, always in the same way.

use super::body::{Body, Stage};
use super::{Moment, Settled};
use rapier3d::math::{Pose as EnginePose, Vector};
use rapier3d::prelude::{
    CoefficientCombineRule, ColliderBuilder, PhysicsWorld, RigidBodyBuilder, RigidBodyHandle, SharedShape,
};

const STEPS: usize = 500;
const STEPS_A_SECOND: f32 = 240.0;
const STEPS_BETWEEN_POSES: usize = 25;
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

impl Stage {
    /// Lets time go on and tells how each body fares.
    pub fn settle(&self) -> Vec<Settled> {
        let (mut world, handles) = self.world();
        let mut trajectories = vec![Vec::new(); handles.len()];
        for step in 0..=STEPS {
            if step > 0 {
                world.step();
            }
            if step.is_multiple_of(STEPS_BETWEEN_POSES) {
                for (handle, trajectory) in handles.iter().zip(&mut trajectories) {
                    trajectory.push(recorded(world.bodies[*handle].position()));
                }
            }
        }
        let ends = handles.iter().map(|handle| world.bodies[*handle].position());
        let bodies = self.bodies.iter().zip(ends);
        bodies
            .zip(trajectories)
            .map(|((body, end), trajectory)| {
                Settled::new(shift(body, end), turn(&body.start, end), trajectory)
            })
            .collect()
    }

    fn world(&self) -> (PhysicsWorld, Vec<RigidBodyHandle>) {
        let mut world = PhysicsWorld::new();
        world.gravity = Vector::new(0.0, 0.0, -GRAVITY);
        let parameters = &mut world.integration_parameters;
        parameters.dt = 1.0 / STEPS_A_SECOND;
        parameters.num_solver_iterations = SOLVER_ITERATIONS;
        parameters.normalized_contact_recycle_distance = CONTACTS_HOLD;
        for (normal, point) in &self.planes {
            let slab = collider(self.slab(*normal), ROOM_FRICTION);
            world.insert(RigidBodyBuilder::fixed().translation(*point - *normal * SLAB), slab);
        }
        let handles = self.bodies.iter().map(|body| {
            // Something that tips over slowly must not be put to sleep.
            let rigid = RigidBodyBuilder::dynamic().pose(body.start).can_sleep(false);
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

fn shift(body: &Body, end: &EnginePose) -> f64 {
    f64::from((body.centre(end) - body.centre(&body.start)).abs().max_element())
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
