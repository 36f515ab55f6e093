//! Seeing: what programs run on, recovered from a picture, its depth and the true masks.
//!
//! 1. `room`: floor and walls are planes in the depth of what is no object; they give the camera and the world's axes.
//! 2. `points`: every pixel of an object becomes a point of the world with the way its surface looks.
//! 3. `frame`, `features`, `recognise`: numbers that do not depend on where an object stands and how it is turned are
//!    measured of every part, and forests that learnt from the train split tell what it is.
//! 4. `colours`, `lines`: names of colours in any light; lines and planes.
//! 5. `solids`, `carving`: objects are put together again from what is seen, completed by symmetry, and simulated.
//!
//! The numbers of the masks tell which pixels belong together and nothing else: their order is not looked at.

mod carving;
mod colours;
#[cfg(test)]
mod falling;
mod features;
#[cfg(test)]
mod fitting;
mod forest;
mod frame;
#[cfg(test)]
mod growing;
mod labels;
mod layers;
mod lines;
#[cfg(test)]
mod measuring;
mod points;
mod recognise;
mod room;
mod solids;
#[cfg(test)]
mod tests;

use super::world::{Reading, World, WorldError};
use layers::Layers;
use points::{SeenObject, SeenPart};
use recognise::{Learnt, Recognised};
use room::Room;
use spatiq_bench::Given;
use spatiq_geom::DVec3;
use spatiq_raster::DecodeError;
use spatiq_scene::fit::Fit;
use spatiq_scene::graph::{Graph, Instance, Node, PartNode, Six};
use spatiq_scene::physics::Direction;
use spatiq_scene::{Colour, Kind, Paint, PartCategory, Pose};
use std::collections::BTreeMap;
use thiserror::Error;

/// Why nothing can be made of a picture.
#[derive(Debug, Error)]
pub enum SeeError {
    /// A file is damaged.
    #[error("the layer {layer}: {error}")]
    Picture {
        /// Which one.
        layer: &'static str,
        /// What is wrong.
        error: DecodeError,
    },
    /// Masks were not given.
    #[error("the true masks of {layer} are needed, and are not given")]
    Missing {
        /// Which ones.
        layer: &'static str,
    },
    /// Files of different pictures.
    #[error("the layer {layer} has {found:?} pixels, but the picture has {size:?}")]
    Sizes {
        /// Which one.
        layer: &'static str,
        /// Its width and height.
        found: [usize; 2],
        /// Those of the picture.
        size: [usize; 2],
    },
    /// Masks that do not fit each other.
    #[error("a pixel is of the object {object} and the part {part}, which the masks do not agree on")]
    Masks {
        /// The object there.
        object: u16,
        /// The part there.
        part: u16,
    },
    /// There is no floor to stand on.
    #[error("no floor is seen: the depth is that of no room")]
    NoFloor,
    /// What was learnt is damaged.
    #[error("what was learnt of furniture cannot be read")]
    Learnt,
    /// More than programs can handle.
    #[error(transparent)]
    World(#[from] WorldError),
}

/// What is nearly parallel or perpendicular is taken for it: measured directions are a little off, and nothing is asked where that is the truth.
const READING: Reading = Reading { generous: true, ..Reading::PLAIN };

/// What a picture shows, then to someone whom a question tells that one object is unstable, and last to one who is told also that a single direction
/// helps it.
pub fn see_and_presume(image: &[u8], depth: &[u8], given: &Given) -> Result<[World; 3], SeeError> {
    let mut graph = graph(&Layers::read(image, depth, given)?)?;
    let seen = World::of(&graph, &READING)?;
    presume_one_unstable(&mut graph);
    let one_unstable = World::of(&graph, &READING)?;
    presume_one_direction(&mut graph);
    Ok([seen, one_unstable, World::of(&graph, &READING)?])
}

/// The object that moves most is the unstable one, and a move that is not seen to help does not.
fn presume_one_unstable(graph: &mut Graph) {
    let motion = |node: &Node| node.stability.as_ref().map_or(0.0, |stability| stability.motion);
    let most = graph.objects.iter().map(motion).fold(0.0, f64::max);
    for stability in graph.objects.iter_mut().filter_map(|node| node.stability.as_mut()) {
        stability.stable = Some(stability.motion < most);
        for change in &mut stability.changes {
            change.helps = Some(change.helps == Some(true));
        }
    }
}

/// The direction that helps best is the only one: that helps most often, and where that is the same, after which the object moves least.
fn presume_one_direction(graph: &mut Graph) {
    for stability in graph.objects.iter_mut().filter_map(|node| node.stability.as_mut()) {
        let merit = |direction: &Direction| {
            let own = || stability.changes.iter().filter(|change| change.direction == *direction);
            let helps = own().filter(|change| change.helps == Some(true)).count();
            let least = own().filter_map(|change| change.motion).fold(f64::INFINITY, f64::min);
            (helps, -least)
        };
        let by_merit = |a: &Direction, b: &Direction| {
            let ((helps, least), (other_helps, other_least)) = (merit(a), merit(b));
            helps.cmp(&other_helps).then(least.total_cmp(&other_least))
        };
        let best = Direction::ALL.into_iter().max_by(by_merit);
        for change in &mut stability.changes {
            change.helps = Some(Some(change.direction) == best);
        }
    }
}

/// What a picture shows, as programs want it: recovered from its colours (PNG, RGB), its depth (PNG, 16-bit millimetres) and
/// the true masks of objects and parts in `given`, which must be there; a graph is not looked at.
#[cfg(test)]
pub fn see(image: &[u8], depth: &[u8], given: &Given) -> Result<World, SeeError> {
    let [seen, ..] = see_and_presume(image, depth, given)?;
    Ok(seen)
}

/// The scene graph of a picture.
fn graph(layers: &Layers) -> Result<Graph, SeeError> {
    let room = Room::of(layers)?;
    let objects = points::objects(layers, &room);
    let known = recognised(layers, &room, &objects)?;
    let mut nodes: Vec<Node> =
        objects.iter().zip(&known).map(|(object, known)| node(layers, object, known)).collect();
    if room.physical {
        let stability = solids::stability(layers, &room, &objects, &known);
        nodes.iter_mut().zip(stability).for_each(|(node, stability)| node.stability = Some(stability));
    }
    let [right, behind] = room.directions();
    let six = Six { left: -right, right, front: -behind, behind, above: DVec3::Z, below: DVec3::NEG_Z };
    Ok(Graph {
        kind: if room.physical { Kind::Physics } else { Kind::Room },
        size: layers.size,
        camera: room.camera(),
        directions: six.map(|direction| direction.to_array()),
        objects: nodes,
        // Worlds work these out for themselves.
        spatial: six.map(|_| Vec::new()),
        geometric: Vec::new(),
    })
}

/// What is made of each object.
fn recognised(layers: &Layers, room: &Room, objects: &[SeenObject]) -> Result<Vec<Recognised>, SeeError> {
    let learnt = Learnt::get()?;
    let recognise = |object: &SeenObject| {
        let pixels = |part: &SeenPart| part.points.iter().map(|point| point.at).collect::<Vec<_>>();
        let colours: Vec<Colour> =
            object.parts.iter().map(|part| colours::name(layers, &pixels(part))).collect();
        learnt.recognise(object, &colours, room.eye, room.physical)
    };
    Ok(objects.iter().map(recognise).collect())
}

fn node(layers: &Layers, object: &SeenObject, known: &Recognised) -> Node {
    let frame = &known.frame;
    let middle = frame.axes * ((frame.low + frame.high) / 2.0);
    let lowest = object.points().map(|point| point.place.z).fold(f64::INFINITY, f64::min);
    let fits = lines::fits(object, known);
    let mut groups: BTreeMap<PartCategory, Vec<usize>> = BTreeMap::new();
    for (nth, part) in known.parts.iter().enumerate() {
        groups.entry(*part).or_default().push(nth);
    }
    let parts = groups.into_iter().map(|(part, own)| part_node(layers, object, &fits, part, &own));
    Node {
        category: known.category,
        model: object.id.to_string(),
        pose: Pose::upright([0.0; 3], 0.0),
        stand: [middle.x, middle.y, lowest],
        middle: middle.to_array(),
        pixel: [0.0; 2],
        depth: 0.0,
        pixels: object.points().count(),
        visible_box: None,
        amodal_box: None,
        parts: parts.collect(),
        stability: None,
    }
}

fn part_node(
    layers: &Layers,
    object: &SeenObject,
    fits: &[Option<Fit>],
    part: PartCategory,
    own: &[usize],
) -> PartNode {
    let pixels: Vec<usize> =
        own.iter().flat_map(|nth| object.parts[*nth].points.iter().map(|point| point.at)).collect();
    let instance = |nth: &usize| Instance {
        id: usize::from(object.parts[*nth].id),
        pixels: object.parts[*nth].points.len(),
        visible: true,
        visible_box: None,
        amodal_box: None,
        fit: fits[*nth],
        roughly: None,
    };
    let weighted = own.iter().map(|nth| (fits[*nth], object.parts[*nth].points.len()));
    PartNode {
        part,
        paint: Paint::Named(colours::name(layers, &pixels)),
        count: own.len(),
        visible: own.len(),
        fit: lines::common(&weighted.collect::<Vec<_>>()),
        instances: own.iter().map(instance).collect(),
    }
}
