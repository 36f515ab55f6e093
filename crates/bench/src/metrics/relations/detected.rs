//! Answers with boxes of their own.
//!
//! 1. Boxes that the data's own filters would leave out, under 2 % or over 70 % of the picture, are passed over.
//! 2. Of the rest the first count, as many as the picture has objects.
//! 3. They are matched to objects one to one: the largest intersection over union first, and only above 0.5.
//! 4. Relations between boxes with an intersection over union above 0.7 are passed over, as such pairs are not in the data.
//! 5. So are relations between boxes that match a part and its whole, where the question says which objects these are.
//!
//! What is left are claims. Two figures tell where errors come from: `f1-perfect-predicates` is what these boxes would
//! reach with the right label on every pair, `f1-perfect-boxes` what these labels reach on the pairs whose objects were
//! both found.

use super::{Book, consistency};
use crate::relations::{area, iou};
use crate::{Detected, Edges, Label, Relations, Share};
use std::collections::{BTreeMap, BTreeSet};

/// Boxes that cover less or more of the picture are not in the data.
pub const AREAS: std::ops::RangeInclusive<f64> = 0.02..=0.7;

/// Pairs of boxes that overlap more are not in the data.
pub const MOST_OVERLAP: f64 = 0.7;

/// An object is found by a box that overlaps it more.
const FOUND: f64 = 0.5;

/// Counts the claims of an answer.
pub fn count(detected: &Detected, book: &mut Book<'_>) {
    let found = Found::new(detected, book.asked);
    let claims: Vec<(Option<usize>, Label)> = found.claims(detected, book.asked).collect();
    claims.iter().for_each(|(pair, label)| book.claim(*pair, *label));
    let relations = detected.relations.iter().map(|&(i, j, label)| ([i, j], label));
    if book.asked.kind.views() == 1 {
        consistency::count(book.asked.kind, relations, &mut book.counts.also);
    }
    let (kind, truth) = (book.asked.kind, book.truth);
    let relevant = |at: usize| f64::from(kind.is_relevant(truth[at]));
    let mut perfect = Share { part: 0.0, whole: (0..truth.len()).map(relevant).sum() };
    for pair in found.all_pairs(detected, book.asked) {
        match pair.map(|at| truth[at]) {
            Some(label) if kind.is_scored(label) => perfect.add(Share { part: 2.0, whole: 1.0 }),
            Some(_) => {}
            None => perfect.whole += 1.0,
        }
    }
    let both_found = |[a, b]: &[usize; 2]| found.objects.contains(a) && found.objects.contains(b);
    let pairs = book.asked.pairs.iter().enumerate().filter(|(_, pair)| both_found(pair));
    let mut labelled = Share { part: 0.0, whole: pairs.map(|(at, _)| relevant(at)).sum() };
    for (at, label) in claims.iter().filter_map(|(pair, label)| Some(((*pair)?, *label))) {
        if kind.is_scored(label) {
            labelled.add(Share { part: 2.0 * f64::from(truth[at] == label), whole: 1.0 });
        }
    }
    book.also("f1-perfect-predicates").add(perfect);
    book.also("f1-perfect-boxes").add(labelled);
    let boxes = Share { part: found.objects.len() as f64, whole: book.asked.objects.len() as f64 };
    book.also("boxes-found").add(boxes);
}

/// Which box stands for which object.
struct Found {
    /// For each view, each box that counts, and the object that it matches.
    boxes: [BTreeMap<usize, Option<usize>>; 2],
    objects: BTreeSet<usize>,
    /// The number of each asked pair.
    pairs: BTreeMap<[usize; 2], usize>,
    /// Each part and its whole, both ways round.
    parts: BTreeSet<[usize; 2]>,
}

impl Found {
    fn new(detected: &Detected, asked: &Relations) -> Self {
        let mut boxes = [BTreeMap::new(), BTreeMap::new()];
        let mut objects = BTreeSet::new();
        for (view, edges) in [&detected.boxes, &detected.boxes2].into_iter().enumerate() {
            let there: Vec<usize> =
                (0..asked.objects.len()).filter(|at| asked.objects[*at].view == view).collect();
            let kept = (0..edges.len()).filter(|at| AREAS.contains(&area(&edges[*at])));
            let kept: Vec<usize> = kept.take(there.len()).collect();
            let matched = matches(&kept, edges, &there, asked);
            objects.extend(matched.values());
            boxes[view] = kept.iter().map(|at| (*at, matched.get(at).copied())).collect();
        }
        let pairs = asked.pairs.iter().enumerate().map(|(at, pair)| (*pair, at)).collect();
        let parts = asked.parts.iter().flat_map(|&[a, b]| [[a, b], [b, a]]).collect();
        Self { boxes, objects, pairs, parts }
    }

    /// What is claimed, and about which asked pair.
    fn claims<'a>(
        &'a self,
        detected: &'a Detected,
        asked: &'a Relations,
    ) -> impl Iterator<Item = (Option<usize>, Label)> + 'a {
        let two = asked.kind.views() == 2;
        detected.relations.iter().filter(move |(i, j, _)| self.counts(*i, *j, detected, two)).flat_map(
            move |&(i, j, label)| {
                let forth = (self.pair(i, j, two, false), label);
                let back = two.then(|| (self.pair(i, j, two, true), label.mirrored()));
                std::iter::once(forth).chain(back)
            },
        )
    }

    /// The asked pair behind every two boxes that something could be said about.
    fn all_pairs<'a>(&'a self, detected: &'a Detected, asked: &Relations) -> Vec<Option<usize>> {
        let two = asked.kind.views() == 2;
        let (first, second) = (&self.boxes[0], &self.boxes[usize::from(two)]);
        let mut pairs = Vec::new();
        for &i in first.keys() {
            for &j in second.keys().filter(|j| self.counts(i, **j, detected, two)) {
                pairs.push(self.pair(i, j, two, false));
                if two {
                    pairs.push(self.pair(i, j, two, true));
                }
            }
        }
        pairs
    }

    /// Whether something said about two boxes counts.
    fn counts(&self, i: usize, j: usize, detected: &Detected, two: bool) -> bool {
        let kept = self.boxes[0].contains_key(&i) && self.boxes[usize::from(two)].contains_key(&j);
        let apart = || i != j && iou(&detected.boxes[i], &detected.boxes[j]) <= MOST_OVERLAP;
        let is_part = || self.objects_of(i, j, two).is_some_and(|pair| self.parts.contains(&pair));
        kept && (two || apart()) && !is_part()
    }

    fn pair(&self, i: usize, j: usize, two: bool, back: bool) -> Option<usize> {
        let [a, b] = self.objects_of(i, j, two)?;
        self.pairs.get(&if back { [b, a] } else { [a, b] }).copied()
    }

    /// The objects that two boxes match, if both match one.
    fn objects_of(&self, i: usize, j: usize, two: bool) -> Option<[usize; 2]> {
        Some([self.boxes[0][&i]?, self.boxes[usize::from(two)][&j]?])
    }
}

/// The object of each box that has one: the best fitting box and object first, then the best of the rest, and so on.
fn matches(kept: &[usize], edges: &[Edges], there: &[usize], asked: &Relations) -> BTreeMap<usize, usize> {
    let mut fits: Vec<(f64, usize, usize)> = Vec::new();
    for &at in kept {
        let fit = |&object: &usize| (iou(&edges[at], &asked.objects[object].edges), at, object);
        fits.extend(there.iter().map(fit).filter(|(iou, ..)| *iou > FOUND));
    }
    fits.sort_by(|a, b| b.0.total_cmp(&a.0).then((a.1, a.2).cmp(&(b.1, b.2))));
    let (mut matched, mut taken) = (BTreeMap::new(), BTreeSet::new());
    for (_, at, object) in fits {
        if !matched.contains_key(&at) && taken.insert(object) {
            matched.insert(at, object);
        }
    }
    matched
}
