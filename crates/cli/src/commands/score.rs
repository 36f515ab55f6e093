//! `spatiq score`

use crate::Outcome;
use crate::args::Score;
use crate::commands::answers::opener;
use crate::commands::results::{describe, solver_of};
use crate::output::{print, print_json};
use anyhow::{Context, bail};
use spatiq_bench::dataset::Dataset;
use spatiq_bench::{Answer, Task};
use spatiq_eval::Judge;
use spatiq_families::vrd25::released::{self, FileText};
use spatiq_families::vrd25::{ACROSS_DEPTH, WITHIN_DEPTH, WITHIN_OCCLUSION, as_released, repaired};
use std::fs::File;
use std::io::Read;
use std::path::Path;

/// Runs the command.
pub fn run(args: &Score) -> anyhow::Result<Outcome> {
    let dataset = Dataset::open(&args.dir)?;
    let mut judge = read(&args.answers, &dataset)?;
    if args.ordered {
        judge = judge.repairing(repaired);
    }
    for (task, splits) in judge.touched().clone() {
        for split in splits {
            for question in dataset.questions_in_words(&task, Some(split)) {
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

/// Reads a file of answers to questions of a dataset.
pub fn read(path: &Path, dataset: &Dataset) -> anyhow::Result<Judge> {
    let mut bytes = Vec::new();
    let file = File::open(path).and_then(|file| file.take(MOST_BYTES + 1).read_to_end(&mut bytes));
    file.with_context(|| format!("cannot read {}", path.display()))?;
    if bytes.len() as u64 > MOST_BYTES {
        bail!("{} has more than {MOST_BYTES} bytes", path.display());
    }
    if path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("csv")) {
        let lines = released_answers(path, &bytes, dataset)?;
        return Judge::read(&lines, opener(path)).with_context(|| path.display().to_string());
    }
    let text = String::from_utf8(bytes).map_err(|error| {
        let before = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = 1 + before.iter().filter(|byte| **byte == b'\n').count();
        anyhow::anyhow!("{}: line {line}: not UTF-8 text", path.display())
    })?;
    // Some editors begin a file with a byte order mark.
    Judge::read(text.trim_start_matches('\u{feff}'), opener(path)).with_context(|| path.display().to_string())
}

/// Answers in the columns of the 2.5VRD release, as lines of ours.
fn released_answers(path: &Path, bytes: &[u8], dataset: &Dataset) -> anyhow::Result<String> {
    let name = path.display().to_string();
    let mut answers =
        released::answers(FileText { name: &name, bytes }).map_err(|fault| anyhow::anyhow!("{fault}"))?;
    let mut lines = String::new();
    for task in [&WITHIN_DEPTH, &WITHIN_OCCLUSION, &ACROSS_DEPTH] {
        if !answers.is_about(task.0)
            || !dataset.manifest.tasks.iter().any(|record| record.task == task.name())
        {
            continue;
        }
        for row in dataset.rows_in_words(task.name(), None) {
            let columns = row?.columns;
            let released = as_released(&columns.id, &columns.evidence).with_context(|| columns.id.clone())?;
            let labels = answers
                .labels(&released, task.0)
                .map_err(|line| anyhow::anyhow!("{name}, line {line}: {} has no such label", task.name()))?;
            if let Some(labels) = labels {
                let line = serde_json::json!({"id": columns.id, "answer": Answer::Relations(labels).text()});
                lines += &format!("{line}\n");
            }
        }
    }
    match answers.unused() {
        Some(line) => bail!("{name}, line {line}: the dataset has no such pair of objects"),
        None => Ok(lines),
    }
}
