//! Lines, words and numbers of text files that may hold any bytes at all.

use super::ReadError;
use super::build::LARGEST;

/// The lines of a file with their numbers from 1; they end in LF, CR LF or CR.
pub(super) struct Lines<'a> {
    rest: &'a [u8],
    number: usize,
}

impl<'a> Lines<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Self {
        // Some editors put the mark of UTF-8 in front.
        Self { rest: bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes), number: 0 }
    }
}

impl<'a> Iterator for Lines<'a> {
    type Item = (usize, &'a [u8]);

    fn next(&mut self) -> Option<Self::Item> {
        if self.rest.is_empty() {
            return None;
        }
        let rest = self.rest;
        let end = rest.iter().position(|byte| matches!(byte, b'\n' | b'\r')).unwrap_or(rest.len());
        let ending = if rest[end..].starts_with(b"\r\n") { 2 } else { 1 };
        self.rest = rest.get(end + ending..).unwrap_or_default();
        self.number += 1;
        Some((self.number, &rest[..end]))
    }
}

/// The words of a line.
pub(super) fn words(line: &[u8]) -> impl Iterator<Item = &[u8]> {
    line.split(|byte| byte.is_ascii_whitespace() || *byte == 0x0b).filter(|word| !word.is_empty())
}

/// A word as a coordinate that can be calculated with.
pub(super) fn coordinate(word: &[u8], line: usize) -> Result<f64, ReadError> {
    let number = std::str::from_utf8(word).ok().and_then(|word| word.parse::<f64>().ok());
    match number {
        None => Err(ReadError::line(line, format!("`{}` is not a number", shown(word)))),
        Some(number) if !number.is_finite() => {
            Err(ReadError::line(line, format!("`{}` is not a finite number", shown(word))))
        }
        Some(number) if number.abs() > LARGEST => Err(ReadError::line(
            line,
            format!("`{}` is too large: beyond 1e38 nothing can be calculated", shown(word)),
        )),
        Some(number) => Ok(number),
    }
}

/// A word for a message: readable and not too long.
pub(super) fn shown(word: &[u8]) -> String {
    let text = String::from_utf8_lossy(&word[..word.len().min(40)]);
    let dots = if word.len() > 40 { "…" } else { "" };
    format!("{}{dots}", text.escape_debug())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_three_line_ends_count_as_one_line() {
        let lines: Vec<_> = Lines::new(b"a\r\nb\rc\n\nd").collect();
        let expected: [(usize, &[u8]); 5] = [(1, b"a"), (2, b"b"), (3, b"c"), (4, b""), (5, b"d")];
        assert_eq!(lines, expected);
    }

    #[test]
    fn a_long_word_is_shortened() {
        assert_eq!(shown(b"\xffa\n"), "\u{fffd}a\\n");
        assert_eq!(shown(&[b'x'; 100]).chars().count(), 41);
    }
}
