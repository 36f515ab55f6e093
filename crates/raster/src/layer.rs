//! Drawing lines with a round pen, each pixel weighed by the exact area that all lines of a layer cover together.
//!
//! Row by row, the rims of all pieces of the outline leave what they cover in one accumulator. Where pieces that may
//! overlap meet in a pixel, the area of their union is computed instead, so nothing darkens twice. Cost: the pixels
//! that lines cross, the rows times the width, and a few hundred nanoseconds for each pixel where lines meet.

use crate::cover::{add_edge, blend};
use crate::dash::dashes;
use crate::outline::Outline;
use crate::union::Union;
use crate::{Point, Rgb};

/// Wider pens, in pixels, are taken for this one: a hostile width must not cost hours.
const WIDEST: f64 = 1000.0;

/// What draws lines: a pen with a round tip.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pen {
    /// In pixels; it may be less than one.
    pub width: f64,
    /// Pixels drawn and pixels left out in turn, along each line; both at least a tenth, or the line is drawn whole.
    pub dash: Option<[f64; 2]>,
}

impl Rgb {
    /// Draws a layer of lines over what is there. Lines have round ends and round corners; a line whose last point is
    /// its first is closed; a line of one point is a dot. Points that are not finite are left out. A pixel is painted
    /// once, by the area that all the lines cover together: drawing a line twice in a layer is drawing it once.
    pub fn stroke<L: AsRef<[Point]>>(&mut self, lines: &[L], pen: &Pen, colour: [u8; 3]) {
        if pen.width.is_nan() || pen.width <= 0.0 {
            return;
        }
        let outline = outline(lines, pen, [self.width as f64, self.height as f64]);
        let rows = Rows::new(&outline, self.height);
        let mut row = Row::new(&outline, self.width);
        for y in 0..self.height {
            let pieces = rows.pieces(y);
            if pieces.is_empty() {
                continue;
            }
            let pixels = &mut self.pixels[y * self.width..(y + 1) * self.width];
            row.cover(pieces, y as f64);
            row.paint(y as f64, |x, area| {
                for (channel, new) in pixels[x].iter_mut().zip(colour) {
                    *channel = blend(*channel, new, area);
                }
            });
        }
    }
}

fn outline<L: AsRef<[Point]>>(lines: &[L], pen: &Pen, size: Point) -> Outline {
    let mut outline = Outline::new(pen.width.min(WIDEST) / 2.0);
    let width = pen.width.min(WIDEST);
    let (low, high) = ([-width; 2], size.map(|v| v + width));
    for line in lines.iter().map(AsRef::as_ref) {
        match pen.dash {
            None => outline.add(line),
            Some(pattern) => dashes(line, pattern, low, high).iter().for_each(|dash| outline.add(dash)),
        }
    }
    outline
}

/// Which pieces touch which row of the picture.
struct Rows {
    /// Where the pieces of each row begin; one more entry than rows.
    starts: Vec<usize>,
    pieces: Vec<u32>,
}

impl Rows {
    fn new(outline: &Outline, height: usize) -> Self {
        let touched: Vec<(usize, usize)> = outline
            .pieces
            .iter()
            .map(|piece| touched(&outline.corners[piece.corners.clone()], height))
            .collect();
        let mut starts = vec![0; height + 1];
        for &(top, bottom) in &touched {
            for y in top..bottom {
                starts[y + 1] += 1;
            }
        }
        for y in 0..height {
            starts[y + 1] += starts[y];
        }
        let mut next = starts.clone();
        let mut pieces = vec![0; starts[height]];
        for (i, &(top, bottom)) in touched.iter().enumerate() {
            for free in &mut next[top..bottom] {
                pieces[*free] = i as u32;
                *free += 1;
            }
        }
        Self { starts, pieces }
    }

    fn pieces(&self, y: usize) -> &[u32] {
        &self.pieces[self.starts[y]..self.starts[y + 1]]
    }
}

/// The rows that a polygon touches, cut to the picture.
fn touched(corners: &[Point], height: usize) -> (usize, usize) {
    let low = corners.iter().map(|p| p[1]).fold(f64::INFINITY, f64::min);
    let high = corners.iter().map(|p| p[1]).fold(f64::NEG_INFINITY, f64::max);
    let cut = |v: f64| v.clamp(0.0, height as f64) as usize;
    (cut(low.floor()), cut(high.ceil()))
}

/// What the outline covers of the row at hand.
struct Row<'a> {
    outline: &'a Outline,
    width: f64,
    /// Accumulated by [`add_edge`].
    cover: Vec<f64>,
    /// The first and the last run that touches each pixel; [`NOBODY`] if none does.
    runs: Vec<[u32; 2]>,
    /// The first pixel that is touched, and the one after the last.
    inked: [usize; 2],
    /// Pixels in which pieces may overlap.
    crossings: Vec<usize>,
    /// Every piece in this row, with the part of the row that it spans.
    spans: Vec<(u32, [f64; 2])>,
    union: Union,
}

/// Stands for no pixels at all.
const BLANK: [usize; 2] = [usize::MAX, 0];

/// Stands for no run at all.
const NOBODY: [u32; 2] = [u32::MAX; 2];

impl<'a> Row<'a> {
    fn new(outline: &'a Outline, width: usize) -> Self {
        Self {
            outline,
            width: width as f64,
            cover: vec![0.0; width + 2],
            runs: vec![NOBODY; width],
            inked: BLANK,
            crossings: Vec::new(),
            spans: Vec::new(),
            union: Union::default(),
        }
    }

    /// Takes in the pieces that touch row `y`.
    fn cover(&mut self, pieces: &[u32], y: f64) {
        self.spans.clear();
        for &index in pieces {
            let piece = &self.outline.pieces[index as usize];
            let corners = &self.outline.corners[piece.corners.clone()];
            let (mut left, mut right) = shared_edges(corners, y);
            for edge in &self.outline.rims[piece.rims.clone()] {
                if let Some([from, to]) = add_edge(&mut self.cover, edge, y, 0.0, self.width) {
                    (left, right) = (left.min(from), right.max(to));
                }
            }
            if left < self.width && right > 0.0 {
                self.spans.push((index, [left, right]));
                let pixels = left.max(0.0) as usize..(right.min(self.width - 1.0) as usize + 1);
                self.inked = [self.inked[0].min(pixels.start), self.inked[1].max(pixels.end)];
                for runs in &mut self.runs[pixels] {
                    *runs = if *runs == NOBODY { [piece.run; 2] } else { [runs[0], piece.run] };
                }
            }
        }
    }

    /// Hands every pixel with ink to `paint` with the area that is covered, and is empty again.
    fn paint(&mut self, y: f64, mut paint: impl FnMut(usize, f64)) {
        let [start, end] = std::mem::replace(&mut self.inked, BLANK);
        if start < end {
            let mut sum = 0.0;
            let pixels = self.cover[start..end].iter().zip(&mut self.runs[start..end]);
            for (x, (step, runs)) in (start..end).zip(pixels) {
                sum += step;
                let [first, last] = std::mem::replace(runs, NOBODY);
                if last - first > 1 {
                    self.crossings.push(x);
                } else if first != u32::MAX {
                    paint(x, f64::min(f64::abs(sum), 1.0));
                }
            }
        }
        self.cover.fill(0.0);
        let crossings = std::mem::take(&mut self.crossings);
        for &x in &crossings {
            paint(x, self.shared(x as f64, y));
        }
        self.crossings = crossings;
        self.crossings.clear();
    }

    /// The area covered of a pixel in which pieces may overlap.
    fn shared(&mut self, x: f64, y: f64) -> f64 {
        let outline = self.outline;
        let here = self.spans.iter().filter(|(_, [left, right])| *left < x + 1.0 && *right > x);
        let polygons = here.map(|(i, _)| &outline.corners[outline.pieces[*i as usize].corners.clone()]);
        self.union.area(polygons, [x, y])
    }
}

/// The leftmost and the rightmost corner at either end of the edges, among those that a piece shares with its
/// neighbours, that touch row `y`. The edges are no longer than the pen is wide, so there is no need to cut them.
fn shared_edges(corners: &[Point], y: f64) -> (f64, f64) {
    let (mut left, mut right) = (f64::INFINITY, f64::NEG_INFINITY);
    let last = corners.len() - 1;
    for [a, b] in [[corners[0], corners[last]], [corners[1], corners[last - 1]]] {
        if a[1].min(b[1]) <= y + 1.0 && a[1].max(b[1]) >= y {
            (left, right) = (left.min(a[0].min(b[0])), right.max(a[0].max(b[0])));
        }
    }
    (left, right)
}
