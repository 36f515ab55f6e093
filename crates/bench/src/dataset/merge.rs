//! Joining shards that were made elsewhere into the dataset that a single run would have made.

use super::fill::{Source, Summary, fill};
use super::manifest::Manifest;
use super::plan::{Part, Plan, Shard};
use super::store::{Done, Store, holds};
use super::{Dataset, Error, Format, folder};
use crate::Task;
use std::fs;
use std::path::{Component, Path, PathBuf};

/// Copies the parts of all shards into `out`. A missing, damaged or foreign shard is named, and `out` is then left alone.
/// `on_progress` hears of rows that are there and their total.
pub fn merge(
    out: &Path,
    shards: &[PathBuf],
    registry: &[&'static dyn Task],
    on_progress: impl FnMut(u64, u64),
) -> Result<Summary, Error> {
    let shards = shards.iter().map(|dir| Dataset::open(dir)).collect::<Result<Vec<_>, _>>()?;
    let shards = in_order(shards)?;
    if let Some(shard) = shards.iter().find(|shard| is_within(out, &shard.dir)) {
        let why = format!("{} is within the shard {}", out.display(), shard.dir.display());
        return Err(Error::Request(why));
    }
    let plan = Plan::from_manifest(&shards[0].manifest, registry)
        .map_err(|why| Error::NotOurs { dir: shards[0].dir.clone(), why })?;
    let plan = Plan { shard: None, ..plan };
    for (index, shard) in shards.iter().enumerate() {
        check_whole(shard, &plan, Shard { index: index as u64, of: shards.len() as u64 })?;
    }
    let of = plan.parts().iter().map(|part| part.rows).sum();
    fill(&plan, out, &mut Copier { shards, rows: 0, of, on_progress })
}

/// Whether a path, which need not exist, leads into a folder.
pub fn is_within(path: &Path, folder: &Path) -> bool {
    fs::canonicalize(folder).is_ok_and(|folder| resolved(path).starts_with(folder))
}

/// Where a path leads once all of it exists: links are followed, and `..` goes back also from what is not there yet.
fn resolved(path: &Path) -> PathBuf {
    let mut place = PathBuf::new();
    for piece in std::path::absolute(path).unwrap_or(path.to_owned()).components() {
        if piece == Component::ParentDir {
            place.pop();
        } else {
            place.push(piece);
            place = fs::canonicalize(&place).unwrap_or(place);
        }
    }
    place
}

/// The shards by number; each must be there once and be of the same dataset.
fn in_order(mut shards: Vec<Dataset>) -> Result<Vec<Dataset>, Error> {
    let number = |shard: &Dataset| -> Result<Shard, Error> {
        let foreign = || Error::NotOurs { dir: shard.dir.clone(), why: "is not one shard of several".into() };
        shard.manifest.shard.as_deref().and_then(Shard::parse).ok_or_else(foreign)
    };
    let Some(first) = shards.first() else {
        return Err(Error::Request("name the folders of all shards".into()));
    };
    let (of, head) = (number(first)?.of, first.manifest.clone());
    for shard in &shards {
        let mut manifest = shard.manifest.clone();
        manifest.shard.clone_from(&head.shard);
        let why = (number(shard)?.of != of)
            .then(|| format!("is not one of {of} shards as {} is", first.dir.display()));
        let other = |why| format!("is of another dataset than {}: {why}", first.dir.display());
        if let Some(why) = why.or_else(|| head.difference(&manifest).map(other)) {
            return Err(Error::NotOurs { dir: shard.dir.clone(), why });
        }
    }
    for index in 0..of {
        let shard = Shard { index, of }.to_string();
        match shards.iter().filter(|s| s.manifest.shard.as_deref() == Some(&shard)).count() {
            0 => return Err(Error::Request(format!("shard {shard} is missing: name its folder too"))),
            1 => {}
            _ => return Err(Error::Request(format!("shard {shard} is given more than once"))),
        }
    }
    shards.sort_by_key(|shard| shard.manifest.shard.as_deref().and_then(Shard::parse).map(|s| s.index));
    Ok(shards)
}

/// A shard must have every part of its share, and every file must be what its manifest says.
fn check_whole(shard: &Dataset, plan: &Plan, number: Shard) -> Result<(), Error> {
    let mine = |part: &&Part| part.number % number.of == number.index;
    for part in plan.parts().iter().filter(mine) {
        if shard.manifest.done(part).is_none() {
            let why = format!("a part of {} {} is not in it", plan.tasks[part.task].task.name(), part.split);
            return Err(Error::damaged(&shard.dir, None, why));
        }
    }
    match shard.manifest.files.iter().find(|file| !holds(&shard.dir, file)) {
        None => Ok(()),
        Some(file) => {
            let why = "is not what the manifest says; run the shard's generate command again to repair it";
            Err(Error::damaged(&shard.dir.join(&file.path), None, why))
        }
    }
}

/// Copies parts from shards.
struct Copier<F> {
    shards: Vec<Dataset>,
    rows: u64,
    of: u64,
    on_progress: F,
}

impl<F: FnMut(u64, u64)> Source for Copier<F> {
    fn supply(&mut self, store: &Store, manifest: &Manifest, part: &Part) -> Result<Done, Error> {
        let shard = &self.shards[(part.number % self.shards.len() as u64) as usize];
        let done = shard.manifest.done(part).expect("checked before anything was written");
        let aside = store.aside(part);
        if manifest.format == Format::Folder {
            fs::create_dir_all(&aside).map_err(Error::io("create", &aside))?;
            let rows = shard.dir.join(shard.manifest.file_of(&done.part));
            folder::cut(
                &rows,
                shard.manifest.rows_before(&done.part),
                &done.part,
                &aside.join(folder::ROWS),
            )?;
            for file in &done.files {
                let name = Path::new(&file.path).file_name().unwrap_or_default();
                copy(&shard.dir.join(&file.path), &aside.join(name))?;
            }
            folder::sync_all_in(&aside).map_err(Error::io("write", &aside))?;
        } else {
            let scenes = manifest.scenes_of(&done.part);
            for file in &done.files {
                let to = if file.path == scenes { &store.scenes_aside(part) } else { &aside };
                copy(&shard.dir.join(&file.path), to)?;
                fs::File::open(to).and_then(|file| file.sync_all()).map_err(Error::io("write", to))?;
            }
        }
        self.kept(part);
        Ok(done)
    }

    fn kept(&mut self, part: &Part) {
        self.rows += part.rows;
        (self.on_progress)(self.rows, self.of);
    }
}

fn copy(from: &Path, to: &Path) -> Result<(), Error> {
    fs::copy(from, to).map(drop).map_err(Error::io("copy", from))
}
