//! `manifest.json`: what a dataset is and what each of its files should be.

use super::plan::Part;
use super::plan::ROWS_IN_PART;
use super::store::{Done, open_file};
use super::{Error, Format, Imported, folder};
use crate::Split;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::io::Read;
use std::path::{Component, Path};

/// Name of the file.
pub const MANIFEST: &str = "manifest.json";

/// No honest manifest states more; sums of such numbers cannot overflow.
const MOST_ROWS: u64 = 1 << 40;

/// A dataset's description. Nothing in it depends on how or when the dataset was made.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    /// Version of spatiq that made it.
    pub spatiq: String,
    /// How rows are written.
    pub format: Format,
    /// The user's seed.
    pub seed: u64,
    /// Where its rows were brought in from; absent where they were made from the seed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub imported: Option<Imported>,
    /// `I/N` when this is one shard of several.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shard: Option<String>,
    /// Its tasks.
    pub tasks: Vec<TaskRecord>,
    /// Its parts, in order.
    pub parts: Vec<PartRecord>,
    /// Its files, by path.
    pub files: Vec<FileRecord>,
}

/// A task of a dataset.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TaskRecord {
    /// Its name.
    pub task: String,
    /// The preset that the settings are those of; its own sizes may be others.
    pub preset: Option<String>,
    /// Every setting.
    pub settings: BTreeMap<String, String>,
    /// Questions in each split.
    pub splits: BTreeMap<Split, u64>,
}

/// What became of a part.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PartRecord {
    /// Its task.
    pub task: String,
    /// Its split.
    pub split: Split,
    /// Index of its first row within the split.
    pub first: u64,
    /// How many rows.
    pub rows: u64,
    /// Pictures in all rows and scenes together.
    pub pictures: u64,
    /// Scenes that its questions are about.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub scenes: u64,
    /// Attempts that were rejected, by reason.
    pub rejected: BTreeMap<String, u64>,
}

/// What a file should be.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FileRecord {
    /// Path below the dataset's folder, with forward slashes.
    pub path: String,
    /// Rows in it; 0 for a picture that belongs to a row elsewhere.
    pub rows: u64,
    /// Its size.
    pub bytes: u64,
    /// Its hash, in hexadecimal.
    pub blake3: String,
}

impl Manifest {
    /// Reads a folder's manifest.
    pub fn read(dir: &Path) -> Result<Self, Error> {
        if !dir.is_dir() {
            let why = if dir.exists() { "is not a folder" } else { "does not exist" };
            return Err(Error::NotOurs { dir: dir.to_owned(), why: why.into() });
        }
        let path = dir.join(MANIFEST);
        if !path.exists() {
            let why = match dir.join(super::store::WORK).is_dir() {
                true => "is not finished: run its generate or merge command again",
                false => "is not a dataset of ours: it has no manifest.json",
            };
            return Err(Error::NotOurs { dir: dir.to_owned(), why: why.into() });
        }
        Self::read_file(&path)
    }

    /// Reads a manifest under any name.
    pub(crate) fn read_file(path: &Path) -> Result<Self, Error> {
        let mut text = Vec::new();
        open_file(path).and_then(|mut file| file.read_to_end(&mut text)).map_err(Error::io("read", path))?;
        let manifest: Self = serde_json::from_slice(&text).map_err(|why| Error::damaged(path, None, why))?;
        if manifest.counts().any(|count| count > MOST_ROWS) {
            return Err(Error::damaged(path, None, "a number of rows is absurd"));
        }
        let within =
            |file: &FileRecord| Path::new(&file.path).components().all(|c| matches!(c, Component::Normal(_)));
        match manifest.files.iter().find(|file| !within(file)) {
            Some(file) => {
                Err(Error::damaged(path, None, format!("{:?} is not within the dataset", file.path)))
            }
            None => Ok(manifest),
        }
    }

    /// Every number of rows that it states.
    fn counts(&self) -> impl Iterator<Item = u64> {
        let parts = self.parts.iter().flat_map(|part| [part.first, part.rows, part.pictures, part.scenes]);
        let rejected = self.parts.iter().flat_map(|part| part.rejected.values().copied());
        parts.chain(rejected).chain(self.tasks.iter().flat_map(|task| task.splits.values().copied()))
    }

    /// As text; the same manifest always gives the same.
    pub fn text(&self) -> String {
        serde_json::to_string_pretty(self).expect("plain data") + "\n"
    }

    /// The first way in which two datasets differ, apart from what has been made of them so far.
    pub fn difference(&self, other: &Self) -> Option<String> {
        let differs = |what: &str, mine: String, theirs: String| {
            (mine != theirs).then(|| format!("{what} is {theirs} there and {mine} here"))
        };
        let names =
            |manifest: &Self| manifest.tasks.iter().map(|t| t.task.clone()).collect::<Vec<_>>().join(", ");
        let shard = |manifest: &Self| manifest.shard.clone().unwrap_or("the whole dataset".into());
        let tasks = self.tasks.iter().zip(&other.tasks).find_map(|(mine, theirs)| mine.difference(theirs));
        differs("the version of spatiq", self.spatiq.clone(), other.spatiq.clone())
            .or_else(|| differs("the seed", self.seed.to_string(), other.seed.to_string()))
            .or_else(|| differs("the format", self.format.name().into(), other.format.name().into()))
            .or_else(|| differs("the list of tasks", names(self), names(other)))
            .or_else(|| {
                (self.imported != other.imported).then(|| "it was brought in from other files".to_owned())
            })
            .or(tasks)
            .or_else(|| differs("the shard", shard(self), shard(other)))
    }

    /// The file that has a part's rows.
    pub fn file_of(&self, part: &PartRecord) -> String {
        let folder = part.task.replace('/', "__");
        let count =
            self.tasks.iter().find(|task| task.task == part.task).and_then(|t| t.splits.get(&part.split));
        let (nth, of) = (part.first / ROWS_IN_PART, count.copied().unwrap_or(0).div_ceil(ROWS_IN_PART));
        let ending = match self.format {
            Format::Parquet => "parquet",
            Format::Webdataset => "tar",
            Format::Folder => return format!("{folder}/{}/{}", part.split, folder::METADATA),
        };
        format!("data/{folder}/{}-{nth:05}-of-{of:05}.{ending}", part.split)
    }

    /// The file that has a part's scenes, if it has any; in folders they lie beside the rows' pictures.
    pub fn scenes_of(&self, part: &PartRecord) -> String {
        let rows = self.file_of(part);
        match (self.format, rows.rsplit_once('/')) {
            (Format::Parquet | Format::Webdataset, Some((folder, file))) => format!("{folder}/scenes-{file}"),
            _ => self.place_of(part),
        }
    }

    /// Where a part's own file, or its folder, is put.
    pub(crate) fn place_of(&self, part: &PartRecord) -> String {
        match self.format {
            Format::Parquet | Format::Webdataset => self.file_of(part),
            Format::Folder => {
                format!("{}/{}/{}", part.task.replace('/', "__"), part.split, folder::sub_folder(part.first))
            }
        }
    }

    /// The record of a part of which nothing is made yet.
    pub(crate) fn record_of(&self, part: &Part) -> PartRecord {
        PartRecord {
            task: self.tasks[part.task].task.clone(),
            split: part.split,
            first: part.first,
            rows: part.rows,
            pictures: 0,
            scenes: 0,
            rejected: BTreeMap::new(),
        }
    }

    /// What this dataset has of a part.
    pub(crate) fn done(&self, part: &Part) -> Option<Done> {
        let wanted = self.record_of(part);
        let same = |other: &&PartRecord| {
            (&other.task, other.split, other.first, other.rows)
                == (&wanted.task, wanted.split, wanted.first, wanted.rows)
        };
        let part = self.parts.iter().find(same)?.clone();
        let (place, scenes) = (self.place_of(&part), self.scenes_of(&part));
        let own = |file: &&FileRecord| {
            file.path == scenes
                || file.path.strip_prefix(&place).is_some_and(|r| r.is_empty() || r.starts_with('/'))
        };
        let files: Vec<FileRecord> = self.files.iter().filter(own).cloned().collect();
        // In folder format, rows without pictures have no files of their own.
        (!files.is_empty() || self.format == Format::Folder).then_some(Done { part, files })
    }

    /// How many rows of the same split come before a part in this dataset (in a shard, not all that there are).
    pub(crate) fn rows_before(&self, part: &PartRecord) -> u64 {
        let before = |other: &&PartRecord| {
            other.task == part.task && other.split == part.split && other.first < part.first
        };
        self.parts.iter().filter(before).map(|other| other.rows).sum()
    }
}

fn is_zero(count: &u64) -> bool {
    *count == 0
}

impl TaskRecord {
    fn difference(&self, other: &Self) -> Option<String> {
        let setting = self.settings.iter().find(|(name, value)| other.settings.get(*name) != Some(value));
        if let Some((name, value)) = setting {
            let theirs = other.settings.get(name).map_or("unset", String::as_str);
            return Some(format!("{}: {name} is {theirs} there and {value} here", self.task));
        }
        let counts = |record: &Self| {
            record.splits.iter().map(|(s, c)| format!("{s}={c}")).collect::<Vec<_>>().join(",")
        };
        (self != other).then(|| {
            let preset =
                |record: &Self| record.preset.as_ref().map_or(String::new(), |p| format!(" (preset {p})"));
            format!(
                "{}: the size is {}{} there and {}{} here",
                self.task,
                counts(other),
                preset(other),
                counts(self),
                preset(self)
            )
        })
    }
}
