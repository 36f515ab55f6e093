//! What the tests of the command share: running it, and comparing folders.
#![allow(dead_code, reason = "each test file uses its own part")]

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// The command with these arguments, separated by blanks.
pub fn spatiq(args: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_spatiq"));
    command.args(args.split_whitespace());
    command
}

/// Runs the command in a folder.
pub fn run(dir: &Path, args: &str) -> Output {
    spatiq(args).current_dir(dir).output().unwrap()
}

/// Runs the command in a folder; it must succeed. Returns what it printed.
pub fn succeed(dir: &Path, args: &str) -> String {
    let output = run(dir, args);
    assert!(output.status.success(), "spatiq {args}\n{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// Runs the command in a folder; it must fail with this code and one line on standard error, which is returned.
pub fn fail(dir: &Path, code: i32, args: &str) -> String {
    let output = run(dir, args);
    let line = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(code), "spatiq {args}\n{line}");
    assert_eq!(line.trim_end().lines().count(), 1, "{line}");
    line
}

/// Every file below a folder with its bytes.
pub fn tree(dir: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut files = BTreeMap::new();
    let mut folders = vec![dir.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                files.insert(path.strip_prefix(dir).unwrap().to_owned(), fs::read(&path).unwrap());
            }
        }
    }
    files
}

/// Panics when two folders differ, naming the first file that does.
pub fn assert_same(a: &Path, b: &Path) {
    let (a, b) = (tree(a), tree(b));
    assert!(a.len() > 2);
    assert_eq!(a.keys().collect::<Vec<_>>(), b.keys().collect::<Vec<_>>());
    for (path, bytes) in &a {
        assert!(bytes == &b[path], "{} differs", path.display());
    }
}

/// A folder for one test: in memory where the system has such a place, since these tests sync many files.
pub fn folder() -> tempfile::TempDir {
    let memory = Path::new("/dev/shm");
    if memory.is_dir() { tempfile::tempdir_in(memory) } else { tempfile::tempdir() }.unwrap()
}
