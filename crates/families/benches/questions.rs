//! How many PTR questions are asked in a second, given the scenes: `cargo bench -p spatiq-families --bench questions`.
//!
//! A template and an answer are drawn at random for every try, and the tries that find no question count as time spent. What
//! each scene takes once, to list its descriptions, is within.
#![expect(clippy::disallowed_types, reason = "benchmarks measure time")]

use spatiq_bench::{Seed, Split};
use spatiq_families::ptr::ask::Asker;
use spatiq_families::ptr::deck::Card;
use spatiq_families::ptr::explain;
use spatiq_families::ptr::program::trace;
use spatiq_families::ptr::study::Study;
use spatiq_families::ptr::template::TEMPLATES;
use spatiq_scene::arrange::{Rules, arrange};
use spatiq_scene::graph::{Graph, Seen, Stability, graph};
use spatiq_scene::render::look;
use spatiq_scene::{Generated, Kind};
use std::hint::black_box;
use std::time::Instant;

/// Scenes of each kind.
const SCENES: u64 = 20;

/// Questions about a scene.
const QUESTIONS: usize = 10;

fn graphs(kind: Kind) -> Vec<Graph> {
    let seed = Seed::root(1).child(kind.name());
    let made = (0..SCENES).map(|nth| {
        let scene = arrange(&Rules::of(kind), &Generated, Split::Train, &seed.child(nth)).expect("a scene");
        let stability = if kind == Kind::Physics { Stability::of(&scene) } else { Vec::new() };
        graph(&scene, &Seen::of(&scene, &look(&scene, [800, 600])), &stability)
    });
    made.collect()
}

fn main() {
    for kind in [Kind::Room, Kind::Physics] {
        let graphs = graphs(kind);
        let mut rng = Seed::root(2).rng();
        let scope = Study::None.of(Split::Train);
        let start = Instant::now();
        let (mut questions, mut tries) = (0, 0);
        for graph in graphs.iter().cycle().take(10 * graphs.len()) {
            let asker = Asker::new(graph).expect("a small scene");
            let mut found = 0;
            while found < QUESTIONS {
                tries += 1;
                let at = rng.below(TEMPLATES.len());
                let template = &TEMPLATES[at];
                let answer: &String = rng.pick(&template.answers);
                let card = Card::of(at, answer);
                let Some(asked) = asker.ask(&card, &mut rng, &scope) else { continue };
                let question = rng.pick(&template.wordings).say(&asked.chosen);
                let values = trace(&asked.checked, &asker.plain).expect("it has an answer");
                black_box((question, explain::sentence(&asked.checked, &values, &asker.plain)));
                found += 1;
            }
            questions += found;
        }
        let seconds = start.elapsed().as_secs_f64();
        println!(
            "{kind:?}: {:.0} questions a second on one core, {:.1} tries a question",
            questions as f64 / seconds,
            f64::from(tries) / questions as f64
        );
    }
}
