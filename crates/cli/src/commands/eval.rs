//! `spatiq eval`

use crate::Outcome;
use crate::args::Eval;
use crate::commands::answers::Lines;
use crate::commands::results::describe;
use crate::commands::transfer;
use crate::output::{check_target, print, print_json, write_whole};
use crate::progress::Progress;
use crate::registry;
use anyhow::{Context, bail};
use spatiq_bench::dataset::{Dataset, TaskRecord};
use spatiq_bench::{Answer, Kind, Question, Settings, SolverSpec, Split, Task, nearest};
use spatiq_eval::{Job, RunResult};

/// Bytes of pictures in the examples that a solver learns from, at most: they are held in memory.
const MOST_EXAMPLE_BYTES: usize = 1 << 28;

/// Runs the command.
pub fn run(args: &Eval) -> anyhow::Result<Outcome> {
    let dataset = Dataset::open(&args.dir)?;
    if args.transfer {
        return transfer::run(&dataset, args);
    }
    if let Some(path) = &args.out {
        check_target(path, &args.dir, &[])?;
    }
    let mut lines = match &args.out {
        Some(path) => Lines::beside(path, &args.dir)?,
        None => Lines::default(),
    };
    let fit_on = args.fit_on.iter().map(|name| named(&dataset, name)).collect::<anyhow::Result<Vec<_>>>()?;
    let mut results = Vec::new();
    for (record, task, solver) in pairs(&asked(&dataset, args.task.as_deref())?, &args.solver)? {
        let settings = settings(args, solver)?;
        let exam = Exam {
            task,
            solver,
            settings: &settings,
            split: args.split,
            limit: args.limit,
            fit: args.fit,
            fit_on: &fit_on,
        };
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

/// A solver's settings as they are given.
pub fn settings(args: &Eval, solver: &SolverSpec) -> anyhow::Result<Settings> {
    let given = args.settings.iter().map(|(name, value)| (name.as_str(), value.as_str()));
    Settings::new(solver.settings, given).with_context(|| format!("solver {}", solver.name))
}

/// The tasks of the dataset that are asked for.
fn asked<'a>(dataset: &'a Dataset, only: Option<&str>) -> anyhow::Result<Vec<&'a TaskRecord>> {
    match only {
        Some(name) => Ok(vec![named(dataset, name)?]),
        None => Ok(dataset.manifest.tasks.iter().collect()),
    }
}

/// The task of that name in the dataset.
pub fn named<'a>(dataset: &'a Dataset, name: &str) -> anyhow::Result<&'a TaskRecord> {
    let tasks = &dataset.manifest.tasks;
    match tasks.iter().find(|task| task.task == name) {
        Some(task) => Ok(task),
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
    /// Where to learn from; `None` for the train split, and only if the solver cannot do without.
    pub fit: Option<Split>,
    /// The tasks to learn from; none for the one that is answered.
    pub fit_on: &'a [&'a TaskRecord],
}

impl Exam<'_> {
    /// Whether the solver cannot do without examples; one that repairs another's answers learns what that one learns.
    fn learns(&self) -> bool {
        let of = self.settings.iter().find(|(name, _)| *name == "of").map(|(_, of)| of);
        let inner = of.and_then(|of| registry::solver(self.task, of).ok());
        self.solver.learns || inner.is_some_and(|inner| inner.learns)
    }

    /// Whether there is anything that the solver would learn.
    pub fn may_learn(&self) -> bool {
        self.learns() || self.solver.settings.iter().any(|setting| matches!(setting.kind, Kind::Fitted(..)))
    }
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
    let wants_fit = exam.fit.is_some() || !exam.fit_on.is_empty();
    let fits = exam.learns() || (wants_fit && exam.may_learn());
    let own = [record];
    let sources = if exam.fit_on.is_empty() { &own[..] } else { exam.fit_on };
    let examples = if fits { examples(dataset, sources, exam)? } else { Vec::new() };
    let limit = exam.limit.map_or(usize::MAX, |limit| limit as usize);
    let questions =
        dataset.posed(&record.task, split).take(limit).map(|result| result.map_err(anyhow::Error::from));
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
    let mut result = spatiq_eval::run(&job, &examples, questions, |outcome| {
        lines.put(outcome)?;
        done += 1;
        progress.at(done, total, done);
        Ok::<_, anyhow::Error>(())
    })?;
    if fits {
        let fit = exam.fit.unwrap_or(Split::Train);
        result.fit = sources.iter().map(|source| format!("{}/{fit}", source.task)).collect();
    }
    Ok(result)
}

/// What a solver learns from. One that cannot do without looks at words and boxes; one that chooses its margins looks at
/// pictures too.
fn examples(
    dataset: &Dataset,
    sources: &[&TaskRecord],
    exam: &Exam,
) -> anyhow::Result<Vec<(Question, Answer)>> {
    let fit = exam.fit.unwrap_or(Split::Train);
    let mut examples = Vec::new();
    let mut bytes = 0;
    for source in sources {
        let before = examples.len();
        let questions: Box<dyn Iterator<Item = _>> = match exam.learns() {
            true => Box::new(dataset.questions_in_words(&source.task, Some(fit))),
            false => Box::new(dataset.questions(&source.task, Some(fit))),
        };
        for question in questions {
            let (question, truth) = question?;
            bytes += question.pictures.iter().map(|picture| picture.png.len()).sum::<usize>();
            if bytes > MOST_EXAMPLE_BYTES {
                break;
            }
            examples.push((question, truth));
        }
        if examples.len() == before {
            let (solver, task) = (exam.solver.name, &source.task);
            bail!(
                "{solver} learns from examples and {task} has none in split {fit}: name another with --fit"
            );
        }
    }
    Ok(examples)
}
