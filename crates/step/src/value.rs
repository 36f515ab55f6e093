//! What an entity says, and how to ask it without believing it.

use crate::fault::Fault;

/// A parameter.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Value<'a> {
    /// Another entity, by its number.
    Entity(u64),
    Number(f64),
    Text(&'a [u8]),
    /// A word between full stops.
    Word(&'a str),
    List(Vec<Value<'a>>),
    /// Left out, or derived.
    Nothing,
}

/// The name and the parameters of an entity, or of one part of it.
#[derive(Clone, Debug)]
pub(crate) struct Part<'a> {
    pub name: &'a str,
    pub values: Vec<Value<'a>>,
}

/// An entity.
#[derive(Clone, Debug)]
pub(crate) struct Record<'a> {
    pub number: u64,
    pub parts: Vec<Part<'a>>,
}

impl<'a> Record<'a> {
    /// Its name; of several parts, all of their names.
    pub fn name(&self) -> String {
        self.parts.iter().map(|part| part.name).collect::<Vec<_>>().join(" ")
    }

    /// Its only name; empty if it has several.
    pub fn simple(&self) -> &'a str {
        if let [part] = self.parts.as_slice() { part.name } else { "" }
    }

    /// The part of a name.
    pub fn part(&self, name: &str) -> Option<&Part<'a>> {
        self.parts.iter().find(|part| part.name == name)
    }

    /// That something is wrong with it.
    pub fn fault(&self, what: impl Into<String>) -> Fault {
        Fault::new(self.number, what)
    }

    /// A parameter of its first part.
    pub fn value(&self, index: usize) -> Result<&Value<'a>, Fault> {
        self.value_of(&self.parts[0], index)
    }

    /// A parameter of a part.
    pub fn value_of<'b>(&self, part: &'b Part<'a>, index: usize) -> Result<&'b Value<'a>, Fault> {
        part.values
            .get(index)
            .ok_or_else(|| self.fault(format!("{} has no parameter {}", part.name, index + 1)))
    }

    fn wrong(&self, index: usize, wanted: &str) -> Fault {
        self.fault(format!("parameter {} of {} is not {wanted}", index + 1, self.name()))
    }

    /// The entity that a parameter refers to.
    pub fn entity(&self, index: usize) -> Result<u64, Fault> {
        self.value(index)?.entity().ok_or_else(|| self.wrong(index, "an entity"))
    }

    /// The entity that a parameter refers to, if it does.
    pub fn optional(&self, index: usize) -> Option<u64> {
        self.value(index).ok()?.entity()
    }

    /// The entities in a list.
    pub fn entities(&self, index: usize) -> Result<Vec<u64>, Fault> {
        self.value(index)?.entities().ok_or_else(|| self.wrong(index, "a list of entities"))
    }

    /// A finite number.
    pub fn number(&self, index: usize) -> Result<f64, Fault> {
        let number = self.value(index)?.number().ok_or_else(|| self.wrong(index, "a number"))?;
        self.finite(number)
    }

    /// The number, if it can be calculated with.
    pub fn finite(&self, number: f64) -> Result<f64, Fault> {
        if number.abs() <= LARGEST {
            Ok(number)
        } else {
            Err(self.fault(format!(
                "it has the number {number:.1e}: beyond {LARGEST:.0e} nothing can be calculated"
            )))
        }
    }

    /// A length, radius or the like, more than zero.
    pub fn positive(&self, index: usize) -> Result<f64, Fault> {
        let number = self.number(index)?;
        if number > 0.0 { Ok(number) } else { Err(self.wrong(index, "more than 0")) }
    }

    /// Yes or no.
    pub fn flag(&self, index: usize) -> Result<bool, Fault> {
        match self.value(index)? {
            Value::Word("T" | "TRUE") => Ok(true),
            Value::Word("F" | "FALSE") => Ok(false),
            _ => Err(self.wrong(index, ".T. or .F.")),
        }
    }
}

/// Squares and products of such numbers can still be calculated with.
const LARGEST: f64 = 1e30;

impl Value<'_> {
    /// The entity that is referred to.
    pub fn entity(&self) -> Option<u64> {
        if let Self::Entity(number) = self { Some(*number) } else { None }
    }

    /// The number.
    pub fn number(&self) -> Option<f64> {
        if let Self::Number(number) = self { Some(*number) } else { None }
    }

    /// The values of a list.
    pub fn list(&self) -> Option<&[Self]> {
        if let Self::List(values) = self { Some(values) } else { None }
    }

    /// The entities of a list.
    pub fn entities(&self) -> Option<Vec<u64>> {
        self.list()?.iter().map(Self::entity).collect()
    }

    /// The numbers of a list.
    pub fn numbers(&self) -> Option<Vec<f64>> {
        self.list()?.iter().map(Self::number).collect()
    }
}
