//! Scenes at random: shapes of every kind, turned every way, and furniture.

use spatiq_bench::{Rng, Seed};
use spatiq_geom::{DMat3, DVec2, DVec3, Mesh, NEVER, Placement};
use spatiq_scene::{
    Camera, Category, Kind, Lamp, Model, Object, Paint, Part, PartCategory, Pattern, Piece, Room, Scene,
    Shape, Texture, Walls, furniture,
};
use std::sync::Arc;

/// Width and height of the pictures of tests.
pub const SIZE: [usize; 2] = [80, 60];

/// Objects of shapes of every kind but meshes.
pub fn shapes(seed: u64) -> Scene {
    let mut rng = Seed::root(seed).child("shapes").rng();
    let objects = 1 + rng.below(5);
    let objects = (0..objects).map(|_| object(shape_model(&mut rng), anywhere(&mut rng))).collect();
    scene(&mut rng, objects)
}

/// Furniture that stands on the floor.
pub fn furnished(seed: u64) -> Scene {
    let mut rng = Seed::root(seed).child("furnished").rng();
    let objects = (0..4).map(|_| {
        let model =
            furniture::make(*rng.pick(&Category::FURNITURE), rng.below(furniture::MODELS as usize) as u32);
        let turn = about(2, rng.between(-3.0, 3.0));
        let shift = DVec3::new(rng.between(-3.0, 3.0), rng.between(-3.0, 4.0), 0.0);
        object(model, Placement { turn, shift })
    });
    let objects = objects.collect();
    scene(&mut rng, objects)
}

/// Both kinds, one after the other.
pub fn several() -> impl Iterator<Item = (String, Scene)> {
    (0..12).flat_map(|seed| {
        [(format!("shapes {seed}"), shapes(seed)), (format!("furnished {seed}"), furnished(seed))]
    })
}

/// One shape alone, in a room and seen as in the peers' pictures.
pub fn alone(shape: Shape, placement: Placement) -> Scene {
    let piece = Piece { shape, placement: Placement::IDENTITY };
    let part = Part { category: PartCategory::Body, pieces: vec![piece] };
    let model = Model { category: Category::Box, name: "alone".into(), parts: vec![part] };
    let mut rng = Seed::root(0).rng();
    let mut scene = scene(&mut rng, vec![object(model, placement)]);
    scene.camera = Camera { eye: [0.0, -10.0, 1.0], at: [0.0, 0.0, 1.0], focal: 1.0 };
    scene
}

/// The surface of a box as twelve triangles.
pub fn box_mesh(half: DVec3) -> Shape {
    let corner = |k: usize| {
        let sign = |bit: usize| if k >> bit & 1 == 1 { 1.0 } else { -1.0 };
        half * DVec3::new(sign(0), sign(1), sign(2))
    };
    let faces = [[0, 4, 6, 2], [1, 3, 7, 5], [0, 1, 5, 4], [2, 6, 7, 3], [0, 2, 3, 1], [4, 5, 7, 6]];
    let triangles: Vec<[DVec3; 3]> = faces
        .iter()
        .flat_map(|[a, b, c, d]| [[a, b, c], [a, c, d]])
        .map(|face| face.map(|k| corner(*k)))
        .collect();
    let (mesh, _) = Mesh::from_triangles(&triangles, NEVER).expect("a box is a mesh");
    Shape::mesh(mesh)
}

/// How many parts a scene has.
pub fn part_count(scene: &Scene) -> u16 {
    scene.objects.iter().map(|object| object.model.parts.len() as u16).sum()
}

fn scene(rng: &mut Rng, objects: Vec<Object>) -> Scene {
    let texture = |pattern: Pattern| Texture {
        pattern,
        colours: [[180, 140, 100], [120, 90, 70]],
        scale: 1.0,
        turn: 20.0,
        seed: 7,
    };
    let walls = Walls { back: 6.0, side: 8.0, textures: [(); 3].map(|()| texture(Pattern::Plain)) };
    let lamp = |position: [f64; 3]| Lamp { position, aim: [0.0; 3], radius: 0.8, power: [0.5; 3] };
    Scene {
        kind: Kind::Room,
        room: Room { floor: texture(Pattern::Planks), walls: rng.coin().then_some(walls) },
        camera: Camera {
            eye: [rng.between(-2.0, 2.0), -11.0, rng.between(1.0, 5.0)],
            at: [rng.between(-1.0, 1.0), 0.0, 0.7],
            focal: 0.97,
        },
        lamps: vec![lamp([6.0, -8.0, 9.0]), lamp([-7.0, -10.0, 7.0])],
        ambient: 0.3,
        objects,
    }
}

fn object(model: Model, placement: Placement) -> Object {
    let paint = model.counts().into_keys().map(|part| (part, Paint::Rgb([150, 60, 40]))).collect();
    Object { model: Arc::new(model), placement, paint }
}

/// One to four parts of one or two shapes each.
fn shape_model(rng: &mut Rng) -> Model {
    let mut part = || {
        let pieces = 1 + rng.below(2);
        let pieces = (0..pieces).map(|_| Piece { shape: shape(rng), placement: within(rng, 0.7) });
        Part { category: PartCategory::Body, pieces: pieces.collect() }
    };
    let parts = (0..3).map(|_| part()).collect();
    Model { category: Category::Box, name: "shapes".into(), parts }
}

fn shape(rng: &mut Rng) -> Shape {
    let mut size = || rng.between(0.1, 0.8);
    let (a, b, c) = (size(), size(), size());
    match rng.below(7) {
        0 => Shape::Box { half: DVec3::new(a, b, c) },
        1 => Shape::cylinder(a, b),
        2 => Shape::Frustum { bottom: a, top: b, half_height: c },
        3 => Shape::Frustum { bottom: a, top: 0.0, half_height: c },
        4 => Shape::Prism { outline: outline(rng, a), half_height: b },
        5 => Shape::Ball { radius: a },
        _ => Shape::Ring { ring: 0.3 + a, tube: 0.3 * b },
    }
}

/// Corners on a circle or of a rectangle, and some more between two of them, on one line with both: convex,
/// counter-clockwise.
fn outline(rng: &mut Rng, radius: f64) -> Vec<DVec2> {
    // Along the axes three corners are on one line to the last bit, otherwise nearly so.
    let rectangle = [[-1.0, -0.6], [1.0, -0.6], [1.0, 0.6], [-1.0, 0.6]].map(DVec2::from);
    let corners = 3 + rng.below(5);
    let corner = |k: usize| {
        let angle = std::f64::consts::TAU * (k as f64 + rng.between(0.0, 0.8)) / corners as f64;
        DVec2::new(libm::cos(angle), libm::sin(angle))
    };
    let round: Vec<DVec2> = (0..corners).map(corner).collect();
    let corners = if rng.coin() { rectangle.to_vec() } else { round };
    let mut outline = Vec::new();
    for (at, next) in corners.iter().zip(corners.iter().cycle().skip(1)) {
        outline.push(*at * radius);
        if rng.coin() {
            outline.push(at.midpoint(*next) * radius);
        }
    }
    outline
}

fn anywhere(rng: &mut Rng) -> Placement {
    let placement = within(rng, 3.0);
    Placement { shift: placement.shift + DVec3::Z * 1.5, ..placement }
}

fn within(rng: &mut Rng, reach: f64) -> Placement {
    let mut draw = |most: f64| rng.between(-most, most);
    let turn = about(0, draw(3.0)) * about(1, draw(3.0)) * about(2, draw(3.0));
    Placement { turn, shift: DVec3::new(draw(reach), draw(reach), draw(reach)) }
}

/// A turn about an axis.
pub fn about(axis: usize, angle: f64) -> DMat3 {
    let (sin, cos) = (libm::sin(angle), libm::cos(angle));
    let turned = |from: DVec3| {
        let along = DVec3::AXES[axis];
        from * cos + along.cross(from) * sin + along * along.dot(from) * (1.0 - cos)
    };
    DMat3::from_cols(turned(DVec3::X), turned(DVec3::Y), turned(DVec3::Z))
}
