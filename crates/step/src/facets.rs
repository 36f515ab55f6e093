//! A body cut into triangles: edges once, then face by face, so that neighbours share their points.

use crate::chart::Chart;
use crate::edge::{self, Fineness, turn};
use crate::fault::{Fault, StepError};
use crate::flatten::flatten;
use crate::rings::{Corner, Points, rings};
use crate::topology::{Body, Face};
use crate::triangulate::triangulate;
use glam::{DVec2, DVec3};
use spatiq_geom::{Stop, Stopped, go_on};

/// Faces whose normals differ by less along their edge, in radians, meet smoothly.
const SMOOTH: f64 = 0.01;

/// An edge is sharp if more than this share of its points say so: at its ends surfaces may have no reliable normals.
const SHARP_SHARE: f64 = 0.25;

/// Where normals around a pole differ by more, in radians, it is the tip of a cone.
const TIP: f64 = 0.15;

/// Bounds that are farther from their surface than so many times what counts as one place, which is as far as a body is large, have
/// nothing to do with it.
const ASTRAY: f64 = 1e6;

/// More triangles would not fit into a gibibyte.
pub(crate) const MOST_TRIANGLES: usize = 2_000_000;

/// A body in triangles.
#[derive(Debug, Default)]
pub(crate) struct Facets {
    pub points: Points,
    pub triangles: Vec<Facet>,
    /// The charts of the faces, and whether a face looks where its surface's normal points.
    pub faces: Vec<(Chart, bool)>,
    /// How far triangles stray from their surfaces.
    pub rough: f64,
}

/// A triangle, counter-clockwise seen from outside.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Facet {
    pub ids: [u32; 3],
    pub face: u32,
    pub places: [DVec2; 3],
    pub normals: [DVec3; 3],
    pub tips: [bool; 3],
    /// Whether the side from each corner to the next is an edge to be drawn.
    pub sharp: [bool; 3],
}

/// Cuts a body into triangles. `near` is what counts as one place.
pub(crate) fn facets(
    body: &Body,
    fine: Fineness,
    near: f64,
    faults: &mut Vec<Fault>,
    stop: Stop,
) -> Result<Facets, StepError> {
    let mut facets = Facets { points: body.vertices.clone(), ..Facets::default() };
    let chains = chains(body, fine, &mut facets.points, stop)?;
    let on_edges = facets.points.len() as u32;
    let mut known = Vec::new();
    for face in &body.faces {
        go_on(stop)?;
        // A surface that is not closed, or has a crease where it is, has its seam as two sides of the plane.
        let keep_seams = face.surface.periods() == [None, None];
        let rings = rings(face, |edge| chains[edge].clone(), keep_seams);
        if let Err(fault) = facets.add(face, &rings, near, fine, &mut known, faults, stop)? {
            faults.push(fault.within(&format!("face #{} is left out", face.entity)));
        }
        if facets.triangles.len() > MOST_TRIANGLES {
            return Err(too_many_triangles(face.entity));
        }
    }
    facets.mark_edges(&chains, on_edges);
    Ok(facets)
}

/// Why a model is refused with whose face or item there are too many.
pub(crate) fn too_many_triangles(entity: u64) -> StepError {
    StepError::TooLarge(format!(
        "cut finely enough to be drawn it has more than {MOST_TRIANGLES} triangles, with #{entity} and what comes before"
    ))
}

/// The numbers of the points of each edge.
fn chains(body: &Body, fine: Fineness, points: &mut Points, stop: Stop) -> Result<Vec<Vec<u32>>, Stopped> {
    let mut chains = Vec::with_capacity(body.edges.len());
    for edge in &body.edges {
        go_on(stop)?;
        let found = edge::points(edge, &body.vertices, fine);
        let mut chain = vec![edge.ends[0] as u32];
        if let [_, inner @ .., _] = found.as_slice() {
            chain.extend(points.len() as u32..(points.len() + inner.len()) as u32);
            points.extend(inner);
            chain.push(edge.ends[1] as u32);
        }
        chains.push(chain);
    }
    Ok(chains)
}

impl Facets {
    #[expect(clippy::too_many_arguments, reason = "all of it is about one face")]
    fn add(
        &mut self,
        face: &Face,
        rings: &[Vec<u32>],
        near: f64,
        fine: Fineness,
        known: &mut Vec<(u32, DVec2, DVec3)>,
        faults: &mut Vec<Fault>,
        stop: Stop,
    ) -> Result<Result<(), Fault>, Stopped> {
        let flat = match flatten(face, rings, &mut self.points, near, fine, stop) {
            Ok(flat) => flat,
            Err(fault) => return Ok(Err(fault)),
        };
        // Cut as finely as a surface that is elsewhere wants, a face takes up all room there is.
        let astray = |corner: &Corner| {
            flat.chart.at(corner.uv).0.distance(self.points[corner.id as usize]) > ASTRAY * near
        };
        if flat.polygons.iter().flatten().any(astray) {
            return Ok(Err(Fault::new(face.entity, "its bounds are far from its surface")));
        }
        let Some(triangles) = triangulate(&flat, &mut self.points, fine, stop)? else {
            return Ok(Err(Fault::new(face.entity, "its bounds enclose nothing")));
        };
        if triangles.tangled {
            faults.push(Fault::new(face.entity, "its bounds cross one another: the face may be incomplete"));
        }
        self.rough = self.rough.max(triangles.rough);
        let number = self.faces.len() as u32;
        let first = self.triangles.len();
        known.resize(self.points.len(), (u32::MAX, DVec2::ZERO, DVec3::ZERO));
        for corners in triangles.corners {
            let mut corners = corners;
            if !face.same_sense {
                corners.swap(1, 2);
            }
            let ids = corners.map(|corner| corner.id);
            // At a pole, two corners of the plane are one in space.
            if ids[0] == ids[1] || ids[1] == ids[2] || ids[2] == ids[0] {
                continue;
            }
            let middle = (corners[0].uv + corners[1].uv + corners[2].uv) / 3.0;
            let flat_normal = || {
                let [a, b, c] = ids.map(|id| self.points[id as usize]);
                (b - a).cross(c - a).normalize_or(DVec3::Z)
            };
            let mut normal = |corner: &Corner| {
                let slot = &mut known[corner.id as usize];
                if slot.0 == number && slot.1 == corner.uv && !corner.pole {
                    return slot.2;
                }
                let own = Some(flat.chart.at(corner.uv).1).filter(|_| !corner.pole).flatten();
                let beside = || flat.chart.at(corner.uv.lerp(middle, 1e-3)).1;
                let found = own.or_else(beside).map(|normal| if face.same_sense { normal } else { -normal });
                *slot = (number, corner.uv, found.unwrap_or_else(flat_normal));
                slot.2
            };
            let normals = [normal(&corners[0]), normal(&corners[1]), normal(&corners[2])];
            let places = corners.map(|corner| corner.uv);
            let tips = corners.map(|corner| corner.pole);
            self.triangles.push(Facet { ids, face: number, places, normals, tips, sharp: [false; 3] });
        }
        self.settle_tips(first);
        self.faces.push((flat.chart, face.same_sense));
        Ok(Ok(()))
    }

    /// A pole is a tip only if the normals around it differ; otherwise it has their mean.
    fn settle_tips(&mut self, first: usize) {
        let mut poles: Vec<(u32, DVec3)> = Vec::new();
        for facet in &self.triangles[first..] {
            poles.extend((0..3).filter(|&k| facet.tips[k]).map(|k| (facet.ids[k], facet.normals[k])));
        }
        poles.sort_by_key(|pole| pole.0);
        for pole in poles.chunk_by(|one, other| one.0 == other.0) {
            let mean = pole.iter().map(|pole| pole.1).sum::<DVec3>().normalize_or(pole[0].1);
            if pole.iter().any(|pole| turn(pole.1, mean) > TIP) {
                continue;
            }
            for facet in &mut self.triangles[first..] {
                for k in (0..3).filter(|&k| facet.ids[k] == pole[0].0) {
                    (facet.tips[k], facet.normals[k]) = (false, mean);
                }
            }
        }
    }

    /// Finds out which edges are sharp, by the normals of their two faces, and marks their sides.
    fn mark_edges(&mut self, chains: &[Vec<u32>], on_edges: u32) {
        let mut segments: Vec<([u32; 2], u32)> = Vec::new();
        for (edge, chain) in (0..).zip(chains) {
            segments
                .extend(chain.windows(2).map(|pair| ([pair[0].min(pair[1]), pair[0].max(pair[1])], edge)));
        }
        segments.sort_unstable();
        let edge_of = |a: u32, b: u32| {
            let ends = [a.min(b), a.max(b)];
            let at = segments.partition_point(|segment| segment.0 < ends);
            segments
                .get(at)
                .filter(|segment| ends[1] < on_edges && segment.0 == ends)
                .map(|segment| segment.1)
        };
        // What each triangle says about each point of each edge.
        let mut told: Vec<(u32, u32, DVec3)> = Vec::new();
        let mut sides: Vec<(u32, usize, usize)> = Vec::new();
        for (number, facet) in self.triangles.iter().enumerate() {
            for k in 0..3 {
                let next = (k + 1) % 3;
                let Some(edge) = edge_of(facet.ids[k], facet.ids[next]) else { continue };
                sides.push((edge, number, k));
                told.extend([k, next].map(|k| (edge, facet.ids[k], facet.normals[k])));
            }
        }
        told.sort_by_key(|&(edge, id, _)| (edge, id));
        let mut sharp = vec![true; chains.len()];
        for of_edge in told.chunk_by(|one, other| one.0 == other.0) {
            let (mut turns, mut all) = (0, 0);
            for at_point in of_edge.chunk_by(|one, other| one.1 == other.1) {
                all += 1;
                turns += usize::from(at_point.iter().any(|one| turn(one.2, at_point[0].2) > SMOOTH));
            }
            sharp[of_edge[0].0 as usize] = f64::from(turns as u32) > SHARP_SHARE * f64::from(all);
        }
        for (edge, number, k) in sides {
            self.triangles[number].sharp[k] = sharp[edge as usize];
        }
    }
}
