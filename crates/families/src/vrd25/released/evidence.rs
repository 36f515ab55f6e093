//! A released picture, or two, as a question: what is known about it, and the way there and back.

use super::{PairRow, Release};
use crate::vrd25::asked::{Labelled, question};
use crate::vrd25::open_images::Hierarchy;
use crate::vrd25::votes::Votes;
use serde::{Deserialize, Serialize};
use spatiq_bench::{
    Answer, BoxedObject, Edges, EvidenceError, Form, Item, Label, Picture, RelationKind, Tags,
};
use std::collections::{BTreeMap, BTreeSet};

/// All that the release says about the objects of one picture or two.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Released {
    /// The ids of the pictures in Open Images.
    pub images: Vec<String>,
    /// All objects.
    pub objects: Vec<ReleasedObject>,
    /// The labelled pairs.
    pub pairs: Vec<ReleasedPair>,
    /// Objects without a label between them of which one is a part of the other, where a hierarchy of classes was brought in.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub parts: Vec<[usize; 2]>,
    /// The hashes of the pictures, where these were brought in too.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pictures: Vec<String>,
}

/// An object of the release.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReleasedObject {
    /// Which of the pictures it is in.
    pub image: usize,
    /// Its id there.
    pub id: u32,
    /// The machine identifier of its class.
    pub mid: String,
    /// The name of its class.
    pub class: String,
    /// Its box.
    #[serde(rename = "box")]
    pub edges: Edges,
}

/// A labelled pair of the release.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReleasedPair {
    /// The numbers of its two objects.
    pub objects: [usize; 2],
    /// Votes on which is closer.
    pub distance: Votes,
    /// Votes on which hides which.
    pub occlusion: Votes,
}

impl Released {
    /// What a release says about some pictures.
    pub fn new(
        release: &Release,
        images: &[String],
        pairs: &[PairRow],
        classes: &BTreeMap<String, String>,
    ) -> Self {
        let mut objects = Vec::new();
        let mut numbers = BTreeMap::new();
        for (image, id) in images.iter().enumerate() {
            for row in release.objects.get(id).into_iter().flatten() {
                numbers.insert((image, row.id), objects.len());
                objects.push(ReleasedObject {
                    image,
                    id: row.id,
                    mid: row.mid.clone(),
                    class: classes.get(&row.mid).unwrap_or(&row.mid).clone(),
                    edges: row.edges,
                });
            }
        }
        let last = images.len() - 1;
        let pair = |row: &PairRow| ReleasedPair {
            objects: [numbers[&(0, row.objects[0])], numbers[&(last, row.objects[1])]],
            distance: row.distance.clone(),
            occlusion: row.occlusion.clone(),
        };
        Self {
            images: images.to_vec(),
            objects,
            pairs: pairs.iter().map(pair).collect(),
            parts: Vec::new(),
            pictures: Vec::new(),
        }
    }

    /// Notes which objects of a picture are parts of which, of those that have no label.
    pub fn find_parts(&mut self, hierarchy: &Hierarchy) {
        if self.images.len() > 1 {
            // Nothing is asked about two objects of one picture then.
            return;
        }
        let labelled: BTreeSet<[usize; 2]> =
            self.pairs.iter().flat_map(|pair| [pair.objects, [pair.objects[1], pair.objects[0]]]).collect();
        let pairs = (0..self.objects.len()).flat_map(|b| (0..b).map(move |a| [a, b]));
        let is_part = |pair: &[usize; 2]| {
            let [a, b] = pair.map(|at| &self.objects[at]);
            a.image == b.image && hierarchy.are_part_and_whole(&a.mid, &b.mid) && !labelled.contains(pair)
        };
        self.parts = pairs.filter(is_part).collect();
    }

    /// Reads evidence and refuses what no question can be made from.
    pub fn parse(text: &str) -> Result<Self, EvidenceError> {
        let released: Self =
            serde_json::from_str(text).map_err(|error| EvidenceError(format!("evidence: {error}")))?;
        let count = released.objects.len();
        let rules = [
            (
                released.images.len() == 1 || released.images.len() == 2,
                "there are neither one nor two images",
            ),
            (released.pairs.iter().flat_map(|p| p.objects).all(|at| at < count), "a pair names no objects"),
            (
                released.objects.iter().all(|object| object.image < released.images.len()),
                "an object is in no picture",
            ),
            (
                released
                    .pairs
                    .iter()
                    .flat_map(|p| [&p.distance, &p.occlusion])
                    .all(|v| v.0.iter().all(|c| *c <= 3)),
                "a vote is out of range",
            ),
        ];
        match rules.into_iter().find(|(holds, _)| !holds) {
            Some((_, fault)) => Err(EvidenceError(format!("evidence: {fault}"))),
            None => Ok(released),
        }
    }

    /// The votes on each asked pair in words, in both directions.
    pub fn told(&self, kind: RelationKind) -> Vec<String> {
        let told = |votes: Votes| {
            let words = votes.0.iter().map(|code| kind.label(*code as i8).map_or("?", Label::word));
            words.collect::<Vec<_>>().join(", ")
        };
        let both = |pair: &ReleasedPair| {
            let votes = if kind == RelationKind::Occlusion { &pair.occlusion } else { &pair.distance };
            [told(votes.clone()), told(votes.mirrored())]
        };
        self.pairs.iter().flat_map(both).collect()
    }

    /// The question about one kind of relation, with the pictures if they are at hand.
    pub fn item(
        &self,
        id: String,
        kind: RelationKind,
        pictures: Vec<Picture>,
    ) -> Result<Item, EvidenceError> {
        let object = |object: &ReleasedObject| BoxedObject {
            class: object.class.clone(),
            mid: Some(object.mid.clone()),
            edges: object.edges,
            view: object.image,
        };
        let labelled = |pair: &ReleasedPair| {
            let votes = if kind == RelationKind::Occlusion { &pair.occlusion } else { &pair.distance };
            let label = kind.label(votes.majority());
            Ok(Labelled {
                pair: pair.objects,
                label: label.ok_or(EvidenceError("a label does not fit the task".into()))?,
                difficulty: Some(pair.distance.difficulty()),
                groups: Vec::new(),
            })
        };
        let objects = self.objects.iter().map(object).collect();
        let pairs: Vec<Labelled> = self.pairs.iter().map(labelled).collect::<Result<_, _>>()?;
        let (mut question, truth) = question(id, kind, objects, &pairs, pictures, Tags::new());
        if let Form::Relations(asked) = &mut question.form {
            asked.parts.clone_from(&self.parts);
            if let Some(fault) = asked.fault() {
                return Err(EvidenceError(fault));
            }
        }
        let evidence = serde_json::to_string(self).expect("plain data");
        Ok(Item { question, truth, evidence, scenes: Vec::new() })
    }
}

/// Counts the votes again, by hand, and holds them against the answer; and the pictures against their hashes.
pub fn recheck(item: &Item, kind: RelationKind) -> Result<(), EvidenceError> {
    let wrong = |what: String| Err(EvidenceError(what));
    let released = Released::parse(&item.evidence)?;
    let (Form::Relations(asked), Answer::Relations(truth)) = (&item.question.form, &item.truth) else {
        return wrong("it does not ask for relations".into());
    };
    if asked.pairs.len() != 2 * released.pairs.len() || truth.len() != asked.pairs.len() {
        return wrong("not every labelled pair is asked about in both directions".into());
    }
    for (at, (pair, label)) in asked.pairs.iter().zip(truth).enumerate() {
        let source = &released.pairs[at / 2];
        let [a, b] = source.objects;
        let is_back = at % 2 == 1;
        if *pair != if is_back { [b, a] } else { [a, b] } {
            return wrong(format!("pair {at} is not where it was"));
        }
        let votes = if kind == RelationKind::Occlusion { &source.occlusion.0 } else { &source.distance.0 };
        let count = |code: u8| votes.iter().filter(|vote| **vote == code).count();
        let winner = (0..4u8).find(|code| count(*code) * 2 > votes.len());
        // Seen from the second object, 1 and 2 change places.
        let seen = winner.map_or(-1, |code| match (is_back, code) {
            (true, 1) => 2,
            (true, 2) => 1,
            (_, code) => code as i8,
        });
        let expected: Option<Label> = kind.label(seen);
        if expected != Some(*label) {
            return wrong(format!("pair {at} is {:?}, and its votes say {expected:?}", label.word()));
        }
    }
    let hashes: Vec<String> = item.question.pictures.iter().map(|picture| hash(&picture.png)).collect();
    if hashes != released.pictures {
        return wrong("its pictures are not those that were brought in".into());
    }
    Ok(())
}

/// The hash of a picture, in hexadecimal.
pub fn hash(png: &[u8]) -> String {
    blake3::hash(png).to_hex().to_string()
}
