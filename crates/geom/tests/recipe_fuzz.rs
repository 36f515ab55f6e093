//! Damaged recipes: whatever the bytes, the reader answers with a recipe that can be built or with one clear line.
//!
//! `SPATIQ_FUZZ_SECONDS=600 cargo test --release -p spatiq-geom --test recipe_fuzz -- --ignored --nocapture`

mod common;

use common::Dice;
use spatiq_geom::Recipe;
use std::panic::catch_unwind;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

const TOKENS: &[&str] = &[
    "[",
    "]",
    "{",
    "}",
    ",",
    ":",
    "\"",
    "null",
    "true",
    "-",
    "1e308",
    "1e-320",
    "-0.0",
    "1e999",
    "0",
    "NaN",
    "Infinity",
    "99999999999999999999999",
    "1e6",
    "1e-6",
    "\"recipe\":",
    "\"prim\":",
    "\"params\":",
    "\"op\":",
    "\"base\"",
    "\"id\":",
    "\"torus\"",
    "\"box\"",
    "\\u0000",
    "\\ud800",
    "\u{feff}",
    "\n",
    "/*",
    "[[[[[[[[",
    "{\"recipe\":[",
    "45",
    "\"axis\":\"z\"",
];

/// A recipe as bytes, sometimes nested, sometimes wrapped.
fn written(dice: &mut Dice) -> Vec<u8> {
    let mut text = serde_json::to_string(&dice.recipe(0.25)).unwrap();
    for _ in 0..dice.below(3) {
        text = format!(r#"[{{"recipe": {text}, "deg": 90, "op": "base"}}]"#);
    }
    if dice.below(4) == 0 {
        text = format!(r#"{{"id": "a", "recipe": {text}}}"#);
    }
    text.into_bytes()
}

/// One small damage.
fn damage(bytes: &mut Vec<u8>, dice: &mut Dice) {
    let mut place = |bytes: &Vec<u8>| dice.below(bytes.len() as u64 + 1) as usize;
    let (a, b) = (place(bytes), place(bytes));
    let (from, to) = (a.min(b), a.max(b));
    match dice.below(8) {
        0 if from < bytes.len() => bytes[from] ^= 1 << dice.below(8),
        1 if from < bytes.len() => bytes[from] = dice.below(256) as u8,
        2 => bytes.truncate(to),
        3 => drop(bytes.drain(from..to.min(from + 40))),
        4 => {
            let again = bytes[from..to].to_vec();
            bytes.splice(from..from, again);
        }
        5 => {
            let other = written(dice);
            bytes.splice(from..to, other);
        }
        6 => drop(bytes.splice(from..to.min(from + 4), b"-1e5 ".iter().copied())),
        _ => {
            let token = TOKENS[dice.below(TOKENS.len() as u64) as usize];
            bytes.splice(from..to.min(from + dice.below(3) as usize), token.bytes());
        }
    }
}

/// Whether it was a recipe after all; panics if the reader breaks its word.
fn judge(bytes: &[u8]) -> bool {
    match Recipe::parse(bytes) {
        Ok(recipe) => {
            let solid = recipe.solid().expect("what is read can be built");
            let [low, high] = solid.bounds_of_leaves();
            assert!(low.is_finite() && high.is_finite() && low.cmplt(high).all());
            let again = serde_json::to_vec(&recipe).unwrap();
            assert_eq!(Recipe::parse(&again).unwrap(), recipe);
            true
        }
        Err(error) => {
            let said = error.to_string();
            assert!(!said.is_empty() && said.len() < 400 && !said.contains(char::is_control), "{said}");
            false
        }
    }
}

fn fuzz(seed: u64, enough: impl Fn(u64) -> bool) {
    let mut dice = Dice(seed);
    let (mut runs, mut accepted) = (0, 0);
    while !enough(runs) {
        let mut bytes = written(&mut dice);
        for _ in 0..=dice.below(6) {
            damage(&mut bytes, &mut dice);
        }
        let said = catch_unwind(|| judge(&bytes));
        let Ok(good) = said else { panic!("broken by {:?}", String::from_utf8_lossy(&bytes)) };
        accepted += u64::from(good);
        runs += 1;
    }
    println!("{runs} damaged recipes, {accepted} of them still recipes");
}

#[test]
fn damaged_recipes_break_nothing() {
    fuzz(1, |runs| runs == 3000);
}

#[test]
#[ignore = "runs for SPATIQ_FUZZ_SECONDS seconds (60 unless set)"]
fn damaged_recipes_break_nothing_for_long() {
    let set = |name: &str| std::env::var(name).ok().and_then(|text| text.parse().ok());
    let over = Arc::new(AtomicBool::new(false));
    let alarm = Arc::clone(&over);
    let seconds = set("SPATIQ_FUZZ_SECONDS").unwrap_or(60);
    std::thread::spawn(move || {
        std::thread::sleep(Duration::from_secs(seconds));
        alarm.store(true, Ordering::Relaxed);
    });
    fuzz(set("SPATIQ_FUZZ_SEED").unwrap_or(2), |_| over.load(Ordering::Relaxed));
}
