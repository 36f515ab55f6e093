//! Legs, and the bars between them.

use super::draw::Draw;
use super::pieces::{JOINT, ball, lowest, part, shifted, stick};
use super::pieces::{beam, cone};
use crate::category::PartCategory;
use crate::model::Part;
use crate::shape::Piece;
use spatiq_geom::{DVec2, DVec3};

/// What the legs of a model look like: all alike.
pub(super) struct LegDesign {
    /// Half thickness where it is thickest.
    pub radius: f64,
    square: bool,
    profile: Vec<Turn>,
}

/// How a leg is at some height.
#[derive(Clone, Copy)]
struct Turn {
    /// From 0 at the foot to 1 at the top.
    height: f64,
    /// As a share of the design's.
    radius: f64,
    /// How far the leg bends outwards there, in radii.
    outward: f64,
    /// Whether a ball sits there.
    bead: bool,
}

/// A leg that stands on the floor.
pub(super) struct Leg {
    /// What it is made of.
    pub pieces: Vec<Piece>,
    stations: Vec<(DVec3, f64)>,
}

impl LegDesign {
    /// Any design that suits a leg of that half thickness.
    pub fn draw(draw: &mut Draw, radius: f64) -> Self {
        let (square, profile) = match draw.count(0, 9) {
            0..=2 => (true, straight(1.0)),
            3 => (false, straight(1.0)),
            4 | 5 => (false, straight(draw.between(0.45, 0.7))),
            6 => (false, baluster(draw)),
            7 => (false, bobbins(draw)),
            8 => (false, vase(draw)),
            _ => (false, cabriole(draw)),
        };
        Self { radius, square, profile }
    }

    /// A square or round post.
    pub fn post(radius: f64, square: bool) -> Self {
        Self { radius, square, profile: straight(1.0) }
    }

    /// Whether it goes with square bars.
    pub fn is_square(&self) -> bool {
        self.square
    }

    /// The leg with its foot here and its top, which goes a little into what it carries, there.
    pub fn leg(&self, foot: DVec2, top: DVec3) -> Leg {
        let build = |lift: f64| self.leg_from(foot.extend(lift), top);
        // A leaning leg stands on the edge of its foot: raise the foot until the edge is on the floor.
        let lift = -lowest(&build(0.0).pieces);
        let mut leg = build(lift);
        let rest = DVec3::Z * -lowest(&leg.pieces);
        leg.pieces = shifted(leg.pieces, rest);
        leg
    }

    fn leg_from(&self, foot: DVec3, top: DVec3) -> Leg {
        let axis = (top - foot).normalize();
        let lean = axis.truncate().length();
        let top = top + axis * (JOINT + lean * self.radius * 1.1);
        let outward = foot.truncate().normalize_or_zero().extend(0.0);
        let station = |turn: &Turn| {
            let bend = outward * (turn.outward * self.radius);
            (foot + (top - foot) * turn.height + bend, turn.radius * self.radius)
        };
        let stations: Vec<(DVec3, f64)> = self.profile.iter().map(station).collect();
        let mut pieces: Vec<Piece> = stations
            .windows(2)
            .map(|pair| {
                let ((from, low), (to, high)) = (pair[0], pair[1]);
                if self.square { beam(from, to, [2.0 * low; 2]) } else { cone(from, to, [low, high]) }
            })
            .collect();
        let beads = self.profile.iter().zip(&stations).filter(|(turn, _)| turn.bead);
        // On a short leg a bead would reach into what the leg carries.
        pieces.extend(beads.map(|(_, (centre, radius))| ball(*centre, radius.min(top.z - centre.z))));
        Leg { pieces, stations }
    }
}

impl Leg {
    /// The middle of the leg and its half thickness at that height.
    pub fn at(&self, z: f64) -> (DVec3, f64) {
        let above =
            self.stations.iter().position(|(at, _)| at.z >= z).unwrap_or(self.stations.len() - 1).max(1);
        let ((low, thin), (high, thick)) = (self.stations[above - 1], self.stations[above]);
        let share = (z - low.z) / (high.z - low.z);
        (low + (high - low) * share, thin + (thick - thin) * share)
    }
}

fn turn(height: f64, radius: f64) -> Turn {
    Turn { height, radius, outward: 0.0, bead: false }
}

fn bead(height: f64, radius: f64) -> Turn {
    Turn { bead: true, ..turn(height, radius) }
}

fn straight(foot: f64) -> Vec<Turn> {
    vec![turn(0.0, foot), turn(1.0, 1.0)]
}

/// Swelling in the middle, with rings above.
fn baluster(draw: &mut Draw) -> Vec<Turn> {
    let belly = draw.between(0.35, 0.6);
    vec![
        turn(0.0, 0.6),
        turn(0.08, 0.75),
        turn(0.12, 0.5),
        turn(belly, 1.0),
        turn(belly + 0.14, 0.55),
        turn(belly + 0.17, 0.9),
        turn(belly + 0.2, 0.9),
        turn(belly + 0.23, 0.6),
        turn(1.0, 1.0),
    ]
}

/// Balls in a row on a thin core.
fn bobbins(draw: &mut Draw) -> Vec<Turn> {
    let count = draw.count(2, 4);
    let mut turns = vec![turn(0.0, 0.6)];
    turns.extend((0..count).map(|k| bead(0.12 + 0.7 * k as f64 / count as f64, 1.0)));
    turns.push(turn(1.0, 0.75));
    // The core between the balls is thinner than they are.
    let core: Vec<Turn> = turns
        .windows(2)
        .flat_map(|pair| [pair[0], turn((pair[0].height + pair[1].height) / 2.0, 0.55)])
        .chain(turns.last().copied())
        .collect();
    core
}

/// A tapered shaft under a square-shouldered head.
fn vase(draw: &mut Draw) -> Vec<Turn> {
    let neck = draw.between(0.68, 0.8);
    vec![turn(0.0, 0.5), turn(neck, 0.85), turn(neck + 0.03, 0.6), turn(neck + 0.08, 1.0), turn(1.0, 1.0)]
}

/// Knee out, ankle in.
fn cabriole(draw: &mut Draw) -> Vec<Turn> {
    let knee = draw.between(0.8, 1.3);
    let bent = |height, radius, outward| Turn { height, radius, outward, bead: true };
    vec![
        Turn { bead: false, ..bent(0.0, 0.75, 0.5 - 0.7 * knee) },
        bent(0.07, 0.6, 0.4 - 0.7 * knee),
        bent(0.35, 0.6, -0.7 * knee),
        bent(0.65, 0.85, -0.1 * knee),
        // Upright from here: a slanting end would reach deep into what the leg carries.
        bent(0.85, 1.0, 0.0),
        Turn { bead: false, ..bent(1.0, 1.0, 0.0) },
    ]
}

/// Bars between four legs, given around: front left, front right, rear right, rear left. May be none.
pub(super) fn bars(draw: &mut Draw, design: &LegDesign, legs: &[Leg], height: [f64; 2]) -> Vec<Part> {
    let radius = design.radius * draw.between(0.3, 0.45);
    let between = |a: usize, b: usize, share: f64| {
        let z = height[0] + (height[1] - height[0]) * share;
        stretcher(design.square, &legs[a], &legs[b], z, radius)
    };
    let (low, high) = (draw.between(0.0, 0.4), draw.between(0.6, 1.0));
    let pieces: Vec<Piece> = match draw.count(0, 10) {
        0 | 1 => vec![],
        2 => vec![between(0, 3, low), between(1, 2, low)],
        3 => vec![between(0, 1, low), between(3, 2, low)],
        4 => vec![between(0, 1, low), between(1, 2, low), between(2, 3, low), between(3, 0, low)],
        5 => vec![between(0, 1, high), between(1, 2, low), between(2, 3, high), between(3, 0, low)],
        6 => vec![between(0, 3, low), between(1, 2, low), between(0, 3, high), between(1, 2, high)],
        7 => vec![between(3, 2, high)],
        8 => {
            let [left, right] = [between(0, 3, low), between(1, 2, low)];
            let [from, to] = [left.placement.shift, right.placement.shift];
            let inward = (to - from).normalize() * (radius * 0.5);
            vec![left, right, stick(design.square, from + inward, to - inward, radius * 0.9)]
        }
        9 => vec![between(0, 1, high), between(1, 2, low), between(3, 0, low)],
        _ => {
            // The two cross in the middle, one lying on the other.
            let share = (2.0 * radius - JOINT) / (height[1] - height[0]);
            vec![between(0, 2, low), between(1, 3, low + share)]
        }
    };
    pieces.into_iter().map(|piece| part(PartCategory::LegBar, vec![piece])).collect()
}

/// A level bar from one leg to another.
pub(super) fn stretcher(square: bool, from: &Leg, to: &Leg, z: f64, radius: f64) -> Piece {
    let ((from, thin), (to, thick)) = (from.at(z), to.at(z));
    let along = (to - from).normalize();
    stick(square, from + along * (thin * 0.75), to - along * (thick * 0.75), radius)
}
