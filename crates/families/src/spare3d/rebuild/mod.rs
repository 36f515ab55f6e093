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
use judge::Strays;
use page::Page;
use search::{Bench, Chain};
use spatiq_geom::recipe::Element;
use spatiq_geom::{Recipe, Solid};
use spatiq_raster::Rgb;
use std::cmp::Ordering;

/// Chains that are drawn in earnest; half as many when looking again.
const FINALISTS: usize = 16;

/// After so many of them one that passes for the object is taken.
const SURE_AFTER: usize = 4;

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
    /// How it differs from the given views.
    strays: Strays,
    /// Pixels of ink in these.
    ink: f64,
    /// Whether the search ended before all was tried.
    is_cut_short: bool,
}

/// A drawing that differs by less than this share of the ink passes for the given one.
const SAME: f64 = 0.06;

impl Rebuilt {
    /// How well it explains the views, for people.
    pub fn remark(&self) -> String {
        let [bare, unexplained] =
            [self.strays.bare, self.strays.unexplained].map(|pixels| 100.0 * pixels / self.ink.max(1.0));
        let judgement = match () {
            () if self.strays.total() < SAME * self.ink => {
                "so it agrees with the given views, and is another object that looks the same in them"
            }
            () if self.is_cut_short => "and the search was cut short before a better one was found",
            () => "and no better one was found of boxes, cylinders, cones, balls and rings along the axes",
        };
        format!(
            "rebuilt from {} primitives: {unexplained:.0} % of the given ink is not explained, lines worth {bare:.0} % have no \
             ink, {judgement}",
            self.solid.leaves().len()
        )
    }
}

/// Rebuilds the solid whose front, top and right views are given; nothing if they show no solid.
pub fn rebuild(front: &Rgb, top: &Rgb, right: &Rgb) -> Option<Rebuilt> {
    let pages = [front, top, right].map(Page::read);
    let seen = Seen::new(&pages);
    let first = guesses(&seen, None);
    let mut bench = Bench::new(&first, &pages);
    let chains = bench.search(MOST_PRIMITIVES, BEAM);
    let best = nearest(&chains[..FINALISTS.min(chains.len())], &first, &pages, bench.is_spent());
    if best.as_ref().is_some_and(|best| best.strays.total() < GOOD * best.ink) {
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
    let mut bench = Bench::new(&second, &pages);
    let chains = bench.search(MOST_PRIMITIVES, BEAM / 2);
    let other = nearest(&chains[..(FINALISTS / 2).min(chains.len())], &second, &pages, bench.is_spent());
    best.into_iter().chain(other).min_by(by_strays)
}

fn by_strays(a: &Rebuilt, b: &Rebuilt) -> Ordering {
    a.strays.total().total_cmp(&b.strays.total())
}

/// Of some chains, the cheapest first, the one whose drawings are nearest.
fn nearest(chains: &[Chain], guesses: &[Guess], pages: &[Page; 3], is_cut_short: bool) -> Option<Rebuilt> {
    let ink = IN_CELL * pages.iter().map(|page| page.inked_cells).sum::<usize>() as f64;
    let mut best: Option<Rebuilt> = None;
    for (nth, chain) in chains.iter().enumerate() {
        // What is as good as this is not beaten by chains that seemed worse.
        if nth >= SURE_AFTER && best.as_ref().is_some_and(|best| best.strays.total() < SAME * ink) {
            break;
        }
        let drawn = drawn(chain, guesses, pages);
        let drawn = drawn.map(|(solid, strays)| Rebuilt { solid, strays, ink, is_cut_short });
        best = best.into_iter().chain(drawn).min_by(by_strays);
    }
    best
}

fn drawn(chain: &Chain, guesses: &[Guess], pages: &[Page; 3]) -> Option<(Solid, Strays)> {
    let elements: Vec<Element> = chain
        .links
        .iter()
        .enumerate()
        .map(|(k, &(guess, op))| guesses[guess].element((k > 0).then_some(op)))
        .collect();
    let solid = Recipe { id: None, elements }.solid().ok()?;
    let strays = judge::difference(&solid, pages)?;
    Some((solid, strays))
}
