//! Another object instead of one that stands in a room, for those who look for a scene step by step.

use super::room::placed;
use super::{ArrangeError, Draws, Outline, Rules};
use crate::file::settled;
use crate::model::Model;
use crate::overlap;
use crate::scene::Scene;
use crate::stock::Models;
use spatiq_bench::{Seed, Split};
use std::sync::Arc;

/// Models that are looked at for one that suits.
const LOOKS: usize = 24;

/// The scene with another object in the place of one, or with one more where the place is after the last. It stands clear of
/// all others by the rules of rooms. `None` where no model suits, or none found a place.
pub fn exchange(
    scene: &Scene,
    place: usize,
    rules: &Rules,
    (models, split): (&dyn Models, Split),
    suits: &dyn Fn(&Model) -> bool,
    seed: &Seed,
) -> Result<Option<Scene>, ArrangeError> {
    let mut draws = Draws { rules, models, split, falls: 0, way: 0, categories: None, rng: seed.rng() };
    let mut chosen = None;
    for _ in 0..LOOKS {
        let category = draws.category();
        let model = draws.model(category)?;
        if suits(&model) {
            chosen = Some(model);
            break;
        }
    }
    Ok(chosen.and_then(|model| stood(&mut draws, scene, place, &model)))
}

/// The scene with one of its objects somewhere else.
pub fn moved(
    scene: &Scene,
    place: usize,
    rules: &Rules,
    (models, split): (&dyn Models, Split),
    seed: &Seed,
) -> Option<Scene> {
    let mut draws = Draws { rules, models, split, falls: 0, way: 0, categories: None, rng: seed.rng() };
    let paint = scene.objects[place].paint.clone();
    let mut scene = stood(&mut draws, scene, place, &scene.objects[place].model)?;
    scene.objects[place].paint = paint;
    Some(scene)
}

fn stood(draws: &mut Draws, scene: &Scene, place: usize, model: &Arc<Model>) -> Option<Scene> {
    let others = scene.objects.iter().enumerate().filter(|(at, _)| *at != place);
    let outlines: Vec<Outline> =
        others.map(|(_, object)| Outline::new(object, &scene.camera, draws.rules.size)).collect();
    let (object, _) = placed(draws, scene, &outlines, model)?;
    let alone = settled(&Scene { objects: vec![object], ..scene.clone() });
    let mut scene = scene.clone();
    scene.objects.splice(place..(place + 1).min(scene.objects.len()), alone.objects);
    overlap::check(&scene).is_ok().then_some(scene)
}
