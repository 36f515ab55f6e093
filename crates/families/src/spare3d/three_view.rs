//! Which of four drawings shows the object of the three views? The wrong ones show the same object cut another way.

use super::asked::{Asked, Asking, Evidence, look};
use super::cut::{bites, cutter};
use super::elements::Elements;
use super::letters;
use super::poses::CONVENTION;
use super::presets::DISCRIMINATIVE;
use super::proof::shows;
use super::sheet::{Page, Pages, Sheet, THREE_VIEWS};
use super::solver::{GEOMETRIC, REDRAWS};
use serde::{Deserialize, Serialize};
use spatiq_bench::{Item, Metric, Place, Preset, Reject, SolverSpec, deal};
use spatiq_geom::Solid;

/// The task `spare3d/three-view-to-isometric`.
pub struct ThreeView;

/// What is taken away from the object.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Cuts {
    /// For each option.
    cuts: Vec<Elements>,
    /// The option whose three views are given, from 0 for A.
    slot: usize,
}

/// The pose of all options.
const POSE: char = '2';

/// The object as it is cut for each option.
fn solids(evidence: &Evidence<Cuts>) -> Result<Vec<Solid>, String> {
    evidence.subject.cuts.iter().map(|cut| evidence.object.without(cut).solid()).collect()
}

impl Asked for ThreeView {
    const NAME: &'static str = "spare3d/three-view-to-isometric";
    const ABOUT: &'static str =
        "find the isometric drawing of the object whose front, top and right views are given";
    const FORM: &'static str = "one of four drawings, A to D";
    const METRIC: Metric = Metric::Accuracy;
    const PRESETS: &'static [Preset] = DISCRIMINATIVE;
    const SOLVERS: &'static [SolverSpec] = &[GEOMETRIC, REDRAWS];
    type Subject = Cuts;

    fn sample(object: &Elements, solid: &Solid, place: &Place) -> Result<Cuts, Reject> {
        let seed = place.seed.child("cut");
        let cut =
            |option: u64| bites(solid, object, |attempt| cutter(solid, &seed.child(option).child(attempt)));
        let cuts = (0..4).map(cut).collect::<Result<_, _>>()?;
        Ok(Cuts { cuts, slot: deal(&place.split_seed.child("slot"), 4, place.index) })
    }

    fn fault(subject: &Cuts) -> Option<String> {
        let rules = [
            (subject.cuts.len() == 4, "there are not four cuts"),
            (subject.slot < 4, "the slot is not one of four"),
        ];
        rules.into_iter().find(|(holds, _)| !holds).map(|(_, fault)| fault.into())
    }

    fn draw(evidence: &Evidence<Cuts>) -> Result<Pages, String> {
        let uncut = evidence.object.solid()?;
        let extent = Sheet::new(&uncut, None, look(evidence.size))?.extent();
        let solids = solids(evidence)?;
        let sheet = |solid| Sheet::new(solid, Some(extent), look(evidence.size));
        let sheets = solids.iter().map(sheet).collect::<Result<Vec<_>, _>>()?;
        let mut shown = sheets[evidence.subject.slot].views()?;
        for (letter, sheet) in letters().zip(&sheets) {
            shown.push(sheet.page(&letter, POSE)?);
        }
        let compared = shown[3..].iter().map(Page::ink).collect();
        Ok(Pages { shown, compared, answer: None })
    }

    fn ask(evidence: &Evidence<Cuts>, _: &Pages) -> Result<Asking, String> {
        let prompt = format!(
            "Three line drawings show an object from the front, from above and from the right. {CONVENTION} Which of the \
             drawings A, B, C and D shows the same object, seen from the right, the front and above?"
        );
        Ok(Asking::drawings(prompt, evidence.subject.slot))
    }

    fn recheck(evidence: &Evidence<Cuts>, item: &Item) -> Result<(), String> {
        let solids = solids(evidence)?;
        for (name, pose) in THREE_VIEWS {
            shows(item, name, &solids[evidence.subject.slot], &evidence.object, pose)?;
        }
        for (letter, solid) in letters().zip(&solids) {
            shows(item, &letter, solid, &evidence.object, POSE)?;
        }
        Ok(())
    }
}
