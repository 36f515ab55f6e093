//! Cones: two slanted lines that meet in the apex, or a circle seen along the axis and slanted lines that run from there to the apex.

use super::super::circles::in_runs;
use super::super::page::VIEWS;
use super::{Guess, OUTSIDE, Seen};
use spatiq_geom::{DVec3, Primitive};
use std::collections::BTreeSet;

/// A slanted line begins as near as this to the end of a circle, in pixels.
const NEAR_END: f64 = 1.8;

/// Pixels of ink that the slanted lines have.
const LEAST_SLANTED: f64 = 12.0;

/// Two lines are the sides of one cone if their slopes differ by no more than this share.
const SAME_SLOPE: f64 = 0.06;

/// Radius for height.
const SLOPES: std::ops::Range<f64> = 0.2..1.3;

/// Cones without an end that are looked at closely.
const MOST: usize = 60;

/// A cone without an end.
#[derive(Clone, Copy)]
struct Endless {
    apex: DVec3,
    axis: usize,
    up: bool,
    slope: f64,
}

/// Cones that the views suggest.
pub fn guesses(seen: &Seen) -> Vec<Guess> {
    let mut found = Vec::new();
    let mut endless = from_slants(seen);
    endless.extend(from_circles(seen));
    let mut known = BTreeSet::new();
    endless.retain(|cone| {
        let measures =
            [cone.apex.x, cone.apex.y, cone.apex.z, 40.0 * cone.slope].map(|x| (x / 2.0).round() as i32);
        known.insert((measures, cone.axis, cone.up))
    });
    let mut endless: Vec<(Endless, f64)> =
        endless.into_iter().map(|cone| (cone, slanted(seen, &cone, None))).collect();
    endless.sort_by(|a, b| b.1.total_cmp(&a.1));
    for (cone, _) in endless.into_iter().take(MOST) {
        let sign = if cone.up { 1.0 } else { -1.0 };
        let low = seen.bounds[0][cone.axis] - OUTSIDE;
        let high = seen.bounds[1][cone.axis] + OUTSIDE;
        for base in seen.levels[cone.axis].iter().copied().chain([low, high]) {
            let height = (cone.apex[cone.axis] - base) * sign;
            if height < 8.0 {
                continue;
            }
            let mut pos = cone.apex;
            pos[cone.axis] -= sign * height / 2.0;
            let primitive = Primitive::Cone { radius: cone.slope * height, height };
            found.push(Guess { primitive, axis: cone.axis, up: cone.up, pos, score: 0.0 });
        }
    }
    found
}

/// Two lines of the same slope, one falling, one rising, and the place across the view with most ink in the other view.
fn from_slants(seen: &Seen) -> Vec<Endless> {
    let mut found = Vec::new();
    for (view, axes) in VIEWS.into_iter().enumerate() {
        let slants = &seen.slants[view];
        for (k, a) in slants.iter().enumerate() {
            for b in &slants[..k] {
                let ([ax, ay], [bx, by]) = (a.normal(), b.normal());
                let turn = ax * by - ay * bx;
                if (ax / ay + bx / by).abs() > SAME_SLOPE * (ax / ay).abs() || turn.abs() < 0.1 {
                    continue;
                }
                let at = [(a.away * by - b.away * ay) / turn, (ax * b.away - bx * a.away) / turn];
                let across_for_up = (ay / ax).abs();
                for (axis, slope) in [(axes.1, across_for_up), (axes.0, 1.0 / across_for_up)] {
                    if !SLOPES.contains(&slope) {
                        continue;
                    }
                    for up in [false, true] {
                        let cone = |depth: f64| Endless { apex: axes.space(at, depth), axis, up, slope };
                        if slanted(seen, &cone(0.0), Some(view)) < LEAST_SLANTED {
                            continue;
                        }
                        let other = (0..3).find(|&k| k != view && VIEWS[k].2 != axis);
                        let (low, high) = (seen.bounds[0][axes.2], seen.bounds[1][axes.2]);
                        let depths = (0..(high - low + 12.0) as usize).map(|step| low - 6.0 + step as f64);
                        let scored = depths.map(|depth| (depth, slanted(seen, &cone(depth), other)));
                        if let Some((depth, _)) = scored.max_by(|a, b| a.1.total_cmp(&b.1)) {
                            found.push(cone(depth));
                        }
                    }
                }
            }
        }
    }
    found
}

/// A circle at a level, and slanted lines that begin at either end of it, seen from the side.
fn from_circles(seen: &Seen) -> Vec<Endless> {
    let mut found = Vec::new();
    for (view, axes) in VIEWS.into_iter().enumerate() {
        let axis = axes.2;
        for (side, side_axes) in VIEWS.into_iter().enumerate().filter(|(side, _)| *side != view) {
            let across = 3 - axis - side_axes.2;
            for circle in &seen.circles[view] {
                let middle = axes.space(circle.at, 0.0)[across];
                for (&base, slant) in seen.levels[axis]
                    .iter()
                    .flat_map(|base| seen.slants[side].iter().map(move |slant| (base, slant)))
                {
                    let [x, y] = slant.normal();
                    let (n_across, n_axis) = if side_axes.0 == across { (x, y) } else { (y, x) };
                    for end in [middle - circle.radius, middle + circle.radius] {
                        if (n_across * end + n_axis * base - slant.away).abs() > NEAR_END {
                            continue;
                        }
                        let height = -n_across * (middle - end) / n_axis;
                        let slope = circle.radius / height.abs();
                        if SLOPES.contains(&slope) {
                            let apex = axes.space(circle.at, base + height);
                            found.push(Endless { apex, axis, up: height > 0.0, slope });
                        }
                    }
                }
            }
        }
    }
    found.retain(|cone| slanted(seen, cone, None) > LEAST_SLANTED);
    found
}

/// Pixels of ink on the slanted lines, in one view or in both that show them.
fn slanted(seen: &Seen, cone: &Endless, only: Option<usize>) -> f64 {
    let sign = if cone.up { 1.0 } else { -1.0 };
    let end = if cone.up { seen.bounds[0][cone.axis] } else { seen.bounds[1][cone.axis] };
    let height = ((cone.apex[cone.axis] - end) * sign).max(0.0);
    let steps = (height * (1.0 + cone.slope * cone.slope).sqrt() / 1.5) as usize;
    let mut sum = 0.0;
    for (view, axes) in
        VIEWS.into_iter().enumerate().filter(|(view, _)| only.is_none_or(|only| only == *view))
    {
        if axes.2 == cone.axis {
            continue;
        }
        let across = 3 - cone.axis - axes.2;
        for side in [-1.0, 1.0] {
            let inked: Vec<bool> = (1..steps)
                .map(|step| {
                    let away = height * step as f64 / steps as f64;
                    let mut p = cone.apex;
                    p[cone.axis] -= sign * away;
                    p[across] += side * cone.slope * away;
                    seen.pages[view].has_ink(axes.flat(p))
                })
                .collect();
            sum += 1.5 * in_runs(&inked, 4) as f64;
        }
    }
    sum
}
