//! Models of PartNet and PartNet-Mobility: from the files of a folder to one file of a library, and to a model.
//!
//! A folder has the tree of its parts, `result_after_merging.json` or `result.json`, and a `meta.json`; each part names OBJ
//! files in `objs` or, in PartNet-Mobility, `textured_objs`. Where there is no tree, `mobility.urdf` and `semantics.txt` tell
//! what is what. In all these files y is up and +z is the front: the base joint of every `mobility.urdf` turns the model to z
//! up with its front to -x, where its simulator expects it, which is what +z becomes. So the quarter turn about x that
//! brings y up brings the front to -y, where our models have it.

mod file;
mod labels;
mod parts;
mod tree;
mod urdf;

pub use file::{ENDING, FileError, read as read_file};

use crate::category::{Category, PartCategory};
use crate::model::Model;
use serde::{Deserialize, Serialize};
use spatiq_geom::Stop;
use std::collections::BTreeMap;

/// Gives a file of a model's folder by its path there: none if there is no such file, or why it cannot be read.
pub type Open<'a> = &'a dyn Fn(&str) -> Result<Option<Vec<u8>>, String>;

/// A model that was brought in.
pub struct Brought {
    /// Its file in the library.
    pub file: Vec<u8>,
    /// What is worth knowing without reading that file.
    pub facts: Facts,
}

/// What is known about a model of a library.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Facts {
    /// What it is.
    pub category: Category,
    /// How many parts of each name it has.
    pub parts: BTreeMap<String, u64>,
    /// How many triangles it has.
    pub triangles: u64,
    /// The id of the shape, which models of both datasets may share; empty if none was given.
    pub model_id: String,
    /// The id of the annotation; empty if none was given.
    pub anno_id: String,
    /// What was wrong or odd, and how often.
    pub faults: BTreeMap<String, u64>,
    /// Labels of parts that have no name of ours, and how often each occurs.
    pub unknown: BTreeMap<String, u64>,
}

/// Why a folder makes no model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unfit {
    /// The kind of reason, by which they are counted, and what exactly.
    Because(&'static str, String),
    /// Whoever asked wanted no more.
    Stopped,
}

/// What is wrong or odd about one model.
#[derive(Default)]
struct Faults {
    counts: BTreeMap<String, u64>,
    unknown: BTreeMap<String, u64>,
}

impl Faults {
    fn count(&mut self, what: &str) {
        *self.counts.entry(what.into()).or_default() += 1;
    }

    fn count_if(&mut self, is_so: bool, what: &str) {
        if is_so {
            self.count(what);
        }
    }

    fn unknown(&mut self, label: &str) {
        *self.unknown.entry(label.into()).or_default() += 1;
    }

    /// All of it in one line.
    fn listed(&self) -> String {
        let faults = self.counts.iter().map(|(what, count)| format!("{count} {what}"));
        let labels = self.unknown.iter().map(|(label, count)| format!("{count} {label:?}"));
        match faults.chain(labels).collect::<Vec<_>>().join(", ") {
            nothing if nothing.is_empty() => "it has no parts".into(),
            listed => format!("all there is: {listed}"),
        }
    }
}

/// Brings the model of a folder in.
pub fn bring_in(open: Open, most_triangles: usize, stop: Stop) -> Result<Brought, Unfit> {
    let meta = Meta::read(open)?;
    let source = Source::read(open)?;
    let called = if meta.model_cat.is_empty() { source.name() } else { meta.model_cat };
    let category = labels::category(&called).ok_or_else(|| {
        let furniture = Category::FURNITURE.map(Category::name).join(", ");
        Unfit::Because("another category", format!("{called:?} is none of {furniture}"))
    })?;
    let mut faults = Faults::default();
    let raw = parts::read(source.groups(category), open, most_triangles, &mut faults, stop)?;
    if raw.iter().all(|part| part.category() == PartCategory::Other) {
        return Err(Unfit::Because("no named part", faults.listed()));
    }
    let written = parts::stand(category, raw)?;
    let file = file::write(category, &written);
    // By the same way as later from the library.
    let model = read_file("", &file).map_err(|error| Unfit::Because("unreadable", error.to_string()))?;
    let parts: BTreeMap<String, u64> =
        model.counts().into_iter().map(|(part, count)| (part.name().to_owned(), count as u64)).collect();
    let triangles =
        written.iter().flat_map(|part| &part.pieces).map(|piece| piece.triangles.len() as u64).sum();
    let (model_id, anno_id) = (meta.model_id, meta.anno_id);
    let facts = Facts {
        category,
        parts,
        triangles,
        model_id,
        anno_id,
        faults: faults.counts,
        unknown: faults.unknown,
    };
    Ok(Brought { file, facts })
}

/// `meta.json`, as far as it is of use. A folder may be without.
#[derive(Default)]
struct Meta {
    model_cat: String,
    model_id: String,
    anno_id: String,
}

impl Meta {
    fn read(open: Open) -> Result<Self, Unfit> {
        let Some(bytes) = file_of(open, "meta.json")? else { return Ok(Self::default()) };
        let meta: BTreeMap<String, serde_json::Value> =
            serde_json::from_slice(&bytes).map_err(|error| broken("meta.json", &error.to_string()))?;
        let word = |key: &str| match meta.get(key) {
            Some(serde_json::Value::String(text)) => text.clone(),
            Some(serde_json::Value::Number(number)) => number.to_string(),
            _ => String::new(),
        };
        Ok(Self { model_cat: word("model_cat"), model_id: word("model_id"), anno_id: word("anno_id") })
    }
}

/// What tells the parts.
enum Source {
    Tree(tree::Node),
    Links(urdf::Links),
}

impl Source {
    fn read(open: Open) -> Result<Self, Unfit> {
        for name in ["result_after_merging.json", "result.json"] {
            if let Some(bytes) = file_of(open, name)? {
                return tree::Node::read(&bytes).map(Self::Tree).map_err(|error| broken(name, &error));
            }
        }
        let Some(urdf) = file_of(open, "mobility.urdf")? else {
            let what = "it has neither result_after_merging.json nor result.json nor mobility.urdf";
            return Err(Unfit::Because("no tree of parts", what.into()));
        };
        let semantics = file_of(open, "semantics.txt")?;
        urdf::Links::read(&urdf, semantics.as_deref())
            .map(Self::Links)
            .map_err(|error| Unfit::Because("broken URDF", format!("mobility.urdf: {error}")))
    }

    /// What the model is called here.
    fn name(&self) -> String {
        match self {
            Self::Tree(root) => root.label(),
            Self::Links(_) => String::new(),
        }
    }

    fn groups(&self, category: Category) -> Vec<parts::Group> {
        match self {
            Self::Tree(root) => root.groups(category),
            Self::Links(links) => links.groups(category),
        }
    }
}

fn file_of(open: Open, name: &str) -> Result<Option<Vec<u8>>, Unfit> {
    open(name).map_err(|why| Unfit::Because("unreadable", format!("{name}: {why}")))
}

fn broken(name: &str, error: &str) -> Unfit {
    Unfit::Because("broken JSON", format!("{name}: {error}"))
}

impl Brought {
    /// The model itself.
    pub fn model(&self, name: &str) -> Result<Model, FileError> {
        read_file(name, &self.file)
    }
}
