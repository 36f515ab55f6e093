//! The paper's rules that look at boxes alone.

use super::asked;
use spatiq_bench::relations::{area, overlap};
use spatiq_bench::{Answer, Edges, Label, Question, RelationKind, Relations, Solver, SolverError};

/// Always says the same.
pub struct Majority;

impl Solver for Majority {
    fn answer(&mut self, question: &Question) -> Result<Answer, SolverError> {
        let asked = asked(question)?;
        let label = if asked.kind == RelationKind::Occlusion { Label::None } else { Label::Closer };
        Ok(Answer::Relations(vec![label; asked.pairs.len()]))
    }
}

/// What of a box tells how close its object is: the more of it, the closer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cue {
    /// Its area.
    Size,
    /// How low its middle is.
    Middle,
    /// How low its lower edge is.
    Bottom,
}

impl Cue {
    fn value(self, edges: &Edges) -> f64 {
        match self {
            Self::Size => area(edges),
            Self::Middle => (edges[1] + edges[3]) / 2.0,
            Self::Bottom => edges[3],
        }
    }
}

/// A rule that compares a number of each object, with a margin for depth and a threshold for occlusion.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rule {
    /// Differences up to this are the same depth.
    pub margin: f64,
    /// Boxes that overlap by more occlude.
    pub tau: f64,
}

/// A pair as a rule sees it: how much closer the first is, and by how much the boxes overlap.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Seen {
    /// Positive where the first is closer.
    pub lead: f64,
    /// The share of the picture that both boxes cover.
    pub overlap: f64,
}

impl Rule {
    /// The label of a pair.
    pub fn label(&self, kind: RelationKind, seen: Seen) -> Label {
        let order = match seen.lead {
            // Across pictures nothing is the same: the sign decides.
            lead if kind == RelationKind::DepthAcross && lead > 0.0 => Label::Closer,
            _ if kind == RelationKind::DepthAcross => Label::Farther,
            lead if lead.abs() <= self.margin => Label::Same,
            lead if lead > 0.0 => Label::Closer,
            _ => Label::Farther,
        };
        match (kind, order) {
            (RelationKind::Occlusion, _) if seen.overlap <= self.tau => Label::None,
            (RelationKind::Occlusion, Label::Closer) => Label::Occludes,
            (RelationKind::Occlusion, Label::Farther) => Label::Occluded,
            (RelationKind::Occlusion, _) => Label::None,
            (_, order) => order,
        }
    }

    /// What it goes by, for people.
    pub fn told(&self) -> String {
        format!("margin {}, tau {}", self.margin, self.tau)
    }

    /// The rule with the margin, or for occlusion the threshold, that scores best on examples; the smallest of equals.
    pub fn fitted(self, examples: &[(RelationKind, Seen, Label)]) -> Self {
        let of_margin = (0..=40).map(|step| Self { margin: f64::from(step) / 200.0, ..self });
        let of_tau = (0..=300).map(|step| Self { tau: f64::from(step) / 1000.0, ..self });
        let has = |wanted| examples.iter().any(|(kind, ..)| *kind == wanted);
        // Between two pictures the sign decides, so that nothing can be chosen there.
        let tried: Vec<Self> = match () {
            () if has(RelationKind::Occlusion) => of_tau.collect(),
            () if has(RelationKind::Depth) => of_margin.collect(),
            () => return self,
        };
        let score = |rule: &Self| {
            let (mut hits, mut whole) = (0u64, 0u64);
            for (kind, seen, truth) in examples {
                let said = rule.label(*kind, *seen);
                hits += u64::from(said == *truth);
                whole += u64::from(kind.is_scored(said)) + u64::from(kind.is_relevant(*truth));
            }
            2.0 * hits as f64 / whole.max(1) as f64
        };
        let mut best = (f64::NEG_INFINITY, self);
        for rule in tried {
            let reached = score(&rule);
            if reached > best.0 {
                best = (reached, rule);
            }
        }
        best.1
    }
}

/// A rule on boxes, as a solver.
pub struct BoxRule {
    cue: Cue,
    pub(super) rule: Rule,
}

impl BoxRule {
    /// The rule with its settings.
    pub fn new(cue: Cue, margin: f64, tau: f64) -> Self {
        Self { cue, rule: Rule { margin, tau } }
    }

    fn seen(&self, asked: &Relations, [a, b]: [usize; 2]) -> Seen {
        let (a, b) = (&asked.objects[a].edges, &asked.objects[b].edges);
        Seen { lead: self.cue.value(a) - self.cue.value(b), overlap: overlap(a, b) }
    }
}

impl Solver for BoxRule {
    fn fit(&mut self, examples: &mut dyn Iterator<Item = (Question, Answer)>) {
        let mut pairs = Vec::new();
        for (question, truth) in examples {
            let (Ok(asked), Answer::Relations(truth)) = (asked(&question), truth) else { continue };
            let seen = asked
                .pairs
                .iter()
                .zip(truth)
                .map(|(pair, label)| (asked.kind, self.seen(asked, *pair), label));
            pairs.extend(seen);
        }
        self.rule = self.rule.fitted(&pairs);
    }

    fn learnt(&self) -> Option<String> {
        Some(self.rule.told())
    }

    fn answer(&mut self, question: &Question) -> Result<Answer, SolverError> {
        let asked = asked(question)?;
        let label = |pair: &[usize; 2]| self.rule.label(asked.kind, self.seen(asked, *pair));
        Ok(Answer::Relations(asked.pairs.iter().map(label).collect()))
    }
}
