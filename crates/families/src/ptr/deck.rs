//! Cards: which question has which answer, dealt before there is a scene.
//!
//! A block of a hundred scenes has a thousand cards. How many of each class (a sub-type and a kind of answer) there are is fixed;
//! the answers of a class go round by [`deal`], and so do the templates that can have an answer. So answers are flat and
//! templates balanced whatever the number of questions, threads and shards. A hand of ten cards depends on the seed of the
//! split and the number of the scene alone; then a scene is looked for in which all ten can be asked.

use super::template::{AnswerKind, SubType, TEMPLATES, Template};
use spatiq_bench::{Rng, Seed, deal};
use spatiq_scene::physics::Direction;
use std::collections::BTreeMap;

/// Questions about a scene.
pub const HAND: usize = 10;

/// Scenes of a block.
pub const BLOCK: usize = 100;

/// Scenes of a block in which something falls.
const FALLING: usize = 28;

/// Scenes of a block in which something may fall, but nothing does.
const STEADY: usize = 8;

/// Questions of a block in which direction something must be moved.
const DIRECTIONS: usize = 14;

/// Questions of a block whether something is stable, or any of some things.
const YES_NO: usize = 36;

/// What questions about stability say.
const STABILITY: [&str; 2] = ["stable", "unstable"];

/// A question that is to be asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Card {
    /// Its template, by its place in [`TEMPLATES`].
    pub template: usize,
    /// Its answer.
    pub answer: String,
    /// Whether the question says "stable" or "unstable", where that would tell the answer if it went by what is easier to ask.
    pub word: Option<&'static str>,
}

/// The questions about one scene.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hand {
    /// What kind of scene it takes.
    pub stage: Stage,
    /// Ten cards.
    pub cards: Vec<Card>,
}

/// What scenes are like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Furniture in a room.
    Room,
    /// Something falls; if a direction is given, moving it there helps.
    Falling(Option<Direction>),
    /// Something may fall, but nothing does.
    Steady,
}

/// Which questions may be asked at all.
pub struct Rules<'a> {
    /// Whether a template can have an answer.
    pub admits: &'a dyn Fn(&Template, &str) -> bool,
}

impl Card {
    /// Of a template, by its place in [`TEMPLATES`], with an answer.
    pub fn of(template: usize, answer: &str) -> Self {
        Self { template, answer: answer.into(), word: None }
    }

    /// Its template.
    pub fn template(&self) -> &'static Template {
        &TEMPLATES[self.template]
    }

    /// Whether it can be served where nothing falls: what is stable stays, what is unstable is none.
    fn is_quiet(&self) -> bool {
        match (self.template().name.as_str(), self.answer.as_str()) {
            ("is-stable", "yes") => self.word == Some("stable"),
            ("is-stable" | "exist-stable", "no") | ("count-stable", "0") => self.word == Some("unstable"),
            _ => false,
        }
    }
}

/// The hand of a scene of a split.
pub fn hand(split_seed: &Seed, scene: u64, rules: &Rules) -> Hand {
    let block = scene / BLOCK as u64;
    let mut hands = hands(split_seed, block, rules);
    hands.swap_remove((scene % BLOCK as u64) as usize)
}

/// All hands of a block.
pub fn hands(split_seed: &Seed, block: u64, rules: &Rules) -> Vec<Hand> {
    let dealer = Dealer { seed: split_seed.child("cards"), block, classes: classes(rules) };
    let mut rng = dealer.seed.child("block").child(block).rng();
    let mut falling: Vec<Vec<Card>> = vec![Vec::new(); FALLING];
    let mut steady: Vec<Vec<Card>> = vec![Vec::new(); STEADY];
    dealer.physics(&mut falling, &mut steady);
    let mut rooms: Vec<Vec<Card>> = vec![Vec::new(); BLOCK - FALLING - STEADY];
    let wanted = |hands: &[Vec<Card>]| hands.iter().map(|hand| HAND - hand.len()).sum::<usize>();
    let others = wanted(&falling) + wanted(&steady) + wanted(&rooms);
    let mut cards = dealer.others(others);
    // What three objects can serve goes to them first; the rest goes round, so that no hand has too much of a kind.
    rng.shuffle(&mut cards);
    for hand in falling.iter_mut().chain(&mut steady) {
        while hand.len() < HAND {
            let has = |card: &Card| hand.iter().filter(|other| is_alike(other, card)).count();
            let suits = |card: &&Card| is_easy(card) && has(card) == 0;
            let at = cards.iter().position(|card| suits(&card)).or(cards.iter().position(is_easy));
            hand.push(cards.swap_remove(at.unwrap_or(0)));
        }
    }
    cards.sort_by_key(|card| (card.template().sub_type, card.template().kind));
    let count = rooms.len();
    cards.into_iter().enumerate().for_each(|(nth, card)| rooms[nth % count].push(card));
    let direction = |cards: &[Card]| {
        let card = cards.iter().find(|card| card.template().kind == AnswerKind::Direction)?;
        Direction::ALL.into_iter().find(|direction| direction.name() == card.answer)
    };
    let stages = falling.iter().map(|cards| Stage::Falling(direction(cards))).collect::<Vec<_>>();
    let physics =
        falling.into_iter().zip(stages).chain(steady.into_iter().map(|cards| (cards, Stage::Steady)));
    let all = physics.chain(rooms.into_iter().map(|cards| (cards, Stage::Room)));
    let mut hands: Vec<Hand> = all.map(|(cards, stage)| Hand { stage, cards }).collect();
    rng.shuffle(&mut hands);
    hands.iter_mut().for_each(|hand| rng.shuffle(&mut hand.cards));
    hands
}

/// Deals the cards of a block.
struct Dealer {
    seed: Seed,
    block: u64,
    classes: Classes,
}

/// What each class has to deal.
type Classes = BTreeMap<(SubType, AnswerKind), Vec<(String, Vec<usize>)>>;

impl Dealer {
    /// Physics, in the scenes that can serve it: in those that fall a direction, whether a move helps, and two of stability; in
    /// the steady ones whether something stays.
    fn physics(&self, falling: &mut [Vec<Card>], steady: &mut [Vec<Card>]) {
        use AnswerKind as K;
        let directions = self.class(SubType::PossibleChange, K::Direction, DIRECTIONS);
        let helps = self.class(SubType::PossibleChange, K::YesNo, FALLING);
        let stability = self.class(SubType::Stability, K::YesNo, YES_NO).into_iter();
        let stability = stability.chain(self.class(SubType::Stability, K::Objects, 12));
        // Where nothing falls goes every other question that can be asked there, so that neither the words nor the rest of the hand
        // tell whether something falls, nor that it tells which.
        let (quiet, mut rest): (Vec<Card>, Vec<Card>) = stability.partition(Card::is_quiet);
        let mut quiet = quiet.into_iter();
        for hand in steady.iter_mut() {
            hand.extend(quiet.next());
            rest.extend(quiet.next());
        }
        rest.extend(quiet);
        rest.extend(self.class(SubType::Stability, K::Category, 10));
        rest.extend(self.class(SubType::Stability, K::Colour, 8));
        // Only a stack can be mended in one direction alone. In the other scenes whatever may fall does.
        for (hand, card) in falling.iter_mut().step_by(FALLING / DIRECTIONS).zip(directions) {
            hand.push(card);
        }
        falling.iter_mut().zip(helps).for_each(|(hand, card)| hand.push(card));
        for card in rest {
            falling.iter_mut().min_by_key(|hand| hand.len()).expect("there are some").push(card);
        }
    }

    /// All other cards, as many of each sub-type as of any other.
    fn others(&self, count: usize) -> Vec<Card> {
        let kinds = |sub_type: SubType| -> Vec<AnswerKind> {
            self.classes.keys().filter(|(other, _)| *other == sub_type).map(|(_, kind)| *kind).collect()
        };
        let mut sub_types = SubType::ALL.to_vec();
        sub_types.retain(|sub_type| !sub_type.is_physics() && !kinds(*sub_type).is_empty());
        let mut cards = Vec::new();
        for nth in 0..count as u64 {
            let turn = self.block * count as u64 + nth;
            let sub_type = sub_types[deal(&self.seed.child("sub-types"), sub_types.len(), turn)];
            let kinds = kinds(sub_type);
            let of_sub_type = turn / sub_types.len() as u64;
            let kind = kinds[deal(&self.seed.child(sub_type.name()), kinds.len(), of_sub_type)];
            // Every turn of the kinds has each of them once.
            cards.extend(self.card(sub_type, kind, of_sub_type / kinds.len() as u64));
        }
        cards
    }

    /// So many cards of a class that has the same number in every block.
    fn class(&self, sub_type: SubType, kind: AnswerKind, count: usize) -> Vec<Card> {
        let first = self.block * count as u64;
        (first..first + count as u64).filter_map(|nth| self.card(sub_type, kind, nth)).collect()
    }

    /// The nth card of a class.
    fn card(&self, sub_type: SubType, kind: AnswerKind, nth: u64) -> Option<Card> {
        let answers = self.classes.get(&(sub_type, kind))?;
        let seed = self.seed.child(sub_type.name()).child(kind.name());
        let count = answers.len() as u64;
        let (answer, templates) = answers.get(deal(&seed, count.max(1) as usize, nth))?;
        let (seed, turn) = (seed.child(answer), nth / count);
        let template = templates[deal(&seed, templates.len(), turn)];
        let word = match (sub_type, kind) {
            (SubType::Stability, AnswerKind::YesNo) => {
                let turn = turn / templates.len() as u64;
                Some(STABILITY[deal(&seed.child(template as u64), STABILITY.len(), turn)])
            }
            // Two things hardly ever fall.
            (SubType::Stability, AnswerKind::Objects) if answer == "2" => Some(STABILITY[0]),
            (SubType::Stability, AnswerKind::Objects) => Some(STABILITY[deal(&seed, STABILITY.len(), turn)]),
            _ => None,
        };
        Some(Card { template, answer: answer.clone(), word })
    }
}

/// The answers of every class, each with the templates that can have it.
pub fn classes(rules: &Rules) -> Classes {
    let mut found: BTreeMap<(SubType, AnswerKind), BTreeMap<String, Vec<usize>>> = BTreeMap::new();
    for (at, template) in TEMPLATES.iter().enumerate() {
        for answer in template.answers.iter().filter(|answer| (rules.admits)(template, answer)) {
            let class = found.entry((template.sub_type, template.kind)).or_default();
            class.entry(answer.clone()).or_default().push(at);
        }
    }
    found.into_iter().map(|(class, answers)| (class, answers.into_iter().collect())).collect()
}

/// Whether two cards ask for much the same.
fn is_alike(one: &Card, other: &Card) -> bool {
    one.template().sub_type == other.template().sub_type
}

/// Whether three objects, some of them hidden, are enough.
fn is_easy(card: &Card) -> bool {
    use SubType as S;
    let template = card.template();
    let small = card.answer.parse::<u32>().is_ok_and(|number| number <= 2);
    match (template.sub_type, template.kind) {
        (S::ExistObject | S::CompareInteger, _) => true,
        (S::CountObject | S::CountPart | S::SumMinus, _) => small,
        (S::QueryPart | S::SpatialRelation, AnswerKind::Colour) => template.name != "colour-of-part-anywhere",
        (S::SpatialRelation | S::SameAttribute, AnswerKind::YesNo) => {
            !["same-kind-of-part", "exist-another-of-category"].contains(&template.name.as_str())
        }
        (S::SpatialRelation, AnswerKind::Objects) => small,
        _ => false,
    }
}

/// The card, and then in any order those with another template of its class that can have its answer.
pub fn alternatives(card: &Card, rules: &Rules, rng: &mut Rng) -> Vec<Card> {
    let (sub_type, kind) = (card.template().sub_type, card.template().kind);
    let suits = |at: &usize| {
        let template = &TEMPLATES[*at];
        (template.sub_type, template.kind) == (sub_type, kind)
            && *at != card.template
            && template.answers.contains(&card.answer)
            && (rules.admits)(template, &card.answer)
    };
    let mut others: Vec<usize> = (0..TEMPLATES.len()).filter(suits).collect();
    rng.shuffle(&mut others);
    let other = |template: usize| Card { template, ..card.clone() };
    [card.template].into_iter().chain(others).map(other).collect()
}
