//! How a drawing looks on paper: size, colours, widths, and what becomes of hidden lines.

use thiserror::Error;

/// Wider lines, and longer dashes, in pixels, are refused.
const WIDEST: f64 = 1000.0;

/// Shorter dashes and gaps, in pixels, are refused.
const SHORTEST: f64 = 0.1;

/// How a drawing looks on paper.
///
/// ```
/// use spatiq_draw::{Hidden, Style};
///
/// // CAD imports in the papers fill more of the picture; here hidden lines are dashed, too.
/// let style = Style { view_box: 1.4, hidden_lines: Hidden::Dashed(3.0, 2.0), ..Style::PAPER };
/// assert!(style.check().is_ok());
/// assert!(Style { size: 0, ..style }.check().is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Style {
    /// Width and height of the picture in pixels, 1 to 8192.
    pub size: usize,
    /// The picture shows a square of the model whose side is this times the model's extent.
    pub view_box: f64,
    /// Colour of the ground; `None` is see-through in an SVG and white in a PNG.
    pub ground: Option<[u8; 3]>,
    /// Lines that nothing hides; they lie on top.
    pub visible: Line,
    /// Lines behind some face.
    pub hidden: Line,
    /// What becomes of the lines behind some face.
    pub hidden_lines: Hidden,
}

/// How a kind of line looks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Line {
    /// Red, green, blue.
    pub colour: [u8; 3],
    /// In pixels, whatever the size of the picture.
    pub width: f64,
}

/// What becomes of hidden lines.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Hidden {
    /// They are drawn as the visible ones are.
    Solid,
    /// They are drawn in dashes: so many pixels drawn, so many left out; round ends make dashes longer by a width.
    Dashed(f64, f64),
    /// They are not drawn. The picture is still centred as if they were.
    Off,
}

/// Why a style cannot be drawn.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
pub enum StyleError {
    /// No picture has this size.
    #[error("a picture of {0} pixels a side: 1 to {most} are possible", most = Style::LARGEST)]
    Size(usize),
    /// The square that the picture shows would be empty or endless.
    #[error("the view box must be a positive number, not {0}")]
    ViewBox(f64),
    /// The model would be a point or endless.
    #[error("the extent of the model must be a positive number, not {0}")]
    Extent(f64),
    /// Nobody could see such a line, or nothing else.
    #[error("a line {0} pixels wide: more than 0 and up to {WIDEST} are possible")]
    Width(f64),
    /// Dashes too short to be seen.
    #[error("dashes of {0} and gaps of {1} pixels: {SHORTEST} to {WIDEST} are possible")]
    Dash(f64, f64),
}

impl Style {
    /// Pixels a side of the largest picture.
    pub const LARGEST: usize = 8192;

    /// The drawings of the SPARE3D papers, for solids built from primitives: 200 pixels, hidden lines thin and red
    /// below visible ones in black, on white; 1.7 times the extent is shown. For CAD models it is 1.4 times.
    pub const PAPER: Self = Self {
        size: 200,
        view_box: 1.7,
        ground: Some([255; 3]),
        visible: Line { colour: [0; 3], width: 0.7 },
        hidden: Line { colour: [255, 0, 0], width: 0.35 },
        hidden_lines: Hidden::Solid,
    };

    /// Whether the style can be drawn.
    pub fn check(&self) -> Result<(), StyleError> {
        if !(1..=Self::LARGEST).contains(&self.size) {
            return Err(StyleError::Size(self.size));
        }
        if !positive(self.view_box) {
            return Err(StyleError::ViewBox(self.view_box));
        }
        for line in [self.visible, self.hidden] {
            if !positive(line.width) || line.width > WIDEST {
                return Err(StyleError::Width(line.width));
            }
        }
        match self.hidden_lines {
            Hidden::Dashed(on, off) if ![on, off].iter().all(|v| (SHORTEST..=WIDEST).contains(v)) => {
                Err(StyleError::Dash(on, off))
            }
            _ => Ok(()),
        }
    }

    /// The pattern of hidden lines, if they have one.
    pub(crate) fn dash(&self) -> Option<[f64; 2]> {
        match self.hidden_lines {
            Hidden::Dashed(on, off) => Some([on, off]),
            Hidden::Solid | Hidden::Off => None,
        }
    }
}

/// Whether a number is finite and more than zero.
pub(crate) fn positive(value: f64) -> bool {
    value.is_finite() && value > 0.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_and_numbers_out_of_range_are_refused_by_name() {
        let paper = Style::PAPER;
        assert_eq!(paper.check(), Ok(()));
        assert_eq!(Style { size: 8192, ..paper }.check(), Ok(()));
        for size in [0, 8193, usize::MAX] {
            assert_eq!(Style { size, ..paper }.check(), Err(StyleError::Size(size)));
        }
        for view_box in [0.0, -1.0, f64::INFINITY] {
            assert_eq!(Style { view_box, ..paper }.check(), Err(StyleError::ViewBox(view_box)));
        }
        let thin = Line { width: 0.0, ..paper.hidden };
        assert_eq!(Style { hidden: thin, ..paper }.check(), Err(StyleError::Width(0.0)));
        let hidden_lines = Hidden::Dashed(3.0, 0.0);
        assert_eq!(Style { hidden_lines, ..paper }.check(), Err(StyleError::Dash(3.0, 0.0)));
        assert!(Style { view_box: f64::NAN, ..paper }.check().is_err());
    }
}
