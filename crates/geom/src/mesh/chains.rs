//! Joins segments that share ends into runs, for lines that are to be drawn in one stroke.

use crate::stop::{Stop, Stopped, polled, sort};

/// Segments in the order in which a line runs through them.
pub(super) struct Run {
    /// The segments, and whether each is run through from its second end to its first.
    pub(super) segments: Vec<(u32, bool)>,
    /// Whether the last segment joins the first.
    pub(super) closed: bool,
}

/// Nothing is joined here.
const NONE: u32 = u32::MAX;

/// Joins segments, given by the nodes at their ends, wherever exactly two meet and `through(node, one, other)` agrees.
pub(super) fn runs(
    ends: &[[u32; 2]],
    through: impl Fn(u32, u32, u32) -> bool,
    stop: Stop,
) -> Result<Vec<Run>, Stopped> {
    let joined = join(ends, through, stop)?;
    let mut used = vec![false; ends.len()];
    let mut runs = Vec::new();
    // First the runs that have an end, from that end on; what is left then are rings.
    let all = || 0..joined.len() as u32;
    let open = all().filter(|&end| joined[end as usize] == NONE);
    for start in polled(open.chain(all()), stop) {
        let start = start?;
        if !used[start as usize / 2] {
            runs.push(follow(&joined, &mut used, start));
        }
    }
    Ok(runs)
}

/// For each end (2 × segment + 0 or 1) the end that it is joined to.
fn join(ends: &[[u32; 2]], through: impl Fn(u32, u32, u32) -> bool, stop: Stop) -> Result<Vec<u32>, Stopped> {
    let mut at_node: Vec<(u32, u32)> = ends.as_flattened().iter().copied().zip(0..).collect();
    sort(&mut at_node, stop)?;
    let mut joined = vec![NONE; at_node.len()];
    for meeting in polled(at_node.chunk_by(|one, other| one.0 == other.0), stop) {
        if let &[(node, one), (_, other)] = meeting?
            && one / 2 != other / 2
            && through(node, one / 2, other / 2)
        {
            joined[one as usize] = other;
            joined[other as usize] = one;
        }
    }
    Ok(joined)
}

/// The run that starts at an end.
fn follow(joined: &[u32], used: &mut [bool], start: u32) -> Run {
    let mut segments = Vec::new();
    let mut entered = start;
    loop {
        used[entered as usize / 2] = true;
        segments.push((entered / 2, entered % 2 == 1));
        let next = joined[entered as usize ^ 1];
        if next == NONE || next == start {
            return Run { segments, closed: next == start };
        }
        entered = next;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stop::NEVER;

    #[test]
    fn a_ring_a_line_and_a_fork_come_apart() {
        let ends = [[0, 1], [2, 1], [2, 0], [5, 4], [4, 3], [7, 6], [7, 8], [7, 9]];
        let mut lengths: Vec<_> = runs(&ends, |_, _, _| true, NEVER)
            .unwrap()
            .iter()
            .map(|run| (run.segments.len(), run.closed))
            .collect();
        lengths.sort_unstable();
        assert_eq!(lengths, [(1, false), (1, false), (1, false), (2, false), (3, true)]);
    }

    #[test]
    fn two_segments_between_the_same_nodes_are_a_ring() {
        let ring = runs(&[[0, 1], [0, 1]], |_, _, _| true, NEVER).unwrap();
        assert_eq!(ring.len(), 1);
        assert!(ring[0].closed && ring[0].segments == [(0, false), (1, true)]);
    }
}
