//! Tests of the family as a whole.

use super::deck::{BLOCK, Card, Rules, Stage, hands};
use super::hear::hear;
use super::questions::{Questions, vocabulary};
use super::template::{AnswerKind, SubType};
use spatiq_bench::{Item, Place, Privileged, Seed, Settings, Split, Task};
use std::collections::BTreeMap;

/// The questions about a scene, in a small picture.
fn made(scene: u64) -> Vec<Item> {
    let settings = Settings::new(Questions.settings(), [("width", "800"), ("quality", "fast")]).unwrap();
    let generator = Questions.configure(&settings).unwrap();
    let place = |attempt| Place::new(&Seed::root(3), Questions.name(), Split::Test, scene * 10, attempt);
    (0..50).find_map(|attempt| generator.generate_bundle(&place(attempt)).ok()).unwrap()
}

#[test]
fn answers_are_flat_over_two_thousand_scenes_and_none_is_dropped() {
    let rules = Rules { admits: &|_, _| true };
    let mut counts: BTreeMap<(SubType, AnswerKind), BTreeMap<String, u64>> = BTreeMap::new();
    let seed = Seed::root(1).child("split");
    for hand in (0..2_000 / BLOCK as u64).flat_map(|block| hands(&seed, block, &rules)) {
        assert_eq!(hand.cards.len(), 10);
        for card in hand.cards {
            let class = (card.template().sub_type, card.template().kind);
            *counts.entry(class).or_default().entry(card.answer).or_default() += 1;
        }
    }
    for (class, dealt) in &counts {
        assert_eq!(dealt.len(), allowed(*class), "{class:?} lacks an answer: {dealt:?}");
        let (most, mean) =
            (*dealt.values().max().unwrap(), dealt.values().sum::<u64>() as f64 / dealt.len() as f64);
        assert!(most as f64 <= 1.2 * mean, "{class:?}: {dealt:?}");
    }
}

/// How many answers questions of a sub-type and kind can have. There are at most six objects, an object is not beside itself,
/// there is another one of its kind or colour besides it, and of three of which one is asked about two are left. Wheels, arms, sleep
/// areas and bodies are neither lines nor planes.
fn allowed((sub_type, kind): (SubType, AnswerKind)) -> usize {
    match (kind, sub_type) {
        (AnswerKind::YesNo, _) => 2,
        (AnswerKind::Colour, _) => 8,
        (AnswerKind::Category, _) => 5,
        (AnswerKind::Direction, _) => 4,
        (AnswerKind::Part, SubType::GeometricRelation | SubType::GeometricAnalogy) => 16 - 4,
        (AnswerKind::Part, _) => 16,
        (AnswerKind::Parts, _) => 10,
        (AnswerKind::Objects, SubType::CountObject) => 7,
        (AnswerKind::Objects, SubType::Stability) => 3,
        (AnswerKind::Objects, _) => 6,
    }
}

/// "Stable" means yes as often as no, and so does "unstable"; nor does it tell whether something falls.
#[test]
fn whether_something_is_said_to_be_stable_or_unstable_tells_nothing() {
    let rules = Rules { admits: &|_, _| true };
    let mut asked: BTreeMap<(&str, Option<&str>, String), usize> = BTreeMap::new();
    let mut stays = BTreeMap::from([("falling", 0), ("steady", 0), ("room", 0)]);
    for hand in (0..40).flat_map(|block| hands(&Seed::root(1).child("split"), block, &rules)) {
        let stage = match hand.stage {
            Stage::Falling(..) => "falling",
            Stage::Steady => "steady",
            Stage::Room(_) => "room",
        };
        for card in hand.cards.iter().filter(|card| card.template().sub_type == SubType::Stability) {
            let name = card.template().name.as_str();
            if card.template().kind == AnswerKind::YesNo {
                *asked.entry((name, card.word, card.answer.clone())).or_default() += 1;
            }
            // What is asked about stays where it is.
            let stays_there = name == "is-stable" && (card.word == Some("stable")) == (card.answer == "yes");
            *stays.get_mut(stage).unwrap() += usize::from(stays_there);
        }
    }
    assert_eq!(asked.len(), 8, "{asked:?}");
    assert!(asked.values().all(|count| count.abs_diff(180) <= 2), "{asked:?}");
    assert!(stays["falling"] > 100 && stays["steady"] > 100 && stays["room"] == 0, "{stays:?}");
}

/// What the answers of 20,000 questions of a split are, by sub-type and the words to choose from: every card is asked with its answer.
fn dealt(split: Split) -> BTreeMap<(SubType, Vec<String>), BTreeMap<String, f64>> {
    let rules = Rules { admits: &|_, _| true };
    let seed = Place::new(&Seed::root(1), Questions.name(), split, 0, 0).split_seed;
    let mut dealt: BTreeMap<_, BTreeMap<String, f64>> = BTreeMap::new();
    for card in
        (0..2_000 / BLOCK as u64).flat_map(|block| hands(&seed, block, &rules)).flat_map(|hand| hand.cards)
    {
        let key = (card.template().sub_type, vocabulary(card.template()));
        *dealt.entry(key).or_default().entry(card.answer).or_default() += 1.0;
    }
    dealt
}

/// Prints what the two that do not look are right about, in percent of 20,000 test questions: with `--nocapture`.
#[test]
fn the_most_frequent_answer_is_right_at_most_1_2_times_as_often_as_a_guess_in_every_sub_type() {
    let (learnt_from, asked) = (dealt(Split::Train), dealt(Split::Test));
    // Questions, guesses that are right on average, and those that are right by frequency.
    let mut sums: BTreeMap<SubType, [f64; 3]> = BTreeMap::new();
    for ((sub_type, words), answers) in &asked {
        let before = &learnt_from[&(*sub_type, words.clone())];
        let count = |word: &String| before.get(word).copied().unwrap_or_default();
        let most = words.iter().rev().max_by(|a, b| count(a).total_cmp(&count(b))).unwrap();
        let all: f64 = answers.values().sum();
        let by_frequency = answers.get(most).copied().unwrap_or_default();
        let [questions, random, frequency] = sums.entry(*sub_type).or_default();
        *questions += all;
        *random += all / words.len() as f64;
        *frequency += by_frequency;
        assert!(by_frequency <= 1.2 * all / words.len() as f64, "{sub_type:?}, {most}: {answers:?}");
    }
    assert_eq!(sums.len(), SubType::ALL.len());
    for (sub_type, [questions, random, frequency]) in sums {
        let [random, frequency] = [random, frequency].map(|right| 100.0 * right / questions);
        println!("{:20} random {random:5.1}  frequency {frequency:5.1}", sub_type.name());
        assert!(frequency <= 1.2 * random, "{sub_type:?}");
    }
}

#[test]
fn words_alone_lead_back_to_the_program_and_the_answer() {
    let oracle = Questions.solvers().iter().find(|solver| solver.name == "oracle-symbolic").unwrap();
    let mut solver = (oracle.make)(&Settings::new(oracle.settings, []).unwrap());
    for scene in [7, 8] {
        for mut item in made(scene) {
            assert_eq!(Questions.recheck(&item), Ok(()), "{}", item.question.prompt);
            let again = Questions.rebuild_about(&item.question.id, &item.evidence, &item.scenes);
            assert_eq!(again.as_ref(), Ok(&item));
            // Nothing is left but the words and the graph.
            let given = Privileged::of(oracle.privileged, &item.scenes);
            item.question.tags.clear();
            item.evidence.clear();
            assert_eq!(hear(&item.question.prompt).len(), 1, "{}", item.question.prompt);
            assert_eq!(solver.answer_given(&item.question, &given), Ok(item.truth));
        }
    }
}

#[test]
fn a_scene_is_what_a_fresh_look_says() {
    let items = made(7);
    let mut scene = (*items[0].scenes[0]).clone();
    assert_eq!(Questions.recheck_scene(&scene), Ok(()));
    scene.layers[4] = scene.layers[3].clone();
    assert!(Questions.recheck_scene(&scene).is_err());
}

/// However hard a hand is, there is an end: in the last attempts everything is easy. No hand asks twice for all six objects, and hardly any
/// twice for what few scenes serve.
#[test]
fn hands_can_be_served() {
    let rules = Rules { admits: &|_, _| true };
    let mut twice = 0;
    for seed in [1, 2, 11] {
        for hand in (0..20).flat_map(|block| hands(&Seed::root(seed).child("split"), block, &rules)) {
            let all = hand.cards.iter().filter(|card| card.is_of_all()).count();
            let is_rare = |card: &&Card| card.is_rare() && !card.template().sub_type.is_physics();
            let rare = hand.cards.iter().filter(is_rare).count();
            assert!(all < 2 && rare < 3, "{all}, {rare}: {:?}", hand.cards);
            twice += usize::from(rare == 2);
            let easy = hand.eased(10, &mut Seed::root(seed).rng());
            assert!(easy.cards.iter().all(|card| card.template().sub_type == SubType::ExistObject));
            let some = hand.eased(3, &mut Seed::root(seed).rng());
            let changed = some.cards.iter().zip(&hand.cards).filter(|(one, other)| one != other).count();
            assert!(changed <= 3, "{changed}");
        }
    }
    assert!(twice < 3 * 20 * BLOCK / 50, "{twice} of {} hands", 3 * 20 * BLOCK);
}
