//! Where models come from: the generator, or a library that was brought in.

use crate::category::Category;
use crate::furniture;
use crate::model::Model;
use crate::partnet::{self, Facts};
use spatiq_bench::{Split, Stock, StockModel};
use std::collections::{BTreeMap, VecDeque};
use std::ops::Range;
use std::sync::{Arc, Mutex};

/// A source of models. No model belongs to two splits.
pub trait Models: Send + Sync {
    /// How many models a category has in a split.
    fn count(&self, category: Category, split: Split) -> usize;
    /// The name of one of them, counted from 0, in an order that depends on what the models are alone.
    fn name(&self, category: Category, split: Split, nth: usize) -> Option<String>;
    /// The model of a name.
    fn model(&self, name: &str) -> Result<Arc<Model>, ModelError>;
}

/// Why a model, or a whole library, cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ModelError {
    /// There is no model of this name.
    #[error("there is no model {0:?}")]
    Unknown(String),
    /// The library is one of other things.
    #[error(
        "the model {id} of the library is no furniture: `spatiq import partnet` makes a library of furniture"
    )]
    NotFurniture {
        /// The first model that is none.
        id: String,
    },
    /// The file of a model is not the one that was brought in.
    #[error("the model {id} of the library: {why}")]
    Damaged {
        /// The model.
        id: String,
        /// What is wrong.
        why: String,
    },
}

/// The furniture that the generator makes.
#[derive(Clone, Copy, Debug)]
pub struct Generated;

impl Models for Generated {
    fn count(&self, category: Category, split: Split) -> usize {
        numbers(category, split).count()
    }

    fn name(&self, category: Category, split: Split, nth: usize) -> Option<String> {
        numbers(category, split).nth(nth).map(|number| furniture::name(category, number))
    }

    fn model(&self, name: &str) -> Result<Arc<Model>, ModelError> {
        let (category, number) = number(name).ok_or_else(|| ModelError::Unknown(name.into()))?;
        Ok(Arc::new(furniture::make(category, number)))
    }
}

impl Generated {
    /// The split that a model of this name belongs to, if the generator makes it.
    pub fn split(name: &str) -> Option<Split> {
        number(name).map(|(_, number)| furniture::split(number))
    }
}

/// The category and the number of a generated model.
fn number(name: &str) -> Option<(Category, u32)> {
    let (category, number) = name.split_once('-')?;
    let category = Category::FURNITURE.into_iter().find(|one| one.name() == category)?;
    let number = number.parse().ok()?;
    // One name a model: neither "chair-7" nor a number beyond the last.
    (number < furniture::MODELS && furniture::name(category, number) == name).then_some((category, number))
}

/// The numbers of the generated models of a split, none of what is not furniture.
fn numbers(category: Category, split: Split) -> impl Iterator<Item = u32> {
    let models = if Category::FURNITURE.contains(&category) { furniture::MODELS } else { 0 };
    (0..models).filter(move |&number| furniture::split(number) == split)
}

/// So many models of a library are kept after they were read: about 1.3 MB each at 54,000 triangles.
const KEPT: usize = 64;

/// The furniture of a library.
#[derive(Debug)]
pub struct Furniture {
    stock: Arc<dyn Stock>,
    /// The models that were read last, the latest at the end. A model is the same however often it is read, so nothing
    /// depends on what is in here.
    kept: Mutex<VecDeque<Arc<Model>>>,
    /// Places of the models of each category in the library, in its order.
    places: BTreeMap<Category, Vec<usize>>,
}

impl Furniture {
    /// What a library has; it must have nothing else.
    pub fn of(stock: Arc<dyn Stock>) -> Result<Self, ModelError> {
        let mut places: BTreeMap<Category, Vec<usize>> = BTreeMap::new();
        for (place, model) in stock.models().iter().enumerate() {
            let facts = facts(model).ok_or_else(|| ModelError::NotFurniture { id: model.id.clone() })?;
            places.entry(facts.category).or_default().push(place);
        }
        Ok(Self { stock, kept: Mutex::default(), places })
    }

    /// A model that was read before.
    fn kept(&self, name: &str) -> Option<Arc<Model>> {
        let mut kept = self.kept.lock().ok()?;
        let at = kept.iter().position(|model| model.name == name)?;
        let model = kept.remove(at)?;
        kept.push_back(model.clone());
        Some(model)
    }

    fn keep(&self, model: &Arc<Model>) {
        let Ok(mut kept) = self.kept.lock() else { return };
        // Two threads may have read it at the same time.
        kept.retain(|other| other.name != model.name);
        kept.push_back(model.clone());
        if kept.len() > KEPT {
            kept.pop_front();
        }
    }
}

/// What is known about a model, if it is furniture.
fn facts(model: &StockModel) -> Option<Facts> {
    if model.ending != partnet::ENDING {
        return None;
    }
    serde_json::from_value(model.facts.clone()).ok()
}

impl Models for Furniture {
    fn count(&self, category: Category, split: Split) -> usize {
        let models = self.places.get(&category).map_or(0, Vec::len);
        share(models, split).len()
    }

    fn name(&self, category: Category, split: Split, nth: usize) -> Option<String> {
        let places = self.places.get(&category)?;
        let place = places[share(places.len(), split)].get(nth)?;
        Some(self.stock.models()[*place].id.clone())
    }

    fn model(&self, name: &str) -> Result<Arc<Model>, ModelError> {
        if let Some(model) = self.kept(name) {
            return Ok(model);
        }
        let models = self.stock.models();
        // A library is in the order of its ids.
        let place = models.binary_search_by(|model| model.id.as_str().cmp(name));
        let model = &models[place.map_err(|_| ModelError::Unknown(name.into()))?];
        let damaged = |why: String| ModelError::Damaged { id: model.id.clone(), why };
        let bytes = self.stock.read(model).map_err(damaged)?;
        let read = partnet::read_file(name, &bytes).map_err(|error| damaged(error.to_string()))?;
        let read = Arc::new(read);
        self.keep(&read);
        Ok(read)
    }
}

/// Which of so many models a split has: the first seventh validates, the next tests, and the rest is learnt from.
fn share(models: usize, split: Split) -> Range<usize> {
    let seventh = models / 7;
    match split {
        Split::Val => 0..seventh,
        Split::Test => seventh..2 * seventh,
        Split::Train => 2 * seventh..models,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn generated_models_are_found_by_their_names_and_belong_to_one_split() {
        for category in Category::FURNITURE {
            let mut names = BTreeSet::new();
            for split in Split::ALL {
                let count = Generated.count(category, split);
                names.extend((0..count).map(|nth| Generated.name(category, split, nth).unwrap()));
                assert_eq!(Generated.name(category, split, count), None);
                let name = Generated.name(category, split, count - 1).unwrap();
                let model = Generated.model(&name).unwrap();
                assert_eq!(Generated::split(&name), Some(split));
                assert_eq!((model.category, &model.name), (category, &name));
            }
            assert_eq!(names.len(), furniture::MODELS as usize, "a name occurs in two splits");
        }
        assert_eq!(Generated.count(Category::Ball, Split::Train), 0);
    }

    #[test]
    fn names_that_the_generator_does_not_give_are_unknown() {
        for name in
            ["", "chair", "chair-", "chair-7", "chair-+00007", "chair-002800", "ball-000000", "sofa-000001"]
        {
            assert_eq!(Generated.model(name).unwrap_err(), ModelError::Unknown(name.into()));
        }
    }
}
