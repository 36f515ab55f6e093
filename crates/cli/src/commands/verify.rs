//! `spatiq verify`

use crate::Outcome;
use crate::args::Verify;
use crate::output::{counted, grouped, print, print_json};
use crate::progress::Progress;
use crate::registry::{self, BUILT_IN, STOCK};
use anyhow::bail;
use spatiq_bench::Stock;
use spatiq_bench::dataset::{self, Manifest, Problem, Verdict};
use std::path::Path;
use std::sync::Arc;

/// Runs the command.
pub fn run(args: &Verify) -> anyhow::Result<Outcome> {
    let verdict = check(&args.dir, args.stock.as_deref())?;
    if args.json {
        print_json(&verdict)?;
    } else {
        print(&describe(&args.dir, &verdict))?;
    }
    Ok(if verdict.ok { Outcome::Done } else { Outcome::DoesNotHold })
}

/// Checks a dataset, with progress; `stock` is the folder of the library that it was made from.
pub fn check(dir: &Path, stock: Option<&Path>) -> anyhow::Result<Verdict> {
    let tasks = match library(dir, stock)? {
        None => registry::tasks(),
        Some(stock) => registry::tasks().into_iter().map(|task| registry::stocked(task, &stock)).collect(),
    };
    let mut progress = Progress::new("verifying", 0);
    Ok(dataset::verify(dir, &tasks, |rows, of| progress.at(rows, of, rows))?)
}

/// The library that a dataset was made from, if it was: it must be the one that was named.
fn library(dir: &Path, stock: Option<&Path>) -> anyhow::Result<Option<Arc<dyn Stock>>> {
    let manifest = Manifest::read(dir)?;
    let named = manifest.tasks.iter().filter_map(|task| task.settings.get(STOCK));
    let Some(wanted) = named.into_iter().find(|stock| *stock != BUILT_IN) else { return Ok(None) };
    let shown = dir.display();
    let Some(path) = stock else {
        bail!("{shown} was made from the library {wanted}: name its folder with --stock LIB");
    };
    let library = registry::library(path)?;
    if library.digest() != wanted {
        let (path, other) = (path.display(), library.digest());
        bail!(
            "{shown} was made from the library {wanted}, and {path} is another, {other}: name its own with --stock"
        );
    }
    Ok(Some(library))
}

/// What was found, for people.
pub fn describe(dir: &Path, verdict: &Verdict) -> String {
    let mut text = String::new();
    for problem in &verdict.problems {
        text += &format!("{}\n", line(problem));
    }
    let hidden = verdict.problem_count - verdict.problems.len() as u64;
    if hidden > 0 {
        text += &format!("… and {} more\n", grouped(hidden));
    }
    let judgement = match verdict.problem_count {
        0 => "all of it holds".into(),
        count => counted(count, "problem"),
    };
    let (rows, pictures) = (counted(verdict.rows, "row"), counted(verdict.pictures, "image"));
    let files = counted(verdict.files, "file");
    text + &format!("{}: {rows}, {pictures}, {files} checked: {judgement}", dir.display())
}

fn line(problem: &Problem) -> String {
    let row = problem.row.map_or(String::new(), |row| format!(", row {row}"));
    let id = problem.id.as_ref().map_or(String::new(), |id| format!(" ({id})"));
    format!("{}{row}{id}: {}", problem.file, problem.what)
}
