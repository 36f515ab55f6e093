//! Points of a solid's surface, uniform by area, with the normals that point out of it; and the area itself.
//!
//! Points are drawn on the faces of the leaves in proportion to their area and kept where the face bounds the result: where
//! the tree says something else in front of the face than behind it. Faces are cut into cells first. A cell that is farther
//! from every other leaf than it is large bounds the result everywhere or nowhere, so that points are only looked at
//! in the cells between. Where faces of several leaves coincide, the first leaf's
//! counts. A mesh may have several shells, which touch or hold one another: where material of one lies on the face of another,
//! that face bounds nothing. What lies between tangent surfaces within the tolerance is taken for coincident, which concerns about a millionth
//! of their area.

use crate::lattice::Lattice;
use crate::leaf::{Contact, Leaf, Touch};
use crate::mesh::Mesh;
use crate::solid::Solid;
use crate::stop::{Stop, Stopped, polled};
use glam::DVec3;

/// A point of the surface.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SurfacePoint {
    /// Where.
    pub position: DVec3,
    /// The unit vector out of the solid.
    pub normal: DVec3,
}

/// Why there are no points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PointsError {
    /// The solid has no surface, or next to none compared with the parts it is made of.
    #[error(
        "only {found} of {wanted} points found on the surface in {draws} draws: the solid is empty or almost so"
    )]
    TooLittleSurface {
        /// How many points were found.
        found: usize,
        /// How many were asked for.
        wanted: usize,
        /// How many points of the parts were tried.
        draws: usize,
    },
    /// The caller wanted no more.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

/// Without a single point after so many draws the solid is taken for empty.
const EMPTY_AFTER: usize = 100_000;
/// Otherwise there are so many draws for a point, and as many as above in addition.
const DRAWS_A_POINT: usize = 1_000;
/// Within this, relative to the coordinates, a point is on a face.
const ROUNDING: f64 = 1e-11;
/// Faces at a common point coincide if the cosine between them is at least this.
const PARALLEL: f64 = 1.0 - 1e-6;
/// Shells of a mesh that are no farther apart than this share of its size touch.
const TOUCHING: f64 = 1e-4;
/// Points of all undecided cells together, or somewhat more, from which the area is estimated.
const AREA_POINTS: f64 = 30_000.0;

impl Solid {
    /// `count` points, uniform by area; `source` gives numbers uniform in [0, 1).
    ///
    /// At most a thousand draws a point and 100,000 more are made; an empty solid is given up after 100,000.
    pub fn surface_points(
        &self,
        count: usize,
        source: &mut impl FnMut() -> f64,
        stop: Stop,
    ) -> Result<Vec<SurfacePoint>, PointsError> {
        let mut skin = Skin::of(self, stop)?;
        if skin.cells.is_empty() && count > 0 {
            return Err(PointsError::TooLittleSurface { found: 0, wanted: count, draws: 0 });
        }
        let mut points = Vec::with_capacity(count);
        let most = EMPTY_AFTER + DRAWS_A_POINT * count;
        for draws in polled(0.., stop) {
            let draws = draws?;
            if points.len() == count {
                break;
            }
            if draws == most || points.is_empty() && draws == EMPTY_AFTER {
                return Err(PointsError::TooLittleSurface { found: points.len(), wanted: count, draws });
            }
            let cell = skin.cell_at(source());
            points.extend(skin.point(cell, source(), source()));
        }
        Ok(points)
    }

    /// Its area, ordinarily to a few parts in a thousand; zero if it is empty. The same for the same solid, to the bit.
    pub fn surface_area(&self, stop: Stop) -> Result<f64, Stopped> {
        let mut skin = Skin::of(self, stop)?;
        let mut area = 0.0;
        for cell in 0..skin.cells.len() {
            let whole = skin.cells[cell].area;
            if skin.cells[cell].outward.is_some() {
                area += whole;
                continue;
            }
            let lattice = Lattice::of_at_least(AREA_POINTS * whole / skin.area);
            let mut kept = 0;
            for point in polled(lattice.points(), stop) {
                let (s, t) = point?;
                kept += u32::from(skin.point(cell, s, t).is_some());
            }
            area += whole * f64::from(kept) / f64::from(lattice.count);
        }
        Ok(area)
    }
}

/// The cells of all faces of all leaves that may bound the result.
struct Skin<'a> {
    solid: &'a Solid,
    cells: Vec<Cell>,
    /// For each cell the areas of all up to it.
    up_to: Vec<f64>,
    area: f64,
    tolerance: f64,
    /// A box around the result: nothing beyond it needs a closer look.
    bounds: [DVec3; 2],
    /// For each leaf, whether it is there in front of the face and behind it.
    sides: Vec<[bool; 2]>,
    /// For each leaf, the faces that its own other shells may touch or hold; empty if there are none.
    contested: Vec<Vec<bool>>,
}

/// A part of a face: the picture of a part of the unit square.
#[derive(Clone, Copy)]
struct Cell {
    leaf: usize,
    face: usize,
    /// Its lower corner in the unit square, and its sizes.
    corner: [f64; 2],
    size: [f64; 2],
    area: f64,
    /// 1 or -1 if all of it bounds the result with its normal pointing out or in; `None` if that differs within.
    outward: Option<f64>,
}

impl Cell {
    /// Its four quarters.
    fn quarters(&self) -> [Self; 4] {
        let [wide, high] = [self.size[0] / 2.0, self.size[1] / 2.0];
        [[0.0, 0.0], [0.0, high], [wide, 0.0], [wide, high]].map(|[s, t]| Self {
            corner: [self.corner[0] + s, self.corner[1] + t],
            size: [wide, high],
            area: self.area / 4.0,
            ..*self
        })
    }
}

/// Undecided cells are cut until they have no more than this share of the area of the others, …
const UNDECIDED: f64 = 0.5;
/// … or there are so many, …
const MOST_UNDECIDED: usize = 4_096;
/// … or they have become as small as this many halvings make them.
const DEEPEST: u32 = 12;

/// What is known about a cell.
enum Standing {
    /// It bounds the result everywhere, with its normal pointing out (1) or in (-1).
    Bounds(f64),
    /// It bounds the result nowhere.
    Apart,
    /// Neither, or it takes a closer look.
    Undecided,
}

impl<'a> Skin<'a> {
    fn of(solid: &'a Solid, stop: Stop) -> Result<Self, Stopped> {
        let [low, high] = solid.bounds_of_leaves();
        let tolerance = ROUNDING * low.abs().max(high.abs()).max_element();
        let [from, to] = solid.bounds().unwrap_or([DVec3::INFINITY, DVec3::NEG_INFINITY]);
        let bounds = [from - tolerance, to + tolerance];
        let sides = vec![[false; 2]; solid.leaves().len()];
        let contested = |leaf: &Leaf| match leaf.mesh() {
            Some(form) => form.mesh.contested(touching(&form.mesh), stop),
            None => Ok(Vec::new()),
        };
        let contested = solid.leaves().iter().map(contested).collect::<Result<_, _>>()?;
        let (cells, up_to) = (Vec::new(), Vec::new());
        let mut skin = Self { solid, cells, up_to, area: 0.0, tolerance, bounds, sides, contested };
        let mut undecided = Vec::new();
        for (leaf, form) in solid.leaves().iter().enumerate() {
            let areas = form.face_areas().into_iter().enumerate();
            let (corner, size, outward) = ([0.0; 2], [1.0; 2], None);
            undecided.extend(areas.map(|(face, area)| Cell { leaf, face, corner, size, area, outward }));
        }
        for _ in 0..DEEPEST {
            let mut smaller = Vec::new();
            for cell in polled(undecided.iter(), stop) {
                let cell = cell?;
                match skin.standing(cell) {
                    Standing::Bounds(outward) => skin.keep(Cell { outward: Some(outward), ..*cell }),
                    Standing::Apart => {}
                    Standing::Undecided => smaller.extend(cell.quarters()),
                }
            }
            undecided = smaller;
            let area: f64 = undecided.iter().map(|cell| cell.area).sum();
            if undecided.len() > MOST_UNDECIDED || area <= UNDECIDED * skin.area {
                break;
            }
        }
        for cell in undecided {
            skin.keep(cell);
        }
        Ok(skin)
    }

    /// Looks at a cell as a whole.
    fn standing(&mut self, cell: &Cell) -> Standing {
        let form = &self.solid.leaves()[cell.leaf];
        let at = |s: f64, t: f64| {
            form.on_face(cell.face, cell.corner[0] + cell.size[0] * s, cell.corner[1] + cell.size[1] * t)
        };
        let mut others = self.solid.leaves().iter().enumerate().filter(|(other, _)| *other != cell.leaf);
        let alone = others.clone().next().is_none();
        if self.is_contested(cell.leaf, cell.face) {
            return Standing::Undecided;
        }
        // Whole turns end where they began, and seem to have no extent.
        if !alone && cell.size[0].max(cell.size[1]) > 0.3 {
            return Standing::Undecided;
        }
        let middle = at(0.5, 0.5);
        let rim =
            [(0.0, 0.0), (0.0, 0.5), (0.0, 1.0), (0.5, 0.0), (0.5, 1.0), (1.0, 0.0), (1.0, 0.5), (1.0, 1.0)];
        // Between the corners a face bulges, though by far less than this.
        let reach = 1.3 * rim.iter().map(|&(s, t)| at(s, t).distance(middle)).fold(0.0, f64::max);
        if !alone && middle.max(self.bounds[0]).min(self.bounds[1]).distance(middle) > reach {
            return Standing::Apart;
        }
        if !alone && !others.all(|(_, leaf)| leaf.field(middle).abs() > reach) {
            return Standing::Undecided;
        }
        let normal = form.face_normal(cell.face, middle);
        self.bounding(cell.leaf, cell.face, middle, normal).map_or(Standing::Apart, Standing::Bounds)
    }

    fn is_contested(&self, leaf: usize, face: usize) -> bool {
        self.contested[leaf].get(face) == Some(&true)
    }

    /// Whether another shell of the same mesh lies on a face.
    fn is_covered(&self, leaf: usize, face: usize, position: DVec3, normal: DVec3) -> bool {
        let form = &self.solid.leaves()[leaf];
        let lies_on =
            |mesh: &Mesh| mesh.contains(form.placement().to_local(position + normal * touching(mesh)));
        self.is_contested(leaf, face) && form.mesh().is_some_and(|form| lies_on(&form.mesh))
    }

    fn keep(&mut self, cell: Cell) {
        self.area += cell.area;
        self.up_to.push(self.area);
        self.cells.push(cell);
    }

    /// The cell in which the given share of the whole area ends.
    fn cell_at(&self, share: f64) -> usize {
        let found = self.up_to.partition_point(|up_to| *up_to <= share * self.area);
        found.min(self.cells.len() - 1)
    }

    /// The point of a cell that belongs to a point of the unit square, if it bounds the solid.
    fn point(&mut self, cell: usize, s: f64, t: f64) -> Option<SurfacePoint> {
        let Cell { leaf, face, corner, size, outward, .. } = self.cells[cell];
        let form = &self.solid.leaves()[leaf];
        let position = form.on_face(face, corner[0] + size[0] * s, corner[1] + size[1] * t);
        if outward.is_none() && (position.cmplt(self.bounds[0]).any() || position.cmpgt(self.bounds[1]).any())
        {
            return None;
        }
        let normal = form.face_normal(face, position);
        let outward = outward.or_else(|| self.bounding(leaf, face, position, normal))?;
        Some(SurfacePoint { position, normal: normal * outward })
    }

    /// Whether a face of a leaf bounds the result at a point: 1 if its normal points out, -1 if in, and nothing if it does not.
    fn bounding(&mut self, leaf: usize, face: usize, position: DVec3, normal: DVec3) -> Option<f64> {
        if self.is_covered(leaf, face, position, normal) {
            return None;
        }
        for (other, form) in self.solid.leaves().iter().enumerate() {
            self.sides[other] = match form.contact(position, self.tolerance) {
                _ if other == leaf => [false, true],
                Contact::Inside => [true, true],
                Contact::Outside => [false, false],
                Contact::On(_) if other < leaf => return None,
                Contact::On(touch) => coincident(&touch, normal)?,
            };
        }
        let [front, behind] = [0, 1].map(|side| self.solid.holds(|leaf| self.sides[leaf][side]));
        match (front, behind) {
            (false, true) => Some(1.0),
            (true, false) => Some(-1.0),
            _ => None,
        }
    }
}

/// How near to one another shells of a mesh touch.
fn touching(mesh: &Mesh) -> f64 {
    let [low, high] = mesh.bounds();
    TOUCHING * (high - low).max_element()
}

/// Whether a leaf with a face in the same place is in front of it, and behind; nothing if the faces cross there.
fn coincident(touch: &Touch, normal: DVec3) -> Option<[bool; 2]> {
    let [only] = touch.faces() else { return None };
    let along = only.normal.dot(normal);
    (along.abs() >= PARALLEL).then_some([along < 0.0, along > 0.0])
}
