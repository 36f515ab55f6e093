//! `spatiq eval`

use crate::Outcome;
use crate::args::Eval;
use crate::commands::answers::Lines;
use crate::output::{check_target, grouped, print, print_json, table, write_whole};
use crate::progress::Progress;
use crate::registry;
use anyhow::{Context, bail};
use spatiq_bench::dataset::{Dataset, TaskRecord};
use spatiq_bench::{Answer, Question, Settings, SolverSpec, Split, Task, nearest};
use spatiq_eval::{Job, RunResult};
use std::path::Path;

/// Examples that a solver learns from, at most: they are held in memory.
const MOST_EXAMPLES: usize = 4_000;

/// Runs the command.
pub fn run(args: &Eval) -> anyhow::Result<Outcome> {
    let dataset = Dataset::open(&args.dir)?;
    if let Some(path) = &args.out {
        check_target(path, &args.dir, &[])?;
    }
    let mut lines = match &args.out {
        Some(path) => Lines::beside(path, &args.dir)?,
        None => Lines::default(),
    };
    let mut results = Vec::new();
    for (record, task, solver) in pairs(&asked(&dataset, args.task.as_deref())?, &args.solver)? {
        let given = args.settings.iter().map(|(name, value)| (name.as_str(), value.as_str()));
        let settings =
            Settings::new(solver.settings, given).with_context(|| format!("solver {}", solver.name))?;
        let exam =
            Exam { task, solver, settings: &settings, split: args.split, limit: args.limit, fit: args.fit };
        results.push(take(&dataset, record, &exam, &mut lines)?);
    }
    if let Some(path) = &args.out {
        write_whole(path, lines.text.as_bytes())?;
    }
    if args.json {
        print_json(&results)?;
    } else {
        print(&describe(&results, true))?;
    }
    Ok(Outcome::Done)
}

/// The tasks of the dataset that are asked for.
fn asked<'a>(dataset: &'a Dataset, only: Option<&str>) -> anyhow::Result<Vec<&'a TaskRecord>> {
    let tasks = &dataset.manifest.tasks;
    let Some(name) = only else { return Ok(tasks.iter().collect()) };
    match tasks.iter().find(|task| task.task == name) {
        Some(task) => Ok(vec![task]),
        None => bail!(
            "the dataset has no task `{name}`{}",
            nearest(name, tasks.iter().map(|task| task.task.as_str()))
        ),
    }
}

/// The tasks that a solver can answer, each with it. Those that it cannot are passed over if there are others.
fn pairs<'a>(
    records: &[&'a TaskRecord],
    solver: &str,
) -> anyhow::Result<Vec<(&'a TaskRecord, &'static dyn Task, &'static SolverSpec)>> {
    let mut pairs = Vec::new();
    let mut refused = Vec::new();
    for record in records {
        let task = registry::task(&record.task)?;
        match registry::solver(task, solver) {
            Ok(solver) => pairs.push((*record, task, solver)),
            Err(error) => refused.push(error),
        }
    }
    match refused.into_iter().next() {
        Some(error) if pairs.is_empty() => Err(error),
        Some(error) => {
            eprintln!("note: {error}; passed over");
            Ok(pairs)
        }
        None => Ok(pairs),
    }
}

/// Who answers which questions.
pub struct Exam<'a> {
    pub task: &'static dyn Task,
    pub solver: &'static SolverSpec,
    pub settings: &'a Settings,
    /// `None` for the test split if there is one, else all.
    pub split: Option<Split>,
    pub limit: Option<u64>,
    /// Where to learn from.
    pub fit: Split,
}

/// Lets a solver take the exam; appends a JSON line for each answer.
pub fn take(
    dataset: &Dataset,
    record: &TaskRecord,
    exam: &Exam,
    lines: &mut Lines,
) -> anyhow::Result<RunResult> {
    let parts = || dataset.manifest.parts.iter().filter(|part| part.task == record.task);
    let has = |split: Split| parts().any(|part| part.split == split);
    let split = exam.split.or(has(Split::Test).then_some(Split::Test));
    if let Some(split) = split.filter(|split| !has(*split)) {
        bail!("{} has no questions in split {split} here", record.task);
    }
    let examples = if exam.solver.learns { examples(dataset, record, exam)? } else { Vec::new() };
    let limit = exam.limit.map_or(usize::MAX, |limit| limit as usize);
    let questions =
        dataset.questions(&record.task, split).take(limit).map(|result| result.map_err(anyhow::Error::from));
    let total: u64 = parts().filter(|part| split.is_none_or(|s| s == part.split)).map(|part| part.rows).sum();
    if total == 0 {
        bail!("{} has no questions here", record.task);
    }
    let total = total.min(exam.limit.unwrap_or(u64::MAX));
    let job = Job {
        task: &record.task,
        split: split.map_or("all", Split::name),
        metric: exam.task.metric(),
        solver: exam.solver,
        settings: exam.settings,
    };
    let mut progress = Progress::new("solving", total);
    let mut done = 0;
    spatiq_eval::run(&job, &examples, questions, |outcome| {
        lines.put(outcome)?;
        done += 1;
        progress.at(done, total, done);
        Ok(())
    })
}

fn examples(dataset: &Dataset, record: &TaskRecord, exam: &Exam) -> anyhow::Result<Vec<(Question, Answer)>> {
    let examples: Vec<_> =
        dataset.questions(&record.task, Some(exam.fit)).take(MOST_EXAMPLES).collect::<Result<_, _>>()?;
    if examples.is_empty() {
        let (solver, task, fit) = (exam.solver.name, &record.task, exam.fit);
        bail!("{solver} learns from examples and {task} has none in split {fit}: name another with --fit");
    }
    Ok(examples)
}

/// Results for people, with or without their parts by level and other tags.
pub fn describe(results: &[RunResult], with_parts: bool) -> String {
    let percent = |value: f64| format!("{:.2} %", 100.0 * value);
    let interval = |[low, high]: [f64; 2]| format!("{:.2} to {:.2}", 100.0 * low, 100.0 * high);
    let head = ["task", "solver", "split", "", "items", "invalid", "score", "95 % interval"];
    let mut rows = vec![head.map(String::from).to_vec()];
    for result in results {
        let score = &result.score;
        let name = format!("{} ({})", percent(score.value), score.metric);
        let cells = [&result.task, &result.solver, &result.split].map(String::clone);
        let numbers =
            [String::new(), grouped(score.items), grouped(score.invalid), name, interval(score.ci95)];
        rows.push(cells.into_iter().chain(numbers).collect());
        for (tag, values) in score.by.iter().filter(|(_, values)| with_parts && values.len() > 1) {
            for (value, part) in values {
                let blank = || String::new();
                let cells =
                    [blank(), blank(), blank(), format!("{tag} {value}"), grouped(part.items), blank()];
                rows.push(cells.into_iter().chain([percent(part.value), interval(part.ci95)]).collect());
            }
        }
    }
    let notes = results.iter().filter(|_| with_parts).map(notes);
    table(&rows) + &notes.collect::<String>()
}

/// Other figures of a result, and why answers were invalid.
fn notes(result: &RunResult) -> String {
    let mut text = String::new();
    for (name, value) in &result.score.also {
        text += &format!("{}: {name} {value:.4}\n", result.task);
    }
    for (why, (times, first)) in &result.faults.0 {
        text += &format!("{}: {} invalid: {why} (first: {first})\n", result.task, grouped(*times));
    }
    text
}

/// Where a run's solver name comes from: the file's name.
pub fn solver_of(path: &Path) -> String {
    path.file_stem().map_or("answers".into(), |stem| stem.to_string_lossy().into_owned())
}
