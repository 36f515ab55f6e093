//! What is to be made, and how it is cut into parts.

use super::manifest::{Manifest, TaskRecord};
use super::{Error, Format, Imported};
use crate::{Metric, Settings, Split, Task};
use std::collections::BTreeMap;

/// Rows in a part. Small enough that an interrupted run loses little and shards share evenly, large enough that a
/// file is worth opening. Changing it changes the files of every dataset.
pub const ROWS_IN_PART: u64 = 500;

/// More questions than this of one task are a slip of the finger.
const MOST_QUESTIONS: u64 = 100_000_000;

/// A dataset to be made.
pub struct Plan {
    /// The user's seed.
    pub seed: u64,
    /// How rows are written.
    pub format: Format,
    /// Where its rows were brought in from; `None` where they are made from the seed.
    pub imported: Option<Imported>,
    /// Which share of the parts to make; `None` for all.
    pub shard: Option<Shard>,
    /// The tasks, in order.
    pub tasks: Vec<TaskPlan>,
}

/// One task of a plan.
pub struct TaskPlan {
    /// Which task.
    pub task: &'static dyn Task,
    /// The preset that the settings are those of, for the record.
    pub preset: Option<String>,
    /// Its settings.
    pub settings: Settings,
    /// Questions in each split.
    pub counts: BTreeMap<Split, u64>,
}

/// The share `index` of `of`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    /// From 0.
    pub index: u64,
    /// How many shards there are.
    pub of: u64,
}

/// A run of rows of one split: the unit of work.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// Its number over the whole dataset.
    pub number: u64,
    /// Place of its task in the plan.
    pub task: usize,
    /// Its split.
    pub split: Split,
    /// Index of its first row within the split.
    pub first: u64,
    /// How many rows.
    pub rows: u64,
}

impl Plan {
    /// Refuses what cannot be meant.
    pub fn check(&self) -> Result<(), Error> {
        let refuse = |why: String| Err(Error::Request(why));
        if let Some(shard) = self.shard
            && (shard.of == 0 || shard.index >= shard.of || shard.of > 100_000)
        {
            return refuse(format!(
                "shard {}/{} does not exist: of N, they are 0 to N-1",
                shard.index, shard.of
            ));
        }
        if self.tasks.is_empty() {
            return refuse("there are no tasks".into());
        }
        for (at, plan) in self.tasks.iter().enumerate() {
            let name = plan.task.name();
            if self.tasks[..at].iter().any(|other| other.task.name() == name) {
                return refuse(format!("{name} is asked for twice"));
            }
            let total = plan.counts.values().fold(0u64, |sum, &count| sum.saturating_add(count));
            if total == 0 {
                return refuse(format!("{name}: a dataset needs at least one question"));
            }
            if total > MOST_QUESTIONS {
                return refuse(format!("{name}: {total} questions are too many, at most {MOST_QUESTIONS}"));
            }
            if let Some(preset) = &plan.preset
                && !plan
                    .task
                    .presets()
                    .iter()
                    .any(|known| known.name == preset && known.describes(plan.task, &plan.settings))
            {
                return refuse(format!("{name}: the settings are not those of the preset {preset:?}"));
            }
        }
        Ok(())
    }

    /// All parts of the dataset, those of other shards too.
    pub fn parts(&self) -> Vec<Part> {
        let mut parts = Vec::new();
        for (task, plan) in self.tasks.iter().enumerate() {
            for (&split, &count) in &plan.counts {
                for first in (0..count).step_by(ROWS_IN_PART as usize) {
                    let rows = ROWS_IN_PART.min(count - first);
                    parts.push(Part { number: parts.len() as u64, task, split, first, rows });
                }
            }
        }
        parts
    }

    /// Whether a part is in the asked share.
    pub fn owns(&self, part: &Part) -> bool {
        self.shard.is_none_or(|shard| part.number % shard.of == shard.index)
    }

    /// How its tasks are scored; the card says what their rows have.
    pub(crate) fn metrics(&self) -> Vec<Metric> {
        self.tasks.iter().map(|task| task.task.metric()).collect()
    }

    /// The manifest that the dataset will have, still without parts and files.
    pub fn manifest(&self) -> Manifest {
        let record = |plan: &TaskPlan| TaskRecord {
            task: plan.task.name().into(),
            preset: plan.preset.clone(),
            settings: plan.settings.iter().map(|(name, value)| (name.into(), value.into())).collect(),
            splits: plan.counts.clone(),
        };
        Manifest {
            spatiq: env!("CARGO_PKG_VERSION").into(),
            format: self.format,
            seed: self.seed,
            imported: self.imported.clone(),
            shard: self.shard.map(|shard| shard.to_string()),
            tasks: self.tasks.iter().map(record).collect(),
            parts: Vec::new(),
            files: Vec::new(),
        }
    }

    /// The plan that a manifest came from. The registry turns names into tasks.
    pub fn from_manifest(manifest: &Manifest, registry: &[&'static dyn Task]) -> Result<Self, String> {
        if manifest.spatiq != env!("CARGO_PKG_VERSION") {
            return Err(format!(
                "made by version {}, this is {}",
                manifest.spatiq,
                env!("CARGO_PKG_VERSION")
            ));
        }
        let shard = match &manifest.shard {
            None => None,
            Some(text) => Some(Shard::parse(text).ok_or(format!("shard {text:?} is not I/N"))?),
        };
        let mut tasks = Vec::new();
        for record in &manifest.tasks {
            let task = *registry
                .iter()
                .find(|task| task.name() == record.task)
                .ok_or(format!("task {:?} is not known", record.task))?;
            let given = record.settings.iter().map(|(name, value)| (name.as_str(), value.as_str()));
            let settings = Settings::new(task.settings(), given).map_err(|error| error.to_string())?;
            tasks.push(TaskPlan {
                task,
                preset: record.preset.clone(),
                settings,
                counts: record.splits.clone(),
            });
        }
        let imported = manifest.imported.clone();
        let plan = Self { seed: manifest.seed, format: manifest.format, imported, shard, tasks };
        plan.check().map_err(|error| error.to_string())?;
        Ok(plan)
    }
}

impl Shard {
    /// Reads `I/N`.
    pub fn parse(text: &str) -> Option<Self> {
        let (index, of) = text.split_once('/')?;
        let shard = Self { index: index.parse().ok()?, of: of.parse().ok()? };
        (shard.index < shard.of).then_some(shard)
    }
}

impl std::fmt::Display for Shard {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "{}/{}", self.index, self.of)
    }
}
