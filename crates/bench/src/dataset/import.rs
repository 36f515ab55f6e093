//! Datasets that were not made from a seed but brought in: somebody else's annotations as rows of ours.
//!
//! What cannot be made again from a seed is checked by its evidence alone: [`super::verify`] rebuilds every row from its
//! evidence and the pictures that came with it, and lets the task recompute its answer.

use super::fill::{Source, Summary, fill};
use super::generate::{ROWS_IN_BATCH, Target};
use super::manifest::Manifest;
use super::plan::{Part, Plan};
use super::store::{Done, Store};
use super::{Error, Row};
use crate::{Item, Split};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

/// Where the rows of a dataset were brought in from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Imported {
    /// What it is, in a few words.
    pub from: String,
    /// Under which terms it was published.
    pub license: String,
    /// The files that were read, by name.
    pub files: Vec<ImportedFile>,
    /// What they hold and no question is about, by the name of the file that it would go back to.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub beside: BTreeMap<String, String>,
}

/// A file that was read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ImportedFile {
    /// Its name within the folder that was read, with forward slashes.
    pub name: String,
    /// Its size.
    pub bytes: u64,
    /// Its hash, in hexadecimal.
    pub blake3: String,
}

impl ImportedFile {
    /// The record of a file with these bytes.
    pub fn new(name: impl Into<String>, bytes: &[u8]) -> Self {
        let blake3 = blake3::hash(bytes).to_hex().to_string();
        Self { name: name.into(), bytes: bytes.len() as u64, blake3 }
    }
}

/// Writes a dataset whose items are made elsewhere: `item` gives the one at a place of the plan's tasks. The plan says where
/// they are from. Parts that are in `dir` already are kept.
pub fn import(
    plan: &Plan,
    dir: &Path,
    stop: &AtomicBool,
    item: impl Fn(usize, Split, u64) -> Result<Item, Error> + Sync,
) -> Result<Summary, Error> {
    plan.check()?;
    fill(plan, dir, &mut Rows { plan, stop, item })
}

struct Rows<'a, F> {
    plan: &'a Plan,
    stop: &'a AtomicBool,
    item: F,
}

impl<F: Fn(usize, Split, u64) -> Result<Item, Error> + Sync> Source for Rows<'_, F> {
    fn supply(&mut self, store: &Store, manifest: &Manifest, part: &Part) -> Result<Done, Error> {
        let mut record = manifest.record_of(part);
        let mut writer = manifest.format.create(Target {
            aside: store.aside(part),
            path: manifest.place_of(&record),
            scenes_aside: store.scenes_aside(part),
            scenes_path: manifest.scenes_of(&record),
        })?;
        let task = self.plan.tasks[part.task].task.name();
        let end = part.first + part.rows;
        for first in (part.first..end).step_by(ROWS_IN_BATCH as usize) {
            if self.stop.load(Ordering::Relaxed) {
                return Err(Error::Interrupted);
            }
            let batch = first..end.min(first + ROWS_IN_BATCH);
            let items: Vec<Item> = batch
                .into_par_iter()
                .map(|index| (self.item)(part.task, part.split, index))
                .collect::<Result<_, _>>()?;
            record.pictures += items.iter().map(|item| item.question.pictures.len() as u64).sum::<u64>();
            let rows: Vec<Row> = items.into_iter().map(|item| Row::new(task, item)).collect();
            writer.write(&rows)?;
        }
        Ok(Done { part: record, files: writer.finish()? })
    }

    fn kept(&mut self, _: &Part) {}
}
