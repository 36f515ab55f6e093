//! What words alone tell: questions that are answered without a look by anyone who knows what parts furniture has.

use crate::ptr::program::{Checked, Function, Value};
use spatiq_scene::Category;

/// Categories, a bit each in the order of [`Category::FURNITURE`].
type Kinds = u8;

const ALL: Kinds = (1 << Category::FURNITURE.len()) - 1;

/// The first node whose words leave nothing to look at: they tell the category that is asked for, speak of parts that no such
/// object has, compare things with some of themselves, or compare or add up nothing and nothing.
pub fn foretold(program: &Checked, values: &[Value]) -> Option<usize> {
    let kinds = kinds(program);
    let of = |at: usize, nth: usize| kinds[program.steps[at].inputs[nth]];
    let is_none = |at: usize, nth: usize| values[program.steps[at].inputs[nth]].integer() == Some(0);
    (0..program.steps.len()).find(|&at| match program.steps[at].function {
        Function::FilterObjectCategory | Function::FilterPartCategory => kinds[at] == 0,
        Function::QueryObjectCategory => kinds[at].count_ones() < 2,
        Function::EqualObjectCategory => of(at, 0) & of(at, 1) == 0,
        Function::EqualInteger | Function::GreaterThan | Function::LessThan => {
            (is_none(at, 0) && is_none(at, 1)) || compares_with_itself(program, at)
        }
        Function::Sum | Function::Minus => is_none(at, 0) && is_none(at, 1),
        _ => false,
    })
}

/// For each node the categories that its objects, or the owners of its parts, may have by what is said of them.
fn kinds(program: &Checked) -> Vec<Kinds> {
    let mut kinds: Vec<Kinds> = Vec::with_capacity(program.steps.len());
    for step in &program.steps {
        let input = |nth: usize| step.inputs.get(nth).map_or(ALL, |input| kinds[*input]);
        kinds.push(match step.function {
            Function::FilterObjectCategory => input(0) & such(|category| category.name() == step.value),
            Function::FilterPartCategory => {
                input(0) & such(|category| category.parts().iter().any(|part| part.name() == step.value))
            }
            Function::RelateObject | Function::SamePartColor => ALL,
            Function::RelatePart => input(1),
            Function::QueryObjectAnalogy | Function::QueryPartAnalogy => input(3),
            _ => input(0),
        });
    }
    kinds
}

fn such(is: impl Fn(Category) -> bool) -> Kinds {
    let found = Category::FURNITURE.into_iter().enumerate().filter(|(_, category)| is(*category));
    found.map(|(at, _)| 1 << at).sum()
}

/// Whether a node compares the number of some things with that of things among which they are by their description.
fn compares_with_itself(program: &Checked, at: usize) -> bool {
    let [one, other] = [0, 1].map(|nth| said(program, program.steps[at].inputs[nth]));
    let among = |one: &[(Function, &str)], other: &[(Function, &str)]| {
        one.iter().all(|clause| other.contains(clause))
    };
    one.zip(other).is_some_and(|(one, other)| among(&one, &other) || among(&other, &one))
}

/// All that is said of objects that are counted, if they are chosen by filters alone.
fn said(program: &Checked, mut at: usize) -> Option<Vec<(Function, &str)>> {
    if program.steps[at].function != Function::CountObject {
        return None;
    }
    let mut said = Vec::new();
    loop {
        let step = &program.steps[at];
        match step.function {
            Function::Scene => return Some(said),
            Function::FilterObjectCategory
            | Function::FilterPartCategory
            | Function::FilterPartColor
            | Function::FilterPartCount
            | Function::FilterStability => said.push((step.function, step.value.as_str())),
            Function::CountObject
            | Function::CountPart
            | Function::ExpandParts
            | Function::FilterPartExist => {}
            _ => return None,
        }
        at = step.inputs[0];
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ptr::hear::hear;

    /// Whether the words of a question tell its answer, if all that it counts is `counted`.
    fn is_foretold(question: &str, counted: u32) -> bool {
        let meant = hear(&format!("{}{question}", crate::ptr::hear::NOTE));
        let [(_, program)] = meant.as_slice() else { panic!("{question}: {} meanings", meant.len()) };
        let checked = program.check().unwrap();
        let value = |step: &crate::ptr::program::Step| match step.function {
            Function::CountObject | Function::CountPart => Value::Integer(counted),
            _ => Value::Objects(0),
        };
        let values: Vec<Value> = checked.steps.iter().map(value).collect();
        foretold(&checked, &values).is_some()
    }

    #[test]
    fn a_category_that_only_one_kind_of_furniture_can_have_is_not_asked_for() {
        assert!(is_foretold("What kind of furniture is the object with arm horizontal bars?", 1));
        assert!(!is_foretold("What kind of furniture is the object with legs?", 1));
        assert!(!is_foretold("What kind of furniture is the object with a red part?", 1));
        // Chairs have backs and seats, beds backs alone.
        assert!(is_foretold(
            "Of all objects that have a back, only one has a seat. What is its category?",
            1
        ));
    }

    #[test]
    fn what_no_such_object_has_is_not_asked_for() {
        assert!(is_foretold("Is there a refrigerator with a sleep area?", 1));
        assert!(!is_foretold("Is there a refrigerator with a door?", 1));
        assert!(is_foretold("How many of the objects with a seat have doors?", 1));
        assert!(!is_foretold("How many of the objects with a seat have legs?", 1));
    }

    #[test]
    fn things_are_not_compared_with_some_of_themselves_nor_nothing_with_nothing() {
        assert!(is_foretold("Are there more tables than objects?", 1));
        assert!(is_foretold("Are there fewer chairs with red legs than chairs with legs?", 1));
        assert!(!is_foretold("Are there more tables than beds?", 1));
        assert!(is_foretold("Are there more tables than beds?", 0));
        assert!(is_foretold("How many more visible legs than drawers does the table have?", 0));
        assert!(!is_foretold("How many more visible legs than drawers does the table have?", 1));
    }
}
