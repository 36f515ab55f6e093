//! A solid in cells: a coarse look at what hangs together and what matters.

use spatiq_geom::{DVec3, Solid};

/// Cells along the longest edge of the box around a solid.
const CELLS: usize = 28;

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
        let held: Vec<u32> = (0..CELLS * CELLS * CELLS)
            .map(|k| {
                let p = low + DVec3::from(place(k).map(|at| (at as f64 + 0.5) * cell));
                let leaves = solid.leaves().iter().enumerate();
                leaves.fold(0, |bits, (bit, leaf)| bits | u32::from(leaf.field(p) < 0.0) << bit)
            })
            .collect();
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

    /// The same cells, filled only where another solid is too.
    pub fn within(&self, other: &Solid) -> Self {
        let filled = self.filled.iter().enumerate().map(|(k, &filled)| {
            let p = self.low + DVec3::from(place(k).map(|at| (at as f64 + 0.5) * self.cell));
            filled && other.contains(p)
        });
        Self { filled: filled.collect(), held: self.held.clone(), ..*self }
    }

    /// How many cells are filled.
    pub fn count(&self) -> usize {
        self.filled.iter().filter(|&&filled| filled).count()
    }
}

fn place(cell: usize) -> [usize; 3] {
    [cell % CELLS, cell / CELLS % CELLS, cell / (CELLS * CELLS)]
}
