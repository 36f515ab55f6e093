//! Which of four drawings shows the object of the three views? The wrong ones show the same object cut another way.

use super::asked::{Asked, Asking, Evidence};
use super::cube::Corners;
use super::cut::{Uncut, cutter};
use super::elements::Elements;
use super::letters;
use super::object::Object;
use super::poses::CONVENTION;
use super::presets::CUTS;
use super::proof::Witness;
use super::rules::{OF_CUTS, Offer, Rules, slot};
use super::sheet::{Page, Pages, Sheet, THREE_VIEWS};
use super::solver::{GEOMETRIC, REDRAWS};
use super::stock::Facts;
use serde::{Deserialize, Serialize};
use spatiq_bench::{Item, Metric, Place, Preset, Reject, Setting, SolverSpec};
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
fn solids(evidence: &Evidence<Cuts>, uncut: &Solid) -> Result<Vec<Solid>, String> {
    evidence.subject.cuts.iter().map(|cut| cut.off(uncut)).collect()
}

impl Asked for ThreeView {
    const NAME: &'static str = "spare3d/three-view-to-isometric";
    const ABOUT: &'static str =
        "find the isometric drawing of the object whose front, top and right views are given";
    const FORM: &'static str = "one of four drawings, A to D";
    const METRIC: Metric = Metric::Accuracy;
    const SETTINGS: &'static [Setting] = OF_CUTS;
    const PRESETS: &'static [Preset] = CUTS;
    const SOLVERS: &'static [SolverSpec] = &[GEOMETRIC, REDRAWS];
    type Subject = Cuts;

    fn sample(solid: &Solid, _: &Rules, place: &Place) -> Result<Cuts, Reject> {
        let seed = place.seed.child("cut");
        let uncut = Uncut::new(solid).ok_or(Reject("nothing is left"))?;
        let cut = |option: u64| uncut.bites(|attempt| cutter(solid, &seed.child(option).child(attempt)));
        let cuts = (0..4).map(cut).collect::<Result<_, _>>()?;
        Ok(Cuts { cuts, slot: slot(place) })
    }

    fn suits(facts: &Facts, _: &Offer) -> bool {
        facts.cuts
    }

    fn fault(subject: &Cuts) -> Option<String> {
        let rules = [
            (subject.cuts.len() == 4, "there are not four cuts"),
            (subject.slot < 4, "the slot is not one of four"),
        ];
        rules.into_iter().find(|(holds, _)| !holds).map(|(_, fault)| fault.into())
    }

    fn pose(_: &Cuts) -> Option<u8> {
        Some(2)
    }

    fn draw(evidence: &Evidence<Cuts>, solid: &Solid) -> Result<Pages, String> {
        let extent = Sheet::new(solid, None, evidence.look())?.extent();
        let solids = solids(evidence, solid)?;
        let sheet = |solid| Sheet::new(solid, Some(extent), evidence.look());
        let sheets = solids.iter().map(sheet).collect::<Result<Vec<_>, _>>()?;
        let mut shown = sheets[evidence.subject.slot].views()?;
        for (letter, sheet) in letters().zip(&sheets) {
            shown.push(sheet.page(&letter, POSE)?);
        }
        let compared = shown[3..].iter().map(Page::ink).collect();
        Ok(Pages { shown, compared, answer: None })
    }

    fn corners(_: &Cuts) -> Option<Corners> {
        Some(Corners { asked: Some(2), answered: None })
    }

    fn ask(evidence: &Evidence<Cuts>, _: &Solid, _: &Pages) -> Result<Asking, String> {
        let prompt = format!(
            "Three line drawings show an object from the front, from above and from the right. {CONVENTION} Which of the \
             drawings A, B, C and D shows the same object, seen from the right, the front and above?"
        );
        Ok(Asking::drawings(prompt, evidence.subject.slot))
    }

    fn accept(evidence: &Evidence<Cuts>, solid: &Solid, item: &Item) -> Result<(), Reject> {
        match evidence.object {
            Object::Recipe(_) => Ok(()),
            // Lines in which a cut meets a mesh are as good as its triangles are small.
            Object::Model { .. } => {
                Self::recheck(evidence, solid, item).map_err(|_| Reject("rays contradict a drawing"))
            }
        }
    }

    fn recheck(evidence: &Evidence<Cuts>, solid: &Solid, item: &Item) -> Result<(), String> {
        let witness = Witness::new(solid, evidence.shown.view_box())?;
        let solids = solids(evidence, solid)?;
        for (name, pose) in THREE_VIEWS {
            witness.shows(item, name, &solids[evidence.subject.slot], pose)?;
        }
        for (letter, solid) in letters().zip(&solids) {
            witness.shows(item, &letter, solid, POSE)?;
        }
        Ok(())
    }
}
