//! The back of a chair: boards, slats, rungs, spindles, bows.

use super::seat::Seat;
use crate::furniture::draw::Draw;
use crate::furniture::outline::{arched, rear, shouldered};
use crate::furniture::pieces::{JOINT, across, at, ball, beam, board, leaned, rod, slab, stick, swung};
use crate::shape::Piece;
use spatiq_geom::{DVec2, DVec3};
use std::f64::consts::{FRAC_PI_2, PI};

/// A back that stands on its seat.
pub(super) struct Back {
    pub pieces: Vec<Piece>,
    /// How far back the seat is free.
    pub front: f64,
    /// Where arms can run into it, if they can.
    pub edge: Option<Edge>,
}

/// The front of the outermost upright of a back.
pub(super) struct Edge {
    /// The middle of the upright is at -x and at x.
    pub x: f64,
    /// The y of its front at the height of the seat's top.
    pub y: f64,
    /// How much farther back it is per height.
    pub lean: f64,
    /// How high above the seat it is solid.
    pub height: f64,
    /// How wide it is there.
    pub wide: f64,
}

/// Half width, thickness and height of a back.
struct Frame {
    x: f64,
    thick: f64,
    height: f64,
}

/// Any back for that seat.
pub(super) fn back(draw: &mut Draw, seat: &Seat, tall: bool) -> Back {
    let height = draw.spread(3, 0.26, 0.72) * if tall { 0.6 } else { 1.0 };
    if seat.round {
        // A straight one would be narrow, or stand in the middle of the seat.
        return around_seat(draw, seat, height.min(0.5));
    }
    let corner_width = seat
        .outline
        .iter()
        .filter(|corner| corner.y > seat.half_depth * 0.75)
        .fold(0.0, |x: f64, corner| x.max(corner.x));
    let thick = draw.between(0.022, 0.036);
    let frame = Frame { x: corner_width * 0.97 * draw.between(0.84, 1.0), thick, height };
    let lean = draw.pick(&[0.0, 0.06, 0.1, 0.15, 0.22]);
    let (pieces, solid) = design(draw, &frame);
    let y = rear(&seat.outline, frame.x).min(rear(&seat.outline, 0.0)) - thick / libm::cos(lean) - 0.004;
    let pieces = leaned(pieces, lean, at(0.0, y, seat.top));
    let edge =
        solid.map(|(height, wide)| Edge { x: frame.x - wide / 2.0, y, lean: libm::tan(lean), height, wide });
    Back { pieces, front: y, edge }
}

/// The pieces of a back that stands upright on z = 0 behind y = 0; if its sides are solid, up to where and how wide.
fn design(draw: &mut Draw, frame: &Frame) -> (Vec<Piece>, Option<(f64, f64)>) {
    let &Frame { x, thick, height } = frame;
    let whole = Some((height, 0.05));
    match draw.count(0, 12) {
        0 => (vec![across(x, [0.0, thick], [-JOINT, height])], whole),
        1 => {
            let radius = x * draw.between(0.3, 0.9);
            let outline = shouldered(2.0 * x, -JOINT, height.max(radius + 0.2), radius);
            (vec![board(&outline, [0.0, thick])], Some((height - radius, 0.05)))
        }
        2 => {
            let rise = x * draw.between(0.2, 0.6);
            (
                vec![board(&arched(2.0 * x, -JOINT, height - rise * 0.7, rise), [0.0, thick])],
                Some((height - rise, 0.05)),
            )
        }
        3 => {
            // A padded board: the pad is a little smaller and comes forward.
            let pad = draw.between(0.015, 0.03);
            let plate = across(x, [pad, thick + pad], [-JOINT, height]);
            let pad = across(x * 0.9, [0.0, pad + 0.002], [0.03, height * 0.96]);
            (vec![plate, pad], None)
        }
        4 | 5 => (slats(draw, frame), posts_edge(frame)),
        6 | 7 => (ladder(draw, frame), posts_edge(frame)),
        8 => (spindles(draw, frame), posts_edge(frame)),
        9 => (crossed(frame), posts_edge(frame)),
        10 => (framed(draw, frame), posts_edge(frame)),
        11 => (floating(draw, frame), None),
        _ => (bow(draw, frame), None),
    }
}

fn post_width(frame: &Frame) -> f64 {
    (frame.x * 0.16).clamp(0.022, 0.045)
}

fn posts_edge(frame: &Frame) -> Option<(f64, f64)> {
    Some((frame.height, post_width(frame)))
}

fn posts(frame: &Frame) -> Vec<Piece> {
    let wide = post_width(frame);
    let post = |x: f64| slab(at(x, 0.0, -JOINT), at(x + wide, frame.thick, frame.height));
    vec![post(-frame.x), post(frame.x - wide)]
}

/// A board between the posts from one height to another, a little thinner than they are.
fn rail(frame: &Frame, z: [f64; 2]) -> Piece {
    let inner = frame.x - post_width(frame) + JOINT;
    across(inner, [frame.thick * 0.15, frame.thick * 0.85], z)
}

/// Posts, rails above and below, upright slats.
fn slats(draw: &mut Draw, frame: &Frame) -> Vec<Piece> {
    let mut pieces = posts(frame);
    let rail_height = draw.between(0.04, 0.1).min(frame.height * 0.3);
    let low = frame.height * draw.between(0.1, 0.3);
    pieces.push(rail(frame, [frame.height - rail_height - 0.01, frame.height - 0.01]));
    pieces.push(rail(frame, [low, low + 0.035]));
    let count = draw.count(1, 6);
    let inner = frame.x - post_width(frame);
    let pitch = 2.0 * inner / count as f64;
    let half = (pitch * draw.between(0.2, 0.36)).min(inner * 0.4);
    pieces.extend((0..count).map(|k| {
        let middle = -inner + pitch * (k as f64 + 0.5);
        let y = [frame.thick * 0.3, frame.thick * 0.7];
        slab(at(middle - half, y[0], low + 0.03), at(middle + half, y[1], frame.height - rail_height - 0.005))
    }));
    pieces
}

/// Posts and level boards.
fn ladder(draw: &mut Draw, frame: &Frame) -> Vec<Piece> {
    let mut pieces = posts(frame);
    let count = draw.count(1, 5);
    let pitch = frame.height * 0.9 / count as f64;
    let high = (pitch * draw.between(0.35, 0.7)).min(0.2);
    pieces.extend((0..count).map(|k| {
        let top = frame.height * 0.98 - pitch * k as f64;
        rail(frame, [top - high, top])
    }));
    pieces
}

/// Thin rods between the seat and a rail that lies on the posts.
fn spindles(draw: &mut Draw, frame: &Frame) -> Vec<Piece> {
    let mut pieces = posts(frame);
    let crest = draw.between(0.03, 0.08);
    pieces.push(across(
        frame.x * 1.04,
        [-0.002, frame.thick + 0.002],
        [frame.height - 0.003, frame.height + crest],
    ));
    let count = draw.count(3, 8);
    let inner = frame.x - post_width(frame);
    let pitch = 2.0 * inner / count as f64;
    let radius = frame.thick * 0.3;
    pieces.extend((0..count).map(|k| {
        let x = -inner + pitch * (k as f64 + 0.5);
        rod(at(x, frame.thick / 2.0, -JOINT), at(x, frame.thick / 2.0, frame.height), radius)
    }));
    pieces
}

/// Posts, rails, and two bars from corner to corner.
fn crossed(frame: &Frame) -> Vec<Piece> {
    let mut pieces = posts(frame);
    let inner = frame.x - post_width(frame);
    let (low, high) = (frame.height * 0.12, frame.height * 0.9);
    pieces.push(rail(frame, [high, frame.height * 0.985]));
    pieces.push(rail(frame, [low - 0.03, low]));
    let y = frame.thick / 2.0;
    pieces.push(beam(at(-inner, y, low), at(inner, y, high), [0.022, frame.thick * 0.5]));
    pieces.push(beam(at(inner, y, low), at(-inner, y, high), [0.022, frame.thick * 0.48]));
    pieces
}

/// A board in a frame.
fn framed(draw: &mut Draw, frame: &Frame) -> Vec<Piece> {
    let mut pieces = posts(frame);
    let low = frame.height * draw.between(0.2, 0.6);
    let pad =
        across(frame.x - post_width(frame) + JOINT, [-0.012, frame.thick * 0.8], [low, frame.height * 0.97]);
    pieces.push(pad);
    pieces
}

/// A board on one or two stems.
fn floating(draw: &mut Draw, frame: &Frame) -> Vec<Piece> {
    let low = frame.height * draw.between(0.25, 0.5);
    let radius = (frame.height - low) * draw.between(0.1, 0.48);
    let outline = shouldered(2.0 * frame.x, low, frame.height, radius.min(frame.x * 0.8));
    let mut pieces = vec![board(&outline, [0.0, frame.thick])];
    let wide = frame.x * draw.between(0.08, 0.16);
    let places = if draw.chance(0.5) { vec![0.0] } else { vec![-frame.x * 0.6, frame.x * 0.6] };
    pieces.extend(places.into_iter().map(|x| {
        slab(at(x - wide, frame.thick * 0.15, -JOINT), at(x + wide, frame.thick * 0.85, low + 0.03))
    }));
    pieces
}

/// A bent rod from side to side with spindles under it.
fn bow(draw: &mut Draw, frame: &Frame) -> Vec<Piece> {
    let radius = frame.thick * 0.42;
    let y = frame.thick / 2.0;
    let x = frame.x - radius;
    let straight = frame.height * draw.between(0.3, 0.6);
    let rise = frame.height - straight - radius;
    let arc = |angle: f64| at(x * libm::cos(angle), y, straight + rise * libm::sin(angle));
    let points: Vec<DVec3> = [at(x, y, -JOINT)]
        .into_iter()
        .chain((0..=6).map(|k| arc(PI * f64::from(k) / 6.0)))
        .chain([at(-x, y, -JOINT)])
        .collect();
    let mut pieces: Vec<Piece> = points.windows(2).map(|pair| rod(pair[0], pair[1], radius)).collect();
    pieces.extend(points[2..7].iter().map(|point| ball(*point, radius)));
    let count = draw.count(2, 6);
    pieces.extend((0..count).map(|k| {
        let share = -0.8 + 1.6 * (k as f64 + 0.5) / count as f64;
        let top = straight + rise * (1.0 - share * share).sqrt();
        rod(at(share * x, y, -JOINT), at(share * x, y, top), radius * 0.6)
    }));
    pieces
}

/// A back that follows the rim of a round seat.
fn around_seat(draw: &mut Draw, seat: &Seat, height: f64) -> Back {
    let thick = draw.between(0.02, 0.032);
    let radius = seat.half_width - thick - 0.006;
    let count = draw.count(5, 7);
    let step = draw.between(0.3, 0.46);
    let chord = 2.0 * radius * libm::tan(step / 2.0) + thick * 0.4;
    let low = if draw.chance(0.5) { -JOINT } else { height * draw.between(0.4, 0.7) };
    let mut pieces = Vec::new();
    for k in 0..count {
        let angle = FRAC_PI_2 + step * (k as f64 - (count - 1) as f64 / 2.0);
        let towards = DVec2::new(libm::cos(angle), libm::sin(angle));
        let panel = slab(at(-chord / 2.0, 0.0, low), at(chord / 2.0, thick, height));
        pieces.extend(swung(vec![panel], angle - FRAC_PI_2, (towards * (radius - 0.004)).extend(seat.top)));
        if low > 0.0 {
            let post = (towards * (radius - 0.004 + thick / 2.0)).extend(seat.top);
            pieces.push(stick(false, post - DVec3::Z * JOINT, post + DVec3::Z * (low + 0.02), thick * 0.3));
        }
    }
    Back { pieces, front: radius, edge: None }
}
