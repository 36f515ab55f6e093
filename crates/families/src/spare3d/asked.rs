//! What the tasks of the family have in common: settings, objects, and the way from evidence to a question.

use super::cube::{self, Corners};
use super::object::Object;
use super::poses::overlap;
use super::rules::{Offer, Rules, SIZES};
use super::sheet::{Look, Page, Pages, Shown};
use super::stock::Facts;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use spatiq_bench::{
    Answer, Choice, EvidenceError, Figure, Form, Generator, Item, Metric, Pair, Picture, Place, Preset,
    Question, Reject, Seed, Setting, SettingError, Settings, SolverSpec, Split, Stock, Tags, Task,
};
use spatiq_geom::Solid;
use std::collections::BTreeMap;
use std::marker::PhantomData;
use std::sync::Arc;

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
    /// What `--set` may change.
    const SETTINGS: &'static [Setting];
    /// Named settings and sizes.
    const PRESETS: &'static [Preset];
    /// Who answers.
    const SOLVERS: &'static [SolverSpec];
    /// What is asked about the object.
    type Subject: Clone + Serialize + DeserializeOwned;

    /// Draws what is asked about an object.
    fn sample(solid: &Solid, rules: &Rules, place: &Place) -> Result<Self::Subject, Reject>;
    /// Whether a model of a library suits the task, if the answer is chosen among such drawings. That its three views differ is
    /// asked of every model.
    fn suits(_: &Facts, _: &Offer) -> bool {
        true
    }
    /// Says what is wrong with a subject that somebody else may have written.
    fn fault(_: &Self::Subject) -> Option<String> {
        None
    }
    /// The pose of the isometric drawing that is right or to be made.
    fn pose(subject: &Self::Subject) -> Option<u8>;
    /// Makes the drawings; `solid` is the object.
    fn draw(evidence: &Evidence<Self::Subject>, solid: &Solid) -> Result<Pages, String>;
    /// The drawings among which the answer is chosen, as pictures.
    fn offered(_: &Evidence<Self::Subject>, _: &Solid, pages: &Pages) -> Result<Vec<Picture>, String> {
        Ok(pages.shown[3..].iter().map(Page::picture).collect())
    }
    /// What question and answer say of the cube of poses; `None` where it does not matter.
    fn corners(_: &Self::Subject) -> Option<Corners> {
        None
    }
    /// What is asked and answered.
    fn ask(evidence: &Evidence<Self::Subject>, solid: &Solid, pages: &Pages) -> Result<Asking, String>;
    /// Refuses an item that [`Asked::recheck`] might refuse. Models of a library passed such a check when they were brought in,
    /// as they are.
    fn accept(_: &Evidence<Self::Subject>, _: &Solid, _: &Item) -> Result<(), Reject> {
        Ok(())
    }
    /// Checks the pictures by another route; says what does not hold.
    fn recheck(evidence: &Evidence<Self::Subject>, solid: &Solid, item: &Item) -> Result<(), String>;
}

/// Everything a question follows from.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Evidence<S> {
    /// The object.
    pub object: Object,
    /// What is asked about it.
    #[serde(flatten)]
    pub subject: S,
    /// Side of the pictures in pixels.
    pub size: u32,
    /// How much of a model of a library the pictures show.
    #[serde(default, skip_serializing_if = "Shown::is_whole")]
    pub shown: Shown,
    /// The smallest distance between drawings that must differ.
    pub distance: usize,
    /// The drawing that is to be made, as SVG; empty where none is.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub answer_svg: String,
}

impl<S> Evidence<S> {
    /// What the pictures look like.
    pub fn look(&self) -> Look {
        Look { size: self.size, view_box: self.shown.view_box() }
    }
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
pub struct Spare3d<A> {
    /// The library at hand.
    stock: Option<Arc<dyn Stock>>,
    asked: PhantomData<A>,
}

impl<A> Spare3d<A> {
    /// The task, with no library at hand.
    pub const fn new() -> Self {
        Self { stock: None, asked: PhantomData }
    }
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
        A::SETTINGS
    }

    fn presets(&self) -> &'static [Preset] {
        A::PRESETS
    }

    fn solvers(&self) -> &'static [SolverSpec] {
        A::SOLVERS
    }

    fn configure(&self, settings: &Settings) -> Result<Box<dyn Generator>, SettingError> {
        let rules = Rules::read::<A>(settings, self.stock.as_ref())?;
        Ok(Box::new(Maker::<A> { rules, stock: self.stock.clone(), asked: PhantomData }))
    }

    fn rebuild(&self, id: &str, evidence: &str) -> Result<Item, EvidenceError> {
        let evidence = parse::<A>(evidence)?;
        let solid = evidence.object.solid(self.stock.as_deref()).map_err(wrong)?;
        let pages = A::draw(&evidence, &solid).map_err(wrong)?;
        item::<A>(&evidence, &solid, &pages, id.into()).map_err(wrong)
    }

    fn recheck(&self, item: &Item) -> Result<(), EvidenceError> {
        let evidence = parse::<A>(&item.evidence)?;
        let solid = evidence.object.solid(self.stock.as_deref()).map_err(wrong)?;
        let pages = A::draw(&evidence, &solid).map_err(wrong)?;
        if pages.smallest_distance() != evidence.distance {
            return Err(wrong("the smallest distance between drawings is another".into()));
        }
        // What is made is checked against the object itself; to make it again would prove nothing and cost most.
        let is_chosen = A::METRIC == Metric::Accuracy;
        if is_chosen && A::ask(&evidence, &solid, &pages).map_err(wrong)?.truth != item.truth {
            return Err(wrong("the answer is another".into()));
        }
        A::recheck(&evidence, &solid, item).map_err(wrong)
    }

    fn is_slow(&self) -> bool {
        true
    }

    fn stocked(&self, stock: Arc<dyn Stock>) -> Option<Box<dyn Task>> {
        Some(Box::new(Self { stock: Some(stock), asked: PhantomData }))
    }

    fn figure(&self, item: &Item) -> Option<Figure> {
        let Corners { asked, answered } = A::corners(&parse::<A>(&item.evidence).ok()?.subject)?;
        let caption = match asked {
            Some(pose) => format!("pose {pose} of the eight poses"),
            None => "the eight poses".into(),
        };
        Some(Figure {
            caption,
            asked: Some(cube::svg(asked)),
            answered: answered.map(|pose| cube::svg(Some(pose))),
        })
    }

    fn distance(&self, evidence: &str) -> Option<u64> {
        let chosen = A::METRIC == Metric::Accuracy;
        chosen.then(|| parse::<A>(evidence).ok()).flatten().map(|evidence| evidence.distance as u64)
    }

    fn most_similar(&self, evidence: &str) -> Option<Pair> {
        let evidence = parse::<A>(evidence).ok()?;
        let solid = evidence.object.solid(self.stock.as_deref()).ok()?;
        let pages = A::draw(&evidence, &solid).ok()?;
        let pair = pages.most_similar()?;
        let offered = A::offered(&evidence, &solid, &pages).ok()?;
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
fn item<A: Asked>(
    evidence: &Evidence<A::Subject>,
    solid: &Solid,
    pages: &Pages,
    id: String,
) -> Result<Item, String> {
    let Asking { prompt, form, truth } = A::ask(evidence, solid, pages)?;
    let (tag, value) = evidence.object.tag();
    let mut tags = Tags::from([(tag.into(), value)]);
    if let Some(pose) = A::pose(&evidence.subject) {
        tags.insert("overlap".into(), overlap(pose).to_string());
    }
    if !pages.compared.is_empty() {
        tags.insert("similarity".into(), similarity(evidence.distance).into());
    }
    let pictures = pages.shown.iter().map(Page::picture).collect();
    let answer_svg = pages.answer.as_ref().map(Page::svg).unwrap_or_default();
    let evidence = Evidence { answer_svg, ..evidence.clone() };
    let text = serde_json::to_string(&evidence).map_err(|error| error.to_string())?;
    let question = Question { id, prompt, pictures, form, tags };
    Ok(Item { question, truth, evidence: text, scenes: Vec::new() })
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
    stock: Option<Arc<dyn Stock>>,
    asked: PhantomData<fn() -> A>,
}

impl<A: Asked> Generator for Maker<A> {
    fn generate(&self, place: &Place) -> Result<Item, Reject> {
        let object = self.rules.object(place)?;
        let solid =
            object.solid(self.stock.as_deref()).map_err(|_| Reject("an object that cannot be built"))?;
        let subject = A::sample(&solid, &self.rules, place)?;
        let (size, answer_svg) = (self.rules.size, String::new());
        let shown = match object {
            Object::Recipe(_) => Shown::Whole,
            Object::Model { .. } => self.rules.shown,
        };
        let mut evidence = Evidence { object, subject, size, shown, distance: 0, answer_svg };
        let failed = |_| Reject("a drawing that cannot be made");
        let pages = A::draw(&evidence, &solid).map_err(failed)?;
        if pages.smallest_distance_of_views() < self.rules.least_distance() {
            return Err(Reject("two of the three views look the same"));
        }
        evidence.distance = pages.smallest_distance();
        if !pages.compared.is_empty() {
            self.rules.check_distance(evidence.distance)?;
        }
        let item = item::<A>(&evidence, &solid, &pages, place.id()).map_err(failed)?;
        A::accept(&evidence, &solid, &item)?;
        Ok(item)
    }

    fn most_attempts(&self) -> u64 {
        self.rules.most_attempts()
    }

    fn check(&self, root: &Seed, counts: &BTreeMap<Split, u64>) -> Result<(), String> {
        self.rules.check(root, counts)
    }
}
