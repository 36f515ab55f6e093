//! The seat of a chair.

use crate::category::PartCategory;
use crate::furniture::draw::Draw;
use crate::furniture::outline::{clipped, cut, ellipse, inset, rounded, trapezoid};
use crate::furniture::pieces::{part, plate};
use crate::model::Part;
use spatiq_geom::DVec2;

/// A seat; its parts follow once it is known what stands on it.
pub(super) struct Seat {
    pub outline: Vec<DVec2>,
    pub half_width: f64,
    pub half_depth: f64,
    /// Height of its underside and of the upper side of the board.
    pub bottom: f64,
    pub top: f64,
    /// Whether it is round.
    pub round: bool,
    /// Thickness of the cushion, if any.
    cushion: f64,
}

impl Seat {
    /// Any seat; tall ones are for bars.
    pub fn draw(draw: &mut Draw, tall: bool) -> Self {
        let width = draw.spread(0, 0.36, 0.62) * if tall { 0.85 } else { 1.0 };
        let depth =
            (draw.spread(1, 0.36, 0.56) * if tall { 0.85 } else { 1.0 }).clamp(width * 0.78, width * 1.1);
        let thick = draw.between(0.028, 0.06);
        let top = draw.spread(2, 0.34, 0.52) + if tall { 0.25 } else { 0.0 };
        let shape = draw.count(0, 7);
        let outline = match shape {
            0 => ellipse(width, width),
            1 | 2 => trapezoid(width, width * draw.between(0.72, 0.92), depth),
            3 => rounded(width, depth, width.min(depth) * draw.between(0.1, 0.25)),
            4 => cut(width, depth, width.min(depth) * draw.between(0.1, 0.18)),
            _ => trapezoid(width, width, depth),
        };
        let half = outline.iter().fold(DVec2::ZERO, |half, corner| half.max(corner.abs()));
        let cushion = if draw.chance(0.45) { draw.between(0.015, 0.07) } else { 0.0 };
        let round = shape == 0;
        Self { outline, half_width: half.x, half_depth: half.y, bottom: top - thick, top, round, cushion }
    }

    /// The part, with a cushion that ends before the back and between the arms.
    pub fn part(&self, back: f64, inner: f64) -> Part {
        const GAP: f64 = 0.003;
        let mut pieces = vec![plate(&self.outline, [self.bottom, self.top])];
        if self.cushion > 0.0 {
            let mut outline = inset(&self.outline, 0.012);
            if self.round {
                outline = inset(&self.outline, 0.06);
            } else {
                outline = clipped(&outline, DVec2::Y, back - GAP);
            }
            for side in [DVec2::X, -DVec2::X] {
                outline = clipped(&outline, side, inner - GAP);
            }
            pieces.push(plate(&outline, [self.top - 0.002, self.top + self.cushion]));
        }
        part(PartCategory::Seat, pieces)
    }
}
