//! What a picture shows of a scene: which object and which part is at each pixel, and how far away.

use crate::render::{Frame, Mask};
use crate::scene::Scene;
use serde::{Deserialize, Serialize};

/// The layers of a picture, row by row from the upper left.
#[derive(Clone, Debug)]
pub struct Seen {
    /// Width and height in pixels.
    pub size: [usize; 2],
    /// For each pixel 0 for nothing, or the index of the object, plus one.
    pub objects: Vec<u16>,
    /// For each pixel 0 for nothing, or the number of the part, plus one. Parts are numbered over all objects, in order.
    pub parts: Vec<u16>,
    /// How far before the camera, along the view, in metres; of nothing 0.
    pub depth: Vec<f32>,
    /// For each object the box around all of it that is within the picture, were nothing before it.
    pub amodal_objects: Vec<Option<Rect>>,
    /// The same for each part.
    pub amodal_parts: Vec<Option<Rect>>,
}

/// A box in the picture: the columns and rows from `low` up to, but without, `high`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rect {
    /// The first column and row.
    pub low: [usize; 2],
    /// The column and row after the last.
    pub high: [usize; 2],
}

/// What is visible of one object or part.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Share {
    /// How many pixels.
    pub pixels: usize,
    /// The box around them.
    pub frame: Option<Rect>,
}

impl Rect {
    /// Left, top, width and height.
    pub fn xywh(&self) -> [usize; 4] {
        [self.low[0], self.low[1], self.high[0] - self.low[0], self.high[1] - self.low[1]]
    }

    /// The box of one pixel.
    fn of(x: usize, y: usize) -> Self {
        Self { low: [x, y], high: [x + 1, y + 1] }
    }

    fn joined(&self, other: &Self) -> Self {
        let low = [self.low[0].min(other.low[0]), self.low[1].min(other.low[1])];
        Self { low, high: [self.high[0].max(other.high[0]), self.high[1].max(other.high[1])] }
    }
}

impl Seen {
    /// What a frame of a scene shows.
    pub fn of(scene: &Scene, frame: &Frame) -> Self {
        let ends = scene.objects.iter().scan(0, |end, object| {
            let first = *end;
            *end += object.model.parts.len() as u16;
            Some(first..*end)
        });
        let around = |mask: Mask| {
            mask.bounds()
                .map(|[left, top, wide, high]| Rect { low: [left, top], high: [left + wide, top + high] })
        };
        Self {
            size: frame.size,
            objects: frame.objects.clone(),
            parts: frame.parts.clone(),
            depth: frame.depth.iter().map(|depth| if depth.is_finite() { *depth } else { 0.0 }).collect(),
            amodal_objects: ends.map(|parts| around(frame.amodal.mask(parts))).collect(),
            amodal_parts: (0..part_count(scene) as u16)
                .map(|part| around(frame.amodal.mask(part..part + 1)))
                .collect(),
        }
    }

    /// Whether the layers have the right lengths and name nothing that the scene has not.
    pub fn fits(&self, scene: &Scene) -> bool {
        let pixels = self.size[0] * self.size[1];
        let parts = part_count(scene);
        let within =
            |ids: &[u16], most: usize| ids.len() == pixels && ids.iter().all(|id| usize::from(*id) <= most);
        within(&self.objects, scene.objects.len())
            && within(&self.parts, parts)
            && self.depth.len() == pixels
            && self.amodal_objects.len() == scene.objects.len()
            && self.amodal_parts.len() == parts
    }

    /// What is visible of each object.
    pub fn object_shares(&self) -> Vec<Share> {
        shares(&self.objects, self.size[0], self.amodal_objects.len())
    }

    /// What is visible of each part.
    pub fn part_shares(&self) -> Vec<Share> {
        shares(&self.parts, self.size[0], self.amodal_parts.len())
    }
}

/// How many parts all objects have together.
pub fn part_count(scene: &Scene) -> usize {
    scene.objects.iter().map(|object| object.model.parts.len()).sum()
}

pub(super) fn shares(ids: &[u16], width: usize, count: usize) -> Vec<Share> {
    let mut shares = vec![Share::default(); count];
    for (y, row) in ids.chunks_exact(width).enumerate() {
        for (x, id) in row.iter().enumerate().filter(|(_, id)| **id > 0) {
            let share = &mut shares[usize::from(*id) - 1];
            let pixel = Rect::of(x, y);
            share.pixels += 1;
            share.frame = Some(share.frame.map_or(pixel, |frame| frame.joined(&pixel)));
        }
    }
    shares
}
