//! The rule that knows nothing but the classes of two objects.

use super::asked;
use spatiq_bench::{Answer, Label, Question, RelationKind, Solver, SolverError};
use std::collections::BTreeMap;

/// How often each label occurred for an ordered pair of classes.
#[derive(Default)]
pub struct Class {
    counts: BTreeMap<[String; 2], BTreeMap<Label, u64>>,
}

impl Class {
    /// The commonest label of those that the question admits: what was learnt within pictures may be asked for between
    /// them. Where there is none, or two, it is the release's 0: no claim about depth, but for occlusion the claim that there
    /// is none.
    fn label(&self, kind: RelationKind, classes: &[String; 2]) -> Label {
        let zero = if kind == RelationKind::Occlusion { Label::None } else { Label::Unsure };
        let Some(counts) = self.counts.get(classes) else { return zero };
        let admitted =
            || counts.iter().filter(|(label, _)| kind.is_scored(**label) || **label == Label::Unsure);
        let most = admitted().map(|(_, count)| count).max();
        let mut labels = admitted().filter(|(_, count)| Some(*count) == most).map(|(label, _)| *label);
        match (labels.next(), labels.next()) {
            (Some(label), None) => label,
            _ => zero,
        }
    }
}

impl Solver for Class {
    fn fit(&mut self, examples: &mut dyn Iterator<Item = (Question, Answer)>) {
        for (question, truth) in examples {
            let (Ok(asked), Answer::Relations(truth)) = (asked(&question), truth) else { continue };
            for (pair, label) in
                asked.pairs.iter().zip(truth).filter(|(_, label)| *label != Label::NoMajority)
            {
                let classes = pair.map(|at| asked.objects[at].class.clone());
                *self.counts.entry(classes).or_default().entry(label).or_default() += 1;
            }
        }
    }

    fn learnt(&self) -> Option<String> {
        let pairs: u64 = self.counts.values().flat_map(|labels| labels.values()).sum();
        Some(format!("{} pairs of classes from {pairs} labels", self.counts.len()))
    }

    fn answer(&mut self, question: &Question) -> Result<Answer, SolverError> {
        let asked = asked(question)?;
        let label =
            |pair: &[usize; 2]| self.label(asked.kind, &pair.map(|at| asked.objects[at].class.clone()));
        Ok(Answer::Relations(asked.pairs.iter().map(label).collect()))
    }
}
