//! STL files, text and binary, in; binary out.
//!
//! Written by hand rather than taken from a crate: files come from anywhere, so every refusal has to say where and
//! why, and no header may make the reader ask for memory that the file does not fill.

use super::text::{Lines, coordinate, shown, words};
use super::{Mesh, MeshError, ReadError, Warning};
use crate::stop::{Stop, Stopped, go_on, map_all, polled};
use glam::DVec3;

/// A title of 80 bytes and the number of triangles.
const HEADER: usize = 84;

/// A normal, three corners, and two bytes that mean nothing.
const TRIANGLE: usize = 50;

/// After so many words of a text it is asked whether to go on.
const ASK_EVERY: usize = 1024;

/// Reads an STL file of either kind.
///
/// Normals in the file are not used: they often disagree with the order of the corners.
pub fn read(bytes: &[u8], stop: Stop) -> Result<(Mesh, Vec<Warning>), ReadError> {
    let announced =
        bytes.get(80..HEADER).map(|count| u32::from_le_bytes(count.try_into().expect("four bytes")));
    let fits = |count: u32| HEADER as u64 + u64::from(count) * TRIANGLE as u64 == bytes.len() as u64;
    match announced {
        // Some programs begin binary files with `solid`, too: if the length is right, binary it is.
        Some(count) if fits(count) || !looks_like_text(bytes) => read_binary(bytes, count, stop),
        None if !looks_like_text(bytes) => Err(ReadError::NotStl { bytes: bytes.len() }),
        _ => read_text(bytes, stop),
    }
}

/// The mesh as a binary file. Coordinates are rounded to 32 bits, as the format wants it.
pub fn write(mesh: &Mesh, stop: Stop) -> Result<Vec<u8>, Stopped> {
    let count = mesh.triangles().len();
    let mut bytes = Vec::with_capacity(HEADER + count * TRIANGLE);
    bytes.extend_from_slice(&[0; 80]);
    bytes.extend_from_slice(&(count as u32).to_le_bytes());
    let put = |vector: DVec3| {
        vector.to_array().into_iter().flat_map(|value| (value as f32).to_le_bytes()).collect::<Vec<u8>>()
    };
    for triangle in polled(0..count as u32, stop) {
        let triangle = triangle?;
        bytes.extend(put(mesh.normal(triangle)));
        mesh.corners(triangle).into_iter().for_each(|corner| bytes.extend(put(corner)));
        bytes.extend_from_slice(&[0; 2]);
    }
    Ok(bytes)
}

/// How far at most a coordinate is moved by being written, as a share of the mesh's longest edge: far from the origin
/// 32 bits have few left for the shape.
pub fn rounding(mesh: &Mesh) -> f64 {
    let [low, high] = mesh.bounds();
    let moved = |vertex: &DVec3| (vertex.as_vec3().as_dvec3() - *vertex).abs().max_element();
    mesh.vertices().iter().map(moved).fold(0.0, f64::max) / (high - low).max_element()
}

/// Whether a file begins like text: the word `solid`, and `facet` or `endsolid` on the next line that has a word.
fn looks_like_text(bytes: &[u8]) -> bool {
    let mut first_words = Lines::new(bytes).filter_map(|(_, line)| words(line).next());
    let solid = first_words.next().is_some_and(|word| word.eq_ignore_ascii_case(b"solid"));
    let next = first_words.next();
    // A file cut off within its first lines is still text.
    solid && next.is_none_or(|word| is_any(word, &["facet", "endsolid"]) || is_cut_off(word))
}

fn is_cut_off(word: &[u8]) -> bool {
    b"facet".starts_with(word) || b"endsolid".starts_with(word)
}

fn is_any(word: &[u8], known: &[&str]) -> bool {
    known.iter().any(|known| word.eq_ignore_ascii_case(known.as_bytes()))
}

fn read_binary(bytes: &[u8], announced: u32, stop: Stop) -> Result<(Mesh, Vec<Warning>), ReadError> {
    let needed = u64::from(announced) * TRIANGLE as u64;
    let body = &bytes[HEADER..];
    if (body.len() as u64) < needed {
        let missing = needed - body.len() as u64;
        return Err(ReadError::Truncated { triangles: announced, missing });
    }
    let (body, rest) = body.split_at(needed as usize);
    let triangles: Vec<[DVec3; 3]> = map_all(body.chunks_exact(TRIANGLE), stop, binary_triangle)?;
    let (mesh, mut warnings) = Mesh::from_triangles(&triangles, stop)?;
    super::build::warn(&mut warnings, rest.len(), Warning::TrailingBytes);
    Ok((mesh, warnings))
}

fn binary_triangle(bytes: &[u8]) -> [DVec3; 3] {
    let number = |index: usize| {
        let at = 12 + 4 * index;
        f64::from(f32::from_le_bytes(bytes[at..at + 4].try_into().expect("four bytes")))
    };
    [0, 3, 6].map(|first| DVec3::new(number(first), number(first + 1), number(first + 2)))
}

fn read_text(bytes: &[u8], stop: Stop) -> Result<(Mesh, Vec<Warning>), ReadError> {
    let mut text = Text { lines: Lines::new(bytes), words: Vec::new(), number: 0, taken: 0, stop };
    let mut triangles = Vec::new();
    let mut ended = false;
    while let Some(word) = text.next()? {
        if is_any(word, &["solid", "endsolid"]) {
            ended = word.len() == "endsolid".len();
            // What follows is a name.
            text.words.clear();
        } else if is_any(word, &["facet"]) && !ended {
            triangles.push(text.facet()?);
        } else {
            let what = format!("`{}` is not what follows here in an STL file", shown(word));
            return Err(ReadError::line(text.number, what));
        }
    }
    if !ended {
        return Err(ReadError::line(text.number, "the file ends here, without `endsolid`"));
    }
    if triangles.is_empty() {
        return Err(MeshError::Empty.into());
    }
    Ok(Mesh::from_triangles(&triangles, stop)?)
}

/// The words of a text file, one after the other.
struct Text<'a> {
    lines: Lines<'a>,
    /// What is left of the line, the next word last.
    words: Vec<&'a [u8]>,
    number: usize,
    /// Lines and words so far.
    taken: usize,
    stop: Stop<'a>,
}

impl<'a> Text<'a> {
    fn next(&mut self) -> Result<Option<&'a [u8]>, Stopped> {
        loop {
            self.taken += 1;
            if self.taken.is_multiple_of(ASK_EVERY) {
                go_on(self.stop)?;
            }
            if let Some(word) = self.words.pop() {
                return Ok(Some(word));
            }
            let Some((number, line)) = self.lines.next() else { return Ok(None) };
            self.number = number;
            self.words.extend(words(line));
            self.words.reverse();
        }
    }

    fn must_have(&mut self, what: &str) -> Result<&'a [u8], ReadError> {
        self.next()?.ok_or_else(|| ReadError::line(self.number, format!("the file ends here, before {what}")))
    }

    fn expect(&mut self, known: &str) -> Result<(), ReadError> {
        let word = self.must_have(&format!("`{known}`"))?;
        if word.eq_ignore_ascii_case(known.as_bytes()) {
            Ok(())
        } else {
            Err(ReadError::line(self.number, format!("`{}` where `{known}` is expected", shown(word))))
        }
    }

    /// What follows the word `facet`, up to and with `endfacet`.
    fn facet(&mut self) -> Result<[DVec3; 3], ReadError> {
        self.expect("normal")?;
        for _ in 0..3 {
            // Not even looked at: some programs write `nan` for thin triangles.
            self.must_have("the normal is complete")?;
        }
        self.expect("outer")?;
        self.expect("loop")?;
        let corners = [self.vertex()?, self.vertex()?, self.vertex()?];
        self.expect("endloop")?;
        self.expect("endfacet")?;
        Ok(corners)
    }

    fn vertex(&mut self) -> Result<DVec3, ReadError> {
        self.expect("vertex")?;
        let mut coordinates = [0.0; 3];
        for value in &mut coordinates {
            let word = self.must_have("the vertex is complete")?;
            *value = coordinate(word, self.number)?;
        }
        Ok(DVec3::from_array(coordinates))
    }
}
