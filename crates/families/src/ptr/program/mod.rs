//! Programs: what a question means, as plain data that anyone can run again. `docs/ptr-programs.md` is the manual.
//!
//! A program is a list of nodes. Each names a function, the earlier nodes that it takes, and a word or none; the last
//! node gives the answer. [`Program::check`] says what is wrong with one before it is run.

mod function;
mod geometry;
mod run;
mod value;

pub use function::{FUNCTIONS, Function, Signature};
pub use geometry::Geometry;
pub use run::{Failure, run, trace};
pub use value::{
    CHANGES, Objects, Parts, SPATIAL, Type, Value, category, change, colour, number, part, spatial, stability,
};

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// Longer programs are refused.
const MOST_NODES: usize = 64;

/// A program as it is written in files.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Program {
    /// The last one gives the answer.
    pub nodes: Vec<Node>,
}

/// One step.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Node {
    /// The name of a function.
    #[serde(rename = "type")]
    pub function: String,
    /// Earlier nodes, counted from 0.
    pub inputs: Vec<usize>,
    /// One word, or none.
    pub value_inputs: Vec<String>,
}

/// Why a program makes no sense.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("node {node}: {what}")]
pub struct ProgramError {
    /// Which node is at fault, counted from 0.
    pub node: usize,
    /// What is wrong with it.
    pub what: String,
}

/// A program that makes sense, ready to be run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checked {
    /// In order.
    pub steps: Vec<Step>,
    /// What the answer is.
    pub output: Type,
}

/// A node that makes sense.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// What to do.
    pub function: Function,
    /// With what.
    pub inputs: Vec<usize>,
    /// The word, if it takes one.
    pub value: String,
}

impl Program {
    /// Checks names, numbers and types, and that every node matters.
    pub fn check(&self) -> Result<Checked, ProgramError> {
        let fault = |node: usize, what: String| Err(ProgramError { node, what });
        if self.nodes.is_empty() || self.nodes.len() > MOST_NODES {
            return fault(0, format!("a program has from 1 to {MOST_NODES} nodes, not {}", self.nodes.len()));
        }
        let mut steps: Vec<Step> = Vec::with_capacity(self.nodes.len());
        let mut used = vec![false; self.nodes.len()];
        for (at, node) in self.nodes.iter().enumerate() {
            let Some(function) = Function::from_name(&node.function) else {
                return fault(at, format!("there is no function `{}`", node.function));
            };
            let outputs = |input: usize| steps.get(input).map(|step| step.function.signature().output);
            if let Err(what) = fits(function.signature(), node, outputs) {
                return fault(at, what);
            }
            node.inputs.iter().for_each(|input| used[*input] = true);
            let value = node.value_inputs.first().cloned().unwrap_or_default();
            steps.push(Step { function, inputs: node.inputs.clone(), value });
        }
        let last = self.nodes.len() - 1;
        if let Some(idle) = used[..last].iter().position(|used| !used) {
            return fault(idle, "nothing takes what it gives".into());
        }
        let output = steps[last].function.signature().output;
        match output.is_answer() {
            true => Ok(Checked { steps, output }),
            false => fault(last, format!("a question does not end with {output}")),
        }
    }

    /// Adds a node and tells its number.
    pub fn push(&mut self, function: Function, inputs: &[usize], value: Option<&str>) -> usize {
        self.nodes.push(Node {
            function: function.signature().name.into(),
            inputs: inputs.to_vec(),
            value_inputs: value.map(str::to_owned).into_iter().collect(),
        });
        self.nodes.len() - 1
    }
}

/// Says what is wrong with a node, given what earlier ones give.
fn fits(signature: &Signature, node: &Node, outputs: impl Fn(usize) -> Option<Type>) -> Result<(), String> {
    let name = signature.name;
    let least = signature.inputs.len();
    let most = least + usize::from(signature.among.is_some());
    if !(least..=most).contains(&node.inputs.len()) {
        return Err(format!("{name} takes {least} inputs, not {}", node.inputs.len()));
    }
    let wanted = signature.inputs.iter().chain(&signature.among);
    for (input, wanted) in node.inputs.iter().zip(wanted) {
        match outputs(*input) {
            None => return Err(format!("{name} takes node {input}, which does not come before it")),
            Some(given) if !wanted.admits(given) => {
                return Err(format!("{name} takes {wanted}, and node {input} gives {given}"));
            }
            Some(_) => {}
        }
    }
    match (signature.value, node.value_inputs.as_slice()) {
        (None, []) => Ok(()),
        (None, _) => Err(format!("{name} takes no word")),
        (Some(wanted), [word]) if wanted.has_word(word) => Ok(()),
        (Some(wanted), [word]) => Err(format!("{name} takes a word for {wanted}, and `{word}` is none")),
        (Some(wanted), words) => {
            Err(format!("{name} takes one word for {wanted}, and there are {}", words.len()))
        }
    }
}
