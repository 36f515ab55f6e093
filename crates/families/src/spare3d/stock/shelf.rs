//! A library as a task sees it: which of its objects are for this task, and which question gets which.
//!
//! The library is brought into an order that the seed alone decides. Each of the five tasks takes every fifth object, and of
//! these the ones that suit it. Of a task's objects, `val` and `train` take one and eight in turn from the front, and `test`
//! takes from the back. So no object serves two questions, and which one a question gets does not depend on how many are asked
//! for; that there are enough is checked beforehand.

use crate::spare3d::sheet::Shown;
use serde::{Deserialize, Serialize};
use spatiq_bench::{Place, Seed, Split, Stock, StockModel};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Questions of `train` for one of `val`.
const TRAIN_FOR_VAL: u64 = 8;

/// What was found out about a model when it was brought in.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Surveyed {
    /// Triangles in its file.
    pub triangles: usize,
    /// Where pictures show all of it.
    pub whole: Facts,
    /// Where they show what the papers' pictures do.
    pub paper: Facts,
}

impl Surveyed {
    /// How it looks in such pictures.
    fn facts(&self, shown: Shown) -> &Facts {
        match shown {
            Shown::Whole => &self.whole,
            Shown::Paper => &self.paper,
        }
    }
}

/// What tasks go by. Distances are in pixels of ink.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Facts {
    /// The smallest distance between two of its three views.
    pub views: usize,
    /// The distances between its eight isometric drawings: 1 and 2, 1 and 3, 2 and 3, 1 and 4, …
    pub poses: Vec<usize>,
    /// Whether cuts through it take away enough to be seen and leave one piece.
    pub cuts: bool,
}

impl Facts {
    /// The smallest distance between any two of some isometric drawings.
    pub fn smallest(&self, poses: &[u8]) -> usize {
        let pairs = poses.iter().enumerate().flat_map(|(k, &one)| poses[..k].iter().map(move |&o| (one, o)));
        pairs
            .map(|(one, other)| self.poses[place(one.max(other), one.min(other))])
            .min()
            .unwrap_or(usize::MAX)
    }
}

/// The place of a pair of poses, the larger first, in [`Facts::poses`].
fn place(larger: u8, smaller: u8) -> usize {
    let [larger, smaller] = [larger, smaller].map(usize::from);
    (larger - 1) * (larger - 2) / 2 + smaller - 1
}

/// The objects of a library for one task.
pub struct Shelf {
    stock: Arc<dyn Stock>,
    /// Of so many tasks that share the library, this one is the given.
    task: (usize, usize),
    /// For each model of the library, whether it suits the task.
    suits: Vec<bool>,
}

impl Shelf {
    /// The objects that suit one of several tasks.
    pub fn new(
        stock: Arc<dyn Stock>,
        task: (usize, usize),
        shown: Shown,
        suits: impl Fn(&Facts) -> bool,
    ) -> Result<Self, String> {
        let judge = |model: &StockModel| {
            let surveyed: Surveyed = serde_json::from_value(model.facts.clone()).map_err(|error| {
                format!("the facts about the model {}: {error}; import the library again", model.id)
            })?;
            let facts = surveyed.facts(shown);
            match facts.poses.len() {
                28 => Ok(suits(facts)),
                count => Err(format!("the facts about the model {}: {count} distances of 28", model.id)),
            }
        };
        let suits = stock.models().iter().map(judge).collect::<Result<_, String>>()?;
        Ok(Self { stock, task, suits })
    }

    /// The model for a question.
    pub fn model(&self, place: &Place) -> Option<&StockModel> {
        let dealt = self.dealt(&place.root);
        let at = match place.split {
            Split::Train => place.index + place.index / TRAIN_FOR_VAL + 1,
            Split::Val => place.index * (TRAIN_FOR_VAL + 1),
            Split::Test => (dealt.len() as u64).checked_sub(place.index + 1)?,
        };
        Some(&self.stock.models()[*dealt.get(at as usize)?])
    }

    /// Says why there are not enough objects for so many questions.
    pub fn check(&self, root: &Seed, counts: &BTreeMap<Split, u64>) -> Result<(), String> {
        let count = |split| counts.get(&split).copied().unwrap_or(0);
        let last = |split| count(split).checked_sub(1);
        let train = last(Split::Train).map_or(0, |last| last + last / TRAIN_FOR_VAL + 2);
        let val = last(Split::Val).map_or(0, |last| last * (TRAIN_FOR_VAL + 1) + 1);
        let needed = train.max(val) + count(Split::Test);
        let available = self.dealt(root).len() as u64;
        if needed <= available {
            return Ok(());
        }
        let asked: Vec<String> = counts.iter().map(|(split, count)| format!("{split}={count}")).collect();
        let (models, suiting) = (self.suits.len(), self.suits.iter().filter(|suits| **suits).count());
        let share = match self.task.1 {
            1 => String::new(),
            tasks => format!(", shared by {tasks} tasks unless share=whole"),
        };
        let kept =
            if train.max(val) > 0 { ", as `train` gets eight of nine objects and `val` one" } else { "" };
        let objects = if available == 1 { "object" } else { "objects" };
        Err(format!(
            "the library has {available} {objects} for it ({models} models, {suiting} of which suit this task{share}), and {} \
             take {needed}{kept}: ask for fewer questions or import more models",
            asked.join(",")
        ))
    }

    /// The models for this task, in the order in which they are dealt out.
    fn dealt(&self, root: &Seed) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.suits.len()).collect();
        root.child("stock").rng().shuffle(&mut order);
        let own = order.into_iter().skip(self.task.0).step_by(self.task.1);
        own.filter(|&model| self.suits[model]).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug)]
    struct Many(Vec<StockModel>);

    impl Stock for Many {
        fn digest(&self) -> &str {
            "many"
        }
        fn models(&self) -> &[StockModel] {
            &self.0
        }
        fn read(&self, _: &StockModel) -> Result<Vec<u8>, String> {
            Err("nobody reads".into())
        }
    }

    /// A library whose every fourth model is so long that its views look alike.
    fn library(count: usize) -> Arc<dyn Stock> {
        let model = |k: usize| {
            let views = if k.is_multiple_of(4) { 0 } else { 90 };
            let facts = Facts { views, poses: vec![90; 28], cuts: true };
            let facts = Surveyed { triangles: 12, whole: facts.clone(), paper: facts };
            StockModel {
                id: format!("{k:016x}"),
                ending: "stl".into(),
                source: format!("{k}.stl"),
                blake3: String::new(),
                facts: serde_json::to_value(facts).unwrap(),
            }
        };
        Arc::new(Many((0..count).map(model).collect()))
    }

    fn shelf(task: (usize, usize)) -> Shelf {
        Shelf::new(library(500), task, Shown::Whole, |facts| facts.views > 40).unwrap()
    }

    fn counts(train: u64, val: u64, test: u64) -> BTreeMap<Split, u64> {
        BTreeMap::from([(Split::Train, train), (Split::Val, val), (Split::Test, test)])
    }

    #[test]
    fn pairs_of_poses_are_numbered_without_gaps() {
        let places: Vec<usize> = (2..=8).flat_map(|a| (1..a).map(move |b| place(a, b))).collect();
        assert_eq!(places, (0..28).collect::<Vec<_>>());
        let mut facts = Facts { views: 0, poses: (100..128).collect(), cuts: false };
        facts.poses[place(5, 2)] = 7;
        assert_eq!((facts.smallest(&[2, 6, 5]), facts.smallest(&[1, 2, 3])), (7, 100));
    }

    #[test]
    fn no_object_serves_two_questions_of_any_task_or_split() {
        let root = Seed::root(3);
        let mut ids = Vec::new();
        for task in 0..5 {
            let shelf = shelf((task, 5));
            let available = shelf.dealt(&root).len() as u64;
            assert!((60..90).contains(&available), "{available}");
            let counts = counts(available * 7 / 10, available / 12, available / 10);
            assert_eq!(shelf.check(&root, &counts), Ok(()));
            for (&split, &count) in &counts {
                let place = |index| Place::new(&root, "spare3d/any", split, index, 0);
                ids.extend((0..count).map(|index| shelf.model(&place(index)).unwrap().id.clone()));
            }
        }
        let count = ids.len();
        ids.sort();
        ids.dedup();
        assert_eq!(ids.len(), count);
        assert!(count > 250);
    }

    #[test]
    fn all_objects_are_used_where_the_splits_are_8_1_1_or_only_one() {
        let root = Seed::root(3);
        let shelf = shelf((0, 1));
        assert_eq!(shelf.dealt(&root).len(), 375);
        assert_eq!(shelf.check(&root, &counts(300, 37, 37)), Ok(()));
        assert_eq!(shelf.check(&root, &BTreeMap::from([(Split::Test, 375)])), Ok(()));
        for short in [counts(300, 37, 39), counts(0, 0, 376), counts(0, 43, 0), counts(334, 0, 0)] {
            let why = shelf.check(&root, &short).unwrap_err();
            assert!(why.starts_with("the library has 375 objects for it"), "{why}");
        }
    }

    #[test]
    fn another_seed_deals_in_another_order() {
        let shelf = shelf((1, 5));
        assert_ne!(shelf.dealt(&Seed::root(1)), shelf.dealt(&Seed::root(2)));
    }
}
