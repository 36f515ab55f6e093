//! `spatiq merge`

use crate::Outcome;
use crate::args::Merge;
use crate::commands::generate::describe;
use crate::output::print;
use crate::progress::{Progress, Stopwatch};
use crate::registry;
use spatiq_bench::dataset;

/// Runs the command.
pub fn run(args: &Merge) -> anyhow::Result<Outcome> {
    let watch = Stopwatch::start();
    let mut progress = Progress::new("merging", 0);
    let summary =
        dataset::merge(&args.out, &args.shards, &registry::tasks(), |rows, of| progress.at(rows, of, rows))?;
    drop(progress);
    print(&describe(&args.out, &summary, &watch))?;
    Ok(Outcome::Done)
}
