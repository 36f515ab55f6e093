//! Cuts: what is taken away from an object, so that four objects are alike and yet differ.

use super::elements::Elements;
use super::stock::csg::{is_well_cut, pixel};
use super::stock::{Block, Shells, whole};
use spatiq_bench::{Reject, Seed};
use spatiq_draw::{Model, NEVER};
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

/// An object that is to be cut.
pub struct Uncut<'a> {
    solid: &'a Solid,
    block: Block,
    kind: Kind,
}

enum Kind {
    /// A mesh, with the hollows that it has already.
    Mesh { hollows: usize },
    /// Made of primitives, with the size of a pixel in its pictures, and so in those of what is left of it.
    Primitives { pixel: f64 },
}

impl<'a> Uncut<'a> {
    /// Looks at an object; nothing if there is none, or if its triangles do not fit together.
    pub fn new(solid: &'a Solid) -> Option<Self> {
        let is_mesh = solid.leaves().iter().any(|leaf| leaf.mesh().is_some());
        let kind = match is_mesh {
            true => Kind::Mesh { hollows: Shells::of(solid)?.hollows },
            false => Kind::Primitives { pixel: pixel(Model::new(solid, NEVER).ok()?.extent()) },
        };
        Some(Self { solid, block: Block::of(solid)?, kind })
    }

    /// The first cut that takes away enough to be seen and leaves a good object.
    pub fn bites(&self, draw: impl Fn(u64) -> Option<Elements>) -> Result<Elements, Reject> {
        let cuts = (0..ATTEMPTS).filter_map(draw);
        cuts.into_iter().find(|cut| self.is_bitten_by(cut)).ok_or(Reject("no cut bites"))
    }

    /// Whether a cut takes away enough to be seen, and leaves one piece without a hollow that nobody sees, without slivers, without
    /// specks and without faces that nearly touch.
    pub fn is_bitten_by(&self, cut: &Elements) -> bool {
        let (Ok(taken), Ok(rest)) = (cut.solid(), cut.off(self.solid)) else { return false };
        if !BITE.contains(&self.block.taken_by(&taken)) {
            return false;
        }
        match self.kind {
            // A mesh may be thin by itself, or have specks; then no cut would do.
            Kind::Mesh { hollows } => {
                Shells::of(&rest).is_some_and(|rest| rest.pieces == 1 && rest.hollows <= hollows)
            }
            Kind::Primitives { pixel } => {
                Block::of(&rest).is_some_and(|block| block.hangs_together())
                    && is_well_cut(&rest, &mut Seed::root(0).child("slivers").rng())
                    && Model::new(&rest, NEVER).is_ok_and(|model| whole::check(&rest, &model, pixel).is_ok())
            }
        }
    }
}
