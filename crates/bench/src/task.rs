//! What a family provides: tasks, their settings and presets, and the figures of its paper.

use crate::{Figure, Item, Metric, Pair, Question, Seed, Setting, SettingError, Settings, SolverSpec, Stock};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;
use thiserror::Error;

/// A kind of question that can be made without end.
pub trait Task: Sync {
    /// `<family>/<task>`.
    fn name(&self) -> &'static str;
    /// What is asked, in a line.
    fn about(&self) -> &'static str;
    /// What an answer looks like, in a line.
    fn form(&self) -> &'static str;
    /// How answers are scored.
    fn metric(&self) -> Metric;
    /// What `--set` may change.
    fn settings(&self) -> &'static [Setting];
    /// Named settings and sizes.
    fn presets(&self) -> &'static [Preset];
    /// Solvers that know this task.
    fn solvers(&self) -> &'static [SolverSpec];
    /// Reads the settings once, into a generator that has them typed.
    fn configure(&self, settings: &Settings) -> Result<Box<dyn Generator>, SettingError>;
    /// Makes the item again from its evidence.
    fn rebuild(&self, id: &str, evidence: &str) -> Result<Item, EvidenceError>;
    /// Recomputes the truth from the evidence by another route than [`Generator::generate`] took, and checks every
    /// rule an item has to keep. Says what does not hold.
    fn recheck(&self, item: &Item) -> Result<(), EvidenceError>;
    /// Whether making or answering one question takes a good part of a second, so that demos and tests ask for fewer.
    fn is_slow(&self) -> bool {
        false
    }
    /// The same task with a library at hand, from which it takes objects where its settings say so; `None` where it has no
    /// use for one.
    fn stocked(&self, _: Arc<dyn Stock>) -> Option<Box<dyn Task>> {
        None
    }
    /// A drawing that helps people to read a question; `None` where its pictures say it all.
    fn figure(&self, _item: &Item) -> Option<Figure> {
        None
    }
    /// How far the two most similar options of a question differ; `None` where nobody measured it.
    fn distance(&self, _evidence: &str) -> Option<u64> {
        None
    }
    /// The two most similar options of a question, to be looked at; `None` where nobody measured it.
    fn most_similar(&self, _evidence: &str) -> Option<Pair> {
        None
    }
}

/// A task with its settings.
pub trait Generator: Sync + Send {
    /// Makes the item at a place. Pure: the same place gives the same item. A rejected attempt is data, not an error.
    fn generate(&self, place: &Place) -> Result<Item, Reject>;
    /// After so many attempts at one place there is no hope.
    fn most_attempts(&self) -> u64 {
        20_000
    }
    /// Says why so many questions cannot be made. What is made without end is never short of anything.
    fn check(&self, _root: &Seed, _counts: &BTreeMap<Split, u64>) -> Result<(), String> {
        Ok(())
    }
}

/// Where an item stands: everything that it may depend on besides the settings.
#[derive(Clone, Debug)]
pub struct Place {
    /// Name of the task.
    pub task: &'static str,
    /// The split it belongs to.
    pub split: Split,
    /// Its number within the split.
    pub index: u64,
    /// The user's seed: for what is dealt out over all tasks.
    pub root: Seed,
    /// Seed of the split: for what is dealt out over many items with [`crate::deal`].
    pub split_seed: Seed,
    /// Seed of this attempt at this item.
    pub seed: Seed,
}

impl Place {
    /// The place of the given attempt.
    pub fn new(root: &Seed, task: &'static str, split: Split, index: u64, attempt: u64) -> Self {
        let split_seed = root.child(task).child(split);
        Self { task, split, index, root: *root, split_seed, seed: split_seed.child(index).child(attempt) }
    }

    /// The identifier of the question made here.
    pub fn id(&self) -> String {
        format!("{}/{}/{:06}", self.task, self.split, self.index)
    }
}

/// A part of a dataset that is used for one purpose.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Split {
    /// To learn from.
    Train,
    /// To choose hyper-parameters with.
    Val,
    /// To measure on.
    Test,
}

impl Split {
    /// All, in their usual order.
    pub const ALL: [Self; 3] = [Self::Train, Self::Val, Self::Test];

    /// Its name in ids and files.
    pub fn name(self) -> &'static str {
        match self {
            Self::Train => "train",
            Self::Val => "val",
            Self::Test => "test",
        }
    }

    /// The split of that name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|split| split.name() == name)
    }
}

impl fmt::Display for Split {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.name())
    }
}

/// Why an attempt made no item; the reason is counted and shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Reject(pub &'static str);

/// Evidence that does not hold.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("{0}")]
pub struct EvidenceError(pub String);

/// A published dataset: settings and sizes under a name.
#[derive(Clone, Copy, Debug)]
pub struct Preset {
    /// What `--preset` calls it.
    pub name: &'static str,
    /// What it reproduces, in a line.
    pub about: &'static str,
    /// Questions in each split.
    pub counts: &'static [(Split, u64)],
    /// Where it differs from the defaults.
    pub settings: &'static [(&'static str, &'static str)],
}

/// The tasks that come from one paper.
pub struct Family {
    /// Its name: the part of its tasks' names before the slash.
    pub name: &'static str,
    /// What it measures, in a line.
    pub about: &'static str,
    /// Its tasks.
    pub tasks: &'static [&'static dyn Task],
    /// What the paper measured, to print beside what we measure.
    pub paper: &'static [PaperTable],
}

/// A table of a paper.
pub struct PaperTable {
    /// The task it is about.
    pub task: &'static str,
    /// What it shows and where it is from.
    pub title: &'static str,
    /// Column heads.
    pub head: &'static [&'static str],
    /// Rows, as long as the head.
    pub rows: &'static [&'static [&'static str]],
}

impl fmt::Debug for dyn Task {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.name())
    }
}

/// A question's split, read off its id.
impl Question {
    /// The task, the split and the index that the id tells; `None` where it is not an id of ours.
    pub fn place(id: &str) -> Option<(&str, Split, u64)> {
        let (rest, index) = id.rsplit_once('/')?;
        let (task, split) = rest.rsplit_once('/')?;
        Some((task, Split::from_name(split)?, index.parse().ok()?))
    }
}
