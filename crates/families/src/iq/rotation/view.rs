//! Where an object is looked at from.
//!
//! The object is first turned by the *horizontal* angle about its own vertical axis y, then tilted by the *vertical*
//! angle about the picture's horizontal axis; an upright object tilted by 0° to 90° shows its top. There is no roll,
//! so the y axis always stands upright in the picture (upside down for vertical angles between 90° and 270°). The
//! projection is orthographic.

use serde::{Deserialize, Serialize};

/// The two angles of a view in degrees, each in [θ + 15, θ + 75) for θ one of 0, 90, 180, 270.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct View {
    /// The tilt about the picture's horizontal axis.
    pub vertical: f64,
    /// The turn about the object's vertical axis.
    pub horizontal: f64,
}

/// The object's axes as a view shows them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Projection {
    /// Where a step along each axis leads in the picture, x to the right and y down.
    pub picture_from_axis: [[f64; 2]; 3],
    /// How far a step along each axis leads towards the viewer. A face looks at the viewer when its normal does.
    pub toward_viewer: [f64; 3],
}

impl View {
    /// The view's projection.
    pub fn projection(&self) -> Projection {
        let (v_sin, v_cos) = sin_cos_deg(self.vertical);
        let (h_sin, h_cos) = sin_cos_deg(self.horizontal);
        Projection {
            picture_from_axis: [[h_cos, -h_sin * v_sin], [0.0, -v_cos], [h_sin, h_cos * v_sin]],
            toward_viewer: [-h_sin * v_cos, v_sin, h_cos * v_cos],
        }
    }
}

impl Projection {
    /// A place of the object in the picture, in cube sides from where the object's origin is shown.
    pub fn picture(&self, place: [f64; 3]) -> [f64; 2] {
        let along = |k: usize| (0..3).map(|axis| place[axis] * self.picture_from_axis[axis][k]).sum();
        [along(0), along(1)]
    }

    /// How near a cube is to the viewer. Of two cubes of which one hides part of the other, it is the nearer: where
    /// their pictures overlap, the one in front lies on the viewer's side along every axis that tells them apart.
    pub fn nearness(&self, cube: [i32; 3]) -> f64 {
        (0..3).map(|axis| f64::from(cube[axis]) * self.toward_viewer[axis]).sum()
    }

    /// The side (1 or -1) on which a cube's face across the axis looks at the viewer.
    pub fn visible_side(&self, axis: usize) -> i32 {
        if self.toward_viewer[axis] > 0.0 { 1 } else { -1 }
    }

    /// The thinner extent of a cube face across the axis, in cube sides: its picture is a parallelogram, whose area
    /// is how far its normal leads to the viewer, and this is its lesser height.
    pub fn face_thickness(&self, axis: usize) -> f64 {
        let side = |other: usize| {
            let [x, y] = self.picture_from_axis[other];
            (x * x + y * y).sqrt()
        };
        self.toward_viewer[axis].abs() / side((axis + 1) % 3).max(side((axis + 2) % 3))
    }
}

fn sin_cos_deg(angle_deg: f64) -> (f64, f64) {
    let angle_rad = angle_deg * (std::f64::consts::PI / 180.0);
    (libm::sin(angle_rad), libm::cos(angle_rad))
}
