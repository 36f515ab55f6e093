//! Floor and walls: planes that are seen outside of all boxes. Over a plane the inverse of depth is a linear function of
//! column and row, whatever the lens.

use super::View;
use spatiq_bench::{Rng, Seed};

/// Floor and three walls.
const MOST_PLANES: usize = 4;

/// Depth maps are in millimetres: a point within this of a plane is on it.
const NEAR: f64 = 0.0015;

/// Guesses for each plane, and pixels that these are held against.
const GUESSES: usize = 160;
const SAMPLES: usize = 3000;

/// Fewer samples than this are no plane.
const FEWEST: usize = 12;

/// The inverse of depth: by column, by row, and at the upper left corner.
type Plane = [f64; 3];

/// A pixel's column, row and depth.
type Sample = [f64; 3];

/// Which pixels show something before floor and walls.
pub fn foreground(view: &View) -> Vec<bool> {
    let planes = planes(view);
    let is_front = |(at, depth): (usize, &f64)| {
        let boxed = (0..view.boxes.len()).any(|object| view.is_in(object, at));
        let [x, y] = [(at % view.size[0]) as f64, (at / view.size[0]) as f64];
        // A room is convex: of its planes the nearest is seen.
        let behind = planes.iter().map(|plane| inverse(plane, x, y)).fold(0.0, f64::max);
        boxed && depth.is_finite() && (behind <= 0.0 || *depth < 1.0 / behind - NEAR)
    };
    view.depth.iter().enumerate().map(is_front).collect()
}

fn inverse([a, b, c]: &Plane, x: f64, y: f64) -> f64 {
    a * x + b * y + c
}

fn planes(view: &View) -> Vec<Plane> {
    let outside = |at: &usize| {
        view.depth[*at].is_finite() && !(0..view.boxes.len()).any(|object| view.is_in(object, *at))
    };
    let pixels: Vec<usize> = (0..view.depth.len()).filter(outside).collect();
    let step = pixels.len().div_ceil(SAMPLES).max(1);
    let sample = |at: &usize| [(at % view.size[0]) as f64, (at / view.size[0]) as f64, view.depth[*at]];
    let mut left: Vec<Sample> = pixels.iter().step_by(step).map(sample).collect();
    let mut rng = Seed::root(0).rng();
    let mut planes = Vec::new();
    while planes.len() < MOST_PLANES && left.len() >= FEWEST {
        let guesses = (0..GUESSES).filter_map(|_| guess(&left, &mut rng));
        let best = guesses.max_by_key(|plane| on(plane, &left).count());
        let Some(plane) = best.and_then(|plane| fitted(on(&plane, &left))) else { break };
        if on(&plane, &left).count() < FEWEST {
            break;
        }
        left.retain(|sample| !is_on(&plane, sample));
        planes.push(plane);
    }
    planes
}

/// The plane through three samples.
fn guess(samples: &[Sample], rng: &mut Rng) -> Option<Plane> {
    let three = [0; 3].map(|_| samples[rng.below(samples.len())]);
    fitted(three.iter())
}

fn on<'a>(plane: &'a Plane, samples: &'a [Sample]) -> impl Iterator<Item = &'a Sample> {
    samples.iter().filter(move |sample| is_on(plane, sample))
}

fn is_on(plane: &Plane, [x, y, depth]: &Sample) -> bool {
    let ratio = inverse(plane, *x, *y) * depth;
    (ratio - 1.0).abs() * depth < NEAR
}

/// The plane with the least squares of errors in the inverse of depth, weighted by how exactly that is known.
fn fitted<'a>(samples: impl Iterator<Item = &'a Sample>) -> Option<Plane> {
    let (mut matrix, mut right) = ([[0.0; 3]; 3], [0.0; 3]);
    for [x, y, depth] in samples {
        let row = [*x, *y, 1.0];
        // An error of a millimetre is one of depth⁻² in the inverse.
        let weight = depth * depth * depth * depth;
        for i in 0..3 {
            right[i] += weight * row[i] / depth;
            (0..3).for_each(|j| matrix[i][j] += weight * row[i] * row[j]);
        }
    }
    solved(matrix, right)
}

/// Solves three linear equations by Cramer's rule.
fn solved(matrix: [[f64; 3]; 3], right: [f64; 3]) -> Option<Plane> {
    let determinant = |m: &[[f64; 3]; 3]| {
        m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1]) - m[0][1] * (m[1][0] * m[2][2] - m[1][2] * m[2][0])
            + m[0][2] * (m[1][0] * m[2][1] - m[1][1] * m[2][0])
    };
    let whole = determinant(&matrix);
    let size = matrix[0][0] * matrix[1][1] * matrix[2][2];
    if whole.abs() <= 1e-14 * size.abs() {
        return None;
    }
    Some([0, 1, 2].map(|column| {
        let mut replaced = matrix;
        (0..3).for_each(|row| replaced[row][column] = right[row]);
        determinant(&replaced) / whole
    }))
}
