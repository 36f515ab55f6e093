//! Where the eye is: the eleven poses of the SPARE3D papers, and any other direction.

use glam::DVec3;

/// An orthographic view: three unit vectors at right angles.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct View {
    /// From the object to the eye.
    pub toward_eye: DVec3,
    /// To the right in the picture.
    pub right: DVec3,
    /// Upwards in the picture.
    pub up: DVec3,
}

impl View {
    /// The view against `toward_eye` with z upwards, or y where the eye looks along z; `None` if the direction is
    /// zero or not finite.
    pub fn from_direction(toward_eye: DVec3) -> Option<Self> {
        let toward_eye = toward_eye.try_normalize()?;
        let upright = if toward_eye.x.abs().max(toward_eye.y.abs()) < 1e-9 { DVec3::Y } else { DVec3::Z };
        let right = upright.cross(toward_eye).normalize();
        Some(Self { toward_eye, right, up: toward_eye.cross(right) })
    }

    /// Right, up, and toward the eye.
    pub fn project(&self, point: DVec3) -> DVec3 {
        DVec3::new(point.dot(self.right), point.dot(self.up), point.dot(self.toward_eye))
    }
}

/// One of the eleven poses, by the letter that the papers use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Pose(char);

impl Pose {
    /// Front, top, right, and the eight isometric poses.
    pub const ALL: [Self; 11] = [
        Self('f'),
        Self('t'),
        Self('r'),
        Self('1'),
        Self('2'),
        Self('3'),
        Self('4'),
        Self('5'),
        Self('6'),
        Self('7'),
        Self('8'),
    ];

    /// The pose of a letter.
    pub fn from_letter(letter: char) -> Option<Self> {
        Self::ALL.into_iter().find(|pose| pose.0 == letter)
    }

    /// Its letter: `f`, `t`, `r`, `1` … `8`.
    pub fn letter(self) -> char {
        self.0
    }

    /// Where the eye stands, and which way is right.
    pub fn view(self) -> View {
        let (toward_eye, right) = match self.0 {
            'f' => ([0, -1, 0], [1, 0, 0]),
            'r' => ([1, 0, 0], [0, 1, 0]),
            't' => ([0, 0, 1], [1, 0, 0]),
            '1' => ([-1, -1, 1], [1, -1, 0]),
            '2' => ([1, -1, 1], [1, 1, 0]),
            '3' => ([1, 1, 1], [-1, 1, 0]),
            '4' => ([-1, 1, 1], [-1, -1, 0]),
            '5' => ([-1, -1, -1], [1, -1, 0]),
            '6' => ([1, -1, -1], [1, 1, 0]),
            '7' => ([1, 1, -1], [-1, 1, 0]),
            _ => ([-1, 1, -1], [-1, -1, 0]),
        };
        let unit = |v: [i32; 3]| DVec3::new(v[0].into(), v[1].into(), v[2].into()).normalize();
        let (toward_eye, right) = (unit(toward_eye), unit(right));
        View { toward_eye, right, up: toward_eye.cross(right) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_axes_of_every_pose_are_those_of_the_papers() {
        let up = [
            ('f', [0.0, 0.0, 1.0]),
            ('t', [0.0, 1.0, 0.0]),
            ('r', [0.0, 0.0, 1.0]),
            ('1', [1.0, 1.0, 2.0]),
            ('2', [-1.0, 1.0, 2.0]),
            ('3', [-1.0, -1.0, 2.0]),
            ('4', [1.0, -1.0, 2.0]),
            ('5', [-1.0, -1.0, 2.0]),
            ('6', [1.0, -1.0, 2.0]),
            ('7', [1.0, 1.0, 2.0]),
            ('8', [-1.0, 1.0, 2.0]),
        ];
        for (letter, up) in up {
            let view = Pose::from_letter(letter).unwrap().view();
            assert!((view.up - DVec3::from(up).normalize()).length() < 1e-12, "{letter}");
            assert!(view.right.dot(view.toward_eye).abs() < 1e-12);
            let by_direction = View::from_direction(view.toward_eye).unwrap();
            assert!((by_direction.right - view.right).length() < 1e-12, "{letter}");
        }
    }

    #[test]
    fn no_direction_no_view() {
        assert_eq!(View::from_direction(DVec3::ZERO), None);
        assert_eq!(View::from_direction(DVec3::new(f64::NAN, 0.0, 1.0)), None);
    }
}
