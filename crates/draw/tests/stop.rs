//! A drawing can be stopped at every point at which it asks.

use spatiq_draw::{DrawError, Model, NEVER, Pose, Stop};
use spatiq_geom::mesh::FEATURE_ANGLE;
use spatiq_geom::{DVec3, Leaf, Mesh, Op, Placement, Primitive, Recipe, Solid};
use std::sync::atomic::{AtomicUsize, Ordering};

/// Draws the solid from the side and from a corner.
fn draw(solid: &Solid, stop: Stop) -> Result<(), DrawError> {
    let model = Model::new(solid, stop)?;
    for letter in ['f', '2'] {
        model.draw(&Pose::from_letter(letter).expect("there is such a pose").view())?;
    }
    Ok(())
}

/// Draws to the end, which takes at least so many questions, and then stops at many of them.
fn stops_wherever_it_asks(least: usize, solid: &Solid) {
    let asked = AtomicUsize::new(0);
    let count = || asked.fetch_add(1, Ordering::Relaxed);
    assert_eq!(draw(solid, &|| count() == usize::MAX), Ok(()));
    let whole = asked.load(Ordering::Relaxed);
    assert!(whole >= least, "only {whole} questions");
    for last in (0..whole).step_by(whole.div_ceil(60)).chain([whole - 1]) {
        asked.store(0, Ordering::Relaxed);
        assert_eq!(draw(solid, &|| count() >= last), Err(DrawError::Stopped), "at {last} of {whole}");
        assert_eq!(asked.load(Ordering::Relaxed), last + 1, "it asked again");
    }
}

#[test]
fn a_recipe_stops() {
    let recipe = br#"[{"prim": "box", "params": [4, 4, 1], "op": "base"},
        {"prim": "cylinder", "params": [0.5, 3], "axis": "x", "deg": 90, "op": "union"},
        {"prim": "torus", "params": [1, 0.3], "pos": [0.5, 0.2, 0.4], "op": "difference"}]"#;
    stops_wherever_it_asks(100, &Recipe::parse(recipe).unwrap().solid().unwrap());
}

#[test]
fn a_mesh_alone_and_one_that_is_cut_stop() {
    let ball: Solid = Leaf::new(Primitive::Sphere { radius: 1.0 }, Placement::IDENTITY).into();
    let triangles = ball.tessellate(64, NEVER).unwrap();
    let (mesh, _) = Mesh::from_indexed(&triangles.vertices, &triangles.triangles, NEVER).unwrap();
    let leaf = |angle: f64| Leaf::from_mesh(mesh.clone(), Placement::IDENTITY, angle, NEVER).unwrap();
    // With every edge sharp there are thousands of lines.
    stops_wherever_it_asks(1000, &leaf(0.0).into());
    let placement = Placement { shift: DVec3::new(0.9, 0.1, 0.2), ..Placement::IDENTITY };
    let cutter: Solid = Leaf::new(Primitive::Cylinder { radius: 0.5, height: 3.0 }, placement).into();
    let cut = Solid::from(leaf(FEATURE_ANGLE)).join(Op::Difference, cutter).unwrap();
    stops_wherever_it_asks(400, &cut);
}
