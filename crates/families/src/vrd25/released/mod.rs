//! The released annotations: CSV files of objects and of labelled pairs.
//!
//! Codes of the release: distance -1 no majority, 0 unsure, 1 the first is closer, 2 the second is closer, 3 the same;
//! occlusion -1 no majority, 0 none, 1 the first occludes the second, 2 the second occludes the first, 3 mutual.
//! A label is the one with strictly more than half of the votes.

mod columns;
mod evidence;
mod read;
mod survey;

pub use columns::{Answers, CsvRows, answers, unasked};
pub use evidence::{Released, ReleasedObject, ReleasedPair, hash, recheck};
pub(super) use read::each_row;
pub use read::{Fault, Faults, FileText, classes, read};
pub use survey::{PaperSplit, Survey};

use super::votes::Votes;
use spatiq_bench::{Edges, Split};
use std::collections::BTreeMap;

/// Whether pairs are of one picture or of two.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Setting {
    /// Two objects of one picture.
    Within,
    /// An object of each of two pictures.
    Across,
}

impl Setting {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Within, Self::Across];

    /// What the names of its files begin with.
    pub fn prefix(self) -> &'static str {
        match self {
            Self::Within => "within_image",
            Self::Across => "across_images",
        }
    }
}

/// The release's name for a split in the names of its files.
pub fn split_name(split: Split) -> &'static str {
    match split {
        Split::Train => "train",
        Split::Val => "validation",
        Split::Test => "test",
    }
}

/// The names of the two files of a setting and split: objects, pairs.
pub fn file_names(setting: Setting, split: Split) -> [String; 2] {
    ["objects", "vrd"].map(|what| format!("{}_{what}_{}.csv", setting.prefix(), split_name(split)))
}

/// What the two files of a setting and split hold.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Release {
    /// The objects of each picture, by its id and in the order of the file.
    pub objects: BTreeMap<String, Vec<ObjectRow>>,
    /// The pairs of each picture, or of each two pictures, in the order in which these first occur.
    pub pairs: Vec<(Vec<String>, Vec<PairRow>)>,
}

/// A row of an objects file.
#[derive(Clone, Debug, PartialEq)]
pub struct ObjectRow {
    /// Its id within the picture.
    pub id: u32,
    /// The machine identifier of its class.
    pub mid: String,
    /// Its box.
    pub edges: Edges,
}

/// A row of a pairs file.
#[derive(Clone, Debug, PartialEq)]
pub struct PairRow {
    /// The ids of the two objects; of two pictures, the first is in the first.
    pub objects: [u32; 2],
    /// Votes on which is closer.
    pub distance: Votes,
    /// Votes on which hides which.
    pub occlusion: Votes,
}

impl Release {
    /// How many objects there are.
    pub fn object_count(&self) -> u64 {
        self.objects.values().map(|objects| objects.len() as u64).sum()
    }

    /// How many pairs there are.
    pub fn pair_count(&self) -> u64 {
        self.pairs.iter().map(|(_, pairs)| pairs.len() as u64).sum()
    }
}
