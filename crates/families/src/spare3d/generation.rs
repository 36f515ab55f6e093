//! Draw the object of the three views as it looks from pose 2.

use super::asked::{Asked, Asking, Evidence};
use super::cube::Corners;
use super::poses::CONVENTION;
use super::presets::GENERATIVE;
use super::proof::Witness;
use super::rules::{COMMON, Rules};
use super::sheet::{Pages, Sheet, THREE_VIEWS};
use super::solver::REBUILDS;
use serde::{Deserialize, Serialize};
use spatiq_bench::{Answer, Form, Item, Metric, Place, Preset, Reject, Setting, SolverSpec};
use spatiq_geom::Solid;

/// The task `spare3d/isometric-generation`.
pub struct Generation;

/// The pose that is asked for.
const POSE: char = '2';

/// Every object is asked about in the same way.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Plain {}

impl Asked for Generation {
    const NAME: &'static str = "spare3d/isometric-generation";
    const ABOUT: &'static str =
        "draw the object from the right, the front and above, given front, top and right views";
    const FORM: &'static str = "a drawing: a PNG as large as the given ones, hidden lines thin and red";
    const METRIC: Metric = Metric::InkF1;
    const SETTINGS: &'static [Setting] = COMMON;
    const PRESETS: &'static [Preset] = GENERATIVE;
    const SOLVERS: &'static [SolverSpec] = &[REBUILDS];
    type Subject = Plain;

    fn sample(_: &Solid, _: &Rules, _: &Place) -> Result<Plain, Reject> {
        Ok(Plain {})
    }

    fn pose(_: &Plain) -> Option<u8> {
        Some(2)
    }

    fn draw(evidence: &Evidence<Plain>, solid: &Solid) -> Result<Pages, String> {
        let sheet = Sheet::new(solid, None, evidence.look())?;
        let answer = Some(sheet.page("answer", POSE)?);
        Ok(Pages { shown: sheet.views()?, compared: Vec::new(), answer })
    }

    fn corners(_: &Plain) -> Option<Corners> {
        Some(Corners { asked: Some(2), answered: None })
    }

    fn ask(evidence: &Evidence<Plain>, _: &Solid, pages: &Pages) -> Result<Asking, String> {
        let prompt = format!(
            "Three line drawings show an object from the front, from above and from the right. {CONVENTION} Draw the same \
             object as it is seen from the right, the front and above, to the same scale and in the middle of a picture of \
             the same size."
        );
        let answer = pages.answer.as_ref().ok_or("there is no drawing")?.png();
        Ok(Asking {
            prompt,
            form: Form::Image { side: evidence.size as usize },
            truth: Answer::Image(answer),
        })
    }

    fn recheck(evidence: &Evidence<Plain>, solid: &Solid, item: &Item) -> Result<(), String> {
        let witness = Witness::new(solid, evidence.shown.view_box())?;
        for (name, pose) in THREE_VIEWS {
            witness.shows(item, name, solid, pose)?;
        }
        let Answer::Image(png) = &item.truth else { return Err("the answer is no picture".into()) };
        witness.png_shows("answer", png, solid, POSE)
    }
}
