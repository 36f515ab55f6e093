//! From a recipe of the peer to a solid that rays can ask.

use anyhow::Result;
use serde_json::Value;
use spatiq_geom::{Recipe, Solid};

/// The solid of a recipe.
pub fn solid(recipe: &Value) -> Result<Solid> {
    Ok(Recipe::parse(recipe.to_string().as_bytes())?.solid()?)
}
