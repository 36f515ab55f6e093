//! Questions as a person would be asked them, with the answer one click away.

use super::html::escape;
use super::{TaskReport, cloud};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use spatiq_bench::{Answer, Choice, Picture, Question};

/// All examples of a task, under a heading per level; on paper the answers follow as a key.
pub(super) fn section(task: &TaskReport) -> String {
    if task.examples.is_empty() {
        return String::new();
    }
    let numbered: Vec<Numbered<'_>> = (1..).zip(&task.examples).collect();
    let groups: String = numbered.chunk_by(|(_, a), (_, b)| level(&a.0) == level(&b.0)).map(group).collect();
    format!(
        "<section class=\"gallery\">\n<h3>Questions</h3>\n{groups}{key}</section>\n",
        key = printed_key(&numbered)
    )
}

/// An example and its number on the page.
type Numbered<'a> = (usize, &'a (Question, Answer));

fn level(question: &Question) -> Option<&String> {
    question.tags.get("level")
}

fn group(examples: &[Numbered<'_>]) -> String {
    let heading = examples.first().and_then(|(_, (question, _))| level(question));
    let heading = heading.map_or_else(String::new, |level| format!("<h4>Level {}</h4>\n", escape(level)));
    examples.iter().fold(heading, |html, &(number, (question, truth))| html + &card(number, question, truth))
}

fn card(number: usize, question: &Question, truth: &Answer) -> String {
    let choices = question.form.choices();
    let pieces = choices.iter().map(|choice| choice.pictures.len()).max().unwrap_or(0);
    let options: String =
        choices.iter().zip(question.options()).enumerate().map(|(place, of)| option(place, of)).collect();
    format!(
        "<article class=\"question\">\n<h5>Question {number}</h5>\n<p class=\"prompt\">{prompt}</p>\n\
         <div class=\"asked{kind}\" style=\"--pieces:{pieces}\">\n{stimuli}{options}</div>\n{answer}</article>\n",
        prompt = escape(&question.prompt),
        kind = match (choices.is_empty(), pieces > 1) {
            (true, _) => " open",
            (false, true) => " many",
            (false, false) => "",
        },
        options = match choices.is_empty() {
            true => String::new(),
            false => format!("<ol class=\"options\">\n{options}</ol>\n"),
        },
        stimuli = stimuli(&question.stimuli()),
        answer = answer(question, truth),
    )
}

fn stimuli(pictures: &[&Picture]) -> String {
    if pictures.is_empty() {
        return String::new();
    }
    let shown = |picture: &&Picture| {
        let image = image(&picture.png, &format!("Picture: {}", picture.name));
        if pictures.len() > 1 { captioned(&image, &picture.name) } else { image }
    };
    format!("<div class=\"stimuli\">{}</div>\n", pictures.iter().map(shown).collect::<String>())
}

/// A picture with its name below: of several, one must know which is which.
fn captioned(image: &str, name: &str) -> String {
    format!("<figure>{image}<figcaption>{}</figcaption></figure>", escape(name))
}

fn option(place: usize, (choice, pictures): (&Choice, Vec<&Picture>)) -> String {
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
    format!("<li><span class=\"letter\">{letter}</span><div class=\"pictures\">{images}</div>{text}</li>\n")
}

fn image(png: &[u8], alt: &str) -> String {
    format!("<img alt=\"{}\" src=\"data:image/png;base64,{}\">", escape(alt), STANDARD.encode(png))
}

fn answer(question: &Question, truth: &Answer) -> String {
    let tag = |(tag, value): (&String, &String)| format!("<li>{} {}</li>", escape(tag), escape(value));
    format!(
        "<details>\n<summary>Answer</summary>\n{shown}\
         <ul class=\"tags\"><li><code>{id}</code></li>{tags}</ul>\n</details>\n",
        shown = shown(truth),
        id = escape(&question.id),
        tags = question.tags.iter().map(tag).collect::<String>(),
    )
}

/// The right answer in words, or as pictures.
fn shown(truth: &Answer) -> String {
    let images: String = match truth {
        Answer::Choice(_) => {
            return format!("<p>The answer is <strong>{}</strong>.</p>\n", escape(&truth.text()));
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
