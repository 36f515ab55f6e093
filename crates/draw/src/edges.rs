//! The sharp edges that a leaf has of its own.

use crate::curve::{Beside, Curve, FaceId, Path, Scale};
use crate::drawing::Kind;
use glam::DVec3;
use spatiq_geom::mesh::FeatureSegment;
use spatiq_geom::{Leaf, Primitive, Solid};

/// Adds the leaf's edges.
pub(crate) fn edges(solid: &Solid, index: usize, scale: &Scale, out: &mut Vec<Curve>) {
    let leaf = &solid.leaves()[index];
    let placement = leaf.placement();
    let axis = placement.turn.z_axis;
    let mut rim = |z: f64, radius: f64| {
        let centre = placement.to_world(DVec3::Z * z);
        let faces = [Beside::Face(FaceId { leaf: index, face: 0 }), Beside::Nothing];
        out.push(Curve { faces, ..Curve::circle(centre, axis, radius, Kind::Edge, scale) });
    };
    let Some(primitive) = leaf.primitive() else { return mesh_edges(leaf, out) };
    match *primitive {
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

/// The chains of a mesh's sharp edges.
fn mesh_edges(leaf: &Leaf, out: &mut Vec<Curve>) {
    let placement = leaf.placement();
    for chain in leaf.mesh().iter().flat_map(|form| &form.features.chains) {
        let mut points: Vec<DVec3> = chain.points.iter().map(|&p| placement.to_world(p)).collect();
        let mut sides = chain.segments.clone();
        if chain.closed {
            points.extend(points.first().copied());
        }
        // One for each point; what follows the last is what came before it.
        sides.extend(sides.last().copied());
        let normals = |normal: fn(&FeatureSegment) -> DVec3| {
            Beside::Normals(sides.iter().map(|side| placement.turn * normal(side)).collect())
        };
        let faces = [normals(|side| side.normal), normals(|side| side.other.unwrap_or(side.normal))];
        out.push(Curve { points, path: Path::Straight, kind: Kind::Edge, faces, rough: 0.0 });
    }
}
