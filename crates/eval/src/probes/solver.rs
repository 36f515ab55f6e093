//! A probe as a solver: it learns which strategy pays, and sticks to it.

use super::{Example, Facts, Probe, Rule, example};
use spatiq_bench::{Answer, Question, Settings, Solver, SolverError, SolverSpec};

/// Examples learnt from; more would not change which strategy wins.
const MOST_EXAMPLES: usize = 2_000;

impl Probe {
    /// The probe in a registry of solvers; `make` makes a [`blank`](Self::blank) one.
    pub(crate) const fn solver(&self, make: fn(&Settings) -> Box<dyn Solver>) -> SolverSpec {
        SolverSpec { name: self.name, about: self.about, privileged: &[], learns: true, settings: &[], make }
    }

    /// A solver that has learnt nothing yet and would go by the probe's first strategy.
    pub(crate) fn blank(&'static self) -> Box<dyn Solver> {
        Box::new(ProbeSolver { probe: self, rule: self.best([].iter()) })
    }
}

struct ProbeSolver {
    probe: &'static Probe,
    rule: Rule,
}

impl Solver for ProbeSolver {
    fn fit(&mut self, examples: &mut dyn Iterator<Item = (Question, Answer)>) {
        let examples: Vec<Example> =
            examples.take(MOST_EXAMPLES).filter_map(|(question, truth)| example(&question, &truth)).collect();
        self.rule = self.probe.best(examples.iter());
    }

    fn answer(&mut self, question: &Question) -> Result<Answer, SolverError> {
        let place = self.rule.pick(&Facts::of(question));
        place.map(Answer::Choice).ok_or_else(|| SolverError("there is nothing to choose from".into()))
    }
}
