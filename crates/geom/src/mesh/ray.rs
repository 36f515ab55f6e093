//! Where lines meet the surface: exactly once through shared edges and corners, and what they run through inside.

use super::Mesh;
use glam::DVec3;

/// Hits closer than this fraction of the numbers they were calculated from are one.
const SAME: f64 = 1e-12;

/// A place where a line meets a triangle.
#[derive(Clone, Copy, Debug)]
pub(super) struct Hit {
    /// The place, in units of the direction.
    pub(super) at: f64,
    /// 1 where the line enters, −1 where it leaves.
    pub(super) enters: i32,
    /// The triangle.
    pub(super) triangle: u32,
}

impl Mesh {
    /// Replaces `out` by the stretches of the line `origin + t·direction`, `t` from −∞ to ∞, that are inside: sorted
    /// and disjoint.
    ///
    /// A line through an edge or corner meets the surface once there. Where the surface is open, an entry without
    /// exit, or the reverse, gives the empty stretch `(t, t)`: a sheet without thickness.
    pub fn ray(&self, origin: DVec3, direction: DVec3, out: &mut Vec<(f64, f64)>) {
        out.clear();
        let Some(line) = Line::new(self, origin, direction) else { return };
        let mut entered = Vec::new();
        for (at, enters) in self.passes(&line) {
            for _ in 0..enters {
                entered.push(at);
            }
            for _ in enters..0 {
                out.push((entered.pop().unwrap_or(at), at));
            }
            if enters == 0 {
                out.push((at, at));
            }
        }
        out.extend(entered.into_iter().map(|at| (at, at)));
        merge(out);
    }

    /// Like [`Mesh::ray`], but what ends before `start` may be left out, and what begins before it may begin there.
    pub fn ray_from(&self, origin: DVec3, direction: DVec3, start: f64, out: &mut Vec<(f64, f64)>) {
        if !self.closed || start == f64::NEG_INFINITY {
            return self.ray(origin, direction, out);
        }
        out.clear();
        let Some(line) = Line::new(self, origin, direction) else { return };
        // Far away one is outside: from there one comes back, and what lies before the start need not be known.
        let line = Line { start, ..line };
        let mut left = Vec::new();
        for &(at, enters) in self.passes(&line).iter().rev() {
            for _ in enters..0 {
                left.push(at);
            }
            for _ in 0..enters {
                out.push((at, left.pop().unwrap_or(at)));
            }
        }
        out.extend(left.into_iter().map(|to| (start, to)));
        merge(out);
    }

    /// Whether a point is inside.
    pub fn contains(&self, point: DVec3) -> bool {
        let mut inside = Vec::new();
        // Along no axis, diagonal or other direction that surfaces like to have.
        self.ray_from(point, DVec3::new(0.537_741, 0.261_803, 0.801_462), -f64::MIN_POSITIVE, &mut inside);
        inside.iter().any(|&(from, to)| from < 0.0 && 0.0 < to)
    }

    /// The places where a line passes the surface and how often it enters there, more than it leaves. Hits at the
    /// same place are one; if they cancel, a closed surface is only touched, and an open one has two sheets there.
    fn passes(&self, line: &Line) -> Vec<(f64, i32)> {
        let mut hits = Vec::new();
        self.line_hits(line, &mut hits);
        hits.sort_unstable_by(|one, other| {
            one.at.total_cmp(&other.at).then(one.triangle.cmp(&other.triangle))
        });
        let groups = hits.chunk_by(|one, other| other.at - one.at <= line.same);
        let summed = groups.map(|group| (group[0].at, group.iter().map(|hit| hit.enters).sum()));
        summed.filter(|&(_, enters)| enters != 0 || !self.closed).collect()
    }

    /// All hits of a line, in no particular order.
    pub(super) fn hits(&self, origin: DVec3, direction: DVec3, out: &mut Vec<Hit>) {
        if let Some(line) = Line::new(self, origin, direction) {
            self.line_hits(&line, out);
        }
    }

    fn line_hits(&self, line: &Line, out: &mut Vec<Hit>) {
        self.bvh.visit(
            |low, high| line.may_meet(low, high),
            |triangle| {
                let met = line.meet(self.corners(triangle)).filter(|met| met.0 >= line.start - line.same);
                out.extend(met.map(|(at, enters)| Hit { at, enters, triangle }));
            },
        );
    }
}

/// A line made ready: space is sheared so that it becomes the third axis, as in Woop, Benthin and Wald, *Watertight
/// Ray/Triangle Intersection* (2013). A corner's place in that space depends on nothing but the corner, so
/// triangles that share an edge agree on which side of it the line passes.
struct Line {
    origin: DVec3,
    axes: [usize; 3],
    shear: [f64; 2],
    along: f64,
    pad: f64,
    same: f64,
    /// What lies before is not looked for.
    start: f64,
}

impl Line {
    /// `None` if the direction is zero or anything is not finite.
    fn new(mesh: &Mesh, origin: DVec3, direction: DVec3) -> Option<Self> {
        let steep = direction.abs();
        let last = if steep.x >= steep.y && steep.x >= steep.z {
            0
        } else if steep.y >= steep.z {
            1
        } else {
            2
        };
        let axes = [(last + 1) % 3, (last + 2) % 3, last];
        let along = direction[last];
        let shear = [direction[axes[0]] / along, direction[axes[1]] / along];
        let [low, high] = mesh.bounds();
        let size = (low - origin).abs().max((high - origin).abs()).max_element();
        let scale = size + origin.abs().max_element();
        let usable = origin.is_finite() && direction.is_finite() && along != 0.0 && scale.is_finite();
        usable.then_some(Self {
            origin,
            axes,
            shear,
            along,
            pad: scale * SAME,
            same: scale * SAME / along.abs(),
            start: f64::NEG_INFINITY,
        })
    }

    /// A point in sheared space.
    fn shear(&self, point: DVec3) -> [f64; 3] {
        let from = point - self.origin;
        let [x, y, z] = self.axes.map(|axis| from[axis]);
        [x - self.shear[0] * z, y - self.shear[1] * z, z]
    }

    /// Whether the line may meet a box; `true` too often rather than too rarely.
    fn may_meet(&self, low: DVec3, high: DVec3) -> bool {
        let (low, high) = (low - self.origin, high - self.origin);
        let [near, far] = [low[self.axes[2]], high[self.axes[2]]];
        let last = f64::max(near / self.along, far / self.along);
        if last < self.start - self.same {
            return false;
        }
        self.axes.into_iter().zip(self.shear).all(|(axis, shear)| {
            let (one, other) = (shear * near, shear * far);
            low[axis] - one.max(other) <= self.pad && high[axis] - one.min(other) >= -self.pad
        })
    }

    /// Where the line meets a triangle, and 1 if it enters there, −1 if it leaves.
    fn meet(&self, corners: [DVec3; 3]) -> Option<(f64, i32)> {
        let [a, b, c] = corners.map(|corner| self.shear(corner));
        let side = turn(b, c)?;
        if turn(c, a)? != side || turn(a, b)? != side {
            return None;
        }
        let weights = [[b, c], [c, a], [a, b]].map(|[p, q]| (p[0] * q[1] - p[1] * q[0]).abs());
        let whole: f64 = weights.iter().sum();
        let height = if whole > 0.0 {
            (weights[0] * a[2] + weights[1] * b[2] + weights[2] * c[2]) / whole
        } else {
            (a[2] + b[2] + c[2]) / 3.0
        };
        // Counter-clockwise about the third axis, the triangle faces along it: whoever follows it leaves.
        let leaves = side == (self.along > 0.0);
        Some((height / self.along, if leaves { -1 } else { 1 }))
    }
}

/// Whether the line (now a point at 0) sees `a` before `b` counter-clockwise; `None` if the two are at one place.
///
/// The sign is exact. Where it is zero, the line is taken to be moved by an infinitesimal amount, far more along the
/// first axis than along the second, so that it never passes through an edge or corner.
fn turn(a: [f64; 3], b: [f64; 3]) -> Option<bool> {
    let (left, right) = (a[0] * b[1], a[1] * b[0]);
    let rough = left - right;
    let doubt = 4.0 * f64::EPSILON * (left.abs() + right.abs());
    let sign = if rough.abs() > doubt { rough } else { exact_difference(a, b, left, right) };
    [sign, a[1] - b[1], b[0] - a[0]].into_iter().find(|sign| *sign != 0.0).map(|sign| sign > 0.0)
}

/// A number with the exact sign of `a[0] * b[1] - a[1] * b[0]`, whose rounded products are `left` and `right`.
fn exact_difference(a: [f64; 3], b: [f64; 3], left: f64, right: f64) -> f64 {
    // Both products are nearly equal, so their difference is exact; what rounding cut off is compared separately.
    let high = left - right;
    let cut = libm::fma(a[0], b[1], -left);
    let other = libm::fma(a[1], b[0], -right);
    let low = cut - other;
    // What even this difference loses, after Knuth.
    let taken = cut - low;
    let lost = (cut - (low + taken)) + (taken - other);
    if high + low != 0.0 { high + low } else { lost }
}

/// Joins stretches that overlap or touch.
fn merge(stretches: &mut Vec<(f64, f64)>) {
    stretches.sort_unstable_by(|one, other| one.0.total_cmp(&other.0).then(one.1.total_cmp(&other.1)));
    let mut kept = 0;
    for index in 0..stretches.len() {
        let (from, to) = stretches[index];
        if kept > 0 && from <= stretches[kept - 1].1 {
            stretches[kept - 1].1 = stretches[kept - 1].1.max(to);
        } else {
            stretches[kept] = (from, to);
            kept += 1;
        }
    }
    stretches.truncate(kept);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_side_on_which_a_line_passes_is_exact() {
        let mut state = 1_u64;
        let mut random = |reach: i64| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 11) as i64 % reach
        };
        let mut rounded_wrongly = 0;
        for _ in 0..20_000 {
            // Nearly on a line through 0: multiples of a direction, off by a unit or so.
            let (x, y) = (random(1 << 25), random(1 << 25));
            let (one, other) = (random(1 << 25), random(1 << 25));
            let a = [x * one + random(3) - 1, y * one + random(3) - 1];
            let b = [x * other + random(3) - 1, y * other + random(3) - 1];
            let exact = i128::from(a[0]) * i128::from(b[1]) - i128::from(a[1]) * i128::from(b[0]);
            let [p, q] = [a, b].map(|[x, y]| [x as f64, y as f64, 0.0]);
            let rough = p[0] * q[1] - p[1] * q[0];
            rounded_wrongly += u32::from(exact != 0 && (rough > 0.0) != (exact > 0));
            if exact != 0 {
                assert_eq!(turn(p, q), Some(exact > 0), "{a:?} {b:?}");
            }
            if a != b {
                assert_eq!(turn(p, q).map(|left| !left), turn(q, p));
            }
        }
        assert!(rounded_wrongly > 20, "{rounded_wrongly}");
    }
}
