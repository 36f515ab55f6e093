//! What becomes of one model: made as a line or as files within its time, and then written.

use super::failure::Failure;
use super::plan::Plan;
use super::shape::Shape;
use super::source::{Content, Job};
use crate::args::DrawFormat;
use crate::output::write_one_of_many;
use crate::progress::ThreadWatch;
use spatiq_geom::{Stop, go_on};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

/// What was made of a model.
pub enum Made {
    /// A line to print.
    Line(String),
    /// So many files.
    Files(u64),
}

/// What is made of a model, before it is written.
pub enum Goods {
    /// A line to print.
    Line(String),
    /// Names of files within the folder, and what is in them.
    Files(Vec<(String, Vec<u8>)>),
}

/// Works on a model. Warnings are added as they are found. It is stopped only by the user: being late is a model's failure.
pub fn work(plan: &Plan, job: &Job, stop: &AtomicBool, warnings: &mut Vec<String>) -> Result<Made, Failure> {
    let interrupted = || stop.load(Ordering::Relaxed);
    let watch = ThreadWatch::start();
    let late = || plan.timeout.is_some_and(|seconds| watch.seconds() > seconds);
    let made = make(plan, job, warnings, &|| interrupted() || late()).and_then(|goods| match goods {
        Goods::Line(line) => Ok(Made::Line(line)),
        Goods::Files(files) => write(plan, &files, &interrupted),
    });
    made.map_err(|failure| match failure {
        Failure::Stopped if !interrupted() => Failure::Model(too_late(plan)),
        other => other,
    })
}

fn too_late(plan: &Plan) -> String {
    let verb = if plan.format.is_mesh() { "exported" } else { "drawn" };
    let seconds = plan.timeout.unwrap_or_default();
    format!("not {verb} within {seconds} s: allow more with --timeout")
}

fn make(plan: &Plan, job: &Job, warnings: &mut Vec<String>, stop: Stop) -> Result<Goods, Failure> {
    go_on(stop)?;
    let shape = Shape::read(job.content.as_ref().map_err(String::clone)?, warnings, stop)?;
    if plan.format.is_mesh() {
        return shape.export(plan, &job.name, warnings, stop);
    }
    let recipe = match job.content {
        Ok(Content::Random { .. }) => shape.recipe(),
        _ => None,
    };
    let drawn = shape.draw(plan, stop)?;
    if plan.format == DrawFormat::Json {
        return drawn.line(plan, &job.name, stop);
    }
    let mut files = drawn.pictures(plan, &job.name, warnings, stop)?;
    files.extend(recipe.map(|recipe| (format!("{0}/{0}.json", job.name), recipe.into_bytes())));
    Ok(Goods::Files(files))
}

/// Writes the files into the folder.
fn write(plan: &Plan, files: &[(String, Vec<u8>)], stop: Stop) -> Result<Made, Failure> {
    for (file, bytes) in files {
        go_on(stop)?;
        let path = plan.out.as_deref().unwrap_or(Path::new("")).join(file);
        plan.check_target(&path).map_err(|error| error.to_string())?;
        write_one_of_many(&path, bytes).map_err(Failure::System)?;
    }
    Ok(Made::Files(files.len() as u64))
}
