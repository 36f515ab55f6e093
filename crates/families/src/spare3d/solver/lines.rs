//! Lines read off pixels: where they run to a fraction of a pixel, which way, and whether they are visible or hidden.
//!
//! A picture's coordinates are pixels from its middle, to the right and upwards. All views of an object have one scale, and the
//! middle of the front, top and right view is the middle of the box around the object, so that the coordinates of
//! these three agree.

use spatiq_raster::Rgb;

/// A visible line is so wide; hidden ones are half as wide and count twice.
const WIDTH: f64 = 0.7;

/// Pixels with less ink belong to the neighbour.
const LEAST_INK: f64 = 0.2;

/// How far around a pixel its line is looked at.
const WINDOW: i64 = 2;

/// Where ink spreads more than this across a line, in square pixels, there is a junction and no single direction.
const JUNCTION: f64 = 0.36;

/// A mark stands for so much of its line to both sides.
const HALF_LENGTH: f64 = 0.7;

/// Cells of the table of nearest marks in a pixel's side.
const CELLS: f64 = 2.0;

/// Farther off than this there is no nearest mark.
pub const REACH: f64 = 1.6;

/// A short piece of a line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mark {
    /// Where it is.
    pub at: [f64; 2],
    /// A unit vector across the line; zero where lines meet.
    pub normal: [f64; 2],
    /// Its share of the length of the line, in pixels.
    pub length: f64,
    /// Whether it is visible rather than hidden.
    pub visible: bool,
}

impl Mark {
    /// The square of the distance of a point from the mark.
    pub fn square_distance(&self, [x, y]: [f64; 2]) -> f64 {
        let [dx, dy] = [x - self.at[0], y - self.at[1]];
        let [nx, ny] = self.normal;
        let whole = dx * dx + dy * dy;
        if nx == 0.0 && ny == 0.0 {
            return whole;
        }
        let across = dx * nx + dy * ny;
        let along = (dx * ny - dy * nx).abs();
        let beyond = (along - HALF_LENGTH).max(0.0);
        across * across + beyond * beyond
    }
}

/// The lowest and the highest coordinates of something.
pub type Bounds = [[f64; 2]; 2];

/// The bounds of nothing.
pub const NOWHERE: Bounds = [[f64::INFINITY; 2], [f64::NEG_INFINITY; 2]];

/// Bounds that also hold all that is so near to a place.
pub fn widened([low, high]: Bounds, [x, y]: [f64; 2], near: f64) -> Bounds {
    [[low[0].min(x - near), low[1].min(y - near)], [high[0].max(x + near), high[1].max(y + near)]]
}

/// The lines of a picture.
pub struct Lines {
    /// Every piece.
    pub marks: Vec<Mark>,
    /// The lowest and highest coordinates of ink.
    pub bounds: Bounds,
    /// For every cell of the picture the nearest mark.
    nearest: Vec<u32>,
    cells: usize,
}

const NONE: u32 = u32::MAX;

impl Lines {
    /// Reads a picture.
    pub fn read(picture: &Rgb) -> Self {
        let ink = Inked::new(picture);
        let mut marks = Vec::new();
        for y in 0..picture.height as i64 {
            for x in 0..picture.width as i64 {
                if ink.at(x, y) >= LEAST_INK {
                    marks.push(ink.mark(x, y));
                }
            }
        }
        Self::new(marks, picture.width.max(picture.height))
    }

    fn new(marks: Vec<Mark>, side: usize) -> Self {
        let cells = (side as f64 * CELLS) as usize;
        let mut bounds = NOWHERE;
        for mark in &marks {
            bounds = widened(bounds, mark.at, 0.0);
        }
        let mut lines = Self { marks, bounds, nearest: vec![NONE; cells * cells], cells };
        let mut distances = vec![REACH * REACH; cells * cells];
        for k in 0..lines.marks.len() {
            lines.spread(k, &mut distances);
        }
        lines
    }

    /// The side of the picture in pixels.
    pub fn side(&self) -> usize {
        (self.cells as f64 / CELLS) as usize
    }

    /// Enters a mark into the table.
    fn spread(&mut self, k: usize, distances: &mut [f64]) {
        let mark = self.marks[k];
        let reach = (REACH * CELLS) as i64 + 1;
        let [column, row] = mark.at.map(|x| (x * CELLS + self.cells as f64 / 2.0) as i64);
        let last = self.cells as i64 - 1;
        for y in (row - reach).max(0)..=(row + reach).min(last) {
            for x in (column - reach).max(0)..=(column + reach).min(last) {
                let middle = [x, y].map(|at| (at as f64 + 0.5 - self.cells as f64 / 2.0) / CELLS);
                let distance = mark.square_distance(middle);
                let cell = (y * self.cells as i64 + x) as usize;
                if distance < distances[cell] {
                    distances[cell] = distance;
                    self.nearest[cell] = k as u32;
                }
            }
        }
    }

    /// The mark nearest to a point, if there is one within reach.
    pub fn near(&self, [x, y]: [f64; 2]) -> Option<&Mark> {
        let half = self.cells as f64 / 2.0;
        let (column, row) = (x * CELLS + half, y * CELLS + half);
        if !(column >= 0.0 && row >= 0.0 && column < self.cells as f64 && row < self.cells as f64) {
            return None;
        }
        match self.nearest[row as usize * self.cells + column as usize] {
            NONE => None,
            mark => Some(&self.marks[mark as usize]),
        }
    }
}

/// A picture as amounts of ink, a line's width being one pixel of ink for a pixel of length.
struct Inked<'a> {
    picture: &'a Rgb,
    visible: Vec<f64>,
    hidden: Vec<f64>,
}

impl<'a> Inked<'a> {
    fn new(picture: &'a Rgb) -> Self {
        // A visible line takes away all three colours, a hidden one below it green and blue.
        let visible = |[red, _, _]: &[u8; 3]| 1.0 - f64::from(*red) / 255.0;
        let hidden = |[red, green, _]: &[u8; 3]| f64::from(red.saturating_sub(*green)) / 255.0;
        Self {
            picture,
            visible: picture.pixels.iter().map(|colour| visible(colour) / WIDTH).collect(),
            hidden: picture.pixels.iter().map(|colour| 2.0 * hidden(colour) / WIDTH).collect(),
        }
    }

    fn at(&self, x: i64, y: i64) -> f64 {
        let (width, height) = (self.picture.width as i64, self.picture.height as i64);
        if x < 0 || y < 0 || x >= width || y >= height {
            return 0.0;
        }
        let pixel = (y * width + x) as usize;
        (self.visible[pixel] + self.hidden[pixel]).min(1.5)
    }

    /// The piece of a line in a pixel: moments of the ink around it give its place and direction.
    fn mark(&self, x: i64, y: i64) -> Mark {
        let (mut sum, mut first, mut second) = (0.0, [0.0; 2], [0.0; 3]);
        for dy in -WINDOW..=WINDOW {
            for dx in -WINDOW..=WINDOW {
                let weight = [1.0, 0.54, 0.085][dx.unsigned_abs() as usize]
                    * [1.0, 0.54, 0.085][dy.unsigned_abs() as usize];
                let ink = weight * self.at(x + dx, y + dy);
                let [fx, fy] = [dx as f64, -dy as f64];
                sum += ink;
                first = [first[0] + ink * fx, first[1] + ink * fy];
                second = [second[0] + ink * fx * fx, second[1] + ink * fx * fy, second[2] + ink * fy * fy];
            }
        }
        let [mx, my] = first.map(|moment| moment / sum);
        let (xx, xy, yy) = (second[0] / sum - mx * mx, second[1] / sum - mx * my, second[2] / sum - my * my);
        let root = (((xx - yy) / 2.0) * ((xx - yy) / 2.0) + xy * xy).sqrt();
        let (across, along) = ((xx + yy) / 2.0 - root, (xx + yy) / 2.0 + root);
        let normal = normal_of(xx, xy, yy, along);
        let pixel = (y * self.picture.width as i64 + x) as usize;
        let here = [
            x as f64 + 0.5 - self.picture.width as f64 / 2.0,
            self.picture.height as f64 / 2.0 - y as f64 - 0.5,
        ];
        let length = self.at(x, y).min(1.0);
        let visible = self.visible[pixel] >= self.hidden[pixel];
        if across > JUNCTION * along.min(1.0) || along < 0.2 {
            return Mark { at: here, normal: [0.0; 2], length, visible };
        }
        let shift = mx * normal[0] + my * normal[1];
        Mark { at: [here[0] + shift * normal[0], here[1] + shift * normal[1]], normal, length, visible }
    }
}

/// The direction of least spread, where `along` is the greatest.
fn normal_of(xx: f64, xy: f64, yy: f64, along: f64) -> [f64; 2] {
    // Either row of the matrix less its greatest eigenvalue is across the line; the longer one is the safer.
    let (one, other) = ([xx - along, xy], [xy, yy - along]);
    let square = |v: [f64; 2]| v[0] * v[0] + v[1] * v[1];
    let longer = if square(one) > square(other) { one } else { other };
    let size = square(longer).sqrt();
    if size < 1e-9 { [0.0; 2] } else { longer.map(|v| v / size) }
}
