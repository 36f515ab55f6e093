//! Loops that run the wrong way round are turned about.
//!
//! Two faces of a shell run through their common edge in opposite directions. Where a program writes a mirrored surface it may forget to
//! turn the loops of the face, and on a torus or a sphere the direction alone tells which part of the surface is meant.

use crate::topology::{Body, Face};
use std::collections::BTreeMap;

/// Turns about the loops of faces that contradict their neighbours, if the neighbours agree among each other and are more.
pub(crate) fn settle(body: &mut Body) {
    let turned = turned(body);
    for (face, _) in body.faces.iter_mut().zip(turned).filter(|(_, turned)| *turned) {
        turn(face);
    }
}

/// The same loops the other way round.
fn turn(face: &mut Face) {
    for steps in &mut face.loops {
        steps.reverse();
        steps.iter_mut().for_each(|step| step.forward = !step.forward);
    }
}

/// For each face whether its loops are to be turned about.
fn turned(body: &Body) -> Vec<bool> {
    // Who uses an edge, and whether forwards as seen from outside.
    let mut uses: BTreeMap<usize, Vec<(usize, bool)>> = BTreeMap::new();
    for (number, face) in body.faces.iter().enumerate() {
        for step in face.loops.iter().flatten() {
            uses.entry(step.edge).or_default().push((number, step.forward == face.same_sense));
        }
    }
    let mut neighbours: Vec<Vec<(usize, bool)>> = vec![Vec::new(); body.faces.len()];
    for both in uses.values() {
        if let &[(one, forward), (other, also)] = both.as_slice()
            && one != other
        {
            neighbours[one].push((other, forward == also));
            neighbours[other].push((one, forward == also));
        }
    }
    let mut found: Vec<Option<bool>> = vec![None; body.faces.len()];
    for first in 0..found.len() {
        if found[first].is_some() {
            continue;
        }
        found[first] = Some(false);
        let (mut group, mut next, mut agrees) = (vec![first], 0, true);
        while let Some(&face) = group.get(next) {
            next += 1;
            let here = found[face] == Some(true);
            for &(other, against) in &neighbours[face] {
                match found[other] {
                    None => {
                        found[other] = Some(here != against);
                        group.push(other);
                    }
                    Some(there) => agrees &= there == (here != against),
                }
            }
        }
        let count = group.iter().filter(|face| found[**face] == Some(true)).count();
        for face in group.iter().copied() {
            // The fewer are wrong; where nobody can be right, all stay as they are.
            found[face] = found[face].map(|turned| agrees && turned != (2 * count > group.len()));
        }
    }
    found.into_iter().map(|turned| turned == Some(true)).collect()
}
