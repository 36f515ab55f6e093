//! The camera and the room, from the depth of what is no object.
//!
//! On a plane the inverse of depth is affine in the pixels: for the points p of a plane with m · p = 1, and p = depth ·
//! (u, v, 1), it is m · (u, v, 1). So m is found by least squares, in small blocks first, then over all of a plane.

use super::SeeError;
use super::layers::Layers;
use spatiq_geom::{DMat3, DVec3};
use spatiq_scene::Camera;

/// The focal length over the picture's width: the one thing that is known of the camera beforehand.
const FOCAL: f64 = 0.9722;

/// Blocks of so many pixels are held against planes.
const BLOCK: usize = 8;

/// How far the middle of a block may be off the plane it is counted to, as a share of its distance.
const OFF: f64 = 0.004;

/// Cameras that look down more steeply than this, in degrees, are those of rooms in which nothing falls.
const STEEP: f64 = 20.95;

/// Where a wall that is not in the picture is put, in metres from the eye: out of reach.
const FAR: f64 = 20.0;

/// What the picture was taken in.
#[derive(Clone, Debug)]
pub struct Room {
    /// From the camera's axes (right, down, view) to the world's (right along the back wall, to the back, up).
    pub turn: DMat3,
    /// The eye; the floor is z = 0.
    pub eye: DVec3,
    /// The back wall is y = back.
    pub back: f64,
    /// The side walls are x = -side and x = side.
    pub side: f64,
    /// Whether the camera is the one of scenes in which things may fall.
    pub physical: bool,
    size: [usize; 2],
}

impl Room {
    /// Finds floor and walls.
    pub fn of(layers: &Layers) -> Result<Self, SeeError> {
        let blocks = blocks(layers);
        let is_floor = |m: DVec3| m.y > 0.8 * m.length() && m.x.abs() < 0.1 * m.length();
        let floor = plane(&blocks, is_floor).ok_or(SeeError::NoFloor)?;
        let down = floor.normalize();
        let upright = |m: DVec3| m.dot(down).abs() < 0.05 * m.length();
        let back = plane(&blocks, |m| upright(m) && m.z > 0.8 * m.length());
        let side = |sign: f64| plane(&blocks, |m| upright(m) && sign * m.x > 0.8 * m.length());
        let view = back.unwrap_or(DVec3::Z);
        let behind = (view - down * view.dot(down)).try_normalize().ok_or(SeeError::NoFloor)?;
        let up = -down;
        let right = behind.cross(up);
        let reach = |m: Option<DVec3>| m.map_or(FAR, |m| m.length().recip());
        let [left, right_wall] = [reach(side(-1.0)), reach(side(1.0))];
        let turn = DMat3::from_cols(right, behind, up).transpose();
        Ok(Self {
            turn,
            eye: DVec3::new((left - right_wall) / 2.0, 0.0, floor.length().recip()),
            back: reach(back),
            side: (left + right_wall) / 2.0,
            physical: libm::atan2(down.z, down.y).to_degrees() < STEEP,
            size: layers.size,
        })
    }

    /// A ray through a pixel in the camera's axes, one along the view.
    pub fn ray(&self, at: usize) -> DVec3 {
        ray(self.size, at)
    }

    /// Where a pixel's point is.
    pub fn point(&self, at: usize, millimetres: u16) -> DVec3 {
        self.eye + self.turn * (self.ray(at) * (f64::from(millimetres) / 1000.0))
    }

    /// Which pixel shows a point, were nothing before it, and how far before the camera that is; nothing outside of the picture.
    pub fn project(&self, place: DVec3) -> Option<(usize, f64)> {
        let seen = self.turn.transpose() * (place - self.eye);
        let scale = FOCAL * self.size[0] as f64 / seen.z;
        let [width, height] = self.size.map(|pixels| pixels as f64);
        let (x, y) = (width / 2.0 + seen.x * scale, height / 2.0 + seen.y * scale);
        let inside = seen.z > 0.0 && x >= 0.0 && y >= 0.0 && x < width && y < height;
        inside.then(|| (y as usize * self.size[0] + x as usize, seen.z))
    }

    /// How wide a pixel is at a distance of one, along the view.
    pub fn pixel(&self) -> f64 {
        (FOCAL * self.size[0] as f64).recip()
    }

    /// The camera.
    pub fn camera(&self) -> Camera {
        let view = self.turn * DVec3::Z;
        Camera { eye: self.eye.to_array(), at: (self.eye + view).to_array(), focal: FOCAL }
    }

    /// To the right and to the back as the camera sees it, level.
    pub fn directions(&self) -> [DVec3; 2] {
        let view = self.turn * DVec3::Z;
        [self.turn * DVec3::X, DVec3::new(view.x, view.y, 0.0).normalize_or(DVec3::Y)]
    }
}

fn ray(size: [usize; 2], at: usize) -> DVec3 {
    let [width, height] = size.map(|pixels| pixels as f64);
    let (x, y) = ((at % size[0]) as f64 + 0.5, (at / size[0]) as f64 + 0.5);
    DVec3::new(x - width / 2.0, y - height / 2.0, FOCAL * width) / (FOCAL * width)
}

/// A block of the background and the plane through it.
struct Block {
    plane: DVec3,
    sums: Sums,
}

/// What a least-squares fit of inverse depths needs to know.
#[derive(Clone, Copy)]
pub struct Sums {
    squares: DMat3,
    products: DVec3,
}

impl Sums {
    /// Of nothing.
    pub const NONE: Self = Self { squares: DMat3::ZERO, products: DVec3::ZERO };

    /// With one more pixel.
    pub fn add(&mut self, ray: DVec3, inverse: f64) {
        self.squares += DMat3::from_cols(ray * ray.x, ray * ray.y, ray * ray.z);
        self.products += ray * inverse;
    }

    /// The m of the plane that fits best; nothing where several fit.
    pub fn plane(&self) -> Option<DVec3> {
        let scale = self.squares.z_axis.z;
        let found = self.squares.inverse() * self.products;
        let definite = self.squares.determinant() > 1e-18 * scale * scale * scale;
        (definite && found.is_finite()).then_some(found)
    }
}

fn blocks(layers: &Layers) -> Vec<Block> {
    let [width, height] = layers.size;
    let mut blocks = Vec::new();
    for top in (0..height.saturating_sub(BLOCK - 1)).step_by(BLOCK) {
        for left in (0..width.saturating_sub(BLOCK - 1)).step_by(BLOCK) {
            let pixels = (top..top + BLOCK).flat_map(|y| (left..left + BLOCK).map(move |x| y * width + x));
            let mut sums = Sums::NONE;
            let is_background = |at: &usize| layers.objects[*at] == 0 && layers.depth[*at] > 0;
            let mut seen = 0;
            for at in pixels.filter(is_background) {
                sums.add(ray(layers.size, at), 1000.0 / f64::from(layers.depth[at]));
                seen += 1;
            }
            if seen == BLOCK * BLOCK {
                blocks.extend(sums.plane().map(|plane| Block { plane, sums }));
            }
        }
    }
    blocks
}

/// The plane of all blocks that look a certain way and lie together.
fn plane(blocks: &[Block], looks: impl Fn(DVec3) -> bool) -> Option<DVec3> {
    let own: Vec<&Block> = blocks.iter().filter(|block| looks(block.plane)).collect();
    let mut distances: Vec<f64> = own.iter().map(|block| block.plane.length()).collect();
    distances.sort_by(f64::total_cmp);
    let middle = *distances.get(distances.len() / 2)?;
    let near = |block: &&&Block| (block.plane.length() / middle - 1.0).abs() < 0.1;
    let first = together(own.iter().filter(near).map(|block| &block.sums))?;
    let close = |block: &&&Block| block.sums.is_on(first);
    together(own.iter().filter(close).map(|block| &block.sums))
}

fn together<'a>(sums: impl Iterator<Item = &'a Sums>) -> Option<DVec3> {
    let mut all = Sums::NONE;
    for one in sums {
        all.squares += one.squares;
        all.products += one.products;
    }
    all.plane()
}

impl Sums {
    /// Whether a plane passes through the middle of what was added.
    fn is_on(&self, plane: DVec3) -> bool {
        let (rays, inverses) = (self.squares.z_axis, self.products.z);
        (plane.dot(rays) / inverses - 1.0).abs() < OFF
    }
}
