//! What a question is made from, and the one way from there to the question.

use super::draw::draw;
use super::object::{Direction, Object};
use super::view::View;
use crate::iq::levels::{self, Distribution};
use serde::{Deserialize, Serialize};
use spatiq_bench::{Answer, Choice, EvidenceError, Form, Item, Picture, Question};

/// Names of the five pictures.
pub const PICTURES: [&str; 5] = ["question", "A", "B", "C", "D"];
/// Edge lengths in cubes.
pub const LENGTHS: std::ops::RangeInclusive<u8> = 3..=9;
/// Sides of a picture in pixels.
pub const SIZES: std::ops::RangeInclusive<u32> = 32..=4096;

const PROMPT: &str = "The first picture shows an object built from equal cubes. Three of the options A, B, C and D show \
    the same object turned another way; one option shows a different object. A mirror image of the object counts as a \
    different object. Which letter shows the different object?";

/// Everything a question follows from.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Evidence {
    /// 1, 2 or 3: two less than the object has edges.
    pub level: u8,
    /// Whether the question is in or out of the training distribution, where the dataset tells them apart.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub distribution: Option<Distribution>,
    /// Side of the pictures in pixels.
    pub size: u32,
    /// Cubes in each edge of both objects.
    pub lengths: Vec<u8>,
    /// Where each edge of the question's object leads.
    pub directions: Vec<Direction>,
    /// Where each edge of the different object leads.
    pub odd_directions: Vec<Direction>,
    /// How the different object differs.
    pub odd: OddKind,
    /// The option that shows the different object, from 0 for A.
    pub slot: usize,
    /// The views of the question and of the options.
    pub views: [View; 5],
}

/// How the different object differs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum OddKind {
    /// It is the mirror image of the question's object.
    Mirror,
    /// It is not.
    Other,
}

impl Evidence {
    /// Reads evidence and refuses what no object and no picture can be made from.
    pub fn parse(text: &str) -> Result<Self, EvidenceError> {
        let evidence: Self =
            serde_json::from_str(text).map_err(|error| EvidenceError(format!("evidence: {error}")))?;
        match evidence.fault() {
            Some(fault) => Err(EvidenceError(format!("evidence: {fault}"))),
            None => Ok(evidence),
        }
    }

    fn fault(&self) -> Option<&'static str> {
        let edges = usize::from(self.level) + 2;
        let walks = |directions: &[Direction]| {
            directions.len() == edges && directions.windows(2).all(|pair| pair[0].axis() != pair[1].axis())
        };
        let angle = |angle: f64| (0.0..360.0).contains(&angle);
        let rules = [
            ((1..=3).contains(&self.level), "the level is not 1, 2 or 3"),
            (SIZES.contains(&self.size), "the size is out of range"),
            (self.lengths.len() == edges, "the number of edges does not fit the level"),
            (self.lengths.iter().all(|length| LENGTHS.contains(length)), "an edge length is out of range"),
            (walks(&self.directions) && walks(&self.odd_directions), "edges are not perpendicular in turn"),
            (self.slot < 4, "the slot is not one of four"),
            (
                self.views.iter().all(|view| angle(view.vertical) && angle(view.horizontal)),
                "an angle is out of range",
            ),
        ];
        rules.into_iter().find(|(holds, _)| !holds).map(|(_, fault)| fault)
    }

    /// The question's object.
    pub fn object(&self) -> Object {
        Object { lengths: self.lengths.clone(), directions: self.directions.clone() }
    }

    /// The different object.
    pub fn odd_object(&self) -> Object {
        Object { lengths: self.lengths.clone(), directions: self.odd_directions.clone() }
    }

    /// The item, pictures and all.
    pub fn item(&self, id: String) -> Item {
        let (same, odd) = (self.object().cubes(), self.odd_object().cubes());
        let pictures = PICTURES.iter().zip(&self.views).enumerate().map(|(at, (name, view))| {
            let cubes = if at == self.slot + 1 { &odd } else { &same };
            let png = draw(cubes, &view.projection(), self.size as usize).encode();
            Picture { name: (*name).into(), png, svg: None }
        });
        let mut tags = levels::tags(self.level, self.distribution);
        tags.insert("odd".into(), if self.odd == OddKind::Mirror { "mirror" } else { "other" }.into());
        let options = (1..5).map(|at| Choice { text: String::new(), pictures: vec![at] });
        let question = Question {
            id,
            prompt: PROMPT.into(),
            pictures: pictures.collect(),
            form: Form::Choice(options.collect()),
            tags,
        };
        let evidence = serde_json::to_string(self).expect("evidence has no map with odd keys");
        Item { question, truth: Answer::Choice(self.slot), evidence, scenes: Vec::new() }
    }
}
