//! What an import knows so far, a line for each file, so that one that was killed goes on.

use super::Reason;
use super::cad::Looked;
use crate::args::ImportCad;
use anyhow::Context;
use serde::{Deserialize, Serialize};
use spatiq_bench::dataset::Library;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::io::{BufRead, BufReader, BufWriter, Write};
use std::path::PathBuf;

/// The first line: what the others depend on.
#[derive(Serialize, Deserialize, PartialEq)]
struct Head {
    spatiq: String,
    most_triangles: usize,
    most_bytes: u64,
    timeout: f64,
}

/// What became of a file.
#[derive(Serialize, Deserialize)]
struct Entry<'a> {
    file: Cow<'a, str>,
    /// The hash of what was in it.
    blake3: Cow<'a, str>,
    found: Cow<'a, Found>,
}

/// What became of a file: a model, or the reason why not.
#[derive(Clone, Serialize, Deserialize)]
pub enum Found {
    Model(Box<Looked>),
    Not(String, String),
}

/// The file in which an import notes what it knows.
pub struct Journal {
    path: PathBuf,
    out: BufWriter<File>,
    known: BTreeMap<(String, String), Found>,
    /// Whether the folder was made for it.
    made: Option<PathBuf>,
}

impl Journal {
    /// Opens the journal of a library; what an earlier import of the same kind noted there is known.
    pub fn open(args: &ImportCad) -> anyhow::Result<Self> {
        let path = Library::journal(&args.out);
        let made = (!args.out.exists()).then(|| args.out.clone());
        fs::create_dir_all(&args.out).with_context(|| format!("cannot create {}", args.out.display()))?;
        let head = Head {
            spatiq: env!("CARGO_PKG_VERSION").into(),
            most_triangles: args.most_triangles,
            most_bytes: args.most_bytes,
            timeout: args.timeout,
        };
        let known = read(&path, &head).unwrap_or_default();
        let cannot = || format!("cannot write {}", path.display());
        // Written anew: the last line of one that was killed may be half a line.
        let file =
            OpenOptions::new().create(true).write(true).truncate(true).open(&path).with_context(cannot)?;
        let mut journal =
            Self { path: path.clone(), out: BufWriter::new(file), known: BTreeMap::new(), made };
        journal.line(&head)?;
        for ((file, blake3), found) in known {
            journal.note(&file, &blake3, &found)?;
            journal.known.insert((file, blake3), found);
        }
        journal.flush()?;
        Ok(journal)
    }

    /// What became of a file with this content, if that is known.
    pub fn known(&self, file: &str, blake3: &str) -> Option<Found> {
        self.known.get(&(file.to_owned(), blake3.to_owned())).cloned()
    }

    /// Notes what became of a file.
    pub fn note(&mut self, file: &str, blake3: &str, found: &Found) -> anyhow::Result<()> {
        self.line(&Entry { file: file.into(), blake3: blake3.into(), found: Cow::Borrowed(found) })
    }

    fn line(&mut self, value: &impl Serialize) -> anyhow::Result<()> {
        let text = serde_json::to_string(value)?;
        writeln!(self.out, "{text}").with_context(|| format!("cannot write {}", self.path.display()))
    }

    /// Lets everything that was noted reach the file.
    pub fn flush(&mut self) -> anyhow::Result<()> {
        self.out.flush().with_context(|| format!("cannot write {}", self.path.display()))
    }

    /// Takes the journal away: all is done, or nothing can be.
    pub fn remove(self) -> anyhow::Result<()> {
        drop(self.out);
        fs::remove_file(&self.path).with_context(|| format!("cannot remove {}", self.path.display()))?;
        // If it is not empty, it is a library.
        if let Some(folder) = self.made {
            let _ = fs::remove_dir(folder);
        }
        Ok(())
    }
}

/// What an earlier import noted; nothing of one with other settings, or of a line that is not whole.
fn read(path: &PathBuf, head: &Head) -> Option<BTreeMap<(String, String), Found>> {
    let mut lines = BufReader::new(File::open(path).ok()?).lines();
    let first: Head = serde_json::from_str(&lines.next()?.ok()?).ok()?;
    if first != *head {
        return None;
    }
    let entries = lines.map_while(Result::ok).map_while(|line| serde_json::from_str::<Entry>(&line).ok());
    Some(
        entries
            .map(|entry| ((entry.file.into_owned(), entry.blake3.into_owned()), entry.found.into_owned()))
            .collect(),
    )
}

impl From<Result<Looked, Reason>> for Found {
    fn from(looked: Result<Looked, Reason>) -> Self {
        match looked {
            Ok(looked) => Self::Model(Box::new(looked)),
            Err((reason, what)) => Self::Not(reason.into(), what),
        }
    }
}
