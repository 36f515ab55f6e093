//! What a model covers when it is looked at: for the test that no two are alike, and for the search of models that are not.

use spatiq_geom::{DVec2, DVec3};

/// Pixels along a side of a silhouette.
const PIXELS: usize = 128;

/// What a model covers, seen from 30 degrees aside and 20 above, a bit a pixel.
pub struct Silhouette {
    bits: Vec<u64>,
    area: u32,
}

impl Silhouette {
    /// Of convex pieces with these corners, which are as high and reach as far as that.
    pub fn new(pieces: impl Iterator<Item = Vec<DVec3>>, height: f64, reach: f64) -> Self {
        let (aside, above) = (30.0_f64.to_radians(), 20.0_f64.to_radians());
        let right = DVec3::new(libm::cos(aside), -libm::sin(aside), 0.0);
        let away = DVec3::new(libm::sin(aside), libm::cos(aside), 0.0);
        let up = away * libm::sin(above) + DVec3::Z * libm::cos(above);
        let middle = DVec3::Z * (height / 2.0);
        let pixel = |point: DVec3| {
            let seen = DVec2::new(right.dot(point - middle), up.dot(point - middle));
            (seen / (reach * 1.15) + 1.0) * (PIXELS as f64 / 2.0)
        };
        let mut bits = vec![0_u64; PIXELS * PIXELS / 64];
        for piece in pieces {
            let outline = hull(piece.into_iter().map(pixel).collect());
            // Pieces are convex: each row of pixels meets one run of them.
            for row in 0..PIXELS {
                let y = row as f64 + 0.5;
                let next = outline.iter().cycle().skip(1);
                let crossings = outline.iter().zip(next).filter(|(a, b)| (a.y <= y) != (b.y <= y));
                let (from, to) = crossings
                    .map(|(a, b)| a.x + (b.x - a.x) * (y - a.y) / (b.y - a.y))
                    .fold((f64::INFINITY, f64::NEG_INFINITY), |(from, to), x| (from.min(x), to.max(x)));
                for column in (0..PIXELS).filter(|&column| (from..=to).contains(&(column as f64 + 0.5))) {
                    let place = row * PIXELS + column;
                    bits[place / 64] |= 1 << (place % 64);
                }
            }
        }
        let area = bits.iter().map(|word| word.count_ones()).sum();
        Self { bits, area }
    }

    /// What both cover, of what either does; 0 where areas alone say that it is below 0.9.
    pub fn overlap(&self, other: &Self) -> f64 {
        let (small, large) = (self.area.min(other.area), self.area.max(other.area));
        if f64::from(small) < 0.9 * f64::from(large) {
            return 0.0;
        }
        let common: u32 = self.bits.iter().zip(&other.bits).map(|(a, b)| (a & b).count_ones()).sum();
        f64::from(common) / f64::from(self.area + other.area - common)
    }
}

/// The convex hull, by wrapping: from each corner to the one that has all others on its left.
fn hull(points: Vec<DVec2>) -> Vec<DVec2> {
    let lowest = |a: &&DVec2, b: &&DVec2| a.y.total_cmp(&b.y).then(a.x.total_cmp(&b.x));
    let start = *points.iter().min_by(lowest).expect("a piece has corners");
    let mut hull = vec![start];
    loop {
        let here = hull[hull.len() - 1];
        let others = points.iter().copied().filter(|point| point.distance(here) > 1e-9);
        let next = others.reduce(|best, point| {
            let turn = (best - here).perp_dot(point - here);
            let farther = point.distance(here) > best.distance(here);
            if turn < -1e-12 || (turn.abs() <= 1e-12 && farther) { point } else { best }
        });
        match next {
            Some(next) if next.distance(start) > 1e-9 && hull.len() <= points.len() => hull.push(next),
            _ => return hull,
        }
    }
}
