//! A solid in cells: a coarse look at what hangs together and what matters.

use spatiq_geom::{DVec3, Interval, Leaf, Solid};

/// Cells along the longest edge of the box around a solid.
const CELLS: usize = 20;

/// A solid in cells, by their middles.
pub struct Block {
    low: DVec3,
    cell: f64,
    /// Which leaves hold each cell, a bit for each leaf.
    held: Vec<u32>,
    filled: Vec<bool>,
}

impl Block {
    /// The cells of a solid of at most 32 leaves; nothing if nothing is left of it.
    pub fn of(solid: &Solid) -> Option<Self> {
        let [low, high] = solid.bounds()?;
        let cell = (high - low).max_element() / CELLS as f64;
        let mut held = vec![0; CELLS * CELLS * CELLS];
        for (bit, leaf) in solid.leaves().iter().enumerate() {
            let mut hold = |cell: usize| held[cell] |= 1 << bit;
            match leaf.mesh() {
                None => (0..CELLS * CELLS * CELLS)
                    .filter(|&k| leaf.field(middle(low, cell, k)) < 0.0)
                    .for_each(&mut hold),
                Some(_) => by_rows(leaf, low, cell, &mut hold),
            }
        }
        let filled: Vec<bool> = held.iter().map(|bits| solid.holds(|leaf| bits >> leaf & 1 == 1)).collect();
        filled.contains(&true).then_some(Self { low, cell, held, filled })
    }

    /// The edges of the box around the filled cells.
    pub fn edges(&self) -> DVec3 {
        let mut low = [usize::MAX; 3];
        let mut high = [0; 3];
        for (k, _) in self.filled.iter().enumerate().filter(|(_, filled)| **filled) {
            for (axis, at) in place(k).into_iter().enumerate() {
                low[axis] = low[axis].min(at);
                high[axis] = high[axis].max(at + 1);
            }
        }
        DVec3::from([0, 1, 2].map(|axis| high[axis].saturating_sub(low[axis]) as f64 * self.cell))
    }

    /// The share of the solid that another rule would change: `inside` says whether a cell is filled, given which leaves
    /// hold it.
    pub fn changed(&self, inside: impl Fn(&dyn Fn(usize) -> bool) -> bool) -> f64 {
        let changed = self.held.iter().zip(&self.filled);
        let changed = changed.filter(|(bits, filled)| inside(&|leaf| **bits >> leaf & 1 == 1) != **filled);
        changed.count() as f64 / self.count() as f64
    }

    /// The share of the solid that another takes away from it.
    pub fn taken_by(&self, other: &Solid) -> f64 {
        let cells = self.filled.iter().enumerate().filter(|(_, filled)| **filled);
        let left = cells.filter(|(k, _)| !other.contains(middle(self.low, self.cell, *k))).count();
        1.0 - left as f64 / self.count() as f64
    }

    /// Whether all filled cells hang together, by their sides, edges or corners. What does not is in pieces, or held together by
    /// less than a cell.
    pub fn hangs_together(&self) -> bool {
        let Some(start) = self.filled.iter().position(|&filled| filled) else { return false };
        let mut open = self.filled.clone();
        open[start] = false;
        let mut next = vec![start];
        let mut reached = 0;
        while let Some(cell) = next.pop() {
            reached += 1;
            let around = place(cell).map(|at| at.saturating_sub(1)..(at + 2).min(CELLS));
            for z in around[2].clone() {
                for y in around[1].clone() {
                    for x in around[0].clone() {
                        let other = (z * CELLS + y) * CELLS + x;
                        if std::mem::take(&mut open[other]) {
                            next.push(other);
                        }
                    }
                }
            }
        }
        reached == self.count()
    }

    /// How many cells are filled.
    fn count(&self) -> usize {
        self.filled.iter().filter(|&&filled| filled).count()
    }
}

fn place(cell: usize) -> [usize; 3] {
    [cell % CELLS, cell / CELLS % CELLS, cell / (CELLS * CELLS)]
}

/// The middle of a cell.
fn middle(low: DVec3, cell: f64, k: usize) -> DVec3 {
    low + DVec3::from(place(k).map(|at| (at as f64 + 0.5) * cell))
}

/// The cells that a leaf holds, a row at a time: a ray through a mesh costs little more than one point.
fn by_rows(leaf: &Leaf, low: DVec3, cell: f64, hold: &mut impl FnMut(usize)) {
    let mut inside: Vec<Interval> = Vec::new();
    for row in (0..CELLS * CELLS * CELLS).step_by(CELLS) {
        let first = middle(low, cell, row);
        inside.clear();
        leaf.ray(first, DVec3::X, f64::NEG_INFINITY, &mut inside);
        let within = |at: f64| inside.iter().any(|&(from, to)| from < at && at < to);
        (0..CELLS).filter(|&k| within(k as f64 * cell)).for_each(|k| hold(row + k));
    }
}
