//! Why an answer is right, in a sentence, and the parts that it rests on.
//!
//! Where nothing was found, both tell what was looked at: `lacking` says what that has not, and `evidence` shows it.

mod evidence;
mod lacking;
#[cfg(test)]
mod tests;

pub use evidence::parts;

use super::program::{Checked, Function, Objects, SPATIAL, Step, Value, category, change, colour, part};
use super::words::{self, Clause, Description, MOVES, PartWords, RELATIONS};
use super::world::World;
use spatiq_scene::PartCategory;
use spatiq_scene::physics::Direction;

/// A sentence from the trace of a program.
pub fn sentence(program: &Checked, values: &[Value], world: &World) -> String {
    let mut clauses: Vec<String> = Vec::new();
    for at in 0..program.steps.len() {
        let Some(clause) = clause(program, at, values, world) else { continue };
        // An object that is described in two ways is told twice; the same words are not.
        let is_repeated = program.steps[at].function == Function::Unique && clauses.contains(&clause);
        if !is_repeated {
            clauses.push(clause);
        }
    }
    let answer = values.last().and_then(Value::word).unwrap_or_default();
    let reasons =
        if clauses.is_empty() { "there is nothing to be found out".into() } else { clauses.join("; ") };
    let mut letters = reasons.chars();
    let first = letters.next().map(|first| first.to_uppercase().collect::<String>()).unwrap_or_default();
    format!("{first}{}; so the answer is {answer}.", letters.as_str())
}

/// What a step found out, if that is worth a word.
fn clause(program: &Checked, at: usize, values: &[Value], world: &World) -> Option<String> {
    let step = &program.steps[at];
    let object = |nth: usize| one(&values[step.inputs[nth]], world);
    let parts = |nth: usize| many_parts(&values[step.inputs[nth]], world);
    let number = |nth: usize| values[step.inputs[nth]].integer().unwrap_or_default();
    let trace = Trace { program, values, world };
    let found = |nobody: &str| match is_empty(&values[at]) {
        true => nobody.to_owned(),
        false => many(&values[at], world),
    };
    let found_parts = || match is_empty(&values[at]) {
        true => trace.no_part_of(at),
        false => many_parts(&values[at], world),
    };
    let compared = |words: &str| {
        let not = if values[at] == Value::Boolean(true) { "" } else { "not " };
        format!("{} is {not}{words} {}", number(0), number(1))
    };
    Some(match step.function {
        Function::Unique => {
            let Value::Object(object) = values[at] else { return None };
            // As the question has it: a door where the object shows one, doors where it shows several.
            let has_many = |part: PartCategory| {
                let mut groups = world.each(world.things[object].parts).map(|group| &world.groups[group]);
                part != PartCategory::Body && groups.any(|group| group.part == part && group.count > 1)
            };
            let described = described(program, step.inputs[0], &has_many);
            let place = if described.is_relative { " of these" } else { "" };
            format!("the only {}{place} is {}", described.phrase(false), label(object, world))
        }
        Function::RelateObject => {
            let place = SPATIAL.iter().position(|name| *name == step.value).unwrap_or(0);
            format!("{} {}: {}", RELATIONS[place], object(0), found("no object"))
        }
        Function::SameObjectCategory => {
            format!("of the same category as {}: {}", object(0), found("no other object"))
        }
        Function::QueryObjectAnalogy => {
            let [a, b] =
                [0, 1].map(|nth| values[step.inputs[nth]].objects().unwrap_or(1).trailing_zeros() as usize);
            let signature = world.signature(a, b);
            let there = (0..6)
                .filter(|relation| signature >> relation & 1 == 1)
                .map(|relation| RELATIONS[relation].into());
            let there = listed(there.collect());
            format!(
                "{} is {there} {}; in the same way, {} is {there} {}",
                object(0),
                object(1),
                object(2),
                found(&trace.none_of_those(at))
            )
        }
        Function::FilterStability => {
            let moving = |object: usize| match world.things[object].motion {
                Some(motion) => format!("{}, which moves by {motion:.2}", label(object, world)),
                None => label(object, world),
            };
            let told =
                |objects: &Value| listed(each(objects.objects().unwrap_or(0), world).map(moving).collect());
            match (is_empty(&values[step.inputs[0]]), is_empty(&values[at])) {
                // What comes next tells what there is none of.
                (true, _) => return None,
                (false, true) => {
                    let looked_at = values[step.inputs[0]].objects().unwrap_or(0);
                    let motion = world.things[looked_at.trailing_zeros() as usize].motion;
                    match (looked_at.count_ones(), motion) {
                        (1, Some(motion)) => format!("{}: it moves by {motion:.2}", trace.lacking(at)?),
                        _ => format!("{}: {}", trace.lacking(at)?, told(&values[step.inputs[0]])),
                    }
                }
                (false, false) => format!("{}: {}", step.value, told(&values[at])),
            }
        }
        Function::QueryIsStability => {
            let Value::Object(object) = values[step.inputs[0]] else { return None };
            let thing = &world.things[object];
            let fate = if thing.stable == Some(true) { "stable" } else { "unstable" };
            format!("left alone it moves by {:.2} and is {fate}", thing.motion.unwrap_or_default())
        }
        Function::QueryPossibleChange => moves(&values[step.inputs[0]], &Direction::ALL, world)?,
        Function::QueryIsPossibleChange => {
            let way = change(&step.value)?;
            moves(&values[step.inputs[0]], &[way], world)?
        }
        Function::RelatePart => {
            let relation = step.value.split(' ').next_back().unwrap_or_default();
            format!("{relation} to {}: {}", parts(0), found_parts())
        }
        Function::QueryPartAnalogy => {
            let [Value::Parts(a), Value::Parts(b)] = [0, 1].map(|nth| &values[step.inputs[nth]]) else {
                return None;
            };
            let relation = world.geometry(*a, *b).map_or("related", words::relation);
            let is = if world.counts(*a).into_iter().sum::<u32>() > 1 { "are" } else { "is" };
            format!(
                "{} {is} {relation} to {}; {relation} to {}: {}",
                parts(0),
                parts(1),
                parts(2),
                found_parts()
            )
        }
        Function::SamePartColor => format!("of the same colour as {}: {}", parts(0), found_parts()),
        Function::CountPart if feeds_filter(program, at) => return None,
        Function::CountPart | Function::CountObject | Function::ExistObject | Function::ExistPart
            if is_empty(&values[step.inputs[0]]) =>
        {
            return trace.lacking(step.inputs[0]).filter(|_| !trace.is_about_stability(step.inputs[0]));
        }
        Function::CountPart => format!("counted: {}", counted(&values[step.inputs[0]], world)),
        Function::CountObject => format!("counted: {}", many(&values[step.inputs[0]], world)),
        Function::ExistObject => format!("what fits: {}", many(&values[step.inputs[0]], world)),
        Function::ExistPart => format!("what fits: {}", parts(0)),
        Function::QueryPartColor | Function::QueryPartCategory => format!("what is meant: {}", parts(0)),
        Function::EqualInteger => compared("the same as"),
        Function::GreaterThan => compared("more than"),
        Function::LessThan => compared("less than"),
        Function::Sum => format!("{} plus {}", number(0), number(1)),
        Function::Minus => format!("{} minus {}", number(0), number(1)),
        _ => return None,
    })
}

/// A program that has run.
#[derive(Clone, Copy)]
struct Trace<'a> {
    program: &'a Checked,
    values: &'a [Value],
    world: &'a World,
}

/// What a chain of filters looks for.
struct Described {
    noun: Description,
    stability: String,
    clauses: Vec<Clause>,
    /// Whether it looks among what a relation found.
    is_relative: bool,
}

impl Described {
    /// In words, of one object or of many.
    fn phrase(&self, many: bool) -> String {
        let mut phrase = [&self.stability, " ", &self.noun.phrase(many)].concat().trim_start().to_owned();
        for (nth, clause) in self.clauses.iter().enumerate() {
            phrase += &format!(" {} {}", if nth == 0 { "with" } else { "and" }, clause.phrase());
        }
        phrase
    }
}

/// What a chain of filters looks for; parts are told in the plural where there are many.
fn described(program: &Checked, mut at: usize, many: &dyn Fn(PartCategory) -> bool) -> Described {
    let (mut noun, mut stability) = (Description::default(), String::new());
    let mut clauses: Vec<Clause> = Vec::new();
    let is_relative = loop {
        let step = &program.steps[at];
        let parts = clauses.last_mut().map(|clause| &mut clause.parts);
        match (step.function, parts) {
            (Function::FilterObjectCategory, _) => noun.category = category(&step.value),
            (Function::FilterStability, _) => stability.clone_from(&step.value),
            (Function::FilterPartExist | Function::FilterPartCount, _) => {
                let count = step.value.parse().ok();
                clauses.push(Clause { parts: PartWords::default(), count, plural: false });
            }
            (Function::FilterPartCategory, Some(parts)) => parts.part = part(&step.value),
            (Function::FilterPartColor, Some(parts)) => parts.colour = colour(&step.value),
            (Function::ExpandParts | Function::CountPart, _) => {}
            (Function::Scene, _) => break false,
            // A relation chooses among others; what it found was told before.
            _ => break true,
        }
        at = step.inputs[0];
    };
    clauses.reverse();
    for clause in &mut clauses {
        clause.plural = clause.count.is_none() && clause.parts.part.is_some_and(many);
    }
    Described { noun, stability, clauses, is_relative }
}

/// What comes of moving an object.
fn moves(object: &Value, ways: &[Direction], world: &World) -> Option<String> {
    let Value::Object(object) = *object else { return None };
    let told = |helps: bool| {
        let ways = ways.iter().filter(|way| world.change_helps(object, **way) == Ok(helps));
        listed(ways.map(|way| MOVES[*way as usize].to_owned()).collect())
    };
    let helping = ways.iter().any(|way| world.change_helps(object, *way) == Ok(true));
    Some(match (helping, ways.len()) {
        (true, 1) => format!("moved {} it stands", told(true)),
        (false, _) => format!("moved {} it still falls", told(false)),
        (true, _) => format!("moved {} it stands, moved {} it still falls", told(true), told(false)),
    })
}

/// Whether what a node counts goes into a filter, rather than into the answer.
fn feeds_filter(program: &Checked, at: usize) -> bool {
    let takes = |step: &&Step| step.inputs.contains(&at);
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
    let objects = value.objects().unwrap_or(0);
    listed(each(objects, world).map(|object| label(object, world)).collect())
}

fn each(objects: Objects, world: &World) -> impl Iterator<Item = usize> {
    (0..world.things.len()).filter(move |object| objects >> object & 1 == 1)
}

fn many_parts(value: &Value, world: &World) -> String {
    let Value::Parts(parts) = value else { return many(value, world) };
    let told = world.each(*parts).map(|group| {
        let group = &world.groups[group];
        // Whatever it is made of, a cart is said to have a body.
        let many = group.count > 1 && group.part != PartCategory::Body;
        let noun = words::in_number(group.part.name(), many);
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

/// Whether a value is a set without anything in it.
fn is_empty(value: &Value) -> bool {
    matches!(value, Value::Objects(0) | Value::Parts(0))
}
