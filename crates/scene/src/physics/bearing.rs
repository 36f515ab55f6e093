//! What bears what, what leans on what, and whether a nudge decides if it stays.

use super::Settled;
use super::balance::{Tilt, is_on_edge, tilt};
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

/// What is pressed deeper than this into something else, in metres, is there only because the engine gives way.
const SINKS: f32 = 0.01;

/// What is at a body and does not press it down.
#[derive(Default)]
pub struct Contacts {
    /// The points where it is borne.
    pub points: Vec<Vector>,
    /// The other bodies that bear it.
    bearers: Vec<RigidBodyHandle>,
    /// The other bodies that touch it, these among them.
    beside: Vec<RigidBodyHandle>,
    /// Whether another body is pressed into it, or it into that.
    has_sunk: bool,
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
                    let depth = manifold.points.iter().map(|point| -point.dist).fold(0.0, f32::max);
                    found.has_sunk |= other.is_some() && depth > SINKS;
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
    /// Whether it is balanced, by itself or with what it bears.
    on_edge: Vec<bool>,
    /// Whether it came down where a little more or less decides, or is pressed into something.
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
        let stand = Standing::of(bodies, world, handles);
        for (body, contacts) in stand.contacts.iter().enumerate() {
            self.beside[body].extend(stand.places(&contacts.beside));
            self.beside[body].sort_unstable();
            self.beside[body].dedup();
            self.in_doubt[body] |= contacts.has_sunk;
            if contacts.points.is_empty() {
                continue;
            }
            let centre = stand.centre(&[body]);
            let fallen = bodies[body].centre(&bodies[body].start).z - centre.z;
            let drop = *self.drops[body].get_or_insert(fallen.max(0.0));
            self.in_doubt[body] |= drop > DROP && is_on_edge(&contacts.points, centre, drop);
            let with_loads = stand.centre(&stand.with_loads(body));
            self.on_edge[body] |=
                [centre, with_loads].iter().any(|one| is_on_edge(&contacts.points, *one, 0.0));
        }
    }

    /// Looks at what is pressed into something, of bodies that have hardly moved.
    pub fn look_deep(
        &mut self,
        world: &PhysicsWorld,
        handles: &[RigidBodyHandle],
        moved: impl Fn(usize) -> bool,
    ) {
        for (body, handle) in handles.iter().enumerate() {
            self.in_doubt[body] |= !moved(body) && Contacts::of(world, *handle).has_sunk;
        }
    }

    /// What falls where a nudge decides is not clear, nor is what falls and touches something that is not. What came down too near to
    /// a rim, or is pressed into something, leaves open how all that touches it fares.
    pub fn doubt(&self, settled: &mut [Settled]) {
        let mut open = self.in_doubt.clone();
        // As often as doubt can be passed on.
        for _ in 0..settled.len() {
            for (body, beside) in self.beside.iter().enumerate() {
                open[body] |= beside.iter().any(|other| open[*other]);
            }
        }
        for (body, one) in settled.iter_mut().enumerate() {
            one.clear &= !open[body] && (one.stable || !self.on_edge[body]);
        }
        for _ in 0..settled.len() {
            for (body, beside) in self.beside.iter().enumerate() {
                let is_sure = beside.iter().all(|other| settled[*other].clear);
                settled[body].clear &= settled[body].stable || is_sure;
            }
        }
    }
}

/// A way to tip over some bodies together: the first with what it bears.
pub struct Nudge {
    /// The bodies.
    pub bodies: Vec<usize>,
    /// How.
    pub tilt: Tilt,
}

/// How each body could be tipped over by a nudge where it is now, by itself or with all that it bears.
pub fn nudges(bodies: &[Body], world: &PhysicsWorld, handles: &[RigidBodyHandle]) -> Vec<Vec<Nudge>> {
    let stand = Standing::of(bodies, world, handles);
    let of = |body: usize| {
        let mut groups = vec![vec![body], stand.with_loads(body)];
        groups.dedup();
        let nudge = |bodies: Vec<usize>| {
            let tilt = tilt(&stand.contacts[body].points, stand.centre(&bodies))?;
            Some(Nudge { bodies, tilt })
        };
        groups.into_iter().filter_map(nudge).collect()
    };
    (0..bodies.len()).map(of).collect()
}

/// How everything stands at one time.
struct Standing<'a> {
    handles: &'a [RigidBodyHandle],
    contacts: Vec<Contacts>,
    /// For each body those that it bears.
    bears: Vec<Vec<usize>>,
    /// The centre of mass of each, and its mass.
    centres: Vec<(Vector, f32)>,
}

impl<'a> Standing<'a> {
    fn of(bodies: &[Body], world: &PhysicsWorld, handles: &'a [RigidBodyHandle]) -> Self {
        let contacts = handles.iter().map(|handle| Contacts::of(world, *handle)).collect();
        let centre = |(body, handle): (&Body, &RigidBodyHandle)| {
            (body.centre(world.bodies[*handle].position()), body.mass.mass())
        };
        let centres = bodies.iter().zip(handles).map(centre).collect();
        let mut stand = Self { handles, contacts, bears: vec![Vec::new(); bodies.len()], centres };
        for body in 0..bodies.len() {
            for bearer in stand.places(&stand.contacts[body].bearers) {
                stand.bears[bearer].push(body);
            }
        }
        stand
    }

    /// Which bodies some handles are.
    fn places(&self, of: &[RigidBodyHandle]) -> Vec<usize> {
        of.iter().filter_map(|one| self.handles.iter().position(|handle| handle == one)).collect()
    }

    /// A body with all that it bears, and that these bear.
    fn with_loads(&self, body: usize) -> Vec<usize> {
        let mut found = vec![body];
        let mut next = 0;
        while let Some(one) = found.get(next).copied() {
            for load in &self.bears[one] {
                if !found.contains(load) {
                    found.push(*load);
                }
            }
            next += 1;
        }
        found
    }

    /// The centre of mass of some bodies together.
    fn centre(&self, bodies: &[usize]) -> Vector {
        let (sum, mass) = bodies.iter().fold((Vector::ZERO, 0.0), |(sum, all), body| {
            let (centre, mass) = self.centres[*body];
            (sum + centre * mass, all + mass)
        });
        sum / mass
    }
}
