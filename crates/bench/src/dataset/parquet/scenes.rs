//! The scenes table as Parquet: a row a scene, its layers as pictures.

use super::table::MARK;
use super::{FileWriter, check_path, failed, open_reader, read_column};
use crate::Scene;
use crate::dataset::Error;
use crate::dataset::manifest::FileRecord;
use crate::dataset::scenes::{InOrder, SceneSource};
use crate::dataset::store::Hashing;
use parquet::basic::Compression;
use parquet::data_type::{ByteArray, ByteArrayType};
use parquet::errors::ParquetError;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::{EnabledStatistics, WriterProperties};
use parquet::file::reader::{FileReader, RowGroupReader};
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::parser::parse_message_type;
use parquet::schema::types::{ColumnPath, Type};
use serde_json::json;
use std::fs::File;
use std::io::BufWriter;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A file that is being written.
pub struct Writer {
    writer: FileWriter,
    aside: PathBuf,
    path: String,
    rows: u64,
}

impl Writer {
    /// Starts a file.
    pub fn create(aside: &Path, path: &str) -> Result<Self, Error> {
        let file = File::create(aside).map_err(Error::io("write", aside))?;
        let out = Hashing::new(BufWriter::new(file));
        let writer = SerializedFileWriter::new(out, Arc::new(schema()), Arc::new(properties()));
        let writer = writer.map_err(failed(aside))?;
        Ok(Self { writer, aside: aside.to_owned(), path: path.to_owned(), rows: 0 })
    }

    /// Writes scenes as a row group.
    pub fn write(&mut self, scenes: &[Arc<Scene>]) -> Result<(), Error> {
        self.rows += scenes.len() as u64;
        write_group(&mut self.writer, scenes).map_err(failed(&self.aside))
    }

    /// Brings the file to the disk.
    pub fn finish(self) -> Result<FileRecord, Error> {
        super::close(self.writer, &self.aside, self.path, self.rows)
    }
}

fn schema() -> Type {
    let layers: String = Scene::LAYERS
        .iter()
        .map(|layer| {
            format!("optional group {layer} {{ optional binary bytes; optional binary path (STRING); }}\n")
        })
        .collect();
    let message = format!(
        "message scene {{ optional binary scene (STRING); {layers} optional binary graph (STRING); }}"
    );
    parse_message_type(&message).expect("the schema is well formed")
}

/// Tells the `datasets` library what the columns mean.
pub fn features() -> String {
    let text = json!({"dtype": "string", "_type": "Value"});
    let mut features = json!({"scene": text, "graph": text});
    for layer in Scene::LAYERS {
        features[layer] = json!({"_type": "Image"});
    }
    json!({"info": {"features": features}}).to_string()
}

/// Pictures as they are, since PNG does not shrink further; texts with Snappy; and what the `datasets` library is to know.
fn properties() -> WriterProperties {
    let mut properties = WriterProperties::builder()
        .set_created_by(concat!("spatiq ", env!("CARGO_PKG_VERSION")).into())
        .set_compression(Compression::SNAPPY)
        .set_dictionary_enabled(false)
        .set_statistics_enabled(EnabledStatistics::None)
        .set_offset_index_disabled(true)
        .set_key_value_metadata(Some(vec![KeyValue::new(MARK.into(), features())]));
    for layer in Scene::LAYERS {
        let bytes = ColumnPath::from(vec![layer.to_owned(), "bytes".to_owned()]);
        properties = properties.set_column_compression(bytes, Compression::UNCOMPRESSED);
    }
    properties.build()
}

/// The columns, in the schema's order, each with the definition level of its values: name, bytes and path of each layer,
/// graph.
const LEVELS: [i16; 2 + 2 * Scene::LAYERS.len()] = [1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 1];

fn write_group(writer: &mut FileWriter, scenes: &[Arc<Scene>]) -> Result<(), ParquetError> {
    let mut group = writer.next_row_group()?;
    for (at, level) in LEVELS.into_iter().enumerate() {
        let mut column = group.next_column()?.expect("the schema has that many columns");
        let values: Vec<ByteArray> = scenes.iter().map(|scene| ByteArray::from(value(scene, at))).collect();
        column.typed::<ByteArrayType>().write_batch(&values, Some(&vec![level; values.len()]), None)?;
        column.close()?;
    }
    group.close().map(drop)
}

/// What a scene has in a column.
fn value(scene: &Scene, column: usize) -> Vec<u8> {
    match column {
        0 => scene.name.clone().into_bytes(),
        _ if column == LEVELS.len() - 1 => scene.graph.clone().into_bytes(),
        _ if column % 2 == 1 => scene.layers[column / 2].clone(),
        _ => file_name(scene, column / 2 - 1).into_bytes(),
    }
}

/// What the picture of a layer is called.
fn file_name(scene: &Scene, layer: usize) -> String {
    format!("{}-{}.png", scene.key(), Scene::LAYERS[layer])
}

/// Reads a file back, a row group at a time.
pub fn read(path: &Path) -> Result<Box<dyn SceneSource>, Error> {
    let reader = open_reader(path)?;
    if reader.metadata().file_metadata().schema().get_fields() != schema().get_fields() {
        return Err(Error::damaged(path, None, "its columns are not those of a table of scenes"));
    }
    let place = path.to_owned();
    let scenes = (0..reader.num_row_groups()).flat_map(move |at| {
        match reader.get_row_group(at).and_then(|group| read_group(&*group)) {
            Ok(scenes) => scenes.into_iter().map(Ok).collect::<Vec<_>>(),
            Err(why) => vec![Err(Error::damaged(&place, None, format!("scenes in group {at}: {why}")))],
        }
    });
    Ok(Box::new(InOrder::new(path.to_owned(), scenes)))
}

fn read_group(group: &dyn RowGroupReader) -> Result<Vec<Scene>, ParquetError> {
    let count = usize::try_from(group.metadata().num_rows()).unwrap_or(0);
    let mut scenes = vec![Scene::default(); count];
    for (at, level) in LEVELS.into_iter().enumerate() {
        let lists = read_column(group, at, level, false, count)?;
        if lists.len() != count {
            return Err(ParquetError::General(format!("column {at} has {} rows, not {count}", lists.len())));
        }
        for (scene, list) in scenes.iter_mut().zip(lists) {
            let value = list.into_iter().next().unwrap_or_default();
            match at {
                0 => scene.name = value.as_utf8()?.to_owned(),
                _ if at == LEVELS.len() - 1 => scene.graph = value.as_utf8()?.to_owned(),
                _ if at % 2 == 1 => scene.layers[at / 2] = value.data().to_vec(),
                _ => check_path(&scene.name, value.as_utf8()?, &file_name(scene, at / 2 - 1))?,
            }
        }
    }
    Ok(scenes)
}
