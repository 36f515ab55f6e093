//! Faces laid flat: the plane in which a face is cut into triangles, and the way back to its surface.

use crate::frame::Frame;
use crate::surface::{Spot, Surface};
use glam::{DVec2, DVec3};
use std::sync::Arc;

/// A plane that stands for a surface.
#[derive(Clone, Debug)]
pub(crate) enum Chart {
    /// The parameters of the surface, each measured in steps of its own.
    Parameters { surface: Arc<Surface>, steps: DVec2 },
    /// A sphere, seen from the point of it that is opposite to where z leads: angles stay angles, and nowhere is there a seam.
    Sphere { frame: Frame, radius: f64, step: f64 },
}

impl Chart {
    /// The point over a place of the plane, and the normal there, the way the surface has it.
    pub fn at(&self, place: DVec2) -> (DVec3, Option<DVec3>) {
        match self {
            Self::Parameters { surface, steps } => {
                let spot: Spot = surface.at(place * *steps);
                (spot.point, spot.normal())
            }
            Self::Sphere { frame, radius, step } => {
                let flat = place * *step;
                let squared = flat.length_squared();
                let local = DVec3::new(flat.x, flat.y, 1.0 - squared / 4.0) / (1.0 + squared / 4.0);
                let normal = frame.x * local.x + frame.y * local.y + frame.z * local.z;
                (frame.origin + normal * *radius, Some(normal))
            }
        }
    }

    /// How many times as long a step of the plane is at a place as where the face is seen without distortion.
    pub fn stretch(&self, place: DVec2) -> f64 {
        match self {
            Self::Parameters { .. } => 1.0,
            Self::Sphere { step, .. } => 1.0 + (place * *step).length_squared() / 4.0,
        }
    }

    /// A box around the places where a step is less than so many times as long; `None` if that is everywhere.
    pub fn within(&self, stretch: f64) -> Option<[DVec2; 2]> {
        match self {
            Self::Parameters { .. } => None,
            Self::Sphere { step, .. } => {
                let reach = DVec2::splat(2.0 * libm::sqrt((stretch - 1.0).max(0.0)) / step);
                Some([-reach, reach])
            }
        }
    }

    /// The place of a point of a sphere.
    pub fn on_sphere(frame: &Frame, step: f64, point: DVec3) -> DVec2 {
        let local = frame.local(point).normalize_or(DVec3::Z);
        local.truncate() * (2.0 / (1.0 + local.z).max(1e-12)) / step
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sphere_laid_flat_comes_back_round() {
        let frame = Frame::new(DVec3::new(1.0, 2.0, 3.0), Some(DVec3::new(1.0, -1.0, 0.5)), None);
        let chart = Chart::Sphere { frame, radius: 2.0, step: 0.1 };
        for k in 0..40 {
            let place = DVec2::new(f64::from(k) - 20.0, f64::from(k * 7 % 40) - 20.0);
            let (point, normal) = chart.at(place);
            assert!((point.distance(frame.origin) - 2.0).abs() < 1e-12);
            assert!(normal.unwrap().distance((point - frame.origin) / 2.0) < 1e-12);
            assert!(Chart::on_sphere(&frame, 0.1, point).distance(place) < 1e-9);
        }
    }
}
