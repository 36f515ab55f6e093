//! The closed surfaces of a mesh: around pieces of material, and around hollows.

use spatiq_geom::{NEVER, Solid, TriangleMesh};

/// Segments to a circle of a primitive that takes part.
const SEGMENTS: u32 = 64;

/// How many closed surfaces there are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Shells {
    /// Those with material inside.
    pub pieces: usize,
    /// Those with air inside.
    pub hollows: usize,
}

impl Shells {
    /// Of a solid that is made of triangles; nothing if its parts cannot be joined.
    pub fn of(solid: &Solid) -> Option<Self> {
        solid.tessellate(SEGMENTS, NEVER).ok().map(|mesh| Self::of_mesh(&mesh))
    }

    fn of_mesh(mesh: &TriangleMesh) -> Self {
        // Each vertex leads to another of its surface, one of each surface to itself.
        let mut next: Vec<u32> = (0..mesh.vertices.len() as u32).collect();
        let mut head = |mut at: u32, to: Option<u32>| {
            while next[at as usize] != at {
                next[at as usize] = next[next[at as usize] as usize];
                at = next[at as usize];
            }
            next[at as usize] = to.unwrap_or(at);
            at
        };
        for &[a, b, c] in &mesh.triangles {
            let to = head(a, None);
            head(b, Some(to));
            let to = head(b, None);
            head(c, Some(to));
        }
        let mut volumes = std::collections::BTreeMap::<u32, f64>::new();
        for triangle in &mesh.triangles {
            let [a, b, c] = triangle.map(|corner| mesh.vertices[corner as usize]);
            *volumes.entry(head(triangle[0], None)).or_default() += a.dot(b.cross(c));
        }
        let count = |holds: fn(&f64) -> bool| volumes.values().filter(|volume| holds(volume)).count();
        Self { pieces: count(|volume| *volume > 0.0), hollows: count(|volume| *volume < 0.0) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use spatiq_geom::Recipe;

    #[test]
    fn surfaces_are_counted_by_what_is_inside() {
        let ball =
            |radius: f64, op: &str| format!(r#"{{"prim": "sphere", "params": [{radius}], "op": "{op}"}}"#);
        let shells = |elements: &[String]| {
            let text = format!("[{}]", elements.join(", "));
            Shells::of(&Recipe::parse(text.as_bytes()).unwrap().solid().unwrap()).unwrap()
        };
        let nested =
            [ball(1.0, "base"), ball(0.8, "difference"), ball(0.6, "union"), ball(0.4, "difference")];
        assert_eq!(shells(&nested[..1]), Shells { pieces: 1, hollows: 0 });
        assert_eq!(shells(&nested[..2]), Shells { pieces: 1, hollows: 1 });
        assert_eq!(shells(&nested[..3]), Shells { pieces: 2, hollows: 1 });
        assert_eq!(shells(&nested), Shells { pieces: 2, hollows: 2 });
    }
}
