//! Clouds of points, and the two kinds of file that they come in.

mod npy;
mod ply;

use thiserror::Error;

/// Points on a surface, and its normals there if they are known.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Cloud {
    /// Places.
    pub points: Vec<[f32; 3]>,
    /// The surface's outward directions, one for each point; or none at all.
    pub normals: Vec<[f32; 3]>,
}

/// Why bytes are no cloud that can be judged.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum CloudError {
    /// The file is not what its name says.
    #[error("not a readable {kind} file: {why}")]
    File {
        /// `.npy` or `.ply`.
        kind: &'static str,
        /// What is wrong.
        why: String,
    },
    /// There are none, or more than anybody compares.
    #[error("{0} points: 1 to {most} are possible", most = Cloud::MOST)]
    Count(u64),
    /// A coordinate is no number.
    #[error("point {0} is not finite")]
    NotFinite(usize),
    /// A normal is no direction.
    #[error("the normal of point {0} is not finite")]
    NormalNotFinite(usize),
    /// Some points have a normal and others not.
    #[error("{normals} normals for {points} points")]
    Normals {
        /// How many normals.
        normals: usize,
        /// How many points.
        points: usize,
    },
}

impl Cloud {
    /// Larger clouds are refused.
    pub const MOST: usize = 100_000;

    /// Larger files cannot be a cloud that is accepted: 100,000 points with many other properties fit.
    pub const MOST_BYTES: usize = 64 << 20;

    /// Reads a `.npy` or `.ply` file; which of the two it is, its first bytes say.
    pub fn read(bytes: &[u8]) -> Result<Self, CloudError> {
        let cloud = match bytes.starts_with(npy::MAGIC) {
            true => npy::read(bytes)?,
            false => ply::read(bytes)?,
        };
        cloud.check()?;
        Ok(cloud)
    }

    /// The cloud as a `.npy` file, which every numpy reads: shape (n, 3), or (n, 6) with the normals, `float32`.
    pub fn to_npy(&self) -> Vec<u8> {
        npy::write(self)
    }

    /// Refuses what cannot be compared.
    pub fn check(&self) -> Result<(), CloudError> {
        count(self.points.len() as u64)?;
        let bad = |values: &[[f32; 3]]| values.iter().position(|value| !value.iter().all(|x| x.is_finite()));
        if let Some(at) = bad(&self.points) {
            return Err(CloudError::NotFinite(at));
        }
        if let Some(at) = bad(&self.normals) {
            return Err(CloudError::NormalNotFinite(at));
        }
        match self.normals.len() {
            0 => Ok(()),
            normals if normals == self.points.len() => Ok(()),
            normals => Err(CloudError::Normals { normals, points: self.points.len() }),
        }
    }

    /// The longest edge of the box around all points, along the axes: what distances are measured by.
    pub fn size(&self) -> f64 {
        let edge = |axis: usize| {
            let values = || self.points.iter().map(|point| f64::from(point[axis]));
            let (low, high) =
                (values().fold(f64::INFINITY, f64::min), values().fold(f64::NEG_INFINITY, f64::max));
            high - low
        };
        (0..3).map(edge).fold(0.0, f64::max)
    }
}

/// How many points there are, if so many are possible.
fn count(points: u64) -> Result<usize, CloudError> {
    match usize::try_from(points) {
        Ok(count @ 1..=Cloud::MOST) => Ok(count),
        _ => Err(CloudError::Count(points)),
    }
}

/// Splits rows of three, or of three and three, into points and normals.
fn from_rows(rows: impl Iterator<Item = Vec<f32>>) -> Cloud {
    let mut cloud = Cloud::default();
    for row in rows {
        if let [x, y, z, normal @ ..] = &row[..] {
            cloud.points.push([*x, *y, *z]);
            if let [x, y, z] = normal {
                cloud.normals.push([*x, *y, *z]);
            }
        }
    }
    cloud
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_size_is_the_longest_edge_of_the_box() {
        let points = vec![[0.0, 5.0, -1.0], [1.0, 5.5, 3.0], [0.5, 5.25, 0.0]];
        assert_eq!(Cloud { points, normals: Vec::new() }.size(), 4.0);
        assert_eq!(Cloud::default().size(), 0.0);
    }

    #[test]
    fn what_is_neither_kind_of_file_is_an_error() {
        for bytes in [&b""[..], b"p", b"\x93NUMP", b"{}", b"PK\x03\x04", &[0; 1000]] {
            assert!(matches!(Cloud::read(bytes), Err(CloudError::File { .. })), "{bytes:?}");
        }
    }
}
