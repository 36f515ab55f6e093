//! The draws from which a model follows.

use super::MODELS;
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
    kept: f64,
}

impl Draw {
    /// The draws of the model with that number; `attempt` tells apart what is drawn anew for it.
    pub fn new(seed: &Seed, number: u32, attempt: u32) -> Self {
        let rng = seed.child(number).child(attempt).rng();
        Self { rng, spread: spread(number + attempt * MODELS), kept: spread(number)[AXES - 1] }
    }

    /// A number in [0, 1) that is the same in every attempt at a model: what hangs on it is as frequent among the
    /// models as among the attempts.
    pub fn kept(&self) -> f64 {
        self.kept
    }

    /// A number in [low, high).
    pub fn between(&mut self, low: f64, high: f64) -> f64 {
        self.rng.between(low, high)
    }

    /// A number in [low, high) that other models are far from, along that axis or another one.
    pub fn spread(&self, axis: usize, low: f64, high: f64) -> f64 {
        low + (high - low) * self.spread[axis]
    }

    /// A number in [low, high) like that of `spread`, as even in the logarithm: for proportions.
    pub fn ratio(&self, axis: usize, low: f64, high: f64) -> f64 {
        low * libm::exp(libm::log(high / low) * self.spread[axis])
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

/// A point of the sequence. The first two axes step by powers of the root of x³ = x + 1 (the golden ratio's kin in two
/// dimensions), the others by roots that have nothing to do with them.
fn spread(number: u32) -> [f64; AXES] {
    const ROOT: f64 = 1.324_717_957_244_746;
    const STEPS: [f64; AXES] = [
        1.0 / ROOT,
        1.0 / (ROOT * ROOT),
        0.414_213_562_373_095,
        0.732_050_807_568_877,
        0.618_033_988_749_895,
    ];
    STEPS.map(|step| {
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
