//! A model that was read, and what can be made of it: drawings, or a mesh.

use super::drawn::Drawn;
use super::failure::Failure;
use super::plan::Plan;
use super::source::{Content, Kind, read_body};
use super::work::Goods;
use crate::args::DrawFormat;
use crate::progress::ThreadWatch;
use spatiq_draw::{DrawError, Model};
use spatiq_families::spare3d;
use spatiq_geom::mesh::{Warning, obj, stl};
use spatiq_geom::{Body, Mesh, Placement, Recipe, Solid, Stop};
use spatiq_step::Fault;
use std::borrow::Cow;

/// What rounding in an STL file, relative to the size of the model, is not worth a word.
const MOST_ROUNDING: f64 = 1e-6;

/// A model that was read.
pub enum Shape<'a> {
    Recipe(Cow<'a, Recipe>),
    Body {
        body: Box<Body>,
        /// Its triangles enclose some space twice.
        crosses_itself: bool,
    },
}

impl<'a> Shape<'a> {
    /// Reads a body or makes a model; a recipe was read before.
    pub fn read(content: &'a Content, warnings: &mut Vec<String>, stop: Stop) -> Result<Self, Failure> {
        let (path, kind) = match content {
            Content::Recipe(recipe) => return Ok(Self::Recipe(Cow::Borrowed(recipe))),
            Content::Random { seed, number } => {
                return Ok(Self::Recipe(Cow::Owned(spare3d::csg_model(*seed, *number))));
            }
            Content::Body(path, kind) => (path, kind),
        };
        let bytes = read_body(path)?;
        if *kind == Kind::Step {
            let reading = spatiq_step::read(&bytes, stop)?;
            warnings.extend(listed(&reading.faults));
            warnings.extend(reading.warnings.iter().map(Warning::to_string));
            return Ok(Self::Body { body: reading.body.into(), crosses_itself: false });
        }
        let (mesh, found) =
            if *kind == Kind::Obj { obj::read(&bytes, stop) } else { stl::read(&bytes, stop) }?;
        warnings.extend(found.iter().map(Warning::to_string));
        let crosses_itself = found.iter().any(|warning| matches!(warning, Warning::SelfIntersecting { .. }));
        Ok(Self::Body { body: Box::new(mesh.into()), crosses_itself })
    }

    /// The recipe as a file's text, if it is one.
    pub fn recipe(&self) -> Option<String> {
        match self {
            Self::Recipe(recipe) => serde_json::to_string(recipe.as_ref()).ok().map(|text| text + "\n"),
            Self::Body { .. } => None,
        }
    }

    fn solid(self, feature_angle: f64, stop: Stop) -> Result<Solid, Failure> {
        match self {
            Self::Recipe(recipe) => Ok(recipe.solid()?),
            Self::Body { body, .. } => Ok(body.leaf(Placement::IDENTITY, feature_angle, stop)?.into()),
        }
    }

    /// Draws all views.
    pub fn draw(self, plan: &Plan, stop: Stop) -> Result<Drawn, Failure> {
        let watch = ThreadWatch::start();
        let crosses_itself = matches!(self, Self::Body { crosses_itself: true, .. });
        let solid = self.solid(plan.feature_angle, stop)?;
        let model = Model::new(&solid, stop)?;
        let drawings = plan.eyes.iter().map(|eye| model.draw(&eye.view)).collect::<Result<_, _>>()?;
        let (bounds, extent) = (model.bounds(), model.extent());
        let ms = (watch.seconds() * 1e6).round() / 1e3;
        Ok(Drawn { solid, crosses_itself, drawings, bounds, extent, ms })
    }

    /// The file of its mesh.
    pub fn export(
        &self,
        plan: &Plan,
        name: &str,
        warnings: &mut Vec<String>,
        stop: Stop,
    ) -> Result<Goods, Failure> {
        let of_recipe;
        let mesh = match self {
            Self::Body { body, .. } => &body.mesh,
            Self::Recipe(recipe) => {
                of_recipe = tessellated(recipe, plan.segments, warnings, stop)?;
                &of_recipe
            }
        };
        if plan.format == DrawFormat::Stl {
            warnings.extend(rounded(mesh));
        }
        let bytes =
            if plan.format == DrawFormat::Obj { obj::write(mesh, stop) } else { stl::write(mesh, stop) }?;
        Ok(Goods::Files(vec![(format!("{name}.{}", plan.format.name()), bytes)]))
    }
}

/// Faults that are told one by one; of more only their number.
const MOST_FAULTS: usize = 8;

fn listed(faults: &[Fault]) -> Vec<String> {
    let mut told: Vec<String> = faults.iter().take(MOST_FAULTS).map(Fault::to_string).collect();
    if faults.len() > MOST_FAULTS {
        told.push(format!("and {} more faults of this kind", faults.len() - MOST_FAULTS));
    }
    told
}

/// A warning if an STL file cannot hold the mesh as it is.
fn rounded(mesh: &Mesh) -> Option<String> {
    let share = stl::rounding(mesh);
    let what =
        format!("STL rounds coordinates by up to {share:.0e} of the model's size, so far from the origin");
    (share > MOST_ROUNDING).then(|| format!("{what}: move it there, or use --format obj"))
}

fn tessellated(
    recipe: &Recipe,
    segments: u32,
    warnings: &mut Vec<String>,
    stop: Stop,
) -> Result<Mesh, Failure> {
    let triangles = recipe.solid()?.tessellate(segments, stop)?;
    if triangles.triangles.is_empty() {
        return Err(DrawError::Empty.into());
    }
    let (mesh, found) = Mesh::from_indexed(&triangles.vertices, &triangles.triangles, stop)?;
    warnings.extend(found.iter().map(Warning::to_string));
    Ok(mesh)
}
