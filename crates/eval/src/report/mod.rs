//! The report: one HTML file that shows a dataset and what solvers made of it.
//!
//! [`Report`] is plain data that the caller fills in; [`page`] turns it into a page that needs no other file, no network
//! and no script. The same report gives the same bytes.

mod bars;
mod boxes;
mod cloud;
mod counts;
mod gallery;
mod grid;
mod html;
mod misses;
mod overview;
mod pairs;
mod relations;
mod relations_card;
mod results;
mod rooms;
mod shown;
#[cfg(test)]
mod tests;

pub use shown::{ShownPair, add_pairs};

use crate::probes::ProbeResult;
use crate::{Misses, RunResult};
use html::escape;
use spatiq_bench::{Answer, Figure, Form, Label, Pair, PaperTable, Question, Relations};
use std::collections::BTreeMap;

/// The whole page.
pub fn page(report: &Report) -> String {
    let tasks: String =
        report.tasks.iter().enumerate().map(|(at, task)| task_section(&task_anchor(at), task)).collect();
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n\
         <title>{title} · spatiq report</title>\n<style>\n{style}</style>\n</head>\n<body>\n\
         {header}<main>\n{tasks}</main>\n\
         <footer><p>Made by spatiq {version}. Intervals of solvers are 95 % Wilson intervals (of means: normal), those of \
         blind probes 99.9 %.</p></footer>\n</body>\n</html>\n",
        title = escape(&report.title),
        style = include_str!("style.css"),
        header = overview::header(report),
        version = escape(&report.version),
    )
}

/// What the page shows.
#[derive(Default)]
pub struct Report {
    /// What the dataset is called: normally the name of its folder.
    pub title: String,
    /// The version of spatiq that made it.
    pub version: String,
    /// The seed it was made from.
    pub seed: u64,
    /// How it lies on disk: parquet, folder, webdataset.
    pub format: String,
    /// Its tasks.
    pub tasks: Vec<TaskReport>,
}

/// What the page shows of one task.
#[derive(Default)]
pub struct TaskReport {
    /// `<family>/<task>`.
    pub name: String,
    /// What is asked, in a line.
    pub about: String,
    /// Every setting with its value.
    pub settings: Vec<SettingReport>,
    /// What each split holds.
    pub splits: Vec<SplitReport>,
    /// Why attempts made no item, and how often.
    pub rejects: Vec<(String, u64)>,
    /// Questions for the gallery; those of one level stand together.
    pub examples: Vec<(Question, Answer)>,
    /// Drawings that help to read questions, by their ids.
    pub figures: BTreeMap<String, Figure>,
    /// What is known about each asked pair, for people, by the questions' ids.
    pub remarks: BTreeMap<String, Vec<String>>,
    /// Pairs that are shown by themselves.
    pub shown: Vec<ShownPair>,
    /// The options that are hardest to tell apart, with the ids of their questions; the closest first.
    pub pairs: Vec<(String, Pair)>,
    /// How solvers did.
    pub results: Vec<RunResult>,
    /// How solvers did that had learnt from this or another task.
    pub transfers: Vec<Transfer>,
    /// Who failed where.
    pub misses: Vec<(String, Misses)>,
    /// How blind probes did.
    pub probes: Vec<ProbeResult>,
    /// What the paper measured. The first row of a table is the setting to compare with.
    pub paper: Vec<&'static PaperTable>,
}

/// What a solver reached that had learnt somewhere.
pub struct Transfer {
    /// The solver.
    pub solver: String,
    /// Where it learnt.
    pub fit: String,
    /// What it was asked.
    pub split: String,
    /// Its score.
    pub value: f64,
}

/// A setting of a task.
pub struct SettingReport {
    /// What `--set` calls it.
    pub name: String,
    /// Its value in this dataset.
    pub value: String,
    /// Its value when nobody says otherwise.
    pub default: String,
    /// What it does, in a line.
    pub about: String,
}

/// What a split of a task holds.
#[derive(Default)]
pub struct SplitReport {
    /// The split's name.
    pub name: String,
    /// Questions.
    pub items: u64,
    /// Pictures; what several questions are about counts once.
    pub pictures: u64,
    /// Tag → value of the tag → questions.
    pub tags: BTreeMap<String, BTreeMap<String, u64>>,
    /// True answer → questions, where answers are letters.
    pub answers: BTreeMap<String, u64>,
    /// What is asked → true answer → questions, where answers are words; every word that may be said is there.
    pub words: BTreeMap<String, BTreeMap<String, u64>>,
    /// What guessing gets right, added up over all questions.
    pub chance: f64,
    /// What is known of pairs, where relations are asked for.
    pub pairs: PairCounts,
}

/// Pairs of objects, each counted in the direction in which it was labelled.
#[derive(Default)]
pub struct PairCounts {
    /// All of them.
    pub labelled: u64,
    /// Class → objects.
    pub objects: BTreeMap<String, u64>,
    /// Label → pairs.
    pub labels: BTreeMap<&'static str, u64>,
    /// Group → value → pairs.
    pub groups: BTreeMap<String, BTreeMap<String, u64>>,
    /// Class → label of objects of it → pairs, in either direction.
    pub classes: ByLabel,
    /// Classes of both → label → pairs, in either direction.
    pub both: ByLabel,
}

/// Something → label → pairs.
pub type ByLabel = BTreeMap<String, BTreeMap<&'static str, u64>>;

impl SplitReport {
    /// Counts one more question.
    pub fn add(&mut self, question: &Question, truth: &Answer) {
        self.items += 1;
        self.chance += question.form.chance();
        match (truth, &question.form) {
            (_, Form::Word { vocabulary }) => self.add_word(question, vocabulary, truth.text()),
            (Answer::Relations(labels), Form::Relations(asked)) => self.add_pairs(asked, labels),
            _ if truth.is_text() => *self.answers.entry(truth.text()).or_default() += 1,
            _ => {}
        }
        for (tag, value) in &question.tags {
            *self.tags.entry(tag.clone()).or_default().entry(value.clone()).or_default() += 1;
        }
    }
}

impl SplitReport {
    fn add_word(&mut self, question: &Question, vocabulary: &[String], word: String) {
        let asked = ["sub-type", "answer"].into_iter().filter_map(|tag| question.tags.get(tag).cloned());
        let words = self.words.entry(asked.collect::<Vec<_>>().join(", ")).or_default();
        for word in vocabulary {
            words.entry(word.clone()).or_default();
        }
        *words.entry(word).or_default() += 1;
    }

    /// Counts the pairs of one more question: by label, by group, and by the classes of their objects.
    fn add_pairs(&mut self, asked: &Relations, labels: &[Label]) {
        for object in &asked.objects {
            *self.pairs.objects.entry(object.class.clone()).or_default() += 1;
        }
        for (at, (pair, label)) in asked.pairs.iter().zip(labels).enumerate() {
            // Of the two directions of a pair the one is counted that was labelled.
            if at % 2 == 1 {
                continue;
            }
            self.pairs.labelled += 1;
            *self.pairs.labels.entry(label.word()).or_default() += 1;
            for (group, values) in asked.groups.iter().filter(|(group, _)| *group == "difficulty") {
                let counts = self.pairs.groups.entry(group.clone()).or_default();
                *counts.entry(values[at].clone()).or_default() += 1;
            }
            let [a, b] = pair.map(|at| asked.objects[at].class.clone());
            for (of, label) in [(a.clone(), *label), (b.clone(), label.mirrored())] {
                *self.pairs.classes.entry(of).or_default().entry(label.word()).or_default() += 1;
            }
            let both = [(format!("{a}, {b}"), *label), (format!("{b}, {a}"), label.mirrored())];
            // Two of one class are the same either way.
            for (classes, label) in both.into_iter().take(if a == b { 1 } else { 2 }) {
                *self.pairs.both.entry(classes).or_default().entry(label.word()).or_default() += 1;
            }
        }
    }
}

impl TaskReport {
    fn items(&self) -> u64 {
        self.splits.iter().map(|split| split.items).sum()
    }

    /// What guessing would score; `None` where nobody would guess.
    fn chance(&self) -> Option<f64> {
        let all: f64 = self.splits.iter().map(|split| split.chance).sum();
        (all > 0.0).then(|| all / self.items() as f64)
    }
}

/// Names come from outside, so anchors are made of numbers.
fn task_anchor(at: usize) -> String {
    format!("task-{}", at + 1)
}

fn task_section(anchor: &str, task: &TaskReport) -> String {
    format!(
        "<section class=\"task\" id=\"{anchor}\">\n<h2>{name}</h2>\n<p class=\"about\">{about}</p>\n\
         {shown}{gallery}{pairs}{results}{misses}{probes}{relations}{counts}</section>\n",
        name = escape(&task.name),
        about = escape(&task.about),
        shown = shown::section(task),
        gallery = gallery::section(task),
        pairs = pairs::section(task),
        results = results::solvers(task),
        misses = misses::section(task),
        probes = results::probes(task),
        relations = relations::section(task),
        counts = counts::sections(task),
    )
}
