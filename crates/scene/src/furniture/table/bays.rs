//! Desks, sideboards and chests: boards as legs, and between them drawers, doors, shelves, or room for knees.

use super::Top;
use crate::category::PartCategory;
use crate::furniture::base::Caster;
use crate::furniture::draw::Draw;
use crate::furniture::outline::rectangle;
use crate::furniture::pieces::{JOINT, at, ball, part, rod, shifted, slab};
use crate::model::Part;
use crate::shape::Piece;
use spatiq_geom::DVec3;

/// Free space between two boards.
struct Bay {
    low: DVec3,
    high: DVec3,
}

/// The parts of a table with one to three bays.
pub(super) fn bays(draw: &mut Draw) -> Vec<Part> {
    let width = draw.spread(0, 0.55, 1.8);
    let depth = draw.spread(1, 0.4, 0.75);
    let height = draw.spread(2, 0.45, 0.95);
    let thick = draw.between(0.02, 0.04);
    let top = Top::of(draw, rectangle(width, depth), height, thick);
    let caster = draw.chance(0.2).then(|| Caster::draw(draw, 0.04));
    let lift = caster.map_or(0.0, |caster| caster.height() - JOINT);
    let (x, y) = (top.half.x - 0.04, top.half.y - 0.04);
    let ceiling = top.bottom - lift;
    let count = if width < 0.8 { 1 } else { draw.count(2, 3) };
    let board = draw.between(0.02, 0.035);
    let places = dividers(draw, count, x, board);
    let mut parts: Vec<Part> = places
        .iter()
        .map(|&left| {
            part(PartCategory::Leg, vec![slab(at(left, -y, 0.0), at(left + board, y, ceiling + JOINT))])
        })
        .collect();
    let knees = if count > 1 && draw.chance(0.5) { draw.count(0, count - 1) } else { count };
    for (k, pair) in places.windows(2).enumerate() {
        let bay = Bay { low: at(pair[0] + board, -y, 0.0), high: at(pair[1], y, ceiling) };
        parts.extend(if k == knees { knee_room(draw, &bay) } else { filled(draw, &bay) });
    }
    if let Some(caster) = caster {
        parts = parts
            .into_iter()
            .map(|one| part(one.category, shifted(one.pieces, at(0.0, 0.0, lift))))
            .collect();
        for x in [places[0], places[count]] {
            parts.extend([-1.0, 1.0].map(|side| caster.wheel(x + board / 2.0, side * (y - 0.05), 0.0)));
        }
    }
    parts.push(top.part);
    parts
}

/// Left sides of the boards: the first and the last at the ends, the others so that the bays differ.
fn dividers(draw: &mut Draw, count: usize, x: f64, board: f64) -> Vec<f64> {
    let mut shares = vec![0.0];
    for _ in 0..count {
        let last = shares[shares.len() - 1];
        shares.push(last + draw.between(0.8, 1.6));
    }
    let all = shares[count];
    shares.iter().map(|share| -x + share / all * (2.0 * x - board)).collect()
}

/// Nothing, or one flat drawer.
fn knee_room(draw: &mut Draw, bay: &Bay) -> Vec<Part> {
    if draw.chance(0.5) {
        return vec![];
    }
    let low = at(bay.low.x + 0.004, bay.low.y + 0.004, bay.high.z - 0.1);
    let high = at(bay.high.x - 0.004, bay.high.y - 0.03, bay.high.z + JOINT);
    vec![drawer(draw, low, high)]
}

/// Drawers, a door or two, or open shelves.
fn filled(draw: &mut Draw, bay: &Bay) -> Vec<Part> {
    match draw.count(0, 2) {
        0 => drawers(draw, bay),
        1 => {
            let mut parts = doors(draw, bay);
            parts.extend(shelves(draw, bay, 1, 0.03));
            parts
        }
        _ => {
            let count = draw.count(1, 3);
            shelves(draw, bay, count, 0.01)
        }
    }
}

/// One above the other from the top down, held by the boards on both sides.
fn drawers(draw: &mut Draw, bay: &Bay) -> Vec<Part> {
    let count = draw.count(1, 4);
    let full = bay.high.z - bay.low.z - 0.05;
    let used = if draw.chance(0.7) { full } else { full * 0.6 };
    let pitch = (used / count as f64).min(0.3);
    (0..count)
        .map(|k| {
            let top = bay.high.z - pitch * k as f64 - 0.006;
            let low = at(bay.low.x - JOINT, bay.low.y + 0.005, top - pitch + 0.008);
            drawer(draw, low, at(bay.high.x + JOINT, bay.high.y - 0.02, top))
        })
        .collect()
}

/// One or two doors in front.
fn doors(draw: &mut Draw, bay: &Bay) -> Vec<Part> {
    let [left, right] = [bay.low.x - JOINT, bay.high.x + JOINT];
    let wide = right - left;
    let z = [bay.low.z + 0.05, bay.high.z - 0.004];
    let y = [bay.low.y + 0.004, bay.low.y + 0.024];
    let double = wide > 0.5 || (wide > 0.35 && draw.chance(0.5));
    let middle = (left + right) / 2.0;
    let spans = if double {
        vec![(left, middle - 0.003, true), (middle + 0.003, right, false)]
    } else {
        vec![(left, right, draw.chance(0.5))]
    };
    let style = draw.count(0, 2);
    spans
        .into_iter()
        .map(|(left, right, opens_right)| {
            let knob = if opens_right { right - 0.05 } else { left + 0.05 };
            let mut pieces = vec![slab(at(left, y[0], z[0]), at(right, y[1], z[1]))];
            let centre = at(knob, y[0], (z[0] + z[1]) / 2.0 + (z[1] - z[0]) * 0.2);
            pieces.extend(upright_handle(style, centre));
            part(PartCategory::Door, pieces)
        })
        .collect()
}

/// Shelves that the boards hold, the lowest near the floor, behind a free depth at the front.
fn shelves(draw: &mut Draw, bay: &Bay, count: usize, behind: f64) -> Vec<Part> {
    let foot = draw.between(0.055, 0.09);
    let pitch = (bay.high.z - bay.low.z - foot) / count as f64;
    (0..count)
        .map(|k| {
            let z = bay.low.z + foot + pitch * k as f64;
            let low = at(bay.low.x - JOINT, bay.low.y + behind, z);
            part(PartCategory::Shelf, vec![slab(low, at(bay.high.x + JOINT, bay.high.y - 0.006, z + 0.018))])
        })
        .collect()
}

/// How thick the front of a drawer is.
const FRONT: f64 = 0.02;

/// A drawer between two corners, with a knob or a handle. Nobody looks inside, so that it is its front: a board.
pub(super) fn drawer(draw: &mut Draw, low: DVec3, high: DVec3) -> Part {
    let high = at(high.x, low.y + FRONT, high.z);
    let middle = at((low.x + high.x) / 2.0, low.y, (low.z + high.z) / 2.0);
    let wide = high.x - low.x;
    let mut pieces = vec![slab(low, high)];
    pieces.extend(match draw.count(0, 2) {
        0 => vec![ball(middle - DVec3::Y * 0.012, 0.016)],
        1 => {
            let half = (wide * 0.2).min(0.08);
            vec![slab(middle - at(half, 0.02, 0.008), middle + at(half, 0.0, 0.008))]
        }
        _ => [-1.0, 1.0].map(|side| ball(middle + at(side * wide * 0.25, -0.01, 0.0), 0.014)).to_vec(),
    });
    part(PartCategory::Drawer, pieces)
}

/// A knob, or a handle that is higher than wide.
fn upright_handle(style: usize, centre: DVec3) -> Vec<Piece> {
    match style {
        0 => vec![ball(centre - DVec3::Y * 0.012, 0.016)],
        1 => vec![slab(centre - at(0.008, 0.02, 0.06), centre + at(0.008, 0.0, 0.06))],
        _ => vec![
            rod(centre - at(0.0, 0.018, 0.07), centre + at(0.0, -0.018, 0.07), 0.007),
            slab(centre - at(0.005, 0.02, 0.05), centre - at(-0.005, 0.0, 0.04)),
            slab(centre - at(0.005, 0.02, -0.04), centre - at(-0.005, 0.0, -0.05)),
        ],
    }
}
