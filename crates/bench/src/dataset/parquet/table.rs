//! Which columns a table has, how Parquet nests them, and what the `datasets` library is told about them.
//!
//! Every column and field is declared optional, because the `datasets` library takes the marks for pictures only when
//! the columns are declared as it would declare them; but none is ever missing. So the definition level of a value is
//! the column's highest, and that of an empty list is 1.

use crate::Answer;
use crate::dataset::Row;
use parquet::basic::Compression;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::{EnabledStatistics, WriterProperties};
use parquet::schema::parser::parse_message_type;
use parquet::schema::types::{ColumnPath, Type};
use serde_json::{Value, json};

/// A table by what its rows have; only those that need them have columns for vector pictures, drawings or points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Table {
    /// Pictures are there as SVG too.
    svg: bool,
    /// There is a column for what relations are asked about.
    relations: bool,
    answers: Answers,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Answers {
    Text,
    Image,
    Points,
}

/// A column, the fields of a struct counted apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leaf {
    Id,
    Task,
    Prompt,
    ImageBytes,
    ImagePath,
    ImageNames,
    ImagesSvg,
    Scene,
    Choices,
    Asked,
    Answer,
    AnswerImageBytes,
    AnswerImagePath,
    AnswerPoints,
    AnswerNormals,
    Tags,
    Evidence,
}

/// Under this key the `datasets` library looks for what the columns mean.
pub const MARK: &str = "huggingface";

/// The columns before those that not all tables have.
const FIRST: &str = "
    optional binary id (STRING);
    optional binary task (STRING);
    optional binary prompt (STRING);
    optional group images (LIST) {
        repeated group list { optional group element { optional binary bytes; optional binary path (STRING); } }
    }
    optional group image_names (LIST) { repeated group list { optional binary element (STRING); } }";

const SVG: &str =
    "optional group images_svg (LIST) { repeated group list { optional binary element (STRING); } }";

/// The columns between.
const MIDDLE: &str = "
    optional binary scene (STRING);
    optional group choices (LIST) { repeated group list { optional binary element (STRING); } }";

const ASKED: &str = "optional binary asked (STRING);";

const ANSWER: &str = "optional binary answer (STRING);";

const IMAGE: &str = "optional group answer_image { optional binary bytes; optional binary path (STRING); }";

const POINTS: &str = "
    optional group answer_points (LIST) { repeated group list {
        optional group element (LIST) { repeated group list { optional float element; } }
    } }
    optional group answer_normals (LIST) { repeated group list {
        optional group element (LIST) { repeated group list { optional float element; } }
    } }";

/// The columns after them.
const LAST: &str = "
    optional binary tags (STRING);
    optional binary evidence (STRING);";

impl Table {
    /// With answers in words and pictures in pixels only.
    pub const PLAIN: Self = Self { svg: false, relations: false, answers: Answers::Text };

    /// All there are.
    pub fn all() -> impl Iterator<Item = Self> {
        let answers = [
            (false, Answers::Text),
            (true, Answers::Text),
            (false, Answers::Image),
            (false, Answers::Points),
        ];
        let with = |(relations, answers)| [false, true].map(|svg| Self { svg, relations, answers });
        answers.into_iter().flat_map(with)
    }

    /// The table that has a place for all that is in the row.
    pub fn of(row: &Row) -> Self {
        let answers = match &row.answer {
            Some(Answer::Image(_)) => Answers::Image,
            Some(Answer::Points(_)) => Answers::Points,
            _ => Answers::Text,
        };
        let svg = row.pictures.iter().any(|picture| picture.svg.is_some());
        Self { svg, relations: !row.columns.asked.is_empty(), answers }
    }

    /// Its schema.
    pub fn schema(self) -> Type {
        let svg = if self.svg { SVG } else { "" };
        let own = match self.answers {
            Answers::Text => "",
            Answers::Image => IMAGE,
            Answers::Points => POINTS,
        };
        let asked = if self.relations { ASKED } else { "" };
        let message = format!("message question {{ {FIRST} {svg} {MIDDLE} {asked} {ANSWER} {own} {LAST} }}");
        parse_message_type(&message).expect("the schema is well formed")
    }

    /// Its columns, in the schema's order.
    pub fn leaves(self) -> Vec<Leaf> {
        use Leaf::*;
        let svg: &[Leaf] = if self.svg { &[ImagesSvg] } else { &[] };
        let own: &[Leaf] = match self.answers {
            Answers::Text => &[],
            Answers::Image => &[AnswerImageBytes, AnswerImagePath],
            Answers::Points => &[AnswerPoints, AnswerNormals],
        };
        let first = [Id, Task, Prompt, ImageBytes, ImagePath, ImageNames];
        let asked: &[Leaf] = if self.relations { &[Asked] } else { &[] };
        [&first[..], svg, &[Scene, Choices], asked, &[Answer], own, &[Tags, Evidence]].concat()
    }

    /// How it is written: pictures as they are, since PNG does not shrink further; texts with Snappy.
    pub fn properties(self) -> WriterProperties {
        let path =
            |pieces: &[&str]| ColumnPath::from(pieces.iter().map(|p| p.to_string()).collect::<Vec<_>>());
        let mut properties = WriterProperties::builder()
            .set_created_by(concat!("spatiq ", env!("CARGO_PKG_VERSION")).into())
            .set_compression(Compression::SNAPPY)
            .set_column_dictionary_enabled(path(&["evidence"]), false)
            .set_column_dictionary_enabled(path(&["asked"]), false)
            .set_column_dictionary_enabled(path(&["images_svg", "list", "element"]), false)
            .set_statistics_enabled(EnabledStatistics::None)
            .set_offset_index_disabled(true)
            .set_key_value_metadata(Some(vec![KeyValue::new(MARK.into(), self.features())]));
        for picture in [path(&["images", "list", "element", "bytes"]), path(&["answer_image", "bytes"])] {
            properties = properties
                .set_column_compression(picture.clone(), Compression::UNCOMPRESSED)
                .set_column_dictionary_enabled(picture, false);
        }
        for points in ["answer_points", "answer_normals"] {
            let points = path(&[points, "list", "element", "list", "element"]);
            properties = properties.set_column_dictionary_enabled(points, false);
        }
        properties.build()
    }

    /// Tells the `datasets` library what the columns mean, above all that the pictures are pictures.
    pub fn features(self) -> String {
        let text = json!({"dtype": "string", "_type": "Value"});
        let list = |of: &Value| json!({"feature": of, "_type": "List"});
        let image = json!({"_type": "Image"});
        let points = list(&list(&json!({"dtype": "float32", "_type": "Value"})));
        let mut features = json!({
            "id": text, "task": text, "prompt": text, "images": list(&image), "image_names": list(&text),
            "scene": text, "choices": list(&text), "answer": text, "tags": text, "evidence": text,
        });
        if self.svg {
            features["images_svg"] = list(&text);
        }
        if self.relations {
            features["asked"] = text.clone();
        }
        match self.answers {
            Answers::Text => {}
            Answers::Image => features["answer_image"] = image,
            Answers::Points => {
                features["answer_points"] = points.clone();
                features["answer_normals"] = points;
            }
        }
        json!({"info": {"features": features}}).to_string()
    }
}

impl Leaf {
    /// The definition level of a value.
    pub fn defined(self) -> i16 {
        match self {
            Self::ImageBytes | Self::ImagePath => 4,
            Self::ImageNames | Self::ImagesSvg | Self::Choices => 3,
            Self::AnswerImageBytes | Self::AnswerImagePath => 2,
            Self::AnswerPoints | Self::AnswerNormals => 5,
            _ => 1,
        }
    }

    /// Whether a row has any number of values there.
    pub fn is_list(self) -> bool {
        self.defined() > 2
    }

    /// Whether the values are lists of three numbers.
    pub fn is_points(self) -> bool {
        matches!(self, Self::AnswerPoints | Self::AnswerNormals)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use parquet::basic::Type as Physical;
    use parquet::schema::types::SchemaDescriptor;
    use std::sync::Arc;

    #[test]
    fn leaves_are_those_of_the_schema() {
        for table in Table::all() {
            let schema = SchemaDescriptor::new(Arc::new(table.schema()));
            assert_eq!(schema.num_columns(), table.leaves().len());
            for (column, leaf) in schema.columns().iter().zip(table.leaves()) {
                assert_eq!(column.max_def_level(), leaf.defined(), "{leaf:?}");
                let nested = if leaf.is_points() { 2 } else { i16::from(leaf.is_list()) };
                assert_eq!(column.max_rep_level(), nested, "{leaf:?}");
                assert_eq!(column.physical_type() == Physical::FLOAT, leaf.is_points());
            }
        }
    }
}
