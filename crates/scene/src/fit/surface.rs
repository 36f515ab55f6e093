//! Points on the surfaces of pieces, as many on each patch as its area asks for.

use crate::shape::{Piece, Shape};
use spatiq_bench::Rng;
use spatiq_geom::{DVec2, DVec3, Placement};
use std::f64::consts::PI;

/// The surface of several pieces, those of one reaching into another included.
pub struct Surface {
    patches: Vec<Patch>,
    /// For each patch the area of it and all before.
    areas: Vec<f64>,
}

struct Patch {
    form: Form,
    placement: Placement,
}

/// The forms of patches, in the frame of their piece.
enum Form {
    /// From a corner along two edges.
    Parallelogram([DVec3; 3]),
    Triangle([DVec3; 3]),
    /// Around z, at this height.
    Disk {
        radius: f64,
        z: f64,
    },
    /// The side of a frustum.
    Cone {
        bottom: f64,
        top: f64,
        half_height: f64,
    },
    Ball {
        radius: f64,
    },
    Ring {
        ring: f64,
        tube: f64,
    },
}

impl Surface {
    /// The surface of these pieces; nothing if it has no area.
    pub fn of(pieces: &[Piece]) -> Option<Self> {
        let (mut patches, mut areas, mut area) = (Vec::new(), Vec::new(), 0.0);
        for piece in pieces {
            for form in forms(&piece.shape) {
                area += form.area();
                areas.push(area);
                patches.push(Patch { form, placement: piece.placement });
            }
        }
        (area > 0.0 && area.is_finite()).then_some(Self { patches, areas })
    }

    /// Its area.
    pub fn area(&self) -> f64 {
        self.areas.last().copied().unwrap_or_default()
    }

    /// A point of it, each equally likely, in the frame of the model.
    pub fn point(&self, rng: &mut Rng) -> DVec3 {
        let at = rng.unit() * self.area();
        let chosen = self.areas.partition_point(|area| *area <= at).min(self.patches.len() - 1);
        let patch = &self.patches[chosen];
        patch.placement.to_world(patch.form.point(rng))
    }
}

fn forms(shape: &Shape) -> Vec<Form> {
    match shape {
        Shape::Box { half } => box_faces(*half),
        Shape::Frustum { bottom, top, half_height } => vec![
            Form::Disk { radius: *bottom, z: -half_height },
            Form::Disk { radius: *top, z: *half_height },
            Form::Cone { bottom: *bottom, top: *top, half_height: *half_height },
        ],
        Shape::Prism { outline, half_height } => prism_faces(outline, *half_height),
        Shape::Ball { radius } => vec![Form::Ball { radius: *radius }],
        Shape::Ring { ring, tube } => vec![Form::Ring { ring: *ring, tube: *tube }],
        Shape::Mesh(mesh) => {
            (0..mesh.triangles().len()).map(|k| Form::Triangle(mesh.corners(k as u32))).collect()
        }
    }
}

fn box_faces(half: DVec3) -> Vec<Form> {
    let axes = [DVec3::X * half.x, DVec3::Y * half.y, DVec3::Z * half.z];
    let face = |k: usize, side: f64| {
        let (u, v) = (axes[(k + 1) % 3], axes[(k + 2) % 3]);
        Form::Parallelogram([axes[k] * side - u - v, 2.0 * u, 2.0 * v])
    };
    (0..3).flat_map(|k| [face(k, -1.0), face(k, 1.0)]).collect()
}

fn prism_faces(outline: &[DVec2], half_height: f64) -> Vec<Form> {
    let caps = [-half_height, half_height].into_iter().flat_map(|z| {
        let fan = outline.windows(2).skip(1);
        fan.map(move |two| Form::Triangle([outline[0], two[0], two[1]].map(|corner| corner.extend(z))))
    });
    let next = outline.iter().cycle().skip(1);
    let up = DVec3::Z * (2.0 * half_height);
    let sides = outline
        .iter()
        .zip(next)
        .map(|(a, b)| Form::Parallelogram([a.extend(-half_height), (*b - *a).extend(0.0), up]));
    caps.chain(sides).collect()
}

impl Form {
    fn area(&self) -> f64 {
        match self {
            Self::Parallelogram([_, u, v]) => u.cross(*v).length(),
            Self::Triangle([a, b, c]) => (*b - *a).cross(*c - *a).length() / 2.0,
            Self::Disk { radius, .. } => PI * radius * radius,
            Self::Cone { bottom, top, half_height } => {
                PI * (bottom + top) * DVec2::new(top - bottom, 2.0 * half_height).length()
            }
            Self::Ball { radius } => 4.0 * PI * radius * radius,
            Self::Ring { ring, tube } => 4.0 * PI * PI * ring * tube,
        }
    }

    fn point(&self, rng: &mut Rng) -> DVec3 {
        match self {
            Self::Parallelogram([corner, u, v]) => *corner + *u * rng.unit() + *v * rng.unit(),
            Self::Triangle([a, b, c]) => {
                let (s, t) = (rng.unit(), rng.unit());
                let (s, t) = if s + t > 1.0 { (1.0 - s, 1.0 - t) } else { (s, t) };
                *a + (*b - *a) * s + (*c - *a) * t
            }
            Self::Disk { radius, z } => (in_disk(rng) * *radius).extend(*z),
            Self::Cone { bottom, top, half_height } => {
                // The area up to a height grows with the square of the radius there.
                let at = rng.unit();
                let radius = (bottom * bottom + at * (top * top - bottom * bottom)).sqrt();
                let up =
                    if (top - bottom).abs() < 1e-9 * top { at } else { (radius - bottom) / (top - bottom) };
                (on_circle(rng) * radius).extend(half_height * (2.0 * up - 1.0))
            }
            Self::Ball { radius } => {
                // The area between two heights is that of the cylinder around.
                let z = rng.between(-1.0, 1.0);
                (on_circle(rng) * (1.0 - z * z).sqrt()).extend(z) * *radius
            }
            Self::Ring { ring, tube } => {
                // The outer half of the tube is longer than the inner one.
                let across = loop {
                    let across = on_circle(rng);
                    if rng.unit() * (ring + tube) <= ring + tube * across.x {
                        break across;
                    }
                };
                (on_circle(rng) * (ring + tube * across.x)).extend(tube * across.y)
            }
        }
    }
}

/// A point of the unit disk.
fn in_disk(rng: &mut Rng) -> DVec2 {
    loop {
        let point = DVec2::new(rng.between(-1.0, 1.0), rng.between(-1.0, 1.0));
        if point.length_squared() <= 1.0 {
            return point;
        }
    }
}

/// A point of the unit circle; without sines, which would take longer.
fn on_circle(rng: &mut Rng) -> DVec2 {
    loop {
        if let Some(point) = in_disk(rng).try_normalize() {
            return point;
        }
    }
}
