//! The volume of a solid: parallel lines through it, and how much of each lies inside.
//!
//! Seen from a direction that is parallel to no face, the length inside is a continuous function of where the line passes, so a
//! Fibonacci lattice of lines does far better than chance: the error falls like `n^-3/4` for thin walls, faster
//! for stout ones. Four
//! directions give four estimates that know nothing of each other; their mean is the result and their spread, and the change since the
//! lattice before, say whether finer ones are needed. The work is bounded by the finest.

use crate::beams::Beams;
use crate::lattice::{LATTICES, Lattice};
use crate::leaf::Leaf;
use crate::region::Rays;
use crate::solid::Solid;
use crate::stop::{Stop, Stopped, polled};
use crate::tree::Op;
use glam::{DVec2, DVec3};
use std::convert::Infallible;

/// Parallel to no face of an ordinary model, and not each other's mirror images.
const DIRECTIONS: [DVec3; 4] = [
    DVec3::new(0.5371, 0.3923, 0.7469),
    DVec3::new(-0.7213, 0.4789, 0.5003),
    DVec3::new(0.4337, -0.8117, 0.3919),
    DVec3::new(-0.3517, -0.5791, -0.7357),
];

/// The standard error that is good enough, relative to the volume.
const GOAL: f64 = 4e-4;

/// After so many lattices without a line that meets anything, the solid is empty.
const EMPTY_AFTER: usize = 4;

/// Stretches shorter than this, relative to the coordinates, are what rounding leaves between coincident faces.
const ROUNDING: f64 = 1e-12;

impl Solid {
    /// Its volume, ordinarily to a part in a thousand; zero if it is empty. The same for the same solid, to the bit.
    pub fn volume(&self, stop: Stop) -> Result<f64, Stopped> {
        let Some(bounds) = self.bounds() else { return Ok(0.0) };
        let mut rays = Rays::default();
        let mut mean = f64::INFINITY;
        for (level, lattice) in LATTICES.into_iter().enumerate() {
            let mut found = [0.0; DIRECTIONS.len()];
            for (volume, seen) in found.iter_mut().zip(DIRECTIONS) {
                *volume = self.volume_along(seen.normalize(), lattice, bounds, &mut rays, stop)?;
            }
            let before = std::mem::replace(&mut mean, found.iter().sum::<f64>() / 4.0);
            let variance = found.iter().map(|volume| (volume - mean) * (volume - mean)).sum::<f64>() / 3.0;
            // Four estimates may agree by chance, but hardly with those before as well.
            let sure = (variance / 4.0).sqrt().max((mean - before).abs() / 3.0) <= GOAL * mean;
            if sure && (mean > 0.0 || level >= EMPTY_AFTER) {
                break;
            }
        }
        Ok(mean)
    }

    /// A box around it, following the operations; nothing if the boxes already say that nothing is left.
    pub fn bounds(&self) -> Option<[DVec3; 2]> {
        type Around = Option<[DVec3; 2]>;
        let join = |op: Op, left: Around, right: Around| match (op, left, right) {
            (Op::Difference, left, _) => left,
            (Op::Union, None, only) | (Op::Union, only, None) => only,
            (Op::Union, Some([a, b]), Some([c, d])) => Some([a.min(c), b.max(d)]),
            (Op::Intersection, Some([a, b]), Some([c, d])) => {
                let (low, high) = (a.max(c), b.min(d));
                low.cmplt(high).all().then_some([low, high])
            }
            (Op::Intersection, _, _) => None,
        };
        let Ok(bounds) = self.try_fold(
            |leaf| Ok::<_, Infallible>(Some(Leaf::bounds(leaf))),
            |op, left, right| Ok(join(op, left, right)),
        );
        bounds
    }

    fn volume_along(
        &self,
        seen: DVec3,
        lattice: Lattice,
        [low, high]: [DVec3; 2],
        rays: &mut Rays,
        stop: Stop,
    ) -> Result<f64, Stopped> {
        let (right, up) = seen.any_orthonormal_pair();
        let (middle, half) = ((low + high) / 2.0, (high - low) / 2.0);
        let window = DVec2::new(right.abs().dot(half), up.abs().dot(half));
        let shortest = ROUNDING * low.abs().max(high.abs()).max_element();
        let mut beams = Beams::new(self, [right, up], 0.0);
        let mut length = 0.0;
        for point in polled(lattice.points(), stop) {
            let (s, t) = point?;
            let origin = middle + right * (window.x * (2.0 * s - 1.0)) + up * (window.y * (2.0 * t - 1.0));
            beams.around(origin).stretches(origin, seen, f64::NEG_INFINITY, rays, |from, to| {
                if to - from > shortest {
                    length += to - from;
                }
                false
            });
        }
        Ok(4.0 * window.x * window.y * length / f64::from(lattice.count))
    }
}
