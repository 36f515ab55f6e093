//! What becomes of one model: its drawings or its mesh, as a line or as files.

use super::plan::Plan;
use super::source::{Content, Job, Kind, read_mesh};
use crate::args::DrawFormat;
use crate::interrupt::Interrupted;
use crate::output::write_whole;
use crate::progress::ThreadWatch;
use serde::{Serialize, Serializer};
use spatiq_draw::{DrawError, Drawing, Model, Points};
use spatiq_geom::mesh::{Warning, obj, stl};
use spatiq_geom::{DVec3, Leaf, Mesh, Placement, Recipe, Solid};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

/// What was made of a model.
pub enum Made {
    /// A line to print.
    Line(String),
    /// So many files.
    Files(u64),
}

/// Why nothing was made of a model.
pub enum Failure {
    /// The model does not allow it; others may.
    Model(String),
    /// No other model will fare better.
    System(anyhow::Error),
}

impl From<String> for Failure {
    fn from(what: String) -> Self {
        Self::Model(what)
    }
}

/// Works on a model. Warnings are added as they are found.
pub fn work(plan: &Plan, job: &Job, stop: &AtomicBool, warnings: &mut Vec<String>) -> Result<Made, Failure> {
    go_on(stop)?;
    let shape = Shape::read(job.content.as_ref().map_err(String::clone)?, warnings)?;
    if plan.format.is_mesh() {
        return shape.export(plan, &job.name, warnings);
    }
    let drawn = shape.draw(plan, stop)?;
    go_on(stop)?;
    match plan.format {
        DrawFormat::Json => Ok(Made::Line(drawn.line(plan, &job.name)?)),
        _ => drawn.write(plan, &job.name, stop),
    }
}

fn go_on(stop: &AtomicBool) -> Result<(), Failure> {
    if stop.load(Ordering::Relaxed) { Err(Failure::System(Interrupted.into())) } else { Ok(()) }
}

/// A model that was read.
enum Shape<'a> {
    Recipe(&'a Recipe),
    Mesh {
        mesh: Box<Mesh>,
        /// Its triangles enclose some space twice.
        crosses_itself: bool,
    },
}

impl<'a> Shape<'a> {
    fn read(content: &'a Content, warnings: &mut Vec<String>) -> Result<Self, String> {
        let (path, kind) = match content {
            Content::Recipe(recipe) => return Ok(Self::Recipe(recipe)),
            Content::Mesh(path, kind) => (path, kind),
        };
        let bytes = read_mesh(path)?;
        let read = if *kind == Kind::Obj { obj::read(&bytes) } else { stl::read(&bytes) };
        let (mesh, found) = read.map_err(|error| error.to_string())?;
        warnings.extend(found.iter().map(Warning::to_string));
        let crosses_itself = found.iter().any(|warning| matches!(warning, Warning::SelfIntersecting { .. }));
        Ok(Self::Mesh { mesh: mesh.into(), crosses_itself })
    }

    fn solid(self, feature_angle: f64) -> Result<Solid, String> {
        match self {
            Self::Recipe(recipe) => recipe.solid().map_err(|error| error.to_string()),
            Self::Mesh { mesh, .. } => {
                Ok(Leaf::from_mesh_with_angle(*mesh, Placement::IDENTITY, feature_angle).into())
            }
        }
    }

    fn draw(self, plan: &Plan, stop: &AtomicBool) -> Result<Drawn, Failure> {
        let watch = ThreadWatch::start();
        let late = || plan.timeout.is_some_and(|seconds| watch.seconds() > seconds);
        let stopped = || stop.load(Ordering::Relaxed) || late();
        let crosses_itself = matches!(self, Self::Mesh { crosses_itself: true, .. });
        let solid = self.solid(plan.feature_angle)?;
        let drawn = || -> Result<_, DrawError> {
            let model = Model::new(&solid, &stopped)?;
            let drawings: Result<_, _> = plan.eyes.iter().map(|eye| model.draw(&eye.view)).collect();
            Ok((drawings?, model.bounds(), model.extent()))
        };
        match drawn() {
            Ok((drawings, bounds, extent)) => {
                let ms = (watch.seconds() * 1e6).round() / 1e3;
                Ok(Drawn { solid, crosses_itself, drawings, bounds, extent, ms })
            }
            Err(DrawError::Stopped) => {
                go_on(stop)?;
                let seconds = plan.timeout.unwrap_or_default();
                Err(Failure::Model(format!("not drawn within {seconds} s: allow more with --timeout")))
            }
            Err(error) => Err(Failure::Model(error.to_string())),
        }
    }

    fn export(&self, plan: &Plan, name: &str, warnings: &mut Vec<String>) -> Result<Made, Failure> {
        let of_recipe;
        let mesh = match self {
            Self::Mesh { mesh, .. } => mesh,
            Self::Recipe(recipe) => {
                of_recipe = tessellated(recipe, plan.segments, warnings)?;
                &of_recipe
            }
        };
        let bytes = if plan.format == DrawFormat::Obj { obj::write(mesh) } else { stl::write(mesh) };
        let file = format!("{name}.{}", plan.format.name());
        write(plan, file.as_ref(), &bytes)?;
        Ok(Made::Files(1))
    }
}

fn tessellated(recipe: &Recipe, segments: u32, warnings: &mut Vec<String>) -> Result<Mesh, String> {
    let solid = recipe.solid().map_err(|error| error.to_string())?;
    let triangles = solid.tessellate(segments).map_err(|error| error.to_string())?;
    if triangles.triangles.is_empty() {
        return Err(DrawError::Empty.to_string());
    }
    let made = Mesh::from_indexed(&triangles.vertices, &triangles.triangles);
    let (mesh, found) = made.map_err(|error| error.to_string())?;
    warnings.extend(found.iter().map(Warning::to_string));
    Ok(mesh)
}

/// Writes a file into the folder.
fn write(plan: &Plan, file: &Path, bytes: &[u8]) -> Result<(), Failure> {
    let path = plan.out.as_deref().unwrap_or(Path::new("")).join(file);
    plan.check_target(&path).map_err(|error| error.to_string())?;
    write_whole(&path, bytes).map_err(Failure::System)
}

/// A model and its drawings.
struct Drawn {
    solid: Solid,
    crosses_itself: bool,
    /// As many as there are eyes.
    drawings: Vec<Drawing>,
    bounds: [DVec3; 2],
    extent: f64,
    ms: f64,
}

impl Drawn {
    /// The mesh, if that is what was drawn.
    fn mesh(&self) -> Option<&Mesh> {
        self.solid.leaves().first()?.mesh().map(|form| &form.mesh)
    }

    /// `None` where nothing is enclosed.
    fn volume(&self) -> Option<f64> {
        match self.mesh() {
            Some(mesh) if !mesh.is_closed() => None,
            // Summing up triangles would count twice what is enclosed twice.
            Some(mesh) if !self.crosses_itself => Some(mesh.volume()),
            Some(_) => Some(self.solid.volume()),
            None => Some(self.solid.volume()),
        }
    }

    fn line(&self, plan: &Plan, name: &str) -> Result<String, Failure> {
        let [low, high] = self.bounds.map(|corner| corner.to_array());
        let views = plan.eyes.iter().zip(&self.drawings);
        let line = Line {
            id: name,
            // There shall be no -0.
            bbox: [low[0], low[1], low[2], high[0], high[1], high[2]].map(|value| value + 0.0),
            volume: self.volume(),
            ms: self.ms,
            views: Views(views.map(|(eye, drawing)| (eye.key.as_str(), drawing.points())).collect()),
        };
        serde_json::to_string(&line).map_err(|error| Failure::System(error.into()))
    }

    fn write(&self, plan: &Plan, name: &str, stop: &AtomicBool) -> Result<Made, Failure> {
        let style = plan.style(self.mesh().is_some());
        for (eye, drawing) in plan.eyes.iter().zip(&self.drawings) {
            let title = format!("{name} {}", eye.key);
            let bytes = match plan.format {
                DrawFormat::Png => spatiq_draw::png(drawing, &style, self.extent),
                _ => spatiq_draw::svg(drawing, &style, self.extent, Some(&title)).map(String::into_bytes),
            };
            let file = format!("{name}/{name}_{}.{}", eye.ending, plan.format.name());
            write(plan, file.as_ref(), &bytes.map_err(|error| error.to_string())?)?;
            go_on(stop)?;
        }
        Ok(Made::Files(self.drawings.len() as u64))
    }
}

/// The line of a model that was drawn.
#[derive(Serialize)]
struct Line<'a> {
    id: &'a str,
    bbox: [f64; 6],
    volume: Option<f64>,
    ms: f64,
    views: Views<'a>,
}

/// Views in the order in which they were asked for.
struct Views<'a>(Vec<(&'a str, Points)>);

impl Serialize for Views<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(key, points)| (key, points)))
    }
}
