//! Refrigerators: a tall body with doors in front, beside and above each other, some of them open.

use super::draw::Draw;
use super::outline::smooth_shouldered;
use super::pieces::{JOINT, across, at, board, drum, part, plate, rod, shifted, side_board, slab, swung};
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
    /// Thickness of a door at its sides, and by how much more it bulges in the middle.
    door: f64,
    bulge: f64,
    /// Whether another body stands on its left or right side: no door opens to there.
    beside: [bool; 2],
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
    /// The side that is gripped is set back.
    Recess,
}

/// How the upper end of a body looks.
#[derive(Clone, Copy)]
enum Crown {
    Flat,
    /// Rounded at both sides.
    Shoulders,
    /// Rounded in front and behind.
    Nose,
    /// A board that juts out.
    Cornice,
    /// A box for the machine, which takes up much of the width behind the doors.
    Machine,
    /// The machine in a drum, as the first refrigerators had it.
    Drum,
}

/// The parts of a refrigerator: at least 1.35 times as high as wide.
pub(super) fn refrigerator(draw: &mut Draw) -> Vec<Part> {
    let height = draw.between(1.5, 1.9);
    let width = height / draw.ratio(0, 1.35, 3.9);
    let depth = height * draw.ratio(1, 0.24, 0.85);
    let base = height * draw.spread(2, 0.02, 0.15);
    let door = draw.between(0.04, 0.09);
    let bulge = if draw.chance(0.3) { draw.between(0.05, 0.14) } else { 0.0 };
    // No knobs: whatever has them is taken for a chest of drawers.
    let handle =
        draw.pick(&[Handle::Bar, Handle::Bar, Handle::Strip, Handle::Long, Handle::Long, Handle::Recess]);
    let z = [base, height];
    let plan = Plan { x: width / 2.0, depth, z, door, bulge: bulge * width, beside: [false; 2] };
    let mut parts = if width > 0.8 && draw.chance(0.4) {
        twin(draw, &plan, handle)
    } else {
        let places = layout(draw, &plan);
        let crown = crown(draw);
        unit(draw, &plan, places, handle, crown)
    };
    let stand = stand(draw, width / 2.0, [-door, depth], base);
    parts[0].pieces.extend(stand);
    parts
}

/// The upper end. Which have drums is the same in every attempt: else they would come too often, being most apart.
fn crown(draw: &mut Draw) -> Crown {
    if (draw.kept() * 2.0).fract() < 0.25 {
        return Crown::Drum;
    }
    draw.pick(&[Crown::Flat, Crown::Shoulders, Crown::Nose, Crown::Cornice, Crown::Machine])
}

/// Two bodies side by side, joined: one to cool, one to freeze, which may be a little lower.
fn twin(draw: &mut Draw, plan: &Plan, handle: Handle) -> Vec<Part> {
    let x = plan.x / 2.0;
    let lower = plan.z[0] + (plan.z[1] - plan.z[0]) * draw.pick(&[1.0, draw.spread(4, 0.74, 0.98)]);
    let mut parts = Vec::new();
    for (side, high, deep) in [(-x, plan.z[1], plan.depth), (x, lower, plan.depth - 0.012)] {
        let (beside, bulge) = ([side > 0.0, side < 0.0], plan.bulge / 2.0);
        let plan = Plan { x: x + 0.002, depth: deep, z: [plan.z[0], high], door: plan.door, bulge, beside };
        let places = layout(draw, &plan);
        let one = unit(draw, &plan, places, handle, Crown::Flat);
        parts.extend(one.into_iter().map(|one| part(one.category, shifted(one.pieces, at(side, 0.0, 0.0)))));
    }
    parts
}

/// Where the doors of a body are: in one column or two, each with a seam or none, perhaps over some that are pulled out.
fn layout(draw: &mut Draw, plan: &Plan) -> Vec<Place> {
    let wide = 2.0 * plan.x;
    let high = plan.z[1] - plan.z[0];
    let columns = if wide > 0.68 { draw.pick(&[1, 2, 2]) } else { 1 };
    let (left, right) = (-plan.x + 0.003, plan.x - 0.003);
    let mut low = plan.z[0] + 0.01;
    let mut places = Vec::new();
    if draw.chance(0.35) {
        // Freezer drawers below.
        for _ in 0..draw.count(1, 2) {
            let top = low + high * draw.between(0.14, 0.24);
            places.push(Place { x: [left, right], z: [low, top], left: true, level: true });
            low = top + SEAM;
        }
    }
    // The freezer is below or above.
    let split = draw.pick(&[0.0, 0.0, 0.0, 0.35, 0.42, 0.5, 0.66, 0.72]);
    let top = plan.z[1] - 0.006;
    let first = draw.pick(&[0.5, 0.5, 0.42, 0.58]);
    for column in 0..columns {
        let at = |k: usize| left + (right - left) * [0.0, if columns == 2 { first } else { 1.0 }, 1.0][k];
        let x = [
            at(column) + SEAM * if column > 0 { 0.5 } else { 0.0 },
            at(column + 1) - SEAM * if column + 1 < columns { 0.5 } else { 0.0 },
        ];
        let hinge = if columns == 1 { !plan.beside[0] } else { column == 0 };
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
fn unit(draw: &mut Draw, plan: &Plan, places: Vec<Place>, handle: Handle, crown: Crown) -> Vec<Part> {
    let ajar = draw.kept() > CLOSED;
    let chosen = draw.count(0, places.len() - 1);
    // Two wings side by side are often opened together.
    let wings = draw.chance(0.5);
    let angle = draw.spread(3, 0.4, 2.2);
    let second = draw.between(0.4, 2.2);
    // A door that is not hinged at a free side of the body would hit its neighbour's handle.
    let opens = |k: usize| {
        let place = &places[k];
        let free = match place.left {
            true => place.x[0] < -plan.x + 0.01 && !plan.beside[0],
            false => place.x[1] > plan.x - 0.01 && !plan.beside[1],
        };
        let level_with = |other: &Place| !other.level && other.z == place.z;
        let chosen = k == chosen || (wings && level_with(&places[chosen]));
        ajar && chosen && (place.level || free)
    };
    let open = (0..places.len()).any(opens);
    let mut body = if open { hollow(plan, &places) } else { vec![] };
    body.extend(crowned(draw, plan, crown, open));
    let mut parts = vec![part(PartCategory::Body, body)];
    for (k, place) in places.iter().enumerate() {
        let pieces = door(plan, place, handle);
        let pieces = match (opens(k), place.level) {
            (false, _) => pieces,
            (true, true) => pulled_out(plan, place, pieces, pull(angle, plan.depth)),
            (true, false) => opened(plan, place, pieces, if k == chosen { angle } else { second }),
        };
        parts.push(part(PartCategory::Door, pieces));
    }
    parts
}

/// The upper end of a body, and the body itself unless it is there already, being open.
fn crowned(draw: &mut Draw, plan: &Plan, crown: Crown, open: bool) -> Vec<Piece> {
    let &Plan { x, depth, z: [low, high], door, .. } = plan;
    // What the upper end is like tells closed ones apart more than all else.
    let radius = draw.spread(3, 0.05, 0.36);
    let tall = (high - low) * draw.spread(3, 0.05, 0.24);
    let bottom = if open { high - JOINT } else { low };
    let mut pieces = Vec::new();
    match crown {
        // What is rounded rises above the doors.
        Crown::Shoulders => {
            let radius = radius.min(x * 0.9);
            pieces.push(board(&smooth_shouldered(2.0 * x, bottom, high + radius, radius), [0.0, depth]));
        }
        Crown::Nose => {
            let radius = radius.min(depth * 0.45);
            let side = side_board(&smooth_shouldered(depth, bottom, high + radius, radius), [-x, x]);
            pieces.extend(shifted(vec![side], at(0.0, depth / 2.0, 0.0)));
        }
        _ if open => (),
        _ => pieces.push(across(x, [0.0, depth], [low, high])),
    }
    match crown {
        Crown::Cornice => {
            // As far as leaves it higher than wide.
            let out = draw.between(0.01, (high / 2.64 - x).clamp(0.012, 0.12));
            pieces.push(across(x + out, [-door - out, depth], [high - JOINT, high + tall * 0.4]));
        }
        Crown::Machine => {
            let front = draw.between(-door, depth * 0.6);
            let aside = x * draw.between(0.6, 1.1).min(1.0);
            pieces.push(across(aside, [front, depth], [high - JOINT, high + tall]));
        }
        Crown::Drum => {
            let wide = x.min(depth / 2.0) * draw.between(0.55, 0.95);
            let centre = DVec2::new(0.0, depth / 2.0);
            pieces.push(drum(centre, [wide, wide * 0.97], [high - JOINT, high + tall]));
            pieces.push(drum(centre, [wide * 0.97, wide * 0.6], [high + tall - JOINT, high + tall * 1.2]));
        }
        _ => (),
    }
    pieces
}

/// How far a drawer is pulled out.
fn pull(angle: f64, depth: f64) -> f64 {
    depth * (0.15 + 0.2 * angle)
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
    let grip = 0.05;
    let set_back = matches!(handle, Handle::Recess) && !place.level;
    let mut own = place.x;
    if set_back {
        own[usize::from(place.left)] += if place.left { -grip } else { grip };
    }
    let mut pieces = vec![leaf(plan, own, place.z)];
    if set_back {
        let (a, b) = if place.left { (own[1] - JOINT, place.x[1]) } else { (place.x[0], own[0] + JOINT) };
        pieces.push(slab(at(a, -plan.door * 0.55, place.z[0]), at(b, JOINT, place.z[1])));
        return pieces;
    }
    let high = place.z[1] - place.z[0];
    let middle = (place.z[0] + place.z[1]) / 2.0;
    let x = if place.left { place.x[1] - 0.06 } else { place.x[0] + 0.06 };
    let (from, to) = if place.level {
        let half = (place.x[1] - place.x[0]) * 0.32;
        let centre = (place.x[0] + place.x[1]) / 2.0;
        let front = -plan.door - plan.bulge;
        (at(centre - half, front, place.z[1] - 0.06), at(centre + half, front, place.z[1] - 0.06))
    } else {
        let half = match handle {
            Handle::Long => high * 0.42,
            _ => (high * 0.3).min(0.22),
        };
        let front = face(plan, place.x, x);
        (at(x, front, middle - half), at(x, front, middle + half))
    };
    let out = DVec3::Y * -0.04;
    let along = (to - from).normalize();
    let stem = |end: DVec3| rod(end + out, at(end.x, face(plan, place.x, end.x) + 0.008, end.z), 0.009);
    match handle {
        Handle::Recess => (),
        Handle::Strip if !place.level || plan.bulge == 0.0 => {
            let thick = DVec3::new(0.014, 0.0, 0.014);
            pieces.push(slab(from - thick + out * 0.8, to + thick - out * 0.1));
        }
        Handle::Bar | Handle::Long | Handle::Strip => {
            pieces.push(rod(from + out, to + out, 0.012));
            pieces.extend([stem(from + along * 0.03), stem(to - along * 0.03)]);
        }
    }
    pieces
}

/// The leaf of a door, flat or bulging.
fn leaf(plan: &Plan, x: [f64; 2], z: [f64; 2]) -> Piece {
    if plan.bulge == 0.0 {
        return slab(at(x[0], -plan.door, z[0]), at(x[1], JOINT, z[1]));
    }
    let along = (0..=8).map(|k| x[0] + (x[1] - x[0]) * f64::from(k) / 8.0);
    let mut outline: Vec<DVec2> = along.map(|at| DVec2::new(at, face(plan, x, at))).collect();
    outline.extend([DVec2::new(x[1], JOINT), DVec2::new(x[0], JOINT)]);
    plate(&outline, z)
}

/// The y of the front of a door between two x.
fn face(plan: &Plan, x: [f64; 2], at: f64) -> f64 {
    let off = 2.0 * (at - x[0]) / (x[1] - x[0]) - 1.0;
    -plan.door - plan.bulge * (1.0 - off * off)
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

/// The plinth. Nothing here may look like a leg: refrigerators have none to count.
fn stand(draw: &mut Draw, x: f64, y: [f64; 2], height: f64) -> Vec<Piece> {
    let high = height + 0.005;
    let [front, rear] = y;
    let back = rear - 0.02;
    match draw.count(0, 9) {
        // A plinth that is set back a little, or from the front only, so that there is room for toes.
        0 => vec![across(x - 0.02, [0.03, back], [0.0, high])],
        1 => vec![across(x - 0.002, [draw.between(0.06, 0.12), back], [0.0, high])],
        // Level with the doors: they seem to stand on it.
        2 => vec![across(x - 0.002, [front * 0.9, back], [0.0, high])],
        // A board that juts out on all sides but the rear.
        3 => {
            let out = x * draw.between(0.01, 0.03);
            vec![across(x + out, [front - out, back], [0.0, high])]
        }
        // A plinth that is set back far on all sides.
        4..=8 => {
            let aside = x * draw.between(0.66, 0.93);
            let (from, to) = (rear * draw.between(0.05, 0.16), rear * draw.between(0.84, 0.96));
            vec![across(aside, [from, to], [0.0, high])]
        }
        // Skids under a tray: only a crack above the floor tells them from a plinth.
        _ => {
            let crack = (0.25 * height).min(0.012);
            let skid = |low: f64| slab(at(low, 0.05, 0.0), at(low + 0.1, back - 0.02, crack + JOINT));
            vec![across(x - 0.01, [0.02, back], [crack, high]), skid(-x + 0.03), skid(x - 0.13)]
        }
    }
}
