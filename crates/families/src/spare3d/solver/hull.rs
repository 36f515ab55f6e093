//! The visual hull: all that the silhouettes of the three views leave room for.

use super::space::Seen;
use spatiq_geom::DVec3;
use spatiq_raster::Rgb;

/// The part of a picture that lines enclose.
pub struct Silhouette {
    side: usize,
    inside: Vec<bool>,
}

impl Silhouette {
    /// Floods a picture from its border; what stays dry is inside.
    pub fn of(picture: &Rgb) -> Self {
        let side = picture.width.max(picture.height);
        let mut inside = vec![true; side * side];
        // A line's pixels may touch by their corners only, so the flood spreads along rows and columns alone.
        let blank = |x: usize, y: usize| {
            x >= picture.width || y >= picture.height || picture.at(x, y).iter().all(|&shade| shade > 235)
        };
        let mut wet: Vec<(usize, usize)> =
            (0..side).flat_map(|k| [(k, 0), (k, side - 1), (0, k), (side - 1, k)]).collect();
        while let Some((x, y)) = wet.pop() {
            if inside[y * side + x] && blank(x, y) {
                inside[y * side + x] = false;
                wet.extend((x > 0).then(|| (x - 1, y)));
                wet.extend((x + 1 < side).then(|| (x + 1, y)));
                wet.extend((y > 0).then(|| (x, y - 1)));
                wet.extend((y + 1 < side).then(|| (x, y + 1)));
            }
        }
        Self { side, inside }
    }

    /// Whether a place, in pixels from the middle, is inside.
    pub fn holds(&self, [x, y]: [f64; 2]) -> bool {
        let half = self.side as f64 / 2.0;
        let (column, row) = (x + half, half - y);
        let within = |at: f64| (0.0..self.side as f64).contains(&at);
        within(column) && within(row) && self.inside[row as usize * self.side + column as usize]
    }
}

/// The visual hull in cells.
pub struct Hull {
    /// The middles of the filled cells.
    pub cells: Vec<DVec3>,
}

/// The edge of a cell in pixels.
pub const CELL: f64 = 2.0;

impl Hull {
    /// What three silhouettes leave room for, in a box around the middle.
    pub fn new(views: &[Seen; 3], silhouettes: &[Silhouette; 3], half: DVec3) -> Self {
        let counts = (half / CELL).ceil();
        let range = |axis: usize| -counts[axis] as i64..counts[axis] as i64;
        let at = |k: i64| (k as f64 + 0.5) * CELL;
        let mut cells = Vec::new();
        for z in range(2) {
            for y in range(1) {
                if !silhouettes[2].holds([at(y), at(z)]) {
                    continue;
                }
                for x in range(0) {
                    let p = DVec3::new(at(x), at(y), at(z));
                    if (0..2).all(|view| silhouettes[view].holds(views[view].place(p))) {
                        cells.push(p);
                    }
                }
            }
        }
        Self { cells }
    }
}
