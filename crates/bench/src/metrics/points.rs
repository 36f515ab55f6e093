//! Comparing clouds of points. All distances are divided by the object's size, the longest edge of the box around the
//! truth's points.

use super::nearest::squared_distance;
use super::{Nearest, assignment, f1};
use crate::{Cloud, Grade};

/// Points of either cloud that the earth mover's distance pairs.
const PAIRED: usize = 2_025;

/// Grades a cloud that [`Cloud::check`] accepts: F-score at 1 %, the harmonic mean of the share of the answer's points that
/// have one of the truth's within 1 % of the object's size, and the converse. Beside it:
///
/// - `f-score-2-percent`, the same at 2 %;
/// - `chamfer-to-truth`, the mean distance from the answer's points to the nearest of the truth's, `chamfer-from-truth`,
///   the converse, and `chamfer`, the mean of the two;
/// - `emd`, the earth mover's distance: the mean distance over the cheapest pairing of 2,025 points of each, too large by
///   at most 1/60,000 of the largest distance between two of them. The i-th of 2,025 is point ⌊i n / 2025⌋ of n: evenly spaced in the file's order where
///   there are more, each about equally often where there are fewer;
/// - `normal-consistency`, where both have normals: the mean of |cos| of the angle to the nearest point's normal, both ways.
///
/// ```
/// use spatiq_bench::{Cloud, metrics::grade_points};
///
/// let square = |z: f32| Cloud {
///     points: vec![[0.0, 0.0, z], [1.0, 0.0, z], [0.0, 1.0, z], [1.0, 1.0, z]],
///     normals: vec![],
/// };
/// let grade = grade_points(&square(0.0), &square(0.015625));
/// assert_eq!((grade.value, grade.also["f-score-2-percent"]), (0.0, 1.0));
/// assert_eq!(grade.also["chamfer"], 0.015625);
/// ```
pub fn grade(truth: &Cloud, answer: &Cloud) -> Grade {
    if truth.check().is_err() || answer.check().is_err() {
        return Grade::of(0.0);
    }
    let size = match truth.size() {
        0.0 => 1.0,
        size => size,
    };
    let to_truth = Matches::new(answer, truth, size);
    let from_truth = Matches::new(truth, answer, size);
    let f_score = |far: f64| f1(to_truth.share_within(far), from_truth.share_within(far));
    let mut grade = Grade::of(f_score(0.01));
    let chamfer = [to_truth.mean_distance(), from_truth.mean_distance()];
    grade.also.extend([
        ("f-score-2-percent", f_score(0.02)),
        ("chamfer-to-truth", chamfer[0]),
        ("chamfer-from-truth", chamfer[1]),
        ("chamfer", (chamfer[0] + chamfer[1]) / 2.0),
        ("emd", earth_movers_distance(&truth.points, &answer.points) / size),
    ]);
    if !truth.normals.is_empty() && !answer.normals.is_empty() {
        let consistency =
            (to_truth.normal_consistency(answer, truth) + from_truth.normal_consistency(truth, answer)) / 2.0;
        grade.also.insert("normal-consistency", consistency);
    }
    grade
}

/// For each point of a cloud the nearest of another, and how far it is, in sizes.
struct Matches(Vec<(usize, f64)>);

impl Matches {
    fn new(from: &Cloud, to: &Cloud, size: f64) -> Self {
        let tree = Nearest::new(&to.points);
        let mut found: Vec<(usize, f64)> = Vec::with_capacity(from.points.len());
        for (at, point) in from.points.iter().enumerate() {
            // Answers that collapsed to one place are common, and may be as far from all of the truth.
            let same = at > 0 && from.points[at - 1] == *point;
            found.push(if same { found[at - 1] } else { tree.of(*point) });
        }
        Self(found.into_iter().map(|(nearest, distance)| (nearest, distance / size)).collect())
    }

    fn mean_distance(&self) -> f64 {
        self.0.iter().map(|(_, distance)| distance).sum::<f64>() / self.0.len() as f64
    }

    fn share_within(&self, far: f64) -> f64 {
        self.0.iter().filter(|(_, distance)| *distance <= far).count() as f64 / self.0.len() as f64
    }

    fn normal_consistency(&self, from: &Cloud, to: &Cloud) -> f64 {
        let cosines =
            self.0.iter().zip(&from.normals).map(|((at, _), normal)| cosine(*normal, to.normals[*at]));
        cosines.map(f64::abs).sum::<f64>() / self.0.len() as f64
    }
}

/// The cosine of the angle between two directions, whatever their lengths; 0 where one has no length.
fn cosine(a: [f32; 3], b: [f32; 3]) -> f64 {
    let dot =
        |a: [f32; 3], b: [f32; 3]| (0..3).map(|axis| f64::from(a[axis]) * f64::from(b[axis])).sum::<f64>();
    match (dot(a, a) * dot(b, b)).sqrt() {
        0.0 => 0.0,
        lengths => dot(a, b) / lengths,
    }
}

/// The mean distance over the cheapest pairing.
fn earth_movers_distance(truth: &[[f32; 3]], answer: &[[f32; 3]]) -> f64 {
    let chosen = |points: &[[f32; 3]]| -> Vec<[f32; 3]> {
        (0..PAIRED).map(|at| points[at * points.len() / PAIRED]).collect()
    };
    let (truth, answer) = (chosen(truth), chosen(answer));
    let distance = |row: usize, column: usize| squared_distance(truth[row], answer[column]).sqrt();
    let cost: Vec<f32> = (0..PAIRED * PAIRED).map(|at| distance(at / PAIRED, at % PAIRED) as f32).collect();
    let columns = assignment(PAIRED, &cost);
    columns.iter().enumerate().map(|(row, column)| distance(row, *column)).sum::<f64>() / PAIRED as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Rng, Seed};

    fn cloud(points: Vec<[f32; 3]>) -> Cloud {
        Cloud { points, normals: Vec::new() }
    }

    fn random(rng: &mut Rng, count: usize) -> Cloud {
        cloud((0..count).map(|_| [0; 3].map(|_| rng.unit() as f32)).collect())
    }

    fn sphere(rng: &mut Rng, count: usize) -> Cloud {
        let mut points = Vec::new();
        while points.len() < count {
            let place = [0; 3].map(|_| rng.between(-1.0, 1.0) as f32);
            let length = squared_distance(place, [0.0; 3]).sqrt() as f32;
            if (0.1..1.0).contains(&length) {
                points.push(place.map(|along| along / length));
            }
        }
        Cloud { normals: points.clone(), points }
    }

    #[test]
    fn the_truth_itself_is_perfect() {
        let truth = sphere(&mut Seed::root(1).rng(), 3000);
        let grade = grade(&truth, &truth);
        assert_eq!(grade.value, 1.0);
        for (name, value) in &grade.also {
            let expected = f64::from(name.starts_with('f') || name.starts_with('n'));
            assert!((value - expected).abs() < 1e-6, "{name}: {value}");
        }
        assert_eq!(grade.also.len(), 6);
    }

    #[test]
    fn figures_agree_with_those_by_hand() {
        // Three points on a line of size 10; the answer has two of them, one 0.15 off, and one far away.
        let truth = cloud(vec![[0.0, 0.0, 0.0], [5.0, 0.0, 0.0], [10.0, 0.0, 0.0]]);
        let answer = cloud(vec![[0.0, 0.0, 0.0], [5.0, 0.15, 0.0], [10.0, 0.0, 4.0]]);
        let grade = grade(&truth, &answer);
        let close = |a: f64, b: f64| assert!((a - b).abs() < 1e-6, "{a} {b}");
        close(grade.value, 1.0 / 3.0);
        close(grade.also["f-score-2-percent"], 2.0 / 3.0);
        close(grade.also["chamfer-to-truth"], (0.015 + 0.4) / 3.0);
        close(grade.also["chamfer-from-truth"], (0.015 + 0.4) / 3.0);
        close(grade.also["emd"], (0.015 + 0.4) / 3.0);
        assert!(!grade.also.contains_key("normal-consistency"));
        // One point only: every one of the truth's has to go there.
        let lone = super::grade(&truth, &cloud(vec![[5.0, 0.0, 0.0]]));
        close(lone.also["chamfer-to-truth"], 0.0);
        close(lone.also["chamfer-from-truth"], 1.0 / 3.0);
        close(lone.also["emd"], 1.0 / 3.0);
        close(lone.value, 0.5);
    }

    #[test]
    fn figures_agree_with_a_search_over_all_pairs() {
        for seed in 0..20 {
            let mut rng = Seed::root(seed).rng();
            let (truth, answer) = (random(&mut rng, 40), random(&mut rng, 30));
            let grade = grade(&truth, &answer);
            let distances = |from: &Cloud, to: &Cloud| -> Vec<f64> {
                let least = |p: &[f32; 3]| {
                    let all = to.points.iter().map(|q| squared_distance(*p, *q).sqrt());
                    all.fold(f64::INFINITY, f64::min) / truth.size()
                };
                from.points.iter().map(least).collect()
            };
            let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len() as f64;
            let (to, from) = (distances(&answer, &truth), distances(&truth, &answer));
            assert!((grade.also["chamfer"] - (mean(&to) + mean(&from)) / 2.0).abs() < 1e-12);
            // The cheapest pairing costs no less than going to the nearest, and than the shift of the centre.
            assert!(grade.also["emd"] >= mean(&to).max(mean(&from)) - 0.02);
        }
    }

    #[test]
    fn the_earth_movers_distance_lies_between_its_bounds() {
        let mut rng = Seed::root(5).rng();
        let (truth, mut answer) = (random(&mut rng, PAIRED), random(&mut rng, PAIRED));
        answer.points.iter_mut().for_each(|point| point[0] += 0.25);
        let found = earth_movers_distance(&truth.points, &answer.points);
        let in_order = truth.points.iter().zip(&answer.points).map(|(a, b)| squared_distance(*a, *b).sqrt());
        let in_order = in_order.sum::<f64>() / PAIRED as f64;
        let centre = |cloud: &Cloud, axis: usize| {
            cloud.points.iter().map(|point| f64::from(point[axis])).sum::<f64>() / PAIRED as f64
        };
        let shift =
            (0..3).map(|axis| centre(&truth, axis) - centre(&answer, axis)).map(|d| d * d).sum::<f64>();
        assert!(shift.sqrt() <= found && found < in_order, "{} {found} {in_order}", shift.sqrt());
        // A cloud that was only moved and shuffled costs the way it was moved.
        let mut moved = truth.clone();
        rng.shuffle(&mut moved.points);
        moved.points.iter_mut().for_each(|point| point[1] += 2.0);
        assert!((earth_movers_distance(&truth.points, &moved.points) - 2.0).abs() < 1e-5);
    }

    #[test]
    fn figures_do_not_change_with_the_size_of_the_object_or_the_order_of_points() {
        let mut rng = Seed::root(8).rng();
        let (truth, answer) = (sphere(&mut rng, 2025), sphere(&mut rng, 2025));
        let first = grade(&truth, &answer);
        let larger = |cloud: &Cloud| Cloud {
            points: cloud.points.iter().map(|point| point.map(|along| 64.0 * along)).collect(),
            normals: cloud.normals.clone(),
        };
        assert_eq!(grade(&larger(&truth), &larger(&answer)), first);
        let mut shuffled = answer.points.clone();
        rng.shuffle(&mut shuffled);
        // On the unit sphere a point is its own normal.
        let again = grade(&truth, &Cloud { normals: shuffled.clone(), points: shuffled });
        assert!((again.value - first.value).abs() < 1e-12);
        for (name, value) in &first.also {
            assert!((again.also[name] - value).abs() < 1e-6, "{name}");
        }
    }

    #[test]
    fn normals_count_whatever_their_length_and_sense() {
        let points = vec![[0.0, 0.0, 0.0], [1.0, 0.0, 0.0]];
        let with = |normals: [[f32; 3]; 2]| Cloud { points: points.clone(), normals: normals.into() };
        let truth = with([[0.0, 0.0, 1.0], [0.0, 0.0, 1.0]]);
        let found = |normals| grade(&truth, &with(normals)).also["normal-consistency"];
        assert_eq!(found([[0.0, 0.0, -3.0], [0.0, 0.0, 0.5]]), 1.0);
        assert_eq!(found([[0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]), 0.5);
        assert_eq!(found([[0.0, 0.0, 0.0], [0.0, 0.0, 1.0]]), 0.5);
    }
}
