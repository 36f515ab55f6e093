//! Recipes inside evidence.

use serde::{Deserialize, Deserializer, Serialize};
use spatiq_geom::recipe::Element;
use spatiq_geom::{Op, Recipe, Solid};

/// The elements of a recipe, as JSON the recipe itself.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(transparent)]
pub struct Elements(pub Vec<Element>);

impl Elements {
    /// Without what others are.
    pub fn without(&self, others: &Self) -> Self {
        let taken = others.0.iter().map(|other| Element { op: Some(Op::Difference), ..other.clone() });
        Self(self.0.iter().cloned().chain(taken).collect())
    }

    /// The solid.
    pub fn solid(&self) -> Result<Solid, String> {
        let recipe = Recipe { id: None, elements: self.0.clone() };
        recipe.solid().map_err(|error| error.to_string())
    }
}

impl<'de> Deserialize<'de> for Elements {
    fn deserialize<D: Deserializer<'de>>(input: D) -> Result<Self, D::Error> {
        let value = serde_json::Value::deserialize(input)?;
        let recipe = Recipe::parse(value.to_string().as_bytes()).map_err(serde::de::Error::custom)?;
        Ok(Self(recipe.elements))
    }
}
