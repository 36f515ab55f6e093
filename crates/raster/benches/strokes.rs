//! What drawing lines costs: `cargo bench -p spatiq-raster`.

use criterion::{Criterion, criterion_group, criterion_main};
use spatiq_raster::{Pen, Point, Rgb};
use std::hint::black_box;

/// Twelve straight lines and eight ellipses of `points` points each, on a picture of `size` pixels.
fn drawing(size: f64, points: usize) -> Vec<Vec<Point>> {
    let ellipse = |i: usize| {
        let at = |k: usize| {
            let angle = k as f64 / (points - 1) as f64 * std::f64::consts::TAU;
            let radius = size * (0.04 + 0.02 * i as f64);
            [size * 0.5 + radius * libm::cos(angle), size * 0.52 + radius * 0.6 * libm::sin(angle)]
        };
        (0..points).map(at).collect()
    };
    // The edges of a box, seen askew.
    let corner = |i: usize| {
        let [x, y, z] = [i & 1, i >> 1 & 1, i >> 2].map(|bit| bit as f64);
        [size * (0.2 + 0.3 * x + 0.25 * y), size * (0.4 + 0.12 * x - 0.17 * y + 0.35 * z)]
    };
    let line = |i: usize| {
        let (axis, rest) = (i / 4, i % 4);
        let from = rest % (1 << axis) + (rest >> axis << (axis + 1));
        vec![corner(from), corner(from + (1 << axis))]
    };
    (0..12).map(line).chain((0..8).map(ellipse)).collect()
}

fn strokes(criterion: &mut Criterion) {
    for (size, points) in [(200, 125), (200, 500), (400, 125), (1000, 125), (1000, 1000)] {
        let lines = drawing(size as f64, points);
        for (name, dash) in [("solid", None), ("dashed", Some([3.0, 2.0]))] {
            criterion.bench_function(&format!("{size} px, {points} points a curve, {name}"), |bencher| {
                let mut picture = Rgb::new(size, size, [255; 3]);
                bencher.iter(|| picture.stroke(black_box(&lines), &Pen { width: 0.7, dash }, [0; 3]));
            });
        }
    }
    let lines = drawing(200.0, 125);
    let mut picture = Rgb::new(200, 200, [255; 3]);
    picture.stroke(&lines, &Pen { width: 0.7, dash: None }, [0; 3]);
    criterion.bench_function("200 px, encode", |bencher| bencher.iter(|| picture.encode()));
}

criterion_group!(benches, strokes);
criterion_main!(benches);
