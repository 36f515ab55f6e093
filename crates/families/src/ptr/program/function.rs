//! The functions of programs: what they take and what they give, as in the tables 3 to 5 of the paper's appendix A.

use super::value::Type;

/// A function.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[allow(missing_docs)]
pub enum Function {
    Scene,
    Unique,
    RelateObject,
    CountObject,
    ExistObject,
    FilterObjectCategory,
    FilterStability,
    QueryObjectCategory,
    QueryPossibleChange,
    QueryIsStability,
    QueryIsPossibleChange,
    SameObjectCategory,
    EqualObjectCategory,
    QueryObjectAnalogy,
    ExpandParts,
    RelatePart,
    ExistPart,
    FilterPartCategory,
    FilterPartColor,
    CountPart,
    FilterPartExist,
    FilterPartCount,
    QueryPartCategory,
    QueryPartColor,
    SamePartColor,
    EqualPartCategory,
    EqualPartColor,
    QueryPartAnalogy,
    EqualInteger,
    GreaterThan,
    LessThan,
    Sum,
    Minus,
}

/// What a function takes and gives.
#[derive(Clone, Copy, Debug)]
pub struct Signature {
    /// The function.
    pub function: Function,
    /// Its name in programs.
    pub name: &'static str,
    /// What comes from other nodes.
    pub inputs: &'static [Type],
    /// What may come besides: the set from which to choose. Left out, it is the whole scene.
    pub among: Option<Type>,
    /// What is written in the program itself.
    pub value: Option<Type>,
    /// What comes out.
    pub output: Type,
}

use Function as F;
use Type as T;

const fn of(function: F, name: &'static str, inputs: &'static [T], value: Option<T>, output: T) -> Signature {
    Signature { function, name, inputs, among: None, value, output }
}

const fn among(signature: Signature, among: T) -> Signature {
    Signature { among: Some(among), ..signature }
}

/// All of them, in the order of the tables.
pub const FUNCTIONS: [Signature; 33] = [
    of(F::Scene, "scene", &[], None, T::ObjectSet),
    of(F::Unique, "unique", &[T::ObjectSet], None, T::Object),
    of(F::RelateObject, "relate_object", &[T::Object], Some(T::SpatialRelation), T::ObjectSet),
    of(F::CountObject, "count_object", &[T::ObjectSet], None, T::Integer),
    of(F::ExistObject, "exist_object", &[T::ObjectSet], None, T::Boolean),
    of(
        F::FilterObjectCategory,
        "filter_object_category",
        &[T::ObjectSet],
        Some(T::ObjectCategory),
        T::ObjectSet,
    ),
    of(F::FilterStability, "filter_stability", &[T::ObjectSet], Some(T::Stability), T::ObjectSet),
    of(F::QueryObjectCategory, "query_object_category", &[T::Object], None, T::ObjectCategory),
    of(F::QueryPossibleChange, "query_possible_change", &[T::Object], None, T::PossibleChange),
    of(F::QueryIsStability, "query_is_stability", &[T::Object], Some(T::Stability), T::Boolean),
    of(
        F::QueryIsPossibleChange,
        "query_is_possible_change",
        &[T::Object],
        Some(T::PossibleChange),
        T::Boolean,
    ),
    of(F::SameObjectCategory, "same_object_category", &[T::Object], None, T::ObjectSet),
    of(
        F::EqualObjectCategory,
        "equal_object_category",
        &[T::ObjectCategory, T::ObjectCategory],
        None,
        T::Boolean,
    ),
    among(
        of(
            F::QueryObjectAnalogy,
            "query_object_analogy",
            &[T::Object, T::Object, T::Object],
            None,
            T::ObjectSet,
        ),
        T::ObjectSet,
    ),
    of(F::ExpandParts, "expand_parts", &[T::ObjectSet], None, T::PartSet),
    among(
        of(F::RelatePart, "relate_part", &[T::PartSet], Some(T::GeometricRelation), T::PartSet),
        T::PartSet,
    ),
    of(F::ExistPart, "exist_part", &[T::PartSet], None, T::Boolean),
    of(F::FilterPartCategory, "filter_part_category", &[T::PartSet], Some(T::PartCategory), T::PartSet),
    of(F::FilterPartColor, "filter_part_color", &[T::PartSet], Some(T::Color), T::PartSet),
    of(F::CountPart, "count_part", &[T::PartSet], None, T::IntegerSet),
    of(F::FilterPartExist, "filter_part_exist", &[T::PartSet], None, T::ObjectSet),
    of(F::FilterPartCount, "filter_part_count", &[T::IntegerSet], Some(T::Integer), T::ObjectSet),
    of(F::QueryPartCategory, "query_part_category", &[T::PartSet], None, T::PartCategory),
    of(F::QueryPartColor, "query_part_color", &[T::PartSet], None, T::Color),
    of(F::SamePartColor, "same_part_color", &[T::PartSet], None, T::PartSet),
    of(F::EqualPartCategory, "equal_part_category", &[T::PartCategory, T::PartCategory], None, T::Boolean),
    of(F::EqualPartColor, "equal_part_color", &[T::Color, T::Color], None, T::Boolean),
    among(
        of(
            F::QueryPartAnalogy,
            "query_part_analogy",
            &[T::PartSet, T::PartSet, T::PartSet],
            None,
            T::PartSet,
        ),
        T::PartSet,
    ),
    of(F::EqualInteger, "equal_integer", &[T::Integer, T::Integer], None, T::Boolean),
    of(F::GreaterThan, "greater_than", &[T::Integer, T::Integer], None, T::Boolean),
    of(F::LessThan, "less_than", &[T::Integer, T::Integer], None, T::Boolean),
    of(F::Sum, "sum", &[T::Integer, T::Integer], None, T::Integer),
    of(F::Minus, "minus", &[T::Integer, T::Integer], None, T::Integer),
];

impl Function {
    /// What it takes and gives.
    pub fn signature(self) -> &'static Signature {
        &FUNCTIONS[self as usize]
    }

    /// The function of a name.
    pub fn from_name(name: &str) -> Option<Self> {
        FUNCTIONS.iter().find(|signature| signature.name == name).map(|signature| signature.function)
    }
}
