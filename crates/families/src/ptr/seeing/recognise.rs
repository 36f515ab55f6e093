//! What an object is and what its parts are: measured numbers, asked of forests that learnt from the train split.
//!
//! A first forest judges each part by itself. A second judges it again knowing what the first said of it, of the parts
//! that look like it and of all others: a board is a seat where there is a back. A third repeats that with what the second said. Of an object that may be tilted, each way that may
//! be up is tried; both forests have learnt what things look like in a wrong frame.

use super::SeeError;
use super::features::{Features, Shape, features, shapes};
use super::forest::Forest;
use super::frame::{Frame, ups};
use super::labels;
use super::points::SeenObject;
use spatiq_geom::DVec3;
use spatiq_scene::{Category, Colour, PartCategory};
use std::sync::LazyLock;

/// How much it counts that surfaces are level and upright in a frame, beside what the forests say.
const ALIGNED: f64 = 2.0;

/// What was learnt.
#[derive(Clone, Debug)]
pub struct Learnt {
    /// Judges a part by itself.
    pub first: Forest,
    /// Judges a part among the others.
    pub second: Forest,
    /// Does so again, now that the others are known better.
    pub third: Forest,
    /// Tells whether a part is straight and thin, or flat, enough to be a line or a plane.
    pub straight: Forest,
}

static LEARNT: LazyLock<Result<Learnt, SeeError>> =
    LazyLock::new(|| Learnt::read(include_bytes!("learnt.bin")));

/// An object with what was made of it.
#[derive(Clone, Debug)]
pub struct Recognised {
    /// What it is.
    pub category: Category,
    /// Its axes.
    pub frame: Frame,
    /// What each part is.
    pub parts: Vec<PartCategory>,
    /// What each part looks like.
    pub shapes: Vec<Shape>,
    /// How likely each part is straight or flat enough for a line or a plane.
    pub straight: Vec<f64>,
}

/// An object in one frame, with what the forests say.
struct Looked {
    frame: Frame,
    shapes: Vec<Shape>,
    features: Vec<Features>,
    votes: Vec<Vec<f32>>,
}

impl Learnt {
    /// What the repository holds.
    pub fn get() -> Result<&'static Self, SeeError> {
        LEARNT.as_ref().map_err(|_| SeeError::Learnt)
    }

    fn read(mut bytes: &[u8]) -> Result<Self, SeeError> {
        let [first, second, third, straight] = [(); 4].map(|()| Forest::read(&mut bytes));
        Ok(Self { first: first?, second: second?, third: third?, straight: straight? })
    }

    /// Finds out what an object is; `tilted` if it may not stand upright.
    pub fn recognise(&self, object: &SeenObject, colours: &[Colour], eye: DVec3, tilted: bool) -> Recognised {
        let ways = if tilted { ups(object) } else { vec![DVec3::Z] };
        let mut best: Option<(f64, Looked)> = None;
        for up in ways {
            let looked = self.look(object, colours, up, eye);
            let score = looked.right(object) + ALIGNED * looked.frame.aligned(object);
            if best.as_ref().is_none_or(|(most, _)| score > *most) {
                best = Some((score, looked));
            }
        }
        let (_, looked) = best.expect("the world's up is always tried");
        self.named(object, looked)
    }

    fn look(&self, object: &SeenObject, colours: &[Colour], up: DVec3, eye: DVec3) -> Looked {
        let frame = Frame::new(object, up, eye);
        let shapes = shapes(object, &frame);
        let features = features(object, &frame, &shapes);
        let mut votes: Vec<Vec<f32>> = features.iter().map(|numbers| self.first.ask(numbers)).collect();
        for forest in [&self.second, &self.third] {
            let context = in_context(&features, &votes, &shapes, colours);
            votes = context.iter().map(|numbers| forest.ask(numbers)).collect();
        }
        Looked { frame, shapes, features, votes }
    }

    fn named(&self, object: &SeenObject, looked: Looked) -> Recognised {
        let labels: Vec<(Category, PartCategory)> = labels::all().collect();
        let of = |category: Category, votes: &[f32]| -> f64 {
            let own = labels.iter().zip(votes).filter(|((one, _), _)| *one == category);
            own.map(|(_, vote)| f64::from(*vote)).sum()
        };
        let score = |category: &Category| -> f64 {
            let parts = object.parts.iter().zip(&looked.votes);
            parts
                .map(|(part, votes)| weight(part.points.len()) * libm::log(of(*category, votes).max(0.003)))
                .sum()
        };
        let category = Category::FURNITURE.into_iter().max_by(|a, b| score(a).total_cmp(&score(b)));
        let category = category.expect("there is furniture");
        let best = |votes: &Vec<f32>| {
            let own = (0..labels.len()).filter(|label| labels[*label].0 == category);
            own.max_by(|a, b| votes[*a].total_cmp(&votes[*b])).expect("every category has parts")
        };
        let chosen: Vec<usize> = looked.votes.iter().map(best).collect();
        let straight = chosen
            .iter()
            .zip(&looked.features)
            .map(|(label, numbers)| f64::from(self.straight.ask(&with_label(numbers, *label))[1]));
        Recognised {
            category,
            frame: looked.frame,
            straight: straight.collect(),
            parts: chosen.iter().map(|label| labels[*label].1).collect(),
            shapes: looked.shapes,
        }
    }
}

/// Small parts say less.
fn weight(pixels: usize) -> f64 {
    (pixels as f64 / 40.0).min(1.0).sqrt()
}

impl Looked {
    /// How likely the frame is the right one.
    fn right(&self, object: &SeenObject) -> f64 {
        let weights: Vec<f64> = object.parts.iter().map(|part| weight(part.points.len())).collect();
        let wrong = self.votes.iter().zip(&weights).map(|(votes, weight)| {
            let wrong = f64::from(votes[usize::from(labels::WRONG)]);
            weight * libm::log((1.0 - wrong).max(0.01))
        });
        wrong.sum::<f64>() / weights.iter().sum::<f64>()
    }
}

/// What the second forest sees: the part itself, what the first said of it, of all others, of those that look like it, and of
/// those of its colour, for parts of one kind have one colour.
pub fn in_context(
    features: &[Features],
    votes: &[Vec<f32>],
    shapes: &[Shape],
    colours: &[Colour],
) -> Vec<Vec<f32>> {
    let mean = |holds: &dyn Fn(usize) -> bool| {
        let mut sum = vec![0.0; votes[0].len()];
        let own: Vec<usize> = (0..votes.len()).filter(|other| holds(*other)).collect();
        for other in &own {
            sum.iter_mut().zip(&votes[*other]).for_each(|(sum, vote)| *sum += vote / own.len() as f32);
        }
        sum
    };
    let part = |nth: usize| {
        let mut others = vec![0.0; votes[nth].len()];
        for other in (0..votes.len()).filter(|other| *other != nth) {
            others.iter_mut().zip(&votes[other]).for_each(|(sum, vote)| *sum += vote);
        }
        let alike = mean(&|other| other == nth || shapes[nth].is_like(&shapes[other]));
        let painted = mean(&|other| colours[other] == colours[nth]);
        let same = colours.iter().filter(|colour| **colour == colours[nth]).count() as f32;
        [&features[nth][..], &votes[nth], &others, &alike, &painted, &[same]].concat()
    };
    (0..features.len()).map(part).collect()
}

/// What the forest of lines and planes sees: the part itself, and what it is.
pub fn with_label(features: &Features, label: usize) -> Vec<f32> {
    [&features[..], &[label as f32]].concat()
}
