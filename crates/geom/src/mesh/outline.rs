//! The outline of round faces: where a smooth surface turns away from the eye.

use super::chains::{Run, runs};
use super::features::next_corner;
use super::{Features, Mesh};
use crate::stop::{Stop, Stopped, map_all, polled};
use glam::DVec3;

/// True normals that are this near to a right angle to the view are at one: along a face seen edge-on neither rounding must decide, nor
/// the tolerance with which splines follow the faces beside them. Over a wall as high as the model that is no more than chords stray.
const EDGE_ON: f64 = 1e-4;

/// How near to a right angle the normal of a point on a true outline is.
const RIGHT: f64 = 1e-10;

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
        let mut chains = tracer.chains(|triangle| tracer.segment(triangle), stop)?;
        if let Some(walls) = tracer.walls(stop)? {
            chains.extend(tracer.chains(|triangle| tracer.rim(triangle, &walls), stop)?);
        }
        Ok(chains)
    }
}

/// What is needed to follow an outline.
struct Tracer<'a> {
    mesh: &'a Mesh,
    features: &'a Features,
    direction: DVec3,
}

impl Tracer<'_> {
    /// Joins the segments that triangles have, each by the two sides that it passes.
    fn chains(
        &self,
        segment: impl Fn(u32) -> Option<[u32; 2]>,
        stop: Stop,
    ) -> Result<Vec<OutlineChain>, Stopped> {
        let mut segments: Vec<[u32; 2]> = Vec::new();
        for triangle in polled(0..self.mesh.triangles.len() as u32, stop) {
            segments.extend(segment(triangle?));
        }
        // Both triangles of a smooth edge mean the same point; across a feature edge there is another normal.
        let node = |side: u32| {
            if self.is_tip(side) {
                return side;
            }
            let edge = self.mesh.edges.of_side(side);
            let first = self.mesh.edges.sides(edge)[0];
            if self.features.smooth[edge as usize] { first } else { side }
        };
        let ends: Vec<[u32; 2]> = map_all(&segments, stop, |sides| sides.map(node))?;
        map_all(&runs(&ends, |_, _, _| true, stop)?, stop, |run| self.chain(run, &ends, &segments))
    }

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
        let level = if self.features.truth.is_some() { -EDGE_ON } else { 0.0 };
        let before = corners.map(|corner| self.facing(corner) >= level);
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

    /// For each group of joined corners whether it belongs to a wall, that is to triangles that are seen edge-on; `None` if there
    /// are no walls, or if true normals are not known: between facets there is none that is quite edge-on.
    fn walls(&self, stop: Stop) -> Result<Option<Vec<bool>>, Stopped> {
        if self.features.truth.is_none() {
            return Ok(None);
        }
        let mut walls = Vec::new();
        for triangle in polled(0..self.mesh.triangles.len() as u32, stop) {
            let triangle = triangle?;
            let corners = [0, 1, 2].map(|corner| triangle * 3 + corner);
            if corners.iter().all(|&corner| self.facing(corner).abs() <= EDGE_ON) {
                walls.resize(self.features.joints.len(), false);
                for corner in corners {
                    walls[self.features.joints[corner as usize] as usize] = true;
                }
            }
        }
        Ok(Some(walls).filter(|walls| !walls.is_empty()))
    }

    /// The two sides of a triangle that the near rim of a wall passes. Where a wall stands between a rounded edge above and a
    /// rounded corner below, both turned towards the eye, no normal ever turns away, and yet the one hides what is behind it. The
    /// lines above and below the wall are one in the picture, and the upper one is certain to be seen if any is.
    fn rim(&self, triangle: u32, walls: &[bool]) -> Option<[u32; 2]> {
        let corners = [0, 1, 2].map(|corner| triangle * 3 + corner);
        let facing = corners.map(|corner| self.facing(corner) > EDGE_ON);
        let count = facing.iter().filter(|facing| **facing).count();
        let on_wall = |corner: u32| walls[self.features.joints[corner as usize] as usize];
        let bends =
            (0..3).all(|k| !self.features.tips[corners[k] as usize] && (facing[k] || on_wall(corners[k])));
        if !(1..=2).contains(&count) || !bends {
            return None;
        }
        let depths = self.mesh.corners(triangle).map(|corner| corner.dot(self.direction));
        let mean = |wanted: bool, count: usize| {
            let depths = (0..3).filter(|&k| facing[k] == wanted).map(|k| depths[k]);
            depths.sum::<f64>() / count as f64
        };
        let mut passed = (0..3).filter(|&k| facing[k] != facing[(k + 1) % 3]).map(|k| corners[k]);
        let sides = [passed.next()?, passed.next()?];
        (mean(true, count) > mean(false, 3 - count)).then_some(sides)
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
        let along = (before / (before - after)).clamp(0.0, 1.0);
        let weights = |along: f64| {
            let mut weights = [0.0; 3];
            weights[from as usize % 3] = 1.0 - along;
            weights[to as usize % 3] = along;
            weights
        };
        if let Some(found) = self.polished(node / 3, [before, after], along, weights) {
            return found;
        }
        let normal = self.normal(from).lerp(self.normal(to), along);
        (vertex(from).lerp(vertex(to), along), normal.try_normalize().unwrap_or(self.normal(from)))
    }

    /// The point of the true surface at which the normal is at a right angle to the view, on a way through a triangle
    /// along which the normal turns from one side to the other; `None` if the surface is not known.
    fn polished(
        &self,
        triangle: u32,
        [mut before, mut after]: [f64; 2],
        start: f64,
        weights: impl Fn(f64) -> [f64; 3],
    ) -> Option<(DVec3, DVec3)> {
        let truth = self.features.truth.as_ref()?;
        if (before >= 0.0) == (after >= 0.0) {
            // One end is on it but for rounding, on the same side as the other: there is nothing to search for.
            return truth.over(triangle, weights(if before.abs() <= after.abs() { 0.0 } else { 1.0 }));
        }
        let (mut low, mut high, mut along) = (0.0, 1.0, start);
        let mut found = truth.over(triangle, weights(along))?;
        for _ in 0..12 {
            let facing = found.1.dot(self.direction);
            if facing.abs() < RIGHT || high - low < 1e-9 {
                break;
            }
            // The end that stays counts half, or it would stay for ever.
            if (facing >= 0.0) == (before >= 0.0) {
                (low, before, after) = (along, facing, after / 2.0);
            } else {
                (high, after, before) = (along, facing, before / 2.0);
            }
            along = low + (high - low) * (before / (before - after)).clamp(0.02, 0.98);
            found = truth.over(triangle, weights(along))?;
        }
        Some(found)
    }

    /// A point of the true outline between those on two sides of a triangle, where that is curved.
    fn between(&self, sides: [u32; 2], ends: [(DVec3, DVec3); 2]) -> Option<(DVec3, DVec3)> {
        self.features.truth.as_ref()?;
        if sides.iter().any(|&side| self.is_tip(side)) || (ends[0].1 - ends[1].1).length() < FLAT {
            return None;
        }
        // The corner that both sides share is alone on its side of the outline.
        let alone = if next_corner(sides[0]) == sides[1] { sides[1] } else { sides[0] };
        let place = |side: u32| {
            let (from, to) = (self.facing(side), self.facing(next_corner(side)));
            let along = (from / (from - to)).clamp(0.0, 1.0);
            // From the corner that is alone.
            if side == alone { along } else { 1.0 - along }
        };
        let triangle = alone / 3;
        let (next, last) = (next_corner(alone), next_corner(next_corner(alone)));
        let (one, other) = (place(alone), place(last));
        let middle = (one + other) / 2.0;
        let share = if one + other > 0.0 { one / (one + other) } else { 0.5 };
        let weights = |along: f64| {
            let mut weights = [0.0; 3];
            weights[alone as usize % 3] = 1.0 - along;
            weights[next as usize % 3] = along * share;
            weights[last as usize % 3] = along * (1.0 - share);
            weights
        };
        let across = self.facing(next) * share + self.facing(last) * (1.0 - share);
        self.polished(triangle, [self.facing(alone), across], middle, weights)
    }

    fn chain(&self, run: &Run, ends: &[[u32; 2]], segments: &[[u32; 2]]) -> OutlineChain {
        let end = |(segment, reversed): (u32, bool), last: bool| {
            ends[segment as usize][usize::from(reversed != last)]
        };
        let mut places: Vec<(DVec3, DVec3)> = Vec::with_capacity(run.segments.len() + 1);
        for &segment in &run.segments {
            let from = match places.last() {
                Some(&from) => from,
                None => self.point(end(segment, false)),
            };
            if places.is_empty() {
                places.push(from);
            }
            let to = self.point(end(segment, true));
            places.extend(self.between(segments[segment.0 as usize], [from, to]));
            places.push(to);
        }
        if run.closed {
            places.pop();
        }
        let (points, normals) = places.into_iter().unzip();
        OutlineChain { points, normals, closed: run.closed }
    }
}
