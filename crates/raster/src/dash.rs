//! Cutting a line into dashes.

use crate::Point;

/// Finer patterns than this, in pixels, are not cut: nobody would see them, and a line could fall into millions.
const FINEST: f64 = 0.1;

/// Beyond this many pixels neither lengths nor coordinates are told apart well enough to be cut.
const COARSEST: f64 = 1e8;

/// The dashes of a line, `on` pixels drawn and `off` pixels not, running on through its corners. Pieces of the line
/// that miss the box between `low` and `high` are left out. A pattern that is too fine leaves the line whole.
pub(crate) fn dashes(points: &[Point], [on, off]: [f64; 2], low: Point, high: Point) -> Vec<Vec<Point>> {
    if ![on, off].iter().all(|length| (FINEST..COARSEST).contains(length)) {
        return vec![points.to_vec()];
    }
    let usable = |p: &&Point| p.iter().all(|v| v.abs() < COARSEST);
    let points: Vec<Point> = points.iter().filter(usable).copied().collect();
    let mut done: Vec<Vec<Point>> = Vec::new();
    // The dash that reached the end of the piece before.
    let mut open = None;
    let mut walked = 0.0;
    for pair in points.windows(2) {
        let (from, to) = (pair[0], pair[1]);
        let length = ((to[0] - from[0]) * (to[0] - from[0]) + (to[1] - from[1]) * (to[1] - from[1])).sqrt();
        if length == 0.0 {
            continue;
        }
        let at = |s: f64| {
            let t = (s - walked) / length;
            [from[0] + (to[0] - from[0]) * t, from[1] + (to[1] - from[1]) * t]
        };
        let end = walked + length;
        let mut reached = None;
        if let Some((first, last)) = shown(from, to, low, high) {
            let number = |t: f64| ((walked + t * length) / (on + off)).floor() as u64;
            for k in number(first)..=number(last) {
                let begin = k as f64 * (on + off);
                let (begins, ends) = (begin.max(walked), (begin + on).min(end));
                if begins > ends {
                    continue;
                }
                match done.last_mut() {
                    Some(dash) if open == Some(k) => dash.push(at(ends)),
                    _ => done.push(vec![at(begins), at(ends)]),
                }
                reached = (ends == end).then_some(k);
            }
        }
        open = reached;
        walked = end;
    }
    done
}

/// From which to which share of its length a piece lies in the box; `None` if it misses it.
fn shown(from: Point, to: Point, low: Point, high: Point) -> Option<(f64, f64)> {
    let (mut first, mut last) = (0.0f64, 1.0f64);
    for axis in 0..2 {
        let run = to[axis] - from[axis];
        if run == 0.0 {
            if from[axis] < low[axis] || from[axis] > high[axis] {
                return None;
            }
            continue;
        }
        let (a, b) = ((low[axis] - from[axis]) / run, (high[axis] - from[axis]) / run);
        first = first.max(a.min(b));
        last = last.min(a.max(b));
    }
    (first <= last).then_some((first, last))
}

#[cfg(test)]
mod tests {
    use super::*;

    const LOW: Point = [-10.0, -10.0];
    const HIGH: Point = [100.0, 100.0];

    #[test]
    fn a_pattern_runs_on_around_a_corner() {
        let cut = dashes(&[[0.0, 0.0], [5.0, 0.0], [5.0, 7.0]], [4.0, 3.0], LOW, HIGH);
        assert_eq!(cut, [[[0.0, 0.0], [4.0, 0.0]], [[5.0, 2.0], [5.0, 6.0]]]);
        let cut = dashes(&[[0.0, 0.0], [3.0, 0.0], [3.0, 7.0]], [4.0, 3.0], LOW, HIGH);
        assert_eq!(cut, [vec![[0.0, 0.0], [3.0, 0.0], [3.0, 1.0]], vec![[3.0, 4.0], [3.0, 7.0]]]);
    }

    #[test]
    fn a_line_far_beyond_the_picture_gives_few_dashes() {
        let cut = dashes(&[[-9e7, 0.0], [9e7, 0.0]], [1.0, 1.0], LOW, HIGH);
        assert!((50..60).contains(&cut.len()), "{}", cut.len());
        assert_eq!(dashes(&[[-9e7, 200.0], [9e7, 200.0]], [1.0, 1.0], LOW, HIGH), Vec::<Vec<Point>>::new());
    }

    #[test]
    fn a_pattern_that_cannot_be_seen_is_not_cut() {
        for pattern in [[0.0, 1.0], [1.0, 0.0], [1e-9, 1e-9], [f64::NAN, 1.0], [-1.0, 3.0]] {
            assert_eq!(dashes(&[[0.0, 0.0], [50.0, 0.0]], pattern, LOW, HIGH), [[[0.0, 0.0], [50.0, 0.0]]]);
        }
    }
}
