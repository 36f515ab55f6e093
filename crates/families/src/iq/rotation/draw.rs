//! The picture of an object: shaded cubes with dark lines between them on white.
//!
//! Cubes are painted from the farthest to the nearest, each as its outline in the line's shade, widened by half a
//! line, and on it the faces that look at the viewer, narrowed by half a line. The light comes from the upper left,
//! so a face has one of four shades: tops are the lightest, then faces that look to the left, then those that look
//! to the right, and undersides are the darkest.

use super::object::Cube;
use super::view::Projection;
use spatiq_raster::{Gray, Point};

/// The longer side of every object's picture, as a share of the picture's side.
pub const EXTENT: f64 = 0.88;
/// Shade of the ground.
pub const PAPER: u8 = 255;
/// Shade of the lines.
pub const LINE: u8 = 25;
/// Shade of faces that look up.
pub const TOP: u8 = 240;
/// Shade of faces that look to the left.
pub const LEFT: u8 = 196;
/// Shade of faces that look to the right.
pub const RIGHT: u8 = 146;
/// Shade of faces that look down.
pub const UNDER: u8 = 98;

/// How an object lies in its picture.
#[derive(Clone, Copy, Debug)]
pub struct Frame {
    /// Pixels of a cube's side.
    pub scale: f64,
    /// Where the object's origin is shown, in pixels.
    pub origin: Point,
    /// Width of the lines in pixels.
    pub line: f64,
}

/// Draws the cubes on a square picture of `size` pixels.
pub fn draw(cubes: &[Cube], projection: &Projection, size: usize) -> Gray {
    let frame = Frame::around(cubes, projection, size as f64);
    let mut picture = Gray::new(size, size, PAPER);
    let brush = Brush::new(projection, &frame);
    let mut order: Vec<(f64, Cube)> = cubes.iter().map(|&cube| (projection.nearness(cube), cube)).collect();
    order.sort_by(|a, b| a.0.total_cmp(&b.0));
    for &(_, cube) in &order {
        brush.paint(&mut picture, cube, cubes);
    }
    picture
}

impl Frame {
    /// Centres the object and gives its longer side, lines included, the share [`EXTENT`] of the picture.
    pub fn around(cubes: &[Cube], projection: &Projection, size: f64) -> Self {
        let [left, top, right, bottom] = bounds(cubes, projection);
        let extents = [right - left, bottom - top];
        let unlined = EXTENT * size / f64::max(extents[0], extents[1]);
        let line = line_width(unlined, size);
        let overhang =
            overhang(&projection.picture_from_axis.map(|step| step.map(|k| k * unlined)), line / 2.0);
        let fit = |k: usize| (EXTENT * size - 2.0 * overhang[k]) / extents[k];
        let scale = f64::min(fit(0), fit(1));
        let middle = |low: f64, high: f64| size / 2.0 - scale * (low + high) / 2.0;
        Self { scale, origin: [middle(left, right), middle(top, bottom)], line }
    }
}

/// How far the widened outline of a cube reaches beyond the cube, to the side and up. It follows from the directions
/// of the steps alone, whatever their lengths.
fn overhang(steps: &[Point; 3], by: f64) -> [f64; 2] {
    let reach = |corners: &[Point], k: usize| corners.iter().map(|corner| corner[k]).fold(0.0, f64::max);
    let plain = outline(steps);
    let wide = widened(&plain, by);
    [0, 1].map(|k| reach(&wide, k) - reach(&plain, k))
}

/// Width of the lines around cubes of that many pixels: thinner where cubes are small, to leave room for the faces.
pub fn line_width(cube: f64, size: f64) -> f64 {
    f64::min(size * (1.2 / 224.0), cube * 0.09)
}

/// Left, top, right and bottom of the object in cube sides.
pub fn bounds(cubes: &[Cube], projection: &Projection) -> [f64; 4] {
    let reach = |k: usize| projection.picture_from_axis.iter().map(|axis| axis[k].abs()).sum::<f64>() / 2.0;
    let mut bounds = [f64::INFINITY, f64::INFINITY, f64::NEG_INFINITY, f64::NEG_INFINITY];
    for cube in cubes {
        let centre = projection.picture(cube.map(f64::from));
        for k in 0..2 {
            bounds[k] = bounds[k].min(centre[k] - reach(k));
            bounds[k + 2] = bounds[k + 2].max(centre[k] + reach(k));
        }
    }
    bounds
}

/// The shade of the faces across an axis that look at the viewer.
pub fn shade(axis: usize, projection: &Projection) -> u8 {
    let looks = |k: usize| projection.picture_from_axis[axis][k] * f64::from(projection.visible_side(axis));
    match axis {
        1 if looks(1) < 0.0 => TOP,
        1 => UNDER,
        _ if looks(0) < 0.0 => LEFT,
        _ => RIGHT,
    }
}

/// The polygons of a cube at the origin: they are the same for all cubes of a picture.
struct Brush {
    origin: Point,
    /// A step along each axis, in pixels.
    steps: [Point; 3],
    /// The side of each axis that looks at the viewer.
    sides: [i32; 3],
    outline: Vec<Point>,
    /// Of each axis, the face's corners and shade; `None` where the lines leave nothing of it.
    faces: [Option<([Point; 4], u8)>; 3],
}

impl Brush {
    fn new(projection: &Projection, frame: &Frame) -> Self {
        let steps = projection.picture_from_axis.map(|[x, y]| [x * frame.scale, y * frame.scale]);
        let sides = [0, 1, 2].map(|axis| projection.visible_side(axis));
        let half = frame.line / 2.0;
        let face = |axis: usize| {
            let corners = face_corners(&steps, axis, f64::from(sides[axis]) / 2.0, half)?;
            Some((corners, shade(axis, projection)))
        };
        Self {
            origin: frame.origin,
            steps,
            sides,
            outline: widened(&outline(&steps), half),
            faces: [face(0), face(1), face(2)],
        }
    }

    fn paint(&self, picture: &mut Gray, cube: Cube, all: &[Cube]) {
        let centre = [0, 1].map(|k| {
            self.origin[k] + (0..3).map(|axis| f64::from(cube[axis]) * self.steps[axis][k]).sum::<f64>()
        });
        let moved = |corner: &Point| [corner[0] + centre[0], corner[1] + centre[1]];
        let corners: Vec<Point> = self.outline.iter().map(moved).collect();
        picture.fill(&corners, LINE);
        for (axis, face) in self.faces.iter().enumerate() {
            let mut before = cube;
            before[axis] += self.sides[axis];
            if let Some((corners, shade)) = face
                && !all.contains(&before)
            {
                picture.fill(&corners.map(|corner| moved(&corner)), *shade);
            }
        }
    }
}

/// The hexagon that a cube covers: the sum of its three steps, centred.
fn outline(steps: &[Point; 3]) -> [Point; 6] {
    // All steps pointing to the upper half plane and in order of angle walk half way round the hexagon.
    let mut half = steps.map(|step| if (step[1], step[0]) < (0.0, 0.0) { step.map(|c| -c) } else { step });
    half.sort_by(|a, b| (b[0] * a[1]).total_cmp(&(a[0] * b[1])));
    let mut corner = [0, 1].map(|k| -half.iter().map(|step| step[k]).sum::<f64>() / 2.0);
    let mut corners = [[0.0; 2]; 6];
    for (i, slot) in corners.iter_mut().enumerate() {
        *slot = corner;
        let (step, sign) = (half[i % 3], if i < 3 { 1.0 } else { -1.0 });
        corner = [corner[0] + sign * step[0], corner[1] + sign * step[1]];
    }
    corners
}

/// A convex polygon with every side moved out by `by`. Sharp corners are cut, so that they grow no spikes.
fn widened(corners: &[Point], by: f64) -> Vec<Point> {
    let count = corners.len();
    let area: f64 = (0..count).map(|i| cross(corners[i], corners[(i + 1) % count])).sum();
    let outward = if area > 0.0 { 1.0 } else { -1.0 };
    let normal = |i: usize| {
        let (from, to) = (corners[i % count], corners[(i + 1) % count]);
        let side = [to[0] - from[0], to[1] - from[1]];
        let length = (side[0] * side[0] + side[1] * side[1]).sqrt();
        [side[1] / length * outward, -side[0] / length * outward]
    };
    let mut wide = Vec::with_capacity(2 * count);
    for (i, corner) in corners.iter().enumerate() {
        let (before, after) = (normal(i + count - 1), normal(i));
        let moved = |by: f64, along: Point| [corner[0] + by * along[0], corner[1] + by * along[1]];
        let cosine = before[0] * after[0] + before[1] * after[1];
        if cosine > -0.5 {
            // The moved sides meet where both normals' components are `by`.
            wide.push(moved(by / (1.0 + cosine), [before[0] + after[0], before[1] + after[1]]));
        } else {
            wide.extend([moved(by, before), moved(by, after)]);
        }
    }
    wide
}

/// The face across an axis at `side` steps from the cube's centre, every side moved in by `by`.
fn face_corners(steps: &[Point; 3], axis: usize, side: f64, by: f64) -> Option<[Point; 4]> {
    let (a, b) = (steps[(axis + 1) % 3], steps[(axis + 2) % 3]);
    let area = cross(a, b).abs();
    let length = |v: Point| (v[0] * v[0] + v[1] * v[1]).sqrt();
    let (along_a, along_b) = (0.5 - by * length(b) / area, 0.5 - by * length(a) / area);
    let corner =
        |p: f64, q: f64| [0, 1].map(|k| side * steps[axis][k] + p * along_a * a[k] + q * along_b * b[k]);
    let left = along_a > 0.0 && along_b > 0.0;
    left.then(|| [corner(-1.0, -1.0), corner(1.0, -1.0), corner(1.0, 1.0), corner(-1.0, 1.0)])
}

fn cross(a: Point, b: Point) -> f64 {
    a[0] * b[1] - a[1] * b[0]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::iq::rotation::object::Direction;
    use crate::iq::rotation::tests::{objects, views};
    use crate::iq::rotation::view::View;
    use proptest::prelude::*;

    fn ink_extent(picture: &Gray) -> (usize, usize) {
        let inked = |x: usize, y: usize| picture.at(x, y) != PAPER;
        let columns = (0..picture.width).filter(|&x| (0..picture.height).any(|y| inked(x, y)));
        let rows = (0..picture.height).filter(|&y| (0..picture.width).any(|x| inked(x, y)));
        let span = |range: Vec<usize>| range[range.len() - 1] + 1 - range[0];
        (span(columns.collect()), span(rows.collect()))
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(48))]

        #[test]
        fn every_object_has_the_same_longer_side((object, _) in objects(), view in views(), size in 32usize..300) {
            let picture = draw(&object.cubes(), &view.projection(), size);
            let (width, height) = ink_extent(&picture);
            let off = width.max(height) as f64 - EXTENT * size as f64;
            prop_assert!((-1.0..2.0).contains(&off), "{width} x {height} of {size}");
        }

        /// What the preset `hardened` rests on: the odd picture is a mirrored picture of the object itself.
        #[test]
        fn a_mirror_image_is_shown_as_the_object_mirrored((object, _) in objects(), view in views()) {
            let quarter = (view.horizontal / 90.0) as usize;
            let change = if [0, 2].contains(&quarter) { Direction::swap_x_minus_z } else { Direction::swap_x_z };
            let horizontal = (2 * quarter + 1) as f64 * 90.0 - view.horizontal;
            let itself = View { vertical: view.vertical, horizontal };
            let image = draw(&object.map(change).cubes(), &view.projection(), 96);
            let other = draw(&object.cubes(), &itself.projection(), 96);
            for (row, other_row) in image.pixels.chunks(96).zip(other.pixels.chunks(96)) {
                for (shade, other_shade) in row.iter().zip(other_row.iter().rev()) {
                    // The light's side differs, and rounding may leave a trace on single pixels of the outline.
                    let (ink, other_ink) = (*shade < 250, *other_shade < 250);
                    prop_assert!(ink == other_ink || (240..255).contains(&(*shade).min(*other_shade)));
                }
            }
        }
    }
}
