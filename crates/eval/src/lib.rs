//! Running solvers and judging answers.
//!
//! This crate sees questions only, never how they were made, and touches no files.
//!
//! - [`run()`] asks a solver many questions.
//! - [`Judge`] scores answers made elsewhere.

mod judge;
mod run;

pub use judge::{AnswersError, Judge};
pub use run::{Job, Outcome, RunResult, run};
