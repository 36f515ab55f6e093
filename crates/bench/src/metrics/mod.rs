//! How good an answer is, given the truth: the headline figure of each form, and others beside it.
//!
//! | form | headline | beside it |
//! |---|---|---|
//! | choice, word | right or wrong | |
//! | image | F1 of all ink at 2 px | F1 at 1 and 4 px, visible and hidden ink apart, root mean squared difference |
//! | points | F-score at 1 % of the object's size | at 2 %, Chamfer distances, earth mover's distance, normal consistency |
//! | relations | micro-F1 of all claims | precision, recall, accuracy, consistency; sources of error where boxes were found |

mod assignment;
mod drawing;
mod nearest;
mod points;
mod relations;

pub use assignment::assignment;
pub use drawing::grade as grade_drawing;
pub use nearest::Nearest;
pub use points::grade as grade_points;
pub use relations::{AREAS, MOST_OVERLAP};

use crate::{Answer, Form, Grade};
use spatiq_raster::Rgb;

/// Grades an answer that the question's form admits; `None` stands for one that is missing or not admitted. What is of
/// another form than the truth is worth nothing.
pub fn grade(form: &Form, truth: &Answer, answer: Option<&Answer>) -> Grade {
    match (form, truth, answer) {
        (Form::Relations(asked), Answer::Relations(truth), answer) => relations::grade(asked, truth, answer),
        (_, _, None) => Grade { is_invalid: true, ..Grade::of(0.0) },
        (_, truth, Some(answer)) => grade_alone(truth, answer),
    }
}

/// Grades an answer by the truth alone, where that is enough.
fn grade_alone(truth: &Answer, answer: &Answer) -> Grade {
    match (truth, answer) {
        (Answer::Choice(truth), Answer::Choice(answer)) => Grade::of(f64::from(truth == answer)),
        (Answer::Word(truth), Answer::Word(answer)) => Grade::of(f64::from(truth == answer)),
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

/// What a figure beside the grade says, where its name does not: which convention it follows.
pub fn about(name: &str) -> Option<&'static str> {
    Some(match name {
        "accuracy" => "right labels of the pairs that have one",
        "asymmetric" => {
            "pairs whose labels in the two directions do not mirror each other, of those with a claim in either"
        }
        "intransitive-strict" => "c < a, of triples with a < b and b < c; < is closer",
        "intransitive-weak" => "c < a, of triples with a ≤ b and b ≤ c; ≤ is closer or same",
        "boxes-found" => {
            "objects with a box above an intersection over union of 0.5, one to one, as many boxes as objects"
        }
        "f1-perfect-predicates" => "these boxes with the right label on every pair",
        "f1-perfect-boxes" => "these labels on the pairs whose two objects were both found",
        "before-repair" => "the score of the same answers before they were repaired",
        "changed" => "labels that the repair changed",
        _ => return None,
    })
}

/// The harmonic mean of precision and recall.
fn f1(precision: f64, recall: f64) -> f64 {
    match precision + recall {
        0.0 => 0.0,
        sum => 2.0 * precision * recall / sum,
    }
}
