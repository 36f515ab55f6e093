//! A mirrored scene looks like the picture in a mirror.

use crate::scenes::{SIZE, several};
use spatiq_geom::{DMat3, DVec2, DVec3, Placement};
use spatiq_scene::render::{Quality, render};
use spatiq_scene::{Model, Object, Part, Piece, Scene, Shape};
use std::sync::Arc;

const MIRROR: DVec3 = DVec3::new(-1.0, 1.0, 1.0);

fn mirrored(scene: &Scene) -> Scene {
    let mut scene = scene.clone();
    scene.camera.eye[0] *= -1.0;
    scene.camera.at[0] *= -1.0;
    for lamp in &mut scene.lamps {
        lamp.position[0] *= -1.0;
        lamp.aim[0] *= -1.0;
    }
    scene.objects = scene.objects.iter().map(mirrored_object).collect();
    scene
}

fn mirrored_object(object: &Object) -> Object {
    let piece = |piece: &Piece| Piece {
        shape: match &piece.shape {
            Shape::Prism { outline, half_height } => Shape::Prism {
                outline: outline.iter().rev().map(|corner| DVec2::new(-corner.x, corner.y)).collect(),
                half_height: *half_height,
            },
            other => other.clone(),
        },
        placement: mirrored_placement(&piece.placement),
    };
    let part =
        |part: &Part| Part { category: part.category, pieces: part.pieces.iter().map(piece).collect() };
    let parts = object.model.parts.iter().map(part).collect();
    let model = Model { category: object.model.category, name: object.model.name.clone(), parts };
    Object {
        model: Arc::new(model),
        placement: mirrored_placement(&object.placement),
        paint: object.paint.clone(),
    }
}

fn mirrored_placement(placement: &Placement) -> Placement {
    let mirror = DMat3::from_diagonal(MIRROR);
    Placement { turn: mirror * placement.turn * mirror, shift: MIRROR * placement.shift }
}

#[test]
fn a_mirrored_scene_has_mirrored_labels_depth_and_light() {
    let mut differing = 0;
    for (name, scene) in several() {
        let (frame, picture) = render(&scene, SIZE, &Quality::FINE);
        let (other, other_picture) = render(&mirrored(&scene), SIZE, &Quality::FINE);
        let mut colours = 0;
        for at in 0..SIZE[0] * SIZE[1] {
            let across = at - at % SIZE[0] + SIZE[0] - 1 - at % SIZE[0];
            if frame.parts[at] != other.parts[across] {
                // Only where the ray passes along an edge, which rounding decides.
                differing += 1;
                continue;
            }
            let (a, b) = (frame.depth[at], other.depth[across]);
            assert!(a == b || (a - b).abs() < 1e-4 * a, "{name}, pixel {at}: {a} and {b}");
            // Patterns of the room are not mirrored.
            let [a, b] = [picture.pixels[at], other_picture.pixels[across]];
            let far = frame.parts[at] > 0 && (0..3).any(|channel| a[channel].abs_diff(b[channel]) > 40);
            colours += usize::from(far);
        }
        assert!(colours < 40, "{name}: {colours} pixels are much brighter or darker in the mirror");
    }
    assert!(differing <= 5, "{differing} pixels show another part");
}
