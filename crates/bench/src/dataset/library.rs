//! A library of models on disk, from which tasks take objects.
//!
//! ```text
//! LIB/library.json          version, models with hashes and facts, and what was left out and why
//! LIB/models/<id>.<ending>  the files of the models
//! LIB/report.html           what was brought in and left out, for people, where a command writes one
//! LIB/.import               what is known so far, while files are looked at
//! ```
//! `library.json` is written last, and a file `.unfinished` is there until then: what looks complete is.

use super::Error;
use super::store::{open_file, sync_folder};
use crate::{Stock, StockModel};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

const INDEX: &str = "library.json";
const MODELS: &str = "models";
const UNFINISHED: &str = ".unfinished";
const JOURNAL: &str = ".import";
const REPORT: &str = "report.html";

/// Digits of a hash that tell models, and libraries, apart.
const DIGITS: usize = 16;

/// A library that was read.
#[derive(Clone, Debug)]
pub struct Library {
    dir: PathBuf,
    digest: String,
    models: Vec<StockModel>,
}

/// A file that did not become a model.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Excluded {
    /// Where it lies in the folder that was brought in, with forward slashes.
    pub file: String,
    /// The kind of reason, by which they are counted.
    pub reason: String,
    /// What exactly.
    pub what: String,
}

/// `library.json`. Nothing in it depends on when or where it was made.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Index {
    spatiq: String,
    models: Vec<StockModel>,
    excluded: Vec<Excluded>,
}

/// The id and the hash of a model whose file this is.
pub fn model_hash(bytes: &[u8]) -> (String, String) {
    let hash = blake3::hash(bytes).to_hex().to_string();
    (hash[..DIGITS].into(), hash)
}

impl Library {
    /// Opens a folder that [`Library::write`] finished.
    pub fn open(dir: &Path) -> Result<Self, Error> {
        let refuse = |why: &str| Error::NotOurs { dir: dir.to_owned(), why: why.into() };
        if !dir.is_dir() {
            let why = match (dir.as_os_str().is_empty(), dir.exists()) {
                (true, _) => "a library has a name",
                (false, true) => "is not a folder",
                (false, false) => "does not exist",
            };
            return Err(refuse(why));
        }
        if dir.join(UNFINISHED).exists() {
            return Err(refuse("is not finished: run its import command again"));
        }
        let path = dir.join(INDEX);
        if !path.exists() {
            return Err(refuse(
                "is not a library of models: it has no library.json; `spatiq import` makes one",
            ));
        }
        let mut text = Vec::new();
        open_file(&path)
            .and_then(|mut file| file.read_to_end(&mut text))
            .map_err(Error::io("read", &path))?;
        let index: Index = serde_json::from_slice(&text).map_err(|why| Error::damaged(&path, None, why))?;
        if index.spatiq != env!("CARGO_PKG_VERSION") {
            let (theirs, ours) = (index.spatiq, env!("CARGO_PKG_VERSION"));
            return Err(refuse(&format!("was made by version {theirs}, this is {ours}: import it again")));
        }
        if let Some(model) = index.models.iter().find(|model| !is_sound(model)) {
            return Err(Error::damaged(&path, None, format!("the model {:?} is not one of ours", model.id)));
        }
        if !index.models.windows(2).all(|pair| pair[0].id < pair[1].id) {
            return Err(Error::damaged(&path, None, "its models are not in order"));
        }
        Ok(Self { dir: dir.to_owned(), digest: digest(&index.models), models: index.models })
    }

    /// Goes over the files of all models; the first that is not the one that was brought in is an error.
    pub fn check(&self) -> Result<(), Error> {
        let fault = self.models.par_iter().find_map_first(|model| self.read(model).err());
        fault.map_or(Ok(()), |why| {
            Err(Error::NotOurs { dir: self.dir.clone(), why: format!("is damaged: {why}") })
        })
    }

    /// Refuses a folder in which something would be lost. It may be new, empty, or a library.
    pub fn check_target(dir: &Path) -> Result<(), Error> {
        let refuse =
            |why: &str| Error::NotOurs { dir: dir.to_owned(), why: format!("{why}; nothing was touched") };
        if !dir.exists() {
            return Ok(());
        }
        if !dir.is_dir() {
            return Err(refuse("is not a folder"));
        }
        let entries = fs::read_dir(dir).map_err(Error::io("read", dir))?;
        let names: BTreeSet<_> = entries.flatten().map(|entry| entry.file_name()).collect();
        let ours = names
            .iter()
            .all(|name| [INDEX, MODELS, UNFINISHED, JOURNAL, REPORT].iter().any(|known| name == known));
        let marked = [INDEX, UNFINISHED, JOURNAL].iter().any(|mark| dir.join(mark).is_file());
        match names.is_empty() || ours && marked {
            true => Ok(()),
            false => Err(refuse("is neither empty nor a library of ours")),
        }
    }

    /// Where a command notes what it knows so far, so that it can go on if it is killed. A library is none the worse for it.
    pub fn journal(dir: &Path) -> PathBuf {
        dir.join(JOURNAL)
    }

    /// Where the page about a library lies.
    pub fn report(dir: &Path) -> PathBuf {
        dir.join(REPORT)
    }

    /// Writes a library, in place of one that may be there. `read` gives the file of a model; `stop` ends it between files.
    pub fn write(
        dir: &Path,
        models: Vec<StockModel>,
        excluded: Vec<Excluded>,
        mut read: impl FnMut(&StockModel) -> Result<Vec<u8>, Error>,
        stop: &AtomicBool,
    ) -> Result<Self, Error> {
        let mut draft = Self::begin(dir)?;
        for model in models {
            if stop.load(Ordering::Relaxed) {
                return Err(Error::Interrupted);
            }
            let bytes = read(&model)?;
            draft.add(model, &bytes)?;
        }
        draft.finish(excluded)
    }

    /// Begins to write a library, in place of one that may be there, for models that are made one after the other.
    pub fn begin(dir: &Path) -> Result<Draft, Error> {
        Self::check_target(dir)?;
        let (folder, mark) = (dir.join(MODELS), dir.join(UNFINISHED));
        fs::create_dir_all(&folder).map_err(Error::io("create", &folder))?;
        fs::write(&mark, "").map_err(Error::io("write", &mark))?;
        Ok(Draft { dir: dir.to_owned(), models: Vec::new() })
    }
}

/// A library that is being written. Until [`Draft::finish`] it does not look complete.
#[derive(Debug)]
pub struct Draft {
    dir: PathBuf,
    models: Vec<StockModel>,
}

impl Draft {
    /// Writes the file of a model.
    pub fn add(&mut self, model: StockModel, bytes: &[u8]) -> Result<(), Error> {
        if model_hash(bytes).1 != model.blake3 {
            return Err(Error::damaged(Path::new(&model.source), None, "it changed while it was read"));
        }
        let place = self.dir.join(MODELS).join(file_of(&model));
        fs::write(&place, bytes).map_err(Error::io("write", &place))?;
        self.models.push(model);
        Ok(())
    }

    /// Leaves nothing of what was there before, and makes the library complete.
    pub fn finish(mut self, excluded: Vec<Excluded>) -> Result<Library, Error> {
        let dir = &self.dir;
        let (folder, mark, index) = (dir.join(MODELS), dir.join(UNFINISHED), dir.join(INDEX));
        self.models.sort_by(|a, b| a.id.cmp(&b.id));
        let wanted: BTreeSet<PathBuf> = self.models.iter().map(file_of).collect();
        for entry in fs::read_dir(&folder).map_err(Error::io("read", &folder))?.flatten() {
            if !wanted.contains(Path::new(&entry.file_name())) {
                fs::remove_file(entry.path()).map_err(Error::io("remove", &entry.path()))?;
            }
        }
        let content = Index { spatiq: env!("CARGO_PKG_VERSION").into(), models: self.models, excluded };
        let text = serde_json::to_string_pretty(&content).expect("plain data") + "\n";
        let write = || -> std::io::Result<()> {
            let mut file = File::create(&index)?;
            file.write_all(text.as_bytes())?;
            file.sync_all()
        };
        write().map_err(Error::io("write", &index))?;
        fs::remove_file(&mark).map_err(Error::io("remove", &mark))?;
        sync_folder(dir)?;
        Library::open(dir)
    }
}

impl Stock for Library {
    fn digest(&self) -> &str {
        &self.digest
    }

    fn models(&self) -> &[StockModel] {
        &self.models
    }

    fn read(&self, model: &StockModel) -> Result<Vec<u8>, String> {
        let path = self.dir.join(MODELS).join(file_of(model));
        let mut bytes = Vec::new();
        let read = open_file(&path).and_then(|mut file| file.read_to_end(&mut bytes));
        read.map_err(|error| format!("cannot read {}: {error}", path.display()))?;
        match model_hash(&bytes).1 == model.blake3 {
            true => Ok(bytes),
            false => Err(format!("{} is not the file that was imported", path.display())),
        }
    }
}

/// The file of a model within the folder of models.
fn file_of(model: &StockModel) -> PathBuf {
    format!("{}.{}", model.id, model.ending).into()
}

/// Whether a model's id and ending make the name of a file, and no path.
fn is_sound(model: &StockModel) -> bool {
    let hexadecimal = |text: &str| text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
    model.id.len() == DIGITS
        && hexadecimal(&model.blake3)
        && model.blake3.starts_with(&model.id)
        && (1..=8).contains(&model.ending.len())
        && model.ending.bytes().all(|byte| byte.is_ascii_lowercase())
}

/// What models are called and where they came from does not matter.
fn digest(models: &[StockModel]) -> String {
    let what: Vec<_> = models.iter().map(|model| (&model.blake3, &model.ending, &model.facts)).collect();
    let text = serde_json::to_string(&what).expect("plain data");
    blake3::hash(text.as_bytes()).to_hex()[..DIGITS].into()
}
