//! Chairs: on legs, runners or rockers, on a foot in the middle, and armchairs.

mod arms;
mod back;
mod lounge;
mod seat;

use super::base::{foot, support};
use super::draw::Draw;
use super::legs::{Leg, LegDesign, bars, stretcher};
use super::outline::gauge;
use super::pieces::{JOINT, at, beam, part, rod, slab};
use crate::category::PartCategory;
use crate::model::Part;
use seat::Seat;
use spatiq_geom::DVec2;
use std::f64::consts::TAU;

/// The parts of a chair.
pub(super) fn chair(draw: &mut Draw) -> Vec<Part> {
    let kind = draw.count(0, 19);
    if kind < 3 {
        return lounge::lounge(draw);
    }
    let tall = kind == 3;
    let seat = Seat::draw(draw, tall);
    let back = back::back(draw, &seat, tall);
    let arms = match &back.edge {
        Some(edge) if draw.chance(0.6) => arms::arms(draw, &seat, edge),
        _ => arms::Arms::default(),
    };
    let mut parts = vec![seat.part(back.front, arms.inner), part(PartCategory::Back, back.pieces)];
    parts.extend(arms.parts);
    parts.extend(match kind {
        3 => bar_stool(draw, &seat),
        4..=8 => on_foot(draw, &seat),
        9 | 10 => on_runners(draw, &seat),
        11 => on_rockers(draw, &seat),
        12 => on_panels(draw, &seat),
        13 => on_three_legs(draw, &seat),
        _ => on_legs(draw, &seat),
    });
    parts
}

/// Legs at the corners of a seat: front left, front right, rear right, rear left.
fn corner_legs(draw: &mut Draw, seat: &Seat, design: &LegDesign, splay: f64) -> Vec<Leg> {
    let reach = 1.0 - (design.radius * 1.5 + 0.012) / (seat.half_width.min(seat.half_depth));
    let spread = 1.0 + splay;
    let rear_splay = draw.between(0.0, 1.0) * splay;
    [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)]
        .map(|(x, y)| {
            let corner = DVec2::new(x * seat.half_width, y * seat.half_depth);
            let top = corner * (reach / gauge(&seat.outline, corner));
            let foot = if y > 0.0 { top * DVec2::new(spread, 1.0 + rear_splay) } else { top * spread };
            design.leg(foot, top.extend(seat.bottom))
        })
        .into()
}

fn leg_parts(legs: Vec<Leg>) -> impl Iterator<Item = Part> {
    legs.into_iter().map(|leg| part(PartCategory::Leg, leg.pieces))
}

fn on_legs(draw: &mut Draw, seat: &Seat) -> Vec<Part> {
    let radius = draw.between(0.013, 0.028);
    let design = LegDesign::draw(draw, radius);
    let splay = draw.pick(&[0.0, 0.0, 0.1, 0.2, 0.3]);
    let legs = corner_legs(draw, seat, &design, splay);
    let mut parts = bars(draw, &design, &legs, [0.25 * seat.bottom, 0.75 * seat.bottom]);
    parts.extend(leg_parts(legs));
    parts
}

fn on_three_legs(draw: &mut Draw, seat: &Seat) -> Vec<Part> {
    let design = LegDesign::draw(draw, 0.02);
    let splay = draw.between(1.25, 1.5);
    let turned = draw.pick(&[0.25, 0.75]);
    (0..3)
        .map(|k| {
            let angle = TAU * (turned + f64::from(k) / 3.0);
            let towards = DVec2::new(libm::cos(angle), libm::sin(angle));
            let top = towards * (0.72 / gauge(&seat.outline, towards));
            part(PartCategory::Leg, design.leg(top * splay, top.extend(seat.bottom)).pieces)
        })
        .collect()
}

/// Four slightly splayed legs with a footrest.
fn bar_stool(draw: &mut Draw, seat: &Seat) -> Vec<Part> {
    let radius = draw.between(0.012, 0.02);
    let design = LegDesign::post(radius, draw.chance(0.5));
    let splay = draw.between(0.0, 0.35);
    let legs = corner_legs(draw, seat, &design, splay);
    let z = seat.bottom * draw.between(0.25, 0.4);
    let rows = draw.count(1, 2);
    let sides = draw.pick(&[1, 2, 4, 4]);
    let mut parts = Vec::new();
    for row in 0..rows {
        for (from, to) in [(0, 1), (2, 3), (1, 2), (3, 0)].into_iter().take(sides) {
            let height = z + f64::from(row as u32) * seat.bottom * 0.3;
            let piece = stretcher(design.is_square(), &legs[from], &legs[to], height, radius * 0.6);
            parts.push(part(PartCategory::LegBar, vec![piece]));
        }
    }
    parts.extend(leg_parts(legs));
    parts
}

fn on_foot(draw: &mut Draw, seat: &Seat) -> Vec<Part> {
    let wheels = draw.chance(0.65);
    let reach = seat.half_width.max(seat.half_depth) * draw.between(0.95, 1.25);
    let foot = foot(draw, reach, wheels);
    let radius = draw.between(0.022, 0.04);
    let mut parts = foot.parts;
    parts.push(support(draw, radius, [foot.height, seat.bottom]));
    parts
}

/// Legs on two bars that lie on the floor, perhaps joined behind.
fn on_runners(draw: &mut Draw, seat: &Seat) -> Vec<Part> {
    let thick = draw.between(0.02, 0.032);
    let x = seat.half_width * 0.85;
    let x = x.min(x * 0.93 / gauge(&seat.outline, DVec2::new(x, seat.half_depth * 0.8)));
    let rear_legs = draw.chance(0.55);
    let y = seat.half_depth * 0.8;
    let lean = if rear_legs { 0.0 } else { draw.between(-0.05, 0.1) };
    let design = LegDesign::post(thick / 2.0, true);
    let mut parts = Vec::new();
    let (front, rear) = (-y - lean.max(0.0) - thick, y + draw.between(0.02, 0.08));
    for side in [-x, x] {
        let runner = slab(at(side - thick / 2.0, front, 0.0), at(side + thick / 2.0, rear, thick));
        parts.push(part(PartCategory::LegBar, vec![runner]));
        let feet = if rear_legs { vec![-y, y] } else { vec![-y - lean] };
        for foot in feet {
            let top = at(side, foot.clamp(-y, y), seat.bottom + JOINT);
            let low = at(side, foot, thick - JOINT);
            let leg = beam(low, top, [thick * 0.9; 2]);
            parts.push(part(PartCategory::Leg, vec![leg]));
        }
    }
    for ends in [rear - thick, front + thick].into_iter().take(draw.count(0, 2)) {
        let low = at(-x + thick / 2.0 - JOINT, ends - thick * 0.45, 0.1 * thick);
        let high = at(x - thick / 2.0 + JOINT, ends + thick * 0.45, 0.9 * thick);
        parts.push(part(PartCategory::LegBar, vec![slab(low, high)]));
    }
    if rear_legs && draw.chance(0.4) {
        let z = seat.bottom * draw.between(0.4, 0.7);
        let inner = design.radius * 0.4;
        let bar = rod(at(-x + inner, y, z), at(x - inner, y, z), thick * 0.3);
        parts.push(part(PartCategory::LegBar, vec![bar]));
    }
    parts
}

/// Four legs on two bent bars, flat in the middle.
fn on_rockers(draw: &mut Draw, seat: &Seat) -> Vec<Part> {
    let thick = draw.between(0.025, 0.035);
    let x = seat.half_width * 0.8;
    let y = seat.half_depth * 0.75;
    let x = x.min(x * 0.93 / gauge(&seat.outline, DVec2::new(x, y)));
    let flat = y * 1.15;
    let (out, rise) = (draw.between(0.1, 0.2), draw.between(0.03, 0.07));
    let design = LegDesign::draw(draw, rocker_leg(thick));
    let mut parts = Vec::new();
    for side in [-x, x] {
        let middle = slab(at(side - thick / 2.0, -flat, 0.0), at(side + thick / 2.0, flat, thick));
        let bent = |end: f64| {
            let from = at(side, end * (flat - 0.004), thick / 2.0 + 0.001);
            beam(from, at(side, end * (flat + out), thick / 2.0 + rise), [thick * 0.98; 2])
        };
        parts.push(part(PartCategory::LegBar, vec![middle, bent(-1.0), bent(1.0)]));
        for along in [-y, y] {
            let mut leg = design.leg(DVec2::new(side, along), at(side, along, seat.bottom - thick + JOINT));
            leg.pieces = super::pieces::shifted(leg.pieces, at(0.0, 0.0, thick - JOINT));
            parts.push(part(PartCategory::Leg, leg.pieces));
        }
    }
    parts
}

/// Legs on rockers are a little thinner than these.
fn rocker_leg(thick: f64) -> f64 {
    thick * 0.45
}

/// Two boards instead of legs.
fn on_panels(draw: &mut Draw, seat: &Seat) -> Vec<Part> {
    let thick = draw.between(0.02, 0.04);
    let depth = seat.half_depth * draw.between(0.7, 0.9);
    let x = seat.half_width * 0.9;
    let x = x.min(x * 0.95 / gauge(&seat.outline, DVec2::new(x, depth)));
    let mut parts: Vec<Part> = [(-x, -x + thick), (x - thick, x)]
        .into_iter()
        .map(|(low, high)| {
            part(PartCategory::Leg, vec![slab(at(low, -depth, 0.0), at(high, depth, seat.bottom + JOINT))])
        })
        .collect();
    let inner = x - thick + JOINT;
    for _ in 0..draw.count(0, 1) {
        let z = seat.bottom * draw.between(0.3, 0.6);
        let bar = slab(at(-inner, -thick, z), at(inner, thick, z + 0.06));
        parts.push(part(PartCategory::LegBar, vec![bar]));
    }
    parts
}
