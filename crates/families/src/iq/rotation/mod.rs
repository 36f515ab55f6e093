//! The rotation task: which of four pictures shows another object than the question?
//!
//! An `object` is a path of straight edges of cubes. `sample` draws two that differ and five `view`s in which
//! every edge is `visible`; that is the `evidence`, from which `draw` makes the pictures. `check` goes over
//! the evidence again by other means, and `solver` answers from the pictures alone.

mod check;
mod draw;
mod evidence;
mod object;
mod presets;
mod rays;
mod sample;
mod solver;
#[cfg(test)]
mod tests;
mod view;
mod visible;

use super::levels::{Levels, OUT_LEVELS, levels_setting};
use evidence::{Evidence, SIZES};
use sample::OddWanted;
use spatiq_bench::{
    EvidenceError, Generator, Item, Kind, Metric, Place, Preset, Reject, Setting, SettingError, Settings,
    SolverSpec, Task,
};

/// The task `iq/rotation`.
pub struct Rotation;

const SETTINGS: &[Setting] = &[
    Setting {
        name: "size",
        default: "224",
        kind: Kind::Whole(*SIZES.start() as u64, *SIZES.end() as u64),
        about: "side of the pictures in pixels",
    },
    levels_setting("1,2,3"),
    OUT_LEVELS,
    Setting {
        name: "odd",
        default: "any",
        kind: Kind::Word(&["any", "mirror", "never-mirror"]),
        about: "the object to find: any that differs, always the mirror image, or never the mirror image",
    },
];

impl Task for Rotation {
    fn name(&self) -> &'static str {
        "iq/rotation"
    }

    fn about(&self) -> &'static str {
        "find the picture that shows a different object of cubes, not the same one turned"
    }

    fn form(&self) -> &'static str {
        "one of four pictures, A to D"
    }

    fn metric(&self) -> Metric {
        Metric::Accuracy
    }

    fn settings(&self) -> &'static [Setting] {
        SETTINGS
    }

    fn presets(&self) -> &'static [Preset] {
        presets::PRESETS
    }

    fn solvers(&self) -> &'static [SolverSpec] {
        &[solver::GEOMETRIC]
    }

    fn configure(&self, settings: &Settings) -> Result<Box<dyn Generator>, SettingError> {
        let odd = match settings.text("odd") {
            "mirror" => OddWanted::Mirror,
            "never-mirror" => OddWanted::NeverMirror,
            _ => OddWanted::Any,
        };
        let size = settings.whole("size") as u32;
        Ok(Box::new(RotationGenerator { size, levels: Levels::read(settings, 3)?, odd }))
    }

    fn rebuild(&self, id: &str, evidence: &str) -> Result<Item, EvidenceError> {
        Ok(Evidence::parse(evidence)?.item(id.into()))
    }

    fn recheck(&self, item: &Item) -> Result<(), EvidenceError> {
        check::recheck(item)
    }
}

/// The task with its settings.
struct RotationGenerator {
    size: u32,
    levels: Levels,
    odd: OddWanted,
}

impl Generator for RotationGenerator {
    fn generate(&self, place: &Place) -> Result<Item, Reject> {
        let stratum = self.levels.stratum(place);
        Ok(sample::sample(place, &stratum, self.size, self.odd)?.item(place.id()))
    }
}
