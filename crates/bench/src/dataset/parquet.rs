//! Parquet: one file a part, a row group for every batch of rows, pictures marked for the `datasets` library.
//!
//! Every column and field is declared optional, because the `datasets` library takes the marks for pictures only when
//! the columns are declared as it would declare them; but none is ever missing. So the definition level of a value is
//! the column's highest (see [`LEAVES`]), and that of an empty list is 1. Pictures are stored as they are (PNG does not shrink further), texts with Snappy.

use super::generate::PartWriter;
use super::manifest::FileRecord;
use super::row::Columns;
use super::store::{Hashing, open_file};
use super::{Error, Row, Rows};
use crate::Picture;
use parquet::basic::Compression;
use parquet::column::reader::get_typed_column_reader;
use parquet::data_type::{ByteArray, ByteArrayType};
use parquet::errors::ParquetError;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::{EnabledStatistics, WriterProperties};
use parquet::file::reader::{FileReader, RowGroupReader, SerializedFileReader};
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::parser::parse_message_type;
use parquet::schema::types::ColumnPath;
use serde_json::json;
use std::fs::File;
use std::io::BufWriter;
use std::path::{Path, PathBuf};
use std::sync::Arc;

const SCHEMA: &str = "message question {
    optional binary id (STRING);
    optional binary task (STRING);
    optional binary prompt (STRING);
    optional group images (LIST) {
        repeated group list { optional group element { optional binary bytes; optional binary path (STRING); } }
    }
    optional group image_names (LIST) { repeated group list { optional binary element (STRING); } }
    optional binary scene (STRING);
    optional group choices (LIST) { repeated group list { optional binary element (STRING); } }
    optional binary answer (STRING);
    optional binary tags (STRING);
    optional binary evidence (STRING);
}";

/// The definition level of a value in each column, a struct's fields counted apart; lists have more than 1.
const LEAVES: [i16; 11] = [1, 1, 1, 4, 4, 3, 1, 3, 1, 1, 1];

/// Starts a file.
pub fn create(aside: &Path, path: String) -> Result<Box<dyn PartWriter>, Error> {
    let file = File::create(aside).map_err(Error::io("write", aside))?;
    let schema = Arc::new(parse_message_type(SCHEMA).expect("the schema is well formed"));
    let writer =
        SerializedFileWriter::new(Hashing::new(BufWriter::new(file)), schema, Arc::new(properties()))
            .map_err(failed(aside))?;
    Ok(Box::new(Writer { writer, aside: aside.to_owned(), path, rows: 0 }))
}

struct Writer {
    writer: SerializedFileWriter<Hashing<BufWriter<File>>>,
    aside: PathBuf,
    path: String,
    rows: u64,
}

impl PartWriter for Writer {
    fn write(&mut self, rows: &[Row]) -> Result<(), Error> {
        self.rows += rows.len() as u64;
        write_group(&mut self.writer, rows).map_err(failed(&self.aside))
    }

    fn finish(self: Box<Self>) -> Result<Vec<FileRecord>, Error> {
        let Self { writer, aside, path, rows } = *self;
        let hashing = writer.into_inner().map_err(failed(&aside))?;
        let (buffered, record) = hashing.finish(path, rows);
        let file = buffered.into_inner().map_err(|error| Error::io("write", &aside)(error.into_error()))?;
        file.sync_all().map_err(Error::io("write", &aside))?;
        Ok(vec![record])
    }
}

fn write_group(
    writer: &mut SerializedFileWriter<Hashing<BufWriter<File>>>,
    rows: &[Row],
) -> Result<(), ParquetError> {
    let mut group = writer.next_row_group()?;
    let mut leaf = 0;
    while let Some(mut column) = group.next_column()? {
        let lists: Vec<Vec<ByteArray>> = rows.iter().map(|row| values(row, leaf)).collect();
        let (definition, repetition) = levels(&lists, LEAVES[leaf]);
        let flat: Vec<ByteArray> = lists.into_iter().flatten().collect();
        let repetition = (LEAVES[leaf] > 1).then_some(repetition.as_slice());
        column.typed::<ByteArrayType>().write_batch(&flat, Some(&definition), repetition)?;
        column.close()?;
        leaf += 1;
    }
    group.close().map(drop)
}

/// What a row has in a column; one value where the column is no list.
fn values(row: &Row, leaf: usize) -> Vec<ByteArray> {
    let columns = &row.columns;
    let text = |value: &str| vec![ByteArray::from(value.as_bytes().to_vec())];
    let texts = |values: &[String]| values.iter().map(|v| ByteArray::from(v.as_bytes().to_vec())).collect();
    match leaf {
        0 => text(&columns.id),
        1 => text(&columns.task),
        2 => text(&columns.prompt),
        3 => row.pictures.iter().map(|picture| ByteArray::from(picture.png.clone())).collect(),
        4 => row.pictures.iter().map(|picture| ByteArray::from(file_name(picture).into_bytes())).collect(),
        5 => texts(&columns.image_names),
        6 => text(&columns.scene),
        7 => texts(&columns.choices),
        8 => text(&columns.answer),
        9 => text(&columns.tags),
        10 => text(&columns.evidence),
        _ => unreachable!("the schema has {} columns", LEAVES.len()),
    }
}

fn file_name(picture: &Picture) -> String {
    format!("{}.png", picture.name)
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

fn properties() -> WriterProperties {
    let pictures = ColumnPath::from(vec!["images".into(), "list".into(), "element".into(), "bytes".into()]);
    let evidence = ColumnPath::from("evidence");
    WriterProperties::builder()
        .set_created_by(concat!("spatiq ", env!("CARGO_PKG_VERSION")).into())
        .set_compression(Compression::SNAPPY)
        .set_column_compression(pictures.clone(), Compression::UNCOMPRESSED)
        .set_column_dictionary_enabled(pictures, false)
        .set_column_dictionary_enabled(evidence, false)
        .set_statistics_enabled(EnabledStatistics::None)
        .set_offset_index_disabled(true)
        .set_key_value_metadata(Some(vec![KeyValue::new("huggingface".into(), features())]))
        .build()
}

/// Tells the `datasets` library what the columns mean, above all that the pictures are pictures.
fn features() -> String {
    let text = json!({"dtype": "string", "_type": "Value"});
    let texts = json!({"feature": text, "_type": "List"});
    let pictures = json!({"feature": {"_type": "Image"}, "_type": "List"});
    let features = json!({
        "id": text, "task": text, "prompt": text, "images": pictures, "image_names": texts, "scene": text,
        "choices": texts, "answer": text, "tags": text, "evidence": text,
    });
    json!({"info": {"features": features}}).to_string()
}

/// Reads a file back, a row group at a time.
pub fn read(path: &Path) -> Rows {
    let path = path.to_owned();
    let reader = match open(&path) {
        Ok(reader) => reader,
        Err(error) => return Box::new(std::iter::once(Err(error))),
    };
    let mut first = 0;
    let groups = 0..reader.num_row_groups();
    Box::new(groups.flat_map(move |at| {
        let rows = reader.get_row_group(at).and_then(|group| read_group(&*group));
        let start = first;
        first += reader.metadata().row_group(at).num_rows().max(0) as u64;
        match rows {
            Ok(rows) => rows.into_iter().map(Ok).collect::<Vec<_>>(),
            Err(why) => vec![Err(Error::damaged(&path, Some(start), format!("rows from here on: {why}")))],
        }
    }))
}

fn open(path: &Path) -> Result<SerializedFileReader<File>, Error> {
    let file = open_file(path).map_err(Error::io("read", path))?;
    let reader = SerializedFileReader::new(file).map_err(|why| Error::damaged(path, None, why))?;
    let schema = reader.metadata().file_metadata().schema();
    let expected = parse_message_type(SCHEMA).expect("the schema is well formed");
    if *schema != expected {
        return Err(Error::damaged(path, None, "its columns are not those of a dataset of ours"));
    }
    Ok(reader)
}

fn read_group(group: &dyn RowGroupReader) -> Result<Vec<Row>, ParquetError> {
    let count = usize::try_from(group.metadata().num_rows()).unwrap_or(0);
    let mut columns = Vec::new();
    for leaf in 0..LEAVES.len() {
        let lists = read_column(group, leaf, count)?;
        if lists.len() != count {
            return Err(ParquetError::General(format!(
                "column {leaf} has {} rows, not {count}",
                lists.len()
            )));
        }
        columns.push(lists.into_iter());
    }
    (0..count)
        .map(|_| assemble(columns.iter_mut().map(|lists| lists.next().expect("counted above")).collect()))
        .collect()
}

/// A column's values, a list for each row.
fn read_column(
    group: &dyn RowGroupReader,
    leaf: usize,
    count: usize,
) -> Result<Vec<Vec<ByteArray>>, ParquetError> {
    let mut reader = get_typed_column_reader::<ByteArrayType>(group.get_column_reader(leaf)?);
    let (mut values, mut definition, mut repetition) = (Vec::new(), Vec::new(), Vec::new());
    reader.read_records(count, Some(&mut definition), Some(&mut repetition), &mut values)?;
    let wrong = |what: &str| ParquetError::General(format!("column {leaf}: {what}"));
    let mut values = values.into_iter();
    let mut lists: Vec<Vec<ByteArray>> = Vec::new();
    for (at, level) in definition.into_iter().enumerate() {
        if repetition.get(at).is_none_or(|repeated| *repeated == 0) {
            lists.push(Vec::new());
        }
        let empty = LEAVES[leaf] > 1 && level == 1;
        if level == LEAVES[leaf] {
            let value = values.next().ok_or_else(|| wrong("a value is missing"))?;
            lists.last_mut().ok_or_else(|| wrong("a list has no start"))?.push(value);
        } else if !empty {
            return Err(wrong("a value is missing"));
        }
    }
    Ok(lists)
}

/// A row from the values of its columns.
fn assemble(mut leaves: Vec<Vec<ByteArray>>) -> Result<Row, ParquetError> {
    let mut texts = |leaf: usize| -> Result<Vec<String>, ParquetError> {
        let bytes = std::mem::take(&mut leaves[leaf]).into_iter();
        bytes.map(|value| Ok(value.as_utf8()?.to_owned())).collect()
    };
    let mut text = |leaf: usize| texts(leaf).map(|mut values| values.pop().unwrap_or_default());
    let (id, task, prompt) = (text(0)?, text(1)?, text(2)?);
    let (scene, answer, tags, evidence) = (text(6)?, text(8)?, text(9)?, text(10)?);
    let (image_names, choices) = (texts(5)?, texts(7)?);
    let pictures = std::mem::take(&mut leaves[3]);
    if pictures.len() != image_names.len() {
        return Err(ParquetError::General(format!("{id}: as many pictures as names are needed")));
    }
    let picture = |(name, png): (&String, ByteArray)| Picture {
        name: name.clone(),
        png: png.data().to_vec(),
        svg: None,
    };
    let pictures = image_names.iter().zip(pictures).map(picture).collect();
    let columns =
        Columns { id, task, prompt, images: Vec::new(), image_names, scene, choices, answer, tags, evidence };
    Ok(Row { columns, pictures })
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
