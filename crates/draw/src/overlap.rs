//! Lines on top of one another, as the front and the back edges of a box seen from the front: one of them is enough.
//!
//! Visible lines win over hidden ones, and otherwise the first. Of a straight line the parts that lie under others are
//! cut out; a curve is left out if it lies under others for its whole length.

use crate::curve::Scale;
use crate::drawing::{Drawing, Kind, Stroke};
use glam::DVec2;
use spatiq_geom::{Stop, Stopped, polled};
use std::collections::BTreeSet;

/// A part of a line of the picture.
pub(crate) struct Part {
    /// Which line.
    pub line: usize,
    pub kind: Kind,
    pub hidden: bool,
    pub points: Vec<DVec2>,
}

/// Pairs of lines that run together somewhere, the smaller number first.
pub(crate) type Together = BTreeSet<(usize, usize)>;

/// Makes a drawing of the parts, without those that lie under others.
pub(crate) fn merge(
    mut parts: Vec<Part>,
    together: &Together,
    scale: &Scale,
    stop: Stop,
) -> Result<Drawing, Stopped> {
    for part in &mut parts {
        close(&mut part.points, scale);
        straighten(&mut part.points, scale);
    }
    parts.sort_by_key(|part| part.hidden);
    let lines = parts.iter().map(|part| part.line + 1).max().unwrap_or(0);
    let mut partners = vec![Vec::new(); lines];
    for &(a, b) in together.iter().filter(|(_, b)| *b < lines) {
        partners[a].push(b);
        if a != b {
            partners[b].push(a);
        }
    }
    let mut kept: Vec<Part> = Vec::with_capacity(parts.len());
    let mut kept_of_line = vec![Vec::new(); lines];
    let mut filed = 0;
    for part in polled(parts, stop) {
        let part = part?;
        for (index, new) in kept.iter().enumerate().skip(filed) {
            kept_of_line[new.line].push(index);
        }
        filed = kept.len();
        let over: Vec<&Part> = partners[part.line]
            .iter()
            .flat_map(|&line| &kept_of_line[line])
            .map(|&index| &kept[index])
            .collect();
        if over.is_empty() {
            kept.push(part);
        } else if part.points.len() == 2 {
            let rest = uncovered(&part, &over, scale);
            kept.extend(rest.into_iter().map(|points| Part { points, ..part }));
        } else if !covered(&part, &over, scale, stop)? {
            kept.push(part);
        }
    }
    let mut drawing = Drawing::default();
    for part in kept {
        let points: Vec<[f64; 2]> = part.points.iter().map(|p| [p.x, p.y]).collect();
        let length: f64 = part.points.windows(2).map(|pair| pair[0].distance(pair[1])).sum();
        if length > 10.0 * scale.short {
            let layer = if part.hidden { &mut drawing.hidden } else { &mut drawing.visible };
            layer.push(Stroke { kind: part.kind, points });
        }
    }
    Ok(drawing)
}

/// Makes a line end exactly where it begins if it all but does.
fn close(points: &mut [DVec2], scale: &Scale) {
    if let [first, _, .., last] = points
        && first.distance(*last) < 100.0 * scale.on
    {
        *last = *first;
    }
}

/// Leaves two points of a line that is straight.
fn straighten(points: &mut Vec<DVec2>, scale: &Scale) {
    let (first, last) = (points[0], points[points.len() - 1]);
    let Some(along) = (last - first).try_normalize() else { return };
    let length = first.distance(last);
    let on_the_way = |p: DVec2| {
        let (ahead, aside) = (along.dot(p - first), along.perp_dot(p - first));
        aside.abs() < 0.1 * scale.short && ahead > -scale.short && ahead < length + scale.short
    };
    if points.iter().all(|&p| on_the_way(p)) {
        *points = vec![first, last];
    }
}

/// The parts of a straight line that do not lie under other straight lines.
fn uncovered(part: &Part, over: &[&Part], scale: &Scale) -> Vec<Vec<DVec2>> {
    let (from, to) = (part.points[0], part.points[1]);
    let length = from.distance(to);
    let along = (to - from) / length;
    let mut covers: Vec<(f64, f64)> = over
        .iter()
        .filter(|other| other.points.len() == 2)
        .filter(|other| other.points.iter().all(|&p| along.perp_dot(p - from).abs() < scale.short))
        .map(|other| {
            let (a, b) = (along.dot(other.points[0] - from), along.dot(other.points[1] - from));
            (a.min(b), a.max(b))
        })
        .collect();
    covers.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut rest = Vec::new();
    let mut done = 0.0;
    for (begin, end) in covers.into_iter().chain([(length, length)]) {
        if begin.min(length) - done > scale.short {
            rest.push(vec![from + along * done, from + along * begin.min(length)]);
        }
        done = f64::max(done, end);
    }
    rest
}

/// Whether a curve lies under others for its whole length.
fn covered(part: &Part, over: &[&Part], scale: &Scale, stop: Stop) -> Result<bool, Stopped> {
    let near = |p: DVec2| {
        over.iter().any(|other| {
            other.points.windows(2).any(|pair| from_segment(p, pair[0], pair[1]) < 2.0 * scale.chord)
        })
    };
    let middles = part.points.windows(2).map(|pair| pair[0].midpoint(pair[1]));
    for point in polled(middles.chain(part.points.iter().copied()), stop) {
        if !near(point?) {
            return Ok(false);
        }
    }
    Ok(true)
}

fn from_segment(p: DVec2, from: DVec2, to: DVec2) -> f64 {
    let along = to - from;
    let share = ((p - from).dot(along) / along.length_squared().max(1e-300)).clamp(0.0, 1.0);
    p.distance(from + along * share)
}
