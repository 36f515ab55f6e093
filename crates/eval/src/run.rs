//! Running a solver over questions and adding up how it did.

use crate::repair::Before;
use rayon::prelude::*;
use serde::Serialize;
use spatiq_bench::{
    Answer, Form, Grade, Metric, Posed, Privileged, Question, Score, Settings, Solver, SolverSpec, Tags,
    Tally, metrics,
};
use std::collections::BTreeMap;
use std::sync::Mutex;

/// Asks a solver every question, in parallel, and hands the outcomes to `sink` in the questions' order.
///
/// Memory does not grow with the number of questions: they are taken in batches. Where there are `examples`, the solver
/// is fitted on them first, once per thread; what it learns is the same every time, so threads do not change results. The
/// first error, of the questions or of the sink, ends the run.
pub fn run<E, P: Into<Posed>>(
    job: &Job<'_>,
    examples: &[(Question, Answer)],
    questions: impl IntoIterator<Item = Result<P, E>>,
    mut sink: impl FnMut(Outcome) -> Result<(), E>,
) -> Result<RunResult, E> {
    let workers = Workers { job, examples, idle: Mutex::default() };
    let batch_size = BATCH_PER_THREAD * rayon::current_num_threads();
    let mut questions = questions.into_iter().map(|posed| posed.map(Into::into));
    let mut tally = Tally::default();
    let mut before = Before::default();
    let mut faults = Faults::default();
    let privileged: Vec<String> = job.solver.privileged.iter().map(|&given| given.into()).collect();
    loop {
        let mut batch = questions.by_ref().take(batch_size).collect::<Result<Vec<Posed>, E>>()?;
        let hidden: Vec<Hidden> = batch.iter_mut().map(|posed| blind(&mut posed.question)).collect();
        if batch.is_empty() {
            break;
        }
        let answers: Vec<_> = batch
            .par_iter()
            .zip(&hidden)
            .with_max_len(1)
            .map(|(posed, hidden)| {
                let given = Privileged::of(job.solver.privileged, &posed.scenes);
                let asked = workers.ask(&posed.question, &given);
                let grade = |answer: Option<&Answer>| metrics::grade(&hidden.form, &posed.truth, answer);
                let repaired = asked.before.as_ref().map(|before| grade(Some(before)));
                (grade(asked.answer.as_ref().ok()), repaired, asked)
            })
            .collect();
        for ((posed, hidden), (grade, repaired, asked)) in batch.into_iter().zip(hidden).zip(answers) {
            let Posed { question, truth, .. } = posed;
            let Asked { answer, before: came, remark, ms } = asked;
            tally.add_grade(&hidden.tags, &grade);
            if let Some(repaired) = repaired {
                before.add(&hidden.tags, &repaired, [came.as_ref(), answer.as_ref().ok()]);
            }
            let answer = answer.map_err(|why| faults.add(why, &question.id)).ok();
            let privileged = privileged.clone();
            sink(Outcome { remark, privileged, ..Outcome::new(question.id, &truth, answer, &grade, ms) })?;
        }
    }
    let mut score = tally.score(job.metric);
    before.tell(job.metric, &mut score);
    Ok(RunResult {
        task: job.task.into(),
        solver: job.solver.name.into(),
        privileged,
        split: job.split.into(),
        fit: Vec::new(),
        learnt: workers.learnt(),
        score,
        faults,
    })
}

/// What is known about a question and no solver sees.
struct Hidden {
    tags: Tags,
    /// The form with the groups of its pairs.
    form: Form,
}

/// Takes from a question what is meant for us and not for a solver: tags and groups of pairs say how it was made or how hard
/// it is, and a drawing's source has its exact corners, in the formats that keep it.
fn blind(question: &mut Question) -> Hidden {
    question.pictures.iter_mut().for_each(|picture| picture.svg = None);
    let hidden = Hidden { tags: std::mem::take(&mut question.tags), form: question.form.clone() };
    if let Form::Relations(asked) = &mut question.form {
        asked.groups.clear();
    }
    hidden
}

/// Enough to keep every thread busy while one question takes long, and little to hold in memory.
const BATCH_PER_THREAD: usize = 16;

/// Which solver runs on what.
#[derive(Clone, Copy)]
pub struct Job<'a> {
    /// The task that all questions belong to.
    pub task: &'a str,
    /// The split they come from, or `all`.
    pub split: &'a str,
    /// How the task is scored.
    pub metric: Metric,
    /// Who answers.
    pub solver: &'a SolverSpec,
    /// The solver's settings.
    pub settings: &'a Settings,
}

/// What became of one question; a line of `eval --out`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Outcome {
    /// The question.
    pub id: String,
    /// What the solver said; `None` when it gave no answer, or one that the question does not admit. Empty where the
    /// answer is no text.
    pub answer: Option<String>,
    /// What is right; empty where the answer is no text.
    pub truth: String,
    /// Whether the two agree, where answers are right or wrong.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub correct: Option<bool>,
    /// How good the answer is, from 0 to 1, where it is not just right or wrong.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<f64>,
    /// The file with the drawing that is the answer; whoever writes it fills this in.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub image: Option<String>,
    /// The file with the points that are the answer; whoever writes it fills this in.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub points: Option<String>,
    /// What the solver found out on the way, for people.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub remark: Option<String>,
    /// Milliseconds of processor time that the solver took.
    pub ms: f64,
    /// What the solver was given beyond the question; normally nothing.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub privileged: Vec<String>,
    /// The answer itself, where it is no text.
    #[serde(skip)]
    pub made: Option<Answer>,
}

impl Outcome {
    fn new(id: String, truth: &Answer, answer: Option<Answer>, grade: &Grade, ms: f64) -> Self {
        let value = grade.value;
        let is_proportion = Metric::of(truth).is_proportion();
        Self {
            id,
            answer: answer.as_ref().map(Answer::text),
            truth: truth.text(),
            correct: is_proportion.then_some(value >= 1.0),
            score: (!is_proportion).then_some(value),
            image: None,
            points: None,
            remark: None,
            ms,
            privileged: Vec::new(),
            made: answer.filter(|answer| !answer.is_text()),
        }
    }
}

/// Why answers were invalid: how often each reason, and the first question that it was met at.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Faults(pub BTreeMap<String, (u64, String)>);

impl Faults {
    /// More reasons are not told apart.
    const MOST: usize = 50;

    /// Counts a reason.
    pub fn add(&mut self, why: String, id: &str) {
        let why = match self.0.len() < Self::MOST || self.0.contains_key(&why) {
            true => why,
            false => "other reasons".into(),
        };
        self.0.entry(why).or_insert_with(|| (0, id.into())).0 += 1;
    }
}

/// How a solver did on a task. Serialises to the object that `eval --json` and `score --json` print.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RunResult {
    /// The task.
    pub task: String,
    /// Who answered.
    pub solver: String,
    /// What it was given beyond the question; normally nothing.
    pub privileged: Vec<String>,
    /// A split, or `all`.
    pub split: String,
    /// The tasks and splits that the solver learnt from, where that was asked for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub fit: Vec<String>,
    /// What the solver learnt, in a few words, where that can be told so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub learnt: Option<String>,
    /// The score and its parts.
    #[serde(flatten)]
    pub score: Score,
    /// Why answers were invalid, for people.
    #[serde(skip)]
    pub faults: Faults,
}

/// Solvers that wait for a question. There are as many as threads have asked at the same time.
struct Workers<'a> {
    job: &'a Job<'a>,
    examples: &'a [(Question, Answer)],
    idle: Mutex<Vec<Box<dyn Solver>>>,
}

/// What became of a question that was asked.
struct Asked {
    /// An admitted answer or why there is none.
    answer: Result<Answer, String>,
    /// What it was before it was repaired, where it was.
    before: Option<Answer>,
    remark: Option<String>,
    ms: f64,
}

impl Workers<'_> {
    fn ask(&self, question: &Question, given: &Privileged) -> Asked {
        // Fitting may take long, so the lock is let go before.
        let idle = self.idle.lock().expect("no solver runs under the lock").pop();
        let mut solver = idle.unwrap_or_else(|| self.fitted());
        let (answer, ms) = timed(|| solver.answer_given(question, given));
        let (remark, before) = (solver.remark(), answer.as_ref().ok().and_then(|_| solver.before()));
        self.idle.lock().expect("no solver runs under the lock").push(solver);
        let answer = answer.map_err(|error| error.to_string());
        let admitted = answer.and_then(|answer| question.form.check(&answer).map(|()| answer));
        Asked { answer: admitted, before, remark, ms }
    }

    /// What was learnt: the same by every thread.
    fn learnt(&self) -> Option<String> {
        let idle = self.idle.lock().expect("no solver runs under the lock");
        idle.first().filter(|_| !self.examples.is_empty()).and_then(|solver| solver.learnt())
    }

    fn fitted(&self) -> Box<dyn Solver> {
        let mut solver = (self.job.solver.make)(self.job.settings);
        if !self.examples.is_empty() {
            solver.fit(&mut self.examples.iter().cloned());
        }
        solver
    }
}

/// Runs the work and says how many milliseconds the processor worked on it in this thread, to the microsecond. Unlike time on the
/// clock that does not depend on what else the machine does.
fn timed<T>(work: impl FnOnce() -> T) -> (T, f64) {
    let milliseconds = || {
        let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
        time.tv_sec as f64 * 1e3 + time.tv_nsec as f64 / 1e6
    };
    let start = milliseconds();
    let result = work();
    (result, ((milliseconds() - start) * 1e3).round() / 1e3)
}

#[cfg(test)]
mod tests {
    use super::*;
    use spatiq_bench::{BoxedObject, Choice, Label, RelationKind, Relations, SolverError};
    use spatiq_raster::Gray;
    use std::convert::Infallible;

    fn question(index: usize) -> (Question, Answer) {
        let question = Question {
            id: format!("iq/sample/test/{index:06}"),
            prompt: "Which?".into(),
            pictures: Vec::new(),
            form: Form::Choice(vec![Choice::default(); 4]),
            tags: Tags::from([("level".into(), (1 + index % 2).to_string())]),
        };
        (question, Answer::Choice(index % 4))
    }

    /// Answers A to what it saw answered with A; refuses every tenth, and says Z to every tenth after.
    struct Recalling(Vec<String>);

    impl Solver for Recalling {
        fn fit(&mut self, examples: &mut dyn Iterator<Item = (Question, Answer)>) {
            self.0 = examples.filter(|(_, truth)| *truth == Answer::Choice(0)).map(|(q, _)| q.id).collect();
        }

        fn answer(&mut self, question: &Question) -> Result<Answer, SolverError> {
            match question.id.as_bytes().last() {
                Some(b'0') => Err(SolverError("tired".into())),
                Some(b'1') => Ok(Answer::Choice(25)),
                _ if self.0.contains(&question.id) => Ok(Answer::Choice(0)),
                _ => Ok(Answer::Choice(1)),
            }
        }
    }

    const RECALLING: SolverSpec = SolverSpec {
        name: "recalling",
        about: "",
        privileged: &["memory"],
        learns: true,
        settings: &[],
        make: |_| Box::new(Recalling(Vec::new())),
    };

    fn run_recalling(count: usize) -> (RunResult, Vec<Outcome>) {
        let settings = Settings::new(&[], []).unwrap();
        let job = Job {
            task: "iq/sample",
            split: "test",
            metric: Metric::Accuracy,
            solver: &RECALLING,
            settings: &settings,
        };
        let examples: Vec<_> = (0..count).map(question).collect();
        let mut outcomes = Vec::new();
        let keep = |outcome| {
            outcomes.push(outcome);
            Ok::<_, Infallible>(())
        };
        let Ok(result) = run(&job, &examples, examples.iter().cloned().map(Ok), keep);
        (result, outcomes)
    }

    #[test]
    fn outcomes_come_in_order_and_refusals_count_as_wrong() {
        let (result, outcomes) = run_recalling(200);
        assert!(outcomes.iter().enumerate().all(|(at, outcome)| outcome.id == question(at).0.id));
        // Of every 20: two refused, two not admitted; A is recalled where it is right, B said elsewhere.
        let right = |at: usize| at % 10 > 1 && at % 4 < 2;
        assert!(outcomes.iter().enumerate().all(|(at, outcome)| outcome.correct == Some(right(at))));
        assert_eq!((result.score.items, result.score.invalid), (200, 40));
        assert_eq!(result.score.value, (0..200).filter(|&at| right(at)).count() as f64 / 200.0);
        assert_eq!(result.score.by["level"]["1"].items, 100);
        let faults: Vec<_> = result.faults.0.iter().map(|(why, (times, _))| (&why[..], *times)).collect();
        assert_eq!(faults, [("there is no such option", 20), ("tired", 20)]);
    }

    /// Draws a dot where the question's id says; refuses one in five and draws one in five too small.
    struct Drawing;

    fn dot(at: usize, side: usize) -> Vec<u8> {
        let mut picture = Gray::new(side, side, 255);
        picture.pixels[at] = 0;
        picture.encode()
    }

    impl Solver for Drawing {
        fn answer(&mut self, question: &Question) -> Result<Answer, SolverError> {
            match question.id.as_bytes().last() {
                Some(b'0' | b'5') => Err(SolverError("tired".into())),
                Some(b'1' | b'6') => Ok(Answer::Image(dot(0, 8))),
                Some(b'2' | b'7') => Ok(Answer::Image(dot(9, 9))),
                _ => Ok(Answer::Image(dot(80, 9))),
            }
        }
    }

    #[test]
    fn graded_answers_have_a_score_and_no_text() {
        let spec = SolverSpec { make: |_| Box::new(Drawing), learns: false, ..RECALLING };
        let settings = Settings::new(&[], []).unwrap();
        let metric = Metric::InkF1;
        let job = Job { task: "iq/sample", split: "test", metric, solver: &spec, settings: &settings };
        let questions = (0..10).map(|at| {
            let question = Question { form: Form::Image { side: 9 }, ..question(at).0 };
            Ok::<_, Infallible>((question, Answer::Image(dot(10, 9))))
        });
        let mut outcomes = Vec::new();
        let Ok(result) = run(&job, &[], questions, |outcome| {
            outcomes.push(outcome);
            Ok(())
        });
        let scores: Vec<_> = outcomes.iter().map(|outcome| outcome.score.unwrap()).collect();
        assert_eq!(scores, [0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0]);
        assert_eq!((result.score.value, result.score.invalid), (0.2, 4));
        assert!(result.score.also["ink-f1-1px"] > 0.0 && result.score.metric == "ink-f1-2px");
        assert_eq!(outcomes[2].made, Some(Answer::Image(dot(9, 9))));
        outcomes[2].ms = 0.5;
        outcomes[2].privileged.clear();
        assert_eq!(
            serde_json::to_string(&outcomes[2]).unwrap(),
            r#"{"id":"iq/sample/test/000002","answer":"","truth":"","score":1.0,"ms":0.5}"#
        );
        let small = "the picture has 8 x 8 pixels and should have 9 x 9";
        assert_eq!(result.faults.0[small], (2, "iq/sample/test/000001".into()));
    }

    /// Says closer where it sees no group, and refuses otherwise.
    struct Unaware;

    impl Solver for Unaware {
        fn answer(&mut self, question: &Question) -> Result<Answer, SolverError> {
            let Form::Relations(asked) = &question.form else { return Err(SolverError("no pairs".into())) };
            match asked.groups.is_empty() && question.tags.is_empty() {
                true => Ok(Answer::Relations(vec![Label::Closer; asked.pairs.len()])),
                false => Err(SolverError("it sees what it should not".into())),
            }
        }
    }

    #[test]
    fn pairs_are_scored_by_groups_that_the_solver_never_sees() {
        let spec = SolverSpec { make: |_| Box::new(Unaware), learns: false, ..RECALLING };
        let settings = Settings::new(&[], []).unwrap();
        let metric = Metric::MicroF1;
        let job = Job { task: "iq/sample", split: "test", metric, solver: &spec, settings: &settings };
        let object = |view| BoxedObject { class: "Cup".into(), mid: None, edges: [0.0, 0.0, 1.0, 1.0], view };
        let questions = (0..4).map(|at| {
            let asked = Relations {
                kind: RelationKind::Depth,
                objects: vec![object(0), object(0)],
                pairs: vec![[0, 1], [1, 0]],
                parts: Vec::new(),
                groups: BTreeMap::from([("difficulty".into(), vec!["easy".into(), "hard".into()])]),
            };
            let question = Question { form: Form::Relations(asked), ..question(at).0 };
            Ok::<_, Infallible>((question, Answer::Relations(vec![Label::Closer, Label::Farther])))
        });
        let mut answers = Vec::new();
        let Ok(result) = run(&job, &[], questions, |outcome| {
            answers.push((outcome.answer, outcome.truth, outcome.score));
            Ok(())
        });
        assert_eq!((result.score.value, result.score.invalid, result.score.metric), (0.5, 0, "micro-f1"));
        let by = &result.score.by["difficulty"];
        assert_eq!((by["easy"].value, by["hard"].value, by["hard"].pairs), (1.0, 0.0, Some(4)));
        let told = (Some("[\"closer\",\"closer\"]".into()), "[\"closer\",\"farther\"]".into(), Some(0.5));
        assert_eq!(answers[0], told);
    }

    #[test]
    fn time_is_what_the_processor_worked() {
        let (_, asleep) = timed(|| std::thread::sleep(std::time::Duration::from_millis(200)));
        assert!(asleep < 100.0, "{asleep} ms for a sleep");
        let (_, awake) =
            timed(|| (0..3_000_000_u64).fold(1, |a, b| std::hint::black_box(a ^ b.wrapping_mul(a))));
        assert!(awake > 0.5, "{awake} ms for work");
    }

    #[test]
    fn an_outcome_is_a_line_of_the_contract() {
        let (_, mut outcomes) = run_recalling(3);
        outcomes.iter_mut().for_each(|outcome| outcome.ms = 0.125);
        let lines: Vec<String> = outcomes.iter().map(|line| serde_json::to_string(line).unwrap()).collect();
        assert_eq!(
            lines[0],
            r#"{"id":"iq/sample/test/000000","answer":null,"truth":"A","correct":false,"ms":0.125,"privileged":["memory"]}"#
        );
        // Most solvers are given nothing, and their lines say nothing of it.
        outcomes[0].privileged.clear();
        let line = serde_json::to_string(&outcomes[0]).unwrap();
        assert_eq!(line, lines[0].replace(r#","privileged":["memory"]"#, ""));
        assert_eq!(
            lines[2],
            r#"{"id":"iq/sample/test/000002","answer":"B","truth":"C","correct":false,"ms":0.125,"privileged":["memory"]}"#
        );
    }

    #[test]
    fn a_result_is_an_object_of_the_contract() {
        let json = serde_json::to_value(run_recalling(20).0).unwrap();
        let keys: Vec<&str> = json.as_object().unwrap().keys().map(String::as_str).collect();
        let mut expected =
            ["task", "solver", "privileged", "split", "items", "invalid", "metric", "value", "ci95", "by"];
        expected.sort_unstable();
        assert_eq!(keys, expected);
        assert_eq!(json["privileged"][0], "memory");
        assert_eq!(json["by"]["level"]["2"]["items"], 10);
    }

    #[test]
    fn the_first_error_ends_the_run() {
        let settings = Settings::new(&[], []).unwrap();
        let job =
            Job { task: "", split: "all", metric: Metric::Accuracy, solver: &RECALLING, settings: &settings };
        let broken = (0..1000).map(|at| if at == 500 { Err("row 500") } else { Ok(question(at)) });
        assert_eq!(run(&job, &[], broken, |_| Ok(())).unwrap_err(), "row 500");
        let mut seen = 0;
        let full = |_| {
            seen += 1;
            if seen == 3 { Err("disk full") } else { Ok(()) }
        };
        assert_eq!(run(&job, &[], (0..1000).map(|at| Ok(question(at))), full).unwrap_err(), "disk full");
        assert_eq!(seen, 3);
    }
}
