//! What is around a touch, on solids where that is known without asking; and that touches are found.

use super::around::{Around, around};
use super::{recipe, touch};
use serde_json::{Value, json};
use spatiq_geom::{DVec3, Solid};

/// A primitive whose axis z is turned to another axis.
fn element(prim: &str, params: &[f64], axis: char, pos: [f64; 3], op: &str) -> Value {
    let (about, deg) = match axis {
        'x' => ("y", 90),
        'y' => ("x", 90),
        _ => ("z", 0),
    };
    json!({"prim": prim, "params": params, "axis": about, "deg": deg, "pos": pos, "op": op})
}

fn solid(elements: &[Value]) -> Solid {
    recipe::solid(&Value::from(elements.to_vec())).unwrap()
}

/// What is around a touch that is near a point, where all faces that touch must say the same.
fn at(solid: &Solid, start: [f64; 3]) -> Option<Around> {
    let start = DVec3::from(start);
    let pairs = touch::pairs(solid, start, 1e-3);
    assert!(!pairs.is_empty(), "nothing touches near {start}");
    let said: Vec<Option<Around>> = pairs
        .iter()
        .map(|pair| {
            let p = pair.touch(start, 2.0).expect("faces touch");
            assert!(p.distance(start) < 0.05, "the touch {p} is far from {start}");
            around(solid, p, pair.normal(p), 0.01)
        })
        .collect();
    assert!(said.iter().all(|one| *one == said[0]), "{said:?}");
    said[0]
}

/// A plate whose top is at 0, and a cylinder of radius 0.5 along x whose axis is this high.
fn plate_and_cylinder(height: f64, op: &str) -> Solid {
    solid(&[
        element("box", &[4.0, 4.0, 2.0], 'z', [0.0, 0.0, -1.0], "base"),
        element("cylinder", &[0.5, 2.0], 'x', [0.0, 0.0, height], op),
    ])
}

#[test]
fn a_cylinder_on_a_plate_makes_a_groove() {
    assert_eq!(at(&plate_and_cylinder(0.5, "union"), [0.1, 0.01, 0.0]), Some(Around::Sharp));
}

#[test]
fn a_hole_that_touches_the_top_leaves_two_blades() {
    assert_eq!(at(&plate_and_cylinder(-0.5, "difference"), [0.1, 0.01, 0.0]), Some(Around::Sharp));
}

#[test]
fn a_touch_that_changes_nothing_is_smooth() {
    assert_eq!(at(&plate_and_cylinder(0.5, "difference"), [0.1, 0.01, 0.0]), Some(Around::Smooth));
    assert_eq!(at(&plate_and_cylinder(-0.5, "union"), [0.1, 0.01, 0.0]), Some(Around::Smooth));
    assert_eq!(at(&plate_and_cylinder(-0.5, "intersection"), [0.1, 0.01, 0.0]), Some(Around::Smooth));
}

#[test]
fn a_touch_of_two_solids_with_nothing_in_common_leaves_nothing() {
    assert_eq!(at(&plate_and_cylinder(0.5, "intersection"), [0.1, 0.01, 0.0]), Some(Around::Nothing));
}

#[test]
fn a_box_rounded_by_cylinders_has_no_edge_where_they_begin() {
    let rounded = solid(&[
        element("box", &[1.0, 1.0, 2.0], 'z', [0.0; 3], "base"),
        element("cylinder", &[0.5, 2.0], 'z', [0.5, 0.0, 0.0], "union"),
        element("cylinder", &[0.5, 2.0], 'z', [-0.5, 0.0, 0.0], "union"),
    ]);
    for start in [[0.5, 0.5, 0.2], [0.49, -0.5, 0.2], [-0.49, 0.5, -0.7]] {
        assert_eq!(at(&rounded, start), Some(Around::Smooth), "{start:?}");
    }
}

#[test]
fn a_plate_that_ends_where_a_cylinder_touches_it_makes_an_edge() {
    // The plate's side goes straight down from the touch, or the plate is only below the cylinder's other half.
    let corner = |height: f64, op: &str| {
        solid(&[
            element("box", &[4.0, 4.0, 2.0], 'z', [0.0, -2.0, -1.0], "base"),
            element("cylinder", &[0.5, 2.0], 'x', [0.0, 0.0, height], op),
        ])
    };
    assert_eq!(at(&corner(0.5, "union"), [0.1, 0.0, 0.0]), Some(Around::Sharp));
    assert_eq!(at(&corner(-0.5, "union"), [0.1, 0.0, 0.0]), Some(Around::Smooth));
    assert_eq!(at(&corner(-0.5, "difference"), [0.1, 0.0, 0.0]), Some(Around::Sharp));
}

#[test]
fn a_ball_in_a_cup_of_its_size_is_smooth_inside_and_gone_within() {
    let cup = |ball: f64| {
        solid(&[
            element("box", &[2.0, 2.0, 1.0], 'z', [0.0, 0.0, -0.5], "base"),
            element("sphere", &[0.5], 'z', [0.0; 3], "difference"),
            element("sphere", &[ball], 'z', [0.0, 0.0, ball - 0.5], "union"),
        ])
    };
    assert_eq!(at(&cup(0.5), [0.3, 0.0, -0.4]), Some(Around::Nothing));
    // A smaller ball lies on the bottom of the cup: they touch in a point, with a gap all around.
    assert_eq!(at(&cup(0.3), [0.001, 0.002, -0.5]), Some(Around::Sharp));
}

#[test]
fn a_cone_tangent_to_a_sphere_goes_over_into_it_smoothly() {
    // Legs 0.75 and 1 under the apex; the sphere around the middle of the base touches at three fifths of the legs.
    let (radius, height) = (0.75, 1.0);
    let scoop = |op: &str| {
        solid(&[
            element("cone", &[radius, height], 'z', [0.0, 0.0, height / 2.0], "base"),
            element("sphere", &[0.6], 'z', [0.0; 3], op),
        ])
    };
    let touch = [0.48, 0.0, 0.36];
    assert_eq!(at(&scoop("union"), touch), Some(Around::Smooth));
    assert_eq!(at(&scoop("intersection"), touch), Some(Around::Smooth));
    assert_eq!(at(&scoop("difference"), touch), Some(Around::Sharp));
}

#[test]
fn a_torus_on_a_plate_makes_a_groove_all_around() {
    let ring = |height: f64| {
        solid(&[
            element("box", &[4.0, 4.0, 2.0], 'z', [0.0, 0.0, -1.0], "base"),
            element("torus", &[0.5, 0.25], 'z', [0.0, 0.0, height], "union"),
        ])
    };
    for start in [[0.5, 0.0, 0.0], [0.3, 0.4, 0.0], [0.0, -0.51, 0.0]] {
        assert_eq!(at(&ring(0.25), start), Some(Around::Sharp), "{start:?}");
        assert_eq!(at(&ring(-0.25), start), Some(Around::Smooth), "{start:?}");
    }
}

#[test]
fn layers_behind_a_face_that_is_smooth_in_the_limit_are_seen() {
    // A smaller cylinder within the hole that touches the top: on small circles all but a trace is as below a plane.
    let layered = solid(&[
        element("box", &[4.0, 4.0, 2.0], 'z', [0.0, 0.0, -1.0], "base"),
        element("cylinder", &[0.5, 2.0], 'x', [0.0, 0.0, -0.5], "difference"),
        element("cylinder", &[0.25, 2.0], 'x', [0.0, 0.0, -0.25], "union"),
    ]);
    assert_eq!(at(&layered, [0.1, 0.0, 0.0]), Some(Around::Sharp));
}

#[test]
fn faces_that_cross_at_an_angle_are_sharp_and_do_not_touch() {
    let wedge = plate_and_cylinder(0.4999, "union");
    // Half a chord of a circle of radius 0.5, 0.4999 under its middle.
    let p = DVec3::new(0.1, (0.25f64 - 0.4999 * 0.4999).sqrt(), 0.0);
    assert_eq!(around(&wedge, p, DVec3::Z, 0.01), Some(Around::Sharp));
    let start = DVec3::new(0.1, 0.006, 0.0);
    let pairs = touch::pairs(&wedge, start, 2e-3);
    assert!(pairs.iter().all(|pair| pair.touch(start, 2.0).is_none()));
    assert!(pairs.iter().any(|pair| pair.crossing(start, 2.0).is_some_and(|found| found.distance(p) < 1e-9)));
}
