//! Graphs of scenes made by hand.

use super::*;
use crate::category::{Category, Colour};
use crate::model::{Model, Part};
use crate::pose::Pose;
use crate::scene::{Camera, Object, Paint, Pattern, Room, Texture};
use crate::shape::{Piece, Shape};
use spatiq_geom::DVec3;
use std::sync::Arc;

/// A table with a top and two legs.
fn table() -> Arc<Model> {
    let block = |half: [f64; 3], at: [f64; 3]| Piece {
        shape: Shape::Box { half: half.into() },
        placement: Pose::new(at, Pose::NO_TURN).unwrap().placement(),
    };
    let part = |category, piece| Part { category, pieces: vec![piece] };
    let parts = vec![
        part(PartCategory::Top, block([0.5, 0.4, 0.02], [0.0, 0.0, 0.72])),
        part(PartCategory::Leg, block([0.03, 0.03, 0.35], [-0.4, 0.0, 0.35])),
        part(PartCategory::Leg, block([0.03, 0.03, 0.35], [0.4, 0.0, 0.35])),
    ];
    Arc::new(Model { category: Category::Table, name: "table-1".into(), parts })
}

fn placed(position: [f64; 3], turn: [f64; 4]) -> Object {
    let paint =
        [(PartCategory::Top, Paint::Named(Colour::Red)), (PartCategory::Leg, Paint::Named(Colour::Blue))];
    let placement = Pose::new(position, turn).unwrap().placement();
    Object { model: table(), placement, paint: paint.into() }
}

fn scene_of(objects: Vec<Object>) -> Scene {
    let colours = [[200; 3], [100; 3]];
    Scene {
        kind: Kind::Room,
        room: Room {
            floor: Texture { pattern: Pattern::Plain, colours, scale: 1.0, turn: 0.0, seed: 0 },
            walls: None,
        },
        camera: Camera { eye: [0.5, -9.0, 4.0], at: [0.0, 0.0, 0.5], focal: 1.0 },
        lamps: Vec::new(),
        ambient: 0.5,
        objects,
    }
}

/// One table to the left and in front of another, which lies on its side.
pub(crate) fn two_tables() -> Scene {
    scene_of(vec![placed([-1.0, 0.0, 0.0], Pose::NO_TURN), placed([1.0, 1.0, 0.5], [1.0, 0.0, 1.0, 0.0])])
}

/// A made-up picture of two tables: of the first a leg shows 4 pixels, of the second one shows none.
pub(crate) fn picture() -> Seen {
    let rows = [
        "..............", //
        "..111111....44",
        ".1111111...444",
        "..22..33...555",
        "..22..33..5555",
        "..22........55",
    ];
    let parts: Vec<u16> =
        rows.concat().bytes().map(|byte| if byte == b'.' { 0 } else { u16::from(byte - b'0') }).collect();
    Seen {
        size: [14, 6],
        objects: parts.iter().map(|part| [0, 1, 1, 1, 2, 2, 2][usize::from(*part)]).collect(),
        depth: parts.iter().map(|part| f32::from(*part)).collect(),
        parts,
        amodal_objects: vec![None; 2],
        amodal_parts: vec![None; 6],
    }
}

/// A picture without anything in it.
fn nothing_seen(scene: &Scene) -> Seen {
    Seen {
        size: [2, 2],
        objects: vec![0; 4],
        parts: vec![0; 4],
        depth: vec![0.0; 4],
        amodal_objects: vec![None; scene.objects.len()],
        amodal_parts: vec![None; part_count(scene)],
    }
}

#[test]
fn counts_and_boxes_are_those_of_the_picture() {
    let graph = graph(&two_tables(), &picture(), &[]);
    let [first, second] = [&graph.objects[0], &graph.objects[1]];
    assert_eq!((first.pixels, second.pixels), (23, 14));
    assert_eq!(first.visible_box, Some(Rect { low: [1, 1], high: [8, 6] }));
    assert_eq!(second.visible_box.unwrap().xywh(), [10, 1, 4, 5]);
    // In the order of part categories: leg before top.
    let legs = &first.parts[0];
    assert_eq!((legs.part, legs.count, legs.visible), (PartCategory::Leg, 2, 1));
    assert_eq!(legs.instances.iter().map(|leg| (leg.id, leg.pixels)).collect::<Vec<_>>(), [(2, 6), (3, 4)]);
    assert_eq!(second.parts[0].visible, 1);
    assert_eq!(second.parts[0].instances[1].visible_box, None);
    assert_eq!(second.parts[1].instances[0].id, 4);
}

#[test]
fn in_physics_scenes_one_pixel_is_enough() {
    let mut scene = two_tables();
    scene.kind = Kind::Physics;
    let graph = graph(&scene, &picture(), &[]);
    assert_eq!(graph.objects[0].parts[0].visible, 2);
    assert_eq!(graph.objects[1].parts[0].visible, 1);
}

#[test]
fn relations_are_as_the_camera_sees_them() {
    let mut scene = two_tables();
    let relations = spatial(&scene);
    assert_eq!(relations.right, [vec![1], vec![]]);
    assert_eq!(relations.left, [vec![], vec![0]]);
    assert_eq!(relations.behind, [vec![1], vec![]]);
    assert_eq!(relations.front, [vec![], vec![0]]);
    assert!(relations.above.iter().all(Vec::is_empty), "both are on the floor");
    // Seen from the other side everything is the other way round.
    scene.camera.eye[1] = 9.0;
    assert_eq!(spatial(&scene).left, relations.right);
    assert_eq!(spatial(&scene).front, relations.behind);
}

#[test]
fn what_is_less_than_a_fifth_of_a_metre_aside_is_not_aside() {
    let mut scene = scene_of([0.0, 0.19, 0.42].map(|x| placed([x, 0.0, x], Pose::NO_TURN)).into());
    scene.camera = Camera { eye: [0.0, -9.0, 4.0], at: [0.0, 0.0, 1.0], focal: 1.0 };
    let relations = spatial(&scene);
    assert_eq!(relations.right, [vec![2], vec![2], vec![]]);
    assert_eq!(relations.above, relations.right);
    assert_eq!(relations.below, [vec![], vec![], vec![0, 1]]);
}

#[test]
fn a_mirrored_scene_has_left_and_right_swapped() {
    let objects = [[-1.0, 0.3, 0.0], [0.4, -0.8, 0.0], [1.5, 1.0, 0.9], [0.1, 2.0, 0.0]];
    let make = |side: f64| {
        let objects = objects.map(|[x, y, z]| placed([side * x, y, z], [1.0, 0.0, 0.0, side * 0.2]));
        let mut scene = scene_of(objects.into());
        scene.camera.eye[0] *= side;
        spatial(&scene)
    };
    let (there, mirrored) = (make(1.0), make(-1.0));
    assert_eq!(there.left, mirrored.right);
    assert_eq!(there.right, mirrored.left);
    assert_eq!((&there.front, &there.behind), (&mirrored.front, &mirrored.behind));
    assert_eq!(there.above, mirrored.above);
    assert!(there.left != there.right);
}

#[test]
fn directions_are_level_of_length_one_and_point_as_named() {
    let found = directions(&two_tables().camera);
    for (one, other) in [(found.left, found.right), (found.front, found.behind), (found.above, found.below)] {
        assert_eq!(one, -other);
        assert!((one.length() - 1.0).abs() < 1e-15);
    }
    assert!(found.right.x > 0.9 && found.behind.y > 0.9 && found.right.z == 0.0 && found.behind.z == 0.0);
    assert!(found.right.dot(found.behind).abs() < 1e-15);
}

#[test]
fn parts_of_different_objects_are_parallel_and_perpendicular() {
    let scene = two_tables();
    let graph = graph(&scene, &nothing_seen(&scene), &[]);
    let legs = graph.objects[1].parts[0].fit.expect("the legs agree");
    assert!(legs.direction().dot(DVec3::X).abs() > 0.999, "{legs:?}");
    let found = |a, b| {
        let pair = graph.geometric.iter().find(|pair| pair.parts == [a, b]);
        pair.map(|pair| pair.relation)
    };
    use PartCategory::{Leg, Top};
    assert_eq!(found(Leg, Leg), Some(Relation::Perpendicular));
    assert_eq!(found(Top, Top), Some(Relation::Perpendicular));
    assert_eq!(found(Leg, Top), Some(Relation::Parallel));
    assert_eq!(found(Top, Leg), Some(Relation::Parallel));
    assert_eq!(graph.geometric.len(), 4);
}

#[test]
fn pairs_at_other_angles_are_left_out_and_unclear_ones_are_told() {
    for (degrees, expected) in [(45.0, None), (10.0, Some(Relation::Unclear))] {
        let half = f64::to_radians(degrees) / 2.0;
        let turn = [libm::cos(half), libm::sin(half), 0.0, 0.0];
        let scene = scene_of(vec![placed([-1.0, 0.0, 0.0], Pose::NO_TURN), placed([1.0, 0.0, 0.5], turn)]);
        let graph = graph(&scene, &nothing_seen(&scene), &[]);
        assert_eq!(graph.geometric.first().map(|pair| pair.relation), expected);
    }
}

#[test]
fn a_scene_with_its_graph_reads_back_without_it() {
    let scene = crate::file::settled(&two_tables());
    let graph = graph(&scene, &picture(), &[]);
    let text = crate::file::write(&scene, Some(&graph));
    assert!(text.contains("\"graph\": {"));
    let again = crate::file::read(text.as_bytes(), &|_| None).unwrap();
    assert_eq!(crate::file::write(&again, None), crate::file::write(&scene, None));
    assert_eq!(super::graph(&again, &picture(), &[]), graph);
}

#[test]
fn layers_of_another_scene_are_told() {
    let (scene, mut seen) = (two_tables(), picture());
    assert!(seen.fits(&scene));
    seen.parts[0] = 7;
    assert!(!seen.fits(&scene));
}
