//! Tests of explanations and of what they show.

use super::*;
use crate::ptr::ask::Asker;
use crate::ptr::deck::Card;
use crate::ptr::program::{Program, trace};
use crate::ptr::study::Study;
use crate::ptr::template::TEMPLATES;
use crate::ptr::world::{Reading, View};
use Function as F;
use PartCategory as P;
use spatiq_bench::{Seed, Split};
use spatiq_scene::arrange::{Rules, arrange};
use spatiq_scene::graph::{Graph, Instance, PartNode, Seen, Six, Stability, graph};
use spatiq_scene::render::look;
use spatiq_scene::{Category, Colour, Generated, Kind, Paint};

/// So many visible parts of a colour; the masks are numbered from a value on.
fn part_of(part: P, colour: Colour, count: usize, first: usize) -> PartNode {
    let (visible_box, amodal_box, fit, roughly) = (None, None, None, None);
    let instance = |id| Instance { id, pixels: 100, visible: true, visible_box, amodal_box, fit, roughly };
    let instances = (first..first + count).map(instance).collect();
    PartNode { part, paint: Paint::Named(colour), count, visible: count, fit, instances }
}

/// A bed and behind it two tables, which do not fall; the second table has wheels.
fn room() -> World {
    let bed = [part_of(P::SleepArea, Colour::Red, 1, 1), part_of(P::Leg, Colour::Brown, 4, 2)];
    let table = [part_of(P::Top, Colour::Blue, 1, 6), part_of(P::Leg, Colour::Brown, 4, 7)];
    let other = [part_of(P::Top, Colour::Green, 1, 11), part_of(P::Wheel, Colour::Gray, 2, 12)];
    let stays = Stability {
        stable: Some(true),
        motion: 0.0,
        margin: 0.1,
        trajectory: Vec::new(),
        changes: Vec::new(),
    };
    let view = |category, y, parts| View { category, stand: [0.0, y, 0.0], parts, stability: Some(&stays) };
    let views = [
        view(Category::Bed, 0.0, &bed[..]),
        view(Category::Table, 1.0, &table),
        view(Category::Table, 2.0, &other),
    ];
    let six = Six {
        left: [-1.0, 0.0, 0.0],
        right: [1.0, 0.0, 0.0],
        front: [0.0, -1.0, 0.0],
        behind: [0.0, 1.0, 0.0],
        above: [0.0, 0.0, 1.0],
        below: [0.0, 0.0, -1.0],
    };
    World::seen(&views, Kind::Physics, &six, &Reading::PLAIN).unwrap()
}

/// Steps each of which takes the one before, from the scene on; a last step may take the ends of two such chains.
fn explained(world: &World, chains: &[&[(F, &str)]], last: Option<F>) -> (String, Vec<usize>) {
    let mut program = Program::default();
    let scene = program.push(F::Scene, &[], None);
    let ends: Vec<usize> = chains
        .iter()
        .map(|chain| {
            chain.iter().fold(scene, |at, (function, word)| {
                program.push(*function, &[at], (!word.is_empty()).then_some(*word))
            })
        })
        .collect();
    if let Some(last) = last {
        program.push(last, &ends, None);
    }
    let checked = program.check().unwrap();
    let values = trace(&checked, world).unwrap();
    (sentence(&checked, &values, world), parts(&checked, &values, world))
}

const ALL: [usize; 13] = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13];

#[test]
fn where_nothing_fits_it_is_told_what_was_looked_at_and_shown() {
    let tables: &[(F, &str)] = &[(F::FilterObjectCategory, "table")];
    let purple: &[(F, &str)] =
        &[(F::ExpandParts, ""), (F::FilterPartColor, "purple"), (F::FilterPartExist, "")];
    let is = |chain: &[&[(F, &str)]], last: F, told: &str, shown: &[usize]| {
        let chain = [&chain.concat()[..], &[(last, "")]].concat();
        let (sentence, parts) = explained(&room(), &[&chain], None);
        assert_eq!(sentence.split("; so the answer").next().unwrap(), told);
        assert_eq!(parts, shown, "{told}");
    };
    let told = "Neither of the two tables (objects 2 and 3) has a visible purple part";
    is(&[tables, purple], F::ExistObject, told, &ALL[5..]);
    is(&[tables, purple], F::CountObject, told, &ALL[5..]);
    is(&[purple], F::ExistObject, "None of the three objects has a visible purple part", &ALL);
    is(&[&[(F::FilterObjectCategory, "cart")]], F::ExistObject, "None of the three objects is a cart", &ALL);
    // What follows an empty set has nothing to look at.
    let carts = &[(F::FilterObjectCategory, "cart")];
    is(&[carts, purple], F::CountObject, "None of the three objects is a cart", &ALL);
    let beds = &[(F::FilterObjectCategory, "bed")];
    is(
        &[beds, purple],
        F::ExistObject,
        "The only bed, the bed (object 1), has no visible purple part",
        &ALL[..5],
    );
    // Legs are what was looked at for brown ones, and for their number.
    let red_legs = &[
        (F::ExpandParts, ""),
        (F::FilterPartCategory, "leg"),
        (F::FilterPartColor, "red"),
        (F::FilterPartExist, ""),
    ];
    let legs = [2, 3, 4, 5, 7, 8, 9, 10];
    is(&[red_legs], F::ExistObject, "None of the three objects has visible red legs", &legs);
    let two_legs = &[
        (F::ExpandParts, ""),
        (F::FilterPartCategory, "leg"),
        (F::CountPart, ""),
        (F::FilterPartCount, "2"),
    ];
    let told = "Neither of the two tables (objects 2 and 3) has exactly two visible legs";
    is(&[tables, two_legs], F::ExistObject, told, &[7, 8, 9, 10]);
    is(
        &[beds, two_legs],
        F::CountObject,
        "The only bed, the bed (object 1), does not have exactly two visible legs",
        &[2, 3, 4, 5],
    );
    is(
        &[tables, &[(F::FilterStability, "unstable")]],
        F::CountObject,
        "Neither of the two tables (objects 2 and 3) is unstable: the table (object 2), which moves by 0.00 and the table \
         (object 3), which moves by 0.00",
        &ALL[5..],
    );
    let told = "The only bed, the bed (object 1), is not unstable: it moves by 0.00";
    is(&[beds, &[(F::FilterStability, "unstable")]], F::ExistObject, told, &ALL[..5]);
    let behind = &[
        (F::ExpandParts, ""),
        (F::FilterPartCategory, "wheel"),
        (F::FilterPartExist, ""),
        (F::Unique, ""),
        (F::RelateObject, "behind"),
    ];
    let told = "The only object with wheels is the table (object 3); behind the table (object 3): no object";
    is(&[behind], F::ExistObject, told, &ALL[10..]);
    is(&[behind, beds], F::CountObject, told, &ALL[10..]);
}

#[test]
fn an_object_without_the_parts_that_are_counted_is_told_and_shown() {
    let wheels = |colour| {
        [
            (F::ExpandParts, ""),
            (F::FilterPartColor, colour),
            (F::FilterPartExist, ""),
            (F::Unique, ""),
            (F::ExpandParts, ""),
            (F::FilterPartCategory, "wheel"),
            (F::CountPart, ""),
        ]
    };
    let (sentence, parts) = explained(&room(), &[&wheels("green"), &wheels("blue")], Some(F::Minus));
    assert_eq!(
        sentence,
        "The only object with a green part is the table (object 3); counted: two wheels of the table (object 3); \
         the only object with a blue part is the table (object 2); the table (object 2) has no visible wheels; 2 minus 0; \
         so the answer is 2."
    );
    assert_eq!(parts, [6, 7, 8, 9, 10, 12, 13]);
}

#[test]
fn of_objects_that_are_chosen_by_their_parts_these_are_shown_and_of_others_all() {
    let shown =
        |chain: &[(F, &str)]| explained(&room(), &[&[chain, &[(F::CountObject, "")]].concat()], None).1;
    let brown = [(F::ExpandParts, ""), (F::FilterPartColor, "brown"), (F::FilterPartExist, "")];
    assert_eq!(shown(&brown), [2, 3, 4, 5, 7, 8, 9, 10]);
    let tables = (F::FilterObjectCategory, "table");
    assert_eq!(shown(&[&[tables][..], &brown].concat()), [7, 8, 9, 10]);
    assert_eq!(shown(&[&brown[..], &[tables]].concat()), [7, 8, 9, 10]);
    let four =
        [(F::ExpandParts, ""), (F::FilterPartCategory, "leg"), (F::CountPart, ""), (F::FilterPartCount, "4")];
    assert_eq!(shown(&four), [2, 3, 4, 5, 7, 8, 9, 10]);
    assert_eq!(shown(&[tables]), ALL[5..]);
    assert_eq!(shown(&[tables, (F::FilterStability, "stable")]), ALL[5..]);
}

#[test]
fn every_description_of_an_object_is_told_but_none_twice() {
    let with = |colour| {
        [
            (F::ExpandParts, ""),
            (F::FilterPartColor, colour),
            (F::FilterPartExist, ""),
            (F::Unique, ""),
            (F::QueryObjectCategory, ""),
        ]
    };
    let told = |colours: [&'static str; 2]| {
        explained(&room(), &[&with(colours[0]), &with(colours[1])], Some(F::EqualObjectCategory)).0
    };
    assert_eq!(
        told(["green", "gray"]),
        "The only object with a green part is the table (object 3); the only object with a gray part is the table \
         (object 3); so the answer is yes."
    );
    assert_eq!(
        told(["green", "green"]),
        "The only object with a green part is the table (object 3); so the answer is yes."
    );
}

/// Two rooms, and two scenes in which something may fall.
fn graphs() -> Vec<Graph> {
    let seed = Seed::root(81);
    let kinds = [Kind::Room, Kind::Room, Kind::Physics, Kind::Physics].into_iter().enumerate();
    let made = kinds.map(|(at, kind)| {
        let scene = arrange(&Rules::of(kind), &Generated, Split::Val, &seed.child(at as u64)).unwrap();
        let stability = if kind == Kind::Physics { Stability::of(&scene) } else { Vec::new() };
        graph(&scene, &Seen::of(&scene, &look(&scene, [800, 600])), &stability)
    });
    made.collect()
}

/// Prints what is explained: with `--nocapture`.
#[test]
fn every_explanation_shows_something_and_names_and_shows_what_the_question_singles_out() {
    let (mut asked, mut empty) = (0, 0);
    for (at, graph) in graphs().iter().enumerate() {
        let mut rng = Seed::root(82).child(at as u64).rng();
        let asker = Asker::new(graph).unwrap();
        let scope = Study::None.of(Split::Val);
        let world = &asker.plain;
        for (place, template) in TEMPLATES.iter().enumerate() {
            for answer in &template.answers {
                let card = Card::of(place, answer);
                let Some(found) = asker.ask(&card, &mut rng, &scope) else { continue };
                let values = trace(&found.checked, world).unwrap();
                let told = sentence(&found.checked, &values, world);
                let shown = parts(&found.checked, &values, world);
                println!(
                    "{}, {}: {told} {shown:?}",
                    template.name,
                    values.last().and_then(Value::word).unwrap()
                );
                asked += 1;
                empty += usize::from(values.iter().any(is_empty));
                assert!(!shown.is_empty(), "{told}");
                assert!(!told.contains("nothing"), "{told}");
                let visible = |id: &usize| world.groups.iter().any(|group| group.ids.contains(id));
                assert!(shown.iter().all(visible), "{told}");
                for value in &values {
                    let Value::Object(object) = value else { continue };
                    assert!(told.contains(&label(*object, world)), "object {object}: {told}");
                    let mut own = world.each(world.things[*object].parts);
                    let is_shown =
                        own.any(|group| world.groups[group].ids.iter().any(|id| shown.contains(id)));
                    assert!(is_shown, "object {object}: {told}");
                }
            }
        }
    }
    assert!(asked > 300 && empty > 30, "{asked} questions, {empty} about nothing");
}

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
        described(&checked, *at, &words::usually_many).phrase(false)
    };
    assert_eq!(of(Function::FilterObjectCategory, 0), "chair");
    assert_eq!(of(Function::FilterPartExist, 0), "chair with legs");
    assert_eq!(of(Function::FilterPartCount, 0), "chair with legs and exactly two visible red parts");
    assert_eq!(
        of(Function::FilterStability, 0),
        "unstable chair with legs and exactly two visible red parts"
    );
}
