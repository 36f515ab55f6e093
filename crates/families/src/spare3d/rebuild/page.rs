//! The ink of one view: where it is, to half a pixel, and where it runs straight along the rows and columns.
//!
//! Coordinates are pixels from the middle of the picture, `u` to the right and `v` up. In all three views the middle is the middle of the
//! box around the object, so that the views share their coordinates.

use spatiq_geom::DVec3;
use spatiq_raster::Rgb;

/// Steps of the grid to a pixel.
const FINE: usize = 2;

/// Blurred coverage from which on a point counts as inked: a hidden line counts up to almost a pixel away.
const INKED: f32 = 0.2;

/// Straight ink is at least so long, in pixels; what is shorter may be another line that crosses.
const STRAIGHT: usize = 4;

/// Side of the cells in which ink is counted, in pixels.
const CELL: f64 = 3.0;

/// One of the three views: the axes that run to the right, up, and away.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Axes(pub usize, pub usize, pub usize);

/// Front, top and right.
pub const VIEWS: [Axes; 3] = [Axes(0, 2, 1), Axes(0, 1, 2), Axes(1, 2, 0)];

impl Axes {
    /// Where a point of space is seen.
    pub fn flat(self, p: DVec3) -> [f64; 2] {
        [p[self.0], p[self.1]]
    }

    /// The point of space seen somewhere, at a depth.
    pub fn space(self, [u, v]: [f64; 2], depth: f64) -> DVec3 {
        let mut p = DVec3::ZERO;
        (p[self.0], p[self.1], p[self.2]) = (u, v, depth);
        p
    }
}

/// The ink of a view.
pub struct Page {
    side: usize,
    /// How much of each pixel any line covers.
    cover: Vec<f32>,
    /// The same, blurred, on the fine grid.
    any: Vec<f32>,
    /// Whether the fine grid has ink, of any line and of visible ones.
    inked: Bits,
    visible: Bits,
    /// Numbers of inked points before each point of the fine grid, along rows and along columns.
    along: [Vec<u16>; 2],
    /// The numbers of inked cells.
    cells: Vec<u16>,
    /// How many cells are inked.
    pub inked_cells: usize,
}

/// No cell.
pub const NO_CELL: u16 = u16::MAX;

impl Page {
    /// Reads a picture; a square one.
    pub fn read(picture: &Rgb) -> Self {
        let side = picture.width;
        let lost = |channel: usize| -> Vec<f32> {
            picture.pixels.iter().map(|pixel| 1.0 - f32::from(pixel[channel]) / 255.0).collect()
        };
        Self::of(side, lost(1), &lost(0))
    }

    /// Without the ink in some of its cells.
    pub fn without(&self, gone: &[bool]) -> Self {
        let across = (self.side as f64 / CELL).ceil() as usize;
        let kept = self.cover.iter().enumerate().map(|(k, &cover)| {
            let [x, y] = [k % self.side, k / self.side].map(|at| ((at as f64 + 0.5) / CELL) as usize);
            let cell = self.cells[y * across + x];
            if cell != NO_CELL && gone[cell as usize] { 0.0 } else { cover }
        });
        Self::of(self.side, kept.collect(), &[])
    }

    fn of(side: usize, cover: Vec<f32>, visible: &[f32]) -> Self {
        let any = blurred(&cover, side);
        let (inked, visible) = (Bits::of(&any), Bits::of(&blurred(visible, side)));
        let along = [0, 1].map(|direction| straight(&any, side * FINE, direction));
        let across = (side as f64 / CELL).ceil() as usize;
        let mut cells = vec![NO_CELL; across * across];
        let mut inked_cells = 0;
        for (k, _) in cover.iter().enumerate().filter(|(_, cover)| **cover > 0.15) {
            let [x, y] = [k % side, k / side].map(|at| ((at as f64 + 0.5) / CELL) as usize);
            if cells[y * across + x] == NO_CELL {
                cells[y * across + x] = inked_cells as u16;
                inked_cells += 1;
            }
        }
        Self { side, cover, any, inked, visible, along, cells, inked_cells }
    }

    /// Half the side: coordinates run from `-reach` to `reach`.
    pub fn reach(&self) -> f64 {
        self.side as f64 / 2.0
    }

    /// The pixels with ink, by their middles.
    pub fn ink(&self) -> impl Iterator<Item = [f64; 2]> + '_ {
        let reach = self.reach();
        let inked = self.cover.iter().enumerate().filter(|(_, cover)| **cover > 0.18);
        inked.map(move |(k, _)| [(k % self.side) as f64 + 0.5 - reach, reach - (k / self.side) as f64 - 0.5])
    }

    /// How much of the pixel at a point is covered.
    pub fn cover(&self, [u, v]: [f64; 2]) -> f32 {
        let (x, y) = (u + self.reach(), self.reach() - v);
        let inside = |at: f64| (0.0..self.side as f64).contains(&at);
        if inside(x) && inside(y) { self.cover[y as usize * self.side + x as usize] } else { 0.0 }
    }

    /// How strong the ink is around a point.
    #[inline]
    pub fn strength(&self, at: [f64; 2]) -> f32 {
        self.fine(at).map_or(0.0, |k| self.any[k])
    }

    /// Whether there is ink at a point.
    #[inline]
    pub fn has_ink(&self, at: [f64; 2]) -> bool {
        self.fine(at).is_some_and(|k| self.inked.at(k))
    }

    /// Whether there is ink of a visible line at a point.
    pub fn has_visible_ink(&self, at: [f64; 2]) -> bool {
        self.fine(at).is_some_and(|k| self.visible.at(k))
    }

    #[inline]
    fn fine(&self, [u, v]: [f64; 2]) -> Option<usize> {
        let size = self.side * FINE;
        // A step beyond the edge counts as the edge itself, where there is never ink.
        let [x, y] = [u + self.reach(), self.reach() - v].map(|at| (at * FINE as f64) as i32 as usize);
        (x < size && y < size).then(|| y * size + x)
    }

    /// Pixels of straight ink to the right (direction 0) or upwards (1) on the line at `place`, between two coordinates.
    pub fn straight(&self, direction: usize, place: f64, from: f64, to: f64) -> f64 {
        let size = self.side * FINE;
        let fine = |coordinate: f64| ((coordinate + self.reach()) * FINE as f64).clamp(0.0, size as f64);
        // Rows are counted downwards.
        let (line, from, to) = match direction {
            0 => (size as f64 - fine(place), fine(from), fine(to)),
            _ => (fine(place), size as f64 - fine(to), size as f64 - fine(from)),
        };
        let counts = &self.along[direction][(line as usize).min(size - 1) * (size + 1)..];
        f64::from(counts[to as usize].saturating_sub(counts[from as usize])) / FINE as f64
    }

    /// The inked cells at a point, without and with a step to the sides.
    pub fn cells_at(&self, [u, v]: [f64; 2]) -> [u16; 4] {
        const STEP: f64 = 0.8;
        let across = (self.side as f64 / CELL).ceil() as usize;
        [[-STEP, -STEP], [-STEP, STEP], [STEP, -STEP], [STEP, STEP]].map(|[du, dv]| {
            let (x, y) = (u + du + self.reach(), self.reach() - v - dv);
            let inside = |at: f64| (0.0..self.side as f64).contains(&at);
            if inside(x) && inside(y) {
                self.cells[(y / CELL) as usize * across + (x / CELL) as usize]
            } else {
                NO_CELL
            }
        })
    }
}

/// Many yes or no, small enough to stay near the processor.
struct Bits(Vec<u64>);

impl Bits {
    /// What is inked.
    fn of(strengths: &[f32]) -> Self {
        let word = |chunk: &[f32]| {
            chunk.iter().enumerate().fold(0, |word, (k, at)| word | u64::from(*at > INKED) << k)
        };
        Self(strengths.chunks(64).map(word).collect())
    }

    #[inline]
    fn at(&self, k: usize) -> bool {
        self.0[k / 64] >> (k % 64) & 1 == 1
    }
}

/// Coverage on the fine grid, each point with what lies within a pixel and a half.
fn blurred(cover: &[f32], side: usize) -> Vec<f32> {
    const WIDE: f32 = 1.5;
    let size = side * FINE;
    let mut out = vec![0.0f32; size * size];
    for (k, &cover) in cover.iter().enumerate().filter(|(_, cover)| **cover > 0.02) {
        let middle = [k % side, k / side].map(|at| at as f32 + 0.5);
        let low = middle.map(|at| ((at - WIDE) * FINE as f32).max(0.0) as usize);
        let high = middle.map(|at| (((at + WIDE) * FINE as f32) as usize).min(size - 1));
        for y in low[1]..=high[1] {
            for x in low[0]..=high[0] {
                let away = [x, y].map(|at| (at as f32 + 0.5) / FINE as f32);
                let (dx, dy) = (away[0] - middle[0], away[1] - middle[1]);
                let near = 1.0 - libm::sqrtf(dx * dx + dy * dy) / WIDE;
                out[y * size + x] += cover * near.max(0.0);
            }
        }
    }
    out
}

/// Running counts of ink that goes on for a while, for every row, or for every column.
fn straight(any: &[f32], size: usize, direction: usize) -> Vec<u16> {
    let mut counts = Vec::with_capacity(size * (size + 1));
    for line in 0..size {
        let inked = |k: usize| match direction {
            0 => any[line * size + k] > INKED,
            _ => any[k * size + line] > INKED,
        };
        let mut row = vec![0u16; size + 1];
        let mut start = 0;
        for k in 0..=size {
            if k == size || !inked(k) {
                if k - start >= STRAIGHT * FINE {
                    (start..k).for_each(|k| row[k + 1] = 1);
                }
                start = k + 1;
            }
        }
        let mut sum = 0;
        for count in &mut row {
            sum += *count;
            *count = sum;
        }
        counts.extend(row);
    }
    counts
}
