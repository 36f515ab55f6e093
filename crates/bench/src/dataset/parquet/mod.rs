//! Parquet: one file a part, a row group for every batch of rows, pictures marked for the `datasets` library.

mod points;
pub mod scenes;
mod table;

use super::generate::{PartWriter, Target};
use super::manifest::FileRecord;
use super::row::ANSWER;
use super::store::{Hashing, open_file};
use super::{Error, Row, Rows};
use crate::{Answer, Cloud, Picture, Scene};
use parquet::column::reader::get_typed_column_reader;
use parquet::data_type::{ByteArray, ByteArrayType};
use parquet::errors::ParquetError;
use parquet::file::metadata::ColumnChunkMetaData;
use parquet::file::reader::{FileReader, RowGroupReader, SerializedFileReader};
use parquet::file::writer::SerializedFileWriter;
use std::collections::BTreeSet;
use std::fs::File;
use std::io::BufWriter;
use std::path::Path;
use std::sync::Arc;
use table::{Leaf, MARK, Table};

/// Starts a file. Which columns it has, its first row decides.
pub fn create(target: Target) -> Result<Box<dyn PartWriter>, Error> {
    File::create(&target.aside).map_err(Error::io("write", &target.aside))?;
    Ok(Box::new(Writer { started: None, scenes: None, target, rows: 0 }))
}

struct Writer {
    started: Option<(Table, FileWriter)>,
    scenes: Option<scenes::Writer>,
    target: Target,
    rows: u64,
}

type FileWriter = SerializedFileWriter<Hashing<BufWriter<File>>>;

impl PartWriter for Writer {
    fn write(&mut self, rows: &[Row]) -> Result<(), Error> {
        let Some(first) = rows.first() else { return Ok(()) };
        self.rows += rows.len() as u64;
        let (table, writer) = self.start(Table::of(first))?;
        if let Some(row) = rows.iter().find(|row| Table::of(row) != *table) {
            return Err(Error::Request(format!(
                "{}: its pictures or its answer are of another form than the others",
                row.columns.id
            )));
        }
        write_group(writer, *table, rows).map_err(failed(&self.target.aside))
    }

    fn write_scenes(&mut self, scenes: &[Arc<Scene>]) -> Result<(), Error> {
        if self.scenes.is_none() {
            let target = &self.target;
            self.scenes = Some(scenes::Writer::create(&target.scenes_aside, &target.scenes_path)?);
        }
        self.scenes.as_mut().expect("started just above").write(scenes)
    }

    fn finish(mut self: Box<Self>) -> Result<Vec<FileRecord>, Error> {
        self.start(Table::PLAIN)?;
        let Self { started, scenes, target, rows } = *self;
        let (_, writer) = started.expect("started just above");
        let mut files = vec![close(writer, &target.aside, target.path, rows)?];
        if let Some(scenes) = scenes {
            files.push(scenes.finish()?);
        }
        Ok(files)
    }
}

/// Completes a file and brings it to the disk.
fn close(writer: FileWriter, aside: &Path, path: String, rows: u64) -> Result<FileRecord, Error> {
    let hashing = writer.into_inner().map_err(failed(aside))?;
    let (buffered, record) = hashing.finish(path, rows);
    let file = buffered.into_inner().map_err(|error| Error::io("write", aside)(error.into_error()))?;
    file.sync_all().map_err(Error::io("write", aside))?;
    Ok(record)
}

impl Writer {
    /// The writer, with the columns of this table if it was not started before.
    fn start(&mut self, table: Table) -> Result<&mut (Table, FileWriter), Error> {
        if self.started.is_none() {
            let aside = &self.target.aside;
            let file = File::create(aside).map_err(Error::io("write", aside))?;
            let out = Hashing::new(BufWriter::new(file));
            let writer =
                SerializedFileWriter::new(out, Arc::new(table.schema()), Arc::new(table.properties()));
            self.started = Some((table, writer.map_err(failed(aside))?));
        }
        Ok(self.started.as_mut().expect("started just above"))
    }
}

fn write_group(writer: &mut FileWriter, table: Table, rows: &[Row]) -> Result<(), ParquetError> {
    let mut group = writer.next_row_group()?;
    for leaf in table.leaves() {
        let mut column = group.next_column()?.expect("the schema has a column for every leaf");
        if leaf.is_points() {
            let rows: Vec<&[[f32; 3]]> = rows.iter().map(|row| points_of(row, leaf)).collect();
            points::write(&mut column, leaf, &rows)?;
        } else {
            let lists: Vec<Vec<ByteArray>> = rows.iter().map(|row| values(row, leaf)).collect();
            let (definition, repetition) = levels(&lists, leaf.defined());
            let flat: Vec<ByteArray> = lists.into_iter().flatten().collect();
            let repetition = leaf.is_list().then_some(repetition.as_slice());
            column.typed::<ByteArrayType>().write_batch(&flat, Some(&definition), repetition)?;
        }
        column.close()?;
    }
    group.close().map(drop)
}

/// The points or normals of a row's answer.
fn points_of(row: &Row, leaf: Leaf) -> &[[f32; 3]] {
    match &row.answer {
        Some(Answer::Points(cloud)) if leaf == Leaf::AnswerPoints => &cloud.points,
        Some(Answer::Points(cloud)) => &cloud.normals,
        _ => &[],
    }
}

/// What a row has in a column; one value where the column is no list.
fn values(row: &Row, leaf: Leaf) -> Vec<ByteArray> {
    let columns = &row.columns;
    let text = |value: &str| vec![ByteArray::from(value.as_bytes().to_vec())];
    let texts = |values: &[String]| values.iter().map(|v| ByteArray::from(v.as_bytes().to_vec())).collect();
    match leaf {
        Leaf::Id => text(&columns.id),
        Leaf::Task => text(&columns.task),
        Leaf::Prompt => text(&columns.prompt),
        Leaf::ImageBytes => row.pictures.iter().map(|picture| ByteArray::from(picture.png.clone())).collect(),
        Leaf::ImagePath => row.pictures.iter().flat_map(|picture| text(&file_name(&picture.name))).collect(),
        Leaf::ImageNames => texts(&columns.image_names),
        Leaf::ImagesSvg => {
            row.pictures.iter().flat_map(|picture| text(picture.svg.as_deref().unwrap_or(""))).collect()
        }
        Leaf::Scene => text(&columns.scene),
        Leaf::Choices => texts(&columns.choices),
        Leaf::Asked => text(&columns.asked),
        Leaf::Answer => text(&columns.answer),
        Leaf::AnswerImageBytes => match &row.answer {
            Some(Answer::Image(png)) => vec![ByteArray::from(png.clone())],
            _ => Vec::new(),
        },
        Leaf::AnswerImagePath => text(&file_name(ANSWER)),
        Leaf::Tags => text(&columns.tags),
        Leaf::Evidence => text(&columns.evidence),
        Leaf::AnswerPoints | Leaf::AnswerNormals => Vec::new(),
    }
}

fn file_name(picture: &str) -> String {
    format!("{picture}.png")
}

/// Definition and repetition levels of a column whose values have the given definition level.
fn levels(lists: &[Vec<ByteArray>], defined: i16) -> (Vec<i16>, Vec<i16>) {
    let mut definition = Vec::new();
    let mut repetition = Vec::new();
    for list in lists {
        definition.extend(std::iter::repeat_n(if list.is_empty() { 1 } else { defined }, list.len().max(1)));
        repetition.push(0);
        repetition.extend(std::iter::repeat_n(1, list.len().saturating_sub(1)));
    }
    (definition, repetition)
}

/// Reads a file back, a row group at a time.
pub fn read(path: &Path) -> Rows {
    let path = path.to_owned();
    let (reader, table) = match open(&path) {
        Ok(opened) => opened,
        Err(error) => return Box::new(std::iter::once(Err(error))),
    };
    let mut first = 0;
    let groups = 0..reader.num_row_groups();
    Box::new(groups.flat_map(move |at| {
        let rows = reader.get_row_group(at).and_then(|group| read_group(&*group, table));
        let start = first;
        first += reader.metadata().row_group(at).num_rows().max(0) as u64;
        match rows {
            Ok(rows) => rows.into_iter().map(Ok).collect::<Vec<_>>(),
            // What is ours to say is no fault of the format.
            Err(ParquetError::General(why)) => vec![Err(Error::damaged(&path, Some(start), why))],
            Err(why) => vec![Err(Error::damaged(&path, Some(start), format!("rows from here on: {why}")))],
        }
    }))
}

/// Whether the `datasets` library is told which columns are pictures.
pub fn is_marked(path: &Path) -> Result<bool, Error> {
    let reader = open_reader(path)?;
    let metadata = reader.metadata().file_metadata();
    let table = Table::all().find(|table| table.schema().get_fields() == metadata.schema().get_fields());
    let expected = table.map_or_else(scenes::features, Table::features);
    let found = metadata.key_value_metadata().into_iter().flatten().find(|entry| entry.key == MARK);
    let found = found.and_then(|entry| entry.value.as_deref()).unwrap_or_default();
    Ok(pictures(&expected).is_subset(&pictures(found)))
}

/// The columns that hold pictures, or lists of them, by what the `datasets` library is told.
fn pictures(features: &str) -> BTreeSet<String> {
    let told: serde_json::Value = serde_json::from_str(features).unwrap_or_default();
    let columns = told["info"]["features"].as_object().into_iter().flatten();
    let is_image = |of: &serde_json::Value| of["_type"] == "Image";
    let holds = |of: &serde_json::Value| is_image(of) || is_image(&of["feature"]);
    columns.filter(|(_, of)| holds(of)).map(|(name, _)| name.clone()).collect()
}

fn open(path: &Path) -> Result<(SerializedFileReader<File>, Table), Error> {
    let reader = open_reader(path)?;
    let schema = reader.metadata().file_metadata().schema();
    // What the root is called depends on who wrote the file.
    match Table::all().find(|table| table.schema().get_fields() == schema.get_fields()) {
        Some(table) => Ok((reader, table)),
        None => Err(Error::damaged(path, None, "its columns are not those of a dataset of ours")),
    }
}

/// Opens a file that is safe to be read.
fn open_reader(path: &Path) -> Result<SerializedFileReader<File>, Error> {
    let file = open_file(path).map_err(Error::io("read", path))?;
    let reader = SerializedFileReader::new(file).map_err(|why| Error::damaged(path, None, why))?;
    // The library panics on a column that begins before the file does.
    let mut columns = reader.metadata().row_groups().iter().flat_map(|group| group.columns());
    let negative = |column: &ColumnChunkMetaData| {
        let start = column.dictionary_page_offset().unwrap_or(0).min(column.data_page_offset());
        start.min(column.compressed_size()) < 0
    };
    if columns.any(negative) {
        return Err(Error::damaged(path, None, "a column begins before the file does"));
    }
    Ok(reader)
}

fn read_group(group: &dyn RowGroupReader, table: Table) -> Result<Vec<Row>, ParquetError> {
    let count = usize::try_from(group.metadata().num_rows()).unwrap_or(0);
    let mut rows = vec![Row::default(); count];
    for (at, leaf) in table.leaves().into_iter().enumerate() {
        let lacking =
            |found: usize| ParquetError::General(format!("column {at} has {found} rows, not {count}"));
        if leaf.is_points() {
            let lists = points::read(group, at, leaf, count)?;
            if lists.len() != count {
                return Err(lacking(lists.len()));
            }
            rows.iter_mut().zip(lists).for_each(|(row, list)| take_points(row, leaf, list));
        } else {
            let lists = read_column(group, at, leaf.defined(), leaf.is_list(), count)?;
            if lists.len() != count {
                return Err(lacking(lists.len()));
            }
            for (row, list) in rows.iter_mut().zip(lists) {
                take(row, leaf, list)?;
            }
        }
    }
    Ok(rows)
}

/// A column's values, a list for each row; `defined` is the definition level of a value.
fn read_column(
    group: &dyn RowGroupReader,
    at: usize,
    defined: i16,
    is_list: bool,
    count: usize,
) -> Result<Vec<Vec<ByteArray>>, ParquetError> {
    let mut reader = get_typed_column_reader::<ByteArrayType>(group.get_column_reader(at)?);
    let (mut values, mut definition, mut repetition) = (Vec::new(), Vec::new(), Vec::new());
    reader.read_records(count, Some(&mut definition), Some(&mut repetition), &mut values)?;
    let wrong = |what: &str| ParquetError::General(format!("column {at}: {what}"));
    let mut values = values.into_iter();
    let mut lists: Vec<Vec<ByteArray>> = Vec::new();
    for (at, level) in definition.into_iter().enumerate() {
        if repetition.get(at).is_none_or(|repeated| *repeated == 0) {
            lists.push(Vec::new());
        }
        let empty = is_list && level == 1;
        if level == defined {
            let value = values.next().ok_or_else(|| wrong("a value is missing"))?;
            lists.last_mut().ok_or_else(|| wrong("a list has no start"))?.push(value);
        } else if !empty {
            return Err(wrong("a value is missing"));
        }
    }
    Ok(lists)
}

/// Puts a column's values into the row. Names of pictures come after the pictures.
fn take(row: &mut Row, leaf: Leaf, values: Vec<ByteArray>) -> Result<(), ParquetError> {
    let texts = || -> Result<Vec<String>, ParquetError> {
        values.iter().map(|value| Ok(value.as_utf8()?.to_owned())).collect()
    };
    let text = || texts().map(|mut values| values.pop().unwrap_or_default());
    let columns = &mut row.columns;
    match leaf {
        Leaf::Id => columns.id = text()?,
        Leaf::Task => columns.task = text()?,
        Leaf::Prompt => columns.prompt = text()?,
        Leaf::ImageBytes => {
            let picture =
                |png: &ByteArray| Picture { name: String::new(), png: png.data().to_vec(), svg: None };
            row.pictures = values.iter().map(picture).collect();
        }
        // Kept until the names are there.
        Leaf::ImagePath => columns.images = texts()?,
        Leaf::ImageNames => {
            columns.image_names = texts()?;
            if row.pictures.len() != columns.image_names.len() {
                let why = format!("{}: as many pictures as names are needed", columns.id);
                return Err(ParquetError::General(why));
            }
            let paths = std::mem::take(&mut columns.images);
            for (path, name) in paths.iter().zip(&columns.image_names) {
                check_path(&columns.id, path, &file_name(name))?;
            }
            let named = row.pictures.iter_mut().zip(&columns.image_names);
            named.for_each(|(picture, name)| picture.name.clone_from(name));
        }
        Leaf::ImagesSvg => {
            let lacking =
                || ParquetError::General(format!("{}: an SVG for each picture is needed", columns.id));
            if row.pictures.len() != values.len() {
                return Err(lacking());
            }
            for (picture, svg) in row.pictures.iter_mut().zip(texts()?) {
                picture.svg = Some(svg).filter(|svg| !svg.is_empty());
            }
        }
        Leaf::Scene => columns.scene = text()?,
        Leaf::Choices => columns.choices = texts()?,
        Leaf::Asked => columns.asked = text()?,
        Leaf::Answer => columns.answer = text()?,
        Leaf::AnswerImageBytes => {
            row.answer = values.first().map(|png| Answer::Image(png.data().to_vec()));
        }
        Leaf::Tags => columns.tags = text()?,
        Leaf::Evidence => columns.evidence = text()?,
        Leaf::AnswerImagePath => check_path(&columns.id, &text()?, &file_name(ANSWER))?,
        Leaf::AnswerPoints | Leaf::AnswerNormals => {}
    }
    Ok(())
}

/// Refuses a path that is not the picture's own: solvers of others see it, and it might tell them something.
fn check_path(of: &str, path: &str, expected: &str) -> Result<(), ParquetError> {
    match path == expected {
        true => Ok(()),
        false => {
            Err(ParquetError::General(format!("{of}: the path of a picture is {path:?}, not {expected:?}")))
        }
    }
}

/// Puts points or normals into the row.
fn take_points(row: &mut Row, leaf: Leaf, list: Vec<[f32; 3]>) {
    match &mut row.answer {
        Some(Answer::Points(cloud)) if leaf == Leaf::AnswerNormals => cloud.normals = list,
        _ => row.answer = Some(Answer::Points(Cloud { points: list, normals: Vec::new() })),
    }
}

/// The system's error behind a failed write, so that a full disk reads like one.
fn failed(path: &Path) -> impl FnOnce(ParquetError) -> Error {
    let path = path.to_owned();
    move |error| {
        let source = match error {
            ParquetError::External(inner) => match inner.downcast::<std::io::Error>() {
                Ok(io) => *io,
                Err(other) => std::io::Error::other(other),
            },
            other => std::io::Error::other(other.to_string()),
        };
        Error::io("write", &path)(source)
    }
}
