//! What is seen at the middle of every pixel: exact masks, depth and normals.

use super::ROWS;
use super::world::{Hit, NO_FACE, Surface, World};
use crate::scene::{Camera, Object, Scene};
use glam::DVec3;
use rayon::prelude::*;
use std::ops::Range;

/// What is seen where. Pixels go row by row from the top left.
pub struct Frame {
    /// Width and height in pixels.
    pub size: [usize; 2],
    /// The part seen, counted over all objects from 1 on; 0 where the room is seen.
    pub parts: Vec<u16>,
    /// The object seen, from 1 on; 0 where the room is seen.
    pub objects: Vec<u16>,
    /// Metres before the camera, along the view; infinity where nothing is.
    pub depth: Vec<f32>,
    /// Unit normals in the world's axes; zero where nothing is.
    pub normals: Vec<[f32; 3]>,
    /// What is seen and what is hidden of each part.
    pub amodal: Amodal,
    pub(super) hits: Vec<Option<Hit>>,
    /// Pixels with the same number show one smooth face.
    pub(super) faces: Vec<u32>,
}

/// Masks of parts as if nothing else stood in the way.
pub struct Amodal {
    size: [usize; 2],
    /// For each row the parts that reach into it, in order, a bit a pixel.
    rows: Vec<Vec<(u16, Vec<u64>)>>,
}

/// One mask: a bit a pixel, rows padded to whole words, the lowest bit leftmost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mask {
    /// Width and height in pixels.
    pub size: [usize; 2],
    words: Vec<u64>,
}

/// Casts a ray through the middle of every pixel.
pub fn look(scene: &Scene, world: &World, size: [usize; 2]) -> Frame {
    let view = View::new(&scene.camera, size);
    let owners = owners(scene);
    let (width, pixels) = (size[0], size[0] * size[1]);
    let mut frame = Frame {
        size,
        parts: vec![0; pixels],
        objects: vec![0; pixels],
        depth: vec![f32::INFINITY; pixels],
        normals: vec![[0.0; 3]; pixels],
        amodal: Amodal { size, rows: vec![Vec::new(); size[1]] },
        hits: vec![None; pixels],
        faces: vec![NO_FACE; pixels],
    };
    let labels = frame.parts.par_chunks_mut(width).zip(frame.objects.par_chunks_mut(width));
    let shapes = frame.depth.par_chunks_mut(width).zip(frame.normals.par_chunks_mut(width));
    let surfaces = frame.hits.par_chunks_mut(width).zip(frame.faces.par_chunks_mut(width));
    let rows = labels.zip(shapes).zip(surfaces).zip(&mut frame.amodal.rows).enumerate().with_max_len(ROWS);
    rows.for_each(|(y, ((((parts, objects), (depth, normals)), (hits, faces)), amodal))| {
        fill(Row { parts, depth, normals, hits, faces, amodal }, world, &view, y);
        objects.iter_mut().zip(parts).for_each(|(object, part)| *object = owners[usize::from(*part)]);
    });
    frame
}

/// About how many pixels each part of an object shows, were the object alone: of the pixels about it, one in four is looked at.
pub fn pixels_alone(scene: &Scene, world: &World, object: usize, size: [usize; 2]) -> Vec<usize> {
    let view = View::new(&scene.camera, size);
    let mut pixels = vec![0; scene.objects[object].model.parts.len()];
    let [columns, rows] = about(&scene.objects[object], &scene.camera, size);
    for y in rows.step_by(2) {
        for x in columns.clone().step_by(2) {
            let hit = world.first(view.eye, view.direction([x as f64 + 0.5, y as f64 + 0.5]));
            if let Some(Surface::Body(at)) = hit.map(|hit| hit.surface) {
                pixels[usize::from(world.part(at))] += 4;
            }
        }
    }
    pixels
}

/// How far before the camera, along the view, an object is at every pixel, were it alone; infinity where it is not. Only
/// the pixels about it are looked at.
pub fn alone(scene: &Scene, world: &World, object: usize, size: [usize; 2]) -> Vec<f32> {
    let view = View::new(&scene.camera, size);
    let mut depth = vec![f32::INFINITY; size[0] * size[1]];
    let [columns, rows] = about(&scene.objects[object], &scene.camera, size);
    for y in rows {
        for x in columns.clone() {
            let direction = view.direction([x as f64 + 0.5, y as f64 + 0.5]);
            if let Some(hit) = world.first(view.eye, direction)
                && matches!(hit.surface, Surface::Body(_))
            {
                depth[y * size[0] + x] = (hit.distance * direction.dot(view.axes[2])) as f32;
            }
        }
    }
    depth
}

/// Columns and rows outside of which nothing of an object is seen.
fn about(object: &Object, camera: &Camera, size: [usize; 2]) -> [Range<usize>; 2] {
    let bounds = object.bounds();
    let corner = |bits: usize| DVec3::from_array([0, 1, 2].map(|axis| bounds[bits >> axis & 1][axis]));
    let corners: Vec<DVec3> = (0..8).map(|bits| camera.project(size, corner(bits))).collect();
    if corners.iter().any(|corner| corner.z <= 0.0) {
        return size.map(|pixels| 0..pixels);
    }
    [0, 1].map(|axis| {
        let reach = corners.iter().map(|corner| corner[axis]);
        let (low, high) = reach.fold((f64::INFINITY, 0.0_f64), |(low, high), at| (low.min(at), high.max(at)));
        let high = (high.ceil() as usize + 1).min(size[axis]);
        ((low - 1.0).max(0.0) as usize).min(high)..high
    })
}

/// The object that each part belongs to, both counted from 1 on; 0 belongs to 0.
fn owners(scene: &Scene) -> Vec<u16> {
    let of_object = |(object, parts): (u16, usize)| std::iter::repeat_n(object, parts);
    let counts = scene.objects.iter().map(|object| object.model.parts.len());
    std::iter::once(0).chain((1..).zip(counts).flat_map(of_object)).collect()
}

/// One row of a frame that shows nothing yet.
struct Row<'a> {
    parts: &'a mut [u16],
    depth: &'a mut [f32],
    normals: &'a mut [[f32; 3]],
    hits: &'a mut [Option<Hit>],
    faces: &'a mut [u32],
    amodal: &'a mut Vec<(u16, Vec<u64>)>,
}

fn fill(row: Row, world: &World, view: &View, y: usize) {
    let width = view.size[0];
    for x in 0..width {
        let direction = view.direction([x as f64 + 0.5, y as f64 + 0.5]);
        let hit = world.through(view.eye, direction, |part| {
            let at = row.amodal.iter().position(|(other, _)| *other == part).unwrap_or_else(|| {
                row.amodal.push((part, vec![0; width.div_ceil(64)]));
                row.amodal.len() - 1
            });
            row.amodal[at].1[x / 64] |= 1 << (x % 64);
        });
        let Some(hit) = hit else { continue };
        if let Surface::Body(at) = hit.surface {
            row.parts[x] = world.part(at) + 1;
        }
        let (normal, face) = world.face(hit.surface, view.eye + direction * hit.distance, direction);
        row.hits[x] = Some(hit);
        row.depth[x] = (hit.distance * direction.dot(view.axes[2])) as f32;
        row.normals[x] = normal.as_vec3().to_array();
        row.faces[x] = face;
    }
    row.amodal.sort_by_key(|(part, _)| *part);
}

/// A camera with what every ray needs.
pub struct View {
    /// Where rays start.
    pub eye: DVec3,
    /// To the right, down, and along the view.
    pub axes: [DVec3; 3],
    /// Width and height of the picture.
    pub size: [usize; 2],
    /// How large a pixel is at one metre.
    pub pixel: f64,
    /// The way from the eye to the picture's top left corner, in pixels.
    corner: DVec3,
}

impl View {
    /// The view of a camera on a picture of that size.
    pub fn new(camera: &Camera, size: [usize; 2]) -> Self {
        let axes @ [right, down, view] = camera.axes();
        let [width, height] = size.map(|pixels| pixels as f64);
        let corner = view * (camera.focal * width) - right * (width / 2.0) - down * (height / 2.0);
        Self { eye: camera.eye.into(), axes, size, pixel: 1.0 / (camera.focal * width), corner }
    }

    /// The direction, of length one, in which a point of the picture is seen.
    pub fn direction(&self, [x, y]: [f64; 2]) -> DVec3 {
        (self.corner + self.axes[0] * x + self.axes[1] * y).normalize()
    }
}

impl Amodal {
    /// The mask of parts, counted from 0 on.
    pub fn mask(&self, parts: Range<u16>) -> Mask {
        let stride = self.size[0].div_ceil(64);
        let mut words = vec![0; stride * self.size[1]];
        for (row, into) in self.rows.iter().zip(words.chunks_exact_mut(stride)) {
            for (_, bits) in row.iter().filter(|(part, _)| parts.contains(part)) {
                into.iter_mut().zip(bits).for_each(|(into, word)| *into |= word);
            }
        }
        Mask { size: self.size, words }
    }
}

impl Mask {
    /// Whether a pixel belongs to it.
    pub fn at(&self, x: usize, y: usize) -> bool {
        self.words[y * self.size[0].div_ceil(64) + x / 64] >> (x % 64) & 1 == 1
    }

    /// How many pixels belong to it.
    pub fn area(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// The box around it: left, top, width, height; `None` where it is empty.
    pub fn bounds(&self) -> Option<[usize; 4]> {
        let stride = self.size[0].div_ceil(64);
        let rows = self.words.chunks_exact(stride);
        let mut filled = rows.clone().enumerate().filter(|(_, row)| row.iter().any(|word| *word != 0));
        let (top, _) = filled.next()?;
        let bottom = filled.next_back().map_or(top, |(y, _)| y);
        let mut all = vec![0; stride];
        rows.for_each(|row| all.iter_mut().zip(row).for_each(|(all, word)| *all |= word));
        let bit = |x: &usize| all[x / 64] >> (x % 64) & 1 == 1;
        let left = (0..self.size[0]).find(bit)?;
        let right = (0..self.size[0]).rfind(bit)?;
        Some([left, top, right + 1 - left, bottom + 1 - top])
    }

    /// Rows of bytes, eight pixels each, the highest bit leftmost, as PNG wants them.
    pub fn bytes(&self) -> Vec<u8> {
        let stride = self.size[0].div_ceil(64);
        let row = |row: &[u64]| -> Vec<u8> {
            let bytes = row.iter().flat_map(|word| word.to_le_bytes()).map(u8::reverse_bits);
            bytes.take(self.size[0].div_ceil(8)).collect()
        };
        self.words.chunks_exact(stride).flat_map(row).collect()
    }
}
