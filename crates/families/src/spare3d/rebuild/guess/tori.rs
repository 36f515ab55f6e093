//! Tori: a circle around the axis in one view, and a circle of the tube in another; or circles of the tube in the two views that show it
//! from the side, and the ring for which the third view has most ink.

use super::super::circles::inked;
use super::super::page::VIEWS;
use super::{Guess, Seen};
use spatiq_geom::Primitive;

/// The tube's radius, relative to the ring's.
const TUBES: std::ops::Range<f64> = 0.25..0.65;

/// Circles that should be the same may differ by so much, in pixels.
const SLACK: f64 = 2.0;

/// Wider tubes, by their radius in pixels, are not looked for.
const WIDEST_TUBE: f64 = 45.0;

/// Pixels of ink that the circles around the axis have.
const LEAST_INK: f64 = 12.0;

/// Tori that the views suggest.
pub fn guesses(seen: &Seen) -> Vec<Guess> {
    let mut found = from_tubes(seen);
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

/// Two circles of one tube, seen from two sides.
fn from_tubes(seen: &Seen) -> Vec<Guess> {
    let mut found = Vec::new();
    for (view, axes) in VIEWS.into_iter().enumerate() {
        let axis = axes.2;
        // The sides along the second and the first axis of the view show where the tube is along the first and the second.
        let side = |along: usize| (0..3).find(|&k| VIEWS[k].2 == along).expect("three views");
        let (first, second) = (side(axes.1), side(axes.0));
        for a in &seen.circles[first] {
            let at = VIEWS[first].space(a.at, 0.0);
            for b in &seen.circles[second] {
                let other = VIEWS[second].space(b.at, 0.0);
                let differs = |a: f64, b: f64| (a - b).abs() > SLACK;
                if differs(a.radius, b.radius) || differs(at[axis], other[axis]) || a.radius > WIDEST_TUBE {
                    continue;
                }
                let tube = (a.radius + b.radius) / 2.0;
                let depth = (at[axis] + other[axis]) / 2.0;
                for [s, t] in [[-1.0, -1.0], [-1.0, 1.0], [1.0, -1.0], [1.0, 1.0]] {
                    let middle = |ring: f64| [at[axes.0] + s * ring, other[axes.1] + t * ring];
                    let ink = |ring: f64| {
                        let radii = [ring - tube, ring + tube];
                        radii.map(|radius| inked(&seen.pages[view], middle(ring), radius)).iter().sum::<f64>()
                    };
                    let most = |rings: &mut dyn Iterator<Item = f64>| {
                        rings.map(|ring| (ring, ink(ring))).max_by(|a, b| a.1.total_cmp(&b.1))
                    };
                    let rings = (0..).map(|step| tube / TUBES.end + 2.0 * f64::from(step));
                    let rough = most(&mut rings.take_while(|ring| *ring < tube / TUBES.start));
                    let best =
                        rough.and_then(|(ring, _)| most(&mut [ring - 1.0, ring, ring + 1.0].into_iter()));
                    if let Some((ring, score)) = best.filter(|best| best.1 > LEAST_INK) {
                        let primitive = Primitive::Torus { ring, tube };
                        let pos = axes.space(middle(ring), depth);
                        found.push(Guess { primitive, axis, up: true, pos, score });
                    }
                }
            }
        }
    }
    found
}
