//! Scenes to text.

use super::layout::laid_out;
use crate::category::{Category, PartCategory};
use crate::graph::Graph;
use crate::model::{Model, Part};
use crate::pose::Pose;
use crate::scene::{Camera, Kind, Lamp, Object, Paint, Room, Scene};
use crate::shape::{Piece, Shape};
use serde::Serialize;
use spatiq_bench::Split;
use spatiq_geom::{DMat3, DVec3, Placement};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The text of a scene, with its graph if there is one. Models with meshes are named rather than written out. Write what [`settled`] gives, and
/// reading gives the same scene, to the last bit.
pub fn write(scene: &Scene, graph: Option<&Graph>) -> String {
    write_of(scene, graph, None)
}

/// The same with anything else in the place of the graph, which is not read back.
pub fn write_with(scene: &Scene, graph: Option<&impl Serialize>) -> String {
    write_of(scene, graph, None)
}

/// The same with the split whose models it shows, where their names do not tell it.
pub fn write_of(scene: &Scene, graph: Option<&impl Serialize>, split: Option<Split>) -> String {
    let text = SceneText {
        spatiq_scene: super::VERSION,
        kind: scene.kind,
        split,
        camera: &scene.camera,
        lamps: &scene.lamps,
        ambient: scene.ambient,
        room: &scene.room,
        objects: scene.objects.iter().map(ObjectText::of).collect(),
        graph,
    };
    laid_out(&serde_json::to_string(&text).expect("all keys are texts"))
}

/// The scene with every placement as a file can tell it: on the grid of [`Pose`], which moves things by less than a
/// nanometre, and without mirrors. A mirrored model is put together from mirrored pieces instead; only one with
/// meshes cannot be, and loses its mirror.
pub fn settled(scene: &Scene) -> Scene {
    let objects = scene.objects.iter().map(|object| {
        let mirrored = object.placement.turn.determinant() < 0.0;
        Object {
            model: Arc::new(settled_model(&object.model, mirrored)),
            placement: Pose::of(&object.placement).placement(),
            paint: object.paint.clone(),
        }
    });
    Scene { objects: objects.collect(), ..scene.clone() }
}

fn settled_model(model: &Model, mirrored: bool) -> Model {
    let parts = model.parts.iter().map(|part| Part {
        category: part.category,
        pieces: part.pieces.iter().map(|piece| settled_piece(piece, mirrored)).collect(),
    });
    Model { category: model.category, name: model.name.clone(), parts: parts.collect() }
}

fn settled_piece(piece: &Piece, mirrored: bool) -> Piece {
    if matches!(piece.shape, Shape::Mesh(_)) {
        // The file only names it: it stands as its library has it.
        return piece.clone();
    }
    let mirror = Placement { turn: DMat3::from_diagonal(DVec3::new(-1.0, 1.0, 1.0)), shift: DVec3::ZERO };
    let placement = if mirrored { piece.placement.within(&mirror) } else { piece.placement };
    let shape = match &piece.shape {
        // All other shapes are their own mirror images.
        Shape::Prism { outline, half_height } if placement.turn.determinant() < 0.0 => {
            let outline =
                outline.iter().rev().map(|corner| DVec3::from((*corner, 0.0)) * DVec3::new(-1.0, 1.0, 1.0));
            Shape::Prism { outline: outline.map(DVec3::truncate).collect(), half_height: *half_height }
        }
        shape => shape.clone(),
    };
    Piece { shape, placement: Pose::of(&placement).placement() }
}

#[derive(Serialize)]
struct SceneText<'a, G> {
    spatiq_scene: u64,
    kind: Kind,
    #[serde(skip_serializing_if = "Option::is_none")]
    split: Option<Split>,
    camera: &'a Camera,
    lamps: &'a [Lamp],
    ambient: f64,
    room: &'a Room,
    objects: Vec<ObjectText<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    graph: Option<&'a G>,
}

#[derive(Serialize)]
struct ObjectText<'a> {
    category: Category,
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    model: Option<BTreeMap<&'static str, &'a str>>,
    position: [f64; 3],
    #[serde(skip_serializing_if = "Option::is_none")]
    turn: Option<[f64; 4]>,
    paint: &'a BTreeMap<PartCategory, Paint>,
    #[serde(skip_serializing_if = "Option::is_none")]
    parts: Option<Vec<PartText>>,
}

impl<'a> ObjectText<'a> {
    fn of(object: &'a Object) -> Self {
        let model = &object.model;
        let named = model.pieces().any(|piece| matches!(piece.shape, Shape::Mesh(_)));
        let pose = Pose::of(&object.placement);
        Self {
            category: model.category,
            name: (!named).then_some(&model.name),
            model: named.then(|| BTreeMap::from([("library", model.name.as_str())])),
            position: pose.position,
            turn: told(pose.turn),
            paint: &object.paint,
            parts: (!named).then(|| model.parts.iter().map(PartText::of).collect()),
        }
    }
}

#[derive(Serialize)]
struct PartText {
    part: PartCategory,
    pieces: Vec<PieceText>,
}

impl PartText {
    fn of(part: &Part) -> Self {
        Self { part: part.category, pieces: part.pieces.iter().map(PieceText::of).collect() }
    }
}

/// A piece; of the sizes those that its shape has.
#[derive(Serialize)]
#[serde(rename_all = "snake_case", tag = "shape")]
enum ShapeText {
    Box { half: [f64; 3] },
    Frustum { bottom: f64, top: f64, half_height: f64 },
    Cylinder { radius: f64, half_height: f64 },
    Prism { outline: Vec<[f64; 2]>, half_height: f64 },
    Ball { radius: f64 },
    Ring { ring: f64, tube: f64 },
}

impl ShapeText {
    /// Nothing for a mesh.
    fn of(shape: &Shape) -> Option<Self> {
        Some(match shape {
            Shape::Box { half } => Self::Box { half: half.to_array() },
            Shape::Frustum { bottom, top, half_height } if bottom == top => {
                Self::Cylinder { radius: *top, half_height: *half_height }
            }
            Shape::Frustum { bottom, top, half_height } => {
                Self::Frustum { bottom: *bottom, top: *top, half_height: *half_height }
            }
            Shape::Prism { outline, half_height } => {
                let outline = outline.iter().map(|corner| corner.to_array()).collect();
                Self::Prism { outline, half_height: *half_height }
            }
            Shape::Ball { radius } => Self::Ball { radius: *radius },
            Shape::Ring { ring, tube } => Self::Ring { ring: *ring, tube: *tube },
            Shape::Mesh(_) => return None,
        })
    }
}

#[derive(Serialize)]
struct PieceText {
    #[serde(flatten)]
    shape: Option<ShapeText>,
    at: [f64; 3],
    #[serde(skip_serializing_if = "Option::is_none")]
    turn: Option<[f64; 4]>,
}

impl PieceText {
    fn of(piece: &Piece) -> Self {
        let pose = Pose::of(&piece.placement);
        Self { shape: ShapeText::of(&piece.shape), at: pose.position, turn: told(pose.turn) }
    }
}

/// A turn, unless it is none.
fn told(turn: [f64; 4]) -> Option<[f64; 4]> {
    (turn != Pose::NO_TURN).then_some(turn)
}
