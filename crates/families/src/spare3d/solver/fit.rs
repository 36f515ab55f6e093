//! How well a drawing fits the three views, wherever its middle may lie.

use super::hull::{CELL, Hull};
use super::lines::Lines;
use super::space::{Seen, Space};
use spatiq_draw::View;

/// Marks by which places of the middle are compared.
const SAMPLE: usize = 300;

/// Places of the middle that are looked at closely.
const PLACES: usize = 4;

/// What does not fit, in pixels of line.
#[derive(Clone, Copy, Debug, Default)]
pub struct Misfit {
    /// Lines of the drawing that no point of the views explains.
    pub unexplained: f64,
    /// Lines of the views that the drawing does not show.
    pub unshown: f64,
    /// Where the middle of the drawing is.
    pub middle: [f64; 2],
}

impl Misfit {
    /// All in all.
    pub fn total(&self) -> f64 {
        self.unexplained + self.unshown
    }
}

/// What does not fit when a drawing is seen from there.
pub fn misfit(space: &Space, hull: &Hull, lines: &Lines, view: View) -> Misfit {
    let mut drawing = Seen { lines, view, middle: [0.0; 2] };
    let every = lines.marks.len() / SAMPLE + 1;
    let rough = |drawing: &Seen| -> f64 {
        space.unexplained(drawing, (0..lines.marks.len()).step_by(every)).iter().sum()
    };
    let mut best = (f64::INFINITY, [0.0; 2]);
    for middle in middles(space, hull, lines, view) {
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
    let unexplained = space.unexplained(&drawing, 0..lines.marks.len());
    let unshown = space.unshown(&drawing);
    let sum = |lines: &Lines, costs: &[f64]| -> f64 {
        lines.marks.iter().zip(costs).map(|(mark, cost)| mark.length * cost).sum()
    };
    Misfit {
        unexplained: sum(lines, &unexplained),
        unshown: (0..3).map(|view| sum(space.views[view].lines, &unshown[view])).sum(),
        middle: best.1,
    }
}

/// Where the middle of a drawing may lie: so that it does not reach beyond the hull, and much of it lies on points that
/// the views allow for.
fn middles(space: &Space, hull: &Hull, lines: &Lines, view: View) -> Vec<[f64; 2]> {
    let centred = Seen { lines, view, middle: [0.0; 2] };
    let mut room = [[f64::INFINITY; 2], [f64::NEG_INFINITY; 2]];
    for &cell in &hull.cells {
        let place = centred.place(cell);
        for axis in 0..2 {
            room[0][axis] = room[0][axis].min(place[axis] - CELL);
            room[1][axis] = room[1][axis].max(place[axis] + CELL);
        }
    }
    let range = [0, 1].map(|axis| {
        let from = room[0][axis] - lines.bounds[0][axis];
        let to = room[1][axis] - lines.bounds[1][axis];
        let (from, to) = if from <= to { (from, to) } else { (from.midpoint(to), from.midpoint(to)) };
        from.floor() as i64 - 1..=to.ceil() as i64 + 1
    });
    let shadow = Shadow::new(space, &centred);
    let every = lines.marks.len() / (2 * SAMPLE) + 1;
    let mut places: Vec<(usize, [i64; 2])> = Vec::new();
    for y in range[1].clone() {
        for x in range[0].clone() {
            let marks = lines.marks.iter().step_by(every);
            let covered = marks.filter(|mark| shadow.covers([mark.at[0] + x as f64, mark.at[1] + y as f64]));
            places.push((covered.count(), [x, y]));
        }
    }
    places.sort_by_key(|&(covered, place)| (std::cmp::Reverse(covered), place));
    let mut kept: Vec<[i64; 2]> = Vec::new();
    for (_, place) in places {
        let near = |other: &[i64; 2]| place[0].abs_diff(other[0]) <= 1 && place[1].abs_diff(other[1]) <= 1;
        if kept.len() < PLACES && !kept.iter().any(near) {
            kept.push(place);
        }
    }
    kept.into_iter().map(|place| place.map(|x| x as f64)).collect()
}

/// The candidates of a space as seen in a drawing, in whole pixels.
struct Shadow {
    covered: Vec<bool>,
}

const SIDE: i64 = 512;

impl Shadow {
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

    fn covers(&self, place: [f64; 2]) -> bool {
        Self::cell(place).is_some_and(|cell| self.covered[cell])
    }
}
