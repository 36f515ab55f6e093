//! Why nothing was made of a model.

use spatiq_draw::{DrawError, StyleError};
use spatiq_geom::mesh::{MeshError, ReadError};
use spatiq_geom::{RecipeError, Stopped, TessellateError};
use spatiq_step::StepError;

/// Why nothing was made of a model.
pub enum Failure {
    /// The model does not allow it; others may.
    Model(String),
    /// Its time is over, or the user wants no more.
    Stopped,
    /// No other model will fare better.
    System(anyhow::Error),
}

impl From<String> for Failure {
    fn from(what: String) -> Self {
        Self::Model(what)
    }
}

impl From<Stopped> for Failure {
    fn from(_: Stopped) -> Self {
        Self::Stopped
    }
}

impl From<RecipeError> for Failure {
    fn from(error: RecipeError) -> Self {
        Self::Model(error.to_string())
    }
}

impl From<StyleError> for Failure {
    fn from(error: StyleError) -> Self {
        Self::Model(error.to_string())
    }
}

impl From<MeshError> for Failure {
    fn from(error: MeshError) -> Self {
        if let MeshError::Stopped(stopped) = error { stopped.into() } else { Self::Model(error.to_string()) }
    }
}

impl From<ReadError> for Failure {
    fn from(error: ReadError) -> Self {
        if let ReadError::Mesh(error) = error { error.into() } else { Self::Model(error.to_string()) }
    }
}

impl From<StepError> for Failure {
    fn from(error: StepError) -> Self {
        match error {
            StepError::Stopped(stopped) => stopped.into(),
            StepError::Mesh(error) => error.into(),
            error => Self::Model(error.to_string()),
        }
    }
}

impl From<TessellateError> for Failure {
    fn from(error: TessellateError) -> Self {
        match error {
            TessellateError::Stopped(stopped) => stopped.into(),
            TessellateError::NotJoined(_) => Self::Model(error.to_string()),
        }
    }
}

impl From<DrawError> for Failure {
    fn from(error: DrawError) -> Self {
        if error == DrawError::Stopped { Self::Stopped } else { Self::Model(error.to_string()) }
    }
}
