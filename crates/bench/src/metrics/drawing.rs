//! Comparing line drawings by their ink.
//!
//! A pixel has ink where it is darker than white by a tenth or more in some channel: every line of the drawings, the
//! thinnest of 0.35 px too, leaves an unbroken trail of such pixels. Red ink is that of hidden lines, all other ink that
//! of visible ones, so a drawing in grey has no hidden lines.
//!
//! Precision is the share of the answer's ink pixels that lie within so many pixels of one of the truth's, by Euclidean
//! distance of centres; recall is the converse. Where neither has any ink, they agree.

use super::f1;
use crate::Grade;
use spatiq_raster::Rgb;

/// Tolerances in pixels.
const TOLERANCES: [usize; 3] = [1, 2, 4];

/// Names of the figures at each tolerance. The second of the first row is the headline.
const NAMES: [[&str; 3]; 3] = [
    ["ink-f1-1px", "ink-f1-2px", "ink-f1-4px"],
    ["visible-f1-1px", "visible-f1-2px", "visible-f1-4px"],
    ["hidden-f1-1px", "hidden-f1-2px", "hidden-f1-4px"],
];

/// How much darker than white ink is, in 255ths.
const DARKER: u8 = 26;

/// Grades a drawing: F1 of all ink at 2 px; beside it F1 at 1 and 4 px, all of it for visible and hidden ink apart, and
/// `l2`, the root of the mean squared difference of pixels in 0 to 1. Pictures of two sizes have nothing in common.
pub fn grade(truth: &Rgb, answer: &Rgb) -> Grade {
    if (truth.width, truth.height) != (answer.width, answer.height) {
        return Grade::of(0.0);
    }
    let mut grade = Grade::of(0.0);
    let kinds: [fn([u8; 3]) -> bool; 3] = [is_ink, is_visible, is_hidden];
    for (is_kind, names) in kinds.into_iter().zip(NAMES) {
        let scores = f1_of(&Ink::of(truth, is_kind), &Ink::of(answer, is_kind));
        grade.also.extend(names.into_iter().zip(scores));
    }
    grade.value = grade.also.remove(NAMES[0][1]).unwrap_or(0.0);
    grade.also.insert("l2", l2(truth, answer));
    grade
}

fn is_ink(colour: [u8; 3]) -> bool {
    colour.into_iter().any(|shade| shade <= 255 - DARKER)
}

/// Red stays where a red line lies, while green and blue fade; a pixel is hidden ink if red kept more than half of that.
fn is_hidden(colour: [u8; 3]) -> bool {
    let [red, green, blue] = colour.map(i32::from);
    is_ink(colour) && 2 * (red - green.max(blue)) > 255 - green.min(blue)
}

fn is_visible(colour: [u8; 3]) -> bool {
    is_ink(colour) && !is_hidden(colour)
}

/// Which pixels have ink of some kind.
struct Ink {
    width: usize,
    pixels: Vec<bool>,
}

impl Ink {
    fn of(picture: &Rgb, is_kind: fn([u8; 3]) -> bool) -> Self {
        Self { width: picture.width, pixels: picture.pixels.iter().map(|pixel| is_kind(*pixel)).collect() }
    }

    /// The share of this ink that lies within each tolerance of the other; `None` where there is no ink.
    fn share_near(&self, other: &Self) -> Option<[f64; 3]> {
        let disc = disc();
        let mut counts = [0u64; 3];
        let mut all = 0u64;
        for at in (0..self.pixels.len()).filter(|&at| self.pixels[at]) {
            all += 1;
            let (x, y) = ((at % self.width) as isize, (at / self.width) as isize);
            let near = disc.iter().find(|(dx, dy, _)| other.has(x + dx, y + dy));
            for (count, tolerance) in counts.iter_mut().zip(TOLERANCES) {
                *count += u64::from(near.is_some_and(|(.., squared)| *squared <= tolerance * tolerance));
            }
        }
        (all > 0).then(|| counts.map(|count| count as f64 / all as f64))
    }

    fn has(&self, x: isize, y: isize) -> bool {
        let inside = x >= 0 && y >= 0 && (x as usize) < self.width;
        inside && self.pixels.get(y as usize * self.width + x as usize).copied().unwrap_or(false)
    }
}

/// Steps to all pixels within the widest tolerance with their squared lengths, the nearest first.
fn disc() -> Vec<(isize, isize, usize)> {
    let reach = TOLERANCES[2] as isize;
    let mut steps: Vec<_> = (-reach..=reach)
        .flat_map(|dy| (-reach..=reach).map(move |dx| (dx, dy, (dx * dx + dy * dy) as usize)))
        .filter(|(.., squared)| *squared <= TOLERANCES[2] * TOLERANCES[2])
        .collect();
    steps.sort_by_key(|(.., squared)| *squared);
    steps
}

fn f1_of(truth: &Ink, answer: &Ink) -> [f64; 3] {
    match (answer.share_near(truth), truth.share_near(answer)) {
        (None, None) => [1.0; 3],
        (Some(precision), Some(recall)) => [0, 1, 2].map(|at| f1(precision[at], recall[at])),
        _ => [0.0; 3],
    }
}

/// The root of the mean squared difference of all channels, in 0 to 1.
fn l2(truth: &Rgb, answer: &Rgb) -> f64 {
    let channels = truth.pixels.as_flattened().iter().zip(answer.pixels.as_flattened());
    let squares: u64 = channels.map(|(a, b)| u64::from(a.abs_diff(*b)).pow(2)).sum();
    (squares as f64 / (3 * truth.pixels.len()).max(1) as f64).sqrt() / 255.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Rng, Seed};
    use spatiq_raster::{Gray, Pen};

    const BLACK: [u8; 3] = [0; 3];
    const RED: [u8; 3] = [255, 0, 0];

    /// A white picture with dots.
    fn dots(dots: &[(usize, usize, [u8; 3])]) -> Rgb {
        let mut picture = Rgb::new(40, 30, [255; 3]);
        for &(x, y, colour) in dots {
            picture.pixels[y * 40 + x] = colour;
        }
        picture
    }

    #[test]
    fn the_same_drawing_is_perfect_and_an_empty_one_worthless() {
        let drawing = dots(&[(3, 4, BLACK), (9, 9, RED)]);
        let same = grade(&drawing, &drawing);
        assert_eq!(same.value, 1.0);
        assert!(same.also.iter().all(|(name, value)| *value == f64::from(*name != "l2")), "{same:?}");
        assert_eq!(same.also.len(), 9);
        let empty = grade(&drawing, &dots(&[]));
        assert_eq!((empty.value, empty.also["ink-f1-4px"]), (0.0, 0.0));
        assert_eq!(grade(&dots(&[]), &dots(&[])).value, 1.0);
        assert_eq!(grade(&drawing, &Rgb::new(30, 40, BLACK)).value, 0.0);
    }

    #[test]
    fn distance_decides_which_tolerance_holds() {
        let truth = dots(&[(10, 10, BLACK)]);
        for (x, y, expected) in [
            (11, 10, [1.0, 1.0, 1.0]),
            (11, 11, [0.0, 1.0, 1.0]),
            (12, 10, [0.0, 1.0, 1.0]),
            (12, 11, [0.0, 0.0, 1.0]),
            (14, 10, [0.0, 0.0, 1.0]),
            (13, 13, [0.0, 0.0, 0.0]),
        ] {
            let found = grade(&truth, &dots(&[(x, y, BLACK)]));
            assert_eq!(
                [found.also["ink-f1-1px"], found.value, found.also["ink-f1-4px"]],
                expected,
                "{x} {y}"
            );
        }
        // The left end of a row is not next to the right end of the row above.
        assert_eq!(grade(&dots(&[(39, 9, BLACK)]), &dots(&[(0, 10, BLACK)])).value, 0.0);
    }

    #[test]
    fn precision_and_recall_are_shares_of_pixels() {
        // Three of the answer's four pixels are right, and three of the truth's six are found.
        let truth: Vec<_> = [2, 8, 14, 20, 26, 32].map(|x| (x, 5, BLACK)).into();
        let answer = dots(&[(2, 5, BLACK), (8, 6, BLACK), (14, 7, BLACK), (20, 20, BLACK)]);
        let expected = 2.0 * 0.75 * 0.5 / 1.25;
        assert!((grade(&dots(&truth), &answer).value - expected).abs() < 1e-12);
    }

    #[test]
    fn red_ink_is_hidden_and_all_other_is_visible() {
        let truth = dots(&[(5, 5, BLACK), (15, 15, RED)]);
        let swapped = grade(&truth, &dots(&[(5, 5, RED), (15, 15, BLACK)]));
        assert_eq!(swapped.value, 1.0);
        assert_eq!((swapped.also["visible-f1-4px"], swapped.also["hidden-f1-4px"]), (0.0, 0.0));
        let grey = grade(&truth, &dots(&[(5, 5, [90; 3]), (15, 15, [90; 3])]));
        assert_eq!((grey.value, grey.also["hidden-f1-2px"]), (1.0, 0.0));
        assert!((grey.also["visible-f1-2px"] - 2.0 / 3.0).abs() < 1e-12);
        for (colour, ink, hidden) in [
            ([255, 255, 255], false, false),
            ([240, 240, 240], false, false),
            ([255, 240, 240], false, false),
            ([255, 220, 220], true, true),
            ([255, 0, 0], true, true),
            ([220, 20, 60], true, true),
            ([128, 0, 0], true, true),
            ([100, 60, 60], true, false),
            ([0, 0, 255], true, false),
            ([255, 255, 0], true, false),
        ] {
            assert_eq!((is_ink(colour), is_hidden(colour)), (ink, hidden), "{colour:?}");
        }
    }

    #[test]
    fn a_thin_red_line_leaves_an_unbroken_trail_at_any_angle() {
        for (x, y) in
            [(190.0, 10.0), (190.0, 10.5), (190.0, 77.3), (190.0, 190.0), (33.3, 190.0), (10.5, 190.0)]
        {
            for shift in [0.0, 0.25, 0.5] {
                let mut picture = Rgb::new(200, 200, [255; 3]);
                let pen = Pen { width: 0.35, dash: None };
                picture.stroke(&[vec![[10.0 + shift, 10.0 + shift], [x + shift, y + shift]]], &pen, RED);
                let hidden = Ink::of(&picture, is_hidden);
                // Every row, or column for flat lines, that the line crosses in its middle has ink.
                let flat = x - 10.0 > y - 10.0;
                for at in 12..(if flat { x } else { y }) as isize - 2 {
                    let found = (0..200)
                        .any(|other| if flat { hidden.has(at, other) } else { hidden.has(other, at) });
                    assert!(found, "{x} {y} {shift} {at}");
                }
                assert_eq!(grade(&picture, &picture).also["hidden-f1-1px"], 1.0);
            }
        }
    }

    #[test]
    fn shares_agree_with_a_search_over_all_pairs() {
        let random = |rng: &mut Rng| {
            let dots_of: Vec<_> =
                (0..1 + rng.below(60)).map(|_| (rng.below(40), rng.below(30), BLACK)).collect();
            dots(&dots_of)
        };
        let places = |picture: &Rgb| -> Vec<(i64, i64)> {
            let all = (0..picture.pixels.len()).filter(|at| picture.pixels[*at] == BLACK);
            all.map(|at| ((at % 40) as i64, (at / 40) as i64)).collect()
        };
        for seed in 0..50 {
            let mut rng = Seed::root(seed).rng();
            let (truth, answer) = (random(&mut rng), random(&mut rng));
            let (a, b) = (places(&truth), places(&answer));
            let share = |from: &[(i64, i64)], to: &[(i64, i64)]| {
                let near = |p: &&(i64, i64)| to.iter().any(|q| (p.0 - q.0).pow(2) + (p.1 - q.1).pow(2) <= 4);
                from.iter().filter(near).count() as f64 / from.len() as f64
            };
            assert_eq!(grade(&truth, &answer).value, f1(share(&b, &a), share(&a, &b)));
        }
    }

    #[test]
    fn the_difference_of_pixels_is_that_of_all_channels() {
        assert_eq!(grade(&Rgb::new(3, 3, BLACK), &Rgb::new(3, 3, [255; 3])).also["l2"], 1.0);
        let red = grade(&Rgb::new(3, 3, [255; 3]), &Rgb::new(3, 3, RED)).also["l2"];
        assert!((red - (2.0f64 / 3.0).sqrt()).abs() < 1e-12);
        let grey = Rgb::decode(&Gray::new(3, 3, 204).encode()).unwrap();
        assert!((grade(&Rgb::new(3, 3, [255; 3]), &grey).also["l2"] - 0.2).abs() < 1e-12);
    }
}
