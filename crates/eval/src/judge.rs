//! Judging answers that were made elsewhere.

use crate::repair::Before;
use crate::{Faults, Miss, Misses, Repair, RunResult};
use rayon::prelude::*;
use serde_json::{Map, Value};
use spatiq_bench::{Answer, Cloud, Detected, Form, Grade, Metric, Question, Split, Tags, Tally, metrics};
use std::collections::{BTreeMap, BTreeSet};
use thiserror::Error;

/// Answers read from a file, and the judgements on them.
///
/// What is scored: every task with at least one answer, over the splits that its answers touch. There a question
/// without an answer counts as invalid, and so as wrong; leaving the hard ones out gains nothing. So do answers
/// that the question's form does not admit, and files that cannot be read. Use it in three steps: [`read`](Self::read),
/// [`see`](Self::see) every question of the [`touched`](Self::touched) splits, [`finish`](Self::finish).
///
/// ```
/// use spatiq_eval::Judge;
///
/// let no_files = |path: &str| Err(format!("{path} is not there"));
/// let judge = Judge::read("{\"id\": \"iq/rotation/test/000000\", \"answer\": \"B\"}\n", no_files).unwrap();
/// assert!(judge.touched().contains_key("iq/rotation"));
/// let error = Judge::read("{\"id\": \"iq/rotation/test/000000\"}\n", no_files).err().unwrap();
/// assert_eq!(error.to_string(), "line 1: `answer` is missing");
/// ```
pub struct Judge {
    /// Answers whose question has not been seen yet, by id.
    unseen: BTreeMap<String, Given>,
    touched: BTreeMap<String, BTreeSet<Split>>,
    open: Open,
    /// Answers that were seen and are not graded yet.
    waiting: Vec<Waiting>,
    verdicts: BTreeMap<String, Verdict>,
    /// How many answers of a task are kept to be shown, the worst of them.
    kept: usize,
    /// What is done to answers before they count.
    repair: Option<Repair>,
    /// Task → what those who answered it say they were given beyond the question.
    privileged: BTreeMap<String, BTreeSet<String>>,
}

/// Reads a file that an answer names.
type Open = Box<dyn Fn(&str) -> Result<Vec<u8>, String>>;

/// Answers that are graded at once, by all threads together: comparing points takes long.
const BATCH: usize = 32;

/// An answer as it stands in the file.
struct Given {
    line: usize,
    content: Content,
    remark: Option<String>,
    privileged: Vec<String>,
}

/// What an answer is told by.
#[derive(Debug, PartialEq)]
enum Content {
    /// A text; none where there is something else than a string.
    Text(Option<String>),
    /// The path of a PNG file.
    Image(String),
    /// The path of a file of points.
    Points(String),
    /// Boxes and relations between them, or what is wrong with them.
    Detected(Result<Detected, String>),
}

struct Waiting {
    task: String,
    id: String,
    tags: Tags,
    form: Form,
    /// All of it, where it may have to be shown.
    question: Option<Question>,
    truth: Answer,
    answer: Result<Answer, String>,
    remark: Option<String>,
}

/// What is known of a task so far.
struct Verdict {
    metric: Metric,
    tally: Tally,
    before: Before,
    faults: Faults,
    misses: Misses,
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
    /// Reads JSON lines `{"id", "answer"}`, `{"id", "image"}`, `{"id", "points"}` or `{"id", "boxes", "relations"}`. Other
    /// fields are ignored, so that what `eval --out` wrote can be judged again; an answer that is neither a string nor a list
    /// of strings is one that no form admits. What `privileged` lists is told with the result. Blank lines are skipped. `open` reads the files that images and points are in, when it is their turn.
    pub fn read(
        text: &str,
        open: impl Fn(&str) -> Result<Vec<u8>, String> + 'static,
    ) -> Result<Self, AnswersError> {
        let mut unseen: BTreeMap<String, Given> = BTreeMap::new();
        let mut touched: BTreeMap<String, BTreeSet<Split>> = BTreeMap::new();
        for (at, content) in text.lines().enumerate().filter(|(_, content)| !content.trim().is_empty()) {
            let line = at + 1;
            let (id, given) = read_line(line, content)?;
            if let Some((task, split, _)) = Question::place(&id) {
                touched.entry(task.into()).or_default().insert(split);
            }
            if let Some(earlier) = unseen.get(&id) {
                return Err(AnswersError::Repeated { id, first: earlier.line, line });
            }
            unseen.insert(id, given);
        }
        if unseen.is_empty() {
            return Err(AnswersError::Empty);
        }
        Ok(Self {
            unseen,
            touched,
            open: Box::new(open),
            waiting: Vec::new(),
            verdicts: BTreeMap::new(),
            kept: 0,
            repair: None,
            privileged: BTreeMap::new(),
        })
    }

    /// Keeps so many answers of each task, the worst of them, for [`worst`](Self::worst).
    pub fn keep_worst(self, kept: usize) -> Self {
        Self { kept, ..self }
    }

    /// Repairs answers before they count. What they are worth as they come is told beside the score.
    pub fn repairing(self, repair: Repair) -> Self {
        Self { repair: Some(repair), ..self }
    }

    /// The worst answers to the questions of a task that were seen so far.
    pub fn worst(&mut self, task: &str) -> Option<Misses> {
        self.grade();
        self.verdicts.get_mut(task).map(|verdict| std::mem::take(&mut verdict.misses))
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
        let (answer, remark) = match self.unseen.remove(&question.id) {
            None => (Err("there is no answer".into()), None),
            Some(given) => {
                if !given.privileged.is_empty() {
                    self.privileged.entry(task.into()).or_default().extend(given.privileged);
                }
                (self.answer(question, given.content), given.remark)
            }
        };
        self.waiting.push(Waiting {
            task: task.into(),
            id: question.id.clone(),
            tags: question.tags.clone(),
            form: question.form.clone(),
            question: (self.kept > 0).then(|| question.clone()),
            truth: truth.clone(),
            answer,
            remark,
        });
        if self.waiting.len() >= BATCH {
            self.grade();
        }
    }

    /// The answer that a line gives to a question, or why it is none.
    fn answer(&self, question: &Question, content: Content) -> Result<Answer, String> {
        let answer = match content {
            Content::Text(text) => {
                let text = text.ok_or("there is no text for an answer")?;
                return question.form.read(&text).ok_or("not an answer that the question admits".into());
            }
            Content::Image(path) => Answer::Image((self.open)(&path)?),
            Content::Points(path) => {
                Answer::Points(Cloud::read(&(self.open)(&path)?).map_err(|error| error.to_string())?)
            }
            Content::Detected(detected) => Answer::Detected(detected?),
        };
        question.form.check(&answer)?;
        Ok(answer)
    }

    /// Grades what waits.
    fn grade(&mut self) {
        let waiting = std::mem::take(&mut self.waiting);
        let repair = self.repair;
        let grades: Vec<(Grade, Option<(Grade, Answer)>)> = waiting
            .par_iter()
            .with_max_len(1)
            .map(|one| {
                let grade = |answer: Option<&Answer>| metrics::grade(&one.form, &one.truth, answer);
                let came = one.answer.as_ref().ok();
                let repaired = repair.zip(came).map(|(repair, came)| repair(&one.form, came));
                (grade(came), repaired.map(|repaired| (grade(Some(&repaired)), repaired)))
            })
            .collect();
        for (mut one, (mut grade, repaired)) in waiting.into_iter().zip(grades) {
            let fresh = || Verdict {
                metric: Metric::of(&one.truth),
                tally: Tally::default(),
                before: Before::default(),
                faults: Faults::default(),
                misses: Misses::new(self.kept),
            };
            let verdict = self.verdicts.entry(one.task.clone()).or_insert_with(fresh);
            if repair.is_some() {
                let after = repaired.as_ref().map(|(_, after)| after);
                verdict.before.add(&one.tags, &grade, [one.answer.as_ref().ok(), after]);
            }
            if let Some((better, after)) = repaired {
                (grade, one.answer) = (better, Ok(after));
            }
            verdict.tally.add_grade(&one.tags, &grade);
            if let Err(why) = &one.answer {
                verdict.faults.add(why.clone(), &one.id);
            }
            if let Some(question) = one.question {
                let (truth, answer, remark) = (one.truth, one.answer, one.remark);
                verdict.misses.add(Miss { question, truth, answer, grade, remark });
            }
        }
    }

    /// The result for each task, once every question has been seen. `solver` is whom the answers are from. The split
    /// is `all` where the answers touch several.
    pub fn finish(mut self, solver: &str) -> Result<Vec<RunResult>, AnswersError> {
        self.grade();
        if let Some((id, given)) = self.unseen.into_iter().min_by_key(|(_, given)| given.line) {
            return Err(AnswersError::Unknown { id, line: given.line });
        }
        let score = |verdict: &Verdict| {
            let mut score = verdict.tally.score(verdict.metric);
            verdict.before.tell(verdict.metric, &mut score);
            score
        };
        let result = |(task, verdict): (String, Verdict)| RunResult {
            solver: solver.into(),
            fit: Vec::new(),
            learnt: None,
            privileged: self.privileged.get(&task).into_iter().flatten().cloned().collect(),
            split: match self.touched[&task].iter().collect::<Vec<_>>()[..] {
                [split] => split.name().into(),
                _ => "all".into(),
            },
            score: score(&verdict),
            faults: verdict.faults,
            task,
        };
        Ok(self.verdicts.into_iter().map(result).collect())
    }
}

/// A remark is for people, and one that is longer says no more.
const LONGEST_REMARK: usize = 400;

/// More names of what was given are not read, nor longer ones.
const MOST_GIVEN: usize = 8;
const LONGEST_GIVEN: usize = 40;

fn read_line(line: usize, content: &str) -> Result<(String, Given), AnswersError> {
    let value: Value = serde_json::from_str(content)
        .map_err(|error| AnswersError::Json { line, what: without_line(&error.to_string()) })?;
    let wrong = |what: String| AnswersError::Field { line, what };
    let Value::Object(mut object) = value else {
        return Err(wrong(format!("expected an object with `id` and `answer`, found {}", kind(&value))));
    };
    let Some(id) = object.remove("id") else { return Err(wrong("`id` is missing".into())) };
    let Value::String(id) = id else {
        return Err(wrong(format!("`id` is {}, not a string", kind(&id))));
    };
    let remark = object.get("remark").and_then(Value::as_str);
    let remark = remark.map(|remark| remark.chars().take(LONGEST_REMARK).collect());
    let privileged = object.get("privileged").and_then(Value::as_array);
    let given = privileged.into_iter().flatten().filter_map(Value::as_str).take(MOST_GIVEN);
    let privileged = given.map(|given| given.chars().take(LONGEST_GIVEN).collect()).collect();
    Ok((id, Given { line, content: read_content(&mut object).map_err(wrong)?, remark, privileged }))
}

fn read_content(object: &mut Map<String, Value>) -> Result<Content, String> {
    let mut path = |field: &str| match object.remove(field) {
        None | Some(Value::Null) => Ok(None),
        Some(Value::String(path)) => Ok(Some(path)),
        Some(other) => Err(format!("`{field}` is {}, not the path of a file", kind(&other))),
    };
    match (path("image")?, path("points")?) {
        (Some(_), Some(_)) => Err("there are both `image` and `points`".into()),
        (Some(image), None) => Ok(Content::Image(image)),
        (None, Some(points)) => Ok(Content::Points(points)),
        // An answer of another kind is one that no form admits: it counts, as wrong.
        (None, None) if object.contains_key("boxes") || object.contains_key("relations") => {
            if object.contains_key("answer") {
                return Err("there are both `answer` and `boxes` or `relations`".into());
            }
            Ok(Content::Detected(read_detected(object)))
        }
        (None, None) => match object.remove("answer") {
            Some(Value::String(text)) => Ok(Content::Text(Some(text))),
            // A list of labels need not be wrapped in a string.
            Some(list @ Value::Array(_)) => Ok(Content::Text(Some(list.to_string()))),
            Some(_) => Ok(Content::Text(None)),
            None => Err("`answer` is missing".into()),
        },
    }
}

/// Boxes and relations between them, from an object that may have other fields too.
fn read_detected(object: &mut Map<String, Value>) -> Result<Detected, String> {
    let fields = ["boxes", "boxes2", "relations"];
    let own = fields.iter().filter_map(|field| Some(((*field).to_owned(), object.remove(*field)?))).collect();
    serde_json::from_value(Value::Object(own)).map_err(|error| format!("boxes and relations: {error}"))
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
mod tests;
