//! Two engines' drawings of one view, held against each other.

use super::mask::{Frame, Mask, share_near};
use super::record::{Drawn, Lines};
use spatiq_draw::Pose;

/// Two drawings agree where at least this share of each one's ink lies near the other's.
const ENOUGH: f64 = 0.98;

/// One drawing as ink.
pub struct Ink {
    /// Of the visible lines.
    pub visible: Mask,
    /// Of all lines.
    pub all: Mask,
}

impl Ink {
    /// The ink of a view's lines.
    pub fn new(frame: Frame, lines: &Lines) -> Self {
        let visible = Mask::of_lines(frame, &lines.visible);
        let all = visible.or(&Mask::of_lines(frame, &lines.hidden));
        Self { visible, all }
    }
}

/// Shares of each one's ink that lie near the other's.
#[derive(Clone, Copy, Debug)]
pub struct Shares {
    /// Of the peer's ink.
    pub peer: f64,
    /// Of our ink.
    pub ours: f64,
}

impl Shares {
    fn new(peer: &Mask, ours: &Mask) -> Self {
        Self { peer: share_near(peer, ours), ours: share_near(ours, peer) }
    }

    /// Whether that is enough to call the drawings one.
    pub fn agree(self) -> bool {
        self.peer >= ENOUGH && self.ours >= ENOUGH
    }
}

/// One view in both drawings.
#[derive(Clone, Copy, Debug)]
pub struct ViewComparison {
    /// From where.
    pub pose: Pose,
    /// The frame of both.
    pub frame: Frame,
    /// Visible lines against visible lines.
    pub visible: Shares,
    /// All lines against all lines.
    pub all: Shares,
}

impl ViewComparison {
    /// Whether both comparisons agree.
    pub fn agrees(&self) -> bool {
        self.visible.agree() && self.all.agree()
    }
}

/// The views that both engines drew.
pub fn compare(peer: &Drawn, ours: &Drawn) -> Vec<ViewComparison> {
    // The peer's box is loose around curved faces; both are drawn in one frame whichever is taken.
    let Some(bounds) = ours.bounds.or(peer.bounds) else { return Vec::new() };
    let drawn_twice = Pose::ALL.into_iter().filter_map(|pose| {
        let (peer, ours) = (peer.views.get(&pose.letter())?, ours.views.get(&pose.letter())?);
        Some((pose, peer, ours))
    });
    drawn_twice
        .map(|(pose, peer, ours)| {
            let frame = Frame::new(&pose.view(), bounds);
            let (peer, ours) = (Ink::new(frame, peer), Ink::new(frame, ours));
            let visible = Shares::new(&peer.visible, &ours.visible);
            ViewComparison { pose, frame, visible, all: Shares::new(&peer.all, &ours.all) }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use spatiq_geom::DVec3;
    use std::collections::BTreeMap;

    fn drawn(visible: &[[f64; 2]], hidden: &[[f64; 2]]) -> Drawn {
        let lines = Lines { visible: vec![visible.to_vec()], hidden: vec![hidden.to_vec()] };
        Drawn {
            id: "0".into(),
            fault: None,
            volume: None,
            bounds: Some([DVec3::splat(-1.0), DVec3::splat(1.0)]),
            ms: None,
            views: BTreeMap::from([('f', lines)]),
        }
    }

    #[test]
    fn a_line_hidden_in_one_drawing_and_visible_in_the_other_differs_in_visible_ink_only() {
        let (long, short) = ([[-1.0, 0.0], [1.0, 0.0]], [[-1.0, 0.5], [0.0, 0.5]]);
        let one = drawn(&long, &short);
        assert!(compare(&one, &one)[0].agrees());
        let other = drawn(&[long[0], long[1], short[1], short[0]], &long);
        let view = compare(&one, &other)[0];
        assert!(!view.visible.agree());
        assert_eq!(view.visible.peer, 1.0);
    }

    #[test]
    fn views_of_one_drawing_alone_are_not_compared() {
        let mut other = drawn(&[], &[]);
        other.views.clear();
        assert!(compare(&drawn(&[], &[]), &other).is_empty());
    }
}
