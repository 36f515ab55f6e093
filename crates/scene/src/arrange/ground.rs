//! Open ground with simple bodies, which may hide one another, and some that are interlocked.

use super::paint::paint;
use super::room::BORDER;
use super::surroundings::empty;
use super::{Draws, Outline, rounded};
use crate::Pose;
use crate::category::{Category, PartCategory};
use crate::model::{Model, Part};
use crate::scene::{Object, Scene};
use crate::shape::{Piece, Shape};
use spatiq_geom::{DVec3, Placement};
use std::sync::Arc;

/// Places tried for one body before the whole attempt is given up.
const PLACES: usize = 40;

/// At least this share of every body is seen.
const LEAST_SEEN: f64 = 0.25;

/// Where bodies may be.
const GROUND: [[f64; 2]; 2] = [[-4.2, 4.2], [-3.6, 3.8]];

/// A body on the ground, around which there is some room.
pub(super) struct Body {
    pub object: Object,
    pub radius: f64,
}

/// Open ground with so many bodies, or `None` where something found no place.
pub fn ground(draws: &mut Draws, count: usize) -> Option<Scene> {
    let mut scene = empty(draws);
    let mut spots: Vec<(DVec3, f64)> = Vec::new();
    while scene.objects.len() < count {
        // One pair in two scenes on average is enough, and the last place is for one body.
        let linked = scene.objects.len() + 2 <= count && draws.rng.below(4) == 0;
        let bodies = if linked { interlocked(draws).into() } else { vec![simple(draws)] };
        let radius = bodies.iter().map(|body| body.radius).fold(0.0, f64::max);
        let (x, y) = (0..PLACES).find_map(|_| {
            let [x, y] = GROUND.map(|[low, high]| rounded(draws.rng.between(low, high)));
            let free =
                |(spot, other): &(DVec3, f64)| spot.distance(DVec3::new(x, y, 0.0)) > radius + other + 0.15;
            spots.iter().all(free).then_some((x, y))
        })?;
        spots.push((DVec3::new(x, y, 0.0), radius));
        for mut body in bodies {
            body.object.placement.shift += DVec3::new(x, y, 0.0);
            scene.objects.push(body.object);
        }
    }
    draws.rng.shuffle(&mut scene.objects);
    is_seen(&scene, draws.rules.size).then_some(scene)
}

/// Whether enough of every body shows, and none touches the border.
fn is_seen(scene: &Scene, size: [usize; 2]) -> bool {
    let outlines: Vec<Outline> =
        scene.objects.iter().map(|object| Outline::new(object, &scene.camera, size)).collect();
    let depth = |at: usize| scene.camera.project(size, scene.objects[at].placement.shift).z;
    outlines.iter().enumerate().all(|(at, own)| {
        let mut before: Option<Outline> = None;
        for (_, outline) in outlines.iter().enumerate().filter(|(other, _)| depth(*other) < depth(at)) {
            match &mut before {
                Some(before) => before.add(outline),
                None => before = Some(outline.clone()),
            }
        }
        let hidden = before.map_or(0, |before| before.shared(own));
        own.is_within(BORDER) && (own.area() - hidden) as f64 > LEAST_SEEN * own.area() as f64
    })
}

/// A body that stands by itself.
pub(super) fn simple(draws: &mut Draws) -> Body {
    let size = draws.about(0.65, 0.25);
    let turn = draws.about(0.0, 180.0);
    let tall = draws.about(1.0, 0.4);
    let half = DVec3::new(size, rounded(size * draws.about(0.85, 0.35)), rounded(size * tall)) * 0.8;
    match draws.rng.below(6) {
        0 => body(draws, Category::Box, Shape::Box { half }, half.z, turn, half.truncate().length()),
        1 => body(draws, Category::Ball, Shape::Ball { radius: size }, size, turn, size),
        2 => {
            let height = rounded(0.8 * size * tall);
            let shape = Shape::cylinder(rounded(size * 0.8), height);
            body(draws, Category::Cylinder, shape, height, turn, size * 0.8)
        }
        3 => {
            let height = rounded(size * tall);
            let top = if draws.rng.coin() { 0.0 } else { rounded(size * 0.4) };
            let shape = Shape::Frustum { bottom: size, top, half_height: height };
            body(draws, Category::Cone, shape, height, turn, size)
        }
        4 => {
            let tube = rounded(size * draws.about(0.25, 0.08));
            body(draws, Category::Ring, Shape::Ring { ring: size, tube }, tube, turn, size + tube)
        }
        _ => {
            let bar = rounded(size * draws.about(0.16, 0.04));
            frame(draws, size, bar, turn)
        }
    }
}

/// A body of one shape that stands at that height.
fn body(draws: &mut Draws, category: Category, shape: Shape, height: f64, turn: f64, radius: f64) -> Body {
    let piece = Piece { shape, placement: Placement::IDENTITY };
    let pose = Pose::upright([0.0, 0.0, height], turn);
    Body { object: object(draws, category, vec![piece], pose), radius }
}

/// Four bars in a square that stands upright.
fn frame(draws: &mut Draws, size: f64, bar: f64, turn: f64) -> Body {
    let piece = |half: DVec3, shift: DVec3| Piece {
        shape: Shape::Box { half },
        placement: Placement { shift, ..Placement::IDENTITY },
    };
    let inner = size - 2.0 * bar;
    let pieces = [-1.0, 1.0].into_iter().flat_map(|side| {
        let off = side * (size - bar);
        [
            piece(DVec3::new(size, bar, bar), DVec3::new(0.0, 0.0, off)),
            piece(DVec3::new(bar, bar, inner), DVec3::new(off, 0.0, 0.0)),
        ]
    });
    let pose = Pose::upright([0.0, 0.0, size], turn);
    let object = object(draws, Category::Frame, pieces.collect(), pose);
    Body { object, radius: size * 1.1 }
}

/// Two bodies of which neither can be taken away without moving the other. They touch nearly everywhere, and so are of two
/// colours.
pub(super) fn interlocked(draws: &mut Draws) -> [Body; 2] {
    let mut pair = joined(draws);
    while pair[1].object.paint == pair[0].object.paint {
        pair[1].object.paint = paint(&pair[1].object.model, &mut draws.rng);
    }
    pair
}

fn joined(draws: &mut Draws) -> [Body; 2] {
    let size = draws.about(0.8, 0.15);
    let tube = rounded(size * draws.about(0.16, 0.03));
    let turn = draws.about(0.0, 180.0);
    let ring = |size: f64, tube: f64| {
        vec![Piece { shape: Shape::Ring { ring: size, tube }, placement: Placement::IDENTITY }]
    };
    // A ring that stands upright, its middle as high as it is large.
    let upright = |draws: &mut Draws| {
        let quarter = std::f64::consts::FRAC_1_SQRT_2;
        let half = turn.to_radians() / 2.0;
        let (sin, cos) = (libm::sin(half), libm::cos(half));
        let turned = [quarter * cos, quarter * cos, quarter * sin, quarter * sin];
        let pose =
            Pose::new([0.0, 0.0, rounded(size + tube)], turned).unwrap_or(Pose::upright([0.0; 3], 0.0));
        Body { object: object(draws, Category::Ring, ring(size, tube), pose), radius: 2.0 * size }
    };
    match draws.rng.below(3) {
        0 => {
            // Two links of a chain: one stands, the other lies on the lowest place of its inside and on the ground.
            let standing = upright(draws);
            let lean = libm::asin((tube + 0.01) / size);
            let angle = turn.to_radians();
            let (sin, cos) = (libm::sin(angle), libm::cos(angle));
            let (tip, rest) = (libm::sin(lean / 2.0), libm::cos(lean / 2.0));
            let middle = [rounded(cos * size), rounded(sin * size), rounded(2.0 * tube + 0.01)];
            let pose =
                Pose::new(middle, [rest, -sin * tip, cos * tip, 0.0]).unwrap_or(Pose::upright(middle, 0.0));
            let lying = object(draws, Category::Ring, ring(size, tube), pose);
            [standing, Body { object: lying, radius: 2.0 * size }]
        }
        1 => {
            // A ring over a post.
            let post = rounded((size - tube) * 0.45);
            let height = rounded(size * draws.about(1.1, 0.2));
            let standing = body(draws, Category::Cylinder, Shape::cylinder(post, height), height, turn, post);
            let pose = Pose::upright([0.0, 0.0, tube], 0.0);
            let lying = object(draws, Category::Ring, ring(size, tube), pose);
            [standing, Body { object: lying, radius: size + tube }]
        }
        _ => {
            // A bar through a frame.
            let bar = rounded(size * 0.14);
            let around = frame(draws, size, bar, turn);
            let half = DVec3::new(rounded(size * 0.22), rounded(size * 1.3), rounded(size * 0.2));
            let piece = Piece { shape: Shape::Box { half }, placement: Placement::IDENTITY };
            let height = rounded(2.0 * bar + half.z + 0.001);
            let pose = Pose::upright([0.0, 0.0, height], turn);
            let through = object(draws, Category::Box, vec![piece], pose);
            [around, Body { object: through, radius: size * 1.35 }]
        }
    }
}

fn object(draws: &mut Draws, category: Category, pieces: Vec<Piece>, pose: Pose) -> Object {
    let parts = vec![Part { category: PartCategory::Body, pieces }];
    let model = Arc::new(Model { category, name: category.name().into(), parts });
    let paint = paint(&model, &mut draws.rng);
    Object { model, placement: pose.placement(), paint }
}

#[cfg(test)]
mod tests {
    use crate::arrange::Supply;
    use crate::scene::Kind;
    use crate::stock::Generated;
    use spatiq_bench::{Seed, Split};

    #[test]
    fn what_is_interlocked_is_of_two_colours() {
        let mut supply = Supply::new(Kind::Ground, &Generated, Split::Train, Seed::root(2));
        for _ in 0..60 {
            let [one, other] = supply.interlocked();
            assert_ne!(one.paint, other.paint);
        }
    }
}
