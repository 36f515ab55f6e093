//! Which parts can be taken for lines and planes, and how two such parts lie to each other.
//!
//! As the paper describes: the equations of a thousand draws of two or three points that are well apart are averaged,
//! and most of 2,500 points must then conform. A part that is bent conforms when it is bent little; so besides, the
//! middles of its sections must lie on the line or the plane.
//!
//! A thick cushion is no plane by that, and yet a person may take it for one: [`Fit::roughly`] is for whoever must know.

mod category;
mod relation;
mod surface;
#[cfg(test)]
mod tests;

pub use category::common;
pub use relation::{Relation, relation};
pub use surface::Surface;

use crate::category::PartCategory;
use crate::model::Part;
use crate::shape::Piece;
use serde::{Deserialize, Serialize};
use spatiq_bench::{Rng, Seed};
use spatiq_geom::{DVec3, Placement};

/// How often points are drawn to find the equation.
const DRAWS: usize = 1_000;

/// How many points must conform, by majority.
const POINTS: usize = 2_500;

/// How large the majority must be. Half would admit a board twice as wide as what is taken for a line.
const MAJORITY: f64 = 0.8;

/// What still is a line or a plane.
struct Tolerance {
    /// How far from a line points may be, relative to the size of the part.
    line: f64,
    /// How far from a plane points may be, relative to the size of the part.
    plane: f64,
    /// The same relative to how wide the part is across its longest extent: bars are no planes.
    width: f64,
    /// How far the middle of a section may be from the line or plane, relative to the size of the part.
    bend: f64,
}

/// A square bar four times as long as it is wide, a square board seven times as wide as it is thick.
const EXACT: Tolerance = Tolerance { line: 0.15, plane: 0.05, width: 0.15, bend: 0.025 };

/// A square bar and a square board twice as long and wide as they are thick, and bent by an eighth of their length.
const ROUGH: Tolerance = Tolerance { line: 0.3, plane: 0.18, width: 0.36, bend: 0.12 };

/// Into how many sections a part is cut each way.
const SECTIONS: usize = 5;

/// How far apart drawn points must be, relative to the largest extent.
const APART: f64 = 0.4;

/// Draws that may fail before a part is held for something that has no two or three points apart.
const PATIENCE: usize = 40 * DRAWS;

/// A line or a plane.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Fit {
    /// Which of the two.
    pub kind: FitKind,
    /// A point on it, in the middle of the part.
    pub point: [f64; 3],
    /// Of a line its direction, of a plane its normal; of length one. Its largest component is positive.
    pub direction: [f64; 3],
}

/// What a part is taken for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[allow(missing_docs)]
pub enum FitKind {
    Line,
    Plane,
}

impl FitKind {
    /// What parts of a category may be taken for, if anything.
    pub fn of(category: PartCategory) -> Option<Self> {
        match category {
            _ if category.may_be_line() => Some(Self::Line),
            _ if category.may_be_plane() => Some(Self::Plane),
            _ => None,
        }
    }

    /// What someone may take them for who does not know that rule: a mattress and a tray are flat, an arm is long.
    fn roughly(category: PartCategory) -> Option<Self> {
        Self::of(category).or(match category {
            PartCategory::SleepArea | PartCategory::Body => Some(Self::Plane),
            PartCategory::Arm => Some(Self::Line),
            _ => None,
        })
    }
}

impl Fit {
    /// The line or plane that a part is taken for, in the frame of its model.
    pub fn of(part: &Part) -> Option<Self> {
        Self::of_pieces(FitKind::of(part.category)?, &part.pieces)
    }

    /// What a part may be taken for by someone who does not mind that it is thick or bent.
    pub fn roughly(part: &Part) -> Option<Self> {
        Self::exactly_and_roughly(part)[1]
    }

    /// Both at once: the second costs next to nothing, for the points are the same.
    pub fn exactly_and_roughly(part: &Part) -> [Option<Self>; 2] {
        let Some(kind) = FitKind::roughly(part.category) else { return [None; 2] };
        let [exactly, roughly] = Self::within(&[EXACT, ROUGH], kind, &part.pieces);
        [exactly.filter(|_| FitKind::of(part.category).is_some()), roughly]
    }

    /// The line or the plane that pieces together are taken for.
    pub fn of_pieces(kind: FitKind, pieces: &[Piece]) -> Option<Self> {
        Self::within(&[EXACT], kind, pieces)[0]
    }

    fn within<const N: usize>(
        tolerances: &[Tolerance; N],
        kind: FitKind,
        pieces: &[Piece],
    ) -> [Option<Self>; N] {
        let Some((fit, points, extent)) = Self::averaged(kind, pieces) else { return [None; N] };
        std::array::from_fn(|nth| {
            let tolerance = &tolerances[nth];
            let holds = fit.conforms(&points, &extent, tolerance)
                && fit.is_straight(&points, &extent, tolerance.bend);
            holds.then_some(fit)
        })
    }

    /// The equation, whatever the points are like, and the points.
    fn averaged(kind: FitKind, pieces: &[Piece]) -> Option<(Self, Vec<DVec3>, Extent)> {
        let mut rng = Seed::root(0).child("lines and planes").rng();
        let surface = Surface::of(pieces)?;
        let points: Vec<DVec3> = (0..POINTS).map(|_| surface.point(&mut rng)).collect();
        let extent = Extent::of(&points)?;
        let (point, direction) = match kind {
            FitKind::Line => average(&points, &mut rng, |three| extent.pair(three))?,
            FitKind::Plane => average(&points, &mut rng, |three| extent.triple(three))?,
        };
        Some((Self::new(kind, point, direction)?, points, extent))
    }

    /// With its direction one of the two that mean the same.
    fn new(kind: FitKind, point: DVec3, direction: DVec3) -> Option<Self> {
        let direction = direction.try_normalize()?;
        let chief = direction.to_array()[direction.abs().max_position()];
        Some(Self { kind, point: point.to_array(), direction: (direction * chief.signum()).to_array() })
    }

    /// The same after its part was placed.
    pub fn placed(&self, placement: &Placement) -> Self {
        let point = placement.to_world(self.point.into());
        Self::new(self.kind, point, placement.turn * self.direction()).expect("a turned direction is one")
    }

    /// The direction as a vector.
    pub fn direction(&self) -> DVec3 {
        DVec3::from(self.direction)
    }

    /// How far from the line or plane a point is: a vector that is 0 on it.
    fn off(&self, point: DVec3) -> DVec3 {
        let from = point - DVec3::from(self.point);
        let along = self.direction() * from.dot(self.direction());
        match self.kind {
            FitKind::Line => from - along,
            FitKind::Plane => along,
        }
    }

    /// Whether most points are as close as thickness allows.
    fn conforms(&self, points: &[DVec3], extent: &Extent, tolerance: &Tolerance) -> bool {
        let most = match self.kind {
            FitKind::Line => tolerance.line * extent.size,
            FitKind::Plane => (tolerance.plane * extent.size).min(tolerance.width * extent.width),
        };
        let close = points.iter().filter(|point| self.off(**point).length() <= most).count();
        close as f64 >= MAJORITY * points.len() as f64
    }

    /// Whether the middles of sections lie on the line or plane.
    fn is_straight(&self, points: &[DVec3], extent: &Extent, bend: f64) -> bool {
        let long = extent.long - self.direction() * extent.long.dot(self.direction());
        let (first, second) = match self.kind {
            FitKind::Line => (self.direction(), None),
            FitKind::Plane => {
                (long.normalize_or_zero(), Some(long.cross(self.direction()).normalize_or_zero()))
            }
        };
        let section = |point: DVec3, axis: DVec3| {
            let along = (point - DVec3::from(self.point)).dot(axis) / extent.size + 0.5;
            ((along * SECTIONS as f64) as usize).min(SECTIONS - 1)
        };
        let mut sums = [(DVec3::ZERO, 0usize); SECTIONS * SECTIONS];
        for point in points {
            let across = second.map_or(0, |axis| section(*point, axis));
            let (sum, count) = &mut sums[section(*point, first) * SECTIONS + across];
            *sum += self.off(*point);
            *count += 1;
        }
        // A few points in a corner have no middle to speak of.
        let enough = sums.iter().filter(|(_, count)| *count * 100 >= points.len());
        enough.into_iter().all(|(sum, count)| (*sum / *count as f64).length() <= bend * extent.size)
    }
}

/// How far the points of a part reach.
struct Extent {
    /// The largest distance of two points, very nearly.
    size: f64,
    /// How far points are from the line through those two.
    width: f64,
    /// The direction from one of the two to the other.
    long: DVec3,
}

impl Extent {
    fn of(points: &[DVec3]) -> Option<Self> {
        let farthest = |from: DVec3| {
            let by = |point: &&DVec3| point.distance_squared(from);
            points.iter().max_by(|a, b| by(a).total_cmp(&by(b))).copied()
        };
        let one = farthest(*points.first()?)?;
        let other = farthest(one)?;
        let long = (other - one).try_normalize()?;
        let width = points.iter().map(|point| (*point - one).cross(long).length()).fold(0.0, f64::max);
        Some(Self { size: one.distance(other), width, long })
    }

    /// The line through two points, if they are well apart.
    fn pair(&self, [a, b, _]: [DVec3; 3]) -> Option<(DVec3, DVec3)> {
        let length = a.distance(b);
        (length >= APART * self.size).then(|| ((a + b) / 2.0, (b - a) / length))
    }

    /// The plane through three points, if they are well apart, also across.
    fn triple(&self, [a, b, c]: [DVec3; 3]) -> Option<(DVec3, DVec3)> {
        let longest = a.distance(b).max(b.distance(c)).max(c.distance(a));
        let normal = (b - a).cross(c - a);
        let area = normal.length();
        let well_apart = longest >= APART * self.size && area >= APART * self.width * longest && area > 0.0;
        well_apart.then(|| ((a + b + c) / 3.0, normal / area))
    }
}

/// The mean of many draws of points and directions, as many as can be had. Directions have no sign, so each is
/// taken the way that the sum of those before points.
fn average(
    points: &[DVec3],
    rng: &mut Rng,
    equation: impl Fn([DVec3; 3]) -> Option<(DVec3, DVec3)>,
) -> Option<(DVec3, DVec3)> {
    let (mut point, mut direction, mut drawn) = (DVec3::ZERO, DVec3::ZERO, 0);
    for _ in 0..PATIENCE {
        // Three numbers from one draw: the points are already in random order.
        let draw = rng.below(POINTS * POINTS * POINTS);
        let three = [draw % POINTS, draw / POINTS % POINTS, draw / POINTS / POINTS].map(|k| points[k]);
        if let Some((middle, along)) = equation(three) {
            point += middle;
            direction += if direction.dot(along) < 0.0 { -along } else { along };
            drawn += 1;
            if drawn == DRAWS {
                return Some((point / DRAWS as f64, direction));
            }
        }
    }
    None
}
