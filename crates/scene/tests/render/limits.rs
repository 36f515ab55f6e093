//! Pictures of any size, scenes without anything, and rays along edges: never a panic, never nonsense.

use crate::scenes::{SIZE, alone, box_mesh, furnished};
use spatiq_geom::{DVec3, Placement};
use spatiq_scene::layers::files;
use spatiq_scene::render::{Frame, Quality, look, render};
use spatiq_scene::{Camera, Scene, Shape};

/// Renders all there is; whatever the picture shows, its numbers are sound.
fn sound(scene: &Scene, size: [usize; 2]) -> Frame {
    let (frame, picture) = render(scene, size, &Quality::DEFAULT);
    let pixels = size[0] * size[1];
    assert_eq!([frame.parts.len(), frame.objects.len(), frame.depth.len(), frame.normals.len()], [pixels; 4]);
    assert_eq!((picture.pixels.len(), [picture.width, picture.height]), (pixels, size));
    for (depth, normal) in frame.depth.iter().zip(&frame.normals) {
        let length = DVec3::from(normal.map(f64::from)).length();
        let expected = if depth.is_finite() { 1.0 } else { 0.0 };
        assert!(*depth > 0.0 && (length - expected).abs() < 1e-5, "depth {depth}, normal {normal:?}");
    }
    assert!(files(scene, &frame, &picture).iter().all(|file| !file.bytes.is_empty()));
    frame
}

fn cube(at: [f64; 3]) -> Scene {
    alone(Shape::Box { half: DVec3::ONE }, Placement { shift: at.into(), ..Placement::IDENTITY })
}

#[test]
fn pictures_of_any_size_are_made() {
    for size in [[1, 1], [3, 2], [2, 3], [1, 70], [70, 1], [64, 4], [65, 5], [127, 3]] {
        sound(&furnished(0), size);
    }
}

#[test]
fn a_scene_without_objects_or_lamps_or_light_is_a_picture() {
    // Open ground fades into a bright sky, a room does not.
    let mut scene =
        (0..).map(furnished).find(|scene| scene.room.walls.is_some()).expect("every other is a room");
    scene.lamps.clear();
    sound(&scene, SIZE);
    scene.ambient = 0.0;
    let (_, picture) = render(&scene, SIZE, &Quality::DEFAULT);
    assert!(picture.pixels.iter().all(|colour| *colour == [0; 3]));
    scene.objects.clear();
    let frame = sound(&scene, SIZE);
    assert!(frame.parts.iter().all(|part| *part == 0));
    assert_eq!(frame.amodal.mask(0..9).bounds(), None);
}

#[test]
fn a_camera_inside_of_an_object_sees_it_from_within() {
    let mut scene = cube([0.0, 0.0, 1.5]);
    scene.camera = Camera { eye: [0.2, 0.1, 1.4], at: [0.2, 3.0, 1.4], focal: 1.0 };
    let frame = sound(&scene, SIZE);
    assert!(frame.parts.iter().all(|part| *part == 1));
    assert!(frame.depth.iter().all(|depth| *depth <= 1.0));
    let shapes = [
        Shape::cylinder(1.0, 1.0),
        Shape::Ball { radius: 1.2 },
        Shape::Ring { ring: 1.0, tube: 0.6 },
        box_mesh(DVec3::ONE),
        Shape::Prism {
            outline: [[1.0, -1.0], [1.0, 1.0], [-1.0, 1.0], [-1.0, -1.0]].map(Into::into).to_vec(),
            half_height: 1.0,
        },
    ];
    for shape in shapes {
        let mut scene = alone(shape, Placement { shift: DVec3::Z * 1.5, ..Placement::IDENTITY });
        scene.camera = Camera { eye: [0.7, 0.1, 1.4], at: [0.7, 3.0, 1.4], focal: 1.0 };
        let frame = sound(&scene, SIZE);
        assert!(frame.parts.iter().all(|part| *part == 1));
    }
}

#[test]
fn a_ray_along_an_axis_meets_a_box_before_it() {
    // The picture's middle pixel looks exactly along y.
    let size = [81, 61];
    let middle = 30 * 81 + 40;
    let frame = sound(&cube([0.0, 0.0, 1.0]), size);
    assert_eq!((frame.parts[middle], frame.depth[middle], frame.normals[middle]), (1, 9.0, [0.0, -1.0, 0.0]));
    let aside = sound(&cube([2.5, 0.0, 1.0]), size);
    assert_eq!(aside.parts[middle], 0);
}

#[test]
fn a_ray_within_a_face_meets_the_box_at_its_front_or_not_at_all() {
    let size = [81, 61];
    let middle = 30 * 81 + 40;
    // The eye is as high as the top, as far aside as a side, or both at once: along an edge.
    for at in [[0.0, 0.0, 0.0], [1.0, 0.0, 1.0], [-1.0, 0.0, 1.0], [1.0, 0.0, 0.0], [-1.0, 0.0, 2.0]] {
        for shape in [Shape::Box { half: DVec3::ONE }, box_mesh(DVec3::ONE), Shape::cylinder(1.0, 1.0)] {
            let scene = alone(shape, Placement { shift: at.into(), ..Placement::IDENTITY });
            let frame = sound(&scene, size);
            let depth = frame.depth[middle];
            match frame.parts[middle] {
                0 => assert!(depth > 11.0, "{at:?}: {depth}"),
                _ => assert!((9.0..=10.0).contains(&depth), "{at:?}: {depth}"),
            }
        }
    }
}

#[test]
fn things_far_away_are_beyond_the_millimetres_but_not_beyond_the_numbers() {
    let mut scene = cube([0.0, 100.0, 1.0]);
    scene.room.walls = None;
    let frame = look(&scene, SIZE);
    let at = frame.parts.iter().position(|part| *part == 1).expect("a large cube is seen from afar");
    assert!((frame.depth[at] - 109.0).abs() < 1e-3);
    assert_eq!(spatiq_scene::layers::depth(&frame).pixels[at], 0);
}
