//! Objects put together from primitives, by rules that make them look designed.
//!
//! A model is drawn at random, primitive by primitive, and then looked at: it is one piece; every primitive matters; no wall and
//! no gap is thinner than a line; no faces coincide or nearly touch; it is not flat. What fails is rejected, and the
//! reason counted.

use super::block::Block;
use super::columns::is_one_piece;
use spatiq_bench::{Reject, Rng, Seed, deal};
use spatiq_geom::recipe::{Element, Part};
use spatiq_geom::{Contact, DVec3, Leaf, NEVER, Op, Primitive, Rays, Recipe, Solid};

/// Side of what pictures show, in longest edges of the object.
pub const VIEW_BOX: f64 = 1.7;

/// More primitives are hardly ever all to be seen.
pub const MOST_PRIMITIVES: u64 = 12;

/// Without any one primitive, at least this share of the model is different.
const LEAST_SHARE: f64 = 0.05;

/// The shortest edge of the box around a model, relative to the longest.
const LEAST_DEPTH: f64 = 0.4;

/// Walls and gaps are not thinner than this share of the model: two pixels and a half of a picture.
const THIN: f64 = 0.02;

/// The share of a surface over which it may be thinner all the same: around edges sharper than a right angle.
const THIN_SHARE: f64 = 0.05;

/// Faces nearer than this share of the model and turned by less than [`PARALLEL`] nearly touch.
const NEAR: f64 = 0.015;

/// The cosine of the largest turn between faces that count as parallel: ten degrees.
const PARALLEL: f64 = 0.985;

/// Points by which a surface is judged.
const POINTS: usize = 300;

/// Draws a model of so many primitives.
pub fn model(seed: &Seed, primitives: usize) -> Result<Vec<Element>, Reject> {
    let mut rng = seed.rng();
    let mut elements: Vec<Element> = Vec::new();
    for nth in 0..primitives {
        elements.push(element(&mut rng, &elements, nth));
    }
    let solid = solid(&elements)?;
    inspect(&solid, &elements, &mut rng)?;
    Ok(elements)
}

/// The model of a number among those that follow from a seed: of 2, 3 and 4 primitives in equal parts.
pub fn numbered(seed: u64, number: u64) -> Recipe {
    let seed = Seed::root(seed).child("csg");
    let primitives = 2 + deal(&seed.child("primitives"), 3, number);
    let mut attempts = (0..).map(|attempt: u64| model(&seed.child(number).child(attempt), primitives));
    let elements = attempts.find_map(Result::ok).expect("there is no last attempt");
    Recipe { id: None, elements }
}

/// The solid of a list of elements.
fn solid(elements: &[Element]) -> Result<Solid, Reject> {
    let recipe = Recipe { id: None, elements: elements.to_vec() };
    recipe.solid().map_err(|_| Reject("a measure out of range"))
}

fn element(rng: &mut Rng, before: &[Element], nth: usize) -> Element {
    let op = match nth {
        0 => None,
        _ => Some(*rng.pick(&[
            Op::Union,
            Op::Union,
            Op::Union,
            Op::Difference,
            Op::Difference,
            Op::Intersection,
        ])),
    };
    let mut measure = |low: f64, high: f64| rounded(rng.between(low, high));
    let primitive = match (measure(0.0, 5.0)) as usize {
        0 => Primitive::Sphere { radius: measure(0.4, 0.8) },
        1 => {
            Primitive::Box { half: DVec3::new(measure(0.5, 1.5), measure(0.5, 1.5), measure(0.5, 1.5)) / 2.0 }
        }
        2 => Primitive::Cone { radius: measure(0.4, 0.8), height: measure(0.7, 1.6) },
        3 => {
            let ring = measure(0.45, 0.8);
            Primitive::Torus { ring, tube: rounded(ring * measure(0.3, 0.55)) }
        }
        _ => Primitive::Cylinder { radius: measure(0.2, 0.65), height: measure(0.6, 1.7) },
    };
    // Near one that is there already, so that the two meet.
    let around = if before.is_empty() { DVec3::ZERO } else { before[rng.below(before.len())].pos };
    let reach = if before.is_empty() { 0.0 } else { 0.75 };
    let pos = [around.x, around.y, around.z].map(|x| rounded(x + rng.between(-reach, reach)));
    Element {
        part: Part::Primitive(primitive),
        axis: rng.below(3),
        deg: 90 * rng.below(4) as u32,
        pos: pos.into(),
        op,
    }
}

/// To a thousandth: recipes are read by people.
fn rounded(value: f64) -> f64 {
    (value * 1000.0).round() / 1000.0
}

fn inspect(solid: &Solid, elements: &[Element], rng: &mut Rng) -> Result<(), Reject> {
    let Some([low, high]) = solid.bounds() else { return Err(Reject("nothing is left")) };
    let size = (high - low).max_element();
    if nearly_touch(solid, size, rng) {
        return Err(Reject("faces coincide or nearly touch"));
    }
    let block = Block::of(solid).ok_or(Reject("nothing is left"))?;
    let edges = block.edges();
    if edges.min_element() < LEAST_DEPTH * edges.max_element() {
        return Err(Reject("flat"));
    }
    if (0..elements.len()).any(|without| matters(&block, elements, without) < LEAST_SHARE) {
        return Err(Reject("a primitive hardly matters"));
    }
    if !is_one_piece(solid) {
        return Err(Reject("not in one piece"));
    }
    if has_slivers(solid, rng) {
        return Err(Reject("a wall or a gap too thin to see"));
    }
    Ok(())
}

/// The share of a model that would be different without one of its elements.
fn matters(block: &Block, elements: &[Element], without: usize) -> f64 {
    let kept: Vec<(usize, Op)> = elements
        .iter()
        .enumerate()
        .filter(|(k, _)| *k != without)
        .map(|(k, element)| (k, element.op.unwrap_or(Op::Union)))
        .collect();
    block.changed(|held| {
        // What comes first is the base now.
        let (first, rest) = kept.split_first().expect("a model has two primitives or more");
        rest.iter().fold(held(first.0), |inside, &(leaf, op)| match op {
            Op::Union => inside | held(leaf),
            Op::Intersection => inside & held(leaf),
            Op::Difference => inside & !held(leaf),
        })
    })
}

/// Whether faces of two primitives run nearly parallel where they are near each other.
fn nearly_touch(solid: &Solid, size: f64, rng: &mut Rng) -> bool {
    let leaves = solid.leaves();
    leaves.iter().enumerate().any(|(own, leaf)| {
        let alone = Solid::from(leaf.clone());
        let Ok(points) = alone.surface_points(POINTS, &mut || rng.unit(), NEVER) else { return true };
        let touches = |other: &Leaf| {
            points.iter().any(|point| match other.contact(point.position, NEAR * size) {
                Contact::On(touch) => {
                    touch.faces().iter().any(|face| face.normal.dot(point.normal).abs() > PARALLEL)
                }
                _ => false,
            })
        };
        leaves.iter().enumerate().any(|(other, leaf)| other != own && touches(leaf))
    })
}

/// Whether too much of the surface has another part of it close behind or close before.
pub fn has_slivers(solid: &Solid, rng: &mut Rng) -> bool {
    let Some([low, high]) = solid.bounds() else { return true };
    let size = (high - low).max_element();
    let Ok(points) = solid.surface_points(POINTS, &mut || rng.unit(), NEVER) else { return true };
    let whole = solid.whole();
    let mut rays = Rays::default();
    let start = 1e-6 * size;
    let thin = points.iter().filter(|point| {
        let mut near = |direction: DVec3, inside: bool| {
            let mut found = false;
            whole.stretches(point.position, direction, start, &mut rays, |from, to| {
                // A wall ends near by; a gap ends where the next wall begins near by.
                let end = if inside { to } else { from };
                found = end < THIN * size && (inside || from > 2.0 * start);
                true
            });
            found
        };
        near(-point.normal, true) || near(point.normal, false)
    });
    thin.count() as f64 > THIN_SHARE * POINTS as f64
}
