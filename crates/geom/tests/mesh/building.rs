//! What is accepted, repaired and refused when a mesh is built.

use crate::shapes::{Triangles, ball, cube, cuboid, cylinder, ring, turned};
use spatiq_geom::mesh::{Mesh, MeshError, Warning};
use spatiq_geom::{DVec3, NEVER};
use std::f64::consts::PI;

fn build(triangles: &[[DVec3; 3]]) -> (Mesh, Vec<Warning>) {
    Mesh::from_triangles(triangles, NEVER).unwrap()
}

fn clean(triangles: &[[DVec3; 3]]) -> Mesh {
    let (mesh, warnings) = build(triangles);
    assert_eq!(warnings, []);
    assert!(mesh.is_closed());
    mesh
}

fn moved(triangles: &[[DVec3; 3]], by: DVec3) -> Triangles {
    triangles.iter().map(|triangle| triangle.map(|corner| corner + by)).collect()
}

#[test]
fn volumes_and_areas_come_near_those_of_the_round_solids() {
    let near =
        |value: f64, expected: f64| assert!((value / expected - 1.0).abs() < 2e-3, "{value} {expected}");
    near(clean(&ball(60)).volume(), 4.0 / 3.0 * PI);
    near(clean(&ball(60)).area(), 4.0 * PI);
    near(clean(&ring(80)).volume(), 2.0 * PI * PI * 2.0 * 0.25);
    near(clean(&ring(80)).area(), 4.0 * PI * PI * 2.0 * 0.5);
    let prism = |sides: f64| sides / 2.0 * libm::sin(2.0 * PI / sides) * 2.0;
    assert!((clean(&cylinder(64)).volume() - prism(64.0)).abs() < 1e-12);
    let far = moved(&cube(), DVec3::splat(1e6));
    assert!((clean(&far).volume() - 1.0).abs() < 1e-9);
}

#[test]
fn corners_become_vertices_and_euler_is_right() {
    let count = |mesh: &Mesh| mesh.vertices().len() as i64 - mesh.triangles().len() as i64 / 2;
    assert_eq!(clean(&cube()).vertices().len(), 8);
    assert_eq!(count(&clean(&ball(20))), 2);
    assert_eq!(count(&clean(&ring(20))), 0);
}

#[test]
fn nearly_equal_corners_are_welded_and_reported() {
    let mut triangles = cube();
    triangles[5][1] += DVec3::splat(4e-8);
    let (mesh, warnings) = build(&triangles);
    assert_eq!(mesh.vertices().len(), 8);
    assert_eq!(warnings, [Warning::Welded(1)]);
    triangles[5][1] += DVec3::splat(1e-4);
    assert!(!build(&triangles).0.is_closed());
}

#[test]
fn duplicates_and_triangles_without_area_are_left_out() {
    let mut triangles = cube();
    let [a, b, c] = triangles[0];
    triangles.extend([[b, c, a], [a, c, b], [a, a, b], [a, (a + b) / 2.0, b]]);
    let (mesh, warnings) = build(&triangles);
    assert_eq!(warnings, [Warning::Duplicates(2), Warning::ZeroAreaDropped(2)]);
    assert_eq!(mesh.triangles(), clean(&cube()).triangles());
}

#[test]
fn a_seam_of_zero_area_that_holds_the_surface_together_stays() {
    let mut triangles = cube();
    // A corner in the middle of an edge, for one of the two faces that meet there only.
    let [a, b, c] = triangles[0];
    let middle = (a + b) / 2.0;
    triangles[0] = [a, middle, c];
    triangles.extend([[middle, b, c], [a, b, middle]]);
    let (mesh, warnings) = build(&triangles);
    assert_eq!(warnings, [Warning::ZeroAreaKept(1)]);
    assert!(mesh.is_closed());
    assert!((mesh.volume() - 1.0).abs() < 1e-15);
    assert_eq!(mesh.features(0.3, NEVER).unwrap().chains.len(), 12);
    assert!(mesh.normals_are_along_axes());
}

trait Axes {
    fn normals_are_along_axes(&self) -> bool;
}

impl Axes for Mesh {
    fn normals_are_along_axes(&self) -> bool {
        (0..self.triangles().len() as u32).all(|t| (self.normal(t).abs().max_element() - 1.0).abs() < 1e-12)
    }
}

#[test]
fn inside_out_and_partly_turned_shells_are_made_to_face_outwards() {
    let (mesh, warnings) = build(&turned(&cube()));
    assert_eq!(warnings, [Warning::InsideOut(12)]);
    assert_eq!(mesh.volume(), 1.0);
    let mut some = cube();
    for index in [2, 7, 8] {
        some[index].swap(0, 1);
    }
    let (mesh, warnings) = build(&some);
    assert_eq!(warnings, [Warning::Inconsistent(3)]);
    assert_eq!(mesh.volume(), 1.0);
    let (mesh, warnings) = build(&turned(&some));
    assert_eq!(warnings, [Warning::Inconsistent(3), Warning::InsideOut(12)]);
    assert_eq!(mesh.volume(), 1.0);
}

#[test]
fn cavities_stay_cavities() {
    let outer = cuboid(DVec3::ZERO, DVec3::splat(3.0));
    let inner = cuboid(DVec3::ONE, DVec3::splat(2.0));
    let hollow = [outer.clone(), turned(&inner)].concat();
    assert_eq!(clean(&hollow).volume(), 26.0);
    let (mesh, warnings) = build(&turned(&hollow));
    assert_eq!((mesh.volume(), warnings), (26.0, vec![Warning::InsideOut(24)]));
    // A body within another is not made a cavity if the file says otherwise.
    assert_eq!(clean(&[outer.clone(), inner.clone()].concat()).volume(), 28.0);
    // What faces both ways says nothing: then it becomes a cavity.
    let mut mixed = inner;
    mixed[3].swap(1, 2);
    let (mesh, warnings) = build(&[outer, mixed].concat());
    assert_eq!(mesh.volume(), 26.0);
    assert_eq!(warnings, [Warning::Inconsistent(1), Warning::InsideOut(12)]);
}

#[test]
fn a_gap_in_the_outer_shell_does_not_undo_a_cavity() {
    let mut outer = cuboid(DVec3::ZERO, DVec3::splat(3.0));
    outer.remove(0);
    let inner = turned(&cuboid(DVec3::ONE, DVec3::splat(2.0)));
    assert_eq!(build(&[outer.clone(), inner.clone()].concat()).1, [Warning::Open(3)]);
    let (_, warnings) = build(&turned(&[outer, inner].concat()));
    assert_eq!(warnings, [Warning::InsideOut(23), Warning::Open(3)]);
    // A sheet contains nothing, however often a line meets it.
    let sheet = [DVec3::new(-9.0, -9.0, 5.0), DVec3::new(99.0, -9.0, 5.0), DVec3::new(-9.0, 99.0, 5.0)];
    let (_, warnings) = build(&[turned(&cube()), vec![sheet]].concat());
    assert_eq!(warnings, [Warning::InsideOut(12), Warning::Open(3)]);
}

#[test]
fn shells_side_by_side_each_face_outwards() {
    let apart = [cube(), turned(&moved(&cube(), DVec3::new(2.0, 0.5, 0.25)))].concat();
    let (mesh, warnings) = build(&apart);
    assert_eq!((mesh.volume(), warnings), (2.0, vec![Warning::InsideOut(12)]));
}

#[test]
fn bodies_that_share_an_edge_are_closed_but_not_manifold() {
    let touching = [cube(), moved(&cube(), DVec3::new(1.0, 1.0, 0.0))].concat();
    let (mesh, warnings) = build(&touching);
    assert_eq!(warnings, [Warning::NonManifold(1)]);
    assert!(mesh.is_closed());
    assert_eq!(mesh.volume(), 2.0);
}

#[test]
fn gaps_and_crossings_are_counted() {
    let mut open = cube();
    open.remove(3);
    assert_eq!(build(&open).1, [Warning::Open(3)]);
    let crossing = [cube(), moved(&cube(), DVec3::new(0.5, 0.4, 0.3))].concat();
    let (mesh, warnings) = build(&crossing);
    assert!(matches!(warnings[..], [Warning::SelfIntersecting { pairs: 6.., all: true }]), "{warnings:?}");
    assert!(mesh.is_closed());
}

#[test]
fn crossings_exactly_through_edges_and_diagonals_are_found() {
    let crosses = |parts: [Triangles; 2]| {
        let warnings = build(&parts.concat()).1;
        warnings.iter().any(|warning| matches!(warning, Warning::SelfIntersecting { .. }))
    };
    let quad = |corners: [[f64; 3]; 4]| {
        let [a, b, c, d] = corners.map(DVec3::from);
        vec![[a, b, c], [a, c, d]]
    };
    let level = quad([[-1.0, -1.0, 0.0], [1.0, -1.0, 0.0], [1.0, 1.0, 0.0], [-1.0, 1.0, 0.0]]);
    // A sheet that passes along the diagonal; its own diagonal passes through the middle.
    let upright = quad([[-0.5, -0.5, -1.0], [0.5, 0.5, -1.0], [0.5, 0.5, 1.0], [-0.5, -0.5, 1.0]]);
    assert!(crosses([level.clone(), upright.clone()]) && crosses([upright, level.clone()]));
    // A triangle from the middle, where its side meets the diagonal, to a side, where its corner is.
    let wedge = vec![[[0.0, 0.0, 1.0], [0.0, 0.0, -1.0], [-1.0, 0.0, 0.0]].map(DVec3::from)];
    assert!(crosses([level.clone(), wedge.clone()]) && crosses([wedge, level.clone()]));
    // What only stands on the diagonal does not cross.
    let standing = quad([[-0.5, -0.5, 0.0], [0.5, 0.5, 0.0], [0.5, 0.5, 1.0], [-0.5, -0.5, 1.0]]);
    assert!(!crosses([level.clone(), standing.clone()]) && !crosses([standing, level]));
    // Nor do cubes that touch: face to face, edge to edge, corner to corner.
    for at in [[1.0, 0.0, 0.0], [1.0, 0.3, 0.2], [1.0, 1.0, 0.0], [1.0, 1.0, 0.5], [1.0, 1.0, 1.0]] {
        assert!(!crosses([cube(), moved(&cube(), DVec3::from(at))]), "{at:?}");
    }
}

#[test]
fn a_strip_with_one_twist_has_no_outside() {
    let count = 40;
    let point = |i: u32, side: f64| {
        let angle = 2.0 * PI * f64::from(i % count) / f64::from(count);
        let (half, side) = (angle / 2.0, if i == count { -side } else { side });
        let wide = 2.0 + side * libm::cos(half) * 0.5;
        DVec3::new(libm::cos(angle) * wide, libm::sin(angle) * wide, side * libm::sin(half) * 0.5)
    };
    let quads = (0..count).map(|i| [point(i, -1.0), point(i + 1, -1.0), point(i + 1, 1.0), point(i, 1.0)]);
    let strip: Triangles = quads.flat_map(|[a, b, c, d]| [[a, b, c], [a, c, d]]).collect();
    let (mesh, warnings) = build(&strip);
    assert!(warnings.contains(&Warning::NotOrientable(1)), "{warnings:?}");
    assert!(!mesh.is_closed());
}

#[test]
fn what_cannot_be_calculated_with_is_refused() {
    let with = |value: f64| {
        let mut triangles = cube();
        triangles[7][2].y = value;
        Mesh::from_triangles(&triangles, NEVER).unwrap_err()
    };
    assert_eq!(with(f64::NAN), MeshError::NotFinite { triangle: 7 });
    assert_eq!(with(f64::NEG_INFINITY), MeshError::NotFinite { triangle: 7 });
    assert_eq!(with(-1e151), MeshError::TooLarge { triangle: 7, value: -1e151 });
    assert_eq!(with(f64::NAN).to_string(), "triangle 8 has a coordinate that is not a finite number");
    assert_eq!(Mesh::from_triangles(&[], NEVER).unwrap_err(), MeshError::Empty);
    let line = [DVec3::ZERO, DVec3::X, DVec3::X * 2.0];
    assert_eq!(Mesh::from_triangles(&[line], NEVER).unwrap_err(), MeshError::Empty);
    assert_eq!(Mesh::from_triangles(&[[DVec3::ONE; 3]], NEVER).unwrap_err(), MeshError::Empty);
    let tiny: Triangles = cube().iter().map(|t| t.map(|corner| corner * 1e-60)).collect();
    assert!(matches!(Mesh::from_triangles(&tiny, NEVER), Err(MeshError::TooSmall { .. })));
    let missing = Mesh::from_indexed(&[DVec3::ZERO, DVec3::X, DVec3::Y], &[[0, 1, 3]], NEVER);
    assert_eq!(missing.unwrap_err(), MeshError::NoSuchVertex { triangle: 0, index: 3, vertices: 3 });
}

#[test]
fn a_restored_mesh_is_the_one_that_was_built() {
    let built = clean(&cube());
    let restored = Mesh::restored(built.vertices(), built.triangles(), NEVER).unwrap();
    assert_eq!(format!("{restored:?}"), format!("{built:?}"));
    assert_eq!(Mesh::restored(built.vertices(), &[], NEVER).unwrap_err(), MeshError::Empty);
    let missing = Mesh::restored(&[DVec3::ZERO, DVec3::X, DVec3::Y], &[[0, 1, 3]], NEVER);
    assert_eq!(missing.unwrap_err(), MeshError::NoSuchVertex { triangle: 0, index: 3, vertices: 3 });
    let infinite = Mesh::restored(&[DVec3::ZERO, DVec3::INFINITY, DVec3::Y], &[[0, 1, 2]], NEVER);
    assert_eq!(infinite.unwrap_err(), MeshError::NotFinite { triangle: 0 });
}

#[test]
fn sizes_at_both_ends_of_the_range_still_work() {
    for size in [1e-29, 1e37] {
        let scaled: Triangles = cube().iter().map(|t| t.map(|corner| corner * size)).collect();
        let mesh = clean(&scaled);
        assert!((mesh.volume() / size / size / size - 1.0).abs() < 1e-12);
        assert!((mesh.distance(DVec3::splat(size / 2.0)) / size + 0.5).abs() < 1e-12);
        assert_eq!(mesh.features(0.3, NEVER).unwrap().chains.len(), 12);
    }
}
