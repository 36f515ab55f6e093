//! Right-angled axes somewhere in space, and what moves one thing to another's place.

use glam::{DMat3, DVec3};

/// An origin and three axes of length one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Frame {
    pub origin: DVec3,
    pub x: DVec3,
    pub y: DVec3,
    pub z: DVec3,
}

impl Frame {
    /// Axes along `z` and, as near as that allows, `x`.
    pub fn new(origin: DVec3, z: Option<DVec3>, x: Option<DVec3>) -> Self {
        let z = z.and_then(DVec3::try_normalize).unwrap_or(DVec3::Z);
        let across =
            |x: DVec3| (x - z * x.dot(z)).try_normalize().filter(|flat| flat.dot(x) > 1e-9 * x.length());
        let x = x.and_then(across).or_else(|| across(DVec3::X)).unwrap_or_else(|| z.any_orthonormal_vector());
        Self { origin, x, y: z.cross(x), z }
    }

    /// A point of space along the axes.
    pub fn local(&self, point: DVec3) -> DVec3 {
        let away = point - self.origin;
        DVec3::new(away.dot(self.x), away.dot(self.y), away.dot(self.z))
    }

    /// The direction at an angle from x towards y, and the one a quarter further.
    pub fn around(&self, angle: f64) -> (DVec3, DVec3) {
        let (sin, cos) = libm::sincos(angle);
        (self.x * cos + self.y * sin, self.y * cos - self.x * sin)
    }

    /// The same axes with those across x turned about.
    pub fn flipped(&self) -> Self {
        Self { y: -self.y, z: -self.z, ..*self }
    }

    /// Everything so many times as far from the origin of space.
    pub fn scaled(&self, factor: f64) -> Self {
        Self { origin: self.origin * factor, ..*self }
    }
}

/// Turns, stretches evenly, and shifts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Motion {
    /// Columns of one length, which is how much it stretches.
    pub turn: DMat3,
    pub shift: DVec3,
}

impl Motion {
    pub const NONE: Self = Self { turn: DMat3::IDENTITY, shift: DVec3::ZERO };

    /// Stretches.
    pub fn stretch(factor: f64) -> Self {
        Self { turn: DMat3::IDENTITY * factor, shift: DVec3::ZERO }
    }

    /// What takes one frame to another.
    pub fn between(from: &Frame, to: &Frame) -> Self {
        let axes = |frame: &Frame| DMat3::from_cols(frame.x, frame.y, frame.z);
        let turn = axes(to) * axes(from).transpose();
        Self { turn, shift: to.origin - turn * from.origin }
    }

    pub fn point(&self, point: DVec3) -> DVec3 {
        self.turn * point + self.shift
    }

    /// A normal after the motion; it stays on the side where it was.
    pub fn normal(&self, normal: DVec3) -> DVec3 {
        (self.turn * normal).normalize_or(normal)
    }

    /// This, and then `outer`.
    pub fn then(&self, outer: &Self) -> Self {
        Self { turn: outer.turn * self.turn, shift: outer.point(self.shift) }
    }

    /// How many times as large things become.
    pub fn factor(&self) -> f64 {
        self.turn.x_axis.length()
    }

    /// Whether it makes mirror images.
    pub fn mirrors(&self) -> bool {
        self.turn.determinant() < 0.0
    }
}
