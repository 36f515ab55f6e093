//! A drawing as plain lists of points, rounded so that files stay short.

use crate::{Drawing, Stroke};
use serde::{Deserialize, Serialize};

/// Digits kept of the drawing's size.
const DIGITS: i32 = 6;

/// The largest power of ten that is exact in a `f64`, and thus rounds cleanly.
const MOST_EXACT: i32 = 22;

/// A line as points; x runs to the right, y up, in model units.
type Polyline = Vec<[f64; 2]>;

/// The lines of a drawing without anything else: what a JSON file holds.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Points {
    /// Lines that nothing hides.
    pub visible: Vec<Polyline>,
    /// Lines behind some face.
    pub hidden: Vec<Polyline>,
}

impl Drawing {
    /// The lines as plain points, rounded to about six digits of the drawing's size. Points that are not finite, and
    /// lines that have no others, are left out.
    pub fn points(&self) -> Points {
        let size = self.bounds().map_or(0.0, |[low, high]| f64::max(high[0] - low[0], high[1] - low[1]));
        let grid = Grid::new(size);
        let lines = |strokes: &[Stroke]| {
            strokes.iter().map(|stroke| grid.line(stroke)).filter(|line| !line.is_empty()).collect()
        };
        Points { visible: lines(&self.visible), hidden: lines(&self.hidden) }
    }
}

/// Decimal places, by powers of ten that are exact.
enum Grid {
    /// So many to a unit.
    Fine(f64),
    /// One every so many units.
    Coarse(f64),
    /// No such power is exact.
    None,
}

impl Grid {
    fn new(size: f64) -> Self {
        let places = DIGITS - decimal_exponent(size);
        let power = (0..places.abs().min(MOST_EXACT)).fold(1.0, |power, _| power * 10.0);
        if places.abs() > MOST_EXACT {
            Self::None
        } else if places >= 0 {
            Self::Fine(power)
        } else {
            Self::Coarse(power)
        }
    }

    fn line(&self, stroke: &Stroke) -> Polyline {
        let finite = stroke.points.iter().filter(|p| p[0].is_finite() && p[1].is_finite());
        finite.map(|p| p.map(|v| self.round(v))).collect()
    }

    fn round(&self, value: f64) -> f64 {
        let rounded = match self {
            Self::Fine(power) => (value * power).round() / power,
            Self::Coarse(power) => (value / power).round() * power,
            Self::None => value,
        };
        // Huge coordinates of a small drawing cannot be scaled; and there shall be no -0.
        if rounded.is_finite() { rounded + 0.0 } else { value }
    }
}

/// The power of ten of a number's first digit; 0 for zero and what is not a number.
fn decimal_exponent(size: f64) -> i32 {
    if !crate::style::positive(size) {
        return 0;
    }
    let mut exponent = 0;
    let mut left = size;
    while left >= 10.0 {
        left /= 10.0;
        exponent += 1;
    }
    while left < 1.0 {
        left *= 10.0;
        exponent -= 1;
    }
    exponent
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Kind;

    fn points(scale: f64) -> Points {
        let line = vec![[0.0, -1e-12 * scale], [scale / 3.0, 2.0 * scale]];
        let hidden = vec![
            Stroke { kind: Kind::Outline, points: line },
            Stroke { kind: Kind::Edge, points: vec![[f64::NAN, 0.0]] },
        ];
        Drawing { visible: Vec::new(), hidden }.points()
    }

    #[test]
    fn the_file_has_plain_short_numbers() {
        let json = serde_json::to_string(&points(1.0)).unwrap();
        assert_eq!(json, r#"{"visible":[],"hidden":[[[0.0,0.0],[0.333333,2.0]]]}"#);
        assert_eq!(serde_json::from_str::<Points>(&json).unwrap(), points(1.0));
    }

    #[test]
    fn models_of_any_size_keep_six_digits() {
        for (scale, expected) in [(1e-9, 0.333333e-9), (1e9, 0.333333e9), (1e-200, 1e-200 / 3.0)] {
            assert_eq!(points(scale).hidden[0][1][0], expected, "{scale}");
        }
    }
}
