//! `spatiq import cad`: looks at every file once, and keeps what questions can be asked about.

use super::files::{self, find};
use super::journal::{Found, Journal};
use super::page::{self, Shown};
use super::{BATCH_PER_THREAD, Reason, check_places, counts, read_whole};
use crate::Outcome;
use crate::args::ImportCad;
use crate::commands::generate::pool;
use crate::interrupt::{Interrupted, stop_soon_on_ctrl_c};
use crate::output::{grouped, print, table, write_whole};
use crate::progress::{Progress, ThreadWatch};
use anyhow::bail;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
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
        bail!("{} has no STEP, STL or OBJ files", folder.display());
    }
    let pool = pool(args.threads)?;
    let stop = stop_soon_on_ctrl_c();
    let mut journal = Journal::open(args)?;
    let harvest = pool.install(|| harvest(args, &files, &mut journal, stop));
    journal.flush()?;
    let harvest = harvest?;
    let counts = counts(&harvest.excluded);
    if harvest.models.is_empty() {
        journal.remove()?;
        bail!(
            "{} has no model that can be used: {}",
            folder.display(),
            all_left_out(&harvest.excluded, &counts)
        );
    }
    let paths = &harvest.paths;
    let read = |model: &StockModel| {
        read_whole(&paths[&model.id]).map_err(|source| spatiq_bench::dataset::Error::Io {
            doing: "read",
            path: paths[&model.id].clone(),
            source,
        })
    };
    let library = Library::write(out, harvest.models, harvest.excluded.clone(), read, stop)?;
    let report = Library::report(out);
    let text = page::html(library.digest(), &harvest.shown, &harvest.excluded);
    write_whole(&report, text.as_bytes())?;
    journal.remove()?;
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
    /// Their pictures.
    shown: Vec<Shown>,
}

/// A model that is no duplicate yet.
#[derive(Clone, Serialize, Deserialize)]
pub struct Looked {
    id: String,
    blake3: String,
    survey: Survey,
}

/// Looks at all files, many at a time, and decides in their order.
fn harvest(
    args: &ImportCad,
    files: &[files::Found],
    journal: &mut Journal,
    stop: &AtomicBool,
) -> anyhow::Result<Harvest> {
    let mut harvest = Harvest::default();
    let mut progress = Progress::of("importing", "files", files.len() as u64);
    let mut done = 0;
    for batch in files.chunks(BATCH_PER_THREAD * rayon::current_num_threads()) {
        let before = &*journal;
        let looked: Vec<_> =
            batch.par_iter().with_max_len(1).map(|file| look(args, file, before, stop)).collect();
        if stop.load(Ordering::Relaxed) {
            return Err(Interrupted.into());
        }
        for (file, Looks { hash, found, is_new }) in batch.iter().zip(looked) {
            if is_new && let Some(hash) = hash {
                journal.note(&file.name, &hash, &found)?;
            }
            harvest.add(file, found);
        }
        journal.flush()?;
        done += batch.len() as u64;
        progress.at(done, files.len() as u64, done);
    }
    Ok(harvest)
}

/// What looking at a file gave.
struct Looks {
    /// Of its content, if it was read.
    hash: Option<String>,
    found: Found,
    /// Whether it is not in the journal yet.
    is_new: bool,
}

fn look(args: &ImportCad, file: &files::Found, journal: &Journal, stop: &AtomicBool) -> Looks {
    let bytes = match read_file(args, file) {
        Ok(bytes) => bytes,
        Err(reason) => return Looks { hash: None, found: Err(reason).into(), is_new: false },
    };
    let (id, blake3) = model_hash(&bytes);
    if let Some(found) = journal.known(&file.name, &blake3) {
        return Looks { hash: Some(blake3), found, is_new: false };
    }
    let watch = ThreadWatch::start();
    let late = || args.timeout > 0.0 && watch.seconds() > args.timeout;
    let stopped = || stop.load(Ordering::Relaxed) || late();
    let looked = match survey(&file.ending, &bytes, args.most_triangles, &stopped) {
        Ok(survey) => Ok(Looked { id, blake3: blake3.clone(), survey }),
        Err(Unfit::Because(reason, what)) => Err((reason, what)),
        Err(Unfit::Stopped) => Err(("too slow", format!("it was not done within {} s", args.timeout))),
    };
    Looks { hash: Some(blake3), found: looked.into(), is_new: true }
}

fn read_file(args: &ImportCad, file: &files::Found) -> Result<Vec<u8>, Reason> {
    let unreadable = |error: std::io::Error| ("unreadable", error.to_string());
    let size = std::fs::metadata(&file.path).map_err(unreadable)?.len();
    if size > args.most_bytes {
        let what = format!("it has {size} bytes, and at most {} are wanted", args.most_bytes);
        return Err(("too large", what));
    }
    read_whole(&file.path).map_err(unreadable)
}

impl Harvest {
    fn add(&mut self, file: &files::Found, found: Found) {
        let fresh = match found {
            Found::Not(reason, what) => Err((reason, what)),
            Found::Model(looked) => {
                let Looked { id, blake3, survey } = *looked;
                match self.sketches.keep(survey.sketch) {
                    Ok(()) => Ok((id, blake3, survey.facts, survey.picture)),
                    Err(other) => {
                        Err(("duplicate".into(), format!("it looks the same as {}", self.names[other])))
                    }
                }
            }
        };
        match fresh {
            Ok((id, blake3, facts, svg)) => {
                self.paths.insert(id.clone(), file.path.clone());
                self.names.push(file.name.clone());
                self.shown.push(Shown { name: file.name.clone(), svg });
                let (ending, source) = (file.ending.clone(), file.name.clone());
                self.models.push(StockModel { id, ending, source, blake3, facts });
            }
            Err((reason, what)) => self.excluded.push(Excluded { file: file.name.clone(), reason, what }),
        }
    }
}

/// So many files are named for each reason where there is no library to name them all.
const FEW: usize = 3;

/// Why every file was left out, in a line: how many for each reason and the first of them, and of the very first, exactly why.
fn all_left_out(excluded: &[Excluded], counts: &BTreeMap<String, u64>) -> String {
    let of = |(reason, count): (&String, &u64)| {
        let files = excluded.iter().filter(|one| one.reason == *reason).map(|one| one.file.as_str());
        let names = files.take(FEW).collect::<Vec<_>>().join(", ");
        let more = if *count > FEW as u64 { ", …" } else { "" };
        format!("{} {reason} ({names}{more})", grouped(*count))
    };
    let reasons = counts.iter().map(of).collect::<Vec<_>>().join(", ");
    let exactly = excluded.first().map(|Excluded { file, what, .. }| format!("; {file}: {what}"));
    reasons + &exactly.unwrap_or_default()
}

/// What was done, for people.
fn describe(out: &Path, files: usize, library: &Library, counts: &BTreeMap<String, u64>) -> String {
    let row = |name: &str, value: u64, note: &str| vec![format!("  {name}"), grouped(value), note.into()];
    let mut rows = vec![row("files", files as u64, ""), row("models", library.models().len() as u64, "")];
    rows.extend(counts.iter().map(|(reason, count)| row("left out", *count, reason)));
    let named = if counts.is_empty() {
        "report.html shows the models\n"
    } else {
        "report.html shows the models, and names each file that was left out, and why\n"
    };
    format!("{}: library {}\n{}{named}", out.display(), library.digest(), table(&rows))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn where_nothing_can_be_used_a_line_counts_the_reasons_and_names_a_few_files() {
        let left_out = |k: usize, reason: &str| Excluded {
            file: format!("{k}.stl"),
            reason: reason.into(),
            what: format!("fault {k}"),
        };
        let mut excluded: Vec<Excluded> = (0..1_234).map(|k| left_out(k, "unreadable")).collect();
        excluded.push(left_out(9_999, "dot"));
        assert_eq!(
            all_left_out(&excluded, &counts(&excluded)),
            "1 dot (9999.stl), 1,234 unreadable (0.stl, 1.stl, 2.stl, …); 0.stl: fault 0"
        );
    }
}
