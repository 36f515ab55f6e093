//! Questions about scenes of our own, whose labels are exact.
//!
//! 1. `plan` settles what a picture is to be like: how far its objects are, how many pairs hide each other. Plans are drawn so
//!    that labels come as often as the settings say; nothing is counted while making.
//! 2. `compose` puts furniture or bodies where the plan wants them, and tries again until they are.
//! 3. `labels` reads exact labels off the depth of every object alone and off what owns each pixel.
//! 4. `picture` renders the scene with all its layers; `raters` simulates people who look at it.
//! 5. `evidence` is what is kept of all that, and the way to the question; `recheck` takes other routes to the same labels.

mod compose;
mod evidence;
mod labels;
mod picture;
mod plan;
mod raters;
mod recheck;
mod rules;
#[cfg(test)]
mod tests;

pub use evidence::{as_released, rebuild};
pub use recheck::{recheck, recheck_scene};
pub use rules::{ACROSS_PRESETS, ACROSS_SETTINGS, Rules, WITHIN_PRESETS, WITHIN_SETTINGS};

use evidence::Evidence;
use picture::Shot;
use plan::Plan;
use spatiq_bench::{Generator, Item, Place, Reject, RelationKind, Scene, Seed};
use std::sync::Arc;

/// Makes questions about rendered scenes.
pub struct Rendered {
    /// What is asked.
    pub kind: RelationKind,
    /// The settings.
    pub rules: Rules,
}

/// How often depths are drawn before another number of objects is, and how often objects are placed for each.
const DEPTHS: u64 = 6;
const TRIES: u64 = 25;

impl Rendered {
    /// Shots of the scenes of a question, before there is light.
    fn shots(&self, place: &Place) -> Result<Vec<Shot>, Reject> {
        (0..self.kind.views()).map(|view| self.shot(place, &place.seed.child(view))).collect()
    }

    fn shot(&self, place: &Place, seed: &Seed) -> Result<Shot, Reject> {
        for again in 0..DEPTHS {
            let plan = Plan::draw(&self.rules, &seed.child("plan"), again);
            for nth in 0..TRIES {
                let seed = seed.child(again).child(nth);
                let Some(scene) = compose::compose(&plan, &self.rules, place.split, &seed) else { continue };
                let shot = Shot::of(scene, &self.rules);
                if plan.is_kept(&shot.exact, &self.rules) {
                    return Ok(shot);
                }
            }
        }
        Err(Reject("objects found no places as planned"))
    }

    /// What would be kept of a question, without rendering it: labels need no light.
    #[cfg(test)]
    fn evidence(&self, place: &Place) -> Result<Evidence, Reject> {
        let shots = self.shots(place)?;
        Evidence::of(self, &shots, &place.seed.child("raters"))
    }
}

impl Generator for Rendered {
    fn generate(&self, place: &Place) -> Result<Item, Reject> {
        let shots = self.shots(place)?;
        let evidence = Evidence::of(self, &shots, &place.seed.child("raters"))?;
        let views = shots.len() as u64;
        let numbers = (0..views).map(|view| place.index * views + view);
        let developed = |(shot, number): (&Shot, u64)| shot.developed(place.scene_name(number)).map(Arc::new);
        let scenes: Vec<Arc<Scene>> = shots.iter().zip(numbers).map(developed).collect::<Result<_, _>>()?;
        evidence.item(place.id(), self.kind, scenes).map_err(|_| Reject("a question makes no sense"))
    }

    fn most_attempts(&self) -> u64 {
        200
    }
}
