//! Filling a folder with the parts of a plan, wherever they come from.

use super::manifest::{FileRecord, Manifest, PartRecord};
use super::plan::{Part, Plan};
use super::store::{Done, Store, holds};
use super::{Error, Format, card, folder};
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::path::Path;

/// Where parts come from.
pub(crate) trait Source {
    /// Writes a part aside.
    fn supply(&mut self, store: &Store, manifest: &Manifest, part: &Part) -> Result<Done, Error>;
    /// Hears that a part was there already.
    fn kept(&mut self, part: &Part);
}

/// What a run did.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// Rows in the dataset (or shard).
    pub items: u64,
    /// Pictures in the dataset (or shard).
    pub pictures: u64,
    /// Rows that this run made; the rest was there.
    pub made_items: u64,
    /// Pictures that this run made.
    pub made_pictures: u64,
    /// Rows in the dataset (or shard) by task.
    pub items_of: BTreeMap<String, u64>,
    /// Rejected attempts over the whole dataset (or shard), by task and reason.
    pub rejected: BTreeMap<String, BTreeMap<String, u64>>,
}

/// Brings every part that the plan owns into `dir`, keeping those that are there and whole.
pub(crate) fn fill(plan: &Plan, dir: &Path, source: &mut dyn Source) -> Result<Summary, Error> {
    let wanted = plan.manifest();
    let (store, present) = Store::open(dir, &wanted)?;
    let finished = present.clone();
    let filling = Filling { store: &store, present, manifest: wanted, summary: Summary::default() };
    match filling.run(plan, source) {
        Ok((manifest, summary)) => {
            store.finish((finished.as_ref() != Some(&manifest)).then_some(&manifest))?;
            Ok(summary)
        }
        Err(error) => {
            // The error at hand matters more than one met while tidying up after it; a later run tidies again.
            let _ = store.clear_leftovers();
            Err(error)
        }
    }
}

struct Filling<'a> {
    store: &'a Store,
    /// The manifest of an earlier run that had finished.
    present: Option<Manifest>,
    manifest: Manifest,
    summary: Summary,
}

impl Filling<'_> {
    fn run(mut self, plan: &Plan, source: &mut dyn Source) -> Result<(Manifest, Summary), Error> {
        let parts: Vec<Part> = plan.parts().into_iter().filter(|part| plan.owns(part)).collect();
        for part in &parts {
            let done = match self.earlier(part) {
                Some(done) => {
                    source.kept(part);
                    done
                }
                None => {
                    let done = source.supply(self.store, &self.manifest, part)?;
                    self.put(part, &done)?;
                    self.summary.made_items += done.part.rows;
                    self.summary.made_pictures += done.part.pictures;
                    done
                }
            };
            self.add(done);
        }
        if self.manifest.format == Format::Folder {
            self.join_rows(&parts)?;
        }
        self.manifest.files.sort_by(|a, b| a.path.cmp(&b.path));
        let readme = self.store.dir.join(card::README);
        let card = card::text(&self.manifest, &plan.metrics());
        if std::fs::read(&readme).ok().as_deref() != Some(card.as_bytes()) {
            self.store.write_whole(&readme, card.as_bytes())?;
        }
        Ok((self.manifest, self.summary))
    }

    /// What an earlier run made of a part, if it is still whole.
    fn earlier(&self, part: &Part) -> Option<Done> {
        let done = self.store.recorded(part).or_else(|| self.present.as_ref()?.done(part))?;
        let expected = self.manifest.record_of(part);
        let same = (&done.part.task, done.part.split, done.part.first, done.part.rows)
            == (&expected.task, expected.split, expected.first, expected.rows);
        let has_files = !done.files.is_empty() || self.manifest.format == Format::Folder;
        let whole = has_files && done.files.par_iter().all(|file| holds(&self.store.dir, file));
        let rows = self.manifest.format != Format::Folder || self.has_rows(part, &done.part);
        (same && whole && rows).then_some(done)
    }

    /// Whether the rows of a part in folder format are at hand.
    fn has_rows(&self, part: &Part, record: &PartRecord) -> bool {
        self.store.waiting_rows(part).exists() || self.intact_metadata(record).is_some()
    }

    /// The record of the earlier run's metadata file of a split, if that is still whole.
    fn intact_metadata(&self, part: &PartRecord) -> Option<&FileRecord> {
        let path = self.manifest.file_of(part);
        let record = self.present.as_ref()?.files.iter().find(|file| file.path == path)?;
        holds(&self.store.dir, record).then_some(record)
    }

    /// Moves a part from aside to its place and records it.
    fn put(&self, part: &Part, done: &Done) -> Result<(), Error> {
        let aside = self.store.aside(part);
        if self.manifest.format == Format::Folder {
            self.store.put(&aside.join(folder::ROWS), &self.store.waiting_rows(part))?;
        }
        self.store.put(&aside, &self.store.dir.join(self.manifest.place_of(&done.part)))?;
        let scenes = self.manifest.scenes_of(&done.part);
        if done.files.iter().any(|file| file.path == scenes) {
            self.store.put(&self.store.scenes_aside(part), &self.store.dir.join(scenes))?;
        }
        self.store.record(part, done)
    }

    fn add(&mut self, done: Done) {
        self.summary.items += done.part.rows;
        *self.summary.items_of.entry(done.part.task.clone()).or_default() += done.part.rows;
        self.summary.pictures += done.part.pictures;
        for (reason, count) in &done.part.rejected {
            let reasons = self.summary.rejected.entry(done.part.task.clone()).or_default();
            *reasons.entry(reason.clone()).or_default() += count;
        }
        self.manifest.parts.push(done.part);
        self.manifest.files.extend(done.files);
    }

    /// Folder format: writes each split's metadata file from the rows of its parts.
    fn join_rows(&mut self, parts: &[Part]) -> Result<(), Error> {
        let numbered: Vec<(&Part, PartRecord)> = parts.iter().zip(self.manifest.parts.clone()).collect();
        for split in numbered.chunk_by(|(a, _), (b, _)| a.task == b.task && a.split == b.split) {
            let path = self.manifest.file_of(&split[0].1);
            let old = self.intact_metadata(&split[0].1).cloned();
            if let Some(old) = old.clone()
                && split.iter().all(|(part, _)| !self.store.waiting_rows(part).exists())
            {
                self.manifest.files.push(old);
                continue;
            }
            let place = self.store.dir.join(&path);
            for (part, record) in split {
                let waiting = self.store.waiting_rows(part);
                if !waiting.exists() {
                    let aside = self.store.aside(part);
                    folder::cut(&place, self.manifest.rows_before(record), record, &aside)?;
                    self.store.put(&aside, &waiting)?;
                }
            }
            let pieces: Vec<_> = split.iter().map(|(part, _)| self.store.waiting_rows(part)).collect();
            let rows = split.iter().map(|(_, record)| record.rows).sum();
            let aside = self.store.aside(split[0].0);
            let record = folder::join(&pieces, &aside, path, rows)?;
            self.store.put(&aside, &place)?;
            self.manifest.files.push(record);
        }
        Ok(())
    }
}
