//! The area that convex polygons cover together in one pixel, where they may overlap.
//!
//! The pixel is cut into slabs at the heights of all corners. Within a slab each polygon spans an interval whose ends
//! move linearly, so the length of the intervals' union is linear between the heights at which two ends meet, or one
//! meets a side of the pixel: there it is measured, and trapezoids are added up.

use crate::Point;
use crate::cover::Edge;

/// With more polygons in a pixel than this the exact area would take too long: it is measured at [`SAMPLES`] heights.
const CROWD: usize = 12;

/// The same for the number of slabs.
const MOST_SLABS: usize = 100;

/// Heights at which a crowd is measured.
const SAMPLES: usize = 64;

/// Room for the computation, kept from one pixel to the next.
#[derive(Default)]
pub(crate) struct Union {
    heights: Vec<f64>,
    /// The edges that touch the pixel's row, each with the number of its polygon.
    edges: Vec<(usize, Edge)>,
    spans: Vec<Span>,
    bends: Vec<f64>,
    intervals: Vec<[f64; 2]>,
}

/// The interval of one polygon at the top and at the bottom of a slab: left and right end each, from the pixel's left
/// side.
#[derive(Clone, Copy)]
struct Span {
    left: [f64; 2],
    right: [f64; 2],
}

impl Union {
    /// The area of the pixel with the given top left corner that lies in any of the polygons.
    pub fn area<'a>(&mut self, polygons: impl Iterator<Item = &'a [Point]>, corner: Point) -> f64 {
        let count = self.gather(polygons, corner[1]);
        if self.heights.len() > MOST_SLABS || count > CROWD {
            return self.sampled_area(corner);
        }
        self.heights.sort_unstable_by(f64::total_cmp);
        let mut area = 0.0;
        for i in 1..self.heights.len() {
            let slab = [self.heights[i - 1], self.heights[i]];
            if slab[1] - slab[0] > 1e-9 {
                self.enter(slab, corner[0]);
                area += (slab[1] - slab[0]) * self.mean_length();
            }
        }
        area
    }

    fn sampled_area(&mut self, corner: Point) -> f64 {
        let mut sum = 0.0;
        for i in 0..SAMPLES {
            let y = corner[1] + (i as f64 + 0.5) / SAMPLES as f64;
            self.enter([y, y], corner[0]);
            sum += self.length(0.0);
        }
        sum / SAMPLES as f64
    }

    /// Collects the edges that touch the row at `y`, and the heights of all corners in it; counts the polygons.
    fn gather<'a>(&mut self, polygons: impl Iterator<Item = &'a [Point]>, y: f64) -> usize {
        self.edges.clear();
        self.heights.clear();
        self.heights.extend([y, y + 1.0]);
        let mut count = 0;
        for polygon in polygons {
            let mut from = polygon[polygon.len() - 1];
            for &to in polygon {
                if to[1] > y && to[1] < y + 1.0 {
                    self.heights.push(to[1]);
                }
                if from[1].min(to[1]) < y + 1.0 && from[1].max(to[1]) > y {
                    self.edges.push((count, Edge::new(from, to)));
                }
                from = to;
            }
            count += 1;
        }
        count
    }

    /// Collects what the polygons span in a slab of the pixel in which none of them has a corner.
    fn enter(&mut self, [top, bottom]: [f64; 2], pixel: f64) {
        self.spans.clear();
        let mut open: Option<(usize, [f64; 2])> = None;
        for (polygon, edge) in self.edges.iter().filter(|(_, edge)| edge.crosses(top, bottom)) {
            let line = [edge.x_at(top) - pixel, edge.x_at(bottom) - pixel];
            match open.take() {
                Some((other, first)) if other == *polygon => self.spans.extend(Span::between(first, line)),
                _ => open = Some((*polygon, line)),
            }
        }
    }

    /// The mean length of the union over the slab.
    fn mean_length(&mut self) -> f64 {
        if self.spans.is_empty() {
            return 0.0;
        }
        self.find_bends();
        let (mut sum, mut above) = (0.0, (0.0, self.length(0.0)));
        for i in 0..self.bends.len() {
            let at = self.bends[i];
            let length = self.length(at);
            sum += (at - above.0) * (length + above.1);
            above = (at, length);
        }
        sum / 2.0
    }

    /// Where in the slab, from 0 (top) to 1 (bottom), the length of the union may bend; ends with the bottom.
    fn find_bends(&mut self) {
        self.bends.clear();
        let lines = |span: &Span| [span.left, span.right];
        for (i, span) in self.spans.iter().enumerate() {
            for line in lines(span) {
                self.bends.extend(meeting(line, [0.0; 2]));
                self.bends.extend(meeting(line, [1.0; 2]));
                for other in self.spans[..i].iter().flat_map(lines) {
                    self.bends.extend(meeting(line, other));
                }
            }
        }
        self.bends.push(1.0);
        self.bends.sort_unstable_by(f64::total_cmp);
    }

    /// The length of the union at one height of the slab, from 0 (top) to 1 (bottom).
    fn length(&mut self, at: f64) -> f64 {
        let x = |line: [f64; 2]| (line[0] + (line[1] - line[0]) * at).clamp(0.0, 1.0);
        if let [span] = self.spans[..] {
            return x(span.right) - x(span.left);
        }
        self.intervals.clear();
        for span in &self.spans {
            let left = x(span.left);
            let place = self.intervals.iter().rposition(|other| other[0] <= left).map_or(0, |i| i + 1);
            self.intervals.insert(place, [left, x(span.right)]);
        }
        let (mut sum, mut reached) = (0.0, 0.0);
        for &[left, right] in &self.intervals {
            sum += f64::max(right - left.max(reached), 0.0);
            reached = right.max(reached);
        }
        sum
    }
}

/// Where two lines, given at the top and at the bottom of a slab, cross inside it.
fn meeting(one: [f64; 2], other: [f64; 2]) -> Option<f64> {
    let (top, bottom) = (one[0] - other[0], one[1] - other[1]);
    (top * bottom < 0.0).then(|| top / (top - bottom))
}

impl Span {
    /// What lies between two lines; `None` if it misses the pixel.
    fn between(one: [f64; 2], other: [f64; 2]) -> Option<Self> {
        let (left, right) = if one[0] + one[1] < other[0] + other[1] { (one, other) } else { (other, one) };
        (left[0].min(left[1]) < 1.0 && right[0].max(right[1]) > 0.0).then_some(Self { left, right })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn area(polygons: &[Vec<Point>], corner: Point) -> f64 {
        Union::default().area(polygons.iter().map(Vec::as_slice), corner)
    }

    fn rectangle(x: [f64; 2], y: [f64; 2]) -> Vec<Point> {
        vec![[x[0], y[0]], [x[1], y[0]], [x[1], y[1]], [x[0], y[1]]]
    }

    #[test]
    fn what_two_rectangles_share_counts_once() {
        let pair = [rectangle([3.0, 3.5], [7.0, 8.0]), rectangle([2.0, 9.0], [7.4, 7.6])];
        assert!((area(&pair, [3.0, 7.0]) - 0.6).abs() < 1e-12);
        let twice = [pair[1].clone(), pair[1].clone()];
        assert!((area(&twice, [3.0, 7.0]) - 0.2).abs() < 1e-12);
        assert_eq!(area(&pair, [30.0, 7.0]), 0.0);
    }

    #[test]
    fn crossing_strips_are_weighed_exactly() {
        let diagonal = |flip: f64| {
            let x = |x: f64| 0.5 + flip * (x - 0.5);
            vec![[x(-1.2), -1.0], [x(-0.8), -1.0], [x(2.2), 2.0], [x(1.8), 2.0]]
        };
        let both = area(&[diagonal(1.0), diagonal(-1.0)], [0.0, 0.0]);
        // Each strip is 1 - 0.8^2 = 0.36; their common square has diagonals of 0.4.
        assert!((both - (0.72 - 0.08)).abs() < 1e-12, "{both}");
    }

    #[test]
    fn a_flat_strip_is_weighed_where_it_slides_through_the_pixel() {
        let strip = vec![[-20.0, 0.0], [20.0, 2.0], [20.0, 2.1], [-20.0, 0.1]];
        // Its lower rim leaves through the bottom; the upper one stays 0.05 above it all along.
        let clipped = area(&[strip.clone(), strip], [0.0, 0.0]);
        assert!(clipped < 1e-12, "{clipped}");
        let strip = vec![[-20.0, -0.5], [20.0, 1.5], [20.0, 1.6], [-20.0, -0.4]];
        assert!((area(&[strip.clone(), strip], [0.0, 0.0]) - 0.1).abs() < 1e-12);
    }

    #[test]
    fn a_crowd_of_polygons_is_weighed_nearly() {
        let crowd: Vec<Vec<Point>> =
            (0..200).map(|i| rectangle([0.0, 0.5], [0.0, f64::from(i) / 300.0])).collect();
        assert!((area(&crowd, [0.0, 0.0]) - 0.5 * 199.0 / 300.0).abs() < 0.01);
    }
}
