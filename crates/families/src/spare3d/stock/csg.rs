//! Objects put together from primitives, by rules that make them look designed.
//!
//! A model is drawn at random, primitive by primitive; one that does not go with those before is drawn again, a few times. Then
//! the whole is looked at: it is one piece; every primitive matters; no wall and no gap is thinner than a line, no feature too
//! small to be seen; no faces coincide or nearly touch; it is not flat. What fails is rejected, and the reason counted.

use super::block::Block;
use super::whole;
use spatiq_bench::{Reject, Rng, Seed, deal};
use spatiq_geom::recipe::{Element, Part};
use spatiq_geom::{Contact, DVec3, Leaf, NEVER, Op, Primitive, Rays, Recipe, Solid, SurfacePoint};

/// Side of what pictures show, in longest edges of the object.
pub const VIEW_BOX: f64 = 1.7;

/// Of more primitives some are hardly ever to be seen, and it takes many seconds to find a model of which all are.
pub const MOST_PRIMITIVES: usize = 8;

/// Without any one primitive, at least this share of the model is different; of more than [`FEW`], as much less as there are more.
const LEAST_SHARE: f64 = 0.05;

/// Up to so many primitives go together by chance; of more, each is looked at more thoroughly before the next is added.
const FEW: usize = 6;

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

/// So often a primitive is drawn anew until it goes with those before; with many there, as many times more.
const TRIES: usize = 12;

/// Draws a model of so many primitives.
pub fn model(seed: &Seed, primitives: usize) -> Result<Vec<Element>, Reject> {
    let mut rng = seed.rng();
    let mut draft = Draft::default();
    for _ in 0..primitives {
        draft.grow(&mut rng)?;
    }
    draft.finish(&mut rng)
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

fn element(rng: &mut Rng, before: &[Element]) -> Element {
    let ops = [Op::Union, Op::Union, Op::Union, Op::Difference, Op::Difference, Op::Intersection];
    let op = (!before.is_empty()).then(|| *rng.pick(&ops));
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

/// A model that is being put together.
#[derive(Default)]
struct Draft {
    elements: Vec<Element>,
    /// Points of the surface of each primitive alone.
    points: Vec<Vec<SurfacePoint>>,
}

impl Draft {
    /// Adds a primitive that goes with those before.
    fn grow(&mut self, rng: &mut Rng) -> Result<(), Reject> {
        let mut refused = Reject("nothing is left");
        for _ in 0..TRIES * (1 + self.elements.len() / FEW) {
            self.elements.push(element(rng, &self.elements));
            match self.points_of_last(rng) {
                Ok(points) => {
                    self.points.push(points);
                    return Ok(());
                }
                Err(reject) => refused = reject,
            }
            self.elements.pop();
        }
        Err(refused)
    }

    /// Points of the last primitive's surface, or what is wrong with it: quick tests, which leave few for the thorough ones.
    fn points_of_last(&self, rng: &mut Rng) -> Result<Vec<SurfacePoint>, Reject> {
        let solid = solid(&self.elements)?;
        let Some([low, high]) = solid.bounds() else { return Err(Reject("nothing is left")) };
        let (last, before) = solid.leaves().split_last().expect("there is a primitive");
        let alone = Solid::from(last.clone());
        let points = alone.surface_points(POINTS, &mut || rng.unit(), NEVER);
        let points = points.map_err(|_| Reject("nothing is left"))?;
        let near = NEAR * (high - low).max_element();
        let mut before = before.iter().zip(&self.points);
        if before.any(|(leaf, others)| touches(&points, leaf, near) || touches(others, last, near)) {
            return Err(Reject("faces coincide or nearly touch"));
        }
        if self.elements.len() > 1 {
            self.look_at(&solid)?;
        }
        if self.elements.len() > FEW && has_slivers(&solid, rng) {
            return Err(Reject("a wall or a gap too thin to see"));
        }
        Ok(points)
    }

    /// A coarse look: every primitive matters, and the whole hangs together.
    fn look_at(&self, solid: &Solid) -> Result<Block, Reject> {
        let block = Block::of(solid).ok_or(Reject("nothing is left"))?;
        let count = self.elements.len();
        let share = LEAST_SHARE * (FEW as f64 / count as f64).min(1.0);
        if (0..count).any(|without| matters(&block, &self.elements, without) < share) {
            return Err(Reject("a primitive hardly matters"));
        }
        match block.hangs_together() {
            true => Ok(block),
            false => Err(Reject("not in one piece")),
        }
    }

    /// The model, if it keeps all rules; the quickest come first.
    fn finish(self, rng: &mut Rng) -> Result<Vec<Element>, Reject> {
        let solid = solid(&self.elements)?;
        let edges = self.look_at(&solid)?.edges();
        if edges.min_element() < LEAST_DEPTH * edges.max_element() {
            return Err(Reject("flat"));
        }
        // Once more, since it may have grown.
        let near = NEAR * edges.max_element();
        let leaves = solid.leaves().iter().enumerate();
        let all = leaves
            .flat_map(|(k, leaf)| self.points.iter().enumerate().map(move |(at, of)| (k, leaf, at, of)));
        if all.filter(|(k, _, at, _)| k != at).any(|(_, leaf, _, points)| touches(points, leaf, near)) {
            return Err(Reject("faces coincide or nearly touch"));
        }
        if has_slivers(&solid, rng) {
            return Err(Reject("a wall or a gap too thin to see"));
        }
        whole::check(&solid)?;
        Ok(self.elements)
    }
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

/// Whether a leaf has a face that runs nearly parallel to a surface, given by points of it, where the two are nearer than
/// this.
fn touches(points: &[SurfacePoint], leaf: &Leaf, near: f64) -> bool {
    points.iter().any(|point| match leaf.contact(point.position, near) {
        Contact::On(touch) => touch.faces().iter().any(|face| face.normal.dot(point.normal).abs() > PARALLEL),
        _ => false,
    })
}

/// Whether too much of the surface has another part of it close behind or close before.
pub fn has_slivers(solid: &Solid, rng: &mut Rng) -> bool {
    let Some([low, high]) = solid.bounds() else { return true };
    let size = (high - low).max_element();
    let start = 1e-6 * size;
    let whole = solid.whole();
    let mut rays = Rays::default();
    let mut near = |p: DVec3, direction: DVec3, inside: bool| {
        let mut found = false;
        whole.stretches(p, direction, start, &mut rays, |from, to| {
            // A wall ends near by; a gap ends where the next wall begins near by.
            let end = if inside { to } else { from };
            found = end < THIN * size && (inside || from > 2.0 * start);
            true
        });
        found
    };
    let (mut all, mut thin) = (0.0, 0.0);
    for leaf in solid.leaves() {
        let alone = Solid::from(leaf.clone());
        let (Ok(area), Ok(points)) =
            (alone.surface_area(NEVER), alone.surface_points(POINTS, &mut || rng.unit(), NEVER))
        else {
            return true;
        };
        for point in points {
            // Where the leaf's face is the solid's: material on one side of it, and air on the other.
            let [p, out] = [point.position, point.normal];
            let [before, behind] = [out, -out].map(|way| solid.contains(p + way * start));
            if before != behind {
                let out = if behind { out } else { -out };
                all += area;
                thin += if near(p, -out, true) || near(p, out, false) { area } else { 0.0 };
            }
        }
    }
    thin > THIN_SHARE * all
}
