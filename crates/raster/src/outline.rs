//! The outline of pen strokes, cut into convex pieces that do not overlap along a smooth line.
//!
//! A line is followed in runs. Within a run one four-sided piece lies beside the next: both end at the line that
//! halves the turn, so their areas add up. A run ends where the line turns sharply, or so tightly that the pieces'
//! inner sides would cross; both runs get a round cap there, which makes the round join. A run also ends after a
//! quarter turn, so that no run overlaps itself; the next one then begins where it ended, without a cap.

use crate::Point;
use crate::cover::Edge;
use std::ops::Range;

/// Points closer than this, in pixels, to the one before say nothing about the line.
const SAME: f64 = 1.0 / 64.0;

/// Farther out the direction of a line is all that matters, and products of coordinates stay finite.
const FAR: f64 = 1e8;

/// The cosine of the sharpest turn (45 degrees) that two pieces may share without a round join.
const SMOOTH: f64 = 0.707;

/// After so much turning, in radians, a run ends.
const QUARTER: f64 = 1.5;

/// Caps are polygons that leave the circle by no more than this, in pixels; corners between pieces stick out no farther.
const ROUND_ERROR: f64 = 0.01;

/// A convex polygon: one part of a stroke.
pub(crate) struct Piece {
    /// Where its corners lie in [`Outline::corners`]. Edges that it shares with a neighbour lie between the first and
    /// the last of them, and between the second and the last but one.
    pub corners: Range<usize>,
    /// Where the edges on the rim of the stroke lie in [`Outline::rims`]; shared edges would cancel.
    pub rims: Range<usize>,
    /// Pieces overlap only if the numbers of their runs differ by more than one.
    pub run: u32,
}

/// The pieces of all lines of one layer, drawn with one round pen.
pub(crate) struct Outline {
    /// Corners of all pieces.
    pub corners: Vec<Point>,
    /// Edges along the rims of all strokes.
    pub rims: Vec<Edge>,
    /// All pieces, in order of their runs.
    pub pieces: Vec<Piece>,
    half: f64,
    cap: Cap,
    run: u32,
    kept: Vec<Point>,
}

/// The polygon that stands for half a disc.
struct Cap {
    steps: usize,
    /// Sine and cosine of one step.
    turn: (f64, f64),
    /// Corners but the first and the last lie so much farther out that the area is that of the half disc.
    reach: f64,
}

/// Where two pieces of a run meet.
#[derive(Clone, Copy)]
struct Joint {
    /// From the line to its left rim; the right rim lies opposite.
    side: Point,
    /// How much the line turns here, in radians.
    turn: f64,
}

impl Outline {
    /// No lines yet, for a pen of the given half width.
    pub fn new(half: f64) -> Self {
        Self {
            corners: Vec::new(),
            rims: Vec::new(),
            pieces: Vec::new(),
            half,
            cap: Cap::new(half),
            run: 0,
            kept: Vec::new(),
        }
    }

    /// Adds a line. Points that are not finite are left out.
    pub fn add(&mut self, points: &[Point]) {
        let mut kept = std::mem::take(&mut self.kept);
        keep(points, &mut kept);
        // Runs of different lines may overlap.
        self.run += 2;
        match kept[..] {
            [] => {}
            [dot] => {
                self.add_cap(dot, [0.0, self.half]);
                self.add_cap(dot, [0.0, -self.half]);
            }
            _ => self.follow(&kept),
        }
        self.kept = kept;
    }

    fn follow(&mut self, points: &[Point]) {
        let last = points.len() - 2;
        let closed = points.len() > 3 && points[0] == points[last + 1];
        let seam = if closed { self.joint([points[last], points[0], points[1]]) } else { None };
        let mut start = seam;
        let mut turned = 0.0;
        for (i, pair) in points.windows(2).enumerate() {
            let (from, to) = (pair[0], pair[1]);
            let end = if i == last { seam } else { self.joint([from, to, points[i + 2]]) };
            let square = self.square(from, to);
            if start.is_none() {
                self.add_cap(from, square.map(|v| -v));
            }
            self.add_quad([from, to], [start, end].map(|joint| joint.map_or(square, |joint| joint.side)));
            if let Some(joint) = end {
                turned += joint.turn;
            } else {
                self.add_cap(to, square);
            }
            if end.is_none() || turned > QUARTER {
                self.run += if end.is_none() { 2 } else { 1 };
                turned = 0.0;
            }
            start = end;
        }
    }

    /// How the pieces before and after the middle point meet; `None` where they need round caps.
    fn joint(&self, [before, at, after]: [Point; 3]) -> Option<Joint> {
        let (a, b) = (step(before, at), step(at, after));
        let (a_length, b_length) = (length(a), length(b));
        let product = a_length * b_length;
        let cos = (a[0] * b[0] + a[1] * b[1]) / product;
        let sin = f64::abs(a[0] * b[1] - a[1] * b[0]) / product;
        let inset = self.half * sin / (1.0 + cos);
        if cos < SMOOTH || inset > a_length.min(b_length) / 2.0 {
            return None;
        }
        let sum = [a[0] / a_length + b[0] / b_length, a[1] / a_length + b[1] / b_length];
        let square = sum[0] * sum[0] + sum[1] * sum[1];
        if self.half * (2.0 / square.sqrt() - 1.0) > ROUND_ERROR {
            return None;
        }
        let scale = 2.0 * self.half / square;
        Some(Joint { side: [-sum[1] * scale, sum[0] * scale], turn: sin })
    }

    /// From the line to its left rim.
    fn square(&self, from: Point, to: Point) -> Point {
        let along = step(from, to);
        let scale = self.half / length(along);
        [-along[1] * scale, along[0] * scale]
    }

    fn add_quad(&mut self, [from, to]: [Point; 2], [start, end]: [Point; 2]) {
        let first = self.corners.len();
        self.corners.extend([
            [from[0] + start[0], from[1] + start[1]],
            [to[0] + end[0], to[1] + end[1]],
            [to[0] - end[0], to[1] - end[1]],
            [from[0] - start[0], from[1] - start[1]],
        ]);
        self.finish_piece(first, 2);
    }

    /// Half a disc: from `center + side` around the end of the line to `center - side`.
    fn add_cap(&mut self, center: Point, side: Point) {
        let first = self.corners.len();
        let Cap { steps, turn: (sin, cos), reach } = self.cap;
        let mut arm = side;
        self.corners.push([center[0] + side[0], center[1] + side[1]]);
        for _ in 1..steps {
            arm = [arm[0] * cos + arm[1] * sin, arm[1] * cos - arm[0] * sin];
            self.corners.push([center[0] + arm[0] * reach, center[1] + arm[1] * reach]);
        }
        self.corners.push([center[0] - side[0], center[1] - side[1]]);
        self.finish_piece(first, 1);
    }

    /// Makes a piece of the corners from `first` on; every edge, or every other one, is on the rim.
    fn finish_piece(&mut self, first: usize, edge_step: usize) {
        let rims = self.rims.len();
        let edges = self.corners[first..].windows(2).step_by(edge_step);
        self.rims.extend(edges.map(|edge| Edge::new(edge[0], edge[1])));
        self.pieces.push(Piece {
            corners: first..self.corners.len(),
            rims: rims..self.rims.len(),
            run: self.run,
        });
    }
}

impl Cap {
    fn new(half: f64) -> Self {
        let widest = 2.0 * libm::acos((1.0 - ROUND_ERROR / half).clamp(0.7, 0.9995));
        let steps = (std::f64::consts::PI / widest).ceil() as usize;
        let angle = std::f64::consts::PI / steps as f64;
        let (sin, cos) = (libm::sin(angle), libm::cos(angle));
        // The area is (2 reach + (steps - 2) reach^2) sin / 2 on a unit circle, and shall be pi / 2.
        let inner = (steps - 2) as f64 * sin;
        let reach = ((sin * sin + inner * std::f64::consts::PI).sqrt() - sin) / inner;
        Self { steps, turn: (sin, cos), reach }
    }
}

/// The points that matter: finite, not too far out, and not on top of each other. The ends stay exactly where they
/// are, so that what is closed remains closed.
fn keep(points: &[Point], kept: &mut Vec<Point>) {
    kept.clear();
    let finite = points.iter().filter(|p| p[0].is_finite() && p[1].is_finite());
    let near = finite.map(|p| p.map(|v| v.clamp(-FAR, FAR)));
    let mut end = None;
    for point in near {
        end = Some(point);
        if kept.last().is_none_or(|&last| length(step(last, point)) > SAME) {
            kept.push(point);
        }
    }
    if let (Some(end), true) = (end, kept.len() > 1) {
        *kept.last_mut().expect("not empty") = end;
    }
}

fn step(from: Point, to: Point) -> Point {
    [to[0] - from[0], to[1] - from[1]]
}

fn length(step: Point) -> f64 {
    (step[0] * step[0] + step[1] * step[1]).sqrt()
}
