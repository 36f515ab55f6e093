//! What can be wrong with a STEP file: errors that refuse it, and faults of single entities.

use spatiq_geom::Stopped;
use spatiq_geom::mesh::MeshError;
use std::fmt;

/// Why a STEP file is no model.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum StepError {
    /// Something else.
    #[error("not a STEP file: it does not begin with ISO-10303-21")]
    NotStep,
    /// The end is missing.
    #[error("the file is cut off: it ends {}, before its section does", .last.map_or("without an entity".into(), |last| format!("after #{last}")))]
    Truncated {
        /// The last entity that is whole.
        last: Option<u64>,
    },
    /// No faces, and why.
    #[error("there is nothing to draw in the file: {0}")]
    Nothing(String),
    /// More than any machine has room for.
    #[error("the model is too large: {0}")]
    TooLarge(String),
    /// The triangles do not make a mesh.
    #[error(transparent)]
    Mesh(#[from] MeshError),
    /// The caller wanted no more.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

/// What is wrong with an entity, or odd about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The number of the entity.
    pub entity: u64,
    /// What is wrong.
    pub what: String,
}

impl Fault {
    pub(crate) fn new(entity: u64, what: impl Into<String>) -> Self {
        Self { entity, what: what.into() }
    }

    /// The same fault with something before it.
    pub(crate) fn within(self, what: &str) -> Self {
        Self { what: format!("{what}: {}", self.what), ..self }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // What is about the file as a whole has no number.
        if self.entity == 0 { f.write_str(&self.what) } else { write!(f, "#{}: {}", self.entity, self.what) }
    }
}
