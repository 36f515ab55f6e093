//! A question about relations: its boxes, and a table of its pairs in place of long lists of words.

use super::TaskReport;
use super::boxes::views;
use super::html::{escape, table};
use super::shown::asked_in_short;
use crate::Miss;
use spatiq_bench::{Answer, Label, Question, Relations};

/// Pairs listed of one question.
const MOST_LISTED: usize = 30;

/// A question of the gallery.
pub(super) fn card(
    task: &TaskReport,
    number: usize,
    question: &Question,
    asked: &Relations,
    truth: &[Label],
) -> String {
    let remarks = task.remarks.get(&question.id).map_or(&[][..], Vec::as_slice);
    let tag = |(tag, value): (&String, &String)| format!("<li>{} {}</li>", escape(tag), escape(value));
    format!(
        "<article class=\"question\">\n<h5>Question {number}</h5>\n<p class=\"prompt\">{short}</p>\n{views}\
         <details>\n<summary>In full</summary>\n<p>{prompt}</p>\n</details>\n\
         <details>\n<summary>Answer</summary>\n{listed}<ul class=\"tags\"><li><code>{id}</code></li>{tags}</ul>\n</details>\n\
         </article>\n",
        short = escape(&asked_in_short(asked)),
        views = views(question, asked, [&[], &[]]),
        prompt = escape(&question.prompt),
        listed = listed(asked, truth, None, remarks),
        id = escape(&question.id),
        tags = question.tags.iter().map(tag).collect::<String>(),
    )
}

/// A bad answer beside the truth.
pub(super) fn missed(task: &TaskReport, miss: &Miss, asked: &Relations, truth: &[Label]) -> String {
    let remarks = task.remarks.get(&miss.question.id).map_or(&[][..], Vec::as_slice);
    match &miss.answer {
        Ok(Answer::Relations(labels)) => {
            views(&miss.question, asked, [&[], &[]]) + &listed(asked, truth, Some(labels), remarks)
        }
        Ok(Answer::Detected(found)) => {
            let claims = found.relations.len();
            let boxes = found.boxes.len() + found.boxes2.len();
            views(&miss.question, asked, [&found.boxes, &found.boxes2])
                + &format!("<p>It found {boxes} boxes (dashed) and makes {claims} claims about them.</p>\n")
                + &listed(asked, truth, None, remarks)
        }
        _ => views(&miss.question, asked, [&[], &[]]) + &listed(asked, truth, None, remarks),
    }
}

/// A row for each pair in the direction in which it was labelled.
fn listed(asked: &Relations, truth: &[Label], answer: Option<&[Label]>, remarks: &[String]) -> String {
    let difficulty = asked.groups.get("difficulty");
    let object = |at: usize| format!("{at} {}", escape(&asked.objects[at].class));
    let row = |at: usize| {
        let [a, b] = asked.pairs[at];
        let mut cells = vec![format!("{} to {}", object(a), object(b)), escape(truth[at].word())];
        if let Some(answer) = answer {
            // Both directions, where they do not say the same.
            let (forth, back) = (answer[at], answer.get(at + 1).map(|label| label.mirrored()));
            let said = match back.filter(|back| *back != forth) {
                Some(back) => format!("{}, and back {}", forth.word(), back.mirrored().word()),
                None => forth.word().into(),
            };
            let class = if forth == truth[at] { "hit" } else { "miss" };
            cells.push(format!("<span class=\"{class}\">{}</span>", escape(&said)));
        }
        cells.extend(difficulty.map(|groups| escape(&groups[at])));
        cells.extend((!remarks.is_empty()).then(|| escape(remarks.get(at).map_or("", String::as_str))));
        cells
    };
    let rows: Vec<Vec<String>> = (0..asked.pairs.len()).step_by(2).take(MOST_LISTED).map(row).collect();
    let mut head = vec!["Pair", "Right"];
    head.extend(answer.map(|_| "Answered"));
    head.extend(difficulty.map(|_| "Difficulty"));
    head.extend((!remarks.is_empty()).then_some("Votes"));
    let hidden = asked.pairs.len().div_ceil(2).saturating_sub(MOST_LISTED);
    let rest = if hidden > 0 { format!("<p>… and {hidden} more pairs</p>\n") } else { String::new() };
    table(
        "How the first object of each pair stands to the second",
        &head.into_iter().map(escape).collect::<Vec<_>>(),
        &rows,
    ) + &rest
}
