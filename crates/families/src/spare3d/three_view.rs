//! Which of four drawings shows the object of the three views? The wrong ones show the same object cut another way.

use super::asked::{Asked, Rules, SIZES, look};
use super::cut::{bites, cutter};
use super::elements::Elements;
use super::ink::Ink;
use super::poses::CONVENTION;
use super::presets::DISCRIMINATIVE;
use super::sheet::{Sheet, THREE_VIEWS, smallest_distance};
use super::solver::GEOMETRIC;
use super::{again, letters, tags};
use serde::{Deserialize, Serialize};
use spatiq_bench::{
    Answer, Choice, Form, Item, Metric, Picture, Place, Preset, Question, Reject, SolverSpec, deal,
};
use spatiq_draw::DrawError;

/// The task `spare3d/three-view-to-isometric`.
pub struct ThreeView;

/// Everything a question follows from.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Evidence {
    /// The object before it is cut.
    object: Elements,
    /// What is taken away from it, for each option.
    cuts: Vec<Elements>,
    /// The option whose three views are given, from 0 for A.
    slot: usize,
    /// Side of the pictures in pixels.
    size: u32,
    /// The smallest distance between two options.
    distance: usize,
}

impl Evidence {
    /// The object as it is cut for an option.
    fn cut(&self, option: usize) -> Elements {
        self.object.without(&self.cuts[option])
    }
}

/// The pose of all options.
const POSE: char = '2';

/// A question drawn: the three views, the options, and their ink.
struct Drawn {
    pictures: Vec<Picture>,
    options: Vec<Ink>,
    views: Vec<Ink>,
}

fn draw(evidence: &Evidence) -> Result<Drawn, String> {
    let uncut = evidence.object.solid()?;
    let failed = |error: DrawError| error.to_string();
    let extent = Sheet::new(&uncut, None, look(evidence.size)).map_err(failed)?.extent();
    let mut drawn = Drawn { pictures: Vec::new(), options: Vec::new(), views: Vec::new() };
    let mut last = Vec::new();
    for option in 0..4 {
        let solid = evidence.cut(option).solid()?;
        let sheet = Sheet::new(&solid, Some(extent), look(evidence.size)).map_err(failed)?;
        if option == evidence.slot {
            for (name, pose) in THREE_VIEWS {
                let drawing = sheet.draw(pose).map_err(failed)?;
                drawn.pictures.push(sheet.picture(name, &drawing));
                drawn.views.push(sheet.ink(&drawing));
            }
        }
        let drawing = sheet.draw(POSE).map_err(failed)?;
        last.push(sheet.picture(&Choice::label(option), &drawing));
        drawn.options.push(sheet.ink(&drawing));
    }
    drawn.pictures.extend(last);
    Ok(drawn)
}

impl Asked for ThreeView {
    const NAME: &'static str = "spare3d/three-view-to-isometric";
    const ABOUT: &'static str =
        "find the isometric drawing of the object whose front, top and right views are given";
    const FORM: &'static str = "one of four drawings, A to D";
    const METRIC: Metric = Metric::Accuracy;
    const PRESETS: &'static [Preset] = DISCRIMINATIVE;
    const SOLVERS: &'static [SolverSpec] = &[GEOMETRIC];
    type Evidence = Evidence;

    fn sample(rules: &Rules, place: &Place) -> Result<Evidence, Reject> {
        let object = rules.object(place)?;
        let solid = object.solid().map_err(|_| Reject("a measure out of range"))?;
        let cuts: Vec<Elements> = (0..4)
            .map(|option| {
                bites(&solid, &object, |attempt| {
                    cutter(&solid, &place.seed.child("cut").child(option).child(attempt))
                })
            })
            .collect::<Result<_, _>>()?;
        let slot = deal(&place.split_seed.child("slot"), 4, place.index);
        let mut evidence = Evidence { object, cuts, slot, size: rules.size, distance: 0 };
        let drawn = draw(&evidence).map_err(|_| Reject("a drawing that cannot be made"))?;
        again(&drawn.views, rules)?;
        evidence.distance = smallest_distance(&drawn.options);
        rules.check_distance(evidence.distance)?;
        Ok(evidence)
    }

    fn fault(evidence: &Evidence) -> Option<String> {
        let rules = [
            (evidence.cuts.len() == 4, "there are not four cuts"),
            (evidence.slot < 4, "the slot is not one of four"),
            (SIZES.contains(&evidence.size), "the size is out of range"),
        ];
        rules.into_iter().find(|(holds, _)| !holds).map(|(_, fault)| fault.into())
    }

    fn slot(evidence: &Evidence) -> Option<usize> {
        Some(evidence.slot)
    }

    fn item(evidence: &Evidence, id: String) -> Result<Item, String> {
        let question = Question {
            id,
            prompt: format!(
                "Three line drawings show an object from the front, from above and from the right. {CONVENTION} Which of \
                 the drawings A, B, C and D shows the same object, seen from the right, the front and above?"
            ),
            pictures: draw(evidence)?.pictures,
            form: Form::Choice((3..7).map(|at| Choice { text: String::new(), pictures: vec![at] }).collect()),
            tags: tags(&evidence.object, evidence.distance),
        };
        let text = serde_json::to_string(evidence).map_err(|error| error.to_string())?;
        Ok(Item { question, truth: Answer::Choice(evidence.slot), evidence: text })
    }

    fn recheck(evidence: &Evidence, item: &Item) -> Result<(), String> {
        let drawn = draw(evidence)?;
        if smallest_distance(&drawn.options) != evidence.distance {
            return Err("the smallest distance between options is another".into());
        }
        let solids = (0..4).map(|option| evidence.cut(option).solid()).collect::<Result<Vec<_>, _>>()?;
        for (name, pose) in THREE_VIEWS {
            super::proof::shows(item, name, &solids[evidence.slot], &evidence.object, pose)?;
        }
        for (letter, solid) in letters().zip(&solids) {
            super::proof::shows(item, &letter, solid, &evidence.object, POSE)?;
        }
        Ok(())
    }
}
