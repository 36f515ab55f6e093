//! Objects put together from primitives, by rules that make them look designed.
//!
//! A model is drawn at random, primitive by primitive; one that does not go with those before is drawn again, a few times. Then
//! the whole is looked at: it is one piece; every primitive matters and shows; no wall and no gap is thinner than a line, no feature too
//! small to be seen; no faces coincide or nearly touch; it is not flat. What fails is rejected, and the reason counted.

use super::block::Block;
use super::whole;
use crate::spare3d::ink;
use spatiq_bench::{Reject, Rng, Seed, deal};
use spatiq_draw::Model;
use spatiq_geom::recipe::{Element, Part};
use spatiq_geom::{DVec3, NEVER, Op, Primitive, Rays, Recipe, Solid};

/// Side of what pictures show, in longest edges of the object.
pub const VIEW_BOX: f64 = 1.7;

/// The size of a pixel in pictures of an object of this extent.
pub fn pixel(extent: f64) -> f64 {
    VIEW_BOX * extent / ink::SIDE as f64
}

/// Of more primitives some are hardly ever to be seen, and it takes many seconds to find a model of which all are.
pub const MOST_PRIMITIVES: usize = 8;

/// Without any one primitive, at least this share of the model is different; of more than [`FEW`], as much less as there are more.
const LEAST_SHARE: f64 = 0.05;

/// Of each primitive at least about this share of the model's surface, as [`POINTS`] of it tell, so that now and then it is a third less; of more than [`FEW`], as much less as there are more. What one
/// cuts off another may matter without being there: both are swallowed by a third.
const LEAST_SURFACE: f64 = 0.03;

/// Up to so many primitives go together by chance; of more, each is looked at more thoroughly before the next is added.
const FEW: usize = 6;

/// The shortest edge of the box around a model, relative to the longest.
const LEAST_DEPTH: f64 = 0.4;

/// Walls and gaps are not thinner than this share of the model: two pixels and a half of a picture.
const THIN: f64 = 0.02;

/// The share of a surface over which it may be thinner all the same: around edges sharper than a right angle.
const THIN_SHARE: f64 = 0.05;

/// Faces nearer than this share of the model and turned by less than [`PARALLEL_RAD`] nearly touch.
const NEAR: f64 = 0.015;

/// The largest turn between faces that count as parallel: ten degrees.
const PARALLEL_RAD: f64 = std::f64::consts::PI / 18.0;

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
}

impl Draft {
    /// Adds a primitive that goes with those before.
    fn grow(&mut self, rng: &mut Rng) -> Result<(), Reject> {
        let mut refused = Reject("nothing is left");
        for _ in 0..TRIES * (1 + self.elements.len() / FEW) {
            self.elements.push(element(rng, &self.elements));
            match self.check_last(rng) {
                Ok(()) => return Ok(()),
                Err(reject) => refused = reject,
            }
            self.elements.pop();
        }
        Err(refused)
    }

    /// What is wrong with the last primitive: quick tests, which leave few for the thorough ones.
    fn check_last(&self, rng: &mut Rng) -> Result<(), Reject> {
        let solid = solid(&self.elements)?;
        let (last, before) = solid.leaves().split_last().expect("there is a primitive");
        let near = near_touch(&solid).ok_or(Reject("nothing is left"))?;
        if before.iter().any(|leaf| leaf.grazes(last, near, PARALLEL_RAD)) {
            return Err(Reject("faces coincide or nearly touch"));
        }
        if self.elements.len() > 1 {
            self.look_at(&solid)?;
        }
        if self.elements.len() > FEW && Surface::of(&solid, rng).is_none_or(|surface| surface.has_slivers()) {
            return Err(Reject("a wall or a gap too thin to see"));
        }
        Ok(())
    }

    /// A coarse look: every primitive matters, and the whole hangs together.
    fn look_at(&self, solid: &Solid) -> Result<Block, Reject> {
        let block = Block::of(solid).ok_or(Reject("nothing is left"))?;
        let least = LEAST_SHARE * self.ease();
        if (0..self.elements.len()).any(|without| matters(&block, &self.elements, without) < least) {
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
        // By cells, and so only about; what is just too flat is found at the end.
        if edges.min_element() < LEAST_DEPTH * edges.max_element() {
            return Err(Reject("flat"));
        }
        let surface = Surface::of(&solid, rng).ok_or(Reject("nothing is left"))?;
        if surface.has_slivers() {
            return Err(Reject("a wall or a gap too thin to see"));
        }
        if surface.shares().any(|share| share < LEAST_SURFACE * self.ease()) {
            return Err(Reject("a primitive hardly shows"));
        }
        // Once more, since it may have grown.
        if has_grazing_faces(&solid) {
            return Err(Reject("faces coincide or nearly touch"));
        }
        let model = Model::new(&solid, NEVER).map_err(|_| Reject("nothing is left"))?;
        let [low, high] = model.bounds();
        if (high - low).min_element() < LEAST_DEPTH * model.extent() {
            return Err(Reject("flat"));
        }
        whole::check(&solid, &model, pixel(model.extent()))?;
        Ok(self.elements)
    }

    /// How much less is asked of each primitive of many.
    fn ease(&self) -> f64 {
        (FEW as f64 / self.elements.len() as f64).min(1.0)
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

/// How near faces nearly touch.
fn near_touch(solid: &Solid) -> Option<f64> {
    solid.bounds().map(|[low, high]| NEAR * (high - low).max_element())
}

/// Whether any two primitives have faces that coincide, touch or nearly touch.
pub fn has_grazing_faces(solid: &Solid) -> bool {
    let leaves = solid.leaves();
    let grazes = |k: usize, near| leaves[..k].iter().any(|leaf| leaf.grazes(&leaves[k], near, PARALLEL_RAD));
    near_touch(solid).is_some_and(|near| (1..leaves.len()).any(|k| grazes(k, near)))
}

/// Of what is left of each primitive after a cut, about so much of the surface can still be seen.
const LEAST_LEFT: f64 = 0.01;

/// Whether what is left after a cut has no slivers, no faces that nearly touch, and something of every leaf.
pub fn is_well_cut(solid: &Solid, rng: &mut Rng) -> bool {
    !has_grazing_faces(solid)
        && Surface::of(solid, rng).is_some_and(|surface| {
            !surface.has_slivers() && surface.shares().all(|share| share >= LEAST_LEFT)
        })
}

/// What a sample tells of a surface.
struct Surface {
    /// The area that each leaf has in it.
    of_leaf: Vec<f64>,
    /// The area that has another part of the surface close behind or close before.
    thin: f64,
}

impl Surface {
    fn of(solid: &Solid, rng: &mut Rng) -> Option<Self> {
        let [low, high] = solid.bounds()?;
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
        let mut surface = Self { of_leaf: Vec::new(), thin: 0.0 };
        for leaf in solid.leaves() {
            let alone = Solid::from(leaf.clone());
            let each = alone.surface_area(NEVER).ok()? / POINTS as f64;
            let mut own = 0.0;
            for point in alone.surface_points(POINTS, &mut || rng.unit(), NEVER).ok()? {
                // Where the leaf's face is the solid's: material on one side of it, and air on the other.
                let [p, out] = [point.position, point.normal];
                let [before, behind] = [out, -out].map(|way| solid.contains(p + way * start));
                if before != behind {
                    let out = if behind { out } else { -out };
                    own += each;
                    surface.thin += if near(p, -out, true) || near(p, out, false) { each } else { 0.0 };
                }
            }
            surface.of_leaf.push(own);
        }
        Some(surface)
    }

    fn has_slivers(&self) -> bool {
        self.thin > THIN_SHARE * self.of_leaf.iter().sum::<f64>()
    }

    /// The share of each leaf.
    fn shares(&self) -> impl Iterator<Item = f64> {
        let all: f64 = self.of_leaf.iter().sum();
        self.of_leaf.iter().map(move |own| own / all)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use spatiq_bench::Seed;
    use spatiq_geom::{Contact, Leaf};

    fn recipe(elements: &str) -> Solid {
        serde_json::from_str::<Recipe>(elements).unwrap().solid().unwrap()
    }

    #[test]
    fn what_a_ball_swallows_has_no_share_of_the_surface() {
        // Each of the first two keeps the other from showing, so that neither can be left out.
        let solid = recipe(
            r#"[{"prim": "cylinder", "params": [0.603, 0.942], "axis": "y", "deg": 180, "pos": [0, 0, 0], "op": "base"},
                {"prim": "cone", "params": [0.659, 0.846], "axis": "x", "deg": 0, "pos": [-0.153, 0.53, -0.744], "op": "intersection"},
                {"prim": "sphere", "params": [0.702], "axis": "x", "deg": 0, "pos": [-0.685, 0.682, -0.372], "op": "union"}]"#,
        );
        let shares: Vec<f64> = Surface::of(&solid, &mut Seed::root(1).rng()).unwrap().shares().collect();
        assert_eq!(shares, [0.0, 0.0, 1.0]);
    }

    #[test]
    fn every_primitive_of_a_model_has_a_share_of_its_surface() {
        for number in 0..200 {
            let solid = numbered(9, number).solid().unwrap();
            // Not by the sample that the model was judged by: rays from all sides tell what is hit where.
            let [low, high] = solid.bounds().unwrap();
            let (mut hits, mut all) = (vec![0; solid.leaves().len()], 0);
            let mut rng = Seed::root(2).child(number).rng();
            let (whole, mut rays) = (solid.whole(), Rays::default());
            while all < 2_000 {
                let axis = rng.below(3);
                let direction = DVec3::AXES[axis];
                let mut from = low + (high - low) * DVec3::new(rng.unit(), rng.unit(), rng.unit());
                from[axis] = low[axis] - 1.0;
                let mut ends = Vec::new();
                whole.stretches(from, direction, 0.0, &mut rays, |start, end| {
                    ends.extend([start, end]);
                    false
                });
                for at in ends {
                    let point = from + direction * at;
                    let is_on = |leaf: &Leaf| matches!(leaf.contact(point, 1e-7), Contact::On(_));
                    let Some(leaf) = solid.leaves().iter().position(is_on) else { continue };
                    hits[leaf] += 1;
                    all += 1;
                }
            }
            let least = hits.iter().min().unwrap();
            assert!(least * 200 > all, "model {number}: {hits:?}");
        }
    }

    /// Points all over each primitive's faces, and not the search that rejects models, ask what is near and runs along.
    #[test]
    fn no_two_primitives_of_a_model_have_faces_that_nearly_touch() {
        let mut closest: f64 = 1.0;
        for number in 0..150 {
            let solid = numbered(9, number).solid().unwrap();
            let [low, high] = spatiq_draw::Model::new(&solid, NEVER).unwrap().bounds();
            let pixel = VIEW_BOX / 200.0 * (high - low).max_element();
            for (k, leaf) in solid.leaves().iter().enumerate() {
                let mut rng = Seed::root(3).child(number).child(k).rng();
                let alone = Solid::from(leaf.clone());
                for point in alone.surface_points(3_000, &mut || rng.unit(), NEVER).unwrap() {
                    let others = solid.leaves().iter().enumerate().filter(|(other, _)| *other != k);
                    for (_, other) in others {
                        let Contact::On(touch) = other.contact(point.position, pixel) else { continue };
                        for face in touch.faces() {
                            let along = face.normal.dot(point.normal).abs();
                            closest = closest.min(1.0 - along);
                            assert!(along < 0.996, "model {number}: faces within a pixel and five degrees");
                        }
                    }
                }
            }
        }
        // Faces do cross at all angles that are allowed, so that there was something to see.
        assert!(closest < 0.05, "{closest}");
    }
}
