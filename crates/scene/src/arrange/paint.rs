//! Colours of parts. What touches is not of one colour, so that it can be told apart.

use crate::category::{Colour, PartCategory};
use crate::model::Model;
use crate::scene::{Object, Paint};
use spatiq_bench::Rng;
use std::collections::BTreeMap;

/// A colour for each part category of a model, each drawn by itself from those that nothing has which touches it.
pub fn paint(model: &Model, rng: &mut Rng) -> BTreeMap<PartCategory, Paint> {
    let touching = model.touching();
    let mut paints = BTreeMap::new();
    for part in model.counts().into_keys() {
        let free: Vec<Colour> = Colour::ALL
            .into_iter()
            .filter(|colour| {
                let same = paints.iter().filter(|(_, paint)| **paint == Paint::Named(*colour));
                same.into_iter().all(|(other, _)| !touching.contains(&(*other, part)))
            })
            .collect();
        // More than eight kinds of parts that all touch each other must share.
        let choice = if free.is_empty() { &Colour::ALL[..] } else { &free };
        paints.insert(part, Paint::Named(*rng.pick(choice)));
    }
    paints
}

/// Gives the parts of a category that colour, unless something has it that touches them.
pub fn repaint(object: &mut Object, part: PartCategory, colour: Colour) {
    let paint = Paint::Named(colour);
    let touching = object.model.touching();
    let clash = object.paint.iter().any(|(other, its)| *its == paint && touching.contains(&(*other, part)));
    if !clash && object.paint.contains_key(&part) {
        object.paint.insert(part, paint);
    }
}

/// The same colour for all parts.
#[cfg(test)]
pub fn all_gray(model: &Model) -> BTreeMap<PartCategory, Paint> {
    model.counts().into_keys().map(|part| (part, Paint::Named(Colour::Gray))).collect()
}
