//! The triangles of an imported piece: what rendering, fits and physics need to know of it, and no more.
//!
//! A mesh of `geom` also knows its edges and its normals; finding these at every reading would take longer than the rays of
//! a picture.

use crate::model::around;
use crate::render::Triangles;
use spatiq_geom::{DVec3, Mesh};
use std::sync::OnceLock;

/// So many corners stand for a piece where its rough form is enough.
const FEW: usize = 96;

/// A surface made of triangles, which need not bound a solid.
#[derive(Clone, Debug)]
pub struct Facets {
    vertices: Vec<DVec3>,
    triangles: Vec<[u32; 3]>,
    /// Found when they are first asked for: whoever looks for a place asks again and again.
    few: OnceLock<Vec<DVec3>>,
    /// Likewise, by whoever casts rays.
    tree: OnceLock<Triangles>,
}

impl Facets {
    /// Triangles given by numbers of vertices. At least one is needed, and every vertex that they name.
    pub fn new(vertices: Vec<DVec3>, triangles: Vec<[u32; 3]>) -> Result<Self, String> {
        if triangles.is_empty() {
            return Err("it has no triangles".into());
        }
        let missing = |corner: &&u32| **corner as usize >= vertices.len();
        if let Some(corner) = triangles.as_flattened().iter().find(missing) {
            return Err(format!("a triangle has the vertex {corner}, and there are {}", vertices.len()));
        }
        let mut used = vec![false; vertices.len()];
        triangles.as_flattened().iter().for_each(|corner| used[*corner as usize] = true);
        if used.contains(&false) {
            return Err("a vertex belongs to no triangle".into());
        }
        Ok(Self { vertices, triangles, few: OnceLock::new(), tree: OnceLock::new() })
    }

    /// The corners of all triangles.
    pub fn vertices(&self) -> &[DVec3] {
        &self.vertices
    }

    /// The triangles, as indices into [`Facets::vertices`].
    pub fn triangles(&self) -> &[[u32; 3]] {
        &self.triangles
    }

    /// The corners of a triangle.
    pub fn corners(&self, triangle: u32) -> [DVec3; 3] {
        self.triangles[triangle as usize].map(|corner| self.vertices[corner as usize])
    }

    /// The corners of the box around it.
    pub fn bounds(&self) -> [DVec3; 2] {
        around(self.vertices.iter().map(|vertex| [*vertex; 2]))
    }

    /// The volume inside, below 0 if the triangles face inwards; if there are gaps, as if the middle of the box closed them.
    pub fn volume(&self) -> f64 {
        let [low, high] = self.bounds();
        let middle = (low + high) / 2.0;
        let six = |[a, b, c]: [DVec3; 3]| (a - middle).dot((b - middle).cross(c - middle));
        (0..self.triangles.len() as u32).map(|k| six(self.corners(k))).sum::<f64>() / 6.0
    }

    /// Of many corners those that lie farthest in evenly spread directions.
    pub fn few_corners(&self) -> &[DVec3] {
        if self.vertices.len() <= FEW {
            return &self.vertices;
        }
        self.few.get_or_init(|| (0..FEW).map(|k| self.farthest(direction(k))).collect())
    }

    /// What rays meet.
    pub(crate) fn tree(&self) -> &Triangles {
        self.tree.get_or_init(|| {
            let corners: Vec<_> = (0..self.triangles.len() as u32).map(|k| self.corners(k)).collect();
            Triangles::new(&corners)
        })
    }

    fn farthest(&self, along: DVec3) -> DVec3 {
        let mut best = (self.vertices[0], self.vertices[0].dot(along));
        for vertex in &self.vertices {
            let reach = vertex.dot(along);
            if reach > best.1 {
                best = (*vertex, reach);
            }
        }
        best.0
    }
}

impl From<Mesh> for Facets {
    fn from(mesh: Mesh) -> Self {
        let (vertices, triangles) = (mesh.vertices().to_vec(), mesh.triangles().to_vec());
        Self { vertices, triangles, few: OnceLock::new(), tree: OnceLock::new() }
    }
}

/// Evenly spread over the sphere: heights in equal steps, angles by the golden section.
fn direction(k: usize) -> DVec3 {
    let z = 1.0 - (2.0 * k as f64 + 1.0) / FEW as f64;
    let (around, angle) = ((1.0 - z * z).sqrt(), 2.399_963_229_728_653 * k as f64);
    DVec3::new(around * libm::cos(angle), around * libm::sin(angle), z)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn corner(number: u32) -> DVec3 {
        DVec3::from([0, 1, 2].map(|axis| f64::from(number >> axis & 1)))
    }

    #[test]
    fn few_corners_are_found_once_and_reach_as_far_as_all() {
        let ball = |k: u32| direction((k % 96) as usize) * (1.0 + 0.001 * f64::from(k / 96));
        let vertices: Vec<DVec3> = (0..960).map(ball).collect();
        let triangles = (0..320).map(|k| [3 * k, 3 * k + 1, 3 * k + 2]).collect();
        let facets = Facets::new(vertices, triangles).unwrap();
        let few = facets.few_corners();
        assert_eq!(few.len(), FEW);
        assert!(few.iter().all(|corner| (corner.length() - 1.009).abs() < 1e-12), "those farthest out");
        assert!(std::ptr::eq(few, facets.few_corners()), "asked again, they are not looked for again");
        assert!(std::ptr::eq(few, std::sync::Arc::new(&facets).few_corners()));
    }

    #[test]
    fn numbers_without_a_vertex_and_vertices_without_a_triangle_are_refused() {
        let vertices: Vec<DVec3> = (0..4).map(corner).collect();
        let new = |triangles: &[[u32; 3]]| Facets::new(vertices.clone(), triangles.to_vec());
        assert!(new(&[[0, 1, 2], [1, 2, 3]]).is_ok());
        assert!(new(&[]).unwrap_err().contains("no triangles"));
        assert!(new(&[[0, 1, 2], [1, 2, 4]]).unwrap_err().contains("vertex 4"));
        assert!(new(&[[0, 1, 2]]).unwrap_err().contains("belongs to no triangle"));
    }

    #[test]
    fn the_volume_is_that_of_the_solid() {
        let [o, x, y, z] = [0, 1, 2, 4].map(corner);
        let faces = vec![[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]];
        let facets = Facets::new(vec![o, x, y, z], faces).unwrap();
        assert!((facets.volume() - 1.0 / 6.0).abs() < 1e-15);
    }
}
