//! Every drawing against what rays see of the whole view, also where the two engines agree.
//!
//! Rays a pixel apart miss what is thinner than a pixel. So where a drawing of ours does not match them, finer rays
//! settle it as they settle what two engines draw differently, with the picture of the rays in the peer's place.

use super::compare::{Ink, ViewComparison};
use super::mask::share_near;
use super::oracle::Oracle;
use super::record::Lines;
use super::verdict::{Settlement, settle};
use spatiq_geom::Solid;

/// A drawing passes where at least this share of its ink lies near a true line and the other way round.
const ENOUGH: f64 = 0.98;

/// One view of one model, asked of rays.
pub struct Audited {
    /// The model.
    pub id: String,
    /// The view.
    pub view: ViewComparison,
    /// How the peer's drawing matches what rays see.
    pub peer: Match,
    /// How ours does.
    pub ours: Match,
    /// Why ours does not pass.
    pub doubt: Option<Doubt>,
}

/// A drawing of ours that is not what rays see.
pub struct Doubt {
    /// The drawing.
    pub drawn: Lines,
    /// What rays see.
    pub seen: Ink,
    /// What finer rays say about the difference; the peer in it is the picture of the rays.
    pub settlement: Settlement,
}

/// A drawing and what rays see.
#[derive(Clone, Copy, Debug)]
pub struct Match {
    /// Share of the visible ink near a visible line, and of all ink near any line.
    pub drawn_is_true: [f64; 2],
    /// Share of visible lines near visible ink, and of all lines near any ink.
    pub true_is_drawn: [f64; 2],
}

impl Match {
    fn new(drawn: &Ink, seen: &Ink) -> Self {
        Self {
            drawn_is_true: [share_near(&drawn.visible, &seen.visible), share_near(&drawn.all, &seen.all)],
            true_is_drawn: [share_near(&seen.visible, &drawn.visible), share_near(&seen.all, &drawn.all)],
        }
    }

    /// The smallest of the shares.
    pub fn worst(&self) -> f64 {
        self.drawn_is_true.into_iter().chain(self.true_is_drawn).fold(1.0, f64::min)
    }

    /// Whether the drawing is what rays see.
    pub fn passes(&self) -> bool {
        self.worst() >= ENOUGH
    }
}

/// Asks rays about one view of both drawings.
pub fn audit(id: &str, solid: &Solid, view: &ViewComparison, peer: &Lines, ours: &Lines) -> Audited {
    let seen = Oracle::new(solid, view.pose.view(), view.frame).picture();
    let (peer, our_ink) = (Ink::new(view.frame, peer), Ink::new(view.frame, ours));
    let (peer, matched) = (Match::new(&peer, &seen), Match::new(&our_ink, &seen));
    let doubt = (!matched.passes()).then(|| {
        let settlement = settle(solid, view, &seen, &our_ink);
        Doubt { drawn: ours.clone(), seen, settlement }
    });
    Audited { id: id.to_owned(), view: *view, peer, ours: matched, doubt }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::peers::mask::Frame;
    use crate::peers::recipe;
    use serde_json::json;
    use spatiq_draw::Pose;
    use spatiq_geom::DVec3;

    #[test]
    fn a_square_is_the_front_of_a_cube_and_a_cross_is_not() {
        let cube = json!([{"prim": "box", "params": [2, 2, 2], "axis": "z", "deg": 0, "pos": [0, 0, 0], "op": "base"}]);
        let cube = recipe::solid(&cube).unwrap();
        let view = Pose::from_letter('f').unwrap().view();
        let frame = Frame::new(&view, [DVec3::splat(-1.0), DVec3::splat(1.0)]);
        let seen = Oracle::new(&cube, view, frame).picture();
        let drawn = |points: &[[f64; 2]]| Lines { visible: vec![points.to_vec()], hidden: Vec::new() };
        let square = drawn(&[[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0], [-1.0, -1.0]]);
        let square = Match::new(&Ink::new(frame, &square), &seen);
        assert!(square.passes(), "{square:?}");
        let cross = drawn(&[[-1.0, -1.0], [1.0, 1.0], [0.0, 0.0], [1.0, -1.0], [-1.0, 1.0]]);
        assert!(Match::new(&Ink::new(frame, &cross), &seen).worst() < 0.1);
    }
}
