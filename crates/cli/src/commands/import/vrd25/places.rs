//! Where the files of the release, and those of Open Images beside them, lie in a folder.

use anyhow::{Context, bail};
use spatiq_bench::Split;
use spatiq_families::vrd25::released::{Setting, file_names};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// The names of classes.
pub const CLASSES: &str = "class-descriptions-boxable.csv";

/// What is part of what.
pub const HIERARCHY: &str = "bbox_labels_600_hierarchy.json";

/// All boxes of a split of Open Images.
pub fn boxes(split: Split) -> String {
    let name = match split {
        Split::Train => "train",
        Split::Val => "validation",
        Split::Test => "test",
    };
    format!("{name}-annotations-bbox.csv")
}

/// A file that is to be read.
pub struct Found {
    pub path: PathBuf,
    /// Its path in the folder, with forward slashes.
    pub name: String,
}

/// What a folder has.
#[derive(Default)]
pub struct Places {
    /// The files with a name that means something, by it.
    pub files: BTreeMap<String, Found>,
    /// Pictures, wherever they lie.
    pub images: Pictures,
    /// Maps of depth, in folders of that name.
    pub depths: Pictures,
}

/// Files by the ids of their images, each in the order of their paths.
pub type Pictures = BTreeMap<String, Vec<PathBuf>>;

/// The folder that maps of depth lie in.
const DEPTHS: &str = "depth";

impl Places {
    /// Looks through a folder and those within it. Links to folders are not followed: they may lead in circles.
    pub fn find(folder: &Path) -> anyhow::Result<Self> {
        let releases = Setting::ALL
            .into_iter()
            .flat_map(|s| Split::ALL.into_iter().flat_map(move |split| file_names(s, split)));
        let beside = Split::ALL.map(boxes).into_iter().chain([CLASSES.into(), HIERARCHY.into()]);
        let wanted: Vec<String> = releases.chain(beside).collect();
        let mut places = Self::default();
        let mut folders = vec![(folder.to_owned(), String::new())];
        while let Some((folder, prefix)) = folders.pop() {
            let cannot = || format!("cannot read {}", folder.display());
            let is_depths = folder.file_name().is_some_and(|name| name == DEPTHS);
            for entry in fs::read_dir(&folder).with_context(cannot)? {
                let entry = entry.with_context(cannot)?;
                let (path, own) = (entry.path(), entry.file_name().to_string_lossy().into_owned());
                let name = format!("{prefix}{own}");
                if entry.file_type().with_context(cannot)?.is_dir() {
                    folders.push((path, format!("{name}/")));
                } else if is_picture(&path) {
                    let id = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
                    let pictures = if is_depths { &mut places.depths } else { &mut places.images };
                    pictures.entry(id).or_default().push(path);
                } else if wanted.contains(&own)
                    && let Some(other) = places.files.insert(own, Found { path, name: name.clone() })
                {
                    bail!("{} and {} have the same name: leave one of them", other.name, name);
                }
            }
        }
        // A folder lists its files in any order.
        places.images.values_mut().chain(places.depths.values_mut()).for_each(|paths| paths.sort());
        Ok(places)
    }
}

fn is_picture(path: &Path) -> bool {
    let ending = path.extension().map(|ending| ending.to_string_lossy().to_lowercase());
    matches!(ending.as_deref(), Some("png" | "jpg" | "jpeg"))
}
