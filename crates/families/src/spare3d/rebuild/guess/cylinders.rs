//! Cylinders: a circle seen along the axis, and caps at levels or outside.

use super::super::page::VIEWS;
use super::{Guess, Seen, UNSEEN};
use spatiq_geom::Primitive;

/// Cylinders are longer than this, in pixels.
const LEAST_HEIGHT: f64 = 6.0;

/// Pixels of ink that a cap has in either view.
const LEAST_INK: f64 = 3.0;

/// Cylinders kept for each circle.
const MOST_OF_CIRCLE: usize = 12;

/// Cylinders that the views suggest.
pub fn guesses(seen: &Seen) -> Vec<Guess> {
    let mut found = Vec::new();
    for (view, axes) in VIEWS.into_iter().enumerate() {
        let axis = axes.2;
        let stretches = seen.stretches(axis, LEAST_HEIGHT);
        for circle in &seen.circles[view] {
            let radius = circle.radius;
            let mut of_circle: Vec<Guess> = Vec::new();
            for &[from, to] in &stretches {
                let mut score = 0.0;
                let mut capped = true;
                for (across, middle) in [(axes.0, circle.at[0]), (axes.1, circle.at[1])] {
                    let side = [middle - radius, middle + radius];
                    for place in side.into_iter().filter(|&place| !seen.is_unseen(across, place)) {
                        let [ink, length] = seen.face(across, place, axis, [from, to]);
                        score += ink - UNSEEN * (length - ink);
                    }
                    for cap in [from, to].into_iter().filter(|&cap| !seen.is_unseen(axis, cap)) {
                        let [ink, length] = seen.face(axis, cap, across, side);
                        capped &= ink >= LEAST_INK;
                        score += ink - UNSEEN * (length - ink);
                    }
                }
                if capped {
                    let primitive = Primitive::Cylinder { radius, height: to - from };
                    let pos = axes.space(circle.at, (from + to) / 2.0);
                    of_circle.push(Guess { primitive, axis, up: true, pos, score });
                }
            }
            of_circle.sort_by(|a, b| b.score.total_cmp(&a.score));
            of_circle.truncate(MOST_OF_CIRCLE);
            found.extend(of_circle);
        }
    }
    found
}
