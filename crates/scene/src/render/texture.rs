//! Patterns that cover floors and walls, each averaged over the patch of plane that a pixel shows, so that they do not
//! flicker in the distance.

use super::tone::linear;
use crate::scene::{Pattern, Texture};

/// How often the threads of a carpet repeat in a unit.
const THREADS: f64 = 24.0;

/// A texture with what every look at it needs.
pub struct Cover {
    pattern: Pattern,
    /// Linear.
    colours: [[f64; 3]; 2],
    /// Along the pattern for one metre along the plane's axes.
    along: [f64; 2],
    /// How often the pattern repeats in a metre.
    rate: f64,
    seed: u32,
}

impl Cover {
    /// What a texture looks like.
    pub fn new(texture: &Texture) -> Self {
        let (angle, rate) = (texture.turn.to_radians(), 1.0 / texture.scale);
        Self {
            pattern: texture.pattern,
            colours: texture.colours.map(|colour| colour.map(linear)),
            along: [libm::cos(angle) * rate, libm::sin(angle) * rate],
            rate,
            seed: texture.seed,
        }
    }

    /// The colour at a point of the plane, averaged over a square of side `width`; red, green and blue, linear.
    pub fn colour(&self, [u, v]: [f64; 2], width: f64) -> [f64; 3] {
        let [cos, sin] = self.along;
        let (u, v, width) = (u * cos + v * sin, v * cos - u * sin, width * self.rate);
        let (mixed, shade) = self.mix(u, v, width);
        let [first, second] = self.colours;
        [0, 1, 2].map(|channel| (first[channel] + (second[channel] - first[channel]) * mixed) * shade)
    }

    /// How much of the second colour there is, and how bright both are.
    fn mix(&self, u: f64, v: f64, width: f64) -> (f64, f64) {
        let noise = Noise { seed: self.seed, width };
        match self.pattern {
            Pattern::Plain => (noise.at(u * 3.0, v * 3.0, 3.0) * 0.25, 1.0),
            Pattern::Checker => {
                let (a, b) = (stripe(u, 0.5, width), stripe(v, 0.5, width));
                (a + b - 2.0 * a * b, 1.0)
            }
            Pattern::Stripes => (stripe(u, 0.5, width), 1.0),
            Pattern::Planks => {
                let row = floor(v * 4.0);
                let along = u + noise.cell(row, 7.0);
                let board = noise.cell(floor(along), row);
                let joint = 1.0 - gap(v * 4.0, 0.05, width * 4.0) * gap(along, 0.015, width);
                let grain = noise.at(along * 3.0, v * 60.0, 60.0);
                (board * 0.75 + grain * 0.25, 1.0 - 0.55 * joint)
            }
            Pattern::Tiles => {
                let joint = 1.0 - gap(u, 0.05, width) * gap(v, 0.05, width);
                (joint, 0.92 + 0.16 * noise.cell(floor(u), floor(v)) * (1.0 - joint))
            }
            Pattern::Bricks => {
                let row = floor(v * 3.0);
                let along = u + 0.5 * (row - 2.0 * floor(row / 2.0));
                let joint = 1.0 - gap(v * 3.0, 0.1, width * 3.0) * gap(along, 0.035, width);
                (joint, 0.85 + 0.3 * noise.cell(floor(along), row) * (1.0 - joint))
            }
            Pattern::Marble => {
                let flow = noise.at(u * 1.5, v * 1.5, 1.5) * 2.0 + noise.at(u * 6.0, v * 6.0, 6.0) * 0.5;
                (smooth((flow - 0.75).clamp(0.0, 1.0)), 1.0)
            }
            Pattern::Carpet => {
                let weave = weave(u * THREADS, v * THREADS, width * THREADS);
                (weave * 0.6 + noise.at(u * 2.0, v * 2.0, 2.0) * 0.4, 1.0)
            }
        }
    }
}

/// How much of a square of side `width` around `at` lies in stripes that take the first `share` of every unit.
fn stripe(at: f64, share: f64, width: f64) -> f64 {
    let width = width.max(1e-9);
    let filled = |x: f64| floor(x) * share + (x - floor(x)).min(share);
    ((filled(at + width / 2.0) - filled(at - width / 2.0)) / width).clamp(0.0, 1.0)
}

/// How much of a square of side `width` is covered by threads, one a unit either way.
fn weave(u: f64, v: f64, width: f64) -> f64 {
    // Where threads are finer than pixels, the mean over a pixel goes up and down with the place of its borders: a grid that
    // is not there. So they fade, from three pixels a thread on.
    let shown = (2.0 - 3.0 * width).clamp(0.0, 1.0);
    let mean = (stripe(u, 0.5, width) + stripe(v, 0.5, width)) / 2.0;
    0.5 + (mean - 0.5) * shown
}

/// 1 within a tile, 0 in the joint that takes the last `share` of every unit.
fn gap(at: f64, share: f64, width: f64) -> f64 {
    stripe(at, 1.0 - share, width)
}

/// Smooth noise over a lattice of unit cells.
struct Noise {
    seed: u32,
    width: f64,
}

impl Noise {
    /// A random number for a cell, from 0 to 1.
    fn cell(&self, x: f64, y: f64) -> f64 {
        // Wrapping multiplications scatter neighbouring cells.
        let mut bits = (x as i32 as u32).wrapping_mul(0x9E37_79B1)
            ^ (y as i32 as u32).wrapping_mul(0x85EB_CA77)
            ^ self.seed.wrapping_mul(0xC2B2_AE3D);
        bits = (bits ^ bits >> 15).wrapping_mul(0x2C1B_3C6D);
        bits = (bits ^ bits >> 12).wrapping_mul(0x297A_2D39);
        f64::from(bits ^ bits >> 15) / f64::from(u32::MAX)
    }

    /// Between the cells' numbers; fades to their mean where a pixel covers many cells, `rate` of them in a unit.
    fn at(&self, x: f64, y: f64, rate: f64) -> f64 {
        let fade = (1.5 - self.width * rate).clamp(0.0, 1.0);
        if fade == 0.0 {
            return 0.5;
        }
        let (cx, cy) = (floor(x), floor(y));
        let (fx, fy) = (smooth(x - cx), smooth(y - cy));
        let row = |y: f64| self.cell(cx, y) * (1.0 - fx) + self.cell(cx + 1.0, y) * fx;
        let value = row(cy) * (1.0 - fy) + row(cy + 1.0) * fy;
        0.5 + (value - 0.5) * fade
    }
}

fn smooth(t: f64) -> f64 {
    t * t * (3.0 - 2.0 * t)
}

/// The whole number below; the processor's own takes long where it may not be used.
fn floor(value: f64) -> f64 {
    let whole = value as i64 as f64;
    if whole > value { whole - 1.0 } else { whole }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_weave_of_a_carpet_is_seen_close_by_and_makes_no_grid_far_away() {
        let spread = |width: f64| {
            let shades = (0..300).map(|k| weave(width * f64::from(k), 0.3, width));
            let (low, high) =
                shades.fold((1.0, 0.0), |(l, h): (f64, f64), shade| (l.min(shade), h.max(shade)));
            high - low
        };
        assert!(spread(0.1) > 0.4);
        assert!((0.1..0.4).contains(&spread(0.43)), "{}", spread(0.43));
        for width in [1.0, 1.1, 1.37, 1.5, 2.6] {
            assert_eq!(spread(width), 0.0, "{width}");
        }
    }
}
