//! A model in a file of a library: what it is, and the triangles of its parts.
//!
//! ```text
//! spatiq parts 1
//! {"category":"chair","parts":[{"category":"leg","pieces":[[8,12]]}, …]}
//! ```
//! Then, for each piece in turn, so many vertices of three 32-bit floats and so many triangles of three 32-bit numbers of
//! vertices, the lowest byte first. Nothing else is in it, so that the same model has the same bytes wherever it came from.

use crate::category::{Category, PartCategory};
use crate::facets::Facets;
use crate::model::{Model, Part};
use crate::shape::{Piece, Shape};
use serde::{Deserialize, Serialize};
use spatiq_geom::{DVec3, Placement};

/// How the names of such files end.
pub const ENDING: &str = "parts";

const FIRST_LINE: &[u8] = b"spatiq parts 1\n";

/// Bytes of a vertex, and of a triangle.
const TRIPLE: usize = 12;

/// Why a file of a library is not a model.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("it is not a model that `spatiq import partnet` wrote: {0}")]
pub struct FileError(String);

/// A part as it is written.
pub(super) struct PartMeshes {
    pub(super) category: PartCategory,
    pub(super) pieces: Vec<PieceMesh>,
}

/// A piece as it is written.
pub(super) struct PieceMesh {
    pub(super) vertices: Vec<[f32; 3]>,
    pub(super) triangles: Vec<[u32; 3]>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Header {
    category: Category,
    parts: Vec<PartHeader>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct PartHeader {
    category: PartCategory,
    /// How many vertices and triangles each piece has.
    pieces: Vec<[u32; 2]>,
}

/// The file of a model.
pub(super) fn write(category: Category, parts: &[PartMeshes]) -> Vec<u8> {
    let size = |piece: &PieceMesh| [piece.vertices.len() as u32, piece.triangles.len() as u32];
    let part = |part: &PartMeshes| PartHeader {
        category: part.category,
        pieces: part.pieces.iter().map(size).collect(),
    };
    let header = Header { category, parts: parts.iter().map(part).collect() };
    let mut bytes = FIRST_LINE.to_vec();
    serde_json::to_writer(&mut bytes, &header).expect("plain data");
    bytes.push(b'\n');
    for piece in parts.iter().flat_map(|part| &part.pieces) {
        bytes.extend(piece.vertices.as_flattened().iter().flat_map(|along| along.to_le_bytes()));
        bytes.extend(piece.triangles.as_flattened().iter().flat_map(|corner| corner.to_le_bytes()));
    }
    bytes
}

/// Reads the file of a model. Of a file that is not whole, or not sound, it says what is wrong.
pub fn read(name: &str, bytes: &[u8]) -> Result<Model, FileError> {
    let fail = |what: &str| FileError(what.into());
    let rest = bytes.strip_prefix(FIRST_LINE).ok_or_else(|| fail("its first line is another"))?;
    let end = rest.iter().position(|byte| *byte == b'\n').ok_or_else(|| fail("it has no second line"))?;
    let (header, mut data) = (&rest[..end], &rest[end + 1..]);
    let header: Header = serde_json::from_slice(header).map_err(|error| FileError(error.to_string()))?;
    check(&header, data.len()).map_err(FileError)?;
    let mut parts = Vec::with_capacity(header.parts.len());
    for part in &header.parts {
        let mut pieces = Vec::with_capacity(part.pieces.len());
        for counts in &part.pieces {
            let [vertices, triangles] = counts.map(|count| count as usize * TRIPLE);
            let (piece, after) = data.split_at(vertices + triangles);
            data = after;
            let (vertices, triangles) = piece.split_at(vertices);
            let far = 2.0 * header.category.reach();
            pieces.push(read_piece(vertices, triangles, far).map_err(FileError)?);
        }
        parts.push(Part { category: part.category, pieces });
    }
    Ok(Model { category: header.category, name: name.into(), parts })
}

/// Whether what is announced makes sense and is there to the last byte.
fn check(header: &Header, bytes: usize) -> Result<(), String> {
    let category = header.category;
    if !Category::FURNITURE.contains(&category) {
        return Err(format!("a {category} is no furniture"));
    }
    let known = |part: PartCategory| part == PartCategory::Other || category.parts().contains(&part);
    if let Some(part) = header.parts.iter().find(|part| !known(part.category)) {
        return Err(format!("a {category} has no part called {}", part.category));
    }
    if !header.parts.windows(2).all(|pair| pair[0].category <= pair[1].category) {
        return Err("its parts are not in order".into());
    }
    if header.parts.is_empty() || header.parts.iter().any(|part| part.pieces.is_empty()) {
        return Err("there is nothing in it, or in one of its parts".into());
    }
    let triples = header.parts.iter().flat_map(|part| part.pieces.as_flattened());
    let announced = triples.map(|&count| u64::from(count)).sum::<u64>() * TRIPLE as u64;
    match announced == bytes as u64 {
        true => Ok(()),
        false => Err(format!("{announced} bytes of triangles are announced, {bytes} are there")),
    }
}

fn read_piece(vertices: &[u8], triangles: &[u8], far: f64) -> Result<Piece, String> {
    let vertices: Vec<DVec3> =
        triples(vertices, |bytes| f64::from(f32::from_le_bytes(bytes))).map(DVec3::from).collect();
    // Not a number is not near either.
    if !vertices.iter().all(|vertex| vertex.abs().max_element() <= far && vertex.is_finite()) {
        return Err("a vertex is far outside the model".into());
    }
    let triangles: Vec<[u32; 3]> = triples(triangles, u32::from_le_bytes).collect();
    let mesh = Facets::new(vertices, triangles)?;
    Ok(Piece { shape: Shape::mesh(mesh), placement: Placement::IDENTITY })
}

fn triples<'a, T>(bytes: &'a [u8], each: impl Fn([u8; 4]) -> T + 'a) -> impl Iterator<Item = [T; 3]> + 'a {
    let words = bytes.as_chunks::<4>().0;
    words.as_chunks::<3>().0.iter().map(move |triple| triple.map(&each))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> Vec<u8> {
        let tetrahedron = |x: f32| PieceMesh {
            vertices: vec![[x, 0.0, 0.0], [x + 0.1, 0.0, 0.0], [x, 0.2, 0.0], [x, 0.0, 0.3]],
            triangles: vec![[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]],
        };
        let part = |category, pieces| PartMeshes { category, pieces };
        let parts = [
            part(PartCategory::Wheel, vec![tetrahedron(0.0), tetrahedron(0.5)]),
            part(PartCategory::Body, vec![tetrahedron(-0.5)]),
        ];
        write(Category::Cart, &parts)
    }

    #[test]
    fn what_is_written_is_read_back() {
        let model = read("x", &sample()).unwrap();
        assert_eq!((model.category, model.name.as_str(), model.parts.len()), (Category::Cart, "x", 2));
        let pieces: Vec<&Piece> = model.pieces().collect();
        let Shape::Mesh(mesh) = &pieces[1].shape else { panic!("a mesh") };
        assert_eq!(mesh.triangles().len(), 4);
        assert_eq!(
            mesh.bounds(),
            [DVec3::new(0.5, 0.0, 0.0), DVec3::from([0.6_f32, 0.2, 0.3].map(f64::from))]
        );
        assert!((mesh.volume() - 0.001).abs() < 1e-9, "{}", mesh.volume());
    }

    #[test]
    fn no_beginning_of_a_file_is_a_model_and_nothing_may_follow() {
        let whole = sample();
        for length in 0..whole.len() {
            assert!(read("x", &whole[..length]).is_err(), "{length}");
        }
        assert!(read("x", &[whole.as_slice(), b"more"].concat()).is_err());
    }

    #[test]
    fn a_file_that_makes_no_sense_is_refused() {
        let whole = sample();
        let header = whole.iter().enumerate().filter(|(_, byte)| **byte == b'\n').nth(1).unwrap().0;
        let swap = |from: &str, to: &str| {
            let text = String::from_utf8(whole[..=header].to_vec()).unwrap();
            assert!(text.contains(from), "{text}");
            [text.replacen(from, to, 1).as_bytes(), &whole[header + 1..]].concat()
        };
        for (from, to, hint) in [
            ("parts 1", "parts 2", "first line"),
            ("cart", "boat", "boat"),
            ("cart", "ball", "no furniture"),
            ("\"wheel\"", "\"leg\"", "no part called leg"),
            ("\"wheel\"", "\"other\"", "not in order"),
            ("[[4,4],[4,4]]", "[]", "nothing in it"),
            ("[4,4]", "[4294967295,4294967295]", "announced"),
            ("[[4,4],[4,4]]", "[[0,8],[4,4]]", "vertex"),
            ("[[4,4],[4,4]]", "[[8,0],[4,4]]", "triangle"),
            ("{\"category\":\"cart\"", "{\"more\":1,\"category\":\"cart\"", "more"),
        ] {
            let error = read("x", &swap(from, to)).unwrap_err().to_string();
            assert!(error.contains(hint), "{from} → {to}: {error}");
        }
        let damaged = |at: usize, value: [u8; 4]| {
            let mut bytes = whole.clone();
            bytes[header + 1 + at..][..4].copy_from_slice(&value);
            read("x", &bytes).unwrap_err().to_string()
        };
        assert!(damaged(0, f32::NAN.to_le_bytes()).contains("far outside"));
        assert!(damaged(4, 1e30_f32.to_le_bytes()).contains("far outside"));
        assert!(damaged(4 * 12, 4_u32.to_le_bytes()).contains("vertex"));
    }
}
