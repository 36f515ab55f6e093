//! A solid seen along one direction, divided into beams: each knows which leaves it can meet.
//!
//! Rays that all run the same way are asked of a beam instead of the whole solid. There are about as many beams as leaves, so that
//! a ray costs what lies one behind the other, not what lies side by side. A beam is made when it is first asked for.

use crate::leaf::Leaf;
use crate::region::Region;
use crate::solid::Solid;
use glam::{DVec2, DVec3};

/// A solid divided into beams.
#[derive(Debug)]
pub struct Beams<'a> {
    solid: &'a Solid,
    /// Across the direction, at right angles to it and each other.
    across: [DVec3; 2],
    low: DVec2,
    /// Beams for a unit of length.
    density: DVec2,
    /// Beams on a side.
    count: usize,
    slack: f64,
    regions: Vec<Option<Region<'a>>>,
}

impl<'a> Beams<'a> {
    /// Divides a solid, given two directions across the rays, at right angles to them and each other. What is nearer to a beam
    /// than `slack` belongs to it too.
    pub fn new(solid: &'a Solid, across: [DVec3; 2], slack: f64) -> Self {
        let shadow = |leaf: &Leaf| across.map(|axis| leaf.span(axis));
        let [x, y] = solid
            .leaves()
            .iter()
            .map(shadow)
            .fold([(f64::INFINITY, f64::NEG_INFINITY); 2], |[x, y], [a, b]| {
                [(x.0.min(a.0), x.1.max(a.1)), (y.0.min(b.0), y.1.max(b.1))]
            });
        let count = 2 * (solid.leaves().len() as f64).sqrt().ceil() as usize;
        let size = DVec2::new(x.1 - x.0, y.1 - y.0);
        let density = count as f64 / size.max(DVec2::splat(f64::MIN_POSITIVE));
        let regions = std::iter::repeat_with(|| None).take(count * count).collect();
        Self { solid, across, low: DVec2::new(x.0, y.0), density, count, slack, regions }
    }

    /// The beam around a point.
    pub fn around(&mut self, p: DVec3) -> &Region<'a> {
        let place = (DVec2::from(self.across.map(|axis| axis.dot(p))) - self.low) * self.density;
        let cell = place.to_array().map(|place| (place.max(0.0) as usize).min(self.count - 1));
        let region = &mut self.regions[cell[1] * self.count + cell[0]];
        region.get_or_insert_with(|| {
            // A point beyond the leaves belongs to a beam at the rim: it meets nothing, whatever the beam holds.
            let low = self.low + DVec2::new(cell[0] as f64, cell[1] as f64) / self.density;
            let high = low + 1.0 / self.density;
            self.solid.region(|leaf| {
                (0..2).all(|k| {
                    let (from, to) = leaf.span(self.across[k]);
                    from - self.slack <= high[k] && to + self.slack >= low[k]
                })
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Op, Placement, Primitive, Rays};

    #[test]
    fn a_ray_meets_in_its_beam_what_it_meets_in_the_whole_solid() {
        let forms = [
            Primitive::Sphere { radius: 0.7 },
            Primitive::Box { half: DVec3::new(0.3, 0.9, 0.5) },
            Primitive::Cone { radius: 0.6, height: 1.1 },
            Primitive::Torus { ring: 0.6, tube: 0.25 },
            Primitive::Cylinder { radius: 0.4, height: 1.4 },
        ];
        let ops = [Op::Union, Op::Difference, Op::Union, Op::Union, Op::Intersection];
        let leaf = |k: usize| -> Solid {
            let shift = DVec3::new((k * 7 % 5) as f64, (k * 3 % 7) as f64, (k * 5 % 4) as f64) * 0.6;
            let turn = glam::DMat3::from_axis_angle(DVec3::new(0.6, 0.0, 0.8), k as f64);
            Leaf::new(forms[k % 5], Placement { turn, shift }).into()
        };
        let solid = (1..20).fold(leaf(0), |solid, k| {
            let op = if k % 11 == 10 { Op::Intersection } else { ops[k % 4] };
            solid.join(op, leaf(k)).unwrap()
        });
        let toward = DVec3::new(0.48, -0.36, 0.8);
        let across: [DVec3; 2] = toward.any_orthonormal_pair().into();
        let mut beams = Beams::new(&solid, across, 1e-9);
        let mut rays = Rays::default();
        let mut met = 0;
        for k in 0..2000 {
            let spot = |step: f64| (f64::from(k) * step).fract() * 8.0 - 3.0;
            let origin = across[0] * spot(0.618_034) + across[1] * spot(0.414_214);
            let found = beams.around(origin).ray(origin, toward, &mut rays);
            assert_eq!(found, solid.ray(origin, toward, &mut rays));
            met += usize::from(!found.is_empty());
        }
        assert!(met > 50, "{met}");
    }
}
