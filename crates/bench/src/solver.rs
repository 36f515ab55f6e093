//! Whoever answers questions.

use crate::{Answer, Privileged, Question, Setting, Settings};
use thiserror::Error;

/// Turns a question into an answer. There is no truth in a [`Question`], so a solver cannot peek.
pub trait Solver: Send {
    /// Learns from questions with their answers, before it is asked any; most solvers have nothing to learn. Pictures of
    /// scenes are left out of these questions: thousands of them are held in memory.
    fn fit(&mut self, _examples: &mut dyn Iterator<Item = (Question, Answer)>) {}

    /// Answers. The answer to a question depends on the question and on what was learnt, never on the order of asking.
    fn answer(&mut self, question: &Question) -> Result<Answer, SolverError>;

    /// Answers with what [`SolverSpec::privileged`] names of the question's scenes, which is normally nothing.
    fn answer_given(&mut self, question: &Question, _given: &Privileged) -> Result<Answer, SolverError> {
        self.answer(question)
    }

    /// What it found out on the way to the last answer, in a sentence without an end: measured, and for people who want to know
    /// why an answer is wrong. Nothing is graded by it.
    fn remark(&self) -> Option<String> {
        None
    }

    /// What it learnt, in a few words, where that can be told so.
    fn learnt(&self) -> Option<String> {
        None
    }

    /// The last answer as another solver gave it, where this one repairs the answers of others: both are graded.
    fn before(&self) -> Option<Answer> {
        None
    }
}

/// Why there is no answer. It counts as invalid, and so as wrong.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("{0}")]
pub struct SolverError(pub String);

/// A solver in a registry.
#[derive(Clone, Copy)]
pub struct SolverSpec {
    /// What `--solver` calls it.
    pub name: &'static str,
    /// What it does, in a line.
    pub about: &'static str,
    /// What it is given beyond the question; normally nothing.
    pub privileged: &'static [&'static str],
    /// Whether it wants [`Solver::fit`].
    pub learns: bool,
    /// What `--set` may change.
    pub settings: &'static [Setting],
    /// Makes one; every thread has its own.
    pub make: fn(&Settings) -> Box<dyn Solver>,
}
