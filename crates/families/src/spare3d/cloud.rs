//! Give points on the surface of the object of the three views.

use super::asked::{Asked, Rules, SIZES, look};
use super::elements::Elements;
use super::poses::CONVENTION;
use super::presets::GENERATIVE;
use super::sheet::{Sheet, THREE_VIEWS};
use super::{again, primitives};
use serde::{Deserialize, Serialize};
use spatiq_bench::{Answer, Cloud, Form, Item, Metric, Place, Preset, Question, Reject, Seed};
use spatiq_draw::{DrawError, NEVER};
use spatiq_geom::{DVec3, Solid};

/// The task `spare3d/point-cloud`.
pub struct PointCloud;

/// Points of the truth.
const COUNT: usize = 10_000;

/// Everything a question follows from.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Evidence {
    /// The object.
    object: Elements,
    /// Side of the pictures in pixels.
    size: u32,
    /// What the choice of points follows from.
    seed: u64,
}

/// The true points: the object's own coordinates, moved so that the box around it is centred on the origin and scaled so
/// that its longest edge is one.
fn points(evidence: &Evidence, solid: &Solid, sheet: &Sheet) -> Result<Cloud, String> {
    let mut rng = Seed::root(evidence.seed).rng();
    let found = solid.surface_points(COUNT, &mut || rng.unit(), NEVER).map_err(|error| error.to_string())?;
    let [low, high] = sheet.bounds();
    let float = |v: DVec3| v.to_array().map(|x| x as f32);
    let place = |p: DVec3| float((p - low.midpoint(high)) / sheet.extent());
    Ok(Cloud {
        points: found.iter().map(|point| place(point.position)).collect(),
        normals: found.iter().map(|point| float(point.normal)).collect(),
    })
}

impl Asked for PointCloud {
    const NAME: &'static str = "spare3d/point-cloud";
    const ABOUT: &'static str = "give points on the object's surface, given front, top and right views";
    const FORM: &'static str =
        "points in space, x to the right, y to the back, z up, centred, the longest edge 1";
    const METRIC: Metric = Metric::FScore;
    const PRESETS: &'static [Preset] = GENERATIVE;
    type Evidence = Evidence;

    fn sample(rules: &Rules, place: &Place) -> Result<Evidence, Reject> {
        let seed = place.seed.child("points").rng().below(1 << 53) as u64;
        let evidence = Evidence { object: rules.object(place)?, size: rules.size, seed };
        let failed = |_| Reject("a drawing that cannot be made");
        let solid = evidence.object.solid().map_err(|_| Reject("a measure out of range"))?;
        let sheet = Sheet::new(&solid, None, look(evidence.size)).map_err(failed)?;
        let views = THREE_VIEWS.map(|(_, pose)| sheet.draw(pose).map(|drawing| sheet.ink(&drawing)));
        again(&views.into_iter().collect::<Result<Vec<_>, _>>().map_err(failed)?, rules)?;
        Ok(evidence)
    }

    fn fault(evidence: &Evidence) -> Option<String> {
        (!SIZES.contains(&evidence.size)).then(|| "the size is out of range".into())
    }

    fn item(evidence: &Evidence, id: String) -> Result<Item, String> {
        let solid = evidence.object.solid()?;
        let failed = |error: DrawError| error.to_string();
        let sheet = Sheet::new(&solid, None, look(evidence.size)).map_err(failed)?;
        let pictures: Result<Vec<_>, String> = THREE_VIEWS
            .into_iter()
            .map(|(name, pose)| Ok(sheet.picture(name, &sheet.draw(pose).map_err(failed)?)))
            .collect();
        let question = Question {
            id,
            prompt: format!(
                "Three line drawings show an object from the front, from above and from the right. {CONVENTION} Give \
                 points all over the surface of the object: x to the right, y to the back, z up, with the middle of the box \
                 around the object at the origin and the longest edge of that box of length 1."
            ),
            pictures: pictures?,
            form: Form::Points { count: COUNT },
            tags: primitives(&evidence.object),
        };
        let truth = Answer::Points(points(evidence, &solid, &sheet)?);
        let text = serde_json::to_string(evidence).map_err(|error| error.to_string())?;
        Ok(Item { question, truth, evidence: text })
    }

    fn recheck(evidence: &Evidence, item: &Item) -> Result<(), String> {
        let solid = evidence.object.solid()?;
        for (name, pose) in THREE_VIEWS {
            super::proof::shows(item, name, &solid, &evidence.object, pose)?;
        }
        let Answer::Points(cloud) = &item.truth else { return Err("the answer has no points".into()) };
        let sheet = Sheet::new(&solid, None, look(evidence.size)).map_err(|error| error.to_string())?;
        super::proof::on_surface(cloud, &solid, sheet.bounds(), sheet.extent())
    }
}
