//! Tests of stability: against what can be computed by hand, and against themselves on repeat.

use super::body::Body;
use super::*;
use crate::arrange::{Rules, arrange};
use crate::category::{Category, PartCategory};
use crate::model::{Model, Part};
use crate::scene::{Camera, Kind, Object, Pattern, Room, Texture, Walls};
use crate::shape::{Piece, Shape};
use crate::stock::Generated;
use spatiq_bench::{Seed, Split};
use spatiq_geom::mesh::Mesh;
use spatiq_geom::{DMat3, DVec2, NEVER, Placement};
use std::collections::BTreeMap;
use std::sync::Arc;

const BACK: f64 = 3.0;
const SIDE: f64 = 4.0;

pub(super) fn scene(objects: Vec<Object>) -> Scene {
    let texture = Texture { pattern: Pattern::Plain, colours: [[128; 3]; 2], scale: 1.0, turn: 0.0, seed: 0 };
    let walls =
        Walls { back: BACK, side: SIDE, textures: [texture.clone(), texture.clone(), texture.clone()] };
    Scene {
        kind: Kind::Physics,
        room: Room { floor: texture, walls: Some(walls) },
        camera: Camera { eye: [0.0, -10.0, 4.0], at: [0.0; 3], focal: 1.0 },
        lamps: Vec::new(),
        ambient: 0.5,
        objects,
    }
}

pub(super) fn object(pieces: Vec<(Shape, Placement)>, placement: Placement) -> Object {
    let pieces = pieces.into_iter().map(|(shape, placement)| Piece { shape, placement }).collect();
    let parts = vec![Part { category: PartCategory::Body, pieces }];
    let model = Model { category: Category::Box, name: "box".into(), parts };
    Object { model: Arc::new(model), placement, paint: BTreeMap::new() }
}

pub(super) fn block(half: [f64; 3]) -> Shape {
    Shape::Box { half: half.into() }
}

pub(super) fn shifted(x: f64, y: f64, z: f64) -> Placement {
    Placement { shift: DVec3::new(x, y, z), ..Placement::IDENTITY }
}

/// Turned about the x axis by an angle, then shifted.
pub(super) fn tipped(angle: f64, shift: DVec3) -> Placement {
    let (sin, cos) = (libm::sin(angle), libm::cos(angle));
    let turn = DMat3::from_cols_array(&[1.0, 0.0, 0.0, 0.0, cos, sin, 0.0, -sin, cos]);
    Placement { turn, shift }
}

fn alone(shape: Shape, placement: Placement) -> Settled {
    settle(&scene(vec![object(vec![(shape, Placement::IDENTITY)], placement)])).remove(0)
}

/// A table with a top of 2 by 2 at a height of 1, its middle at the origin.
fn table() -> Object {
    let mut pieces = vec![(block([1.0, 1.0, 0.05]), shifted(0.0, 0.0, 0.95))];
    for (x, y) in [(-0.9, -0.9), (-0.9, 0.9), (0.9, -0.9), (0.9, 0.9)] {
        pieces.push((Shape::cylinder(0.05, 0.45), shifted(x, y, 0.45)));
    }
    object(pieces, Placement::IDENTITY)
}

#[test]
fn a_box_on_the_floor_is_stable() {
    let settled = alone(block([0.5, 0.3, 0.4]), shifted(0.0, 0.0, 0.4));
    assert!(settled.stable && settled.clear && settled.motion < 0.005, "{settled:?}");
    assert_eq!(settled.trajectory.len(), 21);
    assert_eq!(settled.trajectory[0], Moment { position: [0.0, 0.0, 0.4], quaternion: [0.0, 0.0, 0.0, 1.0] });
}

#[test]
fn a_box_on_its_edge_is_not() {
    // On its edge, a little past the point where its middle is above it.
    for lean in [-0.2, 0.2] {
        let angle = std::f64::consts::FRAC_PI_4 + lean;
        let height = 0.6 * (libm::sin(angle) + libm::cos(angle));
        let settled = alone(block([0.6; 3]), tipped(angle, DVec3::Z * height));
        assert!(!settled.stable && settled.clear, "{settled:?}");
        // It comes to lie on a face.
        assert!((settled.trajectory[20].position[2] - 0.6).abs() < 0.01, "{settled:?}");
    }
}

/// Something that is balanced stays for an engine to which nothing happens, but never clearly so.
#[test]
fn what_is_balanced_on_an_edge_or_a_corner_is_never_clearly_stable() {
    let quarter = std::f64::consts::FRAC_PI_4;
    // The middle of a cube, and of a high box, right above an edge.
    for (half, angle) in [([0.6_f64; 3], quarter), ([0.4, 0.4, 2.0], libm::atan2(0.4, 2.0))] {
        for about in [0.0, 0.3, quarter, 1.0, 2.0] {
            let (sin, cos) = (libm::sin(about), libm::cos(about));
            let upright = DMat3::from_cols_array(&[cos, sin, 0.0, -sin, cos, 0.0, 0.0, 0.0, 1.0]);
            let tipped = tipped(angle, DVec3::Z * libm::hypot(half[1], half[2]));
            let settled = alone(block(half), Placement { turn: upright * tipped.turn, shift: tipped.shift });
            assert!(!settled.stable, "{half:?} turned by {about}: {settled:?}");
        }
    }
    // A cone on its tip.
    let tip = Shape::Frustum { bottom: 0.0, top: 0.5, half_height: 0.6 };
    let settled = alone(tip, shifted(0.0, 0.0, 0.6));
    assert!(!settled.stable, "{settled:?}");
}

#[test]
fn a_nudge_changes_nothing_for_what_stands_or_can_only_roll() {
    let high = alone(block([0.2, 0.2, 1.0]), shifted(0.0, 0.0, 1.0));
    assert!(high.stable && high.clear && high.motion < 0.005, "{high:?}");
    let ball = alone(Shape::Ball { radius: 0.5 }, shifted(0.0, 0.0, 0.5));
    assert!(ball.stable && ball.clear, "{ball:?}");
    // So narrow that a nudge of half a degree is enough.
    let narrow = alone(block([0.01, 0.4, 1.2]), shifted(0.0, 0.0, 1.2));
    assert!(!narrow.clear, "{narrow:?}");
}

#[test]
fn what_hangs_in_the_air_falls_as_far_as_gravity_says() {
    let settled = alone(block([0.1; 3]), shifted(0.0, 0.0, 30.0));
    let seconds: f64 = 500.0 / 240.0;
    let fall = 10.0 / 2.0 * seconds * seconds;
    assert!((settled.shift - fall).abs() < 0.02 * fall, "{} is not {fall}", settled.shift);
    assert!(settled.turn < 1e-3 && (settled.margin - (settled.motion - LIMIT)).abs() < 1e-12);
}

/// A table whose top has a load, on legs at three corners. By hand: where the centre of mass is, and whether that is
/// within the triangle of the legs.
#[test]
fn a_table_on_three_legs_depends_on_where_its_centre_of_mass_is() {
    let legs = [DVec2::new(-0.8, -0.8), DVec2::new(0.8, -0.8), DVec2::new(-0.8, 0.8)];
    for load in [[-0.6, -0.6], [0.0, 0.0], [-0.3, 0.2], [0.3, 0.3], [0.6, -0.5], [0.6, 0.6], [0.2, 0.7]] {
        let load = DVec2::from(load);
        let mut pieces = vec![
            (block([1.0, 1.0, 0.05]), shifted(0.0, 0.0, 0.95)),
            (block([0.3, 0.3, 0.3]), shifted(load.x, load.y, 1.3)),
        ];
        pieces.extend(legs.map(|leg| (block([0.05, 0.05, 0.45]), shifted(leg.x, leg.y, 0.45))));
        let (top, weight, leg) = (0.4, 0.216, 0.009);
        let centre = (load * weight + (legs[0] + legs[1] + legs[2]) * leg) / (top + weight + 3.0 * leg);
        // The far side of the triangle is x + y = 0; legs are 0.1 wide, so that their feet reach to x + y = 0.1.
        let beyond = centre.x + centre.y - 0.1;
        assert!(beyond.abs() > 0.03, "too close to tell by hand");
        let settled = settle(&scene(vec![object(pieces, Placement::IDENTITY)])).remove(0);
        assert_eq!(
            (settled.stable, settled.clear),
            (beyond < 0.0, true),
            "load {load}: {beyond} {settled:?}"
        );
    }
}

/// Shapes whose upper and lower faces have many corners or are round, as wide as a radius around the z axis.
fn drums(radius: f64, half_height: f64) -> Vec<(&'static str, Shape)> {
    let polygon = |corners: usize, long: f64| {
        let corner = |k: usize| {
            let angle = std::f64::consts::TAU * (k as f64 + 0.5) / corners as f64;
            // So that the sides are as far out as the radius.
            let far = radius / libm::cos(std::f64::consts::PI / corners as f64);
            DVec2::new(long * far * libm::cos(angle), far * libm::sin(angle))
        };
        Shape::Prism { outline: (0..corners).map(corner).collect(), half_height }
    };
    let solid = |shape: &Shape| {
        let corners = shape.corners(0);
        let sides = corners.len() / 2;
        let ring = |z: usize| (0..sides).map(move |k| z * sides + k);
        let mut faces = vec![ring(0).rev().collect::<Vec<_>>(), ring(1).collect()];
        faces.extend((0..sides).map(|k| {
            let next = (k + 1) % sides;
            vec![k, next, sides + next, sides + k]
        }));
        let mut triangles = Vec::new();
        for face in faces {
            for at in 1..face.len() - 1 {
                triangles.push([face[0], face[at], face[at + 1]].map(|at| at as u32));
            }
        }
        Shape::mesh(Mesh::from_indexed(&corners, &triangles, NEVER).unwrap().0)
    };
    vec![
        ("a prism of 12 sides", polygon(12, 1.0)),
        ("a prism of 24 sides", polygon(24, 1.0)),
        ("a prism of 5 sides", polygon(5, 1.0)),
        ("a mesh of 20 sides", solid(&polygon(20, 1.0))),
        ("a cylinder", Shape::cylinder(radius, half_height)),
        ("a frustum", Shape::Frustum { bottom: radius, top: radius * 1.001, half_height }),
    ]
}

/// The engine looks at four corners of a face.
#[test]
fn a_cube_stays_on_whatever_has_a_level_top() {
    for (name, drum) in drums(0.6, 0.3) {
        for (x, yaw) in [(0.0, 0.0), (0.0, 0.4), (0.2, 1.0), (-0.35, 0.2)] {
            let (sin, cos) = (libm::sin(yaw), libm::cos(yaw));
            let turn = DMat3::from_cols_array(&[cos, sin, 0.0, -sin, cos, 0.0, 0.0, 0.0, 1.0]);
            let below = object(vec![(drum.clone(), Placement::IDENTITY)], shifted(0.0, 0.0, 0.3));
            let shift = DVec3::new(x, 0.1, 0.7);
            let cube = object(vec![(block([0.1; 3]), Placement::IDENTITY)], Placement { turn, shift });
            for settled in settle(&scene(vec![below, cube])) {
                assert!(
                    settled.stable && settled.clear && settled.motion < 0.005,
                    "{name}, {x}: {settled:?}"
                );
            }
        }
    }
}

/// A pole on a round foot, with a weight that takes the centre of mass to one side. By hand: it stands as long as that is
/// above the foot.
#[test]
fn a_round_foot_bears_what_is_above_it_on_every_side() {
    let radius = 0.3;
    for (name, foot) in drums(radius, 0.05) {
        for k in 0..8 {
            let angle = 0.1 + f64::from(k) * std::f64::consts::FRAC_PI_4;
            let towards = DVec2::new(libm::cos(angle), libm::sin(angle));
            // The feet are as far out as the radius on their sides, and no farther than that on others by this.
            let farthest = if name.contains(" 5 ") { 1.24 } else { 1.04 };
            for (share, stays) in [(0.95, true), (farthest + 0.04, false)] {
                // The weight is a cube of 0.4 m, the foot about 0.2 of its volume.
                let weight = 0.064;
                let (sum, out) = (weight + foot.volume(), share * radius);
                let far = towards * (out * sum / weight);
                let pieces = vec![
                    (foot.clone(), shifted(0.0, 0.0, 0.05)),
                    (block([0.2; 3]), shifted(far.x, far.y, 0.6)),
                ];
                let settled = settle(&scene(vec![object(pieces, Placement::IDENTITY)])).remove(0);
                assert_eq!(settled.stable, stays, "{name} to {towards}, {share} of its radius: {settled:?}");
            }
        }
    }
}

/// As above, with round legs: their feet reach a radius beyond the line between their middles.
#[test]
fn a_table_on_three_round_legs_stands_to_the_rim_of_its_feet() {
    let legs = [DVec2::new(-0.8, -0.8), DVec2::new(0.8, -0.8), DVec2::new(-0.8, 0.8)];
    for radius in [0.03, 0.06, 0.07, 0.08] {
        for (spare, stays) in [(0.005, true), (-0.005, false)] {
            let (top, weight, leg) = (0.4, 0.216, std::f64::consts::PI * radius * radius * 0.9);
            // So that the centre of mass is inside of the rim by that much, along x = y.
            let out = (radius - spare) / 2f64.sqrt();
            let feet = legs[0] + legs[1] + legs[2];
            let load = (DVec2::splat(out) * (top + weight + 3.0 * leg) - feet * leg) / weight;
            let mut pieces = vec![
                (block([1.0, 1.0, 0.05]), shifted(0.0, 0.0, 0.95)),
                (block([0.3, 0.3, 0.3]), shifted(load.x, load.y, 1.3)),
            ];
            pieces.extend(legs.map(|leg| (Shape::cylinder(radius, 0.45), shifted(leg.x, leg.y, 0.45))));
            // So near to the rim a nudge would be enough; what is asked is whether it falls by itself.
            let stage = Stage::new(&scene(vec![object(pieces, Placement::IDENTITY)]));
            let settled = stage.run(Until::Rest, &[]).settled.remove(0);
            assert_eq!(settled.stable, stays, "{radius}, {spare}: {settled:?}");
        }
    }
}

/// Where a nudge decides, nothing is clear, on either side of the edge.
#[test]
fn near_the_edge_of_what_bears_it_no_verdict_on_a_box_is_clear() {
    for millimetres in [-4, -2, 2, 4, 7] {
        let x = 1.0 + f64::from(millimetres) / 1000.0;
        let thing = object(vec![(block([0.3, 0.3, 0.3]), Placement::IDENTITY)], shifted(x, 0.0, 1.3));
        let settled = settle(&scene(vec![table(), thing]));
        assert!(settled[0].clear && !settled[1].clear, "{millimetres} mm: {:?}", settled[1]);
    }
}

/// A light table under a heavy box. By hand: the centre of mass of both is above the outer rim of the legs when the box is 43 mm
/// inside of the edge of the top.
#[test]
fn near_the_edge_a_table_with_its_load_is_not_clear() {
    for millimetres in [-48, -46, -44, -42, -40, -38] {
        let mut pieces = vec![(block([0.9, 0.5, 0.03]), shifted(0.0, 0.0, 0.77))];
        for (x, y) in [(-0.5, -0.3), (0.5, -0.3), (-0.5, 0.3), (0.5, 0.3)] {
            pieces.push((block([0.04, 0.04, 0.37]), shifted(x, y, 0.37)));
        }
        let light = object(pieces, Placement::IDENTITY);
        let x = 0.9 + f64::from(millimetres) / 1000.0;
        let heavy = object(vec![(block([0.3; 3]), Placement::IDENTITY)], shifted(x, 0.0, 1.1005));
        for settled in settle(&scene(vec![light, heavy])) {
            assert!(!settled.clear || settled.stable, "{millimetres} mm: {settled:?}");
        }
    }
}

#[test]
fn a_box_over_a_tables_edge_falls_when_its_middle_is_beyond() {
    for (x, stays) in [(0.8, true), (0.95, true), (1.05, false), (1.2, false)] {
        let thing = object(vec![(block([0.3, 0.3, 0.3]), Placement::IDENTITY)], shifted(x, 0.0, 1.3));
        let settled = settle(&scene(vec![table(), thing]));
        assert!(settled[0].stable && settled[0].clear, "the table stays: {:?}", settled[0]);
        assert_eq!((settled[1].stable, settled[1].clear), (stays, true), "{x}: {:?}", settled[1]);
    }
}

/// A thin board that leans on the back wall holds while its foot does not slip. By hand, with friction 0.6 at both ends:
/// the angle to the floor must be at least that whose tangent is (1 - 0.36) / 1.2.
#[test]
fn a_board_that_leans_on_the_wall_slips_when_it_is_too_flat() {
    let least = libm::atan((1.0 - 0.36) / 1.2);
    for (slope, stays) in [(1.1, true), (0.8, true), (least + 0.1, true), (least - 0.1, false)] {
        let (half_length, half_width) = (1.0, 0.01);
        // The board stands along z at first; its upper end goes to the wall.
        let lean = std::f64::consts::FRAC_PI_2 - slope;
        let (sin, cos) = (libm::sin(lean), libm::cos(lean));
        let reach =
            DVec3::new(0.0, half_length * sin + half_width * cos, half_length * cos + half_width * sin);
        let placement = tipped(-lean, DVec3::new(0.0, BACK - reach.y, reach.z));
        let settled = alone(block([0.4, half_width, half_length]), placement);
        assert_eq!((settled.stable, settled.clear), (stays, true), "slope {slope}: {settled:?}");
    }
}

#[test]
fn a_move_back_onto_the_table_helps_and_other_moves_do_not() {
    let thing = object(vec![(block([0.3, 0.3, 0.3]), Placement::IDENTITY)], shifted(1.15, 0.0, 1.3));
    let scene = scene(vec![table(), thing]);
    let changes = changes(&scene, 1);
    let wanted: Vec<_> = Direction::ALL
        .iter()
        .flat_map(|direction| DISTANCES.map(|distance| (*direction, distance)))
        .collect();
    let made: Vec<_> = changes.iter().map(|change| (change.direction, change.distance)).collect();
    assert_eq!(made, wanted, "every direction with every distance, once");
    for change in &changes {
        assert_eq!(change.helps(), Some(change.direction == Direction::Left), "{change:?}");
        let Outcome::Settled(settled) = &change.outcome else {
            panic!("nothing is in the way of {change:?}")
        };
        let way = change.direction.of(&directions(&scene.camera));
        let start = DVec3::new(1.15, 0.0, 1.3) + way * change.distance;
        assert!((DVec3::from(settled.trajectory[0].position) - start).length() < 1e-5);
    }
}

/// Seen from a side wall, to the left is where others see the front.
#[test]
fn moves_go_where_the_camera_sees_their_directions() {
    let thing = object(vec![(block([0.3, 0.3, 0.3]), Placement::IDENTITY)], shifted(1.15, 0.0, 1.3));
    for (eye, wanted) in [
        ([0.0, -10.0, 4.0], Direction::Left),
        ([-3.5, 0.0, 4.0], Direction::Front),
        ([3.5, 0.0, 4.0], Direction::Behind),
        ([0.0, 2.5, 4.0], Direction::Right),
    ] {
        let mut scene = scene(vec![table(), thing.clone()]);
        scene.camera.eye = eye;
        let settled = settle(&scene);
        let changes = moves(&scene, &settled).swap_remove(1);
        let helping = changes.iter().filter(|change| change.helps() == Some(true));
        let directions: Vec<_> = helping.map(|change| change.direction).collect();
        assert_eq!(directions, [wanted; 4], "seen from {eye:?}");
    }
}

#[test]
fn a_move_into_a_wall_or_another_object_is_blocked() {
    let cube = |x: f64, y: f64| object(vec![(block([0.3; 3]), Placement::IDENTITY)], shifted(x, y, 0.3));
    // 0.1 before the back wall, 0.4 off the right wall; the other cube is 0.2 to the left, seen from the camera.
    let scene = scene(vec![cube(SIDE - 0.7, BACK - 0.4), cube(SIDE - 1.5, BACK - 0.4)]);
    let blocked: Vec<_> = changes(&scene, 0)
        .into_iter()
        .filter(|change| change.outcome == Outcome::Blocked)
        .map(|change| (change.direction, change.distance))
        .collect();
    use Direction::{Behind, Left, Right};
    let behind = DISTANCES.map(|distance| (Behind, distance));
    let wanted =
        [(Left, 0.25), (Left, 0.5), (Left, 0.75), (Left, 1.0), (Right, 0.5), (Right, 0.75), (Right, 1.0)];
    assert_eq!(blocked, [&wanted[..], &behind].concat());
}

#[test]
fn to_touch_is_not_to_be_blocked() {
    let cube = |x: f64| object(vec![(block([0.25; 3]), Placement::IDENTITY)], shifted(x, 0.0, 0.25));
    let changes = changes(&scene(vec![cube(0.0), cube(1.0)]), 0);
    let right: Vec<_> = changes.iter().filter(|change| change.direction == Direction::Right).collect();
    assert_eq!(right[1].helps(), Some(true), "it stands side by side with the other");
    assert_eq!(right[2].outcome, Outcome::Blocked);
}

#[test]
fn masses_are_those_of_the_pieces_whatever_their_shape() {
    let outline = vec![DVec2::new(0.0, 0.0), DVec2::new(0.4, 0.0), DVec2::new(0.0, 0.3)];
    let shapes = [
        block([0.1, 0.2, 0.3]),
        Shape::cylinder(0.2, 0.5),
        Shape::Frustum { bottom: 0.3, top: 0.1, half_height: 0.4 },
        Shape::Frustum { bottom: 0.3, top: 0.0, half_height: 0.4 },
        Shape::Prism { outline, half_height: 0.2 },
        Shape::Ball { radius: 0.3 },
        Shape::Ring { ring: 0.5, tube: 0.1 },
    ];
    for shape in shapes {
        let volume = shape.volume();
        let body = Body::new(&object(vec![(shape.clone(), shifted(1.0, 2.0, 3.0))], Placement::IDENTITY));
        assert!((f64::from(body.mass.mass()) / (100.0 * volume) - 1.0).abs() < 1e-3, "{shape:?}");
    }
    // Two boxes, one with three times the volume of the other, by hand.
    let boxes =
        vec![(block([0.1; 3]), shifted(1.0, 0.0, 0.0)), (block([0.1, 0.1, 0.3]), shifted(-1.0, 0.0, 0.4))];
    let body = Body::new(&object(boxes, Placement::IDENTITY));
    assert!((body.mass.local_com.x + 0.5).abs() < 1e-5 && (body.mass.local_com.z - 0.3).abs() < 1e-5);
}

#[test]
fn every_shape_rests_on_the_floor_at_its_own_height() {
    let outline = vec![DVec2::new(-0.3, -0.3), DVec2::new(0.4, -0.3), DVec2::new(0.0, 0.5)];
    let sides = [[0, 1, 2], [0, 3, 1], [1, 3, 2], [0, 2, 3]];
    let corners = [[0.0, 0.0, 0.0], [0.6, 0.0, 0.0], [0.0, 0.6, 0.0], [0.2, 0.2, 0.5]].map(DVec3::from);
    let mesh = |sides: &[[u32; 3]]| Shape::mesh(Mesh::from_indexed(&corners, sides, NEVER).unwrap().0);
    let shapes = [
        (Shape::cylinder(0.3, 0.2), 0.2),
        (Shape::Frustum { bottom: 0.3, top: 0.1, half_height: 0.3 }, 0.3),
        (Shape::Prism { outline, half_height: 0.1 }, 0.1),
        (Shape::Ring { ring: 0.5, tube: 0.1 }, 0.1),
        (mesh(&sides), 0.0),
        // A sheet of no thickness.
        (mesh(&[[0, 1, 2]]), 0.002),
    ];
    for (shape, height) in shapes {
        let settled = alone(shape.clone(), shifted(0.0, 0.0, height));
        assert!(settled.stable && settled.clear, "{shape:?}: {settled:?}");
    }
}

#[test]
fn a_slanted_sheet_becomes_a_thin_plate_and_not_the_box_around_it() {
    let corners = [[0.0, 0.0, 0.0], [1.0, 0.0, 1.0], [1.0, 1.0, 1.0], [0.0, 1.0, 0.0]].map(DVec3::from);
    let mesh = Mesh::from_indexed(&corners, &[[0, 1, 2], [0, 2, 3]], NEVER).unwrap().0;
    let body = Body::new(&object(vec![(Shape::mesh(mesh), Placement::IDENTITY)], Placement::IDENTITY));
    let volume = f64::from(body.mass.mass()) / 100.0;
    assert!(volume > 0.005 && volume < 0.015, "{volume}");
}

#[test]
fn a_cylinder_on_its_side_does_not_roll_by_itself() {
    let quarter = Placement::quarter_turns(1, 1, DVec3::new(0.0, 0.0, 0.3));
    assert!(alone(Shape::cylinder(0.3, 0.4), quarter).stable);
}

#[test]
fn a_mirrored_object_fares_as_its_mirror_image() {
    // A bracket that falls over to one side.
    let pieces = vec![
        (block([0.1, 0.3, 0.5]), shifted(0.0, 0.0, 0.5)),
        (block([0.4, 0.2, 0.1]), shifted(0.5, 0.0, 0.9)),
    ];
    let plain = object(pieces.clone(), Placement::IDENTITY);
    let mirror = DMat3::from_diagonal(DVec3::new(-1.0, 1.0, 1.0));
    let mirrored = object(pieces, Placement { turn: mirror, shift: DVec3::ZERO });
    let [one, other] = [plain, mirrored].map(|object| settle(&scene(vec![object])).remove(0));
    assert!(!one.stable && one.clear && !other.stable && other.clear);
    let [about_y, mirrored_about_y] = [&one, &other].map(|settled| settled.trajectory[20].quaternion[1]);
    assert!(about_y > 0.3 && (about_y + mirrored_about_y).abs() < 0.05, "{about_y} {mirrored_about_y}");
}

#[test]
fn large_meshes_are_thinned_without_losing_their_form() {
    let ball = Shape::Ball { radius: 0.5 }.corners(64);
    let rows = 64;
    let mut triangles = Vec::new();
    for row in 0..32u32 {
        for k in 0..rows {
            let (a, b) = (row * rows + k, row * rows + (k + 1) % rows);
            triangles.push([ball[a as usize], ball[(a + rows) as usize], ball[b as usize]]);
            triangles.push([ball[b as usize], ball[(a + rows) as usize], ball[(b + rows) as usize]]);
        }
    }
    let mesh = Mesh::from_triangles(&triangles, NEVER).unwrap().0;
    let body = Body::new(&object(vec![(Shape::mesh(mesh), Placement::IDENTITY)], Placement::IDENTITY));
    let volume = f64::from(body.mass.mass()) / 100.0;
    let whole = Shape::Ball { radius: 0.5 }.volume();
    assert!(volume > 0.9 * whole && volume < whole, "{volume} of {whole}");
}

#[test]
fn repeats_are_equal_bit_by_bit_on_any_thread() {
    let tower = |lean: f64| {
        let thing = object(
            vec![(Shape::cylinder(0.3, 0.3), Placement::IDENTITY)],
            tipped(lean, DVec3::new(0.9, 0.1, 1.4)),
        );
        let ball = object(vec![(Shape::Ball { radius: 0.2 }, Placement::IDENTITY)], shifted(-0.8, 0.3, 1.25));
        scene(vec![table(), thing, ball])
    };
    let bits = |lean: f64| -> Vec<u64> {
        let settled = settle(&tower(lean));
        let numbers = |one: &Settled| -> Vec<f64> {
            let poses =
                one.trajectory.iter().flat_map(|pose| [&pose.position[..], &pose.quaternion].concat());
            [one.shift, one.turn].into_iter().chain(poses).collect()
        };
        settled.iter().flat_map(numbers).map(f64::to_bits).collect()
    };
    let first = bits(0.3);
    assert_eq!(first, bits(0.3));
    assert_ne!(first, bits(0.31), "another scene fares otherwise");
    std::thread::scope(|scope| {
        let runs: Vec<_> = (0..4).map(|_| scope.spawn(|| bits(0.3))).collect();
        for run in runs {
            assert_eq!(run.join().unwrap(), first);
        }
    });
}

#[test]
fn verdicts_between_the_two_bounds_are_not_clear() {
    let verdict = |shift: f64, turn: f64| {
        let settled = Settled::new(shift, turn, Vec::new());
        (settled.stable, settled.clear)
    };
    assert_eq!(verdict(0.02, 0.01), (true, true));
    assert_eq!(verdict(0.01, 0.04), (true, false));
    assert_eq!(verdict(0.1, 0.0), (true, false));
    assert_eq!(verdict(0.0, 0.11), (false, false));
    assert_eq!(verdict(0.31, 0.0), (false, true));
}

#[test]
fn what_was_found_can_be_stored_and_read_back() {
    let scene =
        scene(vec![object(vec![(block([0.3; 3]), Placement::IDENTITY)], shifted(SIDE - 0.31, 0.0, 0.3))]);
    let changes = changes(&scene, 0);
    assert!(changes.iter().any(|change| change.outcome == Outcome::Blocked));
    let text = serde_json::to_string(&changes).unwrap();
    assert_eq!(serde_json::from_str::<Vec<Change>>(&text).unwrap(), changes);
}

/// Ending early and letting sleep saves most of the time, and no verdict may change by it.
#[test]
fn verdicts_that_end_early_are_those_of_the_whole_time() {
    for seed in 0..12u64 {
        let seed = Seed::root(seed).child("early");
        let scene = arrange(&Rules::of(Kind::Physics), &Generated, Split::Train, &seed).unwrap();
        let stage = Stage::new(&scene);
        let early = stage.settle(Until::Rest, &[]);
        let whole = stage.settle(Until::Never, &[]);
        for (early, whole) in early.iter().zip(&whole) {
            assert_eq!((early.stable, early.clear), (whole.stable, whole.clear), "{early:?}\n{whole:?}");
            assert!((early.motion - whole.motion).abs() < 1e-3, "{early:?}\n{whole:?}");
            assert_eq!(early.trajectory.len(), whole.trajectory.len());
        }
        let stays = whole.iter().all(|one| one.stable && one.clear);
        assert_eq!(all_stay(&scene), stays.then_some(early.clone()));
        let Some(falls) = whole.iter().position(|one| !one.stable) else { continue };
        let ways = directions(&scene.camera);
        for change in stage.changes(falls, &early, &ways) {
            let Outcome::Settled(early) = &change.outcome else { continue };
            let moved = stage.moved(falls, change.direction.of(&ways) * change.distance);
            let whole = moved.settle(Until::Never, &[]).swap_remove(falls);
            // One of the two may be in doubt, but they never say the opposite.
            let opposite = early.clear && whole.clear && early.stable != whole.stable;
            assert!(!opposite, "{change:?}\n{whole:?}");
        }
    }
}
