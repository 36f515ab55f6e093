//! Give points on the surface of the object of the three views.

use super::asked::{Asked, Asking, Evidence};
use super::poses::CONVENTION;
use super::presets::GENERATIVE;
use super::proof::{AT_EDGES, Witness, on_surface};
use super::rules::{COMMON, Rules};
use super::sheet::{Pages, Sheet, THREE_VIEWS};
use super::solver::{HULL, REBUILDS};
use serde::{Deserialize, Serialize};
use spatiq_bench::{Answer, Cloud, Form, Item, Metric, Place, Preset, Reject, Seed, Setting, SolverSpec};
use spatiq_draw::NEVER;
use spatiq_geom::{DVec3, Solid};

/// The task `spare3d/point-cloud`.
pub struct PointCloud;

/// Points of the truth.
const COUNT: usize = 10_000;

/// Which points are taken.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Sampling {
    /// What the choice of points follows from.
    seed: u64,
}

/// The true points: the object's own coordinates, moved so that the box around it is centred on the origin and scaled so
/// that its longest edge is one.
pub fn points(count: usize, seed: u64, solid: &Solid, sheet: &Sheet) -> Result<Cloud, String> {
    let mut rng = Seed::root(seed).rng();
    let found = solid.surface_points(count, &mut || rng.unit(), NEVER).map_err(|error| error.to_string())?;
    let [low, high] = sheet.bounds();
    let float = |v: DVec3| v.to_array().map(|x| x as f32);
    let place = |p: DVec3| float((p - low.midpoint(high)) / sheet.extent());
    Ok(Cloud {
        points: found.iter().map(|point| place(point.position)).collect(),
        normals: found.iter().map(|point| float(point.normal)).collect(),
    })
}

/// What the three views cannot show: how long the longest edge is in them.
pub fn scale_in_words(view_box: f64) -> String {
    format!("{SCALE}{view_box}.")
}

const SCALE: &str =
    "In this unit the width of each drawing, from one border of the picture to the other, is ";

/// The side of what pictures show, in longest edges of the object, that a text states.
pub fn stated_view_box(text: &str) -> Option<f64> {
    let (_, rest) = text.split_once(SCALE)?;
    rest.trim_end_matches('.').parse().ok().filter(|side| (1.0..=10.0).contains(side))
}

impl Asked for PointCloud {
    const NAME: &'static str = "spare3d/point-cloud";
    const ABOUT: &'static str = "give points on the object's surface, given front, top and right views";
    const FORM: &'static str =
        "points in space, x to the right, y to the back, z up, centred, the longest edge 1";
    const METRIC: Metric = Metric::FScore;
    const SETTINGS: &'static [Setting] = COMMON;
    const PRESETS: &'static [Preset] = GENERATIVE;
    const SOLVERS: &'static [SolverSpec] = &[REBUILDS, HULL];
    type Subject = Sampling;

    fn sample(_: &Solid, _: &Rules, place: &Place) -> Result<Sampling, Reject> {
        Ok(Sampling { seed: place.seed.child("points").rng().below(1 << 53) as u64 })
    }

    fn pose(_: &Sampling) -> Option<u8> {
        None
    }

    fn draw(evidence: &Evidence<Sampling>, solid: &Solid) -> Result<Pages, String> {
        let shown = Sheet::new(solid, None, evidence.look())?.views()?;
        Ok(Pages { shown, compared: Vec::new(), answer: None })
    }

    fn ask(evidence: &Evidence<Sampling>, solid: &Solid, _: &Pages) -> Result<Asking, String> {
        let prompt = format!(
            "Three line drawings show an object from the front, from above and from the right. {CONVENTION} Give points \
             all over the surface of the object: x to the right, y to the back, z up, with the middle of the box around the \
             object at the origin and the longest edge of that box of length 1. {}",
            scale_in_words(evidence.shown.view_box())
        );
        let sheet = Sheet::new(solid, None, evidence.look())?;
        let truth = Answer::Points(points(COUNT, evidence.subject.seed, solid, &sheet)?);
        Ok(Asking { prompt, form: Form::Points { count: COUNT }, truth })
    }

    fn recheck(evidence: &Evidence<Sampling>, solid: &Solid, item: &Item) -> Result<(), String> {
        let witness = Witness::new(solid, evidence.shown.view_box())?;
        for (name, pose) in THREE_VIEWS {
            witness.shows(item, name, solid, pose)?;
        }
        let Answer::Points(cloud) = &item.truth else { return Err("the answer has no points".into()) };
        let sheet = Sheet::new(solid, None, evidence.look())?;
        on_surface(cloud, solid, sheet.bounds(), sheet.extent(), AT_EDGES).map_err(|why| why.to_string())
    }
}
