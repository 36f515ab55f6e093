//! Files that appear whole or not at all, and the working folder of an unfinished dataset.

use super::manifest::{FileRecord, MANIFEST, Manifest, PartRecord};
use super::{Error, Part};
use serde::{Deserialize, Serialize};
use std::fs::{self, File, TryLockError};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The sub-folder that a dataset has while it is being made.
pub const WORK: &str = ".spatiq";
const PLAN: &str = "plan.json";

/// A folder that is being filled, locked against other runs.
pub struct Store {
    /// The dataset's folder.
    pub dir: PathBuf,
    work: PathBuf,
    _lock: File,
}

/// What is kept of a finished part until the whole dataset is.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Done {
    /// The part.
    pub part: PartRecord,
    /// Its own files.
    pub files: Vec<FileRecord>,
}

impl Store {
    /// Takes possession of a folder: a new or empty one, or one that has (part of) the dataset in question.
    /// Anything else is refused untouched. Returns also the manifest when the dataset had been finished before.
    pub fn open(dir: &Path, wanted: &Manifest) -> Result<(Self, Option<Manifest>), Error> {
        let refuse =
            |why: &str| Error::NotOurs { dir: dir.to_owned(), why: format!("{why}; nothing was touched") };
        if dir.exists() && !dir.is_dir() {
            return Err(refuse("is not a folder"));
        }
        fs::create_dir_all(dir).map_err(Error::io("create", dir))?;
        // The lock is on the folder itself: it leaves no trace, and comes before any look at what is there.
        let lock = File::open(dir).map_err(Error::io("open", dir))?;
        if !lock_soon(&lock).map_err(Error::io("lock", dir))? {
            return Err(refuse("is being written by another run"));
        }
        let (work, finished) = (dir.join(WORK), dir.join(MANIFEST));
        let plan = work.join(PLAN);
        let present = if finished.exists() { Some(Manifest::read_file(&finished)?) } else { None };
        let begun = if plan.exists() { Some(Manifest::read_file(&plan)?) } else { None };
        let earlier = present.as_ref().or(begun.as_ref());
        if earlier.is_none() && !is_unused(dir)? {
            return Err(refuse("is neither empty nor a dataset of ours"));
        }
        if let Some(why) = earlier.and_then(|earlier| wanted.difference(earlier)) {
            return Err(refuse(&format!("has another dataset: {why}")));
        }
        fs::create_dir_all(&work).map_err(Error::io("create", &work))?;
        let store = Self { dir: dir.to_owned(), work, _lock: lock };
        store.clear_leftovers()?;
        if begun.is_none() {
            store.write_whole(&plan, wanted.text().as_bytes())?;
        }
        Ok((store, present))
    }

    /// A path aside, for something that is to be put in place when it is whole.
    pub fn aside(&self, part: &Part) -> PathBuf {
        self.work.join(format!("tmp-{}", part.number))
    }

    /// A path aside for the scenes of a part.
    pub fn scenes_aside(&self, part: &Part) -> PathBuf {
        self.work.join(format!("tmp-{}-scenes", part.number))
    }

    /// Puts a file or folder that was written aside in its place, and makes sure that it stays there.
    pub fn put(&self, aside: &Path, place: &Path) -> Result<(), Error> {
        let parent = place.parent().expect("a place within the dataset");
        fs::create_dir_all(parent).map_err(Error::io("create", parent))?;
        if place.is_dir() {
            fs::remove_dir_all(place).map_err(Error::io("replace", place))?;
        }
        fs::rename(aside, place).map_err(Error::io("write", place))?;
        sync_folder(parent)
    }

    /// Writes a small file whole.
    pub fn write_whole(&self, place: &Path, bytes: &[u8]) -> Result<(), Error> {
        let aside = self.work.join("tmp-small");
        let write = || -> io::Result<()> {
            let mut file = File::create(&aside)?;
            file.write_all(bytes)?;
            file.sync_all()
        };
        write().map_err(Error::io("write", place))?;
        self.put(&aside, place)
    }

    /// Records that a part is finished.
    pub fn record(&self, part: &Part, done: &Done) -> Result<(), Error> {
        let text = serde_json::to_string(done).expect("plain data");
        self.write_whole(&self.record_path(part), text.as_bytes())
    }

    /// The record of a part, if it was finished. An unreadable record counts as none: the part is made again.
    pub fn recorded(&self, part: &Part) -> Option<Done> {
        serde_json::from_slice(&fs::read(self.record_path(part)).ok()?).ok()
    }

    /// Where rows wait that share one file with other parts.
    pub fn waiting_rows(&self, part: &Part) -> PathBuf {
        self.work.join(format!("rows-{}.jsonl", part.number))
    }

    /// Everything is in place: writes the manifest, if it is new, and leaves no trace of the work.
    pub fn finish(self, manifest: Option<&Manifest>) -> Result<(), Error> {
        if let Some(manifest) = manifest {
            self.write_whole(&self.dir.join(MANIFEST), manifest.text().as_bytes())?;
        }
        fs::remove_dir_all(&self.work).map_err(Error::io("remove", &self.work))
    }

    /// Removes what was written aside, now or by a run that was killed.
    pub fn clear_leftovers(&self) -> Result<(), Error> {
        let entries = fs::read_dir(&self.work).map_err(Error::io("read", &self.work))?;
        for entry in entries.flatten() {
            let path = entry.path();
            if entry.file_name().to_string_lossy().starts_with("tmp-") {
                let removed = if path.is_dir() { fs::remove_dir_all(&path) } else { fs::remove_file(&path) };
                removed.map_err(Error::io("remove", &path))?;
            }
        }
        Ok(())
    }

    fn record_path(&self, part: &Part) -> PathBuf {
        self.work.join(format!("part-{}.json", part.number))
    }
}

/// Takes a lock, waiting a little for a run that was just killed to let go of it.
fn lock_soon(file: &File) -> io::Result<bool> {
    for _ in 0..20 {
        match file.try_lock() {
            Ok(()) => return Ok(true),
            Err(TryLockError::WouldBlock) => std::thread::sleep(Duration::from_millis(100)),
            Err(TryLockError::Error(error)) => return Err(error),
        }
    }
    Ok(false)
}

/// Whether a folder has nothing in it but what a run leaves that was killed before it wrote its plan.
fn is_unused(dir: &Path) -> Result<bool, Error> {
    let entries = fs::read_dir(dir).map_err(Error::io("read", dir))?;
    Ok(entries.flatten().all(|entry| entry.file_name() == WORK))
}

/// Makes renames within a folder last through a power cut.
pub(crate) fn sync_folder(dir: &Path) -> Result<(), Error> {
    File::open(dir).and_then(|folder| folder.sync_all()).map_err(Error::io("sync", dir))
}

/// Whether a file is what the record says. A missing file is simply not.
pub fn holds(dir: &Path, record: &FileRecord) -> bool {
    hash_file(&dir.join(&record.path))
        .is_ok_and(|(bytes, hash)| bytes == record.bytes && hash == record.blake3)
}

/// Opens a file to read. A device or a pipe in its place might never end, and is refused.
pub fn open_file(path: &Path) -> io::Result<File> {
    if !fs::metadata(path)?.is_file() {
        return Err(io::Error::other("is not a regular file"));
    }
    File::open(path)
}

/// Size and hash of a file, read piece by piece.
pub fn hash_file(path: &Path) -> io::Result<(u64, String)> {
    let mut file = open_file(path)?;
    let mut hasher = blake3::Hasher::new();
    let mut buffer = vec![0; 1 << 18];
    loop {
        match file.read(&mut buffer)? {
            0 => return Ok((hasher.count(), hasher.finalize().to_hex().to_string())),
            count => hasher.update(&buffer[..count]),
        };
    }
}

/// Passes bytes on and hashes them on the way.
pub struct Hashing<W> {
    inner: W,
    hasher: blake3::Hasher,
}

impl<W: Write> Hashing<W> {
    /// Wraps a writer.
    pub fn new(inner: W) -> Self {
        Self { inner, hasher: blake3::Hasher::new() }
    }

    /// The writer, and the record of what went through.
    pub fn finish(self, path: String, rows: u64) -> (W, FileRecord) {
        let blake3 = self.hasher.finalize().to_hex().to_string();
        (self.inner, FileRecord { path, rows, bytes: self.hasher.count(), blake3 })
    }
}

impl<W: Write> Write for Hashing<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let count = self.inner.write(bytes)?;
        self.hasher.update(&bytes[..count]);
        Ok(count)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}
