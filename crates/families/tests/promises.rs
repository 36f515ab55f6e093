//! What the README promises of every task: `geometric` is right on at least 99 % of each level, or draws and builds well
//! enough, and in `hardened` no blind probe beats chance.

use rayon::prelude::*;
use spatiq_bench::{Answer, Item, Metric, Place, Question, Seed, Settings, Split, Tally, Task};
use spatiq_eval::probes;
use spatiq_families::FAMILIES;

/// Enough for the probes to see a leak of four points.
const ITEMS: u64 = 2_000;

fn tasks() -> impl Iterator<Item = &'static dyn Task> {
    FAMILIES.iter().flat_map(|family| family.tasks).copied()
}

/// How many questions the solver is asked here. Line drawings take their time, and more so what is made from them; `spatiq
/// eval` on the paper's test split asks more.
fn asked(task: &dyn Task) -> u64 {
    match task.metric() {
        Metric::Accuracy if task.is_slow() => 100,
        Metric::Accuracy => ITEMS,
        Metric::InkF1 | Metric::FScore | Metric::MicroF1 => 24,
    }
}

/// What the solver reaches at least.
fn floor(metric: Metric) -> f64 {
    match metric {
        Metric::Accuracy => 0.99,
        Metric::InkF1 => 0.80,
        // At 1 %, where points chosen anew on the very same surface reach no more than some 0.7.
        Metric::FScore => 0.55,
        Metric::MicroF1 => 0.9,
    }
}

/// Test questions of a preset, with another seed than any that was worked on.
fn questions(task: &dyn Task, preset: &str, count: u64) -> Vec<(Question, Answer)> {
    let preset = task.presets().iter().find(|other| other.name == preset).unwrap();
    let settings = Settings::new(task.settings(), preset.settings.iter().copied()).unwrap();
    let generator = task.configure(&settings).unwrap();
    let root = Seed::root(2026);
    let make = |index| -> (Question, Answer) {
        let place = |attempt| Place::new(&root, task.name(), Split::Test, index, attempt);
        let Item { question, truth, .. } =
            (0..20_000).find_map(|attempt| generator.generate(&place(attempt)).ok()).unwrap();
        (question, truth)
    };
    (0..count).into_par_iter().map(make).collect()
}

/// The whole and every level must reach the floor.
fn check_solver(task: &dyn Task, preset: &str, questions: &[(Question, Answer)]) {
    let Some(spec) = task.solvers().iter().find(|spec| spec.name == "geometric") else { return };
    let settings = Settings::new(spec.settings, []).unwrap();
    let answers: Vec<_> = questions
        .par_iter()
        .map_init(|| (spec.make)(&settings), |solver, (question, _)| solver.answer(question).ok())
        .collect();
    let mut tally = Tally::default();
    for ((question, truth), answer) in questions.iter().zip(&answers) {
        tally.add(question, truth, answer.as_ref());
    }
    let (score, floor) = (tally.score(task.metric()), floor(task.metric()));
    assert!(score.value >= floor, "{} {preset}: {score:?}", task.name());
    for (level, part) in score.by.get("level").into_iter().flatten() {
        assert!(part.value >= floor, "{} {preset} level {level}: {part:?}", task.name());
    }
}

#[test]
fn the_geometric_solver_keeps_its_promise_on_every_level_of_the_paper() {
    // Of slow ones those with options are asked below, on the same questions as the probes.
    for task in tasks().filter(|task| !(task.is_slow() && task.metric() == Metric::Accuracy)) {
        check_solver(task, "paper", &questions(task, "paper", asked(task)));
    }
}

#[test]
fn hardened_gives_nothing_away_and_is_solved_all_the_same() {
    // Where nothing is chosen there are no options to compare.
    for task in tasks().filter(|task| task.metric() == Metric::Accuracy && task.has_options()) {
        // The papers' rules for line drawings leave no shortcut in the first place, and harder ones take longer to make.
        let preset = if task.is_slow() { "paper" } else { "hardened" };
        let questions = questions(task, preset, ITEMS);
        for probe in probes::measure(&questions) {
            assert_eq!(probe.items, ITEMS);
            assert!(!probe.leaks, "{}: {probe:?}", task.name());
        }
        check_solver(task, preset, &questions[..asked(task) as usize]);
    }
}

#[test]
fn the_probes_do_see_the_shortcuts_of_the_paper() {
    let composition = tasks().find(|task| task.name() == "iq/composition").unwrap();
    let leaks: Vec<_> =
        probes::measure(&questions(composition, "paper", ITEMS)).into_iter().filter(|p| p.leaks).collect();
    assert!(leaks.iter().any(|probe| probe.probe == "probe-area-sum" && probe.value > 0.9), "{leaks:?}");
}
