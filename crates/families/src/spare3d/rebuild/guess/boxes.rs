//! Boxes: every face lies at a level, and puts ink on a line in two views.

use super::{Guess, Seen, UNSEEN};
use spatiq_geom::{DVec3, Primitive};

/// Sides of boxes are longer than this, in pixels.
const LEAST_SIDE: f64 = 8.0;

/// Pixels of ink that a face has in either view.
const LEAST_INK: f64 = 3.0;

/// Boxes handed on.
const MOST: usize = 450;

/// Boxes that the views suggest.
pub fn guesses(seen: &Seen) -> Vec<Guess> {
    let stretches = [0, 1, 2].map(|axis| seen.stretches(axis, LEAST_SIDE));
    let mut found = Vec::new();
    for &x in &stretches[0] {
        for &y in &stretches[1] {
            let Some(across_z) = faces(seen, [(0, x), (1, y)]) else { continue };
            let buried = seen.buried(0, x) + seen.buried(1, y);
            for &z in stretches[2].iter().filter(|&&z| buried + seen.buried(2, z) < 2) {
                let Some(rest) = faces(seen, [(0, x), (2, z)]) else { continue };
                let Some(last) = faces(seen, [(1, y), (2, z)]) else { continue };
                let score = across_z + rest + last;
                if score > 0.0 {
                    let (low, high) = (DVec3::new(x[0], y[0], z[0]), DVec3::new(x[1], y[1], z[1]));
                    let primitive = Primitive::Box { half: (high - low) / 2.0 };
                    found.push(Guess { primitive, axis: 2, up: true, pos: low.midpoint(high), score });
                }
            }
        }
    }
    found.sort_by(|a, b| b.score.total_cmp(&a.score));
    found.truncate(MOST);
    found
}

/// How well the rectangle of two stretches is inked in the view along the third axis; nothing if a side has no ink at all.
fn faces(seen: &Seen, sides: [(usize, [f64; 2]); 2]) -> Option<f64> {
    let mut score = 0.0;
    for [(axis, stretch), (along, range)] in [sides, [sides[1], sides[0]]] {
        for place in stretch.into_iter().filter(|&place| !seen.is_unseen(axis, place)) {
            let [ink, length] = seen.face(axis, place, along, range);
            if ink < LEAST_INK {
                return None;
            }
            score += ink - UNSEEN * (length - ink);
        }
    }
    Some(score)
}
