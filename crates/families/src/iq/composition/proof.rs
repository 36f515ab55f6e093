//! What makes a wrong option wrong: it provably does not tile, and a person can see that it does not.

use super::balance::side_gap;
use super::evidence::{Change, How};
use super::shape::Shape;
use super::tiling::{Slack, rules_out};

/// The least area that is uncovered or overlaps in whatever nearly fits: about a strip of 6 × 100, the square having
/// 224 × 224.
pub const VISIBLE: f64 = 600.0;

/// The least share of its area by which a wrong piece differs from the one it replaces.
const VISIBLE_SHARE: f64 = 0.15;

/// An area gap beyond all rounding: no pieces with one can tile.
pub const AREA_DECIDES: f64 = 5.0;

/// A gap in the balance of sides beyond all rounding: no pieces with one can tile.
pub const SIDES_DECIDE: f64 = 2.0;

/// Gaps thinner than this are overlooked when looking for what nearly fits.
const OVERLOOKED: f64 = 3.0;

/// The change that puts `shape` in place of a piece, if the option is then wrong beyond doubt.
///
/// The search is the proof. That area or sides decide as well is asked so that a check by another route can tell.
pub fn provable_change(
    original: &Shape,
    pieces: &[Shape],
    piece: usize,
    shape: Shape,
    how: How,
) -> Option<Change> {
    if !tellable(&pieces[piece], &shape) {
        return None;
    }
    let mut option = pieces.to_vec();
    option[piece] = shape.clone();
    let signed_gap = option.iter().map(Shape::area).sum::<f64>() - original.area();
    let side_gap = side_gap(original, &option);
    if signed_gap.abs() < AREA_DECIDES && side_gap < SIDES_DECIDE {
        return None;
    }
    // The misfit is never below the area gap.
    if signed_gap.abs() < VISIBLE {
        let near = Slack { overlap: (VISIBLE + signed_gap) / 2.0, thin: OVERLOOKED };
        if ![Slack::EXACT, near].iter().all(|&slack| rules_out(original, &option, slack)) {
            return None;
        }
    }
    let [area_gap, side_gap, differs] = [signed_gap.abs(), side_gap, shape.unlikeness(&pieces[piece])]
        .map(|value| (value * 100.0).round() / 100.0);
    Some(Change { piece, how, shape, area_gap, side_gap, differs })
}

/// Whether a person can tell two pieces apart, whatever their turns.
pub fn tellable(piece: &Shape, other: &Shape) -> bool {
    piece.unlikeness(other) >= f64::max(VISIBLE, VISIBLE_SHARE * piece.area())
}
