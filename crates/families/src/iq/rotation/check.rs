//! Every rule of a question, checked by other means than those it was made with.
//!
//! Sampling compares canonical forms of paths and tests overlaps in the picture plane; here objects are sets of
//! cubes turned by rotation matrices, and visibility is a matter of rays that run from a face to the viewer.

use super::draw::EXTENT;
use super::evidence::{Evidence, OddKind, PICTURES};
use super::object::{Cube, Object};
use super::view::View;
use super::visible::THINNEST;
use spatiq_bench::{Answer, EvidenceError, Item};
use spatiq_raster::Gray;
use std::collections::BTreeSet;

/// Says which rule the item breaks.
pub fn recheck(item: &Item) -> Result<(), EvidenceError> {
    let evidence = Evidence::parse(&item.evidence)?;
    let (object, odd) = (evidence.object(), evidence.odd_object());
    let shown = [0, 1, 2, 3, 4].map(|at| if at == evidence.slot + 1 { &odd } else { &object });
    check_objects(&evidence, &object, &odd)?;
    check_intervals(&evidence.views)?;
    for (at, view) in evidence.views.iter().enumerate() {
        let name = PICTURES[at];
        let camera = Camera::new(view, &shown[at].cubes());
        rule(every_edge_seen(shown[at], &camera), || format!("picture {name} hides an edge"))?;
    }
    check_pictures(item, &evidence, &shown)?;
    let sets = shown.map(cube_set);
    let different: Vec<usize> =
        (1..5).filter(|&at| !congruent(&sets[0], &sets[at], 1)).map(|at| at - 1).collect();
    rule(different.len() == 1, || format!("{} options show another object", different.len()))?;
    rule(item.truth == Answer::Choice(different[0]), || "the answer is not the different object".into())
}

fn rule(holds: bool, fault: impl FnOnce() -> String) -> Result<(), EvidenceError> {
    if holds { Ok(()) } else { Err(EvidenceError(fault())) }
}

fn check_objects(evidence: &Evidence, object: &Object, odd: &Object) -> Result<(), EvidenceError> {
    for (name, object) in [("question's", object), ("different", odd)] {
        rule(!edges_touch(object), || format!("the {name} object touches itself"))?;
    }
    let mirrored = congruent(&cube_set(object), &cube_set(odd), -1);
    rule(mirrored == (evidence.odd == OddKind::Mirror), || "`odd` does not say how the object differs".into())
}

/// Both angles of the five views: each in an interval, all intervals used, no two views with both in common.
fn check_intervals(views: &[View; 5]) -> Result<(), EvidenceError> {
    let mut quarters = [[0usize; 2]; 5];
    for (quarter, view) in quarters.iter_mut().zip(views) {
        for (slot, angle) in quarter.iter_mut().zip([view.vertical, view.horizontal]) {
            rule((15.0..75.0).contains(&(angle % 90.0)), || {
                format!("the angle {angle} lies in no interval")
            })?;
            *slot = (angle / 90.0) as usize;
        }
    }
    for angle in 0..2 {
        let used: BTreeSet<usize> = quarters.iter().map(|quarter| quarter[angle]).collect();
        rule(used.len() == 4, || "the views do not use all four intervals".into())?;
    }
    let distinct: BTreeSet<[usize; 2]> = quarters.into_iter().collect();
    rule(distinct.len() == 5, || "two views share both intervals".into())
}

fn check_pictures(item: &Item, evidence: &Evidence, shown: &[&Object; 5]) -> Result<(), EvidenceError> {
    let names: Vec<&str> = item.question.pictures.iter().map(|picture| picture.name.as_str()).collect();
    rule(names == PICTURES, || format!("the pictures are called {names:?}"))?;
    let level = item.question.tags.get("level");
    rule(level == Some(&evidence.level.to_string()), || "the tag `level` does not fit".into())?;
    let mut seen: Vec<Gray> = Vec::new();
    for (at, picture) in item.question.pictures.iter().enumerate() {
        let name = &picture.name;
        let decoded =
            Gray::decode(&picture.png).map_err(|e| EvidenceError(format!("picture {name}: {e}")))?;
        let size = evidence.size as usize;
        rule((decoded.width, decoded.height) == (size, size), || format!("picture {name} has another size"))?;
        let camera = Camera::new(&evidence.views[at], &shown[at].cubes());
        let outlined = camera.outlines(&decoded, &shown[at].cubes());
        rule(outlined, || format!("picture {name} does not show its object"))?;
        rule(!seen.contains(&decoded), || format!("picture {name} repeats another"))?;
        seen.push(decoded);
    }
    Ok(())
}

/// The cubes of an object, moved so that the least coordinates are 0.
fn cube_set(object: &Object) -> BTreeSet<Cube> {
    settled(object.cubes().into_iter())
}

fn settled(cubes: impl Iterator<Item = Cube> + Clone) -> BTreeSet<Cube> {
    let low = [0, 1, 2].map(|axis| cubes.clone().map(|cube| cube[axis]).min().unwrap_or(0));
    cubes.map(|cube| [0, 1, 2].map(|axis| cube[axis] - low[axis])).collect()
}

/// Whether a lattice rotation (determinant 1) or reflection (determinant -1) takes one set of cubes to the other.
fn congruent(a: &BTreeSet<Cube>, b: &BTreeSet<Cube>, determinant: i32) -> bool {
    let turned = |m: &[[i32; 3]; 3]| {
        settled(a.iter().map(|cube| [0, 1, 2].map(|row| (0..3).map(|k| m[row][k] * cube[k]).sum())))
    };
    signed_permutations().iter().filter(|m| det(m) == determinant).any(|m| turned(m) == *b)
}

/// All 48 matrices with one entry of 1 or -1 in each row and column.
fn signed_permutations() -> Vec<[[i32; 3]; 3]> {
    let mut matrices = Vec::new();
    for code in 0..27 * 8 {
        let columns = [code % 3, code / 3 % 3, code / 9 % 3];
        let mut matrix = [[0; 3]; 3];
        for (row, &column) in columns.iter().enumerate() {
            matrix[row][column] = if (code / 27) >> row & 1 == 1 { -1 } else { 1 };
        }
        if det(&matrix) != 0 {
            matrices.push(matrix);
        }
    }
    matrices
}

fn det(m: &[[i32; 3]; 3]) -> i32 {
    let minor = |a: usize, b: usize| m[1][a] * m[2][b] - m[1][b] * m[2][a];
    m[0][0] * minor(1, 2) - m[0][1] * minor(0, 2) + m[0][2] * minor(0, 1)
}

/// Whether cubes of edges that are not neighbours touch, by looking at all pairs of cubes.
fn edges_touch(object: &Object) -> bool {
    let edges = object.edges();
    let close = |a: &Cube, b: &Cube| (0..3).all(|axis| (a[axis] - b[axis]).abs() <= 1);
    (0..edges.len())
        .any(|i| (i + 2..edges.len()).any(|j| edges[i].iter().any(|a| edges[j].iter().any(|b| close(a, b)))))
}

/// Whether each edge has a cube of its own with a face that is large enough and in full view.
fn every_edge_seen(object: &Object, camera: &Camera) -> bool {
    let edges = object.edges();
    (0..edges.len()).all(|at| {
        let others: Vec<Cube> =
            edges.iter().enumerate().filter(|(i, _)| *i != at).flat_map(|(_, e)| e.clone()).collect();
        let own = edges[at].iter().filter(|cube| !others.contains(cube));
        let blockers: Vec<Cube> = others.iter().filter(|cube| !edges[at].contains(cube)).copied().collect();
        own.into_iter().any(|cube| {
            (0..3).any(|axis| {
                let side = if camera.to_viewer[axis] > 0.0 { 1 } else { -1 };
                let mut beyond = *cube;
                beyond[axis] += side;
                !edges[at].contains(&beyond) && camera.sees(*cube, axis, side, &blockers)
            })
        })
    })
}

/// The viewer's place, from the picture's axes as rows of a rotation matrix.
struct Camera {
    right: [f64; 3],
    up: [f64; 3],
    to_viewer: [f64; 3],
    /// The middle of the object's extent along `right` and `up`.
    middle: [f64; 2],
    /// Share of the picture's side that a cube's side takes.
    scale: f64,
}

impl Camera {
    fn new(view: &View, cubes: &[Cube]) -> Self {
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
    fn outlines(&self, picture: &Gray, cubes: &[Cube]) -> bool {
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
    fn sees(&self, cube: Cube, axis: usize, side: i32, blockers: &[Cube]) -> bool {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::iq::rotation::tests::{objects, views};
    use crate::iq::rotation::visible::every_edge_shows;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn canonical_forms_agree_with_turning_all_cubes((a, b) in objects(), pose in 0usize..24) {
            prop_assume!(!a.touches_itself() && !b.touches_itself());
            let sets = (cube_set(&a), cube_set(&b));
            prop_assert_eq!(a.canonical_form() == b.canonical_form(), congruent(&sets.0, &sets.1, 1));
            prop_assert_eq!(a.is_achiral(), congruent(&sets.0, &sets.0, -1));
            let turned = a.poses().nth(pose).unwrap();
            prop_assert_eq!(a.canonical_form(), turned.canonical_form());
            prop_assert!(congruent(&sets.0, &cube_set(&turned), 1));
            prop_assert!(congruent(&sets.0, &cube_set(&a.mirrored()), -1));
            let reversed = Object {
                lengths: a.lengths.iter().rev().copied().collect(),
                directions: a.directions.iter().rev().map(|direction| direction.opposite()).collect(),
            };
            prop_assert_eq!(a.canonical_form(), reversed.canonical_form());
            prop_assert!(congruent(&sets.0, &cube_set(&reversed), 1));
        }

        #[test]
        fn both_ways_find_the_same_objects_touching_themselves((a, _) in objects()) {
            prop_assert_eq!(a.touches_itself(), edges_touch(&a));
        }

        #[test]
        fn a_face_in_full_view_is_met_by_no_ray((a, _) in objects(), view in views()) {
            prop_assume!(!a.touches_itself());
            if every_edge_shows(&a.edges(), &view.projection()) {
                prop_assert!(every_edge_seen(&a, &Camera::new(&view, &a.cubes())));
            }
        }
    }

    #[test]
    fn there_are_24_rotations_and_as_many_reflections() {
        let count = |determinant: i32| signed_permutations().iter().filter(|m| det(m) == determinant).count();
        assert_eq!((count(1), count(-1)), (24, 24));
    }
}
