//! Which edges of a mesh are edges of the thing it stands for, and which only divide a smooth face.

use super::chains::{Run, runs};
use super::contact::angle;
use super::edges::{runs_forward, side_ends};
use super::{Mesh, Truth};
use crate::stop::{Stop, Stopped, map_all, polled};
use glam::DVec3;
use std::f64::consts::PI;
use std::sync::Arc;

/// Where normals differ by less (20 degrees), a surface is taken to be smooth. Tessellations of round faces rarely
/// exceed 15 degrees from one triangle to the next, and designed edges are rarely below 30.
pub const FEATURE_ANGLE: f64 = PI / 9.0;

/// A chain runs on where it turns by less (30 degrees): through the corners of a circle of 13 segments or more, but
/// not around those of a box.
const CHAIN_TURN: f64 = PI / 6.0;

/// What kind of edge a segment of a chain is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EdgeKind {
    /// Two faces meet and the edge sticks out.
    Convex,
    /// Two faces meet and the edge is sunk.
    Concave,
    /// A single face ends.
    Boundary,
    /// More than two faces meet, or two that have no common outside.
    NonManifold,
}

/// One segment of a chain.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FeatureSegment {
    /// The normal of one face.
    pub normal: DVec3,
    /// The normal of the other face, if there is one. (Of more than two, the first two are given.)
    pub other: Option<DVec3>,
    /// What kind of edge it is.
    pub kind: EdgeKind,
}

/// Feature edges that make one line.
#[derive(Clone, Debug, PartialEq)]
pub struct FeatureChain {
    /// The corners it runs through; a closed chain does not repeat the first.
    pub points: Vec<DVec3>,
    /// Whether the last point is joined to the first.
    pub closed: bool,
    /// What is between each point and the next, and, if it is closed, between the last and the first.
    pub segments: Vec<FeatureSegment>,
}

/// The structure of a mesh for line drawings.
#[derive(Clone, Debug)]
pub struct Features {
    /// The feature edges: where the surface bends, ends, or more than two triangles meet.
    pub chains: Vec<FeatureChain>,
    /// For each triangle the number of its smooth face: triangles of one face connect over edges that are no features.
    pub faces: Vec<u32>,
    /// For each triangle the normals of the smooth surface at its corners. At the tip of a cone, where there is no
    /// such normal, that of the triangle.
    pub corner_normals: Vec<[DVec3; 3]>,
    /// For each corner of each triangle whether it is the tip of a cone.
    pub(super) tips: Vec<bool>,
    /// For each edge whether the surface is smooth across it.
    pub(super) smooth: Vec<bool>,
    /// For each corner of each triangle one of those that share its normal, for all of these the same one. Of a mesh whose faces
    /// are known; otherwise nothing.
    pub(super) joints: Vec<u32>,
    /// What the triangles stand for, if that is known.
    pub(super) truth: Option<Arc<Truth>>,
}

impl Features {
    /// Whether the faces that the triangles stand for are known.
    pub fn has_truth(&self) -> bool {
        self.truth.is_some()
    }

    /// The normal of the smooth surface at a point of a triangle of the `mesh` that these are the features of, between those at its
    /// corners.
    pub fn normal(&self, mesh: &Mesh, triangle: u32, point: DVec3) -> DVec3 {
        let [a, b, c] = mesh.corners(triangle);
        let whole = (b - a).cross(c - a);
        let share =
            |from: DVec3, to: DVec3| (from - point).cross(to - point).dot(whole) / whole.length_squared();
        let [one, two, three] = self.corner_normals[triangle as usize];
        let mean = one * share(b, c) + two * share(c, a) + three * share(a, b);
        mean.try_normalize().unwrap_or(mesh.normal(triangle))
    }
}

impl Mesh {
    /// The structure for line drawings; the surface is smooth where normals differ by less than `angle`, in radians
    /// (usually [`FEATURE_ANGLE`]).
    pub fn features(&self, angle: f64, stop: Stop) -> Result<Features, Stopped> {
        let smooth: Vec<bool> =
            map_all(0..self.edges.len() as u32, stop, |edge| self.is_smooth(edge, angle))?;
        let (corner_normals, tips) = self.corner_normals(&smooth, angle, stop)?;
        let (chains, faces) = (self.feature_chains(&smooth, None, stop)?, self.faces(&smooth, stop)?);
        Ok(Features { chains, faces, corner_normals, tips, smooth, joints: Vec::new(), truth: None })
    }

    /// How far the triangles may be from the smooth surfaces that they stand for: the largest sagitta of a facet,
    /// judged from its width and from how much the surface bends to the next.
    pub fn roughness(&self, features: &Features, stop: Stop) -> Result<f64, Stopped> {
        let sagitta = |edge: u32| {
            let [one, other] = self.edges.pair(edge)?;
            let bend = angle(self.normal(one / 3), self.normal(other / 3));
            let [from, to] = side_ends(&self.triangles, one).map(|vertex| self.vertices[vertex as usize]);
            let along = (to - from).try_normalize()?;
            let width = [one, other].map(|side| {
                let corners = self.corners(side / 3);
                let away = |p: DVec3| (p - from - along * (p - from).dot(along)).length();
                corners.into_iter().map(away).fold(0.0, f64::max)
            });
            Some(f64::min(width[0], width[1]) * bend / 4.0)
        };
        let smooth = (0..self.edges.len() as u32).filter(|&edge| features.smooth[edge as usize]);
        polled(smooth, stop)
            .try_fold(0.0, |most, edge| Ok(sagitta(edge?).map_or(most, |here| here.max(most))))
    }

    /// How the triangles of an edge meet; coplanar ones count as convex.
    pub(super) fn edge_kind(&self, edge: u32) -> EdgeKind {
        match *self.edges.sides(edge) {
            [_] => EdgeKind::Boundary,
            [one, other] if runs_forward(&self.triangles, one) != runs_forward(&self.triangles, other) => {
                let [from, to] = side_ends(&self.triangles, one).map(|vertex| self.vertices[vertex as usize]);
                let axis = self.normal(one / 3).cross(self.normal(other / 3));
                if axis.dot(to - from) >= 0.0 { EdgeKind::Convex } else { EdgeKind::Concave }
            }
            _ => EdgeKind::NonManifold,
        }
    }

    fn is_smooth(&self, edge: u32, most: f64) -> bool {
        let bends = matches!(self.edge_kind(edge), EdgeKind::Convex | EdgeKind::Concave);
        let pair = self.edges.pair(edge).filter(|_| bends);
        pair.is_some_and(|[one, other]| angle(self.normal(one / 3), self.normal(other / 3)) < most)
    }

    /// The lines along edges that are not smooth. True normals, where they are known, are those at the beginning of each segment.
    pub(super) fn feature_chains(
        &self,
        smooth: &[bool],
        normals: Option<&[[DVec3; 3]]>,
        stop: Stop,
    ) -> Result<Vec<FeatureChain>, Stopped> {
        let edges: Vec<u32> = (0..smooth.len() as u32).filter(|&edge| !smooth[edge as usize]).collect();
        let ends: Vec<[u32; 2]> = edges.iter().map(|&edge| self.edges.ends(edge)).collect();
        let away = |node: u32, segment: u32| {
            let [a, b] = ends[segment as usize];
            let other = if a == node { b } else { a };
            self.vertices[other as usize] - self.vertices[node as usize]
        };
        let straight = |node: u32, one: u32, other: u32| {
            let (back, on) = (away(node, one), away(node, other));
            libm::atan2(back.cross(on).length(), -back.dot(on)) < CHAIN_TURN
        };
        map_all(&runs(&ends, straight, stop)?, stop, |run| self.feature_chain(run, &edges, normals))
    }

    fn feature_chain(&self, run: &Run, edges: &[u32], normals: Option<&[[DVec3; 3]]>) -> FeatureChain {
        let edge = |segment: u32| edges[segment as usize];
        let end = |(segment, reversed): (u32, bool), last: bool| {
            self.vertices[self.edges.ends(edge(segment))[usize::from(reversed != last)] as usize]
        };
        let mut points: Vec<DVec3> = run.segments.iter().map(|&segment| end(segment, false)).collect();
        if !run.closed {
            points.extend(run.segments.last().map(|&segment| end(segment, true)));
        }
        let segment = |&(segment, reversed): &(u32, bool)| {
            let edge = edge(segment);
            let start = self.edges.ends(edge)[usize::from(reversed)];
            let normal = |side: u32| match normals {
                None => self.normal(side / 3),
                Some(normals) => {
                    let corners = self.triangles[side as usize / 3];
                    let corner = (0..3).find(|&k| corners[k] == start).unwrap_or(0);
                    normals[side as usize / 3][corner]
                }
            };
            self.feature_segment(edge, normal)
        };
        let segments = run.segments.iter().map(segment).collect();
        FeatureChain { points, closed: run.closed, segments }
    }

    fn feature_segment(&self, edge: u32, normal: impl Fn(u32) -> DVec3) -> FeatureSegment {
        let mut normals = self.edges.sides(edge).iter().map(|&side| normal(side));
        let normal = normals.next().expect("an edge has a side");
        FeatureSegment { normal, other: normals.next(), kind: self.edge_kind(edge) }
    }

    pub(super) fn faces(&self, smooth: &[bool], stop: Stop) -> Result<Vec<u32>, Stopped> {
        let mut joined = Joined::new(self.triangles.len());
        for pair in polled(self.smooth_pairs(smooth), stop) {
            let [one, other] = pair?;
            joined.join(one / 3, other / 3);
        }
        let mut number = vec![u32::MAX; self.triangles.len()];
        let mut next = 0;
        let face = |triangle: u32| {
            let known = &mut number[joined.root(triangle) as usize];
            if *known == u32::MAX {
                *known = next;
                next += 1;
            }
            *known
        };
        map_all(0..self.triangles.len() as u32, stop, face)
    }

    /// At each corner the mean normal, weighted by angle, of the triangles around its vertex that are reached without
    /// crossing a feature edge; and whether one of them differs from it by more than `most`, as at the tip of a cone.
    /// (Not of all triangles of its face: a face may come back to the vertex on the other side of a feature edge.)
    fn corner_normals(
        &self,
        smooth: &[bool],
        most: f64,
        stop: Stop,
    ) -> Result<(Vec<[DVec3; 3]>, Vec<bool>), Stopped> {
        let mut joined = Joined::new(self.triangles.len() * 3);
        for pair in polled(self.smooth_pairs(smooth), stop) {
            let [one, other] = pair?;
            // The two run through the edge in opposite directions: each starts where the other ends.
            joined.join(one, next_corner(other));
            joined.join(next_corner(one), other);
        }
        let roots: Vec<usize> =
            map_all(0..self.triangles.len() as u32 * 3, stop, |corner| joined.root(corner) as usize)?;
        let mut means = vec![DVec3::ZERO; roots.len()];
        for item in polled((0..).zip(&roots), stop) {
            let (corner, &root) = item?;
            means[root] += self.normal(corner / 3) * self.corner_angle(corner);
        }
        let mut is_tip = vec![false; roots.len()];
        for item in polled((0..).zip(&roots), stop) {
            let (corner, &root) = item?;
            is_tip[root] |= angle(means[root].normalize_or_zero(), self.normal(corner / 3)) > most;
        }
        let normal = |corner: u32| {
            let root = roots[corner as usize];
            let mean = means[root].try_normalize().filter(|_| !is_tip[root]);
            mean.unwrap_or(self.normal(corner / 3))
        };
        let at_corners = |t: u32| [3 * t, 3 * t + 1, 3 * t + 2].map(normal);
        let normals = map_all(0..self.triangles.len() as u32, stop, at_corners)?;
        Ok((normals, map_all(&roots, stop, |&root| is_tip[root])?))
    }

    fn corner_angle(&self, corner: u32) -> f64 {
        let corners = self.corners(corner / 3);
        let [here, next, last] = [0, 1, 2].map(|step| corners[(corner as usize % 3 + step) % 3]);
        let (one, other) = (next - here, last - here);
        libm::atan2(one.cross(other).length(), one.dot(other))
    }

    pub(super) fn smooth_pairs<'a>(&'a self, smooth: &'a [bool]) -> impl Iterator<Item = [u32; 2]> + 'a {
        let edges = (0..smooth.len() as u32).filter(|&edge| smooth[edge as usize]);
        edges.filter_map(|edge| self.edges.pair(edge))
    }
}

/// The corner at which a side ends.
pub(super) fn next_corner(side: u32) -> u32 {
    side / 3 * 3 + (side % 3 + 1) % 3
}

/// Things that are joined step by step; a set is known by its least member.
pub(super) struct Joined(Vec<u32>);

impl Joined {
    pub(super) fn new(count: usize) -> Self {
        Self((0..count as u32).collect())
    }

    pub(super) fn root(&mut self, mut member: u32) -> u32 {
        while self.0[member as usize] != member {
            let above = self.0[self.0[member as usize] as usize];
            self.0[member as usize] = above;
            member = above;
        }
        member
    }

    pub(super) fn join(&mut self, one: u32, other: u32) {
        let (one, other) = (self.root(one), self.root(other));
        self.0[one.max(other) as usize] = one.min(other);
    }
}
