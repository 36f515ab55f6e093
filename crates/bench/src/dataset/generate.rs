//! Making a dataset: every part that is missing or damaged, and no other.

use super::fill::{Source, Summary, fill};
use super::manifest::{FileRecord, Manifest, PartRecord};
use super::plan::{Part, Plan};
use super::store::{Done, Store};
use super::{Error, Row};
use crate::{Generator, Item, Place, Reject, Seed};
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

/// Rows that are made at once, by all threads together, before they are written.
const ROWS_IN_BATCH: u64 = 100;

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
        let aside = store.aside(part);
        let mut writer = manifest.format.create(&aside, manifest.place_of(&record))?;
        let mut first = part.first;
        while first < part.first + part.rows {
            if self.stop.load(Ordering::Relaxed) {
                return Err(Error::Interrupted);
            }
            let end = (first + ROWS_IN_BATCH).min(part.first + part.rows);
            let rows = self.make(part, first..end, &mut record)?;
            writer.write(&rows)?;
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
        let made: Vec<(Item, Rejects)> = range
            .into_par_iter()
            .map(|index| {
                let place = |attempt| Place::new(root, task, part.split, index, attempt);
                first_accepted(generator, place, stop)
            })
            .collect::<Result<_, Error>>()?;
        let mut rows = Vec::with_capacity(made.len());
        for (item, rejects) in made {
            for (Reject(reason), count) in rejects {
                *record.rejected.entry(reason.into()).or_default() += count;
            }
            record.pictures += item.question.pictures.len() as u64;
            rows.push(Row::new(task, item));
        }
        Ok(rows)
    }
}

/// So many of the commonest reasons are told where nothing could be made.
const REASONS_TOLD: usize = 4;

pub(crate) type Rejects = BTreeMap<Reject, u64>;

/// The item of the first attempt that is not rejected, and what was rejected before.
pub(crate) fn first_accepted(
    generator: &dyn Generator,
    place: impl Fn(u64) -> Place,
    stop: &AtomicBool,
) -> Result<(Item, Rejects), Error> {
    let mut rejects = Rejects::new();
    // After so many the settings are to blame.
    let most = generator.most_attempts();
    for attempt in 0..most {
        if stop.load(Ordering::Relaxed) {
            return Err(Error::Interrupted);
        }
        match generator.generate(&place(attempt)) {
            Ok(item) => return Ok((item, rejects)),
            Err(reject) => *rejects.entry(reject).or_default() += 1,
        }
    }
    let mut reasons: Vec<(Reject, u64)> = rejects.into_iter().collect();
    reasons.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    let reasons: Vec<&str> = reasons.iter().take(REASONS_TOLD).map(|(Reject(reason), _)| *reason).collect();
    Err(Error::GaveUp { id: place(0).id(), attempts: most, reason: reasons.join("; ") })
}

/// Takes the rows of one part, writes them aside and tells what the files are.
pub(crate) trait PartWriter {
    /// Writes further rows.
    fn write(&mut self, rows: &[Row]) -> Result<(), Error>;
    /// Completes the part and brings it to the disk, still aside.
    fn finish(self: Box<Self>) -> Result<Vec<FileRecord>, Error>;
}
