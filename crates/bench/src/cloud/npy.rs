//! `.npy`: one array as numpy saves it. Read are versions 1 to 3, 4- and 8-byte floats in C order, shape (n, 3) or (n, 6).

use super::{Cloud, CloudError, count, from_rows};

/// How every file begins.
pub const MAGIC: &[u8] = b"\x93NUMPY";

/// The head of a file ends at a multiple of this.
const ALIGNMENT: usize = 64;

/// Reads a file.
pub fn read(bytes: &[u8]) -> Result<Cloud, CloudError> {
    let wrong = |why: &str| CloudError::File { kind: ".npy", why: why.into() };
    let cut = || wrong("it is cut off");
    let rest = bytes.strip_prefix(MAGIC).ok_or_else(|| wrong("it does not begin like one"))?;
    let (version, rest) = rest.split_at_checked(2).ok_or_else(cut)?;
    let (length, rest) = match version[0] {
        1 => {
            let (length, rest) = rest.split_first_chunk::<2>().ok_or_else(cut)?;
            (usize::from(u16::from_le_bytes(*length)), rest)
        }
        2 | 3 => {
            let (length, rest) = rest.split_first_chunk::<4>().ok_or_else(cut)?;
            (u32::from_le_bytes(*length) as usize, rest)
        }
        other => return Err(wrong(&format!("version {other} is not known"))),
    };
    let (head, data) = rest.split_at_checked(length).ok_or_else(cut)?;
    let head = std::str::from_utf8(head).map_err(|_| wrong("its head is no text"))?;
    let array = Array::parse(head).map_err(|why| wrong(&why))?;
    let points = count(array.rows)?;
    // At most 100,000 rows of six: nothing overflows.
    if data.len() != points * array.columns * array.width {
        return Err(wrong(&format!(
            "it has {} bytes of numbers where {points} rows take {}",
            data.len(),
            points * array.columns * array.width
        )));
    }
    let rows = data.chunks_exact(array.columns * array.width);
    Ok(from_rows(rows.map(|row| row.chunks_exact(array.width).map(|number| array.number(number)).collect())))
}

/// What the head of a file tells.
struct Array {
    rows: u64,
    columns: usize,
    /// Bytes of a number.
    width: usize,
    big_endian: bool,
}

impl Array {
    /// The head is a Python dictionary with three keys, such as
    /// `{'descr': '<f4', 'fortran_order': False, 'shape': (100, 3), }`.
    fn parse(head: &str) -> Result<Self, String> {
        let value = |key: &str| {
            let (_, rest) = head.split_once(&format!("'{key}'")).ok_or(format!("its head has no '{key}'"))?;
            Ok::<_, String>(rest.trim_start().strip_prefix(':').ok_or("its head is damaged")?.trim_start())
        };
        let descr = value("descr")?;
        let (big_endian, width) = match descr.get(..5) {
            Some("'<f4'") => (false, 4),
            Some("'<f8'") => (false, 8),
            Some("'>f4'") => (true, 4),
            Some("'>f8'") => (true, 8),
            _ => return Err("its numbers are not floats of 4 or 8 bytes".into()),
        };
        let shape = value("shape")?.strip_prefix('(').and_then(|rest| rest.split_once(')'));
        let shape: Vec<&str> = shape.ok_or("its head has no shape")?.0.split(',').map(str::trim).collect();
        let (rows, columns) = match shape[..] {
            [rows, columns @ ("3" | "6")] => (rows, if columns == "3" { 3 } else { 6 }),
            _ => return Err(format!("its shape is ({}), not (n, 3) or (n, 6)", shape.join(", "))),
        };
        let rows = rows.parse().map_err(|_| format!("{rows:?} is no number of rows"))?;
        if !value("fortran_order")?.starts_with("False") {
            return Err("its numbers are in Fortran order: save it in C order".into());
        }
        Ok(Self { rows, columns, width, big_endian })
    }

    /// A number of four or eight bytes.
    fn number(&self, bytes: &[u8]) -> f32 {
        match (<[u8; 4]>::try_from(bytes), <[u8; 8]>::try_from(bytes)) {
            (Ok(four), _) if self.big_endian => f32::from_be_bytes(four),
            (Ok(four), _) => f32::from_le_bytes(four),
            (_, Ok(eight)) if self.big_endian => f64::from_be_bytes(eight) as f32,
            (_, Ok(eight)) => f64::from_le_bytes(eight) as f32,
            _ => f32::NAN,
        }
    }
}

/// Writes a file, as numpy would.
pub fn write(cloud: &Cloud) -> Vec<u8> {
    let with_normals = cloud.normals.len() == cloud.points.len();
    let (rows, columns) = (cloud.points.len(), if with_normals { 6 } else { 3 });
    let mut head = format!("{{'descr': '<f4', 'fortran_order': False, 'shape': ({rows}, {columns}), }}");
    let before = MAGIC.len() + 4;
    head += &" ".repeat(ALIGNMENT - 1 - (before + head.len()) % ALIGNMENT);
    head.push('\n');
    let mut bytes = MAGIC.to_vec();
    bytes.extend([1, 0]);
    bytes.extend((head.len() as u16).to_le_bytes());
    bytes.extend(head.as_bytes());
    for (at, point) in cloud.points.iter().enumerate() {
        let normal = if with_normals { &cloud.normals[at][..] } else { &[] };
        bytes.extend(point.iter().chain(normal).flat_map(|number| number.to_le_bytes()));
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample(with_normals: bool) -> Cloud {
        let points: Vec<[f32; 3]> = (0..7u8).map(|at| [f32::from(at), 0.1, -2.5e-3]).collect();
        let normals = if with_normals { points.clone() } else { Vec::new() };
        Cloud { points, normals }
    }

    fn file(version: u8, head: &str, data: &[u8]) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend([version, 0]);
        match version {
            1 => bytes.extend((head.len() as u16).to_le_bytes()),
            _ => bytes.extend((head.len() as u32).to_le_bytes()),
        }
        bytes.extend(head.as_bytes());
        bytes.extend(data);
        bytes
    }

    #[test]
    fn what_is_written_is_read_and_aligned() {
        for cloud in [sample(false), sample(true)] {
            let bytes = write(&cloud);
            assert_eq!(read(&bytes).unwrap(), cloud);
            assert_eq!((bytes.len() - 4 * 3 * (cloud.points.len() + cloud.normals.len())) % 64, 0);
        }
    }

    #[test]
    fn every_version_width_and_byte_order_is_read() {
        for version in [1, 2, 3] {
            for (descr, number) in [
                ("<f4", 1.5f32.to_le_bytes().to_vec()),
                (">f4", 1.5f32.to_be_bytes().to_vec()),
                ("<f8", 1.5f64.to_le_bytes().to_vec()),
                (">f8", 1.5f64.to_be_bytes().to_vec()),
            ] {
                let head = format!("{{'shape':(2,3),'fortran_order':False,'descr':'{descr}'}}");
                let cloud = read(&file(version, &head, &number.repeat(6))).unwrap();
                assert_eq!(cloud.points, [[1.5; 3]; 2]);
            }
        }
    }

    #[test]
    fn hostile_files_are_errors_and_take_no_memory() {
        let head = |descr: &str, order: &str, shape: &str| {
            format!("{{'descr': {descr}, 'fortran_order': {order}, 'shape': {shape}, }}")
        };
        let data = [0; 72];
        for (head, why) in [
            (head("'|O'", "False", "(6, 3)"), "not floats"),
            (head("'<i4'", "False", "(6, 3)"), "not floats"),
            (head("[('x', '<f4')]", "False", "(6, 3)"), "not floats"),
            (head("'<f4'", "True", "(6, 3)"), "Fortran"),
            (head("'<f4'", "False", "(18,)"), "its shape is (18, ), not"),
            (head("'<f4'", "False", "(3, 6, 1)"), "its shape is"),
            (head("'<f4'", "False", "()"), "its shape is"),
            (head("'<f4'", "False", "(99999999999999999999, 3)"), "no number of rows"),
            (head("'<f4'", "False", "(-6, 3)"), "no number of rows"),
            (head("'<f4'", "False", "(18446744073709551615, 3)"), "18446744073709551615 points"),
            (head("'<f4'", "False", "(100001, 3)"), "100001 points"),
            (head("'<f4'", "False", "(0, 3)"), "0 points"),
            (head("'<f4'", "False", "(5, 3)"), "bytes of numbers"),
            (head("'<f4'", "False", "(7, 3)"), "bytes of numbers"),
            ("{}".into(), "no 'descr'"),
            ("'descr'".into(), "damaged"),
            (head("'é", "False", "(6, 3)"), "not floats"),
        ] {
            let error = read(&file(1, &head, &data)).unwrap_err().to_string();
            assert!(error.contains(why), "{head}: {error}");
        }
        assert!(read(&file(4, &head("'<f4'", "False", "(6, 3)"), &data)).is_err());
        assert!(read(&[MAGIC, &[2, 0, 255, 255, 255, 255], b"{"].concat()).is_err());
        let whole = write(&sample(true));
        for length in 0..whole.len() {
            assert!(read(&whole[..length]).is_err(), "cut to {length}");
        }
    }
}
