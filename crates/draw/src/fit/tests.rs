//! Fitted paths against the curves that were sampled.

use super::*;
use proptest::prelude::*;

const TOLERANCE: f64 = 0.018;
/// What 200 pixels make of [`CHORD`](crate::CHORD) of a model.
const SAMPLING: f64 = 0.012;

/// Samples of a curve on 0..1, halved until the chord strays by no more than [`SAMPLING`].
fn sampled(curve: impl Fn(f64) -> Point) -> Vec<Point> {
    let mut points = vec![curve(0.0)];
    let mut stack: Vec<[f64; 2]> =
        (0..8).rev().map(|i| [f64::from(i) / 8.0, f64::from(i + 1) / 8.0]).collect();
    while let Some([a, b]) = stack.pop() {
        let middle = (a + b) / 2.0;
        let straight = scaled(plus(curve(a), curve(b)), 0.5);
        if length(minus(curve(middle), straight)) > SAMPLING {
            stack.extend([[middle, b], [a, middle]]);
        } else {
            points.push(curve(b));
        }
    }
    points
}

fn flattened(path: &Path) -> Vec<Point> {
    let mut points = vec![path.start];
    for segment in &path.segments {
        let from = points[points.len() - 1];
        match *segment {
            Segment::Line(to) => {
                points.extend((1..=50).map(|i| plus(from, scaled(minus(to, from), f64::from(i) / 50.0))))
            }
            Segment::Curve([a, b, to]) => {
                let cubic = Cubic([from, a, b, to]);
                points.extend((1..=50).map(|i| cubic.at(f64::from(i) / 50.0)));
            }
        }
    }
    points
}

/// The distance of a point from a polyline.
fn nearest(point: Point, line: &[Point]) -> f64 {
    let distances = line.windows(2).map(|pair| {
        let along = minus(pair[1], pair[0]);
        let t = (dot(minus(point, pair[0]), along) / dot(along, along).max(1e-30)).clamp(0.0, 1.0);
        length(minus(plus(pair[0], scaled(along, t)), point))
    });
    distances.fold(f64::INFINITY, f64::min)
}

/// The largest distance of any point of the path from the curve.
fn deviation(path: &Path, curve: impl Fn(f64) -> Point) -> f64 {
    let dense: Vec<Point> = (0..=5_000).map(|i| curve(f64::from(i) / 5_000.0)).collect();
    let distance = |p: Point| nearest(p, &dense);
    flattened(path).into_iter().map(distance).fold(0.0, f64::max)
}

fn ellipse(a: f64, b: f64, tilt: f64, from: f64, to: f64) -> impl Fn(f64) -> Point {
    move |t| {
        // Whole turns meet exactly.
        let t = if to - from == 1.0 && t == 1.0 { 0.0 } else { t };
        let angle = (from + (to - from) * t) * std::f64::consts::TAU;
        let (x, y) = (a * libm::cos(angle), b * libm::sin(angle));
        let (sin, cos) = (libm::sin(tilt), libm::cos(tilt));
        [100.0 + x * cos - y * sin, 100.0 + x * sin + y * cos]
    }
}

fn fitted(points: &[Point]) -> Path {
    fit(points, TOLERANCE, SAMPLING).expect("there are points")
}

fn largest_kink(path: &Path) -> f64 {
    let mut turns = Vec::new();
    let mut ends = Vec::new();
    let mut from = path.start;
    for segment in &path.segments {
        let (first, second, to) = match *segment {
            Segment::Line(to) => (to, from, to),
            Segment::Curve([a, b, to]) => (a, b, to),
        };
        ends.push((unit(minus(first, from)), unit(minus(to, second))));
        from = to;
    }
    turns.extend(ends.windows(2).map(|pair| cross(pair[0].1, pair[1].0).abs()));
    if path.closed {
        turns.push(cross(ends[ends.len() - 1].1, ends[0].0).abs());
    }
    turns.into_iter().fold(0.0, f64::max)
}

#[test]
fn whole_ellipses_take_few_curves_and_are_smooth_all_around() {
    for (a, b, tilt) in [
        (50.0, 50.0, 0.0),
        (58.0, 58.0, 1.0),
        (50.0, 28.9, 0.5),
        (50.0, 10.0, 2.0),
        (3.0, 2.0, 0.3),
        (0.7, 0.6, 0.0),
    ] {
        let curve = ellipse(a, b, tilt, 0.0, 1.0);
        let path = fitted(&sampled(&curve));
        assert!(
            path.closed && path.segments.len() <= if b < a / 3.0 { 12 } else { 8 },
            "{a} {b}: {}",
            path.segments.len()
        );
        let deviation = deviation(&path, &curve);
        assert!(deviation < 0.02, "{a} {b}: {deviation}");
        assert!(largest_kink(&path) < 1e-6, "{a} {b}: {}", largest_kink(&path));
    }
}

#[test]
fn thin_ellipses_and_spirals_stay_close() {
    let spiral = |t: f64| [100.0 + 80.0 * t * libm::cos(t * 20.0), 100.0 + 80.0 * t * libm::sin(t * 20.0)];
    let path = fitted(&sampled(spiral));
    let strayed = deviation(&path, spiral);
    assert!(strayed < 0.02 && path.segments.len() < 30, "{strayed} {}", path.segments.len());
    for thin in [2.0, 0.5, 0.05] {
        let curve = ellipse(50.0, thin, 0.4, 0.1, 1.1);
        let path = fitted(&sampled(&curve));
        let deviation = deviation(&path, &curve);
        assert!(deviation < 0.03 && path.segments.len() < 30, "{thin}: {deviation} {}", path.segments.len());
    }
}

#[test]
fn a_straight_line_stays_a_line() {
    let path = fitted(&[[1.0, 2.0], [50.0, 70.0]]);
    assert_eq!(path.segments, [Segment::Line([50.0, 70.0])]);
    let many: Vec<Point> = (0..30).map(|i| [f64::from(i), 2.0 * f64::from(i)]).collect();
    assert_eq!(fitted(&many).segments, [Segment::Line([29.0, 58.0])]);
}

#[test]
fn corners_stay_where_they_are() {
    let square = [[10.0, 10.0], [90.0, 10.0], [90.0, 90.0], [10.0, 90.0], [10.0, 10.0]];
    assert_eq!(fitted(&square).segments, [1, 2, 3, 4].map(|i| Segment::Line(square[i])));
    // Two arcs that meet at 60 degrees: a lens, closed, with a corner at the seam and one opposite.
    let upper = |t: f64| {
        [50.0 - 40.0 * libm::cos(std::f64::consts::PI * t), 50.0 - 20.0 * libm::sin(std::f64::consts::PI * t)]
    };
    let mut lens = sampled(|t| upper(1.0 / 6.0 + t / 1.5));
    let tip = lens[lens.len() - 1];
    let lower: Vec<Point> = lens.iter().rev().map(|p| [p[0], 2.0 * tip[1] - p[1]]).collect();
    lens.extend(&lower[1..]);
    let path = fitted(&lens);
    let ends: Vec<Point> = path
        .segments
        .iter()
        .map(|segment| match *segment {
            Segment::Line(to) | Segment::Curve([_, _, to]) => to,
        })
        .collect();
    assert!(ends.contains(&tip) && path.closed);
    assert!(largest_kink(&path) > 0.5);
}

#[test]
fn a_straight_line_that_runs_into_an_arc_stays_straight() {
    // A slot as meshes have it: two long lines and two half circles, tangential and closed.
    let arc = |x: f64, from: f64| {
        (0..=16).map(move |k| {
            let (sin, cos) = libm::sincos(from + std::f64::consts::PI * f64::from(k) / 16.0);
            [x + 10.0 * cos, 50.0 + 10.0 * sin]
        })
    };
    let right = arc(150.0, -std::f64::consts::FRAC_PI_2);
    let left = arc(50.0, std::f64::consts::FRAC_PI_2);
    let mut slot: Vec<Point> = right.chain(left).collect();
    slot.push(slot[0]);
    let dense = flattened(&fitted(&slot));
    for point in &dense {
        let aside = f64::max(f64::max(50.0 - point[0], point[0] - 150.0), 0.0);
        let away = length([aside, point[1] - 50.0]);
        assert!((away - 10.0).abs() < 0.1, "{point:?}");
    }
}

#[test]
fn nothing_and_next_to_nothing_is_fitted() {
    assert_eq!(fit(&[], TOLERANCE, SAMPLING), None);
    assert_eq!(fitted(&[[5.0, 5.0]; 4]).segments, [Segment::Line([5.0, 5.0])]);
    fitted(&[[0.0, 0.0], [10.0, 0.0], [0.0, 0.0]]);
    fitted(&[[0.0, 0.0], [10.0, 0.0], [0.0, 0.0], [10.0, 0.0], [0.0, 0.0]]);
}

proptest! {
    #[test]
    fn parts_of_ellipses_stay_close(a in 1.0f64..60.0, flat in 0.05f64..1.0, from in 0.0f64..1.0, part in 0.05f64..0.95) {
        let curve = ellipse(a, a * flat, 0.7, from, from + part);
        let path = fitted(&sampled(&curve));
        let deviation = deviation(&path, &curve);
        // At the samples within the tolerance, between them as far off as their chords; around the tips of a sliver the
        // samples themselves hardly tell. All of it is far below what can be seen.
        prop_assert!(deviation < if flat > 0.15 { TOLERANCE + SAMPLING } else { 0.05 }, "{deviation}");
        prop_assert!(path.segments.len() <= 20, "{}", path.segments.len());
    }

    #[test]
    fn every_point_is_near_the_path(points in proptest::collection::vec(proptest::array::uniform2(0.0f64..200.0), 2..12)) {
        let dense = flattened(&fitted(&points));
        for point in &points {
            prop_assert!(nearest(*point, &dense) < 0.05);
        }
    }
}
