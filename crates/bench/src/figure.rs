//! What a task can show to people beyond its questions. It is made for the report; solvers never get any of it.

use crate::Picture;

/// A drawing that helps to read a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Figure {
    /// What it shows, in a few words; where it shows the answer only, why that is right.
    pub caption: String,
    /// An SVG file that gives no answer away, where the question's pictures do not say it all.
    pub asked: Option<String>,
    /// An SVG file that shows the right answer, where there is something to show.
    pub answered: Option<String>,
}

/// Two options of a question that are hard to tell apart.
#[derive(Clone, Debug, PartialEq)]
pub struct Pair {
    /// How far they differ.
    pub distance: u64,
    /// What the distance counts, in a few words.
    pub unit: &'static str,
    /// The two; the names say what they are.
    pub pictures: [Picture; 2],
}
