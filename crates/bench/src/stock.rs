//! Where objects come from that a task does not make itself: a library of models that somebody brought in.

use serde::{Deserialize, Serialize};
use std::fmt::Debug;

/// A library of models. Tasks see it only through this: where it lies is none of their business.
pub trait Stock: Debug + Send + Sync {
    /// Tells this library from any other: the same wherever it lies.
    fn digest(&self) -> &str;
    /// Its models, in an order that depends on what they are alone.
    fn models(&self) -> &[StockModel];
    /// The file of a model. Says what is wrong where it is not the one that was brought in.
    fn read(&self, model: &StockModel) -> Result<Vec<u8>, String>;
    /// The model of an id.
    fn model(&self, id: &str) -> Option<&StockModel> {
        self.models().iter().find(|model| model.id == id)
    }
}

/// A model of a library.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StockModel {
    /// The first sixteen digits of the BLAKE3 hash of its file.
    pub id: String,
    /// How the name of its file ends, which says how to read it: `stl`, `obj`, `parts`.
    pub ending: String,
    /// Where it lay in the folder that was brought in, with forward slashes.
    pub source: String,
    /// The hash of its file, in hexadecimal.
    pub blake3: String,
    /// What was found out about it once and for all, in the words of the family that asks for it.
    pub facts: serde_json::Value,
}
