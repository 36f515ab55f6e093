//! What a picture is to be like, settled before anything is placed.
//!
//! Labels are distributed as planned because an attempt that turns out otherwise is thrown away while its plan is kept: what
//! is hard to place comes as often as what is easy.

use super::labels::{Exact, Hiding};
use super::raters::normal;
use super::rules::{Rules, Surroundings};
use spatiq_bench::{Rng, Seed};
use spatiq_scene::Kind;

/// A plan.
#[derive(Clone, Debug)]
pub struct Plan {
    /// A room or open ground.
    pub kind: Kind,
    /// How far each object is before the camera, in metres.
    pub depths: Vec<f64>,
    /// How far the middle of the picture is.
    pub middle: f64,
    /// How many pairs there are of which one hides part of the other.
    pub occluding: usize,
    /// Whether the first two objects are interlocked.
    pub interlocked: bool,
}

/// Pictures of the release with two objects, with three, and so on up to seven and more, in percent.
const COUNTS: [f64; 6] = [40.0, 24.0, 16.0, 9.0, 6.0, 5.0];

/// More pieces of furniture hardly find places in one picture.
const MOST_IN_ROOM: usize = 4;

/// How far the middle of a picture usually is, in metres.
const USUAL: f64 = 4.6;

/// Depths are drawn from a normal distribution without what is farther off than so many deviations, and made wider to make
/// up for that.
const FARTHEST: f64 = 2.5;
const WIDER: f64 = 1.048;

impl Plan {
    /// A plan by the rules. What is counted is drawn once; how far objects are may be drawn again, where nothing fits.
    pub fn draw(rules: &Rules, seed: &Seed, again: u64) -> Self {
        let rng = &mut seed.child("counts").rng();
        let most = if rules.place == Surroundings::Rooms { MOST_IN_ROOM - 1 } else { COUNTS.len() };
        let count = 2 + weighted(&COUNTS[..most], rng);
        let pairs = count * (count - 1) / 2;
        let drawn = |share: f64, rng: &mut Rng| (0..pairs).filter(|_| rng.unit() < share).count();
        let interlocked =
            rng.unit() < at_least_one(pairs, rules.interlocking) && rules.place != Surroundings::Rooms;
        let occluding = drawn(rules.occluding, rng).min(pairs - usize::from(interlocked));
        let room = match rules.place {
            Surroundings::Rooms => true,
            Surroundings::Ground => false,
            // More than half, since what is on open ground only is not in rooms.
            Surroundings::Both => rng.unit() < 0.65,
        };
        let kind = if room && !interlocked && count <= MOST_IN_ROOM { Kind::Room } else { Kind::Ground };
        let rng = &mut seed.child("depths").child(again).rng();
        let [own, common] = rules.deviations;
        let middle = USUAL * libm::exp(common * within(rng));
        let mut depths: Vec<f64> = (0..count).map(|_| middle * libm::exp(own * within(rng))).collect();
        if interlocked {
            depths[1] = depths[0];
        }
        Self { kind, depths, middle, occluding, interlocked }
    }

    /// Whether a picture is as planned: every object shows enough of itself, and as many pairs hide each other.
    pub fn is_kept(&self, exact: &Exact, rules: &Rules) -> bool {
        let count = self.depths.len();
        if exact.objects.len() != count || !exact.objects.iter().all(|object| object.is_kept(rules.size)) {
            return false;
        }
        let hiding = pairs(count).map(|[a, b]| exact.hiding(a, b, rules.least_pixels));
        let (mut one, mut both) = (0, 0);
        for hiding in hiding {
            match hiding {
                Hiding::None => {}
                Hiding::First | Hiding::Second => one += 1,
                Hiding::Both => both += 1,
            }
        }
        one == self.occluding && both == usize::from(self.interlocked)
    }
}

/// The share for each pair at which so many percent of all pairs are interlocked, although a picture has one such pair at most.
pub fn interlocking(mutual: f64) -> f64 {
    let pictures: f64 = COUNTS.iter().sum();
    let weighed = |of: &dyn Fn(usize) -> f64| -> f64 {
        let each = COUNTS.iter().zip(2..).map(|(weight, count)| weight * of(count * (count - 1) / 2));
        each.sum::<f64>() / pictures
    };
    let all = weighed(&|pairs| pairs as f64);
    let (mut low, mut high) = (0.0, 1.0);
    for _ in 0..60 {
        let middle = (low + high) / 2.0;
        match weighed(&|pairs| at_least_one(pairs, middle)) < mutual * all {
            true => low = middle,
            false => high = middle,
        }
    }
    low
}

/// How likely something is to happen at least once in so many tries.
fn at_least_one(tries: usize, share: f64) -> f64 {
    1.0 - (0..tries).fold(1.0, |never, _| never * (1.0 - share))
}

/// All pairs of so many objects, the lower number first.
pub fn pairs(count: usize) -> impl Iterator<Item = [usize; 2]> {
    (0..count).flat_map(move |a| (a + 1..count).map(move |b| [a, b]))
}

/// A draw from the normal distribution without its ends.
fn within(rng: &mut Rng) -> f64 {
    loop {
        let draw = normal(rng);
        if draw.abs() < FARTHEST {
            return draw * WIDER;
        }
    }
}

fn weighted(weights: &[f64], rng: &mut Rng) -> usize {
    let mut left = rng.unit() * weights.iter().sum::<f64>();
    let chosen = weights.iter().position(|weight| {
        left -= weight;
        left < 0.0
    });
    chosen.unwrap_or(0)
}
