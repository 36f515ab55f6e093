//! The search for a tiling: can the pieces, moved and turned by quarter turns, cover the original?
//!
//! Notation: *d* is a direction that is perpendicular to no side in any turn; *extreme* means farthest along *d*.
//!
//! 1. The uncovered region is a list of convex parts; at first the original.
//! 2. Let p be its extreme corner. Whatever piece covers p lies inside the region, so p is extreme in that piece as
//!    well, and as no side is perpendicular to *d*, p is the one extreme corner of the piece in its turn.
//! 3. So a piece and a turn fix a placement: at most 4 · pieces to try. What the piece covers is cut off the region;
//!    the rest of the piece overlaps, either another piece or what is outside.
//! 4. A branch ends when its overlap exceeds what is allowed.
//!
//! In an exact tiling nothing overlaps, and the search finds every one: with next to no slack, no result means that
//! there is none. With more slack it finds what nearly fits. Parts of the region thinner than the slack are left over
//! from inexact fits and must not decide where the next piece goes.

use super::shape::{Shape, dot, length, minus};
use spatiq_raster::Point;

/// How inexact a fit may be.
#[derive(Clone, Copy, Debug)]
pub struct Slack {
    /// The largest area that may overlap, over all pieces.
    pub overlap: f64,
    /// Gaps thinner than this are not filled.
    pub thin: f64,
}

impl Slack {
    /// For shapes that are known up to rounding: no result means that there is no tiling. Corners that are off by a
    /// rounding make true tilings overlap, mostly by less than 0.3; where sharp corners magnify the error, by more.
    pub const EXACT: Self = Self { overlap: 10.0, thin: 0.01 };
}

/// How the pieces were laid out.
#[derive(Clone, Debug, PartialEq)]
pub struct Tiling {
    /// The area that is uncovered or overlaps; 0 in an exact tiling.
    pub misfit: f64,
    /// For each piece its quarter turns and where it is then moved.
    pub placements: Vec<(u8, Point)>,
}

/// What a search came to.
#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    /// The best tiling within the slack.
    Found(Tiling),
    /// There is none.
    None,
    /// The search was given up: too many ways to try.
    GivenUp,
}

/// Searches that took more steps than this have not been seen for shapes with clear sides.
const MOST_STEPS: u32 = 60_000;

/// Looks for the best way to cover the original with the pieces.
pub fn search(original: &Shape, pieces: &[Shape], slack: Slack) -> Outcome {
    let direction = generic_direction(original, pieces);
    let pieces: Vec<Vec<Turned>> = pieces
        .iter()
        .map(|piece| (0..4).map(|turns| Turned::new(piece.turned(turns), direction)).collect())
        .collect();
    let mut search = Search {
        direction,
        slack,
        best_overlap: slack.overlap,
        best: None,
        placed: vec![None; pieces.len()],
        pieces,
        steps: 0,
    };
    search.place_next(std::slice::from_ref(original), 0.0);
    if search.steps > MOST_STEPS {
        return Outcome::GivenUp;
    }
    let area: f64 = search.pieces.iter().map(|turned| turned[0].area).sum();
    search.best.take().map_or(Outcome::None, |placements| {
        // What is covered once is the pieces' area less the overlap.
        let uncovered = original.area() - (area - search.best_overlap);
        Outcome::Found(Tiling { misfit: f64::max(uncovered, 0.0) + search.best_overlap, placements })
    })
}

/// Whether the search finds nothing from either end of the original. In one of 100,000 true tilings a part that is
/// thinner than rounding errors misleads it at one end.
pub fn rules_out(original: &Shape, pieces: &[Shape], slack: Slack) -> bool {
    // Turned by half, the original has its other end foremost.
    [0, 2].into_iter().all(|turns| search(&original.turned(turns), pieces, slack) == Outcome::None)
}

/// A piece in one of its turns.
struct Turned {
    shape: Shape,
    area: f64,
    extreme: Point,
}

impl Turned {
    fn new(shape: Shape, direction: Point) -> Self {
        Self { area: shape.area(), extreme: extreme_corner(&shape, direction), shape }
    }
}

struct Search {
    direction: Point,
    slack: Slack,
    pieces: Vec<Vec<Turned>>,
    placed: Vec<Option<(u8, Point)>>,
    best: Option<Vec<(u8, Point)>>,
    best_overlap: f64,
    steps: u32,
}

impl Search {
    fn place_next(&mut self, region: &[Shape], overlap: f64) {
        if self.placed.iter().all(Option::is_some) {
            self.best_overlap = overlap;
            self.best = Some(self.placed.iter().flatten().copied().collect());
            return;
        }
        let Some(corner) = self.corner_to_fill(region) else { return };
        for piece in 0..self.pieces.len() {
            if self.placed[piece].is_some() {
                continue;
            }
            for turns in 0..4u8 {
                self.try_placement(region, overlap, piece, turns, corner);
            }
            self.placed[piece] = None;
        }
    }

    fn try_placement(&mut self, region: &[Shape], overlap: f64, piece: usize, turns: u8, corner: Point) {
        self.steps += 1;
        if self.steps > MOST_STEPS {
            return;
        }
        let turned = &self.pieces[piece][usize::from(turns)];
        let shift = minus(corner, turned.extreme);
        let shape = turned.shape.moved(shift);
        let covered: f64 = region.iter().map(|part| part.overlap(&shape)).sum();
        let overlap = overlap + f64::max(turned.area - covered, 0.0);
        if overlap >= self.best_overlap {
            return;
        }
        let mut rest = Vec::with_capacity(region.len() + shape.corners.len());
        for part in region {
            part.minus(&shape, &mut rest);
        }
        rest.retain(|part| part.area() > 1e-9);
        self.placed[piece] = Some((turns, shift));
        self.place_next(&rest, overlap);
        self.placed[piece] = None;
    }

    /// The extreme corner of what is left of the region, gaps aside; of a region of gaps, nothing.
    fn corner_to_fill(&self, region: &[Shape]) -> Option<Point> {
        let thick = |part: &&Shape| 2.0 * part.area() > self.slack.thin * part.perimeter();
        let corners = region.iter().filter(thick).map(|part| extreme_corner(part, self.direction));
        corners.max_by(|&a, &b| dot(a, self.direction).total_cmp(&dot(b, self.direction)))
    }
}

fn extreme_corner(shape: &Shape, direction: Point) -> Point {
    let along = |corner: &Point| dot(*corner, direction);
    let farthest = shape.corners.iter().copied().max_by(|a, b| along(a).total_cmp(&along(b)));
    farthest.expect("a shape has corners")
}

/// The direction that is farthest from perpendicular to any side in any turn: the middle of the widest gap between
/// the sides' directions, all taken modulo a quarter turn.
fn generic_direction(original: &Shape, pieces: &[Shape]) -> Point {
    let sides = pieces.iter().chain([original]).flat_map(Shape::sides);
    let mut angles: Vec<f64> = sides
        .map(|[from, to]| minus(to, from))
        .filter(|&along| length(along) > 1e-3)
        .map(|along| quarter_angle(along).1)
        .collect();
    angles.sort_by(f64::total_cmp);
    let around = angles[0] + std::f64::consts::FRAC_PI_2;
    let next = angles.iter().skip(1).copied().chain([around]);
    let gaps = angles.iter().zip(next).map(|(&from, to)| (to - from, (from + to) / 2.0));
    let (_, middle) = gaps.max_by(|a, b| a.0.total_cmp(&b.0)).expect("shapes have sides");
    [libm::cos(middle), libm::sin(middle)]
}

/// A direction as whole quarter turns and an angle in [0, π/2) beyond them.
pub fn quarter_angle(along: Point) -> (u8, f64) {
    let (quarters, [x, y]) = match along {
        [x, y] if x > 0.0 && y >= 0.0 => (0, [x, y]),
        [x, y] if x <= 0.0 && y > 0.0 => (1, [y, -x]),
        [x, y] if x < 0.0 && y <= 0.0 => (2, [-x, -y]),
        [x, y] => (3, [-y, x]),
    };
    (quarters, libm::atan2(y, x))
}
