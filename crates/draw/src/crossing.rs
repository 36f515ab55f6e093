//! Where lines cross in the picture.
//!
//! Lines are cut into chunks of a few segments; a sweep from left to right finds the chunks whose boxes overlap, and only their
//! segments are compared. Cost: chunks × log chunks, and the crossings themselves.

use crate::curve::Scale;
use crate::model::{DrawError, Stop, go_on};
use crate::overlap::Together;
use glam::{DVec2, DVec3};

const CHUNK: usize = 8;

/// A picture with more crossings is black, and would take gigabytes to draw.
const MOST_CROSSINGS: usize = 10_000_000;

/// After so many chunks it is asked whether to go on.
const ASK_EVERY: usize = 64;

struct Chunk {
    line: usize,
    first: usize,
    last: usize,
    low: DVec2,
    high: DVec2,
}

/// Adds, for every line, the parameters at which another one passes in front of it that covers what is behind on one side
/// only, as `covers` says of a line and a parameter. Returns which lines run together.
pub(crate) fn crossings(
    lines: &[Vec<DVec3>],
    scale: &Scale,
    covers: impl Fn(usize, f64) -> bool,
    cuts: &mut [Vec<f64>],
    stop: Stop,
) -> Result<Together, DrawError> {
    let mut together = Together::new();
    let mut found = 0;
    let slack = scale.chord;
    let mut chunks: Vec<Chunk> = Vec::new();
    for (line, points) in lines.iter().enumerate() {
        for first in (0..points.len() - 1).step_by(CHUNK) {
            let last = (first + CHUNK).min(points.len() - 1);
            let (mut low, mut high) = (DVec2::INFINITY, DVec2::NEG_INFINITY);
            for p in &points[first..=last] {
                low = low.min(p.truncate());
                high = high.max(p.truncate());
            }
            chunks.push(Chunk { line, first, last, low: low - slack, high: high + slack });
        }
    }
    chunks.sort_by(|a, b| a.low.x.total_cmp(&b.low.x).then(a.line.cmp(&b.line)).then(a.first.cmp(&b.first)));
    for (k, a) in chunks.iter().enumerate() {
        for b in &chunks[k + 1..] {
            if b.low.x > a.high.x {
                break;
            }
            if a.low.y <= b.high.y && b.low.y <= a.high.y {
                found += compare(lines, a, b, scale, &covers, cuts, &mut together);
            }
        }
        if found > MOST_CROSSINGS {
            return Err(DrawError::TooManyCrossings);
        }
        if k % ASK_EVERY == 0 {
            go_on(stop)?;
        }
    }
    Ok(together)
}

/// Compares the segments of two chunks.
fn compare(
    lines: &[Vec<DVec3>],
    a: &Chunk,
    b: &Chunk,
    scale: &Scale,
    covers: &impl Fn(usize, f64) -> bool,
    cuts: &mut [Vec<f64>],
    together: &mut Together,
) -> usize {
    let mut found = 0;
    for i in a.first..a.last {
        let (p, q) = (lines[a.line][i], lines[a.line][i + 1]);
        let (low, high) = (p.min(q) - 2.0 * scale.chord, p.max(q) + 2.0 * scale.chord);
        if low.x > b.high.x || high.x < b.low.x || low.y > b.high.y || high.y < b.low.y {
            continue;
        }
        for j in b.first..b.last {
            if a.line == b.line && i.abs_diff(j) <= 1 {
                continue;
            }
            let (r, s) = (lines[b.line][j], lines[b.line][j + 1]);
            let (least, most) = (r.min(s), r.max(s));
            if low.x > most.x || high.x < least.x || low.y > most.y || high.y < least.y {
                continue;
            }
            if run_together(p, q, r, s, scale.chord) {
                together.insert((a.line.min(b.line), a.line.max(b.line)));
            }
            if let Some((t, u)) = cross(p, q, r, s, scale.chord) {
                found += 1;
                // How much nearer to the eye the first is than the second; where they meet, it could be either.
                let nearer = p.z + (q.z - p.z) * t - r.z - (s.z - r.z) * u;
                let (t, u) = (i as f64 + t, j as f64 + u);
                let meet = nearer.abs() < scale.chord;
                if meet || (nearer < 0.0 && covers(b.line, u)) {
                    cuts[a.line].push(t);
                }
                if meet || (nearer > 0.0 && covers(a.line, t)) {
                    cuts[b.line].push(u);
                }
            }
        }
    }
    found
}

/// Whether two segments lie on one another for a while, as far as chords of one curve can.
fn run_together(p: DVec3, q: DVec3, r: DVec3, s: DVec3, slack: f64) -> bool {
    let (d, e) = ((q - p).truncate(), (s - r).truncate());
    let (long, wide) = (d.length(), e.length());
    if d.perp_dot(e).abs() > 0.1 * long * wide
        || d.perp_dot((r - p).truncate()).abs() > 2.0 * slack * long + 0.1 * long * wide
    {
        return false;
    }
    let (a, b) = (d.dot((r - p).truncate()) / long, d.dot((s - p).truncate()) / long);
    let shared = a.max(b).min(long) - a.min(b).max(0.0);
    let offset = |x: f64, point: DVec3| {
        if x >= 0.0 && x <= long { d.perp_dot((point - p).truncate()).abs() / long } else { 0.0 }
    };
    shared > 0.0 && offset(a, r) < 2.0 * slack && offset(b, s) < 2.0 * slack
}

/// Where two segments cross in the picture, as shares of each; a near miss of their ends counts too.
fn cross(p: DVec3, q: DVec3, r: DVec3, s: DVec3, slack: f64) -> Option<(f64, f64)> {
    let (d, e, between) = ((q - p).truncate(), (s - r).truncate(), (r - p).truncate());
    let (long, wide) = (d.length(), e.length());
    let sine = d.perp_dot(e);
    if sine.abs() <= 1e-9 * long * wide {
        return None;
    }
    let (t, u) = (between.perp_dot(e) / sine, between.perp_dot(d) / sine);
    let (more_t, more_u) = (slack / long, slack / wide);
    let inside = |x: f64, more: f64| x > -more && x < 1.0 + more;
    (inside(t, more_t) && inside(u, more_u)).then(|| (t.clamp(0.0, 1.0), u.clamp(0.0, 1.0)))
}
