//! Tangents that two pictures share, of edges and outlines alike.
//!
//! Two directions of view span a plane; move it until it touches the object, at an edge or along a round face. Seen from
//! either direction it is now a straight line that touches the drawing, at the same height. So for each of the three views there is
//! one direction in which the tangents of the drawing and those of the view must be at the same heights. An edge that runs
//! along one of the directions of view is a mere point there: a corner.

use super::lines::Lines;
use super::space::{Seen, Space};
use spatiq_draw::View;
use spatiq_geom::DVec3;

/// The least cosine between a mark's normal and the direction across, for a mark that must have a partner.
const SURE: f64 = 0.9925;

/// The same for a mark that may be one.
const LIKELY: f64 = 0.955;

/// Heights that differ by more, in pixels, do not agree at all.
const APART: f64 = 1.6;

/// Marks of a picture that lie across a direction, by their heights.
struct Touching {
    /// Heights and lengths of those that surely do.
    sure: Vec<(f64, f64)>,
    /// Heights of all that may, ascending.
    likely: Vec<f64>,
}

impl Touching {
    fn new(seen: &Seen, across: DVec3) -> Self {
        let across = [across.dot(seen.view.right), across.dot(seen.view.up)];
        let height = |at: [f64; 2]| at[0] * across[0] + at[1] * across[1];
        let (mut sure, mut likely) = (Vec::new(), Vec::new());
        for mark in &seen.lines.marks {
            let cosine = height(mark.normal).abs();
            if cosine > SURE {
                sure.push((height(mark.at), mark.length));
            }
            if cosine > LIKELY || mark.normal == [0.0; 2] {
                likely.push(height(mark.at));
            }
        }
        likely.sort_by(f64::total_cmp);
        Self { sure, likely }
    }

    /// The length of what has no partner in another picture, whose heights are less by `shift`.
    fn lone(&self, other: &Self, shift: f64) -> f64 {
        self.sure.iter().map(|&(height, length)| length * other.misses(height - shift)).sum()
    }

    /// From 0 to 1, how far a height is from the nearest there is.
    fn misses(&self, height: f64) -> f64 {
        let next = self.likely.partition_point(|&other| other < height);
        let around = [next.checked_sub(1), Some(next)];
        let gaps = around.into_iter().flatten().filter_map(|k| self.likely.get(k));
        let gap = gaps.map(|other| (other - height).abs()).fold(APART, f64::min) / APART;
        gap * gap
    }
}

/// A drawing's tangents and those of the three views.
pub struct Tangents {
    pairs: [Pair; 3],
}

struct Pair {
    across: [f64; 2],
    drawing: Touching,
    view: Touching,
}

impl Tangents {
    /// Of a drawing whose middle is that of the object.
    pub fn new(space: &Space, lines: &Lines, view: View) -> Self {
        let drawing = Seen { lines, view, middle: [0.0; 2] };
        let pairs = space.views.each_ref().map(|seen| {
            let across = view.toward_eye.cross(seen.view.toward_eye).normalize();
            Pair {
                across: [across.dot(view.right), across.dot(view.up)],
                drawing: Touching::new(&drawing, across),
                view: Touching::new(seen, across),
            }
        });
        Self { pairs }
    }

    /// The length of tangents without a partner, of the drawing and of the views, when the drawing's middle is there.
    pub fn lone(&self, middle: [f64; 2]) -> f64 {
        let lone = |Pair { across, drawing, view }: &Pair| {
            let shift = middle[0] * across[0] + middle[1] * across[1];
            drawing.lone(view, -shift) + view.lone(drawing, shift)
        };
        self.pairs.iter().map(lone).sum()
    }
}
