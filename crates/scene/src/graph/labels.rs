//! Which object and which part every pixel shows, read from pictures. With the graph beside them, they are all that
//! annotation files are made from.

use super::seen::{Seen, Share, shares};
use super::{Graph, Instance, directions};
use crate::category::PartCategory;
use spatiq_geom::DVec3;
use spatiq_raster::{DecodeError, Gray, Gray16};
use thiserror::Error;

/// How far the graph's directions may be from those of its camera, for rounding.
const SAME_DIRECTION: f64 = 1e-9;

/// Two layers of a picture, row by row from the upper left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Labels {
    /// Width and height in pixels.
    pub size: [usize; 2],
    /// For each pixel 0 for nothing, or the index of the object, plus one.
    pub objects: Vec<u16>,
    /// For each pixel 0 for nothing, or the number of the part, plus one.
    pub parts: Vec<u16>,
}

/// Why pictures are no labels of a scene.
#[derive(Debug, Error)]
pub enum LabelsError {
    /// The layer of objects cannot be read.
    #[error("the layer of objects: {0}")]
    Objects(DecodeError),
    /// The layer of parts cannot be read.
    #[error("the layer of parts: {0}")]
    Parts(DecodeError),
    /// The two are not of one picture.
    #[error("the layers of objects and parts are not equally large")]
    Sizes,
    /// They are not what the graph tells about.
    #[error("the layers of objects and parts are not those of the graph; render the scene again")]
    Foreign,
}

impl Labels {
    /// The labels of a picture and its graph from the PNG files of its two layers. What does not fit together is
    /// refused: every number of pixels and every box that the graph tells is counted again.
    pub fn read(objects: &[u8], parts: &[u8], graph: &Graph) -> Result<Self, LabelsError> {
        let objects = numbers(objects).map_err(LabelsError::Objects)?;
        let parts = numbers(parts).map_err(LabelsError::Parts)?;
        let size = [objects.width, objects.height];
        if size != [parts.width, parts.height] {
            return Err(LabelsError::Sizes);
        }
        let labels = Self { size, objects: objects.pixels, parts: parts.pixels };
        if labels.fit(graph) { Ok(labels) } else { Err(LabelsError::Foreign) }
    }

    /// The labels of what a picture shows.
    pub fn of(seen: &Seen) -> Self {
        Self { size: seen.size, objects: seen.objects.clone(), parts: seen.parts.clone() }
    }

    /// What is visible of no object: floor and walls.
    pub fn background(&self) -> Share {
        let outside: Vec<u16> = self.objects.iter().map(|id| u16::from(*id == 0)).collect();
        shares(&outside, self.size[0], 1)[0]
    }

    fn fit(&self, graph: &Graph) -> bool {
        let parts = parts(graph);
        let numbered = (1..).zip(&parts).all(|(id, part)| part.instance.id == id);
        let told = |pixels: usize, frame| Share { pixels, frame };
        let objects = graph.objects.iter().map(|node| told(node.pixels, node.visible_box));
        let instances = parts.iter().map(|part| told(part.instance.pixels, part.instance.visible_box));
        let camera = directions(&graph.camera).map(|direction| direction.to_array());
        let same =
            |one: [f64; 3], other: [f64; 3]| DVec3::from(one).distance(DVec3::from(other)) <= SAME_DIRECTION;
        self.size == graph.size
            && numbered
            && same(camera.right, graph.directions.right)
            && same(camera.behind, graph.directions.behind)
            && self.shows(&self.objects, objects.collect())
            && self.shows(&self.parts, instances.collect())
    }

    /// Whether a layer shows just this much of each thing.
    fn shows(&self, layer: &[u16], told: Vec<Share>) -> bool {
        layer.iter().all(|id| usize::from(*id) <= told.len())
            && shares(layer, self.size[0], told.len()) == told
    }
}

/// A part, what it is, and the index of its object.
pub(crate) struct Named<'a> {
    pub object: usize,
    pub category: PartCategory,
    pub instance: &'a Instance,
}

/// The parts of all objects, in the order of their numbers.
pub(crate) fn parts(graph: &Graph) -> Vec<Named<'_>> {
    let nodes = graph.objects.iter().enumerate();
    let groups = nodes.flat_map(|(object, node)| node.parts.iter().map(move |group| (object, group)));
    let mut all: Vec<Named> = groups
        .flat_map(|(object, group)| {
            let named = move |instance| Named { object, category: group.part, instance };
            group.instances.iter().map(named)
        })
        .collect();
    all.sort_by_key(|part| part.instance.id);
    all
}

/// A picture whose shades are numbers, of 8 or 16 bits.
fn numbers(png: &[u8]) -> Result<Gray16, DecodeError> {
    match Gray16::decode(png) {
        Err(DecodeError::NotGray16) => {
            let Gray { width, height, pixels } = Gray::decode(png)?;
            Ok(Gray16 { width, height, pixels: pixels.into_iter().map(u16::from).collect() })
        }
        read => read,
    }
}
