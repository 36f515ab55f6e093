//! Paths of straight edges of unit cubes, and when two of them are the same object.

use serde::{Deserialize, Serialize};

/// The place of a unit cube's centre in the lattice.
pub type Cube = [i32; 3];

/// A path of straight edges of cubes; consecutive edges are perpendicular and share their joining cube.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Object {
    /// Cubes in each edge, the joining cubes counted in both of theirs.
    pub lengths: Vec<u8>,
    /// Where each edge leads.
    pub directions: Vec<Direction>,
}

/// One of the six directions along the object's axes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[allow(missing_docs)]
pub enum Direction {
    #[serde(rename = "+x")]
    PlusX,
    #[serde(rename = "-x")]
    MinusX,
    #[serde(rename = "+y")]
    PlusY,
    #[serde(rename = "-y")]
    MinusY,
    #[serde(rename = "+z")]
    PlusZ,
    #[serde(rename = "-z")]
    MinusZ,
}

/// What does not change when an object is turned or its path is walked the other way round: two objects have the
/// same form exactly when one of the 24 rotations takes one to the other.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct CanonicalForm {
    lengths: Vec<u8>,
    directions: Vec<Direction>,
}

impl Object {
    /// The cubes of each edge in order; joining cubes appear in both of their edges.
    pub fn edges(&self) -> Vec<Vec<Cube>> {
        let mut joint = [0; 3];
        let walk = self.lengths.iter().zip(&self.directions);
        walk.map(|(&length, direction)| {
            let edge: Vec<Cube> = (0..i32::from(length)).map(|steps| direction.walk(joint, steps)).collect();
            joint = direction.walk(joint, i32::from(length) - 1);
            edge
        })
        .collect()
    }

    /// Every cube once, in the order of the path.
    pub fn cubes(&self) -> Vec<Cube> {
        let edges = self.edges();
        let skip = |at: usize| usize::from(at > 0);
        edges.iter().enumerate().flat_map(|(at, edge)| edge[skip(at)..].iter().copied()).collect()
    }

    /// Whether cubes of edges that are not neighbours share a face, an edge, a corner or their place.
    pub fn touches_itself(&self) -> bool {
        let ends: Vec<[Cube; 2]> = self.edges().iter().map(|edge| [edge[0], edge[edge.len() - 1]]).collect();
        let apart = |a: &[Cube; 2], b: &[Cube; 2]| {
            (0..3).any(|axis| {
                let (a_low, a_high) = (a[0][axis].min(a[1][axis]), a[0][axis].max(a[1][axis]));
                let (b_low, b_high) = (b[0][axis].min(b[1][axis]), b[0][axis].max(b[1][axis]));
                b_low - a_high >= 2 || a_low - b_high >= 2
            })
        };
        (0..ends.len()).any(|i| (i + 2..ends.len()).any(|j| !apart(&ends[i], &ends[j])))
    }

    /// The object with each direction replaced; a mirror image when `change` is a reflection.
    pub fn map(&self, change: impl Fn(Direction) -> Direction) -> Self {
        let directions = self.directions.iter().map(|&direction| change(direction)).collect();
        Self { lengths: self.lengths.clone(), directions }
    }

    /// The mirror image in the plane through the vertical axis in which x and z change places.
    pub fn mirrored(&self) -> Self {
        self.map(Direction::swap_x_z)
    }

    /// The form shared by all turned copies.
    pub fn canonical_form(&self) -> CanonicalForm {
        let reversed = Self {
            lengths: self.lengths.iter().rev().copied().collect(),
            directions: self.directions.iter().rev().map(|direction| direction.opposite()).collect(),
        };
        self.form_from_start().min(reversed.form_from_start())
    }

    /// Turned so that the first edge leads along +x and the second along +y, which leaves nothing to choose.
    fn form_from_start(&self) -> CanonicalForm {
        let (x, y) = (self.directions[0], self.directions[1]);
        let z = x.cross(y);
        let turned = self.map(|direction| {
            let along = |axis: Direction| axis.axis() == direction.axis();
            let (base, axis) =
                [x, y, z].into_iter().enumerate().find(|(_, axis)| along(*axis)).expect("3 axes");
            Direction::new(base, axis.sign() * direction.sign())
        });
        CanonicalForm { lengths: turned.lengths, directions: turned.directions }
    }

    /// The object in its 24 poses.
    pub fn poses(&self) -> impl Iterator<Item = Self> {
        let frames = Direction::ALL.into_iter().flat_map(|x| x.turns().map(|y| [x, y, x.cross(y)]));
        frames.map(|frame| {
            self.map(|direction| {
                Direction::new(
                    frame[direction.axis()].axis(),
                    frame[direction.axis()].sign() * direction.sign(),
                )
            })
        })
    }

    /// Whether a rotation takes the object to its mirror image.
    pub fn is_achiral(&self) -> bool {
        self.canonical_form() == self.mirrored().canonical_form()
    }
}

impl CanonicalForm {
    /// The object in the pose that the form describes.
    pub fn object(&self) -> Object {
        Object { lengths: self.lengths.clone(), directions: self.directions.clone() }
    }
}

impl Direction {
    /// All six.
    pub const ALL: [Self; 6] =
        [Self::PlusX, Self::MinusX, Self::PlusY, Self::MinusY, Self::PlusZ, Self::MinusZ];

    /// The direction along axis 0, 1 or 2 with that sign.
    pub fn new(axis: usize, sign: i32) -> Self {
        Self::ALL[axis * 2 + usize::from(sign < 0)]
    }

    /// 0, 1, 2 for x, y, z.
    pub fn axis(self) -> usize {
        self as usize / 2
    }

    /// 1 or -1.
    pub fn sign(self) -> i32 {
        1 - 2 * (self as i32 % 2)
    }

    /// The way back.
    pub fn opposite(self) -> Self {
        Self::new(self.axis(), -self.sign())
    }

    /// The four directions perpendicular to this one.
    pub fn turns(self) -> [Self; 4] {
        let (next, after) = ((self.axis() + 1) % 3, (self.axis() + 2) % 3);
        [Self::new(next, 1), Self::new(next, -1), Self::new(after, 1), Self::new(after, -1)]
    }

    /// The place some steps further on.
    pub fn walk(self, mut cube: Cube, steps: i32) -> Cube {
        cube[self.axis()] += self.sign() * steps;
        cube
    }

    /// The direction that completes two perpendicular ones to a right-handed frame.
    fn cross(self, other: Self) -> Self {
        let axis = 3 - self.axis() - other.axis();
        let cyclic = if (self.axis() + 1) % 3 == other.axis() { 1 } else { -1 };
        Self::new(axis, cyclic * self.sign() * other.sign())
    }

    /// Its reflection in the plane x = z.
    pub fn swap_x_z(self) -> Self {
        Self::new(2 - self.axis(), self.sign())
    }

    /// Its reflection in the plane x = -z.
    pub fn swap_x_minus_z(self) -> Self {
        if self.axis() == 1 { self } else { self.swap_x_z().opposite() }
    }
}
