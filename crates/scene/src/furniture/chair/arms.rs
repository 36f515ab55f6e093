//! The arms of a chair: solid ones, or bars.

use super::back::Edge;
use super::seat::Seat;
use crate::category::PartCategory;
use crate::furniture::draw::Draw;
use crate::furniture::outline::gauge;
use crate::furniture::pieces::{JOINT, at, part, slab, stick};
use crate::model::Part;
use crate::shape::Piece;
use spatiq_geom::DVec2;

/// The arms of a chair, maybe none.
pub(super) struct Arms {
    pub parts: Vec<Part>,
    /// How far from the middle the seat is free.
    pub inner: f64,
}

impl Default for Arms {
    fn default() -> Self {
        Self { parts: vec![], inner: f64::INFINITY }
    }
}

/// Where an arm runs, on the right side.
struct Run {
    x: f64,
    /// From its front end to where it meets the back.
    y: [f64; 2],
    /// Height of the seat and of the arm's upper side.
    z: [f64; 2],
    half: f64,
}

/// Arms that run forward from the edges of the back; none where the back is too low.
pub(super) fn arms(draw: &mut Draw, seat: &Seat, edge: &Edge) -> Arms {
    let high = draw.between(0.15, 0.26);
    if high + 0.03 > edge.height {
        return Arms::default();
    }
    let half = (edge.wide * 0.5).min(0.02) * draw.between(0.7, 1.0);
    let corner = DVec2::new(edge.x + half + 0.004, -seat.half_depth);
    let front = -seat.half_depth / gauge(&seat.outline, corner).max(1.0) * draw.between(0.55, 0.95);
    let front = front.max(-seat.half_depth + half + 0.006);
    let run = Run { x: edge.x, y: [front, edge.y + edge.lean * high], z: [seat.top, seat.top + high], half };
    let parts = if draw.chance(0.35) { solid(draw, &run) } else { barred(draw, &run, edge) };
    Arms { parts, inner: edge.x - half * 1.6 }
}

fn mirrored(run: &Run, side: f64, x: [f64; 2], y: [f64; 2], z: [f64; 2]) -> Piece {
    let [a, b] = x.map(|x| side * (run.x + x));
    slab(at(a.min(b), y[0], z[0]), at(a.max(b), y[1], z[1]))
}

/// Each arm one part: a board on edge, with a flat pad on it or without, or a pad on a post.
fn solid(draw: &mut Draw, run: &Run) -> Vec<Part> {
    let half = run.half * 1.4;
    let pad = draw.between(0.02, 0.035);
    let style = draw.count(0, 2);
    let end = run.y[1] + JOINT;
    let depth = end - run.y[0];
    let post = run.y[0] + depth * draw.between(0.2, 0.45);
    // Lower down the back is farther forward: boards end where it begins at the seat.
    let straight = run.y[1].min(end) - 0.2 * (run.z[1] - run.z[0]);
    [-1.0, 1.0]
        .map(|side| {
            let pad_piece =
                |wide: f64| mirrored(run, side, [-wide, wide], [run.y[0], end], [run.z[1] - pad, run.z[1]]);
            let pieces = match style {
                0 => vec![
                    pad_piece(half),
                    mirrored(
                        run,
                        side,
                        [-half, half],
                        [run.y[0], straight.max(run.y[0] + 0.1)],
                        [run.z[0] - JOINT, run.z[1] - pad],
                    ),
                ],
                1 => vec![
                    pad_piece(half * 1.5),
                    mirrored(
                        run,
                        side,
                        [-half * 0.6, half * 0.6],
                        [run.y[0] + 0.01, straight.max(run.y[0] + 0.1)],
                        [run.z[0] - JOINT, run.z[1] - pad],
                    ),
                ],
                _ => vec![
                    pad_piece(half * 1.4),
                    mirrored(
                        run,
                        side,
                        [-half * 0.7, half * 0.7],
                        [post, post + depth * 0.35],
                        [run.z[0] - JOINT, run.z[1] - pad],
                    ),
                ],
            };
            part(PartCategory::Arm, pieces)
        })
        .into()
}

/// Level bars that run into the back, on upright ones.
fn barred(draw: &mut Draw, run: &Run, edge: &Edge) -> Vec<Part> {
    let square = draw.chance(0.5);
    let uprights = draw.count(1, 4);
    let second = draw.chance(0.25);
    let depth = run.y[1] - run.y[0];
    let radius = run.half * 0.8;
    let thin = radius * 0.72;
    let top = run.z[1] - radius;
    let mut parts = Vec::new();
    for x in [-run.x, run.x] {
        let level = |z: f64, from: f64, radius: f64| {
            let end = edge.y + edge.lean * (z - run.z[0]) + JOINT;
            part(PartCategory::ArmHorizontalBar, vec![stick(square, at(x, from, z), at(x, end, z), radius)])
        };
        parts.push(level(top, run.y[0], radius));
        let first = run.y[0] + radius * 1.2;
        if second {
            let z = run.z[0] + (top - run.z[0]) * 0.5;
            parts.push(level(z, first + thin - JOINT, thin * 0.7));
        }
        // A second level bar would be crossed by all but the foremost upright.
        let shown = if second { 1 } else { uprights };
        parts.extend((0..shown).map(|k| {
            let y = first + depth * 0.8 * k as f64 / uprights as f64;
            let piece = stick(square, at(x, y, run.z[0] - JOINT), at(x, y, top - radius + JOINT), thin);
            part(PartCategory::ArmVerticalBar, vec![piece])
        }));
    }
    parts
}
