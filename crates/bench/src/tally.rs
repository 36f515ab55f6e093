//! Adding up grades, dividing only at the end.

use crate::{Answer, Tags, metrics};
use serde::Serialize;
use std::collections::BTreeMap;

/// How a task is scored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Metric {
    /// The share of right answers.
    Accuracy,
    /// The mean F1 of ink at 2 px.
    InkF1,
    /// The mean F-score at 1 % of the object's size.
    FScore,
}

impl Metric {
    /// The metric of tasks with such a truth.
    pub fn of(truth: &Answer) -> Self {
        match truth {
            Answer::Choice(_) => Self::Accuracy,
            Answer::Image(_) => Self::InkF1,
            Answer::Points(_) => Self::FScore,
        }
    }

    /// Its name in results.
    pub fn name(self) -> &'static str {
        match self {
            Self::Accuracy => "accuracy",
            Self::InkF1 => "ink-f1-2px",
            Self::FScore => "f-score-1-percent",
        }
    }

    /// Whether an answer is right or wrong and nothing between.
    pub fn is_proportion(self) -> bool {
        self == Self::Accuracy
    }
}

/// How good an answer is.
#[derive(Clone, Debug, PartialEq)]
pub struct Grade {
    /// The headline figure, from 0 to 1; higher is better.
    pub value: f64,
    /// Other figures by name. Some are distances, so these may be better the lower they are.
    pub also: BTreeMap<&'static str, f64>,
}

impl Grade {
    /// A grade with nothing beside it.
    pub fn of(value: f64) -> Self {
        Self { value, also: BTreeMap::new() }
    }
}

/// The grades on one task, added up over all items and for every tag.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    all: Sums,
    by: BTreeMap<String, BTreeMap<String, Sums>>,
    also: BTreeMap<&'static str, Sums>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Sums {
    items: u64,
    invalid: u64,
    value: f64,
    squares: f64,
}

/// What a tally comes to. The fields are those of the contract's results.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Score {
    /// How many questions.
    pub items: u64,
    /// How many of them had no answer, or one that the form does not admit.
    pub invalid: u64,
    /// Name of the metric.
    pub metric: &'static str,
    /// From 0 to 1; higher is better.
    pub value: f64,
    /// 95 % interval: Wilson's where the value is a proportion, otherwise that of a normally distributed mean.
    pub ci95: [f64; 2],
    /// The means of other figures. Shares count invalid answers as nothing; distances are over the valid answers alone.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub also: BTreeMap<&'static str, f64>,
    /// Tag → value of the tag → items and value.
    pub by: BTreeMap<String, BTreeMap<String, Part>>,
}

/// The score of the items that share a tag's value.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Part {
    /// How many questions.
    pub items: u64,
    /// From 0 to 1; higher is better.
    pub value: f64,
    /// 95 % interval.
    pub ci95: [f64; 2],
}

impl Tally {
    /// Grades an answer; `None` stands for one that is missing or not admitted. Returns whether it is wholly right.
    pub fn add(&mut self, tags: &Tags, truth: &Answer, answer: Option<&Answer>) -> bool {
        let grade = answer.map(|answer| metrics::grade(truth, answer));
        self.add_grade(tags, grade.as_ref());
        grade.is_some_and(|grade| grade.value >= 1.0)
    }

    /// Adds a grade; `None` stands for an answer that is missing or not admitted, which is worth nothing.
    pub fn add_grade(&mut self, tags: &Tags, grade: Option<&Grade>) {
        let value = grade.map_or(0.0, |grade| grade.value);
        let sums = Sums { items: 1, invalid: grade.is_none().into(), value, squares: value * value };
        self.all.add(sums);
        for (tag, value) in tags {
            self.by.entry(tag.clone()).or_default().entry(value.clone()).or_default().add(sums);
        }
        for (name, value) in grade.into_iter().flat_map(|grade| &grade.also) {
            let sums = Sums { items: 1, value: *value, ..Sums::default() };
            self.also.entry(name).or_default().add(sums);
        }
    }

    /// The score so far.
    pub fn score(&self, metric: Metric) -> Score {
        let part = |sums: &Sums| Part { items: sums.items, value: sums.mean(), ci95: sums.interval(metric) };
        let parts =
            |values: &BTreeMap<String, Sums>| values.iter().map(|(v, c)| (v.clone(), part(c))).collect();
        Score {
            items: self.all.items,
            invalid: self.all.invalid,
            metric: metric.name(),
            value: self.all.mean(),
            ci95: self.all.interval(metric),
            also: self.also.iter().map(|(name, sums)| (*name, self.mean_of(name, sums))).collect(),
            by: self.by.iter().map(|(tag, values)| (tag.clone(), parts(values))).collect(),
        }
    }

    /// The mean of a figure beside the grade. An answer that is missing or not admitted is worth nothing where more is
    /// better; how far it is from the truth nobody knows.
    fn mean_of(&self, name: &str, sums: &Sums) -> f64 {
        let worthless = if metrics::is_distance(name) { 0 } else { self.all.invalid };
        Sums { items: sums.items + worthless, ..*sums }.mean()
    }
}

impl Sums {
    fn add(&mut self, other: Self) {
        self.items += other.items;
        self.invalid += other.invalid;
        self.value += other.value;
        self.squares += other.squares;
    }

    fn mean(&self) -> f64 {
        if self.items == 0 { 0.0 } else { self.value / self.items as f64 }
    }

    fn interval(&self, metric: Metric) -> [f64; 2] {
        match metric.is_proportion() {
            true => wilson(self.value as u64, self.items, Z95),
            false => normal(self.mean(), self.squares, self.items, Z95),
        }
    }
}

/// The interval for the mean of values from 0 to 1, `z` standard errors to either side. Says nothing where there are
/// fewer than two.
fn normal(mean: f64, squares: f64, items: u64, z: f64) -> [f64; 2] {
    if items < 2 {
        return [0.0, 1.0];
    }
    let n = items as f64;
    let variance = ((squares - n * mean * mean) / (n - 1.0)).max(0.0);
    let half = z * (variance / n).sqrt();
    [(mean - half).max(0.0), (mean + half).min(1.0)]
}

/// Standard deviations to either side that hold 95 % of a normal distribution.
const Z95: f64 = 1.959_963_984_540_054;

/// Wilson's interval for a proportion: where the true share lies, `z` standard deviations to either side.
pub fn wilson(right: u64, items: u64, z: f64) -> [f64; 2] {
    if items == 0 {
        return [0.0, 1.0];
    }
    let n = items as f64;
    let share = right as f64 / n;
    let middle = share + z * z / (2.0 * n);
    let half = z * (share * (1.0 - share) / n + z * z / (4.0 * n * n)).sqrt();
    let scale = 1.0 + z * z / n;
    [((middle - half) / scale).max(0.0), ((middle + half) / scale).min(1.0)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wilson_agrees_with_published_values() {
        // Newcombe (1998), table I: 81 of 263 and 0 of 20.
        let close = |[a, b]: [f64; 2], [x, y]: [f64; 2]| (a - x).abs() < 5e-5 && (b - y).abs() < 5e-5;
        assert!(close(wilson(81, 263, Z95), [0.2553, 0.3662]));
        assert!(close(wilson(0, 20, Z95), [0.0, 0.1611]));
        assert_eq!(wilson(0, 0, Z95), [0.0, 1.0]);
    }

    #[test]
    fn wrong_and_invalid_answers_stay_in_the_denominator() {
        let mut tally = Tally::default();
        let tags = Tags::from([("level".into(), "2".into())]);
        tally.add(&tags, &Answer::Choice(1), Some(&Answer::Choice(1)));
        tally.add(&tags, &Answer::Choice(1), Some(&Answer::Choice(0)));
        tally.add(&Tags::new(), &Answer::Choice(1), None);
        let score = tally.score(Metric::Accuracy);
        assert_eq!((score.items, score.invalid, score.value), (3, 1, 1.0 / 3.0));
        assert_eq!((score.by["level"]["2"].items, score.by["level"]["2"].value), (2, 0.5));
    }

    #[test]
    fn means_have_normal_intervals_and_other_figures_beside_them() {
        let mut tally = Tally::default();
        let tags = Tags::from([("level".into(), "2".into())]);
        for (value, far) in [(0.2, 4.0), (0.4, 6.0), (0.9, 2.0)] {
            tally.add_grade(
                &tags,
                Some(&Grade { value, also: BTreeMap::from([("emd", far), ("share", far)]) }),
            );
        }
        tally.add_grade(&Tags::new(), None);
        let score = tally.score(Metric::FScore);
        assert_eq!((score.items, score.invalid, score.metric), (4, 1, "f-score-1-percent"));
        assert!(
            (score.value - 0.375).abs() < 1e-12 && score.also["emd"] == 4.0 && score.also["share"] == 3.0
        );
        // By hand: values 0.2, 0.4, 0.9, 0 have the variance 0.4475 / 3, so the standard error is 0.193111.
        let [low, high] = score.ci95;
        assert!((low - 0.0).abs() < 1e-12 && (high - 0.375 - 1.959_964 * 0.193_111).abs() < 1e-5, "{high}");
        assert!((score.by["level"]["2"].value - 0.5).abs() < 1e-12);
        let [low, high] = score.by["level"]["2"].ci95;
        assert!((high - low - 2.0 * 1.959_964 * (0.26f64 / 6.0).sqrt()).abs() < 1e-5, "{low} {high}");
        let mut lone = Tally::default();
        lone.add_grade(&tags, Some(&Grade::of(0.5)));
        assert_eq!(lone.score(Metric::InkF1).ci95, [0.0, 1.0]);
    }
}
