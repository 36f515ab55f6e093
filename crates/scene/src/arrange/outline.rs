//! The outline of an object in the picture, quickly: as many convex polygons as it has pieces.
//!
//! Round shapes become polygons of 24 corners, which lose a hundredth of their width; whoever compares outlines leaves some
//! room.

use crate::scene::{Camera, Object};
use crate::shape::Shape;
use spatiq_geom::{DVec2, DVec3};
use std::borrow::Cow;

/// Corners around a round shape.
const SEGMENTS: usize = 24;

/// Which pixels an object covers, were nothing before it.
#[derive(Clone, Debug)]
pub struct Outline {
    size: [usize; 2],
    /// A bit a pixel, rows of whole words.
    words: Vec<u64>,
    /// The box around it, also beyond the picture: low and high corner.
    reach: [DVec2; 2],
}

impl Outline {
    /// The outline of an object.
    pub fn new(object: &Object, camera: &Camera, size: [usize; 2]) -> Self {
        let stride = size[0].div_ceil(64);
        let reach = [DVec2::INFINITY, DVec2::NEG_INFINITY];
        let mut outline = Self { size, words: vec![0; stride * size[1]], reach };
        for piece in object.model.pieces() {
            let placement = piece.placement.within(&object.placement);
            let corners = few_corners(&piece.shape);
            let points: Vec<DVec3> =
                corners.iter().map(|corner| camera.project(size, placement.to_world(*corner))).collect();
            if points.iter().all(|point| point.z > 0.1) {
                outline.fill(&hull(points.iter().map(|point| point.truncate()).collect()));
            }
        }
        outline
    }

    /// Whether it keeps off the left, right and lower border by so many pixels, and is not above the upper one.
    pub fn is_within(&self, margin: f64) -> bool {
        let [low, high] = self.reach;
        let [width, height] = self.size.map(|pixels| pixels as f64);
        low.x > margin && high.x < width - margin && high.y < height - margin && low.y > margin
    }

    /// How many pixels two outlines share.
    pub fn shared(&self, other: &Self) -> usize {
        self.words.iter().zip(&other.words).map(|(one, other)| (one & other).count_ones() as usize).sum()
    }

    /// Whether it covers a point of the picture.
    pub fn covers(&self, point: DVec2) -> bool {
        let [width, height] = self.size;
        let inside = point.min_element() >= 0.0 && point.x < width as f64 && point.y < height as f64;
        let (column, row) = (point.x as usize, point.y as usize);
        inside && self.words[row * width.div_ceil(64) + column / 64] >> (column % 64) & 1 == 1
    }

    /// How many pixels it covers.
    pub fn area(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Adds the pixels of another outline.
    pub fn add(&mut self, other: &Self) {
        self.words.iter_mut().zip(&other.words).for_each(|(one, other)| *one |= other);
    }

    /// Sets the pixels whose middles are in a convex polygon.
    fn fill(&mut self, polygon: &[DVec2]) {
        for corner in polygon {
            self.reach = [self.reach[0].min(*corner), self.reach[1].max(*corner)];
        }
        let [width, height] = self.size;
        let low = polygon.iter().map(|corner| corner.y).fold(f64::INFINITY, f64::min);
        let high = polygon.iter().map(|corner| corner.y).fold(f64::NEG_INFINITY, f64::max);
        let rows = (low - 0.5).ceil().max(0.0) as usize..((high + 0.5).floor().max(0.0) as usize).min(height);
        for row in rows {
            let level = row as f64 + 0.5;
            let next = polygon.iter().cycle().skip(1);
            let crossings = polygon.iter().zip(next).filter(|(a, b)| (a.y <= level) != (b.y <= level));
            let at = crossings.map(|(a, b)| a.x + (b.x - a.x) * (level - a.y) / (b.y - a.y));
            let (left, right) = at.fold((f64::INFINITY, f64::NEG_INFINITY), |(l, r), x| (l.min(x), r.max(x)));
            let columns =
                (left - 0.5).ceil().max(0.0) as usize..((right + 0.5).floor().max(0.0) as usize).min(width);
            for column in columns {
                self.words[row * width.div_ceil(64) + column / 64] |= 1 << (column % 64);
            }
        }
    }
}

/// A point of the shape.
pub fn mark(shape: &Shape) -> DVec3 {
    match shape {
        Shape::Prism { outline, .. } => outline[0].extend(0.0),
        Shape::Mesh(mesh) => mesh.few_corners()[0],
        Shape::Ring { ring, .. } => DVec3::X * *ring,
        Shape::Box { .. } | Shape::Frustum { .. } | Shape::Ball { .. } => DVec3::ZERO,
    }
}

/// Points whose hull is much like the shape.
pub fn few_corners(shape: &Shape) -> Cow<'_, [DVec3]> {
    match shape {
        Shape::Mesh(mesh) => Cow::Borrowed(mesh.few_corners()),
        _ => Cow::Owned(shape.corners(SEGMENTS)),
    }
}

/// The convex polygon around points, by walking from left to right and back.
fn hull(mut points: Vec<DVec2>) -> Vec<DVec2> {
    points.sort_by(|a, b| a.x.total_cmp(&b.x).then(a.y.total_cmp(&b.y)));
    let mut hull: Vec<DVec2> = Vec::with_capacity(points.len() + 1);
    let mut walk = |points: &mut dyn Iterator<Item = &DVec2>| {
        let start = hull.len();
        for point in points {
            while let [.., a, b] = hull[start..]
                && (b - a).perp_dot(*point - b) <= 0.0
            {
                hull.pop();
            }
            hull.push(*point);
        }
        hull.pop();
    };
    walk(&mut points.iter());
    walk(&mut points.iter().rev());
    hull
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::look;
    use crate::scene::Scene;
    use crate::{furniture, neutral};
    use spatiq_geom::Placement;
    use std::sync::Arc;

    /// A scene to take camera and room from.
    pub fn empty() -> Scene {
        let text = br#"{"objects": [], "camera": {"eye": [0.3, -13.0, 6.0], "at": [0, 0, 0.5]}}"#;
        neutral::read(text).unwrap()
    }

    #[test]
    fn an_outline_is_what_rays_see_of_the_object() {
        let mut scene = empty();
        let size = [400, 300];
        for (number, category) in crate::Category::FURNITURE.into_iter().enumerate() {
            let model = Arc::new(furniture::make(category, 40 + number as u32));
            let paint = super::super::paint::all_gray(&model);
            let placement = Placement { shift: DVec3::new(0.5, -1.0, 0.0), ..Placement::IDENTITY };
            scene.objects = vec![Object { model, placement, paint }];
            let outline = Outline::new(&scene.objects[0], &scene.camera, size);
            let exact = look(&scene, size).amodal.mask(0..u16::MAX);
            let is_set = |x: usize, y: usize| outline.covers(DVec2::new(x as f64 + 0.5, y as f64 + 0.5));
            let pixels = (0..size[0] * size[1]).map(|at| (at % size[0], at / size[0]));
            let differ = pixels.filter(|(x, y)| is_set(*x, *y) != exact.at(*x, *y)).count();
            assert!(differ * 50 < exact.area(), "{category}: {differ} of {}", exact.area());
            assert!(outline.area() > 300);
        }
    }

    #[test]
    fn a_polygon_around_points_leaves_out_what_is_inside() {
        let points = [[0.0, 0.0], [4.0, 0.0], [2.0, 1.0], [4.0, 3.0], [0.0, 3.0], [2.0, 0.0]];
        let around = hull(points.into_iter().map(DVec2::from).collect());
        assert_eq!(around.len(), 4, "{around:?}");
        assert!(!around.contains(&DVec2::new(2.0, 1.0)));
    }
}
