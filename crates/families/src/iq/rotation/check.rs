//! Every rule of a question, checked by other means than those it was made with.
//!
//! Sampling compares canonical forms of paths and tests overlaps in the picture plane; here objects are sets of
//! cubes turned by rotation matrices, and visibility is a matter of rays that run from a face to the viewer.

use super::evidence::{Evidence, OddKind, PICTURES};
use super::object::{Cube, Object};
use super::rays::Camera;
use super::view::View;
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
