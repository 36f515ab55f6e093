//! Meshes of known solids, and points at random.

use spatiq_geom::DVec3;
use std::f64::consts::{PI, TAU};

/// Corners of triangles.
pub type Triangles = Vec<[DVec3; 3]>;

/// A box from `low` to `high`, two triangles a face.
pub fn cuboid(low: DVec3, high: DVec3) -> Triangles {
    let corner = |index: usize| {
        let pick = |axis: usize| if index >> axis & 1 == 1 { high[axis] } else { low[axis] };
        DVec3::new(pick(0), pick(1), pick(2))
    };
    let faces = [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
    faces.iter().flat_map(|[a, b, c, d]| [[*a, *b, *c], [*a, *c, *d]]).map(|t| t.map(corner)).collect()
}

/// The box from 0 to 1.
pub fn cube() -> Triangles {
    cuboid(DVec3::ZERO, DVec3::ONE)
}

/// Quads between the points of a grid that is closed in the first direction, split into triangles.
fn grid(around: u32, along: u32, point: impl Fn(u32, u32) -> DVec3) -> Triangles {
    let mut triangles = Vec::new();
    for i in 0..around {
        for j in 0..along {
            let next = (i + 1) % around;
            let [a, b, c, d] = [point(i, j), point(next, j), point(next, j + 1), point(i, j + 1)];
            triangles.extend([[a, b, c], [a, c, d]]);
        }
    }
    // At the poles of a sphere two corners are one.
    triangles.retain(|[a, b, c]| a != b && b != c && c != a);
    triangles
}

/// A ball of radius 1 around 0 with its poles on z.
pub fn ball(steps: u32) -> Triangles {
    grid(2 * steps, steps, |i, j| {
        let (longitude, latitude) =
            (TAU * f64::from(i) / f64::from(2 * steps), PI * f64::from(j) / f64::from(steps));
        if j == 0 || j == steps {
            return DVec3::new(0.0, 0.0, if j == 0 { -1.0 } else { 1.0 });
        }
        let wide = libm::sin(latitude);
        DVec3::new(libm::cos(longitude) * wide, libm::sin(longitude) * wide, -libm::cos(latitude))
    })
}

/// A ring of radius 2 and thickness 2 × 0.5 around z.
pub fn ring(steps: u32) -> Triangles {
    grid(2 * steps, steps, |i, j| {
        let (big, small) =
            (TAU * f64::from(i) / f64::from(2 * steps), TAU * f64::from(j % steps) / f64::from(steps));
        let wide = 2.0 + 0.5 * libm::cos(small);
        DVec3::new(libm::cos(big) * wide, libm::sin(big) * wide, 0.5 * libm::sin(small))
    })
}

/// A prism of radius 1 and height 2 around z, its ends cut into fans from their first corner.
pub fn cylinder(sides: u32) -> Triangles {
    let point = |i: u32, j: u32| {
        let angle = TAU * f64::from(i) / f64::from(sides);
        DVec3::new(libm::cos(angle), libm::sin(angle), 2.0 * f64::from(j))
    };
    let mut triangles = grid(sides, 1, point);
    for i in 1..sides - 1 {
        triangles.push([point(0, 1), point(i, 1), point(i + 1, 1)]);
        triangles.push([point(0, 0), point(i + 1, 0), point(i, 0)]);
    }
    triangles
}

/// Two cones of radius 1 and height 2, base to base in the plane of x and y.
pub fn spindle(sides: u32) -> Triangles {
    let point = |i: u32| {
        let angle = TAU * f64::from(i % sides) / f64::from(sides);
        DVec3::new(libm::cos(angle), libm::sin(angle), 0.0)
    };
    let tip = DVec3::Z * 2.0;
    (0..sides).flat_map(|i| [[point(i), point(i + 1), tip], [point(i + 1), point(i), -tip]]).collect()
}

/// An L: a box of 2 × 2 × 1 without the one of 1 × 1 × 1 at its far corner.
pub fn angle_bar() -> Triangles {
    let outline =
        [[0, 0], [2, 0], [2, 1], [1, 1], [1, 2], [0, 2]].map(|[x, y]: [i32; 2]| (f64::from(x), f64::from(y)));
    let at = |index: usize, z: f64| DVec3::new(outline[index % 6].0, outline[index % 6].1, z);
    let mut triangles = Vec::new();
    for i in 0..6 {
        let [a, b, c, d] = [at(i, 0.0), at(i + 1, 0.0), at(i + 1, 1.0), at(i, 1.0)];
        triangles.extend([[a, b, c], [a, c, d]]);
    }
    for [i, j, k] in [[0, 1, 2], [0, 2, 3], [0, 3, 4], [0, 4, 5]] {
        triangles.extend([[at(i, 1.0), at(j, 1.0), at(k, 1.0)], [at(i, 0.0), at(k, 0.0), at(j, 0.0)]]);
    }
    triangles
}

/// The triangles the other way around.
pub fn turned(triangles: &[[DVec3; 3]]) -> Triangles {
    triangles.iter().map(|&[a, b, c]| [a, c, b]).collect()
}

/// Numbers that look random and are the same each time (splitmix64).
pub struct Random(pub u64);

impl Random {
    /// The next 64 bits.
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }

    /// Between 0 and 1.
    pub fn unit(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// A point of the box of ± `reach`.
    pub fn point(&mut self, reach: f64) -> DVec3 {
        (DVec3::new(self.unit(), self.unit(), self.unit()) * 2.0 - 1.0) * reach
    }
}
