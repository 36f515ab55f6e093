//! Relations from poses, lines and planes.

use super::{Geometry, Group, Objects, Parts};
use spatiq_scene::fit::{Fit, Relation, relation};
use spatiq_scene::graph::{Instance, PartNode};

/// For each object the objects that are in a direction from it.
pub fn toward(stands: &[[f64; 3]], direction: [f64; 3], offset: f64) -> Vec<Objects> {
    let along = |stand: &[f64; 3]| -> f64 { stand.iter().zip(direction).map(|(a, b)| a * b).sum() };
    let places: Vec<f64> = stands.iter().map(along).collect();
    let there = |from: &f64| {
        let far = places.iter().enumerate().filter(|(_, to)| **to - from > offset);
        far.map(|(at, _)| 1 << at).sum()
    };
    places.iter().map(there).collect()
}

/// How all groups lie to each other, row by row.
pub fn relations(groups: &[Group], generous: bool) -> Vec<Relation> {
    let pair = |one: &Group, other: &Group| match one.fit.zip(other.fit) {
        None => Relation::Neither,
        Some((a, b)) => judged(&a, &b, generous),
    };
    groups.iter().flat_map(|one| groups.iter().map(move |other| pair(one, other))).collect()
}

/// For each geometric relation, in the order of [`Geometry::ALL`], and each group the others that have it to that one.
pub fn related(
    groups: &[Group],
    relations: &[Relation],
    generous: bool,
) -> [Vec<Parts>; Geometry::ALL.len()] {
    let mut found = Geometry::ALL.map(|_| vec![0; groups.len()]);
    let mut add = |one: usize, other: usize, [a, b]: [Fit; 2], relation: Relation| {
        for (related, geometry) in found.iter_mut().zip(Geometry::ALL) {
            related[one] |= Parts::from(geometry.holds(a.kind, b.kind, relation)) << other;
        }
    };
    for (at, relation) in relations.iter().enumerate() {
        let (one, other) = (at / groups.len(), at % groups.len());
        let Some(a) = groups[one].fit else { continue };
        if let Some(b) = groups[other].fit {
            add(one, other, [a, b], *relation);
        }
        for b in &groups[other].singly {
            add(one, other, [a, *b], judged(&a, b, generous));
        }
    }
    found
}

/// How two lie to each other, to someone who takes what is nearly so for it or not.
fn judged(a: &Fit, b: &Fit, generous: bool) -> Relation {
    match relation(a, b) {
        Relation::Unclear if generous => closest(a, b),
        found => found,
    }
}

/// What each part of a category is taken for by itself.
pub fn singly(part: &PartNode) -> Vec<Fit> {
    part.instances.iter().filter_map(|instance| instance.fit.or(instance.roughly)).collect()
}

/// Which of the two relations is the closer one.
fn closest(a: &Fit, b: &Fit) -> Relation {
    let aligned = a.direction().dot(b.direction()).abs() > std::f64::consts::FRAC_1_SQRT_2;
    if aligned == (a.kind == b.kind) { Relation::Parallel } else { Relation::Perpendicular }
}

/// What parts of a category are taken for by someone who does not mind that they are thick or bent, or differ a little.
pub fn nearly_common(part: &PartNode) -> Option<Fit> {
    let fit = |instance: &Instance| instance.fit.or(instance.roughly);
    let fits: Vec<Fit> = part.instances.iter().map(fit).collect::<Option<_>>()?;
    let first = fits.first()?;
    let close = |fit: &&Fit| match relation(first, fit) {
        Relation::Parallel => true,
        Relation::Unclear => closest(first, fit) == Relation::Parallel,
        Relation::Perpendicular | Relation::Neither => false,
    };
    part.fit.or_else(|| fits.iter().all(|fit| close(&fit)).then_some(*first))
}
