//! Adding up judgements, dividing only at the end.

use crate::{Answer, Tags};
use serde::Serialize;
use std::collections::BTreeMap;

/// How a task is scored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Metric {
    /// The share of right answers.
    Accuracy,
}

impl Metric {
    /// Its name in results.
    pub fn name(self) -> &'static str {
        match self {
            Self::Accuracy => "accuracy",
        }
    }
}

/// The judgements on one task, added up over all items and for every tag.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    all: Counts,
    by: BTreeMap<String, BTreeMap<String, Counts>>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Counts {
    items: u64,
    right: u64,
    invalid: u64,
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
    /// 95 % interval.
    pub ci95: [f64; 2],
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
    /// Judges an answer; `None` stands for one that is missing or not admitted. Returns whether it is right.
    pub fn add(&mut self, tags: &Tags, truth: &Answer, answer: Option<&Answer>) -> bool {
        let right = answer == Some(truth);
        let judgement = Counts { items: 1, right: right.into(), invalid: answer.is_none().into() };
        self.all.add(judgement);
        for (tag, value) in tags {
            self.by.entry(tag.clone()).or_default().entry(value.clone()).or_default().add(judgement);
        }
        right
    }

    /// The score so far.
    pub fn score(&self, metric: Metric) -> Score {
        let part =
            |counts: &Counts| Part { items: counts.items, value: counts.share(), ci95: counts.interval() };
        let parts =
            |values: &BTreeMap<String, Counts>| values.iter().map(|(v, c)| (v.clone(), part(c))).collect();
        Score {
            items: self.all.items,
            invalid: self.all.invalid,
            metric: metric.name(),
            value: self.all.share(),
            ci95: self.all.interval(),
            by: self.by.iter().map(|(tag, values)| (tag.clone(), parts(values))).collect(),
        }
    }
}

impl Counts {
    fn add(&mut self, other: Self) {
        self.items += other.items;
        self.right += other.right;
        self.invalid += other.invalid;
    }

    fn share(&self) -> f64 {
        if self.items == 0 { 0.0 } else { self.right as f64 / self.items as f64 }
    }

    fn interval(&self) -> [f64; 2] {
        wilson(self.right, self.items, Z95)
    }
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
}
