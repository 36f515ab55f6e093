//! Random recipes for the tests, from a small generator of their own.

use spatiq_geom::recipe::{Element, Part, Recipe};
use spatiq_geom::{DVec3, Op, Primitive};

/// SplitMix64: enough for tests, and the same everywhere.
pub struct Dice(pub u64);

impl Dice {
    /// Any word.
    pub fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// Uniform in [0, 1).
    pub fn unit(&mut self) -> f64 {
        (self.word() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// Uniform in a range, on multiples of `grid` unless that is zero.
    pub fn size(&mut self, low: f64, high: f64, grid: f64) -> f64 {
        let free = low + (high - low) * self.unit();
        if grid > 0.0 { ((free / grid).round() * grid).max(grid) } else { free }
    }

    /// One of so many.
    pub fn below(&mut self, count: u64) -> u64 {
        self.word() % count
    }

    /// A primitive of about the size one.
    pub fn primitive(&mut self, grid: f64) -> Primitive {
        match self.below(5) {
            0 => Primitive::Sphere { radius: self.size(0.4, 0.9, grid) },
            1 => {
                let mut side = || self.size(0.6, 1.8, grid) / 2.0;
                Primitive::Box { half: DVec3::new(side(), side(), side()) }
            }
            2 => Primitive::Cone { radius: self.size(0.4, 0.9, grid), height: self.size(0.6, 1.8, grid) },
            3 => {
                let ring = self.size(0.5, 0.9, grid);
                Primitive::Torus { ring, tube: self.size(0.15, 0.35, grid).min(ring * 0.75) }
            }
            _ => Primitive::Cylinder { radius: self.size(0.3, 0.8, grid), height: self.size(0.6, 1.8, grid) },
        }
    }

    /// An element that overlaps others most of the time.
    pub fn element(&mut self, base: bool, grid: f64) -> Element {
        let ops = [Op::Union, Op::Intersection, Op::Difference];
        let mut place = || {
            let free = self.unit() * 1.2 - 0.6;
            if grid > 0.0 { (free / grid).round() * grid } else { free }
        };
        let pos = if base { DVec3::ZERO } else { DVec3::new(place(), place(), place()) };
        Element {
            part: Part::Primitive(self.primitive(grid)),
            axis: self.below(3) as usize,
            deg: self.below(4) as u32 * 90,
            pos,
            op: if base { None } else { Some(ops[self.below(3) as usize]) },
        }
    }

    /// A recipe of two to four primitives, on a grid (so that faces coincide) or free of it.
    pub fn recipe(&mut self, grid: f64) -> Recipe {
        let count = 2 + self.below(3);
        Recipe { id: None, elements: (0..count).map(|k| self.element(k == 0, grid)).collect() }
    }
}
