//! A proof that pieces do not tile, without any search: their sides do not balance.
//!
//! Where two pieces of a tiling touch, their outlines run in opposite directions, so over every direction the pieces'
//! side lengths, those of the opposite direction taken away, add up to the original's (Hadwiger's invariant of
//! dissection by translations). Directions a quarter turn apart make one complex number per class of directions: a
//! quarter turn of a piece multiplies its numbers by i. If no choice of turns makes the sums agree in all classes,
//! the pieces do not tile. The converse does not hold: a parallelogram has only zeros.

use super::shape::{Shape, length, minus};
use super::tiling::quarter_angle;
use std::f64::consts::FRAC_PI_2;

/// Directions nearer than this are taken for one. Taking different ones for one weakens the proof but keeps it sound.
const SAME_DIRECTION: f64 = 0.01;

/// A complex number per class of directions.
type Sums = Vec<[f64; 2]>;

/// The least length over all turns of the pieces by which their sides fail to balance the original's.
pub fn side_gap(original: &Shape, pieces: &[Shape]) -> f64 {
    let classes = Classes::of(pieces.iter().chain([original]));
    let pieces: Vec<Sums> = pieces.iter().map(|piece| classes.sums(piece)).collect();
    let mut least = f64::INFINITY;
    turn_all(&pieces, classes.sums(original), &mut least);
    least
}

/// Takes away the first piece in each of its turns, then the others.
fn turn_all(pieces: &[Sums], missing: Sums, least: &mut f64) {
    let Some((piece, others)) = pieces.split_first() else {
        *least = least.min(missing.iter().map(|[re, im]| re.abs() + im.abs()).sum());
        return;
    };
    let mut turned = piece.clone();
    for _ in 0..4 {
        let rest = missing.iter().zip(&turned).map(|(a, b)| minus(*a, *b)).collect();
        turn_all(others, rest, least);
        for [re, im] in &mut turned {
            (*re, *im) = (-*im, *re);
        }
    }
}

/// The classes of directions, modulo a quarter turn.
struct Classes {
    /// Directions are measured from here, where there is none nearby.
    start: f64,
    /// The first angle of each class, rising.
    firsts: Vec<f64>,
}

impl Classes {
    fn of<'a>(shapes: impl Iterator<Item = &'a Shape>) -> Self {
        let mut angles: Vec<f64> =
            shapes.flat_map(Shape::sides).map(|[from, to]| quarter_angle(minus(to, from)).1).collect();
        angles.sort_by(f64::total_cmp);
        let last = angles.last().map(|last| last - FRAC_PI_2);
        let before = last.iter().chain(&angles);
        let gaps: Vec<(f64, f64)> =
            angles.iter().zip(before).map(|(angle, before)| (angle - before, *angle)).collect();
        let widest = gaps.iter().copied().max_by(|a, b| a.0.total_cmp(&b.0)).unwrap_or_default();
        let start = widest.1 - widest.0 / 2.0;
        let firsts = gaps.iter().filter(|(gap, _)| *gap > SAME_DIRECTION);
        let mut firsts: Vec<f64> = firsts.map(|&(_, angle)| (angle - start).rem_euclid(FRAC_PI_2)).collect();
        firsts.sort_by(f64::total_cmp);
        Self { start, firsts }
    }

    fn sums(&self, shape: &Shape) -> Sums {
        let mut sums = vec![[0.0; 2]; self.firsts.len().max(1)];
        for [from, to] in shape.sides() {
            let along = minus(to, from);
            let (quarters, angle) = quarter_angle(along);
            // Measured from `start`, an angle below it belongs to the quarter before.
            let (quarters, angle) = match angle - self.start {
                below if below < 0.0 => (quarters + 3, below + FRAC_PI_2),
                above if above >= FRAC_PI_2 => (quarters + 1, above - FRAC_PI_2),
                within => (quarters, within),
            };
            let class = self.firsts.partition_point(|&first| first <= angle + 1e-9).max(1) - 1;
            let length = length(along);
            match quarters % 4 {
                0 => sums[class][0] += length,
                1 => sums[class][1] += length,
                2 => sums[class][0] -= length,
                _ => sums[class][1] -= length,
            }
        }
        sums
    }
}
