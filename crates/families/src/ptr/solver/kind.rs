//! What can be said without looking: the type of a question and the kind of its answer.

use crate::ptr::hear::hear;
use spatiq_bench::{Answer, Form, Question, Seed, Settings, Solver, SolverError};
use std::collections::BTreeMap;

/// A guess among the answers that suit. It hangs on the question's id, so it does not matter who asks first.
pub struct Random(Seed);

/// The most frequent answer of the type.
#[derive(Default)]
pub struct Frequency(BTreeMap<(String, Vec<String>), BTreeMap<String, u64>>);

impl Random {
    /// With the seed of the settings.
    pub fn new(settings: &Settings) -> Self {
        Self(Seed::root(settings.whole("seed")).child("q-type-random"))
    }
}

impl Solver for Random {
    fn answer(&mut self, question: &Question) -> Result<Answer, SolverError> {
        let words = words(question)?;
        Ok(Answer::Word(self.0.child(&question.id).rng().pick(words).clone()))
    }
}

impl Solver for Frequency {
    fn fit(&mut self, examples: &mut dyn Iterator<Item = (Question, Answer)>) {
        for (question, answer) in examples {
            if let Ok(key) = key(&question) {
                *self.0.entry(key).or_default().entry(answer.text()).or_default() += 1;
            }
        }
    }

    fn answer(&mut self, question: &Question) -> Result<Answer, SolverError> {
        let counts = self.0.get(&key(question)?);
        let count = |word: &String| counts.and_then(|counts| counts.get(word)).copied().unwrap_or(0);
        // Of words that are equally frequent, the first.
        let best = words(question)?.iter().rev().max_by_key(|word| count(word));
        best.cloned().map(Answer::Word).ok_or_else(|| SolverError("there are no words to say".into()))
    }
}

fn words(question: &Question) -> Result<&[String], SolverError> {
    match &question.form {
        Form::Word { vocabulary } if !vocabulary.is_empty() => Ok(vocabulary),
        _ => Err(SolverError("the question does not ask for a word".into())),
    }
}

/// The sub-type, which the words tell, and the answers that may be given.
fn key(question: &Question) -> Result<(String, Vec<String>), SolverError> {
    let meant = hear(&question.prompt);
    let (template, _) = meant.first().ok_or_else(|| SolverError("the words make no sense".into()))?;
    Ok((template.sub_type.name().into(), words(question)?.to_vec()))
}
