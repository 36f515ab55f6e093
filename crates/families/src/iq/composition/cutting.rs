//! Cutting: the original out of the square, and the pieces out of the original.

use super::shape::{HalfPlane, Shape};
use spatiq_bench::{Reject, Rng};
use spatiq_raster::Point;
use std::ops::RangeInclusive;

/// The side of the square that originals are cut from. All coordinates are in this unit.
pub const SIDE: f64 = 224.0;

/// The least area of an original.
pub const ORIGINAL_AREA: f64 = 25_000.0;

/// The slopes of cutting lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Slopes {
    /// 0°, 30°, 45° or 60°, rising to the right; the line meets the left side of the box of what it cuts between
    /// 1/4 and 3/4 of the box's height.
    Paper,
    /// Any slope; the line goes through a point of the middle of that box.
    Any,
}

/// A piece, and how the last cut made it.
#[derive(Clone, Debug)]
pub struct Piece {
    /// Where it lies in the original.
    pub shape: Shape,
    /// What the last cut was made through.
    pub parent: Shape,
    /// The side of that cut on which the piece lies.
    pub side: HalfPlane,
}

/// The areas that pieces may have when there are `count` of them.
pub fn piece_areas(count: usize) -> RangeInclusive<f64> {
    if count == 5 { 2_000.0..=30_000.0 } else { 3_000.0..=30_000.0 }
}

/// The square after two cuts, the larger part kept each time.
pub fn cut_original(slopes: Slopes, rng: &mut Rng) -> Result<Shape, Reject> {
    for _ in 0..40 {
        let square = Shape::rectangle(SIDE, SIDE);
        let lines = [slopes.line(&square, rng), slopes.line(&square, rng)];
        let original = lines.iter().try_fold(square, |rest, line| larger_part(&rest, line));
        if let Some(original) = original.filter(|o| o.area() > ORIGINAL_AREA && o.is_clear()) {
            return Ok(original);
        }
    }
    Err(Reject("no cut of the square left enough of it"))
}

/// The original in `count` pieces: each cut goes through one of the pieces there are.
pub fn cut_pieces(
    original: &Shape,
    count: usize,
    slopes: Slopes,
    rng: &mut Rng,
) -> Result<Vec<Piece>, Reject> {
    let areas = piece_areas(count);
    'again: for _ in 0..30 {
        let mut pieces: Vec<Piece> = Vec::new();
        while pieces.len() < count {
            let parent_at = rng.below(pieces.len().max(1));
            let parent = pieces.get(parent_at).map_or(original, |piece| &piece.shape);
            let Some(halves) = halve(parent, slopes, *areas.start(), rng) else { continue 'again };
            if !pieces.is_empty() {
                pieces.swap_remove(parent_at);
            }
            pieces.extend(halves);
        }
        if pieces.iter().all(|piece| areas.contains(&piece.shape.area())) {
            return Ok(pieces);
        }
    }
    Err(Reject("no cuts gave clear pieces of the right size"))
}

/// The pieces met on the way when the original is cut at most `cuts` times and one half is thrown away each time, down
/// to those of at least that area: a way to random pieces that costs less than cutting all of the original.
pub fn cut_path(original: &Shape, cuts: usize, least: f64, slopes: Slopes, rng: &mut Rng) -> Vec<Piece> {
    let mut path: Vec<Piece> = Vec::new();
    for _ in 0..cuts {
        let parent = path.last().map_or(original, |piece| &piece.shape);
        let line = slopes.line(parent, rng);
        let side = if rng.coin() { line } else { line.opposite() };
        let Some(shape) = parent.clipped(&side).map(|half| half.rounded()) else { break };
        if shape.area() < least || !shape.is_clear() {
            break;
        }
        let kept = Piece { shape, parent: parent.clone(), side };
        path.push(kept);
    }
    path
}

/// Cuts a shape in two clear parts that have at least that area each.
fn halve(parent: &Shape, slopes: Slopes, least: f64, rng: &mut Rng) -> Option<[Piece; 2]> {
    if parent.area() < 2.0 * least {
        return None;
    }
    (0..8).find_map(|_| {
        let line = slopes.line(parent, rng);
        let half = |side: HalfPlane| {
            let shape = parent.clipped(&side)?.rounded();
            (shape.area() >= least && shape.is_clear()).then(|| Piece { shape, parent: parent.clone(), side })
        };
        Some([half(line)?, half(line.opposite())?])
    })
}

fn larger_part(shape: &Shape, line: &HalfPlane) -> Option<Shape> {
    let parts = [shape.clipped(line), shape.clipped(&line.opposite())];
    let area = |part: &Option<Shape>| part.as_ref().map_or(0.0, Shape::area);
    let [first, second] = parts;
    let larger = if area(&first) >= area(&second) { first } else { second };
    larger.map(|part| part.rounded())
}

impl Piece {
    /// The piece with its last cut moved in parallel until it has that area; `None` where it cannot have it.
    pub fn resized(&self, area: f64) -> Option<Shape> {
        if self.parent.area() <= area {
            return None;
        }
        let with = |offset: f64| self.parent.clipped(&HalfPlane { offset, ..self.side });
        let excess = |offset: f64| with(offset).map_or(0.0, |part| part.area()) - area;
        let reach = self.parent.corners.iter().map(|&corner| self.side.outside(corner) + self.side.offset);
        let (least, most) =
            reach.fold((f64::INFINITY, f64::NEG_INFINITY), |(a, b), at| (a.min(at), b.max(at)));
        let (mut low, mut high) = ([least, -area], [most, self.parent.area() - area]);
        let mut offset = self.side.offset;
        // False position; halving the weight of an end that stays keeps it from creeping.
        for _ in 0..60 {
            let here = [offset, excess(offset)];
            if here[1].abs() < 1e-6 {
                break;
            }
            if here[1] > 0.0 {
                (high, low[1]) = (here, low[1] / 2.0);
            } else {
                (low, high[1]) = (here, high[1] / 2.0);
            }
            offset = low[0] - low[1] * (high[0] - low[0]) / (high[1] - low[1]);
        }
        with(offset).map(|part| part.rounded())
    }
}

impl Slopes {
    /// A random cutting line for a shape.
    fn line(self, shape: &Shape, rng: &mut Rng) -> HalfPlane {
        let [low, high] = shape.bounds();
        let mut middle = |axis: usize| low[axis] + (high[axis] - low[axis]) * rng.between(0.25, 0.75);
        match self {
            Self::Paper => {
                let through = [low[0], middle(1)];
                // Cosine and sine of each slope; pictures have their y axis downwards, so a rising line's is negative.
                let half_root = |of: f64| of.sqrt() / 2.0;
                let along = [
                    [1.0, 0.0],
                    [half_root(3.0), -0.5],
                    [half_root(2.0), -half_root(2.0)],
                    [0.5, -half_root(3.0)],
                ];
                line_through(through, *rng.pick(&along))
            }
            Self::Any => {
                let through = [middle(0), middle(1)];
                let angle = rng.between(0.0, std::f64::consts::PI);
                line_through(through, [libm::cos(angle), libm::sin(angle)])
            }
        }
    }
}

fn line_through(point: Point, along: Point) -> HalfPlane {
    let normal = [-along[1], along[0]];
    HalfPlane { normal, offset: super::shape::dot(normal, point) }
}
