//! Wrong options that only the shape gives away: the same piece is changed in all three, to one of the same area.
//!
//! Two changes are pieces of other cuttings, the last cut moved until the area is that of the true piece. One is the
//! true piece stretched along one side of the square and squeezed along the other, then one side moved until the area
//! is right. So that nothing but the fit tells the true piece from the three:
//!
//! - all four have the same area, number of corners and number of sides parallel to the square's;
//! - any two of them differ by as much as the true one must from the others;
//! - the long and short sides of all four bounding boxes lie in a narrow window, and where in the window the true one
//!   lies is drawn evenly, once for the item and not again when an attempt is rejected. Were the window centred on
//!   the true piece, the piece nearest to the middle would be the one to choose.

use super::cutting::{Piece, SIDE, Slopes, cut_path};
use super::evidence::{Change, How};
use super::proof::{provable_change, tellable};
use super::shape::{HalfPlane, Shape};
use spatiq_bench::{Reject, Rng, Seed};
use spatiq_raster::Point;

/// How often the original is cut to find replacements.
const CUTTINGS: usize = 250;

/// How many replacements are enough to choose from.
const ENOUGH: usize = 5;

/// How many ways to stretch the true piece are tried.
const STRETCHES: usize = 40;

/// Pieces whose area differs from the true one's by a larger share are not brought to it: they would become slivers.
const SIMILAR: f64 = 0.3;

/// The largest side of a box in the window over the smallest.
const WINDOW: f64 = 1.16;

/// Areas that differ by less are equal: all that rounding of corners can do.
pub const EQUAL: f64 = 0.1;

/// Three changes to one piece. `item_seed` is the same for every attempt at an item.
pub fn changes(
    original: &Shape,
    pieces: &[Shape],
    slopes: Slopes,
    item_seed: &Seed,
    rng: &mut Rng,
) -> Result<Vec<Change>, Reject> {
    let mut window_rng = item_seed.rng();
    let mut anywhere = || [window_rng.unit(), window_rng.unit()];
    let (truth_place, stretched_place) = (anywhere(), anywhere());
    let mut order: Vec<usize> = (0..pieces.len()).collect();
    rng.shuffle(&mut order);
    for piece in order {
        let wanted = Wanted::new(&pieces[piece], truth_place, stretched_place);
        let cuts = pieces.len() - 1;
        let Some(wrong) = wanted.three(original, cuts, slopes, rng) else { continue };
        let prove = |(shape, how)| provable_change(original, pieces, piece, shape, how);
        if let Some(changes) = wrong.into_iter().map(prove).collect() {
            return Ok(changes);
        }
    }
    Err(Reject("no three pieces were equal in area and box and different in shape"))
}

/// What a wrong piece has to be like.
struct Wanted<'a> {
    truth: &'a Shape,
    area: f64,
    uprights: usize,
    /// The least and the largest long side of a bounding box, and the same for short sides.
    window: [[f64; 2]; 2],
    /// Where in the window the stretched piece's box should lie.
    stretched_place: [f64; 2],
}

impl<'a> Wanted<'a> {
    /// `within` tells where in the window the true piece lies, from 0 to 1 for the long and the short side.
    fn new(truth: &'a Shape, within: [f64; 2], stretched_place: [f64; 2]) -> Self {
        let sides = box_sides(truth);
        let window = [0, 1].map(|side| {
            let least = sides[side] / (1.0 + (WINDOW - 1.0) * within[side]);
            [least, least * WINDOW]
        });
        Self { truth, area: truth.area(), uprights: upright_sides(truth), window, stretched_place }
    }

    /// Two replacements and a stretched piece, any two of them and the true one different.
    fn three(
        &self,
        original: &Shape,
        cuts: usize,
        slopes: Slopes,
        rng: &mut Rng,
    ) -> Option<Vec<(Shape, How)>> {
        let (stretched, how) = self.stretched(rng)?;
        let mut wrong = vec![(stretched, how)];
        for other in self.replacements(original, cuts, slopes, rng) {
            if wrong.iter().all(|(shape, _)| tellable(shape, &other)) {
                wrong.push((other, How::Replaced));
            }
            if wrong.len() == 3 {
                return Some(wrong);
            }
        }
        None
    }

    /// Pieces of other cuttings, brought to the area of the true one.
    fn replacements(&self, original: &Shape, cuts: usize, slopes: Slopes, rng: &mut Rng) -> Vec<Shape> {
        let similar = |piece: &Piece| (piece.shape.area() - self.area).abs() <= SIMILAR * self.area;
        let mut found = Vec::new();
        for _ in 0..CUTTINGS {
            let path = cut_path(original, cuts, (1.0 - SIMILAR) * self.area, slopes, rng);
            let resized =
                path.iter().filter(|piece| similar(piece)).filter_map(|piece| piece.resized(self.area));
            found.extend(resized.filter(|shape| self.admits(shape) && tellable(self.truth, shape)));
            if found.len() >= ENOUGH {
                break;
            }
        }
        found
    }

    /// The true piece stretched, upright or lying, so that its bounding box comes near to its place in the window.
    /// Without one, it would mostly come near to the true piece's.
    fn stretched(&self, rng: &mut Rng) -> Option<(Shape, How)> {
        let size = self.truth.extent();
        let mut best: Option<(f64, Shape, How)> = None;
        for _ in 0..STRETCHES {
            let [long, short] = self.window.map(|[least, most]| rng.between(least / 1.03, most * 1.06));
            let target = if rng.coin() { [long, short] } else { [short, long] };
            let factors: Point = [target[0] / size[0], target[1] / size[1]];
            let roughly = self.truth.stretched(factors);
            let sides: Vec<HalfPlane> = roughly.planes().collect();
            let Some(shape) = with_side_moved(&roughly, *rng.pick(&sides), self.area) else { continue };
            let off = self.distance(&shape);
            let better = best.as_ref().is_none_or(|best| off < best.0);
            if better && self.admits(&shape) && tellable(self.truth, &shape) {
                best = Some((off, shape, How::Stretched(factors)));
            }
        }
        best.map(|(_, shape, how)| (shape, how))
    }

    /// How far the bounding box is from the stretched piece's place, in windows.
    fn distance(&self, shape: &Shape) -> f64 {
        let sides = box_sides(shape).into_iter().zip(self.window);
        let places = sides.map(|(side, [least, most])| (side - least) / (most - least));
        places.zip(self.stretched_place).map(|(here, wanted)| (here - wanted).abs()).fold(0.0, f64::max)
    }

    /// Whether a wrong piece is as clear as the true one and measures the same.
    fn admits(&self, wrong: &Shape) -> bool {
        let in_window = |(side, [least, most]): (f64, [f64; 2])| (least..=most).contains(&side);
        wrong.corners.len() == self.truth.corners.len()
            && box_sides(wrong).into_iter().zip(self.window).all(in_window)
            && box_sides(wrong)[0] <= SIDE
            && upright_sides(wrong) == self.uprights
            && (wrong.area() - self.area).abs() < EQUAL
            && wrong.is_clear()
    }
}

/// The shape with one of its sides moved in parallel until it has that area, and its box moved to the origin.
fn with_side_moved(shape: &Shape, side: HalfPlane, area: f64) -> Option<Shape> {
    let mut parent = Shape::rectangle(4.0 * SIDE, 4.0 * SIDE).moved([-SIDE; 2]);
    for plane in shape.planes().filter(|plane| *plane != side) {
        parent = parent.clipped(&plane)?;
    }
    let moved = Piece { shape: shape.clone(), parent, side }.resized(area)?;
    Some(moved.at_origin().rounded())
}

/// The long and the short side of the bounding box, which no turn changes.
fn box_sides(shape: &Shape) -> [f64; 2] {
    let [width, height] = shape.extent();
    [f64::max(width, height), f64::min(width, height)]
}

fn upright_sides(shape: &Shape) -> usize {
    let upright = |[from, to]: &[Point; 2]| (0..2).any(|axis| (from[axis] - to[axis]).abs() < 1e-3);
    shape.sides().filter(upright).count()
}
