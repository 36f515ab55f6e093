//! Questions that are about the same pictures: the pictures once, then every question with its answer below.

use super::TaskReport;
use super::gallery::{Numbered, answer, stimuli};
use super::html::escape;
use spatiq_bench::{Form, Question};

/// Whether two questions want words about the same pictures.
pub(super) fn is_one_room(one: &Question, other: &Question) -> bool {
    let wants_word = |question: &Question| matches!(question.form, Form::Word { .. });
    wants_word(one) && wants_word(other) && one.pictures == other.pictures
}

/// The pictures and all that is asked about them.
pub(super) fn card(task: &TaskReport, examples: &[Numbered<'_>]) -> String {
    let pictures = examples.first().map_or_else(Vec::new, |(_, (question, _))| question.stimuli());
    let line = |(number, (question, truth)): &Numbered<'_>| {
        format!(
            "<li value=\"{number}\"><p class=\"prompt\">{}</p>\n{}</li>\n",
            escape(&question.prompt),
            answer(question, truth, task.figures.get(&question.id)),
        )
    };
    format!(
        "<article class=\"question room\">\n{}<ol>\n{}</ol>\n</article>\n",
        stimuli(&pictures, None),
        examples.iter().map(line).collect::<String>(),
    )
}
