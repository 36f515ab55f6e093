//! Where curved faces turn away from the eye, in closed form for every primitive.

use crate::curve::{Curve, NOTHING, Path, Scale, circle_points, torus_outline_point};
use crate::drawing::Kind;
use glam::DVec3;
use spatiq_geom::{Leaf, Placement, Primitive, Solid, Stop, Stopped};

/// Adds the outlines of a leaf as seen from `toward_eye`.
pub(crate) fn outlines(
    solid: &Solid,
    index: usize,
    toward_eye: DVec3,
    scale: &Scale,
    stop: Stop,
    out: &mut Vec<Curve>,
) -> Result<(), Stopped> {
    let leaf = &solid.leaves()[index];
    let placement = leaf.placement();
    let eye = placement.direction_to_local(toward_eye);
    let Some(primitive) = leaf.primitive() else { return mesh_outlines(leaf, eye, scale, stop, out) };
    match *primitive {
        Primitive::Box { .. } => {}
        Primitive::Sphere { radius } => {
            out.push(Curve::circle(placement.shift, toward_eye, radius, Kind::Outline, scale));
        }
        Primitive::Cylinder { radius, height } => {
            // The normal is horizontal: it is across the view on either side.
            if let Some(side) = DVec3::new(-eye.y, eye.x, 0.0).try_normalize().filter(|_| tilted(eye)) {
                for side in [side, -side] {
                    let rim = |z: f64| placement.to_world(side * radius + DVec3::Z * z);
                    out.push(Curve::straight(rim(-height / 2.0), rim(height / 2.0), Kind::Outline));
                }
            }
        }
        Primitive::Cone { radius, height } => cone(placement, eye, radius, height, out),
        Primitive::Torus { ring, tube } => torus(placement, index, eye, ring, tube, scale, out),
    }
    Ok(())
}

/// Whether the view is not along the axis.
fn tilted(eye: DVec3) -> bool {
    eye.x * eye.x + eye.y * eye.y > 1e-18
}

/// The normal is `height · away + radius · z`, so it is across the view where `away · eye = -radius · eye.z / height`.
fn cone(placement: &Placement, eye: DVec3, radius: f64, height: f64, out: &mut Vec<Curve>) {
    if !tilted(eye) {
        return;
    }
    let level = (eye.x * eye.x + eye.y * eye.y).sqrt();
    let cosine = -radius * eye.z / (height * level);
    if cosine.abs() >= 1.0 {
        return;
    }
    let sine = (1.0 - cosine * cosine).sqrt();
    let (ahead, side) = (DVec3::new(eye.x, eye.y, 0.0) / level, DVec3::new(-eye.y, eye.x, 0.0) / level);
    let apex = placement.to_world(DVec3::Z * (height / 2.0));
    for sine in [sine, -sine] {
        let rim = (ahead * cosine + side * sine) * radius - DVec3::Z * (height / 2.0);
        out.push(Curve::straight(placement.to_world(rim), apex, Kind::Outline));
    }
}

/// Two closed curves, or four circles when seen from the side.
fn torus(
    placement: &Placement,
    leaf: usize,
    eye: DVec3,
    ring: f64,
    tube: f64,
    scale: &Scale,
    out: &mut Vec<Curve>,
) {
    // They touch in four points, where one hides the other: so all begin at one of these.
    let mut circle = |centre: DVec3, from: DVec3, axis: DVec3, radius: f64| {
        let (centre, turn) = (placement.to_world(centre), placement.turn);
        out.push(Curve::circle_from(centre, turn * from, turn * axis, radius, Kind::Outline, scale));
    };
    if eye.z.abs() < 1e-9 {
        let side = DVec3::new(-eye.y, eye.x, 0.0).normalize();
        circle(DVec3::Z * tube, side, DVec3::Z, ring);
        circle(DVec3::Z * -tube, side, DVec3::Z, ring);
        circle(side * ring, DVec3::Z, side.cross(DVec3::Z), tube);
        circle(side * -ring, DVec3::Z, side.cross(DVec3::Z), tube);
        return;
    }
    // Chords are checked below: half the points of a circle are enough to begin with.
    let count = circle_points(ring + tube, scale) / 2;
    for side in [1.0, -1.0] {
        let path = Path::TorusOutline { leaf, ring, tube, toward_eye: eye, side };
        let at = |angle: f64| {
            let (sin, cos) = libm::sincos(angle);
            let away = DVec3::new(cos, sin, 0.0);
            torus_outline_point(ring, tube, eye, side, away).map(|p| placement.to_world(p))
        };
        let angle = |k: usize| std::f64::consts::TAU * k as f64 / count as f64;
        let Some(first) = at(0.0) else { continue };
        let mut points = vec![first];
        for k in 0..count {
            let from = points[points.len() - 1];
            let to = if k + 1 == count { Some(first) } else { at(angle(k + 1)) };
            let Some(to) = to else { continue };
            bend(&at, (angle(k), from), (angle(k + 1), to), scale.chord, 40, &mut points);
            points.push(to);
        }
        out.push(Curve { points, path, kind: Kind::Outline, faces: NOTHING, rough: 0.0 });
    }
}

/// Where the smooth faces of a mesh turn away, as far as their triangles tell.
fn mesh_outlines(
    leaf: &Leaf,
    eye: DVec3,
    scale: &Scale,
    stop: Stop,
    out: &mut Vec<Curve>,
) -> Result<(), Stopped> {
    let Some(form) = leaf.mesh() else { return Ok(()) };
    for chain in form.features.outline(&form.mesh, eye, stop)? {
        let mut points: Vec<DVec3> = chain.points.iter().map(|&p| leaf.placement().to_world(p)).collect();
        // Where it passes a vertex there are two points of which only one has a direction.
        points.dedup_by(|a, b| a.distance(*b) < scale.short);
        if chain.closed {
            while points.len() > 1 && points[points.len() - 1].distance(points[0]) < scale.short {
                points.pop();
            }
            points.extend(points.first().copied());
        }
        if points.len() < 2 {
            continue;
        }
        let rough = form.roughness;
        out.push(Curve { points, path: Path::Straight, kind: Kind::Outline, faces: NOTHING, rough });
    }
    Ok(())
}

/// Adds the points between two angles that a chord would miss: seen almost from the side, nearly all of the tube's outline
/// lies over a very small angle.
fn bend(
    at: &impl Fn(f64) -> Option<DVec3>,
    (from, a): (f64, DVec3),
    (to, b): (f64, DVec3),
    deviation: f64,
    depth: u32,
    out: &mut Vec<DVec3>,
) {
    let angle = from.midpoint(to);
    let Some(middle) = at(angle) else { return };
    if depth == 0 || middle.distance(a.midpoint(b)) <= deviation {
        return;
    }
    bend(at, (from, a), (angle, middle), deviation, depth - 1, out);
    out.push(middle);
    bend(at, (angle, middle), (to, b), deviation, depth - 1, out);
}
