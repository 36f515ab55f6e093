//! Triangles of imported models: there are many of them, so they are small, and they are met from both sides.

use glam::DVec3;

/// A triangle in the world.
#[derive(Clone, Copy, Debug)]
pub struct Triangle {
    corner: DVec3,
    /// From that corner to the other two.
    edges: [DVec3; 2],
    /// The part it belongs to, counted over all objects of the scene.
    pub part: u16,
}

impl Triangle {
    /// The triangle between three corners.
    pub fn new([a, b, c]: [DVec3; 3], part: u16) -> Self {
        Self { corner: a, edges: [b - a, c - a], part }
    }

    /// How far along a ray it is met, beyond the start; infinity where it is not. The way of Möller and Trumbore.
    #[inline]
    pub fn hit(&self, origin: DVec3, direction: DVec3) -> f64 {
        let (from, edges) = (origin - self.corner, &self.edges);
        let across = direction.cross(edges[1]);
        let inverse = edges[0].dot(across).recip();
        let u = from.dot(across) * inverse;
        let turned = from.cross(edges[0]);
        let v = direction.dot(turned) * inverse;
        // Not a number where the ray runs within the plane: the comparison is false then.
        let inside = u >= 0.0 && v >= 0.0 && u + v <= 1.0;
        let t = edges[1].dot(turned) * inverse;
        if inside && t > 0.0 { t } else { f64::INFINITY }
    }

    /// Its unit normal towards the side that is seen along `direction`, and a number that is the same for triangles that
    /// look much the same way.
    pub fn face(&self, direction: DVec3) -> (DVec3, u8) {
        let normal = self.edges[0].cross(self.edges[1]).normalize();
        let normal = if normal.dot(direction) > 0.0 { -normal } else { normal };
        let axis = normal.abs().max_position();
        (normal, 2 * axis as u8 + u8::from(normal[axis] > 0.0))
    }
}
