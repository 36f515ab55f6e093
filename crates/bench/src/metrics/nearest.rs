//! The nearest of many points: a balanced tree of boxes, each cut in two at the median of its longest edge.

/// Points that can be asked which of them is nearest. Boxes shrink to the points in them, so that clouds of a single
/// place, or with points far away, take no longer than others.
pub struct Nearest {
    /// Points with their numbers; each box has a run of them.
    points: Vec<([f32; 3], usize)>,
    /// The smallest and largest coordinates in each box.
    boxes: Vec<[[f32; 3]; 2]>,
}

/// Boxes with so few points are not cut.
const LEAF: usize = 32;

impl Nearest {
    /// Sorts the points into boxes.
    pub fn new(points: &[[f32; 3]]) -> Self {
        let mut points: Vec<([f32; 3], usize)> = points.iter().copied().zip(0..).collect();
        let mut boxes = Vec::new();
        if !points.is_empty() {
            cut(&mut points, 0, &mut boxes);
        }
        Self { points, boxes }
    }

    /// The number of the nearest point and its distance.
    ///
    /// # Panics
    /// When there are no points.
    pub fn of(&self, place: [f32; 3]) -> (usize, f64) {
        assert!(!self.points.is_empty(), "nothing is near where nothing is");
        let mut best = (usize::MAX, f64::INFINITY);
        self.visit(place, 0, 0..self.points.len(), &mut best);
        (best.0, best.1.sqrt())
    }

    fn visit(&self, place: [f32; 3], number: usize, run: std::ops::Range<usize>, best: &mut (usize, f64)) {
        if run.len() <= LEAF {
            for &(point, at) in &self.points[run] {
                let squared = squared_distance(place, point);
                // Of equally near points the first, so that the answer does not hang on the tree.
                if squared < best.1 || squared == best.1 && at < best.0 {
                    *best = (at, squared);
                }
            }
            return;
        }
        let middle = run.start + run.len() / 2;
        let halves = [(2 * number + 1, run.start..middle), (2 * number + 2, middle..run.end)];
        let mut halves =
            halves.map(|(number, run)| (self.squared_distance_to_box(place, number), number, run));
        halves.sort_by(|a, b| a.0.total_cmp(&b.0));
        for (squared, number, run) in halves {
            if squared < best.1 {
                self.visit(place, number, run, best);
            }
        }
    }

    fn squared_distance_to_box(&self, place: [f32; 3], number: usize) -> f64 {
        let [low, high] = self.boxes[number];
        let beyond = |axis: usize| {
            let at = f64::from(place[axis]);
            (f64::from(low[axis]) - at).max(at - f64::from(high[axis])).max(0.0)
        };
        (0..3).map(|axis| beyond(axis) * beyond(axis)).sum()
    }
}

/// Boxes are numbered as in a heap: those of box `b` are `2b + 1` and `2b + 2`.
fn cut(run: &mut [([f32; 3], usize)], number: usize, boxes: &mut Vec<[[f32; 3]; 2]>) {
    let mut bounds = [run[0].0; 2];
    for (point, _) in run.iter() {
        for axis in 0..3 {
            bounds[0][axis] = bounds[0][axis].min(point[axis]);
            bounds[1][axis] = bounds[1][axis].max(point[axis]);
        }
    }
    if boxes.len() <= number {
        boxes.resize(number + 1, [[0.0; 3]; 2]);
    }
    boxes[number] = bounds;
    if run.len() <= LEAF {
        return;
    }
    let edge = |axis: &usize| f64::from(bounds[1][*axis]) - f64::from(bounds[0][*axis]);
    let axis = (0..3).max_by(|a, b| edge(a).total_cmp(&edge(b))).unwrap_or(0);
    let middle = run.len() / 2;
    // Equal coordinates are told apart by number, so the tree is the same whatever the sort does.
    run.select_nth_unstable_by(middle, |a, b| a.0[axis].total_cmp(&b.0[axis]).then(a.1.cmp(&b.1)));
    let (low, high) = run.split_at_mut(middle);
    cut(low, 2 * number + 1, boxes);
    cut(high, 2 * number + 2, boxes);
}

/// The squared distance of two points.
pub(super) fn squared_distance(a: [f32; 3], b: [f32; 3]) -> f64 {
    (0..3).map(|axis| f64::from(a[axis]) - f64::from(b[axis])).map(|along| along * along).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Seed;

    #[test]
    fn the_nearest_is_that_of_a_search_over_all() {
        for seed in 0..60 {
            let mut rng = Seed::root(seed).rng();
            // Small whole numbers make many points equal, or equally far.
            let coarse = rng.coin();
            let mut point = || -> [f32; 3] {
                [0; 3].map(|_| if coarse { rng.below(4) as f32 } else { rng.between(-1.0, 1.0) as f32 })
            };
            let points: Vec<[f32; 3]> = (0..1 + seed as usize * 7).map(|_| point()).collect();
            let tree = Nearest::new(&points);
            for _ in 0..100 {
                let place = point();
                let distance = |at: &usize| squared_distance(place, points[*at]).sqrt();
                let best = (0..points.len()).map(|at| distance(&at)).fold(f64::INFINITY, f64::min);
                let (found, far) = tree.of(place);
                assert_eq!((far, distance(&found)), (best, best));
            }
        }
    }

    #[test]
    fn a_hundred_thousand_points_in_one_place_are_no_burden() {
        let points = vec![[1.0, 2.0, 3.0]; 100_000];
        let tree = Nearest::new(&points);
        for at in 0..100_000u32 {
            assert!(tree.of([at as f32, 0.0, 0.5]).1 > 2.0);
        }
    }
}
