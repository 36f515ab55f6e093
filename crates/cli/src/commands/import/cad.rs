//! `spatiq import cad`: looks at every file once, and keeps what questions can be asked about.

use super::files::{Found, find};
use super::{BATCH_PER_THREAD, Reason, check_places, counts, listed, read_whole};
use crate::Outcome;
use crate::args::ImportCad;
use crate::commands::generate::pool;
use crate::interrupt::{Interrupted, stop_soon_on_ctrl_c};
use crate::output::{grouped, print, table};
use crate::progress::{Progress, ThreadWatch};
use anyhow::bail;
use rayon::prelude::*;
use spatiq_bench::dataset::{Excluded, Library, model_hash};
use spatiq_bench::{Stock, StockModel};
use spatiq_families::spare3d::{Sketches, Survey, Unfit, survey};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

/// Runs the command.
pub fn run(args: &ImportCad) -> anyhow::Result<Outcome> {
    let (folder, out) = (&args.folder, &args.out);
    check_places(folder, out)?;
    let files = find(folder)?;
    if files.is_empty() {
        bail!("{} has no STL or OBJ files", folder.display());
    }
    let pool = pool(args.threads)?;
    let stop = stop_soon_on_ctrl_c();
    let harvest = pool.install(|| harvest(args, &files, stop))?;
    let counts = counts(&harvest.excluded);
    if harvest.models.is_empty() {
        bail!("{} has no model that can be used: {}", folder.display(), listed(&counts));
    }
    let paths = &harvest.paths;
    let read = |model: &StockModel| {
        read_whole(&paths[&model.id]).map_err(|source| spatiq_bench::dataset::Error::Io {
            doing: "read",
            path: paths[&model.id].clone(),
            source,
        })
    };
    let library = Library::write(out, harvest.models, harvest.excluded, read, stop)?;
    // From here on Ctrl-C ends the program at once.
    stop.store(true, Ordering::Relaxed);
    print(&describe(out, files.len(), &library, &counts))?;
    Ok(Outcome::Done)
}

/// What became of the files.
#[derive(Default)]
struct Harvest {
    models: Vec<StockModel>,
    /// Where the models' files lie, by their ids.
    paths: BTreeMap<String, PathBuf>,
    excluded: Vec<Excluded>,
    sketches: Sketches,
    /// The names of the models' files, as the sketches are numbered.
    names: Vec<String>,
}

/// A model that is no duplicate yet.
struct Looked {
    id: String,
    blake3: String,
    survey: Survey,
}

/// Looks at all files, many at a time, and decides in their order.
fn harvest(args: &ImportCad, files: &[Found], stop: &AtomicBool) -> anyhow::Result<Harvest> {
    let mut harvest = Harvest::default();
    let mut progress = Progress::of("importing", "files", files.len() as u64);
    let mut done = 0;
    for batch in files.chunks(BATCH_PER_THREAD * rayon::current_num_threads()) {
        let looked: Vec<_> = batch.par_iter().with_max_len(1).map(|file| look(args, file, stop)).collect();
        if stop.load(Ordering::Relaxed) {
            return Err(Interrupted.into());
        }
        for (file, looked) in batch.iter().zip(looked) {
            harvest.add(file, looked);
        }
        done += batch.len() as u64;
        progress.at(done, files.len() as u64, done);
    }
    Ok(harvest)
}

fn look(args: &ImportCad, file: &Found, stop: &AtomicBool) -> Result<Looked, Reason> {
    if !file.is_readable() {
        return Err(("not read yet", "STEP files are not read yet: export it as STL or OBJ".into()));
    }
    let watch = ThreadWatch::start();
    let late = || args.timeout > 0.0 && watch.seconds() > args.timeout;
    let unreadable = |error: std::io::Error| ("unreadable", error.to_string());
    let size = std::fs::metadata(&file.path).map_err(unreadable)?.len();
    if size > args.most_bytes {
        let what = format!("it has {size} bytes, and at most {} are wanted", args.most_bytes);
        return Err(("too large", what));
    }
    let bytes = read_whole(&file.path).map_err(unreadable)?;
    let (id, blake3) = model_hash(&bytes);
    let stopped = || stop.load(Ordering::Relaxed) || late();
    match survey(&file.ending, &bytes, args.most_triangles, &stopped) {
        Ok(survey) => Ok(Looked { id, blake3, survey }),
        Err(Unfit::Because(reason, what)) => Err((reason, what)),
        Err(Unfit::Stopped) => Err(("too slow", format!("it was not done within {} s", args.timeout))),
    }
}

impl Harvest {
    fn add(&mut self, file: &Found, looked: Result<Looked, Reason>) {
        let fresh = looked.and_then(|Looked { id, blake3, survey }| {
            let same = |other: usize| ("duplicate", format!("it looks the same as {}", self.names[other]));
            self.sketches.keep(survey.sketch).map_err(same)?;
            Ok((id, blake3, survey.facts))
        });
        match fresh {
            Ok((id, blake3, facts)) => {
                self.paths.insert(id.clone(), file.path.clone());
                self.names.push(file.name.clone());
                let (ending, source) = (file.ending.clone(), file.name.clone());
                self.models.push(StockModel { id, ending, source, blake3, facts });
            }
            Err((reason, what)) => {
                self.excluded.push(Excluded { file: file.name.clone(), reason: reason.into(), what });
            }
        }
    }
}

/// What was done, for people.
fn describe(out: &Path, files: usize, library: &Library, counts: &BTreeMap<String, u64>) -> String {
    let row = |name: &str, value: u64, note: &str| vec![format!("  {name}"), grouped(value), note.into()];
    let mut rows = vec![row("files", files as u64, ""), row("models", library.models().len() as u64, "")];
    rows.extend(counts.iter().map(|(reason, count)| row("left out", *count, reason)));
    let named =
        if counts.is_empty() { "" } else { "library.json names each file that was left out, and why\n" };
    format!("{}: library {}\n{}{named}", out.display(), library.digest(), table(&rows))
}
