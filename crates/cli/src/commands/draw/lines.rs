//! The lines of a file that may be larger than memory.

use spatiq_bench::dataset::open_file;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

/// Longer recipes are refused: ten thousand elements do not need as much.
pub const MOST_RECIPE_BYTES: u64 = 64 << 20;

/// A file, and the line that is being looked at.
pub struct Lines {
    reader: BufReader<File>,
    text: Vec<u8>,
    /// Of the line, from one; blank lines count.
    pub number: usize,
    failed: bool,
}

impl Lines {
    /// Stands before the first line.
    pub fn open(path: &Path) -> io::Result<Self> {
        let reader = BufReader::with_capacity(1 << 16, open_file(path)?);
        Ok(Self { reader, text: Vec::new(), number: 0, failed: false })
    }

    /// Goes to the next line that is not blank; whether there is one.
    pub fn advance(&mut self) -> io::Result<bool> {
        loop {
            self.text.clear();
            self.number += 1;
            let read = self.read_line().inspect_err(|_| self.failed = true)?;
            if read == 0 {
                return Ok(false);
            }
            if !self.text.trim_ascii().is_empty() {
                return Ok(true);
            }
        }
    }

    /// Reads a line, but of one that is too long only so much that this shows.
    fn read_line(&mut self) -> io::Result<usize> {
        let read = self.reader.by_ref().take(MOST_RECIPE_BYTES + 1).read_until(b'\n', &mut self.text)?;
        if self.is_too_long() {
            self.reader.skip_until(b'\n')?;
        }
        Ok(read)
    }

    fn is_too_long(&self) -> bool {
        self.text.len() as u64 > MOST_RECIPE_BYTES && self.text.last() != Some(&b'\n')
    }

    /// The line.
    pub fn text(&self) -> Result<&[u8], String> {
        if self.is_too_long() {
            return Err(format!("a recipe may have {MOST_RECIPE_BYTES} bytes, and this has more"));
        }
        Ok(&self.text)
    }

    /// Whether it makes sense to go on.
    pub fn is_readable(&self) -> bool {
        !self.failed
    }
}
