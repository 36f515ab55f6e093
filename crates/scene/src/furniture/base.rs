//! What things stand on if not on legs: a foot in the middle, and casters.

use super::draw::Draw;
use super::outline::{rectangle, rounded};
use super::pieces::{JOINT, at, ball, beam, cone, drum, part, plate, rod, slab, swung};
use crate::category::PartCategory;
use crate::model::Part;
use crate::shape::Piece;
use spatiq_geom::{DVec2, DVec3};
use std::f64::consts::{FRAC_PI_2, TAU};

/// What the casters of a model look like.
#[derive(Clone, Copy)]
pub(super) struct Caster {
    /// Radius of its wheel.
    pub radius: f64,
    style: CasterStyle,
}

#[derive(Clone, Copy)]
enum CasterStyle {
    /// A wheel under a block.
    Block,
    /// A wheel between two cheeks.
    Fork,
    /// Two thin wheels side by side under a hood.
    Twin,
    /// A ball.
    Ball,
}

impl Caster {
    /// Any design with that radius of the wheel.
    pub fn draw(draw: &mut Draw, radius: f64) -> Self {
        use CasterStyle::{Ball, Block, Fork, Twin};
        Self { radius, style: draw.pick(&[Block, Fork, Fork, Twin, Ball]) }
    }

    /// From the floor to what it carries.
    pub fn height(&self) -> f64 {
        self.radius * if matches!(self.style, CasterStyle::Ball) { 2.15 } else { 2.5 }
    }

    /// A caster that carries what is above that point of the floor. Turned about the upright by `heading`.
    pub fn wheel(&self, x: f64, y: f64, heading: f64) -> Part {
        let r = self.radius;
        let top = self.height() + JOINT;
        let wheel = |from: f64, to: f64| rod(at(from * r, 0.0, r), at(to * r, 0.0, r), r);
        let lid = |half: f64| slab(at(-half * r, -0.6 * r, 2.1 * r), at(half * r, 0.6 * r, top));
        let cheek = |from: f64, to: f64| slab(at(from * r, -0.4 * r, 0.7 * r), at(to * r, 0.4 * r, 2.2 * r));
        let pieces = match self.style {
            CasterStyle::Block => {
                vec![wheel(-0.3, 0.3), slab(at(-0.45 * r, -0.6 * r, 1.4 * r), at(0.45 * r, 0.6 * r, top))]
            }
            CasterStyle::Fork => vec![wheel(-0.32, 0.32), cheek(-0.55, -0.31), cheek(0.31, 0.55), lid(0.6)],
            CasterStyle::Twin => vec![
                wheel(-0.55, -0.15),
                wheel(0.15, 0.55),
                rod(at(-0.2 * r, 0.0, r), at(0.2 * r, 0.0, r), 0.5 * r),
                drum(DVec2::ZERO, [0.14 * r, 0.25 * r], [1.2 * r, top]),
            ],
            CasterStyle::Ball => {
                vec![ball(at(0.0, 0.0, r), r), drum(DVec2::ZERO, [0.5 * r; 2], [1.5 * r, top])]
            }
        };
        part(PartCategory::Wheel, swung(pieces, heading, at(x, y, 0.0)))
    }
}

/// A foot in the middle: the pedestal and its wheels, if any.
pub(super) struct Foot {
    /// The pedestal and the wheels.
    pub parts: Vec<Part>,
    /// How high the middle of the pedestal is: there the support begins.
    pub height: f64,
}

/// A foot that reaches as far as `radius` from the axis.
pub(super) fn foot(draw: &mut Draw, radius: f64, wheels: bool) -> Foot {
    if wheels {
        let arms = draw.pick(&[3, 4, 5, 5, 5, 6]);
        return star_on_wheels(draw, radius, arms);
    }
    let thick = draw.between(0.02, 0.045);
    let (pieces, height) = match draw.count(0, 7) {
        0 => (vec![drum(DVec2::ZERO, [radius, radius * 0.96], [0.0, thick])], thick),
        1 => (vec![drum(DVec2::ZERO, [radius, radius * 0.3], [0.0, 2.5 * thick])], 2.5 * thick),
        2 => (vec![plate(&rectangle(1.7 * radius, 1.7 * radius), [0.0, thick])], thick),
        3 => (vec![plate(&rounded(1.8 * radius, 1.7 * radius, 0.4 * radius), [0.0, thick])], thick),
        4 => {
            let steps = [
                drum(DVec2::ZERO, [radius; 2], [0.0, thick]),
                drum(DVec2::ZERO, [0.7 * radius; 2], [thick, 2.0 * thick]),
            ];
            (steps.to_vec(), 2.0 * thick)
        }
        5 | 6 => flat_star(draw, radius, 1.5 * thick),
        _ => arched_star(draw, radius),
    };
    Foot { parts: vec![part(PartCategory::Pedestal, pieces)], height }
}

/// Where the arms of a star end: the first behind on the left, so that none hides another.
fn tips(arms: usize, radius: f64) -> impl Iterator<Item = (f64, DVec2)> {
    (0..arms).map(move |k| {
        let angle = TAU * (k as f64 + 0.5) / arms as f64 + FRAC_PI_2;
        (angle, radius * DVec2::new(libm::cos(angle), libm::sin(angle)))
    })
}

/// Arms that lie on the floor.
fn flat_star(draw: &mut Draw, radius: f64, thick: f64) -> (Vec<Piece>, f64) {
    let arms = draw.pick(&[3, 4, 4, 5]);
    let wide = draw.between(0.05, 0.09);
    let mut pieces: Vec<Piece> = tips(arms, radius)
        .flat_map(|(angle, _)| {
            swung(vec![slab(at(0.0, -wide / 2.0, 0.0), at(radius, wide / 2.0, thick))], angle, DVec3::ZERO)
        })
        .collect();
    let height = thick * 1.6;
    pieces.push(drum(DVec2::ZERO, [wide * 0.9, wide * 0.7], [0.0, height]));
    (pieces, height)
}

/// Arms that come down from a hub and end in balls.
fn arched_star(draw: &mut Draw, radius: f64) -> (Vec<Piece>, f64) {
    let arms = draw.pick(&[3, 3, 4, 5]);
    let thick = draw.between(0.02, 0.03);
    let height = radius * draw.between(0.4, 0.7);
    let hub = at(0.0, 0.0, height - 1.6 * thick);
    let mut pieces = vec![drum(DVec2::ZERO, [1.7 * thick; 2], [height - 3.5 * thick, height])];
    for (_, tip) in tips(arms, radius - thick) {
        let knee = (tip * 0.55).extend(height * 0.72);
        let end = tip.extend(thick);
        pieces.extend([
            rod(hub, knee, thick),
            ball(knee, thick),
            cone(knee, end, [thick, 0.8 * thick]),
            ball(end, thick),
        ]);
    }
    (pieces, height)
}

fn star_on_wheels(draw: &mut Draw, radius: f64, arms: usize) -> Foot {
    let caster = Caster::draw(draw, caster_radius(radius));
    let thick = draw.between(0.035, 0.05);
    let rise = draw.between(0.0, 0.05);
    let tip_height = caster.height() + thick / 2.0;
    let height = tip_height + rise + thick;
    let hub = at(0.0, 0.0, height - thick);
    let mut pieces = vec![drum(DVec2::ZERO, [thick * 1.1; 2], [height - 1.8 * thick, height])];
    let mut wheels = Vec::new();
    for (angle, tip) in tips(arms, radius) {
        // The arm goes on level past its wheel.
        let end = tip.extend(tip_height);
        let before = (tip * (1.0 - 0.06 / radius)).extend(tip_height);
        let beyond = (tip * (1.0 + 0.025 / radius)).extend(tip_height);
        let arm = beam(hub, before + (end - before) * 0.1, [thick * 0.9, thick * 0.9]);
        pieces.extend([arm, rod(before, beyond, thick / 2.0)]);
        wheels.push(caster.wheel(tip.x, tip.y, angle + draw.between(-0.6, 0.6)));
    }
    let mut parts = vec![part(PartCategory::Pedestal, pieces)];
    parts.extend(wheels);
    Foot { parts, height }
}

/// The wheels under a star are small beside it.
fn caster_radius(radius: f64) -> f64 {
    (radius * 0.11).clamp(0.025, 0.045)
}

/// What stands on a foot and carries a seat or a top: from one height to another.
pub(super) fn support(draw: &mut Draw, radius: f64, z: [f64; 2]) -> Part {
    let [low, high] = [z[0] - JOINT, z[1] + JOINT];
    let middle = low + (high - low) * draw.between(0.35, 0.65);
    let pieces = match draw.count(0, 5) {
        0 => vec![drum(DVec2::ZERO, [radius; 2], [low, high])],
        1 => vec![drum(DVec2::ZERO, [radius * 1.5, radius * 0.8], [low, high])],
        2 => vec![
            drum(DVec2::ZERO, [radius * 1.25; 2], [low, middle]),
            drum(DVec2::ZERO, [radius * 0.8; 2], [middle, high]),
        ],
        3 => vec![
            drum(DVec2::ZERO, [radius * 1.6, radius * 0.7], [low, middle]),
            drum(DVec2::ZERO, [radius * 0.7, radius * 1.6], [middle, high]),
        ],
        4 => vec![
            drum(DVec2::ZERO, [radius * 0.8; 2], [low, high]),
            ball(at(0.0, 0.0, middle), (radius * 1.6).min((high - low) * 0.3)),
        ],
        _ => vec![slab(at(-radius, -radius, low), at(radius, radius, high))],
    };
    part(PartCategory::CentralSupport, pieces)
}
