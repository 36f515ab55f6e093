//! Datasets on disk: the one place that knows their files and formats.
//!
//! A dataset is cut into [`Part`]s of at most 500 rows, numbered over all tasks and splits. A part depends on the
//! [`Plan`] and its number alone, so it does not matter who makes it, when, or how often it is interrupted:
//!
//! - [`generate`] makes the parts that are missing or damaged, each written aside, synced and renamed;
//! - a shard `I/N` has the parts whose number leaves I when divided by N, and [`merge`] copies them together;
//! - [`verify`] reads everything back and rebuilds every row from its evidence;
//! - [`Dataset`] hands out questions with their answers.
//!
//! While a dataset is being made, its folder has a sub-folder `.spatiq` with the plan and a record of each finished
//! part. When all are there, these become `manifest.json` and the sub-folder goes.

mod card;
mod error;
mod fill;
mod folder;
mod generate;
mod library;
mod manifest;
mod merge;
mod parquet;
mod plan;
mod row;
mod store;
mod verify;
mod webdataset;

pub use error::Error;
pub use fill::Summary;
pub use generate::{Progress, generate};
pub use library::{Draft, Excluded, Library, model_hash};
pub use manifest::{FileRecord, Manifest, PartRecord, TaskRecord};
pub use merge::{is_within, merge};
pub use plan::{Part, Plan, Shard, TaskPlan};
pub use row::Row;
pub use store::open_file;
pub use verify::{Problem, Verdict, verify};

use crate::{Answer, Question, Split};
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};

/// How rows are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Format {
    /// Parquet files that the Hugging Face `datasets` library loads with pictures as pictures.
    Parquet,
    /// PNG files beside a `metadata.jsonl`.
    Folder,
    /// Tar files as WebDataset wants them.
    Webdataset,
}

impl Format {
    /// Starts to write a part aside; `path` is its place in the dataset.
    fn create(self, aside: &Path, path: String) -> Result<Box<dyn generate::PartWriter>, Error> {
        match self {
            Self::Parquet => parquet::create(aside, path),
            Self::Folder => folder::create(aside, path),
            Self::Webdataset => webdataset::create(aside, path),
        }
    }

    /// Its name in files and options.
    pub fn name(self) -> &'static str {
        match self {
            Self::Parquet => "parquet",
            Self::Folder => "folder",
            Self::Webdataset => "webdataset",
        }
    }
}

/// Rows as they are read back, in order, each apart: one bad row does not hide the next.
pub(crate) type Rows = Box<dyn Iterator<Item = Result<Row, Error>> + Send>;

/// A finished dataset, or a finished shard of one.
#[derive(Clone, Debug)]
pub struct Dataset {
    /// Its folder.
    pub dir: PathBuf,
    /// What it holds.
    pub manifest: Manifest,
}

impl Dataset {
    /// Opens a folder that [`generate`] or [`merge`] finished.
    pub fn open(dir: &Path) -> Result<Self, Error> {
        Ok(Self { dir: dir.to_owned(), manifest: Manifest::read(dir)? })
    }

    /// The rows of a task, of one split or of all.
    pub fn rows(
        &self,
        task: &str,
        split: Option<Split>,
    ) -> impl Iterator<Item = Result<Row, Error>> + Send + use<'_> {
        let mut parts = self.manifest.parts.clone();
        parts.retain(|part| part.task == task && split.is_none_or(|split| split == part.split));
        parts.into_iter().flat_map(|part| {
            // A part that ends early is an error: what is left of it would be scored as if it were all.
            let missing = Error::damaged(
                &self.dir.join(self.manifest.file_of(&part)),
                None,
                "rows are missing at its end",
            );
            let rows = read_part(&self.dir, &self.manifest, &part);
            rows.chain(std::iter::once(Err(missing))).take(part.rows as usize)
        })
    }

    /// The questions of a task with their answers, of one split or of all.
    pub fn questions(
        &self,
        task: &str,
        split: Option<Split>,
    ) -> impl Iterator<Item = Result<(Question, Answer), Error>> + Send + use<'_> {
        self.rows(task, split).map(|row| row.and_then(|row| row.question()))
    }
}

/// Reads one part's rows back.
pub(crate) fn read_part(dir: &Path, manifest: &Manifest, part: &PartRecord) -> Rows {
    let path = dir.join(manifest.file_of(part));
    match manifest.format {
        Format::Parquet => parquet::read(&path),
        Format::Webdataset => webdataset::read(&path),
        Format::Folder => folder::read(&path, manifest.rows_before(part), part.rows),
    }
}
