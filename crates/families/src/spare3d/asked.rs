//! What the tasks of the family have in common: settings, objects, and the way from evidence to a question.

use super::elements::Elements;
use super::poses::overlap;
use super::sheet::{Look, Page, Pages};
use super::stock;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use spatiq_bench::{
    Answer, Choice, EvidenceError, Form, Generator, Item, Kind, Metric, Place, Preset, Question, Reject,
    Setting, SettingError, Settings, SolverSpec, Tags, Task, deal,
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
    fn sample(
        object: &Elements,
        solid: &Solid,
        rules: &Rules,
        place: &Place,
    ) -> Result<Self::Subject, Reject>;
    /// Says what is wrong with a subject that somebody else may have written.
    fn fault(_: &Self::Subject) -> Option<String> {
        None
    }
    /// The pose of the isometric drawing that is right or to be made.
    fn pose(subject: &Self::Subject) -> Option<u8>;
    /// Makes the drawings.
    fn draw(evidence: &Evidence<Self::Subject>) -> Result<Pages, String>;
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
    Setting {
        name: "overlap",
        default: "0,1,2,3",
        kind: Kind::Text("numbers of sides, 0 to 3, such as 0,1"),
        about: "the asked pose of pose-to-isometric sees so many of the front, top and right sides: fewer is harder",
    },
];

/// The settings, typed.
pub struct Rules {
    /// Side of the pictures in pixels.
    pub size: u32,
    primitives: Vec<usize>,
    overlaps: Vec<usize>,
    distances: RangeInclusive<usize>,
}

impl Rules {
    fn read(settings: &Settings) -> Result<Self, SettingError> {
        Ok(Self {
            size: settings.whole("size") as u32,
            primitives: numbers(settings, "primitives", 2..=stock::MOST_PRIMITIVES as usize)?,
            overlaps: numbers(settings, "overlap", 0..=3)?,
            distances: settings.whole("least-distance") as usize..=settings.whole("most-distance") as usize,
        })
    }

    /// The isometric poses that overlap with the three views as asked for.
    pub fn poses(&self) -> Vec<u8> {
        (1..=8).filter(|&pose| self.overlaps.contains(&overlap(pose))).collect()
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

/// Numbers with commas between them.
fn numbers(
    settings: &Settings,
    name: &str,
    known: RangeInclusive<usize>,
) -> Result<Vec<usize>, SettingError> {
    let text = settings.text(name);
    let numbers: Option<Vec<usize>> = text
        .split(',')
        .map(|number| number.trim().parse().ok().filter(|number| known.contains(number)))
        .collect();
    numbers.ok_or_else(|| SettingError::Value {
        name: name.into(),
        value: text.into(),
        expected: format!(
            "expected numbers from {} to {} with commas between them",
            known.start(),
            known.end()
        ),
    })
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
    if let Some(pose) = A::pose(&evidence.subject) {
        tags.insert("overlap".into(), overlap(pose).to_string());
    }
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
        let subject = A::sample(&object, &solid, &self.rules, place)?;
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
