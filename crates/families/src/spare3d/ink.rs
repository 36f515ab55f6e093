//! Drawings as ink on a grid of pixels, and how far two drawings differ.
//!
//! The distance of two drawings is a number of pixels: so much ink of one, at 200 pixels a side, is farther than two pixels from
//! any ink of the other. A line that is visible in one drawing and hidden in the other counts as different.

use serde::{Deserialize, Serialize};
use spatiq_draw::{Drawing, Frame, Stroke};

/// Distances are measured in pictures of this size, whatever the size of the pictures that are shown.
pub const SIDE: usize = 200;

const WORDS: usize = SIDE.div_ceil(64);

/// Ink nearer than this is the same ink.
pub const REACH: usize = 2;

/// How many columns of a row are within reach, by the distance of the row.
const REACH_OF_ROW: [usize; REACH + 1] = [2, 1, 0];

/// The ink of a drawing.
#[derive(Clone, Debug, PartialEq)]
pub struct Ink {
    visible: Mask,
    hidden: Mask,
    wide_visible: Mask,
    wide_any: Mask,
}

impl Ink {
    /// Of a drawing in a frame of [`SIDE`] pixels.
    pub fn new(drawing: &Drawing, frame: &Frame) -> Self {
        Self::of(Mask::new(&drawing.visible, frame), Mask::new(&drawing.hidden, frame))
    }

    fn of(visible: Mask, hidden: Mask) -> Self {
        let wide_visible = visible.widened();
        let wide_any = visible.or(&hidden).widened();
        Self { visible, hidden, wide_visible, wide_any }
    }

    /// How many pixels of ink.
    #[cfg(test)]
    fn amount(&self) -> usize {
        self.visible.or(&self.hidden).count()
    }

    /// Width and height of the box around it.
    pub fn size(&self) -> [usize; 2] {
        let all = self.visible.or(&self.hidden).list();
        let span = |along: fn(usize) -> usize| {
            let (low, high) = all.iter().fold((usize::MAX, 0), |(low, high), &at| {
                let at = along(usize::from(at));
                (low.min(at), high.max(at + 1))
            });
            high.saturating_sub(low)
        };
        [span(|at| at % SIDE), span(|at| at / SIDE)]
    }

    /// The same in little memory.
    pub fn pixels(&self) -> Pixels {
        Pixels { visible: self.visible.list(), hidden: self.hidden.list() }
    }

    /// How far two drawings differ, in pixels of ink.
    pub fn distance(&self, other: &Self) -> usize {
        self.strays_from(other).max(other.strays_from(self))
    }

    fn strays_from(&self, other: &Self) -> usize {
        self.visible.minus(&other.wide_visible).count() + self.hidden.minus(&other.wide_any).count()
    }
}

/// The ink of a drawing as a list of pixels, for where there are thousands.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Pixels {
    visible: Vec<u16>,
    hidden: Vec<u16>,
}

impl Pixels {
    /// The ink.
    pub fn ink(&self) -> Ink {
        Ink::of(Mask::of_list(&self.visible), Mask::of_list(&self.hidden))
    }
}

/// A picture of bits.
#[derive(Clone, Debug, PartialEq)]
struct Mask(Vec<[u64; WORDS]>);

impl Mask {
    fn new(strokes: &[Stroke], frame: &Frame) -> Self {
        let mut mask = Self(vec![[0; WORDS]; SIDE]);
        for stroke in strokes {
            let points: Vec<[f64; 2]> = stroke.points.iter().map(|&p| frame.to_pixels(p)).collect();
            for pair in points.windows(2) {
                mask.line(pair[0], pair[1]);
            }
        }
        mask
    }

    /// Of pixels, numbered row by row.
    fn of_list(pixels: &[u16]) -> Self {
        let mut mask = Self(vec![[0; WORDS]; SIDE]);
        for (x, y) in pixels.iter().map(|&at| (usize::from(at) % SIDE, usize::from(at) / SIDE)) {
            mask.0[y][x / 64] |= 1 << (x % 64);
        }
        mask
    }

    /// Its pixels, numbered row by row.
    fn list(&self) -> Vec<u16> {
        let all = (0..SIDE).flat_map(|y| (0..SIDE).map(move |x| (x, y)));
        all.filter(|&(x, y)| self.0[y][x / 64] >> (x % 64) & 1 == 1)
            .map(|(x, y)| (y * SIDE + x) as u16)
            .collect()
    }

    fn line(&mut self, from: [f64; 2], to: [f64; 2]) {
        let way = [to[0] - from[0], to[1] - from[1]];
        let steps = (2.0 * way[0].abs().max(way[1].abs())).ceil().clamp(1.0, 4.0 * SIDE as f64);
        for k in 0..=steps as usize {
            let share = k as f64 / steps;
            let [x, y] = [from[0] + way[0] * share, from[1] + way[1] * share];
            if (0.0..SIDE as f64).contains(&x) && (0.0..SIDE as f64).contains(&y) {
                self.0[y as usize][x as usize / 64] |= 1 << (x as usize % 64);
            }
        }
    }

    fn or(&self, other: &Self) -> Self {
        self.with(other, |a, b| a | b)
    }

    fn minus(&self, other: &Self) -> Self {
        self.with(other, |a, b| a & !b)
    }

    fn with(&self, other: &Self, each: impl Fn(u64, u64) -> u64) -> Self {
        let row = |(a, b): (&[u64; WORDS], &[u64; WORDS])| std::array::from_fn(|k| each(a[k], b[k]));
        Self(self.0.iter().zip(&other.0).map(row).collect())
    }

    fn count(&self) -> usize {
        self.0.iter().flatten().map(|word| word.count_ones() as usize).sum()
    }

    /// With all that is within reach.
    fn widened(&self) -> Self {
        let mut wide = Self(vec![[0; WORDS]; SIDE]);
        for y in 0..SIDE {
            for other in y.saturating_sub(REACH)..(y + REACH + 1).min(SIDE) {
                let row = spread(&self.0[other], REACH_OF_ROW[y.abs_diff(other)]);
                (0..WORDS).for_each(|k| wide.0[y][k] |= row[k]);
            }
        }
        wide
    }
}

/// A row with every bit spread to both sides.
fn spread(row: &[u64; WORDS], reach: usize) -> [u64; WORDS] {
    let mut wide = *row;
    for _ in 0..reach {
        let before = wide;
        for k in 0..WORDS {
            let from_left = if k > 0 { before[k - 1] >> 63 } else { 0 };
            let from_right = if k + 1 < WORDS { before[k + 1] << 63 } else { 0 };
            wide[k] |= before[k] << 1 | from_left | before[k] >> 1 | from_right;
        }
    }
    wide
}

#[cfg(test)]
mod tests {
    use super::*;
    use spatiq_draw::{Kind, Style};

    fn line(from: [f64; 2], to: [f64; 2]) -> Stroke {
        Stroke { kind: Kind::Edge, points: vec![from, to] }
    }

    /// A frame in which a unit is a pixel, around a box of 100.
    fn ink(visible: &[Stroke], hidden: &[Stroke]) -> Ink {
        let frame_lines = vec![line([-50.0, -50.0], [50.0, 50.0])];
        let whole = Drawing { visible: frame_lines, hidden: Vec::new() };
        let frame = Frame::new(&whole, &Style { view_box: 2.0, ..Style::PAPER }, 100.0).unwrap();
        Ink::new(&Drawing { visible: visible.to_vec(), hidden: hidden.to_vec() }, &frame)
    }

    #[test]
    fn a_line_differs_by_its_length_once_it_has_moved_by_more_than_two_pixels() {
        let at = |y: f64| ink(&[line([-20.0, y], [20.0, y])], &[]);
        assert_eq!(at(0.5).amount(), 41);
        assert_eq!(at(0.5).distance(&at(2.5)), 0);
        assert_eq!(at(0.5).distance(&at(3.5)), 41);
    }

    #[test]
    fn what_is_hidden_in_one_and_visible_in_the_other_differs() {
        let stroke = [line([-20.0, 0.5], [20.0, 0.5])];
        let (seen, unseen) = (ink(&stroke, &[]), ink(&[], &stroke));
        assert_eq!(seen.distance(&unseen), 41);
        assert_eq!(seen.distance(&seen), 0);
    }

    #[test]
    fn distances_do_not_depend_on_the_order() {
        let a = ink(&[line([-30.0, -10.0], [44.0, 31.0])], &[line([0.0, 0.0], [5.0, 60.0])]);
        let b = ink(&[line([-31.0, -10.0], [44.0, 20.0])], &[]);
        assert_eq!(a.distance(&b), b.distance(&a));
        assert!(a.distance(&b) > 60);
    }

    #[test]
    fn a_list_of_pixels_gives_the_ink_back() {
        let ink = ink(&[line([-30.0, -10.0], [44.0, 31.0])], &[line([0.0, 0.0], [5.0, 60.0])]);
        assert_eq!(ink.pixels().ink(), ink);
        assert_eq!(ink.size(), [75, 71]);
    }

    #[test]
    fn ink_across_the_words_of_a_row_is_within_reach() {
        let at = |x: f64| ink(&[line([x, -20.0], [x, 20.0])], &[]);
        for x in [-37.5, -36.5, -35.5, 27.5, 28.5] {
            assert_eq!((at(x).distance(&at(x + 2.0)), at(x).distance(&at(x + 3.0))), (0, 41));
        }
    }
}
