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
        rule(every_edge_seen(shown[at], view), || format!("picture {name} hides an edge"))?;
    }
    check_pictures(item, &evidence)?;
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

fn check_pictures(item: &Item, evidence: &Evidence) -> Result<(), EvidenceError> {
    let names: Vec<&str> = item.question.pictures.iter().map(|picture| picture.name.as_str()).collect();
    rule(names == PICTURES, || format!("the pictures are called {names:?}"))?;
    let level = item.question.tags.get("level");
    rule(level == Some(&evidence.level.to_string()), || "the tag `level` does not fit".into())?;
    let mut seen: Vec<Gray> = Vec::new();
    for picture in &item.question.pictures {
        let name = &picture.name;
        let decoded =
            Gray::decode(&picture.png).map_err(|e| EvidenceError(format!("picture {name}: {e}")))?;
        let size = evidence.size as usize;
        rule((decoded.width, decoded.height) == (size, size), || format!("picture {name} has another size"))?;
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
fn every_edge_seen(object: &Object, view: &View) -> bool {
    let edges = object.edges();
    let camera = Camera::new(view, &object.cubes());
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
    /// Share of the picture's side that a cube's side takes.
    scale: f64,
}

impl Camera {
    fn new(view: &View, cubes: &[Cube]) -> Self {
        let (v, h) = (view.vertical.to_radians(), view.horizontal.to_radians());
        let turn = [[libm::cos(h), 0.0, libm::sin(h)], [0.0, 1.0, 0.0], [-libm::sin(h), 0.0, libm::cos(h)]];
        let mix = |p: f64, q: f64| [0, 1, 2].map(|k| p * turn[1][k] + q * turn[2][k]);
        let (up, to_viewer) = (mix(libm::cos(v), -libm::sin(v)), mix(libm::sin(v), libm::cos(v)));
        let mut camera = Self { right: turn[0], up, to_viewer, scale: 0.0 };
        let extent = |axis: &[f64; 3]| {
            let corners = cubes.iter().flat_map(|&cube| (0..8).map(move |corner| (cube, corner)));
            let along = corners.map(|(cube, corner)| {
                let place = [0, 1, 2].map(|k| f64::from(cube[k]) + f64::from(corner >> k & 1));
                dot(&place, axis)
            });
            let (low, high) = along.fold((f64::MAX, f64::MIN), |(low, high), x| (low.min(x), high.max(x)));
            high - low
        };
        camera.scale = EXTENT / extent(&camera.right).max(extent(&camera.up));
        camera
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

fn dot(a: &[f64; 3], b: &[f64; 3]) -> f64 {
    (0..3).map(|k| a[k] * b[k]).sum()
}
