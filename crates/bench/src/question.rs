//! Questions, the form their answers take, and answers.

use std::collections::BTreeMap;

/// Short values to group results by: level, sub-type, …
pub type Tags = BTreeMap<String, String>;

/// What a task makes from a seed.
#[derive(Clone, Debug, PartialEq)]
pub struct Item {
    /// What is shown and asked.
    pub question: Question,
    /// What is right.
    pub truth: Answer,
    /// JSON with all that is needed to rebuild the question and to check the truth.
    pub evidence: String,
}

/// All that a solver gets to see.
#[derive(Clone, Debug, PartialEq)]
pub struct Question {
    /// `<task>/<split>/<index>`.
    pub id: String,
    /// The question in plain words.
    pub prompt: String,
    /// Every picture, those of the options too.
    pub pictures: Vec<Picture>,
    /// What counts as an answer.
    pub form: Form,
    /// What results are grouped by.
    pub tags: Tags,
}

/// A picture of a question.
#[derive(Clone, Debug, PartialEq)]
pub struct Picture {
    /// Its role: `question`, `A`, `A1`, `front`, …
    pub name: String,
    /// The PNG file.
    pub png: Vec<u8>,
    /// The same as SVG, where the picture is a line drawing or a flat shape.
    pub svg: Option<String>,
}

/// The form that answers to a question take.
#[derive(Clone, Debug, PartialEq)]
pub enum Form {
    /// One of several options.
    Choice(Vec<Choice>),
}

/// An option to choose. Its label is its place: A, B, C, …
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Choice {
    /// The option in words; empty where the pictures are the option.
    pub text: String,
    /// Which of the question's pictures show the option.
    pub pictures: Vec<usize>,
}

/// An answer, right or wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// The option at this place.
    Choice(usize),
}

impl Form {
    /// Whether the answer is one that the question asks for. The one validity check.
    pub fn admits(&self, answer: &Answer) -> bool {
        match (self, answer) {
            (Self::Choice(options), Answer::Choice(place)) => *place < options.len(),
        }
    }

    /// The answer that a text stands for; `None` when the form does not admit it.
    pub fn read(&self, text: &str) -> Option<Answer> {
        let answer = match self {
            Self::Choice(_) => match text.as_bytes() {
                [letter @ b'A'..=b'Z'] => Answer::Choice(usize::from(letter - b'A')),
                _ => return None,
            },
        };
        self.admits(&answer).then_some(answer)
    }

    /// How likely a guess that knows nothing is right.
    pub fn chance(&self) -> f64 {
        match self {
            Self::Choice(options) => 1.0 / options.len() as f64,
        }
    }
}

impl Answer {
    /// The text that stands for the answer in datasets and answer files.
    pub fn text(&self) -> String {
        match self {
            Self::Choice(place) => Choice::label(*place),
        }
    }
}

impl Choice {
    /// The letter of the option at a place.
    pub fn label(place: usize) -> String {
        char::from(b'A' + u8::try_from(place).expect("fewer than 26 options")).to_string()
    }
}

impl Question {
    /// The picture of that name.
    pub fn picture(&self, name: &str) -> Option<&Picture> {
        self.pictures.iter().find(|picture| picture.name == name)
    }

    /// The options, each as its pictures.
    pub fn options(&self) -> Vec<Vec<&Picture>> {
        let Form::Choice(options) = &self.form;
        options.iter().map(|option| option.pictures.iter().map(|&at| &self.pictures[at]).collect()).collect()
    }

    /// The pictures that belong to no option.
    pub fn stimuli(&self) -> Vec<&Picture> {
        let Form::Choice(options) = &self.form;
        let shown = |at: &usize| !options.iter().any(|option| option.pictures.contains(at));
        (0..self.pictures.len()).filter(shown).map(|at| &self.pictures[at]).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_choice_admits_its_letters_and_nothing_else() {
        let form = Form::Choice(vec![Choice::default(); 4]);
        for (place, letter) in ["A", "B", "C", "D"].iter().enumerate() {
            assert_eq!(form.read(letter), Some(Answer::Choice(place)));
            assert_eq!(Answer::Choice(place).text(), *letter);
        }
        for text in ["E", "a", "", "AB", " A", "1", "Ä"] {
            assert_eq!(form.read(text), None, "{text:?}");
        }
        assert!(!form.admits(&Answer::Choice(4)));
    }
}
