//! What can be wrong with a recipe, and how it is told.

use super::{LARGEST, LEVELS, MOST_ELEMENTS, MOST_RATIO, SMALLEST};
use std::fmt;

/// The first thing that is wrong with a recipe, and where.
#[derive(Clone, Debug, PartialEq)]
pub struct RecipeError {
    /// The id of the recipe, if that could be read.
    pub id: Option<String>,
    /// Which element, counted from one; more numbers lead into nested recipes; none means the recipe as a whole.
    pub element: Vec<usize>,
    /// What is wrong there.
    pub fault: Fault,
}

/// A place in the text of a recipe.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spot {
    /// From one; nothing if the text has a single line, which may be any line of a larger file.
    pub line: Option<usize>,
    /// From one.
    pub column: usize,
}

impl fmt::Display for Spot {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        if let Some(line) = self.line {
            write!(out, "line {line}, ")?;
        }
        write!(out, "column {}", self.column)
    }
}

/// What is wrong with a recipe or one of its elements.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum Fault {
    /// Not JSON at all.
    #[error("this is not JSON: {what} at {spot}")]
    NotJson {
        /// What is wrong.
        what: String,
        /// Where.
        spot: Spot,
    },
    /// JSON that stops in the middle.
    #[error("the text ends too early, at {0}: is the file complete?")]
    Truncated(Spot),
    /// Something after the recipe.
    #[error("something follows the recipe at {0}: remove it, or write a recipe a line (.jsonl)")]
    Trailing(Spot),
    /// Recipes in recipes in recipes.
    #[error("recipes are nested more than {LEVELS} levels deep: flatten them")]
    TooDeep,
    /// Neither an array nor an object around one.
    #[error("a recipe is an array of elements, not {0}: write [{{\"prim\": …}}, …]")]
    NotARecipe(&'static str),
    /// An object without a recipe.
    #[error("the object has no field `recipe`: write the elements as an array, [{{\"prim\": …}}, …]")]
    NoRecipe,
    /// No elements.
    #[error("the recipe has no elements: it needs a `base` at least")]
    Empty,
    /// Too many elements, nested ones included.
    #[error("the recipe has more than {MOST_ELEMENTS} elements: split it")]
    TooMany,
    /// An element is not an object.
    #[error("an element is an object with `prim`, `params` and `op`, not {0}")]
    NotAnElement(&'static str),
    /// A field that means nothing here.
    #[error("unknown field {0}: an element has prim, params (or recipe), axis, deg, pos, op")]
    UnknownField(String),
    /// A field is there twice.
    #[error("the field {0} is given twice: keep one")]
    Twice(String),
    /// A field is not there.
    #[error("the field `{field}` is missing: {hint}")]
    Missing {
        /// Its name.
        field: &'static str,
        /// What to write.
        hint: &'static str,
    },
    /// A field has a value it cannot have.
    #[error("`{field}` is {found}, but must be {allowed}")]
    Value {
        /// Its name.
        field: &'static str,
        /// What it may be.
        allowed: &'static str,
        /// What it is.
        found: String,
    },
    /// Both a primitive and a nested recipe.
    #[error("the element has both `prim` or `params` and `recipe`: keep one")]
    Both,
    /// Too many or too few sizes.
    #[error("{shape} takes {wanted}, not {found} params")]
    ParamCount {
        /// Which primitive.
        shape: &'static str,
        /// Its sizes.
        wanted: &'static str,
        /// How many were given.
        found: usize,
    },
    /// A size that is none.
    #[error("the size {} is not possible: sizes are from {SMALLEST} to {LARGEST}", short(*.0))]
    Size(f64),
    /// A place beyond the world.
    #[error("the position {} is not possible: positions are from -{LARGEST} to {LARGEST}", short(*.0))]
    Position(f64),
    /// A part that no drawing of the whole would show.
    #[error(
        "its smallest measure {} is more than {MOST_RATIO} times smaller than the whole model ({}): enlarge it, or shrink and gather the others",
        short(*part), short(*whole)
    )]
    Ratio {
        /// Smallest measure of the part.
        part: f64,
        /// Largest measure of the whole.
        whole: f64,
    },
    /// A torus without a hole.
    #[error(
        "the tube passes through the axis: torus params are [R, r] with r < R, not [{}, {}]",
        short(*ring), short(*tube)
    )]
    Tube {
        /// From the axis to the middle of the tube.
        ring: f64,
        /// Of the tube.
        tube: f64,
    },
    /// A turn that is not a right angle.
    #[error("`deg` is {}, but must be 0, 90, 180 or 270", short(*.0))]
    Turn(f64),
    /// The first element joins nothing.
    #[error("the first element's `op` must be base: there is nothing before it to join")]
    FirstNotBase,
    /// A later element is the base.
    #[error("`op` is base, but only the first element may be: use union, intersection or difference")]
    BaseNotFirst,
}

/// A number as people write it, and with an exponent where that would take a line of zeros.
pub(super) fn short(number: f64) -> String {
    if (1e-4..1e15).contains(&number.abs()) || number == 0.0 {
        number.to_string()
    } else {
        format!("{number:e}")
    }
}

impl Fault {
    /// At an element, or at the whole if `element` is empty.
    pub(super) fn at(self, element: &[usize]) -> RecipeError {
        RecipeError { id: None, element: element.to_vec(), fault: self }
    }
}

impl fmt::Display for RecipeError {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        for (depth, number) in self.element.iter().enumerate() {
            write!(out, "{}{number}", if depth == 0 { "element " } else { "." })?;
        }
        let colon = if self.element.is_empty() { "" } else { ": " };
        write!(out, "{colon}{}", self.fault)
    }
}

impl std::error::Error for RecipeError {}
