//! Making a dataset: every part that is missing or damaged, and no other.

use super::fill::{Source, Summary, fill};
use super::manifest::{FileRecord, Manifest, PartRecord};
use super::plan::{Part, Plan};
use super::store::{Done, Store};
use super::{Error, Row};
use crate::{Generator, Item, Place, Reject, Scene, Seed};
use rayon::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Rows that are written at once. Changing it changes the files of every dataset.
pub(crate) const ROWS_IN_BATCH: u64 = 100;

/// Scenes that are written at once: they are large.
const SCENES_IN_BATCH: usize = 10;

/// How far a run is.
#[derive(Clone, Copy, Debug, Default)]
pub struct Progress {
    /// Rows made or found in place.
    pub rows: u64,
    /// Rows to be there in the end.
    pub of: u64,
    /// Rows made by this run.
    pub made: u64,
}

/// Makes what is missing of the planned dataset in `dir`. Uses the rayon pool it is called in; the bytes do not depend
/// on it. Stops between batches when `stop` is set.
pub fn generate(
    plan: &Plan,
    dir: &Path,
    stop: &AtomicBool,
    on_progress: impl FnMut(Progress),
) -> Result<Summary, Error> {
    plan.check()?;
    let root = Seed::root(plan.seed);
    let mut generators = Vec::new();
    for task in &plan.tasks {
        let refused = |why: String| Error::Request(format!("{}: {why}", task.task.name()));
        let generator = task.task.configure(&task.settings).map_err(|error| refused(error.to_string()))?;
        generator.check(&root, &task.counts).map_err(refused)?;
        generators.push(generator);
    }
    let of = plan.parts().iter().filter(|part| plan.owns(part)).map(|part| part.rows).sum();
    let progress = Progress { of, ..Progress::default() };
    fill(plan, dir, &mut Maker { plan, generators, root, stop, progress, on_progress })
}

/// Makes parts from seeds.
struct Maker<'a, F> {
    plan: &'a Plan,
    generators: Vec<Box<dyn Generator>>,
    root: Seed,
    stop: &'a AtomicBool,
    progress: Progress,
    on_progress: F,
}

impl<F: FnMut(Progress)> Source for Maker<'_, F> {
    fn supply(&mut self, store: &Store, manifest: &Manifest, part: &Part) -> Result<Done, Error> {
        let mut record = manifest.record_of(part);
        let mut writer = manifest.format.create(Target {
            aside: store.aside(part),
            path: manifest.place_of(&record),
            scenes_aside: store.scenes_aside(part),
            scenes_path: manifest.scenes_of(&record),
        })?;
        let mut first = part.first;
        let mut written = BTreeSet::new();
        while first < part.first + part.rows {
            if self.stop.load(Ordering::Relaxed) {
                return Err(Error::Interrupted);
            }
            let end = (first + self.batch(part)).min(part.first + part.rows);
            let rows = self.make(part, first..end, &mut record)?;
            for rows in rows.chunks(ROWS_IN_BATCH as usize) {
                let scenes = rows.iter().flat_map(|row| &row.scenes);
                let scenes: Vec<_> =
                    scenes.filter(|scene| written.insert(scene.name.clone())).cloned().collect();
                for scenes in scenes.chunks(SCENES_IN_BATCH) {
                    writer.write_scenes(scenes)?;
                }
                record.scenes += scenes.len() as u64;
                record.pictures += (scenes.len() * Scene::LAYERS.len()) as u64;
                writer.write(rows)?;
            }
            self.progress.made += rows.len() as u64;
            self.progress.rows += rows.len() as u64;
            (self.on_progress)(self.progress);
            first = end;
        }
        Ok(Done { part: record, files: writer.finish()? })
    }

    fn kept(&mut self, part: &Part) {
        self.progress.rows += part.rows;
        (self.on_progress)(self.progress);
    }
}

impl<F> Maker<'_, F> {
    /// Rows that are made at once: whole bundles, whole batches, and a bundle for every thread.
    fn batch(&self, part: &Part) -> u64 {
        let bundle = self.generators[part.task].bundle();
        let step = (1..).map(|times| times * bundle).find(|rows| rows % ROWS_IN_BATCH == 0);
        (bundle * rayon::current_num_threads() as u64).next_multiple_of(step.expect("a multiple of both"))
    }

    /// Makes some rows of a part, on all threads, in order, and notes what was rejected on the way.
    fn make(
        &self,
        part: &Part,
        range: std::ops::Range<u64>,
        record: &mut PartRecord,
    ) -> Result<Vec<Row>, Error> {
        let task = self.plan.tasks[part.task].task.name();
        let generator = &*self.generators[part.task];
        let (root, stop) = (&self.root, self.stop);
        let bundle = generator.bundle();
        let made: Vec<(Vec<Item>, Rejects)> = (range.start / bundle..range.end.div_ceil(bundle))
            .into_par_iter()
            .map(|nth| {
                let place = |attempt| Place::new(root, task, part.split, nth * bundle, attempt);
                first_accepted(generator, place, stop)
            })
            .collect::<Result<_, Error>>()?;
        let mut rows = Vec::with_capacity(made.len());
        for (items, rejects) in made {
            for (Reject(reason), count) in rejects {
                *record.rejected.entry(reason.into()).or_default() += count;
            }
            // The last bundle of a split may have more than is asked for.
            let left = (range.end - range.start) as usize - rows.len();
            rows.extend(items.into_iter().take(left).map(|item| Row::new(task, item)));
        }
        record.pictures += rows.iter().map(|row| row.pictures.len() as u64).sum::<u64>();
        Ok(rows)
    }
}

/// So many of the commonest reasons are told where nothing could be made.
const REASONS_TOLD: usize = 4;

/// Who stops after so many attempts at one place may want to know why there are so many.
const MANY_ATTEMPTS: u64 = 100;

pub(crate) type Rejects = BTreeMap<Reject, u64>;

/// The bundle of the first attempt that is not rejected, and what was rejected before.
pub(crate) fn first_accepted(
    generator: &dyn Generator,
    place: impl Fn(u64) -> Place,
    stop: &AtomicBool,
) -> Result<(Vec<Item>, Rejects), Error> {
    let mut rejects = Rejects::new();
    // After so many the settings are to blame.
    let most = generator.most_attempts();
    for attempt in 0..most {
        if stop.load(Ordering::Relaxed) {
            return Err(match attempt {
                0..MANY_ATTEMPTS => Error::Interrupted,
                _ => Error::InterruptedInVain {
                    id: place(0).id(),
                    attempts: attempt,
                    reason: commonest(rejects),
                },
            });
        }
        match generator.generate_bundle(&place(attempt)) {
            Ok(items) => return Ok((items, rejects)),
            Err(reject) => *rejects.entry(reject).or_default() += 1,
        }
    }
    Err(Error::GaveUp { id: place(0).id(), attempts: most, reason: commonest(rejects) })
}

/// The commonest reasons, in words.
fn commonest(rejects: Rejects) -> String {
    let mut reasons: Vec<(Reject, u64)> = rejects.into_iter().collect();
    reasons.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    let reasons: Vec<&str> = reasons.iter().take(REASONS_TOLD).map(|(Reject(reason), _)| *reason).collect();
    reasons.join("; ")
}

/// Where a part is written, and where it will be within the dataset.
pub(crate) struct Target {
    /// The file or folder for rows.
    pub aside: PathBuf,
    /// Its place in the dataset.
    pub path: String,
    /// The file for scenes, in formats that have one.
    pub scenes_aside: PathBuf,
    /// Its place in the dataset.
    pub scenes_path: String,
}

/// Takes the rows of one part, writes them aside and tells what the files are.
pub(crate) trait PartWriter {
    /// Writes further scenes, before the rows that are about them.
    fn write_scenes(&mut self, scenes: &[Arc<Scene>]) -> Result<(), Error>;
    /// Writes further rows.
    fn write(&mut self, rows: &[Row]) -> Result<(), Error>;
    /// Completes the part and brings it to the disk, still aside.
    fn finish(self: Box<Self>) -> Result<Vec<FileRecord>, Error>;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Split;

    /// Rejects everything, and is stopped after so many attempts.
    struct Hopeless<'a>(u64, &'a AtomicBool, std::sync::atomic::AtomicU64);

    impl Generator for Hopeless<'_> {
        fn generate(&self, _: &Place) -> Result<Item, Reject> {
            let attempts = self.2.fetch_add(1, Ordering::Relaxed) + 1;
            self.1.store(attempts == self.0, Ordering::Relaxed);
            Err(Reject("too hard"))
        }
    }

    #[test]
    fn who_stops_a_hopeless_run_is_told_why_it_took_so_long() {
        let stopped_after = |attempts: u64| {
            let stop = AtomicBool::new(false);
            let place = |attempt| Place::new(&Seed::root(1), "iq/sample", Split::Test, 0, attempt);
            let generator = Hopeless(attempts, &stop, 0.into());
            first_accepted(&generator, place, &stop).err().map(|error| error.to_string()).unwrap_or_default()
        };
        assert_eq!(
            stopped_after(3),
            "interrupted; nothing is half-written, run the same command again to go on"
        );
        let told = stopped_after(500);
        assert!(
            told.starts_with("interrupted; nothing is half-written. iq/sample/test/000000 was tried"),
            "{told}"
        );
        assert!(
            told.contains("500 times in vain (mostly: too hard)") && told.ends_with("relax the settings"),
            "{told}"
        );
        assert!(stopped_after(u64::MAX).contains("in 20000 attempts (mostly: too hard); relax the settings"));
    }
}
