//! Running a solver over questions and adding up how it did.

use rayon::prelude::*;
use serde::Serialize;
use spatiq_bench::{Answer, Metric, Question, Score, Settings, Solver, SolverSpec, Tags, Tally};
use std::sync::Mutex;

/// Asks a solver every question, in parallel, and hands the outcomes to `sink` in the questions' order.
///
/// Memory does not grow with the number of questions: they are taken in batches. A solver that learns is fitted on
/// `examples` first, once per thread; what it learns is the same every time, so threads do not change results. The
/// first error, of the questions or of the sink, ends the run.
pub fn run<E>(
    job: &Job<'_>,
    examples: &[(Question, Answer)],
    questions: impl IntoIterator<Item = Result<(Question, Answer), E>>,
    mut sink: impl FnMut(Outcome) -> Result<(), E>,
) -> Result<RunResult, E> {
    let workers = Workers { job, examples, idle: Mutex::default() };
    let batch_size = BATCH_PER_THREAD * rayon::current_num_threads();
    let mut questions = questions.into_iter();
    let mut tally = Tally::default();
    loop {
        let mut batch = questions.by_ref().take(batch_size).collect::<Result<Vec<_>, E>>()?;
        let tags: Vec<Tags> = batch.iter_mut().map(|(question, _)| blind(question)).collect();
        if batch.is_empty() {
            break;
        }
        let answers: Vec<_> =
            batch.par_iter().with_max_len(1).map(|(question, _)| workers.ask(question)).collect();
        for (((question, truth), tags), (answer, ms)) in batch.into_iter().zip(tags).zip(answers) {
            let correct = tally.add(&tags, &truth, answer.as_ref());
            let answer = answer.map(|answer| answer.text());
            sink(Outcome { id: question.id, answer, truth: truth.text(), correct, ms })?;
        }
    }
    Ok(RunResult {
        task: job.task.into(),
        solver: job.solver.name.into(),
        privileged: job.solver.privileged.iter().map(|&given| given.into()).collect(),
        split: job.split.into(),
        score: tally.score(job.metric),
    })
}

/// Takes from a question what is meant for us and not for a solver: tags say how it was made, and a drawing's source has
/// its exact corners, in the formats that keep it. Returns the tags.
fn blind(question: &mut Question) -> Tags {
    question.pictures.iter_mut().for_each(|picture| picture.svg = None);
    std::mem::take(&mut question.tags)
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
    /// What the solver said; `None` when it gave no answer, or one that the question does not admit.
    pub answer: Option<String>,
    /// What is right.
    pub truth: String,
    /// Whether the two agree.
    pub correct: bool,
    /// Milliseconds that the solver took.
    pub ms: f64,
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
    /// The score and its parts.
    #[serde(flatten)]
    pub score: Score,
}

/// Solvers that wait for a question. There are as many as threads have asked at the same time.
struct Workers<'a> {
    job: &'a Job<'a>,
    examples: &'a [(Question, Answer)],
    idle: Mutex<Vec<Box<dyn Solver>>>,
}

impl Workers<'_> {
    /// An admitted answer or none, and the milliseconds it took.
    fn ask(&self, question: &Question) -> (Option<Answer>, f64) {
        // Fitting may take long, so the lock is let go before.
        let idle = self.idle.lock().expect("no solver runs under the lock").pop();
        let mut solver = idle.unwrap_or_else(|| self.fitted());
        let (answer, ms) = timed(|| solver.answer(question));
        self.idle.lock().expect("no solver runs under the lock").push(solver);
        (answer.ok().filter(|answer| question.form.admits(answer)), ms)
    }

    fn fitted(&self) -> Box<dyn Solver> {
        let mut solver = (self.job.solver.make)(self.job.settings);
        if self.job.solver.learns {
            solver.fit(&mut self.examples.iter().cloned());
        }
        solver
    }
}

/// Runs the work and says how many milliseconds it took, to the microsecond.
#[expect(clippy::disallowed_types, reason = "how long a solver takes is a result, and no part of a dataset")]
fn timed<T>(work: impl FnOnce() -> T) -> (T, f64) {
    let start = std::time::Instant::now();
    let result = work();
    (result, start.elapsed().as_micros() as f64 / 1000.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use spatiq_bench::{Choice, Form, SolverError};
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
        assert!(outcomes.iter().enumerate().all(|(at, outcome)| outcome.correct == right(at)));
        assert_eq!((result.score.items, result.score.invalid), (200, 40));
        assert_eq!(result.score.value, (0..200).filter(|&at| right(at)).count() as f64 / 200.0);
        assert_eq!(result.score.by["level"]["1"].items, 100);
    }

    #[test]
    fn an_outcome_is_a_line_of_the_contract() {
        let (_, mut outcomes) = run_recalling(3);
        outcomes.iter_mut().for_each(|outcome| outcome.ms = 0.125);
        let lines: Vec<String> = outcomes.iter().map(|line| serde_json::to_string(line).unwrap()).collect();
        assert_eq!(
            lines[0],
            r#"{"id":"iq/sample/test/000000","answer":null,"truth":"A","correct":false,"ms":0.125}"#
        );
        assert_eq!(
            lines[2],
            r#"{"id":"iq/sample/test/000002","answer":"B","truth":"C","correct":false,"ms":0.125}"#
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
