//! A scene with its labels, and the picture of it with all layers.

use super::labels::{Exact, nearest};
use super::rules::Rules;
use serde::Serialize;
use serde_json::Value;
use spatiq_bench::{Reject, Scene as Row};
use spatiq_scene::render::{Frame, Quality, alone, render};
use spatiq_scene::{Category, Rle, Scene, file, layers};

/// A scene before there is light.
pub struct Shot {
    /// What is where.
    pub scene: Scene,
    /// What is measured of it.
    pub exact: Exact,
    /// Width and height of the picture.
    pub size: [usize; 2],
    /// The depth of each object alone.
    alone: Vec<Vec<f32>>,
    /// The object that each pixel shows.
    owners: Vec<u16>,
}

/// What the stored graph says beside the scene itself.
#[derive(Serialize)]
struct Graph {
    /// Width and height of the picture.
    size: [usize; 2],
    /// The objects, in the order of the scene; the first has the number 1 in the layer of objects.
    objects: Vec<Node>,
}

#[derive(Serialize)]
struct Node {
    category: Category,
    /// Median depth over the whole mask, in metres.
    depth: f64,
    /// Pixels that show it.
    visible: usize,
    /// The box around these in pixels: left, upper, right, lower.
    #[serde(rename = "box")]
    edges: [usize; 4],
    /// Pixels that would show it, were it alone.
    amodal_pixels: usize,
    /// Which pixels these are, as run lengths the way COCO has them.
    amodal: Value,
}

impl Shot {
    /// The shot of a scene by the rules.
    pub fn of(scene: Scene, rules: &Rules) -> Self {
        Self::sized(scene, rules.size)
    }

    /// The shot of a scene in that size.
    pub fn sized(scene: Scene, size: [usize; 2]) -> Self {
        let alone: Vec<Vec<f32>> = (0..scene.objects.len()).map(|at| alone(&scene, at, size)).collect();
        let owners = nearest(&alone);
        let exact = Exact::of(&alone, &owners, size[0]);
        Self { scene, exact, size, alone, owners }
    }

    /// The picture with all its layers.
    pub fn developed(&self, name: String) -> Result<Row, Reject> {
        let (frame, picture) = render(&self.scene, self.size, &Quality::DEFAULT);
        if frame.objects != self.owners || !self.is_seen_behind(&frame) {
            return Err(Reject("an object alone has another pixel than among the others, by rounding"));
        }
        let layers = [
            picture.encode_fast(),
            layers::depth(&frame).encode(),
            layers::normals(&frame, &self.scene.camera).encode_fast(),
            layers::objects(&self.scene, &frame),
            layers::parts(&frame),
        ];
        Ok(Row { name, layers, graph: file::write_with(&self.scene, Some(&self.graph())) })
    }

    /// Whether the picture of all knows of each object the very pixels that it has alone.
    fn is_seen_behind(&self, frame: &Frame) -> bool {
        let mut first = 0;
        self.scene.objects.iter().zip(&self.alone).all(|(object, alone)| {
            let parts = first..first + object.model.parts.len() as u16;
            first = parts.end;
            let mask = frame.amodal.mask(parts);
            let width = self.size[0];
            (0..alone.len()).all(|at| alone[at].is_finite() == mask.at(at % width, at / width))
        })
    }

    fn graph(&self) -> Graph {
        let node = |at: usize| {
            let measured = &self.exact.objects[at];
            let mask: Vec<u16> = self.alone[at].iter().map(|depth| u16::from(depth.is_finite())).collect();
            Node {
                category: self.scene.objects[at].model.category,
                depth: measured.depth,
                visible: measured.visible,
                edges: measured.edges,
                amodal_pixels: measured.amodal,
                amodal: Rle::of(&mask, self.size, 1).compressed(),
            }
        };
        Graph { size: self.size, objects: (0..self.scene.objects.len()).map(node).collect() }
    }
}
