//! Drawings as ink on a square of pixels, and how much of one's ink lies near another's.
//!
//! Lines become a mask one pixel wide before anything is counted, so ink drawn twice counts once and a line's ink is
//! its length, whoever cut it into however many pieces. "Near" is a disc of [`NEAR`] pixels around every inked pixel.

use super::record::Polyline;
use spatiq_draw::View;
use spatiq_geom::{DVec2, DVec3};

/// Side of the picture in pixels.
pub const SIDE: usize = 400;

/// How far, in pixels, the same line may lie from itself in two drawings.
const NEAR: i32 = 2;

/// Side of the picture in longest edges of the model, as the papers frame it.
const SIDES_PER_MODEL: f64 = 1.7;

/// Farthest distance of two samples of a line in pixels.
const STEP: f64 = 0.25;

/// From model units to pixels and back: one frame for both engines, around the middle of the model.
#[derive(Clone, Copy, Debug)]
pub struct Frame {
    middle: DVec2,
    /// Pixels to a model unit.
    pub scale: f64,
}

impl Frame {
    /// The frame of a view of a model in a box.
    pub fn new(view: &View, [low, high]: [DVec3; 2]) -> Self {
        let middle = view.project((low + high) / 2.0);
        let longest = (high - low).max_element().max(1e-9);
        Self { middle: middle.truncate(), scale: SIDE as f64 / (SIDES_PER_MODEL * longest) }
    }

    /// A point of the drawing in pixels, y down.
    pub fn to_pixels(self, point: [f64; 2]) -> DVec2 {
        let from_middle = (DVec2::from(point) - self.middle) * self.scale;
        DVec2::new(from_middle.x, -from_middle.y) + SIDE as f64 / 2.0
    }

    /// The point of the drawing at a place in pixels.
    pub fn to_model(self, place: DVec2) -> DVec2 {
        let from_middle = place - SIDE as f64 / 2.0;
        DVec2::new(from_middle.x, -from_middle.y) / self.scale + self.middle
    }
}

/// A set of pixels.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mask(Vec<bool>);

impl Mask {
    /// No pixel.
    pub fn empty() -> Self {
        Self(vec![false; SIDE * SIDE])
    }

    /// The pixels that lines pass through. What leaves the frame is kept at its border, so that it counts as ink.
    pub fn of_lines<'a>(frame: Frame, lines: impl IntoIterator<Item = &'a Polyline>) -> Self {
        let mut mask = Self::empty();
        for line in lines {
            let points: Vec<DVec2> = line.iter().map(|&point| frame.to_pixels(point)).collect();
            for ends in points.windows(2) {
                mask.add_segment(ends[0], ends[1]);
            }
        }
        mask
    }

    fn add_segment(&mut self, from: DVec2, to: DVec2) {
        let steps = ((to - from).length() / STEP).ceil().clamp(1.0, 1e5) as usize;
        for k in 0..=steps {
            self.add(from.lerp(to, k as f64 / steps as f64));
        }
    }

    /// Adds the pixel of a place.
    pub fn add(&mut self, place: DVec2) {
        let [x, y] = [place.x, place.y].map(|v| v.clamp(0.0, SIDE as f64 - 1.0) as usize);
        self.0[y * SIDE + x] = true;
    }

    /// How many pixels there are.
    pub fn count(&self) -> usize {
        self.0.iter().filter(|&&set| set).count()
    }

    /// The pixels, row by row.
    pub fn pixels(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        (0..SIDE * SIDE).filter(|&at| self.0[at]).map(|at| (at % SIDE, at / SIDE))
    }

    /// Pixels of either.
    pub fn or(&self, other: &Self) -> Self {
        Self(self.0.iter().zip(&other.0).map(|(a, b)| a | b).collect())
    }

    /// Pixels of this one that the other has not.
    pub fn without(&self, other: &Self) -> Self {
        Self(self.0.iter().zip(&other.0).map(|(a, b)| a & !b).collect())
    }

    /// Pixels of this one farther than [`NEAR`] from all of the other's.
    pub fn far_from(&self, other: &Self) -> Self {
        self.without(&other.widened())
    }

    fn widened(&self) -> Self {
        let mut wide = Self::empty();
        for (x, y) in self.pixels() {
            for (dx, dy) in disc() {
                if let Some(at) = index(x as i32 + dx, y as i32 + dy) {
                    wide.0[at] = true;
                }
            }
        }
        wide
    }

    /// The connected runs of pixels, each in the order of a walk through it.
    pub fn pieces(&self) -> Vec<Vec<(usize, usize)>> {
        let mut left = self.clone();
        let starts: Vec<_> = self.pixels().collect();
        starts.into_iter().map(|start| left.take_piece(start)).filter(|piece| !piece.is_empty()).collect()
    }

    fn take_piece(&mut self, start: (usize, usize)) -> Vec<(usize, usize)> {
        let (mut piece, mut open) = (Vec::new(), vec![start]);
        while let Some((x, y)) = open.pop() {
            if std::mem::take(&mut self.0[y * SIDE + x]) {
                piece.push((x, y));
                let around = (-1..=1).flat_map(|dy| (-1..=1).map(move |dx| (dx, dy)));
                let next = around.filter_map(|(dx, dy)| index(x as i32 + dx, y as i32 + dy));
                open.extend(next.filter(|&at| self.0[at]).map(|at| (at % SIDE, at / SIDE)));
            }
        }
        piece
    }
}

/// Share of `ink` that lies near `other`; no ink lies nowhere else.
pub fn share_near(ink: &Mask, other: &Mask) -> f64 {
    let all = ink.count();
    if all == 0 { 1.0 } else { 1.0 - ink.far_from(other).count() as f64 / all as f64 }
}

fn disc() -> impl Iterator<Item = (i32, i32)> {
    let square = (-NEAR..=NEAR).flat_map(|dy| (-NEAR..=NEAR).map(move |dx| (dx, dy)));
    square.filter(|(dx, dy)| dx * dx + dy * dy <= NEAR * NEAR)
}

fn index(x: i32, y: i32) -> Option<usize> {
    let inside = |v: i32| (0..SIDE as i32).contains(&v);
    (inside(x) && inside(y)).then(|| y as usize * SIDE + x as usize)
}

#[cfg(test)]
mod tests {
    use super::*;
    use spatiq_draw::Pose;

    fn frame() -> Frame {
        let view = Pose::from_letter('t').unwrap().view();
        Frame::new(&view, [DVec3::ZERO, DVec3::splat(400.0 / 1.7)])
    }

    fn line(points: &[[f64; 2]]) -> Mask {
        Mask::of_lines(frame(), [&points.to_vec()])
    }

    #[test]
    fn the_middle_of_the_model_is_the_middle_of_the_picture() {
        let middle = frame().to_pixels([200.0 / 1.7; 2]);
        assert!((middle - DVec2::splat(200.0)).length() < 1e-9);
        assert!((frame().to_model(frame().to_pixels([3.0, 7.0])) - DVec2::new(3.0, 7.0)).length() < 1e-9);
    }

    #[test]
    fn ink_drawn_twice_counts_once() {
        let once = line(&[[0.0, 0.5], [50.0, 0.5]]);
        let twice = line(&[[0.0, 0.5], [50.0, 0.5], [0.0, 0.5], [25.0, 0.5]]);
        assert_eq!(once, twice);
        assert!((50..=52).contains(&once.count()));
    }

    #[test]
    fn near_is_two_pixels_and_not_three() {
        let (low, high) = (line(&[[0.0, 0.5], [50.0, 0.5]]), |y: f64| line(&[[0.0, y], [50.0, y]]));
        assert_eq!(share_near(&low, &high(2.5)), 1.0);
        assert_eq!(share_near(&low, &high(3.5)), 0.0);
        assert_eq!(share_near(&Mask::empty(), &low), 1.0);
        assert_eq!(share_near(&low, &Mask::empty()), 0.0);
    }

    #[test]
    fn two_far_lines_are_two_pieces() {
        let both = line(&[[0.0, 0.0], [20.0, 20.0]]).or(&line(&[[40.0, 0.0], [60.0, 0.0]]));
        let pieces = both.pieces();
        assert_eq!(pieces.len(), 2);
        assert_eq!(pieces.iter().map(Vec::len).sum::<usize>(), both.count());
    }
}
