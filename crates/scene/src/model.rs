//! Models: furniture and other things, put together from parts.

use crate::category::{Category, PartCategory};
use crate::shape::Piece;
use spatiq_geom::DVec3;
use std::collections::{BTreeMap, BTreeSet};

/// A thing that can be placed: z is up, it stands on z = 0 around the z axis, and its front looks to -y. Metres.
#[derive(Clone, Debug)]
pub struct Model {
    /// What it is.
    pub category: Category,
    /// Tells it from any other model: `chair-000123` of the generator, or the id of a library.
    pub name: String,
    /// Its parts, those of a category one after the other.
    pub parts: Vec<Part>,
}

/// One part: one leg, one door.
#[derive(Clone, Debug)]
pub struct Part {
    /// What it is.
    pub category: PartCategory,
    /// What it consists of; at least one.
    pub pieces: Vec<Piece>,
}

impl Model {
    /// How many parts of each category it has.
    pub fn counts(&self) -> BTreeMap<PartCategory, usize> {
        let mut counts = BTreeMap::new();
        for part in &self.parts {
            *counts.entry(part.category).or_default() += 1;
        }
        counts
    }

    /// The corners of the box around it.
    pub fn bounds(&self) -> [DVec3; 2] {
        around(self.pieces().map(Piece::bounds))
    }

    /// Which two categories of parts touch, both ways around: the boxes around pieces come within a centimetre.
    pub fn touching(&self) -> BTreeSet<(PartCategory, PartCategory)> {
        let boxes = |part: &Part| part.pieces.iter().map(Piece::bounds).collect::<Vec<_>>();
        let parts: Vec<_> = self.parts.iter().map(|part| (part.category, boxes(part))).collect();
        let near = |[low, high]: &[DVec3; 2], [other_low, other_high]: &[DVec3; 2]| {
            low.cmple(*other_high + 0.01).all() && other_low.cmple(*high + 0.01).all()
        };
        let mut found = BTreeSet::new();
        for (k, (one, own)) in parts.iter().enumerate() {
            for (other, its) in &parts[..k] {
                if one != other
                    && !found.contains(&(*one, *other))
                    && own.iter().any(|a| its.iter().any(|b| near(a, b)))
                {
                    found.extend([(*one, *other), (*other, *one)]);
                }
            }
        }
        found
    }

    /// All pieces of all parts.
    pub fn pieces(&self) -> impl Iterator<Item = &Piece> {
        self.parts.iter().flat_map(|part| &part.pieces)
    }
}

/// The box around boxes.
pub fn around(boxes: impl Iterator<Item = [DVec3; 2]>) -> [DVec3; 2] {
    let nothing = [DVec3::INFINITY, DVec3::NEG_INFINITY];
    boxes.fold(nothing, |all, one| [all[0].min(one[0]), all[1].max(one[1])])
}
