//! Learning what furniture looks like from the models of the train split.
//!
//! `cargo test --release -p spatiq-families --lib seeing::fitting -- --ignored` writes `learnt.bin` again.

use super::features::{Features, Shape, features, shapes};
use super::forest::Forest;
use super::frame::{Frame, ups};
use super::growing::{Growing, grow};
use super::labels;
use super::layers::Layers;
use super::points::{SeenObject, objects};
use super::recognise::{in_context, with_label};
use super::room::Room;
use rayon::prelude::*;
use spatiq_bench::{Rng, Seed, Split};
use spatiq_geom::{DMat3, DVec3};
use spatiq_scene::arrange::{Rules, arrange};
use spatiq_scene::fit::{Fit, FitKind};
use spatiq_scene::layers::depth;
use spatiq_scene::render::{Frame as Rendered, look};
use spatiq_scene::{Camera, Colour, Generated, Kind, Paint, Scene};

/// How often each category is shown: chairs and tables have the most kinds of parts.
const WEIGHTS: [f64; 5] = [0.25, 0.35, 0.16, 0.12, 0.12];

/// An object in a frame, with what its parts are.
struct Example {
    features: Vec<Features>,
    shapes: Vec<Shape>,
    colours: Vec<Colour>,
    labels: Vec<u8>,
    straight: Vec<Option<bool>>,
}

/// The layers of a scene, without colours.
pub fn layers(frame: &Rendered) -> Layers {
    Layers {
        size: frame.size,
        colours: Vec::new(),
        depth: depth(frame).pixels,
        objects: frame.objects.clone(),
        parts: frame.parts.clone(),
    }
}

/// A room of the train split; in every other one, things are tilted and lifted as they are where they may fall.
fn scene(index: u64) -> Scene {
    let rules = Rules { weights: WEIGHTS, ..Rules::of(Kind::Room) };
    let seed = Seed::root(17).child("seeing").child(index);
    let mut scene = arrange(&rules, &Generated, Split::Train, &seed).expect("rooms can be arranged");
    if is_physical(index) {
        let mut rng = seed.child("tilts").rng();
        let mut about = |middle: f64, most: f64| rng.between(middle - most, middle + most);
        let eye = [about(0.0, 0.35), about(-10.1, 0.35), about(4.5, 0.35)];
        let at = [about(0.0, 0.15), about(0.0, 0.15), about(1.2, 0.15)];
        scene.camera = Camera { eye, at, ..scene.camera };
        for object in &mut scene.objects {
            match rng.below(4) {
                0 => object.placement.shift.z += rng.between(0.4, 2.5),
                1 | 2 => {
                    object.placement.turn = tilt(&mut rng) * object.placement.turn;
                    object.placement.shift.z -= object.bounds()[0].z;
                }
                _ => (),
            }
        }
    }
    scene
}

fn is_physical(index: u64) -> bool {
    index % 2 == 1
}

/// A turn about a level axis.
fn tilt(rng: &mut Rng) -> DMat3 {
    let angle = if rng.below(3) == 0 { 90.0 } else { rng.between(5.0, 52.0) }.to_radians();
    let around = rng.between(0.0, 360.0).to_radians();
    let axis = DVec3::new(libm::cos(around), libm::sin(around), 0.0);
    let (sin, cos) = (libm::sin(angle), libm::cos(angle));
    let turned = |v: DVec3| v * cos + axis.cross(v) * sin + axis * (axis.dot(v) * (1.0 - cos));
    DMat3::from_cols(turned(DVec3::X), turned(DVec3::Y), turned(DVec3::Z))
}

/// What is to be learnt from a scene.
fn examples(index: u64) -> Vec<Example> {
    let scene = scene(index);
    let layers = layers(&look(&scene, [800, 600]));
    let Ok(room) = Room::of(&layers) else { return Vec::new() };
    let [width, height] = layers.size;
    let at_border = |object: &SeenObject| {
        object.points().any(|point| {
            let (x, y) = (point.at % width, point.at / width);
            x == 0 || y == 0 || x + 1 == width || y + 1 == height
        })
    };
    let mut first = 1;
    let firsts: Vec<usize> = scene
        .objects
        .iter()
        .map(|object| {
            first += object.model.parts.len();
            first - object.model.parts.len()
        })
        .collect();
    let mut found = Vec::new();
    for seen in objects(&layers, &room).iter().filter(|object| !at_border(object)) {
        let nth = usize::from(seen.id) - 1;
        let (object, first) = (&scene.objects[nth], firsts[nth]);
        let parts: Vec<_> =
            seen.parts.iter().map(|part| &object.model.parts[usize::from(part.id) - first]).collect();
        let example = |up: DVec3, wrong: bool| {
            let frame = Frame::new(seen, up, room.eye);
            let shapes = shapes(seen, &frame);
            let label = |part: &&spatiq_scene::Part| match wrong {
                true => labels::WRONG,
                false => labels::number(object.model.category, part.category).expect("furniture"),
            };
            let straight = |part: &&spatiq_scene::Part| match wrong {
                true => None,
                false => Some(Fit::of(part).is_some()),
            };
            let colour = |part: &&spatiq_scene::Part| match object.paint[&part.category] {
                Paint::Named(colour) => colour,
                Paint::Rgb(_) => unreachable!("paints of rooms have names"),
            };
            Example {
                colours: parts.iter().map(colour).collect(),
                features: features(seen, &frame, &shapes),
                labels: parts.iter().map(label).collect(),
                straight: parts.iter().map(straight).collect(),
                shapes,
            }
        };
        let up = object.placement.turn.z_axis;
        let ways = if is_physical(index) { ups(seen) } else { vec![DVec3::Z] };
        let right = ways.iter().copied().max_by(|a, b| a.dot(up).total_cmp(&b.dot(up))).expect("Z");
        found.push(example(if right.dot(up) > 0.998 { right } else { up }, false));
        let wrong = ways.into_iter().filter(|way| way.dot(up) < 0.995);
        found.extend(wrong.take(3).map(|way| example(way, true)));
    }
    found
}

/// Grows the forests from so many scenes, each of which teaches one of the first three, so that none learns from what the one before
/// it knows by heart.
fn learn(scenes: u64) -> Vec<u8> {
    let all: Vec<Vec<Example>> = (0..scenes).into_par_iter().map(examples).collect();
    let third = |nth: usize| all.chunks(all.len().div_ceil(3)).nth(nth).into_iter().flatten().flatten();
    let seed = Seed::root(18);
    let mut forests: Vec<Forest> = Vec::new();
    let growing = [
        Growing { trees: 16, depth: 16, least: 6, tried: 14 },
        Growing { trees: 16, depth: 16, least: 4, tried: 36 },
        Growing { trees: 24, depth: 16, least: 4, tried: 36 },
    ];
    let best = |votes: &Vec<f32>| (0..votes.len()).max_by(|a, b| votes[*a].total_cmp(&votes[*b]));
    for (nth, growing) in growing.iter().enumerate() {
        let (mut examples, mut right) = (Vec::new(), 0);
        for one in third(nth) {
            let mut numbers: Vec<Vec<f32>> = one.features.iter().map(|own| own.to_vec()).collect();
            let mut named = 0;
            for forest in &forests {
                let votes: Vec<Vec<f32>> = numbers.iter().map(|numbers| forest.ask(numbers)).collect();
                named = votes
                    .iter()
                    .zip(&one.labels)
                    .filter(|(votes, label)| best(votes) == Some(usize::from(**label)))
                    .count();
                numbers = in_context(&one.features, &votes, &one.shapes, &one.colours);
            }
            right += named;
            examples.extend(numbers.into_iter().zip(one.labels.iter().copied()));
        }
        println!("{} parts, of which the forests before name {right}", examples.len());
        forests.push(grow(&examples, labels::COUNT + 1, growing, &seed.child(nth)));
    }
    let mut straight = Vec::new();
    for one in all.iter().flatten() {
        for (nth, is_straight) in one.straight.iter().enumerate() {
            let numbers = with_label(&one.features[nth], usize::from(one.labels[nth]));
            let may_be = labels::all()
                .nth(usize::from(one.labels[nth]))
                .is_some_and(|(_, part)| FitKind::of(part).is_some());
            straight
                .extend(is_straight.filter(|_| may_be).map(|is_straight| (numbers, u8::from(is_straight))));
        }
    }
    let growing = Growing { trees: 24, depth: 14, least: 6, tried: 24 };
    forests.push(grow(&straight, 2, &growing, &seed.child("straight")));
    println!("bytes: {:?}", forests.iter().map(|forest| forest.write().len()).collect::<Vec<_>>());
    forests.iter().flat_map(Forest::write).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How many scenes are looked at.
    const SCENES: u64 = 6000;

    #[test]
    #[ignore = "takes minutes, and writes what was learnt"]
    fn what_was_learnt_is_learnt_again() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/src/ptr/seeing/learnt.bin");
        std::fs::write(path, learn(SCENES)).unwrap();
    }
}
