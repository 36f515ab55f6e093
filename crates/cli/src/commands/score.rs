//! `spatiq score`

use crate::Outcome;
use crate::args::Score;
use crate::commands::answers::opener;
use crate::commands::eval::{describe, solver_of};
use crate::output::{print, print_json};
use anyhow::{Context, bail};
use spatiq_bench::dataset::Dataset;
use spatiq_eval::Judge;
use std::fs::File;
use std::io::Read;
use std::path::Path;

/// Runs the command.
pub fn run(args: &Score) -> anyhow::Result<Outcome> {
    let dataset = Dataset::open(&args.dir)?;
    let mut judge = read(&args.answers)?;
    for (task, splits) in judge.touched().clone() {
        for split in splits {
            for question in dataset.questions(&task, Some(split)) {
                let (question, truth) = question?;
                judge.see(&question, &truth);
            }
        }
    }
    let results =
        judge.finish(&solver_of(&args.answers)).with_context(|| args.answers.display().to_string())?;
    if args.json {
        print_json(&results)?;
    } else {
        print(&describe(&results, true))?;
    }
    Ok(Outcome::Done)
}

/// Larger files of answers are a mistake, or have no end.
const MOST_BYTES: u64 = 1 << 30;

/// Reads a file of answers.
pub fn read(path: &Path) -> anyhow::Result<Judge> {
    let mut bytes = Vec::new();
    let file = File::open(path).and_then(|file| file.take(MOST_BYTES + 1).read_to_end(&mut bytes));
    file.with_context(|| format!("cannot read {}", path.display()))?;
    if bytes.len() as u64 > MOST_BYTES {
        bail!("{} has more than {MOST_BYTES} bytes", path.display());
    }
    let text = String::from_utf8(bytes).map_err(|error| {
        let before = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = 1 + before.iter().filter(|byte| **byte == b'\n').count();
        anyhow::anyhow!("{}: line {line}: not UTF-8 text", path.display())
    })?;
    // Some editors begin a file with a byte order mark.
    Judge::read(text.trim_start_matches('\u{feff}'), opener(path)).with_context(|| path.display().to_string())
}
