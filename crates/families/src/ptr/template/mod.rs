//! Templates: what is asked, in several wordings, and the program that answers it. They are data: see `templates/`.
//!
//! A template has parameters, which are chosen for a scene; lines, which become a program; and wordings with a slot for each
//! parameter. `read` refuses a file with whatever is wrong in it, and `wording` goes from parameters to words and back.

mod read;
#[cfg(test)]
mod tests;
mod wording;

pub use read::{TemplateError, read};
pub use wording::Wording;

use super::program::{Function, Geometry, Program};
use super::words::{Description, PartWords};
use std::sync::LazyLock;

/// What a question is about.
#[derive(Clone, Debug)]
pub struct Template {
    /// Its name, unlike that of any other.
    pub name: String,
    /// The kind of reasoning.
    pub sub_type: SubType,
    /// The kind of answer.
    pub kind: AnswerKind,
    /// The answers that it can have, each a word.
    pub answers: Vec<String>,
    /// What is chosen for a scene.
    pub parameters: Vec<Parameter>,
    /// What becomes the program, in order.
    pub lines: Vec<Line>,
    /// Pairs of lines that must have nothing in common.
    pub differ: Vec<(usize, usize)>,
    /// Lines that must give several objects, since the words speak of several.
    pub several: Vec<usize>,
    /// Ways to ask.
    pub wordings: Vec<Wording>,
}

/// Something to be chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// Its name: a capital letter.
    pub name: String,
    /// What it is.
    pub kind: ParameterKind,
}

/// What is chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum ParameterKind {
    /// Objects.
    Things,
    /// Objects whose category is not told.
    Nameless,
    /// Parts, by what they are or by their colour.
    Parts,
    /// Parts, by what they are.
    Named,
    /// Parts, by their colour.
    Coloured,
    Category,
    Part,
    Colour,
    Relation,
    Geometry,
    Change,
    Stability,
}

/// What was chosen.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Chosen {
    /// A description of objects.
    Things(Description),
    /// A description of parts, and whether there are several.
    Parts(PartWords, bool),
    /// A geometric relation.
    Geometry(Geometry),
    /// Anything else, as programs write it.
    Word(String),
}

/// A line: one node, or the nodes of a description.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Line {
    /// A function, of earlier lines and perhaps a parameter.
    Call {
        /// Which.
        function: Function,
        /// Of what.
        inputs: Vec<usize>,
        /// The parameter that gives its word.
        value: Option<usize>,
    },
    /// The objects of an earlier line that a description fits.
    Select {
        /// The parameter with the description.
        things: usize,
        /// The earlier line.
        from: usize,
        /// Whether it must fit one object only.
        one: bool,
    },
    /// The parts of an earlier line that a description fits.
    Parts {
        /// The parameter with the description.
        parts: usize,
        /// The earlier line, which gives parts.
        from: usize,
    },
}

/// The kinds of reasoning: five types, fourteen sub-types.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[allow(missing_docs)]
pub enum SubType {
    QueryObject,
    ExistObject,
    CountObject,
    QueryPart,
    CountPart,
    SpatialRelation,
    GeometricRelation,
    SameAttribute,
    SpatialAnalogy,
    GeometricAnalogy,
    CompareInteger,
    SumMinus,
    Stability,
    PossibleChange,
}

/// The kinds of answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[allow(missing_docs)]
pub enum AnswerKind {
    YesNo,
    Objects,
    Parts,
    Colour,
    Part,
    Category,
    Direction,
}

impl SubType {
    /// All of them, in the order of the paper's table 2.
    pub const ALL: [Self; 14] = [
        Self::QueryObject,
        Self::ExistObject,
        Self::CountObject,
        Self::QueryPart,
        Self::CountPart,
        Self::SpatialRelation,
        Self::GeometricRelation,
        Self::SameAttribute,
        Self::SpatialAnalogy,
        Self::GeometricAnalogy,
        Self::CompareInteger,
        Self::SumMinus,
        Self::Stability,
        Self::PossibleChange,
    ];

    /// Its name in files.
    pub fn name(self) -> &'static str {
        match self {
            Self::QueryObject => "query-object",
            Self::ExistObject => "exist-object",
            Self::CountObject => "count-object",
            Self::QueryPart => "query-part",
            Self::CountPart => "count-part",
            Self::SpatialRelation => "spatial-relation",
            Self::GeometricRelation => "geometric-relation",
            Self::SameAttribute => "same-attribute",
            Self::SpatialAnalogy => "spatial-analogy",
            Self::GeometricAnalogy => "geometric-analogy",
            Self::CompareInteger => "compare-integer",
            Self::SumMinus => "sum-minus",
            Self::Stability => "stability",
            Self::PossibleChange => "possible-change",
        }
    }

    /// The type that it belongs to.
    pub fn type_name(self) -> &'static str {
        match self {
            Self::QueryObject | Self::ExistObject | Self::CountObject | Self::QueryPart | Self::CountPart => {
                "concept"
            }
            Self::SpatialRelation | Self::GeometricRelation | Self::SameAttribute => "relation",
            Self::SpatialAnalogy | Self::GeometricAnalogy => "analogy",
            Self::CompareInteger | Self::SumMinus => "arithmetic",
            Self::Stability | Self::PossibleChange => "physics",
        }
    }

    /// Whether it is asked in scenes where something may fall alone.
    pub fn is_physics(self) -> bool {
        self.type_name() == "physics"
    }

    /// Whether it is about how parts lie to each other.
    pub fn is_geometric(self) -> bool {
        matches!(self, Self::GeometricRelation | Self::GeometricAnalogy)
    }
}

impl AnswerKind {
    /// All of them.
    pub const ALL: [Self; 7] =
        [Self::YesNo, Self::Objects, Self::Parts, Self::Colour, Self::Part, Self::Category, Self::Direction];

    /// Its name in files.
    pub fn name(self) -> &'static str {
        match self {
            Self::YesNo => "yes/no",
            Self::Objects => "objects",
            Self::Parts => "parts",
            Self::Colour => "colour",
            Self::Part => "part",
            Self::Category => "category",
            Self::Direction => "direction",
        }
    }
}

/// Every template, in the order of the files.
pub static TEMPLATES: LazyLock<Vec<Template>> = LazyLock::new(|| {
    let files = [
        ("concept", include_str!("../templates/concept.txt")),
        ("relation", include_str!("../templates/relation.txt")),
        ("analogy", include_str!("../templates/analogy.txt")),
        ("arithmetic", include_str!("../templates/arithmetic.txt")),
        ("physics", include_str!("../templates/physics.txt")),
    ];
    let read = |(name, text)| read(text).unwrap_or_else(|error| panic!("{name}.txt: {error}"));
    files.into_iter().flat_map(read).collect()
});

impl Template {
    /// Whether a description must speak of parts, because a wording does.
    pub fn needs_clause(&self, parameter: usize) -> bool {
        let slots = self.wordings.iter().flat_map(Wording::slots);
        slots.into_iter().any(|slot| matches!(slot, wording::Slot::Clause(at) if *at == parameter))
    }

    /// Whether a description must not be empty: nobody asks whether there is an object.
    pub fn must_tell(&self, parameter: usize) -> bool {
        let is_select = |line: &Line| matches!(line, Line::Select { things, .. } if *things == parameter);
        let Some(at) = self.lines.iter().position(is_select) else { return false };
        let from = self.lines[at].inputs()[0];
        let from_all = matches!(self.lines[from], Line::Call { function: Function::Scene, .. });
        let asked = |line: &Line| matches!(line, Line::Call { function: Function::ExistObject, inputs, .. } if inputs[0] == at);
        from_all && self.lines.iter().any(asked)
    }

    /// The program, once all parameters are chosen.
    pub fn program(&self, chosen: &[Chosen]) -> Program {
        self.built(chosen).0
    }

    /// The program, and for each line the node that gives what the line gives.
    pub fn built(&self, chosen: &[Chosen]) -> (Program, Vec<usize>) {
        let mut program = Program::default();
        let mut at: Vec<usize> = Vec::new();
        for line in &self.lines {
            let node = match line {
                Line::Call { function, inputs, value } => {
                    let inputs: Vec<usize> = inputs.iter().map(|input| at[*input]).collect();
                    program.push(*function, &inputs, value.map(|value| chosen[value].word()).as_deref())
                }
                Line::Select { things, from, .. } => match &chosen[*things] {
                    Chosen::Things(description) => selected(&mut program, at[*from], description),
                    _ => at[*from],
                },
                Line::Parts { parts, from } => match &chosen[*parts] {
                    Chosen::Parts(words, _) => filtered(&mut program, at[*from], words),
                    _ => at[*from],
                },
            };
            at.push(node);
        }
        (program, at)
    }
}

/// Adds the nodes of a description.
fn selected(program: &mut Program, from: usize, description: &Description) -> usize {
    let mut at = from;
    if let Some(category) = description.category {
        at = program.push(Function::FilterObjectCategory, &[at], Some(category.name()));
    }
    let Some(clause) = &description.clause else { return at };
    at = program.push(Function::ExpandParts, &[at], None);
    at = filtered(program, at, &clause.parts);
    match clause.count {
        None => program.push(Function::FilterPartExist, &[at], None),
        Some(count) => {
            at = program.push(Function::CountPart, &[at], None);
            program.push(Function::FilterPartCount, &[at], Some(&count.to_string()))
        }
    }
}

fn filtered(program: &mut Program, from: usize, words: &PartWords) -> usize {
    let mut at = from;
    if let Some(part) = words.part {
        at = program.push(Function::FilterPartCategory, &[at], Some(part.name()));
    }
    if let Some(colour) = words.colour {
        at = program.push(Function::FilterPartColor, &[at], Some(colour.name()));
    }
    at
}

impl ParameterKind {
    /// Whether it describes objects.
    pub fn is_things(self) -> bool {
        matches!(self, Self::Things | Self::Nameless)
    }

    /// Whether it describes parts.
    pub fn is_parts(self) -> bool {
        matches!(self, Self::Parts | Self::Named | Self::Coloured)
    }

    /// Whether parts may be told like this: by one of the two, since all parts of a category of an object have one colour.
    pub fn admits(self, words: &PartWords) -> bool {
        match (words.part, words.colour) {
            (Some(_), None) => self != Self::Coloured,
            (None, Some(_)) => self != Self::Named,
            (Some(_), Some(_)) | (None, None) => false,
        }
    }
}

impl Chosen {
    /// As programs write it.
    pub fn word(&self) -> String {
        match self {
            Self::Word(word) => word.clone(),
            Self::Geometry(geometry) => geometry.name().into(),
            Self::Things(_) | Self::Parts(..) => String::new(),
        }
    }

    /// Whether two mean the same, however they are told.
    pub fn means(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Parts(one, _), Self::Parts(other, _)) => one == other,
            _ => self == other,
        }
    }
}
