//! From which of four poses is the object drawn?

use super::asked::{Asked, Rules, SIZES, look};
use super::elements::Elements;
use super::ink::Ink;
use super::poses::{CONVENTION, letter, place as from};
use super::presets::DISCRIMINATIVE;
use super::sheet::{Sheet, THREE_VIEWS, smallest_distance};
use super::solver::GEOMETRIC;
use super::{again, tags};
use serde::{Deserialize, Serialize};
use spatiq_bench::{
    Answer, Choice, Form, Item, Metric, Picture, Place, Preset, Question, Reject, SolverSpec, deal,
};
use spatiq_draw::DrawError;

/// The task `spare3d/isometric-to-pose`.
pub struct ToPose;

/// The poses offered, as A to D.
const POSES: [u8; 4] = [1, 2, 5, 6];

/// Everything a question follows from.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Evidence {
    /// The object.
    object: Elements,
    /// The pose of the isometric drawing.
    pose: u8,
    /// Side of the pictures in pixels.
    size: u32,
    /// The smallest distance between drawings from the four poses.
    distance: usize,
}

struct Drawn {
    pictures: Vec<Picture>,
    views: Vec<Ink>,
    poses: Vec<Ink>,
}

fn draw(evidence: &Evidence) -> Result<Drawn, String> {
    let solid = evidence.object.solid()?;
    let failed = |error: DrawError| error.to_string();
    let sheet = Sheet::new(&solid, None, look(evidence.size)).map_err(failed)?;
    let mut drawn = Drawn { pictures: Vec::new(), views: Vec::new(), poses: Vec::new() };
    for (name, pose) in THREE_VIEWS {
        let drawing = sheet.draw(pose).map_err(failed)?;
        drawn.pictures.push(sheet.picture(name, &drawing));
        drawn.views.push(sheet.ink(&drawing));
    }
    for pose in POSES {
        let drawing = sheet.draw(letter(pose)).map_err(failed)?;
        if pose == evidence.pose {
            drawn.pictures.push(sheet.picture("isometric", &drawing));
        }
        drawn.poses.push(sheet.ink(&drawing));
    }
    Ok(drawn)
}

impl Asked for ToPose {
    const NAME: &'static str = "spare3d/isometric-to-pose";
    const ABOUT: &'static str =
        "tell from which pose an isometric drawing is seen, given front, top and right views";
    const FORM: &'static str = "one of four poses, A to D for 1, 2, 5, 6";
    const METRIC: Metric = Metric::Accuracy;
    const PRESETS: &'static [Preset] = DISCRIMINATIVE;
    const SOLVERS: &'static [SolverSpec] = &[GEOMETRIC];
    type Evidence = Evidence;

    fn sample(rules: &Rules, place: &Place) -> Result<Evidence, Reject> {
        let pose = POSES[deal(&place.split_seed.child("slot"), 4, place.index)];
        let mut evidence = Evidence { object: rules.object(place)?, pose, size: rules.size, distance: 0 };
        let drawn = draw(&evidence).map_err(|_| Reject("a drawing that cannot be made"))?;
        again(&drawn.views, rules)?;
        evidence.distance = smallest_distance(&drawn.poses);
        rules.check_distance(evidence.distance)?;
        Ok(evidence)
    }

    fn fault(evidence: &Evidence) -> Option<String> {
        let rules = [
            (POSES.contains(&evidence.pose), "the pose is not one of 1, 2, 5, 6"),
            (SIZES.contains(&evidence.size), "the size is out of range"),
        ];
        rules.into_iter().find(|(holds, _)| !holds).map(|(_, fault)| fault.into())
    }

    fn slot(evidence: &Evidence) -> Option<usize> {
        POSES.iter().position(|&pose| pose == evidence.pose)
    }

    fn item(evidence: &Evidence, id: String) -> Result<Item, String> {
        let option = |pose: u8| Choice { text: format!("pose {pose}: {}", from(pose)), pictures: Vec::new() };
        let question = Question {
            id,
            prompt: format!(
                "Three line drawings show an object from the front, from above and from the right. {CONVENTION} A \
                 fourth drawing shows the same object from a corner of the cube around it. From which corner is it seen?"
            ),
            pictures: draw(evidence)?.pictures,
            form: Form::Choice(POSES.map(option).to_vec()),
            tags: tags(&evidence.object, evidence.distance),
        };
        let slot = Self::slot(evidence).ok_or("the pose is not among the options")?;
        let text = serde_json::to_string(evidence).map_err(|error| error.to_string())?;
        Ok(Item { question, truth: Answer::Choice(slot), evidence: text })
    }

    fn recheck(evidence: &Evidence, item: &Item) -> Result<(), String> {
        if smallest_distance(&draw(evidence)?.poses) != evidence.distance {
            return Err("the smallest distance between options is another".into());
        }
        let solid = evidence.object.solid()?;
        for (name, pose) in THREE_VIEWS.into_iter().chain([("isometric", letter(evidence.pose))]) {
            super::proof::shows(item, name, &solid, &evidence.object, pose)?;
        }
        Ok(())
    }
}
