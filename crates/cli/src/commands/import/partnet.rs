//! `spatiq import partnet`: reads every model once, and writes those that can stand in a scene.

use super::{BATCH_PER_THREAD, Reason, check_places, counts, listed, read_whole};
use crate::Outcome;
use crate::args::ImportPartnet;
use crate::commands::generate::pool;
use crate::interrupt::{Interrupted, stop_soon_on_ctrl_c};
use crate::output::{grouped, print, table};
use crate::progress::{Progress, ThreadWatch};
use anyhow::{Context, bail};
use rayon::prelude::*;
use spatiq_bench::dataset::{Draft, Excluded, Library, model_hash};
use spatiq_bench::{Stock, StockModel};
use spatiq_scene::partnet::{Brought, ENDING, Facts, Unfit, bring_in};
use std::collections::BTreeMap;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

/// What only folders of models have.
const MARKS: [&str; 5] =
    ["result_after_merging.json", "result.json", "mobility.urdf", "objs", "textured_objs"];

/// Runs the command.
pub fn run(args: &ImportPartnet) -> anyhow::Result<Outcome> {
    let (folder, out) = (&args.folder, &args.out);
    check_places(folder, out)?;
    let folders = find(folder)?;
    if folders.is_empty() {
        let wanted = "a folder with result.json, mobility.urdf, objs or textured_objs";
        bail!("{} has no models of PartNet: {wanted} is one", folder.display());
    }
    let pool = pool(args.threads)?;
    let stop = stop_soon_on_ctrl_c();
    let harvest = pool.install(|| harvest(args, &folders, stop))?;
    let left_out = counts(&harvest.excluded);
    let Some(draft) = harvest.draft else {
        bail!("{} has no model that can be used: {}", folder.display(), listed(&left_out));
    };
    let library = draft.finish(harvest.excluded)?;
    // From here on Ctrl-C ends the program at once.
    stop.store(true, Ordering::Relaxed);
    let head = format!("{}: library {}\n", out.display(), library.digest());
    let rows = describe(folders.len(), library.models().len(), &left_out, &harvest.seen);
    print(&format!("{head}{}library.json names each model that was left out, and why\n", table(&rows)))?;
    Ok(Outcome::Done)
}

/// The folder of a model.
struct Found {
    path: PathBuf,
    /// Its path in the folder that is brought in, with forward slashes.
    name: String,
}

/// The folders of models, in the order of their names. Links to folders are not followed: they may lead in circles.
fn find(folder: &Path) -> anyhow::Result<Vec<Found>> {
    let mut found = Vec::new();
    let mut pending = vec![Found { path: folder.to_owned(), name: String::new() }];
    while let Some(Found { path, name }) = pending.pop() {
        if MARKS.iter().any(|mark| path.join(mark).exists()) {
            let name = if name.is_empty() { ".".into() } else { name };
            found.push(Found { path, name });
            continue;
        }
        let cannot = || format!("cannot read {}", path.display());
        for entry in fs::read_dir(&path).with_context(cannot)? {
            let entry = entry.with_context(cannot)?;
            if entry.file_type().with_context(cannot)?.is_dir() {
                let own = entry.file_name().to_string_lossy().into_owned();
                let name = if name.is_empty() { own } else { format!("{name}/{own}") };
                pending.push(Found { path: entry.path(), name });
            }
        }
    }
    found.sort_by(|a, b| (&a.name, &a.path).cmp(&(&b.name, &b.path)));
    Ok(found)
}

/// What became of the folders.
#[derive(Default)]
struct Harvest {
    /// Begun with the first model: where there is none, nothing is touched.
    draft: Option<Draft>,
    excluded: Vec<Excluded>,
    /// The folder of every model and of every shape, by what tells it apart.
    known: BTreeMap<String, String>,
    seen: Seen,
}

/// What is worth telling about the models that were taken.
#[derive(Default)]
struct Seen {
    categories: BTreeMap<&'static str, u64>,
    faults: BTreeMap<String, u64>,
    /// Labels that are no parts of ours, with the categories they occur in.
    unknown: BTreeMap<(&'static str, String), u64>,
}

/// Reads all folders, many at a time, and decides in their order.
fn harvest(args: &ImportPartnet, folders: &[Found], stop: &AtomicBool) -> anyhow::Result<Harvest> {
    let mut harvest = Harvest::default();
    let mut progress = Progress::of("importing", "models", folders.len() as u64);
    let mut done = 0;
    for batch in folders.chunks(BATCH_PER_THREAD * rayon::current_num_threads()) {
        let looked: Vec<_> = batch.par_iter().with_max_len(1).map(|found| look(args, found, stop)).collect();
        if stop.load(Ordering::Relaxed) {
            return Err(Interrupted.into());
        }
        for (found, looked) in batch.iter().zip(looked) {
            harvest.add(&args.out, found, looked)?;
        }
        done += batch.len() as u64;
        progress.at(done, folders.len() as u64, done);
    }
    Ok(harvest)
}

fn look(args: &ImportPartnet, found: &Found, stop: &AtomicBool) -> Result<Brought, Reason> {
    let watch = ThreadWatch::start();
    let late = || args.timeout > 0.0 && watch.seconds() > args.timeout;
    let open = |name: &str| -> Result<Option<Vec<u8>>, String> {
        let path = found.path.join(name);
        match fs::metadata(&path) {
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error.to_string()),
            Ok(there) if there.len() > args.most_bytes => {
                Err(format!("it has {} bytes, and at most {} are wanted", there.len(), args.most_bytes))
            }
            Ok(_) => read_whole(&path).map(Some).map_err(|error| error.to_string()),
        }
    };
    let stopped = || stop.load(Ordering::Relaxed) || late();
    bring_in(&open, args.most_triangles, &stopped).map_err(|unfit| match unfit {
        Unfit::Because(reason, what) => (reason, what),
        Unfit::Stopped => ("too slow", format!("it was not done within {} s", args.timeout)),
    })
}

impl Harvest {
    fn add(&mut self, out: &Path, found: &Found, looked: Result<Brought, Reason>) -> anyhow::Result<()> {
        let fresh = looked.and_then(|brought| self.fresh(found, brought));
        match fresh {
            Ok(Brought { file, facts }) => {
                let (id, blake3) = model_hash(&file);
                self.seen.note(&facts);
                let draft = match &mut self.draft {
                    Some(draft) => draft,
                    none => none.insert(Library::begin(out)?),
                };
                let (ending, source) = (ENDING.into(), found.name.clone());
                let facts = serde_json::to_value(facts)?;
                draft.add(StockModel { id, ending, source, blake3, facts }, &file)?;
            }
            Err((reason, what)) => {
                self.excluded.push(Excluded { file: found.name.clone(), reason: reason.into(), what });
            }
        }
        Ok(())
    }

    /// A model that is not there yet, neither with other parts: splits must not share a shape.
    fn fresh(&mut self, found: &Found, brought: Brought) -> Result<Brought, Reason> {
        let content = format!("content {}", model_hash(&brought.file).0);
        let shape = format!("shape {}", brought.facts.model_id);
        let has_shape = !brought.facts.model_id.is_empty();
        if let Some(other) = self.known.get(&content) {
            return Err(("duplicate", format!("it is the same as {other}")));
        }
        if let Some(other) = self.known.get(&shape).filter(|_| has_shape) {
            return Err((
                "duplicate",
                format!("it is the same shape as {other}: {}", brought.facts.model_id),
            ));
        }
        self.known.insert(content, found.name.clone());
        if has_shape {
            self.known.insert(shape, found.name.clone());
        }
        Ok(brought)
    }
}

impl Seen {
    fn note(&mut self, facts: &Facts) {
        let category = facts.category.name();
        *self.categories.entry(category).or_default() += 1;
        for (fault, count) in &facts.faults {
            *self.faults.entry(fault.clone()).or_default() += count;
        }
        for (label, count) in &facts.unknown {
            *self.unknown.entry((category, label.clone())).or_default() += count;
        }
    }
}

/// What was done, for people.
fn describe(
    folders: usize,
    models: usize,
    left_out: &BTreeMap<String, u64>,
    seen: &Seen,
) -> Vec<Vec<String>> {
    let row = |name: &str, value: u64, note: &str| vec![format!("  {name}"), grouped(value), note.into()];
    let mut rows = vec![row("folders", folders as u64, ""), row("models", models as u64, "")];
    rows.extend(seen.categories.iter().map(|(category, count)| row("  of them", *count, category)));
    rows.extend(left_out.iter().map(|(reason, count)| row("left out", *count, reason)));
    rows.extend(seen.faults.iter().map(|(fault, count)| row("seen", *count, fault)));
    let label = |((category, label), count): (&(&str, String), &u64)| {
        row("unnamed", *count, &format!("{category}: {}", label.escape_debug()))
    };
    rows.extend(seen.unknown.iter().map(label));
    rows
}
