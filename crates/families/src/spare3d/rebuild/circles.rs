//! Circles and arcs in a view.
//!
//! 1. Around every point of a coarse grid, count the ink by its distance.
//! 2. Where much of a circle is inked, move the circle until no neighbour has more ink.
//! 3. Keep the circles with the longest arcs, each once.

use super::page::Page;

/// The radii that are looked for, in pixels.
const RADII: std::ops::Range<usize> = 6..92;

/// Steps of the coarse grid, in pixels.
const GRID: f64 = 2.0;

/// Centres may lie so far outside the ink, in pixels.
const BEYOND: f64 = 36.0;

/// Candidates that are looked at closely, and circles that are kept.
const CLOSE_LOOKS: usize = 160;
const MOST: usize = 24;

/// Arcs shorter than this, in pixels, are not seen.
const SHORTEST: f64 = 5.0;

/// A circle of a view.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Circle {
    /// Its centre.
    pub at: [f64; 2],
    /// Its radius.
    pub radius: f64,
    /// Pixels of it that are inked.
    pub inked: f64,
}

/// The circles of a view, those with most ink first.
pub fn circles(page: &Page) -> Vec<Circle> {
    let mut rough = rough(page);
    rough.sort_by(|a, b| b.inked.total_cmp(&a.inked));
    rough.truncate(CLOSE_LOOKS);
    let mut fine: Vec<Circle> = rough.into_iter().map(|circle| settled(page, circle)).collect();
    fine.sort_by(|a, b| worth(b).total_cmp(&worth(a)));
    let mut kept: Vec<Circle> = Vec::new();
    for circle in fine {
        if worth(&circle) > 4.0 && kept.len() < MOST && !kept.iter().any(|other| alike(other, &circle)) {
            kept.push(circle);
        }
    }
    kept
}

/// Ink beyond what a straight line lends to a large circle.
fn worth(circle: &Circle) -> f64 {
    circle.inked - 1.3 * (8.0 * circle.radius).sqrt()
}

fn alike(a: &Circle, b: &Circle) -> bool {
    let away = (a.at[0] - b.at[0]).abs().max((a.at[1] - b.at[1]).abs());
    away.max((a.radius - b.radius).abs()) < 2.0
}

fn rough(page: &Page) -> Vec<Circle> {
    let ink: Vec<[f64; 2]> = page.ink().collect();
    let bound = |pick: fn(f64, f64) -> f64, from: f64| {
        [0, 1].map(|axis| ink.iter().map(|at| at[axis]).fold(from, pick))
    };
    let (low, high) = (bound(f64::min, f64::INFINITY), bound(f64::max, f64::NEG_INFINITY));
    let steps = [0, 1].map(|axis| ((high[axis] - low[axis] + 2.0 * BEYOND) / GRID).max(0.0) as usize);
    let near: Vec<[f32; 2]> = ink.iter().map(|at| at.map(|at| at as f32)).collect();
    let mut found = Vec::new();
    let mut counts = [0u16; 256];
    for step in 0..steps[0] * steps[1] {
        let at = [
            low[0] - BEYOND + GRID * (step % steps[0]) as f64,
            low[1] - BEYOND + GRID * (step / steps[0]) as f64,
        ];
        counts.fill(0);
        let [x, y] = at.map(|at| at as f32);
        for p in &near {
            let (dx, dy) = (p[0] - x, p[1] - y);
            counts[(dx * dx + dy * dy).sqrt() as i32 as usize & 255] += 1;
        }
        for radius in RADII {
            let count = f64::from(counts[radius - 1] + counts[radius] + counts[radius + 1]);
            let share = count / (1.8 * std::f64::consts::TAU * (radius as f64 + 0.5));
            if share > 0.15 && count > 16.0 {
                let radius = radius as f64 + 0.5;
                found.push(Circle { at, radius, inked: count - 2.5 * radius.sqrt() });
            }
        }
    }
    thinned(found)
}

/// Of candidates next to one another the best.
fn thinned(mut found: Vec<Circle>) -> Vec<Circle> {
    found.sort_by(|a, b| b.inked.total_cmp(&a.inked));
    let mut kept: Vec<Circle> = Vec::new();
    for circle in found {
        let near = |other: &Circle| {
            let away = (other.at[0] - circle.at[0]).abs().max((other.at[1] - circle.at[1]).abs());
            away < 2.5 && (other.radius - circle.radius).abs() < 2.5
        };
        if !kept.iter().any(near) {
            kept.push(circle);
            if kept.len() == CLOSE_LOOKS {
                break;
            }
        }
    }
    kept
}

/// Moved to where it has most ink.
fn settled(page: &Page, circle: Circle) -> Circle {
    let mut best = circle;
    let mut strength = strength(page, &best);
    for step in [1.0, 0.5, 0.25] {
        for _ in 0..4 {
            let before = best;
            for [x, y, r] in MOVES {
                let at = [before.at[0] + step * x, before.at[1] + step * y];
                let moved = Circle { at, radius: before.radius + step * r, inked: 0.0 };
                let moved_strength = self::strength(page, &moved);
                if moved_strength > strength {
                    (best, strength) = (moved, moved_strength);
                }
            }
            if best == before {
                break;
            }
        }
    }
    Circle { inked: inked(page, best.at, best.radius), ..best }
}

/// Ways to move a circle: its sides, one by one and together.
const MOVES: [[f64; 3]; 14] = [
    [1.0, 0.0, 0.0],
    [-1.0, 0.0, 0.0],
    [0.0, 1.0, 0.0],
    [0.0, -1.0, 0.0],
    [0.0, 0.0, 1.0],
    [0.0, 0.0, -1.0],
    [1.0, 0.0, 1.0],
    [1.0, 0.0, -1.0],
    [-1.0, 0.0, 1.0],
    [-1.0, 0.0, -1.0],
    [0.0, 1.0, 1.0],
    [0.0, 1.0, -1.0],
    [0.0, -1.0, 1.0],
    [0.0, -1.0, -1.0],
];

fn strength(page: &Page, circle: &Circle) -> f32 {
    let count = count(circle.radius);
    points(circle.at, circle.radius, count).map(|at| page.strength(at).min(0.8)).sum()
}

/// Pixels of a circle that are inked in arcs long enough to be seen.
pub fn inked(page: &Page, at: [f64; 2], radius: f64) -> f64 {
    let count = count(radius);
    let step = std::f64::consts::TAU * radius / count as f64;
    let least = (SHORTEST / step) as usize;
    let (mut sum, mut run) = (0, 0);
    for at in points(at, radius, count) {
        if page.has_ink(at) {
            run += 1;
        } else {
            sum += if run >= least { run } else { 0 };
            run = 0;
        }
    }
    step * (sum + if run >= least { run } else { 0 }) as f64
}

/// How many are set in runs of at least a length.
pub fn in_runs(set: &[bool], least: usize) -> usize {
    set.chunk_by(|a, b| a == b).filter(|run| run[0] && run.len() >= least).map(<[bool]>::len).sum()
}

/// How many points of a circle are looked at.
fn count(radius: f64) -> usize {
    (std::f64::consts::TAU * radius / 1.2).max(8.0) as usize
}

fn points(at: [f64; 2], radius: f64, count: usize) -> impl Iterator<Item = [f64; 2]> {
    let (sin, cos) = libm::sincos(std::f64::consts::TAU / count as f64);
    let mut way = [1.0, 0.0];
    (0..count).map(move |_| {
        let point = [at[0] + radius * way[0], at[1] + radius * way[1]];
        way = [way[0] * cos - way[1] * sin, way[0] * sin + way[1] * cos];
        point
    })
}
