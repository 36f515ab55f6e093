//! Rays agree with drawings: nothing visible lies behind a face, nothing hidden in plain sight, and nothing is missing.
//!
//! A line is drawn where what a ray meets changes: its depth, its slope, or whether it meets anything. Rays cannot resolve what is
//! smaller than the distance between them, and where faces meet at a very small angle they see no change: so a hundredth of the
//! size may be wrong in each drawing.

use crate::ink::Ink;
use crate::probe::{Layers, Probe};
use crate::random::{check, draw, solid};
use glam::DVec2;
use spatiq_draw::Stroke;

/// Places that lie exactly on the curves of a stroke, not near its ends: chords leave them in between.
pub fn exact_places(stroke: &Stroke, size: f64) -> Vec<DVec2> {
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

/// Says what is wrong if more than a few places are: as many as lie on a hundredth of the size.
fn few(what: &str, of: usize, wrong: &[DVec2]) -> Result<(), String> {
    if wrong.len() <= 1 {
        return Ok(());
    }
    Err(format!("{what}: {} of {of}, such as {}", wrong.len(), wrong[0]))
}

#[test]
fn nothing_visible_lies_behind_a_face() {
    check(100, |parts, dice| {
        let (view, solid) = (dice.view(), solid(parts));
        let Some((drawing, size)) = draw(&solid, &view) else { return Ok(()) };
        let mut probe = Probe::new(&solid, &view, size);
        let places: Vec<DVec2> =
            drawing.visible.iter().flat_map(|stroke| exact_places(stroke, size)).collect();
        let mut behind = places.clone();
        behind.retain(|&p| {
            let seen =
                [1e-5, 1e-4].iter().any(|&radius| probe.changes_around(p, Layers::First, radius, 0.005));
            !seen && !probe.thin_around(p, Layers::First)
        });
        few("visible behind a face", places.len(), &behind)
    });
}

#[test]
fn nothing_hidden_lies_in_plain_sight() {
    check(100, |parts, dice| {
        let (view, solid) = (dice.view(), solid(parts));
        let Some((drawing, size)) = draw(&solid, &view) else { return Ok(()) };
        let mut probe = Probe::new(&solid, &view, size);
        let visible = Ink::new(&drawing.visible, 0.003 * size);
        let places: Vec<DVec2> =
            drawing.hidden.iter().flat_map(|stroke| exact_places(stroke, size)).collect();
        let mut plain = places.clone();
        plain.retain(|&p| !visible.near(p) && probe.changes_around(p, Layers::First, 1e-5, 0.1));
        few("hidden in plain sight", places.len(), &plain)
    });
}

#[test]
fn every_hidden_line_is_there_for_a_reason() {
    check(100, |parts, dice| {
        let (view, solid) = (dice.view(), solid(parts));
        let Some((drawing, size)) = draw(&solid, &view) else { return Ok(()) };
        let mut probe = Probe::new(&solid, &view, size);
        let places: Vec<DVec2> =
            drawing.hidden.iter().flat_map(|stroke| exact_places(stroke, size)).collect();
        let mut groundless = places.clone();
        groundless.retain(|&p| {
            let met =
                [1e-5, 1e-4, 1e-3].iter().any(|&radius| probe.changes_around(p, Layers::All, radius, 0.005));
            !met && !probe.thin_around(p, Layers::All)
        });
        few("hidden without a reason", places.len(), &groundless)
    });
}

#[test]
fn wherever_something_changes_there_is_a_line() {
    check(60, |parts, dice| {
        let (view, solid) = (dice.view(), solid(parts));
        let Some((drawing, size)) = draw(&solid, &view) else { return Ok(()) };
        let mut probe = Probe::new(&solid, &view, size);
        let visible = Ink::new(&drawing.visible, 0.002 * size);
        let any = Ink::new(drawing.visible.iter().chain(&drawing.hidden), 0.002 * size);
        let [low, high] = drawing.bounds().ok_or("no points")?;
        let mut inside = || DVec2::new(dice.between(low[0], high[0]), dice.between(low[1], high[1]));
        for _ in 0..5 {
            let (from, to) = (inside(), inside());
            for (layers, ink) in [(Layers::First, &visible), (Layers::All, &any)] {
                let places = probe.changes_between(from, to, layers);
                let missing: Vec<DVec2> = places.iter().copied().filter(|&p| !ink.near(p)).collect();
                few(&format!("no line ({layers:?})"), places.len(), &missing)?;
            }
        }
        Ok(())
    });
}
