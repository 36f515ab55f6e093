//! The visual hull: all that the silhouettes of the three views leave room for.

use super::lines::{Bounds, NOWHERE, widened};
use super::space::Seen;
use spatiq_draw::View;
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
    /// The edge of a cell in pixels.
    cell: f64,
    counts: [usize; 3],
    filled: Vec<bool>,
}

/// Cells along half the longest edge of the box around an object: of two pixels, in pictures of 200.
const CELLS: f64 = 30.0;

/// The way to the eye may run this far inside the hull beside the edge it starts from, in cells.
const SKIN: f64 = 1.5;

/// So many cells of the hull before a point hide it almost surely.
const DEEP: f64 = 20.0;

impl Hull {
    /// What three silhouettes leave room for, in a box around the middle.
    pub fn new(views: &[Seen; 3], silhouettes: &[Silhouette; 3], half: DVec3) -> Self {
        let cell = half.max_element() / CELLS;
        let counts = half.to_array().map(|half| 2 * (half / cell).ceil() as usize);
        let mut hull = Self { cell, counts, filled: Vec::new() };
        let holds = |p: DVec3| (0..3).all(|view| silhouettes[view].holds(views[view].place(p)));
        hull.filled = (0..counts.iter().product()).map(|cell| holds(hull.middle(cell))).collect();
        hull
    }

    /// The middle of a cell.
    fn middle(&self, cell: usize) -> DVec3 {
        let [wide, deep, _] = self.counts;
        let place = [cell % wide, cell / wide % deep, cell / (wide * deep)];
        DVec3::from([0, 1, 2].map(|k| (place[k] as f64 + 0.5 - self.counts[k] as f64 / 2.0) * self.cell))
    }

    /// Whether a point is inside.
    fn holds(&self, p: DVec3) -> bool {
        let place = [0, 1, 2].map(|k| p[k] / self.cell + self.counts[k] as f64 / 2.0);
        if (0..3).any(|k| place[k] < 0.0 || place[k] >= self.counts[k] as f64) {
            return false;
        }
        let [x, y, z] = place.map(|at| at as usize);
        self.filled[(z * self.counts[1] + y) * self.counts[0] + x]
    }

    /// Points of the surface with their normals, uniform by area; none if the hull is empty. `source` gives numbers uniform in
    /// [0, 1).
    pub fn surface_points(&self, count: usize, source: &mut impl FnMut() -> f64) -> Vec<[DVec3; 2]> {
        let mut faces = Vec::new();
        for cell in (0..self.filled.len()).filter(|&cell| self.filled[cell]) {
            let middle = self.middle(cell);
            let normals = DVec3::AXES.into_iter().flat_map(|axis| [axis, -axis]);
            faces.extend(
                normals
                    .filter(|&normal| !self.holds(middle + normal * self.cell))
                    .map(|normal| (middle, normal)),
            );
        }
        if faces.is_empty() {
            return Vec::new();
        }
        let point = |_| {
            let (middle, normal) = faces[(source() * faces.len() as f64) as usize];
            let within = DVec3::from([0; 3].map(|_| source() - 0.5));
            [middle + self.cell * (within * (DVec3::ONE - normal.abs()) + normal / 2.0), normal]
        };
        (0..count).map(point).collect()
    }

    /// How much of the hull is on the way from a point to the eye: from 0, nothing, to 1.
    pub fn before(&self, p: DVec3, toward_eye: DVec3) -> f64 {
        let steps = 0..self.counts.iter().sum::<usize>();
        let way = steps.map(|k| p + toward_eye * (SKIN + k as f64) * self.cell);
        (way.filter(|&p| self.holds(p)).count() as f64 / DEEP).min(1.0)
    }

    /// The hull's own silhouette from elsewhere.
    pub fn shadow(&self, view: View) -> Shadow {
        let side = 2 * self.counts.iter().sum::<usize>() as i64;
        let inside = vec![false; (side * side) as usize];
        let mut shadow = Shadow { unit: self.cell / 2.0, side, inside, bounds: NOWHERE };
        for cell in (0..self.filled.len()).filter(|&cell| self.filled[cell]) {
            let p = self.middle(cell);
            shadow.dab([p.dot(view.right), p.dot(view.up)]);
        }
        shadow
    }
}

/// A silhouette around the middle of the object.
pub struct Shadow {
    /// The side of its squares in pixels: half a cell of the hull.
    unit: f64,
    side: i64,
    inside: Vec<bool>,
    /// Its lowest and highest coordinates in pixels.
    pub bounds: Bounds,
}

impl Shadow {
    /// A cell seen from a corner covers the square its middle is in, and all around it.
    fn dab(&mut self, place: [f64; 2]) {
        let [x, y] = place.map(|at| (at / self.unit).floor() as i64 + self.side / 2);
        for row in y - 1..=y + 1 {
            for column in x - 1..=x + 1 {
                if (0..self.side).contains(&row) && (0..self.side).contains(&column) {
                    self.inside[(row * self.side + column) as usize] = true;
                }
            }
        }
        self.bounds = widened(self.bounds, place, 2.0 * self.unit);
    }

    /// How much of a drawing's silhouette is outside, and how much inside is not in it, when the drawing's middle is there;
    /// of so many rows and columns one is looked at.
    pub fn differs(&self, drawn: &Silhouette, middle: [f64; 2], every: usize) -> [f64; 2] {
        let at = |k: i64, axis: usize| ((k - self.side / 2) as f64 + 0.5) * self.unit - middle[axis];
        let (mut outside, mut missing) = (0, 0);
        for y in (0..self.side).step_by(every) {
            for x in (0..self.side).step_by(every) {
                match (self.inside[(y * self.side + x) as usize], drawn.holds([at(x, 0), at(y, 1)])) {
                    (false, true) => outside += 1,
                    (true, false) => missing += 1,
                    _ => {}
                }
            }
        }
        [outside, missing].map(|count| (count * every * every) as f64 * self.unit)
    }
}
