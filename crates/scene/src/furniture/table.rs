//! Tables: on legs, on a foot, on trestles, and with bays for drawers, doors and shelves.

mod bays;

use super::base::{Caster, foot, support};
use super::draw::Draw;
use super::legs::{Leg, LegDesign, bars, stretcher};
use super::outline::{ellipse, gauge, inset, rectangle, regular, rounded};
use super::pieces::{JOINT, across, at, part, plate, shifted, slab};
use crate::category::PartCategory;
use crate::model::Part;
use spatiq_geom::DVec2;
use std::f64::consts::TAU;

/// A table top, and where its underside is.
struct Top {
    outline: Vec<DVec2>,
    half: DVec2,
    bottom: f64,
    part: Part,
}

/// The parts of a table.
pub(super) fn table(draw: &mut Draw) -> Vec<Part> {
    match draw.count(0, 19) {
        0..=6 => on_legs(draw),
        7..=9 => on_foot(draw),
        10 | 11 => on_trestles(draw),
        12 | 13 => tiered(draw),
        _ => bays::bays(draw),
    }
}

impl Top {
    /// A top of any outline, or of a rectangular one.
    fn draw(draw: &mut Draw, rectangular: bool) -> Self {
        let width = draw.spread(0, 0.6, 1.9);
        let depth = draw.spread(1, 0.5, 1.0).min(width);
        let height = draw.spread(2, 0.34, 0.98);
        let thick = draw.between(0.02, 0.055);
        let outline = match if rectangular { 0 } else { draw.count(0, 8) } {
            0..=3 => rectangle(width, depth),
            4 => ellipse(depth * 1.25, depth * 1.25),
            5 => ellipse(width, depth),
            6 => regular(draw.pick(&[6, 8]), width.min(1.3 * depth), depth),
            _ => rounded(width, depth, depth * draw.between(0.08, 0.3)),
        };
        Self::of(draw, outline, height, thick)
    }

    fn of(draw: &mut Draw, outline: Vec<DVec2>, height: f64, thick: f64) -> Self {
        let half = outline.iter().fold(DVec2::ZERO, |half, corner| half.max(corner.abs()));
        let mut pieces = vec![plate(&outline, [height - thick, height])];
        let mut bottom = height - thick;
        if draw.chance(0.35) {
            // A frame under the top, set back from its edge.
            let apron = draw.between(0.03, 0.08);
            pieces.push(plate(&inset(&outline, 0.03), [bottom - apron, bottom + 0.002]));
            bottom -= apron;
        }
        Self { outline, half, bottom, part: part(PartCategory::Top, pieces) }
    }

    /// A point of the underside in that direction, at that share of the way to the rim.
    fn towards(&self, direction: DVec2, share: f64) -> DVec2 {
        direction * (share / gauge(&self.outline, direction))
    }
}

/// The corners of a table: front left, front right, rear right, rear left.
const CORNERS: [(f64, f64); 4] = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)];

fn on_legs(draw: &mut Draw) -> Vec<Part> {
    let top = Top::draw(draw, false);
    let radius = draw.between(0.02, 0.045);
    let design = LegDesign::draw(draw, radius);
    let splay: f64 = draw.pick(&[1.0, 1.0, 1.08, 1.15, 0.9]);
    let room = 1.0 - (radius * 1.6 + 0.035) / top.half.min_element();
    let round = top.outline.len() > 4;
    let wheels = draw.chance(0.2).then(|| Caster::draw(draw, 0.035));
    let lift = wheels.map_or(0.0, |caster| caster.height() - JOINT);
    let stand = |at: DVec2| {
        let aside = (at * (splay.min(room.recip()) - 1.0)).clamp_length_max(0.1 * (top.bottom - lift));
        design.leg(at + aside, at.extend(top.bottom - lift))
    };
    let places: Vec<DVec2> = if round && draw.chance(0.3) {
        let turned = draw.pick(&[0.25, 0.75]);
        let around = |k: u32| TAU * (turned + f64::from(k) / 3.0);
        (0..3)
            .map(|k| DVec2::new(libm::cos(around(k)), libm::sin(around(k))))
            .map(|way| top.towards(way, room))
            .collect()
    } else {
        CORNERS.iter().map(|&(x, y)| top.towards(top.half * DVec2::new(x, y), room)).collect()
    };
    let mut legs: Vec<Leg> = places.iter().map(|&place| stand(place)).collect();
    let mut parts = Vec::new();
    if legs.len() == 4 {
        parts.extend(match draw.count(0, 3) {
            0 if !round && top.bottom > 0.4 => {
                hanging_drawers(draw, top.bottom - lift, places[2].x - radius, places[2].y)
            }
            1 => low_shelf(draw, &legs, top.bottom),
            _ => bars(draw, &design, &legs, [0.12 * top.bottom, 0.7 * top.bottom]),
        });
    }
    if places.len() == 4 && !round && top.half.x > 0.7 && draw.chance(0.25) && parts.is_empty() {
        legs.extend([-1.0, 1.0].map(|y| stand(DVec2::new(0.0, y * places[2].y))));
    }
    let feet: Vec<DVec2> = legs.iter().map(|leg| leg.at(0.0).0.truncate()).collect();
    parts.extend(legs.into_iter().map(|leg| part(PartCategory::Leg, leg.pieces)));
    if let Some(caster) = wheels {
        parts = parts
            .into_iter()
            .map(|one| part(one.category, shifted(one.pieces, at(0.0, 0.0, lift))))
            .collect();
        parts.extend(feet.iter().map(|foot| caster.wheel(foot.x, foot.y, draw.between(-0.5, 0.5))));
    }
    parts.push(top.part);
    parts
}

/// Drawers side by side under a top at that height, between the legs.
fn hanging_drawers(draw: &mut Draw, top: f64, inner: f64, depth: f64) -> Vec<Part> {
    let count = draw.count(1, if inner > 0.6 { 4 } else { 2 });
    let high = draw.between(0.09, 0.16);
    let free = inner - 0.012;
    let pitch = 2.0 * free / count as f64;
    (0..count)
        .map(|k| {
            let left = -free + pitch * k as f64 + 0.004;
            let low = at(left, -depth, top - high);
            bays::drawer(draw, low, at(left + pitch - 0.008, depth * 0.8, top + JOINT))
        })
        .collect()
}

/// A shelf that the four legs hold by its corners.
fn low_shelf(draw: &mut Draw, legs: &[Leg], bottom: f64) -> Vec<Part> {
    let mut shelves = Vec::new();
    for k in 0..draw.count(1, 2) {
        let z = bottom * (draw.between(0.16, 0.3) + 0.33 * k as f64);
        let (place, thick) = legs[2].at(z);
        let half = place.truncate() - DVec2::splat(thick * 0.6);
        shelves.push(part(PartCategory::Shelf, vec![across(half.x, [-half.y, half.y], [z, z + 0.02])]));
    }
    shelves
}

fn on_foot(draw: &mut Draw) -> Vec<Part> {
    let top = Top::draw(draw, false);
    let long = top.half.x > 1.6 * top.half.y;
    let mut parts = vec![];
    let thick = draw.between(0.03, 0.07);
    let reach = top.half.min_element() * draw.between(0.65, 0.9);
    let wheels = draw.chance(0.3);
    if long {
        // A long top has a foot under each half, both alike.
        let apart = top.half.x - reach * 0.9;
        let flat = foot(draw, reach * 0.8, wheels);
        let post = support(draw, thick, [flat.height, top.bottom]);
        for x in [-apart, apart] {
            let all = flat.parts.iter().chain([&post]);
            parts.extend(all.map(|one| part(one.category, shifted(one.pieces.clone(), at(x, 0.0, 0.0)))));
        }
    } else {
        let foot = foot(draw, reach, wheels);
        parts.push(support(draw, thick, [foot.height, top.bottom]));
        parts.extend(foot.parts);
    }
    parts.push(top.part);
    parts
}

/// Two uprights with feet, and boards between them.
fn on_trestles(draw: &mut Draw) -> Vec<Part> {
    let top = Top::draw(draw, true);
    let thick = draw.between(0.04, 0.07);
    let (x, y) = (top.half.x * draw.between(0.6, 0.85), top.half.y * 0.8);
    let style = draw.count(0, 2);
    let mut parts = Vec::new();
    for side in [-x, x] {
        let upright = |y: [f64; 2], z: [f64; 2], thick: f64| {
            slab(at(side - thick / 2.0, y[0], z[0]), at(side + thick / 2.0, y[1], z[1]))
        };
        let head = upright([-y * 0.9, y * 0.9], [top.bottom - 0.05, top.bottom + JOINT], thick * 0.9);
        let foot = upright([-y, y], [0.0, 0.06], thick * 1.1);
        let middle = [0.055, top.bottom - 0.045];
        let pieces = match style {
            0 => vec![head, foot, upright([-0.06, 0.06], middle, thick)],
            1 => vec![
                head,
                foot,
                upright([-y * 0.6, -y * 0.6 + 0.06], middle, thick),
                upright([y * 0.6 - 0.06, y * 0.6], middle, thick),
            ],
            _ => vec![upright([-y, y], [0.0, top.bottom + JOINT], thick * 0.7)],
        };
        parts.push(part(PartCategory::Leg, pieces));
    }
    let inner = x - thick * 0.35 + JOINT;
    let rails = draw.count(0, 2);
    for k in 0..rails {
        let z = top.bottom * (0.25 + 0.35 * k as f64);
        let half = if style == 1 { y * 0.6 - 0.02 } else { 0.03 };
        let y = if style == 1 && rails == 1 {
            vec![-half, half]
        } else if style == 1 {
            vec![half]
        } else {
            vec![0.0]
        };
        parts.extend(
            y.into_iter().map(|y| {
                part(PartCategory::LegBar, vec![across(inner, [y - 0.018, y + 0.018], [z, z + 0.07])])
            }),
        );
    }
    parts.push(top.part);
    parts
}

/// Four posts with shelves between them.
fn tiered(draw: &mut Draw) -> Vec<Part> {
    let (width, depth) = (draw.spread(0, 0.4, 1.2), draw.spread(1, 0.35, 0.6));
    let height = draw.spread(2, 0.5, 1.1);
    let thick = draw.between(0.018, 0.03);
    let top = Top::of(draw, rectangle(width, depth), height, thick);
    let radius = draw.between(0.013, 0.024);
    let design = LegDesign::post(radius, draw.chance(0.6));
    let caster = draw.chance(0.45).then(|| Caster::draw(draw, 0.035));
    let lift = caster.map_or(0.0, |caster| caster.height() - JOINT);
    let place = top.half - DVec2::splat(radius + 0.035);
    let legs: Vec<Leg> = CORNERS
        .iter()
        .map(|&(x, y)| place * DVec2::new(x, y))
        .map(|place| design.leg(place, place.extend(top.bottom - lift)))
        .collect();
    let mut parts = Vec::new();
    let shelves = draw.count(1, 4);
    let low = draw.between(0.05, 0.15);
    let half = place - DVec2::splat(radius * 0.6);
    let pitch = (top.bottom - lift - low) / shelves as f64;
    for k in 0..shelves {
        let z = low + pitch * k as f64;
        parts.push(part(PartCategory::Shelf, vec![across(half.x, [-half.y, half.y], [z, z + thick])]));
    }
    if draw.chance(0.4) && pitch > 0.2 {
        // A drawer under the top.
        let inner = place.x - radius - 0.004;
        let high = at(inner, place.y, top.bottom - lift + JOINT);
        parts.push(bays::drawer(draw, at(-inner, -place.y, top.bottom - lift - 0.11), high));
    } else if draw.chance(0.4) {
        let z = low + pitch * 0.5;
        parts.extend([(0, 3), (1, 2)].map(|(from, to)| {
            part(
                PartCategory::LegBar,
                vec![stretcher(design.is_square(), &legs[from], &legs[to], z, radius * 0.5)],
            )
        }));
    }
    parts.extend(legs.into_iter().map(|leg| part(PartCategory::Leg, leg.pieces)));
    if let Some(caster) = caster {
        parts = parts
            .into_iter()
            .map(|one| part(one.category, shifted(one.pieces, at(0.0, 0.0, lift))))
            .collect();
        parts.extend(CORNERS.map(|(x, y)| caster.wheel(x * place.x, y * place.y, draw.between(-0.5, 0.5))));
    }
    parts.push(top.part);
    parts
}
