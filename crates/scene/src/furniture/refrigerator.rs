//! Refrigerators: a body, and doors beside and above each other, some of them open.

use super::draw::Draw;
use super::outline::shouldered;
use super::pieces::{JOINT, across, at, board, drum, part, rod, shifted, slab, swung};
use crate::category::PartCategory;
use crate::model::Part;
use crate::shape::Piece;
use spatiq_geom::{DVec2, DVec3};

/// Walls of the body, in metres.
const WALL: f64 = 0.04;
/// Between doors that are side by side or above each other.
const SEAM: f64 = 0.008;

/// The share of refrigerators whose doors are all closed.
const CLOSED: f64 = 0.5;

/// Sizes of one body: it stands between -x and x, its front at y = 0, its rear at `depth`.
struct Plan {
    x: f64,
    depth: f64,
    z: [f64; 2],
    door: f64,
    /// Whether another body stands on its left or right side: no door opens to there.
    beside: [bool; 2],
    /// Whether something stands on it.
    under: bool,
}

/// A door's place on the front.
struct Place {
    x: [f64; 2],
    z: [f64; 2],
    /// Hinges on the left.
    left: bool,
    /// Pulled out like a drawer, with a level handle.
    level: bool,
}

/// How the handles look.
#[derive(Clone, Copy)]
enum Handle {
    Bar,
    Strip,
    Long,
    None,
}

/// The parts of a refrigerator.
pub(super) fn refrigerator(draw: &mut Draw) -> Vec<Part> {
    let width = draw.between(0.6, 0.7);
    let height = width * draw.ratio(0, 0.95, 4.0);
    let depth = width * draw.ratio(1, 0.5, 1.9);
    let feet = height * draw.spread(2, 0.02, 0.2);
    let door = draw.between(0.04, 0.075);
    let handle = draw.pick(&[Handle::Bar, Handle::Bar, Handle::Strip, Handle::Long, Handle::None]);
    let bodies = draw.count(0, 6);
    let mut parts = match bodies {
        0 => twin(draw, width, depth, [feet, height], door, handle),
        1 | 2 => stacked(draw, width, depth, [feet, height], door, handle),
        _ => {
            let plan =
                Plan { x: width / 2.0, depth, z: [feet, height], door, beside: [false; 2], under: false };
            let places = layout(draw, &plan);
            unit(draw, &plan, places, handle)
        }
    };
    let outer = if bodies == 0 { width * 0.9 } else { width / 2.0 };
    let stand = stand(draw, outer, depth, feet);
    parts[0].pieces.extend(stand);
    parts
}

/// Two bodies side by side, joined.
fn twin(draw: &mut Draw, width: f64, depth: f64, z: [f64; 2], door: f64, handle: Handle) -> Vec<Part> {
    let x = width * 0.45;
    let lower = z[0] + (z[1] - z[0]) * draw.between(0.6, 1.0);
    let mut parts = Vec::new();
    for (side, high, deep) in [(-x, z[1], depth), (x, lower, depth - 0.012)] {
        let beside = [side > 0.0, side < 0.0];
        let plan = Plan { x: x + 0.002, depth: deep, z: [z[0], high], door, beside, under: false };
        let places = layout(draw, &plan);
        let one = unit(draw, &plan, places, handle);
        parts.extend(one.into_iter().map(|one| part(one.category, shifted(one.pieces, at(side, 0.0, 0.0)))));
    }
    parts
}

/// One body on another, or a machine on top.
fn stacked(draw: &mut Draw, width: f64, depth: f64, z: [f64; 2], door: f64, handle: Handle) -> Vec<Part> {
    let machine = draw.chance(0.4);
    let share = if machine { draw.between(0.7, 0.9) } else { draw.between(0.35, 0.65) };
    let seam = z[0] + (z[1] - z[0]) * share;
    let plan = Plan { x: width / 2.0, depth, z: [z[0], seam], door, beside: [false; 2], under: true };
    let places = layout(draw, &plan);
    let mut parts = unit(draw, &plan, places, handle);
    let in_by = draw.between(0.01, 0.12);
    if machine {
        let block = across(width / 2.0 - in_by, [in_by * 0.5, depth - in_by], [seam - JOINT, z[1]]);
        parts.push(part(PartCategory::Body, vec![block]));
    } else {
        let plan = Plan {
            x: width / 2.0 - in_by,
            depth: depth - in_by,
            z: [seam - JOINT, z[1]],
            under: false,
            ..plan
        };
        let places = layout(draw, &plan);
        parts.extend(unit(draw, &plan, places, handle));
    }
    parts
}

/// Where the doors of a body are: in columns, each with a seam or none, perhaps over a row that is pulled out.
fn layout(draw: &mut Draw, plan: &Plan) -> Vec<Place> {
    let wide = 2.0 * plan.x;
    let high = plan.z[1] - plan.z[0];
    let columns = if wide > 0.95 {
        draw.count(2, 3)
    } else if wide > 0.62 {
        draw.count(1, 2)
    } else {
        1
    };
    let (left, right) = (-plan.x + 0.003, plan.x - 0.003);
    let mut low = plan.z[0] + 0.01;
    let mut places = Vec::new();
    if high > 0.9 && draw.chance(0.35) {
        // Freezer drawers below.
        for _ in 0..draw.count(1, 2) {
            let top = low + high * draw.between(0.16, 0.24);
            places.push(Place { x: [left, right], z: [low, top], left: true, level: true });
            low = top + SEAM;
        }
    }
    let split = if high > 0.8 { draw.pick(&[0.0, 0.0, 0.3, 0.4, 0.5, 0.65, 0.72]) } else { 0.0 };
    let top = plan.z[1] - 0.006;
    let first = draw.between(0.38, 0.62);
    for column in 0..columns {
        let at = |k: usize| match (columns, k) {
            (2, 1) => left + (right - left) * first,
            _ => left + (right - left) * k as f64 / columns as f64,
        };
        let x = [
            at(column) + SEAM * if column > 0 { 0.5 } else { 0.0 },
            at(column + 1) - SEAM * if column + 1 < columns { 0.5 } else { 0.0 },
        ];
        let hinge = if columns == 1 { !plan.beside[0] } else { column + 1 < columns };
        if split > 0.0 {
            let seam = low + (top - low) * split;
            places.push(Place { x, z: [low, seam - SEAM], left: hinge, level: false });
            places.push(Place { x, z: [seam, top], left: hinge, level: false });
        } else {
            places.push(Place { x, z: [low, top], left: hinge, level: false });
        }
    }
    places
}

/// A body and its doors.
fn unit(draw: &mut Draw, plan: &Plan, places: Vec<Place>, handle: Handle) -> Vec<Part> {
    let ajar = draw.kept() > CLOSED;
    let chosen = draw.count(0, places.len() - 1);
    let angle = draw.spread(3, 0.4, 2.2);
    // A door that is not hinged at a free side of the body would hit its neighbour's handle.
    let opens = |k: usize| {
        let place = &places[k];
        let free = match place.left {
            true => place.x[0] < -plan.x + 0.01 && !plan.beside[0],
            false => place.x[1] > plan.x - 0.01 && !plan.beside[1],
        };
        ajar && k == chosen && (place.level || free)
    };
    let open = (0..places.len()).any(opens);
    let mut parts =
        vec![part(PartCategory::Body, if open { hollow(plan, &places) } else { closed(draw, plan) })];
    for (k, place) in places.iter().enumerate() {
        let pieces = door(plan, place, handle);
        let pieces = match (opens(k), place.level) {
            (false, _) => pieces,
            (true, true) => pulled_out(plan, place, pieces, pull(angle, plan.depth)),
            (true, false) => opened(plan, place, pieces, angle),
        };
        parts.push(part(PartCategory::Door, pieces));
    }
    parts
}

/// How far a drawer is pulled out.
fn pull(angle: f64, depth: f64) -> f64 {
    depth * (0.15 + 0.2 * angle)
}

fn closed(draw: &mut Draw, plan: &Plan) -> Vec<Piece> {
    let high = plan.z[1] - plan.z[0];
    if !plan.under && draw.chance(0.4) {
        let radius = draw.between(0.03, 0.2).min(high * 0.2).min(plan.x * 0.8);
        return vec![board(
            &shouldered(2.0 * plan.x, plan.z[0], plan.z[1] + radius, radius),
            [0.0, plan.depth],
        )];
    }
    vec![across(plan.x, [0.0, plan.depth], plan.z)]
}

/// Walls all around but in front, with a shelf or two, and a floor behind every seam.
fn hollow(plan: &Plan, places: &[Place]) -> Vec<Piece> {
    let &Plan { x, depth, z: [low, high], .. } = plan;
    let mut pieces = vec![
        across(x, [0.0, depth], [low, low + WALL]),
        across(x, [0.0, depth], [high - WALL, high]),
        across(x, [depth - WALL, depth], [low, high]),
        slab(at(-x, 0.0, low), at(-x + WALL, depth, high)),
        slab(at(x - WALL, 0.0, low), at(x, depth, high)),
    ];
    let inner = |left: f64, right: f64, z: f64, thick: f64, front: f64| {
        slab(at(left.max(-x + 0.01), front, z - thick), at(right.min(x - 0.01), depth - 0.01, z + thick))
    };
    for place in places {
        if place.z[0] > low + 0.05 {
            pieces.push(inner(place.x[0] - SEAM, place.x[1] + SEAM, place.z[0] - SEAM / 2.0, 0.012, 0.0));
        }
        if place.x[0] > -x + 0.01 {
            let wall = place.x[0] - SEAM / 2.0;
            pieces.push(slab(
                at(wall - 0.015, 0.0, place.z[0] - 0.01),
                at(wall + 0.015, depth - 0.01, place.z[1]),
            ));
        }
        if place.level {
            // A drawer is there.
            continue;
        }
        let room = place.z[1] - place.z[0];
        for k in 1..=(room / 0.35).floor() as usize {
            let z = place.z[0] + room * k as f64 / ((room / 0.35).floor() + 1.0);
            pieces.push(inner(place.x[0], place.x[1], z, 0.006, 0.05));
        }
    }
    pieces
}

/// A closed door with its handle.
fn door(plan: &Plan, place: &Place, handle: Handle) -> Vec<Piece> {
    let front = -plan.door;
    let mut pieces = vec![slab(at(place.x[0], front, place.z[0]), at(place.x[1], JOINT, place.z[1]))];
    let high = place.z[1] - place.z[0];
    let middle = (place.z[0] + place.z[1]) / 2.0;
    let x = if place.left { place.x[1] - 0.06 } else { place.x[0] + 0.06 };
    let (from, to) = if place.level {
        let half = (place.x[1] - place.x[0]) * 0.32;
        let centre = (place.x[0] + place.x[1]) / 2.0;
        (at(centre - half, front, place.z[1] - 0.06), at(centre + half, front, place.z[1] - 0.06))
    } else {
        let half = match handle {
            Handle::Long => high * 0.42,
            _ => (high * 0.3).min(0.22),
        };
        (at(x, front, middle - half), at(x, front, middle + half))
    };
    let out = DVec3::Y * -0.04;
    let along = (to - from).normalize();
    match handle {
        Handle::Bar | Handle::Long => {
            pieces.push(rod(from + out, to + out, 0.012));
            let stem = |end: DVec3| rod(end + out, end - out * 0.2, 0.009);
            pieces.extend([stem(from + along * 0.03), stem(to - along * 0.03)]);
        }
        Handle::Strip => {
            let thick = DVec3::new(0.014, 0.0, 0.014);
            pieces.push(slab(from - thick + out * 0.8, to + thick - out * 0.1));
        }
        Handle::None => (),
    }
    pieces
}

/// The door swung open about its hinge, which is at its front corner so that nothing is in its way.
fn opened(plan: &Plan, place: &Place, pieces: Vec<Piece>, angle: f64) -> Vec<Piece> {
    let (hinge, turn) = if place.left { (place.x[0], -angle) } else { (place.x[1], angle) };
    let pivot = at(hinge, -plan.door, 0.0);
    let mut swung = swung(shifted(pieces, -pivot), turn, pivot);
    // The hinge itself keeps the door on the body.
    for z in [place.z[0] + 0.04, place.z[1] - 0.04] {
        let inward = if place.left { 0.012 } else { -0.012 };
        let shaft = DVec2::new(hinge + inward * 1.2, -plan.door);
        swung.push(drum(shaft, [0.01; 2], [z - 0.02, z + 0.02]));
        let (a, b) = (hinge + inward * 0.6, hinge + inward * 1.8);
        swung.push(slab(at(a.min(b), -plan.door, z - 0.015), at(a.max(b), JOINT, z + 0.015)));
    }
    swung
}

/// The drawer pulled out, with its box behind the front.
fn pulled_out(plan: &Plan, place: &Place, pieces: Vec<Piece>, out: f64) -> Vec<Piece> {
    let mut pieces = shifted(pieces, at(0.0, -out, 0.0));
    let margin = WALL + 0.01;
    let low = at(place.x[0] + margin, -out - 0.002, place.z[0] + margin + 0.02);
    let high = at(place.x[1] - margin, plan.depth - WALL - out * 0.2, place.z[1] - 0.05);
    let bottom = slab(low, at(high.x, high.y.max(low.y + 0.1), low.z + 0.02));
    let side = |x: f64| slab(at(x, low.y, low.z), at(x + 0.015, high.y, high.z));
    pieces.extend([bottom, side(low.x), side(high.x - 0.015)]);
    // It runs on rails at both sides.
    let rail = |from: f64, to: f64| slab(at(from, 0.02, low.z), at(to, high.y - 0.02, low.z + 0.015));
    pieces.extend([rail(-plan.x + WALL - JOINT, low.x + 0.005), rail(high.x - 0.005, plan.x - WALL + JOINT)]);
    pieces
}

/// Feet or a plinth.
fn stand(draw: &mut Draw, x: f64, depth: f64, height: f64) -> Vec<Piece> {
    let high = height + 0.005;
    match draw.count(0, 2) {
        0 => vec![across(x - 0.02, [0.03, depth - 0.03], [0.0, high])],
        style => {
            let radius = draw.between(0.018, 0.035);
            [(-1.0, 0.06), (1.0, 0.06), (1.0, depth - 0.06), (-1.0, depth - 0.06)]
                .map(|(side, y)| {
                    let foot = DVec2::new(side * (x - 0.06), y);
                    drum(foot, [if style == 1 { radius } else { radius * 0.6 }, radius], [0.0, high])
                })
                .into()
        }
    }
}
