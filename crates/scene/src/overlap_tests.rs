//! What overlaps by how much: by hand, against directions all around, and in all scenes that are put together.

use super::*;
use crate::arrange::{Rules, arrange};
use crate::category::{Category, PartCategory};
use crate::model::{Model, Part};
use crate::scene::{Kind, Pattern, Room, Texture, Walls};
use crate::stock::Generated;
use crate::{Camera, Pose};
use proptest::prelude::*;
use spatiq_bench::{Seed, Split};
use spatiq_geom::DVec2;

fn object(shape: Shape, position: [f64; 3], turn: [f64; 4]) -> Object {
    let piece = Piece { shape, placement: Placement::IDENTITY };
    let parts = vec![Part { category: PartCategory::Body, pieces: vec![piece] }];
    let model = Arc::new(Model { category: Category::Box, name: String::new(), parts });
    Object { model, placement: Pose::new(position, turn).unwrap().placement(), paint: Default::default() }
}

fn upright(shape: Shape, position: [f64; 3]) -> Object {
    object(shape, position, Pose::NO_TURN)
}

fn cube() -> Shape {
    Shape::Box { half: DVec3::splat(0.5) }
}

/// The same as triangles.
fn hollow_cube() -> Shape {
    let corners = cube().corners(0);
    let sides = [[0, 1, 3, 2], [4, 6, 7, 5], [0, 4, 5, 1], [2, 3, 7, 6], [0, 2, 6, 4], [1, 5, 7, 3]];
    let triangles = sides.iter().flat_map(|[a, b, c, d]| [[*a, *b, *c], [*a, *c, *d]]).collect();
    Shape::mesh(Facets::new(corners, triangles).unwrap())
}

fn scene(objects: Vec<Object>) -> Scene {
    let texture = Texture { pattern: Pattern::Plain, colours: [[9; 3]; 2], scale: 1.0, turn: 0.0, seed: 0 };
    let textures = std::array::from_fn(|_| texture.clone());
    Scene {
        kind: Kind::Room,
        room: Room { floor: texture, walls: Some(Walls { back: 5.0, side: 6.0, textures }) },
        camera: Camera { eye: [0.0, -9.0, 3.0], at: [0.0; 3], focal: 1.0 },
        lamps: Vec::new(),
        ambient: 0.5,
        objects,
    }
}

fn said(objects: Vec<Object>) -> String {
    check(&scene(objects)).map_or_else(|error| error.to_string(), |()| String::new())
}

fn depth(one: &Object, other: &Object) -> f64 {
    Thing::new(one).depth_in(&Thing::new(other), &mut 0).unwrap()
}

#[test]
fn what_reaches_into_something_is_refused_with_its_place_and_by_how_much() {
    let at = |x: f64, y: f64, z: f64| upright(cube(), [x, y, z]);
    for (objects, line) in [
        (
            vec![at(0.0, 0.0, 0.5), at(0.9, 0.0, 0.5)],
            "objects[1] reaches 0.100 m into objects[0]; move one of them",
        ),
        (
            vec![at(0.0, 0.0, 0.5), at(0.2, 0.1, 1.4)],
            "objects[1] reaches 0.100 m into objects[0]; move one of them",
        ),
        (vec![at(0.0, 0.0, 0.49)], "objects[0] reaches 0.010 m into the floor; move it up"),
        (vec![at(0.0, 4.6, 0.5)], "objects[0] reaches 0.100 m into the back wall; move it into the room"),
        (vec![at(-5.75, 0.0, 0.5)], "objects[0] reaches 0.250 m into the left wall; move it into the room"),
        (
            vec![at(0.0, 0.0, 0.5), at(8.0, 0.0, 0.5)],
            "objects[1] reaches 2.500 m into the right wall; move it into the room",
        ),
    ] {
        assert_eq!(said(objects), line);
    }
}

#[test]
fn what_touches_is_accepted() {
    let at = |x: f64, y: f64, z: f64| upright(cube(), [x, y, z]);
    // Beside and on top of each other, against the wall, and a hair too deep everywhere.
    for hair in [0.0, 0.004] {
        let touching = vec![
            at(0.0, 4.5 + hair, 0.5),
            at(1.0 - hair, 4.5, 0.5),
            at(0.3, 4.2, 1.5 - hair),
            at(-5.5 - hair, 0.0, 0.5 - hair),
        ];
        assert_eq!(said(touching), "");
    }
    // Leaning with an edge on the edge of another.
    let diagonal = 0.5f64.sqrt();
    let eighth = [libm::cos(std::f64::consts::PI / 8.0), 0.0, libm::sin(std::f64::consts::PI / 8.0), 0.0];
    let edge = |x: f64| vec![at(0.0, 0.0, 0.5), object(cube(), [x, 0.0, diagonal], eighth)];
    assert_eq!(said(edge(0.5 + diagonal)), "");
    assert!(said(edge(0.45 + diagonal)).contains("reaches 0.050 m into objects[0]"));
}

#[test]
fn round_things_overlap_by_what_their_radii_say() {
    let ball = |x: f64, y: f64| upright(Shape::Ball { radius: 0.5 }, [x, y, 0.5]);
    assert!((depth(&ball(0.0, 0.0), &ball(0.6, 0.6)) - (1.0 - 0.72f64.sqrt())).abs() < 1e-6);
    // A corner of a cube, some way into a ball: the nearest way out is along the diagonal.
    let corner = upright(cube(), [0.8, 0.8, 0.8]);
    let centre = upright(Shape::Ball { radius: 0.6 }, [0.0; 3]);
    assert!((depth(&centre, &corner) - (0.6 - 0.27f64.sqrt())).abs() < 1e-6);
    let post = |x: f64| upright(Shape::cylinder(0.3, 0.5), [x, 0.0, 0.5]);
    assert!((depth(&post(0.0), &post(0.5)) - 0.1).abs() < 1e-3);
}

#[test]
fn what_is_linked_without_overlap_is_accepted_and_what_cuts_through_is_not() {
    let ring = Shape::Ring { ring: 0.8, tube: 0.1 };
    let quarter = std::f64::consts::FRAC_1_SQRT_2;
    let lying = |x: f64| object(ring.clone(), [x, 0.0, 0.9], Pose::NO_TURN);
    let standing = object(ring.clone(), [0.0, 0.0, 0.9], [quarter, quarter, 0.0, 0.0]);
    assert_eq!(said(vec![standing.clone(), lying(0.8)]), "");
    // One tube within the other.
    let line = said(vec![standing, lying(0.1)]);
    assert!(line.starts_with("objects[1] reaches 0.") && line.ends_with("into objects[0]; move one of them"));
    let post = |x: f64| upright(Shape::cylinder(0.3, 0.5), [x, 0.0, 0.9]);
    assert_eq!(said(vec![lying(0.0), post(0.35)]), "");
    assert!(said(vec![lying(0.0), post(0.55)]).contains("reaches 0.1"));
}

#[test]
fn triangles_overlap_where_they_cross_and_not_where_only_their_hulls_do() {
    let mesh = |x: f64| upright(hollow_cube(), [x, 0.0, 0.5]);
    assert_eq!(said(vec![mesh(0.0), mesh(1.0)]), "");
    assert!(said(vec![mesh(0.0), mesh(0.9)]).contains("reaches 0.100 m into objects[0]"));
    assert!(said(vec![mesh(0.0), upright(cube(), [0.2, 0.9, 0.5])]).contains("reaches 0.100 m"));
    // Stacked, and with an edge aslant on a face: they touch, and their hulls do no more.
    assert_eq!(said(vec![mesh(0.0), upright(hollow_cube(), [0.3, 0.2, 1.5])]), "");
    // An angle of two sheets: its hull is a wedge, and what is within that touches nothing.
    let corners = [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1], [1, 0, 1], [0, 1, 1]];
    let corners = corners.map(|corner| DVec3::from(corner.map(f64::from))).to_vec();
    let angle = Facets::new(corners, vec![[0, 1, 4], [0, 4, 3], [0, 2, 5], [0, 5, 3]]).unwrap();
    let angle = upright(Shape::mesh(angle), [0.0; 3]);
    let small = |x: f64| upright(Shape::Box { half: DVec3::splat(0.1) }, [x, 0.3, 0.5]);
    assert_eq!(said(vec![angle.clone(), small(0.3)]), "");
    // Nor is what touches one of the sheets within it.
    assert_eq!(said(vec![angle.clone(), small(0.1)]), "");
    assert!(said(vec![angle, small(0.05)]).contains("into objects[0]"));
}

#[test]
fn more_than_can_be_looked_at_is_refused() {
    // Rods side by side, aslant: the boxes around them all meet.
    let rods = |shift: f64| {
        let pieces = (0..1500).map(|k| Piece {
            shape: Shape::Box { half: DVec3::new(2.0, 1e-4, 1e-4) },
            placement: Pose::upright([0.0, shift + 1e-3 * f64::from(k), 1.0], 45.0).placement(),
        });
        let parts = vec![Part { category: PartCategory::Body, pieces: pieces.collect() }];
        let model = Arc::new(Model { category: Category::Box, name: String::new(), parts });
        Object { model, placement: Placement::IDENTITY, paint: Default::default() }
    };
    assert!(said(vec![rods(-1.0), rods(-0.9995)]).starts_with("more than 2000000 pairs"));
}

#[test]
fn every_scene_that_is_put_together_is_accepted() {
    for (kind, count) in [(Kind::Room, 60), (Kind::Physics, 60), (Kind::Ground, 200)] {
        for number in 0..count {
            let seed = Seed::root(77).child(kind.name()).child(number);
            let scene = arrange(&Rules::of(kind), &Generated, Split::Train, &seed).unwrap();
            assert_eq!(check(&scene), Ok(()), "{} {number}", kind.name());
        }
    }
}

/// Some shape of any kind that is convex.
fn shape() -> impl Strategy<Value = Shape> {
    let size = || 0.1..0.8f64;
    let outline = |corners: usize| {
        let angle = |k: usize| std::f64::consts::TAU * k as f64 / corners as f64;
        (0..corners).map(|k| DVec2::new(libm::cos(angle(k)), 0.5 * libm::sin(angle(k)))).collect::<Vec<_>>()
    };
    prop_oneof![
        (size(), size(), size()).prop_map(|(x, y, z)| Shape::Box { half: DVec3::new(x, y, z) }),
        (size(), size(), size()).prop_map(|(bottom, top, half_height)| Shape::Frustum {
            bottom,
            top,
            half_height
        }),
        size().prop_map(|radius| Shape::Ball { radius }),
        (3usize..9, size())
            .prop_map(move |(corners, half_height)| Shape::Prism { outline: outline(corners), half_height }),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    /// No direction of thousands all around brings them apart sooner, and along none do they come apart where they overlap.
    #[test]
    fn the_depth_is_the_least_of_all_directions(
        one in shape(), other in shape(),
        place in proptest::array::uniform3(-0.9..0.9f64),
        turns in proptest::array::uniform2(proptest::array::uniform4(-1.0..1.0f64)),
    ) {
        prop_assume!(turns.iter().all(|turn| turn.iter().any(|part| part.abs() > 0.1)));
        let (one, other) = (object(one, [0.0; 3], turns[0]), object(other, place, turns[1]));
        let [one, other] = [one, other].map(|object| Thing::new(&object).solids.remove(0));
        let found = one.depth_in(&other);
        let least = (0..20_000).map(|k| {
            let z = 1.0 - (2 * k + 1) as f64 / 20_000.0;
            let (aside, angle) = ((1.0 - z * z).sqrt(), 2.399_963_229_728_653 * k as f64);
            let way = DVec3::new(aside * libm::cos(angle), aside * libm::sin(angle), z);
            one.reach(way) + other.reach(-way)
        }).fold(f64::INFINITY, f64::min);
        // How far apart two bodies are is of no interest, so the engine need not look for the very best way then.
        prop_assert!(found.max(0.0) <= least.max(0.0) + 5e-4, "{} though {} is enough", found, least);
        // A true depth cannot be far below that of the nearest direction of so many.
        prop_assert!(found.max(0.0) >= least.max(0.0) - 0.03, "{} though {} is needed", found, least);
    }
}
