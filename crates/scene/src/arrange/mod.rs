//! Putting scenes together: what stands where, by the rules of the three kinds. Everything follows from a seed.
//!
//! An attempt that breaks a rule is thrown away whole, and the next seed is tried.

mod exchange;
mod ground;
mod outline;
mod paint;
mod physics;
mod room;
mod supply;
mod surroundings;

pub use exchange::{exchange, moved};
pub use outline::Outline;
pub use paint::{paint, repaint};
pub use supply::Supply;

use crate::category::Category;
use crate::file::settled;
use crate::model::Model;
use crate::overlap;
use crate::physics::{Direction, Settled};
use crate::scene::{Kind, Scene};
use crate::stock::{ModelError, Models};
use spatiq_bench::{Rng, Seed, Split};
use std::ops::RangeInclusive;
use std::sync::Arc;
use thiserror::Error;

/// After so many attempts there is no hope.
const ATTEMPTS: u32 = 2000;

/// After so many what was dealt before them is drawn anew by each: there may be no scene with it.
const PATIENCE: u32 = 500;

/// More objects than these do not fall in one scene.
pub const MOST_FALLEN: usize = 2;

/// By which rules scenes are put together.
#[derive(Clone, Debug)]
pub struct Rules {
    /// The kind of scene.
    pub kind: Kind,
    /// How many objects.
    pub objects: RangeInclusive<usize>,
    /// How often each category of furniture comes, in the order of [`Category::FURNITURE`].
    pub weights: [f64; 5],
    /// Width and height of the picture, in which nothing may touch the border.
    pub size: [usize; 2],
    /// How many objects fall, in scenes where they may: up to [`MOST_FALLEN`], and no more than there are. If nothing is said, none or
    /// one, each in half of the scenes.
    pub falls: Option<usize>,
    /// Something stands on something else, so far over an edge that it should be moved back in this direction.
    pub overhang: Option<Direction>,
}

impl Rules {
    /// How often categories come in the original.
    pub const ORIGINAL: [f64; 5] = [0.1, 0.3, 0.3, 0.15, 0.15];
    /// All categories equally often.
    pub const EVEN: [f64; 5] = [0.2; 5];

    /// The usual rules of a kind.
    pub fn of(kind: Kind) -> Self {
        let objects = match kind {
            Kind::Room => 3..=6,
            Kind::Physics => 3..=3,
            Kind::Ground => 4..=8,
        };
        Self { kind, objects, weights: Self::ORIGINAL, size: [800, 600], falls: None, overhang: None }
    }
}

/// Why there is no scene.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ArrangeError {
    /// No attempt kept the rules.
    #[error(
        "no scene keeps these rules in {ATTEMPTS} attempts; ask for fewer objects, a larger picture or other weights"
    )]
    GaveUp,
    /// The library has nothing to choose from.
    #[error("the library has no {0} in this split; give it no weight, or take another split")]
    NoModel(Category),
    /// A model could not be read.
    #[error(transparent)]
    Model(#[from] ModelError),
}

/// A scene, and what had to be simulated to put it together.
#[derive(Clone, Debug)]
pub struct Rehearsed {
    /// The scene.
    pub scene: Scene,
    /// How each object fares, as [`crate::physics::settle`] says; nothing where nothing may fall.
    pub settled: Vec<Settled>,
}

/// A scene by these rules, with models of one split.
pub fn arrange(rules: &Rules, models: &dyn Models, split: Split, seed: &Seed) -> Result<Scene, ArrangeError> {
    Ok(rehearse(rules, models, split, seed)?.scene)
}

/// The same, keeping what was simulated, so that nobody has to do so again.
pub fn rehearse(
    rules: &Rules,
    models: &dyn Models,
    split: Split,
    seed: &Seed,
) -> Result<Rehearsed, ArrangeError> {
    // These once for all attempts, or else what is easier to reach would come more often.
    let objects = count(rules, seed);
    let way = seed.child("way").rng().below(usize::from(u16::MAX) + 1);
    let falls = rules.falls.unwrap_or_else(|| usize::from(seed.child("falls").rng().coin()));
    let falls = falls.min(MOST_FALLEN).min(objects);
    for attempt in 0..ATTEMPTS {
        let rng = seed.child(attempt).rng();
        let is_dealt = attempt < PATIENCE;
        let categories = (is_dealt && rules.kind == Kind::Room).then(|| seed.child("categories").rng());
        let way = if is_dealt { way } else { way + attempt as usize };
        let mut draws = Draws { rules, models, split, falls, way, categories, rng };
        let still = |scene: Scene| Rehearsed { scene: settled(&scene), settled: Vec::new() };
        let found = match rules.kind {
            Kind::Room => room::room(&mut draws, objects)?.map(still),
            Kind::Physics => physics::physics(&mut draws)?,
            Kind::Ground => ground::ground(&mut draws, objects).map(still),
        };
        // Outlines that share no pixel may still share a part of one, more so in a small picture.
        if let Some(found) = found.filter(|found| overlap::check(&found.scene).is_ok()) {
            return Ok(found);
        }
    }
    Err(ArrangeError::GaveUp)
}

/// How many objects a scene has.
fn count(rules: &Rules, seed: &Seed) -> usize {
    let (least, most) = rules.objects.clone().into_inner();
    least + seed.child("objects").rng().below(most + 1 - least)
}

/// What one attempt draws from.
struct Draws<'a> {
    rules: &'a Rules,
    models: &'a dyn Models,
    split: Split,
    /// How many objects are to fall, where they may.
    falls: usize,
    /// The number of the way in which something is put that may fall.
    way: usize,
    /// Where categories are drawn from, if they are the same in all attempts.
    categories: Option<Rng>,
    rng: Rng,
}

impl Draws<'_> {
    /// A category of furniture by the weights.
    fn category(&mut self) -> Category {
        let total: f64 = self.rules.weights.iter().sum();
        let mut left = self.categories.as_mut().unwrap_or(&mut self.rng).unit() * total;
        let mut last = Category::Table;
        for (category, weight) in Category::FURNITURE.into_iter().zip(self.rules.weights) {
            if weight > 0.0 {
                last = category;
                left -= weight;
            }
            if left < 0.0 {
                break;
            }
        }
        // Rounding may leave a little.
        last
    }

    /// Whether a category has a weight, and models in the split.
    fn has(&self, category: Category) -> bool {
        let of = |(one, weight): (Category, f64)| one == category && weight > 0.0;
        Category::FURNITURE.into_iter().zip(self.rules.weights).any(of)
            && self.models.count(category, self.split) > 0
    }

    /// A model of a category.
    fn model(&mut self, category: Category) -> Result<Arc<Model>, ArrangeError> {
        let none = ArrangeError::NoModel(category);
        let name = match self.models.count(category, self.split) {
            0 => None,
            count => self.models.name(category, self.split, self.rng.below(count)),
        };
        Ok(self.models.model(&name.ok_or(none)?)?)
    }

    /// A number within so much of a middle.
    fn about(&mut self, middle: f64, most: f64) -> f64 {
        rounded(self.rng.between(middle - most, middle + most))
    }
}

/// To a tenth of a millimetre, so that scene files are easy to read.
fn rounded(value: f64) -> f64 {
    (value * 1e4).round() / 1e4
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scenes_of_every_size_come_equally_often() {
        for (kind, sizes) in [(Kind::Room, 3..=6), (Kind::Ground, 4..=8)] {
            let rules = Rules::of(kind);
            let counts: Vec<usize> =
                (0..600u64).map(|seed| count(&rules, &Seed::root(3).child(seed))).collect();
            let even = counts.len() / sizes.clone().count();
            for size in sizes {
                let found = counts.iter().filter(|count| **count == size).count();
                assert!(found.abs_diff(even) < even / 4, "{kind:?} of {size}: {found}, not {even}");
            }
        }
    }
}
