//! Tori: a circle around the axis in one view, and a circle of the tube in another.

use super::super::page::VIEWS;
use super::{Guess, Seen};
use spatiq_geom::Primitive;

/// The tube's radius, relative to the ring's.
const TUBES: std::ops::Range<f64> = 0.25..0.65;

/// Circles that should be the same may differ by so much, in pixels.
const SLACK: f64 = 2.0;

/// Tori that the views suggest.
pub fn guesses(seen: &Seen) -> Vec<Guess> {
    let mut found = Vec::new();
    for (view, axes) in VIEWS.into_iter().enumerate() {
        let axis = axes.2;
        for around in &seen.circles[view] {
            let middle = axes.space(around.at, 0.0);
            for (side, side_axes) in VIEWS.into_iter().enumerate().filter(|(side, _)| *side != view) {
                for tube in &seen.circles[side] {
                    let at = side_axes.space(tube.at, 0.0);
                    let across = 3 - axis - side_axes.2;
                    let away = (at[across] - middle[across]).abs();
                    for sign in [-1.0, 1.0] {
                        let ring = around.radius + sign * tube.radius;
                        if (ring - away).abs() < SLACK && TUBES.contains(&(tube.radius / ring)) {
                            found.push(Guess {
                                primitive: Primitive::Torus { ring, tube: tube.radius },
                                axis,
                                up: true,
                                pos: axes.space(around.at, at[axis]),
                                score: 0.0,
                            });
                        }
                    }
                }
            }
        }
    }
    found
}
