//! Where the surfaces of two primitives meet: points on these curves, a few pixels apart.
//!
//! A net is laid over the surface of one; wherever a thread of the net passes through the surface of the other is a point.

use super::guess::Guess;
use spatiq_geom::{DVec3, Primitive};
use std::f64::consts::{PI, TAU};

/// Width of the meshes of the net, in pixels.
const MESH: f64 = 3.0;

/// Points where the surfaces of two primitives meet.
pub fn meet(a: &Guess, b: &Guess) -> Vec<DVec3> {
    let reach = |guess: &Guess| guess.primitive.half_sizes().length();
    if a.pos.distance(b.pos) > reach(a) + reach(b) {
        return Vec::new();
    }
    let (net, other) = if reach(a) < reach(b) { (a, b) } else { (b, a) };
    let mut out = Vec::new();
    for patch in patches(net) {
        crossings(&patch, other, &mut out);
    }
    out
}

/// A part of a surface: points in rows.
struct Patch {
    points: Vec<DVec3>,
    columns: usize,
}

fn crossings(patch: &Patch, other: &Guess, out: &mut Vec<DVec3>) {
    let fields: Vec<f64> = patch.points.iter().map(|&p| other.field(p)).collect();
    let mut thread = |from: usize, to: usize| {
        let (near, far) = (fields[from], fields[to]);
        if (near < 0.0) != (far < 0.0) {
            out.push(patch.points[from].lerp(patch.points[to], near / (near - far)));
        }
    };
    for k in 0..patch.points.len() {
        if (k + 1) % patch.columns != 0 {
            thread(k, k + 1);
        }
        if k + patch.columns < patch.points.len() {
            thread(k, k + patch.columns);
        }
    }
}

fn patches(guess: &Guess) -> Vec<Patch> {
    let cells = |length: f64| (length / MESH).ceil().max(2.0) as usize;
    // Local coordinates, the z axis along the axis of the primitive.
    let place = |p: DVec3| {
        let mut world = guess.pos;
        world[(guess.axis + 1) % 3] += p.x;
        world[(guess.axis + 2) % 3] += p.y;
        world[guess.axis] += p.z * guess.sign();
        world
    };
    let patch = |rows: usize, columns: usize, at: &dyn Fn(f64, f64) -> DVec3| Patch {
        points: (0..=rows)
            .flat_map(|row| {
                (0..=columns).map(move |column| (row as f64 / rows as f64, column as f64 / columns as f64))
            })
            .map(|(s, t)| at(s, t))
            .collect(),
        columns: columns + 1,
    };
    let turn = |share: f64, radius: f64, z: f64| {
        let (sin, cos) = libm::sincos(TAU * share);
        place(DVec3::new(radius * cos, radius * sin, z))
    };
    let disc =
        |radius: f64, z: f64| patch(cells(radius), cells(TAU * radius), &|s, t| turn(t, radius * s, z));
    match guess.primitive {
        Primitive::Sphere { radius } => {
            vec![patch(cells(PI * radius), cells(TAU * radius), &|s, t| {
                let (sin, cos) = libm::sincos(PI * s);
                turn(t, radius * sin, radius * cos)
            })]
        }
        Primitive::Cylinder { radius, height } => vec![
            patch(cells(height), cells(TAU * radius), &|s, t| turn(t, radius, height * (s - 0.5))),
            disc(radius, height / 2.0),
            disc(radius, -height / 2.0),
        ],
        Primitive::Cone { radius, height } => vec![
            patch(cells((height * height + radius * radius).sqrt()), cells(TAU * radius), &|s, t| {
                turn(t, radius * (1.0 - s), height * (s - 0.5))
            }),
            disc(radius, -height / 2.0),
        ],
        Primitive::Torus { ring, tube } => {
            vec![patch(cells(TAU * tube), cells(TAU * ring), &|s, t| {
                let (sin, cos) = libm::sincos(TAU * s);
                turn(t, ring + tube * cos, tube * sin)
            })]
        }
        Primitive::Box { half } => (0..3)
            .flat_map(|axis| [-1.0, 1.0].map(|side| (axis, side)))
            .map(|(axis, side)| {
                let (b, c) = ((axis + 1) % 3, (axis + 2) % 3);
                patch(cells(2.0 * half[b]), cells(2.0 * half[c]), &|s, t| {
                    let mut p = guess.pos;
                    p[axis] += side * half[axis];
                    p[b] += half[b] * (2.0 * s - 1.0);
                    p[c] += half[c] * (2.0 * t - 1.0);
                    p
                })
            })
            .collect(),
    }
}
