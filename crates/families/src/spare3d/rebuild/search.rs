//! The search for a chain of primitives that explains the ink.
//!
//! A chain is drawn roughly: points on the lines of its primitives, and on the curves where two of them meet, are kept where the chain's
//! truth value changes across the surfaces that they lie on. What a chain costs is the length of its lines that have no ink, and the
//! length of the ink that it leaves unexplained. Chains grow by one primitive at a time; the cheapest go on.

use super::guess::Guess;
use super::lines::{LEAST_RUN, STEP, curves};
use super::meet::meet;
use super::page::{NO_CELL, Page, VIEWS};
use spatiq_geom::{DVec3, Op};
use std::collections::{BTreeMap, BTreeSet};

/// For each chain that grows at each step, so many are looked at closely to find it.
const CLOSE_LOOKS: usize = 5;

/// While a chain grows, lines without ink count only by this much: a later primitive may cut them away.
const PATIENCE: f64 = 0.35;

/// What a primitive costs, in pixels of ink.
const PRIMITIVE: f64 = 8.0;

/// A primitive is only added if it may explain so many cells more.
const NEW_CELLS: u32 = 2;

/// A chain is not made longer when fewer pixels are wrong.
const ENOUGH: f64 = 30.0;

/// Pixels of ink in a cell.
const IN_CELL: f64 = 2.6;

/// Pixels between two points where surfaces meet.
const MET_STEP: f64 = 1.2;

/// What is taken away takes lines with it that lie on its surface, or as near as this in pixels: between faces that are flush
/// nothing remains.
const FLUSH: f64 = 0.5;

/// So much work is enough; of ten searches one does more, and it takes an eighth of a second.
const MOST_WORK: usize = 9_000_000;

const OPS: [Op; 3] = [Op::Union, Op::Difference, Op::Intersection];

/// Primitives in order, each joined to all before; the operation of the first is not used.
#[derive(Clone, Debug, PartialEq)]
pub struct Chain {
    /// Numbers of guesses.
    pub links: Vec<(usize, Op)>,
    /// In pixels of ink.
    pub cost: f64,
    /// With patience.
    rank: f64,
}

/// All that is known about guesses and ink.
pub struct Bench<'a> {
    guesses: &'a [Guess],
    pages: &'a [Page; 3],
    own: Vec<Own>,
    /// For the lines of each guess, and each other guess, which points are inside, and which are taken away with it:
    /// `lines * guesses + other`.
    inside: Vec<[Vec<u64>; 2]>,
    met: BTreeMap<(usize, usize), Vec<Met>>,
    /// The number of the first cell of each view, and of all.
    first_cell: [usize; 4],
    /// What has been done, in words of points that were looked at.
    work: usize,
}

/// The lines of one guess.
struct Own {
    inked: Vec<u64>,
    count: usize,
    cells: Vec<[u16; 4]>,
    /// For every eight points, the cells of those that are inked: from where to where in `marks`.
    eights: Vec<u32>,
    /// Words of cells, and bits of these.
    marks: Vec<(u16, u64)>,
    /// All inked cells on its lines, a bit for each.
    all_cells: Vec<u64>,
}

impl Own {
    fn new(inked: Vec<bool>, cells: Vec<[u16; 4]>, last_cell: usize) -> Self {
        let mut all_cells = vec![0u64; last_cell / 64 + 1];
        let (mut eights, mut marks) = (vec![0], Vec::new());
        for (inked, cells) in inked.chunks(8).zip(cells.chunks(8)) {
            let mut here: Vec<(u16, u64)> = Vec::new();
            let of_inked = cells.iter().zip(inked).filter(|(_, inked)| **inked).flat_map(|(cells, _)| cells);
            for &cell in of_inked.filter(|cell| (**cell as usize) < last_cell) {
                all_cells[cell as usize / 64] |= 1 << (cell % 64);
                match here.iter_mut().find(|mark| mark.0 == cell / 64) {
                    Some(mark) => mark.1 |= 1 << (cell % 64),
                    None => here.push((cell / 64, 1 << (cell % 64))),
                }
            }
            marks.extend(here);
            eights.push(marks.len() as u32);
        }
        Self { count: inked.len(), inked: bits(inked.into_iter()), cells, eights, marks, all_cells }
    }

    /// Enters the cells of some inked points among the sixty-four of a word.
    fn cover(&self, word: usize, seen: u64, covered: &mut [u64]) {
        for eight in (0..8).filter(|eight| seen >> (8 * eight) & 0xff != 0) {
            let set = seen >> (8 * eight) & 0xff;
            let nth = 8 * word + eight;
            if set == self.inked[word] >> (8 * eight) & 0xff {
                for &(word, mark) in &self.marks[self.eights[nth] as usize..self.eights[nth + 1] as usize] {
                    covered[word as usize] |= mark;
                }
            } else {
                for point in (0..8).filter(|point| set >> point & 1 == 1) {
                    for cell in self.cells[8 * nth + point] {
                        covered[cell as usize / 64] |= 1 << (cell % 64);
                    }
                }
            }
        }
    }
}

/// A point where surfaces meet.
struct Met {
    at: DVec3,
    inked: [bool; 3],
    cells: [[u16; 4]; 3],
}

impl<'a> Bench<'a> {
    /// Lays out guesses.
    pub fn new(guesses: &'a [Guess], pages: &'a [Page; 3]) -> Self {
        let mut first_cell = [0; 4];
        for (k, page) in pages.iter().enumerate() {
            first_cell[k + 1] = first_cell[k] + page.inked_cells;
        }
        let (own, inside, met, work) = (Vec::new(), Vec::new(), BTreeMap::new(), 0);
        let mut bench = Self { guesses, pages, own, inside, met, first_cell, work };
        for guess in guesses {
            let mut points = Vec::new();
            let mut inked = Vec::new();
            let mut cells = Vec::new();
            for curve in curves(guess) {
                let ink: Vec<bool> = curve
                    .points
                    .iter()
                    .map(|&p| pages[curve.view].has_ink(VIEWS[curve.view].flat(p)))
                    .collect();
                for run in ink.chunk_by(|a, b| a == b) {
                    inked.extend(run.iter().map(|&set| set && run.len() >= LEAST_RUN));
                }
                cells.extend(curve.points.iter().map(|&p| bench.cells(curve.view, p)));
                points.extend(curve.points);
            }
            for other in guesses {
                let fields: Vec<f64> = points.iter().map(|&p| other.field(p)).collect();
                bench.inside.push([0.0, FLUSH].map(|most| bits(fields.iter().map(|field| *field < most))));
            }
            bench.own.push(Own::new(inked, cells, first_cell[3]));
        }
        bench
    }

    fn cells(&self, view: usize, p: DVec3) -> [u16; 4] {
        let [first, last] = [self.first_cell[view] as u16, self.first_cell[3] as u16];
        self.pages[view]
            .cells_at(VIEWS[view].flat(p))
            .map(|cell| if cell == NO_CELL { last } else { cell + first })
    }

    /// Whether the search had to end before all was tried.
    pub fn is_spent(&self) -> bool {
        self.work >= MOST_WORK
    }

    /// The best chains of up to `most` primitives, the cheapest first; `beam` of them grow at each step. Ends early when it has done
    /// [`MOST_WORK`].
    pub fn search(&mut self, most: usize, beam: usize) -> Vec<Chain> {
        let close_looks = CLOSE_LOOKS * beam;
        let single = |guess: usize| Chain { links: vec![(guess, Op::Union)], cost: 0.0, rank: 0.0 };
        let mut chains: Vec<Chain> = (0..self.guesses.len()).map(single).collect();
        for chain in &mut chains {
            self.price(chain, false);
        }
        let mut best = chains.clone();
        for _ in 1..most {
            let mut grown = Vec::new();
            let mut known = BTreeSet::new();
            let mut bar = f64::INFINITY;
            for chain in &chains {
                let (explained, _) = self.trace(&chain.links, true);
                let new = |guess: usize| {
                    let cells = self.own[guess].all_cells.iter().zip(&explained);
                    cells.map(|(own, explained)| (own & !explained).count_ones()).sum::<u32>()
                };
                let helps = |guess: &usize| {
                    chain.links.iter().all(|link| link.0 != *guess) && new(*guess) >= NEW_CELLS
                };
                let mut reach = vec![0; explained.len()];
                for link in &chain.links {
                    reach.iter_mut().zip(&self.own[link.0].all_cells).for_each(|(reach, own)| *reach |= own);
                }
                // What a chain costs at least: all that its primitives could explain is explained.
                let least = |guess: usize| {
                    let cells = self.own[guess].all_cells.iter().zip(&reach);
                    let most: u32 = cells.map(|(own, reach)| (own | reach).count_ones()).sum();
                    IN_CELL * (self.first_cell[3] as f64 - f64::from(most))
                        + PRIMITIVE * (chain.links.len() + 1) as f64
                };
                let helps = |guess: &usize| helps(guess) && least(*guess) <= bar;
                for guess in (0..self.guesses.len()).filter(helps).collect::<Vec<_>>() {
                    if self.is_spent() {
                        break;
                    }
                    for (place, op) in places(&chain.links, guess) {
                        let mut next = Chain { links: inserted(&chain.links, place, (guess, op)), ..*chain };
                        if known.insert(packed(&next.links)) {
                            self.price(&mut next, false);
                            grown.push(next);
                        }
                    }
                }
                if grown.len() > 2 * close_looks {
                    grown = cheapest(grown, close_looks);
                    bar = grown.get(close_looks - 1).map_or(bar, |chain| chain.rank);
                }
            }
            chains = cheapest(grown, close_looks);
            for chain in &mut chains {
                self.price(chain, true);
            }
            chains = cheapest(chains, beam);
            best.extend(chains.iter().cloned());
            if chains.iter().any(|chain| chain.cost < ENOUGH + PRIMITIVE * chain.links.len() as f64) {
                break;
            }
        }
        best.sort_by(|a, b| a.cost.total_cmp(&b.cost));
        best
    }

    /// Says what a chain costs; `closely` includes the curves where primitives meet.
    fn price(&mut self, chain: &mut Chain, closely: bool) {
        let (covered, bare) = self.trace(&chain.links, closely);
        let explained: u32 = covered.iter().map(|word| word.count_ones()).sum();
        let missing = IN_CELL * (self.first_cell[3] as f64 - f64::from(explained));
        let primitives = PRIMITIVE * chain.links.len() as f64;
        chain.cost = missing + bare + primitives;
        chain.rank = missing + PATIENCE * bare + primitives;
    }

    /// Which cells of all views a chain explains.
    pub fn explained(&mut self, chain: &Chain) -> Vec<bool> {
        let (covered, _) = self.trace(&chain.links, true);
        (0..self.first_cell[3]).map(|cell| covered[cell / 64] >> (cell % 64) & 1 == 1).collect()
    }

    /// Draws a chain roughly: the cells that it covers, a bit for each, and pixels of line that have no ink.
    fn trace(&mut self, links: &[(usize, Op)], closely: bool) -> (Vec<u64>, f64) {
        let count = self.guesses.len();
        let mut covered = vec![0u64; self.first_cell[3] / 64 + 1];
        let mut bare = 0.0;
        for (place, &(guess, _)) in links.iter().enumerate() {
            let own = &self.own[guess];
            self.work += own.inked.len() * links.len();
            for word in 0..own.inked.len() {
                let with = |inside: u64| {
                    holds(links, |k| {
                        if k == place {
                            inside
                        } else {
                            self.inside[guess * count + links[k].0][gone(links[k])][word]
                        }
                    })
                };
                let kept = (with(0) ^ with(!0)) & mask(own.count, word);
                bare += STEP * f64::from((kept & !own.inked[word]).count_ones());
                own.cover(word, kept & own.inked[word], &mut covered);
            }
        }
        if closely {
            for place in 1..links.len() {
                for other in 0..place {
                    let pair = [links[place].0, links[other].0];
                    let key = (pair[0].min(pair[1]), pair[0].max(pair[1]));
                    if !self.met.contains_key(&key) {
                        let met = self.meeting(key.0, key.1);
                        self.met.insert(key, met);
                    }
                    self.work += self.met[&key].len();
                    for met in &self.met[&key] {
                        let value = holds(links, |k| match k {
                            _ if k == place => 0b1100,
                            _ if k == other => 0b1010,
                            _ if self.guesses[links[k].0].field(met.at) < [0.0, FLUSH][gone(links[k])] => {
                                0b1111
                            }
                            _ => 0,
                        }) & 0b1111;
                        // Depends on neither, or on one of the two only.
                        if [0b0000, 0b1111, 0b1100, 0b0011, 0b1010, 0b0101].contains(&value) {
                            continue;
                        }
                        for view in 0..3 {
                            if met.inked[view] {
                                for cell in met.cells[view] {
                                    covered[cell as usize / 64] |= 1 << (cell % 64);
                                }
                            } else {
                                bare += MET_STEP;
                            }
                        }
                    }
                }
            }
        }
        // What has no cell was given the number after the last.
        covered[self.first_cell[3] / 64] &= (1 << (self.first_cell[3] % 64)) - 1;
        (covered, bare)
    }

    fn meeting(&self, a: usize, b: usize) -> Vec<Met> {
        let points = meet(&self.guesses[a], &self.guesses[b]);
        points
            .into_iter()
            .map(|at| Met {
                at,
                inked: [0, 1, 2].map(|view| self.pages[view].has_ink(VIEWS[view].flat(at))),
                cells: [0, 1, 2].map(|view| self.cells(view, at)),
            })
            .collect()
    }
}

/// 1 for what is taken away, 0 otherwise.
fn gone(link: (usize, Op)) -> usize {
    usize::from(link.1 == Op::Difference)
}

/// Where and how a guess may join a chain. Equal operations in a row may be done in any order: one order is enough.
fn places(links: &[(usize, Op)], guess: usize) -> Vec<(usize, Op)> {
    let first = |op: Op| if links.len() == 1 { op == Op::Difference || links[0].0 < guess } else { true };
    let mut places = vec![(0, Op::Difference)];
    for place in 1..=links.len() {
        let follows = |op: Op| links.get(place).is_some_and(|next| next.1 == op);
        places.extend(OPS.into_iter().filter(|&op| !follows(op) && first(op)).map(|op| (place, op)));
    }
    // Of single primitives every pair comes twice.
    places.drain(..usize::from(links.len() == 1));
    places
}

/// Links with one more somewhere; before the first, it becomes the base, and the operation joins the former base to it.
fn inserted(links: &[(usize, Op)], place: usize, (guess, op): (usize, Op)) -> Vec<(usize, Op)> {
    let mut links = links.to_vec();
    if place == 0 {
        links[0].1 = op;
        links.insert(0, (guess, Op::Union));
    } else {
        links.insert(place, (guess, op));
    }
    links
}

/// Links as one number.
fn packed(links: &[(usize, Op)]) -> u128 {
    links.iter().fold(1, |packed, &(guess, op)| packed << 16 | (guess as u128) << 2 | op as u128)
}

/// The chains of lowest rank, each set of links once.
fn cheapest(mut chains: Vec<Chain>, most: usize) -> Vec<Chain> {
    chains.sort_by(|a, b| a.rank.total_cmp(&b.rank));
    let mut kept: Vec<Chain> = Vec::new();
    let mut keys: Vec<Vec<(usize, u8)>> = Vec::new();
    for chain in chains {
        let mut key: Vec<(usize, u8)> = chain.links.iter().map(|link| (link.0, link.1 as u8)).collect();
        key.sort_unstable();
        let known = keys.iter().zip(&kept).any(|(other, kept)| *other == key && kept.cost == chain.cost);
        if !known {
            kept.push(chain);
            keys.push(key);
            if kept.len() == most {
                break;
            }
        }
    }
    kept
}

/// A chain's truth values, sixty-four at a time.
fn holds(links: &[(usize, Op)], inside: impl Fn(usize) -> u64) -> u64 {
    (1..links.len()).fold(inside(0), |held, k| match links[k].1 {
        Op::Union => held | inside(k),
        Op::Intersection => held & inside(k),
        Op::Difference => held & !inside(k),
    })
}

/// The bits of a word that stand for points.
fn mask(count: usize, word: usize) -> u64 {
    match count - word * 64 {
        0..64 => (1 << (count - word * 64)) - 1,
        _ => !0,
    }
}

fn bits(values: impl Iterator<Item = bool>) -> Vec<u64> {
    let mut words = Vec::new();
    for (k, value) in values.enumerate() {
        if k % 64 == 0 {
            words.push(0);
        }
        words[k / 64] |= u64::from(value) << (k % 64);
    }
    words
}
