//! Furniture that may do for a hand.

use super::Order;
use super::stand::Stand;
use crate::ptr::deck::{Card, Stage};
use crate::ptr::template::AnswerKind;
use spatiq_bench::{Rng, Seed};
use spatiq_scene::arrange::{Rehearsed, Rules, rehearse};
use spatiq_scene::graph::Stability;
use spatiq_scene::{Category, Generated, Kind};

/// Scenes that are simulated before the best of them is taken.
const FALLS: u64 = 30;

/// A scene to begin with. Where something may fall, as many cards about that as possible are served by it already.
pub fn start(order: &Order, seed: &Seed) -> Option<Stand> {
    let mut best: Option<(usize, Stand)> = None;
    for nth in 0..FALLS {
        let seed = seed.child(nth);
        let mut rng = seed.child("rules").rng();
        let rules = scene_rules(order, &mut rng);
        let Ok(Rehearsed { scene, settled }) = rehearse(&rules, &Generated, order.split, &seed) else {
            continue;
        };
        if !order.in_physics() {
            return Some(Stand::new(scene, Vec::new(), order.size));
        }
        let stability = Stability::given(&scene, &settled);
        let stand = Stand::unseen(scene, stability);
        let lacking = falls_short(order, &stand, &mut rng);
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

/// How many cards about what falls a scene cannot serve, whatever its colours.
fn falls_short(order: &Order, stand: &Stand, rng: &mut Rng) -> usize {
    let Ok(asker) = stand.asker() else { return usize::MAX };
    let cards =
        order.hand.cards.iter().filter(|card| {
            card.template().sub_type.is_physics() && card.template().kind != AnswerKind::Colour
        });
    let lacks = |card: &&Card| asker.ask(card, rng, order.scope).is_none();
    cards.filter(lacks).count()
}

/// Rules for a scene that suits the cards: what they name comes more often.
pub fn scene_rules(order: &Order, rng: &mut Rng) -> Rules {
    let cards = &order.hand.cards;
    let kind = if order.in_physics() { Kind::Physics } else { Kind::Room };
    let mut rules = Rules { size: order.size, ..Rules::of(kind) };
    rules.weights = order.weights;
    for card in cards {
        let named = |category: Category| match card.template().kind {
            AnswerKind::Category => category.name() == card.answer,
            AnswerKind::Part => category.parts().iter().any(|part| part.name() == card.answer),
            _ => false,
        };
        // What falls is one of two or three things, and often the only one of its kind.
        let factor = if card.template().sub_type.is_physics() { 6.0 } else { 1.6 };
        for (weight, category) in rules.weights.iter_mut().zip(Category::FURNITURE) {
            *weight *= if named(category) { factor } else { 1.0 };
        }
    }
    match order.hand.stage {
        Stage::Room => {
            let objects = cards.iter().filter(|card| card.template().kind == AnswerKind::Objects);
            let most = objects.filter_map(|card| card.answer.parse::<usize>().ok()).max().unwrap_or(0);
            let count = match most {
                6.. => 6,
                5 => 5 + rng.below(2),
                4 => 4 + rng.below(3),
                _ => 3 + rng.below(4),
            };
            rules.objects = count..=count;
        }
        Stage::Falling(direction) => (rules.falls, rules.overhang) = (Some(true), direction),
        Stage::Steady => rules.falls = Some(false),
    }
    rules
}
