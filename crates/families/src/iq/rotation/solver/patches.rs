//! What can be told from a picture without knowing the view: patches of one shade, which are cube faces or parts of
//! faces, and where there is ink at all.

use crate::iq::rotation::draw::{LEFT, PAPER, RIGHT, TOP, UNDER};
use spatiq_raster::{Gray, Point};

/// A picture taken apart.
pub struct Sheet {
    /// The picture.
    pub picture: Gray,
    /// Connected pixels of one face shade.
    pub patches: Vec<Patch>,
    /// Pixels of the largest patch of each kind of face.
    pub largest: [f64; 3],
    /// Left, top, right and bottom of the ink in pixels.
    pub bounds: [f64; 4],
    /// Whether faces across y are seen from below.
    pub from_below: bool,
}

/// Connected pixels of the shade of a face.
pub struct Patch {
    /// The axis across which the face lies, in the frame of [`super::look::Look`]: left 0, top and underside 1,
    /// right 2.
    pub axis: usize,
    /// Pixels.
    pub area: f64,
    /// Mean place of its pixels.
    pub centre: Point,
    /// The middle of the pixel of the patch that is nearest to the centre.
    pub inside: Point,
}

/// Smaller patches are chance mixtures of other shades.
const LEAST_AREA: usize = 3;

/// An object has at most 41 cubes, and so fewer faces in view.
const MOST_PATCHES: usize = 200;

impl Sheet {
    /// Takes a picture apart; `None` where there is no ink.
    pub fn new(picture: Gray) -> Option<Self> {
        let bounds = ink_bounds(&picture)?;
        let count = |shade: u8| picture.pixels.iter().filter(|&&pixel| pixel == shade).count();
        let from_below = count(UNDER) > count(TOP);
        let patches = find_patches(&picture);
        let areas =
            |axis: usize| patches.iter().filter(move |patch| patch.axis == axis).map(|patch| patch.area);
        let largest = [0, 1, 2].map(|axis| areas(axis).fold(0.0, f64::max));
        Some(Self { picture, patches, largest, bounds, from_below })
    }

    /// The shade at a point; paper outside the picture.
    pub fn shade_at(&self, [x, y]: Point) -> u8 {
        let inside = x >= 0.0 && y >= 0.0 && x < self.picture.width as f64 && y < self.picture.height as f64;
        if inside { self.picture.at(x as usize, y as usize) } else { PAPER }
    }

    /// The axis across which the face at a point lies; `None` on lines and on the ground.
    pub fn face_at(&self, point: Point) -> Option<usize> {
        face_axis(self.shade_at(point))
    }
}

fn face_axis(shade: u8) -> Option<usize> {
    match shade {
        LEFT => Some(0),
        TOP | UNDER => Some(1),
        RIGHT => Some(2),
        _ => None,
    }
}

fn ink_bounds(picture: &Gray) -> Option<[f64; 4]> {
    let inked = |row: &[u8]| row.iter().any(|&shade| shade != PAPER);
    let rows: Vec<&[u8]> = picture.pixels.chunks_exact(picture.width).collect();
    let top = rows.iter().position(|row| inked(row))?;
    let bottom = rows.iter().rposition(|row| inked(row))? + 1;
    let ends = rows[top..bottom].iter().filter(|row| inked(row)).map(|row| {
        let left = row.iter().position(|&shade| shade != PAPER).unwrap_or(0);
        (left, row.iter().rposition(|&shade| shade != PAPER).unwrap_or(0) + 1)
    });
    let (left, right) =
        ends.fold((usize::MAX, 0), |(low, high), (left, right)| (low.min(left), high.max(right)));
    // The outline crosses the outermost pixels somewhere: half a pixel is lost on average.
    Some([left as f64 + 0.5, top as f64 + 0.5, right as f64 - 0.5, bottom as f64 - 0.5])
}

fn find_patches(picture: &Gray) -> Vec<Patch> {
    let mut seen = vec![false; picture.pixels.len()];
    let mut patches = Vec::new();
    let mut pixels = Vec::new();
    for start in 0..seen.len() {
        let shade = picture.pixels[start];
        let Some(axis) = face_axis(shade) else { continue };
        if seen[start] {
            continue;
        }
        flood(picture, start, &mut seen, &mut pixels);
        // Beside an upright line a whole column is mixed alike, and may happen to have a face's shade.
        let one_column = pixels.iter().all(|at| at % picture.width == start % picture.width);
        if pixels.len() >= LEAST_AREA && !one_column {
            patches.push(Patch::new(axis, &pixels, picture.width));
        }
    }
    patches.sort_by(|a, b| b.area.total_cmp(&a.area));
    patches.truncate(MOST_PATCHES);
    patches
}

/// Collects the pixels connected with `start` by sides that have its shade.
fn flood(picture: &Gray, start: usize, seen: &mut [bool], pixels: &mut Vec<usize>) {
    let (width, shade) = (picture.width, picture.pixels[start]);
    pixels.clear();
    pixels.push(start);
    seen[start] = true;
    let mut next = 0;
    while next < pixels.len() {
        let at = pixels[next];
        next += 1;
        let x = at % width;
        let neighbours = [
            (x > 0).then(|| at - 1),
            (x + 1 < width).then_some(at + 1),
            at.checked_sub(width),
            Some(at + width),
        ];
        for near in neighbours.into_iter().flatten() {
            if near < seen.len() && !seen[near] && picture.pixels[near] == shade {
                seen[near] = true;
                pixels.push(near);
            }
        }
    }
}

impl Patch {
    fn new(axis: usize, pixels: &[usize], width: usize) -> Self {
        let middle = |at: usize| [(at % width) as f64 + 0.5, (at / width) as f64 + 0.5];
        let mean = |k: usize| pixels.iter().map(|&at| middle(at)[k]).sum::<f64>() / pixels.len() as f64;
        let centre = [mean(0), mean(1)];
        let distance = |point: Point| {
            let (x, y) = (point[0] - centre[0], point[1] - centre[1]);
            x * x + y * y
        };
        let points = pixels.iter().map(|&at| middle(at));
        let inside = points.min_by(|a, b| distance(*a).total_cmp(&distance(*b))).unwrap_or(centre);
        Self { axis, area: pixels.len() as f64, centre, inside }
    }
}
