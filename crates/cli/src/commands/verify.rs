//! `spatiq verify`

use crate::Outcome;
use crate::args::Verify;
use crate::output::{counted, grouped, print, print_json};
use crate::progress::Progress;
use crate::registry;
use spatiq_bench::dataset::{self, Problem, Verdict};
use std::path::Path;

/// Runs the command.
pub fn run(args: &Verify) -> anyhow::Result<Outcome> {
    let verdict = check(&args.dir)?;
    if args.json {
        print_json(&verdict)?;
    } else {
        print(&describe(&args.dir, &verdict))?;
    }
    Ok(if verdict.ok { Outcome::Done } else { Outcome::DoesNotHold })
}

/// Checks a dataset, with progress.
pub fn check(dir: &Path) -> anyhow::Result<Verdict> {
    let mut progress = Progress::new("verifying", 0);
    Ok(dataset::verify(dir, &registry::tasks(), |rows, of| progress.at(rows, of, rows))?)
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
