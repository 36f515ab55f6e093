//! How well a drawing fits the three views, wherever its middle may lie.

use super::hull::{Hull, Shadow, Silhouette};
use super::lines::Lines;
use super::space::{Seen, Space};
use spatiq_draw::View;

/// Of so many marks one is looked at to compare places of the middle.
const EVERY: usize = 3;

/// What does not fit, in pixels of line.
#[derive(Clone, Copy, Debug, Default)]
pub struct Misfit {
    /// Lines of the drawing that no point of the views explains.
    pub unexplained: f64,
    /// Lines of the views that the drawing does not show.
    pub unshown: f64,
    /// Lines that are drawn hidden though nothing can be before them.
    pub free: f64,
    /// Lines that are drawn visible though much may be before them.
    pub buried: f64,
    /// Pixels of the drawing that the views leave no room for.
    pub outside: f64,
    /// Pixels that the views leave room for and the drawing leaves out.
    pub missing: f64,
    /// Where the middle of the drawing is.
    pub middle: [f64; 2],
}

impl Misfit {
    /// All in all.
    pub fn total(&self) -> f64 {
        self.unexplained
            + self.unshown
            + self.free
            + 0.3 * self.buried
            + 0.2 * self.outside
            + 0.05 * self.missing
    }
}

/// A drawing with its silhouette.
pub struct Drawn {
    /// Its lines.
    pub lines: Lines,
    /// What they enclose.
    pub silhouette: Silhouette,
}

/// What does not fit when a drawing is seen from there.
pub fn misfit(space: &Space, hull: &Hull, drawn: &Drawn, view: View) -> Misfit {
    let shadow = hull.shadow(view);
    let lines = &drawn.lines;
    let mut drawing = Seen { lines, view, middle: [0.0; 2] };
    let rough = |drawing: &Seen| -> f64 {
        let unshown = space.unshown(drawing, EVERY);
        let lines: f64 = (0..3).map(|view| sum(space.views[view].lines, &unshown[view])).sum();
        let [outside, missing] =
            shadow.differs(&drawn.silhouette, drawing.middle.map(|x| x.round() as i64), 3);
        EVERY as f64 * lines + 0.2 * outside + 0.05 * missing
    };
    let mut best = (f64::INFINITY, [0.0; 2]);
    for middle in middles(space, &shadow, drawn, view) {
        drawing.middle = middle;
        let mut here = (rough(&drawing), middle);
        for step in [0.5, 0.25] {
            for shift in [[step, 0.0], [-step, 0.0], [0.0, step], [0.0, -step]] {
                drawing.middle = [here.1[0] + shift[0], here.1[1] + shift[1]];
                let cost = rough(&drawing);
                if cost < here.0 {
                    here = (cost, drawing.middle);
                }
            }
        }
        if here.0 < best.0 {
            best = here;
        }
    }
    drawing.middle = best.1;
    let mut misfit = Misfit { middle: best.1, ..Misfit::default() };
    for mark in &lines.marks {
        let (cost, point) = space.explain(&drawing, mark);
        misfit.unexplained += mark.length * cost;
        if let Some(p) = point.filter(|_| cost < 0.5) {
            let before = hull.before(p, view.toward_eye);
            if mark.visible {
                misfit.buried += mark.length * (before / 40.0).min(1.0);
            } else if before == 0.0 {
                misfit.free += mark.length;
            }
        }
    }
    let unshown = space.unshown(&drawing, 1);
    misfit.unshown = (0..3).map(|view| sum(space.views[view].lines, &unshown[view])).sum();
    [misfit.outside, misfit.missing] = shadow.differs(&drawn.silhouette, best.1.map(|x| x.round() as i64), 1);
    misfit
}

fn sum(lines: &Lines, costs: &[f64]) -> f64 {
    lines.marks.iter().zip(costs).map(|(mark, cost)| mark.length * cost).sum()
}

/// Where the middle of a drawing may lie: so that it does not reach beyond the hull, and much of it lies on points that
/// the views allow for, or its silhouette is like that of the hull.
fn middles(space: &Space, shadow: &Shadow, drawn: &Drawn, view: View) -> Vec<[f64; 2]> {
    let lines = &drawn.lines;
    let centred = Seen { lines, view, middle: [0.0; 2] };
    let range = [0, 1].map(|axis| {
        let from = shadow.bounds[0][axis] - lines.bounds[0][axis].round() as i64;
        let to = shadow.bounds[1][axis] - lines.bounds[1][axis].round() as i64;
        if from <= to { from - 1..=to + 1 } else { to - 1..=from + 1 }
    });
    let points = Points::new(space, &centred);
    let every = lines.marks.len() / 600 + 1;
    let mut by_lines: Vec<(f64, [i64; 2])> = Vec::new();
    let mut by_shadow: Vec<(f64, [i64; 2])> = Vec::new();
    for y in range[1].clone() {
        for x in range[0].clone() {
            let marks = lines.marks.iter().step_by(every);
            let covered = marks.filter(|mark| points.cover([mark.at[0] + x as f64, mark.at[1] + y as f64]));
            by_lines.push((-(covered.count() as f64), [x, y]));
            let [outside, missing] = shadow.differs(&drawn.silhouette, [x, y], 6);
            by_shadow.push((outside + 0.25 * missing, [x, y]));
        }
    }
    let mut kept = best_of(by_lines, 3);
    kept.extend(best_of(by_shadow, 1));
    kept.into_iter().map(|place| place.map(|x| x as f64)).collect()
}

/// The places of least cost that are no neighbours.
fn best_of(mut places: Vec<(f64, [i64; 2])>, count: usize) -> Vec<[i64; 2]> {
    places.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    let mut kept: Vec<[i64; 2]> = Vec::new();
    for (_, place) in places {
        let near = |other: &[i64; 2]| place[0].abs_diff(other[0]) <= 1 && place[1].abs_diff(other[1]) <= 1;
        if kept.len() < count && !kept.iter().any(near) {
            kept.push(place);
        }
    }
    kept
}

/// The candidates of a space as seen in a drawing, in whole pixels.
struct Points {
    covered: Vec<bool>,
}

const SIDE: i64 = 512;

impl Points {
    fn new(space: &Space, drawing: &Seen) -> Self {
        let mut shadow = Self { covered: vec![false; (SIDE * SIDE) as usize] };
        for candidate in &space.candidates {
            if let Some(cell) = Self::cell(drawing.place(candidate.p)) {
                shadow.covered[cell] = true;
            }
        }
        shadow
    }

    fn cell(place: [f64; 2]) -> Option<usize> {
        let [x, y] = place.map(|at| (at + SIDE as f64 / 2.0).floor() as i64);
        let within = |at: i64| (0..SIDE).contains(&at);
        (within(x) && within(y)).then_some((y * SIDE + x) as usize)
    }

    fn cover(&self, place: [f64; 2]) -> bool {
        Self::cell(place).is_some_and(|cell| self.covered[cell])
    }
}
