//! `.ply`: points as scanners and mesh tools save them. Read are `ascii` and `binary_little_endian`; of the element
//! `vertex` the properties `x y z` and, if all three are there, `nx ny nz`. Other properties and elements are passed over.

use super::{Cloud, CloudError, count, from_rows};

/// Longer heads are no honest ones.
const MOST_HEAD_BYTES: usize = 1 << 16;

/// More properties of a vertex are no honest ones.
const MOST_PROPERTIES: usize = 1000;

/// Reads a file.
pub fn read(bytes: &[u8]) -> Result<Cloud, CloudError> {
    let (head, data) = split(bytes).map_err(wrong)?;
    let head = Head::parse(&head)?;
    match head.ascii {
        true => head.read_text(data),
        false => head.read_binary(data),
    }
}

fn wrong(why: impl Into<String>) -> CloudError {
    CloudError::File { kind: ".ply", why: why.into() }
}

/// The lines before `end_header`, and the bytes after it.
fn split(bytes: &[u8]) -> Result<(Vec<&str>, &[u8]), String> {
    let mut lines = Vec::new();
    let mut rest = bytes;
    loop {
        let most = &rest[..rest.len().min(MOST_HEAD_BYTES - (bytes.len() - rest.len()).min(MOST_HEAD_BYTES))];
        let end = most.iter().position(|byte| *byte == b'\n').ok_or("its head does not end")?;
        let line = std::str::from_utf8(&rest[..end]).map_err(|_| "its head is no text")?.trim();
        rest = &rest[end + 1..];
        if lines.is_empty() && line != "ply" {
            return Err("it does not begin like one".into());
        }
        if line == "end_header" {
            return Ok((lines, rest));
        }
        lines.push(line);
    }
}

/// What the head of a file tells.
struct Head {
    ascii: bool,
    vertices: usize,
    /// The kinds of a vertex's properties, in order.
    kinds: Vec<Kind>,
    /// Which of them are `x y z`, or `x y z nx ny nz`.
    wanted: Vec<usize>,
}

impl Head {
    fn parse(lines: &[&str]) -> Result<Self, CloudError> {
        let mut ascii = None;
        let mut vertices = None;
        let mut properties: Vec<(&str, Kind)> = Vec::new();
        let mut in_vertex = false;
        for line in lines {
            match line.split_whitespace().collect::<Vec<_>>()[..] {
                ["format", "ascii", _] => ascii = Some(true),
                ["format", "binary_little_endian", _] => ascii = Some(false),
                ["format", ..] => return Err(wrong("only ascii and binary_little_endian are read")),
                ["element", "vertex", number] => {
                    in_vertex = true;
                    let number =
                        number.parse().map_err(|_| wrong(format!("{number:?} is no number of points")))?;
                    vertices = Some(count(number)?);
                }
                ["element", name, number] => {
                    if vertices.is_none() && number != "0" {
                        return Err(wrong(format!("the element {name} comes before the points")));
                    }
                    in_vertex = false;
                }
                ["property", "list", ..] if in_vertex => {
                    return Err(wrong("a point has a list as a property"));
                }
                ["property", kind, name] if in_vertex => {
                    let kind =
                        Kind::parse(kind).ok_or_else(|| wrong(format!("{kind:?} is no kind of number")))?;
                    properties.push((name, kind));
                }
                _ => {}
            }
        }
        if properties.len() > MOST_PROPERTIES {
            return Err(wrong("its points have too many properties"));
        }
        let find = |names: [&str; 3]| -> Option<Vec<usize>> {
            names.iter().map(|name| properties.iter().position(|(other, _)| other == name)).collect()
        };
        let mut wanted = find(["x", "y", "z"]).ok_or_else(|| wrong("its points lack x, y or z"))?;
        wanted.extend(find(["nx", "ny", "nz"]).into_iter().flatten());
        Ok(Self {
            ascii: ascii.ok_or_else(|| wrong("its head has no format"))?,
            vertices: vertices.ok_or_else(|| wrong("it has no points"))?,
            kinds: properties.iter().map(|(_, kind)| *kind).collect(),
            wanted,
        })
    }

    fn read_text(&self, data: &[u8]) -> Result<Cloud, CloudError> {
        let text = std::str::from_utf8(data).map_err(|_| wrong("its points are no text"))?;
        let mut lines = text.lines();
        let mut rows = Vec::with_capacity(self.vertices);
        for at in 0..self.vertices {
            let line = lines.next().ok_or_else(|| wrong(format!("it ends after {at} points")))?;
            let words: Vec<&str> = line.split_whitespace().collect();
            let number =
                |property: &usize| -> Option<f32> { Some(words.get(*property)?.parse::<f64>().ok()? as f32) };
            let row: Option<Vec<f32>> = self.wanted.iter().map(number).collect();
            rows.push(
                row.filter(|_| words.len() == self.kinds.len())
                    .ok_or_else(|| wrong(format!("point {at} is not {} numbers", self.kinds.len())))?,
            );
        }
        Ok(from_rows(rows.into_iter()))
    }

    fn read_binary(&self, data: &[u8]) -> Result<Cloud, CloudError> {
        let starts: Vec<usize> = self
            .kinds
            .iter()
            .scan(0, |end, kind| {
                *end += kind.bytes();
                Some(*end - kind.bytes())
            })
            .collect();
        let stride: usize = self.kinds.iter().map(|kind| kind.bytes()).sum();
        // At most 100,000 points of 1,000 properties: nothing overflows.
        if data.len() < self.vertices * stride {
            return Err(wrong(format!("it ends after {} points", data.len() / stride.max(1))));
        }
        let number = |row: &[u8], property: &usize| self.kinds[*property].read(&row[starts[*property]..]);
        let rows = data.chunks_exact(stride).take(self.vertices);
        Ok(from_rows(rows.map(|row| self.wanted.iter().map(|property| number(row, property)).collect())))
    }
}

/// A kind of number.
#[derive(Clone, Copy)]
enum Kind {
    Signed(usize),
    Unsigned(usize),
    Float,
    Double,
}

impl Kind {
    fn parse(name: &str) -> Option<Self> {
        Some(match name {
            "char" | "int8" => Self::Signed(1),
            "short" | "int16" => Self::Signed(2),
            "int" | "int32" => Self::Signed(4),
            "uchar" | "uint8" => Self::Unsigned(1),
            "ushort" | "uint16" => Self::Unsigned(2),
            "uint" | "uint32" => Self::Unsigned(4),
            "float" | "float32" => Self::Float,
            "double" | "float64" => Self::Double,
            _ => return None,
        })
    }

    fn bytes(self) -> usize {
        match self {
            Self::Signed(bytes) | Self::Unsigned(bytes) => bytes,
            Self::Float => 4,
            Self::Double => 8,
        }
    }

    /// The number that some bytes begin with.
    fn read(self, bytes: &[u8]) -> f32 {
        let mut word = [0; 8];
        word[..self.bytes()].copy_from_slice(&bytes[..self.bytes()]);
        let whole = u64::from_le_bytes(word);
        match self {
            Self::Float => f32::from_bits(whole as u32),
            Self::Double => f64::from_bits(whole) as f32,
            Self::Unsigned(_) => whole as f32,
            Self::Signed(bytes) => {
                let unused = 64 - 8 * bytes as u32;
                ((whole << unused) as i64 >> unused) as f32
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "ply\r\nformat ascii 1.0\ncomment made by hand\nelement vertex 2\nproperty float x\n\
        property float y\nproperty uchar red\nproperty double z\nelement face 1\nproperty list uchar int vertex_indices\n\
        end_header\n1 2 255 3\n-1 2.5e-1 0 7\n2 0 1\n";

    fn binary(properties: &[&str], vertices: usize, data: &[u8]) -> Vec<u8> {
        let properties: String = properties.iter().map(|one| format!("property {one}\n")).collect();
        let head = format!(
            "ply\nformat binary_little_endian 1.0\nelement vertex {vertices}\n{properties}end_header\n"
        );
        [head.as_bytes(), data].concat()
    }

    #[test]
    fn text_is_read_and_other_properties_are_passed_over() {
        let cloud = read(TEXT.as_bytes()).unwrap();
        assert_eq!(cloud.points, [[1.0, 2.0, 3.0], [-1.0, 0.25, 7.0]]);
        assert!(cloud.normals.is_empty());
    }

    #[test]
    fn binary_is_read_in_any_order_and_kind_with_normals() {
        let properties = [
            "uchar a",
            "double nx",
            "float z",
            "short y",
            "int x",
            "float ny",
            "uint nz",
            "ushort w",
            "char c",
        ];
        let mut row = vec![9];
        row.extend(0.5f64.to_le_bytes());
        row.extend(3.25f32.to_le_bytes());
        row.extend((-2i16).to_le_bytes());
        row.extend((-70000i32).to_le_bytes());
        row.extend((-0.5f32).to_le_bytes());
        row.extend(1u32.to_le_bytes());
        row.extend([1, 2, 255]);
        let data = row.repeat(3);
        let cloud = read(&binary(&properties, 3, &data)).unwrap();
        assert_eq!(cloud.points, [[-70000.0, -2.0, 3.25]; 3]);
        assert_eq!(cloud.normals, [[0.5, -0.5, 1.0]; 3]);
        // What follows, such as faces, is passed over; what lacks is not.
        assert_eq!(read(&binary(&properties, 2, &data)).unwrap().points.len(), 2);
        assert!(read(&binary(&properties, 4, &data)).is_err());
    }

    #[test]
    fn hostile_files_are_errors_and_take_no_memory() {
        for (from, to, why) in [
            ("-1 2.5e-1 0 7\n2 0 1\n", "", "it ends after 1 points"),
            ("vertex 2", "vertex 3", "point 2 is"),
            ("vertex 2", "vertex 99999999999", "99999999999 points"),
            ("vertex 2", "vertex 0", "0 points"),
            ("vertex 2", "vertex -2", "no number of points"),
            ("vertex 2", "edge 2", "comes before the points"),
            ("ascii", "binary_big_endian", "only ascii"),
            ("float x", "float q", "lack x, y or z"),
            ("float x", "list uchar float x", "a list as a property"),
            ("float x", "string x", "no kind of number"),
            ("end_header", "end_heeder", "does not end"),
            ("ply\r", "plain\r", "does not begin"),
            ("2.5e-1", "zwei", "point 1 is not"),
            ("format ascii 1.0\n", "", "no format"),
        ] {
            assert!(TEXT.contains(from), "{from}");
            let error = read(TEXT.replacen(from, to, 1).as_bytes()).unwrap_err().to_string();
            assert!(error.contains(why), "{to}: {error}");
        }
        let endless = format!("ply\n{}", "comment\n".repeat(100_000));
        assert!(read(endless.as_bytes()).is_err());
        for length in 0..TEXT.len() - "\n2 0 1\n".len() - 1 {
            assert!(read(&TEXT.as_bytes()[..length]).is_err(), "cut to {length}");
        }
    }

    #[test]
    fn what_is_no_finite_number_is_refused() {
        for odd in ["nan", "inf", "1e40"] {
            let text = TEXT.replacen("2.5e-1", odd, 1);
            assert_eq!(Cloud::read(text.as_bytes()), Err(CloudError::NotFinite(1)));
        }
    }
}
