//! The shapes that parts are put together from. All but rings and meshes are convex.

use crate::facets::Facets;
use spatiq_geom::{DVec2, DVec3, Placement};
use std::sync::Arc;

/// A shape around the origin of its own frame.
#[derive(Clone, Debug)]
pub enum Shape {
    /// A box along the axes.
    Box {
        /// Half the sizes.
        half: DVec3,
    },
    /// A cylinder along z, or a truncated or whole cone.
    Frustum {
        /// Radius at the lower end.
        bottom: f64,
        /// Radius at the upper end.
        top: f64,
        /// Half the height.
        half_height: f64,
    },
    /// A convex polygon in the plane of x and y, made thick along z.
    Prism {
        /// Corners, counter-clockwise, at least three.
        outline: Vec<DVec2>,
        /// Half the thickness.
        half_height: f64,
    },
    /// A ball.
    Ball {
        /// From the centre to the surface.
        radius: f64,
    },
    /// A torus around z.
    Ring {
        /// From the axis to the middle of the tube.
        ring: f64,
        /// Radius of the tube.
        tube: f64,
    },
    /// Triangles of an imported model. They need not bound a solid.
    Mesh(Arc<Facets>),
}

/// A shape that stands somewhere in the frame of its model.
#[derive(Clone, Debug)]
pub struct Piece {
    /// What it looks like.
    pub shape: Shape,
    /// From its own frame to that of the model.
    pub placement: Placement,
}

impl Shape {
    /// A cylinder along z.
    pub fn cylinder(radius: f64, half_height: f64) -> Self {
        Self::Frustum { bottom: radius, top: radius, half_height }
    }

    /// Triangles.
    pub fn mesh(facets: impl Into<Facets>) -> Self {
        Self::Mesh(Arc::new(facets.into()))
    }

    /// Points whose convex hull is the shape, or, of round shapes, is as close to it as `segments` corners around allow;
    /// of rings the hull of which contains them.
    pub fn corners(&self, segments: usize) -> Vec<DVec3> {
        let circle = |radius: f64, z: f64| {
            (0..segments).map(move |k| {
                let angle = std::f64::consts::TAU * k as f64 / segments as f64;
                DVec3::new(radius * libm::cos(angle), radius * libm::sin(angle), z)
            })
        };
        match self {
            Self::Box { half } => (0..8)
                .map(|k| {
                    let sign = |bit: u32| if k >> bit & 1 == 1 { 1.0 } else { -1.0 };
                    *half * DVec3::new(sign(0), sign(1), sign(2))
                })
                .collect(),
            Self::Frustum { bottom, top, half_height } => [(*bottom, -half_height), (*top, *half_height)]
                .into_iter()
                .flat_map(|(radius, z)| match radius {
                    0.0 => vec![DVec3::new(0.0, 0.0, z)],
                    _ => circle(radius, z).collect(),
                })
                .collect(),
            Self::Prism { outline, half_height } => [-half_height, *half_height]
                .into_iter()
                .flat_map(|z| outline.iter().map(move |corner| corner.extend(z)))
                .collect(),
            Self::Ball { radius } => (0..=segments / 2)
                .flat_map(|k| {
                    let angle = std::f64::consts::PI * k as f64 / (segments / 2) as f64;
                    circle(radius * libm::sin(angle), radius * libm::cos(angle))
                })
                .collect(),
            Self::Ring { ring, tube } => {
                [-tube, *tube].into_iter().flat_map(|z| circle(ring + tube, z)).collect()
            }
            Self::Mesh(mesh) => mesh.vertices().to_vec(),
        }
    }

    /// Its volume; of a mesh that bounds no solid, that of the solid its gaps would close to.
    pub fn volume(&self) -> f64 {
        let pi = std::f64::consts::PI;
        match self {
            Self::Box { half } => 8.0 * half.x * half.y * half.z,
            Self::Frustum { bottom, top, half_height } => {
                2.0 / 3.0 * pi * half_height * (bottom * bottom + bottom * top + top * top)
            }
            Self::Prism { outline, half_height } => {
                let next = outline.iter().cycle().skip(1);
                outline.iter().zip(next).map(|(a, b)| a.perp_dot(*b)).sum::<f64>() * half_height
            }
            Self::Ball { radius } => 4.0 / 3.0 * pi * radius * radius * radius,
            Self::Ring { ring, tube } => 2.0 * pi * pi * ring * tube * tube,
            Self::Mesh(mesh) => mesh.volume().abs(),
        }
    }
}

impl Piece {
    /// The corners of the box around it, in the frame of its model.
    pub fn bounds(&self) -> [DVec3; 2] {
        let turn = &self.placement.turn;
        // How far the shape reaches along each axis of the model's frame, seen from its own.
        let along = |axis: usize| DVec3::new(turn.x_axis[axis], turn.y_axis[axis], turn.z_axis[axis]);
        let reach = |direction: DVec3| -> f64 {
            let aside = direction.truncate().length();
            match &self.shape {
                Shape::Box { half } => half.dot(direction.abs()),
                Shape::Frustum { bottom, top, half_height } => {
                    let up = half_height * direction.z;
                    (top * aside + up).max(bottom * aside - up)
                }
                Shape::Ball { radius } => *radius,
                Shape::Ring { ring, tube } => ring * aside + tube,
                Shape::Prism { .. } => farthest(&self.shape.corners(0), direction),
                Shape::Mesh(mesh) => farthest(mesh.vertices(), direction),
            }
        };
        let shift = self.placement.shift;
        let low = DVec3::from([0, 1, 2].map(|axis| -reach(-along(axis))));
        let high = DVec3::from([0, 1, 2].map(|axis| reach(along(axis))));
        [shift + low, shift + high]
    }
}

/// How far points reach in a direction.
fn farthest(points: &[DVec3], direction: DVec3) -> f64 {
    points.iter().map(|point| point.dot(direction)).fold(f64::NEG_INFINITY, f64::max)
}
