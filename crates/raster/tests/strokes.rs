//! Pen strokes against what they should cover: measured lengths, and a slow count of samples near the line.

use proptest::prelude::*;
use spatiq_raster::{Pen, Point, Rgb};

const WHITE: [u8; 3] = [255; 3];
const BLACK: [u8; 3] = [0; 3];

fn drawn(lines: &[Vec<Point>], width: f64, dash: Option<[f64; 2]>) -> Rgb {
    let mut picture = Rgb::new(40, 40, WHITE);
    picture.stroke(lines, &Pen { width, dash }, BLACK);
    picture
}

fn ink(picture: &Rgb) -> f64 {
    picture.pixels.iter().map(|pixel| f64::from(255 - pixel[0])).sum::<f64>() / 255.0
}

fn distance(p: Point, a: Point, b: Point) -> f64 {
    let (along, out) = ([b[0] - a[0], b[1] - a[1]], [p[0] - a[0], p[1] - a[1]]);
    let square = along[0] * along[0] + along[1] * along[1];
    let t =
        if square > 0.0 { ((out[0] * along[0] + out[1] * along[1]) / square).clamp(0.0, 1.0) } else { 0.0 };
    libm::hypot(out[0] - t * along[0], out[1] - t * along[1])
}

/// The share of a pixel that lies within half a width of any line, by 32 x 32 samples.
fn sampled(lines: &[Vec<Point>], width: f64, x: usize, y: usize) -> f64 {
    let center = [x as f64 + 0.5, y as f64 + 0.5];
    let pieces = lines.iter().flat_map(|line| line.windows(2));
    let near: Vec<&[Point]> =
        pieces.filter(|piece| distance(center, piece[0], piece[1]) < width + 0.8).collect();
    // Every sample has a height of its own, or a level line would be weighed in steps of 1/32.
    let sample = |i: usize, j: usize| {
        [x as f64 + (i as f64 + 0.5) / 32.0, y as f64 + (j as f64 + (i as f64 * 0.618_034).fract()) / 32.0]
    };
    let samples = (0..32).flat_map(|i| (0..32).map(move |j| sample(i, j)));
    let hits = samples.filter(|&p| near.iter().any(|piece| distance(p, piece[0], piece[1]) <= width / 2.0));
    hits.count() as f64 / 1024.0
}

/// The worst difference between a picture and the samples, in shares of a pixel.
fn worst(lines: &[Vec<Point>], width: f64) -> f64 {
    let picture = drawn(lines, width, None);
    let all = (0..40).flat_map(|y| (0..40).map(move |x| (x, y)));
    all.map(|(x, y)| f64::from(255 - picture.at(x, y)[0]) / 255.0 - sampled(lines, width, x, y))
        .fold(0.0, |worst: f64, difference| worst.max(difference.abs()))
}

fn curve(points: usize, at: impl Fn(f64) -> Point) -> Vec<Point> {
    (0..points).map(|i| at(i as f64 / (points - 1) as f64)).collect()
}

fn ellipse(points: usize, a: f64, b: f64, tilt: f64) -> Vec<Point> {
    let mut ring = curve(points, |t| {
        let (x, y) = (a * libm::cos(t * std::f64::consts::TAU), b * libm::sin(t * std::f64::consts::TAU));
        [20.3 + x * libm::cos(tilt) - y * libm::sin(tilt), 19.8 + x * libm::sin(tilt) + y * libm::cos(tilt)]
    });
    ring[points - 1] = ring[0];
    ring
}

proptest! {
    #[test]
    fn ink_of_a_straight_line_is_its_length_times_its_width_and_a_disc(
        c in proptest::array::uniform4(3.0f64..37.0), width in 0.2f64..5.0
    ) {
        let ends = [[c[0], c[1]], [c[2], c[3]]];
        let length = libm::hypot(c[0] - c[2], c[1] - c[3]);
        prop_assume!(length > 0.02);
        let expected = length * width + std::f64::consts::PI * width * width / 4.0;
        let found = ink(&drawn(&[ends.to_vec()], width, None));
        // Rounding to 255 shades, on every pixel of the rim.
        prop_assert!((found - expected).abs() < 0.03 + 0.003 * length, "{found} for {expected}");
    }

    #[test]
    fn a_layer_drawn_twice_looks_as_drawn_once(
        c in proptest::array::uniform8(-5.0f64..45.0), width in 0.2f64..3.0
    ) {
        let line = vec![[c[0], c[1]], [c[2], c[3]], [c[4], c[5]], [c[6], c[7]]];
        let back: Vec<Point> = line.iter().rev().copied().collect();
        let once = drawn(std::slice::from_ref(&line), width, None);
        let twice = drawn(&[line.clone(), back, line], width, None);
        for (a, b) in once.pixels.iter().zip(&twice.pixels) {
            prop_assert!(a[0].abs_diff(b[0]) <= 1, "{a:?} {b:?}");
        }
    }

    #[test]
    fn crossing_lines_cover_what_samples_say(
        c in proptest::array::uniform12(0.0f64..40.0), width in 0.3f64..2.0
    ) {
        let line = |i: usize| vec![[c[i], c[i + 1]], [c[i + 2], c[i + 3]], [c[i + 4], c[i + 5]]];
        let worst = worst(&[line(0), line(6)], width);
        prop_assert!(worst < 0.04, "{worst}");
    }

    #[test]
    fn any_line_at_all_is_drawn_without_panic(
        c in proptest::collection::vec(proptest::array::uniform2(proptest::num::f64::ANY), 0..6),
        width in proptest::num::f64::ANY,
        dash in proptest::option::of(proptest::array::uniform2(0.0f64..9.0)),
    ) {
        drawn(std::slice::from_ref(&c), width, dash);
        drawn(&[c], 1.0, dash);
    }
}

#[test]
fn curves_cover_what_samples_say() {
    for width in [0.35, 0.7, 1.0, 2.5] {
        let spiral =
            curve(160, |t| [20.0 + 18.0 * t * libm::cos(t * 25.0), 20.0 + 18.0 * t * libm::sin(t * 25.0)]);
        let wave = curve(60, |t| [3.0 + 34.0 * t, 20.0 + 12.0 * libm::sin(t * 9.0)]);
        for (name, lines) in [
            ("circle", vec![ellipse(90, 15.0, 15.0, 0.0)]),
            ("coarse circle", vec![ellipse(9, 2.0, 2.0, 0.2)]),
            ("thin ellipse", vec![ellipse(200, 17.0, 0.4, 0.5)]),
            ("flat ellipse", vec![ellipse(200, 17.0, 0.0, 0.5)]),
            ("spiral", vec![spiral.clone()]),
            ("wave and circle", vec![wave.clone(), ellipse(60, 12.0, 12.0, 0.0)]),
        ] {
            let worst = worst(&lines, width);
            assert!(worst < 0.03, "{name} at {width}: {worst}");
        }
    }
}

#[test]
fn a_thin_line_leaves_its_share_of_ink_across() {
    for y in [20.5, 20.0, 20.13] {
        let picture = drawn(&[vec![[-9.0, y], [49.0, y]]], 0.35, None);
        let across: u32 = (0..40).map(|row| u32::from(255 - picture.at(20, row)[0])).sum();
        assert!(across.abs_diff(89) <= 1, "{across} at {y}");
    }
}

#[test]
fn a_line_cut_in_two_shows_no_seam() {
    let whole = drawn(&[vec![[2.0, 7.0], [37.0, 31.0]]], 0.7, None);
    let cut = drawn(&[vec![[2.0, 7.0], [19.5, 19.0]], vec![[19.5, 19.0], [37.0, 31.0]]], 0.7, None);
    for (a, b) in whole.pixels.iter().zip(&cut.pixels) {
        assert!(a[0].abs_diff(b[0]) <= 1, "{a:?} {b:?}");
    }
}

#[test]
fn a_closed_curve_shows_no_seam() {
    let ring = ellipse(61, 15.0, 9.0, 0.3);
    let turned: Vec<Point> = ring[20..].iter().chain(&ring[1..=20]).copied().collect();
    for (a, b) in drawn(&[ring], 0.7, None).pixels.iter().zip(&drawn(&[turned], 0.7, None).pixels) {
        assert!(a[0].abs_diff(b[0]) <= 1, "{a:?} {b:?}");
    }
}

#[test]
fn dashes_leave_their_share_of_ink() {
    let line = vec![[1.0, 20.0], [39.0, 20.0]];
    let cap = std::f64::consts::PI * 0.5 * 0.5;
    // Eight dashes of three pixels each begin at 1, 6, 11 …
    let found = ink(&drawn(&[line], 1.0, Some([3.0, 2.0])));
    assert!((found - 8.0 * (3.0 + cap)).abs() < 0.2, "{found}");
}

#[test]
fn a_single_point_is_a_dot() {
    for line in [vec![[20.2, 20.7]], vec![[20.2, 20.7]; 5]] {
        assert!((ink(&drawn(&[line], 4.0, None)) - std::f64::consts::PI * 4.0).abs() < 0.02);
    }
}

#[test]
fn a_colour_is_mixed_once() {
    let mut picture = Rgb::new(4, 4, [255; 3]);
    let line = vec![[-5.0, 2.5], [9.0, 2.5]];
    picture.stroke(&[line.clone(), line], &Pen { width: 0.5, dash: None }, [255, 0, 0]);
    assert_eq!(picture.at(1, 2), [255, 128, 128]);
    assert_eq!(picture.at(1, 1), [255; 3]);
}
