//! What bears what, and whether a nudge decides if it does.

use super::Settled;
use super::balance::is_on_edge;
use super::body::Body;
use rapier3d::math::Vector;
use rapier3d::prelude::{PhysicsWorld, RigidBodyHandle};

/// What comes so close, in metres, touches.
const TOUCHES: f32 = 0.003;

/// What pushes downwards more than this, of a length of one, presses.
const PRESSES: f32 = -0.1;

/// The points where a body is borne, where something touches it that does not press it down, and what that is.
pub fn borne(world: &PhysicsWorld, body: RigidBodyHandle) -> (Vec<Vector>, Vec<RigidBodyHandle>) {
    let (mut points, mut by) = (Vec::new(), Vec::new());
    for own in world.bodies[body].colliders() {
        for pair in world.contact_pairs_with(*own) {
            let first = world.colliders[pair.collider1].position();
            let other = if pair.collider1 == *own { pair.collider2 } else { pair.collider1 };
            for manifold in pair.manifolds() {
                let normal = manifold.data.normal;
                let push = if pair.collider1 == *own { -normal } else { normal };
                if push.z < PRESSES {
                    continue;
                }
                let place = manifold.subshape_pos1().map_or(*first, |within| *first * *within);
                let near = manifold.points.iter().filter(|point| point.dist < TOUCHES);
                let before = points.len();
                points.extend(near.map(|point| place * point.local_p1));
                if points.len() > before {
                    by.extend(world.colliders[other].parent());
                }
            }
        }
    }
    (points, by)
}

/// What is balanced, with all that it bears.
pub struct Edges {
    on_edge: Vec<bool>,
    /// For each body those that bear it.
    bearers: Vec<Vec<usize>>,
}

impl Edges {
    /// Nothing yet, of so many bodies.
    pub fn new(bodies: usize) -> Self {
        Self { on_edge: vec![false; bodies], bearers: vec![Vec::new(); bodies] }
    }

    /// Looks at how everything stands now.
    pub fn look(&mut self, bodies: &[Body], world: &PhysicsWorld, handles: &[RigidBodyHandle]) {
        let borne: Vec<_> = handles.iter().map(|handle| borne(world, *handle)).collect();
        for (bearers, (_, by)) in self.bearers.iter_mut().zip(&borne) {
            bearers.extend(by.iter().filter_map(|one| handles.iter().position(|handle| handle == one)));
            bearers.sort_unstable();
            bearers.dedup();
        }
        let centre = |body: usize| bodies[body].centre(world.bodies[handles[body]].position());
        for (body, (points, _)) in borne.iter().enumerate() {
            let loads =
                (0..bodies.len()).filter(|other| *other == body || self.bears(body, *other, bodies.len()));
            let (sum, mass) = loads.fold((Vector::ZERO, 0.0), |(sum, mass), load| {
                let own = bodies[load].mass.mass();
                (sum + centre(load) * own, mass + own)
            });
            let alone = is_on_edge(points, centre(body));
            self.on_edge[body] |= alone || is_on_edge(points, sum / mass);
        }
    }

    /// Whether one body bears another, or something that bears it.
    fn bears(&self, one: usize, other: usize, depth: usize) -> bool {
        depth > 0 && self.bearers[other].iter().any(|by| *by == one || self.bears(one, *by, depth - 1))
    }

    /// What falls where a nudge decides is not clear, nor is what falls off something that is not.
    pub fn doubt(&self, settled: &mut [Settled]) {
        for (one, on_edge) in settled.iter_mut().zip(&self.on_edge) {
            one.clear &= one.stable || !on_edge;
        }
        for _ in 0..settled.len() {
            for (body, bearers) in self.bearers.iter().enumerate() {
                let is_sure = bearers.iter().all(|by| settled[*by].clear);
                settled[body].clear &= settled[body].stable || is_sure;
            }
        }
    }
}
