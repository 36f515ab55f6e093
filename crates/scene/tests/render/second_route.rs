//! Depth and normals once more, by searching along rays instead of solving equations.

use crate::scenes::{SIZE, alone, box_mesh, several};
use spatiq_bench::Seed;
use spatiq_geom::{DVec3, Placement};
use spatiq_scene::render::look;
use spatiq_scene::{Scene, Shape};

/// How far outside of a shape a point is: below 0 inside, 0 on the surface. Along any line it falls and then rises, for
/// convex shapes; for rings it is the true distance.
fn outside(shape: &Shape, p: DVec3) -> f64 {
    let aside = p.truncate().length();
    match shape {
        Shape::Box { half } => (p.abs() - *half).max_element(),
        Shape::Frustum { bottom, top, half_height } => {
            let radius = bottom + (top - bottom) * (p.z + half_height) / (2.0 * half_height);
            (aside - radius).max(p.z.abs() - half_height)
        }
        Shape::Prism { outline, half_height } => {
            let next = outline.iter().cycle().skip(1);
            let sides = outline.iter().zip(next).map(|(from, to)| {
                let along = (*to - *from).normalize();
                -along.perp_dot(p.truncate() - *from)
            });
            sides.fold(p.z.abs() - half_height, f64::max)
        }
        Shape::Ball { radius } => p.length() - radius,
        Shape::Ring { ring, tube } => ((aside - ring) * (aside - ring) + p.z * p.z).sqrt() - tube,
        Shape::Mesh(_) => unreachable!("compared with boxes instead"),
    }
}

/// Where a ray enters a shape; `None` where it misses, an error where that is too close to tell.
fn entry(shape: &Shape, from: DVec3, along: DVec3) -> Result<Option<f64>, ()> {
    let field = |t: f64| outside(shape, from + along * t);
    if let Shape::Ring { .. } = shape {
        // As far as the surface is, one can always go.
        let (mut t, mut least) = (0.0, f64::INFINITY);
        for _ in 0..20_000 {
            let distance = field(t);
            if distance < 1e-11 {
                return Ok(Some(t));
            }
            least = least.min(distance);
            t += distance;
            if t > 100.0 {
                return if least < 1e-7 { Err(()) } else { Ok(None) };
            }
        }
        return Err(());
    }
    let (mut low, mut high) = (0.0, 60.0);
    for _ in 0..200 {
        let (one, other) = (low + (high - low) / 3.0, high - (high - low) / 3.0);
        if field(one) < field(other) { high = other } else { low = one }
    }
    let deepest = low;
    match field(deepest) {
        depth if depth.abs() < 1e-7 => Err(()),
        depth if depth > 0.0 => Ok(None),
        _ => {
            let (mut before, mut within) = (0.0, deepest);
            for _ in 0..100 {
                let middle = (before + within) / 2.0;
                if field(middle) > 0.0 { before = middle } else { within = middle }
            }
            Ok(Some(within))
        }
    }
}

/// Something at the end of a ray: how far, the part from 1 on, and the normal.
type End = (f64, u16, Option<DVec3>);

/// What a ray meets first.
fn cast(scene: &Scene, eye: DVec3, direction: DVec3) -> Result<End, ()> {
    let mut ends: Vec<End> = Vec::new();
    let mut part = 0;
    for object in &scene.objects {
        for each in &object.model.parts {
            part += 1;
            for piece in &each.pieces {
                let place = piece.placement.within(&object.placement);
                let (from, along) = (place.to_local(eye), place.direction_to_local(direction));
                if let Some(t) = entry(&piece.shape, from, along)? {
                    ends.push((
                        t,
                        part,
                        slope(&piece.shape, from + along * t).map(|normal| place.turn * normal),
                    ));
                }
            }
        }
    }
    let mut planes = vec![(DVec3::Z, 0.0)];
    if let Some(walls) = &scene.room.walls {
        planes.extend([(DVec3::NEG_Y, -walls.back), (DVec3::X, -walls.side), (DVec3::NEG_X, -walls.side)]);
    }
    for (normal, at) in planes {
        let t = (at - normal.dot(eye)) / normal.dot(direction);
        if t > 0.0 {
            ends.push((t, 0, Some(normal)));
        }
    }
    ends.sort_by(|a, b| a.0.total_cmp(&b.0));
    match ends.as_slice() {
        [] => Ok((f64::INFINITY, 0, None)),
        [first, second, ..] if second.0 - first.0 < 1e-7 => Err(()),
        [first, ..] => Ok(*first),
    }
}

/// The direction in which a shape's field grows at a point, by differences; `None` at edges.
fn slope(shape: &Shape, p: DVec3) -> Option<DVec3> {
    let by = |step: f64| {
        let along = |axis: DVec3| outside(shape, p + axis * step) - outside(shape, p - axis * step);
        DVec3::from(DVec3::AXES.map(along)).normalize()
    };
    let [near, far] = [by(1e-6), by(1e-3)];
    // Rounding blurs small steps, curvature large ones.
    (near.distance(far) < 0.02).then_some(near)
}

#[test]
fn depth_parts_and_normals_are_those_of_a_search_along_rays() {
    let (mut compared, mut normals, mut doubtful) = (0, 0, 0);
    for (name, scene) in several() {
        let frame = look(&scene, SIZE);
        let mut rng = Seed::root(3).child(&name).rng();
        let view = scene.camera.axes()[2];
        for _ in 0..150 {
            let (x, y) = (rng.below(SIZE[0]), rng.below(SIZE[1]));
            let direction = scene.camera.ray(SIZE, [x as f64 + 0.5, y as f64 + 0.5]);
            let at = y * SIZE[0] + x;
            let Ok((distance, part, normal)) = cast(&scene, scene.camera.eye.into(), direction) else {
                doubtful += 1;
                continue;
            };
            let (depth, seen) = (distance * direction.dot(view), f64::from(frame.depth[at]));
            assert!(
                depth == seen || (depth - seen).abs() < 2e-7 * depth,
                "{name}, {x} {y}: {depth} and {seen}"
            );
            assert_eq!(part, frame.parts[at], "{name}, {x} {y}");
            compared += 1;
            if let Some(normal) = normal {
                let seen = DVec3::from(frame.normals[at].map(f64::from));
                assert!(normal.distance(seen) < 1e-3, "{name}, {x} {y}: {normal} and {seen}");
                normals += 1;
            }
        }
    }
    assert!(compared > 3400 && normals > 2500 && doubtful < 100, "{compared} {normals} {doubtful}");
}

#[test]
fn the_triangles_of_a_box_look_like_the_box() {
    let mut rng = Seed::root(5).rng();
    for _ in 0..20 {
        let half = DVec3::new(rng.between(0.2, 1.5), rng.between(0.2, 1.5), rng.between(0.2, 1.5));
        let turn =
            crate::scenes::about(0, rng.between(0.1, 3.0)) * crate::scenes::about(2, rng.between(0.1, 3.0));
        let placement = Placement { turn, shift: DVec3::new(rng.between(-1.0, 1.0), 0.0, 1.0) };
        let solid = look(&alone(Shape::Box { half }, placement), SIZE);
        let mesh = look(&alone(box_mesh(half), placement), SIZE);
        assert_eq!(solid.parts, mesh.parts);
        assert_eq!(solid.amodal.mask(0..1), mesh.amodal.mask(0..1));
        for at in 0..solid.depth.len() {
            let (a, b) = (solid.depth[at], mesh.depth[at]);
            assert!(a == b || (a - b).abs() < 1e-5, "pixel {at}: {a} and {b}");
            let [a, b] = [&solid, &mesh].map(|frame| DVec3::from(frame.normals[at].map(f64::from)));
            assert!(a.distance(b) < 1e-5, "pixel {at}: {a} and {b}");
        }
    }
}

#[test]
fn an_object_that_is_pushed_back_is_never_closer() {
    for (name, mut scene) in several() {
        let view = scene.camera.axes()[2];
        let eye = DVec3::from(scene.camera.eye);
        let object = scene.objects[0].clone();
        let corners = object.model.pieces().flat_map(|piece| {
            let place = piece.placement.within(&object.placement);
            piece.shape.corners(64).into_iter().map(move |corner| place.to_world(corner))
        });
        // Round shapes reach somewhat farther than the corners on them.
        let nearest = corners.map(|corner| (corner - eye).dot(view)).fold(f64::INFINITY, f64::min) - 0.01;
        let mut before = f32::NEG_INFINITY;
        for push in [0.0, 0.4, 0.8] {
            scene.objects[0].placement.shift = object.placement.shift + view * push;
            let frame = look(&scene, SIZE);
            let depths =
                frame.depth.iter().zip(&frame.objects).filter(|(_, seen)| **seen == 1).map(|(d, _)| *d);
            let closest = depths.fold(f32::INFINITY, f32::min);
            assert!(f64::from(closest) >= nearest + push, "{name}: {closest}, {nearest} and {push}");
            assert!(closest >= before, "{name}: {closest} after {before}");
            before = closest;
        }
    }
}
