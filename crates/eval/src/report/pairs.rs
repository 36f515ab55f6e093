//! The options that are hardest to tell apart, side by side: whoever sees no difference has found a fault.

use super::TaskReport;
use super::gallery::{captioned, image};
use super::html::{count, escape};
use spatiq_bench::{Pair, Picture};
use spatiq_raster::Rgb;

/// The closest pairs of a task.
pub(super) fn section(task: &TaskReport) -> String {
    if task.pairs.is_empty() {
        return String::new();
    }
    let pairs: String = task.pairs.iter().map(|(id, pair)| shown(id, pair)).collect();
    format!(
        "<section class=\"closest\">\n<h3>Closest accepted pairs</h3>\n<p>A question is kept only if every two of its \
         options differ visibly. Of all questions here, these have the two options that differ least; beside them, what differs is \
         red.</p>\n\
         <div class=\"pairs\">\n{pairs}</div>\n</section>\n"
    )
}

fn shown(id: &str, pair: &Pair) -> String {
    let picture = |picture: &Picture| {
        captioned(&image(&picture.png, &format!("Option: {}", picture.name)), &picture.name)
    };
    format!(
        "<article class=\"pair\">\n<div class=\"stimuli\">{}{}</div>\n<p><strong>{}</strong> {} apart<br>\
         <code>{}</code></p>\n</article>\n",
        pair.pictures.iter().map(picture).collect::<String>(),
        marked(pair).map_or(String::new(), |png| captioned(&image(&png, "What differs"), "what differs")),
        count(pair.distance),
        escape(pair.unit),
        escape(id),
    )
}

/// Shades that differ by less look the same.
const SAME: u8 = 48;

/// The first picture, pale, and in red where the second is another.
fn marked(pair: &Pair) -> Option<Vec<u8>> {
    let [mut one, other] = pair.pictures.each_ref().map(|picture| Rgb::decode(&picture.png).ok());
    let (one, other) = (one.as_mut()?, other?);
    if (one.width, one.height) != (other.width, other.height) {
        return None;
    }
    for (pixel, beside) in one.pixels.iter_mut().zip(&other.pixels) {
        let differs = pixel.iter().zip(beside).any(|(a, b)| a.abs_diff(*b) >= SAME);
        *pixel = if differs { [200, 30, 30] } else { pixel.map(|shade| 255 - (255 - shade) / 3) };
    }
    Some(one.encode())
}
