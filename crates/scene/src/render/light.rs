//! How much of each lamp, and of the sky, every pixel sees.
//!
//! Rays are spent where they show. For each lamp, and for the surroundings:
//! 1. A tile of the picture whose way to the lamp no object's ball comes near is lit, without a ray. So is a tile far
//!    from everything, as to the surroundings.
//! 2. Elsewhere every pixel casts few rays, each towards another of the places that the sixteen pixels of a tile share
//!    out among them.
//! 3. Where all rays of a tile and of those around it agree, that is the answer. Where they do not, at the rims of
//!    shadows, more follow.
//! 4. There, pixels of the same face share their rays with their neighbours.

use super::Quality;
use super::frame::{Frame, View};
use super::world::{World, lifted};
use crate::scene::{Lamp, Scene};
use glam::DVec3;
use rayon::prelude::*;
use std::ops::Range;
use std::sync::LazyLock;

/// Pixels along a tile's side.
const TILE: usize = 4;

/// How far away things take light from the surroundings, in metres.
const NEAR: f64 = 1.4;

/// Light that reaches the pixels: 0 none, 1 all of it.
pub struct Light {
    /// For each lamp, how much of it is seen.
    pub lamps: Vec<Vec<f32>>,
    /// How much of the surroundings is open.
    pub open: Vec<f32>,
}

impl Light {
    /// The light in a frame.
    pub fn new(scene: &Scene, world: &World, frame: &Frame, quality: &Quality) -> Self {
        let spots = Spots::new(world, frame, &View::new(&scene.camera, frame.size));
        let lamps = scene.lamps.iter().map(|lamp| spots.gather(&Source::lamp(lamp), quality.shadow));
        Self { lamps: lamps.collect(), open: spots.gather(&Source::Surroundings, quality.ambient) }
    }
}

/// Where light comes from.
pub enum Source {
    /// A disk.
    Lamp {
        /// Its middle.
        middle: DVec3,
        /// Two directions within it, as long as its radius.
        within: [DVec3; 2],
    },
    /// All directions, as far as nothing near is in the way.
    Surroundings,
}

impl Source {
    /// The disk of a lamp.
    pub fn lamp(lamp: &Lamp) -> Self {
        let middle = DVec3::from(lamp.position);
        let (right, up) = (DVec3::from(lamp.aim) - middle).normalize_or(DVec3::NEG_Z).any_orthonormal_pair();
        Self::Lamp { middle, within: [right * lamp.radius, up * lamp.radius] }
    }

    /// How much of it is seen from a point of a surface along one ray, the `turn`-th of an even sequence.
    fn sample(&self, world: &World, point: DVec3, normal: DVec3, turn: usize) -> f64 {
        let [x, y] = DISK[turn % DISK.len()];
        match self {
            Self::Lamp { middle, within } => {
                let way = *middle + within[0] * x + within[1] * y - point;
                if way.dot(normal) <= 0.0 {
                    return 0.0;
                }
                let reach = way.length();
                f64::from(u8::from(world.is_free(lifted(point, normal), way / reach, reach)))
            }
            Self::Surroundings => {
                let (right, up) = normal.any_orthonormal_pair();
                // Points of a disk raised to a half-sphere: the steeper, the more of them.
                let direction = right * x + up * y + normal * (1.0 - x * x - y * y).sqrt();
                let way = world.free_way(lifted(point, normal), direction, NEAR) / NEAR;
                way * (2.0 - way)
            }
        }
    }

    /// How much of it is seen from a point of a surface, by so many rays.
    pub fn seen(&self, world: &World, point: DVec3, normal: DVec3, rays: usize) -> f64 {
        (0..rays).map(|turn| self.sample(world, point, normal, turn)).sum::<f64>() / rays as f64
    }

    /// Whether anything can come between it and a ball of points.
    fn may_be_hidden(&self, world: &World, (middle, radius): (DVec3, f64)) -> bool {
        match self {
            Self::Surroundings => {
                let near = |(centre, size): &(DVec3, f64)| centre.distance(middle) < size + radius + NEAR;
                // Planes of the room shade one another only near the corners between them.
                world.balls.iter().any(near) || world.second_nearest_plane(middle) < radius + NEAR
            }
            Self::Lamp { middle: lamp, within } => {
                let (to_lamp, lamp_radius) = (*lamp - middle, within[0].length());
                world.balls.iter().any(|(centre, size)| {
                    let along = ((*centre - middle).dot(to_lamp) / to_lamp.length_squared()).clamp(0.0, 1.0);
                    let wide = radius + (lamp_radius - radius) * along;
                    (middle + to_lamp * along).distance(*centre) < size + wide
                })
            }
        }
    }
}

/// The points that the pixels show, and balls around those of each tile.
struct Spots<'a> {
    world: &'a World<'a>,
    frame: &'a Frame,
    points: Vec<DVec3>,
    /// `None` where a tile shows nothing.
    balls: Vec<Option<(DVec3, f64)>>,
}

impl<'a> Spots<'a> {
    fn new(world: &'a World<'a>, frame: &'a Frame, view: &View) -> Self {
        let [width, height] = frame.size;
        let point = |at: usize| {
            let [x, y] = [at % width, at / width].map(|pixel| pixel as f64 + 0.5);
            frame.hits[at].map_or(DVec3::NAN, |hit| view.eye + view.direction([x, y]) * hit.distance)
        };
        let points: Vec<DVec3> = (0..width * height).into_par_iter().with_min_len(width).map(point).collect();
        let tiles = width.div_ceil(TILE) * height.div_ceil(TILE);
        let ball = |tile: usize| {
            let inside = pixels_of(tile, frame.size)
                .map(|(x, y)| points[y * width + x])
                .filter(|point| !point.is_nan());
            let [low, high] = crate::model::around(inside.map(|point| [point, point]));
            low.cmple(high).all().then(|| (low.midpoint(high), low.distance(high) / 2.0))
        };
        let balls = (0..tiles).into_par_iter().with_min_len(width).map(ball).collect();
        Self { world, frame, points, balls }
    }

    /// The light of one source in every pixel, from `few` rays a pixel or `few + more` where it matters.
    fn gather(&self, source: &Source, [few, more]: [usize; 2]) -> Vec<f32> {
        let first = |tile: usize| -> Option<Tile> {
            self.balls[tile].filter(|ball| source.may_be_hidden(self.world, *ball))?;
            Some(self.cast(source, tile, 0..few))
        };
        let apart = self.frame.size[0].div_ceil(TILE);
        let mut tiles: Vec<Option<Tile>> =
            (0..self.balls.len()).into_par_iter().with_min_len(apart).map(first).collect();
        let mixed = mixed(&tiles, apart);
        let further = tiles.par_iter_mut().enumerate().filter(|(at, _)| more > 0 && mixed[*at]);
        further.for_each(|(at, tile)| {
            let Some(tile) = tile else { return };
            let share = more as f32 / (few + more) as f32;
            let new = self.cast(source, at, few..few + more);
            tile.iter_mut().zip(new).for_each(|(light, new)| *light += (new - *light) * share);
        });
        self.shared(&tiles, &mixed)
    }

    /// The mean light in the pixels of a tile by these of an even sequence of rays.
    fn cast(&self, source: &Source, tile: usize, rays: Range<usize>) -> Tile {
        let mut light = [1.0; TILE * TILE];
        for (x, y) in pixels_of(tile, self.frame.size) {
            let at = y * self.frame.size[0] + x;
            let (point, normal, within) = (self.points[at], normal_at(self.frame, at), within_tile(x, y));
            if !point.is_nan() {
                let turns = rays.clone().map(|ray| ORDER[within] + TILE * TILE * ray);
                let sum: f64 = turns.map(|turn| source.sample(self.world, point, normal, turn)).sum();
                light[within] = (sum / rays.len() as f64) as f32;
            }
        }
        light
    }

    /// The light pixel by pixel; in mixed tiles each pixel's is averaged with that of its neighbours on the same face.
    fn shared(&self, tiles: &[Option<Tile>], mixed: &[bool]) -> Vec<f32> {
        let width = self.frame.size[0];
        let wide = width.div_ceil(TILE);
        let mut own = vec![1.0; self.points.len()];
        own.par_chunks_mut(width * TILE).zip(tiles.par_chunks(wide)).for_each(|(rows, tiles)| {
            for (y, row) in rows.chunks_exact_mut(width).enumerate() {
                for (pixels, tile) in row.chunks_mut(TILE).zip(tiles) {
                    if let Some(tile) = tile {
                        pixels.copy_from_slice(&tile[y * TILE..][..pixels.len()]);
                    }
                }
            }
        });
        let mut light = own.clone();
        light.par_chunks_mut(width).enumerate().with_min_len(TILE).for_each(|(y, row)| {
            let mixed = &mixed[y / TILE * wide..][..wide];
            for (tile, pixels) in row.chunks_mut(TILE).enumerate().filter(|(tile, _)| mixed[*tile]) {
                for (x, pixel) in (tile * TILE..).zip(pixels) {
                    *pixel = self.mean_around(&own, x, y);
                }
            }
        });
        light
    }

    /// The mean light in a square of pixels, of those that show the same face as the middle one.
    fn mean_around(&self, light: &[f32], x: usize, y: usize) -> f32 {
        /// The outer ones are halved: each of the four places that alternate weighs the same.
        const WEIGHTS: [f32; 5] = [0.5, 1.0, 1.0, 1.0, 0.5];
        let [width, height] = self.frame.size;
        let face = self.frame.faces[y * width + x];
        let (top, left) = (y.saturating_sub(2), x.saturating_sub(2));
        let columns = (x + 3).min(width) - left;
        let (mut sum, mut weights) = (0.0, 0.0);
        for (row, weight) in (top..(y + 3).min(height)).zip(&WEIGHTS[top + 2 - y..]) {
            let start = row * width + left;
            let (faces, light) = (&self.frame.faces[start..][..columns], &light[start..][..columns]);
            for ((other, light), across) in faces.iter().zip(light).zip(&WEIGHTS[left + 2 - x..]) {
                let weight = if *other == face { weight * across } else { 0.0 };
                sum += light * weight;
                weights += weight;
            }
        }
        sum / weights
    }
}

/// The light in the pixels of a tile, row by row.
type Tile = [f32; TILE * TILE];

/// In which order the pixels of a tile take their turns; neighbours are far apart in it.
const ORDER: [usize; TILE * TILE] = [0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5];

/// Points that fill the unit disk evenly, as many as one likes from the first on.
static DISK: LazyLock<Vec<[f64; 2]>> = LazyLock::new(|| {
    // The fractions of multiples of these two spread as evenly as two numbers can.
    const STEPS: [f64; 2] = [0.754_877_666_246_692_8, 0.569_840_290_998_053_3];
    let point = |n: usize| {
        let [a, b] = STEPS.map(|step| (0.5 + step * n as f64).fract());
        let (radius, angle) = (a.sqrt(), std::f64::consts::TAU * b);
        [radius * libm::cos(angle), radius * libm::sin(angle)]
    };
    (0..TILE * TILE * 64).map(point).collect()
});

/// The tiles in and around which the rays are not of one mind.
fn mixed(tiles: &[Option<Tile>], wide: usize) -> Vec<bool> {
    let range = |tile: &Option<Tile>| {
        tile.map_or([1.0, 1.0], |tile| {
            [tile.iter().copied().fold(1.0, f32::min), tile.iter().copied().fold(0.0, f32::max)]
        })
    };
    let ranges: Vec<[f32; 2]> = tiles.par_iter().map(range).collect();
    let is_mixed = |at: usize| {
        let (x, y) = (at % wide, at / wide);
        let columns = x.saturating_sub(1)..(x + 2).min(wide);
        let rows = y.saturating_sub(1)..(y + 2).min(tiles.len() / wide);
        let around = rows.flat_map(|y| &ranges[y * wide + columns.start..y * wide + columns.end]);
        let [low, high] = around.fold([1.0_f32, 0.0_f32], |[low, high], [l, h]| [low.min(*l), high.max(*h)]);
        low < high
    };
    (0..tiles.len()).into_par_iter().with_min_len(wide).map(is_mixed).collect()
}

/// The normal in a pixel.
pub fn normal_at(frame: &Frame, at: usize) -> DVec3 {
    DVec3::from(frame.normals[at].map(f64::from))
}

/// The pixels of a tile: column and row.
fn pixels_of(tile: usize, [width, height]: [usize; 2]) -> impl Iterator<Item = (usize, usize)> {
    let wide = width.div_ceil(TILE);
    let (left, top) = (tile % wide * TILE, tile / wide * TILE);
    let columns = left..(left + TILE).min(width);
    (top..(top + TILE).min(height)).flat_map(move |y| columns.clone().map(move |x| (x, y)))
}

/// A pixel's place within its tile.
fn within_tile(x: usize, y: usize) -> usize {
    y % TILE * TILE + x % TILE
}
