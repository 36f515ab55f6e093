//! `spatiq import`

mod cad;
mod files;
mod journal;
mod page;
mod partnet;
mod vrd25;

use crate::Outcome;
use crate::args::{Import, ImportKind};
use crate::output::grouped;
use anyhow::bail;
use spatiq_bench::dataset::{Excluded, Library, is_within, open_file};
use std::collections::BTreeMap;
use std::io::Read;
use std::path::Path;

/// Enough to keep every thread busy while one model takes long, and little to hold in memory.
const BATCH_PER_THREAD: usize = 8;

/// So many of what is left out are named in a message; there may be thousands.
const MOST_NAMED: usize = 20;

/// The kind of reason for which something is left out, and the reason itself.
type Reason = (&'static str, String);

/// Runs the command.
pub fn run(args: &Import) -> anyhow::Result<Outcome> {
    match &args.kind {
        ImportKind::Cad(args) => cad::run(args),
        ImportKind::Partnet(args) => partnet::run(args),
        ImportKind::Vrd25(args) => vrd25::run(args),
    }
}

/// Refuses a folder that cannot be read, and a place where a library cannot be written.
fn check_places(folder: &Path, out: &Path) -> anyhow::Result<()> {
    check_apart(folder, out)?;
    Ok(Library::check_target(out)?)
}

/// Refuses a folder that cannot be read, and a place within it or around it.
fn check_apart(folder: &Path, out: &Path) -> anyhow::Result<()> {
    if !folder.is_dir() {
        let why = if folder.exists() { "is not a folder" } else { "does not exist" };
        bail!("{} {why}", folder.display());
    }
    if is_within(out, folder) || is_within(folder, out) {
        bail!("{} and {} lie within each other: write somewhere else", out.display(), folder.display());
    }
    Ok(())
}

fn read_whole(path: &Path) -> std::io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    open_file(path)?.read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// How much was left out, by reason.
fn counts(excluded: &[Excluded]) -> BTreeMap<String, u64> {
    let mut counts = BTreeMap::new();
    for excluded in excluded {
        *counts.entry(excluded.reason.clone()).or_default() += 1;
    }
    counts
}

fn listed(counts: &BTreeMap<String, u64>) -> String {
    counts
        .iter()
        .map(|(reason, count)| format!("{} {reason}", grouped(*count)))
        .collect::<Vec<_>>()
        .join(", ")
}
