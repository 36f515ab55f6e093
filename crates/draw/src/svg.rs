//! Drawings as SVG files that a person can open and edit: two layers, one path for each line, smooth curves as Béziers.

use crate::curve::CHORD;
use crate::fit::{self, Path, Segment};
use crate::{Drawing, Frame, Hidden, Kind, Line, Stroke, Style, StyleError};
use std::fmt::Write;

/// How far, in pixels, a fitted curve may be from the line.
const TOLERANCE: f64 = 0.018;

/// The same as a share of the picture's size: small pictures must stand being enlarged.
const RELATIVE_TOLERANCE: f64 = 0.9e-4;

/// The drawing as an SVG file. `extent` is the longest edge of the model's box in space.
pub fn svg(drawing: &Drawing, style: &Style, extent: f64, title: Option<&str>) -> Result<String, StyleError> {
    let frame = Frame::new(drawing, style, extent)?;
    let size = style.size;
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" \
         xmlns:inkscape=\"http://www.inkscape.org/namespaces/inkscape\" \
         width=\"{size}\" height=\"{size}\" viewBox=\"0 0 {size} {size}\">\n"
    );
    if let Some(title) = title {
        text += &format!("<title>{}</title>\n", escaped(title));
    }
    if let Some(ground) = style.ground {
        text += &format!("<rect width=\"{size}\" height=\"{size}\" fill=\"{}\"/>\n", hex(ground));
    }
    let writer = Writer {
        frame,
        tolerance: TOLERANCE.min(RELATIVE_TOLERANCE * size as f64),
        sampling: CHORD * extent * frame.scale(),
    };
    if style.hidden_lines != Hidden::Off {
        writer.layer(&mut text, "hidden", &style.hidden, style.dash(), &drawing.hidden);
    }
    writer.layer(&mut text, "visible", &style.visible, None, &drawing.visible);
    text += "</svg>\n";
    Ok(text)
}

struct Writer {
    frame: Frame,
    tolerance: f64,
    sampling: f64,
}

impl Writer {
    fn layer(&self, text: &mut String, name: &str, line: &Line, dash: Option<[f64; 2]>, strokes: &[Stroke]) {
        *text += &format!(
            "<g id=\"{name}\" class=\"{name}\" inkscape:groupmode=\"layer\" inkscape:label=\"{name}\" \
             fill=\"none\" stroke=\"{}\" stroke-width=\"{}\" stroke-linecap=\"round\" stroke-linejoin=\"round\"",
            hex(line.colour),
            line.width
        );
        if let Some([on, off]) = dash {
            *text += &format!(" stroke-dasharray=\"{on} {off}\"");
        }
        *text += ">\n";
        for stroke in strokes {
            let points = self.frame.line(stroke);
            let Some(path) = fit::fit(&points, self.tolerance, self.sampling) else { continue };
            let class = match stroke.kind {
                Kind::Edge => "edge",
                Kind::Outline => "outline",
            };
            *text += &format!("<path class=\"{class}\" d=\"");
            path_data(text, &path);
            *text += "\"/>\n";
        }
        *text += "</g>\n";
    }
}

fn path_data(text: &mut String, path: &Path) {
    command(text, 'M', &[path.start]);
    for (i, segment) in path.segments.iter().enumerate() {
        match segment {
            // `Z` draws the last straight line of a closed path.
            Segment::Line(_) if path.closed && i + 1 == path.segments.len() => {}
            Segment::Line(to) => command(text, 'L', &[*to]),
            Segment::Curve(points) => command(text, 'C', points),
        }
    }
    if path.closed {
        text.push('Z');
    }
}

fn command(text: &mut String, letter: char, points: &[[f64; 2]]) {
    text.push(letter);
    for (i, value) in points.iter().flatten().enumerate() {
        if i > 0 {
            text.push(' ');
        }
        number(text, *value);
    }
}

/// A number with at most three decimals, and none that say nothing.
fn number(text: &mut String, value: f64) {
    let thousandths = (value * 1000.0).round() as i64;
    if thousandths < 0 {
        text.push('-');
    }
    let (whole, rest) = (thousandths.unsigned_abs() / 1000, thousandths.unsigned_abs() % 1000);
    write!(text, "{whole}").expect("text grows");
    if rest > 0 {
        let digits = format!(".{rest:03}");
        *text += digits.trim_end_matches('0');
    }
}

fn hex([r, g, b]: [u8; 3]) -> String {
    format!("#{r:02x}{g:02x}{b:02x}")
}

/// Text that may stand in an XML file.
fn escaped(text: &str) -> String {
    let mut safe = String::new();
    for letter in text.chars() {
        match letter {
            '&' => safe += "&amp;",
            '<' => safe += "&lt;",
            '>' => safe += "&gt;",
            // XML has no way to write these.
            '\u{fffe}' | '\u{ffff}' => {}
            _ if letter.is_control() && letter != '\n' && letter != '\t' => {}
            _ => safe.push(letter),
        }
    }
    safe
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_as_short_as_they_can_be() {
        for (value, expected) in [
            (0.0, "0"),
            (-0.0001, "0"),
            (12.5, "12.5"),
            (-0.25, "-0.25"),
            (7.14159, "7.142"),
            (1e6, "1000000"),
        ] {
            let mut text = String::new();
            number(&mut text, value);
            assert_eq!(text, expected);
        }
    }

    #[test]
    fn a_title_cannot_break_out() {
        assert_eq!(escaped("a<b & c>\u{0}\u{7}d\n"), "a&lt;b &amp; c&gt;d\n");
    }
}
