//! What is where nobody would put it, though it reaches into nothing: furniture that hovers in a room where nothing falls, and a
//! camera inside of something.

use crate::facets::Facets;
use crate::physics::clearance;
use crate::scene::{Kind, Object, Scene};
use crate::shape::Shape;
use spatiq_geom::DVec3;
use thiserror::Error;

/// What is no higher than this above the floor or another thing, in metres, stands on it.
const STANDS: f64 = 0.01;

/// What makes no sense about a scene.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Misplaced {
    /// Something hangs in the air.
    #[error(
        "{object} hovers {height} m above {below}, and in a scene of kind room nothing falls; move it down, or make it one of kind physics"
    )]
    Hovers {
        /// What: `objects[1] ("chair-000123")`.
        object: String,
        /// How high, in metres.
        height: String,
        /// Above what: the floor, or another object.
        below: String,
    },
    /// Nothing but the inside of something would be seen.
    #[error("camera: eye is inside of {object}, of which nothing but the inside would be seen; move it out")]
    Inside {
        /// In what: likewise.
        object: String,
    },
}

/// Refuses a scene in which something hovers where nothing can fall, or whose camera is inside of something.
pub fn check(scene: &Scene) -> Result<(), Misplaced> {
    let eye = DVec3::from(scene.camera.eye);
    if let Some(index) = scene.objects.iter().position(|object| contains(object, eye)) {
        return Err(Misplaced::Inside { object: scene.named(index) });
    }
    if scene.kind != Kind::Room {
        return Ok(());
    }
    for (index, object) in scene.objects.iter().enumerate() {
        let [low, high] = object.bounds();
        let mut least = (low.z, "the floor".to_owned());
        if low.z <= STANDS {
            continue;
        }
        for (other, below) in scene.objects.iter().enumerate().filter(|(other, _)| *other != index) {
            let [from, to] = below.bounds();
            let is_under =
                from.z < low.z && from.x < high.x && to.x > low.x && from.y < high.y && to.y > low.y;
            if let Some(gap) = clearance(object, below).filter(|gap| is_under && *gap < least.0) {
                least = (gap, scene.named(other));
            }
        }
        let (height, below) = least;
        if height > STANDS {
            return Err(Misplaced::Hovers {
                object: scene.named(index),
                height: format!("{height:.3}"),
                below,
            });
        }
    }
    Ok(())
}

/// Whether a point is inside of an object.
fn contains(object: &Object, point: DVec3) -> bool {
    let [low, high] = object.bounds();
    let is_near = low.cmple(point).all() && point.cmple(high).all();
    is_near
        && object.model.pieces().any(|piece| {
            let placement = piece.placement.within(&object.placement);
            within(&piece.shape, placement.to_local(point))
        })
}

/// Whether a point is inside of a shape.
pub(crate) fn within(shape: &Shape, p: DVec3) -> bool {
    let aside = p.truncate().length();
    match shape {
        Shape::Box { half } => p.abs().cmple(*half).all(),
        Shape::Frustum { bottom, top, half_height } => {
            let share = (p.z / half_height + 1.0) / 2.0;
            p.z.abs() <= *half_height && aside <= bottom + (top - bottom) * share
        }
        Shape::Prism { outline, half_height } => {
            let sides = outline.iter().zip(outline.iter().cycle().skip(1));
            p.z.abs() <= *half_height
                && sides.into_iter().all(|(a, b)| (*b - *a).perp_dot(p.truncate() - *a) >= 0.0)
        }
        Shape::Ball { radius } => p.length() <= *radius,
        Shape::Ring { ring, tube } => libm::hypot(aside - ring, p.z) <= *tube,
        Shape::Mesh(facets) => is_bounded(facets, p),
    }
}

/// Whether triangles bound a solid that a point is in, as rays to two sides say: they need not bound anything.
fn is_bounded(facets: &Facets, point: DVec3) -> bool {
    // Neither is along what furniture is made of.
    [DVec3::new(0.31, 0.47, 0.83), DVec3::new(-0.59, 0.37, -0.71)].into_iter().all(|way| {
        let hits = |triangle: &u32| {
            let [a, b, c] = facets.corners(*triangle).map(|corner| corner - point);
            // The sides turn around the ray all in one way, and the triangle is ahead.
            let turns = [a.cross(b), b.cross(c), c.cross(a)].map(|turn| turn.dot(way));
            let around = turns.iter().all(|turn| *turn >= 0.0) || turns.iter().all(|turn| *turn <= 0.0);
            let flat = (b - a).cross(c - a);
            around && flat.dot(way) != 0.0 && flat.dot(a) / flat.dot(way) > 0.0
        };
        (0..facets.triangles().len() as u32).filter(hits).count() % 2 == 1
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arrange::{Rules, arrange};
    use crate::stock::Generated;
    use spatiq_bench::{Seed, Split};
    use spatiq_geom::{Mesh, NEVER};

    fn scene(kind: Kind, seed: u64) -> Scene {
        arrange(&Rules::of(kind), &Generated, Split::Train, &Seed::root(seed)).unwrap()
    }

    #[test]
    fn what_is_made_is_never_refused() {
        for kind in [Kind::Room, Kind::Physics, Kind::Ground] {
            for seed in 0..10 {
                assert_eq!(check(&scene(kind, seed)), Ok(()), "{kind:?} {seed}");
            }
        }
    }

    #[test]
    fn what_hovers_in_a_room_is_refused_and_what_stands_on_something_is_not() {
        let mut scene = scene(Kind::Room, 3);
        scene.objects.truncate(2);
        scene.objects[1].placement.shift.z += 0.4321;
        let said = check(&scene).unwrap_err().to_string();
        let name = &scene.objects[1].model.name;
        assert!(said.starts_with(&format!("objects[1] ({name:?}) hovers 0.432 m above the floor")), "{said}");
        // Above the other one, and then put down on it.
        let below = scene.objects[0].placement.shift;
        scene.objects[1].placement.shift = below.with_z(3.0);
        let said = check(&scene).unwrap_err().to_string();
        assert!(said.contains("m above objects[0] ("), "{said}");
        let gap = clearance(&scene.objects[1], &scene.objects[0]).unwrap();
        scene.objects[1].placement.shift.z -= gap;
        assert_eq!(check(&scene), Ok(()));
        scene.objects[1].placement.shift.z += 0.5;
        scene.kind = Kind::Physics;
        assert_eq!(check(&scene), Ok(()), "there it falls");
    }

    #[test]
    fn a_camera_inside_of_something_is_refused() {
        let mut scene = scene(Kind::Ground, 1);
        for index in 0..scene.objects.len() {
            // In the middle of its first piece, or of the tube of a ring.
            let object = &scene.objects[index];
            let piece = &object.model.parts[0].pieces[0];
            let middle = match &piece.shape {
                Shape::Ring { ring, .. } => DVec3::X * *ring,
                _ => DVec3::ZERO,
            };
            scene.camera.eye = piece.placement.within(&object.placement).to_world(middle).to_array();
            let said = check(&scene).unwrap_err().to_string();
            assert!(said.contains(&format!("inside of objects[{index}]")), "{said}");
        }
    }

    #[test]
    fn triangles_that_bound_a_solid_have_an_inside_and_others_have_none() {
        let corners = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]].map(DVec3::from);
        let whole = [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]];
        let facets = |sides: &[[u32; 3]]| Shape::mesh(Mesh::from_indexed(&corners, sides, NEVER).unwrap().0);
        let point = DVec3::splat(0.2);
        assert!(within(&facets(&whole), point));
        assert!(!within(&facets(&whole), DVec3::splat(0.4)));
        assert!(!within(&facets(&whole[..1]), point));
    }
}
