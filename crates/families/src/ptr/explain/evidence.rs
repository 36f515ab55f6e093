//! The parts that an answer rests on.

use super::{Trace, feeds_filter, is_empty};
use crate::ptr::program::{Checked, Function, Objects, Parts, Value};
use crate::ptr::world::World;

/// The values in the layer of parts of all that an answer rests on.
pub fn parts(program: &Checked, values: &[Value], world: &World) -> Vec<usize> {
    let trace = Trace { program, values, world };
    let mut found: Parts = (0..program.steps.len()).fold(0, |found, at| found | trace.shows(at));
    // What the question singles out is shown, whatever is asked of it.
    for value in values {
        if let Value::Object(object) = value {
            let own = world.things[*object].parts;
            found |= if found & own == 0 { own } else { 0 };
        }
    }
    let mut ids: Vec<usize> = world.each(found).flat_map(|group| world.groups[group].ids.clone()).collect();
    ids.sort_unstable();
    ids
}

impl Trace<'_> {
    /// What a step looked at, if that matters to the answer.
    fn shows(&self, at: usize) -> Parts {
        let step = &self.program.steps[at];
        let all = |inputs: &[usize]| inputs.iter().fold(0, |found, input| found | self.whole(*input));
        match step.function {
            Function::CountPart if feeds_filter(self.program, at) => 0,
            Function::CountPart | Function::ExistPart | Function::CountObject | Function::ExistObject => {
                self.searched(step.inputs[0])
            }
            Function::QueryObjectCategory
            | Function::QueryPartCategory
            | Function::QueryPartColor
            | Function::QueryPossibleChange
            | Function::QueryIsStability
            | Function::QueryIsPossibleChange
            | Function::SameObjectCategory
            | Function::SamePartColor
            | Function::RelateObject => all(&step.inputs),
            Function::RelatePart | Function::QueryPartAnalogy | Function::QueryObjectAnalogy => {
                let (related, among) = step.inputs.split_at(step.function.signature().inputs.len());
                // What was chosen from matters where nothing was chosen.
                let among = among.iter().filter(|_| is_empty(&self.values[at]));
                all(related) | among.fold(0, |found, input| found | self.searched(*input))
            }
            _ => 0,
        }
    }

    /// Parts, or all parts of objects.
    fn whole(&self, at: usize) -> Parts {
        match &self.values[at] {
            Value::Parts(parts) => *parts,
            other => other.objects().map_or(0, |objects| self.world.parts_of(objects)),
        }
    }

    /// What a set is known by; of an empty one what was looked through, back to the last value that has something in it.
    fn searched(&self, at: usize) -> Parts {
        let mut next = Some(at);
        while let Some(at) = next {
            let found = match &self.values[at] {
                Value::Parts(parts) => *parts,
                Value::Object(object) => self.world.things[*object].parts,
                Value::Objects(objects) => self.known_by(at, *objects),
                _ => 0,
            };
            if found != 0 {
                return found;
            }
            next = self.source(at);
        }
        0
    }

    /// The parts for which objects were chosen. Where one was chosen for what it is, how it fares or where it stands, it is all of it.
    fn known_by(&self, at: usize, objects: Objects) -> Parts {
        let mut marks: Parts = 0;
        let mut next = Some(at);
        while let Some(at) = next {
            let step = &self.program.steps[at];
            let parts = match step.function {
                Function::FilterPartExist => step.inputs[0],
                Function::FilterPartCount => self.program.steps[step.inputs[0]].inputs[0],
                _ => at,
            };
            if let (Value::Parts(parts), true) = (&self.values[parts], parts != at) {
                marks |= *parts;
            }
            next = self.source(at);
        }
        let things = self.world.things.iter().enumerate().filter(|(at, _)| objects >> at & 1 == 1);
        let own = things.map(|(_, thing)| match thing.parts & marks {
            0 => thing.parts,
            marks => marks,
        });
        own.fold(0, |all, parts| all | parts)
    }

    /// The node from which a node chooses; nothing where that is the whole scene, or where it chooses nothing.
    pub(super) fn source(&self, at: usize) -> Option<usize> {
        let step = &self.program.steps[at];
        match step.function {
            Function::FilterObjectCategory
            | Function::FilterStability
            | Function::ExpandParts
            | Function::FilterPartCategory
            | Function::FilterPartColor
            | Function::CountPart
            | Function::FilterPartExist
            | Function::FilterPartCount => step.inputs.first().copied(),
            Function::RelatePart | Function::QueryPartAnalogy | Function::QueryObjectAnalogy => {
                step.inputs.get(step.function.signature().inputs.len()).copied()
            }
            _ => None,
        }
    }
}
