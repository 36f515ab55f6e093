//! Looking up tasks, presets, solvers and libraries by the names that people type.

use anyhow::{anyhow, bail};
use spatiq_bench::dataset::Library;
use spatiq_bench::{Metric, Preset, SolverSpec, Stock, Task, nearest};
use spatiq_eval::{BUILTIN, CHANCE};
use spatiq_families::FAMILIES;
use std::path::Path;
use std::sync::Arc;

/// The setting that names a library: people name its folder, datasets its digest.
pub const STOCK: &str = "stock";

/// Its value where objects do not come from a library.
pub const BUILT_IN: &str = "csg";

/// Every task of every family.
pub fn tasks() -> Vec<&'static dyn Task> {
    FAMILIES.iter().flat_map(|family| family.tasks).copied().collect()
}

/// The task of that name.
pub fn task(name: &str) -> anyhow::Result<&'static dyn Task> {
    let hint = || nearest(name, tasks().iter().map(|task| task.name()));
    let found = tasks().into_iter().find(|task| task.name() == name);
    found.ok_or_else(|| anyhow!("there is no task `{name}`{}", hint()))
}

/// A task's preset of that name.
pub fn preset(task: &dyn Task, name: &str) -> anyhow::Result<&'static Preset> {
    let hint = || nearest(name, task.presets().iter().map(|preset| preset.name));
    let found = task.presets().iter().find(|preset| preset.name == name);
    found.ok_or_else(|| anyhow!("{} has no preset `{name}`{}", task.name(), hint()))
}

/// The solvers that can answer a task: those that choose, where there is something to choose, and the task's own.
pub fn solvers(task: &dyn Task) -> Vec<&'static SolverSpec> {
    let builtin = match task.metric() {
        Metric::Accuracy if task.has_options() => BUILTIN,
        Metric::Accuracy | Metric::MicroF1 => CHANCE,
        Metric::InkF1 | Metric::FScore => &[],
    };
    builtin.iter().chain(task.solvers()).collect()
}

/// The solver of that name, for a task.
pub fn solver(task: &dyn Task, name: &str) -> anyhow::Result<&'static SolverSpec> {
    let known = solvers(task);
    match known.iter().find(|solver| solver.name == name) {
        Some(solver) => Ok(solver),
        None => {
            bail!("{} has no solver `{name}`{}", task.name(), nearest(name, known.iter().map(|s| s.name)))
        }
    }
}

/// The library in a folder, with all of its files in order.
pub fn library(path: &Path) -> anyhow::Result<Arc<dyn Stock>> {
    let library = Library::open(path)?;
    library.check()?;
    Ok(Arc::new(library))
}

/// A task with a library at hand, if it has a use for one.
pub fn stocked(task: &'static dyn Task, stock: &Arc<dyn Stock>) -> &'static dyn Task {
    // Tasks live as long as the program; a command makes a handful of these.
    task.stocked(Arc::clone(stock)).map_or(task, |task| Box::leak(task))
}
