//! Filling polygons, each pixel weighed by the exact area that is covered.
//!
//! For every row the edges leave two numbers per pixel in an accumulator: summed from the left they give the
//! covered area. An edge that crosses a pixel column at heights y0..y1 covers everything to its right by
//! `y1 - y0` (signed by direction), and its own pixel by the trapezoid between the edge and the pixel's right
//! side. Cost: the polygon's height times (its width + its edges).

use crate::{Gray, Point};

impl Gray {
    /// Paints a polygon without holes, given by its corners in either direction, over what is there.
    pub fn fill(&mut self, corners: &[Point], shade: u8) {
        let Some((top, bottom)) = bounds(corners, 1, self.height) else { return };
        let Some((left, right)) = bounds(corners, 0, self.width) else { return };
        let mut row_cover = vec![0.0f64; right - left + 2];
        for y in top..bottom {
            row_cover.fill(0.0);
            for (i, &from) in corners.iter().enumerate() {
                let to = corners[(i + 1) % corners.len()];
                add_edge(&mut row_cover, from, to, y as f64, left as f64, right as f64);
            }
            let row = &mut self.pixels[y * self.width + left..y * self.width + right];
            let mut sum = 0.0;
            for (pixel, step) in row.iter_mut().zip(&row_cover) {
                sum += step;
                let area = f64::min(f64::abs(sum), 1.0);
                if area > 1.0 - 1e-9 {
                    *pixel = shade;
                } else if area > 1e-9 {
                    let old = f64::from(*pixel);
                    *pixel = (old + (f64::from(shade) - old) * area + 0.5) as u8;
                }
            }
        }
    }
}

/// The range of pixels touched along one axis, cut to the picture; `None` where it misses it.
fn bounds(corners: &[Point], axis: usize, size: usize) -> Option<(usize, usize)> {
    let low = corners.iter().map(|p| p[axis]).fold(f64::INFINITY, f64::min);
    let high = corners.iter().map(|p| p[axis]).fold(f64::NEG_INFINITY, f64::max);
    let from = low.floor().max(0.0) as usize;
    let to = high.ceil().clamp(0.0, size as f64) as usize;
    (from < to).then_some((from, to))
}

/// Adds what the edge covers of row `y` to the accumulator, whose first entry is column `left`.
fn add_edge(cover: &mut [f64], from: Point, to: Point, y: f64, left: f64, right: f64) {
    let (upper, lower, sign) = if from[1] < to[1] { (from, to, 1.0) } else { (to, from, -1.0) };
    let y0 = upper[1].max(y);
    let y1 = lower[1].min(y + 1.0);
    if y0 >= y1 {
        return;
    }
    let slope = (lower[0] - upper[0]) / (lower[1] - upper[1]);
    let x_at = |y: f64| (upper[0] + (y - upper[1]) * slope).clamp(left, right) - left;
    let (mut x0, mut x1) = (x_at(y0), x_at(y1));
    if x0 > x1 {
        std::mem::swap(&mut x0, &mut x1);
    }
    let height = sign * (y1 - y0);
    let first = x0.floor();
    let last = x1.floor();
    if first == last {
        // The edge stays in one pixel: the part right of its middle is covered.
        let within = 1.0 - ((x0 + x1) / 2.0 - first);
        cover[first as usize] += height * within;
        cover[first as usize + 1] += height * (1.0 - within);
        return;
    }
    let per_x = height / (x1 - x0);
    let mut column = first;
    while column <= last {
        let (a, b) = (x0.max(column), x1.min(column + 1.0));
        let part = per_x * (b - a);
        let within = 1.0 - ((a + b) / 2.0 - column);
        cover[column as usize] += part * within;
        cover[column as usize + 1] += part * (1.0 - within);
        column += 1.0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn shoelace(corners: &[Point]) -> f64 {
        let next = corners.iter().cycle().skip(1);
        corners.iter().zip(next).map(|(a, b)| a[0] * b[1] - a[1] * b[0]).sum::<f64>().abs() / 2.0
    }

    proptest! {
        #[test]
        fn ink_is_the_area_of_a_triangle(c in proptest::array::uniform6(1.0f64..63.0)) {
            let triangle = [[c[0], c[1]], [c[2], c[3]], [c[4], c[5]]];
            let mut picture = Gray::new(64, 64, 255);
            picture.fill(&triangle, 0);
            // Rounding to 255 shades is all that may be lost, on pixels of the outline alone.
            prop_assert!((picture.ink() - shoelace(&triangle)).abs() < 0.5 / 255.0 * 400.0);
        }

        #[test]
        fn a_square_cut_in_two_leaves_no_gap(a in -20.0f64..84.0, b in -20.0f64..84.0) {
            let mut whole = Gray::new(64, 64, 255);
            whole.fill(&[[0.0, 0.0], [a, 0.0], [b, 64.0], [0.0, 64.0]], 0);
            let mut rest = Gray::new(64, 64, 255);
            rest.fill(&[[a, 0.0], [64.0, 0.0], [64.0, 64.0], [b, 64.0]], 0);
            for (x, y) in whole.pixels.iter().zip(&rest.pixels) {
                if (0.0..=64.0).contains(&a) && (0.0..=64.0).contains(&b) {
                    prop_assert!((i32::from(*x) + i32::from(*y) - 255).abs() <= 1);
                }
            }
        }

        #[test]
        fn nothing_is_drawn_outside(c in proptest::array::uniform8(-500.0f64..500.0)) {
            let corners = [[c[0], c[1]], [c[2], c[3]], [c[4], c[5]], [c[6], c[7]]];
            Gray::new(16, 16, 255).fill(&corners, 0);
        }
    }

    #[test]
    fn a_picture_is_covered_by_a_larger_square() {
        let mut picture = Gray::new(5, 4, 255);
        picture.fill(&[[-9.0, -9.0], [99.0, -9.0], [99.0, 99.0], [-9.0, 99.0]], 7);
        assert!(picture.pixels.iter().all(|&shade| shade == 7));
    }
}
