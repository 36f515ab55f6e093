//! Furniture that may do for a hand.

use super::Order;
use super::stand::Stand;
use crate::ptr::deck::{Card, Stage};
use spatiq_bench::Seed;
use spatiq_scene::arrange::{Rehearsed, Rules, rehearse};
use spatiq_scene::graph::Stability;
use spatiq_scene::{Category, Generated, Kind};

/// Scenes that are looked at before the best of them is taken.
const STARTS: u64 = 30;

/// A scene to begin with. What small changes hardly ever bring about is there already, as far as possible.
pub fn start(order: &Order, seed: &Seed) -> Option<Stand> {
    let rare: Vec<&Card> = order.hand.cards.iter().filter(|card| card.is_rare()).collect();
    let mut best: Option<(usize, Stand)> = None;
    for nth in 0..STARTS {
        let seed = seed.child(nth);
        let mut rng = seed.child("rules").rng();
        let Ok(Rehearsed { scene, settled }) = rehearse(&scene_rules(order), &Generated, order.split, &seed)
        else {
            continue;
        };
        let stability = if order.in_physics() { Stability::given(&scene, &settled) } else { Vec::new() };
        let stand = Stand::unseen(scene, stability);
        let lacking = match stand.asker() {
            Ok(asker) => rare.iter().filter(|card| asker.ask(card, &mut rng, order.scope).is_none()).count(),
            Err(_) => continue,
        };
        if best.as_ref().is_none_or(|(least, _)| lacking < *least) {
            best = Some((lacking, stand));
        }
        if lacking == 0 {
            break;
        }
    }
    let (_, stand) = best?;
    Some(Stand::new(stand.scene, stand.stability, order.size))
}

/// Rules for a scene that suits the cards: what they name comes more often.
pub fn scene_rules(order: &Order) -> Rules {
    let cards = &order.hand.cards;
    let kind = if order.in_physics() { Kind::Physics } else { Kind::Room };
    let mut rules = Rules { size: order.size, ..Rules::of(kind) };
    rules.weights = order.weights;
    for card in cards {
        // What falls is one of two or three things, and often the only one of its kind.
        let factor = if card.template().sub_type.is_physics() { 6.0 } else { 1.6 };
        let says_which = !Category::FURNITURE.iter().all(|category| card.suits(*category));
        for (weight, category) in rules.weights.iter_mut().zip(Category::FURNITURE) {
            *weight *= if says_which && card.suits(category) { factor } else { 1.0 };
        }
    }
    match order.hand.stage {
        Stage::Room(objects) => {
            let objects = (objects + order.more).min(*rules.objects.end());
            rules.objects = objects..=objects;
        }
        Stage::Falling(count, direction) => (rules.falls, rules.overhang) = (Some(count), direction),
        Stage::Steady => rules.falls = Some(0),
    }
    rules
}
