//! Pieces by where they begin and end, as a joiner would ask for them.

use crate::category::PartCategory;
use crate::model::{Part, around};
use crate::shape::{Piece, Shape};
use spatiq_geom::{DMat3, DVec2, DVec3, Placement};

/// How deep a piece goes into the part that it is joined to, in metres: enough that no gap shows.
pub(super) const JOINT: f64 = 0.004;

/// A part of these pieces.
pub(super) fn part(category: PartCategory, pieces: Vec<Piece>) -> Part {
    Part { category, pieces }
}

/// A point, or a direction.
pub(super) fn at(x: f64, y: f64, z: f64) -> DVec3 {
    DVec3::new(x, y, z)
}

/// A box along the axes, between two corners.
pub(super) fn slab(low: DVec3, high: DVec3) -> Piece {
    let placement = Placement { turn: DMat3::IDENTITY, shift: (low + high) / 2.0 };
    Piece { shape: Shape::Box { half: (high - low) / 2.0 }, placement }
}

/// A box along the axes that reaches from -x to x.
pub(super) fn across(x: f64, y: [f64; 2], z: [f64; 2]) -> Piece {
    slab(at(-x, y[0], z[0]), at(x, y[1], z[1]))
}

/// A flat piece with this outline that reaches from one height to another.
pub(super) fn plate(outline: &[DVec2], z: [f64; 2]) -> Piece {
    let placement = Placement { turn: DMat3::IDENTITY, shift: at(0.0, 0.0, (z[0] + z[1]) / 2.0) };
    let shape = Shape::Prism { outline: outline.to_vec(), half_height: (z[1] - z[0]) / 2.0 };
    Piece { shape, placement }
}

/// A flat piece that stands upright: the outline's x stays, its y is up, and it reaches from one y to another.
pub(super) fn board(outline: &[DVec2], y: [f64; 2]) -> Piece {
    let placement = Placement::quarter_turns(0, 1, at(0.0, (y[0] + y[1]) / 2.0, 0.0));
    let shape = Shape::Prism { outline: outline.to_vec(), half_height: (y[1] - y[0]) / 2.0 };
    Piece { shape, placement }
}

/// A flat piece that stands upright: the outline's x is the model's y, its y is up; it reaches from one x to another.
pub(super) fn side_board(outline: &[DVec2], x: [f64; 2]) -> Piece {
    let turn = DMat3::from_cols(DVec3::Y, DVec3::Z, DVec3::X);
    let placement = Placement { turn, shift: at((x[0] + x[1]) / 2.0, 0.0, 0.0) };
    let shape = Shape::Prism { outline: outline.to_vec(), half_height: (x[1] - x[0]) / 2.0 };
    Piece { shape, placement }
}

/// A round rod.
pub(super) fn rod(from: DVec3, to: DVec3, radius: f64) -> Piece {
    cone(from, to, [radius, radius])
}

/// A round rod with a radius at each end.
pub(super) fn cone(from: DVec3, to: DVec3, radii: [f64; 2]) -> Piece {
    let shape = Shape::Frustum { bottom: radii[0], top: radii[1], half_height: (to - from).length() / 2.0 };
    Piece { shape, placement: along(from, to) }
}

/// A rod with a rectangular section. The first thickness is that square to the y axis, i.e. along x for posts and
/// up for what runs along x; the second is the other one.
pub(super) fn beam(from: DVec3, to: DVec3, thick: [f64; 2]) -> Piece {
    let half = at(thick[0] / 2.0, thick[1] / 2.0, (to - from).length() / 2.0);
    Piece { shape: Shape::Box { half }, placement: along(from, to) }
}

/// A round or a square rod of that half thickness.
pub(super) fn stick(square: bool, from: DVec3, to: DVec3, radius: f64) -> Piece {
    if square { beam(from, to, [2.0 * radius; 2]) } else { rod(from, to, radius) }
}

/// A ball.
pub(super) fn ball(centre: DVec3, radius: f64) -> Piece {
    Piece { shape: Shape::Ball { radius }, placement: Placement { turn: DMat3::IDENTITY, shift: centre } }
}

/// An upright cylinder or cone around an upright line.
pub(super) fn drum(centre: DVec2, radii: [f64; 2], z: [f64; 2]) -> Piece {
    cone(centre.extend(z[0]), centre.extend(z[1]), radii)
}

/// The frame whose z axis runs from one point to another, around their middle.
fn along(from: DVec3, to: DVec3) -> Placement {
    let axis = (to - from).normalize();
    let aside = DVec3::Y.cross(axis);
    // What runs along y has no direction of its own across.
    let aside = if aside.length() < 1e-6 { DVec3::X } else { aside.normalize() };
    Placement { turn: DMat3::from_cols(aside, axis.cross(aside), axis), shift: (from + to) / 2.0 }
}

/// The pieces leaned back (to +y) by an angle about the x axis, then shifted.
pub(super) fn leaned(pieces: Vec<Piece>, angle: f64, shift: DVec3) -> Vec<Piece> {
    let (sin, cos) = (libm::sin(angle), libm::cos(angle));
    let turn = DMat3::from_cols(DVec3::X, at(0.0, cos, -sin), at(0.0, sin, cos));
    moved(pieces, &Placement { turn, shift })
}

/// The pieces turned about the z axis, then shifted.
pub(super) fn swung(pieces: Vec<Piece>, angle: f64, shift: DVec3) -> Vec<Piece> {
    let (sin, cos) = (libm::sin(angle), libm::cos(angle));
    let turn = DMat3::from_cols(at(cos, sin, 0.0), at(-sin, cos, 0.0), DVec3::Z);
    moved(pieces, &Placement { turn, shift })
}

/// The pieces, shifted.
pub(super) fn shifted(pieces: Vec<Piece>, shift: DVec3) -> Vec<Piece> {
    moved(pieces, &Placement { turn: DMat3::IDENTITY, shift })
}

fn moved(pieces: Vec<Piece>, outer: &Placement) -> Vec<Piece> {
    pieces
        .into_iter()
        .map(|piece| Piece { placement: piece.placement.within(outer), shape: piece.shape })
        .collect()
}

/// How low the pieces reach.
pub(super) fn lowest(pieces: &[Piece]) -> f64 {
    around(pieces.iter().map(Piece::bounds))[0].z
}

/// The piece made larger, and so its distance from the origin.
pub(super) fn scaled(piece: &Piece, factor: f64) -> Piece {
    let shape = match &piece.shape {
        Shape::Box { half } => Shape::Box { half: *half * factor },
        Shape::Frustum { bottom, top, half_height } => {
            Shape::Frustum { bottom: bottom * factor, top: top * factor, half_height: half_height * factor }
        }
        Shape::Prism { outline, half_height } => Shape::Prism {
            outline: outline.iter().map(|corner| *corner * factor).collect(),
            half_height: half_height * factor,
        },
        Shape::Ball { radius } => Shape::Ball { radius: radius * factor },
        Shape::Ring { .. } | Shape::Mesh(_) => unreachable!("furniture is put together from convex shapes"),
    };
    let Placement { turn, shift } = piece.placement;
    Piece { shape, placement: Placement { turn, shift: shift * factor } }
}
