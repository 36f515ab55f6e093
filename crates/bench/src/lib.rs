//! What a benchmark is, and how it lies on disk.
//!
//! A [`Task`] turns a [`Place`] (split, index, seed) into an [`Item`]: a [`Question`], its true [`Answer`] and the
//! evidence from which both can be rebuilt. A [`Solver`] turns a question into an answer; it is never handed the
//! truth, because a [`Question`] has none. [`metrics`] grade answers; a [`Tally`] adds up grades and divides only at
//! the end.
//! [`dataset`] is the one place that knows files.
//!
//! ```
//! use spatiq_bench::{Seed, deal};
//!
//! // Every random choice hangs on a path of labels, so item 7 is the same whoever makes it.
//! let root = Seed::root(1);
//! let seed = root.child("iq/rotation").child("test").child(7);
//! assert_eq!(seed.rng().below(1000), seed.rng().below(1000));
//!
//! // What must be even over a whole dataset is dealt out by index, not counted.
//! let slots: Vec<usize> = (0..4).map(|nth| deal(&root, 4, nth)).collect();
//! assert_eq!(slots.iter().sum::<usize>(), 0 + 1 + 2 + 3);
//! ```

mod cloud;
pub mod dataset;
mod figure;
pub mod metrics;
mod question;
pub mod relations;
mod scene;
mod seed;
mod settings;
mod solver;
mod stock;
mod tally;
mod task;

pub use cloud::{Cloud, CloudError};
pub use figure::{Figure, Pair};
pub use question::{Answer, Choice, Form, Item, Picture, Posed, Question, Tags};
pub use relations::{BoxedObject, Detected, Edges, Label, RelationKind, Relations};
pub use scene::{Given, Privileged, Scene};
pub use seed::{Rng, Seed, deal};
pub use settings::{Kind, Setting, SettingError, Settings, nearest};
pub use solver::{Solver, SolverError, SolverSpec};
pub use stock::{Stock, StockModel};
pub use tally::{Counts, Grade, GroupCounts, Metric, Part, Score, Share, Tally, wilson};
pub use task::{EvidenceError, Family, Generator, PaperTable, Place, Preset, Reject, Split, Task};
