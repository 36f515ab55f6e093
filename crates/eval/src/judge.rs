//! Judging answers that were made elsewhere.

use crate::RunResult;
use serde_json::Value;
use spatiq_bench::{Answer, Metric, Question, Split, Tally};
use std::collections::{BTreeMap, BTreeSet};
use thiserror::Error;

/// Answers read from a file, and the judgements on them.
///
/// What is scored: every task with at least one answer, over the splits that its answers touch. There a question
/// without an answer counts as invalid, and so as wrong; leaving the hard ones out gains nothing. So do answers
/// that the question's form does not admit. Use it in three steps: [`read`](Self::read),
/// [`see`](Self::see) every question of the [`touched`](Self::touched) splits, [`finish`](Self::finish).
///
/// ```
/// use spatiq_eval::Judge;
///
/// let judge = Judge::read("{\"id\": \"iq/rotation/test/000000\", \"answer\": \"B\"}\n").unwrap();
/// assert!(judge.touched().contains_key("iq/rotation"));
/// let error = Judge::read("{\"id\": \"iq/rotation/test/000000\"}\n").unwrap_err();
/// assert_eq!(error.to_string(), "line 1: `answer` is missing");
/// ```
#[derive(Debug)]
pub struct Judge {
    /// Answers whose question has not been seen yet, by id.
    unseen: BTreeMap<String, Given>,
    touched: BTreeMap<String, BTreeSet<Split>>,
    tallies: BTreeMap<String, Tally>,
}

/// An answer as it stands in the file; no text where it says `null`.
#[derive(Debug)]
struct Given {
    line: usize,
    text: Option<String>,
}

/// Why answers cannot be judged.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum AnswersError {
    /// A line is no JSON.
    #[error("line {line}: not JSON: {what}")]
    Json {
        /// Where, from 1.
        line: usize,
        /// What the parser says.
        what: String,
    },
    /// A line is no object, or a field of it is missing or of the wrong type.
    #[error("line {line}: {what}")]
    Field {
        /// Where, from 1.
        line: usize,
        /// Which field, and what is there instead.
        what: String,
    },
    /// A question is answered twice.
    #[error("line {line}: {id:?} was answered before, on line {first}")]
    Repeated {
        /// The question.
        id: String,
        /// The line of the first answer.
        first: usize,
        /// The line of the second.
        line: usize,
    },
    /// The dataset has no such question.
    #[error("line {line}: the dataset has no question {id:?}")]
    Unknown {
        /// The id given.
        id: String,
        /// Where, from 1.
        line: usize,
    },
    /// There is nothing to judge.
    #[error("there are no answers")]
    Empty,
}

impl Judge {
    /// Reads JSON lines `{"id", "answer"}`. Other fields are ignored, so that what `eval --out` wrote can be judged
    /// again; what is not a string is an answer that no form admits. Blank lines are skipped.
    pub fn read(text: &str) -> Result<Self, AnswersError> {
        let mut unseen: BTreeMap<String, Given> = BTreeMap::new();
        let mut touched: BTreeMap<String, BTreeSet<Split>> = BTreeMap::new();
        for (at, content) in text.lines().enumerate().filter(|(_, content)| !content.trim().is_empty()) {
            let line = at + 1;
            let (id, text) = read_line(line, content)?;
            if let Some((task, split, _)) = Question::place(&id) {
                touched.entry(task.into()).or_default().insert(split);
            }
            if let Some(earlier) = unseen.get(&id) {
                return Err(AnswersError::Repeated { id, first: earlier.line, line });
            }
            unseen.insert(id, Given { line, text });
        }
        if unseen.is_empty() {
            return Err(AnswersError::Empty);
        }
        Ok(Self { unseen, touched, tallies: BTreeMap::new() })
    }

    /// The tasks and splits that the ids name. The file may name some that the dataset does not have: pass over
    /// those, [`finish`](Self::finish) will complain.
    pub fn touched(&self) -> &BTreeMap<String, BTreeSet<Split>> {
        &self.touched
    }

    /// Whether there is an answer to this question that has not been judged yet.
    pub fn has(&self, id: &str) -> bool {
        self.unseen.contains_key(id)
    }

    /// Judges the answer to a question of the dataset, or its absence. A question of a split that the answers do not
    /// touch changes nothing.
    pub fn see(&mut self, question: &Question, truth: &Answer) {
        let Some((task, split, _)) = Question::place(&question.id) else { return };
        if !self.touched.get(task).is_some_and(|splits| splits.contains(&split)) {
            return;
        }
        let text = self.unseen.remove(&question.id).and_then(|given| given.text);
        let answer = text.and_then(|text| question.form.read(&text));
        self.tallies.entry(task.into()).or_default().add(&question.tags, truth, answer.as_ref());
    }

    /// The result for each task, once every question has been seen. `solver` is whom the answers are from. The split
    /// is `all` where the answers touch several.
    pub fn finish(
        self,
        solver: &str,
        metric: impl Fn(&str) -> Metric,
    ) -> Result<Vec<RunResult>, AnswersError> {
        if let Some((id, given)) = self.unseen.into_iter().min_by_key(|(_, given)| given.line) {
            return Err(AnswersError::Unknown { id, line: given.line });
        }
        let result = |(task, tally): (String, Tally)| RunResult {
            solver: solver.into(),
            privileged: Vec::new(),
            split: match self.touched[&task].iter().collect::<Vec<_>>()[..] {
                [split] => split.name().into(),
                _ => "all".into(),
            },
            score: tally.score(metric(&task)),
            task,
        };
        Ok(self.tallies.into_iter().map(result).collect())
    }
}

fn read_line(line: usize, content: &str) -> Result<(String, Option<String>), AnswersError> {
    let value: Value = serde_json::from_str(content)
        .map_err(|error| AnswersError::Json { line, what: without_line(&error.to_string()) })?;
    let wrong = |what: String| AnswersError::Field { line, what };
    let Value::Object(mut object) = value else {
        return Err(wrong(format!("expected an object with `id` and `answer`, found {}", kind(&value))));
    };
    let mut take = |field: &str| object.remove(field).ok_or_else(|| wrong(format!("`{field}` is missing")));
    let (id, answer) = (take("id")?, take("answer")?);
    let Value::String(id) = id else {
        return Err(wrong(format!("`id` is {}, not a string", kind(&id))));
    };
    // An answer of another kind is one that no form admits: it counts, as wrong.
    Ok((id, answer.as_str().map(str::to_owned)))
}

/// The parser saw one line only, so its line number would mislead.
fn without_line(message: &str) -> String {
    message.replace(" at line 1 column ", " at column ")
}

fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "a truth value",
        Value::Number(_) => "a number",
        Value::String(_) => "a string",
        Value::Array(_) => "an array",
        Value::Object(_) => "an object",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use spatiq_bench::{Choice, Form, Seed, Tags};

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
        let mut judge = Judge::read(text)?;
        dataset().iter().for_each(|(question, truth)| judge.see(question, truth));
        judge.finish("someone", |_| Metric::Accuracy)
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
        let letters = [
            "{",
            "}",
            "\"id\"",
            ":",
            ",",
            "\"answer\"",
            "\"A\"",
            "\n",
            "1",
            "-",
            "é",
            "\\",
            "\"",
            "null",
            " ",
        ];
        for _ in 0..20_000 {
            let length = rng.below(24);
            let soup: String = (0..length).map(|_| *rng.pick(&letters)).collect();
            let _ = judge(&soup);
            let bytes: Vec<u8> = (0..length).map(|_| rng.below(256) as u8).collect();
            let _ = judge(&String::from_utf8_lossy(&bytes));
        }
    }
}
