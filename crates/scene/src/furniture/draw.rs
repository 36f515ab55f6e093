//! The draws from which a model follows.

use spatiq_bench::{Rng, Seed};

/// How many proportions of a model are spread rather than drawn.
const AXES: usize = 5;

/// Draws for one model.
///
/// What shapes the silhouette most is not drawn at random, where two models would often come close, but taken from
/// a sequence that spreads its points evenly over a cube: the more models, the finer, and never two at one place.
pub(super) struct Draw {
    rng: Rng,
    spread: [f64; AXES],
}

impl Draw {
    /// The draws of the model with that number; `attempt` tells apart what is drawn anew for it.
    pub fn new(seed: &Seed, number: u32, attempt: u32) -> Self {
        Self { rng: seed.child(number).child(attempt).rng(), spread: spread(number) }
    }

    /// A number in [low, high).
    pub fn between(&mut self, low: f64, high: f64) -> f64 {
        self.rng.between(low, high)
    }

    /// A number in [low, high) that other models are far from, along that axis or another one.
    pub fn spread(&self, axis: usize, low: f64, high: f64) -> f64 {
        low + (high - low) * self.spread[axis]
    }

    /// A whole number from `low` to `high`, both included.
    pub fn count(&mut self, low: usize, high: usize) -> usize {
        low + self.rng.below(high - low + 1)
    }

    /// True with that probability.
    pub fn chance(&mut self, probability: f64) -> bool {
        self.rng.unit() < probability
    }

    /// One of the values; some may be given more often to be likelier.
    pub fn pick<T: Copy>(&mut self, values: &[T]) -> T {
        *self.rng.pick(values)
    }
}

/// A point of the sequence that steps by powers of the root of x⁶ = x + 1 (the golden ratio's kin in five dimensions).
fn spread(number: u32) -> [f64; AXES] {
    const ROOT: f64 = 1.134_724_138_401_519_4;
    let mut step = 1.0;
    [(); AXES].map(|()| {
        step /= ROOT;
        let along = 0.5 + step * f64::from(number);
        along - along.floor()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_of_the_sequence_stay_away_from_each_other() {
        let points: Vec<_> = (0..500).map(spread).collect();
        let apart = |a: &[f64; AXES], b: &[f64; AXES]| {
            a.iter().zip(b).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max)
        };
        for (k, point) in points.iter().enumerate() {
            assert!(points[..k].iter().all(|other| apart(point, other) > 0.1), "point {k}");
        }
    }
}
