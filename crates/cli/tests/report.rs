//! The report of line drawings: cubes of poses, the closest options, and where solvers fail.

mod common;

use common::{folder, succeed};
use serde_json::{Value, json};
use spatiq_bench::dataset::Dataset;
use std::fs;

const TASKS: [&str; 3] =
    ["spare3d/three-view-to-isometric", "spare3d/isometric-to-pose", "spare3d/pose-to-isometric"];

#[test]
fn the_page_shows_the_closest_options_and_the_failures_of_whoever_does_not_guess() {
    let dir = folder();
    let here = dir.path();
    succeed(here, &format!("generate {} --count 9 --splits test=1 --set size=64 --out d", TASKS.join(" ")));
    let dataset = Dataset::open(&here.join("d")).unwrap();
    let mut lines = String::new();
    let mut closest = Vec::new();
    for task in TASKS {
        let mut distances = Vec::new();
        for (at, row) in dataset.rows(task, None).enumerate() {
            let columns = row.unwrap().columns;
            let evidence: Value = serde_json::from_str(&columns.evidence).unwrap();
            distances.push((evidence["distance"].as_u64().unwrap(), columns.id.clone()));
            // Every question is answered right but the fourth, which is not among the examples.
            let wrong = if columns.answer == "A" { "B" } else { "A" };
            let answer = if at == 3 { wrong } else { &columns.answer };
            lines += &format!("{}\n", json!({"id": columns.id, "answer": answer}));
        }
        distances.sort();
        closest.push(distances);
    }
    for name in ["mine", "chance"] {
        fs::write(here.join(format!("{name}.jsonl")), &lines).unwrap();
    }
    succeed(here, "report d --runs mine.jsonl chance.jsonl --out page.html");
    let page = fs::read_to_string(here.join("page.html")).unwrap();
    let sections: Vec<&str> = page.split("<section class=\"task\"").skip(1).collect();
    assert_eq!(sections.len(), 3);
    for (section, distances) in sections.iter().zip(closest) {
        let pairs: Vec<&str> = section.split("<article class=\"pair\">").skip(1).collect();
        assert_eq!(pairs.len(), 6);
        for (pair, (distance, _)) in pairs.iter().zip(&distances) {
            assert!(pair.contains(&format!("<strong>{distance}</strong> pixels of ink apart")), "{distance}");
        }
        assert_eq!(section.matches("mine: 1 of 9 answers wrong").count(), 1);
        assert!(!section.contains("chance: 1 of 9"), "where a guess is wrong says nothing");
        let failures = section.split("Where solvers fail").nth(1).unwrap();
        assert!(failures.contains("/test/000003</code>") && failures.contains("data:image/svg+xml;base64,"));
        assert!(failures.contains("<strong>Answered: ") && failures.contains("<strong>Right: "));
        assert!(section.contains("attempts made no question."));
    }
}

#[test]
fn a_run_tells_what_its_solver_was_given_whatever_its_file_is_called() {
    let dir = folder();
    let here = dir.path();
    succeed(
        here,
        "generate ptr/questions --count 10 --splits test=1 --set width=640 --set quality=fast --out d",
    );
    for (solver, file) in [("oracle-symbolic", "mine"), ("q-type-random", "guess")] {
        succeed(here, &format!("eval d --solver {solver} --out {file}.jsonl"));
    }
    let lines = |file: &str| -> Vec<Value> {
        let text = fs::read_to_string(here.join(format!("{file}.jsonl"))).unwrap();
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    };
    assert!(lines("mine").iter().all(|line| line["privileged"] == json!(["scene graph"])));
    assert!(lines("guess").iter().all(|line| line.get("privileged").is_none()));
    // Files from before tell nothing: there the name must do.
    let old = lines("mine").into_iter().map(|mut line| {
        line.as_object_mut().unwrap().remove("privileged");
        format!("{line}\n")
    });
    fs::write(here.join("oracle-symbolic.jsonl"), old.collect::<String>()).unwrap();
    succeed(here, "report d --runs mine.jsonl oracle-symbolic.jsonl guess.jsonl --out page.html");
    let page = fs::read_to_string(here.join("page.html")).unwrap();
    let (header, below) = page.split_once("</header>").unwrap();
    assert!(header.contains("Best solver: ") && header.contains("</strong> guess <span class=\"note\">"));
    let given = "<span class=\"badge\">given: true scene graph</span>";
    assert!(header.contains(&format!("With help: <strong>100.0\u{a0}%</strong> mine {given}")));
    assert!(below.contains(&format!("oracle-symbolic {given}")));
}
