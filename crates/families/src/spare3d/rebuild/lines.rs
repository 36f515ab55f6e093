//! The lines of a primitive by itself: edges, seen in every view, and the outlines of each view.

use super::guess::Guess;
use super::page::VIEWS;
use spatiq_geom::{DVec3, Primitive};

/// Pixels from point to point.
pub const STEP: f64 = 2.0;

/// Fewer inked points in a row may be another line that crosses.
pub const LEAST_RUN: usize = 3;

/// A line in space and the view in which it is drawn.
pub struct Curve {
    /// The number of the view.
    pub view: usize,
    /// Points a step apart.
    pub points: Vec<DVec3>,
}

/// All lines of a primitive in the three views.
pub fn curves(guess: &Guess) -> Vec<Curve> {
    let mut out = Vec::new();
    let mut draw = |view: usize, points: Vec<DVec3>| out.push(Curve { view, points });
    let (axis, pos) = (guess.axis, guess.pos);
    let unit = |axis: usize| DVec3::AXES[axis];
    let along = unit(axis) * guess.sign();
    for (view, axes) in VIEWS.into_iter().enumerate() {
        let from_side = axes.2 != axis;
        // Where the outlines of round surfaces are, seen from the side.
        let aside = if from_side { unit(3 - axis - axes.2) } else { DVec3::ZERO };
        match guess.primitive {
            Primitive::Box { half } => {
                for edge in (0..3).filter(|&edge| edge != axes.2) {
                    let (b, c) = ((edge + 1) % 3, (edge + 2) % 3);
                    for [s, t] in [[-1.0, -1.0], [-1.0, 1.0], [1.0, -1.0], [1.0, 1.0]] {
                        let middle = pos + unit(b) * half[b] * s + unit(c) * half[c] * t;
                        draw(view, line(middle - unit(edge) * half[edge], middle + unit(edge) * half[edge]));
                    }
                }
            }
            Primitive::Sphere { radius } => draw(view, ring(pos, axes.2, radius)),
            Primitive::Cylinder { radius, height } => {
                let half = along * height / 2.0;
                draw(view, ring(pos - half, axis, radius));
                draw(view, ring(pos + half, axis, radius));
                for side in [-1.0, 1.0].into_iter().filter(|_| from_side) {
                    let middle = pos + aside * side * radius;
                    draw(view, line(middle - half, middle + half));
                }
            }
            Primitive::Cone { radius, height } => {
                let half = along * height / 2.0;
                draw(view, ring(pos - half, axis, radius));
                for side in [-1.0, 1.0].into_iter().filter(|_| from_side) {
                    draw(view, line(pos - half + aside * side * radius, pos + half));
                }
            }
            Primitive::Torus { ring: main, tube } => {
                for side in [-1.0, 1.0] {
                    if from_side {
                        draw(view, ring(pos + aside * side * main, axes.2, tube));
                        draw(view, ring(pos + along * side * tube, axis, main));
                    } else {
                        draw(view, ring(pos, axis, main + side * tube));
                    }
                }
            }
        }
    }
    out
}

/// Circles in which planes at the levels of each axis cut a round primitive, in the view along that axis.
pub fn rings(guess: &Guess, levels: &[Vec<f64>; 3]) -> Vec<Curve> {
    let mut out = Vec::new();
    for (view, axes) in VIEWS.into_iter().enumerate() {
        let axis = axes.2;
        for &level in &levels[axis] {
            let away = level - guess.pos[axis];
            let reach =
                |radius: f64| if away.abs() < radius { (radius * radius - away * away).sqrt() } else { 0.0 };
            let radii = match guess.primitive {
                Primitive::Sphere { radius } => [reach(radius), 0.0],
                Primitive::Cone { radius, height } if axis == guess.axis => {
                    [radius * (0.5 - away * guess.sign() / height).clamp(0.0, 1.0), 0.0]
                }
                Primitive::Torus { ring, tube } if axis == guess.axis && away.abs() < tube => {
                    [ring + reach(tube), ring - reach(tube)]
                }
                _ => [0.0; 2],
            };
            let mut middle = guess.pos;
            middle[axis] = level;
            for radius in radii.into_iter().filter(|radius| *radius > 3.0) {
                out.push(Curve { view, points: ring(middle, axis, radius) });
            }
        }
    }
    out
}

fn line(from: DVec3, to: DVec3) -> Vec<DVec3> {
    let steps = (from.distance(to) / STEP).max(1.0) as usize;
    (0..=steps).map(|step| from.lerp(to, step as f64 / steps as f64)).collect()
}

/// A circle around an axis.
fn ring(middle: DVec3, axis: usize, radius: f64) -> Vec<DVec3> {
    let count = (std::f64::consts::TAU * radius / STEP).max(8.0) as usize;
    let (b, c) = ((axis + 1) % 3, (axis + 2) % 3);
    let (sin, cos) = libm::sincos(std::f64::consts::TAU / count as f64);
    let mut way = [radius, 0.0];
    (0..count)
        .map(|_| {
            let mut p = middle;
            p[b] += way[0];
            p[c] += way[1];
            way = [way[0] * cos - way[1] * sin, way[0] * sin + way[1] * cos];
            p
        })
        .collect()
}
