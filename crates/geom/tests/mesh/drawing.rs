//! Feature edges and outlines.

use crate::shapes::{Random, angle_bar, ball, cube, cylinder, ring, spindle};
use spatiq_geom::mesh::{EdgeKind, FEATURE_ANGLE, Features, Mesh, OutlineChain, TrueSurfaces, Truth};
use spatiq_geom::{Body, DVec3, NEVER, Placement};
use std::sync::Arc;

fn with_features(triangles: &[[DVec3; 3]]) -> (Mesh, Features) {
    let mesh = Mesh::from_triangles(triangles, NEVER).unwrap().0;
    let features = mesh.features(FEATURE_ANGLE, NEVER).unwrap();
    (mesh, features)
}

#[test]
fn a_cylinder_of_64_sides_has_two_circles() {
    let (_, features) = with_features(&cylinder(64));
    assert_eq!(features.chains.len(), 2);
    for chain in &features.chains {
        assert!(chain.closed);
        assert_eq!((chain.points.len(), chain.segments.len()), (64, 64));
        let step = 2.0 * libm::sin(std::f64::consts::PI / 64.0);
        let next = chain.points.iter().cycle().skip(1);
        assert!(chain.points.iter().zip(next).all(|(a, b)| ((*b - *a).length() - step).abs() < 1e-12));
        assert!(chain.segments.iter().all(|segment| segment.kind == EdgeKind::Convex));
    }
    assert_eq!(features.faces.iter().max(), Some(&2));
}

#[test]
fn a_box_has_twelve_edges_with_both_normals() {
    let (_, features) = with_features(&cube());
    assert_eq!(features.chains.len(), 12);
    for chain in &features.chains {
        assert!(!chain.closed && chain.points.len() == 2 && chain.segments.len() == 1);
        let segment = chain.segments[0];
        let (normal, other) = (segment.normal, segment.other.unwrap());
        let along = chain.points[1] - chain.points[0];
        assert_eq!(
            (along.length(), normal.dot(other), along.dot(normal), along.dot(other)),
            (1.0, 0.0, 0.0, 0.0)
        );
        assert_eq!(segment.kind, EdgeKind::Convex);
        // Both faces pass through the edge.
        assert!([normal, other].iter().all(|n| n.dot(chain.points[0]) == n.max_element().max(0.0)));
    }
}

#[test]
fn the_inner_edge_of_an_angle_bar_is_its_only_concave_one() {
    let (_, features) = with_features(&angle_bar());
    assert_eq!(features.chains.len(), 18);
    let sunk: Vec<_> =
        features.chains.iter().filter(|chain| chain.segments[0].kind == EdgeKind::Concave).collect();
    assert_eq!(sunk.len(), 1);
    assert!(sunk[0].points.iter().all(|point| (point.x, point.y) == (1.0, 1.0)));
}

#[test]
fn a_gap_is_bounded_by_feature_edges() {
    let mut open = cylinder(64);
    open.retain(|triangle| triangle.iter().any(|corner| corner.z != 2.0));
    let (_, features) = with_features(&open);
    assert_eq!(features.chains.len(), 2);
    let ends = features.chains.iter().find(|chain| chain.points[0].z == 2.0).unwrap();
    assert!(ends.closed && ends.segments.iter().all(|s| s.kind == EdgeKind::Boundary && s.other.is_none()));
}

#[test]
fn corner_normals_are_those_of_the_round_surface_and_break_at_edges() {
    let (mesh, features) = with_features(&cylinder(64));
    for (triangle, normals) in mesh.triangles().iter().zip(&features.corner_normals) {
        let points = triangle.map(|vertex| mesh.vertices()[vertex as usize]);
        let lid = points.iter().all(|point| point.z == points[0].z);
        for (point, normal) in points.iter().zip(normals) {
            let radial = DVec3::new(point.x, point.y, 0.0);
            let expected = if lid { DVec3::Z * (points[0].z - 1.0) } else { radial };
            assert!((*normal - expected).length() < 1e-9, "{normal} {expected}");
        }
    }
}

#[test]
fn the_outline_of_a_ball_is_a_great_circle_from_every_side() {
    let (mesh, features) = with_features(&ball(60));
    assert_eq!(features.chains.len(), 0);
    let mut random = Random(4);
    let axes = [DVec3::X, DVec3::Y, DVec3::Z, DVec3::new(1.0, 1.0, 1.0)];
    for direction in axes.into_iter().chain((0..30).map(|_| random.point(1.0))) {
        let chains = features.outline(&mesh, direction, NEVER).unwrap();
        assert_eq!(chains.len(), 1, "{direction}");
        let chain = &chains[0];
        assert!(chain.closed && chain.points.len() > 100);
        let unit = direction.normalize();
        for (point, normal) in chain.points.iter().zip(&chain.normals) {
            assert!(point.dot(unit).abs() < 2e-3 && (point.length() - 1.0).abs() < 2e-3);
            assert!(normal.dot(unit).abs() < 1e-12 && (normal.length() - 1.0).abs() < 1e-12);
            assert!((*normal - *point).length() < 5e-3);
        }
        let next = chain.points.iter().cycle().skip(1);
        let length: f64 = chain.points.iter().zip(next).map(|(a, b)| (*b - *a).length()).sum();
        assert!((length - std::f64::consts::TAU).abs() < 0.02, "{length}");
    }
}

#[test]
fn a_ring_seen_from_above_has_two_circles_and_from_the_side_what_the_formula_says() {
    let (mesh, features) = with_features(&ring(60));
    let from_above = features.outline(&mesh, DVec3::Z, NEVER).unwrap();
    assert_eq!(from_above.iter().map(|chain| chain.closed).collect::<Vec<_>>(), [true, true]);
    let radii = from_above.iter().map(|chain| DVec3::new(chain.points[0].x, chain.points[0].y, 0.0).length());
    let mut radii: Vec<f64> = radii.collect();
    radii.sort_by(f64::total_cmp);
    assert!((radii[0] - 1.5).abs() < 1e-3 && (radii[1] - 2.5).abs() < 1e-3);
    for point in features
        .outline(&mesh, DVec3::new(1.0, 0.3, 0.2), NEVER)
        .unwrap()
        .iter()
        .flat_map(|chain| &chain.points)
    {
        let middle = DVec3::new(point.x, point.y, 0.0).normalize() * 2.0;
        let normal = (*point - middle).normalize();
        assert!(normal.dot(DVec3::new(1.0, 0.3, 0.2).normalize()).abs() < 5e-3);
    }
}

#[test]
fn a_cylinder_from_the_side_has_two_straight_outlines_between_its_edges() {
    let (mesh, features) = with_features(&cylinder(64));
    let chains = features.outline(&mesh, DVec3::new(0.3, 1.0, 0.0), NEVER).unwrap();
    assert_eq!(chains.len(), 2);
    for chain in chains {
        assert!(!chain.closed);
        let heights: Vec<f64> = chain.points.iter().map(|point| point.z).collect();
        assert!(heights.contains(&0.0) && heights.contains(&2.0));
    }
    assert_eq!(features.outline(&mesh, DVec3::Z, NEVER).unwrap().len(), 0);
}

#[test]
fn cones_have_straight_outlines_from_their_tips_to_their_edge() {
    let (mesh, features) = with_features(&spindle(64));
    assert_eq!(features.chains.len(), 1);
    for direction in [DVec3::X, DVec3::new(0.3, 1.0, 0.2), DVec3::new(-1.0, 0.4, 0.3)] {
        let chains = features.outline(&mesh, direction, NEVER).unwrap();
        // Two on each cone, which end at the edge between the cones.
        assert_eq!(chains.len(), 4);
        for chain in chains {
            assert!(!chain.closed && chain.points.len() == 2);
            assert!(chain.points.iter().any(|point| point.z.abs() == 2.0));
            let base = chain.points.iter().find(|point| point.z == 0.0).unwrap();
            let sign = (chain.points[0].z + chain.points[1].z).signum();
            let exact = DVec3::new(base.x * 2.0, base.y * 2.0, sign).normalize();
            assert!(exact.dot(direction.normalize()).abs() < 5e-3);
            assert!(chain.normals.iter().all(|normal| (*normal - exact).length() < 5e-3));
        }
    }
    assert_eq!(features.outline(&mesh, DVec3::Z, NEVER).unwrap(), []);
}

#[test]
fn a_normal_exactly_across_the_view_is_no_gap() {
    // With 4 × 15 sides and the view along x, corners lie exactly on the outline.
    let (mesh, features) = with_features(&ball(30));
    for direction in [DVec3::X, -DVec3::X, DVec3::Y, -DVec3::Y, DVec3::Z, -DVec3::Z] {
        let chains = features.outline(&mesh, direction, NEVER).unwrap();
        assert!(chains.len() == 1 && chains[0].closed);
    }
}

#[test]
fn flat_solids_have_no_outlines() {
    let (mesh, features) = with_features(&cube());
    for direction in [DVec3::X, DVec3::ONE, DVec3::ZERO, DVec3::splat(f64::NAN)] {
        assert_eq!(features.outline(&mesh, direction, NEVER).unwrap(), []);
    }
}

/// Surfaces of which nothing is known but what the triangles say.
#[derive(Debug)]
struct Unknown;

impl TrueSurfaces for Unknown {
    fn over(&self, _: u32, _: [f64; 3]) -> Option<(DVec3, DVec3)> {
        None
    }
}

/// The outline, from above, of a strip along y whose profile runs through these points in the plane of x and z with these normals.
/// Along y the normals nod by an angle, up and down by turns.
fn outline_of_strip(profile: &[([f64; 2], [f64; 2])], nod: f64) -> Vec<OutlineChain> {
    let rows = 5;
    let at = |k: usize, row: usize| DVec3::new(profile[k].0[0], row as f64, profile[k].0[1]);
    let normal = |k: usize, row: usize| {
        let nod = if row.is_multiple_of(2) { nod } else { -nod };
        DVec3::new(profile[k].1[0], 0.0, profile[k].1[1] + nod).normalize()
    };
    let (mut triangles, mut normals) = (Vec::new(), Vec::new());
    for k in 1..profile.len() {
        for row in 1..rows {
            for corners in
                [[(k - 1, row - 1), (k, row - 1), (k, row)], [(k - 1, row - 1), (k, row), (k - 1, row)]]
            {
                triangles.push(corners.map(|(k, row)| at(k, row)));
                normals.push(corners.map(|(k, row)| normal(k, row)));
            }
        }
    }
    let mesh = Mesh::from_triangles(&triangles, NEVER).unwrap().0;
    let count = triangles.len();
    let truth = Truth {
        normals,
        tips: vec![[false; 3]; count],
        sharp: vec![[false; 3]; count],
        rough: 1e-3,
        surfaces: Arc::new(Unknown),
        frame: (DVec3::ZERO, 1.0),
    };
    let body = Body { mesh, truth: Some(truth) };
    let leaf = body.leaf(Placement::IDENTITY, FEATURE_ANGLE, NEVER).unwrap();
    let form = leaf.mesh().unwrap();
    form.features.outline(&form.mesh, DVec3::Z, NEVER).unwrap()
}

/// A terrace: level ground, an edge that is rounded off, a wall at x = 0 from z = 2 down to z = 1, a rounded corner, level ground.
fn terrace() -> Vec<([f64; 2], [f64; 2])> {
    let turn = |k: u32| libm::sincos(f64::from(k) * std::f64::consts::FRAC_PI_2 / 8.0);
    let mut profile = vec![([-3.0, 3.0], [0.0, 1.0])];
    profile.extend((0..=8).map(turn).map(|(sin, cos)| ([sin - 1.0, 2.0 + cos], [sin, cos])));
    profile.extend((0..=8).map(turn).map(|(sin, cos)| ([1.0 - cos, 1.0 - sin], [cos, sin])));
    profile.push(([3.0, 0.0], [0.0, 1.0]));
    profile
}

#[test]
fn a_wall_between_two_rounded_edges_that_face_the_eye_has_one_outline_where_it_is_nearest() {
    // Normals of neighbours differ by the tolerance with which a spline follows a wall.
    for nod in [0.0, 3e-5] {
        let chains = outline_of_strip(&terrace(), nod);
        assert_eq!(chains.len(), 1, "{nod} {chains:?}");
        let points = &chains[0].points;
        assert!(points.iter().all(|p| p.distance(DVec3::new(0.0, p.y, 2.0)) < 1e-3), "{points:?}");
        let (low, high) =
            points.iter().fold((f64::MAX, f64::MIN), |(low, high), p| (low.min(p.y), high.max(p.y)));
        assert_eq!((low, high), (0.0, 4.0));
    }
}

#[test]
fn ground_that_never_stands_upright_has_no_outline() {
    let slope = libm::sqrt(0.5);
    let mut profile: Vec<_> = terrace().into_iter().filter(|(_, normal)| normal[1] >= slope - 1e-9).collect();
    assert!(outline_of_strip(&profile, 0.0).is_empty());
    // Nor has a wall that ends where it stands upright.
    profile = vec![([0.0, 1.0], [1.0, 0.0]), ([0.0, 0.0], [1.0, 0.0])];
    assert!(outline_of_strip(&profile, 0.0).is_empty());
}
