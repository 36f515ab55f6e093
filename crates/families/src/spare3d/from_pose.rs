//! Which of four drawings is seen from the asked pose? The wrong ones show the same object from other poses.

use super::asked::{Asked, Rules, SIZES, look};
use super::elements::Elements;
use super::ink::Ink;
use super::poses::{CONVENTION, letter, place as from};
use super::presets::DISCRIMINATIVE;
use super::sheet::{Sheet, THREE_VIEWS, smallest_distance};
use super::solver::GEOMETRIC;
use super::{again, letters, tags};
use serde::{Deserialize, Serialize};
use spatiq_bench::{
    Answer, Choice, Form, Item, Metric, Picture, Place, Preset, Question, Reject, SolverSpec, deal,
};
use spatiq_draw::DrawError;

/// The task `spare3d/pose-to-isometric`.
pub struct FromPose;

/// Everything a question follows from.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Evidence {
    /// The object.
    object: Elements,
    /// The pose asked for.
    pose: u8,
    /// The poses of the options.
    options: [u8; 4],
    /// Side of the pictures in pixels.
    size: u32,
    /// The smallest distance between two options.
    distance: usize,
}

struct Drawn {
    pictures: Vec<Picture>,
    views: Vec<Ink>,
    options: Vec<Ink>,
}

fn draw(evidence: &Evidence) -> Result<Drawn, String> {
    let solid = evidence.object.solid()?;
    let failed = |error: DrawError| error.to_string();
    let sheet = Sheet::new(&solid, None, look(evidence.size)).map_err(failed)?;
    let mut drawn = Drawn { pictures: Vec::new(), views: Vec::new(), options: Vec::new() };
    for (name, pose) in THREE_VIEWS {
        let drawing = sheet.draw(pose).map_err(failed)?;
        drawn.pictures.push(sheet.picture(name, &drawing));
        drawn.views.push(sheet.ink(&drawing));
    }
    for (label, pose) in letters().zip(evidence.options) {
        let drawing = sheet.draw(letter(pose)).map_err(failed)?;
        drawn.pictures.push(sheet.picture(&label, &drawing));
        drawn.options.push(sheet.ink(&drawing));
    }
    Ok(drawn)
}

impl Asked for FromPose {
    const NAME: &'static str = "spare3d/pose-to-isometric";
    const ABOUT: &'static str =
        "find the isometric drawing from a given pose, given front, top and right views";
    const FORM: &'static str = "one of four drawings, A to D";
    const METRIC: Metric = Metric::Accuracy;
    const PRESETS: &'static [Preset] = DISCRIMINATIVE;
    const SOLVERS: &'static [SolverSpec] = &[GEOMETRIC];
    type Evidence = Evidence;

    fn sample(rules: &Rules, place: &Place) -> Result<Evidence, Reject> {
        let object = rules.object(place)?;
        let slot = deal(&place.split_seed.child("slot"), 4, place.index);
        let pose = 1 + deal(&place.split_seed.child("pose"), 8, place.index) as u8;
        let mut others: Vec<u8> = (1..=8).filter(|&other| other != pose).collect();
        place.seed.child("others").rng().shuffle(&mut others);
        let mut options = [others[0], others[1], others[2], others[3]];
        options[slot] = pose;
        let mut evidence = Evidence { object, pose, options, size: rules.size, distance: 0 };
        let drawn = draw(&evidence).map_err(|_| Reject("a drawing that cannot be made"))?;
        again(&drawn.views, rules)?;
        evidence.distance = smallest_distance(&drawn.options);
        rules.check_distance(evidence.distance)?;
        Ok(evidence)
    }

    fn fault(evidence: &Evidence) -> Option<String> {
        let mut sorted = evidence.options;
        sorted.sort_unstable();
        let rules = [
            (evidence.options.contains(&evidence.pose), "the asked pose is not among the options"),
            (sorted.iter().all(|pose| (1..=8).contains(pose)), "a pose is not one of 1 to 8"),
            (sorted.windows(2).all(|pair| pair[0] < pair[1]), "two options have the same pose"),
            (SIZES.contains(&evidence.size), "the size is out of range"),
        ];
        rules.into_iter().find(|(holds, _)| !holds).map(|(_, fault)| fault.into())
    }

    fn slot(evidence: &Evidence) -> Option<usize> {
        evidence.options.iter().position(|&pose| pose == evidence.pose)
    }

    fn item(evidence: &Evidence, id: String) -> Result<Item, String> {
        let question = Question {
            id,
            prompt: format!(
                "Three line drawings show an object from the front, from above and from the right. {CONVENTION} Which of \
                 the drawings A, B, C and D shows the same object {}?",
                from(evidence.pose)
            ),
            pictures: draw(evidence)?.pictures,
            form: Form::Choice((3..7).map(|at| Choice { text: String::new(), pictures: vec![at] }).collect()),
            tags: tags(&evidence.object, evidence.distance),
        };
        let slot = Self::slot(evidence).ok_or("the pose is not among the options")?;
        let text = serde_json::to_string(evidence).map_err(|error| error.to_string())?;
        Ok(Item { question, truth: Answer::Choice(slot), evidence: text })
    }

    fn recheck(evidence: &Evidence, item: &Item) -> Result<(), String> {
        if smallest_distance(&draw(evidence)?.options) != evidence.distance {
            return Err("the smallest distance between options is another".into());
        }
        let solid = evidence.object.solid()?;
        for (name, pose) in THREE_VIEWS {
            super::proof::shows(item, name, &solid, &evidence.object, pose)?;
        }
        for (label, pose) in letters().zip(evidence.options) {
            super::proof::shows(item, &label, &solid, &evidence.object, letter(pose))?;
        }
        Ok(())
    }
}
