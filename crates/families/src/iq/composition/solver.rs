//! The solver `geometric`: reads the shapes off the pixels and searches for the option that tiles.

use super::outline::outline;
use super::shape::Shape;
use super::tiling::{Outcome, Slack, search};
use spatiq_bench::{Answer, Picture, Question, Solver, SolverError, SolverSpec};
use spatiq_raster::Gray;

/// The solver as it is registered.
pub const GEOMETRIC: SolverSpec = SolverSpec {
    name: "geometric",
    about: "reads the outlines off the pixels, to a fraction of one, and searches for an exact tiling",
    privileged: &[],
    learns: false,
    settings: &[],
    make: |_| Box::new(Geometric),
};

struct Geometric;

/// How inexact a fit may be: overlap in px per px of the pieces' outlines, and the thickness of gaps in px. The next
/// is tried only where no option fits within the one before.
const TOLERANCES: [[f64; 2]; 3] = [[0.03, 0.3], [0.15, 1.0], [0.6, 3.0]];

impl Solver for Geometric {
    fn answer(&mut self, question: &Question) -> Result<Answer, SolverError> {
        let stimuli = question.stimuli();
        let [original] = stimuli.as_slice() else {
            return Err(SolverError("expected one picture besides those of the options".into()));
        };
        let original = read(original)?;
        let options = question.options().into_iter();
        let options: Vec<Vec<Shape>> =
            options.map(|option| option.into_iter().map(read).collect()).collect::<Result<_, _>>()?;
        let best = TOLERANCES.iter().find_map(|&tolerance| best_fit(&original, &options, tolerance));
        let place = best.or_else(|| nearest_area(&original, &options));
        place.map(Answer::Choice).ok_or_else(|| SolverError("there are no options".into()))
    }
}

fn read(picture: &Picture) -> Result<Shape, SolverError> {
    let refuse = |why: String| SolverError(format!("picture {}: {why}", picture.name));
    let pixels = Gray::decode(&picture.png).map_err(|error| refuse(error.to_string()))?;
    outline(&pixels).ok_or_else(|| refuse("no shape with straight sides".into()))
}

/// The option that fits best, if any fits.
fn best_fit(original: &Shape, options: &[Vec<Shape>], [overlap, thin]: [f64; 2]) -> Option<usize> {
    let misfit = |pieces: &Vec<Shape>| {
        let outlines: f64 = pieces.iter().map(Shape::perimeter).sum();
        match search(original, pieces, Slack { overlap: overlap * outlines, thin }) {
            Outcome::Found(tiling) => Some(tiling.misfit),
            Outcome::None | Outcome::GivenUp => None,
        }
    };
    let found = options.iter().enumerate().filter_map(|(place, pieces)| Some((misfit(pieces)?, place)));
    found.min_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, place)| place)
}

/// The option whose pieces come nearest to the original's area.
fn nearest_area(original: &Shape, options: &[Vec<Shape>]) -> Option<usize> {
    let gap = |pieces: &Vec<Shape>| (pieces.iter().map(Shape::area).sum::<f64>() - original.area()).abs();
    let gaps = options.iter().enumerate().map(|(place, pieces)| (gap(pieces), place));
    gaps.min_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, place)| place)
}
