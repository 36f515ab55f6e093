//! What a part leaves free of the box around it: a round top, a barrow's handles, the room between feet.
//!
//! The box is cut into cells. A cell is filled where a pixel of the part lies in it, free where the picture shows something behind it, and
//! else hidden. A hidden one is taken for free if a cell across the part's middle is, and within a hollow.

use super::layers::Layers;
use super::points::SeenPart;
use super::recognise::Recognised;
use super::room::Room;
use spatiq_geom::DVec3;

/// About how wide cells are, in metres.
const CELL: f64 = 0.05;

/// No box is cut into more of them along an axis.
const MOST: usize = 24;

/// What takes more boxes has no shape but is noise, and is taken whole: thousands of them would be simulated for minutes.
const MOST_BOXES: usize = 120;

/// What is seen must be this much farther away than the middle of a cell, in metres, to be behind it.
const BEHIND: f64 = 0.03;

/// What is known of a cell.
#[derive(Clone, Copy, PartialEq)]
enum Cell {
    Filled,
    Free,
    Hidden,
}

/// Boxes, each by two corners along the axes of the object, that fill the box around a part but for what it leaves free.
pub fn carved(
    layers: &Layers,
    room: &Room,
    known: &Recognised,
    part: &SeenPart,
    [low, high]: [DVec3; 2],
    hollow: bool,
) -> Vec<[DVec3; 2]> {
    let size = high - low;
    let counts = size.to_array().map(|size| ((size / CELL).round() as usize).clamp(1, MOST));
    let step = size / DVec3::from(counts.map(|count| count as f64));
    let at = |[x, y, z]: [usize; 3]| (x * counts[1] + y) * counts[2] + z;
    let all = || {
        let [wide, deep, high] = counts;
        (0..wide).flat_map(move |x| (0..deep).flat_map(move |y| (0..high).map(move |z| [x, y, z])))
    };
    let corner = |cell: [usize; 3]| low + step * DVec3::from(cell.map(|number| number as f64));
    let is_free = |cell: [usize; 3]| {
        let place = known.frame.axes * (corner(cell) + step / 2.0);
        let shown = room.project(place);
        shown.is_some_and(|(at, depth)| f64::from(layers.depth[at]) / 1000.0 > depth + BEHIND)
    };
    let mut cells: Vec<Cell> =
        all().map(|cell| if is_free(cell) { Cell::Free } else { Cell::Hidden }).collect();
    for point in &part.points {
        let within = (known.frame.inside(point.place) - low) / step;
        let index = |axis: usize| (within[axis].max(0.0) as usize).min(counts[axis] - 1);
        cells[at([index(0), index(1), index(2)])] = Cell::Filled;
    }
    let is_filled = |cell: [usize; 3]| match cells[at(cell)] {
        Cell::Filled => true,
        Cell::Free => false,
        Cell::Hidden if hollow && (0..3).all(|axis| cell[axis] > 0 && cell[axis] + 1 < counts[axis]) => false,
        Cell::Hidden => {
            let [x, y, z] = cell;
            let [other_x, other_y] = [counts[0] - 1 - x, counts[1] - 1 - y];
            let others = [[other_x, y, z], [x, other_y, z], [other_x, other_y, z]];
            others.iter().all(|other| cells[at(*other)] != Cell::Free)
        }
    };
    let boxes = joined(counts, is_filled);
    match boxes.len() <= MOST_BOXES {
        true => boxes.into_iter().map(|[from, to]| [corner(from), corner(to)]).collect(),
        false => vec![[low, high]],
    }
}

/// Few boxes that cover just the cells that are filled: each grows along the three axes as far as it can.
fn joined(counts: [usize; 3], is_filled: impl Fn([usize; 3]) -> bool) -> Vec<[[usize; 3]; 2]> {
    let [wide, deep, high] = counts;
    let at = |[x, y, z]: [usize; 3]| (x * deep + y) * high + z;
    let mut left: Vec<bool> = vec![false; wide * deep * high];
    for cell in (0..wide).flat_map(|x| (0..deep).flat_map(move |y| (0..high).map(move |z| [x, y, z]))) {
        left[at(cell)] = is_filled(cell);
    }
    let mut boxes = Vec::new();
    for x in 0..wide {
        for y in 0..deep {
            for z in 0..high {
                if !left[at([x, y, z])] {
                    continue;
                }
                let mut to = [x + 1, y + 1, z + 1];
                let whole = |left: &[bool], from: [usize; 3], to: [usize; 3]| {
                    (from[0]..to[0])
                        .all(|x| (from[1]..to[1]).all(|y| (from[2]..to[2]).all(|z| left[at([x, y, z])])))
                };
                for axis in [2, 1, 0] {
                    while to[axis] < counts[axis] {
                        let (mut from, mut next) = ([x, y, z], to);
                        from[axis] = to[axis];
                        next[axis] += 1;
                        if !whole(&left, from, next) {
                            break;
                        }
                        to = next;
                    }
                }
                for x in x..to[0] {
                    for y in y..to[1] {
                        (z..to[2]).for_each(|z| left[at([x, y, z])] = false);
                    }
                }
                boxes.push([[x, y, z], to]);
            }
        }
    }
    boxes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boxes_cover_the_filled_cells_once_and_nothing_else() {
        let counts = [4, 3, 5];
        let filled = |[x, y, z]: [usize; 3]| z == 0 || (x == 1 && y == 2) || (x + y + z) % 5 == 0;
        let boxes = joined(counts, filled);
        for (x, y, z) in (0..4).flat_map(|x| (0..3).flat_map(move |y| (0..5).map(move |z| (x, y, z)))) {
            let cell = [x, y, z];
            let covering = boxes
                .iter()
                .filter(|[from, to]| (0..3).all(|axis| (from[axis]..to[axis]).contains(&cell[axis])));
            assert_eq!(covering.count(), usize::from(filled(cell)), "{cell:?}");
        }
        assert_eq!(joined([2, 2, 2], |_| true), [[[0; 3], [2; 3]]]);
    }
}
