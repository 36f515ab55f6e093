//! Whether a view shows enough of every edge to read the object off the picture.
//!
//! The rule: each edge shows a whole face of one of its cubes that no other edge covers. Only cubes that belong to
//! the edge alone count, since a joining cube tells nothing about which way the edge leads. And the face must be
//! large enough to be seen: at least [`THINNEST`] of the picture's side across.
//!
//! Both a cube and a face are shown as sums of steps along the axes' pictures, so two of them overlap unless one of
//! the three lines along those pictures separates them: the test is exact and takes a few multiplications.

use super::draw::{EXTENT, bounds};
use super::object::Cube;
use super::view::Projection;

/// The least thickness of a face that counts, as a share of the picture's side: 3 pixels of 224.
pub const THINNEST: f64 = 3.0 / 224.0;

/// Whether every edge shows a face of its own.
pub fn every_edge_shows(edges: &[Vec<Cube>], projection: &Projection) -> bool {
    let all: Vec<Cube> = edges.iter().flatten().copied().collect();
    let [left, top, right, bottom] = bounds(&all, projection);
    let picture_share = EXTENT / f64::max(right - left, bottom - top);
    let legible = [0, 1, 2].map(|axis| projection.face_thickness(axis) * picture_share >= THINNEST);
    let test = Overlap::new(projection);
    (0..edges.len()).all(|at| {
        let edge_axis =
            (0..3).find(|&axis| edges[at][0][axis] != edges[at][1][axis]).expect("an edge leads on");
        own_cubes(edges, at).iter().any(|cube| {
            (0..3).any(|axis| {
                let next = edges[at].contains(&neighbour(*cube, axis, projection.visible_side(axis)));
                let outer = axis != edge_axis || !next;
                legible[axis] && outer && !covered(&test, edges, at, *cube, axis)
            })
        })
    })
}

/// The cubes of an edge without those it shares with its neighbours.
pub fn own_cubes(edges: &[Vec<Cube>], at: usize) -> &[Cube] {
    let edge = &edges[at];
    &edge[usize::from(at > 0)..edge.len() - usize::from(at + 1 < edges.len())]
}

fn neighbour(mut cube: Cube, axis: usize, side: i32) -> Cube {
    cube[axis] += side;
    cube
}

/// Whether another edge than `at` covers some of the cube's face across the axis.
fn covered(test: &Overlap, edges: &[Vec<Cube>], at: usize, cube: Cube, axis: usize) -> bool {
    let others = edges.iter().enumerate().filter(|(other, _)| *other != at).flat_map(|(_, edge)| edge);
    others.filter(|other| !edges[at].contains(other)).any(|&other| test.covers(other, cube, axis))
}

/// The test of whether a cube hides part of a face.
struct Overlap {
    sides: [i32; 3],
    /// For the line along each axis' picture: how far a step along each axis leads away from it.
    away: [[f64; 3]; 3],
}

impl Overlap {
    fn new(projection: &Projection) -> Self {
        let steps = projection.picture_from_axis;
        let away = steps.map(|line| steps.map(|step| line[0] * step[1] - line[1] * step[0]));
        Self { sides: [0, 1, 2].map(|axis| projection.visible_side(axis)), away }
    }

    /// Whether `other` hides part of the face across `axis` of `cube` that looks at the viewer.
    fn covers(&self, other: Cube, cube: Cube, axis: usize) -> bool {
        let offset = [0, 1, 2].map(|k| other[k] - cube[k]);
        // A cube in front of another is on the viewer's side along every axis that tells them apart.
        if (0..3).any(|k| offset[k] * self.sides[k] < 0) {
            return false;
        }
        self.away.iter().all(|away| {
            let mut distance = -0.5 * f64::from(self.sides[axis]) * away[axis];
            let mut reach = -0.5 * away[axis].abs();
            for k in 0..3 {
                distance += f64::from(offset[k]) * away[k];
                // Half the cube's and half the face's width; the face has none along its own axis.
                reach += away[k].abs();
            }
            distance.abs() < reach - 1e-9
        })
    }
}
