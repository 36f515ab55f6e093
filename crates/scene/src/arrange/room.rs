//! Rooms: furniture that stands on the floor, each piece in full view.

use super::outline::mark;
use super::paint::paint;
use super::surroundings::empty;
use super::{ArrangeError, Draws, Outline, rounded};
use crate::Pose;
use crate::model::Model;
use crate::scene::{Object, Scene};
use spatiq_geom::DVec3;
use std::sync::Arc;

/// Places tried for one object before the whole attempt is given up.
const PLACES: usize = 40;

/// How far fronts may look away from the camera, in degrees, so that they can be recognised.
const AWAY: f64 = 65.0;

/// Where objects may stand: to either side, and from front to back.
const FLOOR: [[f64; 2]; 2] = [[-3.8, 3.8], [-3.4, 2.8]];

/// Objects keep off the borders of the picture by so many pixels.
pub const BORDER: f64 = 3.0;

/// A room with so many objects, or `None` where something found no place.
pub fn room(draws: &mut Draws, objects: usize) -> Result<Option<Scene>, ArrangeError> {
    let mut scene = empty(draws);
    let mut outlines: Vec<Outline> = Vec::new();
    for _ in 0..objects {
        let Some((object, found)) = standing(draws, &scene, &outlines)? else { return Ok(None) };
        scene.objects.push(object);
        outlines.push(found);
    }
    Ok(Some(scene))
}

/// An object in a place where it neither touches the border nor hides or is hidden by another.
pub fn standing(
    draws: &mut Draws,
    scene: &Scene,
    others: &[Outline],
) -> Result<Option<(Object, Outline)>, ArrangeError> {
    let category = draws.category();
    let model = draws.model(category)?;
    Ok(placed(draws, scene, others, &model))
}

/// The same with a given model.
pub fn placed(
    draws: &mut Draws,
    scene: &Scene,
    others: &[Outline],
    model: &Arc<Model>,
) -> Option<(Object, Outline)> {
    let paint = paint(model, &mut draws.rng);
    let size = draws.rules.size;
    let marks: Vec<DVec3> =
        model.pieces().map(|piece| piece.placement.to_world(mark(&piece.shape))).collect();
    for _ in 0..PLACES {
        let [x, y] = FLOOR.map(|[low, high]| rounded(draws.rng.between(low, high)));
        let [eye_x, eye_y, _] = scene.camera.eye;
        let towards = libm::atan2(eye_x - x, y - eye_y).to_degrees();
        let degrees = rounded(towards + draws.rng.between(-AWAY, AWAY));
        let placement = Pose::upright([x, y, 0.0], degrees).placement();
        // Some points of it already tell of most places that they are taken.
        let taken = |mark: &DVec3| {
            let at = scene.camera.project(size, placement.to_world(*mark)).truncate();
            let [width, height] = size.map(|pixels| pixels as f64);
            let off = at.min_element() < 0.0 || at.x > width || at.y > height;
            off || others.iter().any(|other| other.covers(at))
        };
        if marks.iter().any(taken) {
            continue;
        }
        let object = Object { model: model.clone(), placement, paint: paint.clone() };
        if !is_inside(scene, &object) {
            continue;
        }
        let found = Outline::new(&object, &scene.camera, size);
        // Outlines are good to a pixel or so: that leaves room for the five that the rule allows.
        if found.is_within(BORDER) && others.iter().all(|other| found.shared(other) == 0) {
            return Some((object, found));
        }
    }
    None
}

/// Whether an object is clear of the walls.
pub fn is_inside(scene: &Scene, object: &Object) -> bool {
    let Some(walls) = &scene.room.walls else { return true };
    let [low, high] = object.bounds();
    high.y < walls.back && high.x < walls.side && low.x > -walls.side
}
