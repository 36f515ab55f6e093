//! Levels: coordinates at which a plane across an axis may bound the object.
//!
//! A flat face is a line in two of the three views, and its edges put ink on it in both.

use super::page::{Page, VIEWS};

/// Fewer pixels of straight ink in either view are no face.
const LEAST: f64 = 4.0;

/// Levels kept for an axis.
const MOST: usize = 12;

/// Nearer levels are one.
const APART: f64 = 1.6;

/// The levels of an axis, in order.
pub fn levels(pages: &[Page; 3], axis: usize) -> Vec<f64> {
    let reach = pages[0].reach();
    let mut found: Vec<(f64, f64)> = Vec::new();
    for step in 1..(4.0 * reach) as usize {
        let place = step as f64 / 2.0 - reach + 0.25;
        let ink = seen(axis).map(|(view, direction)| pages[view].straight(direction, place, -reach, reach));
        let least = ink[0].min(ink[1]);
        if least >= LEAST {
            found.push((place, least + 0.2 * (ink[0] + ink[1])));
        }
    }
    found.sort_by(|a, b| b.1.total_cmp(&a.1));
    let mut kept: Vec<f64> = Vec::new();
    for (place, _) in found {
        if kept.len() < MOST && kept.iter().all(|other| (other - place).abs() > APART) {
            kept.push(place);
        }
    }
    let mut kept: Vec<f64> = kept.into_iter().map(|place| exact(pages, axis, place)).collect();
    kept.sort_by(f64::total_cmp);
    kept
}

/// The views in which a plane across an axis is a line, and the way that this line runs: 0 to the right, 1 up.
fn seen(axis: usize) -> [(usize, usize); 2] {
    let mut seen = VIEWS.iter().enumerate().filter(|(_, view)| view.2 != axis);
    [0, 1]
        .map(|_| seen.next().expect("an axis is seen in two views"))
        .map(|(k, view)| (k, if view.0 == axis { 1 } else { 0 }))
}

/// Where the ink lies to a fraction of a pixel.
fn exact(pages: &[Page; 3], axis: usize, place: f64) -> f64 {
    let (mut sum, mut moment) = (0.0, 0.0);
    for (view, direction) in seen(axis) {
        let page = &pages[view];
        let reach = page.reach();
        for step in 0..(2.0 * reach) as usize {
            let along = step as f64 + 0.5 - reach;
            if page.straight(direction, place, along - 0.25, along + 0.25) == 0.0 {
                continue;
            }
            for aside in -1..=1 {
                let across = (place + f64::from(aside)).floor() + 0.5;
                let at = if direction == 0 { [along, across] } else { [across, along] };
                let cover = f64::from(page.cover(at));
                sum += cover;
                moment += cover * across;
            }
        }
    }
    if sum > 0.0 { moment / sum } else { place }
}
