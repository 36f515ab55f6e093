//! Volumes, areas and surface points against closed forms, against chance, and against the solid itself.

mod common;

use common::Dice;
use spatiq_geom::mesh::{FEATURE_ANGLE, Mesh};
use spatiq_geom::{DVec3, Leaf, NEVER, Op, Placement, PointsError, Primitive, Recipe, Solid, SurfacePoint};
use std::f64::consts::PI;

fn at(primitive: Primitive, x: f64, y: f64, z: f64) -> Solid {
    let placement = Placement { shift: DVec3::new(x, y, z), ..Placement::IDENTITY };
    Leaf::new(primitive, placement).into()
}

fn ball(radius: f64, x: f64) -> Solid {
    at(Primitive::Sphere { radius }, x, 0.0, 0.0)
}

fn cuboid(x: f64, y: f64, z: f64) -> Primitive {
    Primitive::Box { half: DVec3::new(x, y, z) / 2.0 }
}

fn within(found: f64, wanted: f64, share: f64) {
    assert!(
        (found / wanted - 1.0).abs() < share,
        "{found} instead of {wanted}: {:+.5}",
        found / wanted - 1.0
    );
}

/// Each primitive with its volume and area.
fn primitives() -> [(Primitive, f64, f64); 5] {
    let slope = (0.6f64 * 0.6 + 1.3 * 1.3).sqrt();
    [
        (Primitive::Sphere { radius: 0.7 }, 4.0 / 3.0 * PI * 0.343, 4.0 * PI * 0.49),
        (cuboid(0.6, 1.0, 1.6), 0.96, 2.0 * (0.6 + 0.96 + 1.6)),
        (Primitive::Cone { radius: 0.6, height: 1.3 }, PI * 0.36 * 1.3 / 3.0, PI * 0.6 * (slope + 0.6)),
        (
            Primitive::Torus { ring: 0.7, tube: 0.25 },
            2.0 * PI * PI * 0.7 * 0.0625,
            4.0 * PI * PI * 0.7 * 0.25,
        ),
        (Primitive::Cylinder { radius: 0.5, height: 1.1 }, PI * 0.25 * 1.1, 2.0 * PI * 0.5 * 1.6),
    ]
}

#[test]
fn primitives_measure_what_geometry_says() {
    for (primitive, volume, area) in primitives() {
        within(at(primitive, 3.0, -2.0, 0.5).volume(NEVER).unwrap(), volume, 1e-3);
        within(at(primitive, 3.0, -2.0, 0.5).surface_area(NEVER).unwrap(), area, 1e-9);
    }
}

#[test]
fn two_balls_share_a_lens() {
    // Unit balls at distance d: two caps of height h = 1 - d/2.
    for d in [0.3, 1.0, 1.9] {
        let h: f64 = 1.0 - d / 2.0;
        let lens = ball(1.0, 0.0).join(Op::Intersection, ball(1.0, d)).unwrap();
        within(lens.volume(NEVER).unwrap(), 2.0 * PI * h * h * (3.0 - h) / 3.0, 1e-3);
        within(lens.surface_area(NEVER).unwrap(), 4.0 * PI * h, 5e-3);
        let both = ball(1.0, 0.0).join(Op::Union, ball(1.0, d)).unwrap();
        within(both.volume(NEVER).unwrap(), 8.0 * PI / 3.0 - 2.0 * PI * h * h * (3.0 - h) / 3.0, 1e-3);
    }
}

#[test]
fn a_napkin_ring_has_the_volume_of_a_ball_of_its_height() {
    for radius in [0.3f64, 0.8, 0.98] {
        let drill = at(Primitive::Cylinder { radius, height: 3.0 }, 0.0, 0.0, 0.0);
        let ring = ball(1.0, 0.0).join(Op::Difference, drill).unwrap();
        let height = 2.0 * (1.0 - radius * radius).sqrt();
        within(ring.volume(NEVER).unwrap(), PI * height * height * height / 6.0, 2e-3);
        within(ring.surface_area(NEVER).unwrap(), 2.0 * PI * height * (1.0 + radius), 5e-3);
    }
}

#[test]
fn a_thin_shell_is_measured_as_well() {
    let shell = ball(1.0, 0.0).join(Op::Difference, ball(0.99, 0.0)).unwrap();
    within(shell.volume(NEVER).unwrap(), 4.0 / 3.0 * PI * (1.0 - 0.99f64 * 0.99 * 0.99), 2e-3);
    let plate = at(cuboid(1.0, 1.0, 1.0), 0.0, 0.0, 0.0);
    let plate = plate.join(Op::Difference, at(cuboid(2.0, 2.0, 1.0), 0.0, 0.0, 0.01)).unwrap();
    within(plate.volume(NEVER).unwrap(), 0.01, 2e-3);
}

#[test]
fn crumbs_far_apart_and_thin_rods_are_measured_as_well() {
    let volume_of_ball = |radius: f64| 4.0 / 3.0 * PI * radius * radius * radius;
    let join = |a: Solid, op: Op, b: Solid| a.join(op, b).unwrap().volume(NEVER).unwrap();
    let sphere = |radius, x, y, z| at(Primitive::Sphere { radius }, x, y, z);
    let crumbs = join(sphere(0.02, 1000.0, 0.0, 0.0), Op::Union, sphere(0.02, 1010.0, 10.0, 10.0));
    within(crumbs, 2.0 * volume_of_ball(0.02), 1e-9);
    let rod = |axis: usize, z: f64| {
        let placement = Placement::quarter_turns(axis, 1, DVec3::new(0.0, 0.0, z));
        Solid::from(Leaf::new(Primitive::Cylinder { radius: 0.005, height: 5.0 }, placement))
    };
    let one = PI * 0.005 * 0.005 * 5.0;
    within(join(rod(0, 0.0), Op::Union, rod(1, 1.0)), 2.0 * one, 1e-9);
    // Crossed in the middle they share what two pipes of one radius do.
    within(join(rod(0, 0.0), Op::Union, rod(1, 0.0)), 2.0 * one - 16.0 / 3.0 * 1.25e-7, 2e-3);
    // A crumb taken out of a rod, and a rod that only its middle is left of.
    let bitten = join(rod(0, 0.0), Op::Difference, sphere(0.5, 0.0, 0.0, 0.0));
    within(bitten, one * 0.8, 2e-3);
    let middle = join(rod(0, 0.0), Op::Intersection, sphere(0.5, 0.0, 0.0, 0.0));
    within(middle, one * 0.2, 2e-3);
}

#[test]
fn far_from_the_origin_measures_are_the_same() {
    let mut dice = Dice(10);
    for k in 0..20 {
        let mut recipe = dice.recipe([0.0, 0.25][k % 2]);
        let near = recipe.solid().unwrap();
        recipe.elements.iter_mut().for_each(|element| element.pos += DVec3::new(1e5, -3e4, 2e5));
        let far = recipe.solid().unwrap();
        assert!(
            (near.volume(NEVER).unwrap() - far.volume(NEVER).unwrap()).abs()
                < 1e-3 * near.volume(NEVER).unwrap() + 1e-6
        );
        assert!(
            (near.surface_area(NEVER).unwrap() - far.surface_area(NEVER).unwrap()).abs()
                < 1e-3 * near.surface_area(NEVER).unwrap() + 1e-3
        );
    }
}

#[test]
fn what_is_empty_measures_zero() {
    let cube = || at(cuboid(1.0, 1.0, 1.0), 0.3, 0.1, 0.7);
    let turned: Solid =
        Leaf::new(cuboid(1.0, 1.0, 1.0), Placement::quarter_turns(0, 1, DVec3::new(0.3, 0.1, 0.7))).into();
    let solids = [
        cube().join(Op::Difference, turned).unwrap(),
        cube().join(Op::Intersection, at(cuboid(1.0, 1.0, 1.0), 1.3, 0.1, 0.7)).unwrap(),
        cube().join(Op::Intersection, ball(0.2, 7.0)).unwrap(),
        ball(1.0, 0.0).join(Op::Difference, at(cuboid(3.0, 3.0, 3.0), 0.0, 0.0, 0.0)).unwrap(),
    ];
    for solid in solids {
        let mut dice = Dice(1);
        assert_eq!((solid.volume(NEVER).unwrap(), solid.surface_area(NEVER).unwrap()), (0.0, 0.0));
        let failed = solid.surface_points(10, &mut || dice.unit(), NEVER).unwrap_err();
        assert!(
            matches!(failed, PointsError::TooLittleSurface { found: 0, wanted: 10, draws: ..=100_000 }),
            "{failed}"
        );
    }
}

#[test]
fn volumes_agree_with_chance() {
    let mut dice = Dice(5);
    let mut tried = 0;
    while tried < 40 {
        let solid = dice.recipe([0.0, 0.25][tried % 2]).solid().unwrap();
        let Some([low, high]) = solid.bounds() else { continue };
        let draws = 400_000;
        let mut point = || low + (high - low) * DVec3::new(dice.unit(), dice.unit(), dice.unit());
        let share = (0..draws).filter(|_| solid.contains(point())).count() as f64 / f64::from(draws);
        if share < 0.01 {
            continue;
        }
        let chance = ((1.0 - share) / share / f64::from(draws)).sqrt();
        within(solid.volume(NEVER).unwrap(), share * (high - low).element_product(), 0.002 + 4.0 * chance);
        tried += 1;
    }
}

/// Material just behind, air just in front. Near an edge of the solid, either may fail honestly: a step along the normal crosses it.
fn bounds_the_solid(solid: &Solid, point: &SurfacePoint) -> bool {
    let step = point.normal * 1e-7;
    solid.contains(point.position - step) && !solid.contains(point.position + step)
}

#[test]
fn points_lie_between_material_and_air() {
    let mut dice = Dice(6);
    for k in 0..200 {
        let solid = dice.recipe([0.0, 0.25][k % 2]).solid().unwrap();
        let Ok(points) = solid.surface_points(1000, &mut || dice.unit(), NEVER) else {
            assert!(solid.volume(NEVER).unwrap() < 1e-3);
            continue;
        };
        assert!(points.iter().all(|point| (point.normal.length() - 1.0).abs() < 1e-12));
        let wrong = points.iter().filter(|point| !bounds_the_solid(&solid, point)).count();
        assert!(wrong <= 1, "{wrong} of {k}");
    }
}

/// Boxes as one mesh, each a shell of its own.
fn boxes(boxes: &[[[f64; 3]; 2]]) -> Solid {
    let mut triangles = Vec::new();
    for &[low, size] in boxes {
        let solid = at(cuboid(size[0], size[1], size[2]), 0.0, 0.0, 0.0);
        let middle = DVec3::from(low) + DVec3::from(size) / 2.0;
        let mesh = solid.tessellate(8, NEVER).unwrap();
        triangles.extend(mesh.triangles.iter().map(|t| t.map(|k| mesh.vertices[k as usize] + middle)));
    }
    let mesh = Mesh::from_triangles(&triangles, NEVER).unwrap().0;
    Leaf::from_mesh(mesh, Placement::IDENTITY, FEATURE_ANGLE, NEVER).unwrap().into()
}

#[test]
fn what_bodies_of_a_mesh_hide_between_them_is_not_their_surface() {
    let large = [[0.0; 3], [2.0, 2.0, 2.0]];
    // A small body beside a large one, just touching, all but touching, in it, half in it; and how much of both surfaces is left.
    for (x, wide, area) in [
        (2.5, 1.0, 24.0 + 6.0),
        (2.0, 1.0, 24.0 + 6.0 - 2.0),
        (2.0 + 1e-6, 1.0, 24.0 + 6.0 - 2.0),
        (0.5, 1.0, 24.0),
        (1.5, 1.0, 24.0 - 1.0 + 1.0 + 4.0 * 0.5),
    ] {
        let solid = boxes(&[large, [[x, 0.5, 0.5], [wide, 1.0, 1.0]]]);
        within(solid.surface_area(NEVER).unwrap(), area, 2e-3);
        let mut dice = Dice(3);
        let points = solid.surface_points(2000, &mut || dice.unit(), NEVER).unwrap();
        let on_small = points.iter().filter(|point| point.position.x > 2.0 + 1e-3).count();
        let wanted =
            if x == 0.5 { 0.0 } else { (x + wide - f64::max(x, 2.0)) * 4.0 + 1.0 + f64::from(x == 2.5) };
        assert!((on_small as f64 - 2000.0 * wanted / area).abs() < 60.0, "{x}: {on_small}, {wanted}");
    }
}

/// How far counts are from what areas promise, in standard deviations a face.
fn chi_square(counts: &[usize], areas: &[f64]) -> f64 {
    let (total, area) = (counts.iter().sum::<usize>() as f64, areas.iter().sum::<f64>());
    let parts = counts.iter().zip(areas).map(|(count, share)| {
        let wanted = total * share / area;
        (*count as f64 - wanted) * (*count as f64 - wanted) / wanted
    });
    parts.sum::<f64>()
}

#[test]
fn every_face_gets_its_share_of_the_points() {
    // A cube of 2 with a notch of 1 cut from a corner; the notch's outer faces coincide with the cube's.
    let cube = at(cuboid(2.0, 2.0, 2.0), 0.0, 0.0, 0.0);
    let notch = || at(cuboid(1.0, 1.0, 1.0), 0.5, 0.5, 0.5);
    let mut dice = Dice(7);
    let solid = cube.join(Op::Difference, notch()).unwrap();
    within(solid.surface_area(NEVER).unwrap(), 24.0, 5e-3);
    let points = solid.surface_points(20_000, &mut || dice.unit(), NEVER).unwrap();
    let mut counts = [0; 9];
    for SurfacePoint { position, normal } in points {
        let axis = (0..3).find(|axis| normal[*axis].abs() > 0.5).unwrap();
        let side = if normal[axis] < 0.0 {
            0
        } else if position[axis] > 0.5 {
            1
        } else {
            2
        };
        assert!(side != 2 || position[axis].abs() < 1e-12);
        counts[axis * 3 + side] += 1;
    }
    // 99.9 % of honest draws stay below 26.1 with eight degrees of freedom.
    let areas = [4.0, 3.0, 1.0, 4.0, 3.0, 1.0, 4.0, 3.0, 1.0];
    assert!(chi_square(&counts, &areas) < 26.1, "{counts:?}");
}

#[test]
fn coincident_faces_count_once() {
    // Two cubes side by side share a wall that is inside; their tops lie in one plane.
    let cube = |x| at(cuboid(1.0, 1.0, 1.0), x, 0.0, 0.0);
    within(cube(0.0).join(Op::Union, cube(1.0)).unwrap().surface_area(NEVER).unwrap(), 10.0, 1e-9);
    within(cube(0.0).join(Op::Union, cube(0.5)).unwrap().surface_area(NEVER).unwrap(), 8.0, 5e-3);
    within(cube(0.0).join(Op::Union, cube(0.0)).unwrap().surface_area(NEVER).unwrap(), 6.0, 1e-9);
    within(cube(0.0).join(Op::Intersection, cube(0.5)).unwrap().surface_area(NEVER).unwrap(), 4.0, 5e-3);
    within(cube(0.0).join(Op::Difference, cube(0.5)).unwrap().surface_area(NEVER).unwrap(), 4.0, 5e-3);
    within(cube(0.0).join(Op::Difference, cube(1.0)).unwrap().surface_area(NEVER).unwrap(), 6.0, 1e-9);
    let solid = cube(0.0).join(Op::Union, cube(0.5)).unwrap();
    let mut dice = Dice(8);
    let points = solid.surface_points(10_000, &mut || dice.unit(), NEVER).unwrap();
    let mut thirds = [0; 3];
    for point in points.iter().filter(|point| point.normal.z > 0.5) {
        thirds[((point.position.x + 0.5) * 2.0) as usize] += 1;
    }
    // 99.9 % stay below 13.8 with two degrees of freedom.
    assert!(chi_square(&thirds, &[1.0, 1.0, 1.0]) < 13.8, "{thirds:?}");
}

#[test]
fn coaxial_pipes_of_one_radius_are_one_face() {
    let pipe = |z| at(Primitive::Cylinder { radius: 0.5, height: 1.0 }, 0.0, 0.0, z);
    let long = pipe(0.0).join(Op::Union, pipe(0.5)).unwrap();
    within(long.surface_area(NEVER).unwrap(), PI * (1.5 + 0.5), 5e-3);
    within(long.volume(NEVER).unwrap(), PI * 0.25 * 1.5, 1e-3);
}

#[test]
fn the_lens_of_two_unequal_balls_gets_points_by_the_areas_of_its_caps() {
    let lens = ball(1.0, 0.0).join(Op::Intersection, ball(0.5, 0.9)).unwrap();
    // The circle where they meet lies at x = (0.81 + 1 - 0.25) / 1.8.
    let x = (0.81 + 1.0 - 0.25) / 1.8;
    let areas = [2.0 * PI * (1.0 - x), 2.0 * PI * 0.5 * (0.5 - (0.9 - x))];
    within(lens.surface_area(NEVER).unwrap(), areas.iter().sum(), 5e-3);
    let mut dice = Dice(9);
    let points = lens.surface_points(10_000, &mut || dice.unit(), NEVER).unwrap();
    let first = points.iter().filter(|point| (point.position.length() - 1.0).abs() < 1e-9).count();
    // 99.9 % stay below 10.8 with one degree of freedom.
    assert!(chi_square(&[first, 10_000 - first], &areas) < 10.8, "{first}");
}

#[test]
fn the_same_numbers_give_the_same_points() {
    let text = br#"[{"prim": "box", "params": [1, 1, 1], "op": "base"}, {"prim": "cone", "params": [0.4, 2], "op": "difference"}]"#;
    let solid = Recipe::parse(text).unwrap().solid().unwrap();
    let draw = || {
        let mut dice = Dice(4);
        solid.surface_points(100, &mut || dice.unit(), NEVER).unwrap()
    };
    assert_eq!(draw(), draw());
    assert_eq!(solid.volume(NEVER).unwrap().to_bits(), solid.volume(NEVER).unwrap().to_bits());
}
