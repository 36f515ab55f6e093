//! A question as it lies on disk, whatever the format.

use super::Error;
use crate::{Answer, Choice, Form, Item, Picture, Question, Relations, Scene};
use serde::{Deserialize, Serialize};
use spatiq_raster::png_size;
use std::path::Path;
use std::sync::Arc;

/// What formats that keep answers as files call them; no picture of a question may have this name.
pub const ANSWER: &str = "answer";

/// The columns of the contract. Pictures and answers that are no text are apart, since each format keeps them its own
/// way.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Row {
    /// Everything but the pictures and the answer where it is one.
    pub columns: Columns,
    /// The pictures, in the order of `image_names`.
    pub pictures: Vec<Picture>,
    /// The right answer where it is no text.
    pub answer: Option<Answer>,
    /// The scenes that `scene` names; they lie in a table of their own.
    pub scenes: Vec<Arc<Scene>>,
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
    /// The rows of the scenes table that the question is about, a space between; empty when it has its own pictures.
    pub scene: String,
    /// The options in words; empty when pictures are the options.
    pub choices: Vec<String>,
    /// JSON: the objects and pairs of a question about relations; empty where there are none.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub asked: String,
    /// The right answer; empty where it is no text.
    pub answer: String,
    /// Where the drawing is that is the right answer, in formats that keep it as a file beside.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answer_image: Option<String>,
    /// Where the points are that are the right answer, with their normals, in formats that keep them as a file beside.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answer_points: Option<String>,
    /// JSON object of short values to group results by.
    pub tags: String,
    /// JSON: all that is needed to rebuild and re-check the question.
    pub evidence: String,
}

impl Columns {
    /// The names of the scenes that the question is about.
    pub fn scenes(&self) -> impl Iterator<Item = &str> {
        self.scene.split(' ').filter(|name| !name.is_empty())
    }
}

impl Row {
    /// The row of an item.
    pub fn new(task: &str, item: Item) -> Self {
        let Item { question, truth, evidence, scenes } = item;
        let choices = match &question.form {
            Form::Word { vocabulary } => vocabulary.clone(),
            Form::Choice(options) if options.iter().any(|option| !option.text.is_empty()) => {
                options.iter().map(|option| option.text.clone()).collect()
            }
            _ => Vec::new(),
        };
        let names: Vec<&str> = scenes.iter().map(|scene| scene.name.as_str()).collect();
        // What a scene shows lies with the scene.
        let pictures = if scenes.is_empty() { question.pictures } else { Vec::new() };
        let columns = Columns {
            id: question.id,
            task: task.into(),
            prompt: question.prompt,
            images: Vec::new(),
            image_names: pictures.iter().map(|picture| picture.name.clone()).collect(),
            scene: names.join(" "),
            choices,
            asked: match &question.form {
                Form::Relations(asked) => serde_json::to_string(asked).expect("plain data"),
                _ => String::new(),
            },
            answer: truth.text(),
            answer_image: None,
            answer_points: None,
            tags: serde_json::to_string(&question.tags).expect("plain data"),
            evidence,
        };
        Self { columns, pictures, answer: (!truth.is_text()).then_some(truth), scenes }
    }

    /// The question and its answer; the reverse of [`Row::new`].
    pub fn question(self) -> Result<(Question, Answer), Error> {
        let id = self.columns.id.clone();
        self.try_question().map_err(|why| Error::damaged(Path::new(&id), None, why))
    }

    fn try_question(self) -> Result<(Question, Answer), String> {
        let Self { columns, pictures, answer, scenes } = self;
        if !pictures.iter().map(|picture| &picture.name).eq(&columns.image_names) {
            return Err("it does not have the pictures that it names".into());
        }
        if !scenes.iter().map(|scene| scene.name.as_str()).eq(columns.scenes()) {
            return Err("it does not have the scenes that it names".into());
        }
        let pictures = if scenes.is_empty() { pictures } else { Scene::pictures(&scenes) };
        let (form, truth) = match answer {
            None if columns.choices.contains(&columns.answer) => {
                (Form::Word { vocabulary: columns.choices }, Answer::Word(columns.answer))
            }
            None => {
                let form = text_form(&columns)?;
                let truth = form.read(&columns.answer);
                (form, truth.ok_or(format!("the answer {:?} is not one of the options", columns.answer))?)
            }
            Some(truth) => (form_of(&truth)?, truth),
        };
        form.check(&truth).map_err(|why| format!("the answer: {why}"))?;
        let tags = serde_json::from_str(&columns.tags).map_err(|why| format!("tags: {why}"))?;
        Ok((Question { id: columns.id, prompt: columns.prompt, pictures, form, tags }, truth))
    }
}

/// The form of questions whose answer is a text.
fn text_form(columns: &Columns) -> Result<Form, String> {
    if columns.asked.is_empty() {
        return Ok(Form::Choice(options(columns)?));
    }
    let asked: Relations = serde_json::from_str(&columns.asked).map_err(|why| format!("asked: {why}"))?;
    asked.fault().map_or(Ok(Form::Relations(asked)), |fault| Err(format!("asked: {fault}")))
}

/// The form of questions with such an answer, which is no text.
fn form_of(truth: &Answer) -> Result<Form, String> {
    match truth {
        Answer::Image(png) => {
            let [side, _] = png_size(png).map_err(|why| format!("the answer: {why}"))?;
            Ok(Form::Image { side })
        }
        Answer::Points(cloud) => Ok(Form::Points { count: cloud.points.len() }),
        _ => Err("a text is told as a text".into()),
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
        Row { columns, pictures: names.iter().map(picture).collect(), ..Row::default() }
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
    fn an_answer_that_is_one_of_the_choices_is_a_word() {
        let (question, truth) = columns(&["front"], &["yes", "no"], "no").question().unwrap();
        assert_eq!(truth, Answer::Word("no".into()));
        assert_eq!(question.form, Form::Word { vocabulary: vec!["yes".into(), "no".into()] });
        let mut strange = columns(&[], &["yes", "no"], "no");
        strange.columns.scene = "a/b/test/scene-000001".into();
        assert!(strange.question().is_err());
    }

    #[test]
    fn rows_that_make_no_sense_are_refused() {
        assert!(columns(&["question", "A", "B"], &[], "C").question().is_err());
        assert!(columns(&["question", "A", "C"], &[], "A").question().is_err());
        assert!(columns(&["question"], &[], "A").question().is_err());
        assert!(columns(&["A", "B", "C"], &["one", "two"], "A").question().is_err());
    }
}
