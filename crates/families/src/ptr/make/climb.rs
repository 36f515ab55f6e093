//! Change by change to a scene that serves all cards.

use super::stand::Stand;
use super::{Order, moves};
use crate::ptr::ask::{Asked, Asker, flaw};
use crate::ptr::deck::{self, Card};
use crate::ptr::program::run;
use spatiq_bench::{Rng, Seed};

/// Changes that are tried in one attempt.
const STEPS: usize = 600;

/// From this change on, a card may be played by another template that can have its answer.
const STRICT_STEPS: usize = 400;

/// Searches for a question unlike those before.
const TRIES: usize = 4;

/// A scene with the cards that it serves.
pub struct Climb<'a> {
    order: &'a Order<'a>,
    seed: Seed,
    /// The best scene so far.
    pub stand: Stand,
    /// For each card a template and a question, where there is one.
    served: Vec<Option<(usize, Asked)>>,
    /// Changes so far.
    pub steps: usize,
}

impl<'a> Climb<'a> {
    /// Begins with a scene.
    pub fn new(order: &'a Order<'a>, stand: Stand, seed: Seed) -> Self {
        let served = vec![None; order.hand.cards.len()];
        Self { order, seed, stand, served, steps: 0 }
    }

    /// Goes on until all cards are served; the places of those that are not if there is no end.
    pub fn go(&mut self) -> Result<(), Vec<usize>> {
        let mut rng = self.seed.child("first").child(self.steps).rng();
        self.served = self.serve(&self.stand, &mut rng);
        loop {
            if self.lacking().is_empty() && self.asked().is_some() {
                return Ok(());
            }
            if self.steps == STEPS {
                return Err(self.lacking());
            }
            self.steps += 1;
            let seed = self.seed.child(self.steps as u64);
            let mut rng = seed.rng();
            let lacking = self.lacking();
            let wanted = if lacking.is_empty() { rng.below(self.served.len()) } else { *rng.pick(&lacking) };
            let card = &self.order.hand.cards[wanted];
            let Some(stand) = moves::change(&self.stand, card, self.order, &mut rng, &seed) else { continue };
            let served = self.serve(&stand, &mut rng);
            if count(&served) >= count(&self.served) {
                (self.stand, self.served) = (stand, served);
            }
        }
    }

    /// The cards that are not served.
    pub fn lacking(&self) -> Vec<usize> {
        (0..self.served.len()).filter(|at| self.served[*at].is_none()).collect()
    }

    /// A question for each card, no two of them alike. Cards for which there is none are not served any more.
    pub fn asked(&mut self) -> Option<Vec<(usize, Asked)>> {
        let asker = self.stand.asker().ok()?;
        let mut rng = self.seed.child("asked").child(self.steps).rng();
        let mut asked: Vec<(usize, Asked)> = Vec::new();
        for at in 0..self.served.len() {
            let fresh =
                |(_, one): &(usize, Asked)| asked.iter().all(|(_, other)| other.program != one.program);
            match (0..TRIES).map_while(|_| self.play(at, &asker, &mut rng)).find(fresh) {
                Some(one) => asked.push(one),
                None => {
                    self.served[at] = None;
                    return None;
                }
            }
        }
        Some(asked)
    }

    /// The cards that a scene serves. What was asked before is asked again if it can be.
    fn serve(&self, stand: &Stand, rng: &mut Rng) -> Vec<Option<(usize, Asked)>> {
        let Ok(asker) = stand.asker() else { return vec![None; self.served.len()] };
        let again = |at: usize, (_, asked): &&(usize, Asked)| {
            let answer = run(&asked.checked, &asker.plain).ok().and_then(|value| value.word());
            answer.as_deref() == Some(&self.order.hand.cards[at].answer)
                && flaw::flaw(&asked.checked, &asker).is_none()
        };
        let serve = |at: usize| {
            let before = self.served[at].as_ref().filter(|one| again(at, one));
            before.cloned().or_else(|| self.play(at, &asker, rng))
        };
        (0..self.served.len()).map(serve).collect()
    }

    fn play(&self, at: usize, asker: &Asker, rng: &mut Rng) -> Option<(usize, Asked)> {
        let card = &self.order.hand.cards[at];
        let cards = match self.steps >= STRICT_STEPS {
            true => deck::alternatives(card, self.order.rules, self.order.any_class, rng),
            false => vec![card.clone()],
        };
        let ask = |card: Card| Some((card.template, asker.ask(&card, rng, self.order.scope)?));
        cards.into_iter().find_map(ask)
    }
}

fn count(served: &[Option<(usize, Asked)>]) -> usize {
    served.iter().flatten().count()
}
