//! What the bodies of carts are put together from: decks, rims, railings, baskets, handles.

use crate::category::PartCategory;
use crate::furniture::draw::Draw;
use crate::furniture::outline::rounded;
use crate::furniture::pieces::{JOINT, across, at, ball, beam, part, plate, rod, slab};
use crate::model::Part;
use crate::shape::Piece;
use spatiq_geom::DVec2;

/// A level board.
pub(super) struct Deck {
    pub half: DVec2,
    /// Height of its underside.
    pub low: f64,
    pub thick: f64,
}

impl Deck {
    fn top(&self) -> f64 {
        self.low + self.thick
    }

    /// The board itself.
    pub fn part(&self, draw: &mut Draw) -> Part {
        let z = [self.low, self.top()];
        let piece = if draw.chance(0.4) {
            plate(&rounded(2.0 * self.half.x, 2.0 * self.half.y, 0.05), z)
        } else {
            across(self.half.x, [-self.half.y, self.half.y], z)
        };
        part(PartCategory::Body, vec![piece])
    }

    /// Walls along its edge.
    pub fn rim(&self, high: f64, thick: f64) -> Vec<Piece> {
        let DVec2 { x, y } = self.half - DVec2::splat(0.003);
        let z = [self.top() - JOINT, self.top() + high];
        vec![
            across(x, [-y, -y + thick], z),
            across(x, [y - thick, y], z),
            slab(at(-x, -y, z[0]), at(-x + thick, y, z[1])),
            slab(at(x - thick, -y, z[0]), at(x, y, z[1])),
        ]
    }

    /// A bar behind it at its own height.
    pub fn grip(&self, draw: &mut Draw) -> Vec<Piece> {
        let out = draw.between(0.06, 0.14);
        let (x, z) = (self.half.x * 0.8, self.low + self.thick / 2.0);
        let y = self.half.y;
        vec![
            rod(at(-x, y - 0.01, z), at(-x, y + out, z), 0.01),
            rod(at(x, y - 0.01, z), at(x, y + out, z), 0.01),
            rod(at(-x - 0.012, y + out, z), at(x + 0.012, y + out, z), 0.014),
        ]
    }
}

/// A bow at the rear end of a deck (or the front end), with bars between its posts or without.
pub(super) fn push_handle(draw: &mut Draw, deck: &Deck, end: f64, rise: f64) -> Part {
    let tube = draw.between(0.013, 0.022);
    let (x, y) = (deck.half.x - tube - 0.02, end * (deck.half.y - tube - 0.01));
    let lean = end * draw.pick(&[0.0, 0.0, 0.08, 0.15]);
    let (low, high) = (deck.top() - JOINT, deck.top() + rise);
    let place = |x: f64, share: f64| at(x, y + lean * share, low + (high - low) * share);
    let mut pieces = vec![
        rod(place(-x, 0.0), place(-x, 1.0), tube),
        rod(place(x, 0.0), place(x, 1.0), tube),
        rod(place(-x, 1.0), place(x, 1.0), tube),
        ball(place(-x, 1.0), tube),
        ball(place(x, 1.0), tube),
    ];
    let bars = draw.count(0, 3);
    for k in 0..bars {
        let share = 0.15 + 0.7 * (k as f64 + 0.5) / bars as f64;
        pieces.push(rod(place(-x, share), place(x, share), tube * 0.7));
    }
    part(PartCategory::Body, pieces)
}

/// Posts and level bars around a deck.
pub(super) fn railing(draw: &mut Draw, deck: &Deck, high: f64) -> Vec<Piece> {
    let tube = 0.012;
    let DVec2 { x, y } = deck.half - DVec2::splat(tube + 0.008);
    let low = deck.top() - JOINT;
    let top = low + high;
    let corners = [DVec2::new(-x, -y), DVec2::new(x, -y), DVec2::new(x, y), DVec2::new(-x, y)];
    let mut pieces = Vec::new();
    let rows = draw.count(1, 3);
    for (k, &corner) in corners.iter().enumerate() {
        let next = corners[(k + 1) % 4];
        pieces.push(rod(corner.extend(low), corner.extend(top), tube));
        let middle = (corner + next) / 2.0;
        pieces.push(rod(middle.extend(low), middle.extend(top), tube * 0.8));
        for row in 0..rows {
            let z = top - tube - (high * 0.75) * row as f64 / rows as f64;
            pieces.push(rod(corner.extend(z), next.extend(z), tube * 0.9));
        }
    }
    pieces
}

/// A basket, and half the size of its rim.
pub(super) struct Basket {
    pub pieces: Vec<Piece>,
    pub rim: DVec2,
    /// The y of the rim's middle behind.
    pub edge: f64,
}

/// A floor and four walls that flare outwards: boards, or bars.
pub(super) fn basket(draw: &mut Draw, half: DVec2, z: [f64; 2], flare: f64) -> Basket {
    let thick = 0.014;
    let rim = half + DVec2::splat(flare);
    let mut pieces = vec![across(half.x, [-half.y, half.y], [z[0], z[0] + 0.02])];
    let low = z[0] + 0.008;
    let barred = draw.chance(0.5);
    let count = draw.count(4, 7);
    let ends = [
        (DVec2::new(-1.0, -1.0), DVec2::new(1.0, -1.0)),
        (DVec2::new(1.0, -1.0), DVec2::new(1.0, 1.0)),
        (DVec2::new(1.0, 1.0), DVec2::new(-1.0, 1.0)),
        (DVec2::new(-1.0, 1.0), DVec2::new(-1.0, -1.0)),
    ];
    let inner = half - DVec2::splat(thick);
    let outer = rim - DVec2::splat(thick);
    for (from, to) in ends {
        pieces.push(rod((outer * from).extend(z[1]), (outer * to).extend(z[1]), thick * 0.9));
        pieces.push(ball((outer * from).extend(z[1]), thick * 0.9));
        if barred {
            pieces.extend((0..count).map(|k| {
                let corner = from + (to - from) * (k as f64 / count as f64);
                rod((inner * corner).extend(low), (outer * corner).extend(z[1]), 0.008)
            }));
        } else {
            // A board as wide as the basket is at its floor, and the two corners as rods.
            let middle = (from + to) / 2.0;
            let wide = if middle.x == 0.0 { 2.0 * outer.x - flare } else { 2.0 * outer.y - flare };
            let (foot, head) = ((inner * middle).extend(low), (outer * middle).extend(z[1]));
            let section = if middle.x == 0.0 { [wide, thick * 0.7] } else { [thick * 0.7, wide] };
            pieces.push(beam(foot, head, section));
            pieces.push(rod((inner * from).extend(low), (outer * from).extend(z[1]), thick * 0.7));
        }
    }
    Basket { pieces, rim, edge: outer.y }
}
