//! Scenes to text and back, and files that make no sense.

use super::*;
use crate::category::{Category, Colour, PartCategory};
use crate::model::{Model, Part};
use crate::pose::Pose;
use crate::scene::{Camera, Kind, Lamp, Object, Paint, Pattern, Room, Scene, Texture, Walls};
use crate::shape::{Piece, Shape};
use serde_json::{Value, json};
use spatiq_bench::Seed;
use spatiq_geom::{DMat3, DVec2, DVec3, Mesh, NEVER, Placement};
use std::sync::Arc;

fn nothing(_: &str) -> Option<Arc<Model>> {
    None
}

fn piece(shape: Shape, turn: [f64; 4]) -> Piece {
    Piece { shape, placement: Pose::new([0.1, -0.2, 0.3], turn).unwrap().placement() }
}

/// A chair that has every shape in it.
fn chair() -> Model {
    let outline = vec![DVec2::new(0.2, 0.0), DVec2::new(0.1, 0.3), DVec2::new(-0.2, 0.1)];
    let part = |category, pieces| Part { category, pieces };
    let parts = vec![
        part(PartCategory::Leg, vec![piece(Shape::Box { half: DVec3::splat(0.1) }, Pose::NO_TURN)]),
        part(PartCategory::Leg, vec![piece(Shape::cylinder(0.03, 1.0 / 3.0), [1.0, 0.1, 0.2, 0.3])]),
        part(
            PartCategory::Back,
            vec![
                piece(Shape::Frustum { bottom: 0.0, top: 0.2, half_height: 0.1 }, [0.0, 1.0, 1.0, 0.0]),
                piece(Shape::Prism { outline, half_height: 0.02 }, [0.5, 0.5, -0.5, 0.5]),
            ],
        ),
        part(PartCategory::Other, vec![piece(Shape::Ball { radius: 0.05 }, Pose::NO_TURN)]),
        part(PartCategory::Wheel, vec![piece(Shape::Ring { ring: 0.1, tube: 0.02 }, [1.0, 1.0, 0.0, 0.0])]),
    ];
    Model { category: Category::Chair, name: "chair \"7\", ü".into(), parts }
}

fn scene() -> Scene {
    let texture = |pattern| Texture {
        pattern,
        colours: [[200, 180, 160], [90, 80, 70]],
        scale: 0.7,
        turn: 12.5,
        seed: 5,
    };
    let model = Arc::new(chair());
    let paint = model
        .counts()
        .into_keys()
        .zip([Paint::Named(Colour::Red), Paint::Rgb([1, 2, 3])].into_iter().cycle());
    let walls = Walls {
        back: 6.0,
        side: 8.0,
        textures: [Pattern::Plain, Pattern::Bricks, Pattern::Stripes].map(texture),
    };
    Scene {
        kind: Kind::Room,
        room: Room { floor: texture(Pattern::Planks), walls: Some(walls) },
        camera: Camera { eye: [0.1, -15.5, 5.5], at: [0.0, 0.0, 0.5], focal: 35.0 / 36.0 },
        lamps: vec![Lamp { position: [1.0, 2.0, 9.0], aim: [0.0; 3], radius: 0.5, power: [1.0, 0.9, 0.8] }],
        ambient: 0.3,
        objects: vec![Object {
            placement: Pose::upright([0.3, 1e-7, 0.0], 33.3).placement(),
            paint: paint.collect(),
            model,
        }],
    }
}

#[test]
fn writing_and_reading_changes_nothing() {
    let first = settled(&scene());
    let text = write(&first, None);
    let again = read(text.as_bytes(), &nothing).unwrap();
    assert_eq!(write(&again, None), text);
    // Debug prints every number so that no two differ alike.
    assert_eq!(format!("{again:?}"), format!("{first:?}"));
    assert!(text.lines().all(|line| line.len() <= 140), "{text}");
}

#[test]
fn settling_moves_nothing_by_more_than_a_nanometre_and_settles_once_and_for_all() {
    let (before, after) = (scene(), settled(&scene()));
    assert_eq!(format!("{:?}", settled(&after)), format!("{after:?}"));
    for (one, two) in before.objects[0].model.pieces().zip(after.objects[0].model.pieces()) {
        let corners = one.shape.corners(12).into_iter().zip(two.shape.corners(12));
        for (a, b) in corners {
            assert!(one.placement.to_world(a).abs_diff_eq(two.placement.to_world(b), 1e-9));
        }
    }
}

#[test]
fn a_mirrored_object_is_written_out_as_mirrored_pieces() {
    let mut mirrored = scene();
    let turn = DMat3::from_diagonal(DVec3::new(-1.0, 1.0, 1.0));
    let mirror = Placement { turn, shift: DVec3::ZERO };
    mirrored.objects[0].placement = mirrored.objects[0].placement.within(&mirror);
    let again = read(write(&settled(&mirrored), None).as_bytes(), &nothing).unwrap();
    // The box around every piece, along the axes and across, is the mirrored box of the original.
    let bounds = |scene: &Scene, tilt: &Placement| -> Vec<[DVec3; 2]> {
        let object = &scene.objects[0];
        let place = |piece: &Piece| piece.placement.within(&object.placement).within(tilt);
        let pieces = object.model.pieces();
        pieces.map(|piece| Piece { shape: piece.shape.clone(), placement: place(piece) }.bounds()).collect()
    };
    for turn in [Pose::NO_TURN, [1.0, 0.3, 0.2, 0.1], [0.1, 0.5, -0.7, 0.9]] {
        let tilt = Pose::new([0.0; 3], turn).unwrap().placement();
        for (a, b) in bounds(&mirrored, &tilt).into_iter().zip(bounds(&again, &tilt)) {
            assert!(a[0].abs_diff_eq(b[0], 1e-9) && a[1].abs_diff_eq(b[1], 1e-9), "{a:?} {b:?}");
        }
    }
}

#[test]
fn a_model_with_a_mesh_is_named_and_found_in_its_library() {
    let corners = [DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z];
    let triangles =
        [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]].map(|three: [usize; 3]| three.map(|k| corners[k]));
    let (mesh, _) = Mesh::from_triangles(&triangles, NEVER).unwrap();
    let mesh = Piece { shape: Shape::mesh(mesh), placement: Placement::IDENTITY };
    let parts = vec![Part { category: PartCategory::Body, pieces: vec![mesh] }];
    let model = Arc::new(Model { category: Category::Cart, name: "cart/12".into(), parts });
    let mut scene = scene();
    scene.objects[0].paint = [(PartCategory::Body, Paint::Named(Colour::Blue))].into();
    scene.objects[0].model = model.clone();
    let text = write(&scene, None);
    let again = read(text.as_bytes(), &|name| (name == "cart/12").then(|| model.clone())).unwrap();
    assert!(Arc::ptr_eq(&again.objects[0].model, &model));
    assert_eq!(write(&again, None), text);
    let error = read(text.as_bytes(), &nothing).unwrap_err().to_string();
    assert_eq!(error, "objects[0].model.library: no library at hand has a model \"cart/12\"");
}

#[test]
fn a_turn_need_not_have_length_one() {
    let mut value = value();
    value["objects"][0]["turn"] = json!([3.0, 0.0, 0.0, 3.0]);
    let scene = read(value.to_string().as_bytes(), &nothing).unwrap();
    assert!(scene.objects[0].placement.turn.x_axis.abs_diff_eq(DVec3::Y, 1e-15));
}

#[test]
fn a_field_that_comes_twice_is_refused_wherever_it_is() {
    let text = write(&scene(), None);
    for (field, again) in [
        ("\"ambient\": ", "\"ambient\": 0.5, \"ambient\": "),
        ("\"radius\": ", "\"radius\": 0.5, \"radius\": "),
    ] {
        let twice = text.replacen(field, again, 1);
        assert_ne!(twice, text);
        let error = read(twice.as_bytes(), &nothing).unwrap_err().to_string();
        let name = field.trim_end_matches(": ");
        assert!(error.contains(&format!("the field {name} comes twice in one object")), "{error}");
    }
}

fn value() -> Value {
    serde_json::from_str(&write(&scene(), None)).unwrap()
}

/// What is wrong with the valid file when one place in it is set to something else.
fn error_with(pointer: &str, new: Value) -> String {
    let mut value = value();
    let (parent, name) = pointer.rsplit_once('/').unwrap();
    match value.pointer_mut(parent).unwrap() {
        Value::Object(fields) => drop(fields.insert(name.into(), new)),
        list => list[name.parse::<usize>().unwrap()] = new,
    }
    match read(value.to_string().as_bytes(), &nothing) {
        Ok(_) => panic!("{pointer} was accepted"),
        Err(error) => error.to_string(),
    }
}

#[test]
fn what_makes_no_sense_is_refused_with_its_place() {
    let piece = "/objects/0/parts/0/pieces/0";
    let at = |name: &str| format!("{piece}/{name}");
    let prism =
        |outline: Value| json!({"shape": "prism", "outline": outline, "half_height": 1, "at": [0, 0, 0]});
    let star: Vec<[f64; 2]> = (0..5)
        .map(|k| 4.0 * f64::from(k) * std::f64::consts::PI / 5.0)
        .map(|a| [libm::cos(a), libm::sin(a)])
        .collect();
    let cases = [
        ("/spatiq_scene", json!(2), "the file: has version 2"),
        ("/kind", json!("garden"), "kind: unknown variant `garden`"),
        ("/comment", json!("hello"), "the file: unknown field \"comment\""),
        ("/camera/at", json!([0.1, -15.5, 5.5]), "camera: eye and at are the same point"),
        ("/camera/at", json!([0.1, -15.5, 0.0]), "camera: looks straight up or down"),
        ("/camera/focal", json!(0), "camera: focal is 0"),
        ("/camera/eye", json!([0, -3, -1]), "camera: eye is not above the floor"),
        ("/camera/eye", json!([0, 1e5, 1]), "camera.eye: is farther away than"),
        ("/camera/eye", json!(1e-300), "camera.eye: must be a list of 3 numbers"),
        ("/camera/zoom", json!(2), "camera: unknown field \"zoom\""),
        (
            "/camera",
            json!([[0, -9, 3], [0, 0, 1], 0.97]),
            "camera: must be an object with the fields eye, at, focal",
        ),
        ("/kind", json!({"room": null}), "kind: must be a text"),
        ("/lamps/0", json!([]), "lamps[0]: must be an object"),
        ("/lamps/0/radius", json!("x"), "lamps[0].radius: must be a number"),
        ("/lamps/0/position", json!([1, 20, 3]), "lamps[0]: is behind a wall"),
        ("/room/walls/back", json!(null), "room.walls.back: must be a number"),
        ("/room/walls/textures", json!([]), "room.walls.textures: must be three"),
        ("/room/floor/colours", json!([[1, 2, 256], [1, 2, 3]]), "room.floor.colours: must be two lists"),
        ("/room/floor/seed", json!(-1), "room.floor.seed: must be a whole number from 0 to 4294967295"),
        ("/objects/0/category", json!({"table": null}), "objects[0].category: must be a text"),
        ("/objects/0/parts/0/part", json!({}), "objects[0].parts[0].part: must be a text"),
        ("/camera", json!({"eye": [0, 7, 2], "at": [0, 9, 2], "focal": 1}), "camera: eye is behind a wall"),
        // Whoever looks into the room from there sees the backs of walls at best.
        ("/camera/eye", json!([20, 1, 3]), "camera: eye is behind a wall"),
        ("/camera/eye", json!([-20, 1, 3]), "camera: eye is behind a wall"),
        ("/camera/focal", json!(1e300), "camera: focal is 1e300, and must be from 0.05 to 100"),
        ("/lamps/0/position", json!([1, 2, -3]), "lamps[0]: is not above the floor"),
        ("/lamps/0/power", json!([1, 1e300, 0]), "lamps[0]: power is 1e300,"),
        ("/lamps/0/radius", json!(-1), "lamps[0]: radius is negative"),
        ("/lamps/0/power", json!([1, -1, 0]), "lamps[0]: power is -1"),
        ("/lamps/0/aim", json!([1, 2, 9]), "lamps[0]: position and aim"),
        ("/lamps", json!(vec![json!({}); 17]), "lamps: has 17 entries"),
        ("/ambient", json!(1.5), "ambient: is 1.5"),
        ("/room/walls/back", json!(0), "room.walls: back has a size of 0"),
        ("/room/walls/side", json!(-2), "room.walls: side has a negative size"),
        ("/room/floor/scale", json!(0.0), "room.floor: scale has a size of 0"),
        ("/room/walls/textures/1/scale", json!(-1), "room.walls.textures[1]: scale has a negative size"),
        ("/room/floor/pattern", json!("mud"), "room.floor.pattern: unknown variant `mud`"),
        ("/objects", json!(vec![json!({}); 1001]), "objects: has 1001 entries"),
        ("/objects/0/category", json!("sofa"), "objects[0].category: unknown variant `sofa`"),
        ("/objects/0/turn", json!([0, 0, 0, 0]), "objects[0].turn: is a quaternion of length 0"),
        ("/objects/0/turn", json!([1, 0, 0]), "objects[0].turn: must be a list of 4 numbers"),
        ("/objects/0/position", json!(null), "objects[0].position: must be a list of 3 numbers"),
        ("/objects/0/paint/seat", json!("red"), "objects[0].paint: there is a paint for \"seat\""),
        ("/objects/0/paint/leg", json!("pink"), "objects[0].paint.leg: unknown variant `pink`"),
        (
            "/objects/0/paint/leg",
            json!([1, 2, 256]),
            "objects[0].paint.leg: must be the name of a colour, or",
        ),
        ("/objects/0/paint", json!({"leg": "red"}), "objects[0].paint: the paint of \"back\" is missing"),
        ("/objects/0/model", json!({"library": "x"}), "objects[0]: has a model from a library"),
        ("/objects/0/parts", json!([]), "objects[0].parts: is empty"),
        ("/objects/0/parts/1/part", json!("door"), "objects[0].parts[1]: a chair has no door"),
        ("/objects/0/parts/1/part", json!("tail"), "objects[0].parts[1].part: unknown variant `tail`"),
        ("/objects/0/parts/1/pieces", json!([]), "objects[0].parts[1].pieces: is empty"),
        (&at("half"), json!([1, -1, 1]), "objects[0].parts[0].pieces[0]: half has a negative size"),
        (&at("half"), json!([1, 2e4, 1]), "objects[0].parts[0].pieces[0]: half is larger than"),
        (&at("half"), json!([1, 1e-9, 1]), "objects[0].parts[0].pieces[0]: half is smaller than"),
        (&at("radius"), json!(1), "objects[0].parts[0].pieces[0]: unknown field \"radius\""),
        (piece, json!([1, 2]), "objects[0].parts[0].pieces[0]: must be an object with a shape"),
        (&at("shape"), json!("blob"), "objects[0].parts[0].pieces[0]: unknown shape \"blob\""),
        (&at("shape"), json!(7), "objects[0].parts[0].pieces[0].shape: must be a text"),
        (piece, prism(json!([[0, 0], [0, 1], [1, 0]])), "pieces[0].outline: is clockwise"),
        (piece, prism(json!([[0, 0], [1, 0], [0.2, 0.2], [0, 1]])), "pieces[0].outline: is not convex"),
        (piece, prism(json!(star)), "pieces[0].outline: is not convex"),
        (piece, prism(json!([[0, 0], [1, 0], [2, 0]])), "pieces[0].outline: is not convex"),
        (piece, prism(json!([[0, 0], [1, 0]])), "pieces[0].outline: has fewer than three corners"),
        (
            piece,
            prism(json!([[0, 0], [1, 0], [1, 0], [0, 1]])),
            "pieces[0].outline: has the same corner twice",
        ),
        (
            piece,
            json!({"shape": "ring", "ring": 1, "tube": 2, "at": [0, 0, 0]}),
            "pieces[0]: the tube is so thick",
        ),
        (
            piece,
            json!({"shape": "frustum", "bottom": 0, "top": 0, "half_height": 1, "at": [0, 0, 0]}),
            "bottom and top",
        ),
        (
            piece,
            json!({"shape": "ball", "radius": 1}),
            "objects[0].parts[0].pieces[0]: the field \"at\" is missing",
        ),
    ];
    for (pointer, new, expected) in cases {
        let error = error_with(pointer, new);
        assert!(error.contains(expected), "{pointer}: {error:?} does not say {expected:?}");
    }
}

#[test]
fn numbers_too_large_and_files_of_others_are_refused() {
    let text = write(&scene(), None).replace("\"ambient\": 0.3", "\"ambient\": 1e999");
    assert!(read(text.as_bytes(), &nothing).unwrap_err().to_string().starts_with("not readable as JSON"));
    let error = read(b"{\"objects\": []}", &nothing).unwrap_err().to_string();
    assert_eq!(error, "the file: is no scene of spatiq: it has no field \"spatiq_scene\"");
    assert!(read(b"[1]", &nothing).is_err());
    assert!(read(&[b'['; 100_000], &nothing).is_err());
}

#[test]
fn too_many_pieces_are_refused() {
    let mut value = value();
    let ball = json!({"shape": "ball", "radius": 1, "at": [0, 0, 0]});
    value["objects"][0]["parts"] = json!([{"part": "leg", "pieces": vec![ball; 60_000]}]);
    value["objects"][0]["paint"] = json!({"leg": "red"});
    value["objects"] = json!(vec![value["objects"][0].clone(); 2]);
    let error = read(value.to_string().as_bytes(), &nothing).unwrap_err().to_string();
    assert_eq!(error, "objects[1]: with this object there are more than 100000 pieces");
}

#[test]
fn more_parts_than_the_layer_of_parts_can_number_are_refused() {
    let mut value = value();
    let leg = json!({"part": "leg", "pieces": [{"shape": "ball", "radius": 1, "at": [0, 0, 0]}]});
    value["objects"][0]["parts"] = json!(vec![leg; 40_000]);
    value["objects"][0]["paint"] = json!({"leg": "red"});
    value["objects"] = json!(vec![value["objects"][0].clone(); 2]);
    let error = read(value.to_string().as_bytes(), &nothing).unwrap_err().to_string();
    assert!(error.contains("objects[1]") || error.contains("at most"), "{error}");
}

#[test]
fn a_file_cut_short_is_refused_wherever_it_is_cut() {
    let text = write(&scene(), None);
    for end in 0..text.trim_end().len() {
        assert!(read(&text.as_bytes()[..end], &nothing).is_err());
    }
}

#[test]
fn no_change_of_bytes_makes_it_panic_and_what_is_accepted_can_be_written_and_read() {
    let text = write(&settled(&scene()), None).into_bytes();
    let mut rng = Seed::root(1).child("changed bytes").rng();
    let mut accepted = 0;
    for _ in 0..20_000 {
        let mut bytes = text.clone();
        for _ in 0..1 + rng.below(3) {
            let at = rng.below(bytes.len());
            let other = *rng.pick(b"0123456789-+.eE,:[]{}\"xyz\\ \xff");
            match rng.below(3) {
                0 => bytes[at] = other,
                1 => bytes.insert(at, other),
                _ => drop(bytes.remove(at)),
            }
        }
        if let Ok(scene) = read(&bytes, &nothing) {
            accepted += 1;
            let text = write(&scene, None);
            assert_eq!(write(&read(text.as_bytes(), &nothing).unwrap(), None), text);
        }
    }
    assert!(accepted > 100, "only {accepted} accepted");
}
