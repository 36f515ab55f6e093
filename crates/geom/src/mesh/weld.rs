//! Makes one vertex of corners at the same place, or nearly the same: STL repeats them, rounded to 24 bits.

use crate::stop::{Stop, Stopped, map_all, polled, sort};
use glam::DVec3;
use std::collections::BTreeMap;

/// Vertices closer than this fraction of the diagonal are one: about the rounding of a 24-bit coordinate.
const NEAR: f64 = 1e-7;

/// Side of a grid cell in units of the tolerance. Most points are then far enough from the sides of their cell that
/// no other cell need be looked at, and even a full cell holds few representatives.
const CELL: f64 = 8.0;

/// For each point the index of the point that stands for it, and how many were merged without being exactly equal.
///
/// The first point of a place stands for it, so that nothing depends on how the rest are ordered.
pub(super) fn weld(
    points: &[DVec3],
    low: DVec3,
    diagonal: f64,
    stop: Stop,
) -> Result<(Vec<u32>, usize), Stopped> {
    let mut stands = exactly_equal(points, stop)?;
    let mut grid = Grid { cells: BTreeMap::new(), low, tolerance: diagonal * NEAR, points };
    let mut merged = 0;
    for index in polled(0..points.len(), stop) {
        let index = index?;
        let first = stands[index] as usize;
        if first == index {
            match grid.nearby(index) {
                Some(other) => {
                    stands[index] = other;
                    merged += 1;
                }
                None => grid.insert(index),
            }
        } else {
            stands[index] = stands[first];
        }
    }
    Ok((stands, merged))
}

/// For each point the first that is exactly equal.
fn exactly_equal(points: &[DVec3], stop: Stop) -> Result<Vec<u32>, Stopped> {
    // Adding zero makes the negative zero positive.
    let bits = |point: DVec3| (point + DVec3::ZERO).to_array().map(f64::to_bits);
    let keyed = |(index, point): (u32, &DVec3)| (bits(*point), index);
    let mut sorted: Vec<_> = map_all((0..).zip(points), stop, keyed)?;
    sort(&mut sorted, stop)?;
    let mut stands = vec![0; points.len()];
    for equal in polled(sorted.chunk_by(|one, other| one.0 == other.0), stop) {
        let equal = equal?;
        for (_, index) in equal {
            stands[*index as usize] = equal[0].1;
        }
    }
    Ok(stands)
}

/// The representatives found so far, by the cell they lie in.
struct Grid<'a> {
    cells: BTreeMap<[i64; 3], Vec<u32>>,
    low: DVec3,
    tolerance: f64,
    points: &'a [DVec3],
}

impl Grid<'_> {
    fn cell(&self, point: DVec3) -> [i64; 3] {
        ((point - self.low) / (self.tolerance * CELL)).to_array().map(|along| along.floor() as i64)
    }

    fn insert(&mut self, index: usize) {
        self.cells.entry(self.cell(self.points[index])).or_default().push(index as u32);
    }

    /// The first representative within the tolerance.
    fn nearby(&self, index: usize) -> Option<u32> {
        let point = self.points[index];
        let reach = DVec3::splat(self.tolerance);
        let (from, to) = (self.cell(point - reach), self.cell(point + reach));
        let mut best: Option<u32> = None;
        for x in from[0]..=to[0] {
            for y in from[1]..=to[1] {
                for z in from[2]..=to[2] {
                    let inside = self.cells.get(&[x, y, z]).into_iter().flatten();
                    let near = inside.copied().filter(|&other| {
                        (self.points[other as usize] - point).length_squared()
                            <= self.tolerance * self.tolerance
                    });
                    best = near.chain(best).min();
                }
            }
        }
        best
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stop::NEVER;

    #[test]
    fn equal_and_nearly_equal_points_are_one() {
        let points = [
            DVec3::ZERO,
            DVec3::new(1.0, 0.0, 0.0),
            DVec3::new(-0.0, 0.0, -0.0),
            DVec3::new(1.0 + 5e-8, 0.0, -5e-8),
            DVec3::new(1.0 + 5e-7, 0.0, 0.0),
        ];
        assert_eq!(weld(&points, DVec3::ZERO, 1.0, NEVER), Ok((vec![0, 1, 0, 1, 4], 1)));
    }

    #[test]
    fn points_in_different_cells_are_still_near() {
        let side = CELL * NEAR;
        let points = [DVec3::splat(side - 1e-9), DVec3::splat(side + 1e-9)];
        assert_eq!(weld(&points, DVec3::ZERO, 1.0, NEVER), Ok((vec![0, 0], 1)));
    }
}
