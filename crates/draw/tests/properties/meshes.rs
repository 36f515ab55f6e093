//! A mesh draws like the solid it stands for, also where a primitive cuts it; and real files draw at all.

use crate::ink::Ink;
use crate::random::{check, draw, join, solid};
use glam::DVec2;
use spatiq_draw::{Drawing, Model, NEVER, Pose, Stroke};
use spatiq_geom::mesh::{FEATURE_ANGLE, stl};
use spatiq_geom::{DVec3, Leaf, Mesh, Op, Placement, Primitive, Solid};
use std::path::Path;

/// Facets are this far from the round face, seen as a share of the size, and lines at a shallow angle move by more.
const FACETS: f64 = 0.02;

/// The solid as triangles.
fn meshed(solid: &Solid) -> Result<Solid, String> {
    let triangles = solid.tessellate(128, NEVER).map_err(|error| error.to_string())?;
    let (mesh, _) = Mesh::from_indexed(&triangles.vertices, &triangles.triangles, NEVER)
        .map_err(|error| error.to_string())?;
    Ok(Leaf::from_mesh(mesh, Placement::IDENTITY, FEATURE_ANGLE, NEVER).unwrap().into())
}

/// The share of ink of one drawing that is far from that of the other.
fn astray(a: &Drawing, b: &Drawing, size: f64) -> f64 {
    let all = |drawing: &Drawing| -> Vec<Stroke> {
        drawing.visible.iter().chain(&drawing.hidden).cloned().collect()
    };
    let (ours, theirs) = (all(a), all(b));
    let ink = Ink::new(&theirs, FACETS * size);
    let places: Vec<DVec2> =
        ours.iter().flat_map(|stroke| crate::ink::samples(stroke, 0.005 * size)).collect();
    places.iter().filter(|&&p| !ink.near(p)).count() as f64 / places.len().max(1) as f64
}

/// Both ways, a twentieth at most: what two shallow faces have for an edge is lost in facets.
fn alike(a: &Drawing, b: &Drawing, size: f64) -> Result<(), String> {
    let (one, other) = (astray(a, b, size), astray(b, a, size));
    if one.max(other) < 0.05 { Ok(()) } else { Err(format!("{one:.3} and {other:.3} of the ink is astray")) }
}

#[test]
fn a_mesh_of_a_solid_draws_like_the_solid() {
    check(12, |parts, dice| {
        // A box and what is cut from it or added: edges are then sharp enough for facets not to hide them.
        let solid = solid(&parts[..2.min(parts.len())]);
        let view = dice.view();
        let Some((drawing, size)) = draw(&solid, &view) else { return Ok(()) };
        let (of_mesh, _) = draw(&meshed(&solid)?, &view).ok_or("nothing left")?;
        alike(&drawing, &of_mesh, size)
    });
}

#[test]
fn a_mesh_is_cut_like_the_solid_it_stands_for() {
    let at = |x: f64, y: f64, z: f64| Placement { shift: DVec3::new(x, y, z), ..Placement::IDENTITY };
    let cylinder: Solid =
        Leaf::new(Primitive::Cylinder { radius: 0.6, height: 1.4 }, at(0.0, 0.0, 0.0)).into();
    let cutters = [
        Leaf::new(Primitive::Sphere { radius: 0.5 }, at(0.4, -0.3, 0.5)),
        Leaf::new(Primitive::Box { half: DVec3::new(0.35, 0.9, 0.25) }, at(0.32, 0.0, 0.61)),
        Leaf::new(Primitive::Torus { ring: 0.5, tube: 0.2 }, at(0.35, 0.1, 0.1)),
        Leaf::new(Primitive::Cone { radius: 0.5, height: 1.1 }, at(0.4, -0.4, 0.2)),
    ];
    for cutter in cutters {
        for op in [Op::Difference, Op::Union, Op::Intersection] {
            let exact = join(cylinder.clone(), op, cutter.clone().into());
            let cut = join(meshed(&cylinder).unwrap(), op, cutter.clone().into());
            for letter in ['f', 't', '2', '7'] {
                let view = Pose::from_letter(letter).unwrap().view();
                let ((a, size), (b, _)) = (draw(&exact, &view).unwrap(), draw(&cut, &view).unwrap());
                if let Err(why) = alike(&a, &b, size) {
                    panic!("{:?} {op:?} {letter}: {why}", cutter.primitive());
                }
            }
        }
    }
}

#[test]
fn a_moved_mesh_gives_the_moved_box() {
    let ball: Solid = Leaf::new(Primitive::Sphere { radius: 0.5 }, Placement::IDENTITY).into();
    let mesh = meshed(&ball).unwrap();
    let outer = Placement::quarter_turns(0, 1, DVec3::new(3.0, 4.0, 5.0));
    let moved: Solid = mesh.leaves()[0].moved(&outer).into();
    let [low, high] = Model::new(&moved, NEVER).unwrap().bounds();
    assert!((low - DVec3::new(2.5, 3.5, 4.5)).abs().max_element() < 1e-3, "{low}");
    assert!((high - DVec3::new(3.5, 4.5, 5.5)).abs().max_element() < 1e-3, "{high}");
}

#[test]
fn real_meshes_draw_all_eleven_views() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/cad");
    if !folder.is_dir() {
        return eprintln!("skipped: there is no {}", folder.display());
    }
    for name in ["abc5", "abc6", "abc7", "abc8", "abc9"] {
        let (mesh, warnings) =
            stl::read(&std::fs::read(folder.join(format!("{name}.stl"))).unwrap(), NEVER).unwrap();
        assert!(warnings.is_empty(), "{name}");
        let [low, high] = mesh.bounds();
        let solid: Solid = Leaf::from_mesh(mesh, Placement::IDENTITY, FEATURE_ANGLE, NEVER).unwrap().into();
        let model = Model::new(&solid, NEVER).unwrap();
        for pose in Pose::ALL {
            let view = pose.view();
            let drawing = model.draw(&view).unwrap();
            let [least, most] = drawing.bounds().unwrap();
            // The lines reach as far as the corners of the mesh do.
            let reach = |axis: DVec3| (high - low).dot(axis.abs());
            assert!(most[0] - least[0] <= reach(view.right) * 1.0001, "{name} {}", pose.letter());
            assert!(!drawing.visible.is_empty() && drawing.visible.len() + drawing.hidden.len() < 2_000);
        }
    }
}
