//! Outlines of seats, tops and boards: convex, counter-clockwise, around the origin.

use spatiq_geom::DVec2;
use std::f64::consts::{PI, TAU};

/// How many corners stand for a full circle.
const ROUND: usize = 24;

/// A rectangle.
pub(super) fn rectangle(width: f64, depth: f64) -> Vec<DVec2> {
    trapezoid(width, width, depth)
}

/// Its front (at -y) and its rear side may differ.
pub(super) fn trapezoid(front: f64, rear: f64, depth: f64) -> Vec<DVec2> {
    let (front, rear, depth) = (front / 2.0, rear / 2.0, depth / 2.0);
    vec![
        DVec2::new(-front, -depth),
        DVec2::new(front, -depth),
        DVec2::new(rear, depth),
        DVec2::new(-rear, depth),
    ]
}

/// An ellipse, as closely as corners can.
pub(super) fn ellipse(width: f64, depth: f64) -> Vec<DVec2> {
    regular(ROUND, width, depth)
}

/// A polygon with that many equal sides, stretched; one side lies in front.
pub(super) fn regular(corners: usize, width: f64, depth: f64) -> Vec<DVec2> {
    let half = PI / corners as f64;
    (0..corners)
        .map(|k| {
            let angle = TAU * k as f64 / corners as f64 - PI / 2.0 + half;
            DVec2::new(width / 2.0 * libm::cos(angle), depth / 2.0 * libm::sin(angle))
        })
        .collect()
}

/// A rectangle whose corners are cut off.
pub(super) fn cut(width: f64, depth: f64, corner: f64) -> Vec<DVec2> {
    let (x, y) = (width / 2.0, depth / 2.0);
    [(1.0, 1.0), (-1.0, 1.0), (-1.0, -1.0), (1.0, -1.0)]
        .into_iter()
        .flat_map(|(a, b)| {
            let (beside, along) = (DVec2::new(a * x, b * (y - corner)), DVec2::new(a * (x - corner), b * y));
            if a * b > 0.0 { [beside, along] } else { [along, beside] }
        })
        .collect()
}

/// A rectangle with rounded corners.
pub(super) fn rounded(width: f64, depth: f64, radius: f64) -> Vec<DVec2> {
    let inner = DVec2::new(width / 2.0 - radius, depth / 2.0 - radius);
    let signs = [(1.0, 1.0), (-1.0, 1.0), (-1.0, -1.0), (1.0, -1.0)];
    let arc = |(quarter, (x, y)): (usize, (f64, f64))| {
        (0..=4).map(move |k| {
            let angle = PI / 2.0 * (quarter as f64 + k as f64 / 4.0);
            inner * DVec2::new(x, y) + radius * DVec2::new(libm::cos(angle), libm::sin(angle))
        })
    };
    signs.into_iter().enumerate().flat_map(arc).collect()
}

/// A board from `low` up to `high` at its sides whose upper edge rises in an arc by `rise` to the middle.
pub(super) fn arched(width: f64, low: f64, high: f64, rise: f64) -> Vec<DVec2> {
    let half = width / 2.0;
    let mut outline = vec![DVec2::new(-half, low), DVec2::new(half, low)];
    let steps = 10;
    outline.extend((0..=steps).map(|k| {
        let angle = PI * f64::from(k) / f64::from(steps);
        DVec2::new(half * libm::cos(angle), high + rise * libm::sin(angle))
    }));
    outline
}

/// A board whose two upper corners are rounded.
pub(super) fn shouldered(width: f64, low: f64, high: f64, radius: f64) -> Vec<DVec2> {
    shoulders(width, [low, high], radius, 5)
}

/// The same with more corners, for what is so deep that single facets would show.
pub(super) fn smooth_shouldered(width: f64, low: f64, high: f64, radius: f64) -> Vec<DVec2> {
    shoulders(width, [low, high], radius, 14)
}

fn shoulders(width: f64, [low, high]: [f64; 2], radius: f64, steps: u32) -> Vec<DVec2> {
    let half = width / 2.0;
    let mut outline = vec![DVec2::new(-half, low), DVec2::new(half, low)];
    for (side, start) in [(1.0, 0.0), (-1.0, PI / 2.0)] {
        outline.extend((0..=steps).map(|k| {
            let angle = start + PI / 2.0 * f64::from(k) / f64::from(steps);
            let corner = DVec2::new(side * (half - radius), high - radius);
            corner + radius * DVec2::new(libm::cos(angle), libm::sin(angle))
        }));
    }
    outline
}

/// What of the outline lies where `normal · p <= most`.
pub(super) fn clipped(outline: &[DVec2], normal: DVec2, most: f64) -> Vec<DVec2> {
    let mut kept = Vec::new();
    for (k, &corner) in outline.iter().enumerate() {
        let next = outline[(k + 1) % outline.len()];
        let (here, there) = (normal.dot(corner) - most, normal.dot(next) - most);
        if here <= 0.0 {
            kept.push(corner);
        }
        if (here < 0.0 && there > 0.0) || (here > 0.0 && there < 0.0) {
            kept.push(corner + (next - corner) * (here / (here - there)));
        }
    }
    kept
}

/// The outline shrunk towards the origin, so that its sides move in by about `margin`.
pub(super) fn inset(outline: &[DVec2], margin: f64) -> Vec<DVec2> {
    let half = outline.iter().fold(DVec2::ZERO, |half, corner| half.max(corner.abs()));
    let factor = (half - DVec2::splat(margin)) / half;
    outline.iter().map(|corner| *corner * factor).collect()
}

/// By how much a point would have to shrink towards the origin to lie on the outline: below 1 inside.
pub(super) fn gauge(outline: &[DVec2], point: DVec2) -> f64 {
    let sides = outline.iter().zip(outline.iter().cycle().skip(1));
    sides
        .map(|(&from, &to)| {
            let outward = (to - from).perp() * -1.0;
            outward.dot(point) / outward.dot(from)
        })
        .fold(0.0, f64::max)
}

/// The largest y within the outline at that x.
pub(super) fn rear(outline: &[DVec2], x: f64) -> f64 {
    let sides = outline.iter().zip(outline.iter().cycle().skip(1));
    sides
        .filter(|(from, to)| from.x > to.x && to.x <= x && x <= from.x)
        .map(|(from, to)| to.y + (from.y - to.y) * (x - to.x) / (from.x - to.x))
        .fold(f64::NEG_INFINITY, f64::max)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outlines_are_convex_and_run_counter_clockwise() {
        let outlines = [
            rectangle(2.0, 1.0),
            trapezoid(1.0, 0.8, 1.0),
            ellipse(1.0, 2.0),
            regular(6, 1.0, 1.0),
            rounded(2.0, 1.0, 0.2),
            cut(2.0, 1.0, 0.2),
            arched(1.0, 0.0, 1.0, 0.3),
            shouldered(1.0, 0.0, 1.0, 0.2),
            smooth_shouldered(1.0, 0.0, 1.0, 0.2),
            clipped(&ellipse(1.0, 1.0), DVec2::Y, 0.2),
        ];
        for outline in outlines {
            let turns = (0..outline.len()).map(|k| {
                let [a, b, c] = [k, k + 1, k + 2].map(|k| outline[k % outline.len()]);
                (b - a).perp_dot(c - b)
            });
            assert!(turns.into_iter().all(|turn| turn > -1e-9), "{outline:?}");
        }
    }

    #[test]
    fn the_gauge_is_one_on_the_outline_and_the_rear_is_found() {
        let outline = rectangle(2.0, 1.0);
        assert!((gauge(&outline, DVec2::new(1.0, 0.2)) - 1.0).abs() < 1e-12);
        assert!((gauge(&outline, DVec2::new(0.1, -0.25)) - 0.5).abs() < 1e-12);
        assert!((rear(&trapezoid(2.0, 1.0, 1.0), 0.75) - 0.0).abs() < 1e-12);
    }
}
