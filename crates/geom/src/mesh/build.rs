//! Makes a mesh of triangles as they are found in files: checks, welds, leaves out, turns, and says so.

use super::edges::{Edges, runs_forward};
use super::{Bvh, Mesh, MeshError, Warning, corners, crossings, normals, orient, weld};
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
    pub fn from_triangles(triangles: &[[DVec3; 3]]) -> Result<(Self, Vec<Warning>), MeshError> {
        limit(triangles.len())?;
        let indexed: Vec<[u32; 3]> =
            (0..triangles.len() as u32).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect();
        Self::from_indexed(triangles.as_flattened(), &indexed)
    }

    /// A mesh of triangles given as indices into vertices, as OBJ files have them.
    pub fn from_indexed(
        vertices: &[DVec3],
        triangles: &[[u32; 3]],
    ) -> Result<(Self, Vec<Warning>), MeshError> {
        limit(triangles.len())?;
        for (index, triangle) in triangles.iter().enumerate() {
            check(vertices, index, *triangle)?;
        }
        let (vertices, triangles) = compact(vertices, triangles);
        let (low, high) = around(&vertices).ok_or(MeshError::Empty)?;
        let diagonal = (high - low).length();
        if diagonal < SMALLEST {
            return Err(if diagonal > 0.0 { MeshError::TooSmall { diagonal } } else { MeshError::Empty });
        }
        let mut warnings = Vec::new();
        let (stands, merged) = weld::weld(&vertices, low, diagonal);
        warn(&mut warnings, merged, Warning::Welded);
        let triangles =
            triangles.iter().map(|triangle| triangle.map(|vertex| stands[vertex as usize])).collect();
        let triangles = clean(&vertices, triangles, &mut warnings);
        if triangles.is_empty() {
            return Err(MeshError::Empty);
        }
        let (vertices, triangles) = compact(&vertices, &triangles);
        let mut mesh = Self::assemble(vertices, triangles);
        orient::orient(&mut mesh, &mut warnings);
        mesh.inspect(&mut warnings);
        Ok((mesh, warnings))
    }

    /// Puts the parts together, facing as they do.
    fn assemble(vertices: Vec<DVec3>, triangles: Vec<[u32; 3]>) -> Self {
        let bvh = Bvh::new(&vertices, &triangles);
        let edges = Edges::new(&triangles);
        let mut mesh = Self { vertices, triangles, normals: Vec::new(), edges, bvh, closed: false };
        mesh.refresh();
        mesh
    }

    /// Turns the triangles that are marked.
    pub(super) fn turn(&mut self, marked: &[bool]) {
        for (triangle, _) in self.triangles.iter_mut().zip(marked).filter(|(_, marked)| **marked) {
            triangle.swap(1, 2);
        }
        // Turned triangles use their corners in another order.
        (self.vertices, self.triangles) = compact(&self.vertices, &self.triangles);
        self.edges = Edges::new(&self.triangles);
        self.refresh();
    }

    /// Works out what depends on the way the triangles face.
    fn refresh(&mut self) {
        let [low, high] = self.bounds();
        // Rounding in a file is relative to the coordinates, which may exceed the size of the mesh.
        let size = low.abs().max(high.abs()).max(high - low).max_element();
        self.normals = normals::face_normals(&self.vertices, &self.triangles, &self.edges, size);
        self.closed = self.edges.balanced(&self.triangles);
    }

    /// Warns of what is left wrong.
    fn inspect(&self, warnings: &mut Vec<Warning>) {
        let sides = |edge: u32| self.edges.sides(edge).len();
        let edges = || 0..self.edges.len() as u32;
        warn(warnings, edges().filter(|&edge| sides(edge) == 1).count(), Warning::Open);
        warn(warnings, edges().filter(|&edge| sides(edge) > 2).count(), Warning::NonManifold);
        let one_way = |[a, b]: [u32; 2]| runs_forward(&self.triangles, a) == runs_forward(&self.triangles, b);
        let twisted = edges().filter_map(|edge| self.edges.pair(edge)).filter(|pair| one_way(*pair)).count();
        warn(warnings, twisted, Warning::NotOrientable);
        let (pairs, all) = crossings::crossing_pairs(self);
        warn(warnings, pairs, |pairs| Warning::SelfIntersecting { pairs, all });
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

/// Only the vertices that are used, numbered as the triangles use them: the same mesh then always looks the same.
fn compact(vertices: &[DVec3], triangles: &[[u32; 3]]) -> (Vec<DVec3>, Vec<[u32; 3]>) {
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
    let triangles = triangles.iter().map(|triangle| triangle.map(&mut renumber)).collect();
    (used, triangles)
}

/// The box around points.
fn around(points: &[DVec3]) -> Option<(DVec3, DVec3)> {
    let first = *points.first()?;
    Some(points.iter().fold((first, first), |(low, high), point| (low.min(*point), high.max(*point))))
}

/// Leaves out triangles that occur twice or have no area.
fn clean(vertices: &[DVec3], mut triangles: Vec<[u32; 3]>, warnings: &mut Vec<Warning>) -> Vec<[u32; 3]> {
    let before = triangles.len();
    triangles.retain(|[a, b, c]| a != b && b != c && c != a);
    let pointed = before - triangles.len();
    let duplicates = drop_duplicates(&mut triangles);
    let (dropped, kept) = drop_flat(vertices, &mut triangles);
    warn(warnings, duplicates, Warning::Duplicates);
    warn(warnings, pointed + dropped, Warning::ZeroAreaDropped);
    warn(warnings, kept, Warning::ZeroAreaKept);
    triangles
}

/// Keeps the first triangle of those with the same corners, whichever way they face.
fn drop_duplicates(triangles: &mut Vec<[u32; 3]>) -> usize {
    let mut sorted: Vec<([u32; 3], u32)> = Vec::with_capacity(triangles.len());
    for (index, triangle) in (0..).zip(triangles.iter()) {
        let mut key = *triangle;
        key.sort_unstable();
        sorted.push((key, index));
    }
    sorted.sort_unstable();
    let mut again = vec![false; triangles.len()];
    for same in sorted.chunk_by(|one, other| one.0 == other.0) {
        same[1..].iter().for_each(|(_, index)| again[*index as usize] = true);
    }
    drop_marked(triangles, &again)
}

/// Drops triangles whose three different corners are on a line, and counts them and those it keeps: one that has a
/// neighbour along each side fills the seam between a long side and two short ones, which would gape without it.
fn drop_flat(vertices: &[DVec3], triangles: &mut Vec<[u32; 3]>) -> (usize, usize) {
    let flat: Vec<usize> =
        (0..triangles.len()).filter(|&index| is_flat(corners(vertices, triangles[index]))).collect();
    if flat.is_empty() {
        return (0, 0);
    }
    let sides = |[a, b, c]: [u32; 3]| [[a, b], [b, c], [c, a]].map(|[a, b]| [a.min(b), a.max(b)]);
    let mut uses: BTreeMap<[u32; 2], usize> = BTreeMap::new();
    for side in triangles.iter().flat_map(|triangle| sides(*triangle)) {
        *uses.entry(side).or_default() += 1;
    }
    let mut marked = vec![false; triangles.len()];
    for &index in &flat {
        marked[index] = sides(triangles[index]).iter().any(|side| uses[side] != 2);
    }
    let all_flat = flat.len() == triangles.len();
    let dropped = if all_flat { triangles.drain(..).count() } else { drop_marked(triangles, &marked) };
    (dropped, flat.len() - dropped)
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
