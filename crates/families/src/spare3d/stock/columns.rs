//! Whether a solid hangs together, by parallel lines through it.
//!
//! A line runs inside the solid in some stretches. Stretches of neighbouring lines that overlap belong to one piece; crumbs
//! as small as a pixel show up as pieces of their own. A thin flake may lie between the lines of one direction, so there are
//! lines along all three axes, and none of them may see two pieces.

use spatiq_geom::{Beams, DVec3, Interval, Rays, Solid};

/// Lines along the longest edge of the box around a solid, for each direction. What the first direction misses is thin and
/// wide across another, where fewer lines find it.
const LINES: [f64; 3] = [72.0, 40.0, 40.0];

/// Whether the solid is one piece. A neck thinner than the lines are apart does not hold pieces together.
pub fn is_one_piece(solid: &Solid) -> bool {
    [[DVec3::X, DVec3::Y, DVec3::Z], [DVec3::Y, DVec3::Z, DVec3::X], [DVec3::Z, DVec3::X, DVec3::Y]]
        .into_iter()
        .zip(LINES)
        .all(|(axes, lines)| is_one_piece_along(solid, axes, lines))
}

/// The same by lines along the first axis, in columns along the second and rows along the third.
fn is_one_piece_along(solid: &Solid, [along, aside, up]: [DVec3; 3], lines: f64) -> bool {
    let Some([low, high]) = solid.bounds() else { return false };
    let gap = (high - low).max_element() / lines;
    let [wide, tall] = [aside, up].map(|axis| ((high - low).dot(axis) / gap).ceil() as usize);
    let mut beams = Beams::new(solid, [aside, up], 0.0);
    let mut rays = Rays::default();
    let mut pieces = Pieces::default();
    let mut before: Vec<Vec<(usize, Interval)>> = vec![Vec::new(); wide];
    for row in 0..tall {
        for column in 0..wide {
            let at = |axis: DVec3, k: usize| axis * (low.dot(axis) + (k as f64 + 0.5) * gap);
            let origin = at(aside, column) + at(up, row);
            let stretches = beams.around(origin).ray(origin, along, &mut rays);
            let here: Vec<(usize, Interval)> =
                stretches.into_iter().map(|stretch| (pieces.add(), stretch)).collect();
            pieces.join(&here, &before[column]);
            if column > 0 {
                pieces.join(&here, &before[column - 1]);
            }
            before[column] = here;
        }
    }
    pieces.count() == 1
}

/// Sets of stretches that hang together; each stretch leads to another of its set, one of each set to itself.
#[derive(Default)]
struct Pieces(Vec<usize>);

impl Pieces {
    fn add(&mut self) -> usize {
        self.0.push(self.0.len());
        self.0.len() - 1
    }

    fn head(&mut self, mut at: usize) -> usize {
        while self.0[at] != at {
            self.0[at] = self.0[self.0[at]];
            at = self.0[at];
        }
        at
    }

    fn join(&mut self, some: &[(usize, Interval)], others: &[(usize, Interval)]) {
        for &(a, (from, to)) in some {
            for &(b, (start, end)) in others {
                if from.max(start) < to.min(end) {
                    let (a, b) = (self.head(a), self.head(b));
                    self.0[a] = b;
                }
            }
        }
    }

    fn count(&self) -> usize {
        self.0.iter().enumerate().filter(|(at, next)| at == *next).count()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use spatiq_geom::{Leaf, Op, Placement, Primitive};

    fn ball(radius: f64, x: f64) -> Solid {
        let placement = Placement { shift: DVec3::new(x, 0.3 * x, -0.2 * x), ..Placement::IDENTITY };
        Leaf::new(Primitive::Sphere { radius }, placement).into()
    }

    #[test]
    fn balls_that_meet_are_one_piece_and_a_crumb_beside_is_another() {
        assert!(is_one_piece(&ball(1.0, 0.0)));
        assert!(is_one_piece(&ball(1.0, 0.0).join(Op::Union, ball(1.0, 1.0)).unwrap()));
        assert!(!is_one_piece(&ball(1.0, 0.0).join(Op::Union, ball(0.03, 1.2)).unwrap()));
        // A shell around a ball.
        let shell = ball(1.0, 0.0).join(Op::Difference, ball(0.8, 0.0)).unwrap();
        assert!(is_one_piece(&shell));
        assert!(!is_one_piece(&shell.join(Op::Union, ball(0.5, 0.0)).unwrap()));
    }

    #[test]
    fn a_flake_is_a_piece_whichever_way_it_lies() {
        let plate = |axis: usize| -> Solid {
            let mut half = DVec3::splat(0.3);
            half[axis] = 0.002;
            let mut shift = DVec3::ZERO;
            shift[axis] = 1.1;
            Leaf::new(Primitive::Box { half }, Placement { shift, ..Placement::IDENTITY }).into()
        };
        for axis in 0..3 {
            assert!(!is_one_piece(&ball(1.0, 0.0).join(Op::Union, plate(axis)).unwrap()), "{axis}");
        }
    }

    #[test]
    fn a_ring_is_one_piece_whichever_way_it_lies() {
        for axis in 0..3 {
            let placement = Placement::quarter_turns(axis, 1, DVec3::ZERO);
            assert!(is_one_piece(&Leaf::new(Primitive::Torus { ring: 1.0, tube: 0.3 }, placement).into()));
        }
    }
}
