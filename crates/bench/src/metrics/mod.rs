//! How good an answer is, given the truth: the headline figure of each form, and others beside it.
//!
//! | form | headline | beside it |
//! |---|---|---|
//! | choice | right or wrong | |
//! | image | F1 of all ink at 2 px | F1 at 1 and 4 px, visible and hidden ink apart, root mean squared difference |
//! | points | F-score at 1 % of the object's size | at 2 %, Chamfer distances, earth mover's distance, normal consistency |

mod assignment;
mod drawing;
mod nearest;
mod points;

pub use assignment::assignment;
pub use drawing::grade as grade_drawing;
pub use nearest::Nearest;
pub use points::grade as grade_points;

use crate::{Answer, Grade};
use spatiq_raster::Rgb;

/// Grades an answer that the question's form admits. What is of another form than the truth is worth nothing.
pub fn grade(truth: &Answer, answer: &Answer) -> Grade {
    match (truth, answer) {
        (Answer::Choice(truth), Answer::Choice(answer)) => Grade::of(f64::from(truth == answer)),
        (Answer::Image(truth), Answer::Image(answer)) => match (Rgb::decode(truth), Rgb::decode(answer)) {
            (Ok(truth), Ok(answer)) => grade_drawing(&truth, &answer),
            _ => Grade::of(0.0),
        },
        (Answer::Points(truth), Answer::Points(answer)) => grade_points(truth, answer),
        _ => Grade::of(0.0),
    }
}

/// Whether a figure beside the grade is a distance, of which less is better. All others are shares from 0 to 1.
pub fn is_distance(name: &str) -> bool {
    ["l2", "emd"].contains(&name) || name.starts_with("chamfer")
}

/// The harmonic mean of precision and recall.
fn f1(precision: f64, recall: f64) -> f64 {
    match precision + recall {
        0.0 => 0.0,
        sum => 2.0 * precision * recall / sum,
    }
}
