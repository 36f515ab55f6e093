//! Drawings as pixels.

use crate::{Drawing, Frame, Hidden, Stroke, Style, StyleError};
use spatiq_raster::{Pen, Rgb};

/// The drawing in pixels: hidden lines first, visible ones over them. `extent` is the longest edge of the model's box
/// in space.
pub fn picture(drawing: &Drawing, style: &Style, extent: f64) -> Result<Rgb, StyleError> {
    let frame = Frame::new(drawing, style, extent)?;
    let mut picture = Rgb::new(style.size, style.size, style.ground.unwrap_or([255; 3]));
    let lines = |strokes: &[Stroke]| strokes.iter().map(|stroke| frame.line(stroke)).collect::<Vec<_>>();
    if style.hidden_lines != Hidden::Off {
        let pen = Pen { width: style.hidden.width, dash: style.dash() };
        picture.stroke(&lines(&drawing.hidden), &pen, style.hidden.colour);
    }
    let pen = Pen { width: style.visible.width, dash: None };
    picture.stroke(&lines(&drawing.visible), &pen, style.visible.colour);
    Ok(picture)
}

/// The drawing as a PNG file: [`picture`], encoded.
pub fn png(drawing: &Drawing, style: &Style, extent: f64) -> Result<Vec<u8>, StyleError> {
    Ok(picture(drawing, style, extent)?.encode())
}
