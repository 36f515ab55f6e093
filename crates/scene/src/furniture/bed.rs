//! Beds: on legs, on posts, on the floor, day beds, and bunks. The head is at +y.

use super::draw::Draw;
use super::legs::LegDesign;
use super::outline::{arched, rounded, shouldered};
use super::pieces::{JOINT, across, at, board, leaned, part, plate, rod, shifted, side_board, slab};
use crate::category::PartCategory;
use crate::model::Part;
use crate::shape::Piece;
use spatiq_geom::DVec2;

/// Sizes of a bed.
struct Plan {
    /// Half the width and half the length of the frame.
    half: DVec2,
    /// Height of the frame's underside, of its upper side, and of the mattress.
    bottom: f64,
    frame: f64,
    top: f64,
    /// How high the headboard and the footboard reach.
    head: f64,
    foot: f64,
}

/// The parts of a bed.
pub(super) fn bed(draw: &mut Draw) -> Vec<Part> {
    let plan = Plan::draw(draw);
    match draw.count(0, 9) {
        0 => platform(draw, &plan),
        1 | 2 => posted(draw, &plan),
        3 => bunk(draw, &plan),
        4 => day_bed(draw, &plan),
        5 => boarded(draw, &plan),
        _ => on_legs(draw, &plan),
    }
}

impl Plan {
    fn draw(draw: &mut Draw) -> Self {
        let length = draw.between(1.85, 2.1);
        let width = length * draw.spread(0, 0.38, 1.02);
        let top = draw.spread(2, 0.3, 0.78);
        let mattress = draw.between(0.12, 0.26).min(top * 0.5);
        let board = draw.between(0.08, 0.2).min(top * 0.4);
        let frame = top - mattress;
        Self {
            half: DVec2::new(width, length) / 2.0,
            bottom: frame - board,
            frame,
            top,
            head: top + draw.spread(1, 0.12, 0.95),
            foot: top + draw.spread(3, -0.1, 0.4),
        }
    }

    /// The part one lies on: frame, mattress, pillows, perhaps a blanket.
    fn sleep_area(&self, draw: &mut Draw) -> Part {
        let DVec2 { x, y } = self.half;
        let mut pieces = vec![across(x, [-y, y], [self.bottom, self.frame])];
        let (mx, my) = (x - draw.between(0.012, 0.04), y - draw.between(0.012, 0.03));
        let soft = rounded(2.0 * mx, 2.0 * my, draw.between(0.03, 0.12));
        pieces.push(plate(&soft, [self.frame - 0.002, self.top]));
        let pillows = if x < 0.55 { 1 } else { draw.count(2, 3) };
        pieces.extend(pillows_in_a_row(draw, pillows, mx, my, self.top));
        if draw.chance(0.5) {
            let end = my * draw.between(-0.1, 0.45);
            let over = 0.012;
            pieces.push(slab(
                at(-mx - 0.006, -my - 0.006, self.frame + 0.02),
                at(mx + 0.006, end, self.top + over),
            ));
        }
        part(PartCategory::SleepArea, pieces)
    }
}

fn pillows_in_a_row(draw: &mut Draw, count: usize, x: f64, y: f64, top: f64) -> Vec<Piece> {
    let pitch = 2.0 * x / count as f64;
    let wide = (pitch * 0.85).min(0.75);
    let deep = draw.between(0.3, 0.42);
    let thick = draw.between(0.07, 0.12);
    let outline = rounded(wide, deep, 0.08);
    let smaller = rounded(wide * 0.9, deep * 0.86, 0.08);
    (0..count)
        .flat_map(|k| {
            let middle = at(-x + pitch * (k as f64 + 0.5), y - deep / 2.0 - 0.03, top);
            let pillow = vec![plate(&outline, [-0.002, thick * 0.7]), plate(&smaller, [0.0, thick])];
            shifted(pillow, middle)
        })
        .collect()
}

/// The style of boards that are bent rods, thinner than the others.
const HOOP: usize = 6;

/// A board across the bed from one height to another, as its own frame: in front of it y = 0.
fn across_board(draw: &mut Draw, x: f64, thick: f64, z: [f64; 2], style: usize) -> Vec<Piece> {
    let high = z[1] - z[0];
    let wide = 2.0 * x;
    match style {
        0 => vec![across(x, [0.0, thick], z)],
        1 => vec![board(&arched(wide, z[0], z[1] - high * 0.3, high * 0.3), [0.0, thick])],
        2 => vec![board(&shouldered(wide, z[0], z[1], (high * 0.5).min(x * 0.5)), [0.0, thick])],
        3 => {
            // Padded in columns.
            let count = draw.count(3, 6);
            let pitch = wide / count as f64;
            let mut pieces = vec![across(x, [thick * 0.4, thick], z)];
            pieces.extend((0..count).map(|k| {
                let left = -x + pitch * k as f64;
                slab(at(left + 0.01, 0.0, z[0] + 0.01), at(left + pitch - 0.01, thick * 0.5, z[1] - 0.02))
            }));
            pieces
        }
        4 => grid(draw, x, thick, z, true),
        5 => grid(draw, x, thick, z, false),
        HOOP => hoop(draw, x, thick, z),
        _ => {
            // Two steps.
            vec![
                across(x, [0.0, thick], [z[0], z[0] + high * 0.62]),
                across(x * 0.7, [0.002, thick - 0.002], [z[0] + high * 0.6, z[1]]),
            ]
        }
    }
}

/// Posts and rails, with rods upright or boards level between them.
fn grid(draw: &mut Draw, x: f64, thick: f64, z: [f64; 2], upright: bool) -> Vec<Piece> {
    let wide = draw.between(0.04, 0.07);
    let inner = x - wide;
    let rail = |z: [f64; 2]| across(inner + JOINT, [thick * 0.15, thick * 0.85], z);
    let mut pieces = [-x, inner].map(|left| slab(at(left, 0.0, z[0]), at(left + wide, thick, z[1]))).to_vec();
    let high = z[1] - z[0];
    if upright {
        pieces.push(rail([z[1] - 0.07, z[1] - 0.01]));
        pieces.push(rail([z[0], z[0] + 0.05]));
        let count = draw.count(5, 11);
        let pitch = 2.0 * inner / count as f64;
        let half = (pitch * draw.between(0.12, 0.35)).clamp(0.008, 0.05);
        pieces.extend((0..count).map(|k| {
            let middle = -inner + pitch * (k as f64 + 0.5);
            slab(at(middle - half, thick * 0.3, z[0] + 0.04), at(middle + half, thick * 0.7, z[1] - 0.06))
        }));
    } else {
        let count = draw.count(2, 4);
        let pitch = high / count as f64;
        pieces.extend((0..count).map(|k| {
            let top = z[1] - 0.01 - pitch * k as f64;
            rail([top - pitch * 0.6, top])
        }));
    }
    pieces
}

/// A bent rod with rods under it.
fn hoop(draw: &mut Draw, x: f64, thick: f64, z: [f64; 2]) -> Vec<Piece> {
    let radius = thick * 0.5;
    let (y, x) = (radius, x - radius);
    let shoulder = z[0] + (z[1] - z[0]) * draw.between(0.45, 0.7);
    let rise = z[1] - radius - shoulder;
    let arc = |share: f64| at(share * x, y, shoulder + rise * (1.0 - share * share).max(0.0).sqrt());
    let shares = [1.0, 0.92, 0.7, 0.35, 0.0, -0.35, -0.7, -0.92, -1.0];
    let mut points = vec![at(x, y, z[0])];
    points.extend(shares.map(arc));
    points.push(at(-x, y, z[0]));
    let mut pieces: Vec<Piece> = points.windows(2).map(|pair| rod(pair[0], pair[1], radius)).collect();
    pieces.push(rod(at(-x, y, z[0] + radius), at(x, y, z[0] + radius), radius * 0.8));
    let count = draw.count(4, 9);
    pieces.extend((0..count).map(|k| {
        let share = -0.9 + 1.8 * (k as f64 + 0.5) / count as f64;
        rod(at(share * x, y, z[0] + radius), arc(share), radius * 0.5)
    }));
    pieces
}

/// The headboard, which may lean back, and maybe the footboard; both reach down to `low`.
fn boards(draw: &mut Draw, plan: &Plan, low: f64) -> Vec<Part> {
    let style = draw.count(0, 7);
    let thick = if style == HOOP { draw.between(0.025, 0.05) } else { draw.between(0.04, 0.09) };
    // Boards may be wider than the bed; open ones touch it with their outer posts.
    let wide = draw.pick(&[0.985, 1.03, 1.08, 1.2]);
    let x = plan.half.x * if (4..=6).contains(&style) { 0.985 } else { wide };
    let lean = if low > 0.0 { draw.pick(&[0.0, 0.0, 0.08, 0.14]) } else { 0.0 };
    let from = low - plan.bottom;
    let head = across_board(draw, x, thick, [from, plan.head - plan.bottom], style);
    // Where it begins, a leaning board is already farther back than where it would meet the underside of the frame.
    let head = leaned(head, lean, at(0.0, plan.half.y - JOINT - libm::sin(lean) * from, plan.bottom));
    let mut parts = vec![part(PartCategory::Back, head)];
    if draw.chance(0.45) && plan.foot > plan.bottom + 0.2 {
        let foot = across_board(draw, x, thick, [low, plan.foot], style);
        parts.push(part(PartCategory::Back, shifted(foot, at(0.0, -plan.half.y - thick + JOINT, 0.0))));
    }
    parts
}

fn on_legs(draw: &mut Draw, plan: &Plan) -> Vec<Part> {
    let mut parts = vec![plan.sleep_area(draw)];
    if draw.chance(0.88) {
        parts.extend(boards(draw, plan, plan.bottom + 0.012));
    }
    let radius = draw.between(0.025, 0.055).min(plan.bottom * 0.5);
    let design = LegDesign::draw(draw, radius);
    let DVec2 { x, y } = plan.half - DVec2::splat(2.2 * radius + 0.01);
    let mut places = vec![DVec2::new(-x, -y), DVec2::new(x, -y), DVec2::new(x, y), DVec2::new(-x, y)];
    match draw.count(0, 4) {
        0 => places.push(DVec2::new(0.0, 0.0)),
        1 => places.extend([DVec2::new(-x, 0.0), DVec2::new(x, 0.0)]),
        2 => {
            places.extend([DVec2::new(0.0, -y), DVec2::new(0.0, y), DVec2::new(-x, 0.0), DVec2::new(x, 0.0)])
        }
        _ => (),
    }
    parts.extend(
        places.into_iter().map(|at| part(PartCategory::Leg, design.leg(at, at.extend(plan.bottom)).pieces)),
    );
    parts
}

/// A box on the floor, set back under the frame or not.
fn platform(draw: &mut Draw, plan: &Plan) -> Vec<Part> {
    let mut sleep_area = plan.sleep_area(draw);
    let in_by = draw.between(0.0, 0.2);
    let DVec2 { x, y } = plan.half - DVec2::splat(0.01 + in_by);
    sleep_area.pieces.push(across(x, [-y, y], [0.0, plan.bottom + 0.003]));
    let mut parts = vec![sleep_area];
    parts.extend(boards(draw, plan, plan.bottom + 0.02));
    parts
}

/// Head and foot reach the floor and carry the bed.
fn boarded(draw: &mut Draw, plan: &Plan) -> Vec<Part> {
    let mut parts = vec![plan.sleep_area(draw)];
    let thick = draw.between(0.05, 0.09);
    let x = plan.half.x * draw.pick(&[0.97, 1.04]);
    let style = draw.pick(&[0, 1, 2, 3, 7]);
    let head = across_board(draw, x, thick, [0.0, plan.head], style);
    parts.push(part(PartCategory::Back, shifted(head, at(0.0, plan.half.y - JOINT, 0.0))));
    if draw.chance(0.5) {
        let foot = across_board(draw, x, thick, [0.0, plan.foot.max(plan.bottom + 0.1)], style);
        parts.push(part(PartCategory::Back, shifted(foot, at(0.0, -plan.half.y - thick + JOINT, 0.0))));
    } else {
        let design = LegDesign::draw(draw, 0.035_f64.min(plan.bottom * 0.5));
        for side in [-1.0, 1.0] {
            let place = DVec2::new(side * (plan.half.x - 0.09), -plan.half.y + 0.09);
            parts.push(part(PartCategory::Leg, design.leg(place, place.extend(plan.bottom)).pieces));
        }
    }
    if draw.chance(0.3) {
        let middle = LegDesign::post(0.03, true).leg(DVec2::ZERO, at(0.0, 0.0, plan.bottom));
        parts.push(part(PartCategory::Leg, middle.pieces));
    }
    parts
}

/// Posts at the corners, as high as the headboard or far higher, boards between them.
fn posted(draw: &mut Draw, plan: &Plan) -> Vec<Part> {
    let mut parts = vec![plan.sleep_area(draw)];
    let radius = draw.between(0.03, 0.05);
    let design = LegDesign::draw(draw, radius);
    let tall = draw.chance(0.5);
    let high = if tall { plan.head.max(plan.top + 0.3) + draw.spread(4, 0.1, 0.9) } else { plan.head };
    let foot_high = if tall { high } else { plan.foot.max(plan.top) };
    let (x, y) = (plan.half.x + radius * 0.9 - JOINT, plan.half.y - radius);
    for (side, along, top) in [(-x, y, high), (x, y, high), (-x, -y, foot_high), (x, -y, foot_high)] {
        let place = DVec2::new(side, along);
        let post = LegDesign::post(radius, true).leg(place, place.extend(top - JOINT));
        let turned = design.leg(place, place.extend(top - JOINT));
        let pieces = if tall && !design.is_square() {
            joined_post(turned.pieces, plan, radius, place)
        } else {
            post.pieces
        };
        parts.push(part(PartCategory::Leg, pieces));
    }
    let inner = x - radius + JOINT;
    let style = draw.count(0, 7);
    let head =
        across_board(draw, inner.min(plan.half.x), 0.04, [plan.bottom + 0.02, plan.head - 0.03], style);
    parts.push(part(PartCategory::Back, shifted(head, at(0.0, plan.half.y - JOINT, 0.0))));
    if draw.chance(0.5) {
        let foot = across_board(
            draw,
            inner.min(plan.half.x),
            0.04,
            [plan.bottom + 0.02, plan.foot.max(plan.top) - 0.02],
            style,
        );
        parts.push(part(PartCategory::Back, shifted(foot, at(0.0, -plan.half.y - 0.04 + JOINT, 0.0))));
    }
    parts
}

/// A post that is square up to the mattress, where the frame meets it, and turned above.
fn joined_post(turned: Vec<Piece>, plan: &Plan, radius: f64, place: DVec2) -> Vec<Piece> {
    let mut pieces = vec![slab(
        at(place.x - radius, place.y - radius, 0.0),
        at(place.x + radius, place.y + radius, plan.top + 0.05),
    )];
    pieces.extend(turned.into_iter().filter(|piece| piece.bounds()[1].z > plan.top));
    pieces
}

/// Head, foot and a long side have boards.
fn day_bed(draw: &mut Draw, plan: &Plan) -> Vec<Part> {
    let mut parts = vec![plan.sleep_area(draw)];
    let thick = draw.between(0.03, 0.06);
    let style = draw.pick(&[0, 2, 4, 5]);
    let x = plan.half.x;
    let z = [plan.bottom + 0.012, plan.top + (plan.head - plan.top) * 0.6 + 0.1];
    for along in [plan.half.y - JOINT, -plan.half.y - thick + JOINT] {
        let end = across_board(draw, x, thick, z, style);
        parts.push(part(PartCategory::Back, shifted(end, at(0.0, along, 0.0))));
    }
    let sides = draw.count(1, 2);
    for side in [1.0, -1.0].into_iter().take(sides) {
        let outline = shouldered(2.0 * plan.half.y - 0.02, z[0], z[1] - 0.02, 0.05);
        let low = plan.half.x - JOINT;
        let x = if side > 0.0 { [low, low + thick] } else { [-low - thick, -low] };
        let short = if sides == 2 { z[0] + (z[1] - z[0]) * 0.6 } else { z[1] };
        let outline: Vec<DVec2> =
            outline.into_iter().map(|corner| DVec2::new(corner.x, corner.y.min(short))).collect();
        parts.push(part(PartCategory::Back, vec![side_board(&outline, x)]));
    }
    let design = LegDesign::draw(draw, 0.03_f64.min(plan.bottom * 0.5));
    for (x, y) in [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)] {
        let place = DVec2::new(x, y) * (plan.half - DVec2::splat(0.08));
        parts.push(part(PartCategory::Leg, design.leg(place, place.extend(plan.bottom)).pieces));
    }
    parts
}

/// One bed above another between four posts.
fn bunk(draw: &mut Draw, plan: &Plan) -> Vec<Part> {
    let narrow = Plan { half: DVec2::new(plan.half.x.min(0.75), plan.half.y), ..*plan };
    let lower = narrow.sleep_area(draw);
    let rise = draw.between(0.8, 1.1);
    let upper = part(PartCategory::SleepArea, shifted(narrow.sleep_area(draw).pieces, at(0.0, 0.0, rise)));
    let high = plan.top + rise + draw.between(0.1, 0.4);
    let radius = draw.between(0.03, 0.045);
    let (x, y) = (narrow.half.x + radius - JOINT, narrow.half.y - radius);
    let mut parts = vec![lower, upper];
    for (side, along) in [(-x, y), (x, y), (-x, -y), (x, -y)] {
        let place = DVec2::new(side, along);
        let post = LegDesign::post(radius, true).leg(place, place.extend(high - JOINT));
        parts.push(part(PartCategory::Leg, post.pieces));
    }
    let style = draw.pick(&[0, 4, 5]);
    let ends = draw.count(0, 2);
    for (k, along) in [plan.half.y - JOINT, -plan.half.y - 0.035 + JOINT].into_iter().take(ends).enumerate() {
        let low = if k == 0 && draw.chance(0.5) { plan.bottom } else { plan.bottom + rise };
        let end = across_board(draw, narrow.half.x, 0.035, [low + 0.01, high - 0.03], style);
        parts.push(part(PartCategory::Back, shifted(end, at(0.0, along, 0.0))));
    }
    parts
}
