//! The oracle against solids whose lines are known without it.

use super::mask::Frame;
use super::oracle::{Near, Oracle};
use super::recipe;
use serde_json::{Value, json};
use spatiq_draw::Pose;
use spatiq_geom::{DVec3, Solid};

fn element(prim: &str, params: &[f64], pos: [f64; 3], op: &str) -> Value {
    json!({"prim": prim, "params": params, "axis": "z", "deg": 0, "pos": pos, "op": op})
}

fn solid(elements: &[Value]) -> Solid {
    recipe::solid(&Value::from(elements.to_vec())).unwrap()
}

/// What rays say about the place where a point of space is seen.
fn asked(solid: &Solid, pose: char, point: [f64; 3]) -> Near {
    let view = Pose::from_letter(pose).unwrap().view();
    let frame = Frame::new(&view, [DVec3::splat(-1.0), DVec3::splat(1.0)]);
    let seen = view.project(DVec3::from(point));
    Oracle::new(solid, view, frame).near(frame.to_pixels([seen.x, seen.y]))
}

fn visible(solid: &Solid, pose: char, point: [f64; 3]) -> bool {
    let near = asked(solid, pose, point);
    assert!(near.any || !near.visible, "a visible line is a line");
    near.visible
}

fn only_hidden(solid: &Solid, pose: char, point: [f64; 3]) -> bool {
    let near = asked(solid, pose, point);
    near.any && !near.visible
}

fn blank(solid: &Solid, pose: char, point: [f64; 3]) -> bool {
    asked(solid, pose, point) == Near { visible: false, any: false, tangent: false }
}

#[test]
fn a_box_has_nine_visible_and_three_hidden_edges() {
    let cube = solid(&[element("box", &[2.0, 2.0, 2.0], [0.0; 3], "base")]);
    // Pose 3 looks from (1, 1, 1): the edges at the corner (-1, -1, -1) are hidden.
    assert!(visible(&cube, '3', [1.0, 1.0, 0.3]));
    assert!(visible(&cube, '3', [1.0, -1.0, 0.3]));
    assert!(only_hidden(&cube, '3', [-1.0, -1.0, -0.7]));
    assert!(only_hidden(&cube, '3', [0.7, -1.0, -1.0]));
    assert!(blank(&cube, '3', [1.0, 0.3, 0.5]));
    assert!(visible(&cube, 'f', [1.0, 0.0, 0.4]));
    assert!(blank(&cube, 'f', [0.9, 0.0, 0.4]));
}

#[test]
fn a_cylinder_has_outlines_and_no_seams() {
    let cylinder = solid(&[element("cylinder", &[0.7, 1.6], [0.0; 3], "base")]);
    assert!(visible(&cylinder, 'f', [0.7, 0.0, 0.1]));
    assert!(visible(&cylinder, 'f', [0.2, 0.0, 0.8]));
    assert!(blank(&cylinder, 'f', [0.0, -0.7, 0.1]));
    assert!(blank(&cylinder, 'f', [0.6, 0.0, 0.1]));
    // From pose 3 half of the lower rim is behind the body; (x, -x) is where the outlines stand.
    let side = 0.7 * 0.5f64.sqrt();
    assert!(visible(&cylinder, '3', [side, -side, 0.0]));
    assert!(visible(&cylinder, '3', [side, side, -0.8]));
    assert!(only_hidden(&cylinder, '3', [-side, -side, -0.8]));
}

#[test]
fn a_sphere_is_a_circle_and_nothing_else() {
    let ball = solid(&[element("sphere", &[0.9], [0.0; 3], "base")]);
    for pose in ['f', '2', '7'] {
        let view = Pose::from_letter(pose).unwrap().view();
        for (x, y) in [(1.0, 0.0), (0.6, 0.8), (-0.8, 0.6)] {
            let outward = view.right * x + view.up * y;
            assert!(visible(&ball, pose, (outward * 0.9).to_array()));
            assert!(blank(&ball, pose, (outward * 0.88).to_array()));
            assert!(blank(&ball, pose, (outward * 0.92).to_array()));
            assert!(blank(&ball, pose, (outward * 0.4).to_array()));
        }
    }
}

#[test]
fn a_torus_hides_part_of_its_outline() {
    let ring = solid(&[element("torus", &[0.6, 0.25], [0.0; 3], "base")]);
    assert!(visible(&ring, 't', [0.85, 0.0, 0.0]));
    assert!(visible(&ring, 't', [0.0, 0.35, 0.0]));
    assert!(blank(&ring, 't', [0.6, 0.0, 0.25]));
    // Seen from the front, the inner halves of the two tube circles lie behind the front of the ring.
    assert!(visible(&ring, 'f', [0.85, 0.0, 0.0]));
    assert!(only_hidden(&ring, 'f', [0.35, 0.0, 0.0]));
    assert!(blank(&ring, 'f', [0.2, 0.0, 0.0]));
}

#[test]
fn a_hole_in_a_box_has_rims_and_hidden_walls() {
    let holed = solid(&[
        element("box", &[2.0, 2.0, 2.0], [0.0; 3], "base"),
        element("cylinder", &[0.5, 4.0], [0.0; 3], "difference"),
    ]);
    assert!(visible(&holed, 't', [0.5, 0.0, 1.0]));
    assert!(blank(&holed, 't', [0.4, 0.0, 1.0]));
    assert!(only_hidden(&holed, 'f', [0.5, 0.0, 0.3]));
    assert!(blank(&holed, 'f', [0.3, 0.0, 0.3]));
    let side = 0.5 * 0.5f64.sqrt();
    assert!(visible(&holed, '3', [side, side, 1.0]));
    assert!(only_hidden(&holed, '3', [0.5, 0.0, -1.0]));
}

#[test]
fn faces_in_one_plane_have_no_line_between_them() {
    let joined = solid(&[
        element("box", &[1.0, 1.0, 1.0], [0.0; 3], "base"),
        element("box", &[1.0, 1.0, 1.0], [1.0, 0.0, 0.0], "union"),
    ]);
    assert!(blank(&joined, 'f', [0.5, -0.5, 0.2]));
    assert!(blank(&joined, '3', [0.5, 0.5, 0.2]));
    assert!(visible(&joined, '3', [0.5, 0.5, 0.5]));
}

/// A cylinder of radius 0.5 along x, its axis this high above a plate whose top is at 0.
fn cylinder_over_plate(height: f64, op: &str) -> Solid {
    let cylinder = json!({"prim": "cylinder", "params": [0.5, 1.0], "axis": "y", "deg": 90, "pos": [0.0, 0.0, height], "op": op});
    solid(&[element("box", &[2.0, 2.0, 1.5], [0.0, 0.0, -0.75], "base"), cylinder])
}

#[test]
fn a_touch_from_outside_that_takes_nothing_away_is_no_line() {
    let grazed = solid(&[
        element("box", &[2.0, 2.0, 1.0], [0.0; 3], "base"),
        element("torus", &[0.6, 0.25], [0.0, 0.0, 0.75], "difference"),
    ]);
    assert!(blank(&grazed, 't', [0.6, 0.0, 0.5]));
    assert!(blank(&grazed, 't', [0.5, 0.0, 0.5]));
    assert!(blank(&cylinder_over_plate(0.5, "difference"), '3', [0.2, 0.0, 0.0]));
}

#[test]
fn a_cylinder_that_lies_in_a_plate_up_to_its_top_makes_no_line() {
    let sunk = cylinder_over_plate(-0.5, "union");
    for pose in ['t', '1', '3'] {
        assert!(blank(&sunk, pose, [0.2, 0.0, 0.0]), "{pose}");
    }
}

#[test]
fn the_groove_under_a_cylinder_on_a_plate_is_a_line() {
    let lying = cylinder_over_plate(0.5, "union");
    assert!(only_hidden(&lying, 't', [0.2, 0.0, 0.0]));
    assert!(only_hidden(&lying, '3', [0.2, 0.0, 0.0]));
    assert!(visible(&lying, 'f', [0.2, 0.0, 0.0]));
}

#[test]
fn an_angle_too_small_for_rays_is_a_line_all_the_same() {
    // The cylinder cuts the plate at 0.4 degrees.
    let scratched = cylinder_over_plate(0.5 - 1.2e-5, "difference");
    assert!(visible(&scratched, 't', [0.2, 0.0, 0.0]));
    assert!(blank(&scratched, 't', [0.2, 0.05, 0.0]));
}

#[test]
fn faces_that_all_but_touch_are_called_tangent() {
    let near = asked(&cylinder_over_plate(0.5 + 1e-6, "difference"), 't', [0.2, 0.0, 0.0]);
    assert_eq!(near, Near { visible: false, any: false, tangent: true });
}

#[test]
fn a_line_without_an_angle_is_visible_also_in_front_of_a_hidden_one() {
    // Seen from the top, the lower edge of a slit runs right under the scratch.
    let scratch = json!({"prim": "cylinder", "params": [0.5, 1.0], "axis": "y", "deg": 90, "pos": [0.0, 0.0, 0.5 - 1.2e-5], "op": "difference"});
    let scratched = solid(&[
        element("box", &[2.0, 2.0, 1.5], [0.0, 0.0, -0.75], "base"),
        element("box", &[4.0, 1.0, 0.5], [0.0, 0.5, -0.75], "difference"),
        scratch,
    ]);
    assert!(visible(&scratched, 't', [0.2, 0.0, 0.0]));
    assert!(only_hidden(&scratched, 't', [0.8, 0.0, 0.0]));
}
