//! The CSG recipe: a JSON array of primitives, each turned, moved and joined to all before it.
//!
//! An element is `{"prim", "params", "axis", "deg", "pos", "op"}`:
//!
//! | field | value | if missing |
//! |---|---|---|
//! | `prim` | `sphere`, `box`, `cone`, `torus`, `cylinder` | an error |
//! | `params` | `[r]`, `[x, y, z]`, `[r, h]`, `[R, r]`, `[r, h]`: full sizes | an error |
//! | `axis`, `deg` | `x`, `y`, `z`; 0, 90, 180, 270 | `z`, 0 |
//! | `pos` | `[x, y, z]` | `[0, 0, 0]` |
//! | `op` | `base` for the first, then `union`, `intersection`, `difference` | an error |
//!
//! A primitive is centred on the origin (cone, apex up, and cylinder at half their height; a torus lies around z), then
//! turned, then moved. One extension: instead of `prim` and `params` an element may have `recipe`, an array again, which
//! becomes one part and is turned and moved as a whole.
//!
//! A recipe may also stand in an object, `{"id": …, "recipe": […]}`, whose other fields are ignored.

mod fault;
mod json;
mod read;
mod write;

use crate::leaf::Leaf;
use crate::placement::Placement;
use crate::primitive::Primitive;
use crate::solid::Solid;
use crate::tree::Op;
use glam::DVec3;

pub use fault::{Fault, RecipeError, Spot};

/// Sizes are not smaller than this.
pub const SMALLEST: f64 = 1e-6;
/// Neither sizes nor positions are larger than this.
pub const LARGEST: f64 = 1e6;
/// The whole model is at most so many times larger than the smallest measure of a part.
pub const MOST_RATIO: f64 = 1e4;
/// Elements of a recipe, nested ones included.
pub const MOST_ELEMENTS: usize = 10_000;
/// Recipes within recipes.
pub const LEVELS: usize = 60;

/// A recipe for a solid. What [`Recipe::parse`] returns can be built; one put together by hand is checked when it is.
#[derive(Clone, Debug, PartialEq)]
pub struct Recipe {
    /// Its name, if it stood in an object that has one.
    pub id: Option<String>,
    /// The parts, in the order in which they are joined.
    pub elements: Vec<Element>,
}

/// One part of a recipe.
#[derive(Clone, Debug, PartialEq)]
pub struct Element {
    /// What it is, around its own origin.
    pub part: Part,
    /// What it is turned about: 0, 1, 2 for x, y, z.
    pub axis: usize,
    /// By how much: 0, 90, 180 or 270.
    pub deg: u32,
    /// Where its origin is moved.
    pub pos: DVec3,
    /// How it is joined to all before it; nothing for the base.
    pub op: Option<Op>,
}

/// What an element stands for.
#[derive(Clone, Debug, PartialEq)]
pub enum Part {
    /// A primitive.
    Primitive(Primitive),
    /// A recipe of its own.
    Recipe(Vec<Element>),
}

impl Recipe {
    /// The solid it describes.
    pub fn solid(&self) -> Result<Solid, RecipeError> {
        let mut kitchen = Kitchen::default();
        let solid = kitchen.cook(&self.elements, &Placement::IDENTITY)?;
        let [low, high] = solid.bounds_of_leaves();
        let whole = (high - low).max_element();
        match kitchen.smallest {
            Some((part, element)) if whole > part * MOST_RATIO => {
                Err(Fault::Ratio { part, whole }.at(&element))
            }
            _ => Ok(solid),
        }
    }
}

/// Builds a solid and knows where it is.
#[derive(Default)]
struct Kitchen {
    path: Vec<usize>,
    elements: usize,
    smallest: Option<(f64, Vec<usize>)>,
}

impl Kitchen {
    fn fault(&self, fault: Fault) -> RecipeError {
        fault.at(&self.path)
    }

    fn cook(&mut self, elements: &[Element], outer: &Placement) -> Result<Solid, RecipeError> {
        if self.path.len() > LEVELS {
            return Err(self.fault(Fault::TooDeep));
        }
        self.elements += elements.len();
        if self.elements > MOST_ELEMENTS {
            return Err(Fault::TooMany.at(&[]));
        }
        let mut whole: Option<Solid> = None;
        for (index, element) in elements.iter().enumerate() {
            self.path.push(index + 1);
            let part = self.part(element, outer)?;
            whole = Some(match (whole, element.op) {
                (None, None) => part,
                (Some(before), Some(op)) => before.join(op, part).map_err(|_| self.fault(Fault::TooDeep))?,
                (None, Some(_)) => return Err(self.fault(Fault::FirstNotBase)),
                (Some(_), None) => return Err(self.fault(Fault::BaseNotFirst)),
            });
            self.path.pop();
        }
        whole.ok_or_else(|| self.fault(Fault::Empty))
    }

    fn part(&mut self, element: &Element, outer: &Placement) -> Result<Solid, RecipeError> {
        if element.axis > 2 {
            let found = element.axis.to_string();
            return Err(self.fault(Fault::Value { field: "axis", allowed: "x, y or z", found }));
        }
        if element.deg > 270 || !element.deg.is_multiple_of(90) {
            return Err(self.fault(Fault::Turn(f64::from(element.deg))));
        }
        if let Some(far) = element.pos.to_array().into_iter().find(|x| !(-LARGEST..=LARGEST).contains(x)) {
            return Err(self.fault(Fault::Position(far)));
        }
        let placement = Placement::quarter_turns(element.axis, element.deg / 90, element.pos).within(outer);
        match &element.part {
            Part::Recipe(elements) => self.cook(elements, &placement),
            Part::Primitive(primitive) => {
                self.measure(primitive)?;
                Ok(Leaf::new(*primitive, placement).into())
            }
        }
    }

    /// Refuses impossible sizes and remembers the smallest.
    fn measure(&mut self, primitive: &Primitive) -> Result<(), RecipeError> {
        let (_, sizes) = described(primitive);
        if let Some(size) = sizes.iter().find(|size| !(SMALLEST..=LARGEST).contains(*size)) {
            return Err(self.fault(Fault::Size(*size)));
        }
        let mut least = sizes.iter().copied().fold(f64::INFINITY, f64::min);
        if let Primitive::Torus { ring, tube } = *primitive {
            if tube >= ring {
                return Err(self.fault(Fault::Tube { ring, tube }));
            }
            // The hole is to be seen as well.
            least = least.min(ring - tube);
        }
        if self.smallest.as_ref().is_none_or(|(size, _)| least < *size) {
            self.smallest = Some((least, self.path.clone()));
        }
        Ok(())
    }
}

/// A primitive as recipes write it: its name and its sizes.
fn described(primitive: &Primitive) -> (&'static str, Vec<f64>) {
    match *primitive {
        Primitive::Sphere { radius } => ("sphere", vec![radius]),
        Primitive::Box { half } => ("box", (half * 2.0).to_array().to_vec()),
        Primitive::Cone { radius, height } => ("cone", vec![radius, height]),
        Primitive::Torus { ring, tube } => ("torus", vec![ring, tube]),
        Primitive::Cylinder { radius, height } => ("cylinder", vec![radius, height]),
    }
}
