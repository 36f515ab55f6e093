//! What of a solid reaches into some region of space, and what can be asked there.
//!
//! However many leaves a solid has, few reach to any one place. A region holds these, and what is left of the tree when all others are
//! known to be elsewhere.

use crate::leaf::{Contact, Leaf};
use crate::primitive::Interval;
use crate::solid::Solid;
use crate::tree::{Rest, Step};
use glam::DVec3;
use std::cell::Cell;

/// The leaves of a solid that reach into some region of space. What is asked of it holds there only.
#[derive(Clone, Debug)]
pub struct Region<'a> {
    solid: &'a Solid,
    leaves: Vec<usize>,
    rest: Rest,
}

impl<'a> Region<'a> {
    pub(crate) fn new(solid: &'a Solid, program: &[Step], reaches: impl Fn(&Leaf) -> bool) -> Self {
        let leaves: Vec<usize> =
            (0..solid.leaves().len()).filter(|&leaf| reaches(&solid.leaves()[leaf])).collect();
        let mut rest = Rest::default();
        rest.reduce(program, |leaf| if leaves.binary_search(&leaf).is_ok() { None } else { Some(false) });
        Self { solid, leaves, rest }
    }

    /// The solid of which it is a part.
    pub fn solid(&self) -> &'a Solid {
        self.solid
    }

    /// Its leaves, with their numbers in the solid.
    pub fn leaves(&self) -> impl Iterator<Item = (usize, &'a Leaf)> + '_ {
        self.leaves.iter().map(|&leaf| (leaf, &self.solid.leaves()[leaf]))
    }

    /// What is left to be asked once it is known for some leaves whether a point is inside them.
    pub fn reduce(&self, known: impl Fn(usize) -> Option<bool>, rest: &mut Rest) {
        rest.reduce(self.rest.program(), known);
    }

    /// Whether a point lies in a leaf, outside, or on which faces, for every leaf by its number.
    pub fn contacts(&self, p: DVec3, tolerance: f64) -> impl Iterator<Item = (usize, Contact)> + '_ {
        self.leaves().map(move |(index, leaf)| (index, leaf.contact(p, tolerance)))
    }

    /// Whether a point that only this leaf holds is inside.
    pub(crate) fn holds_only(&self, leaf: usize) -> bool {
        self.rest.holds(|other| other == leaf)
    }

    /// Whether a point is inside and farther than `margin` from every leaf's boundary.
    pub fn clearly_holds(&self, p: DVec3, margin: f64) -> bool {
        let near = Cell::new(false);
        let inside = self.rest.holds(|leaf| {
            let field = self.solid.leaves()[leaf].field(p);
            near.set(near.get() || field.abs() <= margin);
            field < 0.0
        });
        inside && !near.get()
    }

    /// Where the line `origin + t * direction` runs inside, in order; `direction` has length one.
    pub fn ray(&self, origin: DVec3, direction: DVec3, rays: &mut Rays) -> Vec<Interval> {
        let mut out: Vec<Interval> = Vec::new();
        self.stretches(origin, direction, f64::NEG_INFINITY, rays, |from, to| {
            match out.last_mut() {
                Some(last) if last.1 == from => last.1 = to,
                _ => out.push((from, to)),
            }
            false
        });
        out
    }

    /// Visits the stretches inside from `t = start` on, in order, until one is said to be enough; whether one was. Stretches
    /// that follow one another without a gap may come apart.
    pub fn stretches(
        &self,
        origin: DVec3,
        direction: DVec3,
        start: f64,
        rays: &mut Rays,
        mut enough: impl FnMut(f64, f64) -> bool,
    ) -> bool {
        let Rays { inside, met, rest, events, intervals } = rays;
        inside.resize(self.solid.leaves().len(), false);
        met.resize(self.solid.leaves().len(), false);
        events.clear();
        for (index, leaf) in self.leaves() {
            intervals.clear();
            leaf.ray(origin, direction, start, intervals);
            inside[index] = false;
            met[index] = false;
            for &(from, to) in intervals.iter().filter(|interval| interval.1 > start) {
                met[index] = true;
                events.push((from.max(start), index));
                events.push((to, index));
            }
        }
        events.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        self.reduce(|leaf| if met[leaf] { None } else { Some(false) }, rest);
        for k in 0..events.len() {
            let (from, leaf) = events[k];
            inside[leaf] = !inside[leaf];
            let Some(&(to, _)) = events.get(k + 1) else { return false };
            if to > from && rest.holds(|leaf| inside[leaf]) && enough(from, to) {
                return true;
            }
        }
        false
    }
}

/// Memory that rays use again and again.
#[derive(Clone, Debug, Default)]
pub struct Rays {
    inside: Vec<bool>,
    met: Vec<bool>,
    rest: Rest,
    events: Vec<(f64, usize)>,
    intervals: Vec<Interval>,
}
