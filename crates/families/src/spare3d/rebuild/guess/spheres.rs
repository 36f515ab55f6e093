//! Spheres: the same circle in all three views.

use super::super::circles::inked;
use super::super::page::VIEWS;
use super::{Guess, Seen};
use spatiq_geom::Primitive;

/// Spheres that the views suggest: for each circle, the depth at which the other two views have most ink for it.
pub fn guesses(seen: &Seen) -> Vec<Guess> {
    let mut found = Vec::new();
    for (view, axes) in VIEWS.into_iter().enumerate() {
        let (low, high) = (seen.bounds[0][axes.2], seen.bounds[1][axes.2]);
        for circle in &seen.circles[view] {
            let ink_at = |depth: f64| {
                let middle = axes.space(circle.at, depth);
                let others = VIEWS.into_iter().enumerate().filter(|(other, _)| *other != view);
                others.map(|(k, axes)| inked(&seen.pages[k], axes.flat(middle), circle.radius)).sum::<f64>()
            };
            let depths = (0..(high - low + 20.0) as usize).map(|step| low - 10.0 + step as f64);
            let best = depths.map(|depth| (depth, ink_at(depth))).max_by(|a, b| a.1.total_cmp(&b.1));
            let Some((depth, _)) = best else { continue };
            let halves = [depth, depth - 0.5, depth + 0.5].map(|depth| (depth, ink_at(depth)));
            let depth = halves.into_iter().max_by(|a, b| a.1.total_cmp(&b.1)).map_or(depth, |best| best.0);
            found.push(Guess {
                primitive: Primitive::Sphere { radius: circle.radius },
                axis: 2,
                up: true,
                pos: axes.space(circle.at, depth),
                score: 0.0,
            });
        }
    }
    found
}
