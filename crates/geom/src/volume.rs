//! The volume of a solid: parallel lines through it, and how much of each lies inside.
//!
//! Every part of a solid counts for the first leaf that holds it, and lines are laid through each leaf for itself, so that a thin
//! rod or a crumb far away has as many of them as a stout body. A leaf that meets no other is known without lines.
//!
//! Seen from a direction that is parallel to no face, the length inside is a continuous function of where the line passes, so a
//! Fibonacci lattice of lines does far better than chance: the error falls like `n^-3/4` for thin walls, faster
//! for stout ones. Four
//! directions give four estimates that know nothing of each other; their mean is the result and their spread, and the change since the
//! lattice before, say whether finer ones are needed. The work is bounded by the finest.

use crate::lattice::{LATTICES, Lattice};
use crate::leaf::Leaf;
use crate::region::{Rays, Region};
use crate::solid::Solid;
use crate::stop::{Stop, Stopped, polled};
use crate::tree::Op;
use glam::DVec3;
use std::convert::Infallible;

/// Parallel to no face of an ordinary model, and not each other's mirror images.
const DIRECTIONS: [DVec3; 4] = [
    DVec3::new(0.5371, 0.3923, 0.7469),
    DVec3::new(-0.7213, 0.4789, 0.5003),
    DVec3::new(0.4337, -0.8117, 0.3919),
    DVec3::new(-0.3517, -0.5791, -0.7357),
];

/// How far the lattice of each direction is moved over the border, on one side and in on the other.
const SHIFTS: [(f64, f64); 4] = [(0.0, 0.0), (0.3247, 0.7549), (0.5698, 0.1397), (0.8151, 0.4302)];

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
        let mut known = 0.0;
        let mut shares = Vec::new();
        for (index, leaf) in self.leaves().iter().enumerate() {
            let share = Share::new(self, index, bounds);
            match leaf.primitive().filter(|_| share.is_alone()) {
                Some(primitive) => {
                    known += if share.region.holds_only(index) { primitive.volume() } else { 0.0 }
                }
                None => shares.push(share),
            }
        }
        let mut rays = Rays::default();
        let mut mean = f64::INFINITY;
        for (level, lattice) in LATTICES.into_iter().enumerate() {
            let mut found = [known; DIRECTIONS.len()];
            for (which, volume) in found.iter_mut().enumerate() {
                for share in &shares {
                    *volume += share.volume(which, lattice, &mut rays, stop)?;
                }
            }
            let before = std::mem::replace(&mut mean, found.iter().sum::<f64>() / 4.0);
            let variance = found.iter().map(|volume| (volume - mean) * (volume - mean)).sum::<f64>() / 3.0;
            // Four estimates may agree by chance, but hardly with those before as well.
            let sure = (variance / 4.0).sqrt().max((mean - before).abs() / 3.0) <= GOAL * mean;
            if shares.is_empty() || sure && (mean > 0.0 || level >= EMPTY_AFTER) {
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
}

/// What a leaf adds to a solid that no leaf before it does.
struct Share<'a> {
    index: usize,
    leaf: &'a Leaf,
    /// What reaches into the box.
    region: Region<'a>,
    /// A box that holds it.
    bounds: [DVec3; 2],
}

impl<'a> Share<'a> {
    fn new(solid: &'a Solid, index: usize, [low, high]: [DVec3; 2]) -> Self {
        let leaf = &solid.leaves()[index];
        let [least, most] = leaf.bounds();
        let bounds = [low.max(least), high.min(most)];
        let apart = |other: &Leaf| {
            let [least, most] = other.bounds();
            least.cmpgt(bounds[1]).any() || most.cmplt(bounds[0]).any()
        };
        Self { index, leaf, region: solid.region(|other| !apart(other)), bounds }
    }

    /// Whether no other leaf reaches into its box.
    fn is_alone(&self) -> bool {
        self.region.leaves().all(|(index, _)| index == self.index)
    }

    /// By lines along one of the directions, from the leaf's own point of view.
    fn volume(&self, which: usize, lattice: Lattice, rays: &mut Rays, stop: Stop) -> Result<f64, Stopped> {
        let [low, high] = self.bounds;
        let turn = self.leaf.placement().turn;
        let seen = turn * DIRECTIONS[which].normalize();
        // Along its longest edge as it is seen from there, and across.
        let long = turn * self.leaf.longest_axis();
        let right = (long - seen * long.dot(seen)).normalize();
        let up = seen.cross(right);
        let (middle, half) = (low.midpoint(high), (high - low) / 2.0);
        let window = |axis: DVec3| {
            let (from, to) = self.leaf.span(axis);
            let (centre, reach) = (middle.dot(axis), axis.abs().dot(half));
            (from.max(centre - reach), to.min(centre + reach))
        };
        let (x, y) = (window(right), window(up));
        if x.0 >= x.1 || y.0 >= y.1 {
            return Ok(0.0);
        }
        let shortest = ROUNDING * low.abs().max(high.abs()).max_element();
        let depth = seen * middle.dot(seen);
        let mut length = 0.0;
        for point in polled(lattice.points(), stop) {
            let (s, t) = point?;
            // A ball looks the same from everywhere: only so are estimates independent.
            let (s, t) = ((s + SHIFTS[which].0).fract(), (t + SHIFTS[which].1).fract());
            let origin = depth + right * (x.0 + (x.1 - x.0) * s) + up * (y.0 + (y.1 - y.0) * t);
            self.region.stretches(origin, seen, f64::NEG_INFINITY, rays, |from, to| {
                if to - from > shortest && self.is_first(origin + seen * from.midpoint(to)) {
                    length += to - from;
                }
                false
            });
        }
        Ok((x.1 - x.0) * (y.1 - y.0) * length / f64::from(lattice.count))
    }

    /// Whether no leaf before this one holds a point, but this one does.
    fn is_first(&self, p: DVec3) -> bool {
        let mut holding = self.region.leaves().filter(|(_, leaf)| leaf.field(p) < 0.0);
        holding.next().is_some_and(|(index, _)| index == self.index)
    }
}
