//! Masks fit together, and files hold what the frame does.

use crate::scenes::{SIZE, part_count, several};
use spatiq_geom::DVec3;
use spatiq_raster::{Gray, Gray16, Rgb};
use spatiq_scene::graph::{Seen, graph};
use spatiq_scene::layers::{LayerFile, files};
use spatiq_scene::render::{Quality, alone, look, render};
use spatiq_scene::{Scene, render::Frame};
use std::collections::BTreeMap;

/// The parts of each object, counted from 0 on.
fn ranges(scene: &Scene) -> Vec<std::ops::Range<u16>> {
    let mut first = 0;
    let range = |object: &spatiq_scene::Object| {
        let range = first..first + object.model.parts.len() as u16;
        first = range.end;
        range
    };
    scene.objects.iter().map(range).collect()
}

#[test]
fn every_pixel_shows_one_part_of_one_object_or_the_room() {
    for (name, scene) in several() {
        let frame = look(&scene, SIZE);
        let ranges = ranges(&scene);
        for at in 0..SIZE[0] * SIZE[1] {
            let (part, object) = (frame.parts[at], frame.objects[at]);
            let owner = match part {
                0 => 0,
                _ => 1 + ranges.iter().position(|range| range.contains(&(part - 1))).unwrap() as u16,
            };
            assert_eq!(owner, object, "{name}, pixel {at}");
        }
        assert!(frame.parts.iter().any(|part| *part > 0), "{name}: nothing is seen");
    }
}

#[test]
fn amodal_masks_contain_what_is_visible_and_those_of_objects_are_the_union_of_their_parts() {
    let mut hidden = 0;
    for (name, scene) in several() {
        let frame = look(&scene, SIZE);
        let parts: Vec<_> = (0..part_count(&scene)).map(|part| frame.amodal.mask(part..part + 1)).collect();
        for (object, range) in (1..).zip(ranges(&scene)) {
            let whole = frame.amodal.mask(range.clone());
            for y in 0..SIZE[1] {
                for x in 0..SIZE[0] {
                    let at = y * SIZE[0] + x;
                    let covered: Vec<u16> =
                        range.clone().filter(|part| parts[usize::from(*part)].at(x, y)).collect();
                    assert_eq!(whole.at(x, y), !covered.is_empty(), "{name}");
                    if frame.objects[at] == object {
                        assert!(covered.contains(&(frame.parts[at] - 1)), "{name}, pixel {x} {y}");
                    } else {
                        hidden += covered.len();
                    }
                }
            }
        }
    }
    assert!(hidden > 1000, "hardly anything was hidden: {hidden}");
}

#[test]
fn a_mask_knows_its_size_and_the_box_around_it() {
    for (name, scene) in several() {
        let frame = look(&scene, SIZE);
        for part in 0..part_count(&scene) {
            let mask = frame.amodal.mask(part..part + 1);
            let pixels = || (0..SIZE[1]).flat_map(|y| (0..SIZE[0]).map(move |x| (x, y)));
            let inside: Vec<_> = pixels().filter(|(x, y)| mask.at(*x, *y)).collect();
            assert_eq!(mask.area(), inside.len(), "{name}");
            let bounds = inside.iter().map(|p| p.0).min().map(|left| {
                let right = inside.iter().map(|p| p.0).max().unwrap();
                let (top, bottom) = (inside[0].1, inside[inside.len() - 1].1);
                [left, top, right + 1 - left, bottom + 1 - top]
            });
            assert_eq!(mask.bounds(), bounds, "{name}");
        }
    }
}

#[test]
fn files_hold_what_the_frame_does() {
    for (name, scene) in several().take(6) {
        let (frame, picture) = render(&scene, SIZE, &Quality::FAST);
        let files: BTreeMap<String, Vec<u8>> = files(&scene, &frame, &picture)
            .into_iter()
            .map(|LayerFile { path, bytes }| (path, bytes))
            .collect();
        assert_eq!(files.len(), 6 + scene.objects.len() + usize::from(part_count(&scene)), "{name}");
        assert_eq!(Rgb::decode(&files["image.png"]).unwrap(), picture);
        assert_eq!(Gray16::decode(&files["parts.png"]).unwrap().pixels, frame.parts);
        let objects = Gray::decode(&files["objects.png"]).unwrap().pixels;
        assert!(objects.iter().map(|object| u16::from(*object)).eq(frame.objects.iter().copied()));
        check_depth(&frame, &files);
        check_normals(&scene, &frame, &Rgb::decode(&files["normals.png"]).unwrap());
        for part in 0..part_count(&scene) {
            let mask = frame.amodal.mask(part..part + 1);
            let shown = Gray::decode(&files[&format!("amodal/part-{:04}.png", part + 1)]).unwrap();
            for y in 0..SIZE[1] {
                for x in 0..SIZE[0] {
                    assert_eq!(shown.at(x, y) == 255, mask.at(x, y), "{name}, part {part}, pixel {x} {y}");
                }
            }
        }
        assert!(files.contains_key(&format!("amodal/object-{:03}.png", scene.objects.len())));
    }
}

fn check_depth(frame: &Frame, files: &BTreeMap<String, Vec<u8>>) {
    let numbers = &files["depth.npy"];
    let start = numbers.len() - 4 * frame.depth.len();
    let head = std::str::from_utf8(&numbers[10..start]).unwrap();
    assert_eq!((start % 64, &numbers[..8]), (0, b"\x93NUMPY\x01\x00".as_slice()));
    assert_eq!(usize::from(numbers[8]) + 256 * usize::from(numbers[9]) + 10, start);
    assert!(head.starts_with("{'descr': '<f4', 'fortran_order': False, 'shape': (60, 80), }"), "{head}");
    let numbers: Vec<f32> =
        numbers[start..].chunks_exact(4).map(|four| f32::from_le_bytes(four.try_into().unwrap())).collect();
    assert_eq!(numbers, frame.depth);
    for (millimetres, metres) in Gray16::decode(&files["depth.png"]).unwrap().pixels.iter().zip(numbers) {
        let expected = (f64::from(metres) * 1000.0).round();
        assert_eq!(f64::from(*millimetres), if expected > 65_535.0 { 0.0 } else { expected });
    }
}

fn check_normals(scene: &Scene, frame: &Frame, shown: &Rgb) {
    let [right, down, view] = scene.camera.axes();
    for (at, colour) in shown.pixels.iter().enumerate() {
        let normal = DVec3::from(frame.normals[at].map(f64::from));
        let [x, y, z] = colour.map(|shade| f64::from(shade) / 127.5 - 1.0);
        if frame.depth[at].is_infinite() {
            assert_eq!(*colour, [0; 3]);
        } else {
            let back = right * x - down * y - view * z;
            assert!(back.distance(normal) < 0.01, "{back} was {normal}");
        }
    }
}

#[test]
fn a_frame_is_what_the_graph_asks_for() {
    for (name, scene) in several() {
        let seen = Seen::of(&scene, &look(&scene, SIZE));
        assert!(seen.fits(&scene), "{name}");
        for (node, amodal) in graph(&scene, &seen, &[]).objects.iter().zip(&seen.amodal_objects) {
            let (Some(visible), amodal) = (node.visible_box, amodal) else { continue };
            let amodal = amodal.expect("what is visible is somewhere");
            assert!((0..2).all(|axis| amodal.low[axis] <= visible.low[axis]), "{name}");
            assert!((0..2).all(|axis| amodal.high[axis] >= visible.high[axis]), "{name}");
        }
    }
}

#[test]
fn an_object_alone_has_its_whole_mask_and_the_depth_that_the_picture_shows_of_it() {
    for (name, scene) in several() {
        let frame = look(&scene, SIZE);
        for (number, parts) in ranges(&scene).into_iter().enumerate() {
            let (depth, mask) = (alone(&scene, number, SIZE), frame.amodal.mask(parts));
            for (at, depth) in depth.iter().enumerate() {
                // What lies behind the floor or a wall is in the mask only.
                let seen = usize::from(frame.objects[at]) == number + 1;
                assert!(!depth.is_finite() || mask.at(at % SIZE[0], at / SIZE[0]), "{name}, {number}");
                assert!(!seen || *depth == frame.depth[at], "{name}, {number}");
            }
        }
    }
}
