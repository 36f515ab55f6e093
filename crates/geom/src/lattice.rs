//! Fibonacci lattices: points that fill the unit square more evenly than chance would.
//!
//! `n` random points leave an error of the order `n^-1/2`. Of these, for a smooth function that vanishes at the border, hardly
//! any is left; for one with kinks it falls like `n^-1` to `n^-3/2`, for one with jumps like `n^-3/4`.

/// A lattice of so many points.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lattice {
    /// How many points, a Fibonacci number.
    pub(crate) count: u32,
    /// The Fibonacci number before it.
    step: u32,
}

/// Coarse to fine.
pub(crate) const LATTICES: [Lattice; 6] = [
    Lattice { count: 233, step: 144 },
    Lattice { count: 610, step: 377 },
    Lattice { count: 1597, step: 987 },
    Lattice { count: 4181, step: 2584 },
    Lattice { count: 10946, step: 6765 },
    Lattice { count: 28657, step: 17711 },
];

impl Lattice {
    /// Its points in the open unit square.
    pub(crate) fn points(self) -> impl Iterator<Item = (f64, f64)> {
        let count = u64::from(self.count);
        (0..count).map(move |index| {
            let other = index * u64::from(self.step) % count;
            ((index as f64 + 0.5) / count as f64, (other as f64 + 0.5) / count as f64)
        })
    }

    /// The coarsest with at least so many points, or the finest.
    pub(crate) fn of_at_least(count: f64) -> Self {
        let fine = LATTICES.iter().find(|lattice| f64::from(lattice.count) >= count);
        *fine.unwrap_or(&LATTICES[LATTICES.len() - 1])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_box_of_the_square_has_its_share_of_the_points() {
        let lattice = Lattice::of_at_least(4000.0);
        assert_eq!(lattice.count, 4181);
        for k in 1..20 {
            let (x, y) = (f64::from(k) * 0.0497, 1.0 - f64::from(k) * 0.0371);
            let within = lattice.points().filter(|(s, t)| *s < x && *t < y).count();
            assert!((within as f64 / 4181.0 - x * y).abs() < 1.5e-3, "{x} {y} {within}");
        }
    }
}
