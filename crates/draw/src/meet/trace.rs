//! Meetings without a closed form, traced over a round surface.
//!
//! 1. The surface is a sheet with two coordinates, one around it, one along. It is cut in halves again and again; a piece
//!    that is farther from the other surface than it is large is dropped.
//! 2. What is left are cells of about a hundredth of the model. Where the other surface passes between the corners of
//!    a cell, a short segment enters and leaves through its sides.
//! 3. Segments are chained through shared sides, thinned, moved onto both surfaces, and refined where they bend.
//!
//! Cost: with the length of the curve, not with the area of the sheet.

use super::chain::{cut_at_corners, follow, thin};
use crate::curve::{Beside, Curve, FaceId, Path, Scale};
use crate::drawing::Kind;
use glam::DVec3;
use spatiq_geom::{Leaf, Placement, Primitive, Solid};
use std::sync::OnceLock;

/// Cells are this fraction of the model.
pub(super) const CELLS_ACROSS: f64 = 100.0;

/// Where surfaces graze each other they meet in loops that are easily narrower than a cell: there cells are this much smaller.
const FINER: f64 = 4.0;

/// Surfaces graze where the cosine between their normals is larger: within fifteen degrees.
const GRAZING: f64 = 0.966;

/// Adds the curves in which the face `ids[0]`, a cylinder, a cone or a torus, meets the face `ids[1]`.
pub(crate) fn trace(solid: &Solid, scale: &Scale, ids: [FaceId; 2], out: &mut Vec<Curve>) {
    let [walked, other] = ids.map(|id| &solid.leaves()[id.leaf]);
    let (from, to) = (walked.placement(), other.placement());
    let between = Placement { turn: to.turn.transpose() * from.turn, shift: to.to_local(from.shift) };
    let target = other.surfaces()[ids[1].face];
    // Exactly on the other surface counts as outside.
    let distance = |p: DVec3| target.distance(between.to_world(p)) + scale.size * 1e-13;
    let [low, high] = scale.bounds;
    // Beyond the other leaf, or beyond what is left of the solid, a meeting is of no interest.
    let beyond = |p: DVec3, reach: f64| {
        let world = from.to_world(p);
        world.max(low).min(high).distance_squared(world) > reach * reach || other.field(world) > reach
    };
    let own = walked.surfaces()[ids[0].face];
    let grazes = |p: DVec3, reach: f64| {
        let (away, normal) = target.at(between.to_world(p));
        // So far a surface bends away from a plane over a block, if it is not rounder than a tenth of the model.
        let bend = 5.0 * reach * reach / scale.size;
        away.abs() < bend && (between.turn * own.normal(p)).dot(normal).abs() > GRAZING
    };
    let mut cell = scale.size / CELLS_ACROSS;
    let mut search = Search { distance, beyond, grazes, grazing: false, segments: Vec::new() };
    if !search.run(walked, cell) {
        return;
    }
    if search.grazing {
        cell /= FINER;
        search.run(walked, cell);
    }
    for chain in chains(&search.segments) {
        let points: Vec<DVec3> = chain.into_iter().map(|p| from.to_world(p)).collect();
        settle(solid, scale, ids, cell, points, out);
    }
}

/// A round surface unrolled: `around` cells about its axis and `along` cells the other way.
struct Sheet {
    form: Form,
    around: usize,
    along: usize,
}

enum Form {
    Cylinder { radius: f64, height: f64 },
    Cone { radius: f64, height: f64 },
    Torus { ring: f64, tube: f64 },
}

impl Sheet {
    fn new(leaf: &Leaf, cell: f64) -> Option<Self> {
        let tau = std::f64::consts::TAU;
        let (form, around, along) = match *leaf.primitive()? {
            Primitive::Cylinder { radius, height } => {
                (Form::Cylinder { radius, height }, tau * radius, height)
            }
            Primitive::Cone { radius, height } => {
                let slant = (radius * radius + height * height).sqrt();
                (Form::Cone { radius, height }, tau * radius, slant)
            }
            Primitive::Torus { ring, tube } => (Form::Torus { ring, tube }, tau * (ring + tube), tau * tube),
            Primitive::Sphere { .. } | Primitive::Box { .. } => return None,
        };
        let cells = |length: f64| ((length / cell).ceil() as usize).next_power_of_two().clamp(16, FINEST / 2);
        Some(Self { form, around: cells(around), along: cells(along) })
    }

    /// The point at half-cell coordinates.
    fn point(&self, u: usize, v: usize) -> DVec3 {
        let (cos, sin) = circle(u, 2 * self.around);
        let share = v as f64 / (2 * self.along) as f64;
        let share = share * (1.0 + LONGER);
        match self.form {
            Form::Cylinder { radius, height } => {
                DVec3::new(radius * cos, radius * sin, height * (share - 0.5 - LONGER / 3.0))
            }
            Form::Cone { radius, height } => {
                DVec3::new(radius * share * cos, radius * share * sin, height * (0.5 - share))
            }
            Form::Torus { ring, tube } => {
                let (up, over) = circle(v, 2 * self.along);
                let away = ring + tube * up;
                DVec3::new(away * cos, away * sin, tube * over)
            }
        }
    }

    /// How far apart the corners of a block can be from its middle: half its extent both ways.
    fn half_extent(&self, [_, _, wide, high]: [usize; 4]) -> (f64, f64) {
        let turn = std::f64::consts::PI * wide as f64 / self.around as f64;
        let share = (1.0 + LONGER) * high as f64 / self.along as f64;
        match self.form {
            Form::Cylinder { radius, height } => (radius * turn, height * share / 2.0),
            Form::Cone { radius, height } => {
                (radius * turn, (radius * radius + height * height).sqrt() * share / 2.0)
            }
            Form::Torus { ring, tube } => ((ring + tube) * turn, tube * share * std::f64::consts::PI),
        }
    }

    /// A number for the side of a cell: `down` from the corner (u, v), or else to the right.
    fn side(&self, u: usize, v: usize, down: bool) -> usize {
        let v = if matches!(self.form, Form::Torus { .. }) { v % self.along } else { v };
        (v * self.around + u % self.around) * 2 + usize::from(down)
    }
}

/// Cosine and sine of k/n of a full turn, and a little more; n divides `FINEST`.
fn circle(k: usize, n: usize) -> (f64, f64) {
    static TABLE: OnceLock<Vec<(f64, f64)>> = OnceLock::new();
    let table = TABLE.get_or_init(|| {
        let angle = |k: usize| std::f64::consts::TAU * k as f64 / FINEST as f64 + OFFSET;
        (0..FINEST).map(|k| (libm::cos(angle(k)), libm::sin(angle(k)))).collect()
    });
    table[k * (FINEST / n) % FINEST]
}

const FINEST: usize = 8192;

/// Surfaces often touch at quarter turns, half-way along or at an end, where rounding would decide on which side the corner of a
/// cell is: so no corner is there. Around, cells begin at this angle.
const OFFSET: f64 = 0.2718;

/// Along, they are longer by this share, and go on beyond the ends.
const LONGER: f64 = 0.0271;

/// A piece of a meeting within one cell: the sides it runs between, and where it passes through them.
struct Segment {
    sides: [usize; 2],
    points: [DVec3; 2],
}

/// Blocks of so many cells are looked at cell by cell.
const BLOCK: usize = 4;

/// The search for where a surface that is walked on meets another.
struct Search<D, B, G> {
    /// From the other surface.
    distance: D,
    /// Whether a point is so far from all that matters that nothing within reach does.
    beyond: B,
    /// Whether the surfaces graze each other within reach of a point.
    grazes: G,
    /// Whether they do anywhere.
    grazing: bool,
    segments: Vec<Segment>,
}

impl<D, B, G> Search<D, B, G>
where
    D: Fn(DVec3) -> f64,
    B: Fn(DVec3, f64) -> bool,
    G: Fn(DVec3, f64) -> bool,
{
    /// Searches a leaf in cells of some size; false if it is not a round one.
    fn run(&mut self, walked: &Leaf, cell: f64) -> bool {
        let Some(sheet) = Sheet::new(walked, cell) else { return false };
        self.segments.clear();
        self.block(&sheet, [0, 0, sheet.around, sheet.along]);
        true
    }

    /// Searches the block [u, v, wide, high] of cells.
    fn block(&mut self, sheet: &Sheet, block: [usize; 4]) {
        let [u, v, wide, high] = block;
        let (across, down) = sheet.half_extent(block);
        let middle = sheet.point(2 * u + wide, 2 * v + high);
        let reach = (across * across + down * down).sqrt();
        if (self.distance)(middle).abs() > reach || (self.beyond)(middle, reach) {
            return;
        }
        if wide <= BLOCK && high <= BLOCK {
            self.grazing |= (self.grazes)(middle, reach);
            return cells(sheet, &self.distance, block, &mut self.segments);
        }
        let halves = if high <= BLOCK || (wide > BLOCK && across > down) {
            [[u, v, wide / 2, high], [u + wide / 2, v, wide / 2, high]]
        } else {
            [[u, v, wide, high / 2], [u, v + high / 2, wide, high / 2]]
        };
        for half in halves {
            self.block(sheet, half);
        }
    }
}

/// Adds the segments within each cell of a small block.
fn cells(sheet: &Sheet, distance: &impl Fn(DVec3) -> f64, block: [usize; 4], out: &mut Vec<Segment>) {
    let [u, v, wide, high] = block;
    let mut corners = [[(DVec3::ZERO, 0.0); BLOCK + 1]; BLOCK + 1];
    for (j, row) in corners.iter_mut().enumerate().take(high + 1) {
        for (i, corner) in row.iter_mut().enumerate().take(wide + 1) {
            let point = sheet.point(2 * (u + i), 2 * (v + j));
            *corner = (point, distance(point));
        }
    }
    for j in 0..high {
        for i in 0..wide {
            let around = [corners[j][i], corners[j][i + 1], corners[j + 1][i + 1], corners[j + 1][i]];
            let inside = around.iter().filter(|corner| corner.1 < 0.0).count();
            if inside > 0 && inside < 4 {
                cell(sheet, distance, u + i, v + j, around, out);
            }
        }
    }
}

/// Adds the segments within a cell, given its corners in turn with their distances.
fn cell(
    sheet: &Sheet,
    distance: &impl Fn(DVec3) -> f64,
    u: usize,
    v: usize,
    corners: [(DVec3, f64); 4],
    out: &mut Vec<Segment>,
) {
    let sides = [
        sheet.side(u, v, false),
        sheet.side(u + 1, v, true),
        sheet.side(u, v + 1, false),
        sheet.side(u, v, true),
    ];
    let mut found = [(0, DVec3::ZERO); 4];
    let mut count = 0;
    for k in 0..4 {
        let (a, b) = (corners[k], corners[(k + 1) % 4]);
        if (a.1 < 0.0) != (b.1 < 0.0) {
            found[count] = (sides[k], a.0.lerp(b.0, a.1 / (a.1 - b.1)));
            count += 1;
        }
    }
    let mut add = |a: usize, b: usize| {
        let (a, b) = (found[a], found[b]);
        out.push(Segment { sides: [a.0, b.0], points: [a.1, b.1] });
    };
    if count == 2 {
        return add(0, 1);
    }
    // Two segments: the middle tells which corners each of them cuts off.
    let middle = distance(sheet.point(2 * u + 1, 2 * v + 1));
    let pairs = if (middle < 0.0) == (corners[0].1 < 0.0) { [[0, 1], [2, 3]] } else { [[3, 0], [1, 2]] };
    for [a, b] in pairs {
        add(a, b);
    }
}

/// Joins segments through the sides they share; a closed chain ends where it begins.
fn chains(segments: &[Segment]) -> Vec<Vec<DVec3>> {
    let mut ends: Vec<(usize, usize)> = segments
        .iter()
        .enumerate()
        .flat_map(|(k, s)| [(s.sides[0], 2 * k), (s.sides[1], 2 * k + 1)])
        .collect();
    ends.sort_unstable();
    // The end of another segment on the same side of a cell.
    let mut partner = vec![usize::MAX; 2 * segments.len()];
    for pair in ends.windows(2) {
        if pair[0].0 == pair[1].0 {
            partner[pair[0].1] = pair[1].1;
            partner[pair[1].1] = pair[0].1;
        }
    }
    let points: Vec<[DVec3; 2]> = segments.iter().map(|segment| segment.points).collect();
    follow(&points, &partner)
}

/// Makes curves of a rough chain: thinned, moved onto both surfaces, refined, and cut at corners.
fn settle(
    solid: &Solid,
    scale: &Scale,
    ids: [FaceId; 2],
    cell: f64,
    rough: Vec<DVec3>,
    out: &mut Vec<Curve>,
) {
    let path = Path::Meeting(ids);
    let closed = rough.first() == rough.last();
    let mut points: Vec<DVec3> = Vec::with_capacity(rough.len());
    for p in thin(&rough, scale.chord) {
        // Where surfaces touch there is no way to tell; the rough point is as good as it gets.
        let exact = path.attract(solid, p).filter(|exact| exact.distance(p) < 2.0 * cell).unwrap_or(p);
        if points.last().is_none_or(|last| last.distance(exact) > scale.on) {
            points.push(exact);
        }
    }
    if closed && points.len() > 2 {
        let first = points[0];
        *points.last_mut().expect("three points") = first;
    }
    if points.len() < 2 {
        return;
    }
    let mut curve = Curve { points, path, kind: Kind::Edge, faces: ids.map(Beside::Face), rough: 0.0 };
    curve.refine(solid, scale);
    cut_at_corners(curve, out);
}
