//! Draw the object of the three views as it looks from pose 2.

use super::asked::{Asked, Rules, SIZES, look};
use super::elements::Elements;
use super::poses::CONVENTION;
use super::presets::GENERATIVE;
use super::sheet::{Sheet, THREE_VIEWS};
use super::{again, primitives};
use serde::{Deserialize, Serialize};
use spatiq_bench::{Answer, Form, Item, Metric, Place, Preset, Question, Reject};
use spatiq_draw::DrawError;

/// The task `spare3d/isometric-generation`.
pub struct Generation;

/// The pose that is asked for.
const POSE: char = '2';

/// Everything a question follows from.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Evidence {
    /// The object.
    object: Elements,
    /// Side of the pictures in pixels.
    size: u32,
}

impl Asked for Generation {
    const NAME: &'static str = "spare3d/isometric-generation";
    const ABOUT: &'static str =
        "draw the object from the right, the front and above, given front, top and right views";
    const FORM: &'static str = "a drawing: a PNG as large as the given ones, hidden lines thin and red";
    const METRIC: Metric = Metric::InkF1;
    const PRESETS: &'static [Preset] = GENERATIVE;
    type Evidence = Evidence;

    fn sample(rules: &Rules, place: &Place) -> Result<Evidence, Reject> {
        let evidence = Evidence { object: rules.object(place)?, size: rules.size };
        let failed = |_| Reject("a drawing that cannot be made");
        let solid = evidence.object.solid().map_err(|_| Reject("a measure out of range"))?;
        let sheet = Sheet::new(&solid, None, look(evidence.size)).map_err(failed)?;
        let views = THREE_VIEWS.map(|(_, pose)| sheet.draw(pose).map(|drawing| sheet.ink(&drawing)));
        again(&views.into_iter().collect::<Result<Vec<_>, _>>().map_err(failed)?, rules)?;
        Ok(evidence)
    }

    fn fault(evidence: &Evidence) -> Option<String> {
        (!SIZES.contains(&evidence.size)).then(|| "the size is out of range".into())
    }

    fn item(evidence: &Evidence, id: String) -> Result<Item, String> {
        let solid = evidence.object.solid()?;
        let failed = |error: DrawError| error.to_string();
        let sheet = Sheet::new(&solid, None, look(evidence.size)).map_err(failed)?;
        let picture = |name: &str, pose: char| Ok(sheet.picture(name, &sheet.draw(pose).map_err(failed)?));
        let pictures: Result<Vec<_>, String> =
            THREE_VIEWS.into_iter().map(|(name, pose)| picture(name, pose)).collect();
        let question = Question {
            id,
            prompt: format!(
                "Three line drawings show an object from the front, from above and from the right. {CONVENTION} Draw the \
                 same object as it is seen from the right, the front and above, to the same scale and in the middle of \
                 a picture of the same size."
            ),
            pictures: pictures?,
            form: Form::Image { side: evidence.size as usize },
            tags: primitives(&evidence.object),
        };
        let truth = Answer::Image(picture("isometric", POSE)?.png);
        let text = serde_json::to_string(evidence).map_err(|error| error.to_string())?;
        Ok(Item { question, truth, evidence: text })
    }

    fn recheck(evidence: &Evidence, item: &Item) -> Result<(), String> {
        let solid = evidence.object.solid()?;
        for (name, pose) in THREE_VIEWS {
            super::proof::shows(item, name, &solid, &evidence.object, pose)?;
        }
        let Answer::Image(png) = &item.truth else { return Err("the answer is no picture".into()) };
        super::proof::png_shows("answer", png, &solid, &evidence.object, POSE)
    }
}
