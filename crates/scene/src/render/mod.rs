//! Pictures of scenes: exact masks, depth and normals by one ray a pixel, and colour in soft light.
//!
//! 1. `world` makes the scene ready for rays, `body` and `triangle` know the shapes.
//! 2. `frame` casts one ray through the middle of every pixel: what is there and what is hidden behind.
//! 3. `light` finds out how much of each lamp and of the surroundings every pixel sees, `shaft` what can be in the way.
//! 4. `paint` puts paint, `texture`, light and `tone` together, with more rays where surfaces meet.

mod body;
mod frame;
mod light;
mod paint;
mod shaft;
#[cfg(test)]
mod steps;
mod texture;
mod tone;
mod triangle;
mod world;

pub use frame::{Amodal, Frame, Mask};
pub(crate) use triangle::Triangles;

use crate::scene::Scene;
use spatiq_raster::Rgb;
use world::World;

/// A thread takes no more rows of pixels at once than this: most work is where objects are.
const ROWS: usize = 16;

/// How many rays are spent, and where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Quality {
    /// Rays a pixel towards each lamp: everywhere something may be in the way, and more at the rims of shadows.
    pub shadow: [usize; 2],
    /// Rays a pixel into the surroundings: near other things, and more where they differ.
    pub ambient: [usize; 2],
    /// Rays a pixel where surfaces meet.
    pub edge: usize,
}

impl Quality {
    /// For a quick look.
    pub const FAST: Self = Self { shadow: [1, 0], ambient: [1, 0], edge: 4 };
    /// Unless asked otherwise.
    pub const DEFAULT: Self = Self { shadow: [1, 2], ambient: [1, 2], edge: 8 };
    /// For print.
    pub const FINE: Self = Self { shadow: [4, 12], ambient: [4, 12], edge: 16 };
}

/// Masks, depth and normals alone.
pub fn look(scene: &Scene, size: [usize; 2]) -> Frame {
    frame::look(scene, &World::new(scene), size)
}

/// The depth of one object at every pixel, in metres along the view, as if it were alone; infinity where it is not. This is
/// its mask, also where other things hide it.
///
/// # Panics
/// When the scene has no such object.
pub fn alone(scene: &Scene, object: usize, size: [usize; 2]) -> Vec<f32> {
    let kept = vec![scene.objects[object].clone()];
    let by_itself = Scene { objects: kept, ..scene.clone() };
    frame::alone(&by_itself, &World::new(&by_itself), 0, size)
}

/// About how many pixels each part of one object shows, as if the object were alone.
///
/// # Panics
/// When the scene has no such object.
pub fn pixels_alone(scene: &Scene, object: usize, size: [usize; 2]) -> Vec<usize> {
    let kept = vec![scene.objects[object].clone()];
    let by_itself = Scene { objects: kept, ..scene.clone() };
    frame::pixels_alone(&by_itself, &World::new(&by_itself), 0, size)
}

/// Everything: masks, depth and normals, and the picture in colour.
pub fn render(scene: &Scene, size: [usize; 2], quality: &Quality) -> (Frame, Rgb) {
    let world = World::new(scene);
    let frame = frame::look(scene, &world, size);
    let picture = paint::paint(scene, &world, &frame, quality);
    (frame, picture)
}
