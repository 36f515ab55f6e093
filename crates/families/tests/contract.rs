//! What every task of every family must keep. A new task is tested here by being in the registry.

use rayon::prelude::*;
use spatiq_bench::{
    Answer, Generator, Item, Label, Metric, Place, Privileged, Seed, Settings, Split, Tally, Task,
};
use spatiq_eval::BUILTIN;
use spatiq_families::FAMILIES;
use spatiq_raster::Rgb;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, OnceLock};

fn tasks() -> impl Iterator<Item = &'static dyn Task> {
    FAMILIES.iter().flat_map(|family| family.tasks).copied()
}

fn settings(task: &dyn Task, preset: Option<&str>) -> Settings {
    let preset = preset.and_then(|name| task.presets().iter().find(|preset| preset.name == name));
    let given = preset.map_or(&[][..], |preset| preset.settings).iter().copied();
    Settings::new(task.settings(), given.chain(small(task))).unwrap()
}

/// Rendered pictures are small and plain here, as far as a task allows: light takes time.
fn small(task: &dyn Task) -> impl Iterator<Item = (&'static str, &'static str)> {
    let wanted = [("width", ["160", "640"]), ("height", ["120", "480"]), ("quality", ["fast", "fast"])];
    wanted.into_iter().filter_map(|(name, values)| {
        let allowed = |value: &&str| Settings::new(task.settings(), [(name, *value)]).is_ok();
        Some((name, values.into_iter().find(allowed)?))
    })
}

fn item(task: &dyn Task, generator: &dyn Generator, root: &Seed, split: Split, index: u64) -> Item {
    let (first, nth) = (index - index % generator.bundle(), index % generator.bundle());
    let bundle = bundle(task, generator, root, split, first);
    bundle.into_iter().nth(nth as usize).expect("a bundle is as long as it says")
}

/// The items that are made together with the one at `first`, which is the first of them.
fn bundle(task: &dyn Task, generator: &dyn Generator, root: &Seed, split: Split, first: u64) -> Vec<Item> {
    let attempt =
        |attempt| generator.generate_bundle(&Place::new(root, task.name(), split, first, attempt)).ok();
    let bundle = (0..20_000).find_map(attempt);
    bundle.unwrap_or_else(|| panic!("{} {split} {first}: no attempt succeeds", task.name()))
}

/// Items of a task, for all tests.
type Samples = [Vec<Item>; 2];

/// So many items of a task's default settings, then as many of its hardened ones.
fn samples(task: &'static dyn Task, count: u64) -> Vec<Item> {
    static MADE: Mutex<BTreeMap<&str, Arc<OnceLock<Samples>>>> = Mutex::new(BTreeMap::new());
    let made = Arc::clone(MADE.lock().unwrap().entry(task.name()).or_default());
    let samples = made.get_or_init(|| {
        let root = Seed::root(11);
        [None, Some("hardened")].map(|preset| {
            let generator = task.configure(&settings(task, preset)).unwrap();
            let size = generator.bundle();
            let make = |nth: u64| bundle(task, &*generator, &root, Split::Test, nth * size);
            (0..most(task).div_ceil(size)).into_par_iter().flat_map(make).collect()
        })
    });
    samples.iter().flat_map(|items| &items[..count as usize]).cloned().collect()
}

/// Items of each kind that are made; line drawings take their time, and where nothing is chosen no test counts choices.
fn most(task: &dyn Task) -> u64 {
    match (task.is_slow(), task.metric()) {
        (false, _) => 300,
        (true, Metric::Accuracy) if task.has_options() => 96,
        (true, _) => 24,
    }
}

/// An answer of the same form that is not the truth.
fn wrong(truth: &Answer) -> Answer {
    match truth.clone() {
        Answer::Choice(place) => Answer::Choice((place + 1) % 4),
        Answer::Word(word) => Answer::Word(if word == "yes" { "no" } else { "yes" }.into()),
        Answer::Image(png) => {
            let mut picture = Rgb::decode(&png).unwrap();
            let middle = picture.pixels.len() / 2;
            picture.pixels[middle..].iter_mut().for_each(|pixel| *pixel = [0; 3]);
            Answer::Image(picture.encode())
        }
        Answer::Relations(mut labels) => {
            // Whatever is asked, one of the two is an admitted label, and another than the first.
            labels[0] = match labels[0] {
                Label::None => Label::Mutual,
                Label::Closer => Label::Farther,
                Label::Farther | Label::Same => Label::Closer,
                _ => Label::None,
            };
            Answer::Relations(labels)
        }
        Answer::Detected(_) => unreachable!("no truth has boxes of its own"),
        Answer::Points(mut cloud) => {
            cloud.points.iter_mut().step_by(2).for_each(|point| point[0] += 1.0);
            Answer::Points(cloud)
        }
    }
}

#[test]
fn names_are_unique_and_everything_is_described() {
    let mut names = BTreeSet::new();
    for family in FAMILIES {
        assert!(!family.about.is_empty() && !family.tasks.is_empty() && !family.paper.is_empty());
        for table in family.paper {
            assert!(family.tasks.iter().any(|task| task.name() == table.task), "{}", table.title);
            assert!(table.rows.iter().all(|row| row.len() == table.head.len()), "{}", table.title);
        }
        for task in family.tasks {
            assert!(names.insert(task.name()), "{} is there twice", task.name());
            assert_eq!(task.name().split_once('/').map(|(family, _)| family), Some(family.name));
            assert!(!task.about().is_empty() && !task.form().is_empty());
        }
    }
}

#[test]
fn settings_presets_and_solvers_are_sound() {
    for task in tasks() {
        let unique = |names: Vec<&str>| names.iter().collect::<BTreeSet<_>>().len() == names.len();
        assert!(unique(task.settings().iter().map(|setting| setting.name).collect()));
        assert!(unique(task.presets().iter().map(|preset| preset.name).collect()));
        assert!(unique(BUILTIN.iter().chain(task.solvers()).map(|solver| solver.name).collect()));
        let defaults = task.settings().iter().map(|setting| (setting.name, setting.default));
        assert!(Settings::new(task.settings(), defaults).is_ok(), "{}: a default is refused", task.name());
        assert!(task.configure(&settings(task, None)).is_ok());
        for preset in task.presets() {
            assert!(!preset.about.is_empty() && preset.counts.iter().any(|(_, count)| *count > 0));
            assert!(
                task.configure(&settings(task, Some(preset.name))).is_ok(),
                "{} {}",
                task.name(),
                preset.name
            );
        }
        for name in ["paper", "hardened"] {
            assert!(task.presets().iter().any(|preset| preset.name == name), "{} has no {name}", task.name());
        }
    }
}

#[test]
fn the_same_seed_gives_the_same_item_and_another_seed_another() {
    for task in tasks() {
        let (one, two) = (Seed::root(1), Seed::root(2));
        let generator = task.configure(&settings(task, None)).unwrap();
        let again = task.configure(&settings(task, None)).unwrap();
        // What is made together with the first is seen with the first.
        for index in (0..6).step_by(generator.bundle() as usize) {
            let first = item(task, &*generator, &one, Split::Train, index);
            assert_eq!(first, item(task, &*again, &one, Split::Train, index));
            let evidence = |root, split, index| item(task, &*generator, root, split, index).evidence;
            assert_ne!(first.evidence, evidence(&two, Split::Train, index));
            assert_ne!(first.evidence, evidence(&one, Split::Test, index));
            assert_ne!(first.evidence, evidence(&one, Split::Train, index + 100));
        }
    }
}

#[test]
fn a_question_is_complete_and_its_options_differ() {
    for task in tasks() {
        for item in samples(task, 24) {
            let question = &item.question;
            assert!(question.id.starts_with(&format!("{}/test/", task.name())));
            assert!(
                question.prompt.len() > 40 && question.prompt.ends_with(['?', '.']),
                "{}",
                question.prompt
            );
            let names: BTreeSet<&str> =
                question.pictures.iter().map(|picture| picture.name.as_str()).collect();
            assert_eq!(names.len(), question.pictures.len(), "names of pictures must differ");
            assert!(!question.stimuli().is_empty());
            let choices = question.form.choices();
            let shown: BTreeSet<_> = choices
                .iter()
                .zip(question.options())
                .map(|(choice, pictures)| {
                    let mut pictures: Vec<_> = pictures.iter().map(|picture| &picture.png).collect();
                    pictures.sort();
                    (&choice.text, pictures)
                })
                .collect();
            assert_eq!(shown.len(), choices.len(), "{}: two options are the same", question.id);
        }
    }
}

#[test]
fn the_truth_is_admitted_and_scores_perfectly() {
    for task in tasks() {
        let mut tally = Tally::default();
        for Item { question, truth, .. } in samples(task, 24) {
            assert!(question.form.admits(&truth));
            assert_eq!(question.form.read(&truth.text()).as_ref(), truth.is_text().then_some(&truth));
            assert_eq!(Metric::of(&truth), task.metric());
            assert!(tally.add(&question, &truth, Some(&truth)));
        }
        let score = tally.score(task.metric());
        assert_eq!((score.value, score.invalid), (1.0, 0));
    }
}

#[test]
fn the_evidence_rebuilds_the_item_and_the_label_holds_by_another_route() {
    for task in tasks() {
        for item in samples(task, 16) {
            let again = task.rebuild_about(&item.question.id, &item.evidence, &item.scenes);
            assert_eq!(again.as_ref(), Ok(&item));
            assert_eq!(task.recheck(&item), Ok(()), "{}", item.question.id);
            let wrong = Item { truth: wrong(&item.truth), ..item };
            assert!(task.recheck(&wrong).is_err(), "{}: a wrong truth passes", wrong.question.id);
        }
    }
}

#[test]
fn evidence_from_elsewhere_is_an_error_and_not_a_panic() {
    for task in tasks() {
        for item in samples(task, 1) {
            for length in 0..item.evidence.len() {
                if let Some(cut) = item.evidence.get(..length) {
                    assert!(task.rebuild_about("x/test/000000", cut, &item.scenes).is_err());
                }
            }
            for hostile in ["", "null", "[]", "{}", "7", "\"\"", "{\"size\": 1e300}", &"[".repeat(10_000)] {
                assert!(task.rebuild_about("x/test/000000", hostile, &item.scenes).is_err());
            }
            // A byte changed anywhere gives an error or another item that is checked, but no panic.
            let stride = if task.is_slow() { (item.evidence.len() / 80).max(1) } else { 1 };
            for at in (0..item.evidence.len()).step_by(stride) {
                let mut bytes = item.evidence.clone().into_bytes();
                bytes[at] = b'9';
                if let Ok(text) = String::from_utf8(bytes)
                    && let Ok(other) = task.rebuild_about("x/test/000000", &text, &item.scenes)
                {
                    let _ = task.recheck(&other);
                }
            }
        }
    }
}

#[test]
fn slots_are_balanced() {
    for task in tasks() {
        let mut counts: BTreeMap<(bool, String), BTreeMap<usize, i64>> = BTreeMap::new();
        for (at, Item { question, truth, .. }) in samples(task, most(task).min(96)).iter().enumerate() {
            let Answer::Choice(place) = truth else { continue };
            let level = question.tags.get("level").cloned().unwrap_or_default();
            *counts.entry((at < 96, level)).or_default().entry(*place).or_default() += 1;
        }
        for (group, slots) in counts {
            let (most, least) = (slots.values().max().unwrap(), slots.values().min().unwrap());
            assert!(slots.len() == 4 && most - least <= 1, "{} {group:?}: {slots:?}", task.name());
        }
    }
}

#[test]
fn chance_scores_at_chance() {
    for task in tasks().filter(|task| task.metric() == Metric::Accuracy) {
        let chance = BUILTIN.iter().find(|solver| solver.name == "chance").unwrap();
        let mut solver = (chance.make)(&Settings::new(chance.settings, []).unwrap());
        let items = samples(task, most(task));
        let mut tally = Tally::default();
        for Item { question, truth, .. } in &items {
            let answer = solver.answer(question).unwrap();
            assert!(question.form.admits(&answer));
            tally.add(question, truth, Some(&answer));
        }
        let expected = items.iter().map(|item| item.question.form.chance()).sum::<f64>() / items.len() as f64;
        // Four standard deviations: a fair guesser is outside in one of 16,000 runs.
        let bound = 4.0 * (expected * (1.0 - expected) / items.len() as f64).sqrt();
        let value = tally.score(Metric::Accuracy).value;
        assert!((value - expected).abs() < bound, "{}: {value} is not {expected} ± {bound}", task.name());
    }
}

#[test]
fn every_solver_answers_and_does_not_depend_on_the_order() {
    for task in tasks() {
        let items = samples(task, if task.is_slow() { 3 } else { 6 });
        for spec in task.solvers() {
            let settings = Settings::new(spec.settings, []).unwrap();
            let mut forwards = (spec.make)(&settings);
            let mut backwards = (spec.make)(&settings);
            let given = |item: &Item| Privileged::of(spec.privileged, &item.scenes);
            let answers: Vec<_> =
                items.iter().map(|item| forwards.answer_given(&item.question, &given(item))).collect();
            let mut again: Vec<_> =
                items.iter().rev().map(|item| backwards.answer_given(&item.question, &given(item))).collect();
            again.reverse();
            assert_eq!(answers, again, "{}", spec.name);
            for (item, answer) in items.iter().zip(answers) {
                assert!(item.question.form.admits(&answer.unwrap()), "{}", spec.name);
            }
        }
    }
}
