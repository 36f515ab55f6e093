//! What the tasks of the family have in common: settings, objects, and the way from evidence to a question.

use super::cube::{self, Corners};
use super::elements::Elements;
use super::sheet::{Look, Page, Pages};
use super::stock;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use spatiq_bench::{
    Answer, Choice, EvidenceError, Figure, Form, Generator, Item, Kind, Metric, Pair, Picture, Place, Preset,
    Question, Reject, Setting, SettingError, Settings, SolverSpec, Tags, Task, deal,
};
use spatiq_geom::Solid;
use std::marker::PhantomData;
use std::ops::RangeInclusive;

/// A kind of question about drawings.
pub trait Asked: Sync + 'static {
    /// `spare3d/<task>`.
    const NAME: &'static str;
    /// What is asked, in a line.
    const ABOUT: &'static str;
    /// What an answer looks like, in a line.
    const FORM: &'static str;
    /// How answers are scored.
    const METRIC: Metric;
    /// Named settings and sizes.
    const PRESETS: &'static [Preset];
    /// Who answers.
    const SOLVERS: &'static [SolverSpec];
    /// What is asked about the object.
    type Subject: Serialize + DeserializeOwned;

    /// Draws what is asked about an object.
    fn sample(object: &Elements, solid: &Solid, place: &Place) -> Result<Self::Subject, Reject>;
    /// Says what is wrong with a subject that somebody else may have written.
    fn fault(_: &Self::Subject) -> Option<String> {
        None
    }
    /// Makes the drawings.
    fn draw(evidence: &Evidence<Self::Subject>) -> Result<Pages, String>;
    /// The drawings among which the answer is chosen, as pictures.
    fn offered(_: &Evidence<Self::Subject>, pages: &Pages) -> Result<Vec<Picture>, String> {
        Ok(pages.shown[3..].iter().map(Page::picture).collect())
    }
    /// What question and answer say of the cube of poses; `None` where it does not matter.
    fn corners(_: &Self::Subject) -> Option<Corners> {
        None
    }
    /// What is asked and answered.
    fn ask(evidence: &Evidence<Self::Subject>, pages: &Pages) -> Result<Asking, String>;
    /// Checks the pictures by another route; says what does not hold.
    fn recheck(evidence: &Evidence<Self::Subject>, item: &Item) -> Result<(), String>;
}

/// Everything a question follows from.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Evidence<S> {
    /// The object.
    pub object: Elements,
    /// What is asked about it.
    #[serde(flatten)]
    pub subject: S,
    /// Side of the pictures in pixels.
    pub size: u32,
    /// The smallest distance between drawings that must differ.
    pub distance: usize,
}

/// What is asked about the drawings, and the right answer.
pub struct Asking {
    /// The words.
    pub prompt: String,
    /// What an answer must look like.
    pub form: Form,
    /// The right answer.
    pub truth: Answer,
}

impl Asking {
    /// Four drawings, the pictures that follow the three views, to choose one from.
    pub fn drawings(prompt: String, slot: usize) -> Self {
        let form =
            Form::Choice((3..7).map(|at| Choice { text: String::new(), pictures: vec![at] }).collect());
        Self { prompt, form, truth: Answer::Choice(slot) }
    }
}

/// A task of the family.
pub struct Spare3d<A>(PhantomData<A>);

impl<A> Spare3d<A> {
    /// The task.
    pub const fn new() -> Self {
        Self(PhantomData)
    }
}

/// Sides of a picture in pixels.
pub const SIZES: RangeInclusive<u32> = 64..=2048;

/// How far two drawings must differ, in pixels of ink, so that a person sees it.
pub const LEAST_DISTANCE: &str = "40";

const SETTINGS: &[Setting] = &[
    Setting {
        name: "size",
        default: "200",
        kind: Kind::Whole(*SIZES.start() as u64, *SIZES.end() as u64),
        about: "side of the pictures in pixels",
    },
    Setting {
        name: "primitives",
        default: "2,3,4",
        kind: Kind::Text("numbers of primitives, 2 to 12, such as 2,3,4"),
        about: "how many primitives objects are made of, in equal parts",
    },
    Setting {
        name: "least-distance",
        default: LEAST_DISTANCE,
        kind: Kind::Whole(1, 10_000),
        about: "the options differ at least by so many pixels of ink at 200 pixels a side",
    },
    Setting {
        name: "most-distance",
        default: "10000",
        kind: Kind::Whole(1, 10_000),
        about: "the two most similar options differ at most by so many: less is harder",
    },
];

/// The settings, typed.
pub struct Rules {
    /// Side of the pictures in pixels.
    pub size: u32,
    primitives: Vec<usize>,
    distances: RangeInclusive<usize>,
}

impl Rules {
    fn read(settings: &Settings) -> Result<Self, SettingError> {
        let numbers = settings.text("primitives").split(',').map(|number| number.trim().parse::<usize>());
        let primitives: Vec<usize> =
            numbers.collect::<Result<_, _>>().map_err(|_| refused(settings, "primitives"))?;
        let known = 2..=stock::MOST_PRIMITIVES as usize;
        if primitives.is_empty() || !primitives.iter().all(|number| known.contains(number)) {
            return Err(refused(settings, "primitives"));
        }
        let distances = settings.whole("least-distance") as usize..=settings.whole("most-distance") as usize;
        Ok(Self { size: settings.whole("size") as u32, primitives, distances })
    }

    /// The object of a question.
    pub fn object(&self, place: &Place) -> Result<Elements, Reject> {
        let turn = deal(&place.split_seed.child("primitives"), self.primitives.len(), place.index);
        stock::model(&place.seed.child("object"), self.primitives[turn]).map(Elements)
    }

    /// Drawings that differ by less look the same.
    pub fn least_distance(&self) -> usize {
        *self.distances.start()
    }

    /// Refuses look-alikes, and what is easier than asked for.
    pub fn check_distance(&self, distance: usize) -> Result<(), Reject> {
        if distance < self.least_distance() {
            return Err(Reject("two options look alike"));
        }
        if distance > *self.distances.end() {
            return Err(Reject("no two options are as similar as asked for"));
        }
        Ok(())
    }
}

fn refused(settings: &Settings, name: &str) -> SettingError {
    let expected = "expected numbers from 2 to 12 with commas between them".into();
    SettingError::Value { name: name.into(), value: settings.text(name).into(), expected }
}

/// How sheets of objects made of primitives look.
pub fn look(size: u32) -> Look {
    Look { size, view_box: 1.7 }
}

impl<A: Asked> Task for Spare3d<A> {
    fn name(&self) -> &'static str {
        A::NAME
    }

    fn about(&self) -> &'static str {
        A::ABOUT
    }

    fn form(&self) -> &'static str {
        A::FORM
    }

    fn metric(&self) -> Metric {
        A::METRIC
    }

    fn settings(&self) -> &'static [Setting] {
        SETTINGS
    }

    fn presets(&self) -> &'static [Preset] {
        A::PRESETS
    }

    fn solvers(&self) -> &'static [SolverSpec] {
        A::SOLVERS
    }

    fn configure(&self, settings: &Settings) -> Result<Box<dyn Generator>, SettingError> {
        Ok(Box::new(Maker::<A> { rules: Rules::read(settings)?, asked: PhantomData }))
    }

    fn rebuild(&self, id: &str, evidence: &str) -> Result<Item, EvidenceError> {
        let evidence = parse::<A>(evidence)?;
        item::<A>(&evidence, &A::draw(&evidence).map_err(wrong)?, id.into()).map_err(wrong)
    }

    fn recheck(&self, item: &Item) -> Result<(), EvidenceError> {
        let evidence = parse::<A>(&item.evidence)?;
        let pages = A::draw(&evidence).map_err(wrong)?;
        if pages.smallest_distance() != evidence.distance {
            return Err(wrong("the smallest distance between drawings is another".into()));
        }
        A::recheck(&evidence, item).map_err(wrong)
    }

    fn figure(&self, item: &Item) -> Option<Figure> {
        let Corners { asked, answered } = A::corners(&parse::<A>(&item.evidence).ok()?.subject)?;
        let caption = match asked {
            Some(pose) => format!("pose {pose} of the eight poses"),
            None => "the eight poses".into(),
        };
        Some(Figure {
            caption,
            asked: cube::svg(asked),
            answered: answered.map(|pose| cube::svg(Some(pose))),
        })
    }

    fn distance(&self, evidence: &str) -> Option<u64> {
        let chosen = A::METRIC == Metric::Accuracy;
        chosen.then(|| parse::<A>(evidence).ok()).flatten().map(|evidence| evidence.distance as u64)
    }

    fn most_similar(&self, evidence: &str) -> Option<Pair> {
        let evidence = parse::<A>(evidence).ok()?;
        let pages = A::draw(&evidence).ok()?;
        let pair = pages.most_similar()?;
        let offered = A::offered(&evidence, &pages).ok()?;
        Some(Pair {
            distance: evidence.distance as u64,
            unit: "pixels of ink",
            pictures: pair.map(|at| offered[at].clone()),
        })
    }
}

fn parse<A: Asked>(text: &str) -> Result<Evidence<A::Subject>, EvidenceError> {
    let evidence: Evidence<A::Subject> =
        serde_json::from_str(text).map_err(|error| wrong(error.to_string()))?;
    if !SIZES.contains(&evidence.size) {
        return Err(wrong("the size is out of range".into()));
    }
    A::fault(&evidence.subject).map_or(Ok(evidence), |fault| Err(wrong(fault)))
}

fn wrong(what: String) -> EvidenceError {
    EvidenceError(format!("evidence: {what}"))
}

/// The question about drawings that are made already.
fn item<A: Asked>(evidence: &Evidence<A::Subject>, pages: &Pages, id: String) -> Result<Item, String> {
    let Asking { prompt, form, truth } = A::ask(evidence, pages)?;
    let mut tags = Tags::from([("primitives".into(), evidence.object.0.len().to_string())]);
    if !pages.compared.is_empty() {
        tags.insert("similarity".into(), similarity(evidence.distance).into());
    }
    let pictures = pages.shown.iter().map(Page::picture).collect();
    let text = serde_json::to_string(evidence).map_err(|error| error.to_string())?;
    Ok(Item { question: Question { id, prompt, pictures, form, tags }, truth, evidence: text })
}

/// How alike the two most similar options are.
fn similarity(distance: usize) -> &'static str {
    match distance {
        0..100 => "high",
        100..200 => "medium",
        _ => "low",
    }
}

struct Maker<A> {
    rules: Rules,
    asked: PhantomData<fn() -> A>,
}

impl<A: Asked> Generator for Maker<A> {
    fn generate(&self, place: &Place) -> Result<Item, Reject> {
        let object = self.rules.object(place)?;
        let solid = object.solid().map_err(|_| Reject("a measure out of range"))?;
        let subject = A::sample(&object, &solid, place)?;
        let mut evidence = Evidence { object, subject, size: self.rules.size, distance: 0 };
        let failed = |_| Reject("a drawing that cannot be made");
        let pages = A::draw(&evidence).map_err(failed)?;
        if pages.smallest_distance_of_views() < self.rules.least_distance() {
            return Err(Reject("two of the three views look the same"));
        }
        evidence.distance = pages.smallest_distance();
        if !pages.compared.is_empty() {
            self.rules.check_distance(evidence.distance)?;
        }
        item::<A>(&evidence, &pages, place.id()).map_err(failed)
    }
}
