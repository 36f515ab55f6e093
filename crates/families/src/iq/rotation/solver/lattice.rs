//! The view of a picture, read off the distances between faces.
//!
//! An edge along an axis shows faces that repeat by that axis' step: faces across x repeat by y or z, and so on. So
//! steps are differences between patches that occur often. Two steps make a candidate, which is tested against the
//! sizes of the faces and then refined over whole rows of them.

use super::look::Look;
use super::patches::{Patch, Sheet};
use super::refine::refine;
use spatiq_raster::Point;

/// How many candidates are worth refining.
const REFINED: usize = 6;

/// A difference between patches and how often it occurs.
struct Step {
    by: Point,
    votes: f64,
}

/// The most likely looks of a picture, best first.
pub fn looks(sheet: &Sheet, most: usize) -> Vec<Look> {
    let steps = [0, 1, 2].map(|axis| frequent_steps(sheet, axis));
    let mut found: Vec<(f64, Look)> = Vec::new();
    for (a, b) in [(0, 2), (0, 1), (2, 1)] {
        for first in &steps[a] {
            for second in &steps[b] {
                let Some(look) = Look::from_steps(sheet.from_below, (a, first.by), (b, second.by)) else {
                    continue;
                };
                if fits_areas(sheet, &look) {
                    found.push((support(sheet, &look), look));
                }
            }
        }
    }
    found.sort_by(|a, b| b.0.total_cmp(&a.0));
    found.truncate(REFINED);
    for (votes, look) in &mut found {
        *look = refine(sheet, *look);
        *votes = support(sheet, look);
    }
    found.sort_by(|a, b| b.0.total_cmp(&a.0));
    let mut best: Vec<Look> = Vec::new();
    for (_, look) in found {
        if best.len() < most && !best.iter().any(|other| other.is_near(&look)) {
            best.push(look);
        }
    }
    best
}

/// Steps along an axis that faces repeat by, the most frequent first.
fn frequent_steps(sheet: &Sheet, axis: usize) -> Vec<Step> {
    const KEPT: usize = 10;
    let mut steps: Vec<Step> = Vec::new();
    for faces in (0..3).filter(|&faces| faces != axis) {
        let patches: Vec<&Patch> = sheet.patches.iter().filter(|patch| patch.axis == faces).collect();
        for (i, from) in patches.iter().enumerate() {
            for to in &patches[i + 1..] {
                if from.area.min(to.area) < 0.8 * from.area.max(to.area) {
                    continue;
                }
                let by = rightward([to.centre[0] - from.centre[0], to.centre[1] - from.centre[1]]);
                if leads_along(axis, by, sheet.from_below) && line_between(sheet, from, to) {
                    vote(&mut steps, by);
                }
            }
        }
    }
    // Multiples of a step occur too, but less often, and never alone.
    steps.sort_by(|a, b| b.votes.total_cmp(&a.votes));
    steps.truncate(KEPT);
    steps
}

/// Whether there is a line half way between two patches, as there is between neighbours.
fn line_between(sheet: &Sheet, from: &Patch, to: &Patch) -> bool {
    let middle = [0, 1].map(|k| (from.centre[k] + to.centre[k]) / 2.0);
    sheet.shade_at(middle).saturating_add(25) < sheet.shade_at(from.inside)
}

/// Counts a difference with those that are nearly the same, and keeps their mean.
fn vote(steps: &mut Vec<Step>, by: Point) {
    const SAME: f64 = 0.7;
    let near = |step: &&mut Step| (step.by[0] - by[0]).abs() < SAME && (step.by[1] - by[1]).abs() < SAME;
    match steps.iter_mut().find(near) {
        Some(step) => {
            step.votes += 1.0;
            step.by = [0, 1].map(|k| step.by[k] + (by[k] - step.by[k]) / step.votes);
        }
        None => steps.push(Step { by, votes: 1.0 }),
    }
}

/// Turned so that it leads to the right, or down.
fn rightward(by: Point) -> Point {
    if by[0] < -0.5 || (by[0].abs() <= 0.5 && by[1] < 0.0) { by.map(|k| -k) } else { by }
}

/// Whether a rightward step can be one along the axis: y is upright, x rises and z falls when seen from above.
fn leads_along(axis: usize, by: Point, below: bool) -> bool {
    let falls = if below { -by[1] } else { by[1] };
    match axis {
        1 => by[0].abs() <= 0.5,
        0 => by[0] > 0.5 && falls < 0.0,
        _ => by[0] > 0.5 && falls > 0.0,
    }
}

/// Whether no patch is larger than a face.
fn fits_areas(sheet: &Sheet, look: &Look) -> bool {
    let whole = |axis: usize| look.projection.toward_viewer[axis].abs() * look.scale * look.scale;
    (0..3).all(|axis| sheet.largest[axis] <= whole(axis) * 1.03 + 2.0)
}

/// How much of the picture speaks for the look, from 0 to 2: the share of the patches that have a neighbour where
/// there may be one, and the share of the kinds of faces whose largest patch has the size of a whole face.
fn support(sheet: &Sheet, look: &Look) -> f64 {
    let (mut total, mut linked) = (0.0, 0.0);
    for patch in &sheet.patches {
        total += patch.area;
        if (0..3).any(|axis| axis != patch.axis && has_neighbour(sheet, patch, look.steps[axis])) {
            linked += patch.area;
        }
    }
    let sized = (0..3).filter(|&axis| {
        let expected = look.patch_area(axis, sheet.picture.width as f64);
        (expected - sheet.largest[axis]).abs() <= 0.08 * expected + 4.0
    });
    linked / total + sized.count() as f64 / 3.0
}

/// Whether there is a patch of the same kind and size a step away.
fn has_neighbour(sheet: &Sheet, patch: &Patch, step: Point) -> bool {
    let step = rightward(step);
    sheet.patches.iter().any(|other| {
        let by = rightward([other.centre[0] - patch.centre[0], other.centre[1] - patch.centre[1]]);
        let alike = other.area.min(patch.area) >= 0.8 * other.area.max(patch.area);
        other.axis == patch.axis && alike && (by[0] - step[0]).abs() < 0.6 && (by[1] - step[1]).abs() < 0.6
    })
}
