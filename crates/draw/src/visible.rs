//! What of a drawing is visible.
//!
//! 1. Project every piece into the picture, with its depth.
//! 2. Cut it wherever its visibility may change: where another piece passes in front, where a face beside it turns away,
//!    where it turns back in the picture.
//! 3. Between two cuts nothing changes: a ray towards the eye decides, or a few where there is doubt.

use crate::crossing::crossings;
use crate::curve::Scale;
use crate::drawing::Drawing;
use crate::eye::Eye;
use crate::model::{BETWEEN, DrawError, Piece, Stop, go_on};
use crate::overlap::{Part, merge};
use crate::pose::View;
use glam::{DVec2, DVec3};
use spatiq_geom::{Solid, polled};

/// Draws the pieces: edges and outlines.
pub(crate) fn split(
    solid: &Solid,
    scale: &Scale,
    view: &View,
    edges: &[Piece],
    outlines: &[Piece],
    stop: Stop,
) -> Result<Drawing, DrawError> {
    let pieces: Vec<&Piece> = edges.iter().chain(outlines).collect();
    let flat: Vec<Vec<DVec3>> =
        pieces.iter().map(|piece| piece.points.iter().map(|&p| view.project(p)).collect()).collect();
    let mut cuts: Vec<Vec<f64>> =
        pieces.iter().map(|piece| vec![0.0, (piece.points.len() - 1) as f64]).collect();
    let covers = |line: usize, t: f64| pieces[line].covers_one_side(solid, view, t);
    let mut together = crossings(&flat, scale, covers, &mut cuts, stop)?;
    let touched: Vec<DVec3> =
        edges.iter().zip(&flat).flat_map(|(edge, flat)| touches(edge, flat, view)).collect();
    for outline in edges.len()..pieces.len() {
        go_on(stop)?;
        cut_near(&flat[outline], &touched, scale, &mut cuts[outline]);
    }
    let mut parts = Vec::new();
    let mut eye = Eye::new(solid, scale, view);
    for (line, (piece, flat)) in pieces.iter().zip(&flat).enumerate() {
        let cuts = &mut cuts[line];
        let folds = folds(flat, scale, cuts);
        if !folds.is_empty() {
            // Seen edge-on, it lies on itself.
            together.insert((line, line));
        }
        turns(piece, view, cuts);
        cuts.sort_by(f64::total_cmp);
        // A turn may be found at a fold too, a rounding error apart.
        let at_fold = |t: f64| folds.iter().any(|fold| (fold - t).abs() < 1e-9);
        let mut is_hidden = |t: f64| match piece.has_true_normals {
            true => eye.is_edge_hidden(
                piece.at(solid, t),
                piece.normals.iter().filter_map(|all| all.get(t as usize)).copied(),
            ),
            false => eye.is_hidden(piece.at(solid, t), piece.rough),
        };
        // The points of a mesh's lines lie where triangles happen to end, many of them close together.
        let way = Way::new(if piece.rough > 0.0 || piece.has_true_normals { flat } else { &[] });
        way.thin(cuts, &folds, scale);
        let mut runs: Vec<(f64, f64, bool)> = Vec::new();
        for pair in polled(cuts.windows(2), stop) {
            let pair = pair?;
            let (from, to) = (pair[0], pair[1]);
            if to - from < 1e-9 {
                continue;
            }
            for (from, to, hidden) in judge(from, to, &way, &mut is_hidden) {
                match runs.last_mut() {
                    Some(last) if last.2 == hidden && !at_fold(from) => last.1 = to,
                    _ => runs.push((from, to, hidden)),
                }
            }
        }
        let first = parts.len();
        parts.extend(runs.into_iter().map(|(from, to, hidden)| Part {
            line,
            kind: piece.kind,
            hidden,
            points: part(flat, from, to),
        }));
        if piece.points.first() == piece.points.last() {
            join_at_seam(first, scale, &mut parts);
        }
    }
    Ok(merge(parts, &together, scale, stop)?)
}

/// Joins the last part of a closed line with its first, if they go on as one.
fn join_at_seam(first: usize, scale: &Scale, parts: &mut Vec<Part>) {
    let [start, .., end] = &parts[first..] else { return };
    let step = start.points[1] - start.points[0];
    let before = end.points[end.points.len() - 1] - end.points[end.points.len() - 2];
    let turns_back =
        before.dot(step) < 0.0 && step.length_squared().min(before.length_squared()) > scale.on * scale.on;
    if start.hidden == end.hidden && !turns_back {
        let end = parts.pop().expect("two parts").points;
        let start = &mut parts[first].points;
        *start = end.iter().chain(&start[1..]).copied().collect();
    }
}

/// The parameters at which a line turns back in the picture: at a cusp, or at the end of a curve seen edge-on. Adds a cut
/// there, and wherever else it turns sharply: around a cusp it may take a few steps to turn back.
fn folds(flat: &[DVec3], scale: &Scale, cuts: &mut Vec<f64>) -> Vec<f64> {
    let mut folds = Vec::new();
    let mut before = DVec2::ZERO;
    for (k, pair) in flat.windows(2).enumerate() {
        let step = (pair[1] - pair[0]).truncate();
        // A step of no length, as between two points at the same height of a circle's edge, has no direction.
        if step.length_squared() > scale.on * scale.on {
            let ahead = before.dot(step);
            if ahead < 0.7 * before.length() * step.length() {
                cuts.push(k as f64);
            }
            if ahead < 0.0 {
                folds.push(k as f64);
            }
            before = step;
        }
    }
    folds
}

/// Adds the parameters at which a face beside the piece turns away.
fn turns(piece: &Piece, view: &View, cuts: &mut Vec<f64>) {
    for normals in &piece.normals {
        let mut before = normals.first().map_or(0.0, |n| n.dot(view.toward_eye));
        for (k, normal) in normals.iter().enumerate().skip(1) {
            let here = normal.dot(view.toward_eye);
            if (before < 0.0) != (here < 0.0) {
                cuts.push((k - 1) as f64 + before / (before - here));
            }
            before = here;
        }
    }
}

/// Where in the picture an edge touches an outline: where a face beside it turns away.
fn touches(edge: &Piece, flat: &[DVec3], view: &View) -> Vec<DVec3> {
    let mut places = Vec::new();
    turns(edge, view, &mut places);
    places.into_iter().map(|t| along(flat, t)).collect()
}

/// Cuts an outline where edges touch it. In the picture the two are tangent there, so that their chords may well miss one
/// another.
fn cut_near(flat: &[DVec3], touched: &[DVec3], scale: &Scale, cuts: &mut Vec<f64>) {
    let slack = 4.0 * scale.chord;
    let (low, high) = flat.iter().fold((flat[0], flat[0]), |(low, high), &p| (low.min(p), high.max(p)));
    let inside = |p: &&DVec3| p.cmpge(low - slack).all() && p.cmple(high + slack).all();
    for place in touched.iter().filter(inside) {
        let mut nearest = (slack, None);
        for (k, pair) in flat.windows(2).enumerate() {
            let step = pair[1] - pair[0];
            let share =
                ((place - pair[0]).dot(step) / step.length_squared().max(f64::MIN_POSITIVE)).clamp(0.0, 1.0);
            let distance = place.distance(pair[0] + step * share);
            if distance < nearest.0 {
                nearest = (distance, Some(k as f64 + share));
            }
        }
        cuts.extend(nearest.1);
    }
}

/// How far it is along a line to each of its points; empty for a line whose points are spread evenly enough to be counted instead.
struct Way(Vec<f64>);

impl Way {
    fn new(points: &[DVec3]) -> Self {
        let mut way: Vec<f64> = points.first().map(|_| 0.0).into_iter().collect();
        for pair in points.windows(2) {
            way.push(way[way.len() - 1] + pair[0].distance(pair[1]));
        }
        Self(way)
    }

    /// How far it is to a parameter.
    fn far(&self, t: f64) -> f64 {
        let index = (t as usize).min(self.0.len() - 2);
        self.0[index] + (self.0[index + 1] - self.0[index]) * (t - index as f64)
    }

    /// Leaves out cuts, in order, that are nearer to the one before than chords are to curves: around the tip of a cone every
    /// short chord seems to cross every other.
    fn thin(&self, cuts: &mut Vec<f64>, folds: &[f64], scale: &Scale) {
        if self.0.is_empty() {
            return;
        }
        let end = (self.0.len() - 1) as f64;
        let mut last = f64::NEG_INFINITY;
        cuts.retain(|&cut| {
            let far = self.far(cut);
            let is_kept = cut >= end || far - last > scale.chord / 4.0 || folds.contains(&cut);
            last = if is_kept { far } else { last };
            is_kept
        });
    }

    /// The parameter at a share of the way from one to another.
    fn at(&self, from: f64, to: f64, share: f64) -> f64 {
        if self.0.is_empty() {
            return from + (to - from) * share;
        }
        let wanted = self.far(from) + (self.far(to) - self.far(from)) * share;
        let index = self.0.partition_point(|far| *far <= wanted).clamp(1, self.0.len() - 1) - 1;
        let step = (self.0[index + 1] - self.0[index]).max(f64::MIN_POSITIVE);
        (index as f64 + (wanted - self.0[index]) / step).clamp(from.min(to), from.max(to))
    }
}

/// Stretches of so many points are asked about in more than one place.
const LONG: f64 = 12.0;

/// What is hidden between two cuts: ordinarily all or nothing. Should a cut be missing, a long stretch gives itself away by
/// two answers, and is divided where they change. Of a short one a single place decides, unless it seems visible: just
/// there what hides it may have no width, as where an edge touches the outline of the face above it.
fn judge(from: f64, to: f64, way: &Way, is_hidden: &mut impl FnMut(f64) -> bool) -> Vec<(f64, f64, bool)> {
    if to - from < LONG {
        let between = |from: f64, to: f64| way.at(from, to, BETWEEN);
        let (first, second) = (between(from, to), between(to, from));
        let hidden = is_hidden(first) || (is_hidden(second) && is_hidden(between(from, first)));
        return vec![(from, to, hidden)];
    }
    let mut ask = |share: f64| {
        let t = way.at(from, to, share);
        (t, is_hidden(t))
    };
    let mut asked = [0.19, 0.51, 0.83].map(&mut ask).to_vec();
    if asked.iter().any(|(_, hidden)| *hidden != asked[0].1) {
        // The odd one may have hit upon something tiny, as the tip of a ring's outline: so those beside it are asked, too.
        let mut more = [0.03, 0.11, 0.27, 0.35, 0.43, 0.59, 0.67, 0.75, 0.91, 0.97].map(&mut ask).to_vec();
        asked.append(&mut more);
        asked.sort_by(|a, b| a.0.total_cmp(&b.0));
    }
    let mut parts = Vec::new();
    let mut start = from;
    let mut last = asked[0];
    for &(t, here) in &asked[1..] {
        if here != last.1 {
            let change = change(last.0, t, last.1, is_hidden);
            parts.push((start, change, last.1));
            start = change;
        }
        last = (t, here);
    }
    parts.push((start, to, last.1));
    parts
}

/// Where the answer changes, by halving.
fn change(mut low: f64, mut high: f64, at_low: bool, is_hidden: &mut impl FnMut(f64) -> bool) -> f64 {
    while high - low > 0.05 {
        let middle = (low + high) / 2.0;
        if is_hidden(middle) == at_low { low = middle } else { high = middle }
    }
    (low + high) / 2.0
}

/// The point of a projected piece at a parameter.
fn along(flat: &[DVec3], t: f64) -> DVec3 {
    let index = (t as usize).min(flat.len() - 2);
    flat[index].lerp(flat[index + 1], t - index as f64)
}

/// The part of a projected piece between two parameters.
fn part(flat: &[DVec3], from: f64, to: f64) -> Vec<DVec2> {
    let at = |t: f64| along(flat, t).truncate();
    let mut points = vec![at(from)];
    let mut next = from.floor() + 1.0;
    while next < to {
        points.push(flat[next as usize].truncate());
        next += 1.0;
    }
    points.push(at(to));
    points
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_judged_by_its_length_and_not_by_where_its_points_crowd() {
        // Near the rim of a bore its outline is too shallow below the surface to be told from it; beyond, it is hidden.
        let points = [0.0, 0.01, 0.02, 1.0].map(|x| DVec3::new(x, 0.0, 0.0));
        let way = Way::new(&points);
        let mut is_hidden = |t: f64| along(&points, t).x > 0.1;
        assert_eq!(judge(0.0, 2.9, &way, &mut is_hidden), [(0.0, 2.9, true)]);
        for (from, to) in [(0.0, 3.0), (0.5, 2.5), (3.0, 0.0)] {
            let x = |t: f64| along(&points, t).x;
            let middle = way.at(from, to, 0.25);
            assert!((x(middle) - (x(from) + (x(to) - x(from)) * 0.25)).abs() < 1e-12, "{from} {to} {middle}");
        }
        // Points that are counted are where they always were.
        assert_eq!(Way::new(&[]).at(1.0, 3.0, 0.25), 1.5);
    }
}
