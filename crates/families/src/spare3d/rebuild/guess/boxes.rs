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
    // How well each rectangle is inked; every one is a side of many boxes.
    let table = |a: usize, b: usize| -> Vec<Vec<Option<f64>>> {
        let row =
            |&one: &[f64; 2]| stretches[b].iter().map(|&other| faces(seen, [(a, one), (b, other)])).collect();
        stretches[a].iter().map(row).collect()
    };
    let (across_z, across_y, across_x) = (table(0, 1), table(0, 2), table(1, 2));
    let buried = [0, 1, 2].map(|axis| -> Vec<usize> {
        stretches[axis].iter().map(|&stretch| seen.buried(axis, stretch)).collect()
    });
    let mut found = Vec::new();
    for (i, &x) in stretches[0].iter().enumerate() {
        for (j, &y) in stretches[1].iter().enumerate() {
            let Some(first) = across_z[i][j] else { continue };
            for (k, &z) in stretches[2].iter().enumerate() {
                let (Some(second), Some(third)) = (across_y[i][k], across_x[j][k]) else { continue };
                let score = first + second + third;
                if score > 0.0 && buried[0][i] + buried[1][j] + buried[2][k] < 2 {
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
