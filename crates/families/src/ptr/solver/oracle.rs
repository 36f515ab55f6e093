//! Hears the program in the words and runs it on the true graph: right, or there is a bug.

use crate::ptr::hear::hear;
use crate::ptr::program::run;
use crate::ptr::world::{Reading, World};
use spatiq_bench::{Answer, Privileged, Question, Solver, SolverError};
use spatiq_scene::graph::{Graph, told};

/// The solver.
pub struct Oracle;

impl Solver for Oracle {
    fn answer(&mut self, _: &Question) -> Result<Answer, SolverError> {
        Err(SolverError("it needs the scene graph".into()))
    }

    fn answer_given(&mut self, question: &Question, given: &Privileged) -> Result<Answer, SolverError> {
        let text = given.scenes.first().and_then(|scene| scene.graph.as_deref());
        let text = text.ok_or_else(|| SolverError("it needs the scene graph".into()))?;
        let graph = told(text).ok().flatten().ok_or_else(|| SolverError("the graph is none".into()))?;
        answer(question, &graph)
    }
}

/// What the words of a question have as their answer in a scene.
pub fn answer(question: &Question, graph: &Graph) -> Result<Answer, SolverError> {
    let world = World::of(graph, &Reading::PLAIN).map_err(|error| SolverError(error.to_string()))?;
    run_heard(question, &world)
}

/// Runs the program that the words of a question are heard as.
pub fn run_heard(question: &Question, world: &World) -> Result<Answer, SolverError> {
    let meant = hear(&question.prompt);
    let [(_, program)] = meant.as_slice() else {
        return Err(SolverError(format!("the words have {} meanings", meant.len())));
    };
    let program = program.check().map_err(|error| SolverError(error.to_string()))?;
    let value = run(&program, world).map_err(|why| SolverError(format!("no answer: {why:?}")))?;
    value.word().map(Answer::Word).ok_or_else(|| SolverError("the answer is no word".into()))
}
