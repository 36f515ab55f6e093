//! Rays, distances and contacts.

use crate::shapes::{Random, angle_bar, ball, cube, cuboid, ring, turned};
use spatiq_geom::mesh::{Crease, Mesh};
use spatiq_geom::{DVec3, NEVER};

fn mesh(triangles: &[[DVec3; 3]]) -> Mesh {
    Mesh::from_triangles(triangles, NEVER).unwrap().0
}

fn ray(mesh: &Mesh, origin: DVec3, direction: DVec3) -> Vec<(f64, f64)> {
    let mut out = vec![(7.0, 8.0)];
    mesh.ray(origin, direction, &mut out);
    out
}

fn assert_one(stretches: &[(f64, f64)], from: f64, to: f64) {
    assert_eq!(stretches.len(), 1, "{stretches:?}");
    assert!((stretches[0].0 - from).abs() < 1e-9 && (stretches[0].1 - to).abs() < 1e-9, "{stretches:?}");
}

#[test]
fn lines_through_corners_edges_and_diagonals_of_a_cube_meet_it_once() {
    let cube = mesh(&cube());
    let special = [0.0, 0.25, 0.5, 1.0];
    for x in special {
        for y in special {
            for z in special {
                let through = DVec3::new(x, y, z);
                let inner = DVec3::new(0.5, 0.5, 0.5);
                let toward = inner - through;
                if toward != DVec3::ZERO {
                    let got = ray(&cube, through - toward * 3.0, toward);
                    let half = 0.5 / toward.abs().max_element();
                    assert_one(&got, 4.0 - half, 4.0 + half);
                }
            }
        }
    }
}

#[test]
fn a_line_in_a_face_or_along_an_edge_is_all_in_or_all_out() {
    let cube = mesh(&cube());
    for (origin, direction) in [
        (DVec3::new(-1.0, 0.5, 1.0), DVec3::X),
        (DVec3::new(-1.0, 0.0, 0.0), DVec3::X),
        (DVec3::new(1.0, 1.0, -1.0), DVec3::Z),
        (DVec3::new(-1.0, -1.0, 1.0), DVec3::new(1.0, 1.0, 0.0)),
    ] {
        let got = ray(&cube, origin, direction);
        if !got.is_empty() {
            assert_one(&got, 1.0, 2.0);
        }
    }
    // Outside by one unit in the last place, and by as little inside.
    assert!(ray(&cube, DVec3::new(0.5, 1.0_f64.next_up(), -1.0), DVec3::Z).is_empty());
    assert_one(&ray(&cube, DVec3::new(0.5, 1.0_f64.next_down(), -1.0), DVec3::Z), 1.0, 2.0);
}

#[test]
fn lines_through_every_corner_and_edge_of_round_meshes_alternate_properly() {
    let mut random = Random(5);
    for solid in [mesh(&ball(12)), mesh(&ring(12))] {
        let aims = solid.triangles().iter().flat_map(|t| {
            let [a, b, c] = t.map(|v| solid.vertices()[v as usize]);
            [a, (a + b) / 2.0, a.lerp(c, 0.3)]
        });
        for aim in aims {
            let origin = random.point(4.0);
            let got = ray(&solid, origin, aim - origin);
            let reversed = ray(&solid, aim, origin - aim);
            assert!(got.windows(2).all(|two| two[0].1 < two[1].0) && got.iter().all(|one| one.0 < one.1));
            // Midway between ends, the distance must agree on the side.
            for (from, to) in &got {
                let middle = origin + (aim - origin) * ((from + to) / 2.0);
                assert!(to - from < 1e-9 || solid.distance(middle) < 0.0);
            }
            let length = |all: &[(f64, f64)]| all.iter().map(|(from, to)| to - from).sum::<f64>();
            assert!((length(&got) - length(&reversed)).abs() < 1e-9);
        }
    }
}

#[test]
fn inside_by_distance_agrees_with_formulas_and_the_sign_with_rays() {
    let mut random = Random(1);
    let (round, hole) = (mesh(&ball(80)), mesh(&ring(80)));
    for _ in 0..2000 {
        let point = random.point(1.2);
        assert!((round.distance(point) - (point.length() - 1.0)).abs() < 1.2e-3, "{point}");
        let point = random.point(3.0);
        let wide = DVec3::new(point.x, point.y, 0.0).length() - 2.0;
        let expected = (wide * wide + point.z * point.z).sqrt() - 0.5;
        assert!((hole.distance(point) - expected).abs() < 2e-3, "{point}");
        let along = ray(&hole, point, DVec3::new(0.3, -0.2, 0.1));
        let inside = along.iter().any(|&(from, to)| from < 0.0 && 0.0 < to);
        assert_eq!(inside, hole.distance(point) < 0.0);
        assert_eq!(inside, hole.contains(point));
    }
}

#[test]
fn the_distance_to_a_box_is_exact() {
    let solid = mesh(&cuboid(DVec3::splat(-1.0), DVec3::ONE));
    let mut random = Random(2);
    for _ in 0..2000 {
        let point = random.point(2.0);
        let beyond = point.abs() - DVec3::ONE;
        let expected = beyond.max(DVec3::ZERO).length() + beyond.max_element().min(0.0);
        assert!((solid.distance(point) - expected).abs() < 1e-14);
    }
}

#[test]
fn cavities_and_overlaps_are_seen_along_a_line() {
    let outer = cuboid(DVec3::ZERO, DVec3::splat(3.0));
    let inner = cuboid(DVec3::ONE, DVec3::splat(2.0));
    let (origin, direction) = (DVec3::new(-1.0, 1.5, 1.5), DVec3::X * 2.0);
    let hollow = mesh(&[outer.clone(), turned(&inner)].concat());
    assert_eq!(ray(&hollow, origin, direction), [(0.5, 1.0), (1.5, 2.0)]);
    let doubled = mesh(&[outer, inner].concat());
    assert_eq!(ray(&doubled, origin, direction), [(0.5, 2.0)]);
}

#[test]
fn open_surfaces_are_sheets_where_nothing_closes_them() {
    let mut open = cube();
    open.retain(|triangle| triangle.iter().any(|corner| corner.z != 1.0));
    let open = mesh(&open);
    let inside = DVec3::new(0.4, 0.3, 0.5);
    assert_eq!(ray(&open, inside, DVec3::Z), [(-0.5, -0.5)]);
    assert_one(&ray(&open, inside, DVec3::X), -0.4, 0.6);
    assert!(!open.contains(DVec3::new(0.5, 0.5, 3.0)));
}

#[test]
fn senseless_lines_meet_nothing() {
    let cube = mesh(&cube());
    for direction in [DVec3::ZERO, DVec3::splat(f64::NAN), DVec3::new(f64::INFINITY, 0.0, 0.0)] {
        assert!(ray(&cube, DVec3::splat(0.5), direction).is_empty());
    }
    assert!(ray(&cube, DVec3::splat(f64::NAN), DVec3::X).is_empty());
}

#[test]
fn triangles_near_a_point_are_those_that_a_full_search_finds() {
    let solid = mesh(&ring(14));
    let mut random = Random(3);
    let mut near = Vec::new();
    for _ in 0..300 {
        let (point, radius) = (random.point(3.0), random.unit());
        solid.nearest_within(point, radius, &mut near);
        let all = 0..solid.triangles().len() as u32;
        let away = |t: u32| (solid.closest(t, point) - point).length();
        assert_eq!(near, all.clone().filter(|&t| away(t) <= radius).collect::<Vec<_>>());
        let least = all.map(away).fold(f64::INFINITY, f64::min);
        assert_eq!(solid.nearest(point).1, least);
    }
}

#[test]
fn contacts_tell_faces_edges_and_corners_apart() {
    let bar = mesh(&angle_bar());
    let touch = |x: f64, y: f64, z: f64| {
        let contact = bar.contact(DVec3::new(x, y, z), 1e-9);
        (contact.normals.len(), contact.crease)
    };
    assert_eq!(touch(0.5, 0.5, 0.5), (0, Crease::Flat));
    // On the diagonal between two coplanar triangles.
    assert_eq!(touch(1.0, 0.5, 1.0), (1, Crease::Flat));
    assert_eq!(touch(0.5, 0.0, 1.0), (2, Crease::Convex));
    assert_eq!(touch(1.0, 1.0, 0.5), (2, Crease::Concave));
    assert_eq!(touch(0.0, 0.0, 0.0), (3, Crease::Convex));
    assert_eq!(touch(1.0, 1.0, 1.0), (3, Crease::Mixed));
    assert_eq!(bar.contact(DVec3::new(1.5, 0.4, 1.0), 1e-9).normals, [DVec3::Z]);
}
