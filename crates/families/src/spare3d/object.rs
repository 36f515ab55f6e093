//! Objects inside evidence: a recipe, or a model of a library.

use super::elements::Elements;
use super::stock::cad;
use serde::{Deserialize, Deserializer, Serialize};
use spatiq_bench::Stock;
use spatiq_geom::{NEVER, Solid};

/// What a question is about.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Object {
    /// Made of primitives; as JSON the recipe itself.
    Recipe(Elements),
    /// A model of the library that the dataset was made from.
    Model {
        /// Its id there.
        model: String,
    },
}

impl Object {
    /// The solid. A model is looked up in the library at hand.
    pub fn solid(&self, stock: Option<&dyn Stock>) -> Result<Solid, String> {
        let model = match self {
            Self::Recipe(elements) => return elements.solid(),
            Self::Model { model } => model,
        };
        let stock = stock.ok_or_else(|| format!("the library with the model {model:?} is not at hand"))?;
        let found = stock.model(model).ok_or_else(|| format!("the library has no model {model:?}"))?;
        let bytes = stock.read(found)?;
        cad::solid(&found.ending, &bytes, NEVER).map_err(|error| format!("model {model:?}: {error}"))
    }

    /// What results are grouped by.
    pub fn tag(&self) -> (&'static str, String) {
        match self {
            Self::Recipe(elements) => ("primitives", elements.0.len().to_string()),
            Self::Model { .. } => ("stock", "cad".into()),
        }
    }
}

impl<'de> Deserialize<'de> for Object {
    fn deserialize<D: Deserializer<'de>>(input: D) -> Result<Self, D::Error> {
        let value = serde_json::Value::deserialize(input)?;
        let elements = |value| Elements::deserialize(value).map(Self::Recipe);
        match value.as_object().map(|fields| (fields.len(), fields.get("model"))) {
            Some((1, Some(serde_json::Value::String(model)))) => Ok(Self::Model { model: model.clone() }),
            _ => elements(value).map_err(serde::de::Error::custom),
        }
    }
}
