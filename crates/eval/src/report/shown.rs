//! Single pairs by how hard they are, as in the 2.5VRD paper's figure 3: boxes A and B, the label, the votes.

use super::TaskReport;
use super::boxes::{Named, boxed, picture};
use super::html::escape;
use spatiq_bench::{Answer, Form, Label, Question, RelationKind, Relations};

/// A pair to be shown.
pub struct ShownPair {
    /// What it is shown under.
    pub group: String,
    /// The question that asks about it.
    pub question: Question,
    /// The number of the pair there.
    pub at: usize,
    /// How the first object stands to the second.
    pub label: Label,
    /// What else is known, for people.
    pub remark: String,
}

/// Pairs shown of each group, all of different questions.
const MOST_SHOWN: usize = 4;

/// The groups in the order in which they are shown; others follow.
const ORDER: [&str; 5] = ["easy", "moderate", "difficult", "infeasible", "ambiguous"];

/// Adds the pairs of a question of which there are too few; `remarks` tells what is known about each of its pairs.
pub fn add_pairs(
    shown: &mut Vec<ShownPair>,
    question: &Question,
    truth: &Answer,
    remarks: impl FnOnce() -> Vec<String>,
) {
    let (Form::Relations(asked), Answer::Relations(labels)) = (&question.form, truth) else { return };
    let groups = asked.groups.get("difficulty");
    let group = |at: usize| groups.map_or_else(|| labels[at].word().to_owned(), |groups| groups[at].clone());
    let mut wanted: Vec<(String, usize)> = Vec::new();
    // Of the two directions of a pair the first was labelled.
    for at in (0..asked.pairs.len()).step_by(2) {
        let group = group(at);
        let has = shown.iter().filter(|pair| pair.group == group).count();
        if has < MOST_SHOWN && !wanted.iter().any(|(other, _)| *other == group) {
            wanted.push((group, at));
        }
    }
    if wanted.is_empty() {
        return;
    }
    let remarks = remarks();
    for (group, at) in wanted {
        let remark = remarks.get(at).cloned().unwrap_or_default();
        shown.push(ShownPair { group, question: question.clone(), at, label: labels[at], remark });
    }
}

/// The section.
pub(super) fn section(task: &TaskReport) -> String {
    let mut groups: Vec<&str> = task.shown.iter().map(|pair| pair.group.as_str()).collect();
    groups
        .sort_by_key(|group| (ORDER.iter().position(|known| known == group).unwrap_or(ORDER.len()), *group));
    groups.dedup();
    if groups.is_empty() {
        return String::new();
    }
    let group = |group: &&str| {
        let pairs: String = task.shown.iter().filter(|pair| pair.group == *group).map(card).collect();
        format!("<h4 class=\"group\">{}</h4>\n<div class=\"shown\">\n{pairs}</div>\n", escape(group))
    };
    format!(
        "<section class=\"figure-pairs\">\n<h3>Pairs by difficulty</h3>\n{}</section>\n",
        groups.iter().map(group).collect::<String>()
    )
}

fn card(pair: &ShownPair) -> String {
    let Form::Relations(asked) = &pair.question.form else { return String::new() };
    let objects = asked.pairs[pair.at].map(|at| &asked.objects[at]);
    let named = |nth: usize| Named {
        edges: &objects[nth].edges,
        name: ["A", "B"][nth].into(),
        colour: nth,
        is_found: false,
    };
    let views: String = match asked.kind.views() {
        1 => boxed(picture(&pair.question, 0), &[named(0), named(1)]),
        _ => (0..2).map(|view| boxed(picture(&pair.question, view), &[named(view)])).collect(),
    };
    let class = |nth: usize| {
        format!("<b class=\"box-{nth}\">{}</b> {}", ["A", "B"][nth], escape(&objects[nth].class))
    };
    let remark = match pair.remark.as_str() {
        "" => String::new(),
        remark => format!("<span class=\"note\">{}</span>", escape(remark)),
    };
    format!(
        "<figure><div class=\"views\">{views}</div><figcaption><strong>{}</strong><br>{}, {}<br>{remark}</figcaption>\
         </figure>\n",
        escape(&said(asked.kind, pair.label)),
        class(0),
        class(1),
    )
}

/// A label as a sentence about A and B.
pub(super) fn said(kind: RelationKind, label: Label) -> String {
    let words = match label {
        Label::Closer => "A < B: A is closer",
        Label::Farther => "B < A: B is closer",
        Label::Same => "A = B: equally far",
        Label::None => "no occlusion",
        Label::Occludes => "A occludes B",
        Label::Occluded => "B occludes A",
        Label::Mutual => "mutual occlusion",
        Label::Unsure => "unsure",
        Label::NoMajority => "no majority",
    };
    match (kind, label) {
        (RelationKind::Occlusion, Label::Unsure) => "no claim".into(),
        _ => words.into(),
    }
}

/// What is asked, in a line.
pub(super) fn asked_in_short(asked: &Relations) -> String {
    let pairs = asked.pairs.len();
    match asked.kind {
        RelationKind::Depth => {
            format!(
                "Which of every two objects is closer to the camera? {pairs} ordered pairs are asked about."
            )
        }
        RelationKind::Occlusion => {
            format!(
                "Which of every two objects hides part of the other? {pairs} ordered pairs are asked about."
            )
        }
        RelationKind::DepthAcross => format!(
            "Which is closer to its camera, an object of the first picture or one of the second? {pairs} ordered pairs are \
             asked about."
        ),
    }
}
