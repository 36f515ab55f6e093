//! Answers that were repaired before they counted, and what they were worth as they came.

use spatiq_bench::{Answer, Form, Grade, Metric, Score, Share, Tags, Tally};

/// Repairs an answer of some form.
pub type Repair = fn(&Form, &Answer) -> Answer;

/// The figure beside a score that tells what the answers were worth before.
pub const BEFORE: &str = "before-repair";

/// The figure that tells which share of the labels was changed.
pub const CHANGED: &str = "changed";

/// What is known of the answers before they were repaired.
#[derive(Clone, Debug, Default)]
pub(crate) struct Before {
    tally: Tally,
    changed: Share,
}

impl Before {
    /// Adds what an answer would have got, and how far the repair changed it.
    pub fn add(&mut self, tags: &Tags, grade: &Grade, [before, after]: [Option<&Answer>; 2]) {
        self.tally.add_grade(tags, grade);
        if let (Some(before), Some(after)) = (before, after) {
            self.changed.add(changed(before, after));
        }
    }

    /// Puts the figures beside those of the repaired answers, if anything was repaired.
    pub fn tell(&self, metric: Metric, score: &mut Score) {
        let before = self.tally.score(metric);
        if before.items > 0 {
            score.also.insert(BEFORE, before.value);
            score.also.insert(CHANGED, self.changed.ratio().unwrap_or(0.0));
        }
    }
}

/// Labels that differ, of all.
fn changed(before: &Answer, after: &Answer) -> Share {
    let differing = |pairs: &mut dyn Iterator<Item = bool>| {
        pairs.fold(Share::default(), |mut share, differs| {
            share.add(Share { part: f64::from(differs), whole: 1.0 });
            share
        })
    };
    match (before, after) {
        (Answer::Relations(before), Answer::Relations(after)) => {
            differing(&mut before.iter().zip(after).map(|(before, after)| before != after))
        }
        (Answer::Detected(before), Answer::Detected(after)) => {
            let relations = before.relations.iter().zip(&after.relations);
            differing(&mut relations.map(|(before, after)| before != after))
        }
        (before, after) => differing(&mut std::iter::once(before != after)),
    }
}
