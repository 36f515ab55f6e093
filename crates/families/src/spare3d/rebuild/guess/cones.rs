//! Cones: a circle seen along the axis, at a level, and slanted lines that run from there to the apex.

use super::super::circles::in_runs;
use super::super::page::VIEWS;
use super::{Guess, Seen};
use spatiq_geom::Primitive;

/// Heights that are tried, in pixels.
const HEIGHTS: std::ops::Range<usize> = 10..150;

/// Pixels of ink that the base has in one view at least.
const LEAST_INK: f64 = 5.0;

/// Cones that the views suggest.
pub fn guesses(seen: &Seen) -> Vec<Guess> {
    let mut found = Vec::new();
    for (view, axes) in VIEWS.into_iter().enumerate() {
        let axis = axes.2;
        for circle in &seen.circles[view] {
            for &base in &seen.levels[axis] {
                let sides = [(axes.0, circle.at[0]), (axes.1, circle.at[1])];
                let ink = sides.map(|(across, middle)| {
                    seen.face(axis, base, across, [middle - circle.radius, middle + circle.radius])[0]
                });
                if ink[0].max(ink[1]) < LEAST_INK {
                    continue;
                }
                for up in [false, true] {
                    let sign = if up { 1.0 } else { -1.0 };
                    let cone = |height: f64| Guess {
                        primitive: Primitive::Cone { radius: circle.radius, height },
                        axis,
                        up,
                        pos: axes.space(circle.at, base + sign * height / 2.0),
                        score: 0.0,
                    };
                    let best = |heights: &mut dyn Iterator<Item = f64>| {
                        let scored = heights.map(|height| (height, slanted(seen, &cone(height))));
                        scored.max_by(|a, b| a.1.total_cmp(&b.1)).unwrap_or((0.0, 0.0))
                    };
                    let (height, _) = best(&mut HEIGHTS.step_by(2).map(|height| height as f64));
                    let (height, ink) = best(&mut (-3..=3).map(|step| height + f64::from(step) / 2.0));
                    if ink > LEAST_INK {
                        found.push(cone(height));
                    }
                }
            }
        }
    }
    found
}

/// Pixels of ink on the slanted lines.
fn slanted(seen: &Seen, guess: &Guess) -> f64 {
    let Primitive::Cone { radius, height } = guess.primitive else { return 0.0 };
    let mut sum = 0.0;
    for (view, axes) in VIEWS.into_iter().enumerate().filter(|(_, axes)| axes.2 != guess.axis) {
        let across = 3 - guess.axis - axes.2;
        let steps = ((height * height + radius * radius).sqrt() / 1.5) as usize;
        for side in [-1.0, 1.0] {
            let inked: Vec<bool> = (1..steps)
                .map(|step| {
                    let share = step as f64 / steps as f64;
                    let mut p = guess.pos;
                    p[guess.axis] += guess.sign() * height * (share - 0.5);
                    p[across] += side * radius * (1.0 - share);
                    seen.pages[view].has_ink(axes.flat(p))
                })
                .collect();
            let ink = in_runs(&inked, 4);
            sum += 1.5 * (ink as f64 - 0.2 * (inked.len() - ink) as f64);
        }
    }
    sum
}
