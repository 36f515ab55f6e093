//! Recipes inside evidence.

use serde::{Deserialize, Deserializer, Serialize};
use spatiq_geom::recipe::{Element, MOST_RATIO};
use spatiq_geom::{Op, Recipe, Solid};

/// The elements of a recipe, as JSON the recipe itself.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(transparent)]
pub struct Elements(pub Vec<Element>);

impl Elements {
    /// What is left of a solid without this.
    pub fn off(&self, solid: &Solid) -> Result<Solid, String> {
        let cut = self.solid()?;
        let size = |solid: &Solid| {
            let [low, high] = solid.bounds_of_leaves();
            high - low
        };
        if size(solid).max_element() > size(&cut).min_element() * MOST_RATIO {
            return Err("a cut is too small to be seen".into());
        }
        solid.clone().join(Op::Difference, cut).map_err(|error| error.to_string())
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
