//! Whether what stays would stay if somebody nudged it. What is balanced on an edge does not, though an engine that knows no
//! draughts leaves it there: such a verdict is not clear. Nor is it where something falls that hardly anything would keep up.

use super::bearing::Nudge;
use super::body::Stage;
use super::simulate::{Run, Until};
use super::{CLEARLY_STABLE, Settled};
use crate::furniture::hull;
use rapier3d::math::{Rotation, Vector};
use spatiq_geom::DVec2;

/// By how much things are tilted, in radians: a little more than a degree.
const NUDGE: f32 = 0.02;

/// What bears something is known to so much, in metres.
const ABOUT: f32 = 0.002;

/// Sides of what bears something that are shorter than this, in metres, are none.
const SHORT: f64 = 1e-3;

/// How to tip something over.
#[derive(Clone, Copy, Debug)]
pub struct Tilt {
    /// What it turns about.
    pivot: Vector,
    /// To which side, along the floor and of length one.
    towards: Vector,
}

/// How something tips over most easily, given where it is borne and its centre of mass; nothing if a nudge is too little for
/// that, as it is for nearly everything.
pub fn tilt(borne: &[Vector], centre: Vector) -> Option<Tilt> {
    easiest(borne, centre).filter(|(margin, tilt)| *margin < tilt.nudge(centre)).map(|(_, tilt)| tilt)
}

/// Whether a nudge decides if something stays: its centre of mass is nearly above the rim of what bears it. What dropped so
/// far may have turned on landing, or slid.
pub fn is_on_edge(borne: &[Vector], centre: Vector, drop: f32) -> bool {
    easiest(borne, centre).is_some_and(|(margin, tilt)| margin.abs() < tilt.nudge(centre) + drop)
}

/// How something tips over most easily, and how far its centre of mass is from where it would; less than nothing if it does so by
/// itself.
fn easiest(borne: &[Vector], centre: Vector) -> Option<(f32, Tilt)> {
    let plan = |point: &Vector| DVec2::new(f64::from(point.x), f64::from(point.y));
    let corners = hull(borne.iter().map(plan).collect());
    let sides = corners.iter().zip(corners.iter().cycle().skip(1)).filter(|(a, b)| a.distance(**b) > SHORT);
    let mut ways: Vec<DVec2> = sides.map(|(a, b)| -(*b - *a).perp().normalize()).collect();
    if ways.is_empty() {
        // It is borne at one point: it falls to whichever side its centre is.
        let off = plan(&centre) - borne.first().map(plan)?;
        ways.push(off.try_normalize().unwrap_or(DVec2::X));
    }
    let tilts = ways.into_iter().filter_map(|way| {
        let towards = Vector::new(way.x as f32, way.y as f32, 0.0);
        let out = |point: &&Vector| towards.dot(**point);
        let farthest = borne.iter().map(|point| out(&point)).fold(f32::NEG_INFINITY, f32::max);
        let outer = borne.iter().filter(|point| out(point) > farthest - ABOUT);
        // About the lowest of them, or else it would be pushed into what is below.
        let pivot = *outer.min_by(|a, b| a.z.total_cmp(&b.z))?;
        Some((farthest - towards.dot(centre), Tilt { pivot, towards }))
    });
    tilts.min_by(|a, b| a.0.total_cmp(&b.0))
}

impl Tilt {
    /// How far a nudge moves a centre of mass along the floor.
    fn nudge(&self, centre: Vector) -> f32 {
        NUDGE * (centre.z - self.pivot.z) + ABOUT
    }
}

impl Stage {
    /// Lets time go on and tells how each body fares. Those that are asleep rest until something touches them. What seems to
    /// stay, and could be tipped over by a nudge, gets one; if it moves then, how it does is told, and that this is not clear. Nor is it
    /// clear how anything fares that fares otherwise then.
    pub fn settle(&self, until: Until, asleep: &[bool]) -> Vec<Settled> {
        let Run { mut settled, nudges, edges } = self.run(until, asleep);
        edges.doubt(&mut settled);
        let stays = |one: &Settled| one.stable && one.clear;
        if until == Until::OneMoves && !settled.iter().all(stays) {
            return settled;
        }
        let resting: Vec<bool> = settled.iter().map(stays).collect();
        let stable: Vec<bool> = settled.iter().map(|one| one.stable).collect();
        for (body, nudges) in nudges.into_iter().enumerate() {
            let is_asked = !matches!(until, Until::Certain(other) if other != body);
            for Nudge { bodies, tilt } in nudges.iter().filter(|_| is_asked && resting[body]) {
                let asleep: Vec<bool> =
                    (0..resting.len()).map(|at| resting[at] && !bodies.contains(&at)).collect();
                let stage = self.nudged(bodies, tilt);
                let nudged = stage.run(Until::Certain(body), &asleep).settled.swap_remove(body);
                if nudged.motion <= CLEARLY_STABLE {
                    continue;
                }
                settled[body] = Settled { clear: false, ..nudged };
                if matches!(until, Until::Certain(_)) {
                    break;
                }
                for (at, other) in stage.run(Until::Rest, &asleep).settled.iter().enumerate() {
                    settled[at].clear &= other.stable == stable[at];
                }
            }
        }
        settled
    }

    /// The same with some bodies tilted together.
    fn nudged(&self, bodies: &[usize], Tilt { pivot, towards }: &Tilt) -> Self {
        let mut stage = self.clone();
        let (sin, cos) = (libm::sinf(NUDGE / 2.0), libm::cosf(NUDGE / 2.0));
        let axis = Vector::Z.cross(*towards) * sin;
        let turn = Rotation::from_xyzw(axis.x, axis.y, axis.z, cos);
        for body in bodies {
            let start = &mut stage.bodies[*body].start;
            start.translation = *pivot + turn * (start.translation - *pivot);
            start.rotation = turn * start.rotation;
        }
        stage
    }
}
