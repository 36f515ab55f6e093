//! Makes neighbouring triangles face the same way and shells face outwards.

use super::build::warn;
use super::edges::runs_forward;
use super::{Mesh, Warning, corners};
use crate::stop::{Stop, Stopped, go_on, polled};
use glam::DVec3;
use std::collections::BTreeMap;

/// Shells that enclose less than this, for a surface of area 1, are sheets: they have no outside.
const LEAST_VOLUME: f64 = 1e-9;

/// Finding which shell is inside which takes a line through everything for each; beyond so many, all stay as found.
const MOST_SHELLS: usize = 1000;

/// Triangles connected over edges where exactly two meet.
struct Shell {
    triangles: Vec<u32>,
    /// Whether all faced the same way as found.
    consistent: bool,
    /// Enclosed, and negative if the shell is inside out; 0 for a sheet.
    volume: f64,
}

/// Turns triangles where needed, and says so.
///
/// An outermost shell is to face outwards. A shell within another may be a cavity (facing inwards) or a body that
/// overlaps the outer one: only the file knows, so it keeps the way it faces relative to its outermost container;
/// if either was not consistent in itself, shells at odd depth become cavities.
pub(super) fn orient(mesh: &mut Mesh, warnings: &mut Vec<Warning>, stop: Stop) -> Result<(), Stopped> {
    let mut marked = vec![false; mesh.triangles.len()];
    let shells = shells(mesh, &mut marked, stop)?;
    warn(warnings, marked.iter().filter(|marked| **marked).count(), Warning::Inconsistent);
    let mut turned = 0;
    for (shell, _) in shells.iter().zip(to_turn(mesh, &shells, stop)?).filter(|(_, turn)| *turn) {
        turned += shell.triangles.len();
        shell.triangles.iter().for_each(|&triangle| marked[triangle as usize] ^= true);
    }
    warn(warnings, turned, Warning::InsideOut);
    if marked.contains(&true) { mesh.turn(&marked, stop) } else { Ok(()) }
}

/// The shells, after marking the triangles that face the other way than most of theirs.
fn shells(mesh: &Mesh, marked: &mut [bool], stop: Stop) -> Result<Vec<Shell>, Stopped> {
    let mut seen = vec![false; marked.len()];
    let mut shells = Vec::new();
    for seed in polled(0..marked.len() as u32, stop) {
        let seed = seed?;
        if !seen[seed as usize] {
            let triangles = flood(mesh, seed, &mut seen, marked, stop)?;
            let odd = triangles.iter().filter(|&&triangle| marked[triangle as usize]).count();
            if odd * 2 > triangles.len() {
                triangles.iter().for_each(|&triangle| marked[triangle as usize] ^= true);
            }
            let volume = volume(mesh, &triangles, marked, stop)?;
            let consistent = odd == 0 || odd == triangles.len();
            shells.push(Shell { triangles, consistent, volume });
        }
    }
    Ok(shells)
}

/// The triangles connected to a seed; those that face the other way than it become marked.
fn flood(
    mesh: &Mesh,
    seed: u32,
    seen: &mut [bool],
    marked: &mut [bool],
    stop: Stop,
) -> Result<Vec<u32>, Stopped> {
    let mut found = vec![seed];
    seen[seed as usize] = true;
    for next in polled(0.., stop) {
        let Some(&triangle) = found.get(next?) else { break };
        for side in triangle * 3..triangle * 3 + 3 {
            let Some([one, other]) = mesh.edges.pair(mesh.edges.of_side(side)) else { continue };
            let beyond = if one == side { other } else { one };
            let neighbour = beyond as usize / 3;
            if !seen[neighbour] {
                seen[neighbour] = true;
                let against = runs_forward(&mesh.triangles, side) == runs_forward(&mesh.triangles, beyond);
                marked[neighbour] = marked[triangle as usize] ^ against;
                found.push(neighbour as u32);
            }
        }
    }
    Ok(found)
}

impl Mesh {
    /// For each triangle whether another shell may touch or hold it: whether it comes as near as `slack` to the other's box. Empty if
    /// that is so of none.
    pub fn contested(&self, slack: f64, stop: Stop) -> Result<Vec<bool>, Stopped> {
        let mut seen = vec![false; self.triangles.len()];
        let mut marked = seen.clone();
        let mut shells: Vec<(Vec<u32>, [DVec3; 2])> = Vec::new();
        let around = |triangles: &[u32]| {
            let corners = triangles.iter().flat_map(|&triangle| self.corners(triangle));
            corners.fold([DVec3::INFINITY, DVec3::NEG_INFINITY], |[low, high], p| [low.min(p), high.max(p)])
        };
        for seed in polled(0..self.triangles.len() as u32, stop) {
            let seed = seed?;
            if !seen[seed as usize] {
                let triangles = flood(self, seed, &mut seen, &mut marked, stop)?;
                let bounds = around(&triangles);
                shells.push((triangles, bounds));
            }
        }
        let meet = |one: [DVec3; 2], other: [DVec3; 2]| {
            one[0].cmple(other[1] + slack).all() && other[0].cmple(one[1] + slack).all()
        };
        let mut contested = Vec::new();
        for (own, (triangles, bounds)) in shells.iter().enumerate() {
            go_on(stop)?;
            let others = shells.iter().enumerate().filter(|(other, _)| *other != own);
            let near: Vec<[DVec3; 2]> =
                others.map(|(_, shell)| shell.1).filter(|other| meet(*bounds, *other)).collect();
            for &triangle in triangles.iter().filter(|_| !near.is_empty()) {
                contested.resize(self.triangles.len(), false);
                let own = around(&[triangle]);
                contested[triangle as usize] = near.iter().any(|other| meet(own, *other));
            }
        }
        Ok(contested)
    }
}

/// What a shell encloses once the marked triangles are turned. Gaps are closed by the middle of the shell.
fn volume(mesh: &Mesh, triangles: &[u32], marked: &[bool], stop: Stop) -> Result<f64, Stopped> {
    let shell = || triangles.iter().map(|&triangle| (triangle, mesh.corners(triangle)));
    let middle = shell().map(|(_, [a, b, c])| a + b + c).sum::<DVec3>() / (3.0 * triangles.len() as f64);
    let (mut volume, mut area) = (0.0, 0.0);
    for item in polled(shell(), stop) {
        let (triangle, [a, b, c]) = item?;
        let (a, b, c) = (a - middle, b - middle, c - middle);
        let sign = if marked[triangle as usize] { -1.0 } else { 1.0 };
        volume += sign * a.dot(b.cross(c)) / 6.0;
        area += (b - a).cross(c - a).length() / 2.0;
    }
    Ok(if volume.abs() < LEAST_VOLUME * area * area.sqrt() { 0.0 } else { volume })
}

/// Which shells are to be turned.
fn to_turn(mesh: &Mesh, shells: &[Shell], stop: Stop) -> Result<Vec<bool>, Stopped> {
    let inside_out: Vec<bool> = shells.iter().map(|shell| shell.volume < 0.0).collect();
    if shells.len() == 1 {
        return Ok(inside_out);
    }
    if shells.len() > MOST_SHELLS {
        return Ok(vec![false; shells.len()]);
    }
    let mut shell_of = vec![0; mesh.triangles.len()];
    for (index, shell) in shells.iter().enumerate() {
        shell.triangles.iter().for_each(|&triangle| shell_of[triangle as usize] = index);
    }
    let turn = |index: usize| {
        go_on(stop)?;
        let mut around = containers(mesh, &shell_of, index, shells[index].triangles[0]);
        // A shell with a few gaps can still be around another, but sheets and what is smaller cannot.
        around.retain(|&outer| shells[outer].volume.abs() > shells[index].volume.abs());
        let largest = |one: &&usize, other: &&usize| {
            shells[**one].volume.abs().total_cmp(&shells[**other].volume.abs())
        };
        Ok(match around.iter().max_by(largest) {
            None => inside_out[index],
            Some(&outer) if shells[outer].consistent && shells[index].consistent => inside_out[outer],
            Some(_) => inside_out[index] != (around.len() % 2 == 1) && shells[index].volume != 0.0,
        })
    };
    (0..shells.len()).map(turn).collect()
}

/// The other shells around a triangle: those that a line from it on meets an odd number of times.
fn containers(mesh: &Mesh, shell_of: &[usize], own: usize, triangle: u32) -> Vec<usize> {
    let [a, b, c] = corners(&mesh.vertices, mesh.triangles[triangle as usize]);
    let mut hits = Vec::new();
    mesh.hits((a + b + c) / 3.0, DVec3::new(0.537_741, 0.261_803, 0.801_462), &mut hits);
    let mut times: BTreeMap<usize, usize> = BTreeMap::new();
    for hit in hits.iter().filter(|hit| hit.at > 0.0) {
        *times.entry(shell_of[hit.triangle as usize]).or_default() += 1;
    }
    times
        .into_iter()
        .filter(|&(shell, times)| shell != own && times % 2 == 1)
        .map(|(shell, _)| shell)
        .collect()
}
