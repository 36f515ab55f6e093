//! Edges as chains of points, which the faces on both sides share.

use crate::curve::Curve;
use crate::topology::Edge;
use glam::DVec3;

/// How finely curves and surfaces are cut.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fineness {
    /// How far a chord may stray from its curve or surface.
    pub chord: f64,
    /// By how much a curve or surface may turn from one point to the next.
    pub angle: f64,
}

/// No edge has more points: a curve that wants more is not a curve but noise.
const MOST_POINTS: usize = 20_000;

/// The points of an edge, from its first vertex to its last; a single one if it has no length.
pub(crate) fn points(edge: &Edge, vertices: &[DVec3], fine: Fineness) -> Vec<DVec3> {
    let [from, to] = edge.ends.map(|end| vertices[end]);
    let Some([start, end]) = range(edge, from, to) else { return vec![from] };
    let parameters = match &edge.curve {
        Curve::Line { .. } => vec![start, end],
        Curve::Ellipse { radii: [a, b], .. } if a == b => {
            let step = libm::sqrt(8.0 * fine.chord / a.max(fine.chord)).min(fine.angle);
            let count = ((end - start).abs() / step).ceil().clamp(1.0, MOST_POINTS as f64) as usize;
            (0..=count).map(|k| start + (end - start) * k as f64 / count as f64).collect()
        }
        curve => divided(curve, start, end, fine),
    };
    let mut points: Vec<DVec3> = parameters.into_iter().map(|t| edge.curve.at(t).0).collect();
    let last = points.len() - 1;
    (points[0], points[last]) = (from, to);
    points
}

/// The parameters of a curve at which an edge begins and ends; `None` if it has no length.
fn range(edge: &Edge, from: DVec3, to: DVec3) -> Option<[f64; 2]> {
    let curve = &edge.curve;
    let is_ring = edge.ends[0] == edge.ends[1] || from == to;
    let (start, end) = (curve.parameter(from), curve.parameter(to));
    let Some(period) = curve.period() else {
        // A spline whose ends do not quite meet is a ring all the same if the file says so.
        let whole = curve.domain().filter(|_| is_ring);
        return match whole {
            Some([low, high])
                if curve.at(low).0.distance(curve.at(high).0)
                    < 1e-3 * curve.at(low.midpoint(high)).0.distance(from) =>
            {
                Some(if edge.same_sense { [low, high] } else { [high, low] })
            }
            _ if is_ring => None,
            _ => Some([start, end]),
        };
    };
    let ahead = if edge.same_sense { end - start } else { start - end };
    let ahead = if is_ring { period } else { ahead.rem_euclid(period) };
    // Two vertices at one place are the ends of a full turn.
    let ahead = if ahead < 1e-9 * period { period } else { ahead };
    Some([start, if edge.same_sense { start + ahead } else { start - ahead }])
}

/// Parameters between which chords are close to the curve and it turns little.
fn divided(curve: &Curve, start: f64, end: f64, fine: Fineness) -> Vec<f64> {
    let looks = curve.looks(start, end);
    let mut parameters = vec![start];
    for pair in looks.windows(2) {
        divide(curve, pair[0], pair[1], fine, 12, &mut parameters);
        parameters.push(pair[1]);
    }
    thinned(curve, parameters, fine)
}

fn divide(curve: &Curve, from: f64, to: f64, fine: Fineness, depth: u32, out: &mut Vec<f64>) {
    let middle = from.midpoint(to);
    let ((a, first), (b, last), (p, _)) = (curve.at(from), curve.at(to), curve.at(middle));
    if depth == 0
        || out.len() > MOST_POINTS
        || (stray(a, b, p) <= fine.chord && turn(first, last) <= fine.angle)
    {
        return;
    }
    divide(curve, from, middle, fine, depth - 1, out);
    out.push(middle);
    divide(curve, middle, to, fine, depth - 1, out);
}

/// Leaves out points that straight pieces of a spline do not need.
fn thinned(curve: &Curve, parameters: Vec<f64>, fine: Fineness) -> Vec<f64> {
    let mut kept = vec![parameters[0]];
    for k in 1..parameters.len() - 1 {
        let (last, here, next) = (kept[kept.len() - 1], parameters[k], parameters[k + 1]);
        let ((a, first), (p, _), (b, slope)) = (curve.at(last), curve.at(here), curve.at(next));
        // Half as strict as before, so that what is left out in a row does not add up.
        let needed = stray(a, b, p) > fine.chord / 4.0 || turn(first, slope) > fine.angle / 2.0;
        if needed {
            kept.push(here);
        }
    }
    kept.push(parameters[parameters.len() - 1]);
    kept
}

/// How far a point is from the line through two others.
pub(crate) fn stray(a: DVec3, b: DVec3, p: DVec3) -> f64 {
    let Some(along) = (b - a).try_normalize() else { return p.distance(a) };
    let away = p - a;
    (away - along * away.dot(along)).length()
}

/// The angle between two directions.
pub(crate) fn turn(one: DVec3, other: DVec3) -> f64 {
    libm::atan2(one.cross(other).length(), one.dot(other))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::frame::Frame;

    const FINE: Fineness = Fineness { chord: 1e-3, angle: 0.131 };

    fn arc(ends: [usize; 2], same_sense: bool) -> Vec<DVec3> {
        let curve = Curve::Ellipse { frame: Frame::new(DVec3::ZERO, None, None), radii: [1.0; 2] };
        let vertices = [DVec3::X, DVec3::Y];
        points(&Edge { curve, ends, same_sense }, &vertices, FINE)
    }

    fn length(points: &[DVec3]) -> f64 {
        points.windows(2).map(|pair| pair[0].distance(pair[1])).sum()
    }

    #[test]
    fn an_arc_goes_the_way_its_edge_says() {
        let quarter = std::f64::consts::FRAC_PI_2;
        assert!((length(&arc([0, 1], true)) - quarter).abs() < 1e-2);
        assert!((length(&arc([0, 1], false)) - 3.0 * quarter).abs() < 1e-2);
        assert!((length(&arc([0, 0], true)) - 4.0 * quarter).abs() < 1e-2);
        assert!((length(&arc([1, 0], false)) - quarter).abs() < 1e-2);
        assert!(arc([0, 1], true)[1].y > 0.0 && arc([0, 0], false)[1].y < 0.0);
    }

    #[test]
    fn chords_are_as_close_as_is_wanted() {
        let frame = Frame::new(DVec3::ZERO, None, None);
        let curve = Curve::Ellipse { frame, radii: [10.0, 1.0] };
        let edge = Edge { curve: curve.clone(), ends: [0, 0], same_sense: true };
        let found = points(&edge, &[DVec3::X * 10.0], FINE);
        for pair in found.windows(2) {
            let middle = pair[0].midpoint(pair[1]);
            let near = curve.at(curve.parameter(middle)).0;
            assert!(stray(pair[0], pair[1], near) < 2e-3);
        }
        assert!(found.len() < 200);
    }
}
