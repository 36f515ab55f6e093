//! Objects put together again from what is seen of them, and what physics makes of them.

use super::carving::carved;
use super::layers::Layers;
use super::points::SeenObject;
use super::recognise::Recognised;
use super::room::Room;
use spatiq_geom::{DMat3, DVec3, Placement};
use spatiq_scene::graph::{Move, Stability};
use spatiq_scene::physics::{Change, Outcome, Settled, changes, settle};
use spatiq_scene::{Kind, Model, Object, Part, PartCategory, Pattern, Piece, Scene, Shape, Texture, Walls};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Nothing is thinner than this, in metres.
const THINNEST: f64 = 0.02;

/// What seems to be this close touches, in metres: about three pixels.
const CLOSE: f64 = 0.045;

/// Things are put down so far above what they stand on, in metres.
const ABOVE: f64 = 0.0005;

/// Up to this much before a point, in metres, something may be it.
const BEFORE: f64 = 0.03;

/// Something that seems to hover less high than this stands on what is hidden.
const HOVERS: f64 = 0.35;

/// A door that stands out from the body by more than this, in metres, is open: a handle is no longer.
const OPEN: f64 = 0.3;

/// A part that is put together again, along the axes of its object.
#[derive(Clone, Copy, Debug)]
struct Block {
    part: PartCategory,
    low: DVec3,
    high: DVec3,
}

/// How every object fares, and what comes of moving those that fall. Every verdict is given, however close.
pub fn stability(layers: &Layers, room: &Room, seen: &[SeenObject], known: &[Recognised]) -> Vec<Stability> {
    let scene = scene(layers, room, seen, known);
    let settled = settle(&scene);
    let most = settled.iter().map(|one| one.motion).fold(0.0, f64::max);
    // Somebody may presume that the one that moves most is unstable.
    let may_fall = |one: &Settled| !one.stable || one.motion >= most;
    let one = |(object, settled): (usize, Settled)| Stability {
        stable: Some(settled.stable),
        motion: settled.motion,
        margin: settled.margin,
        trajectory: Vec::new(),
        changes: if may_fall(&settled) { moves(&scene, object) } else { Vec::new() },
    };
    settled.into_iter().enumerate().map(one).collect()
}

fn moves(scene: &Scene, object: usize) -> Vec<Move> {
    let known = |change: Change| {
        let settled = match change.outcome {
            Outcome::Blocked => None,
            Outcome::Settled(settled) => Some(settled),
        };
        Move {
            direction: change.direction,
            distance: change.distance,
            helps: Some(settled.as_ref().is_some_and(|settled| settled.stable)),
            motion: settled.map(|settled| settled.motion),
            margin: None,
        }
    };
    changes(scene, object).into_iter().map(known).collect()
}

/// A scene of what is seen.
pub(super) fn scene(layers: &Layers, room: &Room, seen: &[SeenObject], known: &[Recognised]) -> Scene {
    let texture = Texture { pattern: Pattern::Plain, colours: [[0; 3]; 2], scale: 1.0, turn: 0.0, seed: 0 };
    let textures = [texture.clone(), texture.clone(), texture.clone()];
    let walls = Walls { back: room.back, side: room.side, textures };
    let pairs = seen.iter().zip(known);
    let mut objects: Vec<Object> =
        pairs.map(|(seen, known)| solid(known, &blocks(layers, room, seen, known))).collect();
    put_down(&mut objects, room);
    Scene {
        kind: Kind::Physics,
        room: spatiq_scene::Room { floor: texture, walls: Some(walls) },
        camera: room.camera(),
        lamps: Vec::new(),
        ambient: 1.0,
        objects,
    }
}

/// The parts of an object, those of which nothing is seen included where symmetry asks for them.
fn blocks(layers: &Layers, room: &Room, seen: &SeenObject, known: &Recognised) -> Vec<Block> {
    let parts = known.shapes.iter().zip(&known.parts);
    let mut blocks: Vec<Block> =
        parts.map(|(shape, part)| Block { part: *part, low: shape.low, high: shape.high }).collect();
    // What stands on the ground stands on it, though the last row of pixels may be missed.
    let ground = known.frame.low.z;
    for block in blocks.iter_mut().filter(|block| block.low.z < ground + CLOSE) {
        block.low.z = ground;
    }
    let own = blocks.len();
    let volume = |block: &&Block| {
        let size = block.high - block.low;
        size.x * size.y * size.z.max(THINNEST)
    };
    let chief = *blocks.iter().max_by(|a, b| volume(a).total_cmp(&volume(b))).expect("objects have parts");
    for part in [PartCategory::Leg, PartCategory::Wheel] {
        let own: Vec<Block> = blocks.iter().copied().filter(|block| block.part == part).collect();
        let all = own.iter().fold([DVec3::INFINITY, DVec3::NEG_INFINITY], |[low, high], block| {
            [low.min(block.low), high.max(block.high)]
        });
        for middle in [(all[0] + all[1]) / 2.0, (chief.low + chief.high) / 2.0] {
            for (block, [x, y]) in
                own.iter().flat_map(|block| [[1.0, 0.0], [0.0, 1.0], [1.0, 1.0]].map(|way| (block, way)))
            {
                let mirrored = block.mirrored(middle, x, y);
                let is_new =
                    blocks.iter().filter(|other| other.part == part).all(|other| !mirrored.is_at(other));
                if is_new && mirrored.is_hidden(layers, room, known) {
                    blocks.push(mirrored);
                }
            }
        }
    }
    let hidden = blocks.split_off(own);
    let is_open = is_open(&blocks);
    let carved = blocks.iter().zip(&seen.parts).flat_map(|(block, part)| {
        let hollow = is_open && block.part == PartCategory::Body;
        let boxes = carved(layers, room, known, part, [block.low, block.high], hollow);
        boxes.into_iter().map(|[low, high]| Block { low, high, ..*block }).collect::<Vec<_>>()
    });
    carved.chain(hidden).collect()
}

/// Whether a door stands out from the body: it is open, and one looks into a hollow.
fn is_open(blocks: &[Block]) -> bool {
    let of = |part: PartCategory| blocks.iter().filter(move |block| block.part == part);
    let out = |door: &Block, body: &Block| {
        (body.low - door.low).max(door.high - body.high).truncate().max_element()
    };
    of(PartCategory::Door).any(|door| of(PartCategory::Body).all(|body| out(door, body) > OPEN))
}

impl Block {
    fn mirrored(&self, middle: DVec3, x: f64, y: f64) -> Self {
        let (mut low, mut high) = (self.low, self.high);
        if x > 0.0 {
            (low.x, high.x) = (2.0 * middle.x - self.high.x, 2.0 * middle.x - self.low.x);
        }
        if y > 0.0 {
            (low.y, high.y) = (2.0 * middle.y - self.high.y, 2.0 * middle.y - self.low.y);
        }
        Self { low, high, ..*self }
    }

    /// Whether another one is in the same place.
    fn is_at(&self, other: &Self) -> bool {
        let apart = (self.low + self.high - other.low - other.high) / 2.0;
        apart.truncate().length() < 0.12
    }

    /// Whether nothing would be seen of it, for something else is before it.
    fn is_hidden(&self, layers: &Layers, room: &Room, known: &Recognised) -> bool {
        let step = |third: usize| 0.1 + 0.4 * (third % 3) as f64;
        let shares = (0..27).map(|nth| DVec3::new(step(nth), step(nth / 3), step(nth / 9)));
        let seen = shares.filter(|share| {
            let place = known.frame.axes * (self.low + (self.high - self.low) * *share);
            let shown = room.project(place);
            !shown.is_some_and(|(at, depth)| f64::from(layers.depth[at]) / 1000.0 < depth - BEFORE)
        });
        seen.count() <= 4
    }
}

/// An object of boxes.
fn solid(known: &Recognised, blocks: &[Block]) -> Object {
    let piece = |block: &Block| {
        let half = ((block.high - block.low) / 2.0).max(DVec3::splat(THINNEST / 2.0));
        let shift = (block.low + block.high) / 2.0;
        Piece { shape: Shape::Box { half }, placement: Placement { turn: DMat3::IDENTITY, shift } }
    };
    let parts = blocks.iter().map(|block| Part { category: block.part, pieces: vec![piece(block)] });
    let model = Model { category: known.category, name: String::new(), parts: parts.collect() };
    Object {
        model: Arc::new(model),
        placement: Placement { turn: known.frame.axes, shift: DVec3::ZERO },
        paint: BTreeMap::new(),
    }
}

/// Brings together what seems to touch: things and the floor, things and the back wall, things and those they stand on.
fn put_down(objects: &mut [Object], room: &Room) {
    let mut order: Vec<usize> = (0..objects.len()).collect();
    order.sort_by(|a, b| objects[*a].bounds()[0].z.total_cmp(&objects[*b].bounds()[0].z));
    for (nth, at) in order.iter().enumerate() {
        let [low, high] = objects[*at].bounds();
        let below = order[..nth].iter().filter_map(|other| top_under(&objects[*other], low, high));
        let supports = below.chain([0.0]).filter(|top| (top - low.z).abs() < CLOSE);
        if let Some(top) =
            supports.fold(None, |most: Option<f64>, top| Some(most.map_or(top, |most| most.max(top))))
        {
            objects[*at].placement.shift.z += top + ABOVE - low.z;
        } else if low.z < 0.0 || low.z < HOVERS && objects[*at].placement.turn.z_axis.z > 0.999 {
            objects[*at].placement.shift.z += ABOVE - low.z;
        }
        if high.y > room.back - CLOSE {
            objects[*at].placement.shift.y += room.back - ABOVE - high.y;
        }
    }
}

/// The height of what is under a box, of those surfaces that are close to its underside.
fn top_under(object: &Object, low: DVec3, high: DVec3) -> Option<f64> {
    let tops = object.model.pieces().map(|piece| {
        let placement = piece.placement.within(&object.placement);
        Piece { shape: piece.shape.clone(), placement }.bounds()
    });
    let under = tops.filter(|[from, to]| {
        from.x < high.x && to.x > low.x && from.y < high.y && to.y > low.y && (to.z - low.z).abs() < CLOSE
    });
    under.map(|[_, to]| to.z).reduce(f64::max)
}
