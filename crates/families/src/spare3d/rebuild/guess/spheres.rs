//! Spheres: circles with a common middle in two views, or one circle.
//!
//! Two circles may be outlines, as large as the sphere, or lie in flat faces that cut it. One circle is taken for an outline, at the
//! depth at which the other views have most ink for it.

use super::super::circles::inked;
use super::super::page::{Axes, Page, VIEWS};
use super::{Guess, Seen};
use spatiq_geom::Primitive;
use std::collections::BTreeSet;

/// Circles that should have a coordinate in common may differ by so much, in pixels.
const SLACK: f64 = 1.6;

/// Larger spheres, in pixels, are not looked for.
const LARGEST: f64 = 80.0;

/// Middles may lie so far outside the box around the object, in pixels.
const BEYOND: f64 = 30.0;

/// Spheres handed on.
const MOST: usize = 160;

/// Spheres that the views suggest.
pub fn guesses(seen: &Seen) -> Vec<Guess> {
    let mut found = from_outlines(seen);
    for (view, axes) in VIEWS.into_iter().enumerate() {
        for (other, other_axes) in VIEWS.into_iter().enumerate().filter(|(other, _)| *other != view) {
            let common = 3 - axes.2 - other_axes.2;
            for circle in &seen.circles[view] {
                let mut pos = axes.space(circle.at, 0.0);
                for second in &seen.circles[other] {
                    let at = other_axes.space(second.at, 0.0);
                    if (at[common] - pos[common]).abs() > SLACK {
                        continue;
                    }
                    pos[axes.2] = at[axes.2];
                    let cut = |level: f64| libm::hypot(circle.radius, level - pos[axes.2]);
                    let radii = seen.levels[axes.2].iter().map(|&level| cut(level)).chain([circle.radius]);
                    for radius in radii.filter(|radius| *radius < LARGEST) {
                        let score = circle.inked + second.inked;
                        found.push(Guess {
                            primitive: Primitive::Sphere { radius },
                            axis: 2,
                            up: true,
                            pos,
                            score,
                        });
                    }
                }
            }
        }
    }
    let mut known = BTreeSet::new();
    found.retain(|guess| known.insert(guess.rounded()));
    for guess in &mut found {
        let radius = guess.primitive.half_sizes().x;
        let outline = |(page, axes): (&Page, Axes)| inked(page, axes.flat(guess.pos), radius);
        guess.score += seen.pages.iter().zip(VIEWS).map(outline).sum::<f64>();
    }
    found.sort_by(|a, b| b.score.total_cmp(&a.score));
    found.truncate(MOST);
    found
}

/// For each circle, the depth with most ink in the other views.
fn from_outlines(seen: &Seen) -> Vec<Guess> {
    let mut found = Vec::new();
    for (view, axes) in VIEWS.into_iter().enumerate() {
        let (low, high) = (seen.bounds[0][axes.2] - BEYOND, seen.bounds[1][axes.2] + BEYOND);
        for circle in &seen.circles[view] {
            let radius = circle.radius;
            let ink_at = |depth: f64| {
                let middle = axes.space(circle.at, depth);
                let others = (0..3).filter(|other| *other != view);
                others.map(|k| inked(&seen.pages[k], VIEWS[k].flat(middle), radius)).sum::<f64>()
            };
            let most = |depths: &mut dyn Iterator<Item = f64>| {
                depths.map(|depth| (depth, ink_at(depth))).max_by(|a, b| a.1.total_cmp(&b.1))
            };
            let rough =
                most(&mut (0..(high - low).max(0.0) as usize / 2).map(|step| low + 2.0 * step as f64));
            let best = rough.and_then(|(depth, _)| most(&mut [depth - 1.0, depth, depth + 1.0].into_iter()));
            if let Some((depth, ink)) = best {
                let pos = axes.space(circle.at, depth);
                let score = circle.inked + ink;
                found.push(Guess { primitive: Primitive::Sphere { radius }, axis: 2, up: true, pos, score });
            }
        }
    }
    found
}
