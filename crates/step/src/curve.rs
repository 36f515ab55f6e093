//! Curves in space.

use crate::frame::Frame;
use crate::spline::SplineCurve;
use glam::DVec3;
use std::f64::consts::TAU;

/// A curve, with a parameter as the standard gives it.
#[derive(Clone, Debug)]
pub(crate) enum Curve {
    Line {
        origin: DVec3,
        along: DVec3,
    },
    /// A circle has two equal radii.
    Ellipse {
        frame: Frame,
        radii: [f64; 2],
    },
    Hyperbola {
        frame: Frame,
        radii: [f64; 2],
    },
    Parabola {
        frame: Frame,
        focal: f64,
    },
    Spline(SplineCurve),
}

impl Curve {
    /// The point and the derivative.
    pub fn at(&self, t: f64) -> (DVec3, DVec3) {
        match self {
            Self::Line { origin, along } => (*origin + *along * t, *along),
            Self::Ellipse { frame, radii: [a, b] } => {
                let (sin, cos) = libm::sincos(t);
                (
                    frame.origin + frame.x * (a * cos) + frame.y * (b * sin),
                    frame.y * (b * cos) - frame.x * (a * sin),
                )
            }
            Self::Hyperbola { frame, radii: [a, b] } => {
                let (sinh, cosh) = (libm::sinh(t), libm::cosh(t));
                (
                    frame.origin + frame.x * (a * cosh) + frame.y * (b * sinh),
                    frame.x * (a * sinh) + frame.y * (b * cosh),
                )
            }
            Self::Parabola { frame, focal } => (
                frame.origin + frame.x * (focal * t * t) + frame.y * (2.0 * focal * t),
                (frame.x * t + frame.y) * (2.0 * focal),
            ),
            Self::Spline(spline) => {
                let [from, to] = spline.basis.domain();
                // Beyond its ends a closed spline begins again. An open one ends: a rounding error beyond its last point must not
                // lead to its first.
                let beyond = spline.closed && !(from..=to).contains(&t);
                spline.at(if beyond { from + (t - from).rem_euclid(to - from) } else { t.clamp(from, to) })
            }
        }
    }

    /// After which parameter it begins again.
    pub fn period(&self) -> Option<f64> {
        match self {
            Self::Ellipse { .. } => Some(TAU),
            Self::Spline(spline) => {
                let [from, to] = spline.basis.domain();
                spline.closed.then_some(to - from)
            }
            _ => None,
        }
    }

    /// After which parameter it begins again, if it does so without a corner.
    pub fn smooth_period(&self) -> Option<f64> {
        let is_smooth = if let Self::Spline(spline) = self { spline.closes_smoothly() } else { true };
        self.period().filter(|_| is_smooth)
    }

    /// From where to where it is defined, if not everywhere.
    pub fn domain(&self) -> Option<[f64; 2]> {
        match self {
            Self::Spline(spline) => Some(spline.basis.domain()),
            _ => None,
        }
    }

    /// The same curve run through the other way.
    pub fn reversed(&self) -> Self {
        match self {
            Self::Line { origin, along } => Self::Line { origin: *origin, along: -*along },
            Self::Ellipse { frame, radii } => Self::Ellipse { frame: frame.flipped(), radii: *radii },
            Self::Hyperbola { frame, radii } => Self::Hyperbola { frame: frame.flipped(), radii: *radii },
            Self::Parabola { frame, focal } => Self::Parabola { frame: frame.flipped(), focal: *focal },
            Self::Spline(spline) => Self::Spline(spline.reversed()),
        }
    }

    /// The parameter of the point of the curve that is nearest to `point`.
    pub fn parameter(&self, point: DVec3) -> f64 {
        match self {
            Self::Line { origin, along } => (point - *origin).dot(*along) / along.length_squared(),
            Self::Ellipse { frame, radii: [a, b] } => {
                let local = frame.local(point);
                libm::atan2(local.y / b, local.x / a)
            }
            Self::Hyperbola { frame, radii: [_, b] } => libm::asinh(frame.local(point).y / b),
            Self::Parabola { frame, focal } => frame.local(point).y / (2.0 * focal),
            Self::Spline(spline) => {
                let [from, to] = spline.basis.domain();
                let near = 1e-6 * spline.size;
                // Edges nearly always begin and end where their spline does.
                if let Some(end) =
                    [from, to].into_iter().find(|&end| spline.at(end).0.distance(point) <= near)
                {
                    return end;
                }
                let looks = self.looks(from, to);
                let distance = |t: f64| spline.at(t).0.distance_squared(point);
                let nearest = looks.iter().copied().min_by(|a, b| distance(*a).total_cmp(&distance(*b)));
                self.polished(nearest.unwrap_or(from), point, [from, to])
            }
        }
    }

    /// The parameter near `t` of the nearest point, by Newton's steps that are halved where they lead away.
    fn polished(&self, mut t: f64, point: DVec3, [from, to]: [f64; 2]) -> f64 {
        let (mut here, mut slope) = self.at(t);
        for _ in 0..30 {
            let step = (point - here).dot(slope) / slope.length_squared().max(f64::MIN_POSITIVE);
            let mut next = (t + step).clamp(from, to);
            let mut there = self.at(next);
            for _ in 0..8 {
                if there.0.distance_squared(point) <= here.distance_squared(point) {
                    break;
                }
                next = t.midpoint(next);
                there = self.at(next);
            }
            if (next - t).abs() <= 1e-14 * (to - from) {
                break;
            }
            (t, here, slope) = (next, there.0, there.1);
        }
        t
    }

    /// Parameters between which the curve does nothing unexpected.
    pub fn looks(&self, from: f64, to: f64) -> Vec<f64> {
        let (low, high) = (from.min(to), from.max(to));
        let mut looks = vec![low, high];
        match self {
            Self::Line { .. } => {}
            Self::Ellipse { .. } => {
                let count = ((high - low) / 0.7).ceil().clamp(1.0, 64.0);
                looks.extend((1..count as usize).map(|k| low + (high - low) * k as f64 / count));
            }
            Self::Hyperbola { .. } | Self::Parabola { .. } => {
                looks.extend((1..8).map(|k| low + (high - low) * f64::from(k) / 8.0));
            }
            Self::Spline(spline) => {
                let spans = spline.basis.spans();
                let [start, end] = spline.basis.domain();
                // The higher the degree, the more turns there may be between two knots.
                let degree = spline.basis.degree();
                let parts = if degree == 1 { 1 } else { degree.max(3) + 1 };
                // A closed spline may be run through over its seam.
                for turn in -1..=1 {
                    let shift = f64::from(turn) * (end - start);
                    for pair in spans.windows(2) {
                        let within = (0..parts)
                            .map(|k| pair[0] + (pair[1] - pair[0]) * k as f64 / parts as f64 + shift);
                        looks.extend(within.filter(|t| low < *t && *t < high));
                    }
                }
            }
        }
        looks.sort_by(f64::total_cmp);
        looks.dedup();
        if from > to {
            looks.reverse();
        }
        looks
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spline::Basis;
    use glam::DVec4;

    fn curves() -> Vec<Curve> {
        let frame = Frame::new(DVec3::new(1.0, 2.0, 3.0), Some(DVec3::new(1.0, 1.0, 0.3)), None);
        let points: Vec<DVec4> =
            (0..6).map(|k| DVec4::new(f64::from(k), f64::from(k * k % 5), f64::from(k % 2), 1.0)).collect();
        let knots = vec![0.0, 0.0, 0.0, 0.0, 1.0, 2.0, 3.0, 3.0, 3.0, 3.0];
        vec![
            Curve::Line { origin: frame.origin, along: DVec3::new(0.0, 2.0, 1.0) },
            Curve::Ellipse { frame, radii: [2.0, 0.5] },
            Curve::Hyperbola { frame, radii: [2.0, 0.5] },
            Curve::Parabola { frame, focal: 0.3 },
            Curve::Spline(SplineCurve::new(Basis::new(3, knots, 6).unwrap(), points)),
        ]
    }

    #[test]
    fn the_parameter_of_a_point_of_the_curve_is_found_again_also_backwards() {
        for curve in curves() {
            let back = curve.reversed();
            for k in 1..20 {
                let t = f64::from(k) * 0.145;
                let (point, slope) = curve.at(t);
                assert!(curve.at(curve.parameter(point)).0.distance(point) < 1e-9, "{curve:?} {t}");
                let (there, against) = back.at(back.parameter(point));
                assert!(there.distance(point) < 1e-9 && against.dot(slope) < 0.0, "{curve:?} {t}");
            }
        }
    }

    #[test]
    fn beyond_its_ends_an_open_spline_stands_still_and_a_closed_one_begins_again() {
        let spline = |corners: &[[f64; 2]]| {
            let points: Vec<DVec4> = corners.iter().map(|[x, y]| DVec4::new(*x, *y, 0.0, 1.0)).collect();
            let last = points.len() - 1;
            let knots = std::iter::once(0).chain(0..=last).chain([last]).map(|knot| knot as f64).collect();
            Curve::Spline(SplineCurve::new(Basis::new(1, knots, points.len()).unwrap(), points))
        };
        let open = spline(&[[0.0, 0.0], [1.0, 0.0], [1.0, 1.0]]);
        assert_eq!(open.at(2.0 + 1e-15).0, DVec3::new(1.0, 1.0, 0.0));
        assert_eq!(open.at(-1e-15).0, DVec3::ZERO);
        assert_eq!(open.period(), None);
        let closed = spline(&[[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 0.0]]);
        assert_eq!(closed.at(3.5).0, DVec3::new(0.5, 0.0, 0.0));
        assert_eq!(closed.period(), Some(3.0));
    }
}
