//! Relations from poses, lines and planes.

use super::{Group, Objects};
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
        Some((a, b)) => match relation(&a, &b) {
            Relation::Unclear if generous => closest(&a, &b),
            found => found,
        },
    };
    groups.iter().flat_map(|one| groups.iter().map(move |other| pair(one, other))).collect()
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
