//! The options that are hardest to tell apart, side by side: whoever sees no difference has found a fault.

use super::TaskReport;
use super::gallery::{captioned, image};
use super::html::{count, escape};
use spatiq_bench::{Pair, Picture};

/// The closest pairs of a task.
pub(super) fn section(task: &TaskReport) -> String {
    if task.pairs.is_empty() {
        return String::new();
    }
    let pairs: String = task.pairs.iter().map(|(id, pair)| shown(id, pair)).collect();
    format!(
        "<section class=\"closest\">\n<h3>Closest accepted pairs</h3>\n<p>A question is kept only if every two of its \
         options differ visibly. Of all questions here, these have the two options that differ least.</p>\n\
         <div class=\"pairs\">\n{pairs}</div>\n</section>\n"
    )
}

fn shown(id: &str, pair: &Pair) -> String {
    let picture = |picture: &Picture| {
        captioned(&image(&picture.png, &format!("Option: {}", picture.name)), &picture.name)
    };
    format!(
        "<article class=\"pair\">\n<div class=\"stimuli\">{}</div>\n<p><strong>{}</strong> {} apart<br>\
         <code>{}</code></p>\n</article>\n",
        pair.pictures.iter().map(picture).collect::<String>(),
        count(pair.distance),
        escape(pair.unit),
        escape(id),
    )
}
