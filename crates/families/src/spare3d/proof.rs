//! Whether a picture shows a solid, by rays: an area that no visible line divides is all solid or all air. Only where the middle
//! of a picture lies is taken from the drawing engine; hidden lines are not looked at.
//!
//! The poses are written down here once more, as the papers have them, so that a mistake in the drawing engine does not hide
//! in its own reflection.

use spatiq_bench::{Cloud, Item};
use spatiq_draw::{DrawError, Model, NEVER, View};
use spatiq_geom::{Beams, DVec3, Rays, Solid};
use spatiq_raster::Rgb;

/// From the object to the eye, image-right and image-up, before they are made unit vectors.
type Axes = [[f64; 3]; 3];

const POSES: [(char, Axes); 11] = [
    ('f', [[0.0, -1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]]),
    ('r', [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]),
    ('t', [[0.0, 0.0, 1.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]),
    ('1', [[-1.0, -1.0, 1.0], [1.0, -1.0, 0.0], [1.0, 1.0, 2.0]]),
    ('2', [[1.0, -1.0, 1.0], [1.0, 1.0, 0.0], [-1.0, 1.0, 2.0]]),
    ('3', [[1.0, 1.0, 1.0], [-1.0, 1.0, 0.0], [-1.0, -1.0, 2.0]]),
    ('4', [[-1.0, 1.0, 1.0], [-1.0, -1.0, 0.0], [1.0, -1.0, 2.0]]),
    ('5', [[-1.0, -1.0, -1.0], [1.0, -1.0, 0.0], [-1.0, -1.0, 2.0]]),
    ('6', [[1.0, -1.0, -1.0], [1.0, 1.0, 0.0], [1.0, -1.0, 2.0]]),
    ('7', [[1.0, 1.0, -1.0], [-1.0, 1.0, 0.0], [1.0, 1.0, 2.0]]),
    ('8', [[-1.0, 1.0, -1.0], [-1.0, -1.0, 0.0], [-1.0, 1.0, 2.0]]),
];

/// Rays are cast through every so manieth pixel, both ways.
const STEP: usize = 8;

/// Rays this near to a visible line, in pixels, are not asked.
const CLEARANCE: usize = 2;

/// Coverage of a pixel by visible lines, as the loss of red, from which on it divides areas. Hidden lines are red.
const LINE: u8 = 25;

/// Who goes over the pictures of an object.
pub struct Witness {
    /// Length of the side of what a picture shows.
    side: f64,
    /// Gaps between lines that are overlooked, in such sides.
    gap: f64,
}

/// Lines of a mesh stand for those of smooth faces and may end short of one another: by so much of a picture's side.
const GAP: f64 = 0.02;

impl Witness {
    /// For pictures of an object, which sets the scale also where it is cut.
    pub fn new(object: &Solid, view_box: f64) -> Result<Self, String> {
        let extent = Model::new(object, NEVER).map_err(|error| error.to_string())?.extent();
        let has_mesh = object.leaves().iter().any(|leaf| leaf.mesh().is_some());
        Ok(Self { side: view_box * extent, gap: if has_mesh { GAP } else { 0.0 } })
    }

    /// Overlooks only half as much, so that others who overlook all of it have nothing to say.
    pub fn strict(self) -> Self {
        Self { gap: self.gap / 2.0, ..self }
    }

    /// Checks that a picture of an item may show a solid from a pose.
    pub fn shows(&self, item: &Item, name: &str, solid: &Solid, pose: char) -> Result<(), String> {
        let picture = item.question.picture(name).ok_or_else(|| format!("there is no picture {name:?}"))?;
        self.png_shows(name, &picture.png, solid, pose)
    }

    /// The same for a picture that is not part of the question.
    pub fn png_shows(&self, name: &str, png: &[u8], solid: &Solid, pose: char) -> Result<(), String> {
        png_shows(name, png, solid, self, pose)
    }
}

fn png_shows(name: &str, png: &[u8], solid: &Solid, witness: &Witness, pose: char) -> Result<(), String> {
    let rgb = Rgb::decode(png).map_err(|error| format!("picture {name:?}: {error}"))?;
    if let Some([x, y]) = blot(&rgb) {
        return Err(format!("picture {name:?}: there is more than lines at ({x}, {y})"));
    }
    let areas = Areas::new(&rgb, (witness.gap * rgb.width as f64 / 2.0) as usize);
    let mut eye = Eye::new(solid, witness.side, pose, rgb.width)?;
    let mut said: Vec<Option<bool>> = vec![None; areas.count];
    said[0] = Some(false);
    let mut met = false;
    for y in (0..rgb.height).step_by(STEP) {
        for x in (0..rgb.width).step_by(STEP) {
            let Some(area) = areas.clear(x, y) else { continue };
            let hit = eye.hits(x, y);
            met |= hit;
            if *said[area].get_or_insert(hit) != hit {
                return Err(format!("picture {name:?}: rays do not see at ({x}, {y}) what its lines say"));
            }
        }
    }
    // What is thin has no room between its lines; then any ray that meets it will do.
    let mut pixels = (0..rgb.height).flat_map(|y| (0..rgb.width).map(move |x| (x, y)));
    match met || pixels.any(|(x, y)| eye.hits(x, y)) {
        true => Ok(()),
        false => Err(format!("picture {name:?}: rays meet nothing")),
    }
}

/// Lines, however many meet, do not blacken a square of so many pixels a side.
const BLOT: usize = 12;

/// A square of black or near black.
fn blot(rgb: &Rgb) -> Option<[usize; 2]> {
    let dark = |x: usize, y: usize| rgb.at(x, y).iter().all(|&level| level < 64);
    let is_blot = |x: usize, y: usize| (0..BLOT * BLOT).all(|k| dark(x + k % BLOT, y + k / BLOT));
    let rows = (0..(rgb.height + 1).saturating_sub(BLOT)).step_by(BLOT / 2);
    let columns = || (0..(rgb.width + 1).saturating_sub(BLOT)).step_by(BLOT / 2);
    rows.flat_map(|y| columns().map(move |x| [x, y])).find(|&[x, y]| is_blot(x, y))
}

/// The areas of a picture between its visible lines; the first is what lies around the drawing.
struct Areas {
    width: usize,
    /// The area of each pixel; none on lines.
    of: Vec<Option<usize>>,
    count: usize,
}

impl Areas {
    /// Of a picture; lines are as much wider to either side as `reach` says.
    fn new(rgb: &Rgb, reach: usize) -> Self {
        let (width, height) = (rgb.width, rgb.height);
        let mut line: Vec<bool> =
            (0..width * height).map(|k| 255 - rgb.at(k % width, k / width)[0] >= LINE).collect();
        for _ in 0..reach {
            let thin = line.clone();
            for (k, line) in line.iter_mut().enumerate() {
                *line |= neighbours(k, width, height).any(|other| thin[other]);
            }
        }
        let mut areas = Self { width, of: vec![None; width * height], count: 0 };
        for start in 0..width * height {
            if areas.of[start].is_none() && !line[start] {
                areas.flood(start, height, |k| !line[k]);
            }
        }
        areas
    }

    fn flood(&mut self, start: usize, height: usize, open: impl Fn(usize) -> bool) {
        let mut next = vec![start];
        self.of[start] = Some(self.count);
        while let Some(k) = next.pop() {
            for other in neighbours(k, self.width, height) {
                if self.of[other].is_none() && open(other) {
                    self.of[other] = Some(self.count);
                    next.push(other);
                }
            }
        }
        self.count += 1;
    }

    /// The area of a pixel that has no other near by.
    fn clear(&self, x: usize, y: usize) -> Option<usize> {
        let height = self.of.len() / self.width;
        let area = self.of[y * self.width + x]?;
        let rows = y.saturating_sub(CLEARANCE)..(y + CLEARANCE + 1).min(height);
        let alone = rows.into_iter().all(|row| {
            let columns = x.saturating_sub(CLEARANCE)..(x + CLEARANCE + 1).min(self.width);
            columns.into_iter().all(|column| self.of[row * self.width + column] == Some(area))
        });
        alone.then_some(area)
    }
}

/// The pixels beside, above and below one.
fn neighbours(k: usize, width: usize, height: usize) -> impl Iterator<Item = usize> {
    let (x, y) = (k % width, k / width);
    let around = [
        (x > 0).then(|| k - 1),
        (x + 1 < width).then_some(k + 1),
        (y > 0).then(|| k - width),
        (y + 1 < height).then_some(k + width),
    ];
    around.into_iter().flatten()
}

/// Looks through the pixels of a picture.
struct Eye<'a> {
    beams: Beams<'a>,
    rays: Rays,
    away: DVec3,
    right: DVec3,
    up: DVec3,
    /// The middle of the picture in space.
    middle: DVec3,
    /// Length of a pixel.
    pixel: f64,
    side: usize,
}

impl<'a> Eye<'a> {
    fn new(solid: &'a Solid, length: f64, pose: char, side: usize) -> Result<Self, String> {
        let (_, axes) = POSES.into_iter().find(|(letter, _)| *letter == pose).ok_or("no such pose")?;
        let [away, right, up] = axes.map(|v| DVec3::from(v).normalize());
        let failed = |error: DrawError| error.to_string();
        // Pictures are centred on their own lines.
        let view = View { toward_eye: away, right, up };
        let drawing = Model::new(solid, NEVER).map_err(failed)?.draw(&view).map_err(failed)?;
        let [low, high] = drawing.bounds().ok_or("there are no lines")?;
        let middle = right * low[0].midpoint(high[0]) + up * low[1].midpoint(high[1]);
        let pixel = length / side as f64;
        let beams = Beams::new(solid, [right, up], 0.0);
        Ok(Self { beams, rays: Rays::default(), away, right, up, middle, pixel, side })
    }

    /// Whether the ray through the middle of a pixel meets the solid.
    fn hits(&mut self, x: usize, y: usize) -> bool {
        let half = self.side as f64 / 2.0;
        let across = self.right * ((x as f64 + 0.5 - half) * self.pixel);
        let origin = self.middle + across + self.up * ((half - y as f64 - 0.5) * self.pixel);
        let thick = 1e-6 * self.pixel;
        let beam = self.beams.around(origin);
        beam.stretches(origin, self.away, f64::NEG_INFINITY, &mut self.rays, |from, to| to - from > thick)
    }
}

/// How far from the surface, in longest edges of the object, there is air on one side of a point and material on the other. Where that
/// is not so it is looked closer: walls and gaps may be thinner than the first, as where a body runs out in a knife's edge.
const SKINS: [f64; 2] = [1e-4, 1e-5];

/// The share of points that may be so near to an edge that this does not hold.
pub const AT_EDGES: f64 = 0.02;

/// Why points are not those of a surface.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OffSurface {
    /// Most that are wrong have material on both sides.
    #[error("some of its faces lie inside of it")]
    Within,
    /// They do not.
    #[error("points do not lie on the surface of the object")]
    Elsewhere,
}

/// Checks that points lie on a solid's surface, with normals that point out of it, but for a share of them.
pub fn on_surface(
    cloud: &Cloud,
    solid: &Solid,
    bounds: [DVec3; 2],
    extent: f64,
    share: f64,
) -> Result<(), OffSurface> {
    let middle = bounds[0].midpoint(bounds[1]);
    let vector = |v: &[f32; 3]| DVec3::from(v.map(f64::from));
    let points = cloud.points.iter().zip(&cloud.normals);
    let wrong = points.filter_map(|(point, normal)| {
        let (p, n) = (middle + vector(point) * extent, vector(normal) * extent);
        let [far, close] = SKINS.map(|skin| move || [p + n * skin, p - n * skin].map(|p| solid.contains(p)));
        let sides = far();
        (sides != [false, true] && close() != [false, true]).then_some(sides)
    });
    let wrong: Vec<[bool; 2]> = wrong.collect();
    let within = wrong.iter().filter(|sides| **sides == [true, true]).count();
    match cloud.points.len() == cloud.normals.len() && wrong.len() as f64 <= share * cloud.points.len() as f64
    {
        true => Ok(()),
        false if 2 * within > wrong.len() => Err(OffSurface::Within),
        false => Err(OffSurface::Elsewhere),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use spatiq_geom::{Leaf, Placement, Primitive};

    /// Models out of CAD programs run out in edges that are as thin as this, and are sound.
    #[test]
    fn points_of_a_wall_thinner_than_the_skin_lie_on_its_surface() {
        let checked = |thick: f64, off: f64| {
            let half = DVec3::new(0.5, 0.5, thick / 2.0);
            let plate: Solid = Leaf::new(Primitive::Box { half }, Placement::IDENTITY).into();
            let sides = [1.0, -1.0]
                .map(|side| ([0.1, 0.2, (side * (thick / 2.0 + off)) as f32], [0.0, 0.0, side as f32]));
            let (points, normals) = sides.into_iter().unzip();
            on_surface(&Cloud { points, normals }, &plate, [-half, half], 1.0, 0.0)
        };
        assert_eq!([0.1, 1e-3, 5e-5].map(|thick| checked(thick, 0.0)), [Ok(()); 3]);
        assert_eq!(checked(5e-6, 0.0), Err(OffSurface::Elsewhere));
        assert_eq!([checked(0.1, 2e-4), checked(5e-5, 2e-5)], [Err(OffSurface::Elsewhere); 2]);
        assert_eq!(checked(0.1, -2e-4), Err(OffSurface::Within));
    }
}
