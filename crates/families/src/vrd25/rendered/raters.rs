//! Simulated people who look at a pair and vote.
//!
//! A rater sees the logarithm of the ratio of depths, in units of its standard deviation, with normal noise, and compares it
//! with a margin. Some pairs are hard: on these most votes are "unsure". The numbers for one picture are fitted to the
//! release's votes; those for two are fitted the same way to its pairs of pictures, where a rater who sees no difference is
//! unsure. On occlusion a rater sees the logarithm of how many times more is hidden than must be, with noise.

use super::labels::{Exact, Hiding, hidden_ratio};
use crate::vrd25::votes::Votes;
use spatiq_bench::{Rng, Seed};

/// Some people.
#[derive(Clone, Debug)]
pub struct Raters {
    /// How many.
    pub count: usize,
    /// The standard deviation of what they judge.
    pub spread: f64,
    /// Whether they compare two pictures.
    pub across: bool,
}

/// How people see.
struct Noise {
    /// Standard deviation of the noise.
    sigma: f64,
    /// Smaller differences are none.
    margin: f64,
    /// Share of hard pairs.
    hard: f64,
    /// On a hard pair the share of unsure votes is Beta-distributed with this and 1.
    unsure_hard: f64,
    /// On other pairs it is this.
    unsure: f64,
}

const WITHIN: Noise = Noise { sigma: 0.209, margin: 0.157, hard: 0.124, unsure_hard: 3.43, unsure: 0.017 };
const ACROSS: Noise = Noise { sigma: 0.46, margin: 0.0625, hard: 0.0706, unsure_hard: 4.31, unsure: 0.011 };

/// Noise in the logarithm of how much is hidden.
const OCCLUSION_SIGMA: f64 = 1.4;

impl Raters {
    /// Votes on which of two objects is closer, in the codes of the release: 0 unsure, 1 the first, 2 the second, 3 same.
    pub fn on_depth(&self, delta: f64, seed: &Seed) -> Votes {
        let noise = if self.across { ACROSS } else { WITHIN };
        let mut rng = seed.child("depth").rng();
        let unsure = match rng.unit() < noise.hard {
            true => libm::pow(rng.unit(), 1.0 / noise.unsure_hard),
            false => noise.unsure,
        };
        let vote = |_| {
            let seen = delta / self.spread + noise.sigma * normal(&mut rng);
            match rng.unit() < unsure {
                true => 0,
                false if seen > noise.margin => 1,
                false if seen < -noise.margin => 2,
                false if self.across => 0,
                false => 3,
            }
        };
        Votes((0..self.count).map(vote).collect())
    }

    /// Votes on which of two objects hides part of the other: 0 none, 1 the first, 2 the second, 3 each.
    pub fn on_hiding(&self, exact: &Exact, [a, b]: [usize; 2], least: usize, seed: &Seed) -> Votes {
        let mut rng = seed.child("hiding").rng();
        let ratios = [[a, b], [b, a]].map(|[a, b]| hidden_ratio(exact, a, b, least));
        let vote = |_| {
            let seen = ratios.map(|ratio| {
                let noise = OCCLUSION_SIGMA * normal(&mut rng);
                // Nobody sees something hidden where nothing is.
                ratio > 0.0 && libm::log(ratio) + noise > 0.0
            });
            Hiding::of(seen).code()
        };
        Votes((0..self.count).map(vote).collect())
    }
}

/// A draw from the standard normal distribution.
pub fn normal(rng: &mut Rng) -> f64 {
    let (radius, angle) = (1.0 - rng.unit(), rng.unit());
    (-2.0 * libm::log(radius)).sqrt() * libm::cos(std::f64::consts::TAU * angle)
}
