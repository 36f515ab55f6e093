//! Makes a mesh of triangles as they are found in files: checks, welds, leaves out, turns, and says so.

use super::edges::{Edges, runs_forward};
use super::{Bvh, Mesh, MeshError, Warning, corners, crossings, normals, orient, weld};
use crate::stop::{Stop, Stopped, map_all, polled, sort};
use glam::DVec3;
use std::collections::BTreeMap;

/// Three sides and three corners each must be countable in 32 bits, with one number to spare.
pub(super) const MOST_TRIANGLES: usize = (u32::MAX as usize - 1) / 6;

/// The largest coordinate: it still fits the 32 bits of an STL file, and its sixth power, which squared areas reach
/// together with lengths, the 64 bits calculated with.
pub(super) const LARGEST: f64 = 1e38;

/// The least diagonal: areas of triangles far smaller than the whole must not vanish.
const SMALLEST: f64 = 1e-30;

/// A triangle lower than this fraction of its longest side has no area: its corners are on a line up to rounding.
const FLAT: f64 = 1e-12;

impl Mesh {
    /// A mesh of triangles given by their corners, as STL files have them.
    pub fn from_triangles(triangles: &[[DVec3; 3]], stop: Stop) -> Result<(Self, Vec<Warning>), MeshError> {
        limit(triangles.len())?;
        let indexed: Vec<[u32; 3]> =
            (0..triangles.len() as u32).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect();
        Self::from_indexed(triangles.as_flattened(), &indexed, stop)
    }

    /// A mesh of triangles given as indices into vertices, as OBJ files have them.
    pub fn from_indexed(
        vertices: &[DVec3],
        triangles: &[[u32; 3]],
        stop: Stop,
    ) -> Result<(Self, Vec<Warning>), MeshError> {
        limit(triangles.len())?;
        for item in polled(triangles.iter().enumerate(), stop) {
            let (index, triangle) = item?;
            check(vertices, index, *triangle)?;
        }
        let (vertices, triangles) = compact(vertices, triangles, stop)?;
        let (low, high) = around(&vertices).ok_or(MeshError::Empty)?;
        let diagonal = (high - low).length();
        if diagonal < SMALLEST {
            return Err(if diagonal > 0.0 { MeshError::TooSmall { diagonal } } else { MeshError::Empty });
        }
        let mut warnings = Vec::new();
        let (stands, merged) = weld::weld(&vertices, low, diagonal, stop)?;
        warn(&mut warnings, merged, Warning::Welded);
        let stand = |triangle: &[u32; 3]| triangle.map(|vertex| stands[vertex as usize]);
        let triangles = map_all(&triangles, stop, stand)?;
        let triangles = clean(&vertices, triangles, &mut warnings, stop)?;
        if triangles.is_empty() {
            return Err(MeshError::Empty);
        }
        let (vertices, triangles) = compact(&vertices, &triangles, stop)?;
        let mut mesh = Self::assemble(vertices, triangles, stop)?;
        orient::orient(&mut mesh, &mut warnings, stop)?;
        mesh.inspect(&mut warnings, stop)?;
        Ok((mesh, warnings))
    }

    /// A mesh of triangles that are in order already, such as those of another mesh that went through a file: nothing is
    /// welded, left out, turned or searched for, which takes most of the time otherwise.
    pub fn restored(vertices: &[DVec3], triangles: &[[u32; 3]], stop: Stop) -> Result<Self, MeshError> {
        limit(triangles.len())?;
        if triangles.is_empty() {
            return Err(MeshError::Empty);
        }
        for item in polled(triangles.iter().enumerate(), stop) {
            let (index, triangle) = item?;
            check(vertices, index, *triangle)?;
        }
        let (vertices, triangles) = compact(vertices, triangles, stop)?;
        Ok(Self::assemble(vertices, triangles, stop)?)
    }

    /// Puts the parts together, facing as they do.
    fn assemble(vertices: Vec<DVec3>, triangles: Vec<[u32; 3]>, stop: Stop) -> Result<Self, Stopped> {
        let bvh = Bvh::new(&vertices, &triangles, stop)?;
        let edges = Edges::new(&triangles, stop)?;
        let mut mesh = Self { vertices, triangles, normals: Vec::new(), edges, bvh, closed: false };
        mesh.refresh(stop)?;
        Ok(mesh)
    }

    /// Turns the triangles that are marked.
    pub(super) fn turn(&mut self, marked: &[bool], stop: Stop) -> Result<(), Stopped> {
        for (triangle, _) in self.triangles.iter_mut().zip(marked).filter(|(_, marked)| **marked) {
            triangle.swap(1, 2);
        }
        // Turned triangles use their corners in another order.
        (self.vertices, self.triangles) = compact(&self.vertices, &self.triangles, stop)?;
        self.edges = Edges::new(&self.triangles, stop)?;
        self.refresh(stop)
    }

    /// Works out what depends on the way the triangles face.
    fn refresh(&mut self, stop: Stop) -> Result<(), Stopped> {
        let [low, high] = self.bounds();
        // Rounding in a file is relative to the coordinates, which may exceed the size of the mesh.
        let size = low.abs().max(high.abs()).max(high - low).max_element();
        self.normals = normals::face_normals(&self.vertices, &self.triangles, &self.edges, size, stop)?;
        self.closed = self.edges.balanced(&self.triangles, stop)?;
        Ok(())
    }

    /// Warns of what is left wrong.
    fn inspect(&self, warnings: &mut Vec<Warning>, stop: Stop) -> Result<(), Stopped> {
        warnings.extend(self.gaps(stop)?);
        let (pairs, all) = crossings::crossing_pairs(self, stop)?;
        warn(warnings, pairs, |pairs| Warning::SelfIntersecting { pairs, all });
        Ok(())
    }

    /// Warns where the surface has gaps, more than two triangles meet, or two that face opposite ways.
    pub fn gaps(&self, stop: Stop) -> Result<Vec<Warning>, Stopped> {
        let mut warnings = Vec::new();
        let (mut open, mut crowded, mut twisted) = (0, 0, 0);
        for edge in polled(0..self.edges.len() as u32, stop) {
            match *self.edges.sides(edge?) {
                [_] => open += 1,
                [a, b] => {
                    let one_way = runs_forward(&self.triangles, a) == runs_forward(&self.triangles, b);
                    twisted += usize::from(one_way);
                }
                _ => crowded += 1,
            }
        }
        warn(&mut warnings, open, Warning::Open);
        warn(&mut warnings, crowded, Warning::NonManifold);
        warn(&mut warnings, twisted, Warning::NotOrientable);
        Ok(warnings)
    }
}

/// Adds a warning if there is something to warn of.
pub(super) fn warn(warnings: &mut Vec<Warning>, count: usize, warning: impl Fn(usize) -> Warning) {
    if count > 0 {
        warnings.push(warning(count));
    }
}

fn limit(triangles: usize) -> Result<(), MeshError> {
    if triangles > MOST_TRIANGLES { Err(MeshError::TooMany { triangles }) } else { Ok(()) }
}

/// Refuses a triangle that cannot be calculated with.
fn check(vertices: &[DVec3], triangle: usize, indices: [u32; 3]) -> Result<(), MeshError> {
    for index in indices {
        let missing = MeshError::NoSuchVertex { triangle, index, vertices: vertices.len() };
        let vertex = vertices.get(index as usize).ok_or(missing)?;
        if !vertex.is_finite() {
            return Err(MeshError::NotFinite { triangle });
        }
        if let Some(value) = vertex.to_array().into_iter().find(|value| value.abs() > LARGEST) {
            return Err(MeshError::TooLarge { triangle, value });
        }
    }
    Ok(())
}

/// Vertices, and triangles as indices into them.
type Indexed = (Vec<DVec3>, Vec<[u32; 3]>);

/// Only the vertices that are used, numbered as the triangles use them: the same mesh then always looks the same.
fn compact(vertices: &[DVec3], triangles: &[[u32; 3]], stop: Stop) -> Result<Indexed, Stopped> {
    let mut number = vec![u32::MAX; vertices.len()];
    let mut used = Vec::new();
    let mut renumber = |vertex: u32| {
        let known = &mut number[vertex as usize];
        if *known == u32::MAX {
            *known = used.len() as u32;
            used.push(vertices[vertex as usize]);
        }
        *known
    };
    let triangles = map_all(triangles, stop, |triangle| triangle.map(&mut renumber))?;
    Ok((used, triangles))
}

/// The box around points.
fn around(points: &[DVec3]) -> Option<(DVec3, DVec3)> {
    let first = *points.first()?;
    Some(points.iter().fold((first, first), |(low, high), point| (low.min(*point), high.max(*point))))
}

/// Leaves out triangles that occur twice or have no area.
fn clean(
    vertices: &[DVec3],
    mut triangles: Vec<[u32; 3]>,
    warnings: &mut Vec<Warning>,
    stop: Stop,
) -> Result<Vec<[u32; 3]>, Stopped> {
    let before = triangles.len();
    triangles.retain(|[a, b, c]| a != b && b != c && c != a);
    let pointed = before - triangles.len();
    let duplicates = drop_duplicates(&mut triangles, stop)?;
    let (dropped, kept) = drop_flat(vertices, &mut triangles, stop)?;
    warn(warnings, duplicates, Warning::Duplicates);
    warn(warnings, pointed + dropped, Warning::ZeroAreaDropped);
    warn(warnings, kept, Warning::ZeroAreaKept);
    Ok(triangles)
}

/// Keeps the first triangle of those with the same corners, whichever way they face.
fn drop_duplicates(triangles: &mut Vec<[u32; 3]>, stop: Stop) -> Result<usize, Stopped> {
    let mut sorted: Vec<([u32; 3], u32)> =
        map_all((0..).zip(triangles.iter()), stop, |(index, triangle)| {
            let mut key = *triangle;
            key.sort_unstable();
            (key, index)
        })?;
    sort(&mut sorted, stop)?;
    let mut again = vec![false; triangles.len()];
    for same in polled(sorted.chunk_by(|one, other| one.0 == other.0), stop) {
        same?[1..].iter().for_each(|(_, index)| again[*index as usize] = true);
    }
    Ok(drop_marked(triangles, &again))
}

/// Drops triangles whose three different corners are on a line, and counts them and those it keeps: one that has a
/// neighbour along each side fills the seam between a long side and two short ones, which would gape without it.
fn drop_flat(
    vertices: &[DVec3],
    triangles: &mut Vec<[u32; 3]>,
    stop: Stop,
) -> Result<(usize, usize), Stopped> {
    let mut flat = Vec::new();
    for index in polled(0..triangles.len(), stop) {
        let index = index?;
        if is_flat(corners(vertices, triangles[index])) {
            flat.push(index);
        }
    }
    if flat.is_empty() {
        return Ok((0, 0));
    }
    let sides = |[a, b, c]: [u32; 3]| [[a, b], [b, c], [c, a]].map(|[a, b]| [a.min(b), a.max(b)]);
    let mut uses: BTreeMap<[u32; 2], usize> = BTreeMap::new();
    for side in polled(triangles.iter().flat_map(|triangle| sides(*triangle)), stop) {
        *uses.entry(side?).or_default() += 1;
    }
    let mut marked = vec![false; triangles.len()];
    for &index in &flat {
        marked[index] = sides(triangles[index]).iter().any(|side| uses[side] != 2);
    }
    let all_flat = flat.len() == triangles.len();
    let dropped = if all_flat { triangles.drain(..).count() } else { drop_marked(triangles, &marked) };
    Ok((dropped, flat.len() - dropped))
}

fn is_flat([a, b, c]: [DVec3; 3]) -> bool {
    let longest = (b - a).length_squared().max((c - b).length_squared()).max((a - c).length_squared());
    (b - a).cross(c - a).length() <= FLAT * longest
}

fn drop_marked(triangles: &mut Vec<[u32; 3]>, marked: &[bool]) -> usize {
    let before = triangles.len();
    let mut marks = marked.iter();
    triangles.retain(|_| !marks.next().expect("a mark for each triangle"));
    before - triangles.len()
}
