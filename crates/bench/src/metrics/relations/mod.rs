//! Grading relations: claims are counted over a whole split, and only then divided.
//!
//! A *claim* says something about one ordered pair. It is a hit where the truth says the same. Micro-F1 is twice the hits
//! over claims and relevant pairs together: the metric of section 3.2 of the 2.5VRD paper. A claim about a pair that the
//! truth leaves open, or about boxes that match nothing, is a false one.

mod consistency;
mod detected;

pub use detected::{AREAS, MOST_OVERLAP};

use crate::{Answer, Counts, Grade, GroupCounts, Label, Relations, Share};
use std::collections::BTreeMap;

/// Grades an answer; `None` stands for one that is missing or not admitted, which makes no claim at all.
pub fn grade(asked: &Relations, truth: &[Label], answer: Option<&Answer>) -> Grade {
    let mut book = Book::new(asked, truth);
    match answer {
        Some(Answer::Relations(labels)) => {
            labels.iter().enumerate().for_each(|(at, label)| book.claim(Some(at), *label));
            let said = asked.pairs.iter().copied().zip(labels.iter().copied());
            consistency::count(asked.kind, said, &mut book.counts.also);
        }
        Some(Answer::Detected(found)) => detected::count(found, &mut book),
        _ => {}
    }
    book.grade(answer.is_none())
}

/// What is known about one question so far.
struct Book<'a> {
    asked: &'a Relations,
    truth: &'a [Label],
    counts: Counts,
}

impl<'a> Book<'a> {
    /// No claim yet: every relevant pair is one that was not found.
    fn new(asked: &'a Relations, truth: &'a [Label]) -> Self {
        let mut book = Self { asked, truth, counts: Counts::default() };
        for (at, label) in truth.iter().enumerate() {
            let relevant = f64::from(asked.kind.is_relevant(*label));
            let decided = f64::from(asked.kind.is_scored(*label));
            book.counts.headline.whole += relevant;
            book.also("recall").whole += relevant;
            book.also("accuracy").whole += decided;
            book.also("precision");
            book.in_groups(at, |group| {
                group.pairs += 1;
                group.share.whole += relevant;
            });
            if decided > 0.0 {
                book.with_label(Some(at), *label, |share| share.whole += 1.0);
            }
        }
        book
    }

    /// Counts a claim, about an asked pair or about nothing that is there.
    fn claim(&mut self, pair: Option<usize>, label: Label) {
        if !self.asked.kind.is_scored(label) {
            return;
        }
        let hit = f64::from(pair.is_some_and(|at| self.truth[at] == label));
        let claim = Share { part: 2.0 * hit, whole: 1.0 };
        self.counts.headline.add(claim);
        self.also("precision").add(Share { part: hit, whole: 1.0 });
        self.also("recall").part += hit;
        self.also("accuracy").part += hit;
        if let Some(at) = pair {
            self.in_groups(at, |group| group.share.add(claim));
        }
        self.with_label(pair, label, |share| share.add(claim));
    }

    fn also(&mut self, name: &'static str) -> &mut Share {
        self.counts.also.entry(name).or_default()
    }

    fn in_groups(&mut self, pair: usize, change: impl Fn(&mut GroupCounts)) {
        for (name, values) in &self.asked.groups {
            change(group(&mut self.counts.by, name, &values[pair]));
        }
    }

    /// Changes what is counted of a label: over all, and in each group of the pair.
    fn with_label(&mut self, pair: Option<usize>, label: Label, change: impl Fn(&mut Share)) {
        change(&mut group(&mut self.counts.by, LABEL, label.word()).share);
        if let Some(at) = pair {
            self.in_groups(at, |group| change(group.labels.entry(label.word()).or_default()));
        }
    }

    fn grade(mut self, is_invalid: bool) -> Grade {
        for label in self.truth.iter().filter(|label| self.asked.kind.is_scored(**label)) {
            group(&mut self.counts.by, LABEL, label.word()).pairs += 1;
        }
        let value = match self.counts.headline.whole {
            // There was nothing to be found, and nothing is claimed.
            0.0 if !is_invalid => 1.0,
            _ => self.counts.headline.ratio().unwrap_or(0.0),
        };
        Grade { value, is_invalid, also: BTreeMap::new(), counts: Some(Box::new(self.counts)) }
    }
}

/// The group of results by predicate.
const LABEL: &str = "label";

type Groups = BTreeMap<String, BTreeMap<String, GroupCounts>>;

fn group<'a>(by: &'a mut Groups, name: &str, value: &str) -> &'a mut GroupCounts {
    if !by.contains_key(name) {
        by.insert(name.into(), BTreeMap::new());
    }
    let values = by.get_mut(name).expect("put there just above");
    if !values.contains_key(value) {
        values.insert(value.into(), GroupCounts::default());
    }
    values.get_mut(value).expect("put there just above")
}

#[cfg(test)]
mod tests;
