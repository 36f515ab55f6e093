//! Folder: PNG and SVG files in a sub-folder for every part, beside one `metadata.jsonl` for the split.
//!
//! The layers of scenes lie there too, `<scene>-<layer>.png` and `<scene>-graph.json`; rows name what they show of them.
//!
//! An answer that is a drawing or points is a file too, `<index>-answer.png` (and `.svg`) or `.npy`; the columns `answer_image` and
//! `answer_points` have its path. The points of a `.npy` file come with their normals: it has six numbers a row.
//!
//! The sub-folder is written aside and renamed whole. The rows wait in the working folder until all parts are there,
//! since `metadata.jsonl` is one file.

use super::generate::{PartWriter, Target};
use super::manifest::{FileRecord, PartRecord};
use super::plan::ROWS_IN_PART;
use super::row::{ANSWER, Columns};
use super::scenes::SceneSource;
use super::store::{Hashing, open_file};
use super::{Error, Row, Rows};
use crate::{Answer, Cloud, Picture, Scene};
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, BufWriter, Read, Write};
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

/// The file with a split's rows.
pub const METADATA: &str = "metadata.jsonl";

/// The rows of a part within its folder aside, before they move on to wait for the others.
pub const ROWS: &str = "rows.jsonl";

/// Name of a part's sub-folder.
pub fn sub_folder(first: u64) -> String {
    format!("{:05}", first / ROWS_IN_PART)
}

/// Starts a part, whose place within the dataset is a sub-folder.
pub fn create(Target { aside, path, .. }: Target) -> Result<Box<dyn PartWriter>, Error> {
    fs::create_dir_all(&aside).map_err(Error::io("create", &aside))?;
    let rows = aside.join(ROWS);
    let rows = BufWriter::new(File::create(&rows).map_err(Error::io("write", &rows))?);
    Ok(Box::new(Writer { rows, aside, path, files: Vec::new() }))
}

struct Writer {
    rows: BufWriter<File>,
    aside: PathBuf,
    path: String,
    files: Vec<FileRecord>,
}

impl PartWriter for Writer {
    fn write_scenes(&mut self, scenes: &[Arc<Scene>]) -> Result<(), Error> {
        scenes.iter().try_for_each(|scene| self.write_scene(scene)).map_err(Error::io("write", &self.aside))
    }

    fn write(&mut self, rows: &[Row]) -> Result<(), Error> {
        rows.iter().try_for_each(|row| self.write_row(row)).map_err(Error::io("write", &self.aside))
    }

    fn finish(self: Box<Self>) -> Result<Vec<FileRecord>, Error> {
        let Self { rows, aside, mut files, .. } = *self;
        let close = || -> io::Result<()> {
            rows.into_inner().map_err(io::IntoInnerError::into_error)?.sync_all()?;
            sync_all_in(&aside)
        };
        close().map_err(Error::io("write", &aside))?;
        files.sort_by(|a, b| a.path.cmp(&b.path));
        Ok(files)
    }
}

impl Writer {
    fn write_scene(&mut self, scene: &Scene) -> io::Result<()> {
        for (layer, png) in Scene::LAYERS.iter().zip(&scene.layers) {
            self.write_file(&layer_file(scene.key(), layer), png)?;
        }
        self.write_file(&graph_file(scene.key()), scene.graph.as_bytes())
    }

    fn write_row(&mut self, row: &Row) -> io::Result<()> {
        let key = row.columns.id.rsplit('/').next().expect("a split has a first piece");
        let folder = self.path.rsplit('/').next().expect("a split has a first piece").to_owned();
        let mut columns = row.columns.clone();
        for picture in &row.pictures {
            let name = format!("{key}-{}.png", picture.name);
            self.write_file(&name, &picture.png)?;
            if let Some(svg) = &picture.svg {
                self.write_file(&format!("{key}-{}.svg", picture.name), svg.as_bytes())?;
            }
            columns.images.push(format!("{folder}/{name}"));
        }
        // Pictures of scenes lie here once, for whoever reads the rows without us.
        for scene in &row.scenes {
            columns
                .images
                .extend(scene.shown().map(|layer| format!("{folder}/{}", layer_file(scene.key(), layer))));
        }
        columns.image_names.extend(Scene::pictures(&row.scenes).into_iter().map(|picture| picture.name));
        let (column, ending, bytes) = match &row.answer {
            Some(Answer::Image(png)) => (&mut columns.answer_image, "png", png.clone()),
            Some(Answer::Points(cloud)) => (&mut columns.answer_points, "npy", cloud.to_npy()),
            _ => return self.write_columns(&columns),
        };
        let name = format!("{key}-{ANSWER}.{ending}");
        *column = Some(format!("{folder}/{name}"));
        self.write_file(&name, &bytes)?;
        if let Some(svg) = answer_svg(&columns.evidence) {
            self.write_file(&format!("{key}-{ANSWER}.svg"), svg.as_bytes())?;
        }
        self.write_columns(&columns)
    }

    fn write_columns(&mut self, columns: &Columns) -> io::Result<()> {
        serde_json::to_writer(&mut self.rows, columns)?;
        self.rows.write_all(b"\n")
    }

    fn write_file(&mut self, name: &str, bytes: &[u8]) -> io::Result<()> {
        fs::write(self.aside.join(name), bytes)?;
        let blake3 = blake3::hash(bytes).to_hex().to_string();
        let path = format!("{}/{name}", self.path);
        self.files.push(FileRecord { path, rows: 0, bytes: bytes.len() as u64, blake3 });
        Ok(())
    }
}

/// The drawing that is the answer as an SVG, where a task tells it in its evidence.
fn answer_svg(evidence: &str) -> Option<String> {
    #[derive(serde::Deserialize)]
    struct Drawn {
        answer_svg: Option<String>,
    }
    serde_json::from_str::<Drawn>(evidence).ok()?.answer_svg
}

/// Brings everything in a folder to the disk: one call where the system has one, since a part has thousands of files.
pub fn sync_all_in(dir: &Path) -> io::Result<()> {
    #[cfg(target_os = "linux")]
    return Ok(rustix::fs::syncfs(File::open(dir)?)?);
    #[cfg(not(target_os = "linux"))]
    {
        for entry in fs::read_dir(dir)? {
            File::open(entry?.path())?.sync_all()?;
        }
        Ok(())
    }
}

/// Joins the waiting rows of all parts of a split into one file aside.
pub fn join(pieces: &[PathBuf], aside: &Path, path: String, rows: u64) -> Result<FileRecord, Error> {
    let write = || -> io::Result<FileRecord> {
        let mut out = Hashing::new(BufWriter::new(File::create(aside)?));
        for piece in pieces {
            io::copy(&mut File::open(piece)?, &mut out)?;
        }
        let (buffered, record) = out.finish(path, rows);
        buffered.into_inner().map_err(io::IntoInnerError::into_error)?.sync_all()?;
        Ok(record)
    };
    write().map_err(Error::io("write", aside))
}

/// Cuts the lines of one part out of a split's file again.
pub fn cut(metadata: &Path, skip: u64, part: &PartRecord, aside: &Path) -> Result<(), Error> {
    let write = || -> io::Result<()> {
        let mut lines = BufReader::new(File::open(metadata)?);
        let mut out = BufWriter::new(File::create(aside)?);
        let mut line = Vec::new();
        for at in 0..skip + part.rows {
            line.clear();
            if lines.read_until(b'\n', &mut line)? == 0 {
                return Err(io::Error::other("it ends too early"));
            }
            if at >= skip {
                out.write_all(&line)?;
            }
        }
        out.into_inner().map_err(io::IntoInnerError::into_error)?.sync_all()
    };
    write().map_err(Error::io("copy", metadata))
}

/// Reads rows back, with their pictures.
pub fn read(metadata: &Path, skip: u64, rows: u64) -> Rows {
    let path = metadata.to_owned();
    let file = match open_file(metadata) {
        Ok(file) => file,
        Err(source) => return Box::new(std::iter::once(Err(Error::io("read", metadata)(source)))),
    };
    let lines = BufReader::new(file).split(b'\n').enumerate().skip(skip as usize).take(rows as usize);
    Box::new(lines.map(move |(at, line)| {
        let row = line.and_then(|line| read_row(path.parent().unwrap_or(Path::new("")), &line));
        row.map_err(|why| Error::damaged(&path, Some(at as u64), why))
    }))
}

fn read_row(folder: &Path, line: &[u8]) -> io::Result<Row> {
    let mut columns: Columns = serde_json::from_slice(line).map_err(io::Error::other)?;
    let mut images = std::mem::take(&mut columns.images);
    if !columns.scene.is_empty() {
        images.clear();
        columns.image_names.clear();
    }
    if images.len() != columns.image_names.len() {
        return Err(io::Error::other("as many pictures as names are needed"));
    }
    let picture = |(image, name): (&String, &String)| -> io::Result<Picture> {
        let png = read_beside(folder, image)?;
        let svg = folder.join(image).with_extension("svg");
        let svg = match svg.exists() {
            true => Some(fs::read_to_string(svg).map_err(|error| named(image, error))?),
            false => None,
        };
        Ok(Picture { name: name.clone(), png, svg })
    };
    let pictures = images.iter().zip(&columns.image_names).map(picture).collect::<io::Result<_>>()?;
    let answer = match (columns.answer_image.take(), columns.answer_points.take()) {
        (Some(image), None) => Some(Answer::Image(read_beside(folder, &image)?)),
        (None, Some(points)) => {
            let cloud = Cloud::read(&read_beside(folder, &points)?);
            Some(Answer::Points(cloud.map_err(|error| named(&points, io::Error::other(error)))?))
        }
        (None, None) => None,
        (Some(_), Some(_)) => return Err(io::Error::other("it has two answers")),
    };
    Ok(Row { columns, pictures, answer, scenes: Vec::new() })
}

/// The scenes of a part, so many, in its sub-folder.
pub fn scenes(folder: PathBuf, count: u64) -> Box<dyn SceneSource> {
    Box::new(Beside { folder, left: count })
}

struct Beside {
    folder: PathBuf,
    left: u64,
}

impl SceneSource for Beside {
    fn fetch(&mut self, name: &str) -> Result<Scene, Error> {
        self.left = self.left.saturating_sub(1);
        let mut scene = Scene { name: name.to_owned(), ..Scene::default() };
        let read = |file: String| {
            read_beside(&self.folder, &file).map_err(|why| Error::damaged(&self.folder, None, why))
        };
        for (at, layer) in Scene::LAYERS.iter().enumerate() {
            scene.layers[at] = read(layer_file(scene.key(), layer))?;
        }
        let graph = String::from_utf8(read(graph_file(scene.key()))?);
        scene.graph = graph.map_err(|why| Error::damaged(&self.folder, None, format!("{name}: {why}")))?;
        Ok(scene)
    }

    fn is_exhausted(&mut self) -> bool {
        self.left == 0
    }
}

fn layer_file(key: &str, layer: &str) -> String {
    format!("{key}-{layer}.png")
}

fn graph_file(key: &str) -> String {
    format!("{key}-graph.json")
}

/// Reads a file that a row names.
fn read_beside(folder: &Path, file: &str) -> io::Result<Vec<u8>> {
    let within = Path::new(file).components().all(|piece| matches!(piece, Component::Normal(_)));
    if !within {
        return Err(io::Error::other(format!("{file} is not within the dataset")));
    }
    let mut bytes = Vec::new();
    let read = open_file(&folder.join(file)).and_then(|mut file| file.read_to_end(&mut bytes));
    read.map_err(|error| named(file, error))?;
    Ok(bytes)
}

fn named(file: &str, error: io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{file}: {error}"))
}
