//! Properties of programs, on scenes and programs that nobody chose.

use super::ask::Asker;
use super::deck::Card;
use super::naive;
use super::program::{CHANGES, FUNCTIONS, Geometry, Program, SPATIAL, Signature, Type, run};
use super::study::Study;
use super::template::TEMPLATES;
use super::world::{Reading, World};
use spatiq_bench::{Rng, Seed, Split};
use spatiq_geom::DVec3;
use spatiq_scene::arrange::{Rules, arrange};
use spatiq_scene::graph::{Graph, Move, Node, Seen, Stability, graph};
use spatiq_scene::physics::Direction;
use spatiq_scene::render::look;
use spatiq_scene::{Category, Colour, Generated, Kind, Paint, PartCategory};
use std::collections::BTreeSet;
use std::sync::LazyLock;

/// Rooms, and scenes in which something may fall.
static GRAPHS: LazyLock<Vec<Graph>> = LazyLock::new(|| {
    let kinds = [[Kind::Room; 3].as_slice(), &[Kind::Physics; 8]].concat();
    let seed = Seed::root(77);
    let made = kinds.iter().enumerate().map(|(at, kind)| {
        let scene = arrange(&Rules::of(*kind), &Generated, Split::Val, &seed.child(at as u64)).unwrap();
        let stability = if *kind == Kind::Physics { Stability::of(&scene) } else { Vec::new() };
        graph(&scene, &Seen::of(&scene, &look(&scene, [800, 600])), &stability)
    });
    let mut made: Vec<Graph> = made.collect();
    // Rarely does one direction alone help; here it does.
    for change in made.iter_mut().skip(7).flat_map(|graph| &mut graph.objects).flat_map(changes) {
        change.helps = Some(change.direction == Direction::Left);
    }
    made
});

fn changes(node: &mut Node) -> impl Iterator<Item = &mut Move> {
    node.stability.iter_mut().flat_map(|stability| &mut stability.changes)
}

/// Programs of a scene that are tried.
const PROGRAMS: usize = 2_000;

/// A program of the right types, and nothing else that would make it sensible.
fn program(rng: &mut Rng) -> Program {
    loop {
        let program = any_program(rng);
        if program.nodes.len() <= 40 {
            return program;
        }
    }
}

fn any_program(rng: &mut Rng) -> Program {
    let mut program = Program::default();
    let answers: Vec<&Signature> = FUNCTIONS.iter().filter(|of| of.output.is_answer()).collect();
    let depth = 3 + rng.below(4);
    let last = *rng.pick(&answers);
    put(&mut program, last, depth, rng);
    program
}

/// Adds a function with all that it takes before it; its node.
fn put(program: &mut Program, signature: &Signature, depth: usize, rng: &mut Rng) -> usize {
    let among = signature.among.filter(|_| rng.below(2) == 0);
    let inputs: Vec<usize> = signature
        .inputs
        .iter()
        .copied()
        .chain(among)
        .map(|wanted| {
            let suits: Vec<&Signature> = FUNCTIONS.iter().filter(|of| wanted.admits(of.output)).collect();
            let shortest = || suits.iter().copied().find(|of| SHORTEST.contains(&of.name));
            let next = if depth == 0 { shortest() } else { None };
            let next = next.unwrap_or_else(|| *rng.pick(&suits));
            put(program, next, depth.saturating_sub(1), rng)
        })
        .collect();
    let value = signature.value.map(|wanted| rng.pick(&words(wanted)).clone());
    program.push(signature.function, &inputs, value.as_deref())
}

/// What comes to an end soonest.
const SHORTEST: [&str; 8] = [
    "scene",
    "unique",
    "expand_parts",
    "count_object",
    "count_part",
    "query_object_category",
    "query_part_category",
    "query_part_color",
];

fn words(wanted: Type) -> Vec<String> {
    let names: Vec<&str> = match wanted {
        Type::SpatialRelation => SPATIAL.to_vec(),
        Type::PossibleChange => CHANGES.to_vec(),
        Type::Stability => vec!["stable", "unstable"],
        Type::Color => Colour::ALL.map(Colour::name).to_vec(),
        Type::ObjectCategory => Category::FURNITURE.map(Category::name).to_vec(),
        Type::PartCategory => PartCategory::NAMED.map(PartCategory::name).to_vec(),
        Type::GeometricRelation => Geometry::ALL.map(Geometry::name).to_vec(),
        _ => vec!["0", "1", "2", "3", "4"],
    };
    names.into_iter().map(str::to_owned).collect()
}

/// The answer, where it is one that questions may have.
fn answer(program: &Program, graph: &Graph) -> Option<String> {
    let world = World::of(graph, &Reading::PLAIN).unwrap();
    let word = run(&program.check().unwrap(), &world).ok()?.word()?;
    word.parse::<u32>().is_ok_and(|number| number > 9).then_some(()).map_or(Some(word), |()| None)
}

#[test]
fn two_implementations_agree_on_every_function() {
    let mut worked = BTreeSet::new();
    for (at, graph) in GRAPHS.iter().enumerate() {
        let mut rng = Seed::root(78).child(at as u64).rng();
        for program in programs(graph, &mut rng) {
            let found = answer(&program, graph);
            assert_eq!(found, naive::run(&program, graph).ok(), "scene {at}: {program:?}");
            if found.is_some() {
                worked.extend(program.nodes.into_iter().map(|node| node.function));
            }
        }
    }
    let all: BTreeSet<String> = FUNCTIONS.iter().map(|signature| signature.name.to_owned()).collect();
    assert_eq!(worked, all, "every function gave an answer somewhere");
}

/// Many programs, and those of all questions that a scene has: few others find their way to an analogy.
fn programs(graph: &Graph, rng: &mut Rng) -> Vec<Program> {
    let mut found: Vec<Program> = (0..PROGRAMS).map(|_| program(rng)).collect();
    let asker = Asker::new(graph).unwrap();
    let scope = Study::None.of(Split::Train);
    for (at, template) in TEMPLATES.iter().enumerate() {
        for answer in &template.answers {
            found.extend(asker.ask(&Card::of(at, answer), rng, &scope).map(|asked| asked.program));
        }
    }
    found
}

/// The same program with other words.
fn with_words(program: &Program, other: impl Fn(&str) -> String) -> Program {
    let mut changed = program.clone();
    for node in &mut changed.nodes {
        node.value_inputs.iter_mut().for_each(|word| *word = other(word));
    }
    changed
}

#[test]
fn a_mirrored_room_swaps_left_and_right_and_nothing_else() {
    let swapped = |word: &str| match word {
        "left" => "right".to_owned(),
        "right" => "left".to_owned(),
        other => other.to_owned(),
    };
    let mut sides = 0;
    for (at, graph) in GRAPHS.iter().enumerate().filter(|(_, graph)| graph.kind == Kind::Room) {
        let across = DVec3::from(graph.directions.right);
        let mut mirrored = graph.clone();
        for node in &mut mirrored.objects {
            let place = DVec3::from(node.stand);
            node.stand = (place - 2.0 * place.dot(across) * across).to_array();
        }
        let mut rng = Seed::root(79).child(at as u64).rng();
        for program in programs(graph, &mut rng) {
            let told = with_words(&program, swapped);
            assert_eq!(answer(&program, graph), answer(&told, &mirrored), "{program:?}");
            let differs = told != program && answer(&program, graph) != answer(&program, &mirrored);
            sides += usize::from(differs);
        }
    }
    assert!(sides > 20, "{sides} programs depend on the side");
}

#[test]
fn other_paint_changes_colours_and_nothing_else() {
    let next = |colour: Colour| {
        let at = Colour::ALL.iter().position(|other| *other == colour).unwrap();
        Colour::ALL[(at + 3) % Colour::ALL.len()]
    };
    let repainted = |word: &str| {
        let colour = Colour::ALL.into_iter().find(|colour| colour.name() == word);
        colour.map_or(word, |colour| next(colour).name()).to_owned()
    };
    let mut colours = 0;
    for (at, graph) in GRAPHS.iter().enumerate() {
        let mut painted = graph.clone();
        for part in painted.objects.iter_mut().flat_map(|node| &mut node.parts) {
            if let Paint::Named(colour) = part.paint {
                part.paint = Paint::Named(next(colour));
            }
        }
        let mut rng = Seed::root(80).child(at as u64).rng();
        for program in programs(graph, &mut rng) {
            let before = answer(&program, graph);
            let told = with_words(&program, repainted);
            assert_eq!(before.as_deref().map(repainted), answer(&told, &painted), "{program:?}");
            // Without a word about colours only a colour can be another answer.
            let asks_colour = program.nodes.last().is_some_and(|node| node.function == "query_part_color");
            if told == program && !asks_colour {
                assert_eq!(before, answer(&program, &painted), "{program:?}");
            }
            colours += usize::from(asks_colour && before.is_some());
        }
    }
    assert!(colours > 20, "{colours} programs ask for colours");
}
