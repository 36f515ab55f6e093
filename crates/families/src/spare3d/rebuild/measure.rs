//! How well objects are rebuilt: `cargo test --release -p spatiq-families rebuilt -- --ignored --nocapture`.

use super::super::stock;
use super::rebuild;
use spatiq_bench::Seed;
use spatiq_draw::{Model, NEVER, Pose, Style, picture};
use spatiq_geom::recipe::Element;
use spatiq_geom::{DVec3, Recipe, Solid};
use spatiq_raster::Rgb;

/// The longest edge of an object in its pictures, in pixels.
const EXTENT: f64 = 200.0 / 1.7;

/// Objects of each number of primitives.
const OBJECTS: u64 = 100;

/// Points of a surface.
const POINTS: usize = 10_000;

#[test]
fn three_views_of_a_box_with_a_hole_give_it_back() {
    let text = br#"[{"prim": "box", "params": [2, 1.5, 1], "op": "base"},
                    {"prim": "cylinder", "params": [0.4, 3], "op": "difference"}]"#;
    let solid = Recipe::parse(text).unwrap().solid().unwrap();
    let rebuilt =
        rebuild(&drawn(&solid, 2.0, 'f'), &drawn(&solid, 2.0, 't'), &drawn(&solid, 2.0, 'r')).unwrap();
    assert_eq!(rebuilt.solid.leaves().len(), 2);
    assert!(f1(&drawn(&solid, 2.0, '2'), &drawn(&rebuilt.solid, EXTENT, '2')) > 0.99);
}

#[test]
fn views_without_ink_give_nothing() {
    let blank = Rgb::new(200, 200, [255; 3]);
    assert!(rebuild(&blank, &blank, &blank).is_none());
}

#[test]
#[ignore = "takes minutes"]
fn rebuilt_objects_look_like_the_given_ones() {
    for primitives in 2..=4 {
        let (mut ink, mut perfect, mut near, mut chamfer) = (0.0, 0, 0.0, 0.0);
        for number in 0..OBJECTS {
            let seed = Seed::root(77).child(primitives).child(number);
            let elements =
                (0..).find_map(|attempt| stock::csg::model(&seed.child(attempt), primitives).ok()).unwrap();
            let [f1, score, distance] = measured(&elements, &seed);
            ink += f1;
            perfect += u32::from(f1 >= 0.98);
            near += score;
            chamfer += distance;
        }
        let [ink, near, chamfer] = [ink, near, chamfer].map(|sum| sum / OBJECTS as f64);
        println!(
            "{primitives} primitives: ink F1 {ink:.3}, {perfect} % perfect, F-score {near:.3}, Chamfer {chamfer:.4}"
        );
        assert!(ink > 0.8 && near > 0.8);
    }
}

/// Ink F1 at 2 pixels, F-score at 2 % and Chamfer distance.
fn measured(elements: &[Element], seed: &Seed) -> [f64; 3] {
    let solid = Recipe { id: None, elements: elements.to_vec() }.solid().unwrap();
    let model = Model::new(&solid, NEVER).unwrap();
    let (extent, [low, high]) = (model.extent(), model.bounds());
    let view = |letter| drawn(&solid, extent, letter);
    let Some(rebuilt) = rebuild(&view('f'), &view('t'), &view('r')) else { return [0.0, 0.0, 1.0] };
    let truth = points(&solid, seed)
        .into_iter()
        .map(|p| (p - low.midpoint(high)) * EXTENT / extent)
        .collect::<Vec<_>>();
    let mine = points(&rebuilt.solid, &seed.child("rebuilt"));
    let (there, back) = (nearest(&truth, &mine), nearest(&mine, &truth));
    let share =
        |away: &[f64]| away.iter().filter(|away| **away < 0.02 * EXTENT).count() as f64 / away.len() as f64;
    let mean = |away: &[f64]| away.iter().sum::<f64>() / away.len() as f64 / EXTENT;
    let score = harmonic(share(&there), share(&back));
    [f1(&view('2'), &drawn(&rebuilt.solid, EXTENT, '2')), score, mean(&there) + mean(&back)]
}

fn drawn(solid: &Solid, extent: f64, letter: char) -> Rgb {
    let view = Pose::from_letter(letter).unwrap().view();
    let drawing = Model::new(solid, NEVER).unwrap().draw(&view).unwrap();
    picture(&drawing, &Style::PAPER, extent).unwrap()
}

fn points(solid: &Solid, seed: &Seed) -> Vec<DVec3> {
    let mut rng = seed.rng();
    let points = solid.surface_points(POINTS, &mut || rng.unit(), NEVER).unwrap();
    points.into_iter().map(|point| point.position).collect()
}

fn harmonic(a: f64, b: f64) -> f64 {
    if a + b > 0.0 { 2.0 * a * b / (a + b) } else { 0.0 }
}

/// The harmonic mean of the shares of ink that has ink of the other picture within two pixels.
fn f1(a: &Rgb, b: &Rgb) -> f64 {
    harmonic(within(a, b), within(b, a))
}

fn within(a: &Rgb, b: &Rgb) -> f64 {
    let inked = |picture: &Rgb, x: i32, y: i32| {
        (0..200).contains(&x) && (0..200).contains(&y) && picture.at(x as usize, y as usize)[1] < 225
    };
    let all = (0..200).flat_map(|y| (0..200).map(move |x| (x, y))).filter(|&(x, y)| inked(a, x, y));
    let disc =
        || (-2..=2).flat_map(|dy| (-2..=2).map(move |dx| (dx, dy))).filter(|(dx, dy)| dx * dx + dy * dy <= 4);
    let (mut count, mut near) = (0, 0);
    for (x, y) in all {
        count += 1;
        near += u32::from(disc().any(|(dx, dy)| inked(b, x + dx, y + dy)));
    }
    f64::from(near) / f64::from(count.max(1))
}

/// How far each point is from the nearest of others, found by going outwards from it in the order of one coordinate.
fn nearest(points: &[DVec3], others: &[DVec3]) -> Vec<f64> {
    let mut sorted = others.to_vec();
    sorted.sort_by(|a, b| a.x.total_cmp(&b.x));
    let away = |p: &DVec3| {
        let start = sorted.partition_point(|other| other.x < p.x);
        let mut best = f64::INFINITY;
        for other in &sorted[start..] {
            if other.x - p.x > best {
                break;
            }
            best = best.min(p.distance(*other));
        }
        for other in sorted[..start].iter().rev() {
            if p.x - other.x > best {
                break;
            }
            best = best.min(p.distance(*other));
        }
        best
    };
    points.iter().map(away).collect()
}
