//! 2.5VRD: which of two objects is closer, and which hides which; in one picture and across two.
//!
//! Questions come from two sources. `released` reads the annotations that the paper's authors published and makes questions of
//! them; `rendered` makes scenes of its own, whose labels are exact. Both end in `asked`, the one way from objects and
//! labelled pairs to a question. `solver` has the paper's rules.

mod asked;
pub mod open_images;
mod paper;
pub mod released;
mod rendered;
mod solver;
mod votes;

pub use solver::repaired;
pub use votes::{Difficulty, Votes};

use released::Released;
use rendered::{Rendered, Rules};
use spatiq_bench::{
    EvidenceError, Family, Generator, Item, Metric, Picture, Preset, RelationKind, Scene, Setting,
    SettingError, Settings, SolverSpec, Task,
};
use std::sync::Arc;

/// The family.
pub const FAMILY: Family = Family {
    name: "vrd25",
    about: "2.5D visual relationships: relative depth and occlusion of objects",
    tasks: &[&WITHIN_DEPTH, &WITHIN_OCCLUSION, &ACROSS_DEPTH],
    paper: paper::PAPER,
};

/// The task `vrd25/within-depth`.
pub const WITHIN_DEPTH: Vrd25 = Vrd25(RelationKind::Depth);

/// The task `vrd25/within-occlusion`.
pub const WITHIN_OCCLUSION: Vrd25 = Vrd25(RelationKind::Occlusion);

/// The task `vrd25/across-depth`.
pub const ACROSS_DEPTH: Vrd25 = Vrd25(RelationKind::DepthAcross);

/// What is known about a question, in the words of the release, whichever way it came to be.
pub fn as_released(id: &str, evidence: &str) -> Result<Released, EvidenceError> {
    Released::parse(evidence).or_else(|fault| rendered::as_released(id, evidence).map_err(|_| fault))
}

/// A task of the family: one for each kind of relation.
pub struct Vrd25(pub RelationKind);

impl Task for Vrd25 {
    fn name(&self) -> &'static str {
        match self.0 {
            RelationKind::Depth => "vrd25/within-depth",
            RelationKind::Occlusion => "vrd25/within-occlusion",
            RelationKind::DepthAcross => "vrd25/across-depth",
        }
    }

    fn about(&self) -> &'static str {
        match self.0 {
            RelationKind::Depth => "say of every two objects in a picture which is closer to the camera",
            RelationKind::Occlusion => "say of every two objects in a picture which hides part of the other",
            RelationKind::DepthAcross => "say of objects in two pictures which is closer to its camera",
        }
    }

    fn form(&self) -> &'static str {
        match self.0 {
            RelationKind::Depth => "for each pair closer, farther, same or unsure",
            RelationKind::Occlusion => "for each pair none, occludes, occluded, mutual or unsure",
            RelationKind::DepthAcross => "for each pair closer, farther or unsure",
        }
    }

    fn metric(&self) -> Metric {
        Metric::MicroF1
    }

    fn settings(&self) -> &'static [Setting] {
        if self.0.views() == 2 { rendered::ACROSS_SETTINGS } else { rendered::WITHIN_SETTINGS }
    }

    fn presets(&self) -> &'static [Preset] {
        if self.0.views() == 2 { rendered::ACROSS_PRESETS } else { rendered::WITHIN_PRESETS }
    }

    fn solvers(&self) -> &'static [SolverSpec] {
        solver::SOLVERS
    }

    fn configure(&self, settings: &Settings) -> Result<Box<dyn Generator>, SettingError> {
        Ok(Box::new(Rendered { kind: self.0, rules: Rules::new(self.0, settings) }))
    }

    fn rebuild(&self, _: &str, _: &str) -> Result<Item, EvidenceError> {
        Err(EvidenceError("evidence: there is no scene".into()))
    }

    fn rebuild_about(&self, id: &str, evidence: &str, scenes: &[Arc<Scene>]) -> Result<Item, EvidenceError> {
        rendered::rebuild(id, evidence, self.0, scenes)
    }

    fn recheck_scene(&self, scene: &Scene) -> Result<(), EvidenceError> {
        rendered::recheck_scene(scene)
    }

    fn pair_remarks(&self, item: &Item) -> Vec<String> {
        as_released(&item.question.id, &item.evidence).map_or(Vec::new(), |released| released.told(self.0))
    }

    fn is_slow(&self) -> bool {
        true
    }

    fn rebuild_imported(
        &self,
        id: &str,
        evidence: &str,
        pictures: Vec<Picture>,
    ) -> Result<Item, EvidenceError> {
        Released::parse(evidence)?.item(id.into(), self.0, pictures)
    }

    fn recheck(&self, item: &Item) -> Result<(), EvidenceError> {
        match item.scenes.is_empty() {
            true => released::recheck(item, self.0),
            false => rendered::recheck(item, self.0),
        }
    }
}
