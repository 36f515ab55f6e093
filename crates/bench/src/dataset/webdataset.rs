//! WebDataset: one tar file a part; a sample is `<index>.json`, `<index>.<picture>.png` and, where there is one, `.svg`.
//! An answer that is a drawing or points is `<index>.answer.png` or `<index>.answer.npy`, the latter with the normals.
//! Times, owners and modes are fixed, so the bytes depend on the rows alone.

use super::generate::{PartWriter, Target};
use super::manifest::FileRecord;
use super::row::ANSWER;
use super::scenes::{InOrder, SceneSource};
use super::store::{Hashing, open_file};
use super::{Error, Row, Rows};
use crate::{Answer, Cloud, Picture, Scene};
use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read};
use std::path::Path;
use std::sync::Arc;

/// What the graph of a scene is called.
const GRAPH: &str = "graph";

/// Starts a file.
pub fn create(target: Target) -> Result<Box<dyn PartWriter>, Error> {
    let tar = start(&target.aside)?;
    Ok(Box::new(Writer { tar, rows: 0, scenes_tar: None, scenes: 0, target }))
}

struct Writer {
    tar: Tar,
    rows: u64,
    scenes_tar: Option<Tar>,
    scenes: u64,
    target: Target,
}

type Tar = tar::Builder<Hashing<BufWriter<File>>>;

fn start(aside: &Path) -> Result<Tar, Error> {
    let file = File::create(aside).map_err(Error::io("write", aside))?;
    Ok(tar::Builder::new(Hashing::new(BufWriter::new(file))))
}

/// Completes a file and brings it to the disk.
fn close(tar: Tar, aside: &Path, path: String, rows: u64) -> Result<FileRecord, Error> {
    let close = || -> io::Result<FileRecord> {
        let (buffered, record) = tar.into_inner()?.finish(path, rows);
        buffered.into_inner().map_err(io::IntoInnerError::into_error)?.sync_all()?;
        Ok(record)
    };
    close().map_err(Error::io("write", aside))
}

impl PartWriter for Writer {
    fn write(&mut self, rows: &[Row]) -> Result<(), Error> {
        for row in rows {
            append_row(&mut self.tar, row).map_err(Error::io("write", &self.target.aside))?;
        }
        self.rows += rows.len() as u64;
        Ok(())
    }

    fn write_scenes(&mut self, scenes: &[Arc<Scene>]) -> Result<(), Error> {
        let aside = &self.target.scenes_aside;
        if self.scenes_tar.is_none() {
            self.scenes_tar = Some(start(aside)?);
        }
        let tar = self.scenes_tar.as_mut().expect("started just above");
        for scene in scenes {
            append_scene(tar, scene).map_err(Error::io("write", aside))?;
        }
        self.scenes += scenes.len() as u64;
        Ok(())
    }

    fn finish(self: Box<Self>) -> Result<Vec<FileRecord>, Error> {
        let Self { tar, rows, scenes_tar, scenes, target } = *self;
        let mut files = vec![close(tar, &target.aside, target.path, rows)?];
        if let Some(tar) = scenes_tar {
            files.push(close(tar, &target.scenes_aside, target.scenes_path, scenes)?);
        }
        Ok(files)
    }
}

fn append_scene(tar: &mut Tar, scene: &Scene) -> io::Result<()> {
    let key = scene.key();
    append(tar, &format!("{key}.{GRAPH}.json"), scene.graph.as_bytes())?;
    for (layer, png) in Scene::LAYERS.iter().zip(&scene.layers) {
        append(tar, &format!("{key}.{layer}.png"), png)?;
    }
    Ok(())
}

fn append_row(tar: &mut tar::Builder<impl io::Write>, row: &Row) -> io::Result<()> {
    let key = row.columns.id.rsplit('/').next().expect("a split has a first piece");
    let json = serde_json::to_vec(&row.columns).expect("plain data");
    append(tar, &format!("{key}.json"), &json)?;
    for picture in &row.pictures {
        append(tar, &format!("{key}.{}.png", picture.name), &picture.png)?;
        if let Some(svg) = &picture.svg {
            append(tar, &format!("{key}.{}.svg", picture.name), svg.as_bytes())?;
        }
    }
    match &row.answer {
        Some(Answer::Image(png)) => append(tar, &format!("{key}.{ANSWER}.png"), png),
        Some(Answer::Points(cloud)) => append(tar, &format!("{key}.{ANSWER}.npy"), &cloud.to_npy()),
        _ => Ok(()),
    }
}

fn append(tar: &mut tar::Builder<impl io::Write>, name: &str, bytes: &[u8]) -> io::Result<()> {
    let mut header = tar::Header::new_ustar();
    header.set_size(bytes.len() as u64);
    header.set_mode(0o644);
    header.set_mtime(0);
    tar.append_data(&mut header, name, bytes)
}

/// Reads a file back.
pub fn read(path: &Path) -> Rows {
    let mut rows = Vec::new();
    if let Err(why) = read_into(path, &mut rows) {
        // The row that was being read lacks pictures: the error stands in its place.
        rows.pop();
        rows.push(Err(Error::damaged(path, Some(rows.len() as u64), why)));
    }
    Box::new(rows.into_iter())
}

fn read_into(path: &Path, rows: &mut Vec<Result<Row, Error>>) -> io::Result<()> {
    let mut archive = tar::Archive::new(BufReader::new(open_file(path)?));
    for entry in archive.entries()? {
        let (name, bytes) = contents(entry?)?;
        if name.ends_with(".json") {
            let columns = serde_json::from_slice(&bytes).map_err(io::Error::other)?;
            rows.push(Ok(Row { columns, ..Row::default() }));
            continue;
        }
        let Some(Ok(row)) = rows.last_mut() else {
            return Err(io::Error::other(format!("{name} comes before the row that it belongs to")));
        };
        add_file(row, &name, bytes)?;
    }
    Ok(())
}

/// The name and the bytes of a file in an archive.
fn contents(mut entry: tar::Entry<impl Read>) -> io::Result<(String, Vec<u8>)> {
    let name = entry.path()?.to_string_lossy().into_owned();
    let mut bytes = Vec::new();
    entry.read_to_end(&mut bytes)?;
    match bytes.len() as u64 == entry.size() {
        true => Ok((name, bytes)),
        false => Err(io::Error::other(format!("{name} is cut off"))),
    }
}

/// Reads the scenes of a file back, one at a time.
pub fn read_scenes(path: &Path) -> Result<Box<dyn SceneSource>, Error> {
    let mut file = BufReader::new(open_file(path).map_err(Error::io("read", path))?);
    let place = path.to_owned();
    let mut is_broken = false;
    let scenes = std::iter::from_fn(move || {
        if is_broken {
            return None;
        }
        let scene = next_scene(&mut file).map_err(|why| Error::damaged(&place, None, why));
        is_broken = scene.is_err();
        scene.transpose()
    });
    Ok(Box::new(InOrder::new(path.to_owned(), scenes)))
}

/// The scene whose files come next; `None` at the end of the archive.
fn next_scene(file: &mut BufReader<File>) -> io::Result<Option<Scene>> {
    let mut scene = Scene::default();
    let names = [GRAPH].into_iter().chain(Scene::LAYERS);
    for (at, expected) in names.enumerate() {
        // Each file anew: what was read of an archive is gone with it, and the next begins where it ended.
        let Some((name, bytes)) = next_file(file)? else {
            let end = if at == 0 { Ok(None) } else { Err(io::Error::other("it ends within a scene")) };
            return end;
        };
        let (key, rest) = name.split_once('.').unwrap_or((&name, ""));
        if at == 0 {
            scene.name = key.to_owned();
        }
        if key != scene.name || rest.split('.').next() != Some(expected) {
            return Err(io::Error::other(format!("{name} is not expected here")));
        }
        match at {
            0 => scene.graph = String::from_utf8(bytes).map_err(io::Error::other)?,
            _ => scene.layers[at - 1] = bytes,
        }
    }
    Ok(Some(scene))
}

/// The next file of an archive.
fn next_file(file: &mut BufReader<File>) -> io::Result<Option<(String, Vec<u8>)>> {
    let found = match tar::Archive::new(&mut *file).entries()?.next() {
        Some(entry) => contents(entry?)?,
        None => return Ok(None),
    };
    // A file is followed by zeros up to the next whole block.
    let padding = found.1.len().next_multiple_of(BLOCK) - found.1.len();
    file.read_exact(&mut [0; BLOCK][..padding])?;
    Ok(Some(found))
}

/// Bytes of a block in a tar file.
const BLOCK: usize = 512;

fn add_file(row: &mut Row, file: &str, bytes: Vec<u8>) -> io::Result<()> {
    let mut pieces = file.split('.').skip(1);
    match (pieces.next(), pieces.next(), row.pictures.last_mut()) {
        (Some(ANSWER), Some("png"), _) if row.answer.is_none() => {
            row.answer = Some(Answer::Image(bytes));
            Ok(())
        }
        (Some(ANSWER), Some("npy"), _) if row.answer.is_none() => {
            row.answer = Some(Answer::Points(Cloud::read(&bytes).map_err(io::Error::other)?));
            Ok(())
        }
        (Some(name), Some("png"), _) => {
            row.pictures.push(Picture { name: name.into(), png: bytes, svg: None });
            Ok(())
        }
        (Some(name), Some("svg"), Some(picture)) if picture.name == name => {
            picture.svg = Some(String::from_utf8(bytes).map_err(io::Error::other)?);
            Ok(())
        }
        _ => Err(io::Error::other(format!("{file} is not expected here"))),
    }
}
