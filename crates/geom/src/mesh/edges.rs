//! Which triangles meet along which edge.

use crate::stop::{Stop, Stopped, map_all, polled, sort};

/// All edges of a mesh. A *side* is an edge as one triangle runs through it: number 3 × triangle + corner it starts at.
#[derive(Clone, Debug)]
pub(super) struct Edges {
    ends: Vec<[u32; 2]>,
    starts: Vec<u32>,
    sides: Vec<u32>,
    of_side: Vec<u32>,
}

impl Edges {
    pub(super) fn new(triangles: &[[u32; 3]], stop: Stop) -> Result<Self, Stopped> {
        let keyed = |side: u32| {
            let [a, b] = side_ends(triangles, side);
            ([a.min(b), a.max(b)], side)
        };
        let mut sorted: Vec<_> = map_all(0..triangles.len() as u32 * 3, stop, keyed)?;
        sort(&mut sorted, stop)?;
        let mut edges =
            Self { ends: Vec::new(), starts: vec![0], sides: Vec::new(), of_side: vec![0; sorted.len()] };
        for same in polled(sorted.chunk_by(|one, other| one.0 == other.0), stop) {
            let same = same?;
            for &(_, side) in same {
                edges.of_side[side as usize] = edges.ends.len() as u32;
                edges.sides.push(side);
            }
            edges.ends.push(same[0].0);
            edges.starts.push(edges.sides.len() as u32);
        }
        Ok(edges)
    }

    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    /// The vertices of an edge, the lower number first.
    pub(super) fn ends(&self, edge: u32) -> [u32; 2] {
        self.ends[edge as usize]
    }

    /// The sides along an edge, in the order of their triangles.
    pub(super) fn sides(&self, edge: u32) -> &[u32] {
        let edge = edge as usize;
        &self.sides[self.starts[edge] as usize..self.starts[edge + 1] as usize]
    }

    /// The two sides of an edge where exactly two triangles meet.
    pub(super) fn pair(&self, edge: u32) -> Option<[u32; 2]> {
        self.sides(edge).try_into().ok()
    }

    /// The edge of a side.
    pub(super) fn of_side(&self, side: u32) -> u32 {
        self.of_side[side as usize]
    }

    /// The triangle on the other side of an edge where exactly two meet.
    pub(super) fn across(&self, side: u32) -> Option<u32> {
        let [one, other] = self.pair(self.of_side(side))?;
        Some(if one == side { other / 3 } else { one / 3 })
    }

    /// Whether every edge is run through as often in one direction as in the other.
    pub(super) fn balanced(&self, triangles: &[[u32; 3]], stop: Stop) -> Result<bool, Stopped> {
        for edge in polled(0..self.len() as u32, stop) {
            let sides = self.sides(edge?);
            let forward = sides.iter().filter(|&&side| runs_forward(triangles, side)).count();
            if forward * 2 != sides.len() {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// The vertices of a side, in the direction its triangle runs through it.
pub(super) fn side_ends(triangles: &[[u32; 3]], side: u32) -> [u32; 2] {
    let triangle = triangles[side as usize / 3];
    let corner = side as usize % 3;
    [triangle[corner], triangle[(corner + 1) % 3]]
}

/// Whether a side runs from the lower to the higher vertex number.
pub(super) fn runs_forward(triangles: &[[u32; 3]], side: u32) -> bool {
    let [a, b] = side_ends(triangles, side);
    a < b
}
