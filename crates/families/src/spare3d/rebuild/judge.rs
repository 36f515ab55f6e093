//! How far a solid's true drawings are from the given views, line for line.

use super::page::{NO_CELL, Page};
use spatiq_draw::{Drawing, Model, NEVER, Pose, Stroke};
use spatiq_geom::Solid;

/// Pixels between points that are compared.
const STEP: f64 = 1.0;

/// Pixels of ink in a cell.
const IN_CELL: f64 = 2.6;

/// What does not fit, in pixels.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Strays {
    /// Lines of the solid where the views have no ink; half where they have only hidden ink and the line is visible.
    pub bare: f64,
    /// Ink of the views where the solid has no line.
    pub unexplained: f64,
}

impl Strays {
    /// Both together.
    pub fn total(self) -> f64 {
        self.bare + self.unexplained
    }
}

/// Holds a solid's drawings against the views; nothing if it cannot be drawn.
pub fn difference(solid: &Solid, pages: &[Page; 3]) -> Option<Strays> {
    let model = Model::new(solid, NEVER).ok()?;
    let mut sum = Strays::default();
    for (page, letter) in pages.iter().zip(['f', 't', 'r']) {
        let drawing = model.draw(&Pose::from_letter(letter)?.view()).ok()?;
        let own = strays(&drawing, page);
        sum = Strays { bare: sum.bare + own.bare, unexplained: sum.unexplained + own.unexplained };
    }
    Some(sum)
}

fn strays(drawing: &Drawing, page: &Page) -> Strays {
    let mut covered = vec![false; page.inked_cells];
    let mut bare = 0.0;
    for (strokes, visible) in [(&drawing.visible, true), (&drawing.hidden, false)] {
        for at in strokes.iter().flat_map(points) {
            if !page.has_ink(at) {
                bare += STEP;
            } else if visible && !page.has_visible_ink(at) {
                bare += STEP / 2.0;
            }
            for cell in page.cells_at(at).into_iter().filter(|cell| *cell != NO_CELL) {
                covered[cell as usize] = true;
            }
        }
    }
    let unexplained = IN_CELL * covered.iter().filter(|covered| !**covered).count() as f64;
    Strays { bare, unexplained }
}

/// Points a step apart.
fn points(stroke: &Stroke) -> Vec<[f64; 2]> {
    let mut out = Vec::new();
    for pair in stroke.points.windows(2) {
        let way = [pair[1][0] - pair[0][0], pair[1][1] - pair[0][1]];
        let steps = (libm::hypot(way[0], way[1]) / STEP).ceil().max(1.0);
        for k in 0..steps as usize {
            let share = k as f64 / steps;
            out.push([pair[0][0] + way[0] * share, pair[0][1] + way[1] * share]);
        }
    }
    out
}
