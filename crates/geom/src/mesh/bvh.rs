//! Boxes within boxes around the triangles, so that a query looks at few of them.

use crate::stop::{Stop, Stopped, go_on, map_all, polled};
use glam::DVec3;

/// So many triangles are cheaper to try than to divide further.
const LEAF: usize = 4;

/// It is worth asking whether to go on before dividing more triangles than these.
const ASK_ABOVE: usize = 256;

/// Halving 2³² triangles takes fewer levels, and a walk keeps at most one pending node per level.
const DEEPEST: usize = 64;

/// A tree of boxes; halves are made at the median, so it is never deeper than the logarithm.
#[derive(Clone, Debug)]
pub(super) struct Bvh {
    nodes: Vec<Node>,
    order: Vec<u32>,
}

/// A box: with `count` triangles from `start` in the order, or, where that is 0, with the next node and `start` as
/// children.
#[derive(Clone, Copy, Debug)]
struct Node {
    low: DVec3,
    high: DVec3,
    start: u32,
    count: u32,
}

/// A triangle's box and its number.
type Item = (DVec3, DVec3, u32);

impl Bvh {
    /// The tree over at least one triangle.
    pub(super) fn new(vertices: &[DVec3], triangles: &[[u32; 3]], stop: Stop) -> Result<Self, Stopped> {
        let boxed = |(index, triangle): (u32, &[u32; 3])| {
            let [a, b, c] = super::corners(vertices, *triangle);
            (a.min(b).min(c), a.max(b).max(c), index)
        };
        let mut items: Vec<Item> = map_all((0..).zip(triangles), stop, boxed)?;
        let mut nodes = Vec::with_capacity(triangles.len());
        build(&mut nodes, &mut items, 0, stop)?;
        Ok(Self { nodes, order: items.into_iter().map(|item| item.2).collect() })
    }

    /// The box around everything.
    pub(super) fn bounds(&self) -> [DVec3; 2] {
        [self.nodes[0].low, self.nodes[0].high]
    }

    /// Calls `found` with every triangle in the boxes that are `wanted`.
    pub(super) fn visit(&self, wanted: impl Fn(DVec3, DVec3) -> bool, mut found: impl FnMut(u32)) {
        self.any(wanted, |triangle| {
            found(triangle);
            false
        });
    }

    /// Whether `found` holds for any triangle in the boxes that are `wanted`.
    pub(super) fn any(
        &self,
        wanted: impl Fn(DVec3, DVec3) -> bool,
        mut found: impl FnMut(u32) -> bool,
    ) -> bool {
        let mut pending = [0; DEEPEST];
        let mut depth = 1;
        while depth > 0 {
            depth -= 1;
            let index = pending[depth];
            let node = self.nodes[index as usize];
            if !wanted(node.low, node.high) {
                continue;
            }
            if node.count == 0 {
                pending[depth] = node.start;
                pending[depth + 1] = index + 1;
                depth += 2;
            } else if self.within(node).iter().any(|&triangle| found(triangle)) {
                return true;
            }
        }
        false
    }

    /// The triangle whose `squared_distance` to a point is least, and that.
    pub(super) fn nearest(&self, point: DVec3, squared_distance: impl Fn(u32) -> f64) -> (u32, f64) {
        let mut best = (self.order[0], f64::INFINITY);
        let mut pending = [(0, 0.0); DEEPEST];
        let mut depth = 1;
        while depth > 0 {
            depth -= 1;
            let (index, away) = pending[depth];
            if away >= best.1 {
                continue;
            }
            let node = self.nodes[index as usize];
            for &triangle in self.within(node) {
                let squared = squared_distance(triangle);
                if squared < best.1 {
                    best = (triangle, squared);
                }
            }
            if node.count == 0 {
                let child = |index: u32| (index, self.nodes[index as usize].squared_distance(point));
                let (left, right) = (child(index + 1), child(node.start));
                // The nearer one comes off the stack first.
                let (near, far) = if left.1 <= right.1 { (left, right) } else { (right, left) };
                pending[depth] = far;
                pending[depth + 1] = near;
                depth += 2;
            }
        }
        best
    }

    /// Calls `found` with pairs of different triangles in boxes that overlap, each once, until it returns `false`.
    pub(super) fn pairs(&self, stop: Stop, mut found: impl FnMut(u32, u32) -> bool) -> Result<(), Stopped> {
        let mut pending = vec![(0, 0)];
        for step in polled(0_u64.., stop) {
            step?;
            let Some((one, other)) = pending.pop() else { break };
            let (left, right) = (self.nodes[one as usize], self.nodes[other as usize]);
            if left.low.cmpgt(right.high).any() || right.low.cmpgt(left.high).any() {
                continue;
            }
            match (left.count > 0, right.count > 0) {
                (true, true) => {
                    let mut pairs = self.leaf_pairs(left, right, one == other);
                    if !pairs.all(|(one, other)| found(one, other)) {
                        break;
                    }
                }
                (false, false) if one == other => {
                    pending.extend([(one + 1, one + 1), (left.start, left.start), (one + 1, left.start)]);
                }
                (_, leaf) if leaf || left.count == 0 && left.is_larger(right) => {
                    pending.extend([(one + 1, other), (left.start, other)]);
                }
                _ => pending.extend([(one, other + 1), (one, right.start)]),
            }
        }
        Ok(())
    }

    /// The pairs of a triangle of one leaf and one of another, or of the same.
    fn leaf_pairs(&self, one: Node, other: Node, same: bool) -> impl Iterator<Item = (u32, u32)> + '_ {
        self.within(one).iter().enumerate().flat_map(move |(index, &triangle)| {
            let skipped = if same { index + 1 } else { 0 };
            self.within(other)[skipped..].iter().map(move |&partner| (triangle, partner))
        })
    }

    /// The triangles that a leaf holds; none for others.
    fn within(&self, node: Node) -> &[u32] {
        if node.count == 0 {
            &[]
        } else {
            &self.order[node.start as usize..(node.start + node.count) as usize]
        }
    }
}

impl Node {
    fn is_larger(&self, other: Self) -> bool {
        (self.high - self.low).length_squared() > (other.high - other.low).length_squared()
    }

    fn squared_distance(&self, point: DVec3) -> f64 {
        (point.clamp(self.low, self.high) - point).length_squared()
    }
}

/// Appends the tree over `items`, which start at `start` in the final order.
fn build(nodes: &mut Vec<Node>, items: &mut [Item], start: u32, stop: Stop) -> Result<(), Stopped> {
    let (low, high) = around(items.iter().map(|item| (item.0, item.1)));
    let index = nodes.len();
    nodes.push(Node { low, high, start, count: items.len() as u32 });
    if items.len() <= LEAF {
        return Ok(());
    }
    if items.len() > ASK_ABOVE {
        go_on(stop)?;
    }
    // Twice the middle; halving it would change nothing.
    let middle = |item: &Item| item.0 + item.1;
    let (least, most) = around(items.iter().map(|item| (middle(item), middle(item))));
    let axis = longest_axis(most - least);
    let half = items.len() / 2;
    items.select_nth_unstable_by(half, |one, other| {
        middle(one)[axis].total_cmp(&middle(other)[axis]).then(one.2.cmp(&other.2))
    });
    let (left, right) = items.split_at_mut(half);
    build(nodes, left, start, stop)?;
    nodes[index].start = nodes.len() as u32;
    nodes[index].count = 0;
    build(nodes, right, start + half as u32, stop)
}

/// The box around boxes.
fn around(boxes: impl Iterator<Item = (DVec3, DVec3)>) -> (DVec3, DVec3) {
    let nothing = (DVec3::splat(f64::INFINITY), DVec3::splat(f64::NEG_INFINITY));
    boxes.fold(nothing, |all, one| (all.0.min(one.0), all.1.max(one.1)))
}

fn longest_axis(extent: DVec3) -> usize {
    if extent.x >= extent.y && extent.x >= extent.z {
        0
    } else if extent.y >= extent.z {
        1
    } else {
        2
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stop::NEVER;

    #[test]
    fn every_pair_whose_boxes_overlap_comes_up_once() {
        let corner = |index: u32| {
            let along = |step: u32, wide: u32| f64::from(index * step % wide) / f64::from(wide) * 10.0;
            DVec3::new(along(37, 101), along(53, 97), along(29, 89))
        };
        let vertices: Vec<DVec3> =
            (0..300).map(|index| corner(index / 3) + corner(index % 3 + 7 * index) * 0.5).collect();
        let triangles: Vec<[u32; 3]> =
            (0..100).map(|index| [3 * index, 3 * index + 1, 3 * index + 2]).collect();
        let boxes: Vec<_> = triangles
            .iter()
            .map(|triangle| around(super::super::corners(&vertices, *triangle).iter().map(|p| (*p, *p))))
            .collect();
        let mut found = Vec::new();
        let look = |one: u32, other: u32| {
            let ((low, high), (from, to)) = (boxes[one as usize], boxes[other as usize]);
            if !low.cmpgt(to).any() && !from.cmpgt(high).any() {
                found.push((one.min(other), one.max(other)));
            }
            true
        };
        Bvh::new(&vertices, &triangles, NEVER).unwrap().pairs(NEVER, look).unwrap();
        found.sort_unstable();
        let mut expected = Vec::new();
        for one in 0..100 {
            for other in one + 1..100 {
                let ((low, high), (from, to)) = (boxes[one as usize], boxes[other as usize]);
                if low.cmple(to).all() && from.cmple(high).all() {
                    expected.push((one, other));
                }
            }
        }
        assert!(expected.len() > 100);
        assert_eq!(found, expected);
    }
}
