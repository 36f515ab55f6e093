//! A solid from three views: primitives are guessed from their lines, and joined until their drawing is the given one.
//!
//! 1. *Ink* (`page.rs`): where each view has ink; `levels.rs` and `circles.rs` find straight lines and circles.
//! 2. *Guesses* (`guess/`): primitives whose lines, or enough of them, are inked in all views.
//! 3. *Search* (`search.rs`): chains of guesses, drawn roughly from points (`lines.rs`, `meet.rs`).
//! 4. *Judgement* (`judge.rs`): the best chains are drawn in earnest; the one that comes nearest is the answer.

mod circles;
mod guess;
mod judge;
mod levels;
mod lines;
#[cfg(test)]
mod measure;
mod meet;
mod page;
mod search;
mod slants;

use guess::{Guess, Seen, guesses};
use page::Page;
use search::{Bench, Chain};
use spatiq_geom::recipe::Element;
use spatiq_geom::{Recipe, Solid};
use spatiq_raster::Rgb;

/// Chains that are drawn in earnest.
const FINALISTS: usize = 16;

/// Most primitives of a chain: four, and one that cuts.
const MOST_PRIMITIVES: usize = 5;

/// Chains that grow at each step; half as many when looking again.
const BEAM: usize = 24;

/// A smaller difference, as a share of all ink, is good enough: lines that are a pixel off make up as much, and a second look
/// hardly ever finds anything better.
const GOOD: f64 = 0.18;

/// Pixels of ink in a cell.
const IN_CELL: f64 = 2.6;

/// Chains whose primitives are tried again.
const WELL_TRIED: usize = 12;

/// What was made of three views. A unit is a pixel of these; the origin is the middle of the box around the object.
#[derive(Clone, Debug)]
pub struct Rebuilt {
    /// The solid.
    pub solid: Solid,
    /// Pixels of line that the given views do not have, and of ink that the solid does not explain.
    pub difference: f64,
}

/// Rebuilds the solid whose front, top and right views are given; nothing if they show no solid.
pub fn rebuild(front: &Rgb, top: &Rgb, right: &Rgb) -> Option<Rebuilt> {
    let pages = [front, top, right].map(Page::read);
    let seen = Seen::new(&pages);
    let first = guesses(&seen, None);
    let mut bench = Bench::new(&first, &pages);
    let chains = bench.search(MOST_PRIMITIVES, BEAM);
    let best = nearest(&chains, &first, &pages);
    let ink = IN_CELL * pages.iter().map(|page| page.inked_cells).sum::<usize>() as f64;
    if best.as_ref().is_some_and(|best| best.difference < GOOD * ink) {
        return best;
    }
    // Look again, at the ink that is not explained yet.
    let explained = bench.explained(chains.first()?);
    let mut from = 0;
    let rest = pages.each_ref().map(|page| {
        let cells = &explained[from..from + page.inked_cells];
        from += page.inked_cells;
        page.without(cells)
    });
    let mut second = guesses(&seen.again(&rest), Some(&explained));
    for &(link, _) in chains.iter().take(WELL_TRIED).flat_map(|chain| &chain.links) {
        if !second.contains(&first[link]) {
            second.push(first[link]);
        }
    }
    let chains = Bench::new(&second, &pages).search(MOST_PRIMITIVES, BEAM / 2);
    let other = nearest(&chains, &second, &pages);
    best.into_iter().chain(other).min_by(|a, b| a.difference.total_cmp(&b.difference))
}

/// Of the cheapest chains the one whose drawings are nearest.
fn nearest(chains: &[Chain], guesses: &[Guess], pages: &[Page; 3]) -> Option<Rebuilt> {
    let finalists = chains.iter().take(FINALISTS).filter_map(|chain| drawn(chain, guesses, pages));
    finalists.min_by(|a, b| a.difference.total_cmp(&b.difference))
}

fn drawn(chain: &Chain, guesses: &[Guess], pages: &[Page; 3]) -> Option<Rebuilt> {
    let elements: Vec<Element> = chain
        .links
        .iter()
        .enumerate()
        .map(|(k, &(guess, op))| guesses[guess].element((k > 0).then_some(op)))
        .collect();
    let solid = Recipe { id: None, elements }.solid().ok()?;
    let difference = judge::difference(&solid, pages)?;
    Some(Rebuilt { solid, difference })
}
