//! Small changes of a scene: a colour, a place, an object. Which, depends on a card that is not served yet.

use super::Order;
use super::stand::Stand;
use super::start::scene_rules;
use crate::ptr::deck::Card;
use crate::ptr::program::{Function, part};
use crate::ptr::template::AnswerKind;
use spatiq_bench::{Rng, Seed};
use spatiq_scene::arrange::{Rules, exchange, moved, paint, repaint};
use spatiq_scene::{Category, Colour, Generated, Model, Paint, PartCategory, Scene};

/// How often something else than a colour is changed, in percent: in rooms, and where each change takes a simulation.
const BODILY: [usize; 2] = [35, 6];

/// The scene after a change that may help a card; nothing where the change is not possible.
pub fn change(stand: &Stand, card: &Card, order: &Order, rng: &mut Rng, seed: &Seed) -> Option<Stand> {
    if rng.below(100) >= BODILY[usize::from(order.in_physics())] {
        let mut stand = stand.clone();
        recolour(&mut stand.scene, card, rng);
        stand.painted();
        return Some(stand);
    }
    let rules = scene_rules(order);
    let objects = stand.scene.objects.len();
    // Where something falls, only what stands aside may change: the last.
    let place = if order.in_physics() { objects - 1 } else { rng.below(objects) };
    let models = (&Generated as _, order.split);
    let (place, scene) = match rng.below(3) {
        0 => (place, moved(&stand.scene, place, &rules, models, seed)?),
        _ => {
            let rules = Rules { weights: wanted(card, &rules.weights, &stand.scene, rng), ..rules };
            let is_led = rng.below(4) > 0;
            let suits = |model: &Model| !is_led || may_serve(model, card);
            (place, exchange(&stand.scene, place, &rules, models, &suits, seed).ok()??)
        }
    };
    Some(stand.changed(scene, place, order.size))
}

/// Whether a model has what a card names: the part, or of some part about as many as are to be counted.
fn may_serve(model: &Model, card: &Card) -> bool {
    let of = |part: PartCategory| model.parts.iter().filter(|one| one.category == part).count();
    match (card.template().kind, card.answer.parse::<usize>()) {
        (AnswerKind::Part, _) => part(&card.answer).is_none_or(|part| of(part) > 0),
        (AnswerKind::Parts, Ok(wanted)) if wanted > 1 => {
            // One object has them all, or several together.
            let least = if card.adds_up() { wanted.div_ceil(3) } else { wanted };
            model.parts.iter().any(|one| (least..=wanted + 1).contains(&of(one.category)))
        }
        _ => true,
    }
}

/// How often categories come where a card is to be served: only those that it names, if it names any, and those that are there already
/// where it is about several of one category.
fn wanted(card: &Card, weights: &[f64; 5], scene: &Scene, rng: &mut Rng) -> [f64; 5] {
    let pairs = [Function::SameObjectCategory, Function::EqualObjectCategory];
    let is_there = |category: Category| scene.objects.iter().any(|object| object.model.category == category);
    let same = card.calls(&pairs) && rng.below(3) > 0;
    let mut wanted = *weights;
    for (weight, category) in wanted.iter_mut().zip(Category::FURNITURE) {
        *weight *= if card.suits(category) && (!same || is_there(category)) { 1.0 } else { 0.0 };
    }
    if wanted.iter().any(|weight| *weight > 0.0) { wanted } else { *weights }
}

/// Draws colours again: of one part, of one object, or one colour for a part of all objects.
fn recolour(scene: &mut Scene, card: &Card, rng: &mut Rng) {
    let at = rng.below(scene.objects.len());
    let parts: Vec<PartCategory> = scene.objects[at].paint.keys().copied().collect();
    let mut painted = *rng.pick(&parts);
    if let Some(named) = part(&card.answer)
        && rng.coin()
    {
        painted = named;
    }
    let named = Colour::ALL.into_iter().find(|colour| colour.name() == card.answer);
    let colour = named.filter(|_| rng.below(4) > 0).unwrap_or_else(|| any(scene, card, rng));
    match rng.below(6) {
        0 => {
            scene.objects[at].paint = paint(&scene.objects[at].model, rng);
        }
        1 => {
            scene.objects.iter_mut().for_each(|object| repaint(object, painted, colour));
        }
        _ => {
            let owners = scene.objects.iter_mut().filter(|object| object.paint.contains_key(&painted));
            let mut owners: Vec<_> = owners.collect();
            if !owners.is_empty() {
                let owner = rng.below(owners.len());
                repaint(owners[owner], painted, colour);
            }
        }
    }
}

/// A colour: any, or one that is there already.
fn any(scene: &Scene, card: &Card, rng: &mut Rng) -> Colour {
    let object = rng.pick(&scene.objects);
    let paints: Vec<Paint> = object.paint.values().copied().collect();
    match rng.pick(&paints) {
        Paint::Named(colour) if rng.coin() || card.calls(&[Function::SamePartColor]) => *colour,
        _ => *rng.pick(&Colour::ALL),
    }
}
