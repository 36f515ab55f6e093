//! Finding the parameters of a point of a surface.

use crate::spline::Basis;
use crate::surface::{Spot, Surface};
use glam::{DVec2, DVec3};

/// Looks over a whole spline, in each direction, at least.
const LEAST_LOOKS: usize = 16;

/// Of all places looked at, so many of the nearest are searched from.
const STARTS: usize = 12;

/// The most places that are looked at.
const MOST_LOOKS: usize = 1 << 16;

/// Finds parameters on one surface.
pub(crate) struct Locator<'a> {
    surface: &'a Surface,
    /// Places to begin a search from; looked at when first needed.
    looks: Option<Vec<(DVec2, DVec3)>>,
}

impl<'a> Locator<'a> {
    pub fn new(surface: &'a Surface) -> Self {
        Self { surface, looks: None }
    }

    /// The parameters of the point of the surface that is nearest to `point`: near those of a neighbour if they are as good as
    /// any. Where the surface is closed they may lie beyond its domain.
    pub fn find(&mut self, point: DVec3, near: Option<DVec2>, good: f64) -> DVec2 {
        if let Some(uv) = self.surface.closed_form(point) {
            return uv;
        }
        let mut best: Option<(f64, DVec2)> = None;
        if let Some(near) = near {
            let found = self.polished(near, point);
            if found.0 <= good {
                return found.1;
            }
            best = Some(found);
        }
        let surface = self.surface;
        let looks = self.looks.get_or_insert_with(|| looks(surface));
        let mut nearest: Vec<(f64, DVec2)> = Vec::new();
        for (uv, place) in looks.iter() {
            let (uv, place) = match surface {
                // Along the extrusion the way is known.
                Surface::Extrusion { along, .. } => {
                    let v = (point - *place).dot(*along) / along.length_squared();
                    (DVec2::new(uv.x, v), *place + *along * v)
                }
                _ => (*uv, *place),
            };
            let away = place.distance_squared(point);
            if nearest.len() < STARTS || away < nearest[nearest.len() - 1].0 {
                let at = nearest.partition_point(|other| other.0 <= away);
                nearest.insert(at, (away, uv));
                nearest.truncate(STARTS);
            }
        }
        for (_, uv) in nearest {
            let found = self.polished(uv, point);
            if best.is_none_or(|best| found.0 < best.0) {
                best = Some(found);
            }
            if found.0 <= good {
                break;
            }
        }
        best.map_or(DVec2::ZERO, |best| best.1)
    }

    /// How far the nearest point around some parameters is, and its parameters; by Gauss's and Newton's steps, shortened where they lead away.
    fn polished(&self, mut uv: DVec2, point: DVec3) -> (f64, DVec2) {
        let mut here = self.surface.at(uv);
        let mut away = here.point.distance(point);
        for _ in 0..40 {
            let step = self.held(uv, step(&here, point), &here, point);
            let mut share = 1.0;
            let mut moved = None;
            while share > 1e-3 {
                let next = self.within(uv + step * share);
                let there = self.surface.at(next);
                let distance = there.point.distance(point);
                if distance < away {
                    moved = Some((next, there, distance));
                    break;
                }
                share /= 2.0;
            }
            let Some((next, there, distance)) = moved else { break };
            let settled = away - distance <= 1e-13 * away;
            (uv, here, away) = (next, there, distance);
            if settled {
                break;
            }
        }
        (away, uv)
    }

    /// A step that would lead over the end of the surface goes along the end instead.
    fn held(&self, uv: DVec2, step: DVec2, here: &Spot, point: DVec3) -> DVec2 {
        let next = uv + step;
        let inside = self.within(next);
        let leaves = |axis: usize| inside[axis] != next[axis] && inside[axis] == uv[axis];
        let alone =
            |slope: DVec3| slope.dot(point - here.point) / slope.length_squared().max(f64::MIN_POSITIVE);
        match (leaves(0), leaves(1)) {
            (true, false) => DVec2::new(0.0, alone(here.dv)),
            (false, true) => DVec2::new(alone(here.du), 0.0),
            _ => step,
        }
    }

    /// The parameters, no farther than the surface goes.
    fn within(&self, mut uv: DVec2) -> DVec2 {
        let (domains, periods) = (self.surface.domains(), self.surface.periods());
        for axis in 0..2 {
            if let (Some([from, to]), None) = (domains[axis], periods[axis]) {
                uv[axis] = uv[axis].clamp(from, to);
            }
        }
        uv
    }
}

/// The step to the point of the tangent plane that is nearest.
fn step(here: &Spot, point: DVec3) -> DVec2 {
    let away = point - here.point;
    let (a, b, c) = (here.du.length_squared(), here.du.dot(here.dv), here.dv.length_squared());
    let (p, q) = (here.du.dot(away), here.dv.dot(away));
    let determinant = a * c - b * b;
    if determinant > 1e-12 * a * c {
        return DVec2::new(c * p - b * q, a * q - b * p) / determinant;
    }
    // Where one direction has no length, the other leads.
    DVec2::new(if a > 0.0 { p / a } else { 0.0 }, if c > a * 1e-12 { q / c } else { 0.0 }) * 0.5
}

/// Places all over a surface.
fn looks(surface: &Surface) -> Vec<(DVec2, DVec3)> {
    let mut values = [Vec::new(), Vec::new()];
    for (axis, values) in values.iter_mut().enumerate() {
        *values = breaks(surface, axis);
    }
    let [us, vs] = values;
    // Of too many places every so many are taken.
    let every = (us.len() * vs.len()).div_ceil(MOST_LOOKS).max(1);
    let all = us.iter().flat_map(|&u| vs.iter().map(move |&v| DVec2::new(u, v)));
    all.step_by(every).map(|uv| (uv, surface.at(uv).point)).collect()
}

/// Looks between two knots: a spline of a high degree may wind around several times there.
fn looks_between(basis: &Basis) -> usize {
    if basis.degree() <= 3 { 3 } else { 2 * basis.degree() }
}

/// Parameters along an axis, close enough for searching from.
fn breaks(surface: &Surface, axis: usize) -> Vec<f64> {
    let fine = |spans: Vec<f64>, parts: usize| -> Vec<f64> {
        let parts = parts.max(LEAST_LOOKS.div_ceil(spans.len().max(2) - 1));
        let inner = spans.windows(2).flat_map(|pair| {
            let (from, to) = (pair[0], pair[1]);
            (0..parts).map(move |k| from + (to - from) * k as f64 / parts as f64)
        });
        inner.chain(spans.last().copied()).collect()
    };
    match (surface, axis) {
        (Surface::Spline(spline), 0) => fine(spline.u.spans(), looks_between(&spline.u)),
        (Surface::Spline(spline), _) => fine(spline.v.spans(), looks_between(&spline.v)),
        (Surface::Extrusion { .. }, 1) => vec![0.0],
        (Surface::Extrusion { curve, .. }, _) | (Surface::Revolution { curve, .. }, 1) => {
            match curve.domain() {
                Some([from, to]) => curve.looks(from, to),
                None if curve.period().is_some() => curve.looks(0.0, std::f64::consts::TAU),
                None => fine(vec![-4.0, 4.0], 64),
            }
        }
        (Surface::Revolution { .. }, _) => fine(vec![0.0, std::f64::consts::TAU], 16),
        (Surface::Offset { base, .. }, _) => breaks(base, axis),
        _ => fine(vec![0.0, std::f64::consts::TAU], 16),
    }
}
