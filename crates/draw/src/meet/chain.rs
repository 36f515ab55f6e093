//! From short segments to curves: joined end to end, thinned, cut at corners.

use crate::curve::Curve;
use glam::DVec3;

/// Joins segments into chains: end k % 2 of segment k / 2 goes on at its partner, or nowhere. First the chains that have
/// ends, then those that have none; a closed chain ends where it begins.
pub(super) fn follow(segments: &[[DVec3; 2]], partner: &[usize]) -> Vec<Vec<DVec3>> {
    let mut used = vec![false; segments.len()];
    let mut chains = Vec::new();
    let open = (0..partner.len()).filter(|&k| partner[k] == usize::MAX);
    for start in open.chain((0..segments.len()).map(|k| 2 * k)) {
        let mut chain = Vec::new();
        let mut at = start;
        while at != usize::MAX && !used[at / 2] {
            used[at / 2] = true;
            if chain.is_empty() {
                chain.push(segments[at / 2][at % 2]);
            }
            chain.push(segments[at / 2][1 - at % 2]);
            at = partner[at ^ 1];
        }
        if at == start && chain.len() > 3 {
            let first = chain[0];
            *chain.last_mut().expect("more than three") = first;
        }
        if chain.len() > 1 {
            chains.push(chain);
        }
    }
    chains
}

/// Leaves out points that are nearer than `tolerance` to the chord of their neighbours.
pub(super) fn thin(points: &[DVec3], tolerance: f64) -> Vec<DVec3> {
    let mut kept = vec![points[0]];
    let mut pending = vec![(0, points.len() - 1)];
    // A closed chain has no chord from its first point to its last.
    if points.first() == points.last() && points.len() > 4 {
        pending = vec![(points.len() / 2, points.len() - 1), (0, points.len() / 2)];
    }
    while let Some((from, to)) = pending.pop() {
        let chord = (points[to] - points[from]).normalize_or_zero();
        let away = |k: usize| {
            let v = points[k] - points[from];
            (v - chord * v.dot(chord)).length_squared()
        };
        let farthest = (from + 1..to).max_by(|&a, &b| away(a).total_cmp(&away(b)));
        match farthest {
            Some(k) if away(k) > tolerance * tolerance => {
                pending.push((k, to));
                pending.push((from, k));
            }
            _ => kept.push(points[to]),
        }
    }
    kept
}

/// Ends a curve wherever it turns sharply: at an apex, or where two branches cross.
pub(super) fn cut_at_corners(curve: Curve, out: &mut Vec<Curve>) {
    let points = &curve.points;
    let part = |range: &[DVec3]| Curve { points: range.to_vec(), faces: curve.faces.clone(), ..curve };
    let mut start = 0;
    for k in 1..points.len() - 1 {
        let (a, b) = (points[k] - points[k - 1], points[k + 1] - points[k]);
        if a.dot(b) < 0.5 * a.length() * b.length() {
            out.push(part(&points[start..=k]));
            start = k;
        }
    }
    out.push(part(&points[start..]));
}
