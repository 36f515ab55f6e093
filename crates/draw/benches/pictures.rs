//! What a drawing costs as pixels, as a file of pixels, and as an SVG: `cargo bench -p spatiq-draw`.

use criterion::{Criterion, criterion_group, criterion_main};
use spatiq_draw::{Drawing, Kind, Stroke, Style, picture, png, svg};
use std::hint::black_box;

/// A box with seven ellipses on it, 20 strokes and about 1,000 points.
fn drawing() -> Drawing {
    let corner = |i: usize| {
        let [x, y, z] = [i & 1, i >> 1 & 1, i >> 2].map(|bit| bit as f64);
        [0.87 * (x - y), 0.5 * (x + y) + z]
    };
    let line = |i: usize| {
        let (axis, rest) = (i / 4, i % 4);
        let from = rest % (1 << axis) + (rest >> axis << (axis + 1));
        vec![corner(from), corner(from + (1 << axis))]
    };
    let ellipse = |i: usize| {
        let at = |k: usize| {
            let angle = (k % 139) as f64 / 139.0 * std::f64::consts::TAU;
            let radius = 0.1 + 0.05 * i as f64;
            [radius * libm::cos(angle), 1.2 + 0.58 * radius * libm::sin(angle)]
        };
        (0..140).map(at).collect()
    };
    let stroke = |points| Stroke { kind: Kind::Edge, points };
    let hidden = [0, 4, 8].map(line).into_iter().map(stroke).collect();
    let edges = [1, 2, 3, 5, 6, 7, 9, 10, 11].map(line).into_iter();
    Drawing { visible: edges.chain((0..7).map(ellipse)).map(stroke).collect(), hidden }
}

fn pictures(criterion: &mut Criterion) {
    let (drawing, style) = (drawing(), Style::PAPER);
    criterion.bench_function("picture", |b| b.iter(|| picture(black_box(&drawing), &style, 1.7)));
    criterion.bench_function("png", |b| b.iter(|| png(black_box(&drawing), &style, 1.7)));
    criterion.bench_function("svg", |b| b.iter(|| svg(black_box(&drawing), &style, 1.7, None)));
}

criterion_group!(benches, pictures);
criterion_main!(benches);
