//! A tree of unions, intersections and differences over leaves.
//!
//! Whether a point is inside follows from which leaves it is inside.

use crate::leaf::Leaf;
use crate::primitive::Interval;
use crate::region::{Rays, Region};
use crate::tree::{Op, Step, run};
use glam::DVec3;

/// A solid made of leaves.
#[derive(Clone, Debug)]
pub struct Solid {
    leaves: Vec<Leaf>,
    program: Vec<Step>,
    depth: usize,
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

    /// What of it reaches into a region of space, as `reaches` says of each leaf.
    pub fn region(&self, reaches: impl Fn(&Leaf) -> bool) -> Region<'_> {
        Region::new(self, &self.program, reaches)
    }

    /// All of it.
    pub fn whole(&self) -> Region<'_> {
        self.region(|_| true)
    }

    /// Whether a point is inside.
    pub fn contains(&self, p: DVec3) -> bool {
        self.holds(|leaf| self.leaves[leaf].field(p) < 0.0)
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
        self.whole().ray(origin, direction, rays)
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
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Placement, Primitive, Rest};
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
                solid.whole().reduce(|leaf| (known >> leaf & 1 == 1).then(|| is_inside(leaf)), &mut rest);
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
