//! Why an answer is right, in a sentence, and the parts that it rests on.

use super::program::{
    Checked, Function, Objects, Parts, SPATIAL, Step, Value, category, change, colour, part,
};
use super::words::{self, Clause, Description, MOVES, PartWords, RELATIONS};
use super::world::World;
use spatiq_scene::PartCategory;
use spatiq_scene::physics::Direction;

/// A sentence from the trace of a program.
pub fn sentence(program: &Checked, values: &[Value], world: &World) -> String {
    let mut told: Vec<usize> = Vec::new();
    let mut clauses: Vec<String> = Vec::new();
    for at in 0..program.steps.len() {
        if let Value::Object(object) = values[at] {
            if told.contains(&object) {
                continue;
            }
            told.push(object);
        }
        clauses.extend(clause(program, at, values, world));
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
    let found = || many(&values[at], world);
    let found_parts = || many_parts(&values[at], world);
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
            format!("the only {} is {}", described(program, step.inputs[0], &has_many), label(object, world))
        }
        Function::RelateObject => {
            let place = SPATIAL.iter().position(|name| *name == step.value).unwrap_or(0);
            format!("{} {}: {}", RELATIONS[place], object(0), found())
        }
        Function::SameObjectCategory => format!("of the same category as {}: {}", object(0), found()),
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
                found()
            )
        }
        Function::FilterStability => {
            let moving = |object: usize| match world.things[object].motion {
                Some(motion) => format!("{}, which moves by {motion:.2}", label(object, world)),
                None => label(object, world),
            };
            let objects = values[at].objects().unwrap_or(0);
            format!("{}: {}", step.value, listed(each(objects, world).map(moving).collect()))
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
        Function::CountPart => format!("counted: {}", counted(&values[step.inputs[0]], world)),
        Function::CountObject => format!("counted: {}", many(&values[step.inputs[0]], world)),
        Function::ExistObject => format!("what fits: {}", many(&values[step.inputs[0]], world)),
        Function::ExistPart | Function::QueryPartColor | Function::QueryPartCategory => {
            format!("what is meant: {}", parts(0))
        }
        Function::EqualInteger => compared("the same as"),
        Function::GreaterThan => compared("more than"),
        Function::LessThan => compared("less than"),
        Function::Sum => format!("{} plus {}", number(0), number(1)),
        Function::Minus => format!("{} minus {}", number(0), number(1)),
        _ => return None,
    })
}

/// The words for what a chain of filters looks for; parts are told in the plural where there are many.
fn described(program: &Checked, mut at: usize, many: &dyn Fn(PartCategory) -> bool) -> String {
    let (mut noun, mut stability, mut place) = (Description::default(), "", "");
    let mut clauses: Vec<Clause> = Vec::new();
    loop {
        let step = &program.steps[at];
        let parts = clauses.last_mut().map(|clause| &mut clause.parts);
        match (step.function, parts) {
            (Function::FilterObjectCategory, _) => noun.category = category(&step.value),
            (Function::FilterStability, _) => stability = &step.value,
            (Function::FilterPartExist | Function::FilterPartCount, _) => {
                let count = step.value.parse().ok();
                clauses.push(Clause { parts: PartWords::default(), count, plural: false });
            }
            (Function::FilterPartCategory, Some(parts)) => parts.part = part(&step.value),
            (Function::FilterPartColor, Some(parts)) => parts.colour = colour(&step.value),
            (Function::ExpandParts | Function::CountPart, _) => {}
            (Function::Scene, _) => break,
            // A relation chooses among others; what it found was told before.
            _ => {
                place = " of these";
                break;
            }
        }
        at = step.inputs[0];
    }
    let mut phrase = [stability, " ", &noun.phrase(false)].concat().trim_start().to_owned();
    for (nth, clause) in clauses.iter_mut().rev().enumerate() {
        clause.plural = clause.count.is_none() && clause.parts.part.is_some_and(many);
        phrase += &format!(" {} {}", if nth == 0 { "with" } else { "and" }, clause.phrase());
    }
    phrase + place
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ptr::program::Program;

    #[test]
    fn a_chain_of_filters_is_told_clause_by_clause() {
        let mut program = Program::default();
        let mut at = program.push(Function::Scene, &[], None);
        let mut told = Vec::new();
        for (function, value) in [
            (Function::FilterObjectCategory, Some("chair")),
            (Function::ExpandParts, None),
            (Function::FilterPartCategory, Some("leg")),
            (Function::FilterPartExist, None),
            (Function::ExpandParts, None),
            (Function::FilterPartColor, Some("red")),
            (Function::CountPart, None),
            (Function::FilterPartCount, Some("2")),
            (Function::FilterStability, Some("unstable")),
            (Function::Unique, None),
            (Function::QueryObjectCategory, None),
        ] {
            at = program.push(function, &[at], value);
            told.push((at, function));
        }
        let checked = program.check().unwrap();
        let of = |wanted: Function, nth: usize| {
            let (at, _) = told.iter().filter(|(_, function)| *function == wanted).nth(nth).unwrap();
            described(&checked, *at, &words::usually_many)
        };
        assert_eq!(of(Function::FilterObjectCategory, 0), "chair");
        assert_eq!(of(Function::FilterPartExist, 0), "chair with legs");
        assert_eq!(of(Function::FilterPartCount, 0), "chair with legs and exactly two visible red parts");
        assert_eq!(
            of(Function::FilterStability, 0),
            "unstable chair with legs and exactly two visible red parts"
        );
    }
}
