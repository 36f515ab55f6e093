//! Adding up grades, dividing only at the end.

use crate::{Answer, Question, Tags, metrics};
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
    /// F1 of all claims about relations together.
    MicroF1,
}

impl Metric {
    /// The metric of tasks with such a truth.
    pub fn of(truth: &Answer) -> Self {
        match truth {
            Answer::Choice(_) | Answer::Word(_) => Self::Accuracy,
            Answer::Image(_) => Self::InkF1,
            Answer::Points(_) => Self::FScore,
            Answer::Relations(_) | Answer::Detected(_) => Self::MicroF1,
        }
    }

    /// Its name in results.
    pub fn name(self) -> &'static str {
        match self {
            Self::Accuracy => "accuracy",
            Self::InkF1 => "ink-f1-2px",
            Self::FScore => "f-score-1-percent",
            Self::MicroF1 => "micro-f1",
        }
    }

    /// Whether an answer is right or wrong and nothing between.
    pub fn is_proportion(self) -> bool {
        self == Self::Accuracy
    }
}

/// How good an answer is.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Grade {
    /// The headline figure, from 0 to 1; higher is better.
    pub value: f64,
    /// Whether there was no answer, or one that the form does not admit. It is worth nothing.
    pub is_invalid: bool,
    /// Other figures by name. Some are distances, so these may be better the lower they are.
    pub also: BTreeMap<&'static str, f64>,
    /// What the answer adds to figures that belong to a split and not to an item.
    pub counts: Option<Box<Counts>>,
}

impl Grade {
    /// A grade with nothing beside it.
    pub fn of(value: f64) -> Self {
        Self { value, ..Self::default() }
    }
}

/// A ratio whose two sides are added up apart.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Share {
    /// Above the line.
    pub part: f64,
    /// Below the line.
    pub whole: f64,
}

/// What one item adds to figures that are divided at the end only.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Counts {
    /// The headline figure's two sides.
    pub headline: Share,
    /// Those of other figures, by name.
    pub also: BTreeMap<&'static str, Share>,
    /// Group → value of the group → what its pairs add.
    pub by: BTreeMap<String, BTreeMap<String, GroupCounts>>,
}

/// What the pairs of one group add.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GroupCounts {
    /// How many pairs there are.
    pub pairs: u64,
    /// The headline figure's two sides.
    pub share: Share,
    /// The same for each label apart.
    pub labels: BTreeMap<&'static str, Share>,
}

impl Share {
    /// Adds both sides.
    pub fn add(&mut self, other: Self) {
        self.part += other.part;
        self.whole += other.whole;
    }

    /// The ratio; `None` where it would be of nothing.
    pub fn ratio(self) -> Option<f64> {
        (self.whole != 0.0).then(|| self.part / self.whole)
    }
}

/// The grades on one task, added up over all items, for every tag, and for every group of pairs.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    all: Sums,
    by: BTreeMap<String, BTreeMap<String, GroupSums>>,
    also: BTreeMap<&'static str, Sums>,
    shares: BTreeMap<&'static str, Share>,
}

/// A ratio over items, with what it takes to tell how far chance may have moved it. Where the grade is a mean, every item
/// has 1 below the line.
#[derive(Clone, Copy, Debug, Default)]
struct Sums {
    items: u64,
    invalid: u64,
    share: Share,
    part_squares: f64,
    whole_squares: f64,
    products: f64,
}

#[derive(Clone, Debug, Default)]
struct GroupSums {
    sums: Sums,
    pairs: Option<u64>,
    labels: BTreeMap<&'static str, Share>,
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
    /// 95 % interval: Wilson's where the value is a proportion, otherwise that of a normally distributed mean, or of a ratio
    /// of two sums over items.
    pub ci95: [f64; 2],
    /// The means of other figures. Shares count invalid answers as nothing; distances are over the valid answers alone.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub also: BTreeMap<&'static str, f64>,
    /// Tag, or group of pairs → its value → items and value.
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
    /// How many pairs, where pairs and not questions are grouped.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pairs: Option<u64>,
    /// The value for each label apart, where pairs are grouped.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub labels: BTreeMap<&'static str, f64>,
}

impl Tally {
    /// Grades an answer; `None` stands for one that is missing or not admitted. Returns whether it is wholly right.
    pub fn add(&mut self, question: &Question, truth: &Answer, answer: Option<&Answer>) -> bool {
        let grade = metrics::grade(&question.form, truth, answer);
        self.add_grade(&question.tags, &grade);
        grade.value >= 1.0
    }

    /// Adds a grade.
    pub fn add_grade(&mut self, tags: &Tags, grade: &Grade) {
        let headline = match &grade.counts {
            Some(counts) => counts.headline,
            None => Share { part: grade.value, whole: 1.0 },
        };
        let sums = Sums { invalid: grade.is_invalid.into(), ..Sums::of(headline) };
        self.all.add(sums);
        for (tag, value) in tags {
            self.by.entry(tag.clone()).or_default().entry(value.clone()).or_default().sums.add(sums);
        }
        for (name, value) in &grade.also {
            self.also.entry(name).or_default().add(Sums::of(Share { part: *value, whole: 1.0 }));
        }
        if let Some(counts) = &grade.counts {
            self.add_counts(counts);
        }
    }

    fn add_counts(&mut self, counts: &Counts) {
        for (name, share) in &counts.also {
            self.shares.entry(name).or_default().add(*share);
        }
        for (group, values) in &counts.by {
            let sums = self.by.entry(group.clone()).or_default();
            for (value, counts) in values {
                let sums = sums.entry(value.clone()).or_default();
                sums.sums.add(Sums::of(counts.share));
                *sums.pairs.get_or_insert(0) += counts.pairs;
                for (label, share) in &counts.labels {
                    sums.labels.entry(label).or_default().add(*share);
                }
            }
        }
    }

    /// The score so far.
    pub fn score(&self, metric: Metric) -> Score {
        let parts = |values: &BTreeMap<String, GroupSums>| {
            values.iter().map(|(value, sums)| (value.clone(), sums.part(metric))).collect()
        };
        let means = self.also.iter().map(|(name, sums)| (*name, self.mean_of(name, sums)));
        let shares = self.shares.iter().filter_map(|(name, share)| Some((*name, share.ratio()?)));
        Score {
            items: self.all.items,
            invalid: self.all.invalid,
            metric: metric.name(),
            value: self.all.mean(),
            ci95: self.all.interval(metric),
            also: means.chain(shares).collect(),
            by: self.by.iter().map(|(tag, values)| (tag.clone(), parts(values))).collect(),
        }
    }

    /// The mean of a figure beside the grade. An answer that is missing or not admitted is worth nothing where more is
    /// better; how far it is from the truth nobody knows.
    fn mean_of(&self, name: &str, sums: &Sums) -> f64 {
        let worthless = if metrics::is_distance(name) { 0 } else { self.all.invalid };
        let share = Share { whole: sums.share.whole + worthless as f64, ..sums.share };
        share.ratio().unwrap_or(0.0)
    }
}

impl GroupSums {
    fn part(&self, metric: Metric) -> Part {
        let ratio = |(label, share): (&&'static str, &Share)| Some((*label, share.ratio()?));
        Part {
            items: self.sums.items,
            value: self.sums.mean(),
            ci95: self.sums.interval(metric),
            pairs: self.pairs,
            labels: self.labels.iter().filter_map(ratio).collect(),
        }
    }
}

impl Sums {
    /// Those of one item.
    fn of(share: Share) -> Self {
        Self {
            items: 1,
            invalid: 0,
            share,
            part_squares: share.part * share.part,
            whole_squares: share.whole * share.whole,
            products: share.part * share.whole,
        }
    }

    fn add(&mut self, other: Self) {
        self.items += other.items;
        self.invalid += other.invalid;
        self.share.add(other.share);
        self.part_squares += other.part_squares;
        self.whole_squares += other.whole_squares;
        self.products += other.products;
    }

    fn mean(&self) -> f64 {
        self.share.ratio().unwrap_or(0.0)
    }

    fn interval(&self, metric: Metric) -> [f64; 2] {
        match metric.is_proportion() {
            true => wilson(self.share.part as u64, self.items, Z95),
            false => self.linearised(Z95),
        }
    }

    /// The interval for a ratio of sums over items, from 0 to 1, `z` standard errors to either side. The ratio is taken for
    /// linear in what one item adds to it; for a mean it is, and this is the usual interval. Says nothing where there are
    /// fewer than two items.
    fn linearised(&self, z: f64) -> [f64; 2] {
        if self.items < 2 || self.share.whole == 0.0 {
            return [0.0, 1.0];
        }
        let (n, ratio) = (self.items as f64, self.mean());
        let squares = self.part_squares - 2.0 * ratio * self.products + ratio * ratio * self.whole_squares;
        let half = z * (squares.max(0.0) * n / (n - 1.0)).sqrt() / self.share.whole;
        [(ratio - half).max(0.0), (ratio + half).min(1.0)]
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
    use crate::{Choice, Form};

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
        let question = |tags| Question {
            id: String::new(),
            prompt: String::new(),
            pictures: Vec::new(),
            form: Form::Choice(vec![Choice::default(); 4]),
            tags,
        };
        let tagged = question(Tags::from([("level".into(), "2".into())]));
        tally.add(&tagged, &Answer::Choice(1), Some(&Answer::Choice(1)));
        tally.add(&tagged, &Answer::Choice(1), Some(&Answer::Choice(0)));
        tally.add(&question(Tags::new()), &Answer::Choice(1), None);
        let score = tally.score(Metric::Accuracy);
        assert_eq!((score.items, score.invalid, score.value), (3, 1, 1.0 / 3.0));
        assert_eq!((score.by["level"]["2"].items, score.by["level"]["2"].value), (2, 0.5));
    }

    #[test]
    fn means_have_normal_intervals_and_other_figures_beside_them() {
        let mut tally = Tally::default();
        let tags = Tags::from([("level".into(), "2".into())]);
        for (value, far) in [(0.2, 4.0), (0.4, 6.0), (0.9, 2.0)] {
            let also = BTreeMap::from([("emd", far), ("share", far)]);
            tally.add_grade(&tags, &Grade { also, ..Grade::of(value) });
        }
        tally.add_grade(&Tags::new(), &Grade { is_invalid: true, ..Grade::of(0.0) });
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
        lone.add_grade(&tags, &Grade::of(0.5));
        assert_eq!(lone.score(Metric::InkF1).ci95, [0.0, 1.0]);
    }
}
