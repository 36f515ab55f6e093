//! What is said where nothing was found: what was looked at, and what it lacks.

use super::{Trace, described, each, is_empty, label, listed, many};
use crate::ptr::program::{Function, Step, Value, category, colour, part};
use crate::ptr::words::{self, Clause, Description, PartWords};

/// What something lacks.
struct Lack {
    /// After "none of them": "has red legs".
    of_none: String,
    /// After "the table": "has no red legs".
    of_one: String,
}

impl Trace<'_> {
    /// What was looked through for a set that is empty, and in vain: "none of the three tables has a red part".
    pub(super) fn lacking(&self, at: usize) -> Option<String> {
        let (words, from) = self.part_words(at);
        let step = &self.program.steps[from];
        match (&self.values[at], step.function) {
            // Parts of objects: either there are no objects, or they have no such parts.
            (Value::Parts(0), Function::ExpandParts) => {
                let objects = step.inputs[0];
                match is_empty(&self.values[objects]) {
                    true => self.lacking(objects),
                    false => Some(self.lack(objects, &visible(words))),
                }
            }
            (Value::Parts(0), _) if !is_empty(&self.values[from]) => {
                Some(format!("none of these is {}", words::with_article(&words.phrase(false))))
            }
            (Value::Objects(0), _) => {
                let (from, lack) = self.last_filter(at)?;
                match is_empty(&self.values[from]) {
                    true => self.lacking(from),
                    false => Some(self.lack(from, &lack)),
                }
            }
            _ => None,
        }
    }

    /// Whether a set is empty because nothing is stable, or unstable. That was told with how far everything moves.
    pub(super) fn is_about_stability(&self, mut at: usize) -> bool {
        while let Some(from) = self.source(at) {
            if !is_empty(&self.values[from]) {
                return self.program.steps[at].function == Function::FilterStability;
            }
            at = from;
        }
        false
    }

    /// For a relation between parts that nothing has: what it chose from.
    pub(super) fn no_part_of(&self, at: usize) -> String {
        let Some(among) = self.source(at) else { return "no other part".into() };
        let (words, from) = self.part_words(among);
        let noun = if words == PartWords::default() { "part".into() } else { words.phrase(false) };
        let owner = |at: usize| many(&self.values[at], self.world).replace(" and ", " or ");
        match self.source(from).filter(|_| self.program.steps[from].function == Function::ExpandParts) {
            Some(objects) if self.program.steps[objects].function == Function::Scene => format!("no {noun}"),
            Some(objects) if !is_empty(&self.values[objects]) => format!("no {noun} of {}", owner(objects)),
            _ => format!("no {noun}"),
        }
    }

    /// For an analogy between objects that nothing has: what it chose from.
    pub(super) fn none_of_those(&self, at: usize) -> String {
        match self.source(at) {
            None => "no object".into(),
            Some(among) => {
                format!("no {}", described(self.program, among, &words::usually_many).phrase(false))
            }
        }
    }

    /// Goes back over filters of parts: what they want, and where the parts come from.
    fn part_words(&self, mut at: usize) -> (PartWords, usize) {
        let mut words = PartWords::default();
        loop {
            let step = &self.program.steps[at];
            match step.function {
                Function::FilterPartCategory => words.part = part(&step.value),
                Function::FilterPartColor => words.colour = colour(&step.value),
                _ => return (words, at),
            }
            at = step.inputs[0];
        }
    }

    /// The objects from which the last filter chooses, and what it wants of them.
    fn last_filter(&self, at: usize) -> Option<(usize, Lack)> {
        let step: &Step = &self.program.steps[at];
        let counted = |at: usize| self.program.steps[at].inputs[0];
        let parts = match step.function {
            Function::FilterObjectCategory => {
                let noun = Description { category: category(&step.value), clause: None }.phrase(false);
                let of_none = format!("is {}", words::with_article(&noun));
                return Some((step.inputs[0], Lack { of_none, of_one: format!("is no {noun}") }));
            }
            Function::FilterStability => {
                let [of_none, of_one] = ["is", "is not"].map(|is| format!("{is} {}", step.value));
                return Some((step.inputs[0], Lack { of_none, of_one }));
            }
            Function::FilterPartExist => step.inputs[0],
            Function::FilterPartCount => counted(step.inputs[0]),
            _ => return None,
        };
        let (words, from) = self.part_words(parts);
        if self.program.steps[from].function != Function::ExpandParts {
            return None;
        }
        let lack = match step.value.parse().ok() {
            None => visible(words),
            count => {
                let clause = Clause { parts: words, count, plural: false }.phrase();
                Lack { of_none: format!("has {clause}"), of_one: format!("does not have {clause}") }
            }
        };
        Some((self.program.steps[from].inputs[0], lack))
    }

    /// That objects lack something.
    fn lack(&self, at: usize, lack: &Lack) -> String {
        let objects = self.values[at].objects().unwrap_or(0);
        let numbers: Vec<String> = each(objects, self.world).map(|object| (object + 1).to_string()).collect();
        let described = described(self.program, at, &words::usually_many);
        if objects.count_ones() == 1 {
            let label = label(objects.trailing_zeros() as usize, self.world);
            let place = if described.is_relative { " of these" } else { "" };
            let is_known = self.program.steps[at].function == Function::Unique;
            return match described.phrase(false).as_str() {
                phrase if is_known || phrase == "object" => format!("{label} {}", lack.of_one),
                phrase => format!("the only {phrase}{place}, {label}, {}", lack.of_one),
            };
        }
        let count = numbers.len();
        let all = match words::NUMBERS.get(count) {
            Some(&"two") => "neither of the two".into(),
            Some(number) => format!("none of the {number}"),
            None => format!("none of the {count}"),
        };
        let noun = described.phrase(true);
        let which = match (objects == self.world.all(), noun.as_str()) {
            (true, "objects") => String::new(),
            (_, "objects") => format!(" {}", listed(numbers)),
            _ => format!(" (objects {})", listed(numbers)),
        };
        format!("{all} {noun}{which} {}", lack.of_none)
    }
}

/// That parts are not to be seen.
fn visible(words: PartWords) -> Lack {
    let plural = words.part.is_some_and(words::usually_many);
    let phrase = words.phrase(plural);
    let article = if plural { "" } else { "a " };
    Lack { of_none: format!("has {article}visible {phrase}"), of_one: format!("has no visible {phrase}") }
}
