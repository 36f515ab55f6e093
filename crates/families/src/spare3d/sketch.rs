//! Models that look the same: in four drawings, no ink of one is farther than two pixels from ink of the other.
//!
//! Thousands of models are compared through the boxes around their drawings: models that look the same have nearly the same
//! boxes, so that a model is held against those of neighbouring boxes only.

use super::ink::{Ink, Pixels, REACH};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Drawings that look the same reach equally far to within this many pixels, two at either end.
const SLACK: usize = 2 * REACH;

/// The drawings of a model from the front, from above, from the right and from pose 2.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Sketch {
    drawings: [Pixels; 4],
    /// Widths and heights of the boxes around them.
    sizes: [[usize; 2]; 4],
}

impl Sketch {
    /// Of the four drawings.
    pub fn new(inks: [&Ink; 4]) -> Self {
        Self { drawings: inks.map(Ink::pixels), sizes: inks.map(Ink::size) }
    }

    /// Whether two models look the same.
    pub fn looks_like(&self, other: &Self) -> bool {
        let sizes = self.sizes.as_flattened().iter().zip(other.sizes.as_flattened());
        let drawings = self.drawings.iter().zip(&other.drawings);
        sizes.into_iter().all(|(a, b)| a.abs_diff(*b) <= SLACK)
            && drawings.into_iter().all(|(a, b)| a.ink().distance(&b.ink()) == 0)
    }

    /// Where it stands among others: those that look like it are there or next to there.
    fn shelf(&self) -> [usize; 3] {
        let [[wide, high], [_, deep], ..] = self.sizes;
        [wide, high, deep].map(|size| size / (SLACK + 1))
    }
}

/// Sketches of models that all look different.
#[derive(Debug, Default)]
pub struct Sketches {
    kept: Vec<Sketch>,
    shelves: BTreeMap<[usize; 3], Vec<usize>>,
}

impl Sketches {
    /// Keeps a sketch, or gives the number of the first that looks like it; they are numbered as they are kept.
    pub fn keep(&mut self, sketch: Sketch) -> Result<(), usize> {
        let at = sketch.shelf();
        let around = |k: usize| [at[k].wrapping_sub(1), at[k], at[k] + 1];
        let mut alike: Option<usize> = None;
        for x in around(0) {
            for y in around(1) {
                for z in around(2) {
                    let near = self.shelves.get(&[x, y, z]).into_iter().flatten().copied();
                    let first = near.into_iter().find(|&other| self.kept[other].looks_like(&sketch));
                    alike = alike.into_iter().chain(first).min();
                }
            }
        }
        if let Some(other) = alike {
            return Err(other);
        }
        self.shelves.entry(at).or_default().push(self.kept.len());
        self.kept.push(sketch);
        Ok(())
    }
}
