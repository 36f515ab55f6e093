//! Which object each pixel of the foreground shows: pieces that are smooth and of one colour belong to one object, and which
//! that is follows from boxes, and where several contain a piece from what is near it in space.

use super::View;
use std::collections::BTreeMap;

/// When neighbours are on one piece. A piece that no box contains shows several objects and is cut again, by the second.
const LOOSE: Smooth = Smooth { step: 0.03, bend: 0.002 };
const STRICT: Smooth = Smooth { step: 0.0, bend: 0.0006 };

/// How smooth a piece is.
#[derive(Clone, Copy)]
struct Smooth {
    /// Depths differ by less, in metres,
    step: f64,
    /// or are on one plane: the inverse of depth bends by less than this share.
    bend: f64,
}

/// Shares of red and green may differ by so much between neighbours of one colour.
const HUE: f64 = 0.07;

/// A piece is in a box if at most this share of it is not.
const OUTSIDE: f64 = 0.02;

/// Pixels of an object that are looked at to find out how near it is.
const PROBES: usize = 400;

struct Piece {
    pixels: Vec<usize>,
    /// Objects whose boxes contain it.
    candidates: Vec<usize>,
}

/// The object that each pixel shows, by its number among those of the picture.
pub fn owners(view: &View, front: &[bool]) -> Vec<Option<usize>> {
    let mut pieces = pieces(view, front);
    let mut owners = vec![None; front.len()];
    let give = |piece: &Piece, object: usize, owners: &mut Vec<Option<usize>>| {
        piece.pixels.iter().for_each(|at| owners[*at] = Some(object));
    };
    let mut members: Vec<Vec<usize>> = vec![Vec::new(); view.boxes.len()];
    pieces.retain(|piece| {
        if let [object] = piece.candidates[..] {
            members[object].extend(&piece.pixels);
            give(piece, object, &mut owners);
        }
        piece.candidates.len() > 1
    });
    // An object that has none of its own gets the piece that fills its box best.
    for (object, members) in members.iter_mut().enumerate().filter(|(_, members)| members.is_empty()) {
        let within = pieces.iter().enumerate().filter(|(_, piece)| piece.candidates.contains(&object));
        let best = within.max_by(|(_, a), (_, b)| fill(view, object, a).total_cmp(&fill(view, object, b)));
        if let Some((at, _)) = best {
            let piece = pieces.swap_remove(at);
            members.extend(&piece.pixels);
            give(&piece, object, &mut owners);
        }
    }
    // The nearest first, so that pieces far from an object's first ones are reached over those between.
    while !pieces.is_empty() {
        let mut best = (f64::INFINITY, 0, pieces[0].candidates[0]);
        for (at, piece) in pieces.iter().enumerate() {
            for object in &piece.candidates {
                let apart = apart(view, &piece.pixels, &members[*object]);
                if apart < best.0 {
                    best = (apart, at, *object);
                }
            }
        }
        let piece = pieces.swap_remove(best.1);
        members[best.2].extend(&piece.pixels);
        give(&piece, best.2, &mut owners);
    }
    owners
}

/// The share of an object's box that the box around a piece covers.
fn fill(view: &View, object: usize, piece: &Piece) -> f64 {
    let width = view.size[0];
    let extent = |of: fn(usize, usize) -> usize| {
        let along = piece.pixels.iter().map(|at| of(*at, width));
        along.clone().max().unwrap_or(0) + 1 - along.min().unwrap_or(0)
    };
    let [columns, rows] = &view.boxes[object];
    (extent(|at, width| at % width) * extent(|at, width| at / width)) as f64
        / (columns.len() * rows.len()).max(1) as f64
}

/// How far two sets of pixels are apart in space, for a lens that is neither short nor long.
fn apart(view: &View, one: &[usize], other: &[usize]) -> f64 {
    let [width, height] = view.size.map(|pixels| pixels as f64);
    let point = |at: usize| {
        let depth = view.depth[at];
        let [x, y] = [(at % view.size[0]) as f64, (at / view.size[0]) as f64];
        [(x - width / 2.0) / width * depth, (y - height / 2.0) / width * depth, depth]
    };
    let few = |pixels: &[usize]| -> Vec<[f64; 3]> {
        pixels.iter().step_by(pixels.len().div_ceil(PROBES).max(1)).map(|at| point(*at)).collect()
    };
    let (one, other) = (few(one), few(other));
    let mut least = f64::INFINITY;
    for [x, y, z] in &one {
        for [u, v, w] in &other {
            least = least.min((x - u) * (x - u) + (y - v) * (y - v) + (z - w) * (z - w));
        }
    }
    least
}

/// Cuts the foreground into pieces.
fn pieces(view: &View, front: &[bool]) -> Vec<Piece> {
    let mut left = front.to_vec();
    let mut pieces = Vec::new();
    for pixels in flooded(view, &mut left, 0..front.len(), LOOSE) {
        let candidates = candidates(view, &pixels);
        if !candidates.is_empty() {
            pieces.push(Piece { pixels, candidates });
            continue;
        }
        pixels.iter().for_each(|at| left[*at] = true);
        for pixels in flooded(view, &mut left.clone(), pixels.iter().copied(), STRICT) {
            pieces.extend(by_boxes(view, pixels));
        }
        pixels.iter().for_each(|at| left[*at] = false);
    }
    pieces
}

/// The pieces that begin at some pixels and spread over what is left, which they take away.
fn flooded(
    view: &View,
    left: &mut [bool],
    starts: impl Iterator<Item = usize>,
    smooth: Smooth,
) -> Vec<Vec<usize>> {
    let mut pieces = Vec::new();
    for start in starts {
        if !std::mem::take(&mut left[start]) {
            continue;
        }
        let mut pixels = vec![start];
        let mut next = 0;
        while let Some(&at) = pixels.get(next) {
            next += 1;
            for (neighbour, step) in neighbours(view, at).into_iter().flatten() {
                if left[neighbour] && is_joined(view, at, neighbour, step, smooth) {
                    left[neighbour] = false;
                    pixels.push(neighbour);
                }
            }
        }
        pieces.push(pixels);
    }
    pieces
}

/// A piece, or where no box contains it, what is in the same boxes of it.
fn by_boxes(view: &View, pixels: Vec<usize>) -> Vec<Piece> {
    let whole = candidates(view, &pixels);
    if !whole.is_empty() {
        return vec![Piece { pixels, candidates: whole }];
    }
    let mut groups: BTreeMap<Vec<usize>, Vec<usize>> = BTreeMap::new();
    for at in pixels {
        groups.entry(candidates(view, &[at])).or_default().push(at);
    }
    groups.into_iter().map(|(candidates, pixels)| Piece { pixels, candidates }).collect()
}

/// The objects whose boxes contain some pixels, all but a few.
fn candidates(view: &View, pixels: &[usize]) -> Vec<usize> {
    let contains = |object: &usize| {
        let outside = pixels.iter().filter(|at| !view.is_in(*object, **at)).count();
        outside as f64 <= OUTSIDE * pixels.len() as f64
    };
    (0..view.boxes.len()).filter(contains).collect()
}

/// The four pixels beside one, and how far each is in the list of pixels.
pub fn neighbours(view: &View, at: usize) -> [Option<(usize, isize)>; 4] {
    let [width, height] = view.size;
    let (x, y) = (at % width, at / width);
    [
        (x > 0).then(|| (at - 1, -1)),
        (x + 1 < width).then(|| (at + 1, 1)),
        (y > 0).then(|| (at - width, -(width as isize))),
        (y + 1 < height).then(|| (at + width, width as isize)),
    ]
}

/// Whether two neighbours are on one smooth surface of one colour.
fn is_joined(view: &View, at: usize, neighbour: usize, step: isize, smooth: Smooth) -> bool {
    let near = (view.depth[at] - view.depth[neighbour]).abs() < smooth.step;
    (near || is_straight(view, at, step, smooth.bend) || is_straight(view, neighbour, -step, smooth.bend))
        && is_one_colour(view.colours[at], view.colours[neighbour])
}

/// Whether a pixel, the one before and the one after it are on a plane, along which the inverse of depth is linear.
fn is_straight(view: &View, at: usize, step: isize, bend: f64) -> bool {
    let inverse = |at: Option<usize>| at.and_then(|at| view.depth.get(at)).map(|depth| 1.0 / depth);
    let [before, after] = [at.checked_add_signed(-step), at.checked_add_signed(step)].map(inverse);
    let middle = 1.0 / view.depth[at];
    match (before, after) {
        (Some(before), Some(after)) => (before + after - 2.0 * middle).abs() < bend * middle,
        _ => false,
    }
}

fn is_one_colour(one: [u8; 3], other: [u8; 3]) -> bool {
    let shares = |colour: [u8; 3]| {
        let [r, g, b] = colour.map(|part| f64::from(part) + 8.0);
        [r / (r + g + b), g / (r + g + b)]
    };
    let ([a, b], [c, d]) = (shares(one), shares(other));
    (a - c).abs() < HUE && (b - d).abs() < HUE
}
