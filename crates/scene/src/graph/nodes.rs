//! The objects and parts of a graph.

use super::seen::{Rect, Seen, Share};
use super::spatial::stand;
use super::{Stability, least_pixels};
use crate::category::{Category, PartCategory};
use crate::fit::{Fit, common};
use crate::model::Part;
use crate::pose::Pose;
use crate::scene::{Kind, Object, Paint, Scene};
use serde::{Deserialize, Serialize};

/// An object of the graph.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Node {
    /// What it is.
    pub category: Category,
    /// The name of its model.
    pub model: String,
    /// Where its model's origin is, and how it is turned.
    #[serde(flatten)]
    pub pose: Pose,
    /// Where it stands: what spatial relations compare.
    pub stand: [f64; 3],
    /// Where the middle of the box around its model is.
    pub middle: [f64; 3],
    /// Where that middle is in the picture, in pixels.
    pub pixel: [f64; 2],
    /// How far before the camera that is, along the view.
    pub depth: f64,
    /// How many pixels of it are visible.
    pub pixels: usize,
    /// The box around what is visible.
    pub visible_box: Option<Rect>,
    /// The box around all of it within the picture.
    pub amodal_box: Option<Rect>,
    /// Its parts by category.
    pub parts: Vec<PartNode>,
    /// What physics says, if it was asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stability: Option<Stability>,
}

/// All parts of one category of an object.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PartNode {
    /// What they are.
    pub part: PartCategory,
    /// Their colour.
    pub paint: Paint,
    /// How many there are.
    pub count: usize,
    /// How many can be seen.
    pub visible: usize,
    /// The line or plane that they are all taken for, in the world.
    pub fit: Option<Fit>,
    /// Each of them.
    pub instances: Vec<Instance>,
}

/// One part.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Instance {
    /// Its value in the layer of parts.
    pub id: usize,
    /// How many pixels of it are visible.
    pub pixels: usize,
    /// Whether these are enough to count.
    pub visible: bool,
    /// The box around what is visible.
    pub visible_box: Option<Rect>,
    /// The box around all of it within the picture.
    pub amodal_box: Option<Rect>,
    /// The line or plane that it is taken for, in the world.
    pub fit: Option<Fit>,
    /// Where it is neither by that: what someone may take it for who does not mind that it is thick or bent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub roughly: Option<Fit>,
}

impl Node {
    /// The part categories that are lines or planes.
    pub fn fits(&self) -> impl Iterator<Item = (PartCategory, &Fit)> {
        self.parts.iter().filter_map(|part| Some((part.part, part.fit.as_ref()?)))
    }
}

impl Instance {
    /// A part of which so many pixels are seen; nobody knows where.
    fn new(object: &Object, part: &Part, pixels: usize, least: usize) -> Self {
        let placed = |fit: Fit| fit.placed(&object.placement);
        let [fit, roughly] = Fit::exactly_and_roughly(part);
        Self {
            id: 0,
            pixels,
            visible: pixels >= least,
            visible_box: None,
            amodal_box: None,
            fit: fit.map(placed),
            roughly: roughly.filter(|_| fit.is_none()).map(placed),
        }
    }
}

/// The nodes of all objects.
pub(super) fn nodes(scene: &Scene, seen: &Seen, stability: &[Stability]) -> Vec<Node> {
    let shares = seen.object_shares();
    let mut instances = instances(scene, seen).into_iter();
    let node = |(index, object): (usize, &Object)| {
        let of_parts = instances.by_ref().take(object.model.parts.len()).collect();
        let [low, high] = object.model.bounds();
        let middle = object.placement.to_world((low + high) / 2.0);
        let projected = scene.camera.project(seen.size, middle);
        Node {
            category: object.model.category,
            model: object.model.name.clone(),
            pose: Pose::of(&object.placement),
            stand: stand(object).to_array(),
            middle: middle.to_array(),
            pixel: [projected.x, projected.y],
            depth: projected.z,
            pixels: shares[index].pixels,
            visible_box: shares[index].frame,
            amodal_box: seen.amodal_objects[index],
            parts: part_nodes(object, of_parts),
            stability: stability.get(index).cloned(),
        }
    };
    scene.objects.iter().enumerate().map(node).collect()
}

/// All parts of all objects, in the order of their numbers.
fn instances(scene: &Scene, seen: &Seen) -> Vec<Instance> {
    let least = least_pixels(scene.kind);
    let parts =
        scene.objects.iter().flat_map(|object| object.model.parts.iter().map(move |part| (object, part)));
    let instance = |(index, ((object, part), share)): (usize, ((&Object, &Part), Share))| Instance {
        id: index + 1,
        visible_box: share.frame,
        amodal_box: seen.amodal_parts[index],
        ..Instance::new(object, part, share.pixels, least)
    };
    parts.zip(seen.part_shares()).enumerate().map(instance).collect()
}

/// The parts of an object of which no more is known than how many pixels each shows: they have neither boxes nor numbers.
///
/// # Panics
/// When there is not one number of pixels for each part.
pub fn sketched(object: &Object, pixels: &[usize], kind: Kind) -> Vec<PartNode> {
    assert_eq!(object.model.parts.len(), pixels.len(), "one number of pixels for each part");
    let instance = |(part, pixels): (&Part, &usize)| Instance::new(object, part, *pixels, least_pixels(kind));
    part_nodes(object, object.model.parts.iter().zip(pixels).map(instance).collect())
}

fn part_nodes(object: &Object, instances: Vec<Instance>) -> Vec<PartNode> {
    let categories = object.model.counts().into_keys();
    let node = |part: PartCategory| {
        let of_part = object.model.parts.iter().zip(&instances).filter(|(one, _)| one.category == part);
        let instances: Vec<Instance> = of_part.map(|(_, instance)| instance.clone()).collect();
        PartNode {
            part,
            paint: object.paint.get(&part).copied().unwrap_or(Paint::Rgb([0; 3])),
            count: instances.len(),
            visible: instances.iter().filter(|instance| instance.visible).count(),
            fit: common(&instances.iter().map(|instance| instance.fit).collect::<Vec<_>>()),
            instances,
        }
    };
    categories.map(node).collect()
}
