//! How badly a drawing fits the three views.

use super::hull::{Hull, Shadow, Silhouette};
use super::lines::Lines;
use super::middle::best_middle;
use super::space::{Seen, Space};
use super::tangent::Tangents;
use spatiq_draw::View;

/// What does not fit, in pixels of line, and of area where it is said.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Misfit {
    /// Lines of the drawing that no point of the views explains.
    pub unexplained: f64,
    /// Lines of the views that the drawing does not show.
    pub unshown: f64,
    /// Tangents of the drawing, and of the views, without a partner.
    pub lone: f64,
    /// Lines drawn hidden though nothing can be before them.
    pub free: f64,
    /// Lines drawn visible though much may be before them.
    pub buried: f64,
    /// Area of the drawing that the views leave no room for.
    pub outside: f64,
    /// Area that the views leave room for and the drawing leaves out.
    pub missing: f64,
}

impl Misfit {
    /// All in all. Outlines of round faces are unexplained and unshown in a right drawing too; lone tangents there are none, so
    /// they weigh most. Hulls are larger than objects, so what they leave room for weighs least.
    pub fn total(&self) -> f64 {
        self.unexplained
            + self.unshown
            + 5.0 * self.lone
            + self.free
            + 0.3 * self.buried
            + 0.2 * self.outside
            + 0.05 * self.missing
    }
}

/// A drawing read off its pixels.
pub struct Drawn {
    /// Its lines.
    pub lines: Lines,
    /// What they enclose.
    pub silhouette: Silhouette,
}

/// A drawing as seen from some pose, to be held against the views.
pub struct Trial<'a> {
    /// The three views.
    pub space: &'a Space<'a>,
    /// The drawing.
    pub drawn: &'a Drawn,
    /// Where it is seen from.
    pub view: View,
    /// What the views leave room for, seen from there.
    pub shadow: Shadow,
    tangents: Tangents,
}

/// What is explained worse than this is too doubtful to say where in space it is.
const DOUBT: f64 = 0.5;

/// What does not fit when a drawing is seen from there.
pub fn misfit(space: &Space, hull: &Hull, drawn: &Drawn, view: View) -> Misfit {
    let tangents = Tangents::new(space, &drawn.lines, view);
    let trial = Trial { space, drawn, view, shadow: hull.shadow(view), tangents };
    let drawing = trial.with_middle(best_middle(&trial));
    let mut misfit = trial.of_views(&drawing, 1);
    for mark in &drawn.lines.marks {
        let (cost, point) = space.explain(&drawing, mark);
        misfit.unexplained += mark.length * cost;
        if let Some(p) = point.filter(|_| cost < DOUBT) {
            let before = hull.before(p, view.toward_eye);
            if mark.visible {
                misfit.buried += mark.length * before;
            } else if before == 0.0 {
                misfit.free += mark.length;
            }
        }
    }
    misfit
}

impl<'a> Trial<'a> {
    /// The drawing with its middle somewhere.
    pub fn with_middle(&self, middle: [f64; 2]) -> Seen<'a> {
        Seen { lines: &self.drawn.lines, view: self.view, middle }
    }

    /// What the views, the hull and the tangents say about a drawing; of so many marks and rows one is looked at.
    pub fn of_views(&self, drawing: &Seen, every: usize) -> Misfit {
        let [outside, missing] = self.shadow.differs(&self.drawn.silhouette, drawing.middle, every);
        Misfit {
            unshown: self.space.unshown(drawing, every),
            lone: self.tangents.lone(drawing.middle),
            outside,
            missing,
            ..Misfit::default()
        }
    }
}
