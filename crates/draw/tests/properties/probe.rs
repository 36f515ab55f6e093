//! What rays through the picture see, found without any of the engine's own curves.

use glam::{DVec2, DVec3};
use spatiq_draw::View;
use spatiq_geom::{Rays, Solid};

/// Sends rays through the places of a picture.
pub struct Probe<'a> {
    solid: &'a Solid,
    view: &'a View,
    size: f64,
    rays: Rays,
}

/// A place where a ray enters or leaves.
#[derive(Clone, Copy, Debug)]
pub struct Hit {
    depth: f64,
    /// Turned towards the eye.
    normal: DVec3,
    slope: f64,
}

/// Which hits to compare.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Layers {
    /// Only the first: what is visible.
    First,
    All,
}

const RING: [DVec2; 4] = [DVec2::X, DVec2::new(0.8, 0.6), DVec2::Y, DVec2::new(-0.6, 0.8)];

impl<'a> Probe<'a> {
    pub fn new(solid: &'a Solid, view: &'a View, size: f64) -> Self {
        Self { solid, view, size, rays: Rays::default() }
    }

    /// What the ray through a place meets, nearest first. What is thinner than rounding does not count.
    pub fn hits(&mut self, place: DVec2, layers: Layers) -> Vec<Hit> {
        let origin = self.view.right * place.x + self.view.up * place.y;
        let nothing = 1e-9 * self.size;
        let mut depths: Vec<f64> = Vec::new();
        for (from, to) in self.solid.ray(origin, -self.view.toward_eye, &mut self.rays) {
            match depths.last_mut() {
                Some(last) if from - *last < nothing => *last = to,
                _ => depths.extend([from, to]),
            }
        }
        let count = if layers == Layers::First { 1 } else { usize::MAX };
        let thick = depths.chunks_exact(2).filter(|pair| pair[1] - pair[0] > nothing).flatten();
        thick.take(count).map(|&depth| self.hit(origin - self.view.toward_eye * depth, depth)).collect()
    }

    fn hit(&self, p: DVec3, depth: f64) -> Hit {
        let near = 1e-7 * self.size;
        let (mut nearest, mut normal) = (f64::INFINITY, self.view.toward_eye);
        for leaf in self.solid.leaves().iter().filter(|leaf| leaf.field(p).abs() < near) {
            for face in 0..leaf.surfaces().len() {
                let distance = leaf.face_distance(face, p).abs();
                if distance < nearest {
                    (nearest, normal) = (distance, leaf.face_normal(face, p));
                }
            }
        }
        let cosine = normal.dot(self.view.toward_eye);
        let normal = if cosine < 0.0 { -normal } else { normal };
        Hit { depth, normal, slope: (1.0 - cosine * cosine).max(0.0).sqrt() / cosine.abs() }
    }

    /// Whether something changes between places, `apart` from one another, by more than a smooth face can: what is met,
    /// how deep, or a normal by more than `angle`.
    pub fn differ(&self, a: &[Hit], b: &[Hit], apart: f64, angle: f64) -> bool {
        let jump = |a: &Hit, b: &Hit| {
            let smooth = 1.5 * apart * a.slope.max(b.slope) + 1e-7 * self.size;
            (a.depth - b.depth).abs() > smooth || a.normal.dot(b.normal) < 1.0 - angle * angle / 2.0
        };
        a.len() != b.len() || a.iter().zip(b).any(|(a, b)| jump(a, b))
    }

    /// Whether something changes around a place, within `radius` as a share of the size.
    pub fn changes_around(&mut self, place: DVec2, layers: Layers, radius: f64, angle: f64) -> bool {
        let reach = radius * self.size;
        RING.iter().any(|&direction| {
            let a = self.hits(place + direction * reach, layers);
            let b = self.hits(place - direction * reach, layers);
            self.differ(&a, &b, 2.0 * reach, angle)
        })
    }

    /// Whether there is a wedge of no angle beside a place: faces that touch there have an edge that rays do not see.
    pub fn thin_around(&mut self, place: DVec2, layers: Layers) -> bool {
        let count = if layers == Layers::First { 1 } else { usize::MAX };
        let (reach, thin) = (1e-4 * self.size, 1e-6 * self.size);
        RING.iter().flat_map(|&direction| [place + direction * reach, place - direction * reach]).any(
            |beside| {
                let hits = self.hits(beside, Layers::All);
                hits.windows(2).take(count).any(|pair| pair[1].depth - pair[0].depth < thin)
            },
        )
    }

    /// Places on the way between two others at which something changes by more than a smooth face can.
    pub fn changes_between(&mut self, from: DVec2, to: DVec2, layers: Layers) -> Vec<DVec2> {
        let steps = (from.distance(to) / (0.002 * self.size)).ceil() as usize;
        let at = |k: usize| from.lerp(to, k as f64 / steps as f64);
        let mut found = Vec::new();
        let mut here = self.hits(at(0), layers);
        for k in 1..=steps {
            let there = self.hits(at(k), layers);
            if let Some(place) = self.narrow((at(k - 1), here), (at(k), there.clone()), layers) {
                found.push(place);
            }
            here = there;
        }
        found
    }

    /// The place of a change between two places, if there still is one when they are near one another.
    fn narrow(
        &mut self,
        mut a: (DVec2, Vec<Hit>),
        mut b: (DVec2, Vec<Hit>),
        layers: Layers,
    ) -> Option<DVec2> {
        loop {
            let apart = a.0.distance(b.0);
            if !self.differ(&a.1, &b.1, apart, 0.1) {
                return None;
            }
            let middle = a.0.midpoint(b.0);
            if apart < 2e-5 * self.size {
                return Some(middle);
            }
            let hits = self.hits(middle, layers);
            if self.differ(&a.1, &hits, apart / 2.0, 0.1) {
                b = (middle, hits);
            } else {
                a = (middle, hits);
            }
        }
    }
}
