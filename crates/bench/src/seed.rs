//! Seeds that form a tree, and the draws made from them.

use rand_chacha::ChaCha12Rng;
use rand_chacha::rand_core::{Rng as _, SeedableRng};
use std::fmt::Display;

/// 32 bytes from which a sequence of random draws follows, or further seeds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seed([u8; 32]);

impl Seed {
    /// The seed that the user's number stands for.
    pub fn root(number: u64) -> Self {
        Self(blake3::derive_key("spatiq seed, version 1", &number.to_le_bytes()))
    }

    /// The seed below this one that is called `label`.
    pub fn child(&self, label: impl Display) -> Self {
        Self(*blake3::keyed_hash(&self.0, label.to_string().as_bytes()).as_bytes())
    }

    /// A fresh sequence of draws; every call starts the same sequence.
    pub fn rng(&self) -> Rng {
        Rng(ChaCha12Rng::from_seed(self.0))
    }
}

/// Random draws. Each is defined here in full, so that no update of a library changes a dataset.
pub struct Rng(ChaCha12Rng);

impl Rng {
    /// A whole number in `0..n`, each equally likely.
    ///
    /// # Panics
    /// When `n` is 0.
    pub fn below(&mut self, n: usize) -> usize {
        assert!(n > 0, "there is no number below 0");
        let n = n as u64;
        // Numbers past the last whole multiple of n would favour the small results: draw again.
        let limit = u64::MAX - u64::MAX % n;
        loop {
            let draw = self.0.next_u64();
            if draw < limit {
                return (draw % n) as usize;
            }
        }
    }

    /// A number in [0, 1), a multiple of 2⁻⁵³.
    pub fn unit(&mut self) -> f64 {
        (self.0.next_u64() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// A number in [low, high).
    pub fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.unit()
    }

    /// True half of the time.
    pub fn coin(&mut self) -> bool {
        self.below(2) == 1
    }

    /// One of the values.
    ///
    /// # Panics
    /// When there are none.
    pub fn pick<'a, T>(&mut self, values: &'a [T]) -> &'a T {
        &values[self.below(values.len())]
    }

    /// Brings the values into a random order, each order equally likely.
    pub fn shuffle<T>(&mut self, values: &mut [T]) {
        for last in (1..values.len()).rev() {
            values.swap(last, self.below(last + 1));
        }
    }
}

/// The `nth` value of an endless sequence over `0..n` in which every run of `n` from a multiple of `n` on holds each
/// value once, in an order of its own. This is how slots are balanced without a shared counter.
pub fn deal(seed: &Seed, n: usize, nth: u64) -> usize {
    let mut block: Vec<usize> = (0..n).collect();
    seed.child(nth / n as u64).rng().shuffle(&mut block);
    block[(nth % n as u64) as usize]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn children_differ_by_label_and_parent() {
        let root = Seed::root(1);
        assert_ne!(root.child("a"), root.child("b"));
        assert_ne!(root.child("a").child("b"), root.child("b").child("a"));
        assert_ne!(root.child("a"), Seed::root(2).child("a"));
        assert_eq!(root.child(12), root.child("12"));
    }

    #[test]
    fn neighbouring_seeds_share_no_items() {
        // Generators that add the index to the seed repeat themselves one seed further on.
        let draws = |seed: u64| (0..200).map(move |i| Seed::root(seed).child(i).rng().below(usize::MAX));
        let (mut all, count): (Vec<_>, _) = ((1..6).flat_map(draws).collect(), 1000);
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), count);
    }

    #[test]
    fn draws_are_even() {
        let mut rng = Seed::root(3).rng();
        let mut counts = [0u32; 7];
        for _ in 0..70_000 {
            counts[rng.below(7)] += 1;
        }
        // Chi-squared with 6 degrees of freedom lies below 22.5 in 99.9 % of cases.
        let chi: f64 = counts.iter().map(|&c| (f64::from(c) - 1e4) * (f64::from(c) - 1e4) / 1e4).sum();
        assert!(chi < 22.5, "{counts:?}");
        assert!((0..1000).all(|_| (2.0..3.0).contains(&rng.between(2.0, 3.0))));
    }

    #[test]
    fn dealing_is_even_in_every_block_and_not_cyclic() {
        let seed = Seed::root(4);
        let dealt: Vec<usize> = (0..400).map(|nth| deal(&seed, 4, nth)).collect();
        for block in dealt.chunks(4) {
            let mut sorted = block.to_vec();
            sorted.sort_unstable();
            assert_eq!(sorted, [0, 1, 2, 3]);
        }
        assert!(dealt.chunks(4).any(|block| block != &dealt[..4]));
    }
}
