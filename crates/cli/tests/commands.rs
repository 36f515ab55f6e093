//! The commands as the contract describes them.

mod common;

use common::{folder, run, succeed, tree};
use serde_json::Value;
use std::fs;

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

#[test]
fn tasks_lists_everything_there_is_to_set() {
    let dir = folder();
    let tasks = json(&succeed(dir.path(), "tasks --json"));
    let names: Vec<&str> =
        tasks.as_array().unwrap().iter().map(|task| task["name"].as_str().unwrap()).collect();
    assert!(names.contains(&"iq/rotation") && names.contains(&"iq/composition"), "{names:?}");
    for task in tasks.as_array().unwrap() {
        for field in ["about", "form", "metric", "settings", "presets", "solvers"] {
            assert!(!task[field].is_null(), "{field}");
        }
        let presets: Vec<&str> = task["presets"]
            .as_array()
            .unwrap()
            .iter()
            .map(|preset| preset["name"].as_str().unwrap())
            .collect();
        assert!(presets.contains(&"paper") && presets.contains(&"hardened"), "{presets:?}");
    }
    let text = succeed(dir.path(), "tasks");
    assert!(text.contains("iq/rotation") && text.contains("hardened"));
}

#[test]
fn eval_and_score_agree_and_keep_to_the_contract() {
    let dir = folder();
    let here = dir.path();
    succeed(
        here,
        "generate iq/rotation iq/composition --count 60 --splits train=1,test=2 --set size=64 --out d",
    );
    let results = json(&succeed(here, "eval d --solver chance --out runs/chance.jsonl --json"));
    assert_eq!(results.as_array().unwrap().len(), 2);
    for result in results.as_array().unwrap() {
        assert_eq!(result["solver"], "chance");
        assert_eq!((result["split"].as_str(), result["items"].as_u64()), (Some("test"), Some(40)));
        assert_eq!((result["metric"].as_str(), result["invalid"].as_u64()), (Some("accuracy"), Some(0)));
        assert!(result["privileged"].as_array().unwrap().is_empty());
        let [value, low, high] =
            [&result["value"], &result["ci95"][0], &result["ci95"][1]].map(|v| v.as_f64().unwrap());
        assert!((0.0..=1.0).contains(&value) && low <= value && value <= high);
        let levels = result["by"]["level"].as_object().unwrap();
        assert_eq!(levels.values().map(|part| part["items"].as_u64().unwrap()).sum::<u64>(), 40);
    }
    let lines = fs::read_to_string(here.join("runs/chance.jsonl")).unwrap();
    let first = json(lines.lines().next().unwrap());
    for field in ["id", "answer", "truth", "correct", "ms"] {
        assert!(!first[field].is_null(), "{field}");
    }
    // Scored again from the file, the answers come to the same.
    let scored = json(&succeed(here, "score d runs/chance.jsonl --json"));
    for a in results.as_array().unwrap() {
        let b = scored.as_array().unwrap().iter().find(|b| b["task"] == a["task"]).unwrap();
        assert_eq!((&a["value"], &a["by"]), (&b["value"], &b["by"]));
    }
    // Solvers that learn do so from --fit; --limit and --task narrow.
    let narrowed = json(&succeed(here, "eval d --solver probe-slot --task iq/rotation --limit 7 --json"));
    assert_eq!(narrowed[0]["items"], 7);
    assert_eq!(narrowed.as_array().unwrap().len(), 1);
    let all = json(&succeed(here, "eval d --solver first --split train --json"));
    assert_eq!(all[0]["items"], 20);
}

#[test]
fn the_split_is_all_where_there_is_no_test() {
    let dir = folder();
    succeed(dir.path(), "generate iq/composition --count 12 --splits train=2,val=1 --set size=32 --out d");
    let results = json(&succeed(dir.path(), "eval d --solver first --json"));
    assert_eq!((results[0]["split"].as_str(), results[0]["items"].as_u64()), (Some("all"), Some(12)));
}

#[test]
fn a_report_is_one_self_contained_page() {
    let dir = folder();
    let here = dir.path();
    succeed(
        here,
        "generate iq/rotation iq/composition --count 48 --splits train=1,test=1 --out d --format folder",
    );
    succeed(here, "eval d --solver first --out runs/first.jsonl --limit 10");
    succeed(here, "report d --runs runs/first.jsonl --out page.html");
    let page = fs::read_to_string(here.join("page.html")).unwrap();
    for wanted in [
        "<!doctype html>",
        "iq/rotation",
        "iq/composition",
        "data:image/png;base64,",
        "first",
        "77.9",
        "prefers-color-scheme",
        "@media print",
    ] {
        assert!(page.contains(wanted), "{wanted}");
    }
    for foreign in ["<script src", "<link rel=\"stylesheet\" href=\"http", "src=\"http", "url(http"] {
        assert!(!page.contains(foreign), "{foreign}");
    }
    succeed(here, "report d --runs runs/first.jsonl --out again.html");
    assert_eq!(page, fs::read_to_string(here.join("again.html")).unwrap());
}

#[test]
fn the_demo_does_it_all_and_can_be_run_again() {
    let dir = folder();
    let text = succeed(dir.path(), "demo --out demo");
    assert!(text.contains("all of it holds") && text.contains("geometric"), "{text}");
    assert!(dir.path().join("demo/report.html").exists());
    let dataset = tree(&dir.path().join("demo/dataset"));
    succeed(dir.path(), "demo --out demo");
    assert_eq!(tree(&dir.path().join("demo/dataset")), dataset);
}

#[test]
fn presets_and_counts_combine() {
    let dir = folder();
    let here = dir.path();
    let made = |more: &str| {
        succeed(here, &format!("generate iq/rotation --preset extra-1-3 --count 50 --seed 1 {more}"));
        json(&fs::read_to_string(here.join("d/manifest.json")).unwrap())["tasks"][0].clone()
    };
    // Another number of questions is the preset still; pictures of another size are not.
    assert_eq!(made("--out d")["preset"], "extra-1-3");
    fs::remove_dir_all(here.join("d")).unwrap();
    let task = made("--set size=32 --out d");
    assert_eq!((task["preset"].as_str(), task["settings"]["out-levels"].as_str()), (None, Some("3")));
    assert_eq!((task["splits"]["train"].as_u64(), task["splits"]["test"].as_u64()), (Some(35), Some(10)));
    let results = json(&succeed(here, "eval d --solver first --json"));
    assert_eq!(results[0]["by"]["distribution"]["out"]["items"], 5);
}

#[test]
fn a_reader_that_goes_away_is_no_error() {
    let dir = folder();
    let script = format!("{} tasks | head -n 1", env!("CARGO_BIN_EXE_spatiq"));
    let output = std::process::Command::new("bash").args(["-o", "pipefail", "-c", &script]).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(run(dir.path(), "--help").status.success());
}
