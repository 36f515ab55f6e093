//! Where a curve passes from inside a leaf to outside, or onto its boundary and off again.

use crate::curve::{Curve, Path, Scale};
use glam::DVec3;
use spatiq_geom::{Leaf, Solid, Stop, Stopped, go_on};

/// After so many points of a curve it is asked whether to go on.
const ASK_EVERY: usize = 64;

/// Adds the parameters at which the curve changes its standing towards the leaf.
pub(crate) fn breaks(
    solid: &Solid,
    scale: &Scale,
    curve: &Curve,
    leaf: &Leaf,
    stop: Stop,
    out: &mut Vec<f64>,
) -> Result<(), Stopped> {
    let walk = Walk { solid, scale, curve, leaf };
    let last = curve.points.len() - 1;
    let mut here = walk.rest(0.0);
    let mut index = 0;
    while index < last {
        // A long line of a mesh takes long; the others are over before it pays to ask.
        if index % ASK_EVERY == ASK_EVERY - 1 {
            go_on(stop)?;
        }
        let mut next = index + 1;
        let chord = curve.points[index].distance(curve.points[next]);
        // As long as the boundary is farther than the way, nothing can happen on it.
        let mut way = chord;
        while next < last && here.field.abs() > way {
            way += curve.points[next].distance(curve.points[next + 1]);
            next += 1;
        }
        if next > index + 1 {
            next -= 1;
            here = walk.rest(next as f64);
            index = next;
            continue;
        }
        let there = walk.rest(next as f64);
        walk.between(here, there, chord * 1.01, 30, out);
        here = there;
        index = next;
    }
    Ok(())
}

/// The corners of a box around a curve; chords cut corners, so a little larger than around its points.
pub(crate) fn bounds(curve: &Curve, scale: &Scale) -> [DVec3; 2] {
    let first = curve.points[0];
    let [low, high] = curve.points.iter().fold([first, first], |[low, high], &p| [low.min(p), high.max(p)]);
    let slack = DVec3::splat(2.0 * scale.chord);
    [low - slack, high + slack]
}

/// Whether a box and a leaf do not even touch: then there is nothing to find.
pub(crate) fn apart([low, high]: [DVec3; 2], leaf: &Leaf) -> bool {
    let [least, most] = leaf.bounds();
    low.cmpgt(most).any() || high.cmplt(least).any()
}

struct Walk<'a> {
    solid: &'a Solid,
    scale: &'a Scale,
    curve: &'a Curve,
    leaf: &'a Leaf,
}

#[derive(Clone, Copy)]
struct Rest {
    t: f64,
    field: f64,
}

impl Walk<'_> {
    fn rest(&self, t: f64) -> Rest {
        let rough = self.leaf.field(self.curve.on_chord(t));
        // The curve is no farther from its chord than this, so the side is certain.
        if rough.abs() > 4.0 * self.scale.chord {
            return Rest { t, field: rough };
        }
        Rest { t, field: self.leaf.field(self.curve.at(self.solid, t)) }
    }

    /// -1 inside, 0 on the boundary, 1 outside.
    fn side(&self, rest: Rest) -> i8 {
        if rest.field.abs() <= self.scale.on { 0 } else { rest.field.signum() as i8 }
    }

    /// The breaks between two rests that are at most `way` apart along the curve.
    fn between(&self, a: Rest, b: Rest, way: f64, depth: u32, out: &mut Vec<f64>) {
        let (from, to) = (self.side(a), self.side(b));
        // Too far to reach the boundary and come back; or too short for anyone to see that it did.
        let far = a.field.abs() + b.field.abs() > way;
        if from == to && from != 0 && (far || way < 3e-3 * self.scale.size) {
            return;
        }
        let short = way < 20.0 * self.scale.on || depth == 0;
        if from * to < 0 && (short || way < 0.05 * self.scale.size) {
            return out.push(self.crossing(a, b));
        }
        if short {
            if from != to {
                out.push((a.t + b.t) / 2.0);
            }
            return;
        }
        // Both ends on the boundary: a curve hardly leaves its chord, and a chord of a face does not leave that.
        if from == 0 && to == 0 && !matches!(self.curve.path, Path::Straight) {
            return;
        }
        let middle = self.rest((a.t + b.t) / 2.0);
        if from == 0 && to == 0 && self.side(middle) == 0 && way < 0.1 * self.scale.size {
            return;
        }
        self.between(a, middle, way / 2.0, depth - 1, out);
        self.between(middle, b, way / 2.0, depth - 1, out);
    }

    /// The zero of the field between two rests on either side, by secants that keep it bracketed.
    fn crossing(&self, mut a: Rest, mut b: Rest) -> f64 {
        let mut t = (a.t + b.t) / 2.0;
        for _ in 0..40 {
            t = a.t + (b.t - a.t) * (a.field / (a.field - b.field)).clamp(0.01, 0.99);
            let here = self.rest(t);
            if here.field.abs() < 0.1 * self.scale.short || b.t - a.t < 1e-12 {
                break;
            }
            // The end that stays counts half, or it would stay for ever.
            if (here.field < 0.0) == (a.field < 0.0) {
                (a, b.field) = (here, b.field / 2.0);
            } else {
                (b, a.field) = (here, a.field / 2.0);
            }
        }
        t
    }
}
