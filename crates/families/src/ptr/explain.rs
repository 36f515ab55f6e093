//! Why an answer is right, in a sentence, and the parts that it rests on.

use super::program::{Checked, Function, Objects, Parts, SPATIAL, Value};
use super::words::{self, RELATIONS};
use super::world::World;

/// A sentence from the trace of a program.
pub fn sentence(program: &Checked, values: &[Value], world: &World) -> String {
    let mut clauses = Vec::new();
    let mut told: Vec<usize> = Vec::new();
    for (at, step) in program.steps.iter().enumerate() {
        let object = |nth: usize| one(&values[step.inputs[nth]], world);
        let parts = |nth: usize| many_parts(&values[step.inputs[nth]], world);
        let found = || many(&values[at], world);
        clauses.push(match step.function {
            Function::Unique => {
                let Value::Object(object) = values[at] else { continue };
                if told.contains(&object) {
                    continue;
                }
                told.push(object);
                format!("the only one that fits is {}", label(object, world))
            }
            Function::RelateObject => {
                let place = SPATIAL.iter().position(|name| *name == step.value).unwrap_or(0);
                format!("{} {} {}", found(), RELATIONS[place], object(0))
            }
            Function::SameObjectCategory => format!("of the same category as {}: {}", object(0), found()),
            Function::QueryObjectAnalogy => {
                format!("as {} is to {}, {} is to {}", object(0), object(1), object(2), found())
            }
            Function::FilterStability => format!("{}: {}", step.value, found()),
            Function::RelatePart => {
                let relation = step.value.split(' ').next_back().unwrap_or_default();
                format!("{relation} to {}: {}", parts(0), many_parts(&values[at], world))
            }
            Function::QueryPartAnalogy => format!(
                "as {} to {}, so {} to {}",
                parts(0),
                parts(1),
                parts(2),
                many_parts(&values[at], world)
            ),
            Function::SamePartColor => {
                format!("of the same colour as {}: {}", parts(0), many_parts(&values[at], world))
            }
            Function::CountPart if at + 1 < program.steps.len() && feeds_filter(program, at) => continue,
            Function::CountPart => format!("counted: {}", counted(&values[step.inputs[0]], world)),
            Function::CountObject => format!("counted: {}", many(&values[step.inputs[0]], world)),
            Function::ExistObject => format!("what fits: {}", many(&values[step.inputs[0]], world)),
            Function::ExistPart | Function::QueryPartColor | Function::QueryPartCategory => {
                format!("what is meant: {}", parts(0))
            }
            _ => continue,
        });
    }
    let answer = values.last().and_then(Value::word).unwrap_or_default();
    let reasons =
        if clauses.is_empty() { "there is nothing to be found out".into() } else { clauses.join("; ") };
    let mut letters = reasons.chars();
    let first = letters.next().map(|first| first.to_uppercase().collect::<String>()).unwrap_or_default();
    format!("{first}{}; so the answer is {answer}.", letters.as_str())
}

/// The values in the layer of parts of all that an answer rests on.
pub fn parts(program: &Checked, values: &[Value], world: &World) -> Vec<usize> {
    let mut found: Parts = 0;
    for (at, step) in program.steps.iter().enumerate() {
        let asks = match step.function {
            Function::CountPart => !feeds_filter(program, at),
            Function::CountObject
            | Function::ExistObject
            | Function::ExistPart
            | Function::QueryObjectCategory
            | Function::QueryPartCategory
            | Function::QueryPartColor
            | Function::QueryPossibleChange
            | Function::QueryIsStability
            | Function::QueryIsPossibleChange
            | Function::RelatePart
            | Function::QueryPartAnalogy
            | Function::QueryObjectAnalogy
            | Function::RelateObject => true,
            _ => false,
        };
        for input in step.inputs.iter().filter(|_| asks) {
            found |= match &values[*input] {
                Value::Parts(parts) => *parts,
                other => other.objects().map_or(0, |objects| world.parts_of(objects)),
            };
        }
    }
    let mut ids: Vec<usize> = world.each(found).flat_map(|group| world.groups[group].ids.clone()).collect();
    ids.sort_unstable();
    ids
}

/// Whether what a node counts goes into a filter, rather than into the answer.
fn feeds_filter(program: &Checked, at: usize) -> bool {
    let takes = |step: &&super::program::Step| step.inputs.contains(&at);
    program.steps.iter().filter(takes).any(|step| step.function == Function::FilterPartCount)
}

fn label(object: usize, world: &World) -> String {
    format!("the {} (object {})", world.things[object].category, object + 1)
}

fn one(value: &Value, world: &World) -> String {
    match value {
        Value::Object(object) => label(*object, world),
        other => many(other, world),
    }
}

fn many(value: &Value, world: &World) -> String {
    let objects: Objects = value.objects().unwrap_or(0);
    let within = (0..world.things.len()).filter(|object| objects >> object & 1 == 1);
    listed(within.map(|object| label(object, world)).collect())
}

fn many_parts(value: &Value, world: &World) -> String {
    let Value::Parts(parts) = value else { return many(value, world) };
    let told = world.each(*parts).map(|group| {
        let group = &world.groups[group];
        let noun = words::in_number(group.part.name(), group.count > 1);
        format!("the {} {noun} of {}", group.colour, label(group.thing, world))
    });
    listed(told.collect())
}

fn counted(value: &Value, world: &World) -> String {
    let Value::Parts(parts) = value else { return many(value, world) };
    let told = world.each(*parts).map(|group| {
        let group = &world.groups[group];
        let noun = words::in_number(group.part.name(), group.count > 1);
        let number = words::NUMBERS.get(group.count as usize).copied().unwrap_or("many");
        format!("{number} {noun} of {}", label(group.thing, world))
    });
    listed(told.collect())
}

fn listed(mut phrases: Vec<String>) -> String {
    match (phrases.pop(), phrases.is_empty()) {
        (None, _) => "nothing".into(),
        (Some(only), true) => only,
        (Some(last), false) => format!("{} and {last}", phrases.join(", ")),
    }
}
