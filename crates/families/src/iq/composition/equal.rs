//! Wrong options that only the shape gives away: the same piece is changed in all three, to one of the same area.
//!
//! Two changes are pieces of other cuttings, the last cut moved until the area is that of the true piece; one is the
//! true piece stretched along one side of the square and squeezed along the other. So that nothing but the fit tells
//! the true piece from the three, all four have the same number of corners and of sides parallel to the square's,
//! and the true piece's rank among them by size of the bounding box is dealt out beforehand.

use super::cutting::{Piece, SIDE, Slopes, cut_pieces};
use super::evidence::{Change, How};
use super::proof::provable_change;
use super::shape::Shape;
use spatiq_bench::{Reject, Rng};

/// The largest stretch; its inverse is the squeeze.
const STRETCHES: [f64; 2] = [1.15, 1.7];

/// How many other cuttings replacements are taken from.
const CUTTINGS: usize = 40;

/// How many stretched pieces there are to choose from.
const STRETCHED: usize = 12;

/// How many choices of three wrong pieces are tried.
const CHOICES: usize = 60;

/// Areas that differ by less are equal: all that rounding of corners can do.
pub const EQUAL: f64 = 0.1;

/// A wrong piece that might do.
struct Wrong {
    shape: Shape,
    how: How,
    box_size: f64,
}

/// Three changes to one piece. Of the true piece and the three, `rank` have a smaller bounding box than the true one.
pub fn changes(
    original: &Shape,
    pieces: &[Shape],
    slopes: Slopes,
    rank: usize,
    rng: &mut Rng,
) -> Result<Vec<Change>, Reject> {
    let piece = rng.below(pieces.len());
    let truth = &pieces[piece];
    let replacements = replacements(original, pieces.len(), truth, slopes, rng);
    let stretched = stretched(truth, rng);
    if replacements.len() < 2 || stretched.is_empty() {
        return Err(Reject("too few pieces of equal area"));
    }
    let size = box_size(truth);
    for _ in 0..CHOICES {
        let trio = [rng.pick(&replacements), rng.pick(&replacements), rng.pick(&stretched)];
        let ranked = trio.iter().filter(|wrong| wrong.box_size < size).count() == rank;
        if ranked && distinct(trio) {
            let prove =
                |wrong: &Wrong| provable_change(original, pieces, piece, wrong.shape.clone(), wrong.how);
            if let Some(changes) = trio.into_iter().map(prove).collect() {
                return Ok(changes);
            }
        }
    }
    Err(Reject("no three pieces of equal area with the wanted bounding boxes"))
}

/// Pieces of other cuttings, brought to the area of the true one.
fn replacements(original: &Shape, count: usize, truth: &Shape, slopes: Slopes, rng: &mut Rng) -> Vec<Wrong> {
    let area = truth.area();
    let others = (0..CUTTINGS).filter_map(|_| cut_pieces(original, count, slopes, rng).ok()).flatten();
    let resized = others.filter_map(|other: Piece| other.resized(area));
    resized.filter(|shape| alike(shape, truth)).map(|shape| Wrong::new(shape, How::Replaced)).collect()
}

/// The true piece stretched along x and squeezed along y, or the other way round.
fn stretched(truth: &Shape, rng: &mut Rng) -> Vec<Wrong> {
    let mut all = Vec::new();
    for _ in 0..STRETCHED {
        let factor = rng.between(STRETCHES[0], STRETCHES[1]);
        let factors = if rng.coin() { [factor, 1.0 / factor] } else { [1.0 / factor, factor] };
        let shape = truth.stretched(factors).rounded();
        if alike(&shape, truth) {
            all.push(Wrong::new(shape, How::Stretched(factors)));
        }
    }
    all
}

/// Whether a wrong piece is as clear as the true one and has as many corners and sides parallel to the square's.
fn alike(wrong: &Shape, truth: &Shape) -> bool {
    wrong.corners.len() == truth.corners.len()
        && upright_sides(wrong) == upright_sides(truth)
        && wrong.is_clear()
        && wrong.extent().iter().all(|&side| side <= SIDE)
        && (wrong.area() - truth.area()).abs() < EQUAL
}

fn upright_sides(shape: &Shape) -> usize {
    let upright = |[from, to]: &[[f64; 2]; 2]| (0..2).any(|axis| (from[axis] - to[axis]).abs() < 1e-3);
    shape.sides().filter(upright).count()
}

/// Whether the wrong pieces differ from each other as they do from the true one.
fn distinct([first, second, third]: [&Wrong; 3]) -> bool {
    let differ = |a: &Wrong, b: &Wrong| a.shape.unlikeness(&b.shape) > 0.1 * a.shape.area();
    differ(first, second) && differ(first, third) && differ(second, third)
}

/// Half the outline of the bounding box, which no turn changes.
fn box_size(shape: &Shape) -> f64 {
    shape.extent().iter().sum()
}

impl Wrong {
    fn new(shape: Shape, how: How) -> Self {
        Self { box_size: box_size(&shape), shape, how }
    }
}
