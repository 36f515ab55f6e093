//! Running solvers, judging answers, probing for shortcuts, and the report.
//!
//! This crate sees questions only, never how they were made, and touches no files.
//!
//! ```
//! use spatiq_bench::{Answer, Choice, Form, Metric, Question, Settings, Tags};
//! use spatiq_eval::{BUILTIN, Job, run};
//!
//! let question = Question {
//!     id: "iq/sample/test/000000".into(),
//!     prompt: "Which one?".into(),
//!     pictures: vec![],
//!     form: Form::Choice(vec![Choice::default(); 4]),
//!     tags: Tags::new(),
//! };
//! let solver = BUILTIN.iter().find(|spec| spec.name == "first").unwrap();
//! let settings = Settings::new(solver.settings, []).unwrap();
//! let job = Job { task: "iq/sample", split: "test", metric: Metric::Accuracy, solver, settings: &settings };
//! let questions = [Ok::<_, String>((question, Answer::Choice(0)))];
//! let result = run(&job, &[], questions, |outcome| {
//!     assert_eq!(outcome.correct, Some(true));
//!     Ok(())
//! });
//! assert_eq!(result.unwrap().score.value, 1.0);
//! ```
//!
//! - [`run()`] asks a solver many questions; [`BUILTIN`] lists those that fit any task.
//! - [`Judge`] scores answers made elsewhere.
//! - [`probes::measure`] tells whether a look at the options alone gives answers away.
//! - [`report::page`] makes one HTML file of it all.

mod builtin;
mod grids;
mod judge;
mod misses;
pub mod probes;
mod repair;
pub mod report;
mod run;

pub use builtin::{BUILTIN, CHANCE};
pub use grids::{Grid, grids};
pub use judge::{AnswersError, Judge};
pub use misses::{Miss, Misses};
pub use repair::{BEFORE, CHANGED, Repair};
pub use run::{Faults, Job, Outcome, RunResult, run};
