//! Puts objects where a plan wants them. What depends on pixels is looked at in a small picture first.

use super::labels::{Exact, Hiding, median, nearest};
use super::plan::{Plan, pairs};
use super::rules::Rules;
use spatiq_bench::{Rng, Seed, Split};
use spatiq_geom::DVec3;
use spatiq_scene::arrange::Supply;
use spatiq_scene::render::alone;
use spatiq_scene::{Camera, Generated, Kind, Object, Pose, Scene, file};

/// Pixels in a row of the small picture.
const SMALL: usize = 96;

/// Objects tried, and places tried for each, before the whole attempt is given up.
const OBJECTS: usize = 5;
const PLACES: usize = 5;

/// Objects whose depths differ by less than this share do not stand behind one another.
const APART: f64 = 0.08;

/// How far the boxes around two objects are apart at least, in metres.
const GAP: f64 = 0.04;

/// A scene after the plan as far as a small picture tells, or `None` where something found no place.
pub fn compose(plan: &Plan, rules: &Rules, split: Split, seed: &Seed) -> Option<Scene> {
    let mut rng = seed.child("places").rng();
    let mut supply = Supply::new(plan.kind, &Generated, split, seed.child("things"));
    let mut scene = supply.surroundings();
    scene.camera = camera(plan, rules.size, &mut rng);
    let small = [SMALL, (SMALL * rules.size[1] / rules.size[0]).max(1)];
    let share = (small[0] * small[1]) as f64 / (rules.size[0] * rules.size[1]) as f64;
    let least = (rules.least_pixels as f64 * share).ceil() as usize;
    let mut stage = Stage { scene, alone: Vec::new(), aside: Vec::new(), size: small, least };
    let hiding = hiding(plan, &mut rng);
    while stage.alone.len() < plan.depths.len() {
        let at = stage.alone.len();
        let linked = plan.interlocked && at == 0;
        let last = at + usize::from(linked);
        let so_far = Wanted {
            one: hiding[last],
            both: usize::from(plan.interlocked),
            more: at > 0 && hiding[last] > hiding[at - 1],
        };
        (0..OBJECTS).find(|_| {
            let objects = things(plan.kind, linked, &stage.scene.camera, &mut supply, &mut rng);
            let mut take = |objects: &Vec<Object>| {
                let aside = stage.aside(plan, &so_far, &mut rng);
                stage.take(objects, plan.depths[at], aside, &so_far)
            };
            objects.is_some_and(|objects| (0..PLACES).any(|_| take(&objects)))
        })?;
    }
    let mut scene = stage.scene;
    // The order of placing says something about depth and must not be told.
    rng.shuffle(&mut scene.objects);
    build_walls(&mut scene, &mut rng);
    Some(file::settled(&scene))
}

/// How many pairs are to hide each other once so many objects stand.
struct Wanted {
    one: usize,
    both: usize,
    /// Whether the last object is to be one of such a pair.
    more: bool,
}

/// How many pairs of the objects up to and including each are to hide each other. Which ones these are is drawn here, but
/// only their number is insisted on.
fn hiding(plan: &Plan, rng: &mut Rng) -> Vec<usize> {
    let count = plan.depths.len();
    let mut free: Vec<[usize; 2]> =
        pairs(count).filter(|pair| !(plan.interlocked && *pair == [0, 1])).collect();
    rng.shuffle(&mut free);
    free.truncate(plan.occluding);
    (0..count).map(|last| free.iter().filter(|pair| pair[1] <= last).count()).collect()
}

/// A camera that has the plan's depths in view.
fn camera(plan: &Plan, [width, height]: [usize; 2], rng: &mut Rng) -> Camera {
    // The farther away, the longer the lens, so that objects are about as large in all pictures.
    let focal = (0.22 * plan.middle * rng.between(0.85, 1.3)).clamp(0.55, 2.2);
    let closest = plan.depths.iter().copied().fold(plan.middle, f64::min);
    // Steeper than this, and the foot of the closest object is below the picture.
    let below = 0.47 * height as f64 / width as f64 / focal - 0.5 / closest;
    let steepest = libm::atan(below / (plan.middle / closest - 1.0).max(0.05)).to_degrees();
    let pitch = rng.between(9.0, 33.0).min(steepest.max(5.0)).to_radians();
    let aside = match plan.kind {
        Kind::Ground => 60.0,
        _ => 28.0,
    };
    let aside = rng.between(-aside, aside).to_radians();
    let level = libm::cos(pitch) * plan.middle;
    let at = [rng.between(-0.4, 0.4), rng.between(-0.4, 0.4), rng.between(0.4, 0.7)].map(rounded);
    let back = [libm::sin(aside) * level, -libm::cos(aside) * level, libm::sin(pitch) * plan.middle];
    Camera { eye: [0, 1, 2].map(|axis| rounded(at[axis] + back[axis])), at, focal: rounded(focal) }
}

/// What is to be placed next: an object, or two that are interlocked.
fn things(
    kind: Kind,
    linked: bool,
    camera: &Camera,
    supply: &mut Supply,
    rng: &mut Rng,
) -> Option<Vec<Object>> {
    match (kind, linked) {
        (_, true) => Some(supply.interlocked().into()),
        (Kind::Ground, false) => Some(vec![supply.body()]),
        _ => {
            let [_, _, view] = camera.axes();
            let towards = libm::atan2(-view.x, view.y).to_degrees();
            let turn = rounded(towards + rng.between(-100.0, 100.0));
            let object = supply.furniture().ok()?;
            Some(vec![Object { placement: Pose::upright([0.0; 3], turn).placement(), ..object }])
        }
    }
}

/// A scene that is being put together, and the depth of each of its objects in a small picture.
struct Stage {
    scene: Scene,
    alone: Vec<Vec<f32>>,
    /// How far aside each object is, in units of the picture's width.
    aside: Vec<f64>,
    size: [usize; 2],
    least: usize,
}

impl Stage {
    /// How far aside to put the next object: anywhere, or close before or behind another.
    fn aside(&self, plan: &Plan, wanted: &Wanted, rng: &mut Rng) -> f64 {
        let depth = plan.depths[self.aside.len()];
        // Things at the same depth stand beside each other rather than behind.
        let behind = |other: &usize| libm::log(plan.depths[*other] / depth).abs() > APART;
        let others: Vec<usize> = (0..self.aside.len()).filter(behind).collect();
        match wanted.more && !others.is_empty() {
            true => (self.aside[*rng.pick(&others)] + rng.between(-0.2, 0.2)).clamp(-0.42, 0.42),
            false => rng.between(-0.42, 0.42),
        }
    }

    /// Puts objects at that depth somewhere, if all is as wanted then.
    fn take(&mut self, objects: &[Object], depth: f64, aside: f64, wanted: &Wanted) -> bool {
        let before = self.scene.objects.len();
        self.scene.objects.extend(objects.iter().cloned());
        let placed = self.place(before, depth, aside).is_some_and(|alone| {
            self.alone.extend(alone);
            self.is_as(wanted)
        });
        if !placed {
            self.scene.objects.truncate(before);
            self.alone.truncate(before);
        }
        self.aside.resize(self.scene.objects.len(), aside);
        placed
    }

    /// Moves the objects from a number on together, so that their median depth is the wanted one.
    fn place(&mut self, first: usize, depth: f64, across: f64) -> Option<Vec<Vec<f32>>> {
        let mut aim = depth;
        let mut shift = DVec3::ZERO;
        // To move things into place a few pixels are enough.
        let coarse = self.size.map(|pixels| (pixels / 3).max(1));
        for size in [coarse, coarse, self.size] {
            let foot = foot(&self.scene.camera, aim, across)?;
            self.scene.objects[first..].iter_mut().for_each(|object| object.placement.shift += foot - shift);
            shift = foot;
            // Rays are worth while only where there is room.
            if !self.is_free(first) {
                return None;
            }
            let alone: Vec<Vec<f32>> =
                (first..self.scene.objects.len()).map(|at| alone(&self.scene, at, size)).collect();
            let medians = alone.iter().map(|depth| median(&mut finite(depth)));
            let found = medians.sum::<f64>() / alone.len() as f64;
            if !found.is_finite() {
                return None;
            }
            if size == self.size {
                return Some(alone);
            }
            aim += depth - found;
        }
        None
    }

    /// Whether the boxes around the objects from a number on keep away from those before.
    fn is_free(&self, first: usize) -> bool {
        let (before, new) = self.scene.objects.split_at(first);
        let eye = DVec3::from(self.scene.camera.eye);
        new.iter().all(|object| {
            let [low, high] = object.bounds();
            let clear = |other: &Object| {
                let [other_low, other_high] = other.bounds();
                let gap = (low - other_high).max(other_low - high);
                gap.x > GAP || gap.y > GAP
            };
            // Nor is the camera inside of one.
            let off_eye = (low - eye).max(eye - high);
            off_eye.max_element() > 0.3 && before.iter().all(clear)
        })
    }

    fn is_as(&self, wanted: &Wanted) -> bool {
        let exact = Exact::of(&self.alone, &nearest(&self.alone), self.size[0]);
        let hiding: Vec<Hiding> =
            pairs(self.alone.len()).map(|[a, b]| exact.hiding(a, b, self.least)).collect();
        let both = hiding.iter().filter(|hiding| **hiding == Hiding::Both).count();
        let none = hiding.iter().filter(|hiding| **hiding == Hiding::None).count();
        exact.objects.iter().all(|object| object.is_kept(self.size))
            && both == wanted.both
            && hiding.len() - none - both == wanted.one
    }
}

/// The point of the floor at that depth, so far aside in units of the picture's width.
fn foot(camera: &Camera, depth: f64, across: f64) -> Option<DVec3> {
    let [right, down, view] = camera.axes();
    let eye = DVec3::from(camera.eye);
    let fall = (-eye.z / depth - view.z) / down.z;
    let point = eye + (view + right * (across / camera.focal) + down * fall) * depth;
    (depth > 0.5).then(|| DVec3::new(rounded(point.x), rounded(point.y), 0.0))
}

/// Walls behind and beside everything, and lamps between them.
fn build_walls(scene: &mut Scene, rng: &mut Rng) {
    let bounds: Vec<[DVec3; 2]> = scene.objects.iter().map(Object::bounds).collect();
    let Some(walls) = &mut scene.room.walls else { return };
    let back = bounds.iter().map(|[_, high]| high.y).fold(0.0, f64::max);
    let side = bounds.iter().map(|[low, high]| high.x.max(-low.x)).fold(scene.camera.eye[0].abs(), f64::max);
    walls.back = rounded(back + rng.between(0.2, 2.2));
    walls.side = rounded(side + rng.between(0.4, 2.6));
    for lamp in &mut scene.lamps {
        let [x, y, _] = &mut lamp.position;
        *x = x.clamp(0.4 - walls.side, walls.side - 0.4);
        *y = y.min(walls.back - 0.4);
    }
}

fn finite(depth: &[f32]) -> Vec<f32> {
    depth.iter().copied().filter(|depth| depth.is_finite()).collect()
}

/// To a tenth of a millimetre, so that scene files are easy to read.
fn rounded(value: f64) -> f64 {
    (value * 1e4).round() / 1e4
}
