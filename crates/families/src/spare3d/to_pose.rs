//! From which of four poses is the object drawn?

use super::asked::{Asked, Asking, Evidence};
use super::cube::Corners;
use super::poses::{CONVENTION, letter, place as from};
use super::presets;
use super::proof::Witness;
use super::rules::{OF_POSES, Offer, Rules, slot};
use super::sheet::{Page, Pages, Sheet, THREE_VIEWS};
use super::solver::GEOMETRIC;
use super::stock::Facts;
use serde::{Deserialize, Serialize};
use spatiq_bench::{Answer, Choice, Form, Item, Metric, Picture, Place, Preset, Reject, Setting, SolverSpec};
use spatiq_geom::Solid;

/// The task `spare3d/isometric-to-pose`.
pub struct ToPose;

/// The poses offered, as A to D.
const POSES: [u8; 4] = [1, 2, 5, 6];

/// Where the isometric drawing is seen from.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Seen {
    /// Its pose.
    pose: u8,
}

impl Seen {
    fn slot(&self) -> Option<usize> {
        POSES.iter().position(|&pose| pose == self.pose)
    }
}

/// The pose that is right at a place.
fn pose(place: &Place) -> u8 {
    POSES[slot(place)]
}

impl Asked for ToPose {
    const NAME: &'static str = "spare3d/isometric-to-pose";
    const ABOUT: &'static str =
        "tell from which pose an isometric drawing is seen, given front, top and right views";
    const FORM: &'static str = "one of four poses, A to D for 1, 2, 5, 6";
    const METRIC: Metric = Metric::Accuracy;
    const SETTINGS: &'static [Setting] = OF_POSES;
    const PRESETS: &'static [Preset] = presets::POSES;
    const SOLVERS: &'static [SolverSpec] = &[GEOMETRIC];
    type Subject = Seen;

    fn sample(_: &Solid, _: &Rules, place: &Place) -> Result<Seen, Reject> {
        Ok(Seen { pose: pose(place) })
    }

    fn suits(facts: &Facts, offer: &Offer) -> bool {
        offer.distances.contains(&facts.smallest(&POSES))
    }

    fn fault(subject: &Seen) -> Option<String> {
        subject.slot().is_none().then(|| "the pose is not one of 1, 2, 5, 6".into())
    }

    fn pose(subject: &Seen) -> Option<u8> {
        Some(subject.pose)
    }

    fn draw(evidence: &Evidence<Seen>, solid: &Solid) -> Result<Pages, String> {
        let sheet = Sheet::new(solid, None, evidence.look())?;
        let mut shown = sheet.views()?;
        let mut offered = POSES
            .map(|pose| sheet.page("isometric", letter(pose)))
            .into_iter()
            .collect::<Result<Vec<_>, _>>()?;
        let compared = offered.iter().map(Page::ink).collect();
        shown.push(offered.swap_remove(evidence.subject.slot().ok_or("no such pose is offered")?));
        Ok(Pages { shown, compared, answer: None })
    }

    fn offered(evidence: &Evidence<Seen>, solid: &Solid, _: &Pages) -> Result<Vec<Picture>, String> {
        let sheet = Sheet::new(solid, None, evidence.look())?;
        let page = |pose: u8| sheet.page(&format!("pose {pose}"), letter(pose));
        POSES.into_iter().map(|pose| page(pose).map(|page| page.picture())).collect()
    }

    fn corners(subject: &Seen) -> Option<Corners> {
        Some(Corners { asked: None, answered: Some(subject.pose) })
    }

    fn ask(evidence: &Evidence<Seen>, _: &Solid, _: &Pages) -> Result<Asking, String> {
        let prompt = format!(
            "Three line drawings show an object from the front, from above and from the right. {CONVENTION} A fourth \
             drawing shows the same object from a corner of the cube around it. From which corner is it seen?"
        );
        let option = |pose: u8| Choice { text: format!("pose {pose}: {}", from(pose)), pictures: Vec::new() };
        let slot = evidence.subject.slot().ok_or("no such pose is offered")?;
        Ok(Asking { prompt, form: Form::Choice(POSES.map(option).to_vec()), truth: Answer::Choice(slot) })
    }

    fn recheck(evidence: &Evidence<Seen>, solid: &Solid, item: &Item) -> Result<(), String> {
        let witness = Witness::new(solid, evidence.shown.view_box())?;
        for (name, pose) in THREE_VIEWS.into_iter().chain([("isometric", letter(evidence.subject.pose))]) {
            witness.shows(item, name, solid, pose)?;
        }
        Ok(())
    }
}
