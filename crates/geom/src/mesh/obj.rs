//! Wavefront OBJ files in and out: vertices and polygons; everything else is passed over.
//!
//! Written by hand rather than taken from a crate: files come from anywhere, so every refusal has to say where and
//! why, and polygons that are not convex have to be cut up properly.

use super::build::warn;
use super::polygon::{MOST_CORNERS, triangulate};
use super::text::{Lines, coordinate, shown, words};
use super::{Mesh, ReadError, Warning};
use crate::stop::{Stop, Stopped, go_on, polled};
use glam::DVec3;
use std::fmt::Write;

/// Words that start a line which says nothing about the surface.
const PASSED_OVER: &[&str] = &[
    "vt",
    "vn",
    "vp",
    "g",
    "o",
    "s",
    "mg",
    "l",
    "p",
    "usemtl",
    "mtllib",
    "usemap",
    "maplib",
    "bevel",
    "c_interp",
    "d_interp",
    "lod",
    "shadow_obj",
    "trace_obj",
];

/// Words that start a line which makes or shapes a curved surface.
const FREE_FORM: &[&str] = &["curv", "curv2", "surf"];

/// After so many corners it is asked whether to go on.
const ASK_EVERY: usize = 256;

/// Reads an OBJ file.
pub fn read(bytes: &[u8], stop: Stop) -> Result<(Mesh, Vec<Warning>), ReadError> {
    let mut content = Content::default();
    let mut joined = Vec::new();
    let mut first = 0;
    for line in polled(Lines::new(bytes), stop) {
        let (number, line) = line?;
        if joined.is_empty() {
            first = number;
        }
        let line = line.split(|byte| *byte == b'#').next().unwrap_or_default();
        if let Some(part) = line.strip_suffix(b"\\") {
            joined.extend_from_slice(part);
            joined.push(b' ');
        } else if joined.is_empty() {
            content.line(number, line)?;
        } else {
            joined.extend_from_slice(line);
            content.line(first, &joined)?;
            joined.clear();
        }
    }
    content.line(first, &joined)?;
    content.finish(stop)
}

/// The mesh as a file; numbers are written so that they are read back exactly.
pub fn write(mesh: &Mesh, stop: Stop) -> Result<Vec<u8>, Stopped> {
    let mut text = String::new();
    for vertex in polled(mesh.vertices(), stop) {
        let vertex = vertex?;
        writeln!(text, "v {:?} {:?} {:?}", vertex.x, vertex.y, vertex.z).expect("a string takes everything");
    }
    for triangle in polled(mesh.triangles(), stop) {
        let [a, b, c] = triangle?;
        writeln!(text, "f {} {} {}", a + 1, b + 1, c + 1).expect("a string takes everything");
    }
    Ok(text.into_bytes())
}

/// What was read so far.
#[derive(Default)]
struct Content {
    vertices: Vec<DVec3>,
    /// The vertices of all polygons in a row.
    corners: Vec<u32>,
    /// For each polygon its line and where its corners end.
    polygons: Vec<(usize, usize)>,
    unknown: Vec<usize>,
}

impl Content {
    fn line(&mut self, number: usize, line: &[u8]) -> Result<(), ReadError> {
        let mut words = words(line);
        match words.next() {
            None => {}
            Some(b"v") => self.vertices.push(vertex(number, words)?),
            Some(b"f" | b"fo") => self.polygon(number, words)?,
            Some(word) if is_any(word, FREE_FORM) => {
                let what = format!("`{}`: free-form curves and surfaces are not supported", shown(word));
                return Err(ReadError::line(number, what));
            }
            Some(word) if is_any(word, PASSED_OVER) => {}
            Some(_) => self.unknown.push(number),
        }
        Ok(())
    }

    fn polygon<'a>(&mut self, line: usize, words: impl Iterator<Item = &'a [u8]>) -> Result<(), ReadError> {
        let start = self.corners.len();
        for word in words {
            self.corners.push(self.corner(line, word)?);
        }
        let count = self.corners.len() - start;
        if count < 3 {
            return Err(ReadError::line(
                line,
                format!("a face needs at least 3 corners, this one has {count}"),
            ));
        }
        self.polygons.push((line, self.corners.len()));
        Ok(())
    }

    /// The vertex that a corner like `7`, `7/1`, `7//3` or `-1/1/1` refers to, counted from 0.
    fn corner(&self, line: usize, word: &[u8]) -> Result<u32, ReadError> {
        let digits = word.split(|byte| *byte == b'/').next().unwrap_or_default();
        let index = std::str::from_utf8(digits).ok().and_then(|digits| digits.parse::<i64>().ok());
        let wrong = |what: &str| ReadError::line(line, format!("`{}` {what}", shown(word)));
        let from_zero = match index {
            None => return Err(wrong("is not the corner of a face")),
            Some(0) => return Err(wrong("refers to vertex 0, but they are counted from 1")),
            Some(index) if index < 0 => self.vertices.len() as i64 + index,
            Some(index) => index - 1,
        };
        u32::try_from(from_zero).map_err(|_| wrong("refers to a vertex that the file does not have"))
    }

    fn finish(self, stop: Stop) -> Result<(Mesh, Vec<Warning>), ReadError> {
        let mut triangles = Vec::with_capacity(self.polygons.len());
        let (mut start, mut bad) = (0, 0);
        for &(line, end) in &self.polygons {
            let corners = &self.corners[start..end];
            // Corners take the time, and a polygon may have three or a million.
            if start / ASK_EVERY < end / ASK_EVERY {
                go_on(stop)?;
            }
            start = end;
            let (cut, clean) = self.cut(line, corners)?;
            triangles.extend(cut.into_iter().map(|triangle| triangle.map(|index| corners[index as usize])));
            bad += usize::from(!clean);
        }
        let (mesh, mut warnings) = Mesh::from_indexed(&self.vertices, &triangles, stop)?;
        warn(&mut warnings, bad, Warning::BadPolygons);
        warn(&mut warnings, self.unknown.len(), |count| Warning::UnknownLines {
            count,
            first: self.unknown[0],
        });
        Ok((mesh, warnings))
    }

    /// The triangles of a polygon. Only now are all vertices known: some programs write them last.
    fn cut(&self, line: usize, corners: &[u32]) -> Result<(Vec<[u32; 3]>, bool), ReadError> {
        let place = |corner: &u32| {
            let missing = || {
                let what = format!(
                    "vertex {} does not exist: the file has {}",
                    u64::from(*corner) + 1,
                    self.vertices.len()
                );
                ReadError::line(line, what)
            };
            self.vertices.get(*corner as usize).copied().ok_or_else(missing)
        };
        let places: Vec<DVec3> = corners.iter().map(place).collect::<Result<_, _>>()?;
        triangulate(&places).ok_or_else(|| {
            let what =
                format!("a face with {} corners that is not convex: at most {MOST_CORNERS}", corners.len());
            ReadError::line(line, what)
        })
    }
}

fn is_any(word: &[u8], known: &[&str]) -> bool {
    known.iter().any(|known| word == known.as_bytes())
}

/// The first three numbers of a line; a weight or a colour may follow.
fn vertex<'a>(line: usize, mut words: impl Iterator<Item = &'a [u8]>) -> Result<DVec3, ReadError> {
    let mut coordinates = [0.0; 3];
    for (index, value) in coordinates.iter_mut().enumerate() {
        let missing = || ReadError::line(line, format!("a vertex needs 3 coordinates, this one has {index}"));
        *value = coordinate(words.next().ok_or_else(missing)?, line)?;
    }
    Ok(DVec3::from_array(coordinates))
}
