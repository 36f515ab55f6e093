//! `spatiq import`

mod cad;
mod files;

use crate::Outcome;
use crate::args::{Import, ImportKind};

/// Runs the command.
pub fn run(args: &Import) -> anyhow::Result<Outcome> {
    match &args.kind {
        ImportKind::Cad(args) => cad::run(args),
    }
}
