//! Normals of triangles, also of those too thin to have a reliable one of their own.

use super::edges::Edges;
use crate::stop::{Stop, Stopped, map_all};
use glam::DVec3;

/// Corners stored in 24 bits are off by 6e-8 of the size; a triangle must be at least this fraction of the size high
/// for its normal to be right within a degree or so.
const RELIABLE_HEIGHT: f64 = 4e-6;

/// Thin triangles in a row that are followed until a reliable one is found.
const FARTHEST: usize = 32;

/// The unit normal of each triangle; thin ones take that of a neighbour, first across their longest edge, since
/// it is in that neighbour's surface that the tessellation left them.
pub(super) fn face_normals(
    vertices: &[DVec3],
    triangles: &[[u32; 3]],
    edges: &Edges,
    size: f64,
    stop: Stop,
) -> Result<Vec<DVec3>, Stopped> {
    let own: Vec<Face> = map_all(triangles, stop, |&t| Face::new(super::corners(vertices, t)))?;
    let least = RELIABLE_HEIGHT * size;
    let reliable = |triangle: u32| own[triangle as usize].height >= least;
    let borrowed = |triangle: u32| {
        let mut host = triangle;
        for _ in 0..FARTHEST {
            if reliable(host) {
                return Some(own[host as usize].normal);
            }
            host = edges.across(host * 3 + own[host as usize].longest)?;
        }
        None
    };
    let beside = |triangle: u32| {
        let neighbours = (0..3).filter_map(|corner| edges.across(triangle * 3 + corner));
        neighbours.filter(|&other| reliable(other)).map(|other| own[other as usize].normal).next()
    };
    let normal = |t: u32| borrowed(t).or_else(|| beside(t)).unwrap_or(own[t as usize].normal);
    map_all(0..triangles.len() as u32, stop, normal)
}

/// What a triangle says by itself.
struct Face {
    normal: DVec3,
    height: f64,
    /// The corner at which the longest side starts.
    longest: u32,
}

impl Face {
    fn new([a, b, c]: [DVec3; 3]) -> Self {
        let sides = [b - a, c - b, a - c].map(|side| side.length());
        let longest = (0..3).max_by(|&i, &j| sides[i].total_cmp(&sides[j])).expect("three sides");
        let cross = (b - a).cross(c - a);
        // A triangle without area has no normal; any unit vector is as good.
        let normal = cross.try_normalize().unwrap_or(DVec3::Z);
        Self { normal, height: cross.length() / sides[longest], longest: longest as u32 }
    }
}
