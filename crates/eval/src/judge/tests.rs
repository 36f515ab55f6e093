//! Tests of judging answers that were made elsewhere.

use super::*;
use spatiq_bench::{Choice, Form, Seed};
use spatiq_raster::Gray;

fn dataset() -> Vec<(Question, Answer)> {
    let mut items = Vec::new();
    for task in ["iq/one", "iq/two"] {
        for split in Split::ALL {
            items.extend((0..3).map(|index| {
                let question = Question {
                    id: format!("{task}/{split}/{index:06}"),
                    prompt: String::new(),
                    pictures: Vec::new(),
                    form: Form::Choice(vec![Choice::default(); 4]),
                    tags: Tags::new(),
                };
                (question, Answer::Choice(1))
            }));
        }
    }
    items
}

fn judge(text: &str) -> Result<Vec<RunResult>, AnswersError> {
    judge_on(&dataset(), text)
}

fn judge_on(dataset: &[(Question, Answer)], text: &str) -> Result<Vec<RunResult>, AnswersError> {
    let mut judge = Judge::read(text, open)?;
    dataset.iter().for_each(|(question, truth)| judge.see(question, truth));
    judge.finish("someone")
}

/// Files by their names.
fn open(path: &str) -> Result<Vec<u8>, String> {
    let points = |count: usize| Cloud { points: vec![[0.5; 3]; count], normals: Vec::new() };
    match path {
        "black.png" => Ok(Gray::new(8, 8, 0).encode()),
        "large.png" => Ok(Gray::new(80, 80, 0).encode()),
        "cut.png" => Ok(Gray::new(8, 8, 0).encode()[..40].to_vec()),
        "points.npy" => Ok(points(5).to_npy()),
        "nothing.npy" => Ok(points(0).to_npy()),
        _ => Err("cannot be read".into()),
    }
}

fn drawings_and_points() -> Vec<(Question, Answer)> {
    let drawing = Answer::Image(Gray::new(8, 8, 0).encode());
    let points = Answer::Points(Cloud { points: vec![[0.0; 3], [1.0, 0.5, 0.5]], normals: Vec::new() });
    let mut items = Vec::new();
    for (task, form, truth) in
        [("toy/drawing", Form::Image { side: 8 }, drawing), ("toy/points", Form::Points { count: 2 }, points)]
    {
        items.extend((0..40).map(|index| {
            let question = Question {
                id: format!("{task}/test/{index:06}"),
                prompt: String::new(),
                pictures: Vec::new(),
                form: form.clone(),
                tags: Tags::new(),
            };
            (question, truth.clone())
        }));
    }
    items
}

#[test]
fn drawings_and_points_are_read_from_files_and_what_is_wrong_with_them_is_counted() {
    let lines = [
        r#"{"id": "toy/drawing/test/000000", "image": "black.png"}"#,
        r#"{"id": "toy/drawing/test/000039", "image": "black.png", "answer": "", "score": 0.1}"#,
        r#"{"id": "toy/drawing/test/000001", "image": "large.png"}"#,
        r#"{"id": "toy/drawing/test/000002", "image": "cut.png"}"#,
        r#"{"id": "toy/drawing/test/000003", "image": "missing.png"}"#,
        r#"{"id": "toy/drawing/test/000004", "points": "points.npy"}"#,
        r#"{"id": "toy/drawing/test/000005", "answer": "A"}"#,
        r#"{"id": "toy/points/test/000000", "points": "points.npy"}"#,
        r#"{"id": "toy/points/test/000001", "points": "black.png"}"#,
        r#"{"id": "toy/points/test/000002", "points": "nothing.npy"}"#,
        r#"{"id": "toy/points/test/000003", "answer": null, "points": null}"#,
    ];
    let results = judge_on(&drawings_and_points(), &lines.join("\n")).unwrap();
    let [drawing, points] = &results[..] else { panic!("two tasks are touched") };
    assert_eq!((drawing.score.metric, drawing.score.items, drawing.score.invalid), ("ink-f1-2px", 40, 38));
    assert_eq!(drawing.score.value, 2.0 / 40.0);
    let faults: Vec<_> = drawing.faults.0.iter().map(|(why, (times, _))| (*times, &why[..])).collect();
    assert_eq!(faults.iter().map(|(times, _)| times).sum::<u64>(), 38);
    assert!(faults.contains(&(33, "there is no answer")) && faults.contains(&(1, "expected a picture")));
    assert!(faults.contains(&(1, "the picture has 80 x 80 pixels and should have 8 x 8")), "{faults:?}");
    assert_eq!((points.score.metric, points.score.invalid), ("f-score-1-percent", 39));
    // From (0.5, 0.5, 0.5) the nearer of the truth's points is 0.5 away, the other 0.75 to the root; size 1.
    let chamfer = (0.5 + (0.5 + 0.75f64.sqrt()) / 2.0) / 2.0;
    assert!((points.score.also["chamfer"] - chamfer).abs() < 1e-6);
    assert_eq!(points.faults.0["0 points: 1 to 100000 are possible"].0, 1);
}

#[test]
fn what_is_missing_or_not_admitted_stays_in_the_denominator() {
    let results = judge(
        r#"{"id": "iq/two/test/000000", "answer": "B"}

           {"id": "iq/two/test/000001", "answer": "banana"}"#,
    )
    .unwrap();
    let [result] = &results[..] else { panic!("one task is touched: {results:?}") };
    assert_eq!((result.task.as_str(), result.split.as_str()), ("iq/two", "test"));
    assert_eq!((result.score.items, result.score.invalid), (3, 2));
    assert_eq!(result.score.value, 1.0 / 3.0);
}

#[test]
fn answers_to_several_splits_and_tasks_are_scored_by_task() {
    let results = judge(concat!(
        "{\"id\":\"iq/one/val/000002\",\"answer\":\"B\",\"ms\":3}\n",
        "{\"id\":\"iq/one/test/000002\",\"answer\":null}\r\n",
        "{\"id\":\"iq/two/train/000000\",\"answer\":\"A\"}"
    ))
    .unwrap();
    let told: Vec<_> =
        results.iter().map(|r| (&r.task[..], &r.split[..], r.score.items, r.score.invalid)).collect();
    assert_eq!(told, [("iq/one", "all", 6, 5), ("iq/two", "train", 3, 2)]);
}

#[test]
fn a_bad_line_is_named() {
    let good = r#"{"id": "iq/one/test/000000", "answer": "A"}"#;
    for (bad, message) in [
        ("{\"id\": ", "line 2: not JSON: EOF while parsing a value at column 7"),
        ("[1]", "line 2: expected an object with `id` and `answer`, found an array"),
        (r#"{"answer": "A"}"#, "line 2: `id` is missing"),
        (r#"{"id": "x", "image": 7}"#, "line 2: `image` is a number, not the path of a file"),
        (r#"{"id": "x", "image": "a", "points": "b"}"#, "line 2: there are both `image` and `points`"),
        (r#"{"id": "x", "image": null}"#, "line 2: `answer` is missing"),
        (r#"{"id": 7, "answer": "A"}"#, "line 2: `id` is a number, not a string"),
        (good, "line 2: \"iq/one/test/000000\" was answered before, on line 1"),
        (
            r#"{"id": "iq/one/test/7", "answer": "A"}"#,
            "line 2: the dataset has no question \"iq/one/test/7\"",
        ),
        (r#"{"id": "x\u001b", "answer": "A"}"#, "line 2: the dataset has no question \"x\\u{1b}\""),
    ] {
        assert_eq!(judge(&format!("{good}\n{bad}\n")).unwrap_err().to_string(), message);
    }
    assert_eq!(judge(" \n").unwrap_err(), AnswersError::Empty);
}

#[test]
fn no_input_makes_the_reader_panic() {
    let good = r#"{"id": "iq/one/test/000000", "answer": "A", "ms": 1e3}"#;
    for length in (0..good.len()).filter(|&length| good.is_char_boundary(length)) {
        let _ = judge(&good[..length]);
    }
    for hostile in [
        "[".repeat(100_000),
        "{\"id\":".repeat(100_000),
        format!("{{\"id\": \"x\", \"answer\": {}}}", "9".repeat(10_000)),
        "{\"id\": \"x\", \"answer\": 1e999999}".into(),
        "{\"id\": \"\\ud800\", \"answer\": \"A\"}".into(),
        "{\"id\": \"///\", \"answer\": \"\u{0}\"}".into(),
        "{\"id\": \"a/test/99999999999999999999999\", \"answer\": \"A\"}".into(),
    ] {
        assert!(judge(&hostile).is_err());
    }
    let mut rng = Seed::root(9).rng();
    let letters =
        ["{", "}", "\"id\"", ":", ",", "\"answer\"", "\"A\"", "\n", "1", "-", "é", "\\", "\"", "null", " "];
    for _ in 0..20_000 {
        let length = rng.below(24);
        let soup: String = (0..length).map(|_| *rng.pick(&letters)).collect();
        let _ = judge(&soup);
        let bytes: Vec<u8> = (0..length).map(|_| rng.below(256) as u8).collect();
        let _ = judge(&String::from_utf8_lossy(&bytes));
    }
}

#[test]
fn the_worst_answers_are_kept_where_somebody_asks_for_them() {
    let items = dataset();
    let text: String = (0..3)
        .map(|at| format!("{{\"id\": \"iq/one/test/{at:06}\", \"answer\": \"{}\"}}\n", ["C", "B", "x"][at]))
        .collect();
    let seen = |judge: Judge| {
        let mut judge = judge;
        items.iter().for_each(|(question, truth)| judge.see(question, truth));
        judge
    };
    let mut judge = seen(Judge::read(&text, open).unwrap().keep_worst(5));
    let misses = judge.worst("iq/one").unwrap();
    let kept: Vec<_> = misses.worst.iter().map(|miss| (&miss.question, miss.answer.clone().ok())).collect();
    assert_eq!(kept, [(&items[6].0, Some(Answer::Choice(2))), (&items[8].0, None)]);
    assert_eq!((misses.answers, misses.missed), (3, 2));
    assert!(judge.worst("iq/two").is_none());
    assert_eq!(judge.finish("someone").unwrap()[0].score.items, 3);
    let mut nobody = seen(Judge::read(&text, open).unwrap());
    assert!(nobody.worst("iq/one").unwrap().worst.is_empty());
}

#[test]
fn what_a_solver_was_given_is_read_with_its_answers() {
    let line =
        |task: &str, more: &str| format!("{{\"id\":\"iq/{task}/test/000000\",\"answer\":\"B\"{more}}}\n");
    let given = |more: &str| {
        let results = judge(&(line("one", more) + &line("two", ""))).unwrap();
        assert!(results[1].privileged.is_empty(), "each task has its own");
        results[0].privileged.clone()
    };
    assert_eq!(given(r#","privileged":["part masks","object masks"]"#), ["object masks", "part masks"]);
    for none in ["", r#","privileged":[]"#, r#","privileged":null"#, r#","privileged":[3]"#] {
        assert!(given(none).is_empty(), "{none}");
    }
}
