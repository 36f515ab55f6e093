//! Filling polygons, each pixel weighed by the exact area that is covered.
//!
//! Cost: the polygon's height times (its width + its edges).

use crate::cover::{Edge, add_edge, blend};
use crate::{Gray, Point};

impl Gray {
    /// Paints a polygon without holes, given by its corners in either direction, over what is there.
    pub fn fill(&mut self, corners: &[Point], shade: u8) {
        let Some((top, bottom)) = bounds(corners, 1, self.height) else { return };
        let Some((left, right)) = bounds(corners, 0, self.width) else { return };
        let next = corners.iter().cycle().skip(1);
        let edges: Vec<Edge> = corners.iter().zip(next).map(|(&from, &to)| Edge::new(from, to)).collect();
        let mut row_cover = vec![0.0f64; right - left + 2];
        for y in top..bottom {
            row_cover.fill(0.0);
            for edge in &edges {
                add_edge(&mut row_cover, edge, y as f64, left as f64, right as f64);
            }
            let row = &mut self.pixels[y * self.width + left..y * self.width + right];
            let mut sum = 0.0;
            for (pixel, step) in row.iter_mut().zip(&row_cover) {
                sum += step;
                *pixel = blend(*pixel, shade, f64::min(f64::abs(sum), 1.0));
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
    fn a_polygon_that_leaves_the_picture_is_weighed_as_if_the_picture_went_on() {
        let moved =
            |by: f64| [[-7.3, 2.1], [30.0, 4.9], [22.0, 15.0], [-9.0, 11.0]].map(|p| [p[0] + by, p[1]]);
        let (mut small, mut large) = (Gray::new(16, 16, 255), Gray::new(64, 16, 255));
        small.fill(&moved(0.0), 0);
        large.fill(&moved(20.0), 0);
        for (x, y) in (0..16).flat_map(|x| (0..16).map(move |y| (x, y))) {
            assert!(small.at(x, y).abs_diff(large.at(x + 20, y)) <= 1, "{x} {y}");
        }
    }

    #[test]
    fn a_picture_is_covered_by_a_larger_square() {
        let mut picture = Gray::new(5, 4, 255);
        picture.fill(&[[-9.0, -9.0], [99.0, -9.0], [99.0, 99.0], [-9.0, 99.0]], 7);
        assert!(picture.pixels.iter().all(|&shade| shade == 7));
    }
}
