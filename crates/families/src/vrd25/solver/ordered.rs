//! Repairs another solver's answers so that they agree with each other, with the fewest changes.

use super::order::Costs;
use super::{OWN, SOLVERS, asked};
use spatiq_bench::{
    Answer, BoxedObject, Detected, Form, Label, Question, RelationKind, Relations, Settings, Solver,
    SolverError,
};
use std::collections::BTreeMap;

/// Another solver and the repair of what it says.
pub struct Ordered {
    inner: Box<dyn Solver>,
    /// Its last answer.
    before: Option<Answer>,
}

impl Ordered {
    /// The repair of the solver that the settings name.
    pub fn new(settings: &Settings) -> Self {
        let spec = SOLVERS.iter().find(|spec| spec.name == settings.text("of")).expect("one of the listed");
        let own = spec.settings.iter().map(|setting| setting.name);
        let given = own.map(|name| (name, settings.text(name))).filter(|(_, value)| *value != OWN);
        let inner = Settings::new(spec.settings, given).expect("checked as the outer settings were");
        Self { inner: (spec.make)(&inner), before: None }
    }
}

impl Solver for Ordered {
    fn fit(&mut self, examples: &mut dyn Iterator<Item = (Question, Answer)>) {
        self.inner.fit(examples);
    }

    fn answer(&mut self, question: &Question) -> Result<Answer, SolverError> {
        asked(question)?;
        let answer = self.inner.answer(question)?;
        let repaired = repaired(&question.form, &answer);
        self.before = Some(answer);
        Ok(repaired)
    }

    fn learnt(&self) -> Option<String> {
        self.inner.learnt()
    }

    fn before(&self) -> Option<Answer> {
        self.before.clone()
    }
}

/// An answer about relations with the fewest changes that make it agree with itself; any other as it is.
pub fn repaired(form: &Form, answer: &Answer) -> Answer {
    match (form, answer) {
        (Form::Relations(asked), Answer::Relations(labels)) => Answer::Relations(agreeing(asked, labels)),
        (Form::Relations(asked), Answer::Detected(found)) => {
            Answer::Detected(agreeing_boxes(asked.kind, found))
        }
        _ => answer.clone(),
    }
}

/// The same for boxes that the answer brings itself.
fn agreeing_boxes(kind: RelationKind, found: &Detected) -> Detected {
    let object =
        |view: usize| move |edges: &_| BoxedObject { class: String::new(), mid: None, edges: *edges, view };
    let objects = found.boxes.iter().map(object(0)).chain(found.boxes2.iter().map(object(1))).collect();
    // Of two pictures, the second number counts the boxes of the second.
    let shift = if kind.views() == 2 { found.boxes.len() } else { 0 };
    let pairs = found.relations.iter().map(|(a, b, _)| [*a, b + shift]).collect();
    let labels: Vec<Label> = found.relations.iter().map(|(.., label)| *label).collect();
    let labels =
        agreeing(&Relations { kind, objects, pairs, parts: Vec::new(), groups: BTreeMap::new() }, &labels);
    let relations = found.relations.iter().zip(labels).map(|(&(a, b, _), label)| (a, b, label)).collect();
    Detected { relations, ..found.clone() }
}

/// The labels with the fewest changes that are symmetric and, for depth, those of one order of all objects. A pair about
/// which nothing was claimed in either direction stays as it is.
fn agreeing(asked: &Relations, labels: &[Label]) -> Vec<Label> {
    let said: BTreeMap<[usize; 2], Label> = asked.pairs.iter().copied().zip(labels.iter().copied()).collect();
    let is_claim = |label: &Label| asked.kind.is_scored(*label);
    let claims = |&[a, b]: &[usize; 2]| [said.get(&[a, b]), said.get(&[b, a]).filter(|_| a != b)];
    if asked.kind == RelationKind::Occlusion {
        let label = |pair: &[usize; 2]| symmetric(*pair, &said, &is_claim);
        return asked.pairs.iter().map(label).collect();
    }
    let mut costs = Costs::new(asked.objects.len(), asked.kind == RelationKind::Depth);
    for (&[a, b], label) in said.iter() {
        if claims(&[a, b]).into_iter().flatten().any(is_claim) {
            let change = |to: Label| u32::from(*label != to);
            costs.add(a, b, [change(Label::Closer), change(Label::Farther), change(Label::Same)]);
        }
    }
    let groups = costs.order();
    let label = |pair: &[usize; 2]| match claims(pair).into_iter().flatten().any(is_claim) {
        false => said[pair],
        true => match groups[pair[0]].cmp(&groups[pair[1]]) {
            std::cmp::Ordering::Less => Label::Closer,
            std::cmp::Ordering::Greater => Label::Farther,
            std::cmp::Ordering::Equal => Label::Same,
        },
    };
    asked.pairs.iter().map(label).collect()
}

/// Where the two directions disagree, a claim beats none; of two claims, that about the pair with the lower number first.
fn symmetric(
    [a, b]: [usize; 2],
    said: &BTreeMap<[usize; 2], Label>,
    is_claim: &impl Fn(&Label) -> bool,
) -> Label {
    let own = said[&[a, b]];
    let Some(back) = said.get(&[b, a]).map(|label| label.mirrored()) else { return own };
    match (is_claim(&own), is_claim(&back)) {
        (true, false) => own,
        (false, true) => back,
        _ if a < b => own,
        _ => back,
    }
}
