//! Looking for a scene in which ten questions with given answers can be asked.
//!
//! 1. `start` puts together furniture that may do, by what the cards name; where something may fall, until it falls as wanted.
//! 2. `climb` changes one thing after the other, a colour, a place, an object (`moves`), and goes on with the change wherever no fewer
//!    questions can be asked than before. What is visible comes from rays at the changed object alone.
//! 3. The whole scene is looked at, and the questions are asked once more. Only then is it lit.
//!
//! So the time goes with the sum of what each card takes, not with the product.

mod climb;
mod moves;
mod stand;
mod start;

use super::ask::Asked;
use super::deck::{self, Hand, Stage};
use super::study::Scope;
use climb::Climb;
use spatiq_bench::{Place, Split};
use spatiq_scene::Scene;
use spatiq_scene::graph::{Graph, Seen, graph};
use spatiq_scene::render::look;

/// Whole scenes that are looked at before an attempt is given up.
const LOOKS: usize = 4;

/// What is asked of a scene.
pub struct Order<'a> {
    /// The cards.
    pub hand: &'a Hand,
    /// What may be asked at all.
    pub rules: &'a deck::Rules<'a>,
    /// Which questions may be asked.
    pub scope: &'a Scope,
    /// How often each category comes, before the cards are looked at.
    pub weights: [f64; 5],
    /// Width and height of the picture.
    pub size: [usize; 2],
    /// Whose models are taken.
    pub split: Split,
    /// How many objects a room has more than was dealt, since no scene was found with so few.
    pub more: usize,
    /// Whether a card may be played by a template of another sub-type, since nothing else has helped.
    pub any_class: bool,
}

/// A scene with its questions.
pub struct Made {
    /// The scene.
    pub scene: Scene,
    /// Its graph.
    pub graph: Graph,
    /// Template and question for each card, in order.
    pub asked: Vec<(usize, Asked)>,
    /// How many changes were tried.
    pub steps: usize,
}

impl Order<'_> {
    /// Whether something may fall.
    fn in_physics(&self) -> bool {
        !matches!(self.hand.stage, Stage::Room(_))
    }
}

/// A scene that serves a whole hand, or the places of the cards that could not be served.
pub fn make(order: &Order, place: &Place) -> Result<Made, Vec<usize>> {
    let nothing = || (0..order.hand.cards.len()).collect::<Vec<_>>();
    let stand = start::start(order, &place.seed.child("start")).ok_or_else(nothing)?;
    let mut climb = Climb::new(order, stand, place.seed.child("climb"));
    for _ in 0..LOOKS {
        climb.go()?;
        let scene = climb.stand.scene.clone();
        let frame = look(&scene, order.size);
        let graph = graph(&scene, &Seen::of(&scene, &frame), &climb.stand.stability);
        // Alone, an object shows what it shows among others, but for a few pixels.
        climb.stand.look_again(&graph);
        if let Some(asked) = climb.asked() {
            return Ok(Made { scene, graph, asked, steps: climb.steps });
        }
    }
    Err(climb.lacking())
}
