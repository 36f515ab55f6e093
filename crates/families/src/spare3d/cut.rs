//! Cuts: what is taken away from an object, so that four objects are alike and yet differ.

use super::elements::Elements;
use super::stock::csg::has_slivers;
use super::stock::{Block, is_one_piece};
use spatiq_bench::{Reject, Seed};
use spatiq_geom::recipe::{Element, Part};
use spatiq_geom::{DVec3, Primitive, Solid};

/// So often a cut is drawn anew until it bites.
const ATTEMPTS: u64 = 12;

/// The share of an object that a cut takes away.
const BITE: std::ops::RangeInclusive<f64> = 0.03..=0.6;

/// Draws a primitive to take away, by the papers' rule: around the middle of the object, about a third of its size.
pub fn cutter(solid: &Solid, seed: &Seed) -> Option<Elements> {
    let [low, high] = solid.bounds()?;
    let (middle, extent) = (low.midpoint(high), high - low);
    let mean = extent.element_sum() / 5.0;
    let mut rng = seed.rng();
    let shift = DVec3::new(rng.between(-0.25, 0.25), rng.between(-0.25, 0.25), rng.between(-0.25, 0.25));
    let kind = rng.below(5);
    let mut measure = |low: f64, high: f64| rounded(rng.between(low * mean, high * mean));
    let primitive = match kind {
        0 => {
            Primitive::Box { half: DVec3::new(measure(0.5, 1.0), measure(0.5, 1.0), measure(0.5, 1.0)) / 2.0 }
        }
        1 => Primitive::Sphere { radius: measure(0.25, 0.5) },
        2 => Primitive::Cone { radius: measure(0.25, 0.5), height: measure(0.5, 1.0) },
        3 => Primitive::Cylinder { radius: measure(0.25, 0.5), height: measure(0.5, 1.0) },
        _ => {
            let ring = measure(0.25, 0.5);
            Primitive::Torus { ring, tube: rounded(ring * rng.between(0.3, 0.6)) }
        }
    };
    let pos = (middle + shift * extent).to_array().map(rounded).into();
    Some(Elements(vec![Element { part: Part::Primitive(primitive), axis: 2, deg: 0, pos, op: None }]))
}

fn rounded(value: f64) -> f64 {
    (value * 1000.0).round() / 1000.0
}

/// The first cut that takes away enough to be seen and leaves an object in one piece, without slivers.
pub fn bites(solid: &Solid, draw: impl Fn(u64) -> Option<Elements>) -> Result<Elements, Reject> {
    let uncut = Block::of(solid).ok_or(Reject("nothing is left"))?;
    let cuts = (0..ATTEMPTS).filter_map(draw);
    cuts.into_iter().find(|cut| does_bite(solid, &uncut, cut)).ok_or(Reject("no cut bites"))
}

/// Whether a cut takes away enough of a solid, given in cells as well, to be seen, and leaves one piece.
pub fn does_bite(solid: &Solid, uncut: &Block, cut: &Elements) -> bool {
    let (Ok(taken), Ok(rest)) = (cut.solid(), cut.off(solid)) else { return false };
    // A mesh may be thin by itself; then no cut would do.
    let is_mesh = solid.leaves().iter().any(|leaf| leaf.mesh().is_some());
    BITE.contains(&uncut.taken_by(&taken))
        && is_one_piece(&rest)
        && (is_mesh || !has_slivers(&rest, &mut Seed::root(0).child("slivers").rng()))
}
