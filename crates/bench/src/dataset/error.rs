//! What can go wrong with a dataset, each in one clear line.

use std::io;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Why an operation on a dataset stopped.
#[derive(Debug, Error)]
pub enum Error {
    /// A file could not be read or written.
    #[error("cannot {doing} {path}: {source}", path = path.display())]
    Io {
        /// Verb: read, write, …
        doing: &'static str,
        /// Which file.
        path: PathBuf,
        /// The system's reason.
        source: io::Error,
    },
    /// The folder holds something else.
    #[error("{path} {why}", path = dir.display())]
    NotOurs {
        /// Which folder.
        dir: PathBuf,
        /// What speaks against it.
        why: String,
    },
    /// A row or a whole file is not what was written.
    #[error("{path}{at}: {why}", path = path.display(), at = row.map_or(String::new(), |row| format!(", row {row}")))]
    Damaged {
        /// Which file.
        path: PathBuf,
        /// Row within the file, from 0; `None` when the file as a whole is affected.
        row: Option<u64>,
        /// What is wrong.
        why: String,
    },
    /// The request makes no sense.
    #[error("{0}")]
    Request(String),
    /// No attempt at an item succeeded.
    #[error("no item could be made for {id} in {attempts} attempts (mostly: {reason}); relax the settings")]
    GaveUp {
        /// The item.
        id: String,
        /// How often it was tried.
        attempts: u64,
        /// The commonest reasons for rejection.
        reason: String,
    },
    /// The user stopped it.
    #[error("interrupted; nothing is half-written, run the same command again to go on")]
    Interrupted,
    /// The user stopped it when attempt after attempt at an item had failed.
    #[error(
        "interrupted; nothing is half-written. {id} was tried {attempts} times in vain (mostly: {reason}): run the same command \
         again to go on, or relax the settings"
    )]
    InterruptedInVain {
        /// The item.
        id: String,
        /// How often it was tried.
        attempts: u64,
        /// The commonest reasons for rejection.
        reason: String,
    },
}

impl Error {
    /// Wraps a system error; made for `map_err`.
    pub(crate) fn io(doing: &'static str, path: &Path) -> impl FnOnce(io::Error) -> Self {
        let path = path.to_owned();
        move |source| Self::Io { doing, path, source }
    }

    /// A damaged file or row.
    pub(crate) fn damaged(path: &Path, row: Option<u64>, why: impl ToString) -> Self {
        Self::Damaged { path: path.to_owned(), row, why: why.to_string() }
    }
}
