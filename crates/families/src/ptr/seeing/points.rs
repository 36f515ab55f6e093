//! What is seen of objects, as points in the world with the way their surface looks.

use super::layers::Layers;
use super::room::{Room, Sums};
use spatiq_geom::DVec3;
use std::collections::BTreeMap;

/// Surfaces are taken from so many pixels to each side.
const AROUND: usize = 2;

/// A surface is flat where depths differ from a plane by less than this, in metres: a millimetre's rounding is 0.0003.
const FLAT: f64 = 0.0007;

/// A pixel of a part.
#[derive(Clone, Copy, Debug)]
pub struct Point {
    /// Which pixel.
    pub at: usize,
    /// Where it is.
    pub place: DVec3,
    /// The way the surface looks, where that can be told.
    pub normal: Option<DVec3>,
    /// How much of the surface it shows, in square metres.
    pub area: f64,
}

/// What is seen of a part.
#[derive(Clone, Debug)]
pub struct SeenPart {
    /// Its number in the masks.
    pub id: u16,
    /// Its pixels, at least one.
    pub points: Vec<Point>,
}

/// What is seen of an object.
#[derive(Clone, Debug)]
pub struct SeenObject {
    /// Its number in the masks.
    pub id: u16,
    /// Its parts, at least one.
    pub parts: Vec<SeenPart>,
}

impl SeenObject {
    /// All points of all parts.
    pub fn points(&self) -> impl Iterator<Item = &Point> {
        self.parts.iter().flat_map(|part| &part.points)
    }
}

/// All objects in the order of their numbers.
pub fn objects(layers: &Layers, room: &Room) -> Vec<SeenObject> {
    let mut found: BTreeMap<u16, BTreeMap<u16, Vec<Point>>> = BTreeMap::new();
    let shown = (0..layers.objects.len()).filter(|at| layers.objects[*at] > 0 && layers.depth[*at] > 0);
    for at in shown {
        let parts = found.entry(layers.objects[at]).or_default();
        parts.entry(layers.parts[at]).or_default().push(point(layers, room, at));
    }
    found
        .into_iter()
        .map(|(id, parts)| SeenObject {
            id,
            parts: parts.into_iter().map(|(id, points)| SeenPart { id, points }).collect(),
        })
        .collect()
}

fn point(layers: &Layers, room: &Room, at: usize) -> Point {
    let plane = surface(layers, room, at);
    let ray = room.ray(at);
    let normal = plane.map(|plane| -plane.normalize());
    let slant = normal.map_or(0.5, |normal| -normal.dot(ray.normalize())).max(0.1);
    let wide = room.pixel() * f64::from(layers.depth[at]) / 1000.0;
    Point {
        at,
        place: room.point(at, layers.depth[at]),
        normal: normal.map(|normal| room.turn * normal),
        area: wide * wide / slant,
    }
}

/// The plane of the same part around a pixel, if there is one.
fn surface(layers: &Layers, room: &Room, at: usize) -> Option<DVec3> {
    let [width, height] = layers.size;
    let (x, y) = (at % width, at / width);
    let rows = y.saturating_sub(AROUND)..(y + AROUND + 1).min(height);
    let columns = x.saturating_sub(AROUND)..(x + AROUND + 1).min(width);
    let own = rows.flat_map(|y| columns.clone().map(move |x| y * width + x));
    let own = own.filter(|other| layers.parts[*other] == layers.parts[at] && layers.depth[*other] > 0);
    let own: Vec<(DVec3, f64)> =
        own.map(|other| (room.ray(other), 1000.0 / f64::from(layers.depth[other]))).collect();
    if own.len() < 6 {
        return None;
    }
    let mut sums = Sums::NONE;
    own.iter().for_each(|(ray, inverse)| sums.add(*ray, *inverse));
    let plane = sums.plane()?;
    let off = |(ray, inverse): &(DVec3, f64)| {
        let off = (plane.dot(*ray) - inverse) / (inverse * inverse);
        off * off
    };
    let mean = own.iter().map(off).sum::<f64>() / own.len() as f64;
    (mean < FLAT * FLAT).then_some(plane)
}
