//! All that is needed to rebuild a question and to check its truth.
//!
//! Coordinates are in 224ths of the square's side, x to the right, y down.

use super::cutting::SIDE;
use super::shape::Shape;
use crate::iq::levels::Distribution;
use serde::{Deserialize, Serialize};
use spatiq_bench::EvidenceError;
use spatiq_raster::Point;

/// A question as data.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Evidence {
    /// From 1 to 4.
    pub level: u8,
    /// Where the dataset has questions in and out of distribution, which this is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub distribution: Option<Distribution>,
    /// Width and height of each picture in pixels.
    pub size: u32,
    /// White ground around the square.
    pub padding: u32,
    /// How the wrong options were made.
    pub wrong: Wrong,
    /// The place of the right option.
    pub answer: usize,
    /// The shape to make up.
    pub original: Shape,
    /// The true pieces, where they lie in the original.
    pub pieces: Vec<Shape>,
    /// The four options.
    pub options: Vec<Candidate>,
}

/// The setting `wrong`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Wrong {
    /// Two options with a piece replaced by one of similar size, one with a piece scaled.
    Paper,
    /// Three options in which the same piece was changed, each time to one of exactly the same area.
    EqualArea,
}

/// An option.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Candidate {
    /// What makes it wrong; nothing in the right one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub change: Option<Change>,
    /// Its pictures in order.
    pub shown: Vec<Shown>,
}

/// A piece that was put in place of a true one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Change {
    /// Which of the true pieces it replaces.
    pub piece: usize,
    /// Where it comes from.
    pub how: How,
    /// The piece itself.
    pub shape: Shape,
    /// By how much the option's area differs from the original's.
    pub area_gap: f64,
    /// The length by which the option's sides fail to balance the original's.
    pub side_gap: f64,
    /// The area in which the piece differs from the one it replaces, at best.
    pub differs: f64,
}

/// Where a wrong piece comes from.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum How {
    /// Cut from the same original by other cuts.
    Replaced,
    /// The true piece, larger or smaller by this factor.
    Scaled(f64),
    /// The true piece, stretched along x and y by these factors.
    Stretched(Point),
}

/// A picture of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Shown {
    /// Which piece.
    pub piece: usize,
    /// Its quarter turns.
    pub turns: u8,
    /// Its distance from the middle of the picture.
    pub shift: Point,
}

/// Options of a question.
pub const OPTIONS: usize = 4;

/// The highest level.
pub const HIGHEST_LEVEL: u8 = 4;

/// Pixels in a row, and the white ground around the square.
pub const SIZES: [u32; 2] = [32, 4096];

/// The widest white ground.
pub const MOST_PADDING: u32 = 224;

/// Six cuts leave a square with fewer corners than this.
const MOST_CORNERS: usize = 12;

/// How many pieces each option of a level has.
pub fn piece_count(level: u8) -> usize {
    usize::from(level) + 1
}

impl Evidence {
    /// Reads evidence, and refuses what could not be drawn.
    pub fn parse(text: &str) -> Result<Self, EvidenceError> {
        let evidence: Self = serde_json::from_str(text).map_err(|error| EvidenceError(error.to_string()))?;
        match evidence.flaw() {
            None => Ok(evidence),
            Some(flaw) => Err(EvidenceError(flaw.into())),
        }
    }

    /// The evidence as JSON.
    pub fn write(&self) -> String {
        serde_json::to_string(self).expect("plain numbers and lists are always written")
    }

    /// The pieces of an option, in the order of the true ones.
    pub fn pieces_of(&self, option: usize) -> Vec<&Shape> {
        let mut pieces: Vec<&Shape> = self.pieces.iter().collect();
        if let Some(change) = &self.options[option].change {
            pieces[change.piece] = &change.shape;
        }
        pieces
    }

    fn flaw(&self) -> Option<&'static str> {
        let count = piece_count(self.level.min(HIGHEST_LEVEL));
        let flaws = [
            (!(1..=HIGHEST_LEVEL).contains(&self.level), "the level is not from 1 to 4"),
            (!(SIZES[0]..=SIZES[1]).contains(&self.size), "the size is not from 32 to 4096"),
            (self.padding > MOST_PADDING, "the padding is above 224"),
            (self.answer >= OPTIONS, "the answer is not one of four options"),
            (self.options.len() != OPTIONS, "there are not four options"),
            (self.pieces.len() != count, "the level has another number of pieces"),
            (!self.shapes().all(can_be_drawn), "a shape is not convex, too large, or has too many corners"),
            (
                !self.options.iter().enumerate().all(|(at, option)| option.fits(count, at == self.answer)),
                "an option does not show each piece once, or a wrong option has no changed piece",
            ),
        ];
        flaws.into_iter().find(|(holds, _)| *holds).map(|(_, flaw)| flaw)
    }

    fn shapes(&self) -> impl Iterator<Item = &Shape> {
        let changed =
            self.options.iter().filter_map(|option| option.change.as_ref()).map(|change| &change.shape);
        self.pieces.iter().chain([&self.original]).chain(changed)
    }
}

impl Candidate {
    fn fits(&self, count: usize, right: bool) -> bool {
        let mut seen = vec![0; count];
        for shown in &self.shown {
            if shown.piece >= count || shown.turns > 3 || !shown.shift.iter().all(|s| s.abs() <= SIDE) {
                return false;
            }
            seen[shown.piece] += 1;
        }
        let change_fits = match &self.change {
            None => right,
            Some(change) => !right && change.piece < count,
        };
        change_fits && seen.iter().all(|&times| times == 1)
    }
}

fn can_be_drawn(shape: &Shape) -> bool {
    let inside = |value: &f64| value.abs() <= 2.0 * SIDE;
    (3..=MOST_CORNERS).contains(&shape.corners.len())
        && shape.corners.iter().flatten().all(inside)
        && shape.is_convex()
}
