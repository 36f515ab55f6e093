//! Armchairs: everything thick and padded.

use crate::category::PartCategory;
use crate::furniture::base::{foot, support};
use crate::furniture::draw::Draw;
use crate::furniture::legs::LegDesign;
use crate::furniture::outline::{arched, shouldered};
use crate::furniture::pieces::{JOINT, across, at, board, leaned, part, rod, slab};
use crate::model::Part;
use spatiq_geom::DVec2;

/// The parts of an armchair.
pub(super) fn lounge(draw: &mut Draw) -> Vec<Part> {
    let half = draw.spread(0, 0.25, 0.38);
    let depth = draw.spread(1, 0.24, 0.34);
    let top = draw.spread(2, 0.3, 0.46);
    let high = top + draw.spread(3, 0.25, 0.6);
    let bottom = draw.between(0.08, 0.2).min(top - 0.14);
    let thick = draw.between(0.08, 0.14);
    let arm_style = draw.count(0, 3);
    let arm = if arm_style == 3 { 0.0 } else { draw.between(0.06, 0.14) };
    let cushion = top - draw.between(0.06, 0.1);
    let seat = vec![
        across(half, [-depth, depth], [bottom, cushion + 0.003]),
        across(half - 0.006, [-depth - 0.008, depth - 0.006], [cushion, top]),
    ];
    let mut parts = vec![part(PartCategory::Seat, seat)];

    // The back stands behind the seat and is as wide as seat and arms.
    let outer = half + (arm - 0.01).max(0.0);
    let lean = draw.pick(&[0.0, 0.0, 0.1, 0.16]);
    let width = 2.0 * outer;
    let low = 0.02;
    let rise = high - bottom;
    let outline = match draw.count(0, 2) {
        0 => shouldered(width, low, rise, outer * draw.between(0.2, 0.6)),
        1 => arched(width, low, rise - outer * 0.3, outer * draw.between(0.25, 0.5)),
        _ => shouldered(width, low, rise, 0.02),
    };
    let upright = leaned(vec![board(&outline, [0.0, thick])], lean, at(0.0, depth - JOINT, bottom));
    parts.push(part(PartCategory::Back, upright));

    if arm > 0.0 {
        let arm_top = top + draw.between(0.1, 0.2);
        let rear = depth - JOINT - 0.006;
        for side in [-1.0, 1.0] {
            let [a, b] = [side * (half - JOINT), side * (half + arm)];
            let front = -depth - 0.02;
            let body = slab(at(a.min(b), front, bottom + 0.012), at(a.max(b), rear, arm_top));
            let mut pieces = vec![body];
            if arm_style == 1 {
                let middle = (a + b) / 2.0;
                pieces.push(rod(at(middle, front - 0.012, arm_top), at(middle, rear, arm_top), arm * 0.62));
            }
            parts.push(part(PartCategory::Arm, pieces));
        }
    }
    let low_seat = bottom;
    if draw.chance(0.25) {
        let reach = half * draw.between(0.85, 1.1);
        let on_wheels = bottom > 0.17 && draw.chance(0.5);
        let foot = foot(draw, reach, on_wheels);
        if foot.height + 0.02 < low_seat {
            parts.extend(foot.parts);
            parts.push(support(draw, 0.05, [foot.height, low_seat]));
            return parts;
        }
    }
    let radius = draw.between(0.018, 0.035);
    let design = LegDesign::draw(draw, radius);
    let splay = draw.pick(&[1.0, 1.0, 1.08]);
    for (x, y) in [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)] {
        let top = DVec2::new(x * (half - 0.05), y * (depth - 0.05));
        parts.push(part(PartCategory::Leg, design.leg(top * splay, top.extend(bottom)).pieces));
    }
    parts
}
