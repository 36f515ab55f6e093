//! Colours of parts.

use crate::category::{Colour, PartCategory};
use crate::model::Model;
use crate::scene::Paint;
use spatiq_bench::Rng;
use std::collections::BTreeMap;

/// A colour for each part category of a model, each drawn by itself.
pub fn paint(model: &Model, rng: &mut Rng) -> BTreeMap<PartCategory, Paint> {
    model.counts().into_keys().map(|part| (part, Paint::Named(*rng.pick(&Colour::ALL)))).collect()
}

/// The same colour for all parts.
#[cfg(test)]
pub fn all_gray(model: &Model) -> BTreeMap<PartCategory, Paint> {
    model.counts().into_keys().map(|part| (part, Paint::Named(Colour::Gray))).collect()
}
