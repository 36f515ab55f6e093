//! Where the middle of a drawing lies. A drawing is centred on its own lines, and where their middle is in space the views do not
//! say.

use super::fit::Trial;
use super::space::Space;
use spatiq_draw::View;

/// Of so many marks one is looked at to compare places.
const EVERY: usize = 3;

/// Rows of silhouettes are far more than it takes to compare them.
const EVERY_ROW: usize = 6;

/// Marks that are counted to compare places.
const COUNTED: usize = 600;

/// The place that fits best: the most promising ones are looked at closely, to a quarter of a pixel.
pub fn best_middle(trial: &Trial) -> [f64; 2] {
    let misfit = |middle: [f64; 2]| trial.of_views(&trial.with_middle(middle), EVERY).total();
    let mut best = (f64::INFINITY, [0.0; 2]);
    for middle in promising(trial) {
        let mut here = (misfit(middle), middle);
        for step in [0.5, 0.25] {
            for [x, y] in [[step, 0.0], [-step, 0.0], [0.0, step], [0.0, -step]] {
                let there = [here.1[0] + x, here.1[1] + y];
                let misfit = misfit(there);
                if misfit < here.0 {
                    here = (misfit, there);
                }
            }
        }
        if here.0 < best.0 {
            best = here;
        }
    }
    best.1
}

/// Places from which the drawing does not reach beyond the hull, and where most of its lines lie on points that the views
/// allow for, or where its silhouette is most like the hull's.
fn promising(trial: &Trial) -> Vec<[f64; 2]> {
    let lines = &trial.drawn.lines;
    // A shadow of nothing has no bounds.
    let far = lines.side() as f64;
    let range = [0, 1].map(|axis| {
        let ends = [0, 1].map(|end| {
            (trial.shadow.bounds[end][axis] - lines.bounds[end][axis]).clamp(-far, far).round() as i64
        });
        ends[0].min(ends[1]) - 1..=ends[0].max(ends[1]) + 1
    });
    let points = Points::new(trial.space, trial.view, lines.side());
    let every = lines.marks.len() / COUNTED + 1;
    let (mut by_lines, mut by_shadow) = (Vec::new(), Vec::new());
    for y in range[1].clone() {
        for x in range[0].clone() {
            let [dx, dy] = [x as f64, y as f64];
            let marks = lines.marks.iter().step_by(every);
            let bare = marks.filter(|mark| !points.cover([mark.at[0] + dx, mark.at[1] + dy])).count();
            by_lines.push((bare as f64, [x, y]));
            let [outside, missing] = trial.shadow.differs(&trial.drawn.silhouette, [dx, dy], EVERY_ROW);
            by_shadow.push((outside + 0.25 * missing, [x, y]));
        }
    }
    let mut kept = least(by_lines, 3);
    kept.extend(least(by_shadow, 1));
    kept.into_iter().map(|place| place.map(|x| x as f64)).collect()
}

/// So many places of least misfit that are no neighbours.
fn least(mut places: Vec<(f64, [i64; 2])>, count: usize) -> Vec<[i64; 2]> {
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

/// The points that the views allow for, as seen from somewhere, in whole pixels.
struct Points {
    side: i64,
    covered: Vec<bool>,
}

impl Points {
    fn new(space: &Space, view: View, side: usize) -> Self {
        let side = 2 * side as i64;
        let mut points = Self { side, covered: vec![false; (side * side) as usize] };
        for candidate in &space.candidates {
            if let Some(pixel) = points.pixel([candidate.p.dot(view.right), candidate.p.dot(view.up)]) {
                points.covered[pixel] = true;
            }
        }
        points
    }

    fn pixel(&self, place: [f64; 2]) -> Option<usize> {
        let [x, y] = place.map(|at| at.floor() as i64 + self.side / 2);
        let within = |at: i64| (0..self.side).contains(&at);
        (within(x) && within(y)).then_some((y * self.side + x) as usize)
    }

    fn cover(&self, place: [f64; 2]) -> bool {
        self.pixel(place).is_some_and(|pixel| self.covered[pixel])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_neighbouring_places_only_the_best_is_kept() {
        let places = vec![(3.0, [5, 5]), (1.0, [0, 0]), (2.0, [1, 1]), (4.0, [9, 9])];
        assert_eq!(least(places, 2), [[0, 0], [5, 5]]);
    }
}
