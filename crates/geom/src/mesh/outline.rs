//! The outline of round faces: where a smooth surface turns away from the eye.

use super::chains::{Run, runs};
use super::features::next_corner;
use super::{Features, Mesh};
use crate::stop::{Stop, Stopped, map_all, polled};
use glam::DVec3;

/// A triangle whose corner normals differ by less, in radians, is flat: no line runs across it.
const FLAT: f64 = 1e-6;

/// A line on the surface along which the normal is at right angles to the direction of view.
#[derive(Clone, Debug, PartialEq)]
pub struct OutlineChain {
    /// Where it runs; a closed chain does not repeat the first point.
    pub points: Vec<DVec3>,
    /// The unit normal of the smooth surface at each point.
    pub normals: Vec<DVec3>,
    /// Whether the last point is joined to the first.
    pub closed: bool,
}

impl Features {
    /// The outlines of the round faces of the `mesh` that these are the features of, seen along `direction`; none if that
    /// is zero or not finite.
    ///
    /// Chains end at feature edges. What flat faces and feature edges add to a silhouette is not part of them.
    pub fn outline(&self, mesh: &Mesh, direction: DVec3, stop: Stop) -> Result<Vec<OutlineChain>, Stopped> {
        let Some(direction) = direction.try_normalize() else { return Ok(Vec::new()) };
        let tracer = Tracer { mesh, features: self, direction };
        let mut segments = Vec::new();
        for triangle in polled(0..mesh.triangles.len() as u32, stop) {
            segments.extend(tracer.segment(triangle?));
        }
        // Both triangles of a smooth edge mean the same point; across a feature edge there is another normal.
        let node = |side: u32| {
            if tracer.is_tip(side) {
                return side;
            }
            let edge = mesh.edges.of_side(side);
            let first = mesh.edges.sides(edge)[0];
            if self.smooth[edge as usize] { first } else { side }
        };
        let ends: Vec<[u32; 2]> = map_all(segments, stop, |sides| sides.map(node))?;
        map_all(&runs(&ends, |_, _, _| true, stop)?, stop, |run| tracer.chain(run, &ends))
    }
}

/// What is needed to follow an outline.
struct Tracer<'a> {
    mesh: &'a Mesh,
    features: &'a Features,
    direction: DVec3,
}

impl Tracer<'_> {
    fn normal(&self, corner: u32) -> DVec3 {
        self.features.corner_normals[corner as usize / 3][corner as usize % 3]
    }

    /// How far the normal at a corner points along the direction.
    fn facing(&self, corner: u32) -> f64 {
        self.normal(corner).dot(self.direction)
    }

    /// Whether a node is the tip of a cone: these have numbers beyond those of all sides.
    fn is_tip(&self, node: u32) -> bool {
        node as usize >= self.features.tips.len()
    }

    /// The two sides of a triangle that an outline passes. A corner exactly on it counts as before it, for all
    /// triangles alike, so outlines never pass through corners. At the tip of a cone they end.
    fn segment(&self, triangle: u32) -> Option<[u32; 2]> {
        let corners = [0, 1, 2].map(|corner| triangle * 3 + corner);
        let before = corners.map(|corner| self.facing(corner) >= 0.0);
        let passes = |side: u32| before[side as usize % 3] != before[next_corner(side) as usize % 3];
        if let Some(tip) = corners.into_iter().find(|&corner| self.features.tips[corner as usize]) {
            let base = next_corner(tip);
            return passes(base).then_some([base, self.features.tips.len() as u32 + tip]);
        }
        let [a, b, c] = corners.map(|corner| self.normal(corner));
        let round = [(a, b), (b, c), (c, a)].iter().any(|(one, other)| (*one - *other).length() > FLAT);
        let mut passed = corners.into_iter().filter(|&side| passes(side));
        let first = passed.next().filter(|_| round)?;
        Some([first, passed.next()?])
    }

    /// The place of a node and the normal there.
    fn point(&self, node: u32) -> (DVec3, DVec3) {
        let vertex = |corner: u32| self.mesh.corners(corner / 3)[corner as usize % 3];
        if self.is_tip(node) {
            // Along the straight lines of a cone the normal is the same.
            let tip = node - self.features.tips.len() as u32;
            return (vertex(tip), self.point(next_corner(tip)).1);
        }
        let (from, to) = (node, next_corner(node));
        let (before, after) = (self.facing(from), self.facing(to));
        let along = before / (before - after);
        let normal = self.normal(from).lerp(self.normal(to), along);
        (vertex(from).lerp(vertex(to), along), normal.try_normalize().unwrap_or(self.normal(from)))
    }

    fn chain(&self, run: &Run, ends: &[[u32; 2]]) -> OutlineChain {
        let end = |(segment, reversed): (u32, bool), last: bool| {
            ends[segment as usize][usize::from(reversed != last)]
        };
        let mut sides: Vec<u32> = run.segments.iter().map(|&segment| end(segment, false)).collect();
        if !run.closed {
            sides.extend(run.segments.last().map(|&segment| end(segment, true)));
        }
        let (points, normals) = sides.into_iter().map(|side| self.point(side)).unzip();
        OutlineChain { points, normals, closed: run.closed }
    }
}
