//! Real roots of small polynomials inside an interval.

/// The points of `from..to` where the polynomial (lowest power first) changes its sign, in order.
///
/// Between two neighbouring extrema a polynomial is monotone, so each sign change there brackets one root; the extrema
/// are the roots of the derivative, found the same way. A root where the sign does not change is not reported.
pub(crate) fn sign_changes<const N: usize>(poly: &[f64; N], from: f64, to: f64) -> Roots {
    let mut roots = Roots::default();
    let degree = (1..N).rev().find(|&k| poly[k] != 0.0).unwrap_or(0);
    // derivatives[k] is the k-th derivative, up to a positive factor.
    let mut derivatives = [[0.0; N]; N];
    derivatives[0] = *poly;
    for k in 1..=degree {
        for i in 0..=degree - k {
            derivatives[k][i] = derivatives[k - 1][i + 1] * (i + 1) as f64;
        }
    }
    for k in (0..degree).rev() {
        // Extrema only separate the roots, so they need not be exact.
        let precision = (to - from) * if k == 0 { 1e-14 } else { 1e-8 };
        let (poly, derivative) = (&derivatives[k][..=degree - k], &derivatives[k + 1][..degree - k]);
        roots = between(poly, derivative, &roots, (from, to), precision);
    }
    roots
}

/// At most four numbers in increasing order.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Roots {
    values: [f64; 4],
    count: usize,
}

impl Roots {
    /// The numbers.
    pub fn as_slice(&self) -> &[f64] {
        &self.values[..self.count]
    }

    fn push(&mut self, value: f64) {
        if self.count < self.values.len() {
            self.values[self.count] = value;
            self.count += 1;
        }
    }
}

/// The sign changes of `poly` between neighbouring `extrema`, its derivative's sign changes.
fn between(
    poly: &[f64],
    derivative: &[f64],
    extrema: &Roots,
    (from, to): (f64, f64),
    precision: f64,
) -> Roots {
    let mut roots = Roots::default();
    let (mut a, mut at_a) = (from, value(poly, from));
    for b in extrema.as_slice().iter().copied().chain([to]) {
        let at_b = value(poly, b);
        if (at_a < 0.0) != (at_b < 0.0) {
            roots.push(bracketed(poly, derivative, (a, at_a), (b, at_b), precision));
        }
        (a, at_a) = (b, at_b);
    }
    roots
}

/// The one root between `a` and `b`: Newton's steps, halving where one would leave the bracket.
fn bracketed(poly: &[f64], derivative: &[f64], a: (f64, f64), b: (f64, f64), precision: f64) -> f64 {
    let rising = a.1 < b.1;
    let (mut low, mut high) = (a.0, b.0);
    let mut x = a.0 + (b.0 - a.0) * (a.1 / (a.1 - b.1)).clamp(0.05, 0.95);
    for _ in 0..60 {
        let y = value(poly, x);
        if y == 0.0 {
            return x;
        }
        if (y < 0.0) == rising {
            low = x;
        } else {
            high = x;
        }
        let newton = x - y / value(derivative, x);
        let next = if newton > low && newton < high { newton } else { (low + high) / 2.0 };
        if (next - x).abs() <= precision {
            return next;
        }
        x = next;
    }
    x
}

fn value(poly: &[f64], x: f64) -> f64 {
    poly.iter().rev().fold(0.0, |sum, &c| sum * x + c)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_quartic_with_known_roots_gives_them_back(mut roots in proptest::array::uniform4(-2.0f64..2.0)) {
            roots.sort_by(f64::total_cmp);
            prop_assume!(roots.windows(2).all(|pair| pair[1] - pair[0] > 1e-2));
            let mut poly = [1.0, 0.0, 0.0, 0.0, 0.0];
            for root in roots {
                for k in (0..5).rev() {
                    poly[k] = if k > 0 { poly[k - 1] } else { 0.0 } - root * poly[k];
                }
            }
            let found = sign_changes(&poly, -3.0, 3.0);
            prop_assert_eq!(found.as_slice().len(), 4);
            for (a, b) in found.as_slice().iter().zip(roots) {
                prop_assert!((a - b).abs() < 1e-9);
            }
        }
    }

    #[test]
    fn lower_degrees_and_constants_are_served() {
        assert_eq!(sign_changes(&[1.0, 0.0, 0.0, 0.0, 0.0], -1.0, 1.0).as_slice(), &[] as &[f64]);
        let line = sign_changes(&[-0.5, 1.0, 0.0, 0.0, 0.0], -1.0, 1.0);
        assert!((line.as_slice()[0] - 0.5).abs() < 1e-15);
        let parabola = sign_changes(&[-0.25, 0.0, 1.0, 0.0, 0.0], -1.0, 1.0);
        assert_eq!(parabola.as_slice().len(), 2);
    }
}
