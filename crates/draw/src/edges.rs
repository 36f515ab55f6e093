//! The sharp edges that a leaf has of its own.

use crate::curve::{Curve, FaceId, Scale};
use crate::drawing::Kind;
use glam::DVec3;
use spatiq_geom::{Leaf, Primitive, Solid};

/// Adds the leaf's edges.
pub(crate) fn edges(solid: &Solid, index: usize, scale: &Scale, out: &mut Vec<Curve>) {
    let leaf = &solid.leaves()[index];
    let placement = leaf.placement();
    let axis = placement.turn.z_axis;
    let mut rim = |z: f64, radius: f64| {
        let centre = placement.to_world(DVec3::Z * z);
        let faces = [Some(FaceId { leaf: index, face: 0 }), None];
        out.push(Curve { faces, ..Curve::circle(centre, axis, radius, Kind::Edge, scale) });
    };
    match *leaf.primitive() {
        Primitive::Sphere { .. } | Primitive::Torus { .. } => {}
        Primitive::Cylinder { radius, height } => {
            rim(height / 2.0, radius);
            rim(-height / 2.0, radius);
        }
        Primitive::Cone { radius, height } => rim(-height / 2.0, radius),
        Primitive::Box { half } => box_edges(leaf, half, out),
    }
}

fn box_edges(leaf: &Leaf, half: DVec3, out: &mut Vec<Curve>) {
    for along in 0..3 {
        for corner in 0..4 {
            let mut from = -half;
            if corner & 1 == 1 {
                from[(along + 1) % 3] = half[(along + 1) % 3];
            }
            if corner & 2 == 2 {
                from[(along + 2) % 3] = half[(along + 2) % 3];
            }
            let mut to = from;
            to[along] = half[along];
            let world = |p| leaf.placement().to_world(p);
            out.push(Curve::straight(world(from), world(to), Kind::Edge));
        }
    }
}
