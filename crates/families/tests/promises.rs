//! What the README promises of every task: `geometric` is right on at least 99 % of each level, and in `hardened` no blind
//! probe beats chance. Where the answer is made, its drawings reach an ink F1 of 0.80.

use rayon::prelude::*;
use spatiq_bench::{Answer, Item, Metric, Place, Question, Seed, Settings, Split, Tally, Task};
use spatiq_eval::probes;
use spatiq_families::FAMILIES;

/// Enough for the probes to see a leak of four points.
const ITEMS: u64 = 2_000;

/// Drawings and points take longer than choices.
const MADE_ITEMS: u64 = 120;

/// The tasks that have a preset.
fn tasks(preset: &str) -> impl Iterator<Item = &'static dyn Task> {
    let tasks = FAMILIES.iter().flat_map(|family| family.tasks).copied();
    tasks.filter(move |task| task.presets().iter().any(|other| other.name == preset))
}

/// Test questions of a preset, with another seed than any that was worked on.
fn questions(task: &dyn Task, preset: &str) -> Vec<(Question, Answer)> {
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
    let items = if task.metric() == Metric::Accuracy { ITEMS } else { MADE_ITEMS };
    (0..items).into_par_iter().map(make).collect()
}

/// Every level's share of right answers must reach 99 %; drawings and points have floors of their own.
fn check_solver(task: &dyn Task, preset: &str, questions: &[(Question, Answer)]) {
    let Some(spec) = task.solvers().iter().find(|spec| spec.name == "geometric") else { return };
    let settings = Settings::new(spec.settings, []).unwrap();
    let answers: Vec<_> = questions
        .par_iter()
        .map_init(|| (spec.make)(&settings), |solver, (question, _)| solver.answer(question).ok())
        .collect();
    let mut tally = Tally::default();
    for ((question, truth), answer) in questions.iter().zip(&answers) {
        tally.add(&question.tags, truth, answer.as_ref());
    }
    let score = tally.score(task.metric());
    let least = match task.metric() {
        Metric::Accuracy => 0.99,
        Metric::InkF1 => 0.80,
        // Of two samples of one surface many points are farther than 1 % from the nearest of the other.
        Metric::FScore => 0.55,
    };
    assert!(score.value >= least, "{} {preset}: {score:?}", task.name());
    for (level, part) in score.by.get("level").into_iter().flatten() {
        assert!(part.value >= 0.99, "{} {preset} level {level}: {part:?}", task.name());
    }
}

#[test]
fn the_geometric_solver_reaches_99_percent_of_each_level_of_the_paper() {
    for task in tasks("paper") {
        check_solver(task, "paper", &questions(task, "paper"));
    }
}

#[test]
fn hardened_gives_nothing_away_and_is_solved_all_the_same() {
    for task in tasks("hardened") {
        let questions = questions(task, "hardened");
        for probe in probes::measure(&questions) {
            assert_eq!(probe.items, ITEMS);
            assert!(!probe.leaks, "{}: {probe:?}", task.name());
        }
        check_solver(task, "hardened", &questions);
    }
}

#[test]
fn the_probes_do_see_the_shortcuts_of_the_paper() {
    let composition = tasks("paper").find(|task| task.name() == "iq/composition").unwrap();
    let leaks: Vec<_> =
        probes::measure(&questions(composition, "paper")).into_iter().filter(|p| p.leaks).collect();
    assert!(leaks.iter().any(|probe| probe.probe == "probe-area-sum" && probe.value > 0.9), "{leaks:?}");
}
