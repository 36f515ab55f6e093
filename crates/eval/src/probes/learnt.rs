//! What the given picture tells where options have none: which answers went with which numbers.

use super::rule::Number;
use super::{Example, Facts};
use spatiq_bench::Choice;
use std::fmt;

/// Ranges of numbers, with about as many examples each.
const RANGES: usize = 8;

/// How often each place was right, by ranges of a number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Learnt {
    number: Number,
    /// Where the second and every later range begins.
    starts: Vec<i64>,
    /// For each range, how often each place was right.
    right: Vec<Vec<i64>>,
}

impl Learnt {
    /// Learns from those examples in which a picture is given and options have none; nothing if there are no such examples,
    /// or if the number is the same in all of them.
    pub fn from<'a>(number: Number, examples: impl Iterator<Item = &'a Example>) -> Option<Self> {
        let given = examples.filter_map(|(facts, place)| Some((number.of_given(facts)?, *place)));
        let mut given: Vec<(i64, usize)> = given.collect();
        given.sort_unstable();
        let mut starts: Vec<i64> =
            (1..RANGES).filter_map(|k| Some(given.get(k * given.len() / RANGES)?.0)).collect();
        starts.dedup();
        starts.retain(|start| *start > given[0].0);
        if starts.is_empty() {
            return None;
        }
        let places = given.iter().map(|(_, place)| place + 1).max().unwrap_or(0);
        let mut learnt = Self { number, right: vec![vec![0; places]; starts.len() + 1], starts };
        for (number, place) in given {
            let range = learnt.range(number);
            learnt.right[range][place] += 1;
        }
        Some(learnt)
    }

    /// How much speaks for a place; only the order matters.
    pub fn merit(&self, facts: &Facts, place: usize) -> i64 {
        let right = self.number.of_given(facts).and_then(|number| self.right[self.range(number)].get(place));
        right.copied().unwrap_or(0)
    }

    fn range(&self, number: i64) -> usize {
        self.starts.partition_point(|start| *start <= number)
    }
}

impl fmt::Display for Learnt {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "by the {} of the given picture, from least to most: ", self.number)?;
        for right in &self.right {
            let most = right.iter().max();
            let place = right.iter().position(|count| Some(count) == most).unwrap_or(0);
            write!(out, "{}", Choice::label(place))?;
        }
        Ok(())
    }
}
