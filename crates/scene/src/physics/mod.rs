//! What stays where it is: stability, and which moves would make an unstable object stable.
//!
//! Everything is simulated by the rule of PTR: gravity 10, 500 steps of 1/240 s, and an object is unstable if by then it
//! has moved by more than 0.1 along an axis or a component of its quaternion has changed by more than 0.1. Two engines
//! agree on such a verdict only where it is not close, so every verdict says how far it moved and whether that is clear. What stays
//! only as long as nothing nudges it is never clear.

mod balance;
mod bearing;
mod body;
#[cfg(test)]
mod doubt_tests;
mod limit;
mod simulate;
mod slices;
#[cfg(test)]
mod tests;

pub use body::clearance;
pub use limit::{TooMuch, check_work};

use crate::graph::{Six, directions};
use crate::scene::Scene;
use body::Stage;
use serde::{Deserialize, Serialize};
use simulate::Until;
use spatiq_geom::DVec3;

/// An object that moves farther than this is unstable.
pub const LIMIT: f64 = 0.1;

/// An object that moves less than this is clearly stable.
pub const CLEARLY_STABLE: f64 = 0.03;

/// An object that moves farther than this is clearly unstable.
pub const CLEARLY_UNSTABLE: f64 = 0.3;

/// The distances by which objects are moved, in metres.
pub const DISTANCES: [f64; 4] = [0.25, 0.5, 0.75, 1.0];

/// How deep a moved object may reach into something else, in metres: what merely touches, or was put down a hair too
/// deep, does not block.
pub const TOUCH: f64 = 0.005;

/// How an object of a scene fares when time goes on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Settled {
    /// How far its centre of mass has moved in the end: the largest of x, y and z.
    pub shift: f64,
    /// How far its quaternion has changed in the end: the largest of the four components.
    pub turn: f64,
    /// The larger of the two.
    pub motion: f64,
    /// How far the motion is from the limit between stable and unstable.
    pub margin: f64,
    /// Whether it stays, by the rule.
    pub stable: bool,
    /// Whether that is beyond doubt: it hardly moves, even when it is nudged, or it moves far. What moves only when it is
    /// nudged is not clear, and all the numbers are those of the nudged one.
    pub clear: bool,
    /// Where it is at the start, every 25 steps, and in the end. After a move or a nudge, until the outcome is certain.
    pub trajectory: Vec<Moment>,
}

/// Where an object is at one time.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Moment {
    /// The origin of its model, to a micrometre.
    pub position: [f64; 3],
    /// How it is turned: x, y, z and w.
    pub quaternion: [f64; 4],
}

/// One way to move an object, and what comes of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Change {
    /// Where to.
    pub direction: Direction,
    /// How far, in metres.
    pub distance: f64,
    /// What happens then.
    pub outcome: Outcome,
}

/// The directions in which objects are moved, seen from the camera.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[allow(missing_docs)]
pub enum Direction {
    Left,
    Right,
    Front,
    Behind,
}

/// What comes of a move.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Outcome {
    /// Nothing: something else is there already, or the wall.
    Blocked,
    /// The moved object fares like this.
    Settled(Settled),
}

impl Direction {
    /// All four.
    pub const ALL: [Self; 4] = [Self::Left, Self::Right, Self::Front, Self::Behind];

    /// Its name in files and questions.
    pub fn name(self) -> &'static str {
        match self {
            Self::Left => "left",
            Self::Right => "right",
            Self::Front => "front",
            Self::Behind => "behind",
        }
    }

    /// That one of the six directions.
    pub fn of<T: Copy>(self, six: &Six<T>) -> T {
        match self {
            Self::Left => six.left,
            Self::Right => six.right,
            Self::Front => six.front,
            Self::Behind => six.behind,
        }
    }
}

impl Change {
    /// Whether the object stands stably after the move; `None` where that is in doubt. A move that is blocked does not
    /// make it stand.
    pub fn helps(&self) -> Option<bool> {
        match &self.outcome {
            Outcome::Blocked => Some(false),
            Outcome::Settled(settled) => settled.clear.then_some(settled.stable),
        }
    }
}

impl Settled {
    fn new(shift: f64, turn: f64, trajectory: Vec<Moment>) -> Self {
        let motion = shift.max(turn);
        Self {
            shift,
            turn,
            motion,
            margin: (motion - LIMIT).abs(),
            stable: motion <= LIMIT,
            clear: !(CLEARLY_STABLE..=CLEARLY_UNSTABLE).contains(&motion),
            trajectory,
        }
    }
}

/// How each object of a scene fares, all of them moving together.
pub fn settle(scene: &Scene) -> Vec<Settled> {
    Stage::new(scene).settle(Until::Rest, &[])
}

/// How each object fares, if everything clearly stays where it is, all the time. Takes less time than [`settle`] where it does not.
pub fn all_stay(scene: &Scene) -> Option<Vec<Settled>> {
    let settled = Stage::new(scene).settle(Until::OneMoves, &[]);
    settled.iter().all(|one| one.clear && one.stable).then_some(settled)
}

/// What comes of moving each of the objects that do not stay, given how all fare, in the directions that the camera sees.
/// Nothing for those that stay.
pub fn moves(scene: &Scene, settled: &[Settled]) -> Vec<Vec<Change>> {
    if settled.iter().all(|one| one.stable) {
        return vec![Vec::new(); settled.len()];
    }
    let (stage, ways) = (Stage::new(scene), directions(&scene.camera));
    let moved = |object: usize| match settled[object].stable {
        true => Vec::new(),
        false => stage.changes(object, settled, &ways),
    };
    (0..settled.len()).map(moved).collect()
}

/// What comes of moving one object in the directions that the camera sees, by each direction and distance.
///
/// # Panics
/// If there is no such object.
pub fn changes(scene: &Scene, object: usize) -> Vec<Change> {
    let stage = Stage::new(scene);
    stage.changes(object, &stage.settle(Until::Rest, &[]), &directions(&scene.camera))
}

impl Stage {
    /// What comes of moving one object, given how all fare if nothing is moved. Objects that stay then are asleep until
    /// something touches them; the simulation ends when the outcome of the moved one is certain.
    fn changes(&self, object: usize, unmoved: &[Settled], ways: &Six<DVec3>) -> Vec<Change> {
        let asleep: Vec<bool> = unmoved
            .iter()
            .enumerate()
            .map(|(at, settled)| at != object && settled.clear && settled.stable)
            .collect();
        let moves =
            Direction::ALL.into_iter().flat_map(|direction| DISTANCES.map(|distance| (direction, distance)));
        moves
            .map(|(direction, distance)| {
                let moved = self.moved(object, direction.of(ways) * distance);
                let outcome = match moved.penetrates(object) {
                    true => Outcome::Blocked,
                    false => {
                        Outcome::Settled(moved.settle(Until::Certain(object), &asleep).swap_remove(object))
                    }
                };
                Change { direction, distance, outcome }
            })
            .collect()
    }
}
