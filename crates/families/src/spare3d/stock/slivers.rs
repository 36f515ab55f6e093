//! Whether some part of a face is a sliver: so thin that its two sides become one line in a picture.
//!
//! 1. An edge bounds two faces. The edges around one face, joined where they end in the same corner, go around its *patches*.
//! 2. At points all along the edges it is asked how large a circle fits into the patch there: one that touches the edge, and that no
//!    other point of the patch's border lies in. In a strip that is its width, however it winds, and at a corner it shrinks to nothing.
//! 3. A patch whose circles are a pixel across on the average along its border, or less, is thin as a whole. That is about its mean width,
//!    twice its area by the way around it, where it is a few pixels long. Where a patch is wide the average is soon above that, so that a
//!    sharp corner of a wide face is no sliver.
//! 4. Of a patch that is wide elsewhere, a stretch along which the circles stay below a pixel for long is a sliver all the same.

use spatiq_draw::Model;
use spatiq_geom::{Contact, DVec3, Solid};
use std::collections::BTreeMap;

/// Points along an edge are not farther apart than this, in pixels.
const STEP: f64 = 0.5;

/// Circles larger than this count as so large, in pixels.
const WIDE: f64 = 3.0;

/// A patch is thin if its circles have less than this diameter on the average, in pixels. They are a little larger than the mean
/// width, since the points of the other side are not all asked.
const THIN: f64 = 1.05;

/// Half the way around a patch that is too short to be a sliver, in pixels.
const SHORT: f64 = 3.0;

/// Along an edge, circles of less than a pixel for so many pixels are those of a sliver; a corner between
/// straight edges has such if it is sharper than seven degrees.
const LONG: f64 = 8.0;

/// Edges end in the same corner if their ends are nearer than this share of the model.
const SAME_CORNER: f64 = 3e-5;

/// Points of an edge are this near to its faces, as a share of the model.
const ON_FACE: f64 = 1e-5;

/// Whether a solid of primitives has a face of which some part is a sliver, for pixels of this size.
pub fn any(solid: &Solid, model: &Model, pixel: f64) -> bool {
    patches(solid, model, pixel).iter().any(Patch::is_sliver)
}

/// A connected part of a face, as its border tells, in pixels.
#[derive(Clone, Copy, Debug, Default)]
struct Patch {
    /// The way around it.
    around: f64,
    /// The diameters of the circles, times the way along which each is the one.
    circles: f64,
    /// The longest way along an edge on which they stay below a pixel.
    narrow: f64,
}

impl Patch {
    fn is_sliver(&self) -> bool {
        (self.around > 2.0 * SHORT && self.circles < THIN * self.around) || self.narrow > LONG
    }
}

/// A point of a border.
struct Point {
    place: DVec3,
    /// Along the face, away from the edge and into the patch.
    inward: DVec3,
    /// As much of the edge as it stands for.
    length: f64,
    /// Which edge of the face it belongs to.
    edge: usize,
}

/// The border of a face.
#[derive(Default)]
struct Border {
    points: Vec<Point>,
    /// Of each edge, its ends.
    ends: Vec<[DVec3; 2]>,
}

fn patches(solid: &Solid, model: &Model, pixel: f64) -> Vec<Patch> {
    let mut borders: BTreeMap<(usize, usize), Border> = BTreeMap::new();
    for edge in model.edges() {
        for side in sides(solid, edge, ON_FACE * model.extent()) {
            borders.entry((side.leaf, side.face)).or_default().add(solid, edge, &side, STEP * pixel);
        }
    }
    let near = SAME_CORNER * model.extent();
    borders.into_values().flat_map(|border| border.patches(near, pixel)).collect()
}

/// A face that an edge bounds.
struct Side {
    leaf: usize,
    face: usize,
    /// 1 if it lies to the left of the edge, seen against the normal of its leaf; otherwise -1.
    left: f64,
}

/// The faces beside an edge. They are the same all along it, since it ends where anything else begins.
fn sides(solid: &Solid, edge: &[DVec3], near: f64) -> Vec<Side> {
    let middle = (edge.len() - 1) / 2;
    let (p, along) = match edge {
        [from, to] => (from.lerp(*to, 0.38), to - from),
        _ => (edge[middle], edge[middle + 1] - edge[middle]),
    };
    let mut touched = Vec::new();
    let mut inside = Vec::new();
    for (index, leaf) in solid.leaves().iter().enumerate() {
        let contact = leaf.contact(p, near);
        inside.push(matches!(contact, Contact::Inside));
        if let Contact::On(touch) = contact {
            touched.extend(touch.faces().iter().map(|face| (index, face.face, face.normal)));
        }
    }
    let mut sides = Vec::new();
    for (at, &(leaf, face, normal)) in touched.iter().enumerate() {
        let left = normal.cross(along);
        // Whether the face goes on to a side: it is the leaf's there, and what is behind it and before it differs.
        let goes_on = |way: DVec3| {
            let within = |other: usize| {
                let others = touched.iter().enumerate().filter(|(k, touched)| *k != at && touched.0 == other);
                others.map(|(_, touched)| touched.2.dot(way) < 0.0).reduce(|a, b| a && b)
            };
            let held = |other: usize| within(other).unwrap_or(inside[other]);
            let holds = |own: bool| solid.holds(|other| if other == leaf { own } else { held(other) });
            within(leaf).unwrap_or(true) && holds(true) != holds(false)
        };
        match (goes_on(left), goes_on(-left)) {
            (true, false) => sides.push(Side { leaf, face, left: 1.0 }),
            (false, true) => sides.push(Side { leaf, face, left: -1.0 }),
            _ => {}
        }
    }
    sides
}

impl Border {
    /// Adds the points of an edge.
    fn add(&mut self, solid: &Solid, edge: &[DVec3], side: &Side, step: f64) {
        let leaf = &solid.leaves()[side.leaf];
        for pair in edge.windows(2) {
            let (from, way) = (pair[0], pair[1] - pair[0]);
            let pieces = (way.length() / step).ceil().max(1.0);
            let length = way.length() / pieces;
            for k in 0..pieces as usize {
                let place = from + way * ((k as f64 + 0.5) / pieces);
                let inward = leaf.face_normal(side.face, place).cross(way).normalize_or_zero() * side.left;
                self.points.push(Point { place, inward, length, edge: self.ends.len() });
            }
        }
        self.ends.push([edge[0], edge[edge.len() - 1]]);
    }

    /// The patches that it goes around.
    fn patches(self, near: f64, pixel: f64) -> Vec<Patch> {
        let mut joined = Joined::new(self.ends.len());
        for (k, ends) in self.ends.iter().enumerate() {
            let meets = |other: &[DVec3; 2]| ends.iter().any(|a| other.iter().any(|b| a.distance(*b) < near));
            (0..k).filter(|&other| meets(&self.ends[other])).for_each(|other| joined.join(k, other));
        }
        let nowhere = [DVec3::INFINITY, DVec3::NEG_INFINITY];
        let wider = |[low, high]: [DVec3; 2], point: &Point| [low.min(point.place), high.max(point.place)];
        let [low, high] = self.points.iter().fold(nowhere, wider);
        let axis = (high - low).max_position();
        let mut sorted: Vec<(usize, &Point)> = self.points.iter().enumerate().collect();
        // Along the axis on which they lie farthest apart: few are then near one another.
        let at = |point: &Point| point.place[axis];
        sorted.sort_by(|(_, a), (_, b)| at(a).total_cmp(&at(b)));
        let wide = WIDE * pixel;
        let mut circles = vec![0.0; self.points.len()];
        let mut first = 0;
        for &(index, point) in &sorted {
            while at(sorted[first].1) < at(point) - wide {
                first += 1;
            }
            let (mut least, mut met) = (wide, None);
            let near = sorted[first..].iter().take_while(|(_, other)| at(other) <= at(point) + wide);
            for (_, other) in near {
                let way = other.place - point.place;
                let (depth, square) = (way.dot(point.inward), way.length_squared());
                if square < least * depth {
                    (least, met) = (square / depth, Some(other.edge));
                }
            }
            // Two borders that face one another across a strip are those of one patch.
            if let Some(other) = met {
                joined.join(point.edge, other);
            }
            circles[index] = least / pixel;
        }
        let mut patches: BTreeMap<usize, Patch> = BTreeMap::new();
        let (mut edge, mut narrow) = (0, 0.0);
        for (point, circle) in self.points.iter().zip(circles) {
            let patch = patches.entry(joined.first(point.edge)).or_default();
            let length = point.length / pixel;
            patch.around += length;
            patch.circles += circle * length;
            narrow = if circle >= 1.0 {
                0.0
            } else if point.edge == edge {
                narrow + length
            } else {
                length
            };
            edge = point.edge;
            patch.narrow = patch.narrow.max(narrow);
        }
        patches.into_values().collect()
    }
}

/// Edges that go around the same patch.
struct Joined(Vec<usize>);

impl Joined {
    fn new(count: usize) -> Self {
        Self((0..count).collect())
    }

    /// The one that stands for all that are joined with it.
    fn first(&self, mut edge: usize) -> usize {
        while self.0[edge] != edge {
            edge = self.0[edge];
        }
        edge
    }

    fn join(&mut self, one: usize, other: usize) {
        let (one, other) = (self.first(one), self.first(other));
        self.0[one.max(other)] = one.min(other);
    }
}

#[cfg(test)]
mod tests {
    use super::super::csg;
    use super::*;
    use spatiq_draw::NEVER;
    use spatiq_geom::Recipe;

    fn has_slivers(elements: &str, pixel: Option<f64>) -> bool {
        let solid = Recipe::parse(format!("[{elements}]").as_bytes()).unwrap().solid().unwrap();
        let model = Model::new(&solid, NEVER).unwrap();
        any(&solid, &model, pixel.unwrap_or(csg::pixel(model.extent())))
    }

    /// Each passed once. The last two are what cuts leave.
    #[test]
    fn faces_of_less_than_a_pixel_are_slivers() {
        for (object, pixel) in [
            // A ring just breaks through the top of a box: a lens of 0.77 by 12 pixels.
            (
                r#"{"prim": "box", "params": [0.706, 1.339, 1.269], "op": "base"},
                   {"prim": "cylinder", "params": [0.455, 1.228], "axis": "x", "deg": 90, "pos": [-0.451, 0.673, -0.391], "op": "difference"},
                   {"prim": "torus", "params": [0.753, 0.409], "axis": "x", "deg": 90, "pos": [0.19, -0.052, 0.325], "op": "difference"}"#,
                None,
            ),
            // 0.25 by 11 pixels.
            (
                r#"{"prim": "box", "params": [1.039, 0.879, 1.464], "axis": "y", "deg": 180, "op": "base"},
                   {"prim": "cone", "params": [0.651, 1.198], "deg": 270, "pos": [-0.118, 0.148, 0.718], "op": "difference"},
                   {"prim": "box", "params": [1.388, 0.808, 0.75], "axis": "x", "deg": 90, "pos": [0.364, 0.347, -0.082], "op": "difference"},
                   {"prim": "box", "params": [1.113, 1.238, 1.059], "deg": 180, "pos": [-0.484, 0.075, 0.502], "op": "difference"},
                   {"prim": "cylinder", "params": [0.278, 0.661], "pos": [0.1, -0.076, -0.092], "op": "difference"}"#,
                Some(csg::pixel(1.464)),
            ),
            // 0.05 by 4 pixels.
            (
                r#"{"prim": "sphere", "params": [0.487], "op": "base"},
                   {"prim": "cylinder", "params": [0.491, 1.652], "axis": "y", "deg": 90, "pos": [0.379, -0.375, -0.063], "op": "union"},
                   {"prim": "torus", "params": [0.778, 0.287], "axis": "y", "deg": 270, "pos": [-0.578, -0.038, 0.536], "op": "difference"},
                   {"prim": "box", "params": [0.514, 0.683, 0.554], "pos": [0.667, -0.081, 0.058], "op": "difference"}"#,
                Some(0.014_373),
            ),
        ] {
            assert!(has_slivers(object, pixel), "{object}");
        }
    }

    /// Of a cube whose pictures have pixels of 0.0085 something is taken away, so that a face is left that wide.
    #[test]
    fn a_strip_is_a_sliver_by_its_width_straight_or_round() {
        let cube = r#"{"prim": "box", "params": [1, 1, 1], "op": "base"}"#;
        for (pixels, expected) in
            [(0.1, true), (0.5, true), (0.9, true), (1.2, false), (2.0, false), (9.0, false)]
        {
            let width = pixels * csg::pixel(1.0);
            let notch = format!(
                r#"{cube}, {{"prim": "box", "params": [1, 2, 1], "pos": [{}, 0, 0.5], "op": "difference"}}"#,
                width
            );
            assert_eq!(has_slivers(&notch, None), expected, "{pixels}: straight");
            let rod = r#"{"prim": "cylinder", "params": [0.5, 1], "op": "base"}"#;
            let bore = format!(
                r#"{rod}, {{"prim": "cylinder", "params": [{}, 1], "pos": [0, 0, 0.5], "op": "difference"}}"#,
                0.5 - width
            );
            assert_eq!(has_slivers(&bore, None), expected, "{pixels}: round");
        }
    }

    #[test]
    fn sharp_corners_and_thin_places_of_wide_faces_are_no_slivers() {
        let cube = r#"{"prim": "box", "params": [1, 1, 1], "op": "base"}"#;
        // A bore that leaves the cube at this angle, so that its top ends in two such corners.
        for degrees in [3.0_f64, 12.0, 20.0, 40.0] {
            let away = 0.5 - 0.4 * libm::cos(degrees.to_radians());
            let bore = format!(
                r#"{cube}, {{"prim": "cylinder", "params": [0.4, 2], "pos": [{away}, 0.05, 0], "op": "difference"}}"#
            );
            assert!(!has_slivers(&bore, None), "{degrees}");
        }
        // A bore that all but touches a side: a wall of so many pixels, and wide to its left and right.
        for (pixels, expected) in [(0.4, true), (1.5, false)] {
            let bore = format!(
                r#"{cube}, {{"prim": "cylinder", "params": [0.3, 2], "pos": [{}, 0.05, 0], "op": "difference"}}"#,
                0.2 - pixels * csg::pixel(1.0)
            );
            assert_eq!(has_slivers(&bore, None), expected, "{pixels}");
        }
        for whole in [
            cube,
            r#"{"prim": "cone", "params": [0.2, 1.6], "op": "base"}"#,
            r#"{"prim": "torus", "params": [0.8, 0.2], "op": "base"}"#,
        ] {
            assert!(!has_slivers(whole, None), "{whole}");
        }
    }
}
