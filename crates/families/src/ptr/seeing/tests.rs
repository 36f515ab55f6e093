//! Properties of seeing.

use super::measuring::{Shown, shown};
use super::{SeeError, see};
use crate::ptr::world::World;
use spatiq_bench::Given;
use spatiq_raster::{Gray16, Rgb};
use spatiq_scene::{Colour, Kind, Paint};
use std::sync::LazyLock;

static ROOM: LazyLock<Shown> = LazyLock::new(|| shown(Kind::Room, 2));

/// What each object is and has, without colours, directions and the order of parts.
fn inventory(world: &World) -> Vec<(String, Vec<(String, u32)>)> {
    let parts = |thing: usize| {
        let own = world.groups.iter().filter(|group| group.thing == thing);
        own.map(|group| (group.part.to_string(), group.count)).collect()
    };
    world.things.iter().enumerate().map(|(at, thing)| (thing.category.to_string(), parts(at))).collect()
}

/// A layer of numbers, changed.
fn changed(png: &[u8], change: impl FnOnce(Gray16) -> Gray16) -> Vec<u8> {
    change(Gray16::decode(png).unwrap()).encode()
}

fn mirrored<T: Clone>(pixels: &[T], width: usize) -> Vec<T> {
    pixels.chunks(width).flat_map(|row| row.iter().rev().cloned()).collect()
}

#[test]
fn almost_all_is_seen_as_it_is_on_models_of_the_test_split() {
    let (mut right, mut all) = (0, 0);
    for (kind, index) in [(Kind::Room, 0), (Kind::Room, 3), (Kind::Physics, 4), (Kind::Physics, 5)] {
        let shown = shown(kind, index);
        let (truth, seen) = (&shown.worlds[0], shown.seen());
        let categories = |world: &World| world.things.iter().map(|thing| thing.category).collect::<Vec<_>>();
        assert_eq!(categories(truth), categories(&seen));
        for group in &truth.groups {
            let of = |id: &usize| seen.groups.iter().find(|other| other.ids.contains(id));
            let same = |id: &&usize| {
                of(id).is_some_and(|other| (other.part, other.colour) == (group.part, group.colour))
            };
            all += group.ids.len();
            right += group.ids.iter().filter(same).count();
        }
    }
    assert!(all > 60 && right * 100 >= all * 95, "{right} of {all} parts");
}

#[test]
fn a_mirrored_picture_swaps_left_and_right() {
    let flip =
        |png: &[u8]| changed(png, |layer| Gray16 { pixels: mirrored(&layer.pixels, layer.width), ..layer });
    let picture = Rgb::decode(&ROOM.image).unwrap();
    let image = Rgb { pixels: mirrored(&picture.pixels, picture.width), ..picture }.encode_fast();
    let given = Given {
        objects: ROOM.given.objects.as_deref().map(flip),
        parts: ROOM.given.parts.as_deref().map(flip),
        graph: None,
    };
    let (one, other) = (ROOM.seen(), see(&image, &flip(&ROOM.depth), &given).unwrap());
    assert_eq!(inventory(&one), inventory(&other));
    assert_eq!(one.toward[0], other.toward[1]);
    assert_eq!(one.toward[1], other.toward[0]);
    assert_eq!(one.toward[2..], other.toward[2..]);
    assert!(one.toward[0] != one.toward[1]);
}

#[test]
fn other_paint_changes_colours_and_nothing_else() {
    let next = |colour: Colour| Colour::ALL[(colour as usize + 3) % Colour::ALL.len()];
    let mut scene = ROOM.scene.clone();
    for paint in scene.objects.iter_mut().flat_map(|object| object.paint.values_mut()) {
        if let Paint::Named(colour) = paint {
            *colour = next(*colour);
        }
    }
    let (one, mut other) = (ROOM.seen(), Shown::of(scene).seen());
    for (group, painted) in one.groups.iter().zip(&mut other.groups) {
        assert_eq!(painted.colour, next(group.colour));
        painted.colour = group.colour;
    }
    assert_eq!(one, other);
}

#[test]
fn how_masks_are_numbered_tells_nothing() {
    let backwards = |png: &[u8]| {
        changed(png, |mut layer| {
            let most = layer.pixels.iter().max().copied().unwrap_or(0);
            layer.pixels.iter_mut().filter(|id| **id > 0).for_each(|id| *id = most + 1 - *id);
            layer
        })
    };
    let given = Given {
        objects: ROOM.given.objects.as_deref().map(backwards),
        parts: ROOM.given.parts.as_deref().map(backwards),
        graph: None,
    };
    let mut other = inventory(&see(&ROOM.image, &ROOM.depth, &given).unwrap());
    other.reverse();
    assert_eq!(inventory(&ROOM.seen()), other);
}

#[test]
fn a_graph_is_not_looked_at() {
    let given = Given { graph: Some("{}".into()), ..ROOM.given.clone() };
    assert_eq!(see(&ROOM.image, &ROOM.depth, &given).unwrap(), ROOM.seen());
}

#[test]
fn damaged_and_foreign_layers_are_refused() {
    let (image, depth, given) = (&ROOM.image[..], &ROOM.depth[..], &ROOM.given);
    let cut = |bytes: &[u8]| bytes[..bytes.len() / 2].to_vec();
    let is_damaged = |result: Result<World, SeeError>, named: &str| match result {
        Err(SeeError::Picture { layer, .. }) => layer == named,
        _ => false,
    };
    assert!(is_damaged(see(&cut(image), depth, given), "image"));
    assert!(is_damaged(see(image, &cut(depth), given), "depth"));
    assert!(is_damaged(see(image, image, given), "depth"));
    assert!(is_damaged(see(&[], depth, given), "image"));
    let parts = given.parts.as_deref().unwrap();
    assert!(is_damaged(see(image, depth, &Given { parts: Some(cut(parts)), ..given.clone() }), "parts"));
    let none = Given { objects: None, ..given.clone() };
    assert!(matches!(see(image, depth, &none), Err(SeeError::Missing { layer: "objects" })));
    let small = Gray16 { width: 8, height: 8, pixels: vec![0; 64] }.encode();
    assert!(matches!(see(image, &small, given), Err(SeeError::Sizes { layer: "depth", .. })));
    let swapped = Given { objects: given.parts.clone(), parts: given.objects.clone(), graph: None };
    assert!(matches!(see(image, depth, &swapped), Err(SeeError::Masks { .. })));
}

#[test]
fn pictures_of_nothing_have_no_floor_and_pictures_of_no_object_are_empty() {
    let blank = |value: u16| move |layer: Gray16| Gray16 { pixels: vec![value; layer.pixels.len()], ..layer };
    let none = changed(&ROOM.depth, blank(0));
    let empty = Given { objects: Some(none.clone()), parts: Some(none.clone()), graph: None };
    for depth in [&none, &changed(&ROOM.depth, blank(5000)), &changed(&ROOM.depth, blank(u16::MAX))] {
        assert!(matches!(see(&ROOM.image, depth, &ROOM.given), Err(SeeError::NoFloor)));
        assert!(matches!(see(&ROOM.image, depth, &empty), Err(SeeError::NoFloor)));
    }
    // What is taken for background then has steps in it, and still floor enough.
    let world = see(&ROOM.image, &ROOM.depth, &empty).unwrap();
    assert!(world.things.is_empty() && world.groups.is_empty());
    let noise = changed(&ROOM.depth, |layer| {
        let pixels = (0..layer.pixels.len() as u64).map(|at| ((at * 2_654_435_761) >> 7) as u16).collect();
        Gray16 { pixels, ..layer }
    });
    // Whatever comes of noise, it is no panic.
    let _ = see(&ROOM.image, &noise, &ROOM.given);
}
