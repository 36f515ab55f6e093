//! What a family provides: tasks, their settings and presets, and the figures of its paper.

use crate::{
    Figure, Item, Metric, Pair, Picture, Question, Scene, Seed, Setting, SettingError, Settings, SolverSpec,
    Stock,
};
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
    /// Makes an item that was brought in again from its evidence and the pictures that came with it.
    fn rebuild_imported(
        &self,
        id: &str,
        evidence: &str,
        pictures: Vec<Picture>,
    ) -> Result<Item, EvidenceError> {
        let _ = (id, evidence, pictures);
        Err(EvidenceError("such questions are never brought in".into()))
    }
    /// Recomputes the truth from the evidence by another route than [`Generator::generate`] took, and checks every
    /// rule an item has to keep. Says what does not hold.
    fn recheck(&self, item: &Item) -> Result<(), EvidenceError>;
    /// Makes the item again from its evidence and the scenes that it is about.
    fn rebuild_about(&self, id: &str, evidence: &str, _: &[Arc<Scene>]) -> Result<Item, EvidenceError> {
        self.rebuild(id, evidence)
    }
    /// Renders a scene again from its graph, and recomputes what the graph says by another route than the generator's.
    fn recheck_scene(&self, _: &Scene) -> Result<(), EvidenceError> {
        Ok(())
    }
    /// Whether there are options to choose from, so that guessing solvers and blind probes have something to look at.
    fn has_options(&self) -> bool {
        self.metric() == Metric::Accuracy
    }
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
    /// What is known about each asked pair of a question about relations beyond its label, in a few words for people.
    fn pair_remarks(&self, _item: &Item) -> Vec<String> {
        Vec::new()
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
    /// How many consecutive questions of a split are made together. It divides 500, the rows of a part.
    fn bundle(&self) -> u64 {
        1
    }
    /// How many consecutive questions share their scenes; a number of questions is rounded up to a multiple of it.
    fn asked_of_a_scene(&self) -> u64 {
        1
    }
    /// Makes all items of a bundle, in order; `place` is that of the first.
    fn generate_bundle(&self, place: &Place) -> Result<Vec<Item>, Reject> {
        Ok(vec![self.generate(place)?])
    }
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
    /// How many attempts came before.
    pub attempt: u64,
}

impl Place {
    /// The place of the given attempt.
    pub fn new(root: &Seed, task: &'static str, split: Split, index: u64, attempt: u64) -> Self {
        let split_seed = root.child(task).child(split);
        let seed = split_seed.child(index).child(attempt);
        Self { task, split, index, root: *root, split_seed, seed, attempt }
    }

    /// The place of another question of the bundle, `nth` after this one.
    pub fn later(&self, nth: u64) -> Self {
        Self { index: self.index + nth, ..self.clone() }
    }

    /// The name of a scene by its number within the split.
    pub fn scene_name(&self, number: u64) -> String {
        format!("{}/{}/scene-{number:06}", self.task, self.split)
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

impl Preset {
    /// Whether a dataset of a task with these settings may bear the name. Only settings decide: how many questions there are
    /// changes none of them, and a dataset says that beside the name.
    pub fn describes(&self, task: &dyn Task, settings: &Settings) -> bool {
        Settings::new(task.settings(), self.settings.iter().copied()).as_ref() == Ok(settings)
    }
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
