//! Furniture by the thousand: chairs, tables, beds, refrigerators and carts, put together from named parts.
//!
//! Each category draws a kind (an office chair, a trestle table, a bunk bed), then designs for its parts, then sizes,
//! in metres as a joiner would choose them; at the end the model is brought to the size that its category has.

mod apart;
mod base;
mod bed;
mod cart;
mod chair;
mod draw;
mod legs;
mod outline;
mod pieces;
mod refrigerator;
mod standing;
mod table;

use crate::category::Category;
use crate::model::{Model, Part};
use draw::Draw;
use pieces::{scaled, shifted};
use spatiq_bench::{Seed, Split};
use spatiq_geom::DVec3;
pub(crate) use standing::hull;

/// How many models of each category there are.
pub const MODELS: u32 = 2_800;

/// Of so many models one is for validation and one for tests.
const SPLIT: u32 = 7;

/// More pieces would make pictures slow.
const MOST_PIECES: usize = 80;

/// The model of a category with that number, the same on every machine.
///
/// # Panics
/// When the category is not furniture, or there is no such number.
pub fn make(category: Category, number: u32) -> Model {
    assert!(number < MODELS, "there are {MODELS} models of a category, and no number {number}");
    made(category, number, apart::attempt(category, number))
}

/// The first model that stands of those drawn for a number from that attempt on.
fn made(category: Category, number: u32, first: u32) -> Model {
    let build = match category {
        Category::Chair => chair::chair,
        Category::Table => table::table,
        Category::Bed => bed::bed,
        Category::Refrigerator => refrigerator::refrigerator,
        Category::Cart => cart::cart,
        _ => panic!("a {category} is not furniture"),
    };
    let seed = Seed::root(0).child("furniture").child(category);
    let name = name(category, number);
    (first..)
        .map(|attempt| build(&mut Draw::new(&seed, number, attempt)))
        .map(|parts| finished(category, name.clone(), parts))
        .find(|model| standing::stands(model) && model.pieces().count() <= MOST_PIECES)
        .expect("one of endless attempts succeeds")
}

/// What a model is called: `chair-000123`.
pub fn name(category: Category, number: u32) -> String {
    format!("{category}-{number:06}")
}

/// Which split a model belongs to: one of seven is for validation, one for tests.
pub fn split(number: u32) -> Split {
    match number % SPLIT {
        0 => Split::Val,
        1 => Split::Test,
        _ => Split::Train,
    }
}

/// The model of these parts: in order, in the middle, and as large as its category is.
fn finished(category: Category, name: String, mut parts: Vec<Part>) -> Model {
    parts.sort_by_key(|part| part.category);
    let mut model = Model { category, name, parts };
    let [low, high] = model.bounds();
    let middle = (low + high) / 2.0;
    let farthest = model
        .pieces()
        .flat_map(|piece| {
            piece.shape.corners(standing::SEGMENTS).into_iter().map(|corner| piece.placement.to_world(corner))
        })
        .map(|corner| corner.distance(middle))
        .fold(0.0, f64::max);
    let factor = category.reach() / farthest;
    let aside = DVec3::new(-middle.x, -middle.y, -low.z);
    for part in &mut model.parts {
        let pieces = shifted(std::mem::take(&mut part.pieces), aside);
        part.pieces = pieces.iter().map(|piece| scaled(piece, factor)).collect();
    }
    model
}
