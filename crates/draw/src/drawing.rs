//! A drawing: plain polylines in model units, before anyone decides on pixels, colours or widths.

use serde::Serialize;

/// The lines of one view. x runs along the view's right, y along its up, in model units.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Drawing {
    /// Lines that nothing hides.
    pub visible: Vec<Stroke>,
    /// Lines behind some face.
    pub hidden: Vec<Stroke>,
}

/// One curve, or the part of it that is visible or hidden.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Stroke {
    /// Why the line is there.
    pub kind: Kind,
    /// At least two points. A straight line has two; a closed curve ends where it begins.
    pub points: Vec<[f64; 2]>,
}

/// Why a line is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// Two faces meet at an angle.
    Edge,
    /// A curved face turns away from the eye.
    Outline,
}

impl Drawing {
    /// Lower left and upper right corner around all finite points; `None` without any.
    pub fn bounds(&self) -> Option<[[f64; 2]; 2]> {
        let points = self.visible.iter().chain(&self.hidden).flat_map(|stroke| &stroke.points);
        let mut points = points.filter(|p| p[0].is_finite() && p[1].is_finite());
        let &first = points.next()?;
        Some(points.fold([first, first], |[low, high], p| {
            [[low[0].min(p[0]), low[1].min(p[1])], [high[0].max(p[0]), high[1].max(p[1])]]
        }))
    }
}
