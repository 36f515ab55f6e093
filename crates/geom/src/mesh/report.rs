//! What can be wrong with a mesh: errors that refuse it and warnings that come with it.

use crate::stop::Stopped;
use std::fmt;

/// Why triangles do not make a mesh.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum MeshError {
    /// Nothing is left to make a surface of.
    #[error("the mesh has no triangle with an area")]
    Empty,
    /// A coordinate is not a number, or infinite.
    #[error("triangle {} has a coordinate that is not a finite number", .triangle + 1)]
    NotFinite {
        /// Counted from 0; the message counts from 1.
        triangle: usize,
    },
    /// A coordinate is too large to calculate with.
    #[error("triangle {} has the coordinate {value:.1e}: beyond 1e38 nothing can be calculated", .triangle + 1)]
    TooLarge {
        /// Counted from 0; the message counts from 1.
        triangle: usize,
        /// The coordinate.
        value: f64,
    },
    /// The whole mesh is too small to calculate with.
    #[error("the mesh is only {diagonal:.1e} across: below 1e-30 nothing can be calculated")]
    TooSmall {
        /// The diagonal of the box around it.
        diagonal: f64,
    },
    /// A triangle refers to a vertex that does not exist.
    #[error("triangle {} refers to vertex {index} of {vertices}", .triangle + 1)]
    NoSuchVertex {
        /// Counted from 0; the message counts from 1.
        triangle: usize,
        /// The index, counted from 0.
        index: u32,
        /// How many vertices there are.
        vertices: usize,
    },
    /// Indices would not fit.
    #[error("{triangles} triangles are more than a mesh can have ({})", super::build::MOST_TRIANGLES)]
    TooMany {
        /// How many there are.
        triangles: usize,
    },
    /// The caller wanted no more.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

/// Why a file is not a mesh.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ReadError {
    /// A line of a text file cannot be read.
    #[error("line {line}: {what}")]
    Line {
        /// Counted from 1.
        line: usize,
        /// What is wrong there.
        what: String,
    },
    /// Neither kind of STL file.
    #[error(
        "not an STL file: {bytes} bytes that neither start with `solid` nor have the 84 of a binary header"
    )]
    NotStl {
        /// The length of the file.
        bytes: usize,
    },
    /// A binary STL file ends before its last triangle does.
    #[error("the file announces {triangles} triangles but ends {missing} bytes too early")]
    Truncated {
        /// How many triangles the header announces.
        triangles: u32,
        /// How many bytes are missing.
        missing: u64,
    },
    /// The triangles do not make a mesh.
    #[error(transparent)]
    Mesh(#[from] MeshError),
}

impl From<Stopped> for ReadError {
    fn from(stopped: Stopped) -> Self {
        Self::Mesh(stopped.into())
    }
}

impl ReadError {
    /// Something wrong in a line, counted from 1.
    pub(super) fn line(line: usize, what: impl Into<String>) -> Self {
        Self::Line { line, what: what.into() }
    }
}

/// What is odd about a mesh that can be used nevertheless.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Warning {
    /// So many vertices were nearly, but not exactly, equal to another and were merged with it.
    Welded(usize),
    /// So many triangles without area were left out.
    ZeroAreaDropped(usize),
    /// So many triangles without area were kept, because they hold their neighbours together.
    ZeroAreaKept(usize),
    /// So many triangles occurred already and were left out.
    Duplicates(usize),
    /// So many triangles faced the other way than their neighbours and were turned.
    Inconsistent(usize),
    /// So many triangles belonged to a shell that was inside out, and were turned.
    InsideOut(usize),
    /// Along so many edges the two sides face opposite ways and turning triangles does not help.
    NotOrientable(usize),
    /// So many edges belong to a single triangle: the surface has gaps.
    Open(usize),
    /// So many edges belong to more than two triangles.
    NonManifold(usize),
    /// So many pairs of triangles that share no corner cross each other.
    SelfIntersecting {
        /// The pairs that were found.
        pairs: usize,
        /// Whether all pairs were looked at: there may be too many.
        all: bool,
    },
    /// So many bytes follow the last triangle and were not read.
    TrailingBytes(usize),
    /// So many lines start with a word that the format does not know, and were passed over.
    UnknownLines {
        /// How many.
        count: usize,
        /// The first of them, counted from 1.
        first: usize,
    },
    /// So many polygons cross themselves or have no area, and were cut into triangles as well as it went.
    BadPolygons(usize),
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Welded(n) => write!(f, "{} merged with one at nearly the same place", were(n, "vertex")),
            Self::ZeroAreaDropped(n) => write!(f, "{} left out for having no area", were(n, "triangle")),
            Self::ZeroAreaKept(n) => {
                write!(f, "{} without area kept, as the surface would be open otherwise", were(n, "triangle"))
            }
            Self::Duplicates(n) => write!(f, "{} left out as duplicates", were(n, "triangle")),
            Self::Inconsistent(n) => {
                write!(f, "{} turned to face the way of their neighbours", were(n, "triangle"))
            }
            Self::InsideOut(n) => {
                write!(f, "{} turned because their shell was inside out", were(n, "triangle"))
            }
            Self::NotOrientable(n) => {
                write!(
                    f,
                    "the surface has no consistent outside: it changes sides along {}",
                    count(n, "edge")
                )
            }
            Self::Open(n) => write!(f, "the surface is open along {}", count(n, "edge")),
            Self::NonManifold(n) => write!(f, "more than two triangles meet along {}", count(n, "edge")),
            Self::SelfIntersecting { pairs, all } => {
                let least = if all { "" } else { "at least " };
                let pairs = count(pairs, "pair of triangles");
                write!(f, "the surface crosses itself in {least}{pairs}: no lines are drawn there")
            }
            Self::TrailingBytes(n) => write!(f, "{} after the last triangle were not read", count(n, "byte")),
            Self::UnknownLines { count: n, first } => {
                write!(f, "{} of an unknown kind passed over, the first being line {first}", were(n, "line"))
            }
            Self::BadPolygons(n) => {
                write!(f, "{} could not be cut into triangles cleanly", count(n, "polygon"))
            }
        }
    }
}

/// `1 edge`, `2 edges`.
fn count(n: usize, noun: &str) -> String {
    match (n, noun) {
        (1, _) => format!("1 {noun}"),
        (_, "vertex") => format!("{n} vertices"),
        (_, "pair of triangles") => format!("{n} pairs of triangles"),
        _ => format!("{n} {noun}s"),
    }
}

/// `1 edge was`, `2 edges were`.
fn were(n: usize, noun: &str) -> String {
    format!("{} {}", count(n, noun), if n == 1 { "was" } else { "were" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_and_many_are_told_apart() {
        assert_eq!(Warning::Welded(1).to_string(), "1 vertex was merged with one at nearly the same place");
        assert_eq!(
            Warning::Welded(3).to_string(),
            "3 vertices were merged with one at nearly the same place"
        );
        let some = Warning::SelfIntersecting { pairs: 2, all: false };
        assert_eq!(
            some.to_string(),
            "the surface crosses itself in at least 2 pairs of triangles: no lines are drawn there"
        );
    }
}
