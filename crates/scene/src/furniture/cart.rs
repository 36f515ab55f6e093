//! Carts: platform trucks, trolleys with trays, baskets, wagons, hand trucks, barrows, dollies.

mod body;

use super::base::Caster;
use super::draw::Draw;
use super::outline::{ellipse, regular};
use super::pieces::{JOINT, across, at, ball, beam, cone, part, plate, rod};
use crate::category::PartCategory;
use crate::model::Part;
use body::{Deck, basket, push_handle, railing};
use spatiq_geom::DVec2;
use std::f64::consts::TAU;

/// The parts of a cart.
pub(super) fn cart(draw: &mut Draw) -> Vec<Part> {
    match draw.count(0, 12) {
        0 | 1 => platform_truck(draw),
        2..=4 => trolley(draw),
        5 | 6 => basket_cart(draw),
        7 | 8 => wagon(draw),
        9 => hand_truck(draw),
        10 => barrow(draw),
        11 => dolly(draw),
        _ => tool_cart(draw),
    }
}

/// Length and width of a deck; carts are pushed along y.
fn deck_size(draw: &Draw) -> DVec2 {
    DVec2::new(draw.spread(0, 0.4, 0.75), draw.spread(1, 0.55, 1.2)) / 2.0
}

/// Casters under a deck: at the corners, and more between them under long ones.
fn casters(draw: &mut Draw, half: DVec2, radius: f64) -> (Caster, Vec<Part>) {
    let caster = Caster::draw(draw, radius);
    let place = half - DVec2::splat(1.25 * radius);
    let middle = draw.count(0, 5);
    let rows = if middle == 0 && place.y > 2.5 * radius { vec![-1.0, 0.0, 1.0] } else { vec![-1.0, 1.0] };
    let mut wheels = Vec::new();
    for &row in &rows {
        for side in [-1.0, 1.0] {
            wheels.push(caster.wheel(side * place.x, row * place.y, draw.between(-0.4, 0.4)));
        }
    }
    match middle {
        1 => wheels.push(caster.wheel(0.0, 0.0, 0.0)),
        2 => {
            // One in front instead of two.
            wheels.truncate(4);
            wheels.drain(0..2);
            wheels.push(caster.wheel(0.0, -place.y, 0.0));
        }
        _ => (),
    }
    (caster, wheels)
}

fn platform_truck(draw: &mut Draw) -> Vec<Part> {
    let half = deck_size(draw);
    let radius = draw.between(0.05, 0.09);
    let (caster, mut parts) = casters(draw, half, radius);
    let deck = Deck { half, low: caster.height(), thick: draw.between(0.03, 0.07) };
    parts.push(deck.part(draw));
    let rise = draw.spread(2, 0.45, 0.95);
    parts.push(push_handle(draw, &deck, 1.0, rise));
    if draw.chance(0.3) {
        let other = if draw.chance(0.5) { rise } else { rise * 0.6 };
        parts.push(push_handle(draw, &deck, -1.0, other));
    }
    parts
}

/// Trays on posts.
fn trolley(draw: &mut Draw) -> Vec<Part> {
    let half = deck_size(draw) * DVec2::new(1.0, 0.8);
    let radius = draw.between(0.035, 0.065);
    let (caster, mut parts) = casters(draw, half, radius);
    let height = draw.spread(2, 0.55, 1.05);
    let trays = draw.count(2, 4);
    let thick = draw.between(0.015, 0.03);
    let post = draw.between(0.01, 0.02);
    let low = caster.height();
    let rim = draw.pick(&[0.0, 0.04, 0.07]);
    let pitch = (height - low - thick) / (trays - 1) as f64;
    let round = draw.chance(0.5);
    let separate = draw.chance(0.5);
    let mut frame = Vec::new();
    for k in 0..trays {
        let deck = Deck { half, low: low + pitch * k as f64, thick };
        let mut tray = deck.part(draw).pieces;
        if rim > 0.0 && (k + 1 < trays || draw.chance(0.7)) {
            tray.extend(deck.rim(rim, 0.012));
        }
        if separate { parts.push(part(PartCategory::Body, tray)) } else { frame.extend(tray) }
    }
    // Posts from tray to tray, so that none goes through one.
    let place = half - DVec2::splat(post + 0.02);
    for k in 0..trays - 1 {
        let z = [low + pitch * k as f64 + thick - JOINT, low + pitch * (k + 1) as f64 + JOINT];
        for (x, y) in [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)] {
            let foot = place * DVec2::new(x, y);
            let piece = if round {
                rod(foot.extend(z[0]), foot.extend(z[1]), post)
            } else {
                beam(foot.extend(z[0]), foot.extend(z[1]), [2.0 * post; 2])
            };
            frame.push(piece);
        }
    }
    let top = Deck { half, low: low + pitch * (trays - 1) as f64, thick };
    match draw.count(0, 2) {
        0 => frame.extend(top.grip(draw)),
        // A bow would stand in the way of a rim.
        1 if rim == 0.0 => {
            let rise = draw.between(0.1, 0.3);
            frame.extend(push_handle(draw, &top, 1.0, rise).pieces);
        }
        _ => (),
    }
    parts.push(part(PartCategory::Body, frame));
    parts
}

/// A basket high up, or a large one low down.
fn basket_cart(draw: &mut Draw) -> Vec<Part> {
    let half = deck_size(draw) * DVec2::new(1.0, 0.85);
    let radius = draw.between(0.045, 0.075);
    let (caster, mut parts) = casters(draw, half, radius);
    let deck = Deck { half, low: caster.height(), thick: 0.035 };
    let mut frame = deck.part(draw).pieces;
    let raised = draw.chance(0.6);
    let rise = if raised { draw.spread(3, 0.2, 0.42) } else { 0.0 };
    let floor = deck.low + deck.thick + rise;
    if raised {
        for (x, y) in [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)] {
            let foot = (half - DVec2::splat(0.04)) * DVec2::new(x, y);
            frame.push(rod(foot.extend(deck.low + deck.thick - JOINT), foot.extend(floor + JOINT), 0.013));
        }
    }
    parts.push(part(PartCategory::Body, frame));
    let high = draw.spread(2, 0.2, 0.5);
    let flare = draw.pick(&[0.0, 0.04, 0.09]);
    let basket = basket(
        draw,
        half - DVec2::splat(0.01),
        [floor - if raised { 0.0 } else { JOINT }, floor + high],
        flare,
    );
    let rim = basket.rim;
    parts.push(part(PartCategory::Body, basket.pieces));
    let grip = draw.between(0.06, 0.14);
    let x = rim.x - 0.03;
    let end = at(0.0, rim.y + grip, floor + high + 0.05);
    let stem = |x: f64| rod(at(x, basket.edge, floor + high), at(x, end.y, end.z), 0.012);
    let bar = rod(at(-x - 0.02, end.y, end.z), at(x + 0.02, end.y, end.z), 0.017);
    let handle = vec![stem(-x), stem(x), bar];
    parts.push(part(PartCategory::Body, handle));
    parts
}

/// A wheel that turns on an axle along x, with a hub.
fn big_wheel(x: f64, y: f64, radius: f64, wide: f64) -> Part {
    let across =
        |radius: f64, wide: f64| rod(at(x - wide / 2.0, y, radius), at(x + wide / 2.0, y, radius), radius);
    let tyre = across(radius, wide);
    let hub = rod(at(x - wide * 0.75, y, radius), at(x + wide * 0.75, y, radius), radius * 0.35);
    part(PartCategory::Wheel, vec![tyre, hub])
}

/// An axle under a deck and the two wheels at its ends.
fn axle(half: DVec2, y: f64, radius: f64, wide: f64, deck: f64) -> (Vec<crate::shape::Piece>, [Part; 2]) {
    let x = half.x + wide * 0.75 + 0.01;
    let shaft = rod(at(-x + wide * 0.7, y, radius), at(x - wide * 0.7, y, radius), 0.014);
    let block = across(half.x * 0.8, [y - 0.03, y + 0.03], [radius - 0.02, deck + JOINT]);
    (vec![shaft, block], [big_wheel(-x, y, radius, wide), big_wheel(x, y, radius, wide)])
}

/// A box on two axles with a bar to pull it.
fn wagon(draw: &mut Draw) -> Vec<Part> {
    let half = deck_size(draw);
    let wide = draw.between(0.04, 0.07);
    let rear = draw.between(0.1, 0.22);
    let front = if draw.chance(0.6) { rear } else { rear * 0.6 };
    let low = rear.max(front) + draw.between(0.04, 0.1);
    let deck = Deck { half, low, thick: 0.03 };
    let mut frame = deck.part(draw).pieces;
    let mut parts = Vec::new();
    let places = [(half.y * 0.68, rear), (-half.y * 0.68, front)];
    for (y, radius) in places {
        let (pieces, wheels) = axle(half, y, radius, wide, low);
        frame.extend(pieces);
        parts.extend(wheels);
    }
    let high = draw.spread(2, 0.1, 0.5);
    let style = draw.count(0, 3);
    let walls = match style {
        0 => railing(draw, &deck, high),
        1 => deck.rim(high, 0.02),
        2 => {
            basket(
                draw,
                half - DVec2::splat(0.006),
                [low + deck.thick - JOINT, low + deck.thick + high],
                0.05,
            )
            .pieces
        }
        _ => deck.rim(high * 0.4, 0.025),
    };
    if draw.chance(0.5) {
        parts.push(part(PartCategory::Body, walls))
    } else {
        frame.extend(walls)
    }
    if draw.chance(0.7) {
        let end = at(0.0, -half.y - draw.spread(4, 0.2, 0.55), low + draw.between(0.15, 0.6));
        let from = at(0.0, -half.y + 0.003, low + deck.thick / 2.0);
        let pull =
            vec![rod(from, end, 0.014), rod(end - at(0.09, 0.0, 0.0), end + at(0.09, 0.0, 0.0), 0.018)];
        if draw.chance(0.5) { parts.push(part(PartCategory::Body, pull)) } else { frame.extend(pull) }
    } else {
        let rise = draw.between(0.3, 0.6) + high;
        // Clear of the walls, of which a basket's flare.
        let out = if style == 2 { 0.1 } else { 0.058 };
        let behind =
            Deck { half: half + DVec2::new(-0.03, out), low: low + 0.002, thick: deck.thick - 0.008 };
        frame.push(across(
            half.x - 0.02,
            [half.y - 0.02, half.y + out + 0.02],
            [behind.low, behind.low + behind.thick],
        ));
        frame.extend(push_handle(draw, &behind, 1.0, rise).pieces);
    }
    parts.push(part(PartCategory::Body, frame));
    parts
}

/// Two wheels behind, a plate on the floor in front.
fn hand_truck(draw: &mut Draw) -> Vec<Part> {
    let half = draw.spread(0, 0.18, 0.32);
    let high = draw.spread(1, 0.85, 1.4);
    let radius = draw.between(0.08, 0.16);
    let tube = draw.between(0.013, 0.02);
    let plate_depth = draw.spread(2, 0.18, 0.4);
    let mut frame = vec![across(half, [-plate_depth, tube], [0.0, 0.012])];
    for x in [-half + tube, half - tube] {
        frame.push(rod(at(x, 0.0, 0.006), at(x, 0.0, high), tube));
        frame.push(ball(at(x, 0.0, high), tube));
        frame.push(rod(at(x, 0.0, radius * 1.6), at(x, radius + 0.03, radius), tube * 0.8));
    }
    let bars = draw.count(2, 6);
    let solid = draw.chance(0.3);
    for k in 0..bars {
        let z = 0.12 + (high - 0.12) * k as f64 / (bars - 1) as f64;
        frame.push(rod(at(-half + tube, 0.0, z), at(half - tube, 0.0, z), tube * 0.9));
    }
    if solid {
        frame.push(across(half - tube, [-0.006, 0.006], [0.1, high * 0.7]));
    }
    let wide = draw.between(0.04, 0.07);
    let x = half + wide;
    let y = radius + 0.03;
    frame.push(rod(at(-x + wide * 0.6, y, radius), at(x - wide * 0.6, y, radius), 0.012));
    let mut parts = vec![big_wheel(-x, y, radius, wide), big_wheel(x, y, radius, wide)];
    if draw.chance(0.35) {
        // A grip of its own, bent to the rear.
        let out = draw.between(0.08, 0.2);
        let ends = [-half + tube, half - tube]
            .map(|x| rod(at(x, 0.0, high - 0.01), at(x, out, high + out * 0.5), tube * 0.9));
        let bar = rod(at(-half, out, high + out * 0.5), at(half, out, high + out * 0.5), tube * 1.2);
        parts.push(part(PartCategory::Body, ends.into_iter().chain([bar]).collect()));
    }
    parts.push(part(PartCategory::Body, frame));
    parts
}

/// One or two wheels in front, a board to rest on and two grips behind.
fn barrow(draw: &mut Draw) -> Vec<Part> {
    let half = DVec2::new(draw.spread(0, 0.22, 0.36), draw.spread(1, 0.3, 0.5));
    let radius = draw.between(0.13, 0.22);
    let low = radius * draw.between(1.35, 1.6) + 0.1;
    let high = draw.spread(2, 0.14, 0.34);
    let flare = draw.between(0.05, 0.14);
    let tray = basket(draw, half * 0.8, [low, low + high], flare);
    let front = -half.y * 0.8 - radius * 0.6;
    let mut frame = Vec::new();
    let grip = half.y + draw.spread(3, 0.2, 0.45);
    let rail = low - 0.015;
    let x = half.x * 0.55;
    for side in [-x, x] {
        // Level under the tray, then up to the grips past its flaring wall.
        let bend = at(side, half.y * 0.8 + flare, rail);
        let end = at(side, grip.max(bend.y + 0.15), rail + 0.12);
        let along = (end - bend).normalize();
        frame.push(rod(at(side, -half.y * 0.7, rail), bend, 0.018));
        frame.push(ball(bend, 0.018));
        frame.push(rod(bend, end, 0.018));
        frame.push(rod(end - along * 0.1, end + along * 0.01, 0.024));
        frame.push(rod(at(side, -half.y * 0.66, rail), at(side.signum() * 0.07, front, radius), 0.016));
    }
    // It rests on a board across: props would be taken for legs.
    frame.push(across(x + 0.015, [half.y * 0.6 - 0.014, half.y * 0.6 + 0.014], [0.0, rail]));
    frame.push(across(half.x * 0.6, [-half.y * 0.6, half.y * 0.6], [low - 0.05, low + JOINT]));
    let wheels = draw.count(1, 2);
    // The axle ends a little inside the hubs.
    let hub = if wheels == 1 { 0.036 } else { 0.048 };
    for side in [-1.0, 1.0] {
        frame.push(rod(at(side * hub, front, radius), at(side * 0.085, front, radius), 0.012));
    }
    let mut parts: Vec<Part> = if wheels == 1 {
        vec![big_wheel(0.0, front, radius, 0.055)]
    } else {
        vec![big_wheel(-0.03, front, radius, 0.03), big_wheel(0.03, front, radius, 0.03)]
    };
    if draw.chance(0.5) {
        parts.push(part(PartCategory::Body, tray.pieces));
    } else {
        frame.extend(tray.pieces);
    }
    parts.push(part(PartCategory::Body, frame));
    parts
}

/// A low deck of any outline on many casters, with a railing, or with something to push it by, and perhaps a bin before that.
fn dolly(draw: &mut Draw) -> Vec<Part> {
    let size = draw.spread(0, 0.45, 0.8);
    let caster = Caster::draw(draw, caster_radius(size));
    let count = draw.count(3, 6);
    let thick = draw.between(0.025, 0.05);
    let low = caster.height();
    let outline = if draw.chance(0.5) { ellipse(size, size) } else { regular(count.max(4) * 2, size, size) };
    let mut frame = vec![plate(&outline, [low, low + thick])];
    let mut parts = Vec::new();
    for k in 0..count {
        let angle = TAU * (k as f64 + 0.25) / count as f64;
        let place = DVec2::new(libm::cos(angle), libm::sin(angle)) * (size / 2.0 - caster.radius * 1.4);
        parts.push(caster.wheel(place.x, place.y, angle));
    }
    let top = low + thick;
    let high = draw.spread(1, 0.25, 0.9);
    let push_bar = |rise: f64| {
        let y = size / 2.0 * 0.8;
        let post = rod(at(0.0, y, top - JOINT), at(0.0, y, top + rise), 0.02);
        [post, rod(at(-size * 0.22, y, top + rise), at(size * 0.22, y, top + rise), 0.022)]
    };
    match draw.count(0, 2) {
        0 => {
            let (wide, y) = (size / 2.0 * draw.spread(2, 0.6, 0.75), -size / 2.0 * 0.12);
            let bin =
                cone(at(0.0, y, top - JOINT), at(0.0, y, top + high), [wide, wide * draw.between(0.9, 1.05)]);
            parts.push(part(PartCategory::Body, vec![bin]));
            // Without it, it would be a hat rather than a cart.
            frame.extend(push_bar((high + 0.15).max(0.6)));
        }
        1 => {
            let posts = draw.count(4, 6);
            let ring = size / 2.0 * 0.86;
            let around = |k: usize| {
                let angle = TAU * k as f64 / posts as f64 + 0.3;
                DVec2::new(libm::cos(angle), libm::sin(angle)) * ring
            };
            for k in 0..posts {
                frame.push(rod(around(k).extend(top - JOINT), around(k).extend(top + high), 0.012));
                frame.push(rod(around(k).extend(top + high), around(k + 1).extend(top + high), 0.013));
                frame.push(ball(around(k).extend(top + high), 0.014));
            }
        }
        _ => frame.extend(push_bar(high)),
    }
    parts.push(part(PartCategory::Body, frame));
    parts
}

/// Casters under a dolly are small beside it.
fn caster_radius(size: f64) -> f64 {
    size * 0.07
}

/// A closed chest with a tray on it. Its sides are plain: carts have no drawers and no doors to count.
fn tool_cart(draw: &mut Draw) -> Vec<Part> {
    let half = deck_size(draw) * DVec2::new(1.0, 0.75);
    let radius = draw.between(0.045, 0.08);
    let (caster, mut parts) = casters(draw, half, radius);
    let (low, high) = (caster.height(), draw.spread(2, 0.55, 1.1));
    let mut chest = vec![across(half.x, [-half.y, half.y], [low, high])];
    let lid = Deck { half: half + DVec2::splat(draw.between(0.01, 0.03)), low: high - JOINT, thick: 0.02 };
    let mut tray = lid.part(draw).pieces;
    if draw.chance(0.6) {
        tray.extend(lid.rim(draw.between(0.03, 0.1), 0.012));
    }
    tray.extend(lid.grip(draw));
    if draw.chance(0.5) {
        parts.push(part(PartCategory::Body, tray))
    } else {
        chest.extend(tray)
    }
    parts.push(part(PartCategory::Body, chest));
    parts
}
