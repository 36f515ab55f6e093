//! Putting objects in an order that contradicts as few claims as possible.
//!
//! An order is a list of groups, the closest first; objects of one group are equally far.
//!
//! 1. Objects fall into *blocks*: of objects in two blocks, nothing costs less than that those of the first come before those
//!    of the second. So some best order is one of blocks, each put in the best order by itself.
//! 2. In a block of few objects the best order is found exactly: the best arrangement of a set of objects ends with some group,
//!    before which its other objects are arranged in the best way (dynamic programming over sets).
//! 3. In a larger one, which takes answers that contradict each other through and through, a first guess is improved by moving
//!    single objects as long as that helps.

use std::cmp::Ordering;
use std::collections::BTreeMap;

/// What it costs to contradict claims about each two objects.
pub struct Costs {
    count: usize,
    /// `closer[a * count + b]`: what it costs to put a before b.
    closer: Vec<u32>,
    /// What it costs to put a and b into one group; the same both ways.
    same: Vec<u32>,
    /// Whether objects may share a group at all.
    may_tie: bool,
}

/// Up to so many objects of a block the best order is found exactly: with groups of several, and without.
const EXACT: [usize; 2] = [12, 18];

/// In larger blocks nothing is improved: it would take minutes.
const MOST_IMPROVED: usize = 200;

impl Costs {
    /// No claims yet.
    pub fn new(count: usize, may_tie: bool) -> Self {
        Self { count, closer: vec![0; count * count], same: vec![0; count * count], may_tie }
    }

    /// Adds what it costs to say that a is closer than b, that it is farther, and that both are equally far.
    pub fn add(&mut self, a: usize, b: usize, [closer, farther, same]: [u32; 3]) {
        self.closer[a * self.count + b] += closer;
        self.closer[b * self.count + a] += farther;
        self.same[a * self.count + b] += same;
        self.same[b * self.count + a] += same;
    }

    /// The group of each object, the closest 0, in an order of the least cost.
    pub fn order(&self) -> Vec<usize> {
        let mut groups = vec![0; self.count];
        let mut first = 0;
        for block in self.blocks() {
            let own = self.of(&block);
            let exact = if self.may_tie { EXACT[0] } else { EXACT[1] };
            let order = if block.len() <= exact { own.exact() } else { own.improved() };
            block.iter().zip(&order).for_each(|(at, group)| groups[*at] = first + group);
            first += order.iter().max().map_or(0, |last| last + 1);
        }
        groups
    }

    /// The blocks, the closest first.
    fn blocks(&self) -> Vec<Vec<usize>> {
        // What must not be in a later block than an object.
        let reach = |from: usize| {
            let mut reached = vec![false; self.count];
            let mut next = vec![from];
            reached[from] = true;
            while let Some(a) = next.pop() {
                for b in (0..self.count).filter(|b| *b != a && !self.may_precede(a, *b)) {
                    if !std::mem::replace(&mut reached[b], true) {
                        next.push(b);
                    }
                }
            }
            reached
        };
        let reached: Vec<Vec<bool>> = (0..self.count).map(reach).collect();
        let mut blocks: BTreeMap<(usize, usize), Vec<usize>> = BTreeMap::new();
        for (a, from) in reached.iter().enumerate() {
            let before = from.iter().filter(|is| **is).count();
            let least = (0..self.count).find(|b| from[*b] && reached[*b][a]).unwrap_or(a);
            blocks.entry((before, least)).or_default().push(a);
        }
        blocks.into_values().collect()
    }

    /// Whether nothing costs less than to put a before b.
    fn may_precede(&self, a: usize, b: usize) -> bool {
        let [closer, farther, same] =
            [Ordering::Less, Ordering::Greater, Ordering::Equal].map(|order| self.between(a, b, order));
        closer <= farther && (closer <= same || !self.may_tie)
    }

    /// The costs between some of the objects.
    fn of(&self, objects: &[usize]) -> Self {
        let pick = |costs: &[u32]| {
            objects.iter().flat_map(|a| objects.iter().map(move |b| costs[a * self.count + b])).collect()
        };
        Self {
            count: objects.len(),
            closer: pick(&self.closer),
            same: pick(&self.same),
            may_tie: self.may_tie,
        }
    }

    fn between(&self, a: usize, b: usize, order: Ordering) -> u32 {
        match order {
            Ordering::Less => self.closer[a * self.count + b],
            Ordering::Greater => self.closer[b * self.count + a],
            Ordering::Equal => self.same[a * self.count + b],
        }
    }

    fn exact(&self) -> Vec<usize> {
        let sets = 1usize << self.count;
        let members = |set: usize| (0..self.count).filter(move |at| set >> at & 1 == 1);
        // What it costs to put one object after a whole set, and to put a whole set into one group.
        let mut after = vec![0u32; sets * self.count];
        let mut together = vec![0u32; sets];
        for set in 1..sets {
            let (first, rest) = (set.trailing_zeros() as usize, set & (set - 1));
            for at in 0..self.count {
                after[set * self.count + at] =
                    after[rest * self.count + at] + self.closer[first * self.count + at];
            }
            together[set] =
                together[rest] + members(rest).map(|at| self.same[first * self.count + at]).sum::<u32>();
        }
        // The least cost of each set, and the group that it ends with.
        let mut best = vec![(u32::MAX, 0usize); sets];
        best[0] = (0, 0);
        for set in 1..sets {
            let mut try_last = |last: usize| {
                let before = set & !last;
                let moved: u32 = members(last).map(|at| after[before * self.count + at]).sum();
                let cost = best[before].0 + moved + together[last];
                if cost < best[set].0 {
                    best[set] = (cost, last);
                }
            };
            if !self.may_tie {
                members(set).for_each(|at| try_last(1 << at));
                continue;
            }
            let mut last = set;
            while last > 0 {
                try_last(last);
                last = (last - 1) & set;
            }
        }
        let mut groups = vec![0; self.count];
        let (mut set, mut nth) = (sets - 1, self.count);
        while set > 0 {
            let last = best[set].1;
            members(last).for_each(|at| groups[at] = nth);
            nth -= 1;
            set &= !last;
        }
        groups
    }

    /// Sorts by how much speaks for being close, then moves single objects while that helps.
    fn improved(&self) -> Vec<usize> {
        let lead = |a: usize| -> i64 {
            let others = (0..self.count).filter(|b| *b != a);
            others
                .map(|b| {
                    i64::from(self.closer[a * self.count + b]) - i64::from(self.closer[b * self.count + a])
                })
                .sum()
        };
        let mut sorted: Vec<usize> = (0..self.count).collect();
        sorted.sort_by_key(|at| (lead(*at), *at));
        // Groups at even numbers leave room for one between any two.
        let mut groups = vec![0; self.count];
        sorted.iter().enumerate().for_each(|(nth, at)| groups[*at] = 2 * nth + 1);
        if self.count > MOST_IMPROVED {
            return groups;
        }
        loop {
            let mut changed = false;
            for at in 0..self.count {
                let own = |groups: &[usize], at: usize| -> u32 {
                    let others = (0..self.count).filter(|b| *b != at);
                    others.map(|b| self.between(at, b, groups[at].cmp(&groups[b]))).sum()
                };
                let (mut best, mut place) = (own(&groups, at), groups[at]);
                let before = place;
                for candidate in 0..=2 * self.count {
                    let taken = groups.iter().enumerate().any(|(other, g)| other != at && *g == candidate);
                    if taken && !self.may_tie {
                        continue;
                    }
                    groups[at] = candidate;
                    let cost = own(&groups, at);
                    if cost < best {
                        (best, place) = (cost, candidate);
                    }
                }
                groups[at] = place;
                if place != before {
                    changed = true;
                    spread(&mut groups);
                }
            }
            if !changed {
                return groups;
            }
        }
    }
}

/// Numbers groups 1, 3, 5, … in their order.
fn spread(groups: &mut [usize]) {
    let mut used: Vec<usize> = groups.to_vec();
    used.sort_unstable();
    used.dedup();
    for group in groups {
        *group = 2 * used.binary_search(group).expect("it is one of them") + 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use spatiq_bench::{Rng, Seed};

    impl Costs {
        /// What an order costs.
        fn cost(&self, groups: &[usize]) -> u32 {
            let pairs = (0..self.count).flat_map(|a| (a + 1..self.count).map(move |b| (a, b)));
            pairs.map(|(a, b)| self.between(a, b, groups[a].cmp(&groups[b]))).sum()
        }
    }

    fn random(count: usize, may_tie: bool, rng: &mut Rng) -> Costs {
        let mut costs = Costs::new(count, may_tie);
        for a in 0..count {
            for b in a + 1..count {
                costs.add(a, b, [0, 1, 2].map(|_| rng.below(3) as u32));
            }
        }
        costs
    }

    /// Every way to give objects group numbers below their count.
    fn all(count: usize) -> impl Iterator<Item = Vec<usize>> {
        (0..count.pow(count as u32)).map(move |mut code| {
            let digit = |_| {
                let digit = code % count;
                code /= count;
                digit
            };
            (0..count).map(digit).collect()
        })
    }

    #[test]
    fn no_order_is_cheaper_than_the_one_found() {
        let mut rng = Seed::root(11).rng();
        for count in 1..=5 {
            for may_tie in [true, false] {
                for _ in 0..20 {
                    let costs = random(count, may_tie, &mut rng);
                    let distinct = |groups: &Vec<usize>| {
                        may_tie || (0..count).all(|a| (0..a).all(|b| groups[a] != groups[b]))
                    };
                    let best = all(count).filter(distinct).map(|groups| costs.cost(&groups)).min().unwrap();
                    assert_eq!(costs.cost(&costs.order()), best, "in blocks");
                    let found = costs.exact();
                    assert!(distinct(&found));
                    assert_eq!(costs.cost(&found), best);
                    let improved = costs.improved();
                    assert!(distinct(&improved) && costs.cost(&improved) >= best);
                }
            }
        }
    }

    #[test]
    fn what_is_an_order_already_stays_one_however_many_objects_there_are() {
        let mut rng = Seed::root(12).rng();
        for count in [4, 11, 12, 40] {
            let truth: Vec<usize> = (0..count).map(|_| rng.below(6)).collect();
            let mut costs = Costs::new(count, true);
            for a in 0..count {
                for b in a + 1..count {
                    let order = truth[a].cmp(&truth[b]);
                    let cost = |wanted| if order == wanted { 0 } else { 2 };
                    costs.add(a, b, [cost(Ordering::Less), cost(Ordering::Greater), cost(Ordering::Equal)]);
                }
            }
            assert_eq!(costs.cost(&costs.order()), 0);
        }
    }
}
