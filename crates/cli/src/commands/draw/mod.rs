//! `spatiq draw`

mod drawn;
mod failure;
mod lines;
mod name;
mod plan;
mod shape;
mod sink;
mod source;
mod work;

use crate::Outcome;
use crate::args::{Draw, DrawFormat};
use crate::commands::generate::pool;
use crate::interrupt::{Interrupted, stop_soon_on_ctrl_c};
use crate::output::{counted, print};
use crate::progress::Progress;
use failure::Failure;
use name::Names;
use plan::Plan;
use rayon::prelude::*;
use sink::Sink;
use source::{Job, Jobs, Source};
use std::sync::atomic::{AtomicBool, Ordering};
use work::{Made, work};

/// Enough to keep every thread busy while one model takes long, and little to hold in memory.
const BATCH_PER_THREAD: usize = 8;

/// Runs the command.
pub fn run(args: &Draw) -> anyhow::Result<Outcome> {
    let plan = Plan::new(args)?;
    let mut sources = args.models.iter().map(|path| Source::new(path)).collect::<anyhow::Result<Vec<_>>>()?;
    sources.extend(args.random.map(|models| Source::random(args.seed.unwrap_or(0), models)));
    let pool = pool(args.threads)?;
    let stop = stop_soon_on_ctrl_c();
    let count = pool.install(|| draw(&plan, &sources, stop))?;
    // From here on Ctrl-C ends the program at once.
    stop.store(true, Ordering::Relaxed);
    if plan.format != DrawFormat::Json {
        let out = plan.out.iter().map(|out| format!("{}: ", out.display())).collect::<String>();
        let (files, models) = (counted(count.files, "file"), counted(count.models, "model"));
        print(&format!("{out}{files} of {models}"))?;
    }
    Ok(if count.failed == 0 { Outcome::Done } else { Outcome::DoesNotHold })
}

/// What was done.
#[derive(Default)]
struct Count {
    /// Those that did not fail.
    models: u64,
    files: u64,
    failed: u64,
}

/// Works on all models, many at a time, and tells of each in the order given.
fn draw(plan: &Plan, sources: &[Source], stop: &AtomicBool) -> anyhow::Result<Count> {
    let mut sink = Sink::new(plan)?;
    let mut jobs = Jobs::new(sources, Names::new(plan.format != DrawFormat::Json));
    let mut count = Count::default();
    let total = sources.iter().map(|source| source.models.max(1)).sum();
    let mut progress = Progress::of("drawing", "models", total);
    loop {
        let batch: Vec<Job> = jobs.by_ref().take(BATCH_PER_THREAD * rayon::current_num_threads()).collect();
        if batch.is_empty() {
            break;
        }
        let done: Vec<_> = batch.par_iter().with_max_len(1).map(|job| done(plan, job, stop)).collect();
        for (job, done) in batch.iter().zip(done) {
            if !progress.aside(|| tell(job, done, &mut sink, &mut count))? {
                return Ok(count);
            }
        }
        let worked = count.models + count.failed;
        progress.at(worked, total.max(worked), worked);
    }
    sink.finish()?;
    Ok(count)
}

/// A model's warnings, and what was made of it.
type Done = (Vec<String>, Result<Made, Failure>);

fn done(plan: &Plan, job: &Job, stop: &AtomicBool) -> Done {
    let mut warnings = Vec::new();
    let made = work(plan, job, stop, &mut warnings);
    (warnings, made)
}

/// Tells what became of a model; whether anyone still listens.
fn tell(job: &Job, (warnings, made): Done, sink: &mut Sink, count: &mut Count) -> anyhow::Result<bool> {
    let place = &job.place;
    job.notes.iter().for_each(|note| say(&format!("note: {place}: {note}")));
    warnings.iter().for_each(|warning| say(&format!("warning: {place}: {warning}")));
    match made {
        Ok(made) => {
            count.models += 1;
            match made {
                Made::Line(line) => return sink.put(&line),
                Made::Files(files) => count.files += files,
            }
        }
        Err(Failure::Model(what)) => {
            say(&format!("error: {place}: {what}"));
            count.failed += 1;
            return sink.put_error(&job.name, &what);
        }
        Err(Failure::System(error)) => return Err(error),
        Err(Failure::Stopped) => return Err(Interrupted.into()),
    }
    Ok(true)
}

/// One line on standard error, whatever a file's name or its content contributes to it.
fn say(line: &str) {
    eprintln!("{}", line.replace(char::is_control, " "));
}
