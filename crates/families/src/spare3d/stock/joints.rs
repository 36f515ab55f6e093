//! Whether the parts of a solid are joined by enough material to be seen.
//!
//! The solid is looked at in cells, and what a ball of a few pixels cannot reach inside is taken away. Where two large parts are left
//! that no longer hang together, the joint between them is thinner than the ball: they touch at a corner, or by a shaving. What is in
//! several parts before anything is taken away hangs on a thread, however small it is.

use spatiq_geom::{DVec3, Rays, Solid};

/// Cells along the longest edge of a solid: of a pixel and a half of a picture each.
const CELLS: f64 = 80.0;

/// Radius of the ball in cells: three pixels of a picture.
const BALL: i32 = 2;

/// Parts with less than this share of the solid may fall off: an edge or a tip that is thin somewhere is no joint.
const LEAST_PART: f64 = 0.03;

/// Whether no two large parts of a solid, given with the box around it, are joined by less than the ball, and no splinter by less than
/// a cell.
pub fn hold(solid: &Solid, bounds: [DVec3; 2]) -> bool {
    let cells = Cells::of(solid, bounds);
    if cells.clone().parts().len() > 1 {
        return false;
    }
    let least = LEAST_PART * cells.count() as f64;
    let parts = cells.reached_by_ball().parts();
    parts.into_iter().filter(|&size| size as f64 > least).count() < 2
}

/// Cells by their middles, a row along x in the bits of a number.
#[derive(Clone)]
struct Cells {
    rows: Vec<u128>,
    /// Rows along y; the others follow along z.
    width: usize,
}

impl Cells {
    fn of(solid: &Solid, [low, high]: [DVec3; 2]) -> Self {
        let cell = (high - low).max_element() / CELLS;
        let [width, depth] = [high.y - low.y, high.z - low.z].map(|edge| (edge / cell).round() as usize);
        let region = solid.whole();
        let mut rays = Rays::default();
        let mut row = |at: usize| {
            let [y, z] = [at % width, at / width].map(|at| (at as f64 + 0.5) * cell);
            let inside = region.ray(low + DVec3::new(0.0, y, z), DVec3::X, &mut rays);
            // The first cell whose middle lies behind a place.
            let first = |x: f64| (x / cell + 0.5).floor().clamp(0.0, CELLS) as u32;
            inside.iter().fold(0, |row, &(from, to)| row | below(first(to)) & !below(first(from)))
        };
        Self { rows: (0..width * depth).map(&mut row).collect(), width }
    }

    fn count(&self) -> u32 {
        self.rows.iter().map(|row| row.count_ones()).sum()
    }

    /// The row beside another, by so many along y and z; empty where there is none.
    fn beside(&self, at: usize, y: i32, z: i32) -> u128 {
        let column = (at % self.width) as i32 + y;
        let row = at as i32 + y + z * self.width as i32;
        let exists = (0..self.width as i32).contains(&column) && row >= 0;
        if exists { self.rows.get(row as usize).copied().unwrap_or(0) } else { 0 }
    }

    /// The cells around which a ball has room.
    fn reached_by_ball(&self) -> Self {
        let room = |at: usize| {
            let mut room = self.rows[at];
            for z in -BALL..=BALL {
                for y in -BALL..=BALL {
                    let left = BALL * BALL - y * y - z * z;
                    let reach = (0..=BALL).take_while(|x| x * x <= left).count();
                    // None of this row where the ball does not come.
                    if room == 0 || reach == 0 {
                        continue;
                    }
                    let row = self.beside(at, y, z);
                    room = (0..reach).fold(room, |room, x| room & row << x & row >> x);
                }
            }
            room
        };
        Self { rows: (0..self.rows.len()).map(room).collect(), width: self.width }
    }

    /// The sizes of the parts that hang together by the sides of cells.
    fn parts(mut self) -> Vec<u32> {
        let mut parts = Vec::new();
        while let Some(start) = self.rows.iter().position(|&row| row != 0) {
            let mut size = 0;
            let mut next = vec![(start, self.rows[start] & self.rows[start].wrapping_neg())];
            while let Some((at, from)) = next.pop() {
                let found = stretches(self.rows[at], from);
                if found == 0 {
                    continue;
                }
                self.rows[at] &= !found;
                size += found.count_ones();
                for (y, z) in [(-1, 0), (1, 0), (0, -1), (0, 1)] {
                    if self.beside(at, y, z) & found != 0 {
                        let other = at as i32 + y + z * self.width as i32;
                        next.push((other as usize, found));
                    }
                }
            }
            parts.push(size);
        }
        parts
    }
}

/// The bits below a place.
fn below(place: u32) -> u128 {
    1_u128.checked_shl(place).unwrap_or(0).wrapping_sub(1)
}

/// Those stretches of set bits of a row that share one with another.
fn stretches(row: u128, with: u128) -> u128 {
    let mut found = row & with;
    loop {
        let wider = (found | found << 1 | found >> 1) & row;
        if wider == found {
            return found;
        }
        found = wider;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use spatiq_geom::Recipe;

    fn holds(elements: &str) -> bool {
        let solid = Recipe::parse(format!("[{elements}]").as_bytes()).unwrap().solid().unwrap();
        hold(&solid, solid.bounds().unwrap())
    }

    #[test]
    fn boxes_that_meet_at_a_corner_are_joined_as_far_as_they_overlap() {
        for (overlap, expected) in [(0.01, false), (0.05, false), (0.15, true), (0.5, true)] {
            let second = 1.0 - overlap;
            let boxes = format!(
                r#"{{"prim": "box", "params": [1, 1, 1], "op": "base"}},
                   {{"prim": "box", "params": [1, 1, 1], "pos": [{second}, {second}, 0.3], "op": "union"}}"#
            );
            assert_eq!(holds(&boxes), expected, "{overlap}");
        }
    }

    #[test]
    fn a_rod_joins_by_its_thickness() {
        // The whole is 2.9 long: a pixel is 0.025.
        for (radius, expected) in [(0.04, false), (0.06, false), (0.12, true)] {
            let ball = |x: f64, op: &str| {
                format!(r#"{{"prim": "sphere", "params": [0.5], "pos": [{x}, 0, 0], "op": "{op}"}}"#)
            };
            let rod = format!(
                r#"{{"prim": "cylinder", "params": [{radius}, 1.8], "axis": "y", "deg": 90, "op": "union"}}"#
            );
            let all = [ball(-0.95, "base"), ball(0.95, "union"), rod].join(", ");
            assert_eq!(holds(&all), expected, "{radius}");
        }
    }

    #[test]
    fn a_wide_joint_may_be_shallow_and_what_is_small_may_be_thin() {
        // Two slabs side by side that share hardly anything but a whole face.
        let slabs = r#"{"prim": "box", "params": [1, 1, 1], "op": "base"},
                       {"prim": "box", "params": [1, 0.9, 0.9], "pos": [0.998, 0, 0], "op": "union"}"#;
        assert!(holds(slabs));
        // A cone is thin at its tip, and a ring has a hole.
        assert!(holds(r#"{"prim": "cone", "params": [0.5, 1], "op": "base"}"#));
        assert!(holds(r#"{"prim": "torus", "params": [0.8, 0.2], "op": "base"}"#));
    }

    #[test]
    fn a_splinter_on_a_thread_is_not_held() {
        // What a ball and a box leave of a bar: a piece of seven by three by thirteen pixels, held by a fifth of one.
        let bar = r#"{"prim": "cylinder", "params": [0.5, 1.587], "op": "base"},
                     {"prim": "torus", "params": [0.486, 0.204], "axis": "y", "deg": 270, "pos": [-0.592, 0.69, 0.156], "op": "union"},
                     {"prim": "sphere", "params": [0.484], "pos": [-0.234, -0.001, -0.576], "op": "difference"}"#;
        assert!(holds(bar));
        let cut = r#"{"prim": "box", "params": [0.669, 1.359, 0.955], "axis": "z", "deg": 90, "pos": [0.534, 0.459, -0.569],
                      "op": "difference"}"#;
        assert!(!holds(&format!("{bar}, {cut}")));
    }

    #[test]
    fn rows_are_filled_from_middle_to_middle() {
        assert_eq!([below(0), below(3), below(128)], [0, 0b111, u128::MAX]);
        assert_eq!(stretches(0b1110_0110, 0b0010_0000), 0b1110_0000);
        let cube = Recipe::parse(br#"[{"prim": "box", "params": [1, 1, 1], "op": "base"}]"#).unwrap();
        let solid = cube.solid().unwrap();
        let cells = Cells::of(&solid, solid.bounds().unwrap());
        assert_eq!((cells.count(), cells.rows.len()), (80 * 80 * 80, 80 * 80));
        assert_eq!(cells.reached_by_ball().parts(), [76 * 76 * 76]);
    }
}
