//! From a question's words back to its program.

use super::program::Program;
use super::template::{TEMPLATES, Template};

/// What every question begins with.
pub const NOTE: &str = "Only what can be seen in the picture counts. ";

/// What a question may mean: a template and a program. All templates are tried, so that one answer tells that the words are
/// not ambiguous.
pub fn hear(question: &str) -> Vec<(&'static Template, Program)> {
    let question = question.strip_prefix(NOTE).unwrap_or(question);
    let mut found: Vec<(&Template, Program)> = Vec::new();
    for template in TEMPLATES.iter() {
        for wording in &template.wordings {
            for chosen in wording.hear(question, &template.parameters) {
                let program = template.program(&chosen);
                if program.check().is_ok() && !found.iter().any(|(_, other)| *other == program) {
                    found.push((template, program));
                }
            }
        }
    }
    found
}
