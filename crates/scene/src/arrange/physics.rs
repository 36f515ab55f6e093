//! Scenes in which something may fall: a piece of furniture that is tilted, leans on the back wall or stands on another.
//!
//! What is stable is not decided here but by simulation. How many are to fall is given: an attempt that turns out otherwise, or
//! whose verdict would be close, is thrown away.

use super::paint::paint;
use super::room::{BORDER, is_inside, standing};
use super::surroundings::empty;
use super::{ArrangeError, Draws, Outline, Rehearsed, rounded};
use crate::Pose;
use crate::category::Category;
use crate::graph::directions;
use crate::model::Model;
use crate::physics::{all_stay, clearance, settle};
use crate::scene::{Object, Scene};
use crate::shape::{Piece, Shape};
use spatiq_geom::{DVec3, Placement};
use std::sync::Arc;

/// Things are put down so far above what they stand on, in metres: they must not start inside it.
const ABOVE: f64 = 0.0005;

/// How far over an edge something is put that is to be moved back, give or take, relative to half of what is below.
const OVER: f64 = 0.35;

/// How far it may be off to the side, likewise.
const ASTRAY: f64 = 0.15;

/// How far off the middle something is put that is to stay, at most, likewise.
const STAYS: f64 = 0.7;

/// Ways to put something that falls. What lies hardly does.
const WAYS_TO_FALL: &[Way] = &[Way::Tilted, Way::Leaning, Way::Stacked, Way::Stacked];

/// Ways to put something that stays. What is tilted does not.
const WAYS_TO_STAY: &[Way] = &[Way::Lying, Way::Leaning, Way::Stacked, Way::Stacked];

/// Of the first ways so many take a single object.
const WAYS_OF_ONE: usize = 2;

/// Of a piece of furniture that another stands on, as much of its outline is left as this share, at least: one that is hidden is none to
/// ask about.
const LEFT: f64 = 0.4;

/// What leans does so by so many degrees more than where it would be balanced on its hind edge, give or take.
const LEANS: [f64; 2] = [0.0, 10.0];

/// The share of its plan over which something must be level at its highest to have others on top.
const LEVEL: f64 = 0.6;

/// What other things stand on, if its top is level. Tables come twice as often.
const BELOW: [Category; 3] = [Category::Table, Category::Table, Category::Refrigerator];

#[derive(Clone, Copy, Debug)]
enum Way {
    Tilted,
    Lying,
    Leaning,
    Stacked,
}

/// A physical scene, or `None` where something found no place or a verdict would be close.
pub fn physics(draws: &mut Draws) -> Result<Option<Rehearsed>, ArrangeError> {
    let mut scene = empty(draws);
    let wanted = *draws.rules.objects.start();
    let ways = if draws.falls > 0 { WAYS_TO_FALL } else { WAYS_TO_STAY };
    let ways = if wanted >= 2 && !supports(draws).is_empty() { ways } else { &ways[..WAYS_OF_ONE] };
    let way = if draws.rules.overhang.is_some() { Way::Stacked } else { ways[draws.way % ways.len()] };
    let mut outlines: Vec<Outline> = Vec::new();
    match way {
        Way::Stacked => {
            let Some(pair) = stack(draws, &scene)? else { return Ok(None) };
            outlines.extend(pair.iter().map(|object| outline(draws, &scene, object)));
            scene.objects.extend(pair);
        }
        _ => {
            let (object, found) = slanted(draws, &scene, way)?;
            scene.objects.push(object);
            outlines.push(found);
        }
    }
    let fits = scene.objects.iter().all(|object| is_inside(&scene, object));
    if !fits || !outlines.iter().all(|outline| outline.is_within(BORDER)) {
        return Ok(None);
    }
    if let [below, above] = &outlines[..]
        && (below.area() - below.shared(above)) as f64 <= LEFT * below.area() as f64
    {
        return Ok(None);
    }
    // What falls off a stack seldom brings anything down with it, so the second that falls does so by itself.
    for _ in 1..draws.falls {
        let way = WAYS_TO_FALL[draws.rng.below(WAYS_OF_ONE)];
        let (object, found) = slanted(draws, &scene, way)?;
        let is_seen = found.is_within(BORDER) && outlines.iter().all(|other| found.shared(other) == 0);
        if !is_seen || !is_inside(&scene, &object) {
            return Ok(None);
        }
        scene.objects.push(object);
        outlines.push(found);
    }
    while scene.objects.len() < wanted {
        let Some((object, found)) = standing(draws, &scene, &outlines)? else { return Ok(None) };
        scene.objects.push(object);
        outlines.push(found);
    }
    let scene = crate::file::settled(&scene);
    let settled = match draws.falls {
        0 => all_stay(&scene),
        falls => Some(settle(&scene)).filter(|verdicts| {
            let fallen = verdicts.iter().filter(|verdict| !verdict.stable).count();
            fallen == falls && verdicts.iter().all(|verdict| verdict.clear)
        }),
    };
    Ok(settled.map(|settled| Rehearsed { scene, settled }))
}

/// Where an object is in the picture.
fn outline(draws: &Draws, scene: &Scene, object: &Object) -> Outline {
    Outline::new(object, &scene.camera, draws.rules.size)
}

/// Those of the categories that others can stand on which are wanted and to be had.
fn supports(draws: &Draws) -> Vec<Category> {
    BELOW.into_iter().filter(|category| draws.has(*category)).collect()
}

/// Something on top of a table or a refrigerator, often over its edge; nothing if it misses it.
fn stack(draws: &mut Draws, scene: &Scene) -> Result<Option<[Object; 2]>, ArrangeError> {
    let below = match supports(draws) {
        // Only where a stack is asked for without anything to stand on: then it is whatever there is.
        none if none.is_empty() => draws.category(),
        some => *draws.rng.pick(&some),
    };
    let (x, y) = (draws.about(0.0, 2.5), draws.about(0.0, 2.5));
    let model = draws.model(below)?;
    let base = object(draws, model, |draws| Pose::upright([x, y, 0.0], draws.about(0.0, 50.0)));
    let category = draws.category();
    if !has_level_top(&base.model) {
        return Ok(None);
    }
    let [low, high] = base.bounds();
    let reach = (high - low) / 2.0;
    // From the middle to where half of it is over the edge.
    let (aside, along) = match draws.rules.overhang {
        None => {
            let most = if draws.falls > 0 { 1.0 } else { STAYS };
            (draws.about(0.0, most * reach.x), draws.about(0.0, most * reach.y))
        }
        Some(back) => {
            let over = back.of(&directions(&scene.camera)) * -draws.about(0.8, OVER);
            let [sideways, deep] = [reach.x, reach.y].map(|reach| draws.about(0.0, ASTRAY * reach));
            (over.x * reach.x + over.y.abs() * sideways, over.y * reach.y + over.x.abs() * deep)
        }
    };
    let model = draws.model(category)?;
    let mut top = object(draws, model, |draws| {
        Pose::upright(
            [rounded(x + aside), rounded(y + along), rounded(high.z + ABOVE)],
            draws.about(0.0, 90.0),
        )
    });
    // Tops may be round or stepped, and a corner of the box around them empty.
    let Some(gap) = clearance(&top, &base) else { return Ok(None) };
    if gap > 4.0 * ABOVE {
        top.placement.shift.z = ((top.placement.shift.z - gap + ABOVE) * 1e5).ceil() / 1e5;
    }
    let stands_on_floor = top.bounds()[0].z < 2.0 * ABOVE;
    Ok((!stands_on_floor).then_some([base, top]))
}

/// Whether pieces that end in a level face cover most of a model at its highest.
fn has_level_top(model: &Model) -> bool {
    let plan = |[low, high]: [DVec3; 2]| (high.x - low.x) * (high.y - low.y);
    let all = model.bounds();
    let is_top = |piece: &&Piece| {
        let is_level = match piece.shape {
            Shape::Box { .. } | Shape::Prism { .. } | Shape::Frustum { .. } => {
                piece.placement.turn.z_axis.z.abs() > 0.9999
            }
            // Whatever a mesh is like: what is put on it is lowered until it touches.
            Shape::Mesh(_) => true,
            Shape::Ball { .. } | Shape::Ring { .. } => false,
        };
        is_level && piece.bounds()[1].z > all[1].z - 2.0 * ABOVE
    };
    let covered: f64 = model.pieces().filter(is_top).map(|piece| plan(piece.bounds())).sum();
    covered > LEVEL * plan(all)
}

/// Something that is turned about a level axis and put on the floor, or against the back wall.
fn slanted(draws: &mut Draws, scene: &Scene, way: Way) -> Result<(Object, Outline), ArrangeError> {
    let category = draws.category();
    let degrees = match way {
        Way::Lying => *draws.rng.pick(&[-90.0, 90.0, 90.0]),
        Way::Leaning => draws.about(LEANS[0], LEANS[1]),
        _ => draws.about(32.0, 20.0) * if draws.rng.coin() { 1.0 } else { -1.0 },
    };
    let upright = draws.about(0.0, 60.0);
    let (upright, axis) = match way {
        // Backwards, towards the wall.
        Way::Leaning => (0.0, 0.0),
        // About an axis of its own, so that it lies on a side.
        Way::Lying => (upright, upright + 90.0 * draws.rng.below(2) as f64),
        _ => (upright, draws.about(0.0, 180.0)),
    };
    let model = draws.model(category)?;
    let degrees = match way {
        Way::Leaning => rounded(balance(&model) + degrees),
        _ => degrees,
    };
    let mut object = object(draws, model, |_| tilted(upright, axis, -degrees));
    let [low, high] = object.bounds();
    let back = scene.room.walls.as_ref().map_or(0.0, |walls| walls.back);
    let y = match way {
        Way::Leaning => back - high.y - ABOVE,
        _ => draws.about(-0.5, 2.0),
    };
    let x = draws.about(0.0, 3.5);
    object.placement.shift += DVec3::new(x, y, ABOVE - low.z).map(|value| (value * 1e5).ceil() / 1e5);
    if matches!(way, Way::Leaning) {
        // Rounded up, it must not end up in the wall.
        object.placement.shift.y -= 1e-5;
    }
    let found = outline(draws, scene, &object);
    Ok((object, found))
}

/// How far a model leans back when its middle is above its hind edge, in degrees.
fn balance(model: &Model) -> f64 {
    let [low, high] = model.bounds();
    libm::atan2(high.y - low.y, high.z - low.z).to_degrees()
}

/// Turned about the vertical, and then about a level axis at an angle to the picture; all in degrees.
fn tilted(upright: f64, axis: f64, degrees: f64) -> Pose {
    let half = |degrees: f64| degrees.to_radians() / 2.0;
    let (sin, cos) = (libm::sin(half(degrees)), libm::cos(half(degrees)));
    let around = axis.to_radians();
    let (x, y) = (sin * libm::cos(around), sin * libm::sin(around));
    let (z, w) = (libm::sin(half(upright)), libm::cos(half(upright)));
    // The product of the tilt (cos, x, y, 0) and the turn (w, 0, 0, z).
    Pose::new([0.0; 3], [cos * w, x * w + y * z, y * w - x * z, cos * z])
        .unwrap_or(Pose::upright([0.0; 3], 0.0))
}

fn object(draws: &mut Draws, model: Arc<Model>, pose: impl FnOnce(&mut Draws) -> Pose) -> Object {
    let paint = paint(&model, &mut draws.rng);
    let placement: Placement = pose(draws).placement();
    Object { model, placement, paint }
}
