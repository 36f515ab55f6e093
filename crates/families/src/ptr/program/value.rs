//! The values of programs, and their types.

use spatiq_scene::physics::Direction;
use spatiq_scene::{Category, Colour, PartCategory};
use std::fmt;

/// A type of the paper's appendix A.1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[allow(missing_docs)]
pub enum Type {
    Object,
    ObjectSet,
    PartSet,
    Integer,
    IntegerSet,
    Boolean,
    ObjectCategory,
    PartCategory,
    Color,
    Stability,
    PossibleChange,
    SpatialRelation,
    GeometricRelation,
}

/// Objects of a scene, a bit each.
pub type Objects = u64;
/// Parts of a scene, a bit for all parts of one category of an object.
pub type Parts = u128;

/// What a node of a program gives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// One object.
    Object(usize),
    /// Some objects.
    Objects(Objects),
    /// Some parts.
    Parts(Parts),
    /// A number.
    Integer(u32),
    /// A number for each object of the scene.
    Integers(Vec<u32>),
    /// Yes or no.
    Boolean(bool),
    /// What an object is.
    Category(Category),
    /// What a part is.
    Part(PartCategory),
    /// What colour a part has.
    Colour(Colour),
    /// Where to move an object.
    Change(Direction),
}

impl Value {
    /// The one word that is the answer; nothing for what no question may end with.
    pub fn word(&self) -> Option<String> {
        Some(match self {
            Self::Integer(number) => number.to_string(),
            Self::Integers(numbers) => numbers.iter().sum::<u32>().to_string(),
            Self::Boolean(true) => "yes".into(),
            Self::Boolean(false) => "no".into(),
            Self::Category(category) => category.name().into(),
            Self::Part(part) => part.name().into(),
            Self::Colour(colour) => colour.name().into(),
            Self::Change(direction) => direction.name().into(),
            Self::Object(_) | Self::Objects(_) | Self::Parts(_) => return None,
        })
    }

    /// As objects: one object is a set, too.
    pub fn objects(&self) -> Option<Objects> {
        match self {
            Self::Object(object) => Some(1 << object),
            Self::Objects(objects) => Some(*objects),
            _ => None,
        }
    }

    /// Whether two have something in common, or are the same where they are no sets.
    pub fn meets(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Parts(one), Self::Parts(other)) => one & other != 0,
            _ => match self.objects().zip(other.objects()) {
                Some((one, other)) => one & other != 0,
                None => self == other,
            },
        }
    }

    /// As a number: several are added up.
    pub fn integer(&self) -> Option<u32> {
        match self {
            Self::Integer(number) => Some(*number),
            Self::Integers(numbers) => Some(numbers.iter().sum()),
            _ => None,
        }
    }
}

impl Type {
    /// Its name in documentation and errors.
    pub fn name(self) -> &'static str {
        match self {
            Self::Object => "Object",
            Self::ObjectSet => "ObjectSet",
            Self::PartSet => "PartSet",
            Self::Integer => "Integer",
            Self::IntegerSet => "IntegerSet",
            Self::Boolean => "Boolean",
            Self::ObjectCategory => "ObjectCategory",
            Self::PartCategory => "PartCategory",
            Self::Color => "Color",
            Self::Stability => "Stability",
            Self::PossibleChange => "PossibleChange",
            Self::SpatialRelation => "SpatialRelation",
            Self::GeometricRelation => "GeometricRelation",
        }
    }

    /// Whether something of another type may stand where this one is wanted: one object is a set of one, and several
    /// numbers are added up.
    pub fn admits(self, other: Self) -> bool {
        self == other
            || matches!((self, other), (Self::ObjectSet, Self::Object) | (Self::Integer, Self::IntegerSet))
    }

    /// Whether a question may end with it.
    pub fn is_answer(self) -> bool {
        matches!(
            self,
            Self::Integer
                | Self::IntegerSet
                | Self::Boolean
                | Self::ObjectCategory
                | Self::PartCategory
                | Self::Color
                | Self::PossibleChange
        )
    }

    /// Whether a word is a value of this type, as it is written in programs.
    pub fn has_word(self, word: &str) -> bool {
        match self {
            Self::ObjectCategory => category(word).is_some(),
            Self::PartCategory => part(word).is_some(),
            Self::Color => colour(word).is_some(),
            Self::Stability => stability(word).is_some(),
            Self::PossibleChange => change(word).is_some(),
            Self::SpatialRelation => spatial(word).is_some(),
            Self::GeometricRelation => super::Geometry::from_name(word).is_some(),
            Self::Integer => number(word).is_some(),
            _ => false,
        }
    }
}

impl fmt::Display for Type {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.name())
    }
}

/// The category of furniture of a name.
pub fn category(word: &str) -> Option<Category> {
    Category::FURNITURE.into_iter().find(|category| category.name() == word)
}

/// The part category of a name.
pub fn part(word: &str) -> Option<PartCategory> {
    PartCategory::NAMED.into_iter().find(|part| part.name() == word)
}

/// The colour of a name.
pub fn colour(word: &str) -> Option<Colour> {
    Colour::ALL.into_iter().find(|colour| colour.name() == word)
}

/// Whether a word means stable or unstable.
pub fn stability(word: &str) -> Option<bool> {
    match word {
        "stable" => Some(true),
        "unstable" => Some(false),
        _ => None,
    }
}

/// The names of possible changes.
pub const CHANGES: [&str; 4] = ["to_left", "to_right", "to_front", "to_behind"];

/// The direction of a possible change.
pub fn change(word: &str) -> Option<Direction> {
    let place = CHANGES.iter().position(|name| *name == word)?;
    Some(Direction::ALL[place])
}

/// The names of spatial relations.
pub const SPATIAL: [&str; 6] = ["left", "right", "front", "behind", "above", "below"];

/// The number of a spatial relation.
pub fn spatial(word: &str) -> Option<usize> {
    SPATIAL.iter().position(|name| *name == word)
}

/// A number from 0 to 9.
pub fn number(word: &str) -> Option<u32> {
    match word.as_bytes() {
        [digit @ b'0'..=b'9'] => Some(u32::from(digit - b'0')),
        _ => None,
    }
}
