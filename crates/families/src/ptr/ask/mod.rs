//! Asking: from a scene, a template and the answer that is wanted to a question that has this answer and no flaw.
//!
//! 1. `universe` lists every description that means something in a scene, with the objects that it fits.
//! 2. `search` goes through the lines of a template, depth first, and leaves a branch as soon as a line has no value.
//! 3. `flaw` looks at a finished question: every clause must do work, nothing may give the answer away (`foretold`: not the words
//!    alone, either), and those who look less or more closely must come to the same answer.

pub mod flaw;
mod foretold;
mod search;
mod universe;

pub use universe::Universe;

use super::deck::Card;
use super::program::{Checked, Program};
use super::study::Scope;
use super::template::Chosen;
use super::world::{Reading, World, WorldError};
use spatiq_bench::Rng;
use spatiq_scene::graph::Graph;

/// A scene as questions are asked about it: in every reading.
pub struct Asker {
    /// The truth.
    pub plain: World,
    /// What others may see.
    pub others: [World; 2],
    universe: Universe,
}

/// A question without a flaw.
#[derive(Clone, Debug)]
pub struct Asked {
    /// What was chosen for the template's parameters.
    pub chosen: Vec<Chosen>,
    /// What answers it.
    pub program: Program,
    /// The same, ready to be run.
    pub checked: Checked,
}

impl Asker {
    /// Gets ready to ask about a scene.
    pub fn new(graph: &Graph) -> Result<Self, WorldError> {
        Self::seeing(|reading| World::of(graph, reading))
    }

    /// The same with whatever is seen by a reading.
    pub fn seeing(look: impl Fn(&Reading) -> Result<World, WorldError>) -> Result<Self, WorldError> {
        let plain = look(&Reading::PLAIN)?;
        let others = [look(&Reading::GENEROUS)?, look(&Reading::STRICT)?];
        let universe = Universe::of(&plain);
        Ok(Self { plain, others, universe })
    }

    /// A question that a card asks for, if the scene has one and the search finds it. Only questions
    /// within a scope are considered.
    pub fn ask(&self, card: &Card, rng: &mut Rng, scope: &Scope) -> Option<Asked> {
        search::search(self, card, rng, scope)
    }
}
