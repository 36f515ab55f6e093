//! A flat face cut into triangles that are close to its surface.

use crate::edge::{Fineness, stray};
use crate::flatten::Flattened;
use crate::rings::{Corner, Points, encloses};
use glam::{DVec2, DVec3};
use spade::handles::FixedFaceHandle;
use spade::{ConstrainedDelaunayTriangulation, HasPosition, Point2, PositionInTriangulation, Triangulation};
use spatiq_geom::{Stop, Stopped, go_on};
use std::collections::{BTreeMap, BTreeSet};

/// How often triangles are looked at and divided where they stray.
const ROUNDS: usize = 6;

/// The most points within a face.
const MOST_POINTS: usize = 400_000;

/// Tests of triangles against sides where bounds cross one another.
const MOST_TESTS: usize = 1 << 28;

/// The triangles of a face.
#[derive(Debug, Default)]
pub(crate) struct Triangles {
    /// Counter-clockwise in the chart's plane.
    pub corners: Vec<[Corner; 3]>,
    /// Whether its bounds cross one another.
    pub tangled: bool,
    /// How far a triangle is from the surface, at most, as far as was seen.
    pub rough: f64,
}

/// A point of the plane.
#[derive(Clone, Copy, Debug)]
struct Vertex {
    corner: Corner,
}

impl HasPosition for Vertex {
    type Scalar = f64;

    fn position(&self) -> Point2<f64> {
        Point2::new(self.corner.uv.x, self.corner.uv.y)
    }
}

type Delaunay = ConstrainedDelaunayTriangulation<Vertex>;

/// Cuts a face into triangles; `None` if its plane has no room for any.
pub(crate) fn triangulate(
    flat: &Flattened,
    points: &mut Points,
    fine: Fineness,
    stop: Stop,
) -> Result<Option<Triangles>, Stopped> {
    let (mut vertices, sides) = outline(&flat.polygons);
    if vertices.len() < 3 {
        return Ok(None);
    }
    go_on(stop)?;
    let bounds = vertices.len();
    if flat.round == [true; 2] {
        fill(flat, &mut vertices);
    }
    for vertex in &mut vertices[bounds..] {
        vertex.corner.id = points.len() as u32;
        points.push(flat.chart.at(vertex.corner.uv).0);
    }
    let mut tangled = false;
    let Ok(mut plane) = Delaunay::try_bulk_load_cdt(vertices, sides, |_| tangled = true) else {
        return Ok(None);
    };
    go_on(stop)?;
    let mut result = Triangles { tangled, ..Triangles::default() };
    let is_round = flat.round != [false; 2];
    for round in 0..=ROUNDS {
        let inside = inside(&plane, flat, tangled);
        let (more, rough) =
            if is_round { strays(&plane, flat, &inside, points, fine) } else { (Vec::new(), 0.0) };
        go_on(stop)?;
        if more.is_empty() || round == ROUNDS || plane.num_vertices() + more.len() > bounds + MOST_POINTS {
            result.rough = rough;
            result.corners = inside
                .into_iter()
                .map(|face| plane.face(face).vertices().map(|vertex| vertex.data().corner))
                .collect();
            break;
        }
        for uv in more {
            // At a vertex there is nothing to add, and a point on a side would tear the face off its neighbour.
            let taken = match plane.locate(Point2::new(uv.x, uv.y)) {
                PositionInTriangulation::OnVertex(_) => true,
                PositionInTriangulation::OnEdge(edge) => plane.directed_edge(edge).is_constraint_edge(),
                _ => false,
            };
            let corner = Corner { uv, id: points.len() as u32, pole: false };
            if !taken && plane.insert(Vertex { corner }).is_ok() {
                points.push(flat.chart.at(uv).0);
            }
        }
    }
    Ok(Some(result))
}

/// The corners of polygons, each once, and the sides between them; a side that is there twice bounds nothing.
fn outline(polygons: &[Vec<Corner>]) -> (Vec<Vertex>, Vec<[usize; 2]>) {
    let mut vertices: Vec<Vertex> = Vec::new();
    let mut known: BTreeMap<[u64; 2], usize> = BTreeMap::new();
    let mut sides: BTreeMap<[usize; 2], usize> = BTreeMap::new();
    for ring in polygons {
        let numbers: Vec<usize> = ring
            .iter()
            .map(|corner| {
                // Numbers next to nothing are refused by the triangulation.
                let uv = corner.uv.to_array().map(|value| if value.abs() < 1e-40 { 0.0 } else { value });
                *known.entry(uv.map(f64::to_bits)).or_insert_with(|| {
                    vertices.push(Vertex { corner: Corner { uv: uv.into(), ..*corner } });
                    vertices.len() - 1
                })
            })
            .collect();
        for k in 0..numbers.len() {
            let (a, b) = (numbers[k], numbers[(k + 1) % numbers.len()]);
            if a != b {
                *sides.entry([a.min(b), a.max(b)]).or_default() += 1;
            }
        }
    }
    (vertices, sides.into_iter().filter(|(_, uses)| uses % 2 == 1).map(|(side, _)| side).collect())
}

/// Adds places within the polygons, a step apart, where no side passes.
fn fill(flat: &Flattened, vertices: &mut Vec<Vertex>) {
    let (low, high) = vertices.iter().fold((DVec2::INFINITY, DVec2::NEG_INFINITY), |(low, high), vertex| {
        (low.min(vertex.corner.uv), high.max(vertex.corner.uv))
    });
    // Far out in the plane of a sphere a step is longer: there every level has steps twice as long as the one before.
    let stretch = |place: DVec2| flat.chart.stretch(place);
    let corners = [low, high, DVec2::new(low.x, high.y), DVec2::new(high.x, low.y)];
    let most = corners.into_iter().map(stretch).fold(1.0, f64::max);
    let mut level = 1.0;
    while level <= most {
        let is_here = |place: DVec2| (level..2.0 * level).contains(&stretch(place));
        let [from, to] =
            flat.chart.within(2.0 * level).map_or([low, high], |[a, b]| [low.max(a), high.min(b)]);
        fill_level(flat, [from, to], level, is_here, vertices);
        level *= 2.0;
    }
}

/// Adds places within the polygons, so far apart, in a box and where they are wanted.
fn fill_level(
    flat: &Flattened,
    [low, high]: [DVec2; 2],
    step: f64,
    is_here: impl Fn(DVec2) -> bool,
    vertices: &mut Vec<Vertex>,
) {
    let size = high - low;
    // Beyond measure the steps become longer.
    let cell = libm::sqrt((size.x * size.y / MOST_POINTS as f64).max(step * step));
    let cell_of = |place: DVec2| {
        let at = (place - low) / cell;
        [at.y.floor() as i64, at.x.floor() as i64]
    };
    let mut taken: BTreeSet<[i64; 2]> = BTreeSet::new();
    let sides = || {
        flat.polygons
            .iter()
            .flat_map(|ring| (0..ring.len()).map(|k| (ring[k].uv, ring[(k + 1) % ring.len()].uv)))
    };
    let mut work = 0.0;
    for (a, b) in sides() {
        if a.max(b).cmplt(low).any() || a.min(b).cmpgt(high).any() {
            continue;
        }
        let count = (a.distance(b) / cell * 2.0).ceil().max(1.0);
        work += count;
        if work > 4.0 * MOST_POINTS as f64 {
            return;
        }
        for k in 0..=count as usize {
            taken.insert(cell_of(a.lerp(b, k as f64 / count)));
        }
    }
    let rows = (size.y / cell).ceil() as i64;
    for row in 0..rows {
        let y = low.y + (row as f64 + 0.5) * cell;
        let mut crossings: Vec<f64> = sides()
            .filter(|(a, b)| (a.y > y) != (b.y > y))
            .map(|(a, b)| a.x + (b.x - a.x) * (y - a.y) / (b.y - a.y))
            .collect();
        crossings.sort_by(f64::total_cmp);
        for pair in crossings.chunks_exact(2) {
            let (start, end) = (pair[0].max(low.x), pair[1].min(high.x));
            let (from, to) = (((start - low.x) / cell).floor() as i64, ((end - low.x) / cell).ceil() as i64);
            for column in from..to {
                let uv = DVec2::new(low.x + (column as f64 + 0.5) * cell, y);
                if start < uv.x && uv.x < end && is_here(uv) && !taken.contains(&[row, column]) {
                    vertices.push(Vertex { corner: Corner { uv, id: 0, pole: false } });
                }
            }
        }
    }
}

/// The triangles that are part of the face.
fn inside(
    plane: &Delaunay,
    flat: &Flattened,
    tangled: bool,
) -> Vec<FixedFaceHandle<spade::handles::InnerTag>> {
    // One by one, if that does not take for ever.
    let sides: usize = flat.polygons.iter().map(Vec::len).sum();
    if tangled && plane.num_inner_faces().saturating_mul(sides) < MOST_TESTS {
        let middle = |face: &spade::handles::FaceHandle<spade::handles::InnerTag, Vertex, _, _, _>| {
            let [a, b, c] = face.vertices().map(|vertex| vertex.data().corner.uv);
            (a + b + c) / 3.0
        };
        return plane
            .inner_faces()
            .filter(|face| encloses(&flat.polygons, middle(face)))
            .map(|face| face.fix())
            .collect();
    }
    // From outside, every side that is passed changes where one is.
    let mut found: Vec<Option<bool>> = vec![None; plane.num_all_faces()];
    found[plane.outer_face().index()] = Some(false);
    let mut open = Vec::new();
    for edge in plane.convex_hull() {
        let edge = if edge.face().is_outer() { edge.rev() } else { edge };
        if let Some(face) = edge.face().as_inner()
            && found[face.index()].is_none()
        {
            found[face.index()] = Some(edge.is_constraint_edge());
            open.push(face);
        }
    }
    while let Some(face) = open.pop() {
        let here = found[face.index()] == Some(true);
        for edge in face.adjacent_edges() {
            if let Some(next) = edge.rev().face().as_inner()
                && found[next.index()].is_none()
            {
                found[next.index()] = Some(here != edge.is_constraint_edge());
                open.push(next);
            }
        }
    }
    plane.inner_faces().filter(|face| found[face.index()] == Some(true)).map(|face| face.fix()).collect()
}

/// Places at which triangles stray too far from the surface, and how far they stray at most.
fn strays(
    plane: &Delaunay,
    flat: &Flattened,
    inside: &[FixedFaceHandle<spade::handles::InnerTag>],
    points: &Points,
    fine: Fineness,
) -> (Vec<DVec2>, f64) {
    let mut more = Vec::new();
    let mut rough: f64 = 0.0;
    let mut is_inside = vec![false; plane.num_all_faces()];
    inside.iter().for_each(|face| is_inside[face.index()] = true);
    let place = |corner: &Corner| points[corner.id as usize];
    for &face in inside {
        let face = plane.face(face);
        let corners = face.vertices().map(|vertex| vertex.data().corner);
        let [a, b, c] = corners.map(|corner| place(&corner));
        for edge in face.adjacent_edges() {
            // Sides of the face are as fine as they are; of two triangles one looks at the edge between them.
            if edge.is_constraint_edge() || edge.fix().index() > edge.rev().fix().index() {
                continue;
            }
            let ends = edge.vertices().map(|vertex| vertex.data().corner);
            let middle = ends[0].uv.midpoint(ends[1].uv);
            let away = stray(place(&ends[0]), place(&ends[1]), flat.chart.at(middle).0);
            rough = rough.max(away);
            if away > 2.0 * fine.chord {
                more.push(middle);
            }
        }
        let middle = (corners[0].uv + corners[1].uv + corners[2].uv) / 3.0;
        let away = height([a, b, c], flat.chart.at(middle).0);
        rough = rough.max(away);
        if away > 2.0 * fine.chord {
            more.push(middle);
        }
    }
    (more, rough)
}

/// How far a point is from the plane of a triangle.
fn height([a, b, c]: [DVec3; 3], p: DVec3) -> f64 {
    (b - a).cross(c - a).try_normalize().map_or(0.0, |normal| (p - a).dot(normal).abs())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chart::Chart;
    use crate::frame::Frame;
    use spatiq_geom::NEVER;

    #[test]
    fn every_corner_is_the_point_over_its_place_however_often_triangles_are_divided() {
        let frame = Frame::new(DVec3::ZERO, None, None);
        let chart = Chart::Sphere { frame, radius: 1.0, step: 1.0 };
        let places = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)].map(|(x, y)| DVec2::new(x, y));
        let mut points: Points = places.iter().map(|place| chart.at(*place).0).collect();
        let ring = (0..).zip(places).map(|(id, uv)| Corner { uv, id, pole: false }).collect();
        let flat = Flattened { chart, polygons: vec![ring], round: [true; 2] };
        let fine = Fineness { chord: 1e-3, angle: 0.1 };
        let found = triangulate(&flat, &mut points, fine, NEVER).unwrap().unwrap();
        assert!(found.corners.len() > 10);
        for corner in found.corners.iter().flatten() {
            assert!(points[corner.id as usize].distance(flat.chart.at(corner.uv).0) < 1e-12);
        }
    }
}
