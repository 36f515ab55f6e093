//! The polygons of a face in the plane of its chart.

use crate::chart::Chart;
use crate::edge::Fineness;
use crate::fault::Fault;
use crate::frame::Frame;
use crate::rings::{Corner, Points, polygons};
use crate::surface::Surface;
use crate::topology::Face;
use glam::{DVec2, DVec3};
use spatiq_geom::Stop;
use std::sync::Arc;

/// A face laid flat.
pub(crate) struct Flattened {
    pub chart: Chart,
    /// Corners whose `uv` are places of the chart's plane.
    pub polygons: Vec<Vec<Corner>>,
    /// Whether the surface bends, so that triangles have to be checked against it.
    pub round: [bool; 2],
}

/// Places across a face, each way, at which its curvature is looked at.
const LOOKS: i32 = 6;

/// So fine a division of a face is the finest.
const FINEST: f64 = 1.0 / 1500.0;

/// Lays a face flat.
pub(crate) fn flatten(
    face: &Face,
    rings: &[Vec<u32>],
    points: &mut Points,
    near: f64,
    fine: Fineness,
    stop: Stop,
) -> Result<Flattened, Fault> {
    if let (Surface::Sphere { frame, radius }, false) = (&face.surface, rings.is_empty()) {
        return Ok(sphere(frame, *radius, rings, points, fine));
    }
    let surface = &face.surface;
    let polygons = polygons(face, rings, points, near, |uv| surface.steps(uv, fine.chord, fine.angle), stop)?;
    let all = || polygons.iter().flatten().map(|corner| corner.uv);
    let (low, high) =
        all().fold((DVec2::INFINITY, DVec2::NEG_INFINITY), |(low, high), uv| (low.min(uv), high.max(uv)));
    let range = high - low;
    if !range.is_finite() || range.max_element() <= 0.0 {
        return Err(Fault::new(face.entity, "it has no extent"));
    }
    let looks = (0..=LOOKS)
        .flat_map(|i| (0..=LOOKS).map(move |k| DVec2::new(f64::from(i), f64::from(k)) / f64::from(LOOKS)));
    let steps = match surface {
        Surface::Plane(_) => DVec2::INFINITY,
        Surface::Cylinder { .. } | Surface::Sphere { .. } | Surface::Torus { .. } => {
            surface.steps(low, fine.chord, fine.angle)
        }
        _ => looks
            .map(|share| surface.steps(low + range * share, fine.chord, fine.angle))
            .fold(DVec2::INFINITY, DVec2::min),
    };
    let round = [steps.x < range.x, steps.y < range.y];
    let steps = match surface {
        Surface::Plane(_) => DVec2::splat(range.max_element()),
        // What does not bend is one step; a side of no length at all has none.
        _ => steps.min(range).max(range * FINEST).max(DVec2::splat(range.max_element() * 1e-9)),
    };
    let surface = Arc::new(surface.clone());
    let polygons = polygons
        .into_iter()
        .map(|ring| ring.into_iter().map(|corner| Corner { uv: corner.uv / steps, ..corner }).collect())
        .collect();
    Ok(Flattened { chart: Chart::Parameters { surface, steps }, polygons, round })
}

/// A face of a sphere, seen from a point of the sphere that is not on it.
fn sphere(frame: &Frame, radius: f64, rings: &[Vec<u32>], points: &Points, fine: Fineness) -> Flattened {
    let step = libm::sqrt(8.0 * fine.chord / radius.max(fine.chord)).min(fine.angle);
    let all: Vec<DVec3> = rings
        .iter()
        .flatten()
        .map(|&id| (points[id as usize] - frame.origin).normalize_or(DVec3::Z))
        .collect();
    let mean = all.iter().sum::<DVec3>().try_normalize();
    let axes = [frame.x, frame.y, frame.z];
    let diagonals = (0..8).map(|k| axes[0] * sign(k & 1) + axes[1] * sign(k & 2) + axes[2] * sign(k & 4));
    let centres = mean
        .into_iter()
        .flat_map(|mean| [mean, -mean])
        .chain(axes)
        .chain(axes.map(|axis| -axis))
        .chain(diagonals);
    // The point that is seen from must be far from all bounds, and not on the face: then the face is what the bounds enclose.
    let best = centres
        .map(|centre| {
            let centre = centre.normalize();
            let chart = Frame::new(frame.origin, Some(centre), None);
            let away = all.iter().map(|p| p.distance(-centre)).fold(f64::INFINITY, f64::min);
            let outside = enclosed(&chart, rings, points) > 0.0;
            (outside, away, chart)
        })
        .max_by(|a, b| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)));
    let chart = best.map_or(*frame, |best| best.2);
    let place =
        |&id: &u32| Corner { uv: Chart::on_sphere(&chart, step, points[id as usize]), id, pole: false };
    let polygons = rings.iter().map(|ring| ring.iter().map(place).collect()).collect();
    Flattened { chart: Chart::Sphere { frame: chart, radius, step }, polygons, round: [true; 2] }
}

fn sign(bit: i32) -> f64 {
    if bit == 0 { 1.0 } else { -1.0 }
}

/// Twice the area that rings enclose in a chart of a sphere.
fn enclosed(chart: &Frame, rings: &[Vec<u32>], points: &Points) -> f64 {
    let place = |id: u32| Chart::on_sphere(chart, 1.0, points[id as usize]);
    let of_ring = |ring: &Vec<u32>| -> f64 {
        (0..ring.len()).map(|k| place(ring[k]).perp_dot(place(ring[(k + 1) % ring.len()]))).sum()
    };
    rings.iter().map(of_ring).sum()
}
