//! Smooth curves for sampled lines: straight parts as lines, the rest as few cubic Bézier curves, corners kept sharp.
//!
//! Each stretch between corners is fitted by one cubic with the directions that the samples have at its ends
//! (after Schneider: least squares for the lengths of the two arms, then better parameters for the samples). Where
//! a sample strays too far the stretch is halved; both halves share the direction there, so the joint is smooth. Halves
//! are equal in affine length (the integral of the curvature's cube root), so an ellipse falls into halves and quarters
//! that one cubic fits as well as the other, however flat it is and wherever it begins.

/// A point in pixels.
type Point = [f64; 2];

/// The cosine of the least turn between two chords, 25 degrees, that may be a corner.
const CORNER: f64 = 0.906;

/// A turn is a corner if a smooth curve would have strayed so many times farther from its chords than samples allow.
const NOT_SAMPLING: f64 = 10.0;

/// A segment so many times as long as its neighbour is a straight line.
const STRAIGHT: f64 = 5.0;

/// The least squares look at no more samples of a stretch than about this many.
const ENOUGH: usize = 16;

/// A direction is found from so many points around, besides the point itself.
const REACH: usize = 4;

/// How often a cubic is improved.
const ROUNDS: usize = 3;

/// How far improvements hold back where samples hardly tell one arm's length from the other's.
const DAMPING: f64 = 1e-3;

/// A line for a file: straight lines and curves end to end.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Path {
    /// Where it begins.
    pub start: Point,
    /// What follows.
    pub segments: Vec<Segment>,
    /// Whether it ends where it begins.
    pub closed: bool,
}

/// One part of a path; it begins where the one before ended.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Segment {
    /// Straight to a point.
    Line(Point),
    /// A cubic: two control points and the end.
    Curve([Point; 3]),
}

/// Fits a path whose distance from every point is within `tolerance`. Between points the curve behind them is known to
/// stray from the straight line by about `sampling`. `None` without points.
pub(crate) fn fit(points: &[Point], tolerance: f64, sampling: f64) -> Option<Path> {
    let mut points = distinct(points, tolerance / 10.0);
    let &start = points.first()?;
    if points.len() == 1 {
        return Some(Path { start, segments: vec![Segment::Line(start)], closed: false });
    }
    let last = points.len() - 1;
    let closed = last > 2 && length(minus(points[last], start)) <= tolerance / 10.0;
    if closed {
        points[last] = start;
    }
    let fitter = Fitter { corners: corners(&points, closed, sampling), points: &points, tolerance };
    let mut segments = Vec::new();
    let mut from = 0;
    for to in (1..=last).filter(|&i| i == last || fitter.corners[i]) {
        fitter.stretch(from, to, &mut segments);
        from = to;
    }
    Some(Path { start, segments, closed })
}

/// The points without those that lie on the one before; the last one always stays.
fn distinct(points: &[Point], apart: f64) -> Vec<Point> {
    let mut kept: Vec<Point> = Vec::with_capacity(points.len());
    for &point in points {
        if kept.last().is_none_or(|&last| length(minus(point, last)) > apart) {
            kept.push(point);
        }
    }
    if let (Some(&end), true) = (points.last(), kept.len() > 1) {
        *kept.last_mut().expect("not empty") = end;
    }
    kept
}

/// Which points are corners. The seam of a closed line is looked at from both sides.
fn corners(points: &[Point], closed: bool, sampling: f64) -> Vec<bool> {
    let last = points.len() - 1;
    let mut corners = vec![false; points.len()];
    for i in 1..last {
        corners[i] = is_corner([points[i - 1], points[i], points[i + 1]], sampling);
    }
    corners[0] = !closed || is_corner([points[last - 1], points[0], points[1]], sampling);
    // Nothing is known of a curve along a segment far longer than the next: it is a straight line that runs into it.
    let lengths: Vec<f64> = points.windows(2).map(|pair| length(minus(pair[1], pair[0]))).collect();
    for i in 1..last {
        let (before, after) = (lengths[i - 1], lengths[i]);
        if before > STRAIGHT * after {
            corners[i - 1] = true;
            corners[i] = true;
        } else if after > STRAIGHT * before {
            corners[i] = true;
            corners[i + 1] = true;
        }
    }
    corners[0] |= corners[last];
    corners[last] = corners[0];
    corners
}

fn is_corner([before, at, after]: [Point; 3], sampling: f64) -> bool {
    let (a, b) = (minus(at, before), minus(after, at));
    let product = length(a) * length(b);
    let cos = dot(a, b) / product;
    // An arc that turns by an angle strays from its chord by an eighth of angle times chord.
    cos < CORNER && product.sqrt() * libm::acos(cos.max(-1.0)) / 8.0 > NOT_SAMPLING * sampling
}

struct Fitter<'a> {
    points: &'a [Point],
    corners: Vec<bool>,
    tolerance: f64,
}

impl Fitter<'_> {
    /// Adds what leads from one point to another without a corner between.
    fn stretch(&self, from: usize, to: usize, segments: &mut Vec<Segment>) {
        let (start, end) = (self.points[from], self.points[to]);
        if self.is_straight(from, to) {
            segments.push(Segment::Line(end));
            return;
        }
        let tangents = [self.tangent(from, true), self.tangent(to, false)];
        let samples = Samples::new(&self.points[from..=to]);
        if let Some([a, b]) = samples.cubic(tangents, self.tolerance) {
            segments.push(Segment::Curve([a, b, end]));
        } else if to - from == 1 {
            segments.push(bow([start, end], tangents));
        } else {
            let middle = from + samples.middle();
            self.stretch(from, middle, segments);
            self.stretch(middle, to, segments);
        }
    }

    /// Whether a stretch is a straight line, not just a short piece of a curve.
    fn is_straight(&self, from: usize, to: usize) -> bool {
        let chord = minus(self.points[to], self.points[from]);
        let size = length(chord);
        let near =
            |p: &Point| cross(chord, minus(*p, self.points[from])).abs() <= self.tolerance / 4.0 * size;
        if size == 0.0 || !self.points[from..=to].iter().all(near) {
            return false;
        }
        let strays = |tangent: Point| cross(chord, tangent).abs() / 4.0 > self.tolerance;
        !strays(self.tangent(from, true)) && !strays(self.tangent(to, false))
    }

    /// The direction of the line at a point, as seen by the stretch that begins (`ahead`) or ends there: that of the
    /// polynomial through up to five points on this side of all corners, by the way between them.
    fn tangent(&self, i: usize, ahead: bool) -> Point {
        let both = !self.corners[i];
        let mut before = if both || !ahead { self.walk(i, false) } else { Vec::new() };
        let mut after = if both || ahead { self.walk(i, true) } else { Vec::new() };
        let half = REACH / 2;
        let (most_before, most_after) = (REACH - after.len().min(half), REACH - before.len().min(half));
        before.truncate(most_before);
        after.truncate(most_after);
        let here = self.points[i];
        let nodes: Vec<(f64, Point)> = ways(here, &before)
            .map(|(way, point)| (-way, minus(point, here)))
            .chain(ways(here, &after).map(|(way, point)| (way, minus(point, here))))
            .collect();
        unit(derivative(&nodes))
    }

    /// The points after or before one, as far as the next corner, [`REACH`] at most.
    fn walk(&self, mut i: usize, forward: bool) -> Vec<Point> {
        let last = self.points.len() - 1;
        let mut found = Vec::with_capacity(REACH);
        while found.len() < REACH {
            // Past the seam of a closed line it goes on from the other end.
            i = match (forward, i) {
                (true, _) if i == last => 1,
                (true, _) => i + 1,
                (false, 0) => last - 1,
                (false, _) => i - 1,
            };
            found.push(self.points[i]);
            if self.corners[i] {
                break;
            }
        }
        found
    }
}

/// Each point with the way to it from `start` through those before it.
fn ways(start: Point, points: &[Point]) -> impl Iterator<Item = (f64, Point)> {
    points.iter().scan((0.0, start), |(way, at), &point| {
        *way += length(minus(point, *at));
        *at = point;
        Some((*way, point))
    })
}

/// The derivative at zero of the polynomial through the origin and the given values (Lagrange's formula).
fn derivative(nodes: &[(f64, Point)]) -> Point {
    let mut sum = [0.0; 2];
    for (j, &(at, value)) in nodes.iter().enumerate() {
        let others = nodes.iter().enumerate().filter(|(m, _)| *m != j);
        let weight = others.fold(1.0 / at, |weight, (_, &(other, _))| weight * other / (other - at));
        sum = plus(sum, scaled(value, weight));
    }
    sum
}

/// The points of a stretch, with the way from its start to each.
struct Samples<'a> {
    points: &'a [Point],
    way: Vec<f64>,
}

impl<'a> Samples<'a> {
    fn new(points: &'a [Point]) -> Self {
        let mut way = vec![0.0];
        for pair in points.windows(2) {
            way.push(way[way.len() - 1] + length(minus(pair[1], pair[0])));
        }
        Self { points, way }
    }

    fn total(&self) -> f64 {
        self.way[self.way.len() - 1]
    }

    /// The point half way by affine length, neither the first nor the last.
    fn middle(&self) -> usize {
        let last = self.points.len() - 1;
        // Both chords and their turn multiplied: the cube root is the affine length of about one chord.
        let around = |i: usize| {
            let (a, b) =
                (minus(self.points[i], self.points[i - 1]), minus(self.points[i + 1], self.points[i]));
            libm::cbrt(cross(a, b).abs()) + 1e-6 * length(a)
        };
        let parts: Vec<f64> = (1..last).map(around).collect();
        let half = parts.iter().sum::<f64>() / 2.0;
        let mut passed = 0.0;
        let beyond = parts.iter().position(|part| {
            passed += part;
            passed >= half
        });
        beyond.map_or(1, |i| i + 1)
    }

    /// The control points of a cubic that begins and ends in the given directions and passes all points closely;
    /// `None` if there is no such cubic.
    fn cubic(&self, tangents: [Point; 2], tolerance: f64) -> Option<[Point; 2]> {
        let inner = 1..self.points.len() - 1;
        let at = |i: usize| (self.points[i], self.way[i] / self.total());
        let mut picked: Vec<(Point, f64)> = inner.clone().step_by(1 + inner.len() / ENOUGH).map(at).collect();
        let mut curve = self.guess(&picked, tangents)?;
        for round in 0..=ROUNDS {
            for (point, parameter) in &mut picked {
                *parameter = curve.nearest(*point, *parameter);
            }
            let worst = picked.iter().map(|&(point, u)| curve.distance(point, u)).fold(0.0, f64::max);
            if worst <= tolerance {
                let close = |(point, u)| curve.distance(point, curve.nearest(point, u)) <= tolerance;
                return inner.map(at).all(close).then_some([curve.0[1], curve.0[2]]);
            }
            // Longer or shorter arms bring it closer several times, not by orders of magnitude.
            if round == ROUNDS || worst > 30.0 * tolerance {
                return None;
            }
            curve = self.improved(&curve, &picked, tangents)?;
        }
        None
    }

    /// The cubic with the arms that bring it closest to points at given parameters.
    fn guess(&self, picked: &[(Point, f64)], [first, second]: [Point; 2]) -> Option<Cubic> {
        let (start, end) = (self.points[0], self.points[self.points.len() - 1]);
        let mut equations = Equations::default();
        for &(point, u) in picked {
            let v = 1.0 - u;
            let (at_start, at_end) = (v * v * (v + 3.0 * u), u * u * (u + 3.0 * v));
            let rest = minus(point, plus(scaled(start, at_start), scaled(end, at_end)));
            equations.add(scaled(first, 3.0 * v * v * u), scaled(second, -3.0 * v * u * u), rest);
        }
        self.with_arms([first, second], equations.solve(0.0))
    }

    /// A cubic closer to the points than the given one. Only distances across it count: along it, parameters follow.
    fn improved(&self, curve: &Cubic, picked: &[(Point, f64)], [first, second]: [Point; 2]) -> Option<Cubic> {
        let mut equations = Equations::default();
        for &(point, u) in picked {
            let (v, along) = (1.0 - u, unit(curve.velocity(u)));
            let across = |vector: Point| [cross(along, vector), 0.0];
            equations.add(
                across(scaled(first, 3.0 * v * v * u)),
                across(scaled(second, -3.0 * v * u * u)),
                across(minus(point, curve.at(u))),
            );
        }
        let longer = equations.solve(DAMPING);
        let arms = [length(minus(curve.0[1], curve.0[0])), length(minus(curve.0[3], curve.0[2]))];
        self.with_arms([first, second], [arms[0] + longer[0], arms[1] + longer[1]])
    }

    /// The cubic from the first to the last point with arms of the given lengths; `None` if they make no sense.
    fn with_arms(&self, [first, second]: [Point; 2], arms: [f64; 2]) -> Option<Cubic> {
        let (start, end) = (self.points[0], self.points[self.points.len() - 1]);
        let sane = |arm: &f64| *arm > 1e-3 * self.total() && *arm < self.total();
        let controls = [plus(start, scaled(first, arms[0])), minus(end, scaled(second, arms[1]))];
        arms.iter().all(sane).then_some(Cubic([start, controls[0], controls[1], end]))
    }
}

/// Two unknown lengths, and how they should bring vectors together, by least squares.
#[derive(Default)]
struct Equations {
    aa: f64,
    ab: f64,
    bb: f64,
    ar: f64,
    br: f64,
}

impl Equations {
    /// Wants the first length times `a` and the second times `b` to make `rest`.
    fn add(&mut self, a: Point, b: Point, rest: Point) {
        self.aa += dot(a, a);
        self.ab += dot(a, b);
        self.bb += dot(b, b);
        self.ar += dot(a, rest);
        self.br += dot(b, rest);
    }

    /// The best lengths; damped, they stay near zero where the vectors do not tell.
    fn solve(&self, damping: f64) -> [f64; 2] {
        let extra = damping * (self.aa + self.bb);
        let (aa, bb) = (self.aa + extra, self.bb + extra);
        let determinant = aa * bb - self.ab * self.ab;
        [(self.ar * bb - self.br * self.ab) / determinant, (self.br * aa - self.ar * self.ab) / determinant]
    }
}

/// A cubic Bézier curve.
struct Cubic([Point; 4]);

impl Cubic {
    fn at(&self, u: f64) -> Point {
        let v = 1.0 - u;
        let weights = [v * v * v, 3.0 * v * v * u, 3.0 * v * u * u, u * u * u];
        let sum = |axis: usize| (0..4).map(|i| weights[i] * self.0[i][axis]).sum();
        [sum(0), sum(1)]
    }

    fn distance(&self, point: Point, u: f64) -> f64 {
        length(minus(self.at(u), point))
    }

    fn velocity(&self, u: f64) -> Point {
        let v = 1.0 - u;
        let [a, b, c] = [0, 1, 2].map(|i| scaled(minus(self.0[i + 1], self.0[i]), 3.0));
        plus(plus(scaled(a, v * v), scaled(b, 2.0 * v * u)), scaled(c, u * u))
    }

    fn bend(&self, u: f64) -> Point {
        let turn = |i: usize| plus(minus(self.0[i], self.0[i + 1]), minus(self.0[i + 2], self.0[i + 1]));
        plus(scaled(turn(0), 6.0 * (1.0 - u)), scaled(turn(1), 6.0 * u))
    }

    /// The parameter at which the curve is nearest to a point, given one close to it, by Newton's method.
    fn nearest(&self, point: Point, guess: f64) -> f64 {
        (0..2).fold(guess, |u, _| self.nearer(point, u))
    }

    fn nearer(&self, point: Point, u: f64) -> f64 {
        let velocity = self.velocity(u);
        let off = minus(self.at(u), point);
        let slope = dot(velocity, velocity) + dot(off, self.bend(u));
        if slope > 0.0 { (u - dot(off, velocity) / slope).clamp(0.0, 1.0) } else { u }
    }
}

/// A curve between neighbouring points with nothing known between them: nearly an arc of a circle.
fn bow([start, end]: [Point; 2], [first, second]: [Point; 2]) -> Segment {
    let chord = minus(end, start);
    let size = length(chord);
    let cosines = [dot(first, chord) / size, dot(second, chord) / size];
    // Also where the chord has no length, and the cosines are no numbers.
    if !cosines.iter().all(|&cos| cos > 0.5) {
        return Segment::Line(end);
    }
    let arms = cosines.map(|cos| size * 2.0 / 3.0 / (1.0 + cos));
    Segment::Curve([plus(start, scaled(first, arms[0])), minus(end, scaled(second, arms[1])), end])
}

fn minus(a: Point, b: Point) -> Point {
    [a[0] - b[0], a[1] - b[1]]
}

fn plus(a: Point, b: Point) -> Point {
    [a[0] + b[0], a[1] + b[1]]
}

fn scaled(a: Point, by: f64) -> Point {
    [a[0] * by, a[1] * by]
}

fn dot(a: Point, b: Point) -> f64 {
    a[0] * b[0] + a[1] * b[1]
}

fn cross(a: Point, b: Point) -> f64 {
    a[0] * b[1] - a[1] * b[0]
}

fn length(a: Point) -> f64 {
    dot(a, a).sqrt()
}

fn unit(a: Point) -> Point {
    scaled(a, 1.0 / length(a))
}

#[cfg(test)]
mod tests;
