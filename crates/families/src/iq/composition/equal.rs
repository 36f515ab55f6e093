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
use super::shape::{Shape, round};
use spatiq_bench::{Reject, Rng, Seed};
use spatiq_raster::Point;

/// How often the original is cut to find replacements.
const CUTTINGS: usize = 400;

/// How many replacements are enough to choose from.
const ENOUGH: usize = 14;

/// How often the factors of a stretch are corrected, and how near to its box it then is, as a share.
const CORRECTIONS: usize = 4;
const ARRIVED: f64 = 0.03;

/// Pieces whose area differs from the true one's by a larger share are not brought to it: they would become slivers.
const SIMILAR: f64 = 0.3;

/// The largest side of a box in the window over the smallest.
const WINDOW: f64 = 1.16;

/// Areas that differ by less are equal: all that rounding of corners can do.
pub const EQUAL: f64 = 0.1;

/// Where a bounding box lies in the window: from 0 to 1 for its long and its short side.
type Place = [f64; 2];

/// Three changes to one piece. `windows` is where the places in the window are drawn from.
pub fn changes(
    original: &Shape,
    pieces: &[Shape],
    slopes: Slopes,
    windows: &Seed,
    rng: &mut Rng,
) -> Result<Vec<Change>, Reject> {
    let mut window_rng = windows.rng();
    let mut anywhere = || [window_rng.unit(), window_rng.unit()];
    let (truth_place, wrong_places) = (anywhere(), [anywhere(), anywhere(), anywhere()]);
    let mut order: Vec<usize> = (0..pieces.len()).collect();
    rng.shuffle(&mut order);
    for piece in order {
        let wanted = Wanted::new(&pieces[piece], truth_place, wrong_places);
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
    /// Where in the window the boxes of the stretched piece and the two replacements should lie.
    places: [Place; 3],
}

impl<'a> Wanted<'a> {
    /// `within` tells where in the window the true piece lies, from 0 to 1 for the long and the short side.
    fn new(truth: &'a Shape, within: Place, places: [Place; 3]) -> Self {
        let sides = box_sides(truth);
        let window = [0, 1].map(|side| {
            let least = sides[side] / (1.0 + (WINDOW - 1.0) * within[side]);
            [least, least * WINDOW]
        });
        Self { truth, area: truth.area(), uprights: upright_sides(truth), window, places }
    }

    /// Two replacements and a stretched piece, any two of them different.
    fn three(
        &self,
        original: &Shape,
        cuts: usize,
        slopes: Slopes,
        rng: &mut Rng,
    ) -> Option<Vec<(Shape, How)>> {
        let mut wrong = vec![self.stretched(rng)?];
        let others = self.replacements(original, cuts, slopes, rng);
        for &place in &self.places[1..] {
            let different = |other: &&Shape| {
                self.same_side(other, place) && wrong.iter().all(|(shape, _)| tellable(shape, other))
            };
            let off = |shape: &Shape| self.distance(shape, place);
            let nearest = others.iter().filter(different).min_by(|a, b| off(a).total_cmp(&off(b)))?;
            wrong.push((nearest.clone(), How::Replaced));
        }
        Some(wrong)
    }

    /// Whether the bounding box is larger or smaller than the true piece's, in outline and area, as its place would be.
    /// This makes the true piece's rank among the four even, however far from their places the others come to lie.
    fn same_side(&self, shape: &Shape, place: Place) -> bool {
        let measures = |[long, short]: [f64; 2]| [long + short, long * short];
        let truth = measures(box_sides(self.truth));
        let wanted = measures(self.box_at(place));
        let here = measures(box_sides(shape));
        (0..2).all(|nth| (here[nth] < truth[nth]) == (wanted[nth] < truth[nth]))
    }

    /// The long and the short side of the box at a place in the window.
    fn box_at(&self, place: Place) -> [f64; 2] {
        [0, 1].map(|side| {
            let [least, most] = self.window[side];
            least + (most - least) * place[side]
        })
    }

    /// How far a bounding box is from a place in the window, in windows.
    fn distance(&self, shape: &Shape, place: Place) -> f64 {
        let sides = box_sides(shape).into_iter().zip(self.window);
        let here = sides.map(|(side, [least, most])| (side - least) / (most - least));
        here.zip(place).map(|(here, wanted)| (here - wanted).abs()).fold(0.0, f64::max)
    }

    /// Pieces of other cuttings, brought to the area of the true one.
    fn replacements(&self, original: &Shape, cuts: usize, slopes: Slopes, rng: &mut Rng) -> Vec<Shape> {
        let similar = |piece: &Piece| {
            (piece.shape.area() - self.area).abs() <= SIMILAR * self.area
                && piece.shape.corners.len() == self.truth.corners.len()
        };
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

    /// The true piece stretched, upright or lying, so that its bounding box comes to its place in the window. Without
    /// one, it would mostly come near to the true piece's.
    fn stretched(&self, rng: &mut Rng) -> Option<(Shape, How)> {
        let place = self.box_at(self.places[0]);
        let targets = [place, [place[1], place[0]]];
        let sides = self.truth.corners.len();
        let mut ways: Vec<(Point, usize)> =
            targets.into_iter().flat_map(|t| (0..sides).map(move |s| (t, s))).collect();
        rng.shuffle(&mut ways);
        ways.into_iter().find_map(|(target, side)| {
            let (shape, factors) = self.stretched_to(target, side)?;
            let arrived =
                shape.extent().iter().zip(target).all(|(here, there)| (here / there - 1.0).abs() < ARRIVED);
            (arrived
                && self.same_side(&shape, self.places[0])
                && self.admits(&shape)
                && tellable(self.truth, &shape))
            .then_some((shape, How::Stretched(factors)))
        })
    }

    /// The true piece stretched towards a bounding box, one of its sides moved to keep the area. Moving the side may
    /// change the box, so the factors are corrected a few times.
    fn stretched_to(&self, target: Point, side: usize) -> Option<(Shape, Point)> {
        let mut reached = self.truth.extent();
        let mut factors: Point = [1.0; 2];
        let mut shape = self.truth.clone();
        for _ in 0..CORRECTIONS {
            factors = [0, 1].map(|axis| round(factors[axis] * target[axis] / reached[axis]));
            shape = with_side_moved(&self.truth.stretched(factors), side, self.area)?;
            reached = shape.extent();
        }
        Some((shape, factors))
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
fn with_side_moved(shape: &Shape, side: usize, area: f64) -> Option<Shape> {
    let mut parent = Shape::rectangle(4.0 * SIDE, 4.0 * SIDE).moved([-SIDE; 2]);
    for (_, plane) in shape.planes().enumerate().filter(|(nth, _)| *nth != side) {
        parent = parent.clipped(&plane)?;
    }
    let side = shape.planes().nth(side)?;
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
