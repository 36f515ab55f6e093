//! Rays agree with drawings: nothing visible lies behind a face, nothing hidden in plain sight, and nothing is missing.
//!
//! A line is drawn where what a ray meets changes: its depth, its slope, or whether it meets anything. Rays cannot resolve what is
//! smaller than the distance between them, and where faces meet at a very small angle, as around a place where surfaces touch,
//! they see no change: so a line may be wrong for less than a hundredth of the size.

use crate::ink::Ink;
use crate::probe::{Layers, Probe};
use crate::random::{check, draw, size_of_leaves, solid};
use glam::DVec2;
use spatiq_draw::{CHORD, Stroke};

/// Places that lie exactly on the curves of a stroke, not near its ends: chords leave them in between.
fn exact_places(stroke: &Stroke, size: f64) -> Vec<DVec2> {
    let points: Vec<DVec2> = stroke.points.iter().map(|&p| p.into()).collect();
    if let [from, to] = points[..] {
        let count = (from.distance(to) / (0.01 * size)).ceil() as usize;
        return (0..count).map(|k| from.lerp(to, (k as f64 + 0.4142) / count as f64)).collect();
    }
    let inner = &points[1..points.len() - 1];
    inner
        .iter()
        .copied()
        .filter(|p| p.distance(points[0]).min(p.distance(points[points.len() - 1])) > 1e-3 * size)
        .collect()
}

/// Checks the places of strokes one by one. Says what is wrong if a whole hundredth of the size is, without a break.
fn no_long_run(strokes: &[Stroke], size: f64, mut wrong: impl FnMut(DVec2) -> bool) -> Result<(), String> {
    for stroke in strokes {
        let mut run: Option<DVec2> = None;
        for p in exact_places(stroke, size) {
            let start = *run.get_or_insert(p);
            if !wrong(p) {
                run = None;
            } else if start.distance(p) > 0.01 * size {
                return Err(format!("from {start} to {p}"));
            }
        }
    }
    Ok(())
}

#[test]
fn nothing_visible_lies_behind_a_face() {
    check(100, |parts, dice| {
        let (view, solid) = (dice.view(), solid(parts));
        let Some((drawing, _)) = draw(&solid, &view) else { return Ok(()) };
        let size = size_of_leaves(&solid);
        let mut probe = Probe::new(&solid, &view, size);
        no_long_run(&drawing.visible, size, |p| {
            let seen =
                [1e-5, CHORD].iter().any(|&radius| probe.changes_around(p, Layers::First, radius, 0.005));
            !seen && !probe.thin_around(p, Layers::First)
        })
    });
}

#[test]
fn nothing_hidden_lies_in_plain_sight() {
    check(100, |parts, dice| {
        let (view, solid) = (dice.view(), solid(parts));
        let Some((drawing, _)) = draw(&solid, &view) else { return Ok(()) };
        let size = size_of_leaves(&solid);
        let mut probe = Probe::new(&solid, &view, size);
        let visible = Ink::new(&drawing.visible, 0.003 * size);
        no_long_run(&drawing.hidden, size, |p| {
            !visible.near(p) && probe.changes_around(p, Layers::First, 1e-5, 0.1)
        })
    });
}

#[test]
fn every_hidden_line_is_there_for_a_reason() {
    check(100, |parts, dice| {
        let (view, solid) = (dice.view(), solid(parts));
        let Some((drawing, _)) = draw(&solid, &view) else { return Ok(()) };
        let size = size_of_leaves(&solid);
        let mut probe = Probe::new(&solid, &view, size);
        no_long_run(&drawing.hidden, size, |p| {
            let met =
                [1e-5, CHORD, 1e-3].iter().any(|&radius| probe.changes_around(p, Layers::All, radius, 0.005));
            !met && !probe.thin_around(p, Layers::All)
        })
    });
}

#[test]
fn wherever_something_changes_there_is_a_line() {
    check(60, |parts, dice| {
        let (view, solid) = (dice.view(), solid(parts));
        let Some((drawing, _)) = draw(&solid, &view) else { return Ok(()) };
        let size = size_of_leaves(&solid);
        let mut probe = Probe::new(&solid, &view, size);
        let visible = Ink::new(&drawing.visible, 0.002 * size);
        let any = Ink::new(drawing.visible.iter().chain(&drawing.hidden), 0.002 * size);
        let [low, high] = drawing.bounds().ok_or("no points")?;
        let mut inside = || DVec2::new(dice.between(low[0], high[0]), dice.between(low[1], high[1]));
        for _ in 0..5 {
            let (from, to) = (inside(), inside());
            for (layers, ink) in [(Layers::First, &visible), (Layers::All, &any)] {
                let mut places = probe.changes_between(from, to, layers).into_iter();
                if let Some(missing) = places.find(|&p| !ink.near(p)) {
                    return Err(format!("no line at {missing} ({layers:?})"));
                }
            }
        }
        Ok(())
    });
}
