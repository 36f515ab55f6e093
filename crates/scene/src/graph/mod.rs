//! The scene graph: what there is, what of it can be seen, and how it lies to each other.

mod labels;
mod nodes;
mod seen;
mod spatial;
#[cfg(test)]
pub(crate) mod tests;

pub use labels::{Labels, LabelsError};
pub(crate) use labels::{Named, parts};
pub use nodes::{Instance, Node, PartNode, sketched};
pub use seen::{Rect, Seen, Share, part_count};
pub use spatial::{LEAST_OFFSET, Six, directions, spatial, stand};

use crate::category::PartCategory;
use crate::fit::{Relation, relation};
use crate::physics::{Change, Direction, Moment, Outcome, Settled, moves, settle};
use crate::scene::{Camera, Kind, Scene};
use serde::{Deserialize, Serialize};

/// All that questions ask about, in an order that depends on the scene alone.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Graph {
    /// By which rules the scene was put together.
    pub kind: Kind,
    /// Width and height of the picture in pixels.
    pub size: [usize; 2],
    /// From where it is seen.
    pub camera: Camera,
    /// The six directions as the camera sees them, of length one.
    pub directions: Six<[f64; 3]>,
    /// The objects, in the order of the scene.
    pub objects: Vec<Node>,
    /// For each direction and each object the objects that are there, seen from it.
    pub spatial: Six<Vec<Vec<usize>>>,
    /// How the parts of different objects lie to each other; pairs that are neither parallel nor perpendicular are left out.
    pub geometric: Vec<Geometric>,
}

/// How the parts of a category of one object lie to those of another.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Geometric {
    /// The two objects, the one with the lower number first.
    pub objects: [usize; 2],
    /// The part category of each.
    pub parts: [PartCategory; 2],
    /// How they lie; never [`Relation::Neither`].
    pub relation: Relation,
}

/// What physics says about an object.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Stability {
    /// Whether it stays where it is; nothing if that is too close to call.
    pub stable: Option<bool>,
    /// How far it moved: the larger of its shift in metres and of the change of any component of its turn.
    pub motion: f64,
    /// How far that is from where the verdict changes.
    pub margin: f64,
    /// Where it is over time.
    pub trajectory: Vec<Moment>,
    /// Of an object that is unstable, what comes of every move.
    pub changes: Vec<Move>,
}

/// A move of an object.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Move {
    /// Where to.
    pub direction: Direction,
    /// How far, in metres.
    pub distance: f64,
    /// Whether it stands stably then; nothing if that is too close to call.
    pub helps: Option<bool>,
    /// How far it had moved when that was certain; nothing if something is in the way.
    pub motion: Option<f64>,
    /// How far that is from where the verdict changes.
    pub margin: Option<f64>,
}

impl Stability {
    /// How every object of a scene fares, and what comes of moving those that fall.
    pub fn of(scene: &Scene) -> Vec<Self> {
        Self::given(scene, &settle(scene))
    }

    /// The same, where how every object fares is known already; nothing of a scene that was not simulated.
    pub fn given(scene: &Scene, settled: &[Settled]) -> Vec<Self> {
        let moves = moves(scene, settled);
        let one = |(settled, changes): (&Settled, Vec<Change>)| Self {
            stable: settled.clear.then_some(settled.stable),
            motion: settled.motion,
            margin: settled.margin,
            changes: changes.iter().map(Move::of).collect(),
            trajectory: settled.trajectory.clone(),
        };
        settled.iter().zip(moves).map(one).collect()
    }
}

impl Move {
    fn of(change: &Change) -> Self {
        let settled = match &change.outcome {
            Outcome::Blocked => None,
            Outcome::Settled(settled) => Some(settled),
        };
        Self {
            direction: change.direction,
            distance: change.distance,
            helps: change.helps(),
            motion: settled.map(|settled| settled.motion),
            margin: settled.map(|settled| settled.margin),
        }
    }
}

/// The graph of a scene and its picture. `stability` has an entry for each object, or none at all.
///
/// # Panics
/// When the picture is not one of this scene ([`Seen::fits`]).
pub fn graph(scene: &Scene, seen: &Seen, stability: &[Stability]) -> Graph {
    assert!(seen.fits(scene), "the layers are those of another scene");
    let objects = nodes::nodes(scene, seen, stability);
    Graph {
        kind: scene.kind,
        size: seen.size,
        camera: scene.camera,
        directions: directions(&scene.camera).map(|direction| direction.to_array()),
        spatial: spatial(scene),
        geometric: geometric(&objects),
        objects,
    }
}

/// The graph that a scene file tells; nothing where it has none. Unlike the scene, it is believed.
pub fn told(scene_file: &str) -> Result<Option<Graph>, serde_json::Error> {
    #[derive(Deserialize)]
    struct File {
        graph: Option<Graph>,
    }
    serde_json::from_str::<File>(scene_file).map(|file| file.graph)
}

/// The least number of pixels that an instance must show to count as visible.
pub fn least_pixels(kind: Kind) -> usize {
    match kind {
        Kind::Room | Kind::Ground => 5,
        Kind::Physics => 1,
    }
}

fn geometric(objects: &[Node]) -> Vec<Geometric> {
    let mut found = Vec::new();
    for (i, one) in objects.iter().enumerate() {
        for (j, other) in objects.iter().enumerate().skip(i + 1) {
            for (a, a_fit) in one.fits() {
                for (b, b_fit) in other.fits() {
                    found.push(Geometric {
                        objects: [i, j],
                        parts: [a, b],
                        relation: relation(a_fit, b_fit),
                    });
                }
            }
        }
    }
    found.retain(|pair| pair.relation != Relation::Neither);
    found
}
