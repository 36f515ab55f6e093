//! What other objects hide of one: what lies before it between two of its pixels, and what its border with nearer objects
//! suggests.

use super::View;
use super::segments::neighbours;

/// So much nearer, in metres, is in front.
const STEP: f64 = 0.015;

/// An edge that cuts off a corner hides a triangle or square: its area is about this times the edge's length squared, and
/// more of objects that fill little of their boxes, since their bars and legs go on behind.
const CORNER: f64 = 0.075;

/// What is hidden of an object.
pub struct Hidden {
    /// The depth it should have there.
    pub depths: Vec<f64>,
    /// How many pixels each object of the picture hides.
    pub by: Vec<f64>,
}

impl Hidden {
    /// What is hidden of an object of a picture.
    pub fn of(view: &View, owners: &[Option<usize>], object: usize) -> Self {
        let mut depths = vec![f64::NAN; owners.len()];
        let [columns, rows] = view.boxes[object].clone();
        let width = view.size[0];
        for y in rows.clone() {
            between(view, owners, object, columns.clone().map(|x| y * width + x), &mut depths);
        }
        for x in columns {
            between(view, owners, object, rows.clone().map(|y| y * width + x), &mut depths);
        }
        let mut by = vec![0.0; view.boxes.len()];
        for (at, _) in depths.iter().enumerate().filter(|(_, depth)| !depth.is_nan()) {
            owners[at].into_iter().for_each(|other| by[other] += 1.0);
        }
        let seen = owners.iter().filter(|owner| **owner == Some(object)).count().max(1);
        let airy = (view.boxes[object][0].len() * view.boxes[object][1].len()) as f64 / seen as f64;
        for (other, length) in borders(view, owners, object).into_iter().enumerate() {
            by[other] = f64::max(by[other], CORNER * airy * length * length);
        }
        Self { depths: depths.into_iter().filter(|depth| !depth.is_nan()).collect(), by }
    }
}

/// Marks the pixels of a row or column that lie between two pixels of an object and show only what is nearer.
fn between(
    view: &View,
    owners: &[Option<usize>],
    object: usize,
    line: impl Iterator<Item = usize>,
    depths: &mut [f64],
) {
    let mut last: Option<usize> = None;
    let mut gap: Vec<usize> = Vec::new();
    for at in line {
        match owners[at] {
            Some(owner) if owner == object => {
                if let Some(before) = last {
                    let (from, to) = (view.depth[before], view.depth[at]);
                    let steps = (gap.len() + 1) as f64;
                    for (nth, hidden) in (1..).zip(&gap) {
                        let expected = from + (to - from) * f64::from(nth) / steps;
                        if view.depth[*hidden] < expected - STEP {
                            depths[*hidden] = expected;
                        }
                    }
                }
                (last, gap) = (Some(at), Vec::new());
            }
            Some(_) => gap.push(at),
            // The room is seen: nothing is hidden here.
            None => (last, gap) = (None, Vec::new()),
        }
    }
}

/// How long the border of an object with each other object is, where that is nearer.
fn borders(view: &View, owners: &[Option<usize>], object: usize) -> Vec<f64> {
    let mut lengths = vec![0.0; view.boxes.len()];
    for at in (0..owners.len()).filter(|at| owners[*at] == Some(object)) {
        for (neighbour, _) in neighbours(view, at).into_iter().flatten() {
            if let Some(other) = owners[neighbour]
                && other != object
                && view.depth[neighbour] < view.depth[at] - STEP
            {
                lengths[other] += 1.0;
            }
        }
    }
    lengths
}
