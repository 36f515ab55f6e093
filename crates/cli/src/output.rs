//! Text and JSON on standard output, numbers and tables for people.

use anyhow::{Context, bail};
use spatiq_bench::dataset::is_within;
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs::{File, Metadata};
use std::io::{BufWriter, Write as _};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Prints a line or a document. A reader that went away (`| head`) is no error.
pub fn print(text: &str) -> anyhow::Result<()> {
    let mut out = std::io::stdout().lock();
    match writeln!(out, "{}", text.trim_end_matches('\n')).and_then(|()| out.flush()) {
        Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => Ok(()),
        result => Ok(result?),
    }
}

/// Prints one JSON document.
pub fn print_json(value: &impl serde::Serialize) -> anyhow::Result<()> {
    print(&serde_json::to_string_pretty(value)?)
}

/// Refuses to write where something would be lost: into a dataset, or over a file that is being read.
pub fn check_target(path: &Path, dataset: &Path, inputs: &[PathBuf]) -> anyhow::Result<()> {
    if is_within(path, dataset) {
        bail!("{} is within the dataset: write somewhere else", path.display());
    }
    let same = |input: &PathBuf| {
        std::fs::canonicalize(input).ok().is_some_and(|i| std::fs::canonicalize(path).ok() == Some(i))
    };
    if inputs.iter().any(same) {
        bail!("{} is one of the files to read: write somewhere else", path.display());
    }
    Ok(())
}

/// Writes a file that appears whole or not at all, and its folder if need be. What is no file of its own, such as
/// `/dev/stdout` or a pipe, is added to instead: nothing may be renamed over it, wherever it leads.
pub fn write_whole(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    write(path, bytes, Aside::end)
}

/// The same for one of thousands of files, which may reach the disk when it suits the system: to wait for each would take longer
/// than to make them.
pub fn write_one_of_many(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    write(path, bytes, Aside::appear)
}

fn write(path: &Path, bytes: &[u8], end: fn(Aside) -> std::io::Result<()>) -> anyhow::Result<()> {
    let write = || -> std::io::Result<()> {
        let special = |there: std::io::Result<Metadata>| there.is_ok_and(|there| !there.is_file());
        let of_the_system = path.starts_with("/dev/") || path.starts_with("/proc/");
        if special(std::fs::metadata(path)) || of_the_system && special(std::fs::symlink_metadata(path)) {
            return std::fs::OpenOptions::new().append(true).open(path)?.write_all(bytes);
        }
        // A link stays a link: it is the file behind it that is replaced, or made.
        if path.is_symlink() && !path.exists() {
            return std::fs::write(path, bytes);
        }
        let mut aside = Aside::begin(path)?;
        aside.file.write_all(bytes)?;
        end(aside)
    };
    write().with_context(|| format!("cannot write {}", path.display()))
}

/// The files and folders that are being written aside. Whoever holds the lock lets no other begin or get its name.
static ASIDE: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

/// All that is being written aside, for whoever writes.
pub fn aside_paths() -> MutexGuard<'static, BTreeSet<PathBuf>> {
    ASIDE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Removes what is half-written. As long as the result is kept, nothing is begun or finished.
pub fn remove_aside() -> impl Sized {
    let paths = aside_paths();
    for path in paths.iter() {
        // There is nobody left to whom it matters.
        let _ = if path.is_dir() { std::fs::remove_dir_all(path) } else { std::fs::remove_file(path) };
    }
    paths
}

/// A file that is written line by line and appears whole or not at all.
pub struct Aside {
    file: BufWriter<File>,
    path: PathBuf,
    aside: PathBuf,
}

impl Aside {
    /// Starts a file, and makes its folder if need be.
    pub fn create(path: &Path) -> anyhow::Result<Self> {
        if std::fs::metadata(path).is_ok_and(|there| !there.is_file()) {
            bail!("{} is not a file: write somewhere else", path.display());
        }
        Self::begin(path).with_context(|| format!("cannot write {}", path.display()))
    }

    fn begin(path: &Path) -> std::io::Result<Self> {
        if let Some(parent) = path.parent().filter(|parent| !parent.as_os_str().is_empty()) {
            std::fs::create_dir_all(parent)?;
        }
        // A link stays a link: it is the file behind it that is replaced.
        let path = std::fs::canonicalize(path).unwrap_or(path.to_owned());
        let mut aside = path.as_os_str().to_owned();
        aside.push(format!(".{}.tmp", std::process::id()));
        let aside = PathBuf::from(aside);
        let mut files = aside_paths();
        let file = BufWriter::new(File::create(&aside)?);
        files.insert(aside.clone());
        Ok(Self { file, path, aside })
    }

    /// Adds a line.
    pub fn put(&mut self, line: &str) -> anyhow::Result<()> {
        writeln!(self.file, "{line}").with_context(|| format!("cannot write {}", self.path.display()))
    }

    /// Lets it appear.
    pub fn finish(self) -> anyhow::Result<()> {
        let path = self.path.clone();
        self.end().with_context(|| format!("cannot write {}", path.display()))
    }

    fn end(mut self) -> std::io::Result<()> {
        self.file.flush()?;
        self.file.get_ref().sync_all()?;
        self.appear()
    }

    fn appear(mut self) -> std::io::Result<()> {
        self.file.flush()?;
        let _held = aside_paths();
        std::fs::rename(&self.aside, &self.path)
    }
}

impl Drop for Aside {
    fn drop(&mut self) {
        let mut files = aside_paths();
        // After a rename it is gone already; after a failure that is what was reported.
        let _ = std::fs::remove_file(&self.aside);
        files.remove(&self.aside);
    }
}

/// 1234567 as 1,234,567.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// "1 row", "2 rows".
pub fn counted(number: u64, noun: &str) -> String {
    let ending = if number == 1 { "" } else { "s" };
    format!("{} {noun}{ending}", grouped(number))
}

/// Columns lined up, two spaces apart.
pub fn table(rows: &[Vec<String>]) -> String {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |at: usize| rows.iter().filter_map(|row| row.get(at)).map(|cell| cell.chars().count()).max();
    let widths: Vec<usize> = (0..columns).map(|at| width(at).unwrap_or(0)).collect();
    let mut text = String::new();
    for row in rows {
        let mut line = String::new();
        for (cell, width) in row.iter().zip(&widths) {
            let _ = write!(line, "{cell:<width$}  ");
        }
        let _ = writeln!(text, "{}", line.trim_end());
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_grouped_by_three() {
        let grouped: Vec<String> = [0, 12, 999, 1000, 1_234_567].map(grouped).into();
        assert_eq!(grouped, ["0", "12", "999", "1,000", "1,234,567"]);
    }
}
