//! Slanted straight lines in a view: the outlines of cones.

use super::circles::in_runs;
use super::page::Page;

/// Steps from a quarter turn to the next.
const ANGLES: usize = 90;

/// Lines as near to the rows or columns as this many steps are not slanted.
const UPRIGHT: usize = 6;

/// Shorter lines, in pixels, are not seen.
const SHORTEST: f64 = 9.0;

/// Lines kept, and those looked at closely.
const MOST: usize = 18;
const CLOSE_LOOKS: usize = 80;

/// A line: the points whose product with the normal is `away`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Slant {
    /// The angle of the normal.
    pub angle: f64,
    /// The distance from the middle of the picture.
    pub away: f64,
    /// Pixels of it that are inked.
    pub inked: f64,
}

impl Slant {
    /// The unit normal.
    pub fn normal(&self) -> [f64; 2] {
        let (sin, cos) = libm::sincos(self.angle);
        [cos, sin]
    }

    /// Points a pixel apart.
    fn points(&self, reach: f64) -> impl Iterator<Item = [f64; 2]> + use<> {
        let ([x, y], away) = (self.normal(), self.away);
        (0..(2.0 * reach) as usize).map(move |step| {
            let along = step as f64 - reach;
            [x * away - y * along, y * away + x * along]
        })
    }
}

/// The slanted lines of a view, those with most ink first.
pub fn slants(page: &Page) -> Vec<Slant> {
    let reach = page.reach();
    let across = (4.0 * reach) as usize;
    let angle = |step: usize| std::f64::consts::FRAC_PI_2 * step as f64 / ANGLES as f64;
    let ink: Vec<[f64; 2]> = page.ink().collect();
    let mut rough: Vec<Slant> = Vec::new();
    let mut counts = vec![0u16; across];
    for step in (UPRIGHT..2 * ANGLES - UPRIGHT).filter(|step| step.abs_diff(ANGLES) >= UPRIGHT) {
        counts.fill(0);
        let (sin, cos) = libm::sincos(angle(step));
        for [x, y] in &ink {
            counts[(x * cos + y * sin + 2.0 * reach) as usize] += 1;
        }
        for k in 1..across - 1 {
            let inked = f64::from(counts[k - 1] + 2 * counts[k] + counts[k + 1]);
            if inked > 2.0 * SHORTEST && counts[k] >= counts[k - 1] && counts[k] >= counts[k + 1] {
                rough.push(Slant { angle: angle(step), away: k as f64 + 0.5 - 2.0 * reach, inked });
            }
        }
    }
    rough.sort_by(|a, b| b.inked.total_cmp(&a.inked));
    let mut kept: Vec<Slant> = Vec::new();
    for slant in rough {
        if kept.len() < CLOSE_LOOKS && !kept.iter().any(|other| alike(other, &slant, 1.4)) {
            kept.push(slant);
        }
    }
    let mut fine: Vec<Slant> = kept.into_iter().map(|slant| settled(page, slant)).collect();
    fine.retain(|slant| slant.inked >= SHORTEST);
    fine.sort_by(|a, b| b.inked.total_cmp(&a.inked));
    let mut kept: Vec<Slant> = Vec::new();
    for slant in fine {
        if kept.len() < MOST && !kept.iter().any(|other| alike(other, &slant, 2.0)) {
            kept.push(slant);
        }
    }
    kept
}

fn alike(a: &Slant, b: &Slant, slack: f64) -> bool {
    (a.angle - b.angle).abs() < 0.03 * slack && (a.away - b.away).abs() < 1.5 * slack
}

/// Moved to where it has most ink.
fn settled(page: &Page, slant: Slant) -> Slant {
    let inked =
        |slant: &Slant| -> Vec<bool> { slant.points(page.reach()).map(|at| page.has_ink(at)).collect() };
    let worth = |slant: &Slant| {
        let set = inked(slant);
        let points = slant.points(page.reach()).zip(&set).filter(|(_, set)| **set);
        points.map(|(at, _)| page.strength(at).min(0.8)).sum::<f32>() + in_runs(&set, 6) as f32
    };
    let mut best = slant;
    let mut most = worth(&best);
    for step in [1.0, 0.5, 0.25] {
        for _ in 0..3 {
            let before = best;
            for [turn, shift] in [
                [1.0, 0.0],
                [-1.0, 0.0],
                [0.0, 1.0],
                [0.0, -1.0],
                [1.0, 1.0],
                [-1.0, -1.0],
                [1.0, -1.0],
                [-1.0, 1.0],
            ] {
                let moved = Slant {
                    angle: before.angle + 0.012 * step * turn,
                    away: before.away + step * shift,
                    inked: 0.0,
                };
                let moved_worth = worth(&moved);
                if moved_worth > most {
                    (best, most) = (moved, moved_worth);
                }
            }
            if best == before {
                break;
            }
        }
    }
    Slant { inked: in_runs(&inked(&best), 6) as f64, ..best }
}
