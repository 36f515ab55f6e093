//! Where something stands, in the numbers of files: a position and a quaternion.
//!
//! A [`Placement`] holds a matrix, files hold four numbers. The four are put on a grid on the way out, so that going
//! back and forth changes nothing after the first time: not one bit of the numbers, and not one of the matrix.

use serde::{Deserialize, Serialize};
use spatiq_geom::{DMat3, DVec3, Placement};

/// The grid on which the components of a turn lie: a millionth of a micrometre at a metre.
const STEPS: f64 = 1e12;

/// Of components that are about equally large, the first is taken for the largest, so that rounding does not decide.
const NEARLY: f64 = 1e-6;

/// Components of quarter turns, which stay what they are: a box on the floor must not tilt by rounding.
const QUARTERS: [f64; 4] = [0.0, 0.5, std::f64::consts::FRAC_1_SQRT_2, 1.0];

/// How close to a quarter turn a turn is one; somewhat more than the grid.
const CLOSE: f64 = 1e-11;

/// A position and a turn.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Pose {
    /// The local origin in world coordinates.
    pub position: [f64; 3],
    /// The turn as a quaternion of length one: w, x, y, z. The largest component is positive.
    pub turn: [f64; 4],
}

impl Pose {
    /// The turn that changes nothing.
    pub const NO_TURN: [f64; 4] = [1.0, 0.0, 0.0, 0.0];

    /// A pose with a turn of any length but 0; nothing if it has none or is not finite.
    pub fn new(position: [f64; 3], turn: [f64; 4]) -> Option<Self> {
        // Divided first, so that squares neither overflow nor vanish.
        let most = turn.iter().fold(0.0, |most: f64, part| most.max(part.abs()));
        if !turn.iter().all(|part| part.is_finite()) || most < f64::MIN_POSITIVE {
            return None;
        }
        Some(Self { position, turn: on_grid(turn.map(|part| part / most)) })
    }

    /// Turned about the vertical.
    pub fn upright(position: [f64; 3], degrees: f64) -> Self {
        let half = degrees.to_radians() / 2.0;
        Self { position, turn: on_grid([libm::cos(half), 0.0, 0.0, libm::sin(half)]) }
    }

    /// The pose of a placement. Quaternions do not mirror: of a placement that does, the pose is that of the
    /// placement with the local x axis the other way.
    pub fn of(placement: &Placement) -> Self {
        Self { position: placement.shift.to_array(), turn: on_grid(quaternion(unmirrored(placement.turn))) }
    }

    /// The placement of this pose; the same bits for the same numbers.
    pub fn placement(&self) -> Placement {
        let [w, x, y, z] = self.turn;
        let turn = [
            [1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y + w * z), 2.0 * (x * z - w * y)],
            [2.0 * (x * y - w * z), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z + w * x)],
            [2.0 * (x * z + w * y), 2.0 * (y * z - w * x), 1.0 - 2.0 * (x * x + y * y)],
        ];
        // Quarter turns come out exact.
        let whole = turn.map(|column| column.map(|part: f64| part.round() + 0.0));
        let apart = turn.as_flattened().iter().zip(whole.as_flattened()).map(|(a, b)| (a - b).abs());
        let quarter = apart.fold(0.0, f64::max) < CLOSE / 100.0;
        let turn = DMat3::from_cols_array_2d(if quarter { &whole } else { &turn });
        Placement { turn, shift: DVec3::from(self.position) }
    }
}

/// A matrix that turns: if this one mirrors, with its first axis the other way.
fn unmirrored(turn: DMat3) -> DMat3 {
    match turn.determinant() < 0.0 {
        true => DMat3::from_cols(-turn.x_axis, turn.y_axis, turn.z_axis),
        false => turn,
    }
}

/// The quaternion of a matrix that turns. Each row below is the quaternion times four times one component; the
/// longest row is the one with the least rounding.
fn quaternion(turn: DMat3) -> [f64; 4] {
    let [a, b, c] = [turn.x_axis, turn.y_axis, turn.z_axis];
    let rows = [
        [1.0 + a.x + b.y + c.z, b.z - c.y, c.x - a.z, a.y - b.x],
        [b.z - c.y, 1.0 + a.x - b.y - c.z, a.y + b.x, c.x + a.z],
        [c.x - a.z, a.y + b.x, 1.0 - a.x + b.y - c.z, b.z + c.y],
        [a.y - b.x, c.x + a.z, b.z + c.y, 1.0 - a.x - b.y + c.z],
    ];
    rows[largest([rows[0][0], rows[1][1], rows[2][2], rows[3][3]])]
}

/// The index of the component that is largest, regardless of sign; of nearly equal ones the first.
fn largest(parts: [f64; 4]) -> usize {
    let most = parts.iter().fold(0.0, |most: f64, part| most.max(part.abs()));
    parts.iter().position(|part| part.abs() >= most * (1.0 - NEARLY)).unwrap_or(0)
}

/// The quaternion of length one along this one whose largest component is positive, and whose other three lie on the
/// grid. The largest follows from these, so the length is one to the last bit and not only to that of the grid.
fn on_grid(turn: [f64; 4]) -> [f64; 4] {
    let length = turn.iter().map(|part| part * part).sum::<f64>().sqrt();
    let chief = largest(turn);
    let scale = length.copysign(turn[chief]);
    let turn = turn.map(|part| part / scale);
    let quarters = turn.map(|part| {
        let close = QUARTERS.iter().find(|exact| (*exact - part.abs()).abs() < CLOSE);
        close.map_or(f64::NAN, |exact| exact.copysign(part) + 0.0)
    });
    if quarters.iter().all(|part| part.is_finite()) {
        return quarters;
    }
    // Adding 0 turns -0 into 0.
    let mut out = turn.map(|part| (part * STEPS).round() / STEPS + 0.0);
    out[chief] = 0.0;
    let others: f64 = out.iter().map(|part| part * part).sum();
    out[chief] = (1.0 - others).sqrt();
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn bits(placement: &Placement) -> Vec<u64> {
        let turn = placement.turn.to_cols_array();
        turn.iter().chain(&placement.shift.to_array()).map(|part| part.to_bits()).collect()
    }

    #[test]
    fn quarter_turns_are_as_they_should_be() {
        for axis in 0..3 {
            for quarters in 0..4 {
                let exact = Placement::quarter_turns(axis, quarters, DVec3::new(1.0, 2.0, 3.0));
                let there = Pose::of(&exact).placement();
                assert_eq!(there, exact);
                assert_eq!(bits(&there), bits(&Pose::of(&there).placement()));
            }
        }
        assert_eq!(Pose::of(&Placement::IDENTITY).turn, Pose::NO_TURN);
    }

    #[test]
    fn a_turn_about_z_takes_x_towards_y() {
        let placement = Pose::upright([0.0; 3], 90.0).placement();
        assert_eq!(placement.to_world(DVec3::X), DVec3::Y);
    }

    #[test]
    fn no_direction_is_no_turn() {
        assert_eq!(Pose::new([0.0; 3], [0.0; 4]), None);
        assert_eq!(Pose::new([0.0; 3], [f64::NAN, 0.0, 0.0, 1.0]), None);
        assert_eq!(Pose::new([0.0; 3], [-1e-300, 0.0, 0.0, 0.0]).unwrap().turn, Pose::NO_TURN);
        assert_eq!(Pose::new([0.0; 3], [1e308, 0.0, 0.0, 0.0]).unwrap().turn, Pose::NO_TURN);
    }

    #[test]
    fn of_a_mirror_image_the_first_axis_is_turned_round() {
        let mirror = Placement { turn: DMat3::from_diagonal(DVec3::new(-1.0, 1.0, 1.0)), shift: DVec3::ZERO };
        assert_eq!(Pose::of(&mirror).turn, Pose::NO_TURN);
    }

    #[test]
    fn turns_close_to_quarters_settle_too() {
        for off in [1e-13, 9e-13, 3e-12, 0.9e-11, 1.1e-11, 2e-11, 1e-9] {
            for turn in
                [[1.0, off, 0.0, 0.0], [1.0, 1.0, 0.0, off], [1.0, 1.0, 1.0 - off, 1.0], [off, 0.0, 1.0, 1.0]]
            {
                let pose = Pose::new([0.0; 3], turn).unwrap();
                assert_eq!(Pose::of(&pose.placement()), pose);
            }
        }
    }

    proptest! {
        #[test]
        fn back_and_forth_changes_no_bit(parts in proptest::array::uniform4(-1.0..1.0f64)) {
            prop_assume!(parts.iter().any(|part| part.abs() > 1e-3));
            let pose = Pose::new([0.1, -0.2, 1e-17], parts).unwrap();
            let placement = pose.placement();
            let again = Pose::of(&placement);
            prop_assert_eq!(pose, again);
            prop_assert_eq!(bits(&placement), bits(&again.placement()));
            prop_assert_eq!(Pose::new(pose.position, pose.turn).unwrap(), pose);
        }

        #[test]
        fn a_pose_turns_as_its_quaternion_does(parts in proptest::array::uniform4(-1.0..1.0f64)) {
            prop_assume!(parts.iter().any(|part| part.abs() > 1e-3));
            let pose = Pose::new([0.0; 3], parts).unwrap();
            let length = parts.iter().map(|part| part * part).sum::<f64>().sqrt();
            let [w, x, y, z] = parts.map(|part| part / length);
            let (axis, point) = (DVec3::new(x, y, z), DVec3::new(0.3, -0.7, 1.1));
            let turned = point + 2.0 * axis.cross(axis.cross(point) + w * point);
            prop_assert!(pose.placement().to_world(point).abs_diff_eq(turned, 1e-11));
            let product = pose.placement().turn.transpose() * pose.placement().turn;
            prop_assert!(product.abs_diff_eq(DMat3::IDENTITY, 1e-14));
        }
    }
}
