//! Items of `iq/composition`: made, rebuilt, checked, refused when tampered with, and solved.

use proptest::prelude::*;
use serde_json::{Value, json};
use spatiq_bench::{Answer, Generator, Item, Place, Seed, Settings, Solver, Split, Task};
use spatiq_families::iq::composition::Composition;
use spatiq_raster::Gray;

const TASK: Composition = Composition;

fn generator(preset: &str, given: &[(&'static str, &'static str)]) -> Box<dyn Generator> {
    let preset = TASK.presets().iter().find(|known| known.name == preset).expect("a known preset");
    let settings = preset.settings.iter().chain(given).copied();
    TASK.configure(&Settings::new(TASK.settings(), settings).unwrap()).unwrap()
}

fn make(generator: &dyn Generator, root: u64, index: u64) -> Item {
    let place = |attempt| Place::new(&Seed::root(root), TASK.name(), Split::Test, index, attempt);
    (0..200)
        .find_map(|attempt| generator.generate(&place(attempt)).ok())
        .expect("one attempt in 200 is accepted")
}

/// Items of every level, `count` as the paper has them and `count` hardened.
fn items(count: u64) -> Vec<Item> {
    let presets = ["paper", "hardened"].map(|preset| generator(preset, &[]));
    presets.iter().flat_map(|generator| (0..count).map(|index| make(&**generator, 3, index))).collect()
}

fn edited(item: &Item, edit: impl FnOnce(&mut Value)) -> String {
    let mut evidence: Value = serde_json::from_str(&item.evidence).unwrap();
    edit(&mut evidence);
    evidence.to_string()
}

/// A wrong option of the item.
fn a_wrong_option(item: &Item) -> usize {
    let Answer::Choice(right) = item.truth else { panic!("a choice") };
    (right + 1) % 4
}

#[test]
fn the_same_place_gives_the_same_item() {
    for preset in ["paper", "hardened"] {
        for index in 0..8 {
            let item = make(&*generator(preset, &[]), 7, index);
            assert_eq!(make(&*generator(preset, &[]), 7, index), item);
            assert_ne!(make(&*generator(preset, &[]), 8, index).evidence, item.evidence);
        }
    }
}

#[test]
fn evidence_rebuilds_the_item_byte_for_byte() {
    for item in items(16) {
        assert_eq!(TASK.rebuild(&item.question.id, &item.evidence), Ok(item));
    }
}

#[test]
fn items_stand_the_check_by_another_route() {
    for item in items(60) {
        assert_eq!(TASK.recheck(&item), Ok(()), "{}", item.question.id);
    }
}

#[test]
fn every_setting_gives_items_that_hold() {
    for given in [
        &[("size", "64")][..],
        &[("size", "500"), ("padding", "50")],
        &[("wrong", "equal-area")],
        &[("slopes", "any")],
        &[("levels", "4"), ("out-levels", "1,2")],
        &[("size", "32"), ("padding", "224")],
    ] {
        for index in 0..4 {
            let item = make(&*generator("paper", given), 5, index);
            assert_eq!(TASK.recheck(&item), Ok(()), "{given:?}");
            assert_eq!(TASK.rebuild(&item.question.id, &item.evidence), Ok(item));
        }
    }
}

#[test]
fn equal_areas_with_the_papers_slopes_are_refused() {
    let given = [("wrong", "equal-area"), ("slopes", "paper")];
    let settings = Settings::new(TASK.settings(), given).unwrap();
    let error = TASK.configure(&settings).err().expect("refused").to_string();
    assert!(error.starts_with("`slopes=paper`: wrong=equal-area needs slopes=any"), "{error}");
}

#[test]
fn a_question_shows_its_options_in_order_and_as_svg() {
    for item in items(8) {
        let level: usize = item.question.tags["level"].parse().unwrap();
        let names: Vec<&str> = item.question.pictures.iter().map(|picture| picture.name.as_str()).collect();
        let options = ["A", "B", "C", "D"].into_iter();
        let expected = options.flat_map(|option| (1..level + 2).map(move |nth| format!("{option}{nth}")));
        assert_eq!(names, ["question".to_string()].into_iter().chain(expected).collect::<Vec<_>>());
        assert!(item.question.options().iter().all(|option| option.len() == level + 1));
        let svg = |svg: &String| svg.starts_with("<svg ") && svg.ends_with("</svg>\n");
        assert!(item.question.pictures.iter().all(|picture| picture.svg.as_ref().is_some_and(svg)));
    }
}

#[test]
fn pieces_are_drawn_whole_in_the_middle_of_their_pictures() {
    for item in items(16) {
        for picture in &item.question.pictures[1..] {
            let pixels = Gray::decode(&picture.png).unwrap();
            let inked = |x: usize, y: usize| pixels.at(x, y) < 255;
            let columns: Vec<usize> = (0..224).filter(|&x| (0..224).any(|y| inked(x, y))).collect();
            let rows: Vec<usize> = (0..224).filter(|&y| (0..224).any(|x| inked(x, y))).collect();
            for side in [columns, rows] {
                let (before, after) = (side[0], 223 - side[side.len() - 1]);
                assert!(before.abs_diff(after) <= 2, "{} {}", item.question.id, picture.name);
            }
        }
    }
}

#[test]
fn tampered_truth_is_seen() {
    for item in items(8) {
        let wrong = a_wrong_option(&item);
        let swapped = Item { truth: Answer::Choice(wrong), ..item.clone() };
        assert!(TASK.recheck(&swapped).is_err());
        let claimed = edited(&item, |evidence| evidence["answer"] = json!(wrong));
        assert!(TASK.rebuild("x", &claimed).is_err(), "the option named right has a changed piece");
    }
}

#[test]
fn a_wrong_option_made_right_is_seen() {
    for item in items(8) {
        let wrong = a_wrong_option(&item);
        let healed = edited(&item, |evidence| {
            let piece = evidence["options"][wrong]["change"]["piece"].as_u64().unwrap() as usize;
            evidence["options"][wrong]["change"]["shape"] = evidence["pieces"][piece].clone();
        });
        assert!(TASK.recheck(&TASK.rebuild("x", &healed).unwrap()).is_err());
    }
}

#[test]
fn a_moved_corner_is_seen_in_any_shape() {
    for item in items(8) {
        let wrong = a_wrong_option(&item);
        for pointer in ["/original/0/0", "/pieces/0/1/1", &format!("/options/{wrong}/change/shape/0/0")] {
            let moved = edited(&item, |evidence| {
                let value = evidence.pointer_mut(pointer).unwrap();
                *value = json!(value.as_f64().unwrap() + 2.5);
            });
            let rebuilt = TASK.rebuild("x", &moved);
            assert!(rebuilt.is_err() || TASK.recheck(&rebuilt.unwrap()).is_err(), "{pointer}");
            let unseen = Item { evidence: moved, ..item.clone() };
            assert!(TASK.recheck(&unseen).is_err(), "{pointer}");
        }
    }
}

#[test]
fn another_picture_is_seen() {
    for item in items(4) {
        let mut tampered = item.clone();
        tampered.question.pictures.swap(0, 1);
        assert!(TASK.recheck(&tampered).is_err());
        let mut missing = item.clone();
        missing.question.pictures.pop();
        assert!(TASK.recheck(&missing).is_err());
    }
}

#[test]
fn evidence_cut_short_is_refused_at_every_length() {
    for item in items(4) {
        for length in 0..item.evidence.len() {
            assert!(TASK.rebuild("x", &item.evidence[..length]).is_err());
        }
    }
}

#[test]
fn hostile_values_are_refused() {
    let item = &items(1)[0];
    let corners: Vec<[f64; 2]> = (0..5000).map(|nth| [f64::from(nth), 0.0]).collect();
    let numbers = [json!(-1e6), json!(1e300), json!(4_000_000_000u64)];
    let others = [json!(null), json!("NaN"), json!([]), json!({}), json!(corners)];
    let pointers = [
        "/level",
        "/size",
        "/padding",
        "/wrong",
        "/answer",
        "/original",
        "/original/0",
        "/original/0/0",
        "/pieces",
        "/pieces/0",
        "/pieces/0/0/1",
        "/options",
        "/options/0",
        "/options/0/shown",
        "/options/0/shown/0/piece",
        "/options/0/shown/0/turns",
        "/options/0/shown/0/shift",
        "/options/0/shown/0/shift/0",
    ];
    for pointer in pointers {
        for value in numbers.iter().chain(&others) {
            let evidence = edited(item, |evidence| *evidence.pointer_mut(pointer).unwrap() = value.clone());
            assert!(TASK.rebuild("x", &evidence).is_err(), "{pointer} = {value}");
        }
    }
    let flipped = edited(item, |evidence| evidence["original"].as_array_mut().unwrap().reverse());
    assert!(TASK.rebuild("x", &flipped).is_err(), "corners the other way round");
    assert!(TASK.rebuild("x", &item.evidence.replacen("224", "1e999", 1)).is_err());
}

#[test]
fn hardened_options_differ_in_one_piece_of_equal_area() {
    let generator = generator("hardened", &[]);
    for index in 0..40 {
        let item = make(&*generator, 2, index);
        let evidence: Value = serde_json::from_str(&item.evidence).unwrap();
        let options = evidence["options"].as_array().unwrap();
        let changes: Vec<&Value> = options.iter().filter_map(|option| option.get("change")).collect();
        assert_eq!(changes.len(), 3);
        let truth = &evidence["pieces"][changes[0]["piece"].as_u64().unwrap() as usize];
        for change in &changes {
            assert_eq!(change["piece"], changes[0]["piece"]);
            assert!((area(&change["shape"]) - area(truth)).abs() < 0.1);
            assert_eq!(change["shape"].as_array().unwrap().len(), truth.as_array().unwrap().len());
        }
    }
}

fn area(shape: &Value) -> f64 {
    let corners: Vec<[f64; 2]> = serde_json::from_value(shape.clone()).unwrap();
    let next = corners.iter().cycle().skip(1);
    corners.iter().zip(next).map(|(a, b)| a[0] * b[1] - a[1] * b[0]).sum::<f64>() / 2.0
}

#[test]
fn the_solver_reads_the_answer_off_the_pixels() {
    let mut solver = solver();
    let mut right = 0;
    for item in items(40) {
        let mut question = item.question;
        // Nothing but pixels may help.
        question.id.clear();
        question.tags.clear();
        question.pictures.iter_mut().for_each(|picture| picture.svg = None);
        right += u32::from(solver.answer(&question) == Ok(item.truth));
    }
    assert!(right >= 76, "{right} of 80");
}

#[test]
fn the_solver_says_what_it_cannot_read() {
    let mut solver = solver();
    let mut question = items(1)[0].question.clone();
    question.pictures[2].png = Gray::new(224, 224, 255).encode();
    assert!(solver.answer(&question).unwrap_err().to_string().starts_with("picture A2"));
    question.pictures[0].png.truncate(40);
    assert!(solver.answer(&question).unwrap_err().to_string().starts_with("picture question"));
}

fn solver() -> Box<dyn Solver> {
    let spec = TASK.solvers().iter().find(|spec| spec.name == "geometric").unwrap();
    (spec.make)(&Settings::new(spec.settings, []).unwrap())
}

#[test]
fn presets_are_named_once_and_can_be_configured() {
    let presets = TASK.presets();
    for (at, preset) in presets.iter().enumerate() {
        assert!(presets[..at].iter().all(|other| other.name != preset.name), "{}", preset.name);
        generator(preset.name, &[]);
        let total: u64 = preset.counts.iter().map(|(_, count)| count).sum();
        assert!(total >= 9_000 && preset.about.contains("level"), "{}", preset.name);
    }
    assert_eq!(presets.len(), 18);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn a_damaged_byte_of_evidence_never_panics(at: proptest::sample::Index, byte: u8) {
        let item = make(&*generator("paper", &[("size", "32")]), 9, 0);
        let mut bytes = item.evidence.clone().into_bytes();
        let at = at.index(bytes.len());
        bytes[at] = byte;
        if let Ok(rebuilt) = TASK.rebuild("x", &String::from_utf8_lossy(&bytes)) {
            let _ = TASK.recheck(&rebuilt);
        }
    }
}
