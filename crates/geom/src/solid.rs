//! A tree of unions, intersections and differences over leaves.
//!
//! The tree is kept as a program for a stack of truth values, deepest operations first: `A B ∪ C −`. Whether a point
//! is inside follows from which leaves it is inside, and a line is inside where that program says so between the points at
//! which it enters or leaves a leaf.

use crate::leaf::{Contact, Leaf};
use crate::primitive::Interval;
use glam::DVec3;

/// How two solids become one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Op {
    /// Inside either.
    Union,
    /// Inside both.
    Intersection,
    /// Inside the first and not inside the second.
    Difference,
}

/// A solid made of leaves.
#[derive(Clone, Debug)]
pub struct Solid {
    leaves: Vec<Leaf>,
    program: Vec<Step>,
    depth: usize,
}

#[derive(Clone, Copy, Debug)]
enum Step {
    Leaf(usize),
    Join(Op),
    /// The opposite of what is on top; only in what is left of a tree.
    Not,
}

/// Runs a program on a stack of truth values.
fn run(program: &[Step], inside: impl Fn(usize) -> bool) -> bool {
    let mut stack = 0u64;
    for step in program {
        match *step {
            Step::Leaf(leaf) => stack = stack << 1 | u64::from(inside(leaf)),
            Step::Not => stack ^= 1,
            Step::Join(op) => {
                let (right, left) = (stack & 1, stack >> 1 & 1);
                let joined = match op {
                    Op::Union => left | right,
                    Op::Intersection => left & right,
                    Op::Difference => left & !right & 1,
                };
                stack = stack >> 2 << 1 | joined;
            }
        }
    }
    stack & 1 == 1
}

/// What is left of a tree; see [`Solid::reduce`].
#[derive(Clone, Debug, Default)]
pub struct Rest {
    program: Vec<Step>,
    known: Option<bool>,
    open: Vec<Part>,
}

impl Rest {
    /// Whether a point is inside, given that for the leaves that were in doubt.
    pub fn holds(&self, inside: impl Fn(usize) -> bool) -> bool {
        self.known.unwrap_or_else(|| run(&self.program, inside))
    }
}

/// A part of a tree that is being reduced.
#[derive(Clone, Copy, Debug)]
enum Part {
    Known(bool),
    /// Its program begins here.
    Doubt(usize),
}

fn doubt(program: &mut Vec<Step>, step: Step) -> Part {
    program.push(step);
    Part::Doubt(program.len() - 1)
}

/// Joins two parts; what no longer matters is taken off the end of the program.
fn join(op: Op, left: Part, right: Part, program: &mut Vec<Step>) -> Part {
    match (op, left, right) {
        (_, Part::Doubt(start), Part::Doubt(_)) => {
            program.push(Step::Join(op));
            Part::Doubt(start)
        }
        (Op::Union, Part::Known(false), other) | (Op::Intersection, Part::Known(true), other) => other,
        (Op::Union | Op::Difference, other, Part::Known(false))
        | (Op::Intersection, other, Part::Known(true)) => other,
        (Op::Difference, Part::Known(true), Part::Doubt(start)) => {
            program.push(Step::Not);
            Part::Doubt(start)
        }
        (Op::Difference, Part::Known(true), Part::Known(right)) => Part::Known(!right),
        // Decided by one side alone: true for a union, false otherwise.
        (_, Part::Doubt(start), _) | (_, _, Part::Doubt(start)) => {
            program.truncate(start);
            Part::Known(op == Op::Union)
        }
        (_, Part::Known(_), Part::Known(_)) => Part::Known(op == Op::Union),
    }
}

/// The stack of truth values is one word.
const DEEPEST: usize = 64;

/// A tree whose evaluation would have to remember too much at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the solid is nested more than {DEEPEST} levels deep")]
pub struct TooDeep;

impl From<Leaf> for Solid {
    fn from(leaf: Leaf) -> Self {
        Self { leaves: vec![leaf], program: vec![Step::Leaf(0)], depth: 1 }
    }
}

impl Solid {
    /// Joins two solids. A chain that grows to the left may have any length; nesting to the right is limited.
    pub fn join(mut self, op: Op, other: Self) -> Result<Self, TooDeep> {
        self.depth = self.depth.max(other.depth + 1);
        if self.depth > DEEPEST {
            return Err(TooDeep);
        }
        let first = self.leaves.len();
        self.leaves.extend(other.leaves);
        self.program.extend(other.program.into_iter().map(|step| match step {
            Step::Leaf(leaf) => Step::Leaf(leaf + first),
            join => join,
        }));
        self.program.push(Step::Join(op));
        Ok(self)
    }

    /// The leaves, in the order of the tree.
    pub fn leaves(&self) -> &[Leaf] {
        &self.leaves
    }

    /// Whether a point is inside, given for each leaf whether it is inside that.
    pub fn holds(&self, inside: impl Fn(usize) -> bool) -> bool {
        run(&self.program, inside)
    }

    /// What is left of the tree to be asked once it is known for some leaves whether a point is inside them. Near a point or
    /// along a line few leaves are in doubt, however many there are.
    pub fn reduce(&self, known: impl Fn(usize) -> Option<bool>, rest: &mut Rest) {
        let program = &mut rest.program;
        program.clear();
        rest.open.clear();
        for step in &self.program {
            let next = match *step {
                Step::Not => continue,
                Step::Leaf(leaf) => known(leaf).map_or_else(|| doubt(program, Step::Leaf(leaf)), Part::Known),
                Step::Join(op) => {
                    let right = rest.open.pop().expect("a join follows its two parts");
                    let left = rest.open.pop().expect("a join follows its two parts");
                    join(op, left, right, program)
                }
            };
            rest.open.push(next);
        }
        rest.known = match rest.open.pop() {
            Some(Part::Known(inside)) => Some(inside),
            _ => None,
        };
    }

    /// Whether a point is inside.
    pub fn contains(&self, p: DVec3) -> bool {
        self.holds(|leaf| self.leaves[leaf].field(p) < 0.0)
    }

    /// Whether a point lies in a leaf, outside, or on which faces, for every leaf.
    pub fn contacts(&self, p: DVec3, tolerance: f64) -> impl Iterator<Item = Contact> + '_ {
        self.leaves.iter().map(move |leaf| leaf.contact(p, tolerance))
    }

    /// The box around all leaves: it holds the solid, and may be larger.
    pub fn bounds_of_leaves(&self) -> [DVec3; 2] {
        self.leaves
            .iter()
            .map(Leaf::bounds)
            .fold([DVec3::INFINITY, DVec3::NEG_INFINITY], |[low, high], [a, b]| [low.min(a), high.max(b)])
    }

    /// Where the line `origin + t * direction` runs inside, in order; `direction` has length one.
    pub fn ray(&self, origin: DVec3, direction: DVec3, rays: &mut Rays) -> Vec<Interval> {
        let mut out: Vec<Interval> = Vec::new();
        self.stretches(origin, direction, rays, |from, to| {
            match out.last_mut() {
                Some(last) if last.1 == from => last.1 = to,
                _ => out.push((from, to)),
            }
            false
        });
        out
    }

    /// Goes up the tree: says what becomes of a leaf, and of two parts that are joined. The first error ends it.
    pub(crate) fn try_fold<T, E>(
        &self,
        leaf: impl Fn(&Leaf) -> Result<T, E>,
        join: impl Fn(Op, T, T) -> Result<T, E>,
    ) -> Result<T, E> {
        let mut stack = Vec::new();
        for step in &self.program {
            let next = match *step {
                Step::Leaf(index) => leaf(&self.leaves[index]),
                Step::Not => continue,
                Step::Join(op) => {
                    let right = stack.pop().expect("a join follows its two parts");
                    let left = stack.pop().expect("a join follows its two parts");
                    join(op, left, right)
                }
            };
            stack.push(next?);
        }
        Ok(stack.pop().expect("a solid has a leaf"))
    }

    /// Visits the stretches inside, in order, until one is said to be enough; whether one was. Stretches that follow
    /// one another without a gap may come apart.
    pub fn stretches(
        &self,
        origin: DVec3,
        direction: DVec3,
        rays: &mut Rays,
        mut enough: impl FnMut(f64, f64) -> bool,
    ) -> bool {
        rays.inside.clear();
        rays.inside.resize(self.leaves.len(), false);
        rays.met.resize(self.leaves.len(), false);
        rays.events.clear();
        for (index, leaf) in self.leaves.iter().enumerate() {
            rays.intervals.clear();
            leaf.ray(origin, direction, &mut rays.intervals);
            rays.met[index] = !rays.intervals.is_empty();
            for &(from, to) in &rays.intervals {
                rays.events.push((from, index));
                rays.events.push((to, index));
            }
        }
        rays.events.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        self.reduce(|leaf| if rays.met[leaf] { None } else { Some(false) }, &mut rays.rest);
        for k in 0..rays.events.len() {
            let (from, leaf) = rays.events[k];
            rays.inside[leaf] = !rays.inside[leaf];
            let Some(&(to, _)) = rays.events.get(k + 1) else { return false };
            if to > from && rays.rest.holds(|leaf| rays.inside[leaf]) && enough(from, to) {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Placement, Primitive};
    use proptest::prelude::*;

    fn ball(x: f64) -> Solid {
        let placement = Placement { shift: DVec3::new(x, 0.0, 0.0), ..Placement::IDENTITY };
        Leaf::new(Primitive::Sphere { radius: 1.0 }, placement).into()
    }

    #[test]
    fn a_difference_leaves_what_the_second_does_not_hold() {
        let solid = ball(0.0).join(Op::Difference, ball(0.5)).unwrap();
        let inside = solid.ray(DVec3::new(-9.0, 0.0, 0.0), DVec3::X, &mut Rays::default());
        assert_eq!(inside, vec![(8.0, 8.5)]);
        assert!(solid.contains(DVec3::new(-0.75, 0.0, 0.0)));
        assert!(!solid.contains(DVec3::ZERO));
    }

    #[test]
    fn chains_have_any_length_and_nests_an_end() {
        let chain = (0..500).fold(ball(0.0), |solid, k| solid.join(Op::Union, ball(k as f64)).unwrap());
        assert!(chain.contains(DVec3::new(400.0, 0.0, 0.0)));
        let nest = (0..500).try_fold(ball(0.0), |solid, _| ball(1.0).join(Op::Difference, solid));
        assert_eq!(nest.unwrap_err(), TooDeep);
    }

    #[test]
    fn what_is_left_of_a_tree_says_what_the_tree_says() {
        let ops = [Op::Union, Op::Intersection, Op::Difference];
        for code in 0..81 {
            let op = |digit: usize| ops[code / [1, 3, 9, 27][digit] % 3];
            let pair = |digit| ball(0.0).join(op(digit), ball(1.0)).unwrap();
            let solid = pair(0).join(op(1), pair(2)).unwrap().join(op(3), ball(0.0)).unwrap();
            for (known, inside) in (0..32u32).flat_map(|known| (0..32u32).map(move |inside| (known, inside)))
            {
                let is_inside = |leaf: usize| inside >> leaf & 1 == 1;
                let mut rest = Rest::default();
                solid.reduce(|leaf| (known >> leaf & 1 == 1).then(|| is_inside(leaf)), &mut rest);
                assert_eq!(rest.holds(is_inside), solid.holds(is_inside), "{code} {known:b} {inside:b}");
            }
        }
    }

    proptest! {
        #[test]
        fn a_line_is_inside_where_its_points_are(
            o in proptest::array::uniform3(-2.0f64..2.0),
            d in proptest::array::uniform3(-1.0f64..1.0),
        ) {
            let solid = ball(0.0).join(Op::Union, ball(1.5)).unwrap();
            let solid = solid.join(Op::Difference, ball(0.7).join(Op::Intersection, ball(0.3)).unwrap()).unwrap();
            let (origin, direction) = (DVec3::from(o), DVec3::from(d).normalize_or(DVec3::X));
            let inside = solid.ray(origin, direction, &mut Rays::default());
            for k in -300..300 {
                let t = f64::from(k) * 0.0137;
                let said = inside.iter().any(|&(a, b)| a < t && t < b);
                prop_assert_eq!(said, solid.contains(origin + direction * t));
            }
        }
    }
}
