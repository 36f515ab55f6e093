//! Random solids: two to four primitives, joined one after the other.
//!
//! A third of them have random sizes and places, a third have them on a grid, so that faces are flush or touch, and a third have
//! parts that are turned any way.

use spatiq_draw::{Drawing, Model, NEVER, View};
use spatiq_geom::{DMat3, DVec3, Leaf, Op, Placement, Primitive, Solid};

/// A small generator (splitmix64): the same numbers everywhere, for ever.
pub struct Dice(u64);

impl Dice {
    pub fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0xD6E8_FEB8_6659_FD93))
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ mixed >> 31
    }

    pub fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * (self.next() >> 11) as f64 / (1u64 << 53) as f64
    }

    pub fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[(self.next() % from.len() as u64) as usize]
    }

    fn vector(&mut self, reach: f64) -> DVec3 {
        DVec3::new(self.between(-reach, reach), self.between(-reach, reach), self.between(-reach, reach))
    }

    pub fn turn(&mut self) -> DMat3 {
        let x = self.vector(1.0).normalize_or(DVec3::X);
        let y = x.cross(self.vector(1.0)).normalize_or(x.any_orthonormal_vector());
        DMat3::from_cols(x, y, x.cross(y))
    }

    pub fn view(&mut self) -> View {
        let pose = self.pick(&spatiq_draw::Pose::ALL);
        if self.between(0.0, 1.0) < 0.7 {
            return pose.view();
        }
        View::from_direction(self.vector(1.0)).expect("hardly ever zero")
    }
}

/// A primitive, and how it joins those before it.
#[derive(Clone, Copy, Debug)]
pub struct Part {
    pub op: Op,
    pub primitive: Primitive,
    pub placement: Placement,
}

const OPS: [Op; 3] = [Op::Union, Op::Intersection, Op::Difference];

/// The random solid of a seed.
pub fn parts(seed: u64) -> Vec<Part> {
    let mut dice = Dice::new(seed);
    let (snapped, crooked) = (seed % 3 == 1, seed % 3 == 2);
    let count = dice.pick(&[2, 3, 4]);
    let part = |k: usize| {
        let snap = |v: f64| if snapped { (v / 0.25).round() * 0.25 } else { v };
        let primitive = primitive(&mut dice, snap);
        let shift = if k == 0 { DVec3::ZERO } else { dice.vector(0.6).map(snap) };
        let (axis, quarters) = (dice.pick(&[0, 1, 2]), dice.pick(&[0, 1, 2, 3]));
        let mut placement = Placement::quarter_turns(axis, quarters, shift);
        if crooked {
            placement.turn = dice.turn();
        }
        Part { op: dice.pick(&OPS), primitive, placement }
    };
    (0..count).map(part).collect()
}

fn primitive(dice: &mut Dice, snap: impl Fn(f64) -> f64) -> Primitive {
    let kind = dice.pick(&[0, 1, 2, 3, 4]);
    let mut size = |low: f64, high: f64| snap(dice.between(low, high)).max(0.25);
    match kind {
        0 => Primitive::Sphere { radius: size(0.4, 0.9) },
        1 => Primitive::Box { half: DVec3::new(size(0.6, 1.8), size(0.6, 1.8), size(0.6, 1.8)) / 2.0 },
        2 => Primitive::Cone { radius: size(0.4, 0.9), height: size(0.6, 1.8) },
        3 => {
            let ring = size(0.5, 0.9);
            Primitive::Torus { ring, tube: size(0.15, 0.35).min(0.75 * ring) }
        }
        _ => Primitive::Cylinder { radius: size(0.3, 0.8), height: size(0.6, 1.8) },
    }
}

/// Joins the parts; the first one's operation does not count.
pub fn solid(parts: &[Part]) -> Solid {
    let leaf = |part: &Part| Solid::from(Leaf::new(part.primitive, part.placement));
    parts[1..].iter().fold(leaf(&parts[0]), |whole, part| join(whole, part.op, leaf(part)))
}

/// Joins solids that are not deep.
pub fn join(a: Solid, op: Op, b: Solid) -> Solid {
    a.join(op, b).expect("a few leaves")
}

/// The same parts somewhere else.
pub fn placed(parts: &[Part], outer: &Placement) -> Vec<Part> {
    parts.iter().map(|part| Part { placement: part.placement.within(outer), ..*part }).collect()
}

/// A drawing, and the size of the solid in it; `None` if nothing is left of it.
pub fn draw(solid: &Solid, view: &View) -> Option<(Drawing, f64)> {
    let model = Model::new(solid, NEVER).ok()?;
    let drawing = model.draw(view).expect("nobody stops it");
    Some((drawing, model.extent()))
}

/// The size by which the precision of a drawing goes: that of all leaves together.
pub fn size_of_leaves(solid: &Solid) -> f64 {
    let [low, high] = solid.bounds_of_leaves();
    (high - low).max_element()
}

/// Checks a property on `count` random solids, or that many times as many as the variable SPATIQ_TIMES says; the variable
/// SPATIQ_FIRST says with which seed to begin.
pub fn check(count: u64, property: impl Fn(&[Part], &mut Dice) -> Result<(), String>) {
    let variable = |name: &str, otherwise: u64| {
        std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(otherwise)
    };
    let first = variable("SPATIQ_FIRST", 0);
    let last = first + count * variable("SPATIQ_TIMES", 1);
    let fault = |seed: u64| {
        let parts = parts(seed);
        let fault = property(&parts, &mut Dice::new(!seed)).err()?;
        Some(format!("seed {seed}: {fault}\n"))
    };
    let faults: Vec<String> = (first..last).filter_map(fault).collect();
    assert!(faults.is_empty(), "{} of {} failed:\n{}", faults.len(), last - first, faults.concat());
}
