//! How much of each lamp, and of the sky, every pixel sees.
//!
//! Rays are spent where they show. For each lamp, and for the surroundings:
//! 1. A tile of the picture is lit without a ray where nothing reaches into the shaft between it and the lamp, or, as to
//!    the surroundings, near it.
//! 2. Elsewhere every pixel casts few rays, each towards another of the places that the sixteen pixels of a tile share
//!    out among them, and asks only what is in the shaft.
//! 3. Where all rays of a tile and of those around it agree, that is the answer. Where they do not, at the rims of
//!    shadows, more follow.
//! 4. There, pixels of the same face share their rays with their neighbours.

use super::frame::{Frame, View};
use super::shaft::{Patch, Shaft};
use super::world::{World, is_step, lifted, may_have_steps};
use super::{Quality, ROWS};
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

    /// What can be in the way of its light to a patch, besides the room; nothing where nothing at all can.
    fn in_the_way(&self, world: &World, patch: &Patch) -> Option<Vec<u32>> {
        match self {
            Self::Lamp { middle, within } => {
                let radius = within[0].length();
                let found = world.within(&Shaft::towards(patch, (*middle, radius)));
                let is_above = |(normal, at): (DVec3, f64)| normal.dot(*middle) - at > radius;
                (!found.is_empty() || !patch.flat.is_some_and(is_above)).then_some(found)
            }
            Self::Surroundings => {
                let shaft = Shaft::around(patch, NEAR);
                let found = world.within(&shaft);
                (!found.is_empty() || world.plane_within(&shaft, patch.middle)).then_some(found)
            }
        }
    }

    /// How much of it is seen from a point of a surface, by the rays that these turns of an even sequence stand for, of which
    /// nothing is in the way but what is `among` these.
    fn seen_past(
        &self,
        world: &World,
        among: &mut [u32],
        (point, normal): (DVec3, DVec3),
        turns: impl ExactSizeIterator<Item = usize>,
    ) -> f64 {
        let (from, rays) = (lifted(point, normal), turns.len());
        let offsets = turns.map(|turn| DISK[turn % DISK.len()]);
        let sum: f64 = match self {
            Self::Lamp { middle, within } => offsets
                .map(|[x, y]| {
                    let way = *middle + within[0] * x + within[1] * y - point;
                    let reach = way.length();
                    let is_seen = way.dot(normal) > 0.0 && world.is_free(among, from, way / reach, reach);
                    f64::from(u8::from(is_seen))
                })
                .sum(),
            Self::Surroundings => {
                let (right, up) = normal.any_orthonormal_pair();
                offsets
                    .map(|[x, y]| {
                        // Points of a disk raised to a half-sphere: the steeper, the more of them.
                        let direction = right * x + up * y + normal * (1.0 - x * x - y * y).sqrt();
                        let way = world.free_way(among, from, direction, NEAR) / NEAR;
                        way * (2.0 - way)
                    })
                    .sum()
            }
        };
        sum / rays as f64
    }

    /// How much of it is seen from a point of a surface, by so many rays.
    pub fn seen(&self, world: &World, point: DVec3, normal: DVec3, rays: usize) -> f64 {
        let patch = Patch { middle: point, radius: 0.0, flat: Some((normal, normal.dot(point))) };
        let among = self.in_the_way(world, &patch);
        among.map_or(1.0, |mut among| self.seen_past(world, &mut among, (point, normal), 0..rays))
    }
}

/// The points that the pixels show, and the patches of the tiles.
struct Spots<'a> {
    world: &'a World<'a>,
    frame: &'a Frame,
    points: Vec<DVec3>,
    /// `None` where a tile shows nothing.
    patches: Vec<Option<Patch>>,
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
        let patch = |tile: usize| {
            let pixels = pixels_of(tile, frame.size).map(|(x, y)| y * width + x);
            let look = |at: usize| (frame.faces[at], frame.normals[at]);
            let mut looks = pixels.clone().map(look);
            let first = looks.next()?;
            let normal = looks.all(|look| look == first).then(|| DVec3::from(first.1.map(f64::from)));
            Patch::around(pixels.map(|at| points[at]).filter(|point| !point.is_nan()), normal)
        };
        let patches = (0..tiles).into_par_iter().with_min_len(width).map(patch).collect();
        Self { world, frame, points, patches }
    }

    /// The light of one source in every pixel, from `few` rays a pixel or `few + more` where it matters.
    fn gather(&self, source: &Source, [few, more]: [usize; 2]) -> Vec<f32> {
        let first = |tile: usize| self.cast(source, tile, 0..few);
        let apart = self.frame.size[0].div_ceil(TILE);
        let mut tiles: Vec<Option<Tile>> =
            (0..self.patches.len()).into_par_iter().with_max_len(apart * ROWS / TILE).map(first).collect();
        let mixed = mixed(&tiles, apart);
        let further = tiles.par_iter_mut().enumerate().with_max_len(apart * ROWS / TILE);
        let further = further.filter(|(at, _)| more > 0 && mixed[*at]);
        further.for_each(|(at, tile)| {
            let (Some(tile), Some(new)) = (tile, self.cast(source, at, few..few + more)) else { return };
            let share = more as f32 / (few + more) as f32;
            tile.iter_mut().zip(new).for_each(|(light, new)| *light += (new - *light) * share);
        });
        self.shared(&tiles, &mixed)
    }

    /// The mean light in the pixels of a tile by these of an even sequence of rays; nothing where nothing is in the way.
    fn cast(&self, source: &Source, tile: usize, rays: Range<usize>) -> Option<Tile> {
        let mut among = source.in_the_way(self.world, self.patches[tile].as_ref()?)?;
        let mut light = [1.0; TILE * TILE];
        for (x, y) in pixels_of(tile, self.frame.size) {
            let at = y * self.frame.size[0] + x;
            let (place, within) = ((self.points[at], normal_at(self.frame, at)), within_tile(x, y));
            if !place.0.is_nan() {
                let turns = rays.clone().map(|ray| ORDER[within] + TILE * TILE * ray);
                light[within] = source.seen_past(self.world, &mut among, place, turns) as f32;
            }
        }
        Some(light)
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
        light.par_chunks_mut(width).enumerate().with_max_len(ROWS).for_each(|(y, row)| {
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
        let own = y * width + x;
        let (face, normal, point) = (self.frame.faces[own], normal_at(self.frame, own), self.points[own]);
        let has_steps = may_have_steps(face);
        let (top, left) = (y.saturating_sub(2), x.saturating_sub(2));
        let columns = (x + 3).min(width) - left;
        let (mut sum, mut weights) = (0.0, 0.0);
        for (row, weight) in (top..(y + 3).min(height)).zip(&WEIGHTS[top + 2 - y..]) {
            let start = row * width + left;
            let (faces, light) = (&self.frame.faces[start..][..columns], &light[start..][..columns]);
            let points = &self.points[start..][..columns];
            let pixels = faces.iter().zip(points).zip(light).zip(&WEIGHTS[left + 2 - x..]);
            for (((other, at), light), across) in pixels {
                let is_same = *other == face && !(has_steps && is_step(normal, point, *at));
                let weight = if is_same { weight * across } else { 0.0 };
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
fn pixels_of(tile: usize, [width, height]: [usize; 2]) -> impl Iterator<Item = (usize, usize)> + Clone {
    let wide = width.div_ceil(TILE);
    let (left, top) = (tile % wide * TILE, tile / wide * TILE);
    let columns = left..(left + TILE).min(width);
    (top..(top + TILE).min(height)).flat_map(move |y| columns.clone().map(move |x| (x, y)))
}

/// A pixel's place within its tile.
fn within_tile(x: usize, y: usize) -> usize {
    y % TILE * TILE + x % TILE
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arrange::{Rules, arrange};
    use crate::render::frame;
    use crate::render::steps::steps;
    use crate::scene::Kind;
    use crate::stock::Generated;
    use spatiq_bench::{Seed, Split};

    /// What a shaft leaves out must be in the way of no ray: all that there is, asked one by one, gives the same light.
    #[test]
    fn what_is_not_in_a_shaft_is_in_no_rays_way() {
        const SIZE: [usize; 2] = [160, 120];
        let everywhere =
            Shaft::around(&Patch { middle: DVec3::ZERO, radius: 0.0, flat: None }, f64::INFINITY);
        let mut without_rays = 0;
        for (kind, seed) in [(Kind::Room, 1_u64), (Kind::Physics, 2), (Kind::Ground, 3), (Kind::Room, 4)] {
            let mut scene = arrange(&Rules::of(kind), &Generated, Split::Test, &Seed::root(seed)).unwrap();
            scene.objects.push(steps(0.4));
            let world = World::new(&scene);
            let frame = frame::look(&scene, &world, SIZE);
            let spots = Spots::new(&world, &frame, &View::new(&scene.camera, SIZE));
            let mut all = world.within(&everywhere);
            assert!(all.len() >= scene.objects.len(), "a piece or more of every object");
            let sources = scene.lamps.iter().map(Source::lamp).chain([Source::Surroundings]);
            for source in sources {
                for (tile, patch) in spots.patches.iter().enumerate() {
                    let Some(mut among) = patch.as_ref().map(|patch| source.in_the_way(&world, patch)) else {
                        continue;
                    };
                    without_rays += usize::from(among.is_none());
                    for at in pixels_of(tile, SIZE).map(|(x, y)| y * SIZE[0] + x) {
                        let place = (spots.points[at], normal_at(&frame, at));
                        if place.0.is_nan() {
                            continue;
                        }
                        let light = |among: &mut [u32]| source.seen_past(&world, among, place, 0..24);
                        let full = light(&mut all);
                        let seen = among.as_mut().map_or(1.0, |among| light(among));
                        assert_eq!(seen, full, "{kind:?} {seed}, pixel {at}, {among:?}");
                    }
                }
            }
        }
        assert!(without_rays > 1000, "{without_rays} tiles without a ray");
    }
}
