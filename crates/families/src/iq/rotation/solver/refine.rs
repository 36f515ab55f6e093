//! A look made more exact by distances over whole rows of faces.

use super::look::Look;
use super::patches::Sheet;
use spatiq_raster::Point;

/// Fits the steps to rows of faces, nearest neighbours first and then over longer distances, and the look to the
/// steps.
pub fn refine(sheet: &Sheet, mut look: Look) -> Look {
    for reach in [1, 2, 4, 8] {
        let mut sums = [(0.0, [0.0; 2]); 3];
        for (i, from) in sheet.patches.iter().enumerate() {
            for to in &sheet.patches[i + 1..] {
                let alike = from.area.min(to.area) >= 0.85 * from.area.max(to.area);
                if from.axis == to.axis && alike {
                    let by = [to.centre[0] - from.centre[0], to.centre[1] - from.centre[1]];
                    add_link(&mut sums, &look, from.axis, by, reach);
                }
            }
        }
        look = fit_steps(&look, &sums);
    }
    look
}

/// Adds a pair of faces `n` steps apart to the sums of n² and of n times their distance.
fn add_link(sums: &mut [(f64, Point); 3], look: &Look, faces: usize, by: Point, reach: i32) {
    for axis in (0..3).filter(|&axis| axis != faces) {
        let step = look.steps[axis];
        let length = step[0] * step[0] + step[1] * step[1];
        let n = ((by[0] * step[0] + by[1] * step[1]) / length).round();
        let off = [by[0] - n * step[0], by[1] - n * step[1]];
        if n != 0.0 && n.abs() <= f64::from(reach) && off[0] * off[0] + off[1] * off[1] < 0.64 {
            sums[axis].0 += n * n;
            sums[axis].1 = [sums[axis].1[0] + n * by[0], sums[axis].1[1] + n * by[1]];
        }
    }
}

/// The look whose steps differ least from the measured ones, by a few Gauss-Newton steps in (s, v, h).
fn fit_steps(look: &Look, sums: &[(f64, Point); 3]) -> Look {
    let residual = |look: &Look| {
        let mut out = [0.0; 6];
        for axis in 0..3 {
            let (weight, sum) = sums[axis];
            for k in 0..2 {
                if weight > 0.0 {
                    out[axis * 2 + k] = weight.sqrt() * (look.steps[axis][k] - sum[k] / weight);
                }
            }
        }
        out
    };
    let mut current = *look;
    for _ in 0..4 {
        let base = residual(&current);
        let nudged = [
            Look::new(look.below, current.scale + 1e-3, current.angles),
            Look::new(look.below, current.scale, [current.angles[0] + 1e-4, current.angles[1]]),
            Look::new(look.below, current.scale, [current.angles[0], current.angles[1] + 1e-4]),
        ];
        let slopes = [0, 1, 2].map(|p| {
            let moved = residual(&nudged[p]);
            let by = if p == 0 { 1e-3 } else { 1e-4 };
            [0, 1, 2, 3, 4, 5].map(|r| (moved[r] - base[r]) / by)
        });
        let dot = |a: &[f64; 6], b: &[f64; 6]| a.iter().zip(b).map(|(x, y)| x * y).sum::<f64>();
        let normal = [0, 1, 2].map(|p| [0, 1, 2].map(|q| dot(&slopes[p], &slopes[q])));
        let Some(change) = solve(normal, slopes.map(|slope| -dot(&slope, &base))) else { return current };
        let angles = [current.angles[0] + change[1], current.angles[1] + change[2]];
        let allowed = |angle: f64| (12.0..78.0).contains(&angle.to_degrees());
        if !allowed(angles[0]) || !allowed(angles[1]) || current.scale + change[0] < 1.0 {
            return *look;
        }
        current = Look::new(look.below, current.scale + change[0], angles);
    }
    current
}

/// Solves three linear equations by Cramer's rule; `None` where they do not settle the unknowns.
fn solve(m: [[f64; 3]; 3], right: [f64; 3]) -> Option<[f64; 3]> {
    let det = |m: &[[f64; 3]; 3]| {
        let minor = |a: usize, b: usize| m[1][a] * m[2][b] - m[1][b] * m[2][a];
        m[0][0] * minor(1, 2) - m[0][1] * minor(0, 2) + m[0][2] * minor(0, 1)
    };
    let whole = det(&m);
    let replaced = |column: usize| {
        let mut other = m;
        for row in 0..3 {
            other[row][column] = right[row];
        }
        det(&other) / whole
    };
    (whole.abs() > 1e-12).then(|| [replaced(0), replaced(1), replaced(2)])
}
