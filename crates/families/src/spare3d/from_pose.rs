//! Which of four drawings is seen from the asked pose? The wrong ones show the same object from other poses.

use super::asked::{Asked, Asking, Evidence};
use super::cube::Corners;
use super::letters;
use super::poses::{CONVENTION, letter, place as from};
use super::presets::ASKED_POSES;
use super::proof::Witness;
use super::rules::{OF_ASKED_POSES, Offer, Rules, slot};
use super::sheet::{Page, Pages, Sheet, THREE_VIEWS};
use super::solver::GEOMETRIC;
use super::stock::Facts;
use serde::{Deserialize, Serialize};
use spatiq_bench::{Item, Metric, Place, Preset, Reject, Setting, SolverSpec, deal};
use spatiq_geom::Solid;

/// The task `spare3d/pose-to-isometric`.
pub struct FromPose;

/// Poses to choose from.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Offered {
    /// The pose asked for.
    pose: u8,
    /// The poses of the options.
    options: [u8; 4],
}

impl Offered {
    fn slot(&self) -> Option<usize> {
        self.options.iter().position(|&pose| pose == self.pose)
    }
}

/// The pose that is asked for at a place.
fn pose(offer: &Offer, place: &Place) -> u8 {
    offer.poses[deal(&place.split_seed.child("pose"), offer.poses.len(), place.index)]
}

impl Asked for FromPose {
    const NAME: &'static str = "spare3d/pose-to-isometric";
    const ABOUT: &'static str =
        "find the isometric drawing from a given pose, given front, top and right views";
    const FORM: &'static str = "one of four drawings, A to D";
    const METRIC: Metric = Metric::Accuracy;
    const SETTINGS: &'static [Setting] = OF_ASKED_POSES;
    const PRESETS: &'static [Preset] = ASKED_POSES;
    const SOLVERS: &'static [SolverSpec] = &[GEOMETRIC];
    type Subject = Offered;

    fn sample(_: &Solid, rules: &Rules, place: &Place) -> Result<Offered, Reject> {
        let (slot, pose) = (slot(place), pose(&rules.offer, place));
        let mut others = rules.offer.others(pose);
        place.seed.child("others").rng().shuffle(&mut others);
        // Of one half there are three others: the one whose place the right one takes moves to the end.
        let last = *others.get(3).unwrap_or(&others[slot.min(2)]);
        let mut options = [others[0], others[1], others[2], last];
        options[slot] = pose;
        Ok(Offered { pose, options })
    }

    fn suits(facts: &Facts, offer: &Offer) -> bool {
        // Whichever pose is asked for, there are three others to go with it.
        let four = |set: u32| (1..=8).filter(|pose| set >> (pose - 1) & 1 == 1).collect::<Vec<u8>>();
        let sets: Vec<Vec<u8>> = (0u32..1 << 8).filter(|set| set.count_ones() == 4).map(four).collect();
        offer.poses.iter().all(|pose| {
            let others = offer.others(*pose);
            let goes_with = |set: &&Vec<u8>| set.iter().all(|one| one == pose || others.contains(one));
            let mut sets = sets.iter().filter(|set| set.contains(pose)).filter(goes_with);
            sets.any(|set| offer.distances.contains(&facts.smallest(set)))
        })
    }

    fn fault(subject: &Offered) -> Option<String> {
        let mut sorted = subject.options;
        sorted.sort_unstable();
        let rules = [
            (subject.slot().is_some(), "the asked pose is not among the options"),
            (sorted.iter().all(|pose| (1..=8).contains(pose)), "a pose is not one of 1 to 8"),
            (sorted.windows(2).all(|pair| pair[0] < pair[1]), "two options have the same pose"),
        ];
        rules.into_iter().find(|(holds, _)| !holds).map(|(_, fault)| fault.into())
    }

    fn pose(subject: &Offered) -> Option<u8> {
        Some(subject.pose)
    }

    fn draw(evidence: &Evidence<Offered>, solid: &Solid) -> Result<Pages, String> {
        let sheet = Sheet::new(solid, None, evidence.look())?;
        let mut shown = sheet.views()?;
        for (label, pose) in letters().zip(evidence.subject.options) {
            shown.push(sheet.page(&label, letter(pose))?);
        }
        let compared = shown[3..].iter().map(Page::ink).collect();
        Ok(Pages { shown, compared, answer: None })
    }

    fn corners(subject: &Offered) -> Option<Corners> {
        Some(Corners { asked: Some(subject.pose), answered: None })
    }

    fn ask(evidence: &Evidence<Offered>, _: &Solid, _: &Pages) -> Result<Asking, String> {
        let prompt = format!(
            "Three line drawings show an object from the front, from above and from the right. {CONVENTION} Which of the \
             drawings A, B, C and D shows the same object {}?",
            from(evidence.subject.pose)
        );
        Ok(Asking::drawings(prompt, evidence.subject.slot().ok_or("no such pose is offered")?))
    }

    fn recheck(evidence: &Evidence<Offered>, solid: &Solid, item: &Item) -> Result<(), String> {
        let witness = Witness::new(solid, evidence.shown.view_box())?;
        for (name, pose) in THREE_VIEWS {
            witness.shows(item, name, solid, pose)?;
        }
        for (label, pose) in letters().zip(evidence.subject.options) {
            witness.shows(item, &label, solid, letter(pose))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::FAMILY;
    use super::*;
    use spatiq_bench::{Seed, Settings, Split};
    use std::collections::BTreeSet;

    #[test]
    fn of_one_half_all_options_are_seen_from_above_or_all_from_below() {
        let task = FAMILY.tasks.iter().find(|task| task.name() == FromPose::NAME).unwrap();
        let poses_of = |others: &str| {
            let settings = Settings::new(task.settings(), [("others", others), ("primitives", "2")]).unwrap();
            let generator = task.configure(&settings).unwrap();
            let made = |index: u64| {
                let place = |attempt| Place::new(&Seed::root(5), FromPose::NAME, Split::Test, index, attempt);
                let item = (0..).find_map(|attempt| generator.generate(&place(attempt)).ok()).unwrap();
                let evidence: Evidence<Offered> = serde_json::from_str(&item.evidence).unwrap();
                (evidence.subject.pose, evidence.subject.options)
            };
            (0..16).map(made).collect::<Vec<_>>()
        };
        let is_one_half = |options: &[u8; 4]| options.iter().all(|pose| (*pose <= 4) == (options[0] <= 4));
        let half = poses_of("half");
        assert!(half.iter().all(|(_, options)| is_one_half(options)), "{half:?}");
        let asked: BTreeSet<u8> = half.iter().map(|(pose, _)| *pose).collect();
        assert_eq!(asked.len(), 8, "every pose is asked for");
        assert!(poses_of("any").iter().any(|(_, options)| !is_one_half(options)));
    }
}
