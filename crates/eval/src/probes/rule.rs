//! Choosing an option by one number alone.

use super::facts::{Facts, PictureFacts};
use super::learnt::Learnt;
use spatiq_bench::{Choice, Seed};
use std::fmt;

/// How an option is picked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Rule {
    /// The one whose number stands out in one way.
    Among {
        /// What is looked at.
        number: Number,
        /// What is looked for.
        strategy: Strategy,
    },
    /// The one that was right most often where the given picture's number was about the same.
    Given(Learnt),
}

/// A number that an option has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Number {
    Slot,
    Ink,
    BoxWidths,
    BoxHeights,
    BoxAreas,
    BoxHalfPerimeters,
    LongestSide,
    /// The longer side of the most elongated box over its shorter side, in thousandths.
    Aspect,
    InkGap,
    Bytes,
    Recurrence,
}

/// What about the number makes an option the one to pick.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Strategy {
    Most,
    Least,
    /// Farthest from the mean of the options.
    Unlike,
    /// Nearest to it.
    Like,
    /// Nearest to the number of the question's own pictures.
    Nearest,
    /// Farthest from it.
    Farthest,
    /// Equal to this.
    At(usize),
}

impl Rule {
    /// The place it picks; `None` where there are no options. Among equals the question's id decides, so a tie is a
    /// fair guess and gives nothing away.
    pub fn pick(&self, facts: &Facts) -> Option<usize> {
        let merits: Vec<i64> = match self {
            Self::Among { number, strategy } => {
                let numbers: Vec<i64> =
                    (0..facts.options.len()).map(|at| number.of_option(facts, at)).collect();
                let question = number.of_pictures(&facts.stimuli);
                numbers.iter().map(|&number| strategy.merit(number, &numbers, question)).collect()
            }
            Self::Given(learnt) => (0..facts.options.len()).map(|at| learnt.merit(facts, at)).collect(),
        };
        let best = *merits.iter().max()?;
        let equals: Vec<usize> = (0..merits.len()).filter(|&at| merits[at] == best).collect();
        match equals[..] {
            [only] => Some(only),
            _ => Some(*Seed::root(0).child("probe tie").child(&facts.id).rng().pick(&equals)),
        }
    }
}

impl Number {
    fn of_option(self, facts: &Facts, place: usize) -> i64 {
        let option = &facts.options[place];
        match self {
            Self::Slot => place as i64,
            Self::InkGap => (Self::Ink.of_pictures(option) - Self::Ink.of_pictures(&facts.stimuli)).abs(),
            Self::Recurrence => {
                let others = || facts.options.iter().enumerate().filter(|(at, _)| *at != place);
                let recurs = |picture: &PictureFacts| {
                    others().filter(|(_, other)| other.iter().any(|o| picture.resembles(o))).count() as i64
                };
                option.iter().map(recurs).sum()
            }
            _ => self.of_pictures(option),
        }
    }

    /// The number of the last of the question's pictures, the one that it is about, where no option has any.
    pub fn of_given(self, facts: &Facts) -> Option<i64> {
        let (given, before) =
            facts.stimuli.split_last().filter(|_| facts.options.iter().all(Vec::is_empty))?;
        let ink = |pictures: &[PictureFacts]| Self::Ink.of_pictures(pictures);
        Some(match self {
            Self::InkGap => ink(&[*given]) - ink(before),
            _ => self.of_pictures(&[*given]),
        })
    }

    /// The number of some pictures by themselves; 0 for one that only an option among others has.
    fn of_pictures(self, pictures: &[PictureFacts]) -> i64 {
        let sum = |number: fn(&PictureFacts) -> i64| pictures.iter().map(number).sum();
        let largest = |number: fn(&PictureFacts) -> i64| pictures.iter().map(number).max().unwrap_or(0);
        match self {
            Self::Slot | Self::InkGap | Self::Recurrence => 0,
            Self::Ink => sum(|picture| picture.ink),
            Self::BoxWidths => sum(|picture| picture.width),
            Self::BoxHeights => sum(|picture| picture.height),
            Self::BoxAreas => sum(|picture| picture.width * picture.height),
            Self::BoxHalfPerimeters => sum(|picture| picture.width + picture.height),
            Self::LongestSide => largest(|picture| picture.width.max(picture.height)),
            Self::Aspect => largest(|picture| {
                let (short, long) = (picture.width.min(picture.height), picture.width.max(picture.height));
                1000 * long / short.max(1)
            }),
            Self::Bytes => sum(|picture| picture.bytes),
        }
    }
}

impl Strategy {
    /// Whether it can pick anything where no question has more options than that.
    pub fn suits(self, most_options: usize) -> bool {
        !matches!(self, Self::At(place) if place >= most_options.max(1))
    }

    /// How much speaks for an option with that number; only the order matters.
    fn merit(self, number: i64, all: &[i64], question: i64) -> i64 {
        // Multiplied by the count of options, so that the mean is a whole number.
        let from_mean = || (number * all.len() as i64 - all.iter().sum::<i64>()).abs();
        match self {
            Self::Most => number,
            Self::Least => -number,
            Self::Unlike => from_mean(),
            Self::Like => -from_mean(),
            Self::Nearest => -(number - question).abs(),
            Self::Farthest => (number - question).abs(),
            Self::At(place) => i64::from(number == place as i64),
        }
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (number, strategy) = match self {
            Self::Among { number, strategy } => (number, strategy),
            Self::Given(learnt) => return learnt.fmt(out),
        };
        match strategy {
            Strategy::Most => write!(out, "the largest {number}"),
            Strategy::Least => write!(out, "the smallest {number}"),
            Strategy::Unlike => write!(out, "the {number} farthest from the options' mean"),
            Strategy::Like => write!(out, "the {number} nearest to the options' mean"),
            Strategy::Nearest => write!(out, "the {number} nearest to the question's"),
            Strategy::Farthest => write!(out, "the {number} farthest from the question's"),
            Strategy::At(place) => write!(out, "always {}", Choice::label(*place)),
        }
    }
}

impl fmt::Display for Number {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Self::Slot => "slot",
            Self::Ink => "amount of ink",
            Self::BoxWidths => "sum of box widths",
            Self::BoxHeights => "sum of box heights",
            Self::BoxAreas => "sum of box areas",
            Self::BoxHalfPerimeters => "sum of box widths and heights",
            Self::LongestSide => "longest side of a box",
            Self::Aspect => "aspect ratio of a box",
            Self::InkGap => "difference in ink from the question",
            Self::Bytes => "file size",
            Self::Recurrence => "number of recurring pictures",
        })
    }
}
