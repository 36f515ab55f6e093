//! Questions as a person would be asked them, with the answer one click away.

use super::html::escape;
use super::{TaskReport, cloud, relations_card, rooms};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use spatiq_bench::{Answer, Choice, Figure, Form, Picture, Question};

/// All examples of a task, under a heading per level; on paper the answers follow as a key.
pub(super) fn section(task: &TaskReport) -> String {
    if task.examples.is_empty() {
        return String::new();
    }
    let numbered: Vec<Numbered<'_>> = (1..).zip(&task.examples).collect();
    let groups: String = numbered
        .chunk_by(|(_, a), (_, b)| level(&a.0) == level(&b.0))
        .map(|examples| group(task, examples))
        .collect();
    format!(
        "<section class=\"gallery\">\n<h3>Questions</h3>\n{groups}{key}</section>\n",
        key = printed_key(&numbered)
    )
}

/// An example and its number on the page.
pub(super) type Numbered<'a> = (usize, &'a (Question, Answer));

fn level(question: &Question) -> Option<&String> {
    question.tags.get("level")
}

fn group(task: &TaskReport, examples: &[Numbered<'_>]) -> String {
    let heading = examples.first().and_then(|(_, (question, _))| level(question));
    let heading = heading.map_or_else(String::new, |level| format!("<h4>Level {}</h4>\n", escape(level)));
    let cards = examples.chunk_by(|(_, a), (_, b)| rooms::is_one_room(&a.0, &b.0)).map(|examples| {
        let [(number, (question, truth))] = examples else { return rooms::card(task, examples) };
        match (&question.form, truth) {
            (Form::Relations(asked), Answer::Relations(labels)) => {
                relations_card::card(task, *number, question, asked, labels)
            }
            _ => card(*number, question, truth, task.figures.get(&question.id)),
        }
    });
    cards.fold(heading, |html, card| html + &card)
}

fn card(number: usize, question: &Question, truth: &Answer, figure: Option<&Figure>) -> String {
    let choices = question.form.choices();
    let pieces = choices.iter().map(|choice| choice.pictures.len()).max().unwrap_or(0);
    let options: String = choices
        .iter()
        .zip(question.options())
        .enumerate()
        .map(|(place, of)| option(place, of, truth))
        .collect();
    let given = question.stimuli();
    let shown = figure.and_then(|figure| Some(drawn(figure, figure.asked.as_ref()?)));
    format!(
        "<article class=\"question\">\n<h5>Question {number}</h5>\n<p class=\"prompt\">{prompt}</p>\n\
         <div class=\"asked{kind}\" style=\"--pieces:{pieces}\">\n{stimuli}{options}</div>\n{answer}</article>\n",
        prompt = escape(&question.prompt),
        kind = match (choices.is_empty(), pieces > 1, given.len() > 1) {
            (true, ..) => " open",
            (false, true, _) => " many",
            (false, false, true) => " rows",
            (false, false, false) => "",
        },
        options = match choices.is_empty() {
            true => String::new(),
            false => format!("<ol class=\"options\">\n{options}</ol>\n"),
        },
        stimuli = stimuli(&given, shown.as_deref()),
        answer = answer(question, truth, figure),
    )
}

/// The given pictures, and a figure beside them.
pub(super) fn stimuli(pictures: &[&Picture], figure: Option<&str>) -> String {
    // A screen shows 16 bits of depth as black.
    let pictures: Vec<&&Picture> =
        pictures.iter().filter(|picture| picture.png.get(PNG_BITS) != Some(&16)).collect();
    if pictures.is_empty() {
        return String::new();
    }
    let shown = |picture: &&&Picture| {
        let image = image(&picture.png, &format!("Picture: {}", picture.name));
        if pictures.len() > 1 { captioned(&image, &picture.name) } else { image }
    };
    let pictures: String = pictures.iter().map(shown).collect();
    format!("<div class=\"stimuli\">{pictures}{}</div>\n", figure.unwrap_or_default())
}

/// Where a PNG file says how many bits a sample has.
const PNG_BITS: usize = 24;

/// A figure with what it shows below. As an image it can neither run nor load anything.
pub(super) fn drawn(figure: &Figure, svg: &str) -> String {
    let source = STANDARD.encode(svg);
    let alt = escape(&figure.caption);
    captioned(&format!("<img alt=\"{alt}\" src=\"data:image/svg+xml;base64,{source}\">"), &figure.caption)
}

/// A picture with its name below: of several, one must know which is which.
pub(super) fn captioned(image: &str, name: &str) -> String {
    format!("<figure>{image}<figcaption>{}</figcaption></figure>", escape(name))
}

/// An option. The right one is framed as soon as the answer is unfolded.
fn option(place: usize, (choice, pictures): (&Choice, Vec<&Picture>), truth: &Answer) -> String {
    let letter = Choice::label(place);
    let alt = |nth: usize| match pictures.len() {
        1 => format!("Option {letter}"),
        count => format!("Option {letter}, picture {} of {count}", nth + 1),
    };
    let images: String =
        pictures.iter().enumerate().map(|(nth, shown)| image(&shown.png, &alt(nth))).collect();
    let text = match choice.text.as_str() {
        "" => String::new(),
        text => format!("<p>{}</p>", escape(text)),
    };
    let class = if *truth == Answer::Choice(place) { " class=\"truth\"" } else { "" };
    let images = match pictures.is_empty() {
        true => String::new(),
        false => format!("<div class=\"pictures\">{images}</div>"),
    };
    format!("<li{class}><span class=\"letter\">{letter}</span>{images}{text}</li>\n")
}

pub(super) fn image(png: &[u8], alt: &str) -> String {
    format!("<img alt=\"{}\" src=\"data:image/png;base64,{}\">", escape(alt), STANDARD.encode(png))
}

/// The answer, to be unfolded.
pub(super) fn answer(question: &Question, truth: &Answer, figure: Option<&Figure>) -> String {
    let tag = |(tag, value): (&String, &String)| format!("<li>{} {}</li>", escape(tag), escape(value));
    format!(
        "<details>\n<summary>Answer</summary>\n{shown}\
         <ul class=\"tags\"><li><code>{id}</code></li>{tags}</ul>\n</details>\n",
        shown = shown(truth) + &marked(figure),
        id = escape(&question.id),
        tags = question.tags.iter().map(tag).collect::<String>(),
    )
}

/// The figure with the answer in it, if there is one.
fn marked(figure: Option<&Figure>) -> String {
    let Some((figure, svg)) = figure.and_then(|figure| Some((figure, figure.answered.as_ref()?))) else {
        return String::new();
    };
    format!("<div class=\"open\"><div class=\"stimuli\">{}</div></div>\n", drawn(figure, svg))
}

/// The right answer in words, or as pictures.
fn shown(truth: &Answer) -> String {
    let images: String = match truth {
        Answer::Choice(_) | Answer::Word(_) => {
            return format!("<p>The answer is <strong>{}</strong>.</p>\n", escape(&truth.text()));
        }
        Answer::Relations(_) | Answer::Detected(_) => {
            return format!("<p><code>{}</code></p>\n", escape(&truth.text()));
        }
        Answer::Image(png) => image(png, "The right drawing"),
        Answer::Points(cloud) => {
            let view = |(name, png): (&str, Vec<u8>)| {
                captioned(&image(&png, &format!("The points from the {name}")), name)
            };
            cloud::views(cloud).into_iter().map(view).collect()
        }
    };
    format!("<div class=\"open\"><div class=\"stimuli\">{images}</div></div>\n")
}

/// The answers of the section, for paper, where nothing can be clicked.
fn printed_key(examples: &[Numbered<'_>]) -> String {
    let line = |(number, (question, truth)): &Numbered<'_>| {
        let letter = match truth.is_text() {
            true => format!("<strong>{}</strong>", escape(&truth.text())),
            false => shown(truth),
        };
        format!("<li value=\"{number}\">{letter} <code>{}</code></li>", escape(&question.id))
    };
    let lines: String = examples.iter().map(line).collect();
    format!("<div class=\"key\">\n<h4>Answers</h4>\n<ol>{lines}</ol>\n</div>\n")
}
