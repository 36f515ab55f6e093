//! The solver `geometric`: reads objects off the pictures and finds the one that does not belong.
//!
//! 1. [`patches`] finds the faces of each picture, [`lattice`] the view.
//! 2. [`read`] lists the objects that each picture may show.
//! 3. Every object read off any picture is held against all five ([`explain`]). The one that explains four of them
//!    best is the question's object, and the option it explains worst is the answer.

mod explain;
mod lattice;
mod look;
mod patches;
mod read;
mod refine;

use super::object::{CanonicalForm, Object};
use explain::Placed;
use lattice::looks;
use look::Look;
use patches::{Patch, Sheet};
use read::{Readings, read};
use spatiq_bench::{Answer, Picture, Question, Solver, SolverError, SolverSpec};
use spatiq_raster::Gray;
use std::collections::BTreeSet;

/// Its entry in the registry.
pub const GEOMETRIC: SolverSpec = SolverSpec {
    name: "geometric",
    about: "reads the cubes off each picture and compares the objects",
    privileged: &[],
    learns: false,
    settings: &[],
    make: |_| Box::new(Geometric),
};

struct Geometric;

impl Solver for Geometric {
    fn answer(&mut self, question: &Question) -> Result<Answer, SolverError> {
        let stimuli = question.stimuli();
        let options = question.options();
        let shown: Vec<&Picture> = stimuli.into_iter().chain(options.into_iter().flatten()).collect();
        let views: Vec<Reading> =
            shown.iter().map(|picture| Reading::new(picture)).collect::<Result<_, _>>()?;
        if views.len() != 5 {
            return Err(SolverError(format!("expected 5 pictures, found {}", views.len())));
        }
        odd_option(&views).map(Answer::Choice).ok_or_else(|| SolverError("no picture could be read".into()))
    }
}

/// A picture with what it may show.
struct Reading {
    sheet: Sheet,
    looks: Vec<Look>,
    objects: Readings,
}

impl Reading {
    fn new(picture: &Picture) -> Result<Self, SolverError> {
        let fail = |why: String| SolverError(format!("picture {}: {why}", picture.name));
        let gray = Gray::decode(&picture.png).map_err(|error| fail(error.to_string()))?;
        let sheet = Sheet::new(gray).ok_or_else(|| fail("it is empty".into()))?;
        let looks = looks(&sheet, 3);
        let mut objects = Readings::new();
        for look in &looks {
            for anchor in anchors(&sheet) {
                for (form, misfit) in read(&sheet, look, anchor) {
                    let best = objects.entry(form).or_insert(misfit);
                    *best = best.min(misfit);
                }
                if objects.values().any(|&misfit| misfit < 0.02) {
                    return Ok(Self { sheet, looks, objects });
                }
            }
        }
        Ok(Self { sheet, looks, objects })
    }

    /// How much worse the object explains the picture, in any pose, than the best object that was read off it. A
    /// picture that could not be read speaks against an object, but far less than one that shows another.
    fn excess(&self, form: &CanonicalForm, object: &Object) -> f64 {
        const DOUBT: f64 = 0.05;
        let misfit = self.misfit(form, object);
        let least = self.objects.values().copied().fold(1.0, f64::min);
        misfit - (1.0 - DOUBT) * least
    }

    /// The least misfit of the object in any pose.
    fn misfit(&self, form: &CanonicalForm, object: &Object) -> f64 {
        if let Some(&misfit) = self.objects.get(form) {
            return misfit;
        }
        let mut best = 1.0f64;
        for look in &self.looks {
            for pose in object.poses() {
                let cubes = pose.cubes();
                if let Some(placed) = Placed::framed(look, &cubes, &self.sheet) {
                    best = best.min(placed.misfit(&self.sheet));
                }
            }
        }
        best
    }
}

/// The option that does not show the object which explains all other pictures best; `None` where no object was
/// read off any picture.
fn odd_option(pictures: &[Reading]) -> Option<usize> {
    let forms: BTreeSet<&CanonicalForm> =
        pictures.iter().flat_map(|picture| picture.objects.keys()).collect();
    let mut best = (f64::INFINITY, None);
    for form in forms {
        let object = form.object();
        let excess: Vec<f64> = pictures.iter().map(|picture| picture.excess(form, &object)).collect();
        let odd = (1..excess.len()).max_by(|&a, &b| excess[a].total_cmp(&excess[b])).unwrap_or(1);
        let rest = excess.iter().sum::<f64>() - excess[odd];
        // Where two objects explain four pictures equally well, the fifth should be clearly another.
        let total = rest - 0.01 * excess[odd];
        if total < best.0 {
            best = (total, Some(odd - 1));
        }
    }
    best.1
}

/// Patches that are most likely whole faces, of the most frontal kind of face first.
fn anchors(sheet: &Sheet) -> Vec<&Patch> {
    let of = |axis: usize| sheet.patches.iter().filter(move |patch| patch.axis == axis);
    let mut axes = [0, 1, 2];
    axes.sort_by(|&a, &b| sheet.largest[b].total_cmp(&sheet.largest[a]));
    axes.iter().filter_map(|&axis| of(axis).find(|patch| patch.area >= 0.93 * sheet.largest[axis])).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::iq::rotation::tests::items;
    use spatiq_bench::Settings;

    fn answers(odd: &'static str, count: u64) -> usize {
        let mut solver = (GEOMETRIC.make)(&Settings::new(&[], []).unwrap());
        let mut right = |item: &spatiq_bench::Item| solver.answer(&item.question) == Ok(item.truth.clone());
        items(&[("odd", odd)], count).iter().filter(|item| right(item)).count()
    }

    #[test]
    fn nearly_every_question_is_solved() {
        assert!(answers("any", 90) >= 88);
    }

    #[test]
    fn nearly_every_question_that_only_handedness_solves_is_solved() {
        assert!(answers("mirror", 90) >= 88);
    }

    #[test]
    fn pictures_without_an_object_are_an_error_and_no_panic() {
        let mut question = items(&[], 1).remove(0).question;
        for shade in [255, 25, 196] {
            for picture in &mut question.pictures {
                picture.png = Gray::new(64, 48, shade).encode();
            }
            assert!(Geometric.answer(&question).is_err(), "shade {shade}");
        }
        question.pictures[0].png.truncate(40);
        assert!(Geometric.answer(&question).is_err());
    }
}
