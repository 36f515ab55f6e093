//! Which guesses are worth a try: those that explain much ink, and ink that the others do not.

use super::super::lines::{LEAST_RUN, STEP, curves, rings};
use super::super::page::{NO_CELL, VIEWS};
use super::{Guess, Seen};
use spatiq_geom::DVec3;
use std::collections::BTreeSet;

/// What is not inked of a primitive's lines counts against it by this much: another primitive may have cut it away.
const UNSEEN: f64 = 0.15;

/// Ink that a chosen guess explains is worth so much less to the next.
const KNOWN: f64 = 0.75;

/// Ink that was explained before is worth this much.
const EXPLAINED: f64 = 0.3;

/// Pixels of ink in a cell.
const IN_CELL: f64 = 2.6;

/// Guesses that explain fewer cells are dropped.
const LEAST_CELLS: usize = 12;

/// A guess with the ink it explains.
struct Claim {
    guess: Guess,
    cells: Vec<usize>,
    bare: f64,
}

/// The best guesses, one after the other.
pub fn pick(seen: &Seen, guesses: Vec<Guess>, explained: Option<&[bool]>, most: usize) -> Vec<Guess> {
    let mut known = BTreeSet::new();
    let mut claims: Vec<Claim> = guesses
        .into_iter()
        .filter(|guess| known.insert(guess.rounded()))
        .map(|guess| claim(seen, guess))
        .filter(|claim| claim.cells.len() > LEAST_CELLS)
        .collect();
    let cells = seen.pages.iter().map(|page| page.inked_cells).sum();
    let is_known = |cell: usize| explained.is_some_and(|explained| explained[cell]);
    let mut worth: Vec<f64> =
        (0..cells).map(|cell| if is_known(cell) { EXPLAINED * IN_CELL } else { IN_CELL }).collect();
    let mut picked: Vec<Guess> = Vec::new();
    while picked.len() < most {
        for claim in &mut claims {
            claim.guess.score =
                claim.cells.iter().map(|&cell| worth[cell]).sum::<f64>() - UNSEEN * claim.bare;
        }
        let best = (0..claims.len()).max_by(|&a, &b| claims[a].guess.score.total_cmp(&claims[b].guess.score));
        let Some(best) = best else { break };
        let claim = claims.swap_remove(best);
        if claim.guess.score <= 0.0 {
            break;
        }
        if !picked.iter().any(|other| other.alike(&claim.guess)) {
            claim.cells.iter().for_each(|&cell| worth[cell] *= KNOWN);
            picked.push(claim.guess);
        }
    }
    picked
}

fn claim(seen: &Seen, guess: Guess) -> Claim {
    let mut claimed = vec![0u64; seen.pages.iter().map(|page| page.inked_cells).sum::<usize>() / 64 + 1];
    let mut bare = 0.0;
    let near = |p: DVec3| {
        p.cmpgt(seen.bounds[0] - DVec3::splat(3.0)).all() && p.cmplt(seen.bounds[1] + DVec3::splat(3.0)).all()
    };
    let mut tried: Vec<([f64; 2], bool)> = Vec::new();
    let firm = curves(&guess).into_iter().map(|curve| (curve, true));
    let loose = rings(&guess, &seen.levels).into_iter().map(|curve| (curve, false));
    for (curve, expected) in firm.chain(loose) {
        let page = &seen.pages[curve.view];
        let first: usize = seen.pages[..curve.view].iter().map(|page| page.inked_cells).sum();
        let points = curve.points.into_iter().filter(|&p| near(p)).map(|p| VIEWS[curve.view].flat(p));
        tried.clear();
        tried.extend(points.map(|at| (at, page.has_ink(at))));
        for run in tried.chunk_by(|a, b| a.1 == b.1) {
            if run.len() >= LEAST_RUN && run[0].1 {
                let inked = run.iter().flat_map(|(at, _)| page.cells_at(*at));
                for cell in inked.filter(|cell| *cell != NO_CELL).map(|cell| first + cell as usize) {
                    claimed[cell / 64] |= 1 << (cell % 64);
                }
            } else if expected {
                bare += STEP * run.len() as f64;
            }
        }
    }
    let cells = claimed.iter().enumerate().flat_map(|(k, &word)| set_bits(word).map(move |bit| 64 * k + bit));
    Claim { guess, cells: cells.collect(), bare }
}

/// The places of the bits that are set.
fn set_bits(mut word: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = (word != 0).then(|| word.trailing_zeros() as usize);
        word &= word.wrapping_sub(1);
        bit
    })
}
