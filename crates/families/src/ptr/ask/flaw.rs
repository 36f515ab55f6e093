//! What may be wrong with a question that has an answer.

use super::Asker;
use super::foretold::foretold;
use crate::ptr::program::{Checked, Failure, Function, Objects, Parts, Type, Value, run, trace};
use crate::ptr::template::{Chosen, Line, Template};
use crate::ptr::words::{Clause, Description};
use crate::ptr::world::World;
use spatiq_scene::PartCategory;

/// A flaw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flaw {
    /// It has no answer.
    NoAnswer(Failure),
    /// Leaving a clause out changes nothing: the node of the clause.
    Idle(usize),
    /// It counts what nobody can count: the node that does.
    Uncountable(usize),
    /// Its words alone tell the answer, or it compares nothing with nothing: the node.
    Foretold(usize),
    /// Someone who looks less or more closely comes to another answer.
    Unsure,
}

/// The first clause that does no work: without it the answer is the same, and so is what a yes or no is about.
pub fn idle(program: &Checked, world: &World) -> Result<Option<usize>, Failure> {
    let values = trace(program, world)?;
    let matters = |other: &[Value]| {
        let last = program.steps.last().expect("checked");
        match program.output {
            Type::Boolean => last.inputs.iter().any(|input| values[*input] != other[*input]),
            _ => values.last() != other.last(),
        }
    };
    for at in 0..program.steps.len() {
        for without in alternatives(program, at, &values, world) {
            match traced_with(program, world, &values, at, without) {
                Ok(other) if !matters(&other) => return Ok(Some(at)),
                // Without it there is no answer, or another one.
                _ => {}
            }
        }
    }
    Ok(None)
}

/// What a node gives when its clause is left out, in every way that it can be left out.
fn alternatives(program: &Checked, at: usize, values: &[Value], world: &World) -> Vec<Value> {
    let step = &program.steps[at];
    let input = |nth: usize| values[step.inputs[nth]].clone();
    let among = |nth: usize| step.inputs.get(nth).map(|input| values[*input].clone());
    // Without a relation what it starts from may be meant, too, or else all others. How many others there are may be all of them.
    let is_counted =
        program.steps.iter().any(|later| later.function == Function::CountObject && later.inputs[0] == at);
    let others = |all: Value, nth: usize| match is_counted {
        true => vec![all],
        false => vec![without(&all, &input(nth)), all],
    };
    match step.function {
        Function::FilterObjectCategory
        | Function::FilterStability
        | Function::FilterPartCategory
        | Function::FilterPartColor => vec![input(0)],
        Function::RelateObject | Function::SameObjectCategory => others(Value::Objects(world.all()), 0),
        Function::QueryObjectAnalogy => others(among(3).unwrap_or(Value::Objects(world.all())), 2),
        Function::SamePartColor => others(Value::Parts(world.all_parts()), 0),
        Function::RelatePart => others(among(1).unwrap_or(Value::Parts(world.all_parts())), 0),
        Function::QueryPartAnalogy => others(among(3).unwrap_or(Value::Parts(world.all_parts())), 2),
        Function::FilterPartExist => vec![Value::Objects(before_parts(program, at, values, world))],
        Function::FilterPartCount => {
            let Value::Integers(counts) = input(0) else { return Vec::new() };
            let some = counts.iter().enumerate().filter(|(_, count)| **count > 0);
            let some: Objects = some.map(|(object, _)| 1 << object).sum();
            vec![Value::Objects(some), Value::Objects(before_parts(program, at, values, world))]
        }
        _ => Vec::new(),
    }
}

/// Objects or parts without some of them.
fn without(all: &Value, some: &Value) -> Value {
    match (all, some) {
        (Value::Parts(all), Value::Parts(some)) => Value::Parts(all & !some),
        (all, some) => Value::Objects(all.objects().unwrap_or(0) & !some.objects().unwrap_or(0)),
    }
}

/// The objects whose parts a clause looks at.
fn before_parts(program: &Checked, at: usize, values: &[Value], world: &World) -> Objects {
    let mut node = at;
    loop {
        let step = &program.steps[node];
        match step.function {
            Function::ExpandParts => return values[step.inputs[0]].objects().unwrap_or(world.all()),
            Function::FilterPartExist
            | Function::FilterPartCount
            | Function::CountPart
            | Function::FilterPartCategory
            | Function::FilterPartColor => node = step.inputs[0],
            _ => return world.all(),
        }
    }
}

/// The trace if one node gave something else.
fn traced_with(
    program: &Checked,
    world: &World,
    values: &[Value],
    at: usize,
    instead: Value,
) -> Result<Vec<Value>, Failure> {
    let mut other = values[..at].to_vec();
    other.push(instead);
    for step in &program.steps[at + 1..] {
        other.push(world.step(step, &other)?);
    }
    Ok(other)
}

/// The first node that counts bodies of something that has several: where a frame ends and a tray begins is a matter of taste.
fn uncountable(program: &Checked, values: &[Value], world: &World) -> Option<usize> {
    let vague = |input: &usize| {
        let Value::Parts(parts) = values[*input] else { return false };
        let mut groups = world.each(parts).map(|group| &world.groups[group]);
        groups.any(|group| group.part == PartCategory::Body && group.count > 1)
    };
    let counts = |at: &usize| {
        let step = &program.steps[*at];
        step.function == Function::CountPart && step.inputs.iter().any(vague)
    };
    (0..program.steps.len()).find(counts)
}

/// Whether those who look less or more closely come to the same answer.
pub fn is_sure(program: &Checked, asker: &Asker, answer: &str) -> bool {
    let agrees = |world: &World| run(program, world).ok().and_then(|value| value.word());
    asker.others.iter().all(|world| agrees(world).as_deref() == Some(answer))
}

/// Whether a description tells of the very parts that the question goes on about: their answer would be given away, or the question would
/// be about the seat of the chair with a seat. `values` are those of the template's lines.
pub fn is_told(template: &Template, chosen: &[Chosen], values: &[Value], world: &World) -> bool {
    let asked = template.lines.iter().flat_map(|line| match line {
        Line::Call { function, inputs, .. } => &inputs[..about(*function).min(inputs.len())],
        _ => &[],
    });
    let parts = |input: &usize| if let Value::Parts(parts) = values[*input] { parts } else { 0 };
    let asked = asked.map(parts).fold(0, |all: Parts, parts| all | parts);
    template.lines.iter().enumerate().any(|(at, line)| {
        let Line::Select { things, one, .. } = line else { return false };
        let Chosen::Things(Description { clause: Some(clause), .. }) = &chosen[*things] else { return false };
        let objects = values[at].objects().unwrap_or(0);
        let told = told(clause, world) & world.parts_of(objects);
        (*one || clause.count.is_some()) && told & asked != 0
    })
}

/// How many of a function's inputs are parts that the question goes on about; after them come those to choose from.
fn about(function: Function) -> usize {
    match function {
        Function::QueryPartCategory
        | Function::QueryPartColor
        | Function::CountPart
        | Function::ExistPart
        | Function::RelatePart
        | Function::SamePartColor => 1,
        Function::QueryPartAnalogy => 3,
        _ => 0,
    }
}

fn told(clause: &Clause, world: &World) -> Parts {
    world.parts_where(|group| clause.parts.fit(group.part, group.colour))
}

/// What is wrong with a program as a question about a scene, apart from its words.
pub fn flaw(program: &Checked, asker: &Asker) -> Option<Flaw> {
    let values = match trace(program, &asker.plain) {
        Err(failure) => return Some(Flaw::NoAnswer(failure)),
        Ok(values) => values,
    };
    if let Some(node) = uncountable(program, &values, &asker.plain) {
        return Some(Flaw::Uncountable(node));
    }
    if let Some(node) = foretold(program, &values) {
        return Some(Flaw::Foretold(node));
    }
    let answer = values.last().and_then(Value::word).unwrap_or_default();
    match idle(program, &asker.plain) {
        Err(failure) => return Some(Flaw::NoAnswer(failure)),
        Ok(Some(node)) => return Some(Flaw::Idle(node)),
        Ok(None) => {}
    }
    (!is_sure(program, asker, &answer)).then_some(Flaw::Unsure)
}
