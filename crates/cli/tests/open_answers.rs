//! Scoring drawings and points made elsewhere: files of every kind, whole, damaged and hostile.

mod common;
#[path = "../../bench/tests/toy/mod.rs"]
#[allow(dead_code, reason = "each test file uses its own part")]
mod toy;

use common::{fail, folder, succeed};
use serde_json::{Value, json};
use spatiq_bench::dataset::{Dataset, Format, Plan, TaskPlan, generate};
use spatiq_bench::{Answer, Settings, Split, Task};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use toy::open::{DRAWING, POINTS};

/// A dataset of both tasks with six questions each, and the true answers.
fn dataset(dir: &Path, format: Format) -> Vec<(String, Answer)> {
    let tasks: [&'static dyn Task; 2] = [&DRAWING, &POINTS];
    let plan = |task: &'static dyn Task| TaskPlan {
        task,
        preset: None,
        settings: Settings::new(task.settings(), []).unwrap(),
        counts: BTreeMap::from([(Split::Test, 6)]),
    };
    let plan = Plan { seed: 1, format, imported: None, shard: None, tasks: tasks.map(plan).into() };
    generate(&plan, dir, &AtomicBool::new(false), |_| {}).unwrap();
    let dataset = Dataset::open(dir).unwrap();
    let truths = |task: &str| dataset.questions(task, None).map(Result::unwrap).collect::<Vec<_>>();
    let all = [truths("toy/drawing"), truths("toy/points")].concat();
    all.into_iter().map(|(question, truth)| (question.id, truth)).collect()
}

/// Writes a true answer as a file; points of odd questions as text in a `.ply` file.
fn write(dir: &Path, at: usize, truth: &Answer) -> (&'static str, String) {
    let (field, name, bytes) = match truth {
        Answer::Image(png) => ("image", format!("{at}.png"), png.clone()),
        Answer::Points(cloud) if at.is_multiple_of(2) => ("points", format!("{at}.npy"), cloud.to_npy()),
        Answer::Points(cloud) => {
            let head = format!(
                "ply\nformat ascii 1.0\nelement vertex {}\nproperty float x\nproperty float y\nproperty float z\nend_header\n",
                cloud.points.len()
            );
            let rows: String = cloud.points.iter().map(|[x, y, z]| format!("{x} {y} {z}\n")).collect();
            ("points", format!("{at}.ply"), (head + &rows).into_bytes())
        }
        _ => panic!("nothing to choose"),
    };
    fs::write(dir.join(&name), bytes).unwrap();
    (field, name)
}

fn score(dir: &Path, lines: &[Value]) -> Vec<Value> {
    let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
    fs::write(dir.join("answers/mine.jsonl"), text).unwrap();
    let results = succeed(dir, "score d answers/mine.jsonl --json");
    serde_json::from_str::<Value>(&results).unwrap().as_array().unwrap().clone()
}

#[test]
fn true_answers_from_files_score_perfectly_in_every_format() {
    for format in [Format::Parquet, Format::Folder, Format::Webdataset] {
        let dir = folder();
        let here = dir.path();
        let truths = dataset(&here.join("d"), format);
        fs::create_dir_all(here.join("answers/files")).unwrap();
        let lines: Vec<Value> = truths
            .iter()
            .enumerate()
            .map(|(at, (id, truth))| {
                let (field, name) = write(&here.join("answers/files"), at, truth);
                // Paths may also be absolute, or lead out of the folder.
                let path = match at % 3 {
                    0 => format!("files/{name}"),
                    1 => format!("../answers/files/{name}"),
                    _ => here.join("answers/files").join(&name).to_str().unwrap().into(),
                };
                json!({"id": id, field: path})
            })
            .collect();
        let results = score(here, &lines);
        for (result, metric) in results.iter().zip(["ink-f1-2px", "f-score-1-percent"]) {
            assert_eq!((result["metric"].as_str(), result["value"].as_f64()), (Some(metric), Some(1.0)));
            assert_eq!((result["items"].as_u64(), result["invalid"].as_u64()), (Some(6), Some(0)));
        }
        assert_eq!((&results[0]["also"]["l2"], &results[1]["also"]["chamfer"]), (&json!(0.0), &json!(0.0)));
        let text = succeed(here, "score d answers/mine.jsonl");
        assert!(text.contains("toy/points: emd 0.0000"), "{text}");
    }
}

#[cfg(unix)]
#[test]
fn hostile_files_are_counted_as_invalid_with_a_reason() {
    let dir = folder();
    let here = dir.path();
    let truths = dataset(&here.join("d"), Format::Parquet);
    let files = here.join("answers");
    fs::create_dir(&files).unwrap();
    let huge = fs::File::create(files.join("huge.npy")).unwrap();
    huge.set_len(1 << 40).unwrap();
    let mut cut = match &truths[0].1 {
        Answer::Image(png) => png.clone(),
        _ => panic!("a drawing"),
    };
    cut.truncate(60);
    fs::write(files.join("cut.png"), cut).unwrap();
    fs::write(files.join("empty.png"), "").unwrap();
    fs::write(
        files.join("object.npy"),
        b"\x93NUMPY\x01\x00\x3b\x00{'descr': '|O', 'fortran_order': False, 'shape': (2, 3), }\n",
    )
    .unwrap();
    let ply = "ply\nformat ascii 1.0\nelement vertex 1\nproperty float x\nproperty float y\nproperty float z\nend_header\nnan 0 0\n";
    fs::write(files.join("nan.ply"), ply).unwrap();
    fs::write(files.join("many.ply"), ply.replace("vertex 1", "vertex 4000000000")).unwrap();
    std::os::unix::fs::symlink("/dev/zero", files.join("endless.png")).unwrap();
    let lines: Vec<Value> = [
        ("image", "cut.png"),
        ("image", "empty.png"),
        ("image", "missing.png"),
        ("image", "."),
        ("image", "endless.png"),
        ("image", "/dev/zero"),
        ("points", "huge.npy"),
        ("points", "object.npy"),
        ("points", "nan.ply"),
        ("points", "many.ply"),
        ("points", "cut.png"),
    ]
    .iter()
    .zip(&truths)
    .map(|((field, path), (id, _))| json!({"id": id, *field: path}))
    .collect();
    let results = score(here, &lines);
    for result in &results {
        assert_eq!((result["invalid"].as_u64(), result["value"].as_f64()), (Some(6), Some(0.0)), "{result}");
    }
    let text = succeed(here, "score d answers/mine.jsonl");
    for why in [
        "3 invalid: its file cannot be read: is not a regular file (first: toy/drawing/test/000003)",
        "1 invalid: its file cannot be read: No such file",
        "1 invalid: its file has more than",
        "1 invalid: not a readable .npy file: its numbers are not floats",
        "1 invalid: point 0 is not finite",
        "1 invalid: 4000000000 points: 1 to 100000 are possible",
        "1 invalid: there is no answer",
    ] {
        assert!(text.contains(why), "{why}: {text}");
    }
    fs::write(files.join("mine.jsonl"), "{\"id\": \"toy/drawing/test/000000\", \"image\": 7}\n").unwrap();
    let message = fail(here, 2, "score d answers/mine.jsonl");
    assert!(message.contains("line 1: `image` is a number, not the path of a file"), "{message}");
}
