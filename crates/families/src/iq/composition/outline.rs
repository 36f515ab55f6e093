//! A convex shape's outline from its pixels, to a few hundredths of a pixel.
//!
//! The grey of a pixel tells how much of it is covered. So in a row that an edge crosses from top to bottom, black and
//! grey up to the first whole black pixel add up to where the edge is halfway down the row. The same goes for columns.
//!
//! 1. Measure both ends of every row and every column.
//! 2. Where the measures of neighbouring rows (columns) rise evenly, they belong to one side: fit a line. Rows see
//!    steep sides best, columns flat ones; a side near 45° is found by both, and the longer run is kept.
//! 3. The shape is what lies inside all lines: order them by direction and intersect neighbours.

use super::shape::{HalfPlane, Shape};
use spatiq_raster::{Gray, Point};

/// Two measures in a row that differ by less belong to one side; the turns of clear shapes are ten times that.
const EVEN: f64 = 0.04;

/// Rows see sides up to this slope, and columns the others.
const STEEPEST: f64 = 1.3;

/// A line needs so many measures.
const FEWEST: usize = 3;

/// Cosine of the least angle between different sides, 6°.
const SAME_SIDE: f64 = 0.9945;

/// A line that bounds the shape, and how many measures it is fitted to.
struct Side {
    plane: HalfPlane,
    measures: usize,
}

/// The convex shape in a picture, in pixels; `None` where there is none with at least three sides.
pub fn outline(picture: &Gray) -> Option<Shape> {
    let rows: Vec<Option<[f64; 2]>> = picture.pixels.chunks_exact(picture.width).map(ends).collect();
    let columns: Vec<Option<[f64; 2]>> = transposed(picture).chunks_exact(picture.height).map(ends).collect();
    let mut sides = Vec::new();
    for end in 0..2 {
        let sign = if end == 0 { -1.0 } else { 1.0 };
        for (base, slope, measures) in lines(&rows, end) {
            sides.push(Side { plane: bounding([sign, -sign * slope], sign * base), measures });
        }
        for (base, slope, measures) in lines(&columns, end) {
            sides.push(Side { plane: bounding([-sign * slope, sign], sign * base), measures });
        }
    }
    let corners = corners(&without_repeats(sides))?;
    Some(Shape { corners }).filter(|shape| shape.area() > 0.0)
}

/// Where the black begins and ends in a line of pixels; `None` where no pixel is wholly black.
fn ends(pixels: &[u8]) -> Option<[f64; 2]> {
    let cover = |part: &[u8]| part.iter().map(|&shade| u32::from(255 - shade)).sum::<u32>() as f64 / 255.0;
    let first = pixels.iter().position(|&shade| shade == 0)?;
    let last = pixels.iter().rposition(|&shade| shade == 0)?;
    Some([first as f64 - cover(&pixels[..first]), (last + 1) as f64 + cover(&pixels[last + 1..])])
}

/// The columns of a picture as rows.
fn transposed(picture: &Gray) -> Vec<u8> {
    let column = |x: usize| picture.pixels.iter().skip(x).step_by(picture.width).copied();
    (0..picture.width).flat_map(column).collect()
}

/// Lines `value = base + slope * position` through even runs of the measures, each with its number of measures.
fn lines(measures: &[Option<[f64; 2]>], end: usize) -> Vec<(f64, f64, usize)> {
    let value = |at: usize| measures.get(at).copied().flatten().map(|ends| ends[end]);
    let step = |at: usize| Some(value(at + 1)? - value(at)?);
    let mut lines = Vec::new();
    let mut from = 0;
    while from < measures.len() {
        let mut to = from;
        let even = |to: usize| {
            let mean = (value(to)? - value(from)?) / (to - from).max(1) as f64;
            Some(to == from || (step(to)? - mean).abs() < EVEN)
        };
        while step(to).is_some() && even(to) == Some(true) {
            to += 1;
        }
        let run: Vec<Point> = (from..=to).filter_map(|at| Some([at as f64 + 0.5, value(at)?])).collect();
        if run.len() >= FEWEST {
            let (base, slope) = fit(&run);
            if slope.abs() <= STEEPEST {
                lines.push((base, slope, run.len()));
            }
        }
        from = to.max(from + 1);
    }
    lines
}

/// The line with the least squares of errors. The first and the last measure of a long run may be touched by a corner.
fn fit(run: &[Point]) -> (f64, f64) {
    let inner = if run.len() >= FEWEST + 2 { &run[1..run.len() - 1] } else { run };
    let count = inner.len() as f64;
    let mean = [0, 1].map(|axis| inner.iter().map(|point| point[axis]).sum::<f64>() / count);
    let (mut both, mut square) = (0.0, 0.0);
    for [position, value] in inner {
        both += (position - mean[0]) * (value - mean[1]);
        square += (position - mean[0]) * (position - mean[0]);
    }
    let slope = both / square;
    (mean[1] - slope * mean[0], slope)
}

/// The half plane `normal · point <= offset`, for a normal of any length.
fn bounding(normal: Point, offset: f64) -> HalfPlane {
    let length = super::shape::length(normal);
    HalfPlane { normal: normal.map(|value| value / length), offset: offset / length }
}

/// The sides in the order of their directions, each once: of those that look alike, the one with most measures.
fn without_repeats(mut sides: Vec<Side>) -> Vec<HalfPlane> {
    let angle = |side: &Side| libm::atan2(side.plane.normal[1], side.plane.normal[0]);
    sides.sort_by_key(|side| std::cmp::Reverse(side.measures));
    let mut kept: Vec<Side> = Vec::new();
    for side in sides {
        let same = |other: &Side| super::shape::dot(other.plane.normal, side.plane.normal) > SAME_SIDE;
        if !kept.iter().any(same) {
            kept.push(side);
        }
    }
    kept.sort_by(|a, b| angle(a).total_cmp(&angle(b)));
    kept.into_iter().map(|side| side.plane).collect()
}

/// Where neighbouring lines meet.
fn corners(planes: &[HalfPlane]) -> Option<Vec<Point>> {
    let next = planes.iter().cycle().skip(1);
    let meet = |(a, b): (&HalfPlane, &HalfPlane)| {
        let ([ax, ay], [bx, by]) = (a.normal, b.normal);
        let cross = ax * by - ay * bx;
        let point = [(a.offset * by - b.offset * ay) / cross, (b.offset * ax - a.offset * bx) / cross];
        (cross > 0.0).then_some(point)
    };
    (planes.len() >= 3).then(|| planes.iter().zip(next).map(meet).collect())?
}
