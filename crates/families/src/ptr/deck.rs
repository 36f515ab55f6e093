//! Cards: which question has which answer, dealt before there is a scene.
//!
//! A block of a hundred scenes has a thousand cards. The sub-types go round by [`deal`], within one of them the kinds of answers, each as
//! often as it has templates, within a kind the answers, and for an answer the templates that can have it, one with few answers the
//! more often. So answers are flat and templates balanced whatever the number of questions, threads and shards. A hand of ten cards
//! depends on the seed of the split and the number of the scene alone; then a scene is looked for in which all ten can be asked.

use super::program::Function;
use super::template::{AnswerKind, Line, SubType, TEMPLATES, Template};
use spatiq_bench::{Rng, Seed, deal};
use spatiq_scene::Category;
use spatiq_scene::physics::Direction;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

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

/// What they say where they ask for a number. None of the unstable is an answer, none of the stable never is: if both words came
/// equally often, they would tell half of the answers.
const COUNTED: [&str; 4] = ["unstable", "unstable", "unstable", "stable"];

/// Of an answer's turns a template gets so many, divided by the number of answers that it can have.
const TURNS: usize = 30;

/// The numbers of objects of rooms.
const ROOMS: [usize; 4] = [3, 4, 5, 6];

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

impl Hand {
    /// The same with so many cards, any of them, instead of which something easy is asked: whether there is something.
    pub fn eased(&self, count: usize, rng: &mut Rng) -> Self {
        let easy = TEMPLATES.iter().position(|template| template.sub_type == SubType::ExistObject);
        let mut hand = self.clone();
        let mut places: Vec<usize> = (0..hand.cards.len()).collect();
        rng.shuffle(&mut places);
        for place in places.into_iter().take(count) {
            let answer = if rng.coin() { "yes" } else { "no" };
            hand.cards[place] =
                Card { template: easy.expect("there is one"), answer: answer.into(), word: None };
        }
        hand
    }
}

/// What scenes are like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// So many pieces of furniture in a room.
    Room(usize),
    /// So many objects fall; if a direction is given, moving the only one there helps.
    Falling(usize, Option<Direction>),
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

    /// The answer, if that is a number, or else 0.
    pub fn number(&self) -> usize {
        self.answer.parse().unwrap_or(0)
    }

    /// Whether few scenes serve it, whatever their colours: it is about what falls, or about many parts that lie alike.
    pub fn is_rare(&self) -> bool {
        let template = self.template();
        match template.kind {
            AnswerKind::Colour => false,
            AnswerKind::Parts => template.sub_type.is_geometric() && self.number() > 3,
            _ => template.sub_type.is_physics(),
        }
    }

    /// Whether all objects of the largest rooms are counted: there is hardly more than one way to ask for them.
    pub fn is_of_all(&self) -> bool {
        self.template().kind == AnswerKind::Objects && self.number() == ROOMS[ROOMS.len() - 1]
    }

    /// Whether its program calls one of some functions.
    pub fn calls(&self, functions: &[Function]) -> bool {
        let is_one =
            |line: &Line| matches!(line, Line::Call { function, .. } if functions.contains(function));
        self.template().lines.iter().any(is_one)
    }

    /// Whether what it counts may belong to several objects, or be of several kinds.
    pub fn adds_up(&self) -> bool {
        let template = self.template();
        let single = ["count-parts-of-thing", "count-parts-there", "count-coloured-parts"];
        template.kind == AnswerKind::Parts && !single.contains(&template.name.as_str())
    }

    /// Whether furniture of a category may help to serve it.
    pub fn suits(&self, category: Category) -> bool {
        let template = self.template();
        match template.kind {
            AnswerKind::Category => category.name() == self.answer,
            AnswerKind::Part => category.parts().iter().any(|part| part.name() == self.answer),
            // Mattresses and trays may be taken for planes or not, and nothing is asked that depends on it.
            AnswerKind::Parts if template.sub_type.is_geometric() && self.number() > 3 => {
                !matches!(category, Category::Bed | Category::Cart)
            }
            _ => true,
        }
    }

    /// How many objects a room has at least where this can be asked without much searching.
    fn objects(&self) -> usize {
        use SubType as S;
        let template = self.template();
        let number = self.number();
        let least = match (template.sub_type, template.kind) {
            (S::CountObject, AnswerKind::Objects) if template.name == "count-things" => number,
            // Others are there of which that does not hold.
            (_, AnswerKind::Objects) => number + 1,
            // The more there are, the more objects they belong to, and others are there of which they are told apart.
            (_, AnswerKind::Parts) => match number {
                0..3 => 3,
                3..5 => 4,
                5..7 => 5,
                _ => 6,
            },
            _ => 0,
        };
        let few = match template.sub_type {
            S::GeometricRelation | S::GeometricAnalogy if template.kind == AnswerKind::Part => 5,
            S::SpatialAnalogy | S::GeometricAnalogy => 4,
            _ if template.kind == AnswerKind::Category => 4,
            _ => ROOMS[0],
        };
        least.clamp(few, ROOMS[ROOMS.len() - 1])
    }

    /// Of three objects, how many may fall where this can be asked about what falls.
    fn falling(&self) -> &'static [usize] {
        let stable = self.word == Some("stable");
        match (self.template().name.as_str(), self.answer.as_str()) {
            ("is-stable", answer) if stable == (answer == "yes") => &[0, 1, 2],
            // Of two things or more none falls, or all do.
            ("exist-stable", "no") => {
                if stable {
                    &[2]
                } else {
                    &[0, 1]
                }
            }
            ("count-stable", "0") => &[0],
            ("count-stable", "2") => {
                if stable {
                    &[1]
                } else {
                    &[2]
                }
            }
            ("count-stable", _) => {
                if stable {
                    &[2]
                } else {
                    &[1]
                }
            }
            ("direction-for-thing" | "direction-for-unstable" | "does-move-help-unstable", _) => &[1],
            _ => &[1, 2],
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
    // What takes many objects first, and of that what is hard to serve, each to the hand that has least of its kind.
    cards.sort_by_key(|card| {
        let is_hard = card.is_rare() || card.is_of_all();
        (Reverse((card.objects(), is_hard)), card.template().sub_type, card.template().kind)
    });
    for card in cards {
        let open = |at: &usize| rooms[*at].len() < HAND;
        let suits = |at: &usize| open(at) && ROOMS[at % ROOMS.len()] >= card.objects();
        // Two that few scenes serve hardly ever find one that serves both.
        let rare =
            |at: &usize| usize::from(card.is_rare()) * rooms[*at].iter().filter(|one| one.is_rare()).count();
        // Of one number of all things there may be but one question.
        let same = |at: &usize| rooms[*at].iter().filter(|other| **other == card).count();
        let alike = |at: &usize| rooms[*at].iter().filter(|other| is_alike(other, &card)).count();
        let load = |at: &usize| (same(at), rare(at), alike(at), rooms[*at].len());
        let best = (0..rooms.len()).filter(suits).min_by_key(load);
        let at = best.or((0..rooms.len()).find(open)).expect("there are as many cards as are wanted");
        rooms[at].push(card);
    }
    let direction = |cards: &[Card]| {
        let card = cards.iter().find(|card| card.template().kind == AnswerKind::Direction)?;
        Direction::ALL.into_iter().find(|direction| direction.name() == card.answer)
    };
    let stage = |(at, cards): (usize, &Vec<Card>)| Stage::Falling(falling_at(at), direction(cards));
    let stages = falling.iter().enumerate().map(stage).collect::<Vec<_>>();
    let physics =
        falling.into_iter().zip(stages).chain(steady.into_iter().map(|cards| (cards, Stage::Steady)));
    let all = physics
        .chain((0..).zip(rooms).map(|(at, cards): (usize, _)| (cards, Stage::Room(ROOMS[at % ROOMS.len()]))));
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
    /// Physics, in the scenes that can serve it: in those that fall a direction, whether a move helps, and two or more of stability; in
    /// the steady ones whether something stays.
    fn physics(&self, falling: &mut [Vec<Card>], steady: &mut [Vec<Card>]) {
        use AnswerKind as K;
        let directions = self.class(SubType::PossibleChange, K::Direction, DIRECTIONS);
        let mut helps = self.class(SubType::PossibleChange, K::YesNo, FALLING);
        let stability = self.class(SubType::Stability, K::YesNo, YES_NO).into_iter();
        let stability = stability.chain(self.class(SubType::Stability, K::Objects, 12));
        // Where nothing falls goes what can be asked nowhere else, and every other question that can be asked there, so that neither the
        // words nor the rest of the hand tell whether something falls, nor that it tells which.
        let (quiet, mut rest): (Vec<Card>, Vec<Card>) =
            stability.partition(|card| card.falling().contains(&0));
        let (only, quiet): (Vec<Card>, Vec<Card>) = quiet.into_iter().partition(|card| card.falling() == [0]);
        for (nth, card) in only.into_iter().enumerate() {
            steady[nth % STEADY].push(card);
        }
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
        // What fewest scenes can serve first, each to the emptiest hand of those that ask this least.
        helps.sort_by_key(|card| card.falling().len());
        rest.sort_by_key(|card| card.falling().len());
        for card in helps.into_iter().chain(rest) {
            let suits = |at: &usize| card.falling().contains(&falling_at(*at));
            // Where a direction is asked for, no other question gives it away.
            let load = |at: &usize| {
                let hand = &falling[*at];
                let is_told = |other: &Card| {
                    let kinds = [other.template().kind, card.template().kind];
                    kinds == [AnswerKind::Direction, AnswerKind::YesNo]
                        && card.template().sub_type == SubType::PossibleChange
                };
                let same = hand.iter().filter(|other| other.template == card.template).count();
                (hand.iter().any(is_told), same, hand.len())
            };
            let at = (0..FALLING).filter(suits).min_by_key(load);
            falling[at.expect("in some one falls, in some two")].push(card);
        }
    }

    /// All other cards, as many of each sub-type as of any other.
    fn others(&self, count: usize) -> Vec<Card> {
        // Each as often as it has templates.
        let kinds = |sub_type: SubType| -> Vec<AnswerKind> {
            let own = self.classes.iter().filter(|((other, _), _)| *other == sub_type);
            own.flat_map(|((_, kind), answers)| vec![*kind; templates(answers).len()]).collect()
        };
        let mut sub_types = SubType::ALL.to_vec();
        sub_types.retain(|sub_type| !sub_type.is_physics() && !kinds(*sub_type).is_empty());
        let mut cards = Vec::new();
        for nth in 0..count as u64 {
            let turn = self.block * count as u64 + nth;
            let sub_type = sub_types[deal(&self.seed.child("sub-types"), sub_types.len(), turn)];
            let seed = self.seed.child(sub_type.name());
            let (kind, nth) = dealt(&seed, &kinds(sub_type), turn / sub_types.len() as u64);
            cards.extend(self.card(sub_type, kind, nth));
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
        let seed = seed.child(answer);
        let (template, turn) = dealt(&seed, templates, nth / count);
        let word = |words: &[&'static str]| words[deal(&seed.child(template as u64), words.len(), turn)];
        let word = match (sub_type, kind) {
            (SubType::Stability, AnswerKind::YesNo) => Some(word(&STABILITY)),
            (SubType::Stability, AnswerKind::Objects) if answer == "0" => Some(COUNTED[0]),
            (SubType::Stability, AnswerKind::Objects) => Some(word(&COUNTED)),
            _ => None,
        };
        Some(Card { template, answer: answer.clone(), word })
    }
}

/// What comes at a turn of a pool in which things are as often as they are to come, and the how-manieth of its kind that is.
fn dealt<T: Copy + PartialEq>(seed: &Seed, pool: &[T], turn: u64) -> (T, u64) {
    let slot = deal(seed, pool.len(), turn);
    let same = |slots: &[T]| slots.iter().filter(|other| **other == pool[slot]).count() as u64;
    (pool[slot], turn / pool.len() as u64 * same(pool) + same(&pool[..slot]))
}

/// How many objects fall in one of the scenes of a block in which any do. Where a direction is asked for, it is one.
fn falling_at(nth: usize) -> usize {
    if nth % 4 == 3 { 2 } else { 1 }
}

/// The answers of every class, each with the templates that can have it, as often as they are to come.
pub fn classes(rules: &Rules) -> Classes {
    let admitted = |template: &Template| -> Vec<String> {
        template.answers.iter().filter(|answer| (rules.admits)(template, answer)).cloned().collect()
    };
    let mut found: BTreeMap<(SubType, AnswerKind), BTreeMap<String, Vec<usize>>> = BTreeMap::new();
    for (at, template) in TEMPLATES.iter().enumerate() {
        let answers = admitted(template);
        for answer in &answers {
            let class = found.entry((template.sub_type, template.kind)).or_default();
            let turns = TURNS.div_ceil(answers.len());
            class.entry(answer.clone()).or_default().extend(vec![at; turns]);
        }
    }
    found.into_iter().map(|(class, answers)| (class, answers.into_iter().collect())).collect()
}

/// The templates of a class.
fn templates(answers: &[(String, Vec<usize>)]) -> BTreeSet<usize> {
    answers.iter().flat_map(|(_, templates)| templates.iter().copied()).collect()
}

/// Whether two cards ask for much the same.
fn is_alike(one: &Card, other: &Card) -> bool {
    one.template().sub_type == other.template().sub_type
}

/// Whether three objects, some of them hidden, are enough.
fn is_easy(card: &Card) -> bool {
    use SubType as S;
    let template = card.template();
    let small = card.number() <= 2;
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

/// The card, and then in any order those with another template of its class that can have its answer; of any class with such
/// answers if nothing else has helped.
pub fn alternatives(card: &Card, rules: &Rules, any_class: bool, rng: &mut Rng) -> Vec<Card> {
    let (sub_type, kind) = (card.template().sub_type, card.template().kind);
    let suits = |at: &usize| {
        let template = &TEMPLATES[*at];
        let is_near = template.sub_type == sub_type || (any_class && !template.sub_type.is_physics());
        (is_near && template.kind == kind)
            && *at != card.template
            && template.answers.contains(&card.answer)
            && (rules.admits)(template, &card.answer)
    };
    let mut others: Vec<usize> = (0..TEMPLATES.len()).filter(suits).collect();
    rng.shuffle(&mut others);
    let other = |template: usize| Card { template, ..card.clone() };
    [card.template].into_iter().chain(others).map(other).collect()
}
