//! Where something stands: a turn (or a mirror image) and a shift.

use glam::{DMat3, DVec3};

/// A rigid placement. `turn` has orthonormal columns: the local axes as the world sees them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Placement {
    /// Local axes in world coordinates; a determinant of -1 mirrors.
    pub turn: DMat3,
    /// The local origin in world coordinates.
    pub shift: DVec3,
}

impl Placement {
    /// Nothing moved.
    pub const IDENTITY: Self = Self { turn: DMat3::IDENTITY, shift: DVec3::ZERO };

    /// Turned by `quarters` right angles about an axis (0, 1, 2 for x, y, z), exactly, then shifted.
    pub fn quarter_turns(axis: usize, quarters: u32, shift: DVec3) -> Self {
        let (sin, cos) = [(0.0, 1.0), (1.0, 0.0), (0.0, -1.0), (-1.0, 0.0)][quarters as usize % 4];
        let mut columns = [[0.0; 3]; 3];
        let (next, last) = ((axis + 1) % 3, (axis + 2) % 3);
        columns[axis][axis] = 1.0;
        columns[next][next] = cos;
        columns[next][last] = sin;
        columns[last][next] = -sin;
        columns[last][last] = cos;
        Self { turn: DMat3::from_cols_array_2d(&columns), shift }
    }

    /// A local point in world coordinates.
    pub fn to_world(&self, point: DVec3) -> DVec3 {
        self.turn * point + self.shift
    }

    /// A world point in local coordinates.
    pub fn to_local(&self, point: DVec3) -> DVec3 {
        self.direction_to_local(point - self.shift)
    }

    /// A world direction in local coordinates.
    pub fn direction_to_local(&self, direction: DVec3) -> DVec3 {
        // The inverse of a matrix with orthonormal columns is its transpose.
        DVec3::new(
            self.turn.x_axis.dot(direction),
            self.turn.y_axis.dot(direction),
            self.turn.z_axis.dot(direction),
        )
    }

    /// This placement, and then `outer`.
    pub fn within(&self, outer: &Self) -> Self {
        Self { turn: outer.turn * self.turn, shift: outer.to_world(self.shift) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quarter_about_z_takes_x_to_y() {
        let placement = Placement::quarter_turns(2, 1, DVec3::new(0.0, 0.0, 5.0));
        assert_eq!(placement.to_world(DVec3::X), DVec3::new(0.0, 1.0, 5.0));
        assert_eq!(placement.to_local(DVec3::new(0.0, 1.0, 5.0)), DVec3::X);
    }

    #[test]
    fn four_quarters_are_none_about_every_axis() {
        for axis in 0..3 {
            let quarter = Placement::quarter_turns(axis, 1, DVec3::ZERO);
            let four = quarter.within(&quarter).within(&quarter).within(&quarter);
            assert_eq!(four.to_world(DVec3::new(1.0, 2.0, 3.0)), DVec3::new(1.0, 2.0, 3.0));
            assert!(quarter.turn.determinant() > 0.0);
        }
    }
}
