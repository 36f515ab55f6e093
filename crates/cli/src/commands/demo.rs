//! `spatiq demo`: everything at once, small.

use crate::Outcome;
use crate::args::Demo;
use crate::commands::answers::Lines;
use crate::commands::eval::{Exam, take};
use crate::commands::results::describe;
use crate::commands::{generate, report, verify};
use crate::output::{print, write_whole};
use crate::progress::Stopwatch;
use crate::registry;
use anyhow::bail;
use spatiq_bench::dataset::{Dataset, Format, Plan, TaskPlan};
use spatiq_bench::{Settings, SolverSpec, Split, Task};
use std::collections::BTreeMap;

/// Questions in each split: enough for a first impression, and fewer where a solver thinks long. Nobody learns to make answers.
fn counts(task: &dyn Task) -> BTreeMap<Split, u64> {
    let (train, test) = match (task.is_slow(), task.metric().is_proportion()) {
        (false, _) => (120, 120),
        (true, true) => (12, 12),
        (true, false) => (2, 6),
    };
    BTreeMap::from([(Split::Train, train), (Split::Test, test)])
}

/// Runs the command.
pub fn run(args: &Demo) -> anyhow::Result<Outcome> {
    let watch = Stopwatch::start();
    let dir = args.out.join("dataset");
    let foreign = args.out.exists()
        && !dir.exists()
        && std::fs::read_dir(&args.out).map_or(true, |mut entries| entries.next().is_some());
    if foreign {
        bail!("{} is neither empty nor a demo of ours; nothing was touched", args.out.display());
    }
    let mut tasks = Vec::new();
    for task in registry::tasks() {
        let settings = Settings::new(task.settings(), [])?;
        tasks.push(TaskPlan { task, preset: None, settings, counts: counts(task) });
    }
    let plan = Plan { seed: 1, format: Format::Parquet, imported: None, shard: None, tasks };
    let summary = generate::make(&plan, &dir)?;
    print(&generate::describe(&dir, &summary, &watch))?;
    let verdict = verify::check(&dir, None)?;
    print(&verify::describe(&dir, &verdict))?;
    if !verdict.ok {
        return Ok(Outcome::DoesNotHold);
    }

    let dataset = Dataset::open(&dir)?;
    let mut runs = Vec::new();
    let mut results = Vec::new();
    for name in solver_names() {
        let path = args.out.join("runs").join(format!("{name}.jsonl"));
        let mut lines = Lines::beside(&path, &dir)?;
        for record in &dataset.manifest.tasks {
            let task = registry::task(&record.task)?;
            let Ok(solver) = registry::solver(task, name) else { continue };
            let settings = Settings::new(solver.settings, [])?;
            let exam =
                Exam { task, solver, settings: &settings, split: None, limit: None, fit: None, fit_on: &[] };
            results.push(take(&dataset, record, &exam, &mut lines)?);
        }
        write_whole(&path, lines.text.as_bytes())?;
        runs.push(path);
    }
    results.sort_by(|a, b| a.task.cmp(&b.task).then(b.score.value.total_cmp(&a.score.value)));
    print(&format!("\n{}", describe(&results, false)))?;
    let page = args.out.join("report.html");
    report::write(&dir, &runs, &page)?;
    print(&format!("done in {:.0} s; now open {}", watch.seconds(), page.display()))?;
    Ok(Outcome::Done)
}

/// Every solver of any task, once.
fn solver_names() -> Vec<&'static str> {
    let mut names: Vec<&str> = Vec::new();
    for SolverSpec { name, .. } in registry::tasks().into_iter().flat_map(registry::solvers) {
        if !names.contains(name) {
            names.push(name);
        }
    }
    names
}
