//! What light and edges on steps are tested with: two level faces of one mesh that look the same way.

use crate::category::{Category, PartCategory};
use crate::model::{Model, Part};
use crate::scene::Object;
use crate::shape::{Piece, Shape};
use glam::DVec3;
use spatiq_geom::mesh::Mesh;
use spatiq_geom::{NEVER, Placement};
use std::sync::Arc;

/// A low step of 3.6 by 2.8 m, its top at a height of 0.1, and one upon it that is so high: triangles of one part.
pub fn steps(rise: f64) -> Object {
    let solid = |half: DVec3, height: f64| {
        let corner = |k: usize| {
            let sign = |axis: usize| if k >> axis & 1 == 1 { 1.0 } else { -1.0 };
            DVec3::new(sign(0), sign(1), sign(2)) * half + DVec3::Z * height
        };
        (0..8).map(corner).collect::<Vec<_>>()
    };
    // So wide and deep that whole tiles show both.
    let lower = solid(DVec3::new(1.8, 1.4, 0.05), 0.05);
    let upper = solid(DVec3::new(0.7, 1.2, rise / 2.0), 0.1 + rise / 2.0);
    let corners = [lower, upper].concat();
    let sides = [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
    let triangles = sides.into_iter().flat_map(|[a, b, c, d]| [[a, b, c], [a, c, d]]);
    let both: Vec<[u32; 3]> =
        triangles.flat_map(|one: [u32; 3]| [one, one.map(|corner| corner + 8)]).collect();
    let mesh = Mesh::from_indexed(&corners, &both, NEVER).unwrap().0;
    let piece = Piece { shape: Shape::mesh(mesh), placement: Placement::IDENTITY };
    let part = Part { category: PartCategory::Body, pieces: vec![piece] };
    let model = Model { category: Category::Cart, name: "steps".into(), parts: vec![part] };
    let placement = Placement { shift: DVec3::new(0.8, -2.0, 0.0), ..Placement::IDENTITY };
    Object { model: Arc::new(model), placement, paint: Default::default() }
}
