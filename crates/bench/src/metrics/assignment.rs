//! Pairing n things with n others at nearly the least total cost: Bertsekas' auction, with prices that rise by ever
//! smaller steps.
//!
//! Notation: `cost[row][column]`; every column has a price. A row without column bids for the one where cost and price
//! together are least, and raises its price until the second best is better by a step; whoever had the column has none
//! now, and bids again. When all have one, no row would gain more than a step by changing, so the total is above the
//! least possible by at most n steps. Begun with a large step, prices are nearly right when the last, small one comes.
//!
//! Costs are rounded to whole numbers of which [`FINEST`] make the largest: sums of so small whole numbers are exact in
//! single precision, which is fast.

/// The largest cost, in units.
const FINEST: f32 = 1_048_576.0;

/// The last step, in units. Prices would have to exceed 2²⁸ before a step was lost to rounding.
const LAST_STEP: f32 = 16.0;

/// Each step is this part of the one before.
const SHRINK: f32 = 5.0;

/// The column of each row. The mean cost is above the least possible by at most 1/60,000 of the largest cost.
///
/// # Panics
/// When `cost` does not have `n * n` entries, or one is negative or not finite.
pub fn assignment(n: usize, cost: &[f32]) -> Vec<usize> {
    assert_eq!(cost.len(), n * n, "a cost for every pair");
    assert!(cost.iter().all(|cost| *cost >= 0.0 && cost.is_finite()), "a cost is a length");
    if n < 2 {
        return vec![0; n];
    }
    let largest = cost.iter().copied().fold(0.0, f32::max);
    let unit = if largest > 0.0 { largest / FINEST } else { 1.0 };
    let cost: Vec<f32> = cost.iter().map(|cost| (cost / unit).round()).collect();
    let mut auction = Auction { n, cost: &cost, price: vec![0.0; n], row_of: vec![NONE; n] };
    let mut step = FINEST / SHRINK;
    while step > LAST_STEP {
        auction.hold(step.round());
        step /= SHRINK;
    }
    auction.hold(LAST_STEP);
    let mut column_of = vec![NONE; n];
    for (column, row) in auction.row_of.into_iter().enumerate() {
        column_of[row] = column;
    }
    column_of
}

const NONE: usize = usize::MAX;

struct Auction<'a> {
    n: usize,
    cost: &'a [f32],
    /// Of each column.
    price: Vec<f32>,
    row_of: Vec<usize>,
}

impl Auction<'_> {
    /// Pairs all anew, at the prices that are there, which rise.
    fn hold(&mut self, step: f32) {
        self.row_of.fill(NONE);
        let mut bidders: Vec<usize> = (0..self.n).rev().collect();
        while let Some(row) = bidders.pop() {
            let (column, gap) = self.best(row);
            self.price[column] += gap + step;
            let driven_out = std::mem::replace(&mut self.row_of[column], row);
            if driven_out != NONE {
                bidders.push(driven_out);
            }
        }
    }

    /// The column that is best for a row, and how much worse the second best is.
    fn best(&self, row: usize) -> (usize, f32) {
        const LANES: usize = 16;
        let costs = &self.cost[row * self.n..(row + 1) * self.n];
        let (mut best, mut second) = ([f32::INFINITY; LANES], [f32::INFINITY; LANES]);
        let mut put = |lane: usize, value: f32| {
            let worse = if value > best[lane] { value } else { best[lane] };
            second[lane] = if worse < second[lane] { worse } else { second[lane] };
            best[lane] = if value < best[lane] { value } else { best[lane] };
        };
        let (cost_chunks, price_chunks) = (costs.chunks_exact(LANES), self.price.chunks_exact(LANES));
        let rest = cost_chunks.remainder().iter().zip(price_chunks.remainder()).enumerate();
        for (cost, price) in cost_chunks.zip(price_chunks) {
            for lane in 0..LANES {
                put(lane, cost[lane] + price[lane]);
            }
        }
        rest.for_each(|(lane, (cost, price))| put(lane, cost + price));
        let mut two = (f32::INFINITY, f32::INFINITY);
        for value in best.into_iter().chain(second) {
            two = if value < two.0 { (value, two.0) } else { (two.0, two.1.min(value)) };
        }
        let is_best = |(cost, price): (&f32, &f32)| cost + price == two.0;
        let column = costs.iter().zip(&self.price).position(is_best).expect("the least is one of them");
        (column, two.1 - two.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Seed;

    fn total(n: usize, cost: &[f32], columns: &[usize]) -> f64 {
        let mut seen = columns.to_vec();
        seen.sort_unstable();
        assert!(seen.iter().copied().eq(0..n), "every column once: {columns:?}");
        columns.iter().enumerate().map(|(row, column)| f64::from(cost[row * n + column])).sum()
    }

    /// The least total over all ways to pair the rows from `row` on with columns that are left.
    fn least(n: usize, cost: &[f32], row: usize, left: &mut Vec<usize>) -> f64 {
        if row == n {
            return 0.0;
        }
        let mut best = f64::INFINITY;
        for at in 0..left.len() {
            let column = left.remove(at);
            best = best.min(f64::from(cost[row * n + column]) + least(n, cost, row + 1, left));
            left.insert(at, column);
        }
        best
    }

    #[test]
    fn it_is_as_good_as_the_best_of_all_permutations() {
        for seed in 0..3000 {
            let mut rng = Seed::root(seed).rng();
            let n = rng.below(8);
            // Few different costs make many ties.
            let coarse = rng.coin();
            let mut draw = || if coarse { rng.below(3) as f32 } else { rng.unit() as f32 };
            let cost: Vec<f32> = (0..n * n).map(|_| draw()).collect();
            let found = total(n, &cost, &assignment(n, &cost));
            let best = least(n, &cost, 0, &mut (0..n).collect());
            let largest = cost.iter().copied().fold(0.0, f32::max);
            let allowed = n as f64 * f64::from(largest) / 60_000.0;
            assert!(
                (-1e-6..=allowed + 1e-6).contains(&(found - best)),
                "seed {seed}, n {n}: {found} instead of {best}"
            );
        }
    }

    #[test]
    fn no_exchange_along_a_short_cycle_makes_a_large_one_cheaper() {
        for (seed, kinds) in [(1, 1_000_000), (2, 7), (3, 1)] {
            let (n, mut rng) = (150, Seed::root(seed).rng());
            let cost: Vec<f32> = (0..n * n).map(|_| rng.below(kinds) as f32 / kinds as f32).collect();
            let columns = assignment(n, &cost);
            total(n, &cost, &columns);
            let gain = |from: usize, to: usize| cost[from * n + columns[to]] - cost[from * n + columns[from]];
            let allowed = -3.0 / 60_000.0;
            for a in 0..n {
                for b in 0..n {
                    assert!(gain(a, b) + gain(b, a) >= allowed);
                    for c in 0..n {
                        assert!(gain(a, b) + gain(b, c) + gain(c, a) >= allowed);
                    }
                }
            }
        }
    }
}
