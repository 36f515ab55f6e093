//! What bears what, what leans on what, and whether a nudge decides if it stays.

use super::Settled;
use super::balance::is_on_edge;
use super::body::Body;
use rapier3d::math::Vector;
use rapier3d::prelude::{PhysicsWorld, RigidBodyHandle};

/// What comes so close, in metres, touches.
const TOUCHES: f32 = 0.003;

/// What pushes downwards more than this, of a length of one, presses.
const PRESSES: f32 = -0.1;

/// What pushes upwards more than this bears; what pushes sideways may be pushed away, unless it is a wall.
const BEARS: f32 = 0.1;

/// A drop of less than this, in metres, is none.
const DROP: f32 = 0.002;

/// What is at a body and does not press it down.
#[derive(Default)]
pub struct Contacts {
    /// The points where it is borne.
    pub points: Vec<Vector>,
    /// The other bodies that bear it.
    bearers: Vec<RigidBodyHandle>,
    /// The other bodies that touch it, these among them.
    beside: Vec<RigidBodyHandle>,
}

impl Contacts {
    /// What is at a body now.
    pub fn of(world: &PhysicsWorld, body: RigidBodyHandle) -> Self {
        let mut found = Self::default();
        for own in world.bodies[body].colliders() {
            for pair in world.contact_pairs_with(*own) {
                let first = world.colliders[pair.collider1].position();
                let other = if pair.collider1 == *own { pair.collider2 } else { pair.collider1 };
                let other = world.colliders[other].parent().filter(|other| world.bodies[*other].is_dynamic());
                for manifold in pair.manifolds() {
                    let normal = manifold.data.normal;
                    let push = if pair.collider1 == *own { -normal } else { normal };
                    let place = manifold.subshape_pos1().map_or(*first, |within| *first * *within);
                    let near = manifold.points.iter().filter(|point| point.dist < TOUCHES);
                    let points: Vec<Vector> = near.map(|point| place * point.local_p1).collect();
                    if push.z < PRESSES || points.is_empty() {
                        continue;
                    }
                    let bears = other.is_none() || push.z > BEARS;
                    found.points.extend(points.into_iter().filter(|_| bears));
                    found.bearers.extend(other.filter(|_| bears));
                    found.beside.extend(other);
                }
            }
        }
        found
    }
}

/// What is balanced, with all that it bears.
pub struct Edges {
    /// How far each body falls before it touches anything, once it does.
    drops: Vec<Option<f32>>,
    /// Whether it is balanced by itself.
    on_edge: Vec<bool>,
    /// Whether it is balanced with what it bears, or came down where a little more or less decides.
    in_doubt: Vec<bool>,
    /// For each body those that touch it and do not press it down.
    beside: Vec<Vec<usize>>,
}

impl Edges {
    /// Nothing yet, of so many bodies.
    pub fn new(bodies: usize) -> Self {
        Self {
            drops: vec![None; bodies],
            on_edge: vec![false; bodies],
            in_doubt: vec![false; bodies],
            beside: vec![Vec::new(); bodies],
        }
    }

    /// Looks at how everything stands now.
    pub fn look(&mut self, bodies: &[Body], world: &PhysicsWorld, handles: &[RigidBodyHandle]) {
        let contacts: Vec<Contacts> = handles.iter().map(|handle| Contacts::of(world, *handle)).collect();
        let places = |of: &[RigidBodyHandle]| {
            let found = of.iter().filter_map(|one| handles.iter().position(|handle| handle == one));
            found.collect::<Vec<usize>>()
        };
        let centre = |body: usize| bodies[body].centre(world.bodies[handles[body]].position());
        let mut bears = vec![Vec::new(); bodies.len()];
        for (body, contacts) in contacts.iter().enumerate() {
            for bearer in places(&contacts.bearers) {
                bears[bearer].push(body);
            }
            self.beside[body].extend(places(&contacts.beside));
            self.beside[body].sort_unstable();
            self.beside[body].dedup();
        }
        for (body, Contacts { points, .. }) in
            contacts.iter().enumerate().filter(|(_, one)| !one.points.is_empty())
        {
            let fallen = bodies[body].centre(&bodies[body].start).z - centre(body).z;
            let drop = *self.drops[body].get_or_insert(fallen.max(0.0));
            self.on_edge[body] |= is_on_edge(points, centre(body), 0.0);
            let loads = reached(&bears, body);
            let (sum, mass) = loads.iter().fold((Vector::ZERO, 0.0), |(sum, mass), load| {
                let own = bodies[*load].mass.mass();
                (sum + centre(*load) * own, mass + own)
            });
            self.in_doubt[body] |= (loads.len() > 1 && is_on_edge(points, sum / mass, 0.0))
                || (drop > DROP && is_on_edge(points, centre(body), drop));
        }
    }

    /// What falls where a nudge decides is not clear, nor is what touches something that is not.
    pub fn doubt(&self, settled: &mut [Settled]) {
        for (body, one) in settled.iter_mut().enumerate() {
            one.clear &= !self.in_doubt[body] && (one.stable || !self.on_edge[body]);
        }
        // As often as doubt can be passed on.
        for _ in 0..settled.len() {
            for (body, beside) in self.beside.iter().enumerate() {
                settled[body].clear &= beside.iter().all(|other| settled[*other].clear);
            }
        }
    }
}

/// A body with all that it bears, and that these bear.
fn reached(bears: &[Vec<usize>], body: usize) -> Vec<usize> {
    let mut found = vec![body];
    let mut next = 0;
    while let Some(one) = found.get(next) {
        let more: Vec<usize> = bears[*one].iter().copied().filter(|load| !found.contains(load)).collect();
        found.extend(more);
        next += 1;
    }
    found
}
