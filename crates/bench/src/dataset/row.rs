//! A question as it lies on disk, whatever the format.

use super::Error;
use crate::{Answer, Choice, Form, Item, Picture, Question};
use serde::{Deserialize, Serialize};
use std::path::Path;

/// The columns of the contract. Pictures are apart, since each format keeps them its own way.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// Everything but the pictures.
    pub columns: Columns,
    /// The pictures, in the order of `image_names`.
    pub pictures: Vec<Picture>,
}

/// The columns that are text or lists of texts.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Columns {
    /// `<task>/<split>/<index>`.
    pub id: String,
    /// Name of the task.
    pub task: String,
    /// The question in plain words.
    pub prompt: String,
    /// Where the pictures are, in formats that keep them as files beside.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub images: Vec<String>,
    /// The role of each picture.
    pub image_names: Vec<String>,
    /// The row of the scenes table that the question is about; empty when it has its own pictures.
    pub scene: String,
    /// The options in words; empty when pictures are the options.
    pub choices: Vec<String>,
    /// The right answer.
    pub answer: String,
    /// JSON object of short values to group results by.
    pub tags: String,
    /// JSON: all that is needed to rebuild and re-check the question.
    pub evidence: String,
}

impl Row {
    /// The row of an item.
    pub fn new(task: &str, item: Item) -> Self {
        let Item { question, truth, evidence } = item;
        let Form::Choice(options) = &question.form;
        let choices = match options.iter().all(|option| option.text.is_empty()) {
            true => Vec::new(),
            false => options.iter().map(|option| option.text.clone()).collect(),
        };
        let columns = Columns {
            id: question.id,
            task: task.into(),
            prompt: question.prompt,
            images: Vec::new(),
            image_names: question.pictures.iter().map(|picture| picture.name.clone()).collect(),
            scene: String::new(),
            choices,
            answer: truth.text(),
            tags: serde_json::to_string(&question.tags).expect("plain data"),
            evidence,
        };
        Self { columns, pictures: question.pictures }
    }

    /// The question and its answer; the reverse of [`Row::new`].
    pub fn question(self) -> Result<(Question, Answer), Error> {
        let id = self.columns.id.clone();
        self.try_question().map_err(|why| Error::damaged(Path::new(&id), None, why))
    }

    fn try_question(self) -> Result<(Question, Answer), String> {
        let Self { columns, pictures } = self;
        if !pictures.iter().map(|picture| &picture.name).eq(&columns.image_names) {
            return Err("it does not have the pictures that it names".into());
        }
        let form = Form::Choice(options(&columns)?);
        let truth = form
            .read(&columns.answer)
            .ok_or(format!("the answer {:?} is not one of the options", columns.answer))?;
        let tags = serde_json::from_str(&columns.tags).map_err(|why| format!("tags: {why}"))?;
        Ok((Question { id: columns.id, prompt: columns.prompt, pictures, form, tags }, truth))
    }
}

/// The options that the picture names (`A`, `B`, … or `A1`, `A2`, …) and the texts tell.
fn options(columns: &Columns) -> Result<Vec<Choice>, String> {
    let mut options: Vec<Choice> =
        columns.choices.iter().map(|text| Choice { text: text.clone(), pictures: Vec::new() }).collect();
    for (at, name) in columns.image_names.iter().enumerate() {
        let Some(place) = option_of(name) else { continue };
        if place > options.len() || (place == options.len() && !columns.choices.is_empty()) {
            return Err(format!("picture {name:?} belongs to no option"));
        }
        if place == options.len() {
            options.push(Choice::default());
        }
        options[place].pictures.push(at);
    }
    if options.len() < 2 {
        return Err("there are fewer than two options".into());
    }
    Ok(options)
}

/// The place of the option that a picture of this name shows.
fn option_of(name: &str) -> Option<usize> {
    let (letter, number) = name.split_at_checked(1)?;
    let place = match letter.as_bytes() {
        [letter @ b'A'..=b'Z'] => usize::from(letter - b'A'),
        _ => return None,
    };
    number.bytes().all(|byte| byte.is_ascii_digit()).then_some(place)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn columns(names: &[&str], choices: &[&str], answer: &str) -> Row {
        let own = |values: &[&str]| values.iter().map(|v| v.to_string()).collect::<Vec<_>>();
        let picture = |name: &&str| Picture { name: name.to_string(), png: vec![1], svg: None };
        let columns = Columns {
            image_names: own(names),
            choices: own(choices),
            answer: answer.into(),
            tags: "{}".into(),
            ..Columns::default()
        };
        Row { columns, pictures: names.iter().map(picture).collect() }
    }

    #[test]
    fn picture_names_tell_the_options() {
        let (question, truth) = columns(&["question", "A1", "A2", "B1", "B2"], &[], "B").question().unwrap();
        assert_eq!(truth, Answer::Choice(1));
        let names = |pictures: Vec<&Picture>| pictures.iter().map(|p| p.name.clone()).collect::<Vec<_>>();
        assert_eq!(names(question.options().remove(1)), ["B1", "B2"]);
        assert_eq!(names(question.stimuli()), ["question"]);
    }

    #[test]
    fn rows_that_make_no_sense_are_refused() {
        assert!(columns(&["question", "A", "B"], &[], "C").question().is_err());
        assert!(columns(&["question", "A", "C"], &[], "A").question().is_err());
        assert!(columns(&["question"], &[], "A").question().is_err());
        assert!(columns(&["A", "B", "C"], &["one", "two"], "A").question().is_err());
    }
}
