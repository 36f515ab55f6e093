//! What scenes are put together from, for those who arrange it by rules of their own.

use super::paint::paint;
use super::{ArrangeError, Draws, Rules, ground, surroundings};
use crate::scene::{Kind, Object, Scene};
use crate::stock::Models;
use spatiq_bench::{Seed, Split};
use spatiq_geom::Placement;

/// Surroundings and objects without end. What comes next follows from the seed and from how much was taken before.
pub struct Supply<'a> {
    rules: Rules,
    models: &'a dyn Models,
    split: Split,
    seed: Seed,
    taken: u64,
}

impl<'a> Supply<'a> {
    /// Things for scenes of a kind, with models of one split.
    pub fn new(kind: Kind, models: &'a dyn Models, split: Split, seed: Seed) -> Self {
        Self { rules: Rules::of(kind), models, split, seed, taken: 0 }
    }

    /// A scene without objects.
    pub fn surroundings(&mut self) -> Scene {
        surroundings::empty(&mut self.draws())
    }

    /// A piece of furniture that stands on the floor, its middle at the origin, its front to -y.
    pub fn furniture(&mut self) -> Result<Object, ArrangeError> {
        let mut draws = self.draws();
        let category = draws.category();
        let model = draws.model(category)?;
        let paint = paint(&model, &mut draws.rng);
        Ok(Object { model, placement: Placement::IDENTITY, paint })
    }

    /// A simple body that stands on the ground, its middle above the origin.
    pub fn body(&mut self) -> Object {
        ground::simple(&mut self.draws()).object
    }

    /// Two bodies, about the origin, of which neither can be taken away without moving the other.
    pub fn interlocked(&mut self) -> [Object; 2] {
        let bodies = ground::interlocked(&mut self.draws());
        bodies.map(|body| body.object)
    }

    fn draws(&mut self) -> Draws<'_> {
        self.taken += 1;
        let Self { rules, models, split, seed, taken } = self;
        Draws {
            rules,
            models: *models,
            split: *split,
            falls: 0,
            way: 0,
            categories: None,
            rng: seed.child(*taken).rng(),
        }
    }
}
