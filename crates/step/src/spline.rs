//! B-splines, rational or not: curves and surfaces.

use glam::{DVec3, DVec4, Vec4Swizzles};

/// The highest degree; kernels stop at 25.
pub(crate) const HIGHEST: usize = 25;

/// Where normals or tangents differ by more, as a sine, there is a crease.
const CREASE: f64 = 0.01;

/// Knots and the functions between them.
#[derive(Clone, Debug)]
pub(crate) struct Basis {
    degree: usize,
    knots: Vec<f64>,
}

/// The functions that are not zero at a parameter, with their derivatives.
struct Weights {
    first: usize,
    values: [f64; HIGHEST + 1],
    slopes: [f64; HIGHEST + 1],
}

impl Basis {
    /// For so many control points; `None` if the knots do not suit.
    pub fn new(degree: usize, knots: Vec<f64>, count: usize) -> Option<Self> {
        let suits = (1..=HIGHEST).contains(&degree)
            && count > degree
            && knots.len() == count + degree + 1
            && knots.windows(2).all(|pair| pair[0] <= pair[1])
            && knots[degree] < knots[count];
        suits.then_some(Self { degree, knots })
    }

    /// From where to where it is defined.
    pub fn domain(&self) -> [f64; 2] {
        [self.knots[self.degree], self.knots[self.knots.len() - 1 - self.degree]]
    }

    /// The different knots of the domain.
    pub fn spans(&self) -> Vec<f64> {
        let [from, to] = self.domain();
        let mut spans: Vec<f64> =
            self.knots.iter().copied().filter(|knot| (from..=to).contains(knot)).collect();
        spans.dedup();
        spans
    }

    /// How many curved pieces there are between two knots, at least.
    pub fn degree(&self) -> usize {
        self.degree
    }

    fn weights(&self, t: f64) -> Weights {
        let (p, knots) = (self.degree, &self.knots);
        let last = knots.len() - 2 - p;
        let span = (knots.partition_point(|knot| *knot <= t).max(p + 1) - 1).min(last);
        // At the very end the last span that has a length counts.
        let span = (p..=span).rev().find(|&span| knots[span] < knots[span + 1]).unwrap_or(span);
        let mut values = [0.0; HIGHEST + 1];
        let mut lower = [0.0; HIGHEST + 1];
        values[0] = 1.0;
        for k in 1..=p {
            if k == p {
                lower = values;
            }
            let mut saved = 0.0;
            for r in 0..k {
                let (right, left) = (knots[span + r + 1] - t, t - knots[span + 1 + r - k]);
                let width = right + left;
                let share = if width > 0.0 { values[r] / width } else { 0.0 };
                values[r] = saved + right * share;
                saved = left * share;
            }
            values[k] = saved;
        }
        let mut slopes = [0.0; HIGHEST + 1];
        let mut before = 0.0;
        for r in 0..=p {
            let width = if r < p { knots[span + r + 1] - knots[span + 1 + r - p] } else { 0.0 };
            let here = if width > 0.0 { p as f64 * lower[r] / width } else { 0.0 };
            slopes[r] = before - here;
            before = here;
        }
        Weights { first: span - p, values, slopes }
    }
}

/// The place of weighted coordinates, and the derivative there.
fn projected(place: DVec4, slope: DVec4) -> (DVec3, DVec3) {
    let point = place.xyz() / place.w;
    (point, (slope.xyz() - point * slope.w) / place.w)
}

/// How far weighted control points reach, from corner to corner of the box around them.
fn extent(points: &[DVec4]) -> f64 {
    let places = points.iter().map(|point| point.xyz() / point.w);
    let (low, high) =
        places.fold((DVec3::INFINITY, DVec3::NEG_INFINITY), |(low, high), p| (low.min(p), high.max(p)));
    low.distance(high)
}

/// A curve.
#[derive(Clone, Debug)]
pub(crate) struct SplineCurve {
    pub basis: Basis,
    /// Control points times their weights, and the weights.
    pub points: Vec<DVec4>,
    /// The extent of its control points.
    pub size: f64,
    /// Whether it ends where it begins.
    pub closed: bool,
}

impl SplineCurve {
    /// A curve with as many points as its basis wants.
    pub fn new(basis: Basis, points: Vec<DVec4>) -> Self {
        let size = extent(&points);
        let mut curve = Self { basis, points, size, closed: false };
        let [first, last] = curve.basis.domain().map(|end| curve.at(end).0);
        curve.closed = first.distance(last) < 1e-7 * size;
        curve
    }

    pub fn at(&self, t: f64) -> (DVec3, DVec3) {
        let weights = self.basis.weights(t);
        let (mut place, mut slope) = (DVec4::ZERO, DVec4::ZERO);
        for (k, point) in self.points[weights.first..=weights.first + self.basis.degree].iter().enumerate() {
            place += *point * weights.values[k];
            slope += *point * weights.slopes[k];
        }
        projected(place, slope)
    }

    /// Whether it ends in the direction in which it begins.
    pub fn closes_smoothly(&self) -> bool {
        let [from, to] = self.basis.domain();
        let [one, other] = [from, to].map(|t| self.at(t).1.normalize_or_zero());
        one.dot(other) > 0.0 && one.cross(other).length() < CREASE
    }

    /// The same curve run through the other way.
    pub fn reversed(&self) -> Self {
        let [from, to] = self.basis.domain();
        let knots = self.basis.knots.iter().rev().map(|knot| from + to - knot).collect();
        let points = self.points.iter().rev().copied().collect();
        Self { basis: Basis { degree: self.basis.degree, knots }, points, ..*self }
    }
}

/// A surface.
#[derive(Clone, Debug)]
pub(crate) struct SplineSurface {
    pub u: Basis,
    pub v: Basis,
    /// Control points times their weights, and the weights; those of one u follow one another.
    pub points: Vec<DVec4>,
    /// Control points of one u.
    pub across: usize,
    /// Whether it ends where it begins, along u and along v.
    pub closed: [bool; 2],
    /// The extent of its points.
    pub size: f64,
}

impl SplineSurface {
    /// A surface; `None` if there are not as many points as the knots want.
    pub fn new(u: Basis, v: Basis, points: Vec<DVec4>) -> Option<Self> {
        let across = v.knots.len() - v.degree - 1;
        if points.len() != across * (u.knots.len() - u.degree - 1) {
            return None;
        }
        let size = extent(&points);
        let mut surface = Self { u, v, points, across, closed: [false; 2], size };
        let [u, v] = [surface.u.domain(), surface.v.domain()];
        let near = 1e-7 * surface.size;
        let share = |[from, to]: [f64; 2], k: i32| from + (to - from) * f64::from(k) / 16.0;
        // A surface that closes with a crease is not closed: the crease is an edge.
        let same = |one: (f64, f64), other: (f64, f64)| {
            let ((p, du, dv), (q, other_du, other_dv)) =
                (surface.at(one.0, one.1), surface.at(other.0, other.1));
            let (normal, other) =
                (du.cross(dv).normalize_or_zero(), other_du.cross(other_dv).normalize_or_zero());
            p.distance(q) <= near && normal.cross(other).length() < CREASE && normal.dot(other) >= 0.0
        };
        let closed = [
            (0..=16).all(|k| same((u[0], share(v, k)), (u[1], share(v, k)))),
            (0..=16).all(|k| same((share(u, k), v[0]), (share(u, k), v[1]))),
        ];
        surface.closed = closed;
        Some(surface)
    }

    /// The point and the derivatives.
    pub fn at(&self, u: f64, v: f64) -> (DVec3, DVec3, DVec3) {
        let (along, over) = (self.u.weights(u), self.v.weights(v));
        let (mut place, mut by_u, mut by_v) = (DVec4::ZERO, DVec4::ZERO, DVec4::ZERO);
        for i in 0..=self.u.degree {
            let start = (along.first + i) * self.across + over.first;
            let (mut row, mut slope) = (DVec4::ZERO, DVec4::ZERO);
            for (k, point) in self.points[start..=start + self.v.degree].iter().enumerate() {
                row += *point * over.values[k];
                slope += *point * over.slopes[k];
            }
            place += row * along.values[i];
            by_u += row * along.slopes[i];
            by_v += slope * along.values[i];
        }
        let (point, du) = projected(place, by_u);
        (point, du, projected(place, by_v).1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn weighted(points: &[[f64; 4]]) -> Vec<DVec4> {
        points.iter().map(|[x, y, z, w]| DVec4::new(x * w, y * w, z * w, *w)).collect()
    }

    #[test]
    fn a_rational_quarter_is_a_circle_and_its_slope_a_tangent() {
        let basis = Basis::new(2, vec![0.0, 0.0, 0.0, 1.0, 1.0, 1.0], 3).unwrap();
        let points = weighted(&[[1.0, 0.0, 0.0, 1.0], [1.0, 1.0, 0.0, 0.5_f64.sqrt()], [0.0, 1.0, 0.0, 1.0]]);
        let curve = SplineCurve::new(basis, points);
        for k in 0..=20 {
            let (point, slope) = curve.at(f64::from(k) / 20.0);
            assert!((point.length() - 1.0).abs() < 1e-14 && point.dot(slope).abs() < 1e-13);
            assert!(curve.reversed().at(1.0 - f64::from(k) / 20.0).0.distance(point) < 1e-14);
        }
    }

    #[test]
    fn slopes_are_what_differences_say() {
        let knots = vec![0.0, 0.0, 0.0, 0.0, 0.3, 0.3, 0.7, 1.0, 1.0, 1.0, 1.0];
        let basis = Basis::new(3, knots, 7).unwrap();
        let points: Vec<DVec4> = (0..7)
            .map(|k| {
                DVec4::new(f64::from(k), f64::from(k * k % 5), f64::from(k * 3 % 4), 1.0 + f64::from(k % 3))
            })
            .collect();
        let curve = SplineCurve::new(basis.clone(), points.clone());
        let grid = points.iter().flat_map(|p| points.iter().map(|q| *p + *q * 0.5)).collect();
        let surface = SplineSurface::new(basis.clone(), basis, grid).unwrap();
        for k in 1..50 {
            let t = f64::from(k) / 50.0 + 1e-3;
            let step = 1e-6;
            let difference = (curve.at(t + step).0 - curve.at(t - step).0) / (2.0 * step);
            assert!(difference.distance(curve.at(t).1) < 1e-5 * (1.0 + difference.length()), "{t}");
            let (_, du, dv) = surface.at(t, 1.0 - t);
            let along = (surface.at(t + step, 1.0 - t).0 - surface.at(t - step, 1.0 - t).0) / (2.0 * step);
            let across = (surface.at(t, 1.0 - t + step).0 - surface.at(t, 1.0 - t - step).0) / (2.0 * step);
            assert!(
                along.distance(du) < 1e-5 * (1.0 + du.length())
                    && across.distance(dv) < 1e-5 * (1.0 + dv.length()),
                "{t}"
            );
        }
    }

    #[test]
    fn knots_that_do_not_suit_are_refused() {
        assert!(Basis::new(2, vec![0.0, 0.0, 1.0, 1.0], 2).is_none());
        assert!(Basis::new(1, vec![0.0, 0.0, 1.0], 2).is_none());
        assert!(Basis::new(1, vec![0.0, 1.0, 0.5, 1.0], 2).is_none());
        assert!(Basis::new(1, vec![0.0, 0.0, 0.0, 0.0], 2).is_none());
        assert!(Basis::new(26, vec![0.0; 54], 27).is_none());
        assert!(Basis::new(1, vec![0.0, f64::NAN, 1.0, 1.0], 2).is_none());
    }
}
