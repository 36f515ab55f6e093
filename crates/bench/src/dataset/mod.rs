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
//! Pictures that several questions are about lie in a table of their own beside that of the questions, part by part; rows are
//! joined with their scenes as they are read.
//!
//! While a dataset is being made, its folder has a sub-folder `.spatiq` with the plan and a record of each finished
//! part. When all are there, these become `manifest.json` and the sub-folder goes.

mod balance;
mod card;
mod error;
mod fill;
mod folder;
mod generate;
mod import;
mod library;
mod manifest;
mod merge;
mod parquet;
mod plan;
mod row;
mod scenes;
mod store;
mod verify;
mod webdataset;

pub use error::Error;
pub use fill::Summary;
pub use generate::{Progress, generate};
pub use import::{Imported, ImportedFile, import};
pub use library::{Draft, Excluded, Library, model_hash};
pub use manifest::{FileRecord, Manifest, PartRecord, TaskRecord};
pub use merge::{is_within, merge};
pub use plan::{Part, Plan, Shard, TaskPlan};
pub use row::Row;
pub use store::open_file;
pub use verify::{Problem, Verdict, verify};

use crate::{Answer, Posed, Question, Split};
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
    /// Starts to write a part aside.
    fn create(self, target: generate::Target) -> Result<Box<dyn generate::PartWriter>, Error> {
        match self {
            Self::Parquet => parquet::create(target),
            Self::Folder => folder::create(target),
            Self::Webdataset => webdataset::create(target),
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
        self.rows_joined(task, split, true)
    }

    /// The same without the scenes, which take long to read.
    pub fn rows_in_words(
        &self,
        task: &str,
        split: Option<Split>,
    ) -> impl Iterator<Item = Result<Row, Error>> + Send + use<'_> {
        self.rows_joined(task, split, false)
    }

    fn rows_joined(
        &self,
        task: &str,
        split: Option<Split>,
        with_scenes: bool,
    ) -> impl Iterator<Item = Result<Row, Error>> + Send + use<'_> {
        let mut parts = self.manifest.parts.clone();
        parts.retain(|part| part.task == task && split.is_none_or(|split| split == part.split));
        parts.into_iter().flat_map(move |part| {
            // A part that ends early is an error: what is left of it would be scored as if it were all.
            let missing = Error::damaged(
                &self.dir.join(self.manifest.file_of(&part)),
                None,
                "rows are missing at its end",
            );
            let rows = match with_scenes {
                true => read_part(&self.dir, &self.manifest, &part),
                false => read_rows(&self.dir, &self.manifest, &part),
            };
            rows.chain(std::iter::once(Err(missing))).take(part.rows as usize)
        })
    }

    /// The questions of a task with their answers and scenes, of one split or of all.
    pub fn posed(
        &self,
        task: &str,
        split: Option<Split>,
    ) -> impl Iterator<Item = Result<Posed, Error>> + Send + use<'_> {
        self.rows(task, split).map(|row| {
            let row = row?;
            let scenes = row.scenes.clone();
            let (question, truth) = row.question()?;
            Ok(Posed { question, truth, scenes })
        })
    }

    /// The questions of a task with their answers, without the pictures of scenes, which take long to read.
    pub fn questions_in_words(
        &self,
        task: &str,
        split: Option<Split>,
    ) -> impl Iterator<Item = Result<(Question, Answer), Error>> + Send + use<'_> {
        self.rows_in_words(task, split).map(|row| {
            let mut row = row?;
            row.columns.scene.clear();
            row.question()
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

/// Reads one part's rows back, without the scenes that they name.
fn read_rows(dir: &Path, manifest: &Manifest, part: &PartRecord) -> Rows {
    let path = dir.join(manifest.file_of(part));
    match manifest.format {
        Format::Parquet => parquet::read(&path),
        Format::Webdataset => webdataset::read(&path),
        Format::Folder => folder::read(&path, manifest.rows_before(part), part.rows),
    }
}

/// Reads one part's rows back, with their scenes.
pub(crate) fn read_part(dir: &Path, manifest: &Manifest, part: &PartRecord) -> Rows {
    let rows = read_rows(dir, manifest, part);
    if part.scenes == 0 {
        return rows;
    }
    let scenes_path = dir.join(manifest.scenes_of(part));
    let source = match manifest.format {
        Format::Parquet => parquet::scenes::read(&scenes_path),
        Format::Webdataset => webdataset::read_scenes(&scenes_path),
        Format::Folder => Ok(folder::scenes(dir.join(manifest.place_of(part)), part.scenes)),
    };
    match source {
        Ok(source) => scenes::join(rows, source, scenes_path),
        Err(error) => Box::new(std::iter::once(Err(error))),
    }
}
