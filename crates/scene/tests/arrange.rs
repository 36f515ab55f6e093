//! The rules by which scenes are put together, held against what rays see of them and what physics says.

use spatiq_bench::{Seed, Split};
use spatiq_scene::arrange::{ArrangeError, Rehearsed, Rules, arrange, rehearse};
use spatiq_scene::fit::{FitKind, Relation};
use spatiq_scene::graph::{Seen, graph};
use spatiq_scene::render::{Mask, look};
use spatiq_scene::{
    Category, Generated, Kind, Model, ModelError, Models, PartCategory, Scene, Shape, file, furniture,
    physics,
};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

const SIZE: [usize; 2] = [400, 300];

fn scenes(kind: Kind, count: u64) -> impl Iterator<Item = Scene> {
    let rules = Rules { size: SIZE, ..Rules::of(kind) };
    (0..count)
        .map(move |index| arrange(&rules, &Generated, Split::Test, &Seed::root(5).child(index)).unwrap())
}

/// What each object would cover, were nothing before it.
fn masks(scene: &Scene) -> Vec<Mask> {
    let frame = look(scene, SIZE);
    let mut first = 0;
    let mut next = |parts: usize| {
        let range = first..first + parts as u16;
        first = range.end;
        frame.amodal.mask(range)
    };
    scene.objects.iter().map(|object| next(object.model.parts.len())).collect()
}

#[test]
fn nothing_in_a_room_hides_another_or_touches_the_border() {
    let mut counts = [0; 7];
    for scene in scenes(Kind::Room, 24) {
        counts[scene.objects.len()] += 1;
        let masks = masks(&scene);
        let pixels = || (0..SIZE[0] * SIZE[1]).map(|at| (at % SIZE[0], at / SIZE[0]));
        for (at, one) in masks.iter().enumerate() {
            let [left, top, width, height] = one.bounds().unwrap();
            assert!(left > 0 && left + width < SIZE[0] && top + height < SIZE[1]);
            for other in &masks[..at] {
                let shared = pixels().filter(|(x, y)| one.at(*x, *y) && other.at(*x, *y)).count();
                assert!(shared <= 5, "{shared} pixels");
            }
        }
    }
    // Six are as frequent as three, though they seldom find their places.
    assert_eq!(counts[..3], [0; 3]);
    assert!(counts[3..].iter().all(|count| *count > 1), "{counts:?}");
}

#[test]
fn models_are_those_of_the_split() {
    for scene in scenes(Kind::Room, 6).chain(scenes(Kind::Physics, 6)) {
        for object in &scene.objects {
            let number = object.model.name.rsplit('-').next().unwrap().parse().unwrap();
            assert_eq!(furniture::split(number), Split::Test);
        }
    }
}

#[test]
fn where_something_may_fall_the_verdict_is_clear_and_may_be_either() {
    let mut unstable = 0;
    let rules = Rules { size: SIZE, ..Rules::of(Kind::Physics) };
    for index in 0..60u64 {
        let seed = Seed::root(5).child(index);
        let Rehearsed { scene, settled } = rehearse(&rules, &Generated, Split::Test, &seed).unwrap();
        assert_eq!(scene.objects.len(), 3);
        let verdicts = physics::settle(&scene);
        assert_eq!(settled, verdicts, "what was found on the way is what is found in the end");
        assert!(verdicts.iter().all(|verdict| verdict.clear));
        for verdict in &verdicts {
            // A tenth of a second later whatever hung in the air would be 5.4 cm lower.
            let [before, after] = [0, 1].map(|at| verdict.trajectory[at].position[2]);
            assert!(before - after < 0.05, "scene {index}: something hangs in the air");
        }
        unstable += usize::from(verdicts.iter().any(|verdict| !verdict.stable));
    }
    assert!((15..=45).contains(&unstable), "{unstable} of 60");
}

/// How something that may fall is put, by its pose alone: on something else, turned over, or neither.
fn way(scene: &Scene) -> &'static str {
    let raised = scene.objects.iter().any(|object| object.bounds()[0].z > 0.1);
    let upright = |object: &spatiq_scene::Object| object.placement.turn.z_axis.z > 0.9999;
    match scene.objects.iter().all(upright) {
        _ if raised => "stacked",
        true => "upright",
        false => {
            let back = scene.room.walls.as_ref().unwrap().back;
            let turned = scene.objects.iter().find(|object| !upright(object)).unwrap();
            if back - turned.bounds()[1].y < 0.01 { "leaning" } else { "tilted" }
        }
    }
}

/// Stacks find their places less easily than what is tilted, and what leans more seldom falls. They come as often as was dealt all the same.
#[test]
fn things_that_fall_are_stacked_as_often_as_not_and_tilted_as_often_as_leaning() {
    let rules = Rules { size: [200, 150], falls: Some(1), ..Rules::of(Kind::Physics) };
    let mut ways = BTreeMap::new();
    for index in 0..160u64 {
        let scene = arrange(&rules, &Generated, Split::Test, &Seed::root(31).child(index)).unwrap();
        *ways.entry(way(&scene)).or_insert(0) += 1;
    }
    let found = |way: &str| ways.get(way).copied().unwrap_or(0);
    // Three standard deviations either way.
    assert!((61..=99).contains(&found("stacked")), "{ways:?}");
    assert!((24..=56).contains(&found("tilted")), "{ways:?}");
    assert!((24..=56).contains(&found("leaning")), "{ways:?}");
}

/// Of three objects none, one or two fall, as is asked, and never more than there are.
#[test]
fn as_many_fall_as_are_asked_for() {
    for (objects, falls, fallen) in [(3, 0, 0), (3, 1, 1), (3, 2, 2), (1, 2, 1), (3, 9, 2)] {
        let rules = Rules {
            size: [200, 150],
            falls: Some(falls),
            objects: objects..=objects,
            ..Rules::of(Kind::Physics)
        };
        for index in 0..4u64 {
            let scene = arrange(&rules, &Generated, Split::Test, &Seed::root(17).child(index)).unwrap();
            let settled = physics::settle(&scene);
            assert_eq!(scene.objects.len(), objects);
            assert!(settled.iter().all(|one| one.clear));
            assert_eq!(settled.iter().filter(|one| !one.stable).count(), fallen, "{falls} of {objects}");
        }
    }
}

/// Large things find their places less easily. They come as often as their weights say all the same: 600 objects, three standard
/// deviations either way.
#[test]
fn furniture_comes_as_often_as_its_weights_say() {
    let rules = Rules { size: [200, 150], ..Rules::of(Kind::Room) };
    let mut counts = BTreeMap::new();
    let mut all = 0.0;
    for index in 0..150u64 {
        let scene = arrange(&rules, &Generated, Split::Test, &Seed::root(23).child(index)).unwrap();
        for object in &scene.objects {
            *counts.entry(object.model.category).or_insert(0.0) += 1.0;
            all += 1.0;
        }
    }
    for (category, weight) in Category::FURNITURE.into_iter().zip(Rules::ORIGINAL) {
        let deviation = (all * weight * (1.0 - weight)).sqrt();
        let found = counts.get(&category).copied().unwrap_or(0.0);
        assert!((found - all * weight).abs() < 3.0 * deviation, "{category:?}: {found} of {all}");
    }
}

#[test]
fn of_what_bears_something_a_good_part_is_seen() {
    let mut stacks = 0;
    for scene in scenes(Kind::Physics, 60).filter(|scene| way(scene) == "stacked") {
        let masks = masks(&scene);
        let (below, above) = (&masks[0], &masks[1]);
        let pixels = (0..SIZE[0] * SIZE[1]).map(|at| (at % SIZE[0], at / SIZE[0]));
        let (mut all, mut hidden) = (0, 0);
        for (x, y) in pixels.filter(|(x, y)| below.at(*x, *y)) {
            all += 1;
            hidden += usize::from(above.at(x, y));
        }
        // Outlines, by which this is decided, are a little wider than what rays meet.
        assert!(hidden * 100 < all * 62, "{hidden} of {all} pixels are behind what stands on it");
        stacks += 1;
    }
    assert!(stacks > 15, "{stacks} stacks");
}

/// A library of chairs.
struct Chairs;

impl Models for Chairs {
    fn count(&self, category: Category, split: Split) -> usize {
        if category == Category::Chair { Generated.count(category, split) } else { 0 }
    }

    fn name(&self, category: Category, split: Split, nth: usize) -> Option<String> {
        Generated.name(category, split, nth)
    }

    fn model(&self, name: &str) -> Result<Arc<Model>, ModelError> {
        Generated.model(name)
    }
}

#[test]
fn where_something_may_fall_there_is_nothing_but_what_was_asked_for() {
    let usual = Rules { size: SIZE, ..Rules::of(Kind::Physics) };
    let only = |category: Category| Category::FURNITURE.map(|one| if one == category { 1.0 } else { 0.0 });
    for category in [Category::Chair, Category::Table] {
        for objects in [1, 2, 4] {
            let rules = Rules { weights: only(category), objects: objects..=objects, ..usual.clone() };
            for index in 0..4u64 {
                let seed = Seed::root(6).child(index);
                let scene = arrange(&rules, &Generated, Split::Train, &seed).unwrap();
                assert_eq!(scene.objects.len(), objects);
                assert!(scene.objects.iter().all(|object| object.model.category == category));
            }
        }
    }
    let chairs = Rules { weights: only(Category::Chair), ..usual.clone() };
    for index in 0..4u64 {
        let scene = arrange(&chairs, &Chairs, Split::Train, &Seed::root(7).child(index)).unwrap();
        assert_eq!(scene.objects.len(), 3);
    }
    // Weights for what a library does not have are an error about one of these, never about chairs.
    let found = arrange(&usual, &Chairs, Split::Train, &Seed::root(1));
    assert!(matches!(found, Err(ArrangeError::NoModel(category)) if category != Category::Chair));
}

#[test]
fn on_open_ground_everything_is_seen_and_rings_do_not_cut_into_each_other() {
    let mut links = 0;
    for scene in scenes(Kind::Ground, 40) {
        let frame = look(&scene, SIZE);
        for object in 1..=scene.objects.len() as u16 {
            let seen = frame.objects.iter().filter(|seen| **seen == object).count();
            assert!(seen >= 20, "{seen} pixels of object {object}");
        }
        let rings: Vec<_> = scene.objects.iter().filter_map(middle_line).collect();
        for (at, (one, thick)) in rings.iter().enumerate() {
            for (other, also) in &rings[..at] {
                let pairs = one.iter().flat_map(|p| other.iter().map(move |q| p.distance(*q)));
                let nearest = pairs.fold(f64::INFINITY, f64::min);
                assert!(nearest > thick + also - 0.005, "{nearest} apart, {thick} and {also} thick");
                links += usize::from(nearest < 1.5 * (thick + also));
            }
        }
    }
    assert!(links > 0, "no two rings are interlocked");
}

/// Points of the middle of a ring's tube, and its radius.
fn middle_line(object: &spatiq_scene::Object) -> Option<(Vec<spatiq_geom::DVec3>, f64)> {
    let Shape::Ring { ring, tube } = object.model.parts[0].pieces[0].shape else { return None };
    let point = |k: usize| {
        let angle = k as f64 * std::f64::consts::TAU / 720.0;
        object.placement.to_world(spatiq_geom::DVec3::new(
            ring * libm::cos(angle),
            ring * libm::sin(angle),
            0.0,
        ))
    };
    Some(((0..720).map(point).collect(), tube))
}

#[test]
fn a_scene_depends_on_its_seed_alone_and_its_file_tells_it_whole() {
    for kind in [Kind::Room, Kind::Physics, Kind::Ground] {
        let texts: Vec<String> = scenes(kind, 3).map(|scene| file::write(&scene, None)).collect();
        let again: Vec<String> = scenes(kind, 3).map(|scene| file::write(&scene, None)).collect();
        assert_eq!(texts, again);
        assert!(texts[0] != texts[1] && texts[1] != texts[2]);
        let read = file::read(texts[0].as_bytes(), &|_| None).unwrap();
        assert_eq!(file::write(&read, None), texts[0]);
    }
}

#[test]
fn what_cannot_be_done_is_given_up() {
    let rules = Rules { objects: 3..=3, size: [8, 6], ..Rules::of(Kind::Room) };
    let found = arrange(&rules, &Generated, Split::Train, &Seed::root(1));
    assert_eq!(found.err(), Some(ArrangeError::GaveUp));
}

/// Of the original, perpendicular lines and planes and parallel pairs of both were practically never found, and what an
/// object has several of was never a line.
#[test]
fn all_six_relations_of_lines_and_planes_occur_and_straight_legs_are_a_line() {
    let size = [200, 150];
    let (mut found, mut legs) = (BTreeSet::new(), 0);
    for seed in 0..40u64 {
        let rules = Rules { size, ..Rules::of(Kind::Room) };
        let scene = arrange(&rules, &Generated, Split::Train, &Seed::root(seed)).unwrap();
        let graph = graph(&scene, &Seen::of(&scene, &look(&scene, size)), &[]);
        for pair in &graph.geometric {
            let mut kinds = [0, 1].map(|k| FitKind::of(pair.parts[k]).unwrap());
            kinds.sort();
            if pair.relation != Relation::Unclear {
                found.insert((kinds, pair.relation));
            }
        }
        let nodes = graph.objects.iter().flat_map(|node| node.fits());
        legs += nodes.filter(|(part, _)| *part == PartCategory::Leg).count();
    }
    assert_eq!(found.len(), 6, "{found:?}");
    assert!(legs > 10, "{legs}");
}

#[test]
fn parts_that_touch_differ_in_colour_and_others_need_not() {
    let (mut shared, mut looked_at) = (0, 0);
    for scene in scenes(Kind::Room, 40) {
        for object in &scene.objects {
            let parts = &object.model.parts;
            for (k, one) in parts.iter().enumerate() {
                for other in parts[..k].iter().filter(|other| other.category != one.category) {
                    looked_at += 1;
                    // By corners: a corner of one within the box around a piece of the other.
                    let corners = one.pieces.iter().flat_map(|piece| {
                        let corners = piece.shape.corners(12).into_iter();
                        corners.map(|corner| piece.placement.to_world(corner))
                    });
                    let boxes: Vec<_> = other.pieces.iter().map(spatiq_scene::Piece::bounds).collect();
                    let mut corners = corners.collect::<Vec<_>>().into_iter();
                    let touch = corners.any(|corner| {
                        boxes.iter().any(|[low, high]| corner.cmpge(*low).all() && corner.cmple(*high).all())
                    });
                    let same = object.paint[&one.category] == object.paint[&other.category];
                    assert!(
                        !(touch && same),
                        "{}: {} and {}",
                        object.model.name,
                        one.category,
                        other.category
                    );
                    shared += usize::from(same);
                }
            }
        }
    }
    assert!(shared > looked_at / 100, "{shared} of {looked_at}: colours may come twice");
}
