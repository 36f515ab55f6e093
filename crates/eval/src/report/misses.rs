//! Where solvers fail: questions with the answer that was given beside the right one, the worst first.

use super::gallery::{captioned, drawn, image, stimuli};
use super::html::{count, escape, percent};
use super::results::given;
use super::{TaskReport, cloud, relations_card};
use crate::{Miss, Misses};
use spatiq_bench::{Answer, Choice, Figure, Form, Metric, Question, metrics};
use spatiq_raster::Rgb;

/// The failures of each solver.
pub(super) fn section(task: &TaskReport) -> String {
    let solvers: String = task
        .misses
        .iter()
        .filter(|(_, misses)| !misses.worst.is_empty())
        .map(|(solver, misses)| of_solver(task, solver, misses))
        .collect();
    match solvers.is_empty() {
        true => String::new(),
        false => format!("<section class=\"misses\">\n<h3>Where solvers fail</h3>\n{solvers}</section>\n"),
    }
}

fn of_solver(task: &TaskReport, solver: &str, misses: &Misses) -> String {
    let choosing = Metric::of(&misses.worst[0].truth).is_proportion();
    let verdict = if choosing { "wrong" } else { "not perfect" };
    let shown = match misses.worst.len() as u64 {
        all if all == misses.missed => String::new(),
        some if choosing => format!("; the first {some}"),
        some => format!("; the worst {some}"),
    };
    let result = task.results.iter().find(|result| result.solver == solver);
    let faults: String = result
        .into_iter()
        .flat_map(|result| &result.faults.0)
        .map(|(why, (times, first))| {
            let first = format!("<span class=\"note\">first at <code>{}</code></span>", escape(first));
            format!("<li>{} without an answer: {} {first}</li>\n", count(*times), escape(why))
        })
        .collect();
    let faults = if faults.is_empty() { faults } else { format!("<ul>\n{faults}</ul>\n") };
    format!(
        "<h4>{}{}: {} of {} answers {verdict}{shown}</h4>\n{faults}{}",
        escape(solver),
        result.map_or_else(String::new, given),
        count(misses.missed),
        count(misses.answers),
        misses.worst.iter().map(|miss| card(task, miss)).collect::<String>() + &named(misses),
    )
}

/// Which questions were missed, where not all are shown.
fn named(misses: &Misses) -> String {
    if misses.missed == misses.worst.len() as u64 {
        return String::new();
    }
    let ids: Vec<String> = misses.ids.iter().map(|id| format!("<code>{}</code>", escape(id))).collect();
    let further = match misses.missed - misses.ids.len() as u64 {
        0 => String::new(),
        further => format!(" and {} more", count(further)),
    };
    format!("<details><summary>Which they are</summary>\n<p>{}{further}</p></details>\n", ids.join(" "))
}

fn card(task: &TaskReport, miss: &Miss) -> String {
    let question = &miss.question;
    let tag = |(tag, value): (&String, &String)| format!("<li>{} {}</li>", escape(tag), escape(value));
    let figure = task.figures.get(&question.id);
    let svg = |figure: &Figure| figure.answered.as_ref().or(figure.asked.as_ref()).cloned();
    let known = figure.and_then(|figure| Some(drawn(figure, &svg(figure)?)));
    // What has no drawing here was said about the answer.
    let said =
        figure.filter(|_| known.is_none()).map(|figure| format!("<p>{}</p>\n", escape(&figure.caption)));
    if let (Form::Relations(asked), Answer::Relations(truth)) = (&question.form, &miss.truth) {
        return format!(
            "<article class=\"question\">\n<h5><code>{}</code></h5>\n{}{}</article>\n",
            escape(&question.id),
            relations_card::missed(task, miss, asked, truth),
            why(miss) + &remark(miss),
        );
    }
    format!(
        "<article class=\"question\">\n<h5><code>{id}</code></h5>\n<ul class=\"tags\">{tags}</ul>\n\
         <p class=\"prompt\">{prompt}</p>\n<div class=\"asked rows\">\n\
         {given}<div class=\"compared\">{compared}</div>\n</div>\n{why}</article>\n",
        id = escape(&question.id),
        tags = question.tags.iter().map(tag).collect::<String>(),
        prompt = escape(&question.prompt),
        given = stimuli(&question.stimuli(), known.as_deref()),
        compared = compared(miss),
        why = why(miss) + &said.unwrap_or_default() + &remark(miss),
    )
}

/// The answer and the truth.
fn compared(miss: &Miss) -> String {
    let side = |class: &str, title: &str, answer: &Answer| {
        let content = pictures(&miss.question, answer);
        format!("<div class=\"{class}\"><p><strong>{}</strong></p>{content}</div>", escape(title))
    };
    let titled = |title: &str, answer: &Answer| match answer.is_text() {
        true => format!("{title}: {}", answer.text()),
        false => title.into(),
    };
    let answered = match &miss.answer {
        Ok(answer) => side("answered", &titled("Answered", answer), answer),
        Err(_) => String::new(),
    };
    answered + &side("truth", &titled("Right", &miss.truth), &miss.truth)
}

fn pictures(question: &Question, answer: &Answer) -> String {
    let shown: String = match answer {
        Answer::Choice(place) => {
            let letter = Choice::label(*place);
            let text = question.form.choices().get(*place).map_or("", |choice| choice.text.as_str());
            let text = if text.is_empty() { String::new() } else { format!("<p>{}</p>", escape(text)) };
            let options = question.options();
            let pictures = options.get(*place).map_or(&[][..], Vec::as_slice);
            let images = pictures.iter().map(|picture| image(&picture.png, &format!("Option {letter}")));
            images.collect::<String>() + &text
        }
        Answer::Relations(_) | Answer::Detected(_) | Answer::Word(_) => String::new(),
        Answer::Image(png) => image(png, "The drawing"),
        Answer::Points(cloud) => {
            let view = |(name, png): (&str, Vec<u8>)| {
                captioned(&image(&png, &format!("The points from the {name}")), name)
            };
            cloud::views(cloud).into_iter().map(view).collect()
        }
    };
    format!("<div class=\"stimuli\">{shown}</div>")
}

/// What is known about the failure: why there is no answer, how alike the options are, or the scores.
fn why(miss: &Miss) -> String {
    let text = match (&miss.answer, &miss.truth) {
        (Err(why), _) => format!("No answer: {}.", escape(why)),
        (Ok(Answer::Choice(chosen)), Answer::Choice(right)) => {
            match likeness(&miss.question, *chosen, *right) {
                Some(share) => {
                    format!("The two drawings share {} of their ink, within 2 pixels.", percent(share))
                }
                None => return String::new(),
            }
        }
        (Ok(_), truth) => {
            let headline = (Metric::of(truth).name(), &miss.grade.value);
            let scores =
                [headline].into_iter().chain(miss.grade.also.iter().map(|(name, value)| (*name, value)));
            let score = |(name, value): (&str, &f64)| format!("<li>{} {value:.3}</li>", escape(name));
            return format!("<ul class=\"tags\">{}</ul>\n", scores.map(score).collect::<String>());
        }
    };
    format!("<p>{text}</p>\n")
}

/// What the solver found out on the way.
fn remark(miss: &Miss) -> String {
    let said = miss.remark.as_ref().map(|remark| format!("<p>The solver says: {}.</p>\n", escape(remark)));
    said.unwrap_or_default()
}

/// How much ink two options have in common, where each is one picture.
fn likeness(question: &Question, one: usize, other: usize) -> Option<f64> {
    let options = question.options();
    let only = |place: usize| match options.get(place)?[..] {
        [picture] => Rgb::decode(&picture.png).ok(),
        _ => None,
    };
    Some(metrics::grade_drawing(&only(one)?, &only(other)?).value)
}
