//! What the tasks of the family have in common: settings, objects, and the way from evidence to a question.

use super::elements::Elements;
use super::sheet::Look;
use super::stock;
use serde::Serialize;
use serde::de::DeserializeOwned;
use spatiq_bench::{
    Answer, EvidenceError, Generator, Item, Kind, Metric, Place, Preset, Reject, Setting, SettingError,
    Settings, SolverSpec, Task, deal,
};
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
    const SOLVERS: &'static [SolverSpec] = &[];
    /// Everything a question follows from.
    type Evidence: Serialize + DeserializeOwned;

    /// Draws the evidence of a question.
    fn sample(rules: &Rules, place: &Place) -> Result<Self::Evidence, Reject>;
    /// Says what is wrong with evidence that somebody else may have written.
    fn fault(evidence: &Self::Evidence) -> Option<String>;
    /// The right option, by the evidence alone; none where there are no options.
    fn slot(_: &Self::Evidence) -> Option<usize> {
        None
    }
    /// The question; an error where the evidence cannot be drawn.
    fn item(evidence: &Self::Evidence, id: String) -> Result<Item, String>;
    /// Checks the question by another route; says what does not hold.
    fn recheck(evidence: &Self::Evidence, item: &Item) -> Result<(), String>;
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
        A::item(&parse::<A>(evidence)?, id.into()).map_err(wrong)
    }

    fn recheck(&self, item: &Item) -> Result<(), EvidenceError> {
        let evidence = parse::<A>(&item.evidence)?;
        if A::slot(&evidence).is_some_and(|slot| item.truth != Answer::Choice(slot)) {
            return Err(wrong("the answer is another".into()));
        }
        A::recheck(&evidence, item).map_err(wrong)
    }
}

fn parse<A: Asked>(text: &str) -> Result<A::Evidence, EvidenceError> {
    let evidence = serde_json::from_str(text).map_err(|error| wrong(error.to_string()))?;
    A::fault(&evidence).map_or(Ok(evidence), |fault| Err(wrong(fault)))
}

fn wrong(what: String) -> EvidenceError {
    EvidenceError(format!("evidence: {what}"))
}

struct Maker<A> {
    rules: Rules,
    asked: PhantomData<fn() -> A>,
}

impl<A: Asked> Generator for Maker<A> {
    fn generate(&self, place: &Place) -> Result<Item, Reject> {
        let evidence = A::sample(&self.rules, place)?;
        A::item(&evidence, place.id()).map_err(|_| Reject("a drawing that cannot be made"))
    }
}
