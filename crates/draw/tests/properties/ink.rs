//! Drawings compared by their ink: wherever one has a line the other must have one, however they are cut into strokes.

use glam::DVec2;
use spatiq_draw::{Drawing, Stroke};
use std::collections::BTreeMap;

/// The places where there is ink, to be asked with one tolerance.
pub struct Ink {
    tolerance: f64,
    cells: BTreeMap<(i64, i64), Vec<DVec2>>,
}

impl Ink {
    pub fn new<'a>(strokes: impl IntoIterator<Item = &'a Stroke>, tolerance: f64) -> Self {
        let mut ink = Self { tolerance, cells: BTreeMap::new() };
        for p in strokes.into_iter().flat_map(|stroke| samples(stroke, tolerance / 3.0)) {
            ink.cells.entry(ink.cell(p)).or_default().push(p);
        }
        ink
    }

    fn cell(&self, p: DVec2) -> (i64, i64) {
        let cell = (p / self.tolerance).floor();
        (cell.x as i64, cell.y as i64)
    }

    /// Whether there is ink within the tolerance.
    pub fn near(&self, p: DVec2) -> bool {
        let (x, y) = self.cell(p);
        (x - 1..=x + 1).any(|x| {
            self.cells
                .range((x, y - 1)..=(x, y + 1))
                .any(|(_, points)| points.iter().any(|q| p.distance(*q) < self.tolerance))
        })
    }
}

/// Points of a stroke, at most `spacing` apart.
pub fn samples(stroke: &Stroke, spacing: f64) -> Vec<DVec2> {
    let points = || stroke.points.iter().map(|&p| DVec2::from(p));
    let mut found: Vec<DVec2> = points().take(1).collect();
    for (from, to) in points().zip(points().skip(1)) {
        let steps = (from.distance(to) / spacing).ceil().max(1.0);
        found.extend((1..=steps as usize).map(|k| from.lerp(to, k as f64 / steps)));
    }
    found
}

/// How near ink must be, as a share of the size.
pub const TOLERANCE: f64 = 0.005;

/// The share of ink that may be elsewhere: where surfaces nearly touch, rounding moves the ends of lines a long way.
pub const OUTLYING: f64 = 0.01;

/// Whether two drawings have the same visible ink, and the same hidden ink. What is hidden under visible ink does not count:
/// it is left out only if a line is covered from end to end.
pub fn same(a: &Drawing, b: &Drawing, size: f64) -> Result<(), String> {
    one_way(a, b, size)?;
    one_way(b, a, size).map_err(|fault| format!("the other way: {fault}"))
}

/// Whether the ink of one drawing is in the other.
pub fn one_way(a: &Drawing, b: &Drawing, size: f64) -> Result<(), String> {
    let tolerance = TOLERANCE * size;
    let visible = Ink::new(&b.visible, tolerance);
    let hidden = Ink::new(&b.hidden, tolerance);
    few_strays("visible", &a.visible, size, |p| visible.near(p))?;
    few_strays("hidden", &a.hidden, size, |p| hidden.near(p) || visible.near(p))
}

/// Whether all of the strokes' ink but a small share is right; lengths below a hundredth of the size do not count.
pub fn few_strays(
    what: &str,
    strokes: &[Stroke],
    size: f64,
    right: impl Fn(DVec2) -> bool,
) -> Result<(), String> {
    let points: Vec<DVec2> = strokes.iter().flat_map(|stroke| samples(stroke, 0.002 * size)).collect();
    let strays: Vec<DVec2> = points.iter().copied().filter(|&p| !right(p)).collect();
    let allowed = (OUTLYING * points.len() as f64).max(5.0);
    if strays.len() as f64 <= allowed {
        return Ok(());
    }
    Err(format!("{} of {} {what} samples stray, such as {}", strays.len(), points.len(), strays[0]))
}
