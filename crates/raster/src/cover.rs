//! How much of each pixel of a row lies inside an outline, and painting by it.
//!
//! The edges of an outline leave two numbers per pixel in an accumulator: summed from the left they give the
//! covered area. An edge that crosses a pixel column at heights y0..y1 covers everything to its right by
//! `y1 - y0` (signed by direction), and its own pixel by the trapezoid between the edge and the pixel's right
//! side.

use crate::Point;

/// Less than this of a pixel is a rounding error, not ink.
const TRACE: f64 = 1e-9;

/// One edge of an outline.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Edge {
    /// Its upper end.
    top: Point,
    /// The height of its lower end.
    bottom: f64,
    /// Steps to the right for each step down.
    slope: f64,
    /// 1 if the outline runs down here, -1 if up.
    sign: f64,
}

impl Edge {
    /// The edge from one corner to the next.
    pub fn new(from: Point, to: Point) -> Self {
        let (upper, lower, sign) = if from[1] < to[1] { (from, to, 1.0) } else { (to, from, -1.0) };
        let slope = (lower[0] - upper[0]) / (lower[1] - upper[1]);
        Self { top: upper, bottom: lower[1], slope, sign }
    }

    /// Whether it crosses all of the slab between two heights.
    pub fn crosses(&self, top: f64, bottom: f64) -> bool {
        self.top[1] <= top && self.bottom >= bottom && self.top[1] < self.bottom
    }

    /// Where it is at a height.
    pub fn x_at(&self, y: f64) -> f64 {
        self.top[0] + (y - self.top[1]) * self.slope
    }
}

/// Adds what the edge covers of row `y` to the accumulator, which holds the columns from `left` to `right`. Says
/// between which x it runs in the row, if it does.
pub(crate) fn add_edge(cover: &mut [f64], edge: &Edge, y: f64, left: f64, right: f64) -> Option<[f64; 2]> {
    let Edge { top, bottom, slope, sign } = *edge;
    let y0 = top[1].max(y);
    let y1 = bottom.min(y + 1.0);
    if y0 >= y1 {
        return None;
    }
    let (x0, x1) = (edge.x_at(y0), edge.x_at(y1));
    if x0.min(x1) >= left && x0.max(x1) <= right {
        add_part(cover, x0 - left, x1 - left, sign * (y1 - y0));
        return Some([x0.min(x1), x0.max(x1)]);
    }
    // The parts beyond either side run along it: left of the picture they cover whole pixels, right of it none.
    let cut_at = |x: f64| (top[1] + (x - top[0]) / slope).max(y0).min(y1);
    let (a, b) = (cut_at(left), cut_at(right));
    let heights = [y0, a.min(b), a.max(b), y1];
    for part in heights.windows(2) {
        let [a, b] = [part[0], part[1]].map(|y| edge.x_at(y).clamp(left, right) - left);
        add_part(cover, a, b, sign * (part[1] - part[0]));
    }
    Some([x0.min(x1), x0.max(x1)])
}

/// Adds what an edge of the given signed height covers that runs from one x to the other within a row.
fn add_part(cover: &mut [f64], x0: f64, x1: f64, height: f64) {
    let (x0, x1) = if x0 > x1 { (x1, x0) } else { (x0, x1) };
    let (first, last) = (x0 as usize, x1 as usize);
    if first == last {
        // The edge stays in one pixel: the part right of its middle is covered.
        let within = 1.0 - ((x0 + x1) / 2.0 - first as f64);
        cover[first] += height * within;
        cover[first + 1] += height * (1.0 - within);
        return;
    }
    let per_x = height / (x1 - x0);
    for column in first..=last {
        let x = column as f64;
        let (a, b) = (x0.max(x), x1.min(x + 1.0));
        let part = per_x * (b - a);
        let within = 1.0 - ((a + b) / 2.0 - x);
        cover[column] += part * within;
        cover[column + 1] += part * (1.0 - within);
    }
}

/// A shade painted over another where it covers the given share of the pixel.
pub(crate) fn blend(old: u8, new: u8, area: f64) -> u8 {
    if area > 1.0 - TRACE {
        new
    } else if area > TRACE {
        let old = f64::from(old);
        (old + (f64::from(new) - old) * area + 0.5) as u8
    } else {
        old
    }
}
