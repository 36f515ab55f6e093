//! Which objects are left of, right of, in front of, behind, above and below which, as the camera sees it.

use crate::scene::{Camera, Object, Scene};
use serde::{Deserialize, Serialize};
use spatiq_geom::DVec3;

/// How far an object must be in a direction to be there, in metres.
pub const LEAST_OFFSET: f64 = 0.2;

/// The six directions, of length one; the first four along the floor.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[allow(missing_docs)]
pub struct Six<T> {
    pub left: T,
    pub right: T,
    pub front: T,
    pub behind: T,
    pub above: T,
    pub below: T,
}

impl<T> Six<T> {
    /// Each of the six changed.
    pub fn map<U>(&self, change: impl Fn(&T) -> U) -> Six<U> {
        Six {
            left: change(&self.left),
            right: change(&self.right),
            front: change(&self.front),
            behind: change(&self.behind),
            above: change(&self.above),
            below: change(&self.below),
        }
    }
}

/// The six directions as a camera sees them: its own right and its view, laid on the floor.
pub fn directions(camera: &Camera) -> Six<DVec3> {
    let [right, _, view] = camera.axes();
    // The picture's x axis is level already.
    let behind = DVec3::new(view.x, view.y, 0.0).normalize();
    Six { left: -right, right, front: -behind, behind, above: DVec3::Z, below: -DVec3::Z }
}

/// Where an object is, for the sake of relations: in the middle of the box around its model, at the height of its lowest point.
/// So a tall thing is not above a low one that stands beside it, and a thing that fell over is where it lies.
pub fn stand(object: &Object) -> DVec3 {
    let [low, high] = object.model.bounds();
    let middle = object.placement.to_world((low + high) / 2.0);
    let [lowest, _] = object.bounds();
    DVec3::new(middle.x, middle.y, lowest.z)
}

/// For each direction and each object i the objects j that are there as seen from i, in order.
pub fn spatial(scene: &Scene) -> Six<Vec<Vec<usize>>> {
    let stands: Vec<DVec3> = scene.objects.iter().map(stand).collect();
    directions(&scene.camera).map(|direction| {
        let there = |i: &DVec3| {
            let far = |j: &DVec3| (*j - *i).dot(*direction) > LEAST_OFFSET;
            (0..stands.len()).filter(|j| far(&stands[*j])).collect()
        };
        stands.iter().map(there).collect()
    })
}
