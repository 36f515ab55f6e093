//! Where the JSON lines of `spatiq draw` go: to standard output, or into a file that appears when it is whole.

use super::plan::Plan;
use crate::args::DrawFormat;
use crate::output::Aside;
use serde::Serialize;
use std::io::{ErrorKind, Write};

/// Takes the lines of the format JSON; of others there are none.
pub enum Sink {
    Printed,
    File(Aside),
    Nothing,
}

/// The line of a model that could not be drawn.
#[derive(Serialize)]
struct Failed<'a> {
    id: &'a str,
    error: &'a str,
}

impl Sink {
    /// Ready to take lines.
    pub fn new(plan: &Plan) -> anyhow::Result<Self> {
        Ok(match &plan.out {
            _ if plan.format != DrawFormat::Json => Self::Nothing,
            None => Self::Printed,
            Some(out) => {
                let path = out.join("drawings.jsonl");
                plan.check_target(&path)?;
                Self::File(Aside::create(&path)?)
            }
        })
    }

    /// Takes a line; whether more are wanted: a reader that went away (`| head`) is no error.
    pub fn put(&mut self, line: &str) -> anyhow::Result<bool> {
        match self {
            Self::Nothing => {}
            Self::File(file) => file.put(line)?,
            Self::Printed => {
                let mut out = std::io::stdout().lock();
                match writeln!(out, "{line}").and_then(|()| out.flush()) {
                    Err(error) if error.kind() == ErrorKind::BrokenPipe => return Ok(false),
                    result => result?,
                }
            }
        }
        Ok(true)
    }

    /// Takes the line of a model that failed.
    pub fn put_error(&mut self, id: &str, error: &str) -> anyhow::Result<bool> {
        self.put(&serde_json::to_string(&Failed { id, error })?)
    }

    /// There are no more lines.
    pub fn finish(self) -> anyhow::Result<()> {
        match self {
            Self::File(file) => file.finish(),
            Self::Printed | Self::Nothing => Ok(()),
        }
    }
}
