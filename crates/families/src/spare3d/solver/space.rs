//! Points in space that the three views allow for, and what each drawing leaves unexplained.
//!
//! Every edge is drawn in every view, hidden or not. So a mark on an edge has a point of space behind it that lies on lines
//! of all other views too, and the direction of the edge is at right angles to the normals of all these lines. Outlines of
//! round faces are the exception; they are left over in any drawing.

use super::lines::{Lines, Mark, REACH};
use spatiq_draw::View;
use spatiq_geom::DVec3;

/// Steps of a search along a ray, in pixels.
const STEP: f64 = 0.5;

/// Distances from lines that count as much as no line at all, squared and summed over views.
const FAR: f64 = 1.5;

/// The same for the sines of the angles by which directions miss.
const ASKEW: f64 = 0.15;

/// A picture with where it is seen from.
pub struct Seen<'a> {
    /// The lines.
    pub lines: &'a Lines,
    /// Where from.
    pub view: View,
    /// Where the middle of the picture is, from the middle of the box around the object.
    pub middle: [f64; 2],
}

impl Seen<'_> {
    /// Where a point of space lies in the picture.
    pub fn place(&self, p: DVec3) -> [f64; 2] {
        [p.dot(self.view.right) - self.middle[0], p.dot(self.view.up) - self.middle[1]]
    }

    /// The point of space behind a place in the picture, on the plane through the middle of the object.
    pub fn behind(&self, [x, y]: [f64; 2]) -> DVec3 {
        self.view.right * (x + self.middle[0]) + self.view.up * (y + self.middle[1])
    }

    /// A mark's normal in space.
    fn normal(&self, mark: &Mark) -> DVec3 {
        self.view.right * mark.normal[0] + self.view.up * mark.normal[1]
    }

    /// The line at a point of space: the square of its distance, and its normal.
    fn line_at(&self, p: DVec3) -> Option<(f64, DVec3)> {
        let place = self.place(p);
        let mark = self.lines.near(place)?;
        let square = mark.square_distance(place);
        (square < REACH * REACH).then(|| (square, self.normal(mark)))
    }
}

/// A point that lies on lines of all three views.
#[derive(Clone, Copy)]
pub struct Candidate {
    /// Where.
    pub p: DVec3,
    /// The view and the mark it was found from.
    pub from: [usize; 2],
    /// Squares of the distances from the lines of the other views, summed.
    squares: f64,
    normals: [DVec3; 3],
}

/// The three views with the points they allow for.
pub struct Space<'a> {
    /// Front, top, right.
    pub views: [Seen<'a>; 3],
    /// Half the edges of the box around the object.
    pub half: DVec3,
    /// Points behind marks, in the order of views and marks.
    pub candidates: Vec<Candidate>,
}

impl<'a> Space<'a> {
    /// From the three views.
    pub fn new(views: [Seen<'a>; 3]) -> Self {
        let [front, top, right] = views.each_ref().map(|seen| {
            let [low, high] = seen.lines.bounds;
            [0, 1].map(|axis| high[axis].max(-low[axis]))
        });
        let half =
            DVec3::new(front[0].max(top[0]), top[1].max(right[0]), front[1].max(right[1])) + DVec3::ONE;
        let mut space = Self { views, half, candidates: Vec::new() };
        for view in 0..3 {
            for mark in 0..space.views[view].lines.marks.len() {
                space.search(view, mark);
            }
        }
        space
    }

    /// Points behind a mark that lie on lines of the other two views, the best of each run.
    fn search(&mut self, view: usize, mark: usize) {
        let seen = &self.views[view];
        let line = seen.lines.marks[mark];
        let [other, another] = [&self.views[(view + 1) % 3], &self.views[(view + 2) % 3]];
        let (origin, along) = (seen.behind(line.at), seen.view.toward_eye);
        let normal = seen.normal(&line);
        let mut best: Option<(f64, Candidate)> = None;
        let mut found = Vec::new();
        for p in steps(origin, along, self.half) {
            let lines = other.line_at(p).and_then(|one| another.line_at(p).map(|two| (one, two)));
            if let Some(((d1, n1), (d2, n2))) = lines {
                let normals = [normal, n1, n2];
                let cost = cost(d1 + d2, &normals);
                if cost < best.as_ref().map_or(1.0, |best| best.0) {
                    best = Some((cost, Candidate { p, from: [view, mark], squares: d1 + d2, normals }));
                }
            } else {
                found.extend(best.take().map(|(_, candidate)| candidate));
            }
        }
        found.extend(best.map(|(_, candidate)| candidate));
        self.candidates.extend(found);
    }

    /// The point behind a mark of a drawing that agrees best with the views, and how badly it does, from 0 to 1; no point
    /// where none agrees at all.
    pub fn explain(&self, drawing: &Seen, mark: &Mark) -> (f64, Option<DVec3>) {
        let (origin, along) = (drawing.behind(mark.at), drawing.view.toward_eye);
        let normal = drawing.normal(mark);
        let mut best = (1.0, None);
        for p in steps(origin, along, self.half) {
            let Some((d0, n0)) = self.views[0].line_at(p) else { continue };
            let Some((d1, n1)) = self.views[1].line_at(p) else { continue };
            let Some((d2, n2)) = self.views[2].line_at(p) else { continue };
            let cost = cost(d0 + d1 + d2, &[n0, n1, n2, normal]);
            if cost < best.0 {
                best = (cost, Some(p));
            }
        }
        best
    }

    /// The length of lines of the three views that no point which the drawing shows explains; of so many marks one is
    /// looked at.
    pub fn unshown(&self, drawing: &Seen, every: usize) -> f64 {
        let mut costs = self.views.each_ref().map(|seen| vec![1.0; seen.lines.marks.len()]);
        for candidate in self.candidates.iter().filter(|candidate| candidate.from[1] % every == 0) {
            if let Some((square, normal)) = drawing.line_at(candidate.p) {
                let [a, b, c] = candidate.normals;
                let cost = cost(candidate.squares + square, &[a, b, c, normal]);
                let [view, mark] = candidate.from;
                costs[view][mark] = cost.min(costs[view][mark]);
            }
        }
        let of_view = |view: usize| -> f64 {
            let marks = self.views[view].lines.marks.iter().zip(&costs[view]);
            marks.step_by(every).map(|(mark, cost)| mark.length * cost).sum()
        };
        every as f64 * (0..3).map(of_view).sum::<f64>()
    }
}

/// Points of a line inside a box around the middle.
fn steps(origin: DVec3, along: DVec3, half: DVec3) -> impl Iterator<Item = DVec3> {
    let (mut from, mut to) = (f64::NEG_INFINITY, f64::INFINITY);
    for axis in 0..3 {
        if along[axis].abs() > 1e-9 {
            let ends = [-half[axis], half[axis]].map(|end| (end - origin[axis]) / along[axis]);
            from = from.max(ends[0].min(ends[1]));
            to = to.min(ends[0].max(ends[1]));
        } else if origin[axis].abs() > half[axis] {
            to = f64::NEG_INFINITY;
        }
    }
    let count = if to > from { ((to - from) / STEP) as usize + 1 } else { 0 };
    (0..count).map(move |k| origin + along * (from + k as f64 * STEP))
}

/// How badly lines of several views agree on a point, from 0; 1 or more is not at all.
fn cost(squares: f64, normals: &[DVec3]) -> f64 {
    squares / FAR + askew(normals) / ASKEW
}

/// How far normals are from leaving a direction along which all their lines may run: the squares of sines, summed.
fn askew(normals: &[DVec3]) -> f64 {
    let mut along = DVec3::ZERO;
    for (k, one) in normals.iter().enumerate() {
        for other in &normals[..k] {
            let cross = one.cross(*other);
            if cross.length_squared() > along.length_squared() {
                along = cross;
            }
        }
    }
    // Lines that all run alike leave the direction open.
    if along.length_squared() < 0.05 {
        return 0.0;
    }
    let along = along.normalize();
    normals.iter().map(|normal| normal.dot(along) * normal.dot(along)).sum()
}
