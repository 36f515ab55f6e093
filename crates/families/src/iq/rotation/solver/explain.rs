//! How well an object in a given pose explains a picture.

use super::look::Look;
use super::patches::Sheet;
use crate::iq::rotation::draw::{EXTENT, bounds, line_width};
use crate::iq::rotation::object::Cube;
use spatiq_raster::Point;

/// Faces that are thinner between their lines, in pixels, may have no pixel of their pure shade.
const LEGIBLE: f64 = 2.0;

/// An object in a picture, its cubes in the frame of a look.
pub struct Placed<'a> {
    look: &'a Look,
    /// Indices and centres of the cubes, the nearest first.
    order: Vec<(usize, Point)>,
    /// For the line along each axis' step: how far a step along each axis leads away from it.
    away: [[f64; 3]; 3],
}

impl<'a> Placed<'a> {
    /// Places the cubes so that the lattice's origin is shown at `origin`.
    pub fn new(look: &'a Look, cubes: &[Cube], origin: Point) -> Self {
        let mut order: Vec<(usize, Point)> =
            (0..cubes.len()).map(|at| (at, centre(look, cubes[at], origin))).collect();
        let nearness = |at: usize| look.projection.nearness(cubes[at]);
        order.sort_by(|a, b| nearness(b.0).total_cmp(&nearness(a.0)));
        let away = look.steps.map(|line| look.steps.map(|step| line[0] * step[1] - line[1] * step[0]));
        Self { look, order, away }
    }

    /// Places the cubes as the generator frames its objects; `None` where the picture's extent is another.
    pub fn framed(look: &'a Look, cubes: &[Cube], sheet: &Sheet) -> Option<Self> {
        const TOLERANCE: f64 = 2.5;
        let line = line_width(look.scale, sheet.picture.width as f64);
        let [left, top, right, bottom] = bounds(cubes, &look.projection).map(|k| k * look.scale);
        let (width, height) = (right - left + line, bottom - top + line);
        let size = sheet.picture.width as f64;
        let [ink_left, ink_top, ink_right, ink_bottom] = sheet.bounds;
        let wide = (width - (ink_right - ink_left)).abs() < TOLERANCE;
        let high = (height - (ink_bottom - ink_top)).abs() < TOLERANCE;
        let origin = [size / 2.0 - (left + right) / 2.0, size / 2.0 - (top + bottom) / 2.0];
        let whole = (f64::max(width, height) - EXTENT * size).abs() < TOLERANCE;
        (wide && high && whole).then(|| Self::new(look, cubes, origin))
    }

    /// The share of the picture's patches and of the object's visible faces that do not fit each other.
    pub fn misfit(&self, sheet: &Sheet) -> f64 {
        let (mut total, mut wrong) = (0.0, 0.0);
        for patch in &sheet.patches {
            total += 1.0;
            let fits = self.hit(patch.inside).is_some_and(|(_, axis)| axis == patch.axis);
            wrong += f64::from(u8::from(!fits));
        }
        let legible = |axis: &usize| self.look.inner_thickness(*axis, sheet.picture.width as f64) >= LEGIBLE;
        let axes: Vec<usize> = (0..3).filter(legible).collect();
        for &(at, middle) in &self.order {
            for &axis in &axes {
                let side = self.look.projection.visible_side(axis);
                let half = f64::from(side) / 2.0;
                let face = [0, 1].map(|k| middle[k] + half * self.look.steps[axis][k]);
                if self.hit(face) == Some((at, axis)) {
                    total += 1.0;
                    wrong += f64::from(u8::from(!shows(sheet, face, axis)));
                }
            }
        }
        wrong / total
    }

    /// The cube and the axis across which its face lies that is shown at a point.
    fn hit(&self, point: Point) -> Option<(usize, usize)> {
        self.order.iter().find_map(|&(at, middle)| {
            let by = [point[0] - middle[0], point[1] - middle[1]];
            let away = self.look.steps.map(|line| line[0] * by[1] - line[1] * by[0]);
            let inside = (0..3)
                .all(|line| away[line].abs() <= self.away[line].iter().map(|k| k.abs()).sum::<f64>() / 2.0);
            inside.then(|| (at, self.face_of(by)))
        })
    }

    /// Which of a cube's faces is shown at a point of it, given from its centre: the faces meet in the nearest
    /// corner, and each lies between the edges that run from there along the other two axes.
    fn face_of(&self, by: Point) -> usize {
        let sides = [0, 1, 2].map(|axis| f64::from(self.look.projection.visible_side(axis)));
        let from_corner = [0, 1]
            .map(|k| by[k] - (0..3).map(|axis| sides[axis] * self.look.steps[axis][k] / 2.0).sum::<f64>());
        let inward = [0, 1, 2].map(|axis| self.look.steps[axis].map(|k| -sides[axis] * k));
        let cross = |a: Point, b: Point| a[0] * b[1] - a[1] * b[0];
        let within = |axis: usize| {
            let (p, q) = (inward[(axis + 1) % 3], inward[(axis + 2) % 3]);
            let turn = cross(p, q);
            cross(p, from_corner) * turn >= 0.0 && cross(from_corner, q) * turn >= 0.0
        };
        (0..3).find(|&axis| within(axis)).unwrap_or(0)
    }
}

/// Where a cube's centre is shown.
pub fn centre(look: &Look, cube: Cube, origin: Point) -> Point {
    [0, 1].map(|k| origin[k] + (0..3).map(|axis| f64::from(cube[axis]) * look.steps[axis][k]).sum::<f64>())
}

/// Whether the picture shows a face across the axis within a pixel of the point.
fn shows(sheet: &Sheet, [x, y]: Point, axis: usize) -> bool {
    let near = [(0.0, 0.0), (-1.0, 0.0), (1.0, 0.0), (0.0, -1.0), (0.0, 1.0)];
    near.iter().any(|&(dx, dy)| sheet.face_at([x + dx, y + dy]) == Some(axis))
}
