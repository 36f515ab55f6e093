//! The files of a folder that may be models.

use anyhow::Context;
use spatiq_families::spare3d::ENDINGS;
use std::fs;
use std::path::{Path, PathBuf};

/// A file that is a model by its name.
pub struct Found {
    pub path: PathBuf,
    /// Its path in the folder, with forward slashes.
    pub name: String,
    /// How it ends, in small letters.
    pub ending: String,
}

/// The files below a folder that are models by their names, in the order of these. Links to folders are not followed: they may
/// lead in circles.
pub fn find(folder: &Path) -> anyhow::Result<Vec<Found>> {
    let mut found = Vec::new();
    let mut folders = vec![(folder.to_owned(), String::new())];
    while let Some((folder, prefix)) = folders.pop() {
        let cannot = || format!("cannot read {}", folder.display());
        for entry in fs::read_dir(&folder).with_context(cannot)? {
            let entry = entry.with_context(cannot)?;
            let (path, name) = (entry.path(), format!("{prefix}{}", entry.file_name().to_string_lossy()));
            if entry.file_type().with_context(cannot)?.is_dir() {
                folders.push((path, format!("{name}/")));
                continue;
            }
            let ending = path.extension().map(|ending| ending.to_string_lossy().to_lowercase());
            let ending = ending.unwrap_or_default();
            if ENDINGS.contains(&ending.as_str()) {
                found.push(Found { path, name, ending });
            }
        }
    }
    found.sort_by(|a, b| (&a.name, &a.path).cmp(&(&b.name, &b.path)));
    Ok(found)
}
