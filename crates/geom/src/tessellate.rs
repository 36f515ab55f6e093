//! A watertight triangle mesh of a solid: each leaf becomes triangles, and those are joined exactly as the tree says.
//!
//! Vertices lie on the surfaces, so round faces are inscribed: with `n` segments to a circle a ball lacks about `10 / n²` of its
//! volume, a cylinder `6.6 / n²`. All coordinates of a circle come from one table that is symmetric to the bit, so equal round
//! faces coincide after quarter turns, and a ball meets a cylinder of its radius in common vertices.

use crate::leaf::Leaf;
use crate::primitive::Primitive;
use crate::solid::Solid;
use crate::stop::{Stop, Stopped, go_on};
use crate::tree::Op;
use glam::DVec3;
use manifold_rust::manifold::Manifold;
use manifold_rust::types::{BooleanEngine, Error, MeshGL64, OpType};
use std::f64::consts::FRAC_PI_2;

/// Triangles that share vertices; seen from outside each turns counterclockwise.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TriangleMesh {
    /// The corners.
    pub vertices: Vec<DVec3>,
    /// Three indices of corners for each triangle.
    pub triangles: Vec<[u32; 3]>,
}

/// Why there is no mesh.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TessellateError {
    /// The triangles of two parts do not fit together.
    #[error("the triangles of the parts could not be joined: {0}")]
    NotJoined(String),
    /// The caller wanted no more.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

/// Fewer segments make no circle, more make meshes beyond use.
const SEGMENTS: std::ops::RangeInclusive<u32> = 8..=1024;

impl Solid {
    /// A closed mesh with so many segments to a circle, rounded up to a multiple of four, from 8 to 1024. 64 look smooth;
    /// with 128 the volume is right to a part in a thousand, but for small remains of large parts. An empty solid has no triangles.
    /// Whether to go on is asked before each leaf and each joining of two parts, which nothing interrupts.
    pub fn tessellate(&self, segments: u32, stop: Stop) -> Result<TriangleMesh, TessellateError> {
        let arc = Arc::of(segments.clamp(*SEGMENTS.start(), *SEGMENTS.end()).div_ceil(4));
        let joined = self.try_fold(
            |leaf| go_on(stop).map(|()| Manifold::from_mesh_gl64(&exported(&leaf_mesh(leaf, &arc)))),
            |op, left, right| {
                go_on(stop)?;
                Ok::<_, Stopped>(left.boolean_with_engine(&right, op_type(op), BooleanEngine::Exact))
            },
        )?;
        match joined.status() {
            Error::NoError => Ok(imported(&joined.get_mesh_gl64(-1))),
            error => Err(TessellateError::NotJoined(error.to_str().to_owned())),
        }
    }
}

fn op_type(op: Op) -> OpType {
    match op {
        Op::Union => OpType::Add,
        Op::Intersection => OpType::Intersect,
        Op::Difference => OpType::Subtract,
    }
}

fn exported(mesh: &TriangleMesh) -> MeshGL64 {
    MeshGL64 {
        num_prop: 3,
        vert_properties: mesh.vertices.iter().flat_map(|vertex| vertex.to_array()).collect(),
        tri_verts: mesh.triangles.iter().flatten().map(|index| u64::from(*index)).collect(),
        ..MeshGL64::default()
    }
}

fn imported(mesh: &MeshGL64) -> TriangleMesh {
    let vertices = mesh.vert_properties.chunks_exact(mesh.num_prop as usize);
    let triangles = mesh.tri_verts.chunks_exact(3);
    TriangleMesh {
        vertices: vertices.map(|v| DVec3::new(v[0], v[1], v[2])).collect(),
        triangles: triangles.map(|t| [t[0] as u32, t[1] as u32, t[2] as u32]).collect(),
    }
}

/// The sines of a quarter of a circle, from 0 to 1 in equal angles.
struct Arc(Vec<f64>);

impl Arc {
    fn of(quarter: u32) -> Self {
        let step = FRAC_PI_2 / f64::from(quarter);
        // The second half is the cosine of what is left, so that sine and cosine are each other's mirror image to the bit.
        let sine = |k: u32| match k {
            k if k == quarter => 1.0,
            k if 2 * k > quarter => libm::cos(f64::from(quarter - k) * step),
            k => libm::sin(f64::from(k) * step),
        };
        Self((0..=quarter).map(sine).collect())
    }

    fn quarter(&self) -> usize {
        self.0.len() - 1
    }

    /// Cosine and sine of each of the segments' angles.
    fn circle(&self) -> Vec<(f64, f64)> {
        let n = self.quarter();
        let at = |k: usize| {
            let (sin, cos) = (self.0[k % n], self.0[n - k % n]);
            [(cos, sin), (-sin, cos), (-cos, -sin), (sin, -cos)][k / n]
        };
        (0..4 * n).map(at).collect()
    }
}

fn leaf_mesh(leaf: &Leaf, arc: &Arc) -> TriangleMesh {
    let mut mesh = match (leaf.primitive().copied(), leaf.mesh()) {
        (Some(primitive), _) => primitive_mesh(&primitive, arc),
        (None, Some(form)) => TriangleMesh {
            vertices: form.mesh.vertices().to_vec(),
            triangles: form.mesh.triangles().to_vec(),
        },
        (None, None) => TriangleMesh::default(),
    };
    let placement = leaf.placement();
    for vertex in &mut mesh.vertices {
        *vertex = placement.to_world(*vertex);
    }
    if placement.turn.determinant() < 0.0 {
        mesh.triangles.iter_mut().for_each(|triangle| triangle.swap(1, 2));
    }
    mesh
}

fn primitive_mesh(primitive: &Primitive, arc: &Arc) -> TriangleMesh {
    match *primitive {
        Primitive::Sphere { radius } => ball(radius, arc),
        Primitive::Box { half } => cuboid(half),
        Primitive::Cone { radius, height } => {
            spindle(&[(radius, -height / 2.0)], -height / 2.0, height / 2.0, arc)
        }
        Primitive::Cylinder { radius, height } => {
            let (low, high) = (-height / 2.0, height / 2.0);
            spindle(&[(radius, low), (radius, high)], low, high, arc)
        }
        Primitive::Torus { ring, tube } => torus(ring, tube, arc),
    }
}

fn cuboid(half: DVec3) -> TriangleMesh {
    let sign = |corner: u32, axis: u32| if corner >> axis & 1 == 1 { 1.0 } else { -1.0 };
    let vertices = (0..8).map(|c| DVec3::new(sign(c, 0), sign(c, 1), sign(c, 2)) * half).collect();
    // Corner numbers have a bit for each axis.
    let faces = [[1, 3, 7, 5], [0, 4, 6, 2], [2, 6, 7, 3], [0, 1, 5, 4], [4, 5, 7, 6], [0, 2, 3, 1]];
    let triangles = faces.into_iter().flat_map(|[a, b, c, d]| [[a, b, c], [a, c, d]]).collect();
    TriangleMesh { vertices, triangles }
}

/// Rings (radius, z) around the axis from below upwards, closed by a point of the axis at either end.
fn spindle(rings: &[(f64, f64)], bottom: f64, top: f64, arc: &Arc) -> TriangleMesh {
    let circle = arc.circle();
    let n = circle.len() as u32;
    let mut mesh = TriangleMesh::default();
    mesh.vertices.extend([DVec3::new(0.0, 0.0, bottom), DVec3::new(0.0, 0.0, top)]);
    for (radius, z) in rings {
        mesh.vertices.extend(circle.iter().map(|(cos, sin)| DVec3::new(radius * cos, radius * sin, *z)));
    }
    let last = rings.len() as u32 - 1;
    let at = |ring: u32, k: u32| 2 + ring * n + k % n;
    for k in 0..n {
        mesh.triangles.push([0, at(0, k + 1), at(0, k)]);
        for ring in 0..last {
            mesh.triangles.push([at(ring, k), at(ring, k + 1), at(ring + 1, k + 1)]);
            mesh.triangles.push([at(ring, k), at(ring + 1, k + 1), at(ring + 1, k)]);
        }
        mesh.triangles.push([1, at(last, k), at(last, k + 1)]);
    }
    mesh
}

/// The tube gets fewer segments than the ring, so that both keep as close to the surface.
fn torus(ring: f64, tube: f64, arc: &Arc) -> TriangleMesh {
    let outer = arc.circle();
    let share = (tube / (ring + tube)).sqrt();
    let quarter = (arc.quarter() as f64 * share).ceil().max(2.0) as u32;
    let inner = Arc::of(quarter).circle();
    let (n, m) = (outer.len() as u32, inner.len() as u32);
    let mut mesh = TriangleMesh::default();
    for (cos, sin) in &outer {
        let around = inner.iter().map(|(c, s)| {
            let away = ring + tube * c;
            DVec3::new(away * cos, away * sin, tube * s)
        });
        mesh.vertices.extend(around);
    }
    let at = |i: u32, j: u32| i % n * m + j % m;
    for i in 0..n {
        for j in 0..m {
            mesh.triangles.push([at(i, j), at(i + 1, j), at(i + 1, j + 1)]);
            mesh.triangles.push([at(i, j), at(i + 1, j + 1), at(i, j + 1)]);
        }
    }
    mesh
}

/// An octahedron whose faces are divided and blown up: no poles, and the same from all 24 sides.
fn ball(radius: f64, arc: &Arc) -> TriangleMesh {
    let n = arc.quarter() as i64;
    let sine = |k: i64| if k < 0 { -arc.0[k.unsigned_abs() as usize] } else { arc.0[k as usize] };
    let mut mesh = TriangleMesh::default();
    // All whole points with |x| + |y| + |z| = n, found again by their order.
    let mut points = Vec::new();
    for x in -n..=n {
        for y in -(n - x.abs())..=n - x.abs() {
            let z = n - x.abs() - y.abs();
            points.push([x, y, -z]);
            if z > 0 {
                points.push([x, y, z]);
            }
        }
    }
    let index = |p: [i64; 3]| points.binary_search(&p).expect("the point lies on the octahedron") as u32;
    mesh.vertices.extend(points.iter().map(|p| DVec3::from(p.map(sine)).normalize() * radius));
    for octant in 0..8 {
        let sign = [0, 1, 2].map(|axis| if octant >> axis & 1 == 1 { -1 } else { 1 });
        let at = |i: i64, j: i64| index([i * sign[0], j * sign[1], (n - i - j) * sign[2]]);
        let mirrored = sign.iter().product::<i64>() < 0;
        let mut push = |a, b, c| mesh.triangles.push(if mirrored { [a, c, b] } else { [a, b, c] });
        for i in 0..n {
            for j in 0..n - i {
                push(at(i, j), at(i + 1, j), at(i, j + 1));
                if i + j + 1 < n {
                    push(at(i + 1, j), at(i + 1, j + 1), at(i, j + 1));
                }
            }
        }
    }
    mesh
}
