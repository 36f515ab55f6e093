//! The paper's wrong options: two with a piece replaced by another of similar size, one with a piece scaled.

use super::cutting::{SIDE, Slopes, cut_pieces, piece_areas};
use super::evidence::{Change, How};
use super::proof::{provable_change, tellable};
use super::shape::{Shape, round};
use spatiq_bench::{Reject, Rng};

/// A replacement's area is within this share of the piece's.
pub const SIMILAR: f64 = 0.2;

/// How much smaller and larger scaled pieces are.
pub const SCALES: [[f64; 2]; 2] = [[0.70, 0.84], [1.16, 1.34]];

/// Three changes to the pieces, each of which makes an option wrong.
pub fn changes(
    original: &Shape,
    pieces: &[Shape],
    slopes: Slopes,
    rng: &mut Rng,
) -> Result<Vec<Change>, Reject> {
    let first = replaced(original, pieces, slopes, &[], rng)?;
    let second = replaced(original, pieces, slopes, std::slice::from_ref(&first), rng)?;
    Ok(vec![first, second, scaled(original, pieces, rng)?])
}

/// A piece replaced by one of another cutting of the same original.
fn replaced(
    original: &Shape,
    pieces: &[Shape],
    slopes: Slopes,
    taken: &[Change],
    rng: &mut Rng,
) -> Result<Change, Reject> {
    for _ in 0..30 {
        let piece = rng.below(pieces.len());
        let area = pieces[piece].area();
        let others = cut_pieces(original, pieces.len(), slopes, rng)?;
        let other = others.into_iter().map(|other| other.shape).find(|other| {
            (other.area() - area).abs() <= SIMILAR * area
                && taken.iter().all(|change| tellable(&change.shape, other))
        });
        let change = other.and_then(|shape| provable_change(original, pieces, piece, shape, How::Replaced));
        if let Some(change) = change {
            return Ok(change);
        }
    }
    Err(Reject("no other piece was similar in size and different in shape"))
}

fn scaled(original: &Shape, pieces: &[Shape], rng: &mut Rng) -> Result<Change, Reject> {
    for _ in 0..20 {
        let piece = rng.below(pieces.len());
        let [low, high] = *rng.pick(&SCALES);
        let factor = round(rng.between(low, high));
        let shape = pieces[piece].stretched([factor, factor]).at_origin().rounded();
        let fits = shape.extent().iter().all(|&side| side <= SIDE);
        if !fits || !shape.is_clear() || !piece_areas(pieces.len()).contains(&shape.area()) {
            continue;
        }
        if let Some(change) = provable_change(original, pieces, piece, shape, How::Scaled(factor)) {
            return Ok(change);
        }
    }
    Err(Reject("no piece could be scaled within the sizes of pieces"))
}
