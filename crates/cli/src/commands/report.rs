//! `spatiq report`

use crate::Outcome;
use crate::args;
use crate::commands::results::solver_of;
use crate::commands::score;
use crate::output::{check_target, print, write_whole};
use crate::progress::Progress;
use crate::registry;
use anyhow::Context;
use serde_json::Value;
use spatiq_bench::dataset::{Dataset, Manifest, TaskRecord};
use spatiq_bench::{Answer, Figure, Form, Item, Pair, Question, Scene, Split, Task};
use spatiq_eval::report::{
    Report, SettingReport, ShownPair, SplitReport, TaskReport, Transfer, add_pairs, page,
};
use spatiq_eval::{BUILTIN, Judge, RunResult, probes};
use spatiq_families::FAMILIES;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Questions shown of each level.
const EXAMPLES_OF_A_LEVEL: usize = 3;

/// Pictures shown with all that is asked about them, where questions share their pictures.
const SHARED_PICTURES: usize = 4;

/// Pairs of options shown, those that differ least.
const PAIRS: usize = 6;

/// Answers of a solver shown, the worst of them.
const WORST: usize = 4;

/// Questions that the blind probes look at.
const PROBED: usize = 2_000;

/// Runs the command.
pub fn run(args: &args::Report) -> anyhow::Result<Outcome> {
    write(&args.dir, &args.runs, &args.out)?;
    print(&format!("wrote {}", args.out.display()))?;
    Ok(Outcome::Done)
}

/// Writes the page of a dataset and runs on it.
pub fn write(dir: &Path, runs: &[PathBuf], out: &Path) -> anyhow::Result<()> {
    let dataset = Dataset::open(dir)?;
    check_target(out, dir, runs)?;
    let mut judges = Vec::new();
    let (tables, runs): (Vec<&PathBuf>, Vec<&PathBuf>) = runs.iter().partition(|path| is_json(path));
    for path in runs {
        let judge = score::read(path, &dataset)?;
        // Nobody learns anything from where a guess is wrong.
        let guesses = is_guessing(&solver_of(path));
        judges.push((path, if guesses { judge } else { judge.keep_worst(WORST) }));
    }
    let total = dataset.manifest.parts.iter().map(|part| part.rows).sum();
    let mut reading =
        Reading { dataset: &dataset, judges, progress: Progress::new("reading", total), rows: 0, total };
    let mut tasks = Vec::new();
    for record in &dataset.manifest.tasks {
        tasks.push(reading.task(record)?);
    }
    for mut result in reading.results()? {
        // Older files do not tell what was given: a run that bears the name of a solver of ours was given what that one is.
        if result.privileged.is_empty()
            && let Ok(spec) =
                registry::task(&result.task).and_then(|task| registry::solver(task, &result.solver))
        {
            result.privileged = spec.privileged.iter().map(|given| (*given).into()).collect();
        }
        let of_task = tasks.iter_mut().filter(|task: &&mut TaskReport| task.name == result.task);
        of_task.for_each(|task| task.results.push(result.clone()));
    }
    for path in tables {
        for (task, transfer) in transfers(path).with_context(|| path.display().to_string())? {
            let of_task = tasks.iter_mut().find(|other: &&mut TaskReport| other.name == task);
            of_task
                .with_context(|| format!("{}: the dataset has no {task}", path.display()))?
                .transfers
                .push(transfer);
        }
    }
    let manifest = &dataset.manifest;
    let report = Report {
        title: title(manifest),
        version: manifest.spatiq.clone(),
        seed: manifest.seed,
        format: manifest.format.name().into(),
        tasks,
    };
    write_whole(out, page(&report).as_bytes())
}

/// The tasks, or the families of many.
fn title(manifest: &Manifest) -> String {
    let names: Vec<&str> = manifest.tasks.iter().map(|record| record.task.as_str()).collect();
    if names.len() <= 3 {
        return names.join(", ");
    }
    let mut families: Vec<&str> = names.iter().map(|name| name.split('/').next().unwrap_or(name)).collect();
    families.dedup();
    format!("{} tasks of {}", names.len(), families.join(", "))
}

/// One pass over the dataset, collecting all that the page shows.
struct Reading<'a> {
    dataset: &'a Dataset,
    judges: Vec<(&'a PathBuf, Judge)>,
    progress: Progress,
    rows: u64,
    total: u64,
}

impl Reading<'_> {
    fn task(&mut self, record: &TaskRecord) -> anyhow::Result<TaskReport> {
        let task = registry::task(&record.task)?;
        let mut splits = Vec::new();
        let mut probed = Vec::new();
        let mut examples = Vec::new();
        let mut explained = Explained::new(task);
        // The test split comes first: that is where examples and probes are taken from, if it is large enough.
        for split in Split::ALL.into_iter().rev().filter(|split| record.splits.contains_key(split)) {
            let report = self.split(record, split, |question, truth, evidence, scenes, is_answered| {
                let is_example = examples_wanted(&examples, question);
                if is_example {
                    examples.push((question.clone(), truth.clone()));
                }
                explained.see(question, truth, evidence, scenes, is_example, is_answered);
                if probed.len() < PROBED && matches!(question.form, Form::Choice(_)) {
                    probed.push((question.clone(), truth.clone()));
                }
            })?;
            splits.insert(0, report);
        }
        let mut misses = Vec::new();
        for (path, judge) in &mut self.judges {
            misses.extend(judge.worst(&record.task).map(|worst| (solver_of(path), worst)));
        }
        let missed = misses.iter().flat_map(|(_, misses)| &misses.worst);
        explained.add(missed.map(|miss| (&miss.question, &miss.truth)));
        examples.sort_by(|(a, _), (b, _)| (level(a), &a.id).cmp(&(level(b), &b.id)));
        let settings = task.settings().iter().map(|setting| SettingReport {
            name: setting.name.into(),
            value: record.settings.get(setting.name).cloned().unwrap_or_default(),
            default: setting.default.into(),
            about: setting.about.into(),
        });
        Ok(TaskReport {
            name: record.task.clone(),
            about: task.about().into(),
            settings: settings.collect(),
            splits,
            rejects: rejects(self.dataset, &record.task),
            examples,
            pairs: explained.pairs(),
            figures: explained.figures,
            remarks: explained.remarks,
            shown: explained.shown,
            results: Vec::new(),
            transfers: Vec::new(),
            misses,
            probes: probes::measure(&probed),
            paper: FAMILIES.iter().flat_map(|f| f.paper).filter(|table| table.task == record.task).collect(),
        })
    }

    fn split(
        &mut self,
        record: &TaskRecord,
        split: Split,
        mut look: impl FnMut(&Question, &Answer, &str, &[Arc<Scene>], bool),
    ) -> anyhow::Result<SplitReport> {
        let parts = self.dataset.manifest.parts.iter();
        let parts = parts.filter(|part| part.task == record.task && part.split == split);
        let pictures = parts.map(|part| part.pictures).sum();
        let mut report = SplitReport { name: split.name().into(), pictures, ..SplitReport::default() };
        for row in self.dataset.rows(&record.task, Some(split)) {
            let row = row?;
            let (evidence, scenes) = (row.columns.evidence.clone(), row.scenes.clone());
            let (question, truth) = row.question()?;
            report.add(&question, &truth);
            let is_answered = self.judges.iter().any(|(_, judge)| judge.has(&question.id));
            for (_, judge) in self.judges.iter_mut().filter(|(_, judge)| judge.has(&question.id)) {
                judge.see(&question, &truth);
            }
            look(&question, &truth, &evidence, &scenes, is_answered);
            self.rows += 1;
            self.progress.at(self.rows, self.total, self.rows);
        }
        Ok(report)
    }

    /// The runs' results; each is over the questions that its file answers.
    fn results(self) -> anyhow::Result<Vec<RunResult>> {
        let mut results = Vec::new();
        for (path, judge) in self.judges {
            results.extend(judge.finish(&solver_of(path)).with_context(|| path.display().to_string())?);
        }
        Ok(results)
    }
}

/// What a task has to say about its questions beyond their pictures.
struct Explained {
    task: &'static dyn Task,
    /// By the questions' ids.
    figures: BTreeMap<String, Figure>,
    /// What is known about pairs, by the questions' ids.
    remarks: BTreeMap<String, Vec<String>>,
    /// Pairs that are shown by themselves.
    shown: Vec<ShownPair>,
    /// The evidence of questions that were answered and may have to be shown.
    answered: BTreeMap<String, String>,
    /// Distance, id and evidence of the questions with the most similar options, the closest first.
    closest: Vec<(u64, String, String)>,
}

impl Explained {
    fn new(task: &'static dyn Task) -> Self {
        Self {
            task,
            figures: BTreeMap::new(),
            remarks: BTreeMap::new(),
            shown: Vec::new(),
            answered: BTreeMap::new(),
            closest: Vec::new(),
        }
    }

    fn see(
        &mut self,
        question: &Question,
        truth: &Answer,
        evidence: &str,
        scenes: &[Arc<Scene>],
        is_example: bool,
        is_answered: bool,
    ) {
        if is_example {
            self.explain(question, truth, evidence.into(), scenes.to_vec());
        }
        let task = self.task;
        add_pairs(&mut self.shown, question, truth, || {
            let (question, truth) = (question.clone(), truth.clone());
            task.pair_remarks(&Item { question, truth, evidence: evidence.into(), scenes: scenes.to_vec() })
        });
        if is_answered {
            self.answered.insert(question.id.clone(), evidence.into());
        }
        if let Some(distance) = self.task.distance(evidence) {
            let at = self.closest.partition_point(|(other, ..)| *other <= distance);
            if at < PAIRS {
                self.closest.insert(at, (distance, question.id.clone(), evidence.into()));
                self.closest.truncate(PAIRS);
            }
        }
    }

    /// Adds the figures of questions that were answered.
    fn add<'a>(&mut self, questions: impl Iterator<Item = (&'a Question, &'a Answer)>) {
        for (question, truth) in questions {
            // What is an example was explained when its scenes were at hand.
            if let Some(evidence) = self.answered.remove(&question.id)
                && !self.figures.contains_key(&question.id)
            {
                self.explain(question, truth, evidence, Vec::new());
            }
        }
        self.answered.clear();
    }

    fn explain(&mut self, question: &Question, truth: &Answer, evidence: String, scenes: Vec<Arc<Scene>>) {
        let item = Item { question: question.clone(), truth: truth.clone(), evidence, scenes };
        self.remarks.insert(question.id.clone(), self.task.pair_remarks(&item));
        self.figures.extend(self.task.figure(&item).map(|figure| (item.question.id, figure)));
    }

    /// The most similar options.
    fn pairs(&self) -> Vec<(String, Pair)> {
        let pair =
            |(_, id, evidence): &(u64, String, String)| Some((id.clone(), self.task.most_similar(evidence)?));
        self.closest.iter().filter_map(pair).collect()
    }
}

/// Whether a file is not of answers, but of what `eval --transfer --json` printed.
fn is_json(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending == "json")
}

/// What solvers reached that learnt somewhere, each with the task that they were asked.
fn transfers(path: &Path) -> anyhow::Result<Vec<(String, Transfer)>> {
    let results: Vec<Value> =
        serde_json::from_slice(&std::fs::read(path)?).context("it is no list of results")?;
    let read = |result: &Value| {
        let text = |name: &str| result[name].as_str().map(str::to_owned);
        let fit: Option<Vec<&str>> = result["fit"].as_array()?.iter().map(Value::as_str).collect();
        let (solver, split, value) = (text("solver")?, text("split")?, result["value"].as_f64()?);
        Some((text("task")?, Transfer { solver, fit: fit?.join(" and "), split, value }))
    };
    let wanted = "it is not what `eval --transfer --json` prints; runs are files that end with .jsonl";
    results.iter().map(|result| read(result).context(wanted)).collect()
}

/// Whether a solver answers without looking.
fn is_guessing(solver: &str) -> bool {
    let knows_the_question_only = solver.starts_with("q-type-");
    knows_the_question_only
        || probes::is_probe(solver)
        || BUILTIN.iter().any(|guessing| guessing.name == solver)
}

fn level(question: &Question) -> Option<&String> {
    question.tags.get("level")
}

fn examples_wanted(examples: &[(Question, Answer)], question: &Question) -> bool {
    if matches!(question.form, Form::Word { .. }) {
        let pictures = |question: &Question| question.pictures.first().map(|picture| picture.png.clone());
        let mut shown: Vec<_> = examples.iter().map(|(other, _)| pictures(other)).collect();
        shown.dedup();
        return shown.len() < SHARED_PICTURES || shown.contains(&pictures(question));
    }
    examples.iter().filter(|(other, _)| level(other) == level(question)).count() < EXAMPLES_OF_A_LEVEL
}

/// Rejected attempts of a task by reason, the commonest first.
fn rejects(dataset: &Dataset, task: &str) -> Vec<(String, u64)> {
    let mut reasons: BTreeMap<&String, u64> = BTreeMap::new();
    for (reason, count) in
        dataset.manifest.parts.iter().filter(|part| part.task == task).flat_map(|p| &p.rejected)
    {
        *reasons.entry(reason).or_default() += count;
    }
    let mut reasons: Vec<(String, u64)> =
        reasons.into_iter().map(|(reason, count)| (reason.clone(), count)).collect();
    reasons.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    reasons
}
