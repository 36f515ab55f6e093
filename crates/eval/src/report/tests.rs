//! The page as a whole: complete, harmless, the same every time.

use super::*;
use crate::{Faults, Miss, RunResult};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use spatiq_bench::{Choice, Cloud, Form, Grade, Metric, Picture, Tags, Tally, metrics};
use spatiq_raster::Gray;

/// A string that breaks out of text, attributes, styles and scripts if anything lets it.
const HOSTILE: &str = "\"'><script>alert(1)</script><img src=x onerror=alert(2)>&lt;</style></title>";

fn question(text: &str, level: &str, pieces: usize) -> (Question, Answer) {
    let picture = |name: String| Picture { name, png: Gray::new(4, 4, 0).encode(), svg: None };
    let mut pictures = vec![picture(text.into())];
    pictures.extend((0..4 * pieces).map(|at| picture(format!("{text}{at}"))));
    let choice = |place: usize| Choice {
        text: text.into(),
        pictures: (1 + place * pieces..1 + (place + 1) * pieces).collect(),
    };
    let tags = Tags::from([("level".into(), level.into()), (text.into(), text.into())]);
    let form = Form::Choice((0..4).map(choice).collect());
    (Question { id: text.into(), prompt: text.into(), pictures, form, tags }, Answer::Choice(2))
}

fn sample(text: &str) -> Report {
    static PAPER: PaperTable = PaperTable {
        task: "iq/sample",
        title: "Accuracy <of> networks",
        head: &["trained", "net"],
        rows: &[&["all", "77.9 / –"]],
    };
    let examples = vec![question(text, "1", 1), question(text, "1", 1), question(text, "2", 3)];
    let mut split = SplitReport { name: text.into(), ..SplitReport::default() };
    let mut tally = Tally::default();
    for (question, truth) in &examples {
        split.add(question, truth);
        tally.add(question, truth, Some(truth));
    }
    let result = RunResult {
        fit: Vec::new(),
        learnt: None,
        task: text.into(),
        solver: text.into(),
        privileged: vec![text.into()],
        split: text.into(),
        score: tally.score(Metric::Accuracy),
        faults: Faults::default(),
    };
    let setting =
        SettingReport { name: text.into(), value: text.into(), default: "other".into(), about: text.into() };
    let task = TaskReport {
        name: text.into(),
        about: text.into(),
        settings: vec![setting],
        splits: vec![split],
        rejects: vec![(text.into(), 5)],
        probes: crate::probes::measure(&examples),
        examples,
        results: vec![result],
        paper: vec![&PAPER],
        ..TaskReport::default()
    };
    Report { title: text.into(), version: text.into(), seed: 7, format: text.into(), tasks: vec![task] }
}

/// The names of all tags that open.
fn elements(page: &str) -> BTreeMap<&str, usize> {
    let mut counts = BTreeMap::new();
    for tag in page.split('<').skip(1) {
        let name = tag.split(|letter: char| !letter.is_ascii_alphanumeric()).next().unwrap_or("");
        *counts.entry(name).or_default() += 1;
    }
    counts
}

#[test]
fn text_from_outside_never_becomes_markup() {
    let page = page(&sample(HOSTILE));
    assert!(!page.contains("<script"));
    assert!(!page.contains("onerror=alert(2)>"));
    // The same elements as with a harmless text: nothing was opened or closed by what came from outside.
    assert_eq!(elements(&page), elements(&super::page(&sample("harmless"))));
}

#[test]
fn the_page_loads_nothing() {
    let page = page(&sample("harmless"));
    for outside in ["http:", "https:", "url(", "@import", "<link", "<script", "<iframe"] {
        assert!(!page.contains(outside), "{outside}");
    }
    assert!(page.matches("src=\"").count() == page.matches("src=\"data:image/png;base64,").count());
}

#[test]
fn every_picture_is_shown_once_and_described() {
    let page = page(&sample("harmless"));
    assert_eq!(page.matches("<img ").count(), 5 + 5 + 13);
    assert_eq!(page.matches("<img alt=\"\"").count(), 0);
    assert!(page.contains("alt=\"Option C, picture 2 of 3\""));
}

#[test]
fn answers_stay_folded_away() {
    let page = page(&sample("harmless"));
    assert_eq!(page.matches("<details>").count(), 3);
    assert!(!page.contains("<details open"));
    let shown = page.split("<details>").next().unwrap();
    assert!(!shown.contains("The answer is"));
}

#[test]
fn every_section_has_its_figures() {
    let page = page(&sample("harmless"));
    for expected in [
        "Paper’s best: <strong>77.9\u{a0}%</strong> net",
        "Accuracy &lt;of&gt; networks",
        "<h4>Level 2</h4>",
        "5 of 8 attempts made no question.",
        "62.5\u{a0}%",
        "<code class=\"changed\">harmless</code> <span class=\"note\">default other</span>",
        "no leak seen",
        "Blind probes: none of 6 beats chance",
        "given: true harmless",
    ] {
        assert!(page.contains(expected), "{expected}");
    }
}

/// A task whose answers are these, each in as many examples; the solver answers all but the last with the truth.
fn open_task(form: Form, truth: Answer) -> Report {
    let picture = |name: &str| Picture { name: name.into(), png: Gray::new(4, 4, 0).encode(), svg: None };
    let pictures = ["front", "top", "right"].map(picture).to_vec();
    let question = |at: usize| Question {
        id: format!("toy/open/test/{at:06}"),
        prompt: "What is missing?".into(),
        pictures: pictures.clone(),
        form: form.clone(),
        tags: Tags::from([("level".into(), "1".into())]),
    };
    let examples: Vec<_> = (0..3).map(|at| (question(at), truth.clone())).collect();
    let mut split = SplitReport { name: "test".into(), ..SplitReport::default() };
    let mut tally = Tally::default();
    for (at, (question, truth)) in examples.iter().enumerate() {
        split.add(question, truth);
        tally.add(question, truth, (at < 2).then_some(truth));
    }
    let score = tally.score(Metric::of(&truth));
    let result = RunResult {
        fit: Vec::new(),
        learnt: None,
        task: "toy/open".into(),
        solver: "someone".into(),
        privileged: Vec::new(),
        split: "test".into(),
        score,
        faults: Faults::default(),
    };
    let probes = crate::probes::measure(&examples);
    let task =
        TaskReport { splits: vec![split], examples, results: vec![result], probes, ..TaskReport::default() };
    Report { tasks: vec![task], ..Report::default() }
}

#[test]
fn answers_that_are_drawings_or_points_are_shown_and_measured() {
    let drawing = Answer::Image(Gray::new(4, 4, 0).encode());
    let points = Answer::Points(Cloud { points: vec![[0.0; 3], [1.0; 3]], normals: Vec::new() });
    for (form, truth, pictures, figure) in [
        (Form::Image { side: 4 }, drawing, 1, "<th scope=\"col\">hidden-f1-2px</th>"),
        (Form::Points { count: 2 }, points, 3, "<th scope=\"col\">emd</th>"),
    ] {
        let page = page(&open_task(form, truth));
        // Each question has three; each answer is folded away and stands in the key for paper.
        assert_eq!(page.matches("<img ").count(), 3 * (3 + 2 * pictures));
        assert_eq!(page.matches("<details>").count(), 3);
        assert!(page.contains("Other measures") && page.contains(figure));
        assert!(page.matches("<figcaption>top</figcaption>").count() >= 3);
        assert!(page.contains("<strong>66.7\u{a0}%</strong>"));
        for absent in ["class=\"options\"", "Right answers", "Blind probes", "dashed", "The answer is", "NaN"]
        {
            assert!(!page.contains(absent), "{absent}");
        }
    }
}

#[test]
fn a_blind_probe_is_never_the_best_solver() {
    let mut report = sample("harmless");
    let task = &mut report.tasks[0];
    task.results[0].privileged.clear();
    let mut probe = task.results[0].clone();
    probe.solver = "probe-ink".into();
    task.results[0].score.value = 0.5;
    task.results.insert(0, probe);
    assert!(page(&report).contains("Best solver: <strong>50.0\u{a0}%</strong> harmless"));
}

#[test]
fn the_same_report_gives_the_same_bytes() {
    assert_eq!(page(&sample("same")), page(&sample("same")));
}

#[test]
fn an_empty_report_is_a_page_too() {
    let page = page(&Report { tasks: vec![TaskReport::default()], ..Report::default() });
    assert!(page.starts_with("<!doctype html>") && page.ends_with("</html>\n"));
    assert!(!page.contains("NaN"));
}

fn picture(name: &str, shade: u8) -> Picture {
    Picture { name: name.into(), png: Gray::new(4, 4, shade).encode(), svg: None }
}

/// What a task has to show besides, with a text from outside wherever there is one.
fn exhibits(text: &str) -> Report {
    let mut report = sample(text);
    let task = &mut report.tasks[0];
    let figure = Figure {
        caption: text.into(),
        asked: Some("<svg>1</svg>".into()),
        answered: Some("<svg>2</svg>".into()),
    };
    task.figures = BTreeMap::from([(text.to_owned(), figure)]);
    let pair = Pair { distance: 1234, unit: "pixels of ink", pictures: [picture(text, 0), picture("B", 9)] };
    task.pairs = vec![(text.into(), pair)];
    let mut misses = Misses::new(2);
    for (at, (question, truth)) in task.examples.iter().enumerate() {
        let answer = if at == 0 { Err(text.to_owned()) } else { Ok(Answer::Choice(1)) };
        let remark = Some(text.to_owned());
        let (question, truth, grade) = (question.clone(), truth.clone(), Grade::of(0.0));
        misses.add(Miss { question, truth, answer, grade, remark });
    }
    task.results[0].faults.add(text.into(), text);
    task.misses = vec![(text.into(), misses)];
    report
}

#[test]
fn exhibits_never_become_markup_and_load_nothing() {
    let hostile = page(&exhibits(HOSTILE));
    assert!(!hostile.contains("<script") && !hostile.contains("onerror=alert(2)>"));
    assert_eq!(elements(&hostile), elements(&page(&exhibits("harmless"))));
    let images = hostile.matches("src=\"data:image/png;base64,").count();
    let figures = hostile.matches("src=\"data:image/svg+xml;base64,").count();
    assert_eq!(hostile.matches("src=\"").count(), images + figures);
}

#[test]
fn figures_stand_with_their_questions_and_mark_the_answer_when_it_is_unfolded() {
    let page = page(&exhibits("harmless"));
    let data = |svg: &str| format!("data:image/svg+xml;base64,{}", STANDARD.encode(svg));
    // Three questions; of the two failures shown each has the marked one.
    assert_eq!(page.matches(&data("<svg>1</svg>")).count(), 3);
    assert_eq!(page.matches(&data("<svg>2</svg>")).count(), 3 + 2);
    let gallery = page.split("<h4>Answers</h4>").next().unwrap();
    for question in gallery.split("<article class=\"question\">").skip(1) {
        let (asked, answer) = question.split_once("<details>").unwrap();
        assert!(asked.contains(&data("<svg>1</svg>")) && !asked.contains(&data("<svg>2</svg>")));
        assert!(answer.contains(&data("<svg>2</svg>")));
        assert_eq!(asked.matches("<li class=\"truth\">").count(), 1);
    }
}

#[test]
fn close_pairs_and_failures_are_shown_with_their_numbers() {
    let page = page(&exhibits("harmless"));
    for expected in [
        "<strong>1,234</strong> pixels of ink apart",
        "harmless <span class=\"badge\">given: true harmless</span>: 3 of 3 answers wrong; the first 2",
        "1 without an answer: harmless",
        "<p>No answer: harmless.</p>",
        "<strong>Answered: B</strong>",
        "<strong>Right: C</strong>",
        "The two drawings share 100.0\u{a0}% of their ink, within 2 pixels.",
    ] {
        assert!(page.contains(expected), "{expected}");
    }
    for absent in ["Closest accepted pairs", "Where solvers fail"] {
        assert!(!super::page(&sample("harmless")).contains(absent));
    }
}

#[test]
fn made_drawings_and_points_stand_beside_the_true_ones_with_their_scores() {
    let mut cloud = Cloud { points: vec![[0.0; 3], [1.0; 3]], normals: Vec::new() };
    let truth = Answer::Points(cloud.clone());
    cloud.points[0] = [0.0, 0.0, 0.5];
    let drawings = [0, 255].map(|shade| Answer::Image(Gray::new(4, 4, shade).encode()));
    let [drawing, blank] = drawings;
    for (form, truth, made, pictures, score) in [
        (Form::Points { count: 2 }, truth, Answer::Points(cloud), 3, "<li>f-score-1-percent 0.500</li>"),
        (Form::Image { side: 4 }, drawing, blank, 1, "<li>ink-f1-2px 0.000</li>"),
    ] {
        let mut report = open_task(form, truth.clone());
        let before = page(&report).matches("<img ").count();
        let mut misses = Misses::new(1);
        let grade = metrics::grade(&report.tasks[0].examples[0].0.form, &truth, Some(&made));
        for (question, _) in &report.tasks[0].examples {
            misses.add(Miss {
                question: question.clone(),
                truth: truth.clone(),
                answer: Ok(made.clone()),
                grade: grade.clone(),
                remark: Some("rebuilt from 2 primitives".into()),
            });
        }
        report.tasks[0].misses = vec![("someone".into(), misses)];
        let page = page(&report);
        assert_eq!(page.matches("<img ").count(), before + 3 + 2 * pictures);
        assert!(
            page.contains("someone: 3 of 3 answers not perfect; the worst 1") && page.contains(score),
            "{score}"
        );
        assert!(page.contains("The solver says: rebuilt from 2 primitives."));
    }
}

#[test]
fn who_was_given_more_than_the_question_is_no_best_solver_and_marked_wherever_its_figures_stand() {
    let of = |solver: &str, value: f64, given: &[&str]| {
        let mut result = sample("harmless").tasks[0].results[0].clone();
        (result.solver, result.score.value) = (solver.into(), value);
        result.privileged = given.iter().map(|given| (*given).into()).collect();
        result
    };
    let mut report = sample("harmless");
    report.tasks[0].results = vec![
        of("sees-all", 1.0, &["scene graph"]),
        of("shown", 0.9, &["part masks"]),
        of("shown-less", 0.8, &["part masks"]),
    ];
    let told = "sees-all <span class=\"badge\">given: true scene graph</span>";
    let all = page(&report);
    assert!(all.contains("No solver has been run that is given the question alone."));
    report.tasks[0].results.push(of("honest", 0.4, &[]));
    static TABLE: PaperTable = PaperTable {
        task: "",
        title: "",
        head: &["level", "net"],
        rows: &[&["1", "50.0"], &["all", "60.0"]],
    };
    report.tasks[0].paper.push(&TABLE);
    let all = page(&report);
    let (header, below) = all.split_once("</header>").unwrap();
    assert!(header.contains("Best solver: <strong>40.0\u{a0}%</strong> honest <span class=\"note\">"));
    assert!(header.contains(&format!("With help: <strong>100.0\u{a0}%</strong> {told}")));
    assert!(header.contains("With help: <strong>90.0\u{a0}%</strong> shown <span"));
    assert!(!header.contains("shown-less"));
    // In the table of all, in that of each tag, and in that beside the paper.
    assert_eq!(below.matches("sees-all").count(), below.matches(told).count());
    assert!(below.matches(told).count() >= 3);
    assert!(below.contains(&format!("{told} <span class=\"badge\">here, harmless</span>")));
    assert!(!all.contains("honest <span class=\"badge\">given"));
}
