//! A camera that looks along rays, made without the projection that pictures are drawn with: for checking them.

use super::draw::EXTENT;
use super::object::Cube;
use super::view::View;
use super::visible::THINNEST;
use spatiq_raster::Gray;

/// The viewer's place, from the picture's axes as rows of a rotation matrix.
pub struct Camera {
    right: [f64; 3],
    up: [f64; 3],
    /// Towards the viewer.
    pub to_viewer: [f64; 3],
    /// The middle of the object's extent along `right` and `up`.
    middle: [f64; 2],
    /// Share of the picture's side that a cube's side takes.
    scale: f64,
}

impl Camera {
    /// The camera of a view, framed around the cubes.
    pub fn new(view: &View, cubes: &[Cube]) -> Self {
        let (v, h) = (view.vertical.to_radians(), view.horizontal.to_radians());
        let turn = [[libm::cos(h), 0.0, libm::sin(h)], [0.0, 1.0, 0.0], [-libm::sin(h), 0.0, libm::cos(h)]];
        let mix = |p: f64, q: f64| [0, 1, 2].map(|k| p * turn[1][k] + q * turn[2][k]);
        let (up, to_viewer) = (mix(libm::cos(v), -libm::sin(v)), mix(libm::sin(v), libm::cos(v)));
        let extents = [turn[0], up].map(|axis| extent_along(&axis, cubes));
        let middle = extents.map(|[low, high]| (low + high) / 2.0);
        let scale = EXTENT / extents.iter().map(|[low, high]| high - low).fold(0.0, f64::max);
        Self { right: turn[0], up, to_viewer, middle, scale }
    }

    /// Whether the picture has ink just where the object is, at the points of a coarse grid. A point may be off by a
    /// pixel and a line's width; what is thinner than the pixels may be missed, so a few points may disagree.
    pub fn outlines(&self, picture: &Gray, cubes: &[Cube]) -> bool {
        const GRID: usize = 16;
        const AROUND: [(f64, f64); 8] = [
            (1.0, 0.0),
            (0.7, 0.7),
            (0.0, 1.0),
            (-0.7, 0.7),
            (-1.0, 0.0),
            (-0.7, -0.7),
            (0.0, -1.0),
            (0.7, -0.7),
        ];
        let size = picture.width as f64;
        let tolerance = 1.0 / size + 1.2 / 224.0;
        let wrong = (0..GRID * GRID).filter(|at| {
            let pixel = [at % GRID, at / GRID].map(|k| (k * 2 + 1) * picture.width / (2 * GRID));
            let [x, y] = pixel.map(|k| (k as f64 + 0.5) / size - 0.5);
            let inked = picture.at(pixel[0], pixel[1]) < 255;
            let agrees = |x: f64, y: f64| {
                inked == cubes.iter().any(|cube| self.ray_meets(&self.far_behind(x, y), cube))
            };
            let near = |by: f64| AROUND.iter().any(|(dx, dy)| agrees(x + by * dx, y + by * dy));
            !agrees(x, y) && !near(tolerance / 3.0) && !near(tolerance / 1.5) && !near(tolerance)
        });
        wrong.count() * 50 < GRID * GRID
    }

    /// A point behind the object that is shown at a place in the picture, given from its middle as a share.
    fn far_behind(&self, x: f64, y: f64) -> [f64; 3] {
        let (a, b) = (self.middle[0] + x / self.scale, self.middle[1] - y / self.scale);
        [0, 1, 2].map(|k| a * self.right[k] + b * self.up[k] - 1e3 * self.to_viewer[k])
    }

    /// Whether no blocker stands between the viewer and a grid of points on the face, and the face is large enough.
    pub fn sees(&self, cube: Cube, axis: usize, side: i32, blockers: &[Cube]) -> bool {
        const GRID: i32 = 5;
        let (a, b) = ((axis + 1) % 3, (axis + 2) % 3);
        let picture = |k: usize| [self.right[k], self.up[k]];
        let (p, q) = (picture(a), picture(b));
        let longer = f64::max(p[0] * p[0] + p[1] * p[1], q[0] * q[0] + q[1] * q[1]).sqrt();
        let thickness = (p[0] * q[1] - p[1] * q[0]).abs() / longer;
        if thickness * self.scale < THINNEST - 1e-9 {
            return false;
        }
        (0..=GRID).all(|i| {
            (0..=GRID).all(|j| {
                let mut point = cube.map(f64::from);
                point[axis] += 0.5 * f64::from(side);
                point[a] += 0.998 * (f64::from(i) / f64::from(GRID) - 0.5);
                point[b] += 0.998 * (f64::from(j) / f64::from(GRID) - 0.5);
                !blockers.iter().any(|blocker| self.ray_meets(&point, blocker))
            })
        })
    }

    /// Whether the ray from the point to the viewer passes through the cube.
    fn ray_meets(&self, point: &[f64; 3], cube: &Cube) -> bool {
        let (mut enter, mut leave) = (1e-9f64, f64::INFINITY);
        for axis in 0..3 {
            let speed = self.to_viewer[axis];
            let at = |offset: f64| (f64::from(cube[axis]) + offset - point[axis]) / speed;
            let (near, far) = (at(-0.5).min(at(0.5)), at(-0.5).max(at(0.5)));
            enter = enter.max(near);
            leave = leave.min(far);
        }
        enter < leave - 1e-9
    }
}

/// The lowest and the highest place of the cubes along an axis of the picture.
fn extent_along(axis: &[f64; 3], cubes: &[Cube]) -> [f64; 2] {
    let corners = cubes.iter().flat_map(|&cube| (0..8).map(move |corner| (cube, corner)));
    let places = corners.map(|(cube, corner)| {
        dot(&[0, 1, 2].map(|k| f64::from(cube[k]) + f64::from(corner >> k & 1) - 0.5), axis)
    });
    places.fold([f64::MAX, f64::MIN], |[low, high], place| [low.min(place), high.max(place)])
}

fn dot(a: &[f64; 3], b: &[f64; 3]) -> f64 {
    (0..3).map(|k| a[k] * b[k]).sum()
}
