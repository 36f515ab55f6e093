//! How right answers are spread over a split: over the slots of options, and over the words that may be said.

use crate::{Answer, Choice, Form, Question};
use std::collections::{BTreeMap, BTreeSet};

/// The most frequent word of a class may come so many times as often as the mean of its words.
const MOST_OF_MEAN: f64 = 1.2;

/// Shares of fewer questions a word say nothing: words are dealt out in rounds, and the last round may be cut short.
const LEAST_MEAN: f64 = 50.0;

/// The tag that tells which words answer the same kind of question.
const SUB_TYPE: &str = "sub-type";

/// The right answers of a split, counted.
#[derive(Default)]
pub struct Balance {
    slots: BTreeMap<String, u64>,
    groups: BTreeSet<String>,
    words: BTreeMap<Class, BTreeMap<String, u64>>,
}

/// A sub-type and the words that may answer.
type Class = (String, Vec<String>);

/// What one question adds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answered {
    /// The letter of a slot, the number of slots, and all tags.
    Slot(String, usize, String),
    /// A word among those of its class.
    Word(String, Class),
    /// Nothing that could be counted.
    Open,
}

impl Answered {
    /// What a question with these tags and this answer adds.
    pub fn of(question: &Question, truth: &Answer, tags: &str) -> Self {
        match &question.form {
            Form::Choice(choices) => Self::Slot(truth.text(), choices.len(), tags.into()),
            Form::Word { vocabulary } => {
                let sub_type = question.tags.get(SUB_TYPE).cloned().unwrap_or_default();
                Self::Word(truth.text(), (sub_type, vocabulary.clone()))
            }
            _ => Self::Open,
        }
    }
}

impl Balance {
    /// Counts a question.
    pub fn add(&mut self, answered: Answered) {
        match answered {
            Answered::Slot(letter, slots, tags) => {
                for place in 0..slots {
                    self.slots.entry(Choice::label(place)).or_default();
                }
                *self.slots.entry(letter).or_default() += 1;
                self.groups.insert(tags);
            }
            Answered::Word(word, class) => {
                *self.words.entry(class).or_default().entry(word).or_default() += 1;
            }
            Answered::Open => {}
        }
    }

    /// What is not balanced.
    pub fn problems(&self) -> Vec<String> {
        let slots = (!self.slots_are_balanced())
            .then(|| format!("right answers are not balanced over the slots: {:?}", self.slots));
        let uneven = |((sub_type, words), counts): (&Class, &BTreeMap<String, u64>)| {
            let mean = counts.values().sum::<u64>() as f64 / words.len().max(1) as f64;
            let (word, most) = counts.iter().max_by_key(|(_, count)| **count)?;
            let is_uneven = mean >= LEAST_MEAN && *most as f64 > MOST_OF_MEAN * mean;
            is_uneven.then(|| {
                format!(
                    "{sub_type}: the answer {word} comes {most} times, more than {MOST_OF_MEAN} of the mean {mean:.1}"
                )
            })
        };
        slots.into_iter().chain(self.words.iter().filter_map(uneven)).collect()
    }

    /// Slots are dealt out in whole rounds to each group of items, so two slots may differ by one for each group. Items
    /// of a group share their tags; there are at most as many groups as sets of tags.
    fn slots_are_balanced(&self) -> bool {
        let (most, least) = (self.slots.values().max(), self.slots.values().min());
        most.zip(least).is_none_or(|(most, least)| most - least <= self.groups.len() as u64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counted(words: &[(&str, u64)]) -> Balance {
        let class = ("colours".to_owned(), words.iter().map(|(word, _)| (*word).to_owned()).collect());
        let mut balance = Balance::default();
        for (word, count) in words {
            (0..*count).for_each(|_| balance.add(Answered::Word((*word).into(), class.clone())));
        }
        balance
    }

    #[test]
    fn a_word_may_come_a_fifth_more_often_than_the_mean_and_no_more() {
        assert!(counted(&[("red", 60), ("blue", 50), ("green", 40)]).problems().is_empty());
        let problems = counted(&[("red", 61), ("blue", 50), ("green", 39)]).problems();
        assert!(problems.len() == 1 && problems[0].contains("the answer red comes 61 times"), "{problems:?}");
        // A word that is never the answer counts in the mean, too.
        assert_eq!(counted(&[("red", 80), ("blue", 80), ("green", 0)]).problems().len(), 1);
    }

    #[test]
    fn few_questions_say_nothing() {
        assert!(counted(&[("yes", 90), ("no", 9)]).problems().is_empty());
    }
}
