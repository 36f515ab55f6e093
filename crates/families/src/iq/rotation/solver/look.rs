//! A view as a picture shows it, with the size of its cubes.
//!
//! Whatever the true angles, a picture can be described as one with a horizontal angle between 0° and 90° and a
//! vertical one between -90° and 90°, of an object in one of its 24 poses. In that frame faces across x look to the
//! left and faces across z to the right. With s the cube's side in pixels, v and h the angles, the steps along the
//! axes are
//!
//! ```text
//! x = (s cos h, ∓ s sin h sin v)    y = (0, s cos v)    z = (s sin h, ± s cos h sin v)
//! ```
//!
//! so any two of the three give s, v and h.

use crate::iq::rotation::draw::line_width;
use crate::iq::rotation::view::{Projection, View};
use spatiq_raster::Point;

/// A view and the size of its cubes.
#[derive(Clone, Copy, Debug)]
pub struct Look {
    /// The view's projection.
    pub projection: Projection,
    /// A step along each axis in pixels.
    pub steps: [Point; 3],
    /// A cube's side in pixels.
    pub scale: f64,
    /// The tilt, not negative, and the turn, in radians.
    pub angles: [f64; 2],
    /// Whether undersides are seen.
    pub below: bool,
}

impl Look {
    /// The look with these angles (in radians) and cubes of that many pixels.
    pub fn new(below: bool, scale: f64, [v, h]: [f64; 2]) -> Self {
        let vertical = if below { 360.0 - v.to_degrees() } else { v.to_degrees() };
        let projection = View { vertical, horizontal: h.to_degrees() }.projection();
        let steps = projection.picture_from_axis.map(|step| step.map(|k| k * scale));
        Self { projection, steps, scale, angles: [v, h], below }
    }

    /// Solves for the look that has two given steps.
    pub fn from_steps(below: bool, (a, p): (usize, Point), (b, q): (usize, Point)) -> Option<Self> {
        let [px, py, qx, qy] = [p[0].abs(), p[1].abs(), q[0].abs(), q[1].abs()];
        let (scale, v, h) = match (a, b) {
            (0, 2) => {
                let sine = (py * qy / (px * qx)).sqrt();
                ((px * px + qx * qx).sqrt(), libm::asin(sine.min(1.0)), libm::atan2(qx, px))
            }
            _ => {
                // Eliminating the angles leaves t² - t (px² + py² + qy²) + px² qy² = 0 for t = s².
                let half = (px * px + py * py + qy * qy) / 2.0;
                let scale = (half + (half * half - px * px * qy * qy).max(0.0).sqrt()).sqrt();
                let turn = libm::acos((px / scale).min(1.0));
                let h = if a == 0 { turn } else { std::f64::consts::FRAC_PI_2 - turn };
                (scale, libm::acos((qy / scale).min(1.0)), h)
            }
        };
        let allowed = |angle: f64| (14.0..76.0).contains(&angle.to_degrees());
        (allowed(v) && allowed(h)).then(|| Self::new(below, scale, [v, h]))
    }

    /// The thickness of a face across the axis between its lines, in pixels.
    pub fn inner_thickness(&self, axis: usize, size: f64) -> f64 {
        self.projection.face_thickness(axis) * self.scale - line_width(self.scale, size)
    }

    /// The pixels of pure shade that a whole face across the axis has: those that neither its lines nor the mixed
    /// pixels beside them take.
    pub fn patch_area(&self, axis: usize, size: f64) -> f64 {
        let margin = line_width(self.scale, size) / 2.0 + 0.55;
        let whole = self.projection.toward_viewer[axis].abs() * self.scale * self.scale;
        let left = |other: usize| {
            let [x, y] = self.steps[other % 3];
            (1.0 - 2.0 * margin * (x * x + y * y).sqrt() / whole).max(0.0)
        };
        whole * left(axis + 1) * left(axis + 2)
    }

    /// Whether the two can hardly be told apart.
    pub fn is_near(&self, other: &Self) -> bool {
        let close = |k: usize| (self.angles[k] - other.angles[k]).abs() < 0.02;
        close(0) && close(1) && (self.scale / other.scale - 1.0).abs() < 0.02
    }

    /// The cube's centre, given the middle of its visible face across the axis.
    pub fn cube_behind(&self, face: Point, axis: usize) -> Point {
        let half = 0.5 * f64::from(self.projection.visible_side(axis));
        [face[0] - half * self.steps[axis][0], face[1] - half * self.steps[axis][1]]
    }
}
