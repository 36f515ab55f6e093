//! Questions, the form their answers take, and answers.

use crate::{Cloud, Detected, Label, Relations, Scene};
use spatiq_raster::{Rgb, png_size};
use std::collections::BTreeMap;
use std::sync::Arc;

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
    /// The scenes that the question is about; none where its pictures are its own.
    pub scenes: Vec<Arc<Scene>>,
}

/// A question that somebody is to answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Posed {
    /// What is shown and asked.
    pub question: Question,
    /// What is right.
    pub truth: Answer,
    /// The scenes that the question is about.
    pub scenes: Vec<Arc<Scene>>,
}

impl From<(Question, Answer)> for Posed {
    fn from((question, truth): (Question, Answer)) -> Self {
        Self { question, truth, scenes: Vec::new() }
    }
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
    /// A word out of some.
    Word {
        /// The words that may be said.
        vocabulary: Vec<String>,
    },
    /// A square drawing.
    Image {
        /// Pixels of a side.
        side: usize,
    },
    /// Points on the surface of an object.
    Points {
        /// How many the truth has. An answer has as many as it likes, up to [`Cloud::MOST`].
        count: usize,
    },
    /// A label for each of many pairs of objects.
    Relations(Relations),
}

/// An option to choose. Its label is its place: A, B, C, …
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Choice {
    /// The option in words; empty where the pictures are the option.
    pub text: String,
    /// Which of the question's pictures show the option.
    pub pictures: Vec<usize>,
}

/// An answer, right or wrong. Some can be told in a text, others lie in a file of their own.
#[derive(Clone, Debug, PartialEq)]
pub enum Answer {
    /// The option at this place.
    Choice(usize),
    /// A word.
    Word(String),
    /// A drawing: the PNG file.
    Image(Vec<u8>),
    /// Points, with or without normals.
    Points(Cloud),
    /// A label for each asked pair, in order.
    Relations(Vec<Label>),
    /// Labels between boxes that the answer brings along.
    Detected(Detected),
}

impl Form {
    /// Says why an answer is not one that the question asks for. The one validity check.
    pub fn check(&self, answer: &Answer) -> Result<(), String> {
        match (self, answer) {
            (Self::Choice(options), Answer::Choice(place)) => match *place < options.len() {
                true => Ok(()),
                false => Err("there is no such option".into()),
            },
            (Self::Word { vocabulary }, Answer::Word(word)) => match vocabulary.contains(word) {
                true => Ok(()),
                false => Err("that is none of the words that may be said".into()),
            },
            (Self::Image { side }, Answer::Image(png)) => {
                let [width, height] = png_size(png).map_err(|why| why.to_string())?;
                if [width, height] != [*side; 2] {
                    return Err(format!(
                        "the picture has {width} x {height} pixels and should have {side} x {side}"
                    ));
                }
                Rgb::decode(png).map(drop).map_err(|why| why.to_string())
            }
            (Self::Points { .. }, Answer::Points(cloud)) => cloud.check().map_err(|why| why.to_string()),
            (Self::Relations(asked), Answer::Relations(labels)) => asked.check(labels),
            (Self::Relations(asked), Answer::Detected(detected)) => asked.check_detected(detected),
            (Self::Choice(_), _) => Err("expected the letter of an option".into()),
            (Self::Word { .. }, _) => Err("expected a word".into()),
            (Self::Image { .. }, _) => Err("expected a picture".into()),
            (Self::Points { .. }, _) => Err("expected points".into()),
            (Self::Relations(_), _) => Err("expected a label for each pair".into()),
        }
    }

    /// Whether the answer is one that the question asks for.
    pub fn admits(&self, answer: &Answer) -> bool {
        self.check(answer).is_ok()
    }

    /// The answer that a text stands for; `None` when the form does not admit it, or no text could stand for one.
    pub fn read(&self, text: &str) -> Option<Answer> {
        let answer = match (self, text.as_bytes()) {
            (Self::Choice(_), [letter @ b'A'..=b'Z']) => Answer::Choice(usize::from(letter - b'A')),
            (Self::Relations(_), [b'{', ..]) => Answer::Detected(serde_json::from_str(text).ok()?),
            (Self::Relations(_), _) => Answer::Relations(serde_json::from_str(text).ok()?),
            (Self::Word { .. }, _) => Answer::Word(text.into()),
            _ => return None,
        };
        self.admits(&answer).then_some(answer)
    }

    /// What a guess that knows nothing scores on average.
    pub fn chance(&self) -> f64 {
        match self {
            Self::Choice(options) => 1.0 / options.len() as f64,
            Self::Word { vocabulary } => 1.0 / vocabulary.len() as f64,
            Self::Image { .. } | Self::Points { .. } | Self::Relations(_) => 0.0,
        }
    }

    /// The options; none where there is nothing to choose.
    pub fn choices(&self) -> &[Choice] {
        match self {
            Self::Choice(options) => options,
            _ => &[],
        }
    }
}

impl Answer {
    /// The text that stands for the answer in datasets and answer files; empty where no text does.
    pub fn text(&self) -> String {
        match self {
            Self::Choice(place) => Choice::label(*place),
            Self::Relations(labels) => serde_json::to_string(labels).expect("plain data"),
            Self::Detected(detected) => serde_json::to_string(detected).expect("plain data"),
            Self::Word(word) => word.clone(),
            Self::Image(_) | Self::Points(_) => String::new(),
        }
    }

    /// Whether a text stands for the answer; if not, it lies in a file.
    pub fn is_text(&self) -> bool {
        !matches!(self, Self::Image(_) | Self::Points(_))
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

    /// The options, each as its pictures; none where there is nothing to choose.
    pub fn options(&self) -> Vec<Vec<&Picture>> {
        let pictures = |option: &Choice| option.pictures.iter().map(|&at| &self.pictures[at]).collect();
        self.form.choices().iter().map(pictures).collect()
    }

    /// The pictures that belong to no option.
    pub fn stimuli(&self) -> Vec<&Picture> {
        let options = self.form.choices();
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

    #[test]
    fn a_word_is_admitted_as_it_is_spelt_and_no_other() {
        let form = Form::Word { vocabulary: ["yes", "no"].map(String::from).into() };
        assert_eq!(form.read("yes"), Some(Answer::Word("yes".into())));
        for text in ["Yes", "maybe", "", " yes", "A"] {
            assert_eq!(form.read(text), None, "{text:?}");
        }
        assert!(!form.admits(&Answer::Choice(0)) && form.chance() == 0.5);
    }

    #[test]
    fn a_drawing_is_admitted_in_any_kind_of_png_but_in_one_size_only() {
        let form = Form::Image { side: 6 };
        let grey = |width, height| spatiq_raster::Gray::new(width, height, 9).encode();
        assert!(form.admits(&Answer::Image(Rgb::new(6, 6, [1, 2, 3]).encode())));
        assert!(form.admits(&Answer::Image(grey(6, 6))));
        let why = form.check(&Answer::Image(grey(6, 7))).unwrap_err();
        assert_eq!(why, "the picture has 6 x 7 pixels and should have 6 x 6");
        let mut cut = grey(6, 6);
        cut.pop();
        assert!(form.check(&Answer::Image(cut)).is_err());
        assert!(!form.admits(&Answer::Choice(0)) && form.read("A").is_none());
    }

    #[test]
    fn points_are_admitted_if_they_are_finite_and_not_too_many() {
        let form = Form::Points { count: 3 };
        let cloud = |count| Cloud { points: vec![[0.0; 3]; count], normals: Vec::new() };
        for (count, admitted) in [(0, false), (1, true), (Cloud::MOST, true), (Cloud::MOST + 1, false)] {
            assert_eq!(form.admits(&Answer::Points(cloud(count))), admitted, "{count}");
        }
        for odd in [f32::NAN, f32::INFINITY] {
            let mut odd_point = cloud(5);
            odd_point.points[3][1] = odd;
            assert!(!form.admits(&Answer::Points(odd_point)));
            let odd_normal = Cloud { normals: vec![[0.0, odd, 0.0]; 5], ..cloud(5) };
            assert!(!form.admits(&Answer::Points(odd_normal)));
        }
        assert!(!form.admits(&Answer::Points(Cloud { normals: vec![[1.0, 0.0, 0.0]; 4], ..cloud(5) })));
        assert!(!form.admits(&Answer::Image(Vec::new())));
    }
}
