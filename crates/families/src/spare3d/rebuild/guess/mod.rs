//! Guesses: primitives that the lines of the three views suggest, one kind at a time.

mod boxes;
mod cones;
mod cylinders;
mod pick;
mod spheres;
mod tori;

use super::circles::{Circle, circles};
use super::levels::levels;
use super::page::{Page, VIEWS};
use super::slants::{Slant, slants};
use pick::pick;
use spatiq_geom::recipe::{Element, Part};
use spatiq_geom::{DVec3, Op, Primitive};

/// What is not inked of a primitive's lines counts against it by this much: another primitive may have cut it away.
pub const UNSEEN: f64 = 0.35;

/// In pixels.
const ROUNDING: f64 = 1.5;

/// A primitive that may be part of the object.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Guess {
    /// Its form.
    pub primitive: Primitive,
    /// The axis along which its own z axis lies; 2 for a box, whose sizes are along the axes of space.
    pub axis: usize,
    /// Whether its own z axis points the same way.
    pub up: bool,
    /// Its middle.
    pub pos: DVec3,
    /// How well its lines are inked.
    pub score: f64,
}

impl Guess {
    /// Negative inside.
    pub fn field(&self, p: DVec3) -> f64 {
        let away = p - self.pos;
        if let Primitive::Box { half } = self.primitive {
            return (away.abs() - half).max_element();
        }
        let along = away[self.axis] * self.sign();
        self.primitive.field(DVec3::new(away[(self.axis + 1) % 3], away[(self.axis + 2) % 3], along))
    }

    /// One if its own z axis points along the axis, minus one otherwise.
    pub fn sign(&self) -> f64 {
        if self.up { 1.0 } else { -1.0 }
    }

    /// As an element of a recipe.
    pub fn element(&self, op: Option<Op>) -> Element {
        let (axis, deg) = match (self.axis, self.up) {
            (0, true) => (1, 90),
            (0, false) => (1, 270),
            (1, true) => (0, 270),
            (1, false) => (0, 90),
            (_, true) => (2, 0),
            (_, false) => (0, 180),
        };
        Element { part: Part::Primitive(self.primitive), axis, deg, pos: self.pos, op }
    }

    /// Guesses that are rounded alike are taken for one.
    fn rounded(&self) -> ([i32; 6], usize, bool) {
        let (p, size) = (self.pos, self.primitive.half_sizes());
        ([p.x, p.y, p.z, size.x, size.y, size.z].map(|x| (x / ROUNDING).round() as i32), self.axis, self.up)
    }

    fn alike(&self, other: &Self) -> bool {
        let same_kind = std::mem::discriminant(&self.primitive) == std::mem::discriminant(&other.primitive);
        let round = matches!(self.primitive, Primitive::Sphere { .. });
        let same_way = round || self.axis == other.axis && self.up == other.up;
        let size = |guess: &Self| guess.primitive.half_sizes();
        same_kind
            && same_way
            && (self.pos - other.pos).abs().max_element() < 2.0
            && (size(self) - size(other)).abs().max_element() < 2.0
    }
}

/// What the views show, before anything is made of it.
pub struct Seen<'a> {
    /// The ink.
    pub pages: &'a [Page; 3],
    /// In each view.
    pub circles: [Vec<Circle>; 3],
    /// In each view.
    pub slants: [Vec<Slant>; 3],
    /// Along each axis.
    pub levels: [Vec<f64>; 3],
    /// Along each axis, coordinates in the midst of things: where a face may lie that is buried in another primitive.
    pub depths: [Vec<f64>; 3],
    /// The box around the object.
    pub bounds: [DVec3; 2],
}

/// How far outside the box around the object lies what lies outside.
const OUTSIDE: f64 = 9.0;

/// Coordinates for buried faces on an axis, and pixels between them.
const DEPTHS: usize = 4;
const DEPTHS_APART: f64 = 12.0;

/// Circles, and slanted lines, of the first look that stay for the second.
const PLAINEST: usize = 8;

/// Circles, and slanted lines, that the second look adds.
const ADDED: usize = 12;

impl<'a> Seen<'a> {
    /// Looks at the views.
    pub fn new(pages: &'a [Page; 3]) -> Self {
        let mut bounds = [DVec3::INFINITY, DVec3::NEG_INFINITY];
        for (page, axes) in pages.iter().zip(VIEWS) {
            for [u, v] in page.ink() {
                for (axis, at) in [(axes.0, u), (axes.1, v)] {
                    bounds[0][axis] = bounds[0][axis].min(at);
                    bounds[1][axis] = bounds[1][axis].max(at);
                }
            }
        }
        let circles = [0, 1, 2].map(|view| circles(&pages[view]));
        Self {
            pages,
            depths: [0, 1, 2].map(|axis| depths(&circles, axis)),
            circles,
            slants: [0, 1, 2].map(|view| slants(&pages[view])),
            levels: [0, 1, 2].map(|axis| levels(pages, axis)),
            bounds,
        }
    }

    /// Looks again, at what is not explained yet; the plainest circles and lines of the first look stay.
    pub fn again(&self, rest: &[Page; 3]) -> Self {
        let both = |view: usize| -> Vec<Circle> {
            let first = self.circles[view].iter().take(PLAINEST).copied();
            first.chain(circles(&rest[view]).into_iter().take(ADDED)).collect()
        };
        let slants = |view: usize| -> Vec<Slant> {
            let first = self.slants[view].iter().take(PLAINEST).copied();
            first.chain(slants(&rest[view]).into_iter().take(ADDED)).collect()
        };
        let levels = |axis: usize| -> Vec<f64> {
            let mut all = self.levels[axis].clone();
            let new = levels(rest, axis).into_iter().take(4);
            all.extend(new.filter(|new| self.levels[axis].iter().all(|level| (level - new).abs() > 1.6)));
            all.sort_by(f64::total_cmp);
            all
        };
        Self {
            pages: self.pages,
            circles: [0, 1, 2].map(both),
            slants: [0, 1, 2].map(slants),
            levels: [0, 1, 2].map(levels),
            depths: self.depths.clone(),
            bounds: self.bounds,
        }
    }

    /// Stretches along an axis between two levels, or from or to somewhere outside or buried.
    fn stretches(&self, axis: usize, least: f64) -> Vec<[f64; 2]> {
        let (low, high) = (self.bounds[0][axis] - OUTSIDE, self.bounds[1][axis] + OUTSIDE);
        let ends = |outside: f64| -> Vec<f64> {
            [outside].into_iter().chain(self.levels[axis].iter().chain(&self.depths[axis]).copied()).collect()
        };
        let (froms, tos) = (ends(low), ends(high));
        let all = froms.iter().flat_map(|&from| tos.iter().map(move |&to| [from, to]));
        all.filter(|stretch| stretch[1] - stretch[0] > least && self.buried(axis, *stretch) < 2).collect()
    }

    /// How many ends of a stretch are buried.
    fn buried(&self, axis: usize, stretch: [f64; 2]) -> usize {
        stretch.iter().filter(|end| self.depths[axis].contains(end)).count()
    }

    /// Whether a coordinate stands for all that is outside, or buried: a face there has no ink.
    fn is_unseen(&self, axis: usize, at: f64) -> bool {
        self.depths[axis].contains(&at)
            || at < self.bounds[0][axis] - OUTSIDE / 2.0
            || at > self.bounds[1][axis] + OUTSIDE / 2.0
    }

    /// How much of a flat face's line is inked, and how long it is: the face lies across `axis` at `place`; the line runs along another
    /// axis and is seen along the third.
    fn face(&self, axis: usize, place: f64, along: usize, [from, to]: [f64; 2]) -> [f64; 2] {
        let view = (0..3).find(|&k| VIEWS[k].2 == 3 - axis - along).expect("three axes");
        let (from, to) = (from.max(self.bounds[0][along]), to.min(self.bounds[1][along]));
        let direction = if VIEWS[view].0 == along { 0 } else { 1 };
        [self.pages[view].straight(direction, place, from, to), (to - from).max(0.0)]
    }
}

/// Middles of the plainest circles along an axis, and the middle of all.
fn depths(circles: &[Vec<Circle>; 3], axis: usize) -> Vec<f64> {
    let mut depths: Vec<f64> = vec![0.0];
    for rank in 0..PLAINEST {
        for (view, axes) in VIEWS.into_iter().enumerate().filter(|(_, axes)| axes.2 != axis) {
            let Some(circle) = circles[view].get(rank) else { continue };
            let depth = axes.space(circle.at, 0.0)[axis];
            if depths.len() < DEPTHS && depths.iter().all(|other| (other - depth).abs() > DEPTHS_APART) {
                depths.push(depth);
            }
        }
    }
    depths
}

/// All guesses, the best of each kind; `known` says on a second look which cells are explained already.
pub fn guesses(seen: &Seen, known: Option<&[bool]>) -> Vec<Guess> {
    let kinds = [
        (boxes::guesses(seen), [28, 16]),
        (spheres::guesses(seen), [14, 12]),
        (cylinders::guesses(seen), [24, 14]),
        (cones::guesses(seen), [16, 10]),
        (tori::guesses(seen), [10, 8]),
    ];
    let look = usize::from(known.is_some());
    kinds.into_iter().flat_map(|(kind, most)| pick(seen, kind, known, most[look])).collect()
}
