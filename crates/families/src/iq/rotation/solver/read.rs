//! Objects read off one picture.
//!
//! 1. A whole face that is in full view fixes the place of one cube.
//! 2. That cube lies on an edge along one of the three axes. Both ends of the edge are tried as far as there is ink
//!    under every cube; from each end chains of further edges are grown in the same way.
//! 3. Two chains and the edge between them make an object. It is kept when it spans the picture's extent, keeps
//!    clear of itself and explains the faces.

use super::explain::{Placed, centre};
use super::look::Look;
use super::patches::{Patch, Sheet};
use crate::iq::rotation::draw::{PAPER, line_width};
use crate::iq::rotation::object::{CanonicalForm, Cube, Direction, Object};
use spatiq_raster::Point;
use std::collections::BTreeMap;

const SHORTEST: i32 = 3;
const LONGEST: i32 = 9;
const MOST_EDGES: usize = 5;
const LEAST_EDGES: usize = 3;
/// A picture of an object offers far fewer; one full of ink would offer millions.
const MOST_CHAINS: usize = 2000;
/// Objects that leave a larger share unexplained are dropped.
const WORST_MISFIT: f64 = 0.12;

/// Objects that explain a picture, with their misfit.
pub type Readings = BTreeMap<CanonicalForm, f64>;

/// Edges that follow one another from the end of an edge.
#[derive(Clone)]
struct Chain {
    edges: Vec<(Direction, i32)>,
    bounds: [f64; 4],
}

/// Reads a picture, starting from the given patch.
pub fn read(sheet: &Sheet, look: &Look, anchor: &Patch) -> Readings {
    let origin = look.cube_behind(anchor.centre, anchor.axis);
    let reader = Reader {
        sheet,
        look,
        origin,
        reach: reach(look, sheet.picture.width as f64),
        corners: corners(look),
    };
    let mut readings = Readings::new();
    for axis in 0..3 {
        reader.read_along(axis, &mut readings);
    }
    readings
}

struct Reader<'a> {
    sheet: &'a Sheet,
    look: &'a Look,
    origin: Point,
    /// Half the width and height of a cube's picture with its lines.
    reach: Point,
    /// Points well inside a cube's picture near its outline, from its centre.
    corners: [Point; 8],
}

impl Reader<'_> {
    /// Reads the objects in which the first cube lies on an edge along the axis.
    fn read_along(&self, axis: usize, readings: &mut Readings) {
        let ahead = Direction::new(axis, 1);
        let (behind, before) = (self.ends(ahead.opposite()), self.ends(ahead));
        for (m, left) in behind.iter().enumerate() {
            for (n, right) in before.iter().enumerate() {
                let length = (m + n + 1) as i32;
                if (SHORTEST..=LONGEST).contains(&length) {
                    let pairs = left.iter().flat_map(|one| right.iter().map(move |other| (one, other)));
                    for (one, other) in pairs.filter(|(one, other)| self.spans(one, other)) {
                        self.consider(one, (ahead, length), other, readings);
                    }
                }
            }
        }
    }

    /// For every place where the edge may end in a direction, the chains that may follow.
    fn ends(&self, direction: Direction) -> Vec<Vec<Chain>> {
        let cubes = (0..LONGEST).map(|steps| direction.walk([0; 3], steps));
        cubes.take_while(|&cube| self.inked(cube)).map(|cube| self.chains(direction, cube)).collect()
    }

    /// All chains from a cube that was reached in some direction, the empty one among them.
    fn chains(&self, reached: Direction, from: Cube) -> Vec<Chain> {
        let mut found = Vec::new();
        let start = Chain { edges: Vec::new(), bounds: self.bounds_of(from) };
        self.grow(start, reached, from, &mut found);
        found
    }

    fn grow(&self, chain: Chain, reached: Direction, from: Cube, found: &mut Vec<Chain>) {
        if chain.edges.len() + 1 < MOST_EDGES && found.len() < MOST_CHAINS {
            for direction in reached.turns() {
                let mut bounds = chain.bounds;
                for steps in 1..LONGEST {
                    let cube = direction.walk(from, steps);
                    if !self.inked(cube) {
                        break;
                    }
                    bounds = join(&bounds, &self.bounds_of(cube));
                    if steps + 1 >= SHORTEST {
                        let mut edges = chain.edges.clone();
                        edges.push((direction, steps + 1));
                        self.grow(Chain { edges, bounds }, direction, cube, found);
                    }
                }
            }
        }
        found.push(chain);
    }

    fn bounds_of(&self, cube: Cube) -> [f64; 4] {
        let [x, y] = centre(self.look, cube, self.origin);
        [x - self.reach[0], y - self.reach[1], x + self.reach[0], y + self.reach[1]]
    }

    /// Whether there is ink all over a cube's picture.
    fn inked(&self, cube: Cube) -> bool {
        let [x, y] = centre(self.look, cube, self.origin);
        self.corners.iter().all(|corner| self.sheet.shade_at([x + corner[0], y + corner[1]]) != PAPER)
    }

    /// Whether two chains have a number of edges that an object may have, and the picture's extent.
    fn spans(&self, one: &Chain, other: &Chain) -> bool {
        const TOLERANCE: f64 = 2.5;
        let edges = one.edges.len() + other.edges.len() + 1;
        let bounds = join(&one.bounds, &other.bounds);
        (LEAST_EDGES..=MOST_EDGES).contains(&edges)
            && bounds.iter().zip(&self.sheet.bounds).all(|(mine, ink)| (mine - ink).abs() < TOLERANCE)
    }

    /// Puts an object together and keeps it where it explains the picture.
    fn consider(&self, one: &Chain, middle: (Direction, i32), other: &Chain, readings: &mut Readings) {
        // The first chain was grown outwards: walk it inwards.
        let inwards = one.edges.iter().rev().map(|&(direction, length)| (direction.opposite(), length));
        let path: Vec<(Direction, i32)> =
            inwards.chain([middle]).chain(other.edges.iter().copied()).collect();
        let object = Object {
            lengths: path.iter().map(|&(_, length)| length as u8).collect(),
            directions: path.iter().map(|&(direction, _)| direction).collect(),
        };
        if object.touches_itself() {
            return;
        }
        let cubes = object.cubes();
        let Some(placed) = Placed::framed(self.look, &cubes, self.sheet) else { return };
        let misfit = placed.misfit(self.sheet);
        if misfit < WORST_MISFIT {
            let best = readings.entry(object.canonical_form()).or_insert(misfit);
            *best = best.min(misfit);
        }
    }
}

fn join(a: &[f64; 4], b: &[f64; 4]) -> [f64; 4] {
    [a[0].min(b[0]), a[1].min(b[1]), a[2].max(b[2]), a[3].max(b[3])]
}

fn reach(look: &Look, size: f64) -> Point {
    let half_line = line_width(look.scale, size) / 2.0;
    [0, 1].map(|k| look.steps.iter().map(|step| step[k].abs()).sum::<f64>() / 2.0 + half_line)
}

/// The corners of a cube's picture (and its two hidden ones, which lie inside), drawn in by a pixel or a fifth.
fn corners(look: &Look) -> [Point; 8] {
    [0, 1, 2, 3, 4, 5, 6, 7].map(|corner: usize| {
        let sign = |axis: usize| if corner >> axis & 1 == 1 { 0.5 } else { -0.5 };
        let point = [0, 1].map(|k| (0..3).map(|axis| sign(axis) * look.steps[axis][k]).sum::<f64>());
        let length = (point[0] * point[0] + point[1] * point[1]).sqrt();
        let keep = (1.0 - 1.2 / length).clamp(0.0, 0.85);
        point.map(|k| k * keep)
    })
}
