//! All long work can be stopped, at every point at which it asks, and asks often enough.

use spatiq_geom::mesh::{FEATURE_ANGLE, Mesh, MeshError, ReadError, obj, stl};
use spatiq_geom::{
    DVec3, Leaf, NEVER, Op, Placement, PointsError, Primitive, Solid, Stop, Stopped, TessellateError,
};
use std::fmt::Write;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Runs the work to its end, which takes at least so many questions; then stops it at many of them. It must then say so,
/// and ask no more. The work is given as whether it was stopped.
fn stops_wherever_it_asks(least: usize, work: impl Fn(Stop) -> bool) {
    let asked = AtomicUsize::new(0);
    let count = || asked.fetch_add(1, Ordering::Relaxed);
    assert!(!work(&|| count() == usize::MAX), "nobody stopped it");
    let whole = asked.load(Ordering::Relaxed);
    assert!(whole >= least, "only {whole} questions");
    for last in (0..whole).step_by(whole.div_ceil(40)).chain([whole - 1]) {
        asked.store(0, Ordering::Relaxed);
        assert!(work(&|| count() >= last), "it went on after question {last} of {whole}");
        assert_eq!(asked.load(Ordering::Relaxed), last + 1, "it asked again");
    }
}

fn ball(x: f64) -> Solid {
    let placement = Placement { shift: DVec3::new(x, 0.0, 0.0), ..Placement::IDENTITY };
    Leaf::new(Primitive::Sphere { radius: 1.0 }, placement).into()
}

fn peanut() -> Solid {
    ball(0.0).join(Op::Union, ball(1.3)).unwrap()
}

/// A mesh of 5,000 triangles.
fn mesh() -> Mesh {
    let triangles = ball(0.0).tessellate(100, NEVER).unwrap();
    let (mesh, warnings) = Mesh::from_indexed(&triangles.vertices, &triangles.triangles, NEVER).unwrap();
    assert!(mesh.triangles().len() == 5000 && warnings.is_empty());
    mesh
}

const STOPPED: ReadError = ReadError::Mesh(MeshError::Stopped(Stopped));

#[test]
fn reading_stops_whatever_the_format() {
    let mesh = mesh();
    let mut text = "solid\n".to_owned();
    for triangle in 0..mesh.triangles().len() as u32 {
        text += "facet normal 0 0 0\nouter loop\n";
        for corner in mesh.corners(triangle) {
            writeln!(text, "vertex {} {} {}", corner.x, corner.y, corner.z).unwrap();
        }
        text += "endloop\nendfacet\n";
    }
    text += "endsolid\n";
    let in_one_line = text.replace('\n', " ").replacen(' ', "\n", 1);
    let (binary, object) = (stl::write(&mesh, NEVER).unwrap(), obj::write(&mesh, NEVER).unwrap());
    stops_wherever_it_asks(500, |stop| stl::read(&binary, stop).is_err_and(|error| error == STOPPED));
    stops_wherever_it_asks(500, |stop| stl::read(text.as_bytes(), stop).is_err_and(|error| error == STOPPED));
    stops_wherever_it_asks(500, |stop| {
        stl::read(in_one_line.as_bytes(), stop).is_err_and(|error| error == STOPPED)
    });
    stops_wherever_it_asks(380, |stop| obj::read(&object, stop).is_err_and(|error| error == STOPPED));
}

#[test]
fn a_mesh_that_is_turned_or_has_flat_triangles_stops_too() {
    let mesh = mesh();
    let mut triangles = mesh.triangles().to_vec();
    triangles.iter_mut().for_each(|triangle| triangle.swap(0, 1));
    let build = |stop: Stop| Mesh::from_indexed(mesh.vertices(), &triangles, stop);
    stops_wherever_it_asks(500, |stop| build(stop).is_err_and(|error| error == MeshError::Stopped(Stopped)));
    // Many shells: a line through everything for each.
    let far: Vec<[DVec3; 3]> = (0..600)
        .flat_map(|k| {
            let at = DVec3::X * f64::from(k) * 3.0;
            let [a, b, c, d] = [DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z].map(|p| p + at);
            [[a, c, b], [a, b, d], [a, d, c], [b, c, d], [a, (a + b) / 2.0, b]]
        })
        .collect();
    stops_wherever_it_asks(700, |stop| {
        Mesh::from_triangles(&far, stop).is_err_and(|error| error == MeshError::Stopped(Stopped))
    });
}

#[test]
fn writing_stops() {
    let mesh = mesh();
    stops_wherever_it_asks(20, |stop| stl::write(&mesh, stop) == Err(Stopped));
    stops_wherever_it_asks(30, |stop| obj::write(&mesh, stop) == Err(Stopped));
}

#[test]
fn what_a_drawing_needs_of_a_mesh_stops() {
    let mesh = mesh();
    let features = mesh.features(FEATURE_ANGLE, NEVER).unwrap();
    // With all edges sharp there are many lines to follow, with none many to look across.
    for (angle, least) in [(FEATURE_ANGLE, 250), (0.0, 250)] {
        stops_wherever_it_asks(least, |stop| mesh.features(angle, stop).is_err());
    }
    stops_wherever_it_asks(25, |stop| mesh.roughness(&features, stop) == Err(Stopped));
    stops_wherever_it_asks(20, |stop| features.outline(&mesh, DVec3::Z, stop) == Err(Stopped));
    stops_wherever_it_asks(280, |stop| {
        Leaf::from_mesh(mesh.clone(), Placement::IDENTITY, FEATURE_ANGLE, stop).is_err()
    });
}

#[test]
fn measuring_stops() {
    let solid = peanut();
    stops_wherever_it_asks(10, |stop| solid.volume(stop) == Err(Stopped));
    stops_wherever_it_asks(100, |stop| solid.surface_area(stop) == Err(Stopped));
    stops_wherever_it_asks(40, |stop| {
        let mut state = 0.0;
        let mut source = || {
            state = f64::fract(state + 0.618_034);
            state
        };
        solid.surface_points(10_000, &mut source, stop) == Err(PointsError::Stopped(Stopped))
    });
}

#[test]
fn joining_stops_between_parts() {
    let solid = (0..6).fold(ball(-1.0), |solid, k| solid.join(Op::Union, ball(f64::from(k))).unwrap());
    // Seven leaves and six joinings.
    stops_wherever_it_asks(13, |stop| solid.tessellate(16, stop) == Err(TessellateError::Stopped(Stopped)));
}
