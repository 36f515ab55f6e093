//! PTR: questions about the parts of furniture, each with the program that answers it.
//!
//! `program` is the language, `world` what it is run on, `template` what is asked in which words. `deck` says which answers are
//! wanted, `make` finds a scene for them, `ask` a question. `hear` goes from words back to programs, `naive` runs
//! them a second way, and `questions` is the task. `original` writes questions for other people's loaders, `show` shows what an
//! answer rests on.

pub mod ask;
pub mod deck;
pub mod explain;
pub mod hear;
pub mod make;
pub mod naive;
pub mod original;
mod paper;
mod presets;
pub mod program;
#[cfg(test)]
mod properties;
pub mod questions;
pub mod seeing;
mod show;
mod solver;
pub mod study;
pub mod template;
#[cfg(test)]
mod tests;
mod words;
pub mod world;

use spatiq_bench::Family;

/// The family.
pub const FAMILY: Family = Family {
    name: "ptr",
    about: "part-based reasoning about furniture: concepts, relations, analogies, arithmetic, physics",
    tasks: &[&questions::Questions],
    paper: paper::PAPER,
};
