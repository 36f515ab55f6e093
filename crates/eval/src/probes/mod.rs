//! Blind probes: shortcuts are measured, not assumed away.
//!
//! A probe looks at one plain feature of the options (where they stand, how much ink, how large, how many bytes) and
//! never at what the question is about. If it does better than chance, the options give the answer away. Where options have no
//! pictures it looks at the same feature of the last picture that is given. Each probe is also a solver, so that `eval` can run it
//! like any other.

mod facts;
mod learnt;
mod rule;
mod solver;
#[cfg(test)]
mod tests;

use facts::Facts;
use learnt::Learnt;
use rayon::prelude::*;
use rule::{Number, Rule, Strategy};
use serde::Serialize;
use spatiq_bench::{Answer, Form, Question, wilson};

/// Measures every probe that has something to look at, on up to 2,000 questions of one task; none where there is nothing
/// to choose.
///
/// Each is cross-fitted in two halves: what scores best on the questions with even index answers those with odd
/// index, and the other way round. So a score above chance is never what trying many strategies brings by luck.
pub fn measure(items: &[(Question, Answer)]) -> Vec<ProbeResult> {
    let items = &items[..items.len().min(MOST_MEASURED)];
    if items.is_empty() || items.iter().any(|(question, _)| !matches!(question.form, Form::Choice(_))) {
        return Vec::new();
    }
    let examples: Vec<Example> =
        items.par_iter().filter_map(|(question, truth)| example(question, truth)).collect();
    let chance =
        items.iter().map(|(question, _)| question.form.chance()).sum::<f64>() / items.len().max(1) as f64;
    let several = examples.iter().any(|(facts, _)| facts.options.iter().any(|option| option.len() > 1));
    let probes = PROBES.iter().filter(|probe| several || probe.name != RECURRENCE.name);
    probes.map(|probe| probe.cross_fit(&examples, chance)).collect()
}

/// Questions looked at by [`measure`]: enough to see a leak of four points.
const MOST_MEASURED: usize = 2_000;

/// Standard deviations to either side that hold 99.9 % of a normal distribution. Some twenty probes are measured on a
/// dataset; at 95 % one of them would cry wolf.
const Z999: f64 = 3.290_526_731_491_895;

/// Whether a solver of that name is a probe.
pub fn is_probe(solver: &str) -> bool {
    PROBES.iter().any(|probe| probe.name == solver)
}

/// How well a probe did.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ProbeResult {
    /// Its name as a solver.
    pub probe: &'static str,
    /// What it looks at.
    pub about: &'static str,
    /// What it went by, in words, in either half.
    pub strategy: String,
    /// How many questions it answered.
    pub items: u64,
    /// The share of right answers.
    pub value: f64,
    /// 99.9 % Wilson interval.
    pub ci999: [f64; 2],
    /// What guessing would score.
    pub chance: f64,
    /// Whether the whole interval lies above chance.
    pub leaks: bool,
}

/// A feature of options or of the given picture, and what may be tried with it.
pub(crate) struct Probe {
    name: &'static str,
    about: &'static str,
    numbers: &'static [Number],
    strategies: &'static [Strategy],
}

/// A question as a probe sees it, and the right place.
type Example = (Facts, usize);

const PROBES: &[&Probe] = &[&SLOT, &INK, &BOX, &AREA_SUM, &FILE_SIZE, &RECURRENCE];

/// Strategies that compare options with each other.
const AMONG_OPTIONS: &[Strategy] = &[Strategy::Most, Strategy::Least, Strategy::Unlike, Strategy::Like];

/// Those, and such as compare them with the question's picture.
const ALL_STRATEGIES: &[Strategy] = &[
    Strategy::Most,
    Strategy::Least,
    Strategy::Unlike,
    Strategy::Like,
    Strategy::Nearest,
    Strategy::Farthest,
];

/// One for every slot that a question may have.
const SLOTS: &[Strategy] = &{
    let mut slots = [Strategy::At(0); 26];
    let mut place = 1;
    while place < slots.len() {
        slots[place] = Strategy::At(place);
        place += 1;
    }
    slots
};

pub(crate) const SLOT: Probe = Probe {
    name: "probe-slot",
    about: "looks at nothing; says the most frequent slot",
    numbers: &[Number::Slot],
    strategies: SLOTS,
};

pub(crate) const INK: Probe = Probe {
    name: "probe-ink",
    about: "looks at how much ink each option has, or the given picture",
    numbers: &[Number::Ink],
    strategies: AMONG_OPTIONS,
};

pub(crate) const BOX: Probe = Probe {
    name: "probe-box",
    about: "looks at the bounding boxes of each option's ink, or of the given picture's",
    numbers: &[
        Number::BoxWidths,
        Number::BoxHeights,
        Number::BoxAreas,
        Number::BoxHalfPerimeters,
        Number::LongestSide,
        Number::Aspect,
    ],
    strategies: ALL_STRATEGIES,
};

pub(crate) const AREA_SUM: Probe = Probe {
    name: "probe-area-sum",
    about: "looks at the difference between an option's ink, or the given picture's, and the question's",
    numbers: &[Number::InkGap],
    strategies: AMONG_OPTIONS,
};

pub(crate) const FILE_SIZE: Probe = Probe {
    name: "probe-file-size",
    about: "looks at how many bytes each option's files have, or the given picture's",
    numbers: &[Number::Bytes],
    strategies: ALL_STRATEGIES,
};

pub(crate) const RECURRENCE: Probe = Probe {
    name: "probe-recurrence",
    about: "looks at how many of an option's pictures recur in other options",
    numbers: &[Number::Recurrence],
    strategies: AMONG_OPTIONS,
};

impl Probe {
    /// Everything that may be tried.
    fn rules(&self) -> impl Iterator<Item = Rule> {
        let with = |&number| self.strategies.iter().map(move |&strategy| Rule::Among { number, strategy });
        self.numbers.iter().flat_map(with)
    }

    /// What answers most of the examples; the first of equals.
    fn best<'a>(&self, examples: impl Iterator<Item = &'a Example> + Clone) -> Rule {
        let most_options = examples.clone().map(|(facts, _)| facts.options.len()).max().unwrap_or(0);
        let suits =
            |rule: &Rule| !matches!(rule, Rule::Among { strategy, .. } if !strategy.suits(most_options));
        let learnt = self.numbers.iter().filter_map(|&number| Learnt::from(number, examples.clone()));
        let rules = self.rules().filter(suits).chain(learnt.map(Rule::Given));
        let rules = rules.map(|rule| (right(&rule, examples.clone()), rule));
        let best = rules.reduce(|best, next| if next.0 > best.0 { next } else { best });
        best.expect("every probe has a rule").1
    }

    fn cross_fit(&self, examples: &[Example], chance: f64) -> ProbeResult {
        let even = examples.iter().step_by(2);
        let odd = examples.iter().skip(1).step_by(2);
        let (rule_for_odd, rule_for_even) = (self.best(even.clone()), self.best(odd.clone()));
        let (items, right) = (examples.len() as u64, right(&rule_for_odd, odd) + right(&rule_for_even, even));
        let ci999 = wilson(right, items, Z999);
        ProbeResult {
            probe: self.name,
            about: self.about,
            strategy: if rule_for_odd == rule_for_even {
                rule_for_odd.to_string()
            } else {
                format!("{rule_for_even}; in the other half {rule_for_odd}")
            },
            items,
            value: right as f64 / items.max(1) as f64,
            ci999,
            chance,
            leaks: ci999[0] > chance,
        }
    }
}

/// `None` where there is nothing to choose.
fn example(question: &Question, truth: &Answer) -> Option<Example> {
    match truth {
        Answer::Choice(place) => Some((Facts::of(question), *place)),
        _ => None,
    }
}

/// How many examples a rule answers rightly.
fn right<'a>(rule: &Rule, examples: impl Iterator<Item = &'a Example>) -> u64 {
    examples.filter(|(facts, place)| rule.pick(facts) == Some(*place)).count() as u64
}
