//! A folder that is written file by file and appears whole or not at all.

use crate::output::aside_paths;
use anyhow::{Context, bail};
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// A folder that is being written beside its place.
pub struct AsideFolder {
    place: PathBuf,
    aside: PathBuf,
}

impl AsideFolder {
    /// Starts a folder; its place is free, or an empty folder. The folder around it is made if need be.
    pub fn create(place: &Path) -> anyhow::Result<Self> {
        let cannot = || format!("cannot write {}", place.display());
        if let Ok(there) = fs::metadata(place) {
            if !there.is_dir() {
                bail!("{} is not a folder: write somewhere else", place.display());
            }
            if fs::read_dir(place).with_context(cannot)?.next().is_some() {
                bail!("{} is not empty: write somewhere else", place.display());
            }
        }
        Self::begin(place).with_context(cannot)
    }

    fn begin(place: &Path) -> io::Result<Self> {
        if let Some(parent) = place.parent().filter(|parent| !parent.as_os_str().is_empty()) {
            fs::create_dir_all(parent)?;
        }
        // A link stays a link: it is the folder behind it that is filled.
        let place = fs::canonicalize(place).or_else(|_| std::path::absolute(place))?;
        let name = place.file_name().ok_or(io::ErrorKind::InvalidInput)?;
        let mut aside = name.to_owned();
        aside.push(format!(".{}.tmp", std::process::id()));
        let aside = place.with_file_name(aside);
        let mut paths = aside_paths();
        fs::create_dir(&aside)?;
        paths.insert(aside.clone());
        Ok(Self { place, aside })
    }

    /// Adds a file that is not there yet, and the folders that its path names.
    pub fn put(&self, path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
        self.write(path, bytes, OpenOptions::new().write(true).create_new(true)).map(drop)
    }

    /// Adds to the end of a file, and says whether it was not there yet.
    pub fn append(&self, path: &Path, bytes: &[u8]) -> anyhow::Result<bool> {
        self.write(path, bytes, OpenOptions::new().append(true).create(true))
    }

    fn write(&self, path: &Path, bytes: &[u8], how: &OpenOptions) -> anyhow::Result<bool> {
        let target = self.aside.join(path);
        // Whoever removes what is half-written waits until this is done.
        let _held = aside_paths();
        let write = || {
            if let Some(parent) = target.parent() {
                fs::create_dir_all(parent)?;
            }
            let is_new = !target.exists();
            how.open(&target)?.write_all(bytes).map(|()| is_new)
        };
        write().with_context(|| format!("cannot write {}", self.place.join(path).display()))
    }

    /// Lets it appear.
    pub fn finish(self) -> anyhow::Result<()> {
        let end = || {
            sync(&self.aside)?;
            let _held = aside_paths();
            // Not every system puts a folder over an empty one. What is not empty any more stays.
            let _ = fs::remove_dir(&self.place);
            fs::rename(&self.aside, &self.place)
        };
        end().with_context(|| format!("cannot write {}", self.place.display()))
    }
}

impl Drop for AsideFolder {
    fn drop(&mut self) {
        let mut paths = aside_paths();
        // After a rename it is gone already; after a failure that is what was reported.
        let _ = fs::remove_dir_all(&self.aside);
        paths.remove(&self.aside);
    }
}

/// Brings all that is in a folder to the disk.
fn sync(folder: &Path) -> io::Result<()> {
    #[cfg(target_os = "linux")]
    return Ok(rustix::fs::syncfs(File::open(folder)?)?);
    #[cfg(not(target_os = "linux"))]
    {
        for entry in fs::read_dir(folder)? {
            let path = entry?.path();
            if path.is_dir() { sync(&path)? } else { File::open(&path)?.sync_all()? }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(dir: &Path) -> Vec<String> {
        let name = |entry: io::Result<fs::DirEntry>| entry.unwrap().file_name().into_string().unwrap();
        fs::read_dir(dir).unwrap().map(name).collect()
    }

    #[test]
    fn it_appears_when_it_is_finished_and_not_before() {
        let dir = tempfile::tempdir().unwrap();
        for (nth, place) in ["a/new", "a/empty"].map(|name| dir.path().join(name)).into_iter().enumerate() {
            if nth == 1 {
                fs::create_dir(&place).unwrap();
            }
            let folder = AsideFolder::create(&place).unwrap();
            folder.put(Path::new("deep/file"), b"text").unwrap();
            assert!(folder.put(Path::new("deep/file"), b"other").is_err(), "nothing is written twice");
            let grown =
                ["a", "b"].map(|text| folder.append(Path::new("deep/list"), text.as_bytes()).unwrap());
            assert_eq!(grown, [true, false]);
            assert!(!place.join("deep").exists());
            folder.finish().unwrap();
            assert_eq!(fs::read(place.join("deep/file")).unwrap(), b"text");
            assert_eq!(fs::read(place.join("deep/list")).unwrap(), b"ab");
            assert_eq!(names(&dir.path().join("a")).len(), nth + 1);
        }
    }

    #[test]
    fn what_is_given_up_or_comes_too_late_leaves_nothing() {
        let dir = tempfile::tempdir().unwrap();
        let place = dir.path().join("out");
        let folder = AsideFolder::create(&place).unwrap();
        folder.put(Path::new("deep/file"), b"text").unwrap();
        drop(folder);
        assert!(names(dir.path()).is_empty());
        // Somebody else was faster.
        let folder = AsideFolder::create(&place).unwrap();
        fs::create_dir_all(place.join("other")).unwrap();
        assert!(folder.finish().is_err());
        assert_eq!((names(dir.path()), names(&place)), (vec!["out".into()], vec!["other".into()]));
    }

    #[test]
    fn a_place_that_is_taken_is_refused() {
        let dir = tempfile::tempdir().unwrap();
        fs::write(dir.path().join("file"), "").unwrap();
        for (place, why) in
            [(dir.path().join("file"), "is not a folder"), (dir.path().into(), "is not empty")]
        {
            let error = AsideFolder::create(&place).err().unwrap().to_string();
            assert!(error.contains(why), "{error}");
        }
        assert_eq!(names(dir.path()), ["file"]);
    }
}
