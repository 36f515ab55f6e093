//! Which part of the model a picture shows: from model units to pixels.

use crate::style::positive;
use crate::{Drawing, Stroke, Style, StyleError};

/// Farther out, in pixels, nobody looks; numbers in files stay short.
const FAR: f64 = 1e6;

/// The mapping from model units to pixels for one drawing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Frame {
    center: [f64; 2],
    scale: f64,
    middle: f64,
}

impl Frame {
    /// The square of side `view_box * extent` around the middle of the drawing's own lines, or around the origin if
    /// there are none. `extent` is the longest edge of the model's box in space, the same for all views of a model.
    pub fn new(drawing: &Drawing, style: &Style, extent: f64) -> Result<Self, StyleError> {
        style.check()?;
        let scale = style.size as f64 / (style.view_box * extent);
        if !positive(extent) || !positive(scale) {
            return Err(StyleError::Extent(extent));
        }
        let center = drawing.bounds().map_or([0.0; 2], |[low, high]| {
            // Halved first, so that the sum of huge numbers stays finite.
            [low[0] / 2.0 + high[0] / 2.0, low[1] / 2.0 + high[1] / 2.0]
        });
        Ok(Self { center, scale, middle: style.size as f64 / 2.0 })
    }

    /// The least view box that shows all lines of a drawing: its longest edge, in extents of the model.
    pub fn least_view_box(drawing: &Drawing, extent: f64) -> f64 {
        drawing.bounds().map_or(0.0, |[low, high]| f64::max(high[0] - low[0], high[1] - low[1]) / extent)
    }

    /// Pixels for each model unit.
    pub fn scale(&self) -> f64 {
        self.scale
    }

    /// Where a point of the drawing lies in the picture: x to the right, y down, in pixels.
    pub fn to_pixels(&self, point: [f64; 2]) -> [f64; 2] {
        [
            self.middle + (point[0] - self.center[0]) * self.scale,
            self.middle - (point[1] - self.center[1]) * self.scale,
        ]
    }

    /// The points of a stroke in pixels. Those that are not finite are left out.
    pub(crate) fn line(&self, stroke: &Stroke) -> Vec<[f64; 2]> {
        let pixels = stroke.points.iter().map(|&point| self.to_pixels(point));
        pixels.filter(|p| !p[0].is_nan() && !p[1].is_nan()).map(|p| p.map(|v| v.clamp(-FAR, FAR))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Kind;

    fn drawing(points: &[[f64; 2]]) -> Drawing {
        let stroke = Stroke { kind: Kind::Edge, points: points.to_vec() };
        Drawing { visible: vec![stroke], hidden: Vec::new() }
    }

    #[test]
    fn the_middle_of_the_lines_is_the_middle_of_the_picture() {
        let frame = Frame::new(&drawing(&[[3.0, 5.0], [5.0, 9.0]]), &Style::PAPER, 4.0).unwrap();
        assert_eq!(frame.to_pixels([4.0, 7.0]), [100.0, 100.0]);
        let upper_right = frame.to_pixels([4.0 + 3.4, 7.0 + 3.4]);
        assert!((upper_right[0] - 200.0).abs() < 1e-9 && upper_right[1].abs() < 1e-9);
    }

    #[test]
    fn the_least_view_box_reaches_from_end_to_end() {
        let drawing = drawing(&[[3.0, 5.0], [5.0, 9.0]]);
        assert_eq!(Frame::least_view_box(&drawing, 2.0), 2.0);
        let style = Style { view_box: 2.0, ..Style::PAPER };
        let frame = Frame::new(&drawing, &style, 2.0).unwrap();
        assert_eq!((frame.to_pixels([3.0, 5.0])[1], frame.to_pixels([5.0, 9.0])[1]), (200.0, 0.0));
        assert_eq!(Frame::least_view_box(&Drawing::default(), 2.0), 0.0);
    }

    #[test]
    fn without_lines_the_origin_is_in_the_middle() {
        for points in [&[][..], &[[f64::NAN, 0.0], [f64::INFINITY, 2.0]]] {
            let frame = Frame::new(&drawing(points), &Style::PAPER, 1.0).unwrap();
            assert_eq!(frame.to_pixels([0.0, 0.0]), [100.0, 100.0]);
        }
    }

    #[test]
    fn a_model_without_extent_is_refused() {
        for extent in [0.0, -1.0, f64::INFINITY, 1e-320] {
            let refused = Frame::new(&drawing(&[]), &Style::PAPER, extent);
            assert_eq!(refused, Err(StyleError::Extent(extent)));
        }
        assert!(Frame::new(&drawing(&[]), &Style::PAPER, f64::NAN).is_err());
    }
}
