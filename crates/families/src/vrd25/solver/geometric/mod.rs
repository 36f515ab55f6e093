//! A solver that measures: from the colours and the depth of a rendered picture, with boxes given and no masks.
//!
//! 1. `background` finds floor and walls outside of all boxes; what is in front of them is foreground.
//! 2. `segments` cuts the foreground into smooth pieces of one colour and gives each to an object by boxes and nearness.
//! 3. What lies between pieces of an object and is nearer than they are hides it (`hidden`).
//! 4. The median depth of an object, with what is hidden, is compared; so is how much each hides of the other.

mod background;
mod hidden;
mod segments;

use super::asked;
use super::depth::pixels;
use hidden::Hidden;
use spatiq_bench::{Answer, Label, Question, RelationKind, Solver, SolverError};
use spatiq_raster::{Gray16, Rgb};
use std::ops::Range;

/// Depths whose logarithms differ by no more are the same: that is how the labels are defined.
const SAME: f64 = 0.05;

/// A share of an object, and a number of pixels, that must be hidden to count.
const LEAST_HIDDEN: f64 = 0.02;
const LEAST_PIXELS: f64 = 20.0;

/// The solver.
pub struct Geometric;

/// A picture with its depth.
struct View {
    size: [usize; 2],
    /// Metres; infinite beyond what the map can tell.
    depth: Vec<f64>,
    colours: Vec<[u8; 3]>,
    /// Columns and rows of the boxes of its objects.
    boxes: Vec<[Range<usize>; 2]>,
}

/// What is found out about an object.
#[derive(Clone, Debug, Default)]
struct Found {
    depth: f64,
    /// Pixels of it, with those that are hidden.
    pixels: f64,
    /// How many of these each other object of the picture hides.
    hidden_by: Vec<f64>,
}

impl Solver for Geometric {
    fn answer(&mut self, question: &Question) -> Result<Answer, SolverError> {
        let asked = asked(question)?;
        // For each object its number among those of its picture.
        let mut places = vec![0; asked.objects.len()];
        let mut found: Vec<Vec<Found>> = Vec::new();
        for view in 0..asked.kind.views() {
            let of_view: Vec<usize> =
                (0..asked.objects.len()).filter(|at| asked.objects[*at].view == view).collect();
            of_view.iter().enumerate().for_each(|(place, at)| places[*at] = place);
            let edges: Vec<_> = of_view.iter().map(|at| asked.objects[*at].edges).collect();
            found.push(View::read(question, view, &edges)?.measured());
        }
        let label = |&[a, b]: &[usize; 2]| {
            let of = |at: usize| &found[asked.objects[at].view][places[at]];
            let delta = libm::log(of(b).depth / of(a).depth);
            let hides = |a: usize, b: usize| {
                of(b).hidden_by[places[a]] >= (LEAST_HIDDEN * of(b).pixels).max(LEAST_PIXELS)
            };
            match asked.kind {
                RelationKind::Depth if delta.abs() <= SAME => Label::Same,
                // Of two that seem exactly equally far the first is the closer one, in whichever direction it is asked.
                _ if asked.kind.is_order() => match delta > 0.0 || delta == 0.0 && a < b {
                    true => Label::Closer,
                    false => Label::Farther,
                },
                _ => match (hides(a, b), hides(b, a)) {
                    (false, false) => Label::None,
                    (true, false) => Label::Occludes,
                    (false, true) => Label::Occluded,
                    (true, true) => Label::Mutual,
                },
            }
        };
        Ok(Answer::Relations(asked.pairs.iter().map(label).collect()))
    }
}

impl View {
    fn read(question: &Question, view: usize, edges: &[[f64; 4]]) -> Result<Self, SolverError> {
        let suffix = if view == 0 { "" } else { "2" };
        let picture = |name: &str| {
            let name = format!("{name}{suffix}");
            question.picture(&name).ok_or(SolverError(format!("there is no picture {name:?}")))
        };
        let depth =
            Gray16::decode(&picture("depth")?.png).map_err(|error| SolverError(format!("depth: {error}")))?;
        let image =
            Rgb::decode(&picture("image")?.png).map_err(|error| SolverError(format!("image: {error}")))?;
        let size = [depth.width, depth.height];
        if size != [image.width, image.height] || size.contains(&0) {
            return Err(SolverError("picture and depth have different sizes".into()));
        }
        let metres = |millimetres: &u16| match millimetres {
            0 => f64::INFINITY,
            _ => f64::from(*millimetres) / 1000.0,
        };
        let columns_and_rows = |edges: &[f64; 4]| [0, 1].map(|axis| pixels(edges, axis, size[axis]));
        Ok(Self {
            size,
            depth: depth.pixels.iter().map(metres).collect(),
            colours: image.pixels,
            boxes: edges.iter().map(columns_and_rows).collect(),
        })
    }

    /// Whether a pixel is in the box of an object.
    fn is_in(&self, object: usize, at: usize) -> bool {
        let [columns, rows] = &self.boxes[object];
        columns.contains(&(at % self.size[0])) && rows.contains(&(at / self.size[0]))
    }

    fn measured(&self) -> Vec<Found> {
        let front = background::foreground(self);
        let owners = segments::owners(self, &front);
        let hidden: Vec<Hidden> =
            (0..self.boxes.len()).map(|object| Hidden::of(self, &owners, object)).collect();
        let found = |(object, hidden): (usize, Hidden)| {
            let seen = (0..owners.len()).filter(|at| owners[*at] == Some(object));
            let mut depths: Vec<f64> = seen.map(|at| self.depth[at]).collect();
            depths.extend(&hidden.depths);
            depths.sort_by(f64::total_cmp);
            let depth = match depths.len() {
                0 => self.fallback(object),
                count => (depths[(count - 1) / 2] + depths[count / 2]) / 2.0,
            };
            Found { depth, pixels: depths.len() as f64, hidden_by: hidden.by }
        };
        hidden.into_iter().enumerate().map(found).collect()
    }

    /// The median depth in a box of which no pixel was found to be the object's.
    fn fallback(&self, object: usize) -> f64 {
        let inside = (0..self.depth.len()).filter(|at| self.is_in(object, *at));
        let mut depths: Vec<f64> = inside.map(|at| self.depth[at]).collect();
        depths.sort_by(f64::total_cmp);
        depths.get(depths.len() / 2).copied().unwrap_or(1.0)
    }
}
