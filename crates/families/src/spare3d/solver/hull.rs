//! The visual hull: all that the silhouettes of the three views leave room for.

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
    counts: [usize; 3],
    filled: Vec<bool>,
}

/// The edge of a cell in pixels.
const CELL: f64 = 2.0;

/// A line may run this far inside the hull beside the edge it starts from, in pixels.
const SKIN: f64 = 3.0;

impl Hull {
    /// What three silhouettes leave room for, in a box around the middle.
    pub fn new(views: &[Seen; 3], silhouettes: &[Silhouette; 3], half: DVec3) -> Self {
        let counts = half.to_array().map(|half| 2 * (half / CELL).ceil() as usize);
        let mut hull = Self { counts, filled: Vec::new() };
        let holds = |p: DVec3| (0..3).all(|view| silhouettes[view].holds(views[view].place(p)));
        hull.filled = (0..counts.iter().product()).map(|cell| holds(hull.middle(cell))).collect();
        hull
    }

    /// The middle of a cell.
    fn middle(&self, cell: usize) -> DVec3 {
        let [wide, deep, _] = self.counts;
        let place = [cell % wide, cell / wide % deep, cell / (wide * deep)];
        DVec3::from([0, 1, 2].map(|k| (place[k] as f64 + 0.5 - self.counts[k] as f64 / 2.0) * CELL))
    }

    /// Whether a point is inside.
    fn holds(&self, p: DVec3) -> bool {
        let place = [0, 1, 2].map(|k| p[k] / CELL + self.counts[k] as f64 / 2.0);
        if (0..3).any(|k| place[k] < 0.0 || place[k] >= self.counts[k] as f64) {
            return false;
        }
        let [x, y, z] = place.map(|at| at as usize);
        self.filled[(z * self.counts[1] + y) * self.counts[0] + x]
    }

    /// How far the way from a point to the eye runs inside the hull, in pixels.
    pub fn before(&self, p: DVec3, toward_eye: DVec3) -> f64 {
        let most = self.counts.iter().sum::<usize>() as f64 * CELL;
        let steps = (0..(most / CELL) as usize).map(|k| p + toward_eye * (SKIN + k as f64 * CELL));
        steps.filter(|&p| self.holds(p)).count() as f64 * CELL
    }

    /// The hull's own silhouette from elsewhere.
    pub fn shadow(&self, view: View) -> Shadow {
        let side = 2 * (self.counts.iter().sum::<usize>() as f64 * CELL / 2.0) as usize;
        let mut shadow = Shadow { side, inside: vec![false; side * side], bounds: NOWHERE };
        // A cube of edge 2 seen from a corner covers its middle and all neighbours.
        for cell in (0..self.filled.len()).filter(|&cell| self.filled[cell]) {
            let p = self.middle(cell);
            shadow.dab([p.dot(view.right), p.dot(view.up)]);
        }
        shadow
    }
}

const NOWHERE: [[i64; 2]; 2] = [[i64::MAX; 2], [i64::MIN; 2]];

/// A silhouette in whole pixels from the middle of the object.
pub struct Shadow {
    side: usize,
    inside: Vec<bool>,
    /// The lowest and highest pixels.
    pub bounds: [[i64; 2]; 2],
}

impl Shadow {
    fn dab(&mut self, place: [f64; 2]) {
        let [x, y] = place.map(|at| at.floor() as i64);
        for [x, y] in [-1, 0, 1].map(|dy| [-1, 0, 1].map(|dx| [x + dx, y + dy])).as_flattened() {
            if let Some(pixel) = self.pixel(*x, *y) {
                self.inside[pixel] = true;
                self.bounds[0] = [self.bounds[0][0].min(*x), self.bounds[0][1].min(*y)];
                self.bounds[1] = [self.bounds[1][0].max(*x), self.bounds[1][1].max(*y)];
            }
        }
    }

    fn pixel(&self, x: i64, y: i64) -> Option<usize> {
        let half = self.side as i64 / 2;
        let within = (-half..half).contains(&x) && (-half..half).contains(&y);
        within.then(|| ((y + half) * self.side as i64 + x + half) as usize)
    }

    /// How many pixels of a drawing's silhouette are outside, and how many inside are not in it, with the drawing's middle
    /// at a place; one pixel of `every` squared is looked at.
    pub fn differs(&self, drawn: &Silhouette, middle: [i64; 2], every: usize) -> [f64; 2] {
        let half = self.side as i64 / 2;
        let (mut outside, mut missing) = (0, 0);
        for y in (-half..half).step_by(every) {
            for x in (-half..half).step_by(every) {
                let place = [(x - middle[0]) as f64 + 0.5, (y - middle[1]) as f64 + 0.5];
                let inside = self.pixel(x, y).is_some_and(|pixel| self.inside[pixel]);
                match (inside, drawn.holds(place)) {
                    (false, true) => outside += 1,
                    (true, false) => missing += 1,
                    _ => {}
                }
            }
        }
        [outside, missing].map(|count| (count * every * every) as f64)
    }
}
