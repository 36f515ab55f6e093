//! Growing random forests from examples.

use super::forest::{Forest, Node};
use spatiq_bench::{Rng, Seed};

/// How a forest is grown.
pub struct Growing {
    pub trees: usize,
    pub depth: usize,
    /// A leaf has at least so many examples.
    pub least: usize,
    /// So many numbers are tried at a fork.
    pub tried: usize,
}

/// Most cuts of a number.
const CUTS: usize = 100;

/// Grows a forest; `examples` are numbers with a label each.
pub fn grow(examples: &[(Vec<f32>, u8)], labels: usize, growing: &Growing, seed: &Seed) -> Forest {
    use rayon::prelude::*;
    let numbers = examples[0].0.len();
    let cuts: Vec<Vec<f32>> = (0..numbers).map(|number| cuts(examples, number)).collect();
    let bins: Vec<Vec<u8>> = (0..numbers)
        .map(|number| {
            let bin = |value: f32| cuts[number].partition_point(|cut| *cut < value) as u8;
            examples.iter().map(|(values, _)| bin(values[number])).collect()
        })
        .collect();
    let known: Vec<u8> = examples.iter().map(|(_, label)| *label).collect();
    let data = Data { bins, known, labels, growing, cuts: &cuts };
    let trees = (0..growing.trees).into_par_iter().map(|tree| data.tree(&mut seed.child(tree).rng()));
    let trees = trees.collect();
    Forest { labels, cuts, trees }
}

/// Values at which a number may be cut: between values that occur, as many on each side of each.
fn cuts(examples: &[(Vec<f32>, u8)], number: usize) -> Vec<f32> {
    let mut values: Vec<f32> = examples.iter().map(|(values, _)| values[number]).collect();
    values.sort_by(f32::total_cmp);
    let mut cuts: Vec<f32> = (1..=CUTS).map(|k| values[(values.len() - 1) * k / (CUTS + 1)]).collect();
    cuts.dedup();
    cuts
}

struct Data<'a> {
    bins: Vec<Vec<u8>>,
    known: Vec<u8>,
    labels: usize,
    growing: &'a Growing,
    cuts: &'a [Vec<f32>],
}

impl Data<'_> {
    fn tree(&self, rng: &mut Rng) -> Vec<Node> {
        let mut own: Vec<u32> = (0..self.known.len()).map(|_| rng.below(self.known.len()) as u32).collect();
        let mut nodes = Vec::new();
        self.node(&mut own, 0, rng, &mut nodes);
        nodes
    }

    fn node(&self, own: &mut [u32], depth: usize, rng: &mut Rng, nodes: &mut Vec<Node>) {
        let fork =
            if depth < self.growing.depth && nodes.len() < 60_000 { self.fork(own, rng) } else { None };
        let Some((number, cut)) = fork else {
            nodes.push(self.leaf(own));
            return;
        };
        let is_low = |example: &u32| self.bins[number][*example as usize] <= cut;
        own.sort_by_key(|example| !is_low(example));
        let middle = own.partition_point(is_low);
        let at = nodes.len();
        nodes.push(Node::Leaf(Vec::new()));
        let (low, high) = own.split_at_mut(middle);
        self.node(low, depth + 1, rng, nodes);
        let other = nodes.len() as u16;
        self.node(high, depth + 1, rng, nodes);
        nodes[at] = Node::Fork { number: number as u8, cut, other };
    }

    /// The best of some random numbers and all their cuts.
    fn fork(&self, own: &[u32], rng: &mut Rng) -> Option<(usize, u8)> {
        let mut counts = vec![0u32; self.labels];
        own.iter().for_each(|example| counts[usize::from(self.known[*example as usize])] += 1);
        if counts.iter().filter(|count| **count > 0).count() < 2 || own.len() < 2 * self.growing.least {
            return None;
        }
        let mut best: Option<(f64, usize, u8)> = None;
        for _ in 0..self.growing.tried {
            let number = rng.below(self.bins.len());
            let bins = self.cuts[number].len() + 1;
            let mut table = vec![0u32; bins * self.labels];
            for example in own {
                let example = *example as usize;
                let bin = usize::from(self.bins[number][example]);
                table[bin * self.labels + usize::from(self.known[example])] += 1;
            }
            let mut low = vec![0u32; self.labels];
            for cut in 0..bins - 1 {
                let row = &table[cut * self.labels..][..self.labels];
                low.iter_mut().zip(row).for_each(|(low, more)| *low += more);
                let size: u32 = low.iter().sum();
                let rest = own.len() as u32 - size;
                if (size as usize) < self.growing.least || (rest as usize) < self.growing.least {
                    continue;
                }
                let pure = |count: f64, size: u32| count * count / f64::from(size);
                let score: f64 = low
                    .iter()
                    .zip(&counts)
                    .map(|(low, all)| pure(f64::from(*low), size) + pure(f64::from(all - low), rest))
                    .sum();
                if best.is_none_or(|(most, ..)| score > most) {
                    best = Some((score, number, cut as u8));
                }
            }
        }
        best.map(|(_, number, cut)| (number, cut))
    }

    fn leaf(&self, own: &[u32]) -> Node {
        let mut counts = vec![0usize; self.labels];
        own.iter().for_each(|example| counts[usize::from(self.known[*example as usize])] += 1);
        let share = |count: usize| (count * 255 / own.len().max(1)) as u8;
        let mut shares: Vec<(u8, u8)> =
            counts.iter().enumerate().map(|(label, count)| (label as u8, share(*count))).collect();
        shares.retain(|(_, share)| *share > 5);
        shares.sort_by_key(|(label, share)| (std::cmp::Reverse(*share), *label));
        shares.truncate(4);
        Node::Leaf(shares)
    }
}
