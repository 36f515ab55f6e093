//! Who is right where two drawings differ: rays decide about every piece of ink that only one of them has.

use super::compare::{Ink, ViewComparison};
use super::mask::Mask;
use super::oracle::Oracle;
use spatiq_geom::{DVec2, Solid};

/// Places of a piece that are asked about, at most.
const PLACES: usize = 9;

/// Pixels of wrong ink that are let pass in a view: ends of lines, and corners of the raster.
const LET_PASS: usize = 3;

/// Whose ink it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Owner {
    /// The other tool's.
    Peer,
    /// The product's.
    Ours,
}

/// What rays say about a piece of ink that the other drawing lacks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Finding {
    /// A line is there: the other drawing misses it.
    Real,
    /// No line is there.
    False,
    /// Faces touch there with one normal, and what is around the touch does not tell.
    Tangent,
    /// Partly there; no part is large enough to decide.
    Mixed,
}

/// A connected run of ink that only one drawing has.
pub struct Piece {
    /// Who drew it.
    pub owner: Owner,
    /// Drawn as visible, against the other's visible lines; otherwise against all lines.
    pub visible: bool,
    /// Its pixels.
    pub pixels: Vec<(usize, usize)>,
    /// Whether it should be there.
    pub finding: Finding,
}

impl Piece {
    /// Whose fault it is, if that is settled: false ink is its owner's, missing ink the other's.
    fn fault(&self) -> Option<Owner> {
        match (self.finding, self.owner) {
            (Finding::False, owner) => Some(owner),
            (Finding::Real, Owner::Peer) => Some(Owner::Ours),
            (Finding::Real, Owner::Ours) => Some(Owner::Peer),
            _ => None,
        }
    }
}

/// All pieces of a view and what follows from them.
pub struct Settlement {
    /// Everything that differs.
    pub pieces: Vec<Piece>,
}

impl Settlement {
    /// Pieces and pixels of ink that an engine drew where no line is.
    pub fn false_ink(&self, owner: Owner) -> (usize, usize) {
        self.sum(|piece| piece.finding == Finding::False && piece.owner == owner)
    }

    /// Pieces and pixels of ink that an engine should have drawn and the other did.
    pub fn missing_ink(&self, owner: Owner) -> (usize, usize) {
        self.sum(|piece| piece.finding == Finding::Real && piece.owner != owner)
    }

    /// Pieces and pixels with a finding.
    pub fn found(&self, finding: Finding) -> (usize, usize) {
        self.sum(|piece| piece.finding == finding)
    }

    fn sum(&self, which: impl Fn(&Piece) -> bool) -> (usize, usize) {
        let chosen = self.pieces.iter().filter(|piece| which(piece));
        chosen.fold((0, 0), |(pieces, pixels), piece| (pieces + 1, pixels + piece.pixels.len()))
    }

    /// Whether an engine drew or missed more than may pass.
    pub fn wrong(&self, owner: Owner) -> bool {
        self.sum(|piece| piece.fault() == Some(owner)).1 > LET_PASS
    }

    /// `ours right`, `peer right`, `both wrong`, `tangent` or `unclear`.
    pub fn verdict(&self) -> &'static str {
        match (self.wrong(Owner::Ours), self.wrong(Owner::Peer)) {
            (false, true) => "ours right",
            (true, false) => "peer right",
            (true, true) => "both wrong",
            _ if self.found(Finding::Tangent).1 > self.found(Finding::Mixed).1 => "tangent",
            _ => "unclear",
        }
    }
}

/// Settles a view by rays.
pub fn settle(solid: &Solid, view: &ViewComparison, peer: &Ink, ours: &Ink) -> Settlement {
    let mut oracle = Oracle::new(solid, view.pose.view(), view.frame);
    let mut pieces = Vec::new();
    for (owner, own, other) in [(Owner::Peer, peer, ours), (Owner::Ours, ours, peer)] {
        let far_visible = own.visible.far_from(&other.visible);
        // What differs as visible ink already is not counted again as ink.
        let far = own.all.far_from(&other.all).without(&far_visible);
        for (visible, ink) in [(true, far_visible), (false, far)] {
            pieces.extend(judged(&mut oracle, owner, visible, &ink));
        }
    }
    Settlement { pieces }
}

fn judged(oracle: &mut Oracle, owner: Owner, visible: bool, ink: &Mask) -> Vec<Piece> {
    let pieces = ink.pieces().into_iter();
    pieces
        .map(|pixels| {
            let finding = judge(oracle, visible, &pixels);
            Piece { owner, visible, pixels, finding }
        })
        .collect()
}

fn judge(oracle: &mut Oracle, visible: bool, pixels: &[(usize, usize)]) -> Finding {
    let places = pixels.len().min(PLACES);
    let (mut there, mut tangent) = (0, 0);
    for k in 0..places {
        let (x, y) = pixels[(2 * k + 1) * pixels.len() / (2 * places)];
        let near = oracle.near(DVec2::new(x as f64 + 0.5, y as f64 + 0.5));
        let is_there = if visible { near.visible } else { near.any };
        there += usize::from(is_there);
        tangent += usize::from(!is_there && near.tangent);
    }
    finding(there, tangent, places)
}

fn finding(there: usize, tangent: usize, places: usize) -> Finding {
    if 3 * there >= 2 * places {
        Finding::Real
    } else if 2 * tangent >= places {
        Finding::Tangent
    } else if 3 * there <= places {
        Finding::False
    } else {
        Finding::Mixed
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::peers::compare::compare;
    use crate::peers::recipe;
    use crate::peers::record::{Drawn, Lines};
    use serde_json::json;
    use spatiq_geom::DVec3;
    use std::collections::BTreeMap;

    fn cube() -> Solid {
        let cube = json!([{"prim": "box", "params": [2, 2, 2], "axis": "z", "deg": 0, "pos": [0, 0, 0], "op": "base"}]);
        recipe::solid(&cube).unwrap()
    }

    fn lines(extra: &[[f64; 2]]) -> Lines {
        let square = vec![[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0], [-1.0, -1.0]];
        Lines { visible: vec![square, extra.to_vec()], hidden: Vec::new() }
    }

    fn verdict(peer: Lines, ours: Lines) -> (&'static str, Settlement) {
        let drawn = |lines: &Lines| Drawn {
            id: "0".into(),
            fault: None,
            volume: None,
            bounds: Some([DVec3::splat(-1.0), DVec3::splat(1.0)]),
            ms: None,
            views: BTreeMap::from([('f', lines.clone())]),
        };
        let view = compare(&drawn(&peer), &drawn(&ours))[0];
        let ink = |lines: &Lines| Ink::new(view.frame, lines);
        let settlement = settle(&cube(), &view, &ink(&peer), &ink(&ours));
        (settlement.verdict(), settlement)
    }

    #[test]
    fn false_ink_is_the_fault_of_who_drew_it() {
        let diagonal = [[-1.0, -1.0], [1.0, 1.0]];
        let (by_peer, settlement) = verdict(lines(&diagonal), lines(&[]));
        assert_eq!(by_peer, "ours right");
        assert!(settlement.false_ink(Owner::Peer).1 > 200);
        assert_eq!(verdict(lines(&[]), lines(&diagonal)).0, "peer right");
    }

    #[test]
    fn missing_ink_is_the_fault_of_who_left_it_out() {
        let open = Lines { visible: vec![vec![[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0]]], hidden: Vec::new() };
        let (by_peer, settlement) = verdict(open.clone(), lines(&[]));
        assert_eq!(by_peer, "ours right");
        assert_eq!(settlement.missing_ink(Owner::Peer).0, settlement.pieces.len());
        assert_eq!(verdict(lines(&[]), open).0, "peer right");
    }

    #[test]
    fn two_faults_are_two_faults() {
        let (across, down) = ([[-1.0, 0.0], [1.0, 0.0]], [[0.0, -1.0], [0.0, 1.0]]);
        assert_eq!(verdict(lines(&across), lines(&down)).0, "both wrong");
        assert_eq!(verdict(lines(&[]), lines(&[])).0, "unclear");
    }

    #[test]
    fn a_third_of_the_places_decides_nothing() {
        assert_eq!(finding(6, 0, 9), Finding::Real);
        assert_eq!(finding(5, 0, 9), Finding::Mixed);
        assert_eq!(finding(3, 0, 9), Finding::False);
        assert_eq!(finding(0, 5, 9), Finding::Tangent);
    }
}
