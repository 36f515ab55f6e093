//! Furniture as triangles, so that meshes can be measured beside the shapes they are made from.

use anyhow::Result;
use spatiq_geom::{DVec2, DVec3, Mesh, NEVER};
use spatiq_scene::{Model, Part, Piece, Shape, around};

/// The same model as about so many triangles.
pub fn faceted(model: &Model, triangles: usize) -> Result<Model> {
    let pieces = model.pieces().count();
    let steps = (((triangles / (12 * pieces)) as f64).sqrt() as usize).max(1);
    let piece = |piece: &Piece| -> Result<Piece> {
        let (mesh, _) = Mesh::from_triangles(&facets(&piece.shape, steps), NEVER)?;
        Ok(Piece { shape: Shape::mesh(mesh), placement: piece.placement })
    };
    let part = |part: &Part| -> Result<Part> {
        Ok(Part { category: part.category, pieces: part.pieces.iter().map(piece).collect::<Result<_>>()? })
    };
    let parts = model.parts.iter().map(part).collect::<Result<_>>()?;
    Ok(Model { category: model.category, name: model.name.clone(), parts })
}

/// The surface of a shape as triangles, about twelve times the square of `steps`.
fn facets(shape: &Shape, steps: usize) -> Vec<[DVec3; 3]> {
    let mut found = Vec::new();
    let mut sheet = |across: usize, down: usize, point: &dyn Fn(f64, f64) -> DVec3| {
        let at = |i: usize, j: usize| point(i as f64 / across as f64, j as f64 / down as f64);
        for (i, j) in (0..across).flat_map(|i| (0..down).map(move |j| (i, j))) {
            let [a, b, c, d] = [at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)];
            found.extend([[a, b, c], [a, c, d]]);
        }
    };
    if let Shape::Ring { ring, tube } = shape {
        let circle = |share: f64| {
            // The end is the start, to the last bit.
            let angle = std::f64::consts::TAU * if share == 1.0 { 0.0 } else { share };
            DVec2::new(libm::cos(angle), libm::sin(angle))
        };
        sheet(3 * steps + 3, 2 * steps + 3, &|u, v| {
            let (around, within) = (circle(u), circle(v) * *tube);
            (around * (ring + within.x)).extend(within.y)
        });
        return found;
    }
    let corners = shape.corners(8);
    let middle = corners.iter().sum::<DVec3>() / corners.len() as f64;
    let [low, high] = around(corners.iter().map(|corner| [*corner, *corner]));
    // The six sides of the box around it, blown up until they meet the surface: a cube would cut the edges off thin plates.
    for (axis, sign) in [0, 1, 2].into_iter().flat_map(|axis| [(axis, -1.0), (axis, 1.0)]) {
        let [out, one, other] = [0, 1, 2].map(|turn| DVec3::AXES[(axis + turn) % 3]);
        sheet(steps, steps, &|u, v| {
            let (u, v) = (2.0 * u - 1.0, 2.0 * v - 1.0);
            let direction = ((out * sign + one * (u * sign) + other * v) * (high - low)).normalize();
            middle + direction * reach(shape, middle, direction)
        });
    }
    found
}

/// How far the surface of a convex shape is from a point inside.
fn reach(shape: &Shape, from: DVec3, along: DVec3) -> f64 {
    let plane = |normal: DVec3, at: f64| match normal.dot(along) {
        speed if speed > 0.0 => (at - normal.dot(from)) / speed,
        _ => f64::INFINITY,
    };
    let slab = |axis: usize, half: f64| plane(DVec3::AXES[axis], half).min(plane(-DVec3::AXES[axis], half));
    match shape {
        Shape::Box { half } => slab(0, half.x).min(slab(1, half.y)).min(slab(2, half.z)),
        Shape::Frustum { bottom, top, half_height } => {
            let slope = (top - bottom) / (2.0 * half_height);
            let radius = (bottom + top) / 2.0 + slope * from.z;
            // The middle lies on the axis.
            let widening = along.truncate().length() - slope * along.z;
            let round = if widening > 0.0 { radius / widening } else { f64::INFINITY };
            round.min(slab(2, *half_height))
        }
        Shape::Prism { outline, half_height } => {
            let next = outline.iter().cycle().skip(1);
            let side = |(from, to): (&DVec2, &DVec2)| {
                let normal = -(*to - *from).perp().normalize();
                plane(normal.extend(0.0), normal.dot(*from))
            };
            outline.iter().zip(next).map(side).fold(slab(2, *half_height), f64::min)
        }
        Shape::Ball { radius } => *radius,
        Shape::Ring { .. } | Shape::Mesh(_) => {
            unreachable!("furniture has no meshes, and rings are met before")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use spatiq_scene::{Category, furniture};

    #[test]
    fn the_triangles_enclose_what_the_shapes_do() {
        for category in Category::FURNITURE {
            let model = furniture::make(category, 11);
            let mesh = faceted(&model, 40_000).unwrap();
            for (piece, faceted) in model.pieces().zip(mesh.pieces()) {
                let (volume, faceted) = (piece.shape.volume(), faceted.shape.volume());
                assert!((faceted / volume - 1.0).abs() < 0.05, "{:?}: {faceted}, not {volume}", piece.shape);
            }
        }
    }
}
