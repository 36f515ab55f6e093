//! Meshes of solids: closed, turned outwards, of the right size, and the same every time.

mod common;

use common::Dice;
use spatiq_geom::{DVec3, Leaf, NEVER, Op, Placement, Primitive, Solid, TriangleMesh};
use std::collections::BTreeMap;

/// The volume of a mesh, by the tetrahedra over its triangles.
fn volume(mesh: &TriangleMesh) -> f64 {
    let over = |corners: &[u32; 3]| {
        let [a, b, c] = corners.map(|index| mesh.vertices[index as usize]);
        a.dot(b.cross(c)) / 6.0
    };
    mesh.triangles.iter().map(over).sum()
}

/// The area of a mesh.
fn area(mesh: &TriangleMesh) -> f64 {
    let of = |corners: &[u32; 3]| {
        let [a, b, c] = corners.map(|index| mesh.vertices[index as usize]);
        (b - a).cross(c - a).length() / 2.0
    };
    mesh.triangles.iter().map(of).sum()
}

/// Every edge lies between two triangles that run along it in opposite directions.
fn is_closed(mesh: &TriangleMesh) -> bool {
    let mut edges = BTreeMap::new();
    for [a, b, c] in &mesh.triangles {
        for edge in [(a, b), (b, c), (c, a)] {
            *edges.entry(edge).or_insert(0) += 1;
        }
    }
    edges.iter().all(|((a, b), count)| *count == 1 && a != b && edges.get(&(*b, *a)) == Some(&1))
}

fn primitives() -> [Primitive; 5] {
    [
        Primitive::Sphere { radius: 0.7 },
        Primitive::Box { half: DVec3::new(0.3, 0.5, 0.8) },
        Primitive::Cone { radius: 0.6, height: 1.3 },
        Primitive::Torus { ring: 0.7, tube: 0.25 },
        Primitive::Cylinder { radius: 0.5, height: 1.1 },
    ]
}

#[test]
fn primitives_become_closed_meshes_with_corners_on_their_faces() {
    for primitive in primitives() {
        for axis in 0..3 {
            let placement = Placement::quarter_turns(axis, 1, DVec3::new(1.0, 2.0, 3.0));
            let solid: Solid = Leaf::new(primitive, placement).into();
            let mesh = solid.tessellate(64, NEVER).unwrap();
            assert!(is_closed(&mesh), "{primitive:?}");
            let off = mesh
                .vertices
                .iter()
                .map(|p| primitive.field(placement.to_local(*p)).abs())
                .fold(0.0, f64::max);
            assert!(off < 1e-12, "{primitive:?} {off}");
            let share = volume(&mesh) / solid.volume(NEVER).unwrap();
            assert!((0.993..1.001).contains(&share), "{primitive:?} {share}");
        }
    }
}

#[test]
fn a_mirrored_part_still_faces_outwards() {
    let mut placement = Placement::IDENTITY;
    placement.turn.x_axis = -placement.turn.x_axis;
    let solid: Solid = Leaf::new(Primitive::Cone { radius: 0.5, height: 1.0 }, placement).into();
    assert!(volume(&solid.tessellate(32, NEVER).unwrap()) > 0.2);
}

#[test]
fn more_segments_come_closer() {
    let ball: Solid = Leaf::new(Primitive::Sphere { radius: 1.0 }, Placement::IDENTITY).into();
    let lacks =
        |segments| 4.0 / 3.0 * std::f64::consts::PI - volume(&ball.tessellate(segments, NEVER).unwrap());
    let gain = lacks(32) / lacks(64);
    assert!((3.8..4.2).contains(&gain), "{gain}");
    // Beyond the limits the nearest possible number serves.
    assert_eq!(ball.tessellate(0, NEVER), ball.tessellate(8, NEVER));
}

#[test]
fn random_solids_become_closed_meshes_of_their_volume() {
    let mut dice = Dice(11);
    for k in 0..60 {
        let recipe = dice.recipe([0.0, 0.25][k % 2]);
        let solid = recipe.solid().unwrap();
        let mesh = solid.tessellate(96, NEVER).unwrap();
        assert!(is_closed(&mesh), "{recipe:?}");
        let (found, wanted) = (volume(&mesh), solid.volume(NEVER).unwrap());
        // What a mesh lacks of its parts, it may lack of the whole: small remainders of large parts are off by more.
        assert!((found - wanted).abs() < 0.005 * wanted + 0.002, "{found} {wanted} {recipe:?}");
        if k % 5 == 0 {
            assert_eq!(solid.tessellate(96, NEVER).unwrap(), mesh);
        }
    }
}

#[test]
fn boxes_that_touch_become_one_without_remains() {
    let cube = |x: f64| -> Solid {
        let placement = Placement { shift: DVec3::new(x, 0.0, 0.0), ..Placement::IDENTITY };
        Leaf::new(Primitive::Box { half: DVec3::splat(0.5) }, placement).into()
    };
    let measured = |op, x| {
        let mesh = cube(0.0).join(op, cube(x)).unwrap().tessellate(64, NEVER).unwrap();
        assert!(is_closed(&mesh));
        [volume(&mesh), area(&mesh)]
    };
    // A wall left inside, or a sliver, would show in the area.
    let cases = [
        (Op::Union, 1.0, [2.0, 10.0]),
        (Op::Union, 0.5, [1.5, 8.0]),
        (Op::Union, 0.0, [1.0, 6.0]),
        (Op::Intersection, 0.5, [0.5, 4.0]),
        (Op::Intersection, 1.0, [0.0, 0.0]),
        (Op::Difference, 0.5, [0.5, 4.0]),
        (Op::Difference, 0.0, [0.0, 0.0]),
        (Op::Difference, 1.0, [1.0, 6.0]),
    ];
    for (op, x, wanted) in cases {
        let found = measured(op, x);
        let off = (found[0] - wanted[0]).abs().max((found[1] - wanted[1]).abs());
        assert!(off < 1e-12, "{op:?} {x}: {found:?} {wanted:?}");
    }
}

#[test]
fn a_turned_cylinder_fits_its_own_hole() {
    let tall = Primitive::Cylinder { radius: 0.4, height: 2.0 };
    let short = Primitive::Cylinder { radius: 0.4, height: 1.0 };
    for quarters in 0..4 {
        let turned = Leaf::new(tall, Placement::quarter_turns(2, quarters, DVec3::ZERO));
        let solid =
            Solid::from(Leaf::new(short, Placement::IDENTITY)).join(Op::Difference, turned.into()).unwrap();
        assert_eq!(solid.tessellate(64, NEVER).unwrap().triangles.len(), 0);
    }
}

#[test]
fn far_from_the_origin_a_mesh_is_as_good() {
    let mut dice = Dice(13);
    let far = DVec3::new(1e5, -3e4, 2e5);
    for k in 0..12 {
        let mut recipe = dice.recipe([0.0, 0.25][k % 2]);
        let wanted = volume(&recipe.solid().unwrap().tessellate(48, NEVER).unwrap());
        recipe.elements.iter_mut().for_each(|element| element.pos += far);
        let mut mesh = recipe.solid().unwrap().tessellate(48, NEVER).unwrap();
        assert!(is_closed(&mesh));
        // Measured near the origin, for the sake of the measurement.
        mesh.vertices.iter_mut().for_each(|vertex| *vertex -= far);
        let found = volume(&mesh);
        assert!((found - wanted).abs() < 1e-8, "{found} {wanted}");
    }
}

#[test]
fn threads_make_no_difference() {
    let mut dice = Dice(12);
    let solids: Vec<Solid> = (0..8).map(|_| dice.recipe(0.25).solid().unwrap()).collect();
    let alone: Vec<_> = solids.iter().map(|solid| solid.tessellate(48, NEVER).unwrap()).collect();
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..4)
            .map(|_| {
                scope.spawn(|| {
                    solids.iter().map(|solid| solid.tessellate(48, NEVER).unwrap()).collect::<Vec<_>>()
                })
            })
            .collect();
        for worker in workers {
            assert_eq!(worker.join().unwrap(), alone);
        }
    });
}
