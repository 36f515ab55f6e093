//! All bodies of a file put together as one mesh, with what is true about it.

use crate::Reading;
use crate::assembly::Placed;
use crate::chart::Chart;
use crate::edge::{self, Fineness};
use crate::facets::{Facets, MOST_TRIANGLES, facets, too_many_triangles};
use crate::fault::{Fault, StepError};
use crate::file::StepText;
use crate::frame::Motion;
use crate::geometry::Geometry;
use crate::surface::Surface;
use crate::topology::{Body, body as read_body};
use glam::{DVec2, DVec3};
use spatiq_geom::mesh::{TrueSurfaces, Truth, Warning};
use spatiq_geom::{Mesh, Stop, go_on};
use std::collections::BTreeMap;
use std::f64::consts::TAU;
use std::sync::Arc;

/// How far chords may stray from curves and surfaces, as a share of the model's size: a sixteenth of a pixel in a picture of a
/// thousand.
const CHORD: f64 = 1e-4;

/// By how much curves and surfaces may turn from one point to the next: 7.5 degrees, so that even a thin rod, whose
/// chords stray little however few they are, keeps its volume to a third of a percent.
const ANGLE: f64 = std::f64::consts::PI / 24.0;

/// What is nearer together than this share of a body's size is at one place.
const NEAR: f64 = 1e-6;

/// Reads, cuts and puts together everything that was placed.
pub(crate) fn body(
    file: &StepText,
    placed: &[Placed],
    mut faults: Vec<Fault>,
    stop: Stop,
) -> Result<Reading, StepError> {
    if file.unfinished {
        faults.push(Fault::new(0, "the file's last line is missing"));
    }
    // An item that stands in several places is read and cut once.
    let mut bodies: BTreeMap<u64, Body> = BTreeMap::new();
    for place in placed {
        go_on(stop)?;
        if bodies.contains_key(&place.item) {
            continue;
        }
        let geometry = Geometry { file, angle: place.angle };
        match read_body(geometry, place.item, &mut faults) {
            Ok(Some(body)) => drop(bodies.insert(place.item, body)),
            Ok(None) => {}
            Err(fault) => faults.push(fault.within(&format!("#{} is left out", place.item))),
        }
    }
    let placed: Vec<&Placed> = placed.iter().filter(|place| bodies.contains_key(&place.item)).collect();
    let size = size(&bodies, &placed);
    if bodies.values().all(|body| body.faces.is_empty()) || size <= 0.0 || !size.is_finite() {
        return Err(StepError::Nothing(why_nothing(&faults)));
    }
    let mut whole = Whole::default();
    let mut cut: BTreeMap<u64, Arc<Facets>> = BTreeMap::new();
    for place in placed {
        go_on(stop)?;
        let body = &bodies[&place.item];
        let facets = match cut.get(&place.item) {
            Some(facets) => Arc::clone(facets),
            None => {
                let own = size / place.motion.factor();
                let fine = Fineness { chord: CHORD * own, angle: ANGLE };
                let near = NEAR * extent(body);
                let facets = Arc::new(facets(body, fine, near, &mut faults, stop)?);
                cut.insert(place.item, Arc::clone(&facets));
                facets
            }
        };
        whole.add(&facets, place.motion, body.solid);
        if whole.triangles.len() > MOST_TRIANGLES {
            return Err(too_many_triangles(place.item));
        }
    }
    if whole.triangles.is_empty() {
        return Err(StepError::Nothing(why_nothing(&faults)));
    }
    let rough = whole.rough;
    let mesh = Mesh::restored(&whole.points, &whole.triangles, stop)?;
    let mut warnings = mesh.gaps(stop)?;
    if whole.inside_out > 0 {
        warnings.push(Warning::InsideOut(whole.inside_out));
    }
    let Whole { normals, tips, sharp, surfaces, .. } = whole;
    let truth =
        Truth { normals, tips, sharp, rough, surfaces: Arc::new(surfaces), frame: (DVec3::ZERO, 1.0) };
    Ok(Reading { body: spatiq_geom::Body { mesh, truth: Some(truth) }, faults, warnings })
}

fn why_nothing(faults: &[Fault]) -> String {
    match faults {
        [] => "it has no solids and no shells".into(),
        [only] => only.to_string(),
        [first, rest @ ..] => format!("{first}, and {} more", rest.len()),
    }
}

/// Points all over a body, not many.
fn looks(body: &Body) -> impl Iterator<Item = DVec3> + '_ {
    let coarse = Fineness { chord: f64::INFINITY, angle: 0.8 };
    let on_edges = body.edges.iter().flat_map(move |edge| edge::points(edge, &body.vertices, coarse));
    // A whole sphere or torus has no edges that tell how large it is, nor has a spline that is turned into a ball.
    let bare = body.edges.len() < 2 * body.faces.len();
    let on_faces = body.faces.iter().map(|face| &face.surface).filter(move |_| bare).filter_map(|surface| {
        let (domains, periods) = (surface.domains(), surface.periods());
        let range = |axis: usize| domains[axis].or(periods[axis].map(|period| [0.0, period]));
        // What has no ends is known by its bounds alone; the angles of a sphere from pole to pole are twice around.
        let across = if matches!(surface, Surface::Sphere { .. }) { Some([0.0, TAU]) } else { range(1) };
        Some((surface, range(0)?, across?))
    });
    let on_faces = on_faces.flat_map(|(surface, u, v)| {
        let share = |[from, to]: [f64; 2], k: i32| from + (to - from) * f64::from(k) / 8.0;
        (0..81).map(move |k| surface.at(DVec2::new(share(u, k % 9), share(v, k / 9))).point)
    });
    on_edges.chain(on_faces)
}

fn bounds(points: impl Iterator<Item = DVec3>) -> [DVec3; 2] {
    points.fold([DVec3::INFINITY, DVec3::NEG_INFINITY], |[low, high], p| [low.min(p), high.max(p)])
}

fn extent(body: &Body) -> f64 {
    let [low, high] = bounds(looks(body));
    (high - low).max_element()
}

/// The longest side of the box around all bodies, in millimetres.
fn size(bodies: &BTreeMap<u64, Body>, placed: &[&Placed]) -> f64 {
    let boxes: BTreeMap<u64, [DVec3; 2]> =
        bodies.iter().map(|(&item, body)| (item, bounds(looks(body)))).collect();
    let corners = placed.iter().flat_map(|place| {
        let ends = boxes[&place.item];
        (0..8).map(move |k| {
            let pick = |axis: usize| ends[k >> axis & 1][axis];
            place.motion.point(DVec3::new(pick(0), pick(1), pick(2)))
        })
    });
    let [low, high] = bounds(corners);
    (high - low).max_element()
}

/// The mesh as it grows.
#[derive(Default)]
struct Whole {
    points: Vec<DVec3>,
    triangles: Vec<[u32; 3]>,
    normals: Vec<[DVec3; 3]>,
    tips: Vec<[bool; 3]>,
    sharp: Vec<[bool; 3]>,
    surfaces: Faces,
    rough: f64,
    /// Triangles of bodies that were inside out.
    inside_out: usize,
}

/// The true surfaces of all triangles.
#[derive(Debug, Default)]
struct Faces {
    /// The bodies, the motions that take them to their places, whether they are turned inside out, and the number of their first triangle.
    bodies: Vec<(Arc<Facets>, Motion, bool, u32)>,
}

impl Whole {
    fn add(&mut self, facets: &Arc<Facets>, motion: Motion, solid: bool) {
        let first = self.points.len() as u32;
        self.points.extend(facets.points.iter().map(|&point| motion.point(point)));
        let volume: f64 = facets
            .triangles
            .iter()
            .map(|facet| {
                let [a, b, c] = facet.ids.map(|id| facets.points[id as usize] - facets.points[0]);
                a.dot(b.cross(c))
            })
            .sum();
        let inside_out = solid && volume < 0.0;
        if inside_out {
            self.inside_out += facets.triangles.len();
        }
        // Mirrored, triangles run the other way round; their corners stay where they are in the lists.
        let turned = inside_out != motion.mirrors();
        self.surfaces.bodies.push((Arc::clone(facets), motion, inside_out, self.triangles.len() as u32));
        for facet in &facets.triangles {
            let order = if turned { [0, 2, 1] } else { [0, 1, 2] };
            let sides = if turned { [2, 1, 0] } else { [0, 1, 2] };
            let sign = if inside_out { -1.0 } else { 1.0 };
            self.triangles.push(order.map(|k| facet.ids[k] + first));
            self.normals.push(order.map(|k| motion.normal(facet.normals[k]) * sign));
            self.tips.push(order.map(|k| facet.tips[k]));
            self.sharp.push(sides.map(|k| facet.sharp[k]));
        }
        self.rough = self.rough.max(facets.rough * motion.factor());
    }
}

impl TrueSurfaces for Faces {
    fn over(&self, triangle: u32, weights: [f64; 3]) -> Option<(DVec3, DVec3)> {
        let at = self.bodies.partition_point(|body| body.3 <= triangle).checked_sub(1)?;
        let (facets, motion, inside_out, first) = &self.bodies[at];
        let facet = facets.triangles.get((triangle - first) as usize)?;
        let weights =
            if *inside_out != motion.mirrors() { [weights[0], weights[2], weights[1]] } else { weights };
        let place =
            facet.places[0] * weights[0] + facet.places[1] * weights[1] + facet.places[2] * weights[2];
        let (chart, same_sense): &(Chart, bool) = &facets.faces[facet.face as usize];
        let (point, normal) = chart.at(place);
        let normal = normal? * if *same_sense != *inside_out { 1.0 } else { -1.0 };
        Some((motion.point(point), motion.normal(normal)))
    }
}
