//! The scene file of the original dataset, field by field, for programs that were written for it.

use crate::fit::FitKind;
use crate::graph::{Graph, Labels, Node, PartNode, parts};
use crate::physics::Direction;
use crate::pose::Pose;
use crate::rle::Rle;
use crate::scene::{Camera, Kind, Paint};
use serde_json::{Map, Value, json};
use spatiq_geom::{DMat3, DVec3, Placement};

/// What the scene itself does not know.
#[derive(Clone, Debug)]
pub struct Entry<'a> {
    /// The number of the picture in its split.
    pub image_index: usize,
    /// The split.
    pub split: &'a str,
    /// The name of the picture's file.
    pub image_filename: &'a str,
}

/// The original's scene file. Counts, colours, masks, lines and planes are those of the graph; `part_mask` has an
/// entry for every part category that can be seen.
pub fn original(entry: &Entry, graph: &Graph, labels: &Labels) -> Value {
    let spatial = &graph.spatial;
    let ids = |layer: &[u16], count: usize| {
        let ids: Vec<u16> = (1..=count as u16).collect();
        Rle::of_several(layer, labels.size, &ids)
    };
    let of_objects = ids(&labels.objects, graph.objects.len());
    let of_parts = ids(&labels.parts, parts(graph).len());
    let object = |(node, mask): (&Node, &Rle)| {
        let mut object = object(node);
        object["obj_mask"] = mask.uncompressed();
        object["part_mask"] = by_part(node, |part| part.visible > 0, |part| masks(part, &of_parts));
        object
    };
    let objects: Vec<Value> = graph.objects.iter().zip(&of_objects).map(object).collect();
    json!({
        "image_index": entry.image_index,
        "split": entry.split,
        "image_filename": entry.image_filename,
        "cam_location": graph.camera.eye,
        "cam_rotation": cam_rotation(&graph.camera),
        "projection_matrix": projection_matrix(&graph.camera, labels.size),
        "directions": graph.directions,
        "relationships": {
            "left": spatial.left, "right": spatial.right, "front": spatial.front, "behind": spatial.behind
        },
        "physics": graph.kind == Kind::Physics,
        "objects": objects,
    })
}

/// The scene in the manner of CLEVR, an entry of its file of scenes: the category is the shape, the turn about the upright axis is the
/// rotation in degrees, and since only parts have colours, there are colours, counts, lines and planes of visible parts instead of one
/// colour, size and material. There are no masks.
pub fn clevr(entry: &Entry, graph: &Graph) -> Value {
    let spatial = &graph.spatial;
    let objects: Vec<Value> = graph.objects.iter().map(clevr_object).collect();
    json!({
        "image_index": entry.image_index,
        "split": entry.split,
        "image_filename": entry.image_filename,
        "directions": graph.directions,
        "relationships": {
            "left": spatial.left, "right": spatial.right, "front": spatial.front, "behind": spatial.behind
        },
        "objects": objects,
    })
}

fn clevr_object(node: &Node) -> Value {
    let [w, x, y, z] = node.pose.turn;
    let turn = libm::atan2(2.0 * (w * z + x * y), 1.0 - 2.0 * (y * y + z * z));
    let seen = |part: &PartNode| part.visible > 0;
    let mut object = Map::new();
    object.insert("shape".into(), json!(node.category));
    object.insert("rotation".into(), json!(turn.to_degrees().rem_euclid(360.0)));
    object.insert("part_color".into(), by_part(node, seen, |part| colour(part.paint)[0].take()));
    object.insert("part_count".into(), by_part(node, seen, |part| json!(part.visible)));
    let mut all = self::object(node);
    for field in ["3d_coords", "pixel_coords", "line_geo", "plane_geo", "stability", "possible_change"] {
        if let Some(value) = all.get_mut(field) {
            object.insert(field.into(), value.take());
        }
    }
    Value::Object(object)
}

/// The camera's turn as a quaternion w, x, y, z. Unturned, such a camera looks along -z with y up.
pub fn cam_rotation(camera: &Camera) -> [f64; 4] {
    let [right, down, view] = camera.axes();
    Pose::of(&Placement { turn: DMat3::from_cols(right, -down, -view), shift: DVec3::ZERO }).turn
}

/// From pixels to the world: the matrix, row by row, that takes (x d, y d, d, 1) to the point of the world which is at
/// column x and row y of the picture, counted from its upper left corner, and at depth d along the view.
/// So `pixel_coords` of an object give its `3d_coords`.
pub fn projection_matrix(camera: &Camera, size: [usize; 2]) -> [[f64; 4]; 4] {
    let [right, down, view] = camera.axes();
    let [width, height] = size.map(|pixels| pixels as f64);
    let pixel = 1.0 / (camera.focal * width);
    let corner = view - right * (pixel * width / 2.0) - down * (pixel * height / 2.0);
    let columns =
        [right * pixel, down * pixel, corner, DVec3::from(camera.eye)].map(|column| column.to_array());
    let row = |axis: usize| columns.map(|column| column[axis]);
    [row(0), row(1), row(2), [0.0, 0.0, 0.0, 1.0]]
}

/// An object without its masks.
fn object(node: &Node) -> Value {
    let mut object = json!({
        "category": node.category,
        "partnet_id": node.model,
        "3d_coords": node.middle,
        "pixel_coords": [node.pixel[0], node.pixel[1], node.depth],
        "rotation": node.pose.turn,
        // Models have their final size.
        "scale": 1.0,
        "part_color": by_part(node, |_| true, |part| colour(part.paint)),
        "part_count": by_part(node, |_| true, |part| json!(part.count)),
        "part_color_occluded": by_part(node, |part| part.visible > 0, |part| colour(part.paint)),
        "part_count_occluded": by_part(node, |part| part.visible > 0, |part| json!(part.visible)),
        "line_geo": fits(node, FitKind::Line),
        "plane_geo": fits(node, FitKind::Plane),
        "question_type": question_types(node),
    });
    if let Some(stability) = &node.stability {
        // Each direction once, however many distances help.
        let helps = |direction: &Direction| {
            stability
                .changes
                .iter()
                .any(|change| change.direction == *direction && change.helps == Some(true))
        };
        let directions: Vec<&str> = Direction::ALL.into_iter().filter(helps).map(Direction::name).collect();
        // Left out where the verdict is too close to call.
        if let Some(stable) = stability.stable {
            object["stability"] = json!(if stable { "yes" } else { "no" });
        }
        object["possible_change"] = json!(directions);
    }
    object
}

/// An object with an entry for each part category of which something holds.
fn by_part(node: &Node, holds: impl Fn(&PartNode) -> bool, entry: impl Fn(&PartNode) -> Value) -> Value {
    let parts = node.parts.iter().filter(|part| holds(part));
    Value::Object(parts.map(|part| (part.part.name().to_owned(), entry(part))).collect::<Map<_, _>>())
}

/// The direction or normal of each part category that is a line or plane.
fn fits(node: &Node, kind: FitKind) -> Value {
    let fits = node.fits().filter(|(_, fit)| fit.kind == kind);
    Value::Object(
        fits.map(|(part, fit)| (part.name().to_owned(), json!(fit.direction))).collect::<Map<_, _>>(),
    )
}

/// The name of a colour, or nothing if it has none, and its red, green and blue.
fn colour(paint: Paint) -> Value {
    match paint {
        Paint::Named(colour) => json!([colour, paint.rgb()]),
        Paint::Rgb(rgb) => json!([null, rgb]),
    }
}

/// A mask for each part that can be seen.
fn masks(part: &PartNode, of_parts: &[Rle]) -> Value {
    let visible = part.instances.iter().filter(|instance| instance.visible);
    visible.map(|instance| of_parts[instance.id - 1].uncompressed()).collect()
}

/// The kinds of questions that can be asked about an object.
fn question_types(node: &Node) -> Vec<&'static str> {
    let geometry = node.fits().next().map(|_| "geometry");
    let physics = node.stability.as_ref().map(|_| "physics");
    ["perception"].into_iter().chain(geometry).chain(physics).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::tests::{picture, two_tables};
    use crate::graph::{Move, Stability, graph};

    fn file(kind: Kind, stability: &[Stability]) -> Value {
        let (mut scene, seen) = (two_tables(), picture());
        scene.kind = kind;
        let graph = graph(&scene, &seen, stability);
        let entry = Entry { image_index: 7, split: "val", image_filename: "a.png" };
        original(&entry, &graph, &Labels::of(&seen))
    }

    #[test]
    fn the_matrix_takes_pixels_back_to_the_world() {
        let file = file(Kind::Room, &[]);
        for object in file["objects"].as_array().unwrap() {
            let number = |value: &Value| value.as_f64().unwrap();
            let [x, y, depth] = [0, 1, 2].map(|k| number(&object["pixel_coords"][k]));
            let from = [x * depth, y * depth, depth, 1.0];
            for axis in 0..3 {
                let row = &file["projection_matrix"][axis];
                let there: f64 = (0..4).map(|k| number(&row[k]) * from[k]).sum();
                assert!((there - number(&object["3d_coords"][axis])).abs() < 1e-9);
            }
        }
    }

    #[test]
    fn the_camera_looks_along_its_own_minus_z_with_y_up() {
        let camera = two_tables().camera;
        let turn = Pose::new([0.0; 3], cam_rotation(&camera)).unwrap().placement();
        let view = (DVec3::from(camera.at) - DVec3::from(camera.eye)).normalize();
        assert!(turn.to_world(-DVec3::Z).abs_diff_eq(view, 1e-11));
        assert!(turn.to_world(DVec3::Y).z > 0.0);
        assert!(turn.to_world(DVec3::X).z.abs() < 1e-11);
    }

    #[test]
    fn every_listed_field_is_there_and_every_visible_part_has_its_masks() {
        let file = file(Kind::Room, &[]);
        let fields =
            ["image_index", "split", "image_filename", "cam_location", "cam_rotation", "projection_matrix"];
        for field in fields.into_iter().chain(["directions", "relationships", "physics", "objects"]) {
            assert!(!file[field].is_null(), "{field}");
        }
        assert_eq!(file["directions"].as_object().unwrap().len(), 6);
        for object in file["objects"].as_array().unwrap() {
            let known =
                ["category", "partnet_id", "3d_coords", "pixel_coords", "rotation", "scale", "part_color"];
            let more = ["part_count", "line_geo", "plane_geo", "obj_mask", "part_mask", "question_type"];
            for field in known.into_iter().chain(more) {
                assert!(!object[field].is_null(), "{field}");
            }
            let (counts, masks) = (object["part_count_occluded"].as_object().unwrap(), &object["part_mask"]);
            assert_eq!(counts.len(), masks.as_object().unwrap().len());
            for (part, count) in counts {
                assert_eq!(masks[part].as_array().unwrap().len() as u64, count.as_u64().unwrap());
            }
            assert!(object.get("stability").is_none());
        }
        let first = &file["objects"][0];
        assert_eq!(first["part_count"], json!({"leg": 2, "top": 1}));
        assert_eq!(first["part_count_occluded"], json!({"leg": 1, "top": 1}));
        assert_eq!(first["part_color"]["top"], json!(["red", [173, 35, 35]]));
    }

    #[test]
    fn a_direction_that_helps_is_told_once() {
        let change = |direction, distance| {
            let helps = Some(direction != Direction::Front);
            Move { direction, distance, helps, motion: None, margin: None }
        };
        let changes = vec![
            change(Direction::Front, 0.25),
            change(Direction::Behind, 0.25),
            change(Direction::Left, 0.5),
            change(Direction::Behind, 0.75),
            change(Direction::Left, 0.75),
        ];
        let falls =
            Stability { stable: Some(false), motion: 0.8, margin: 0.7, trajectory: Vec::new(), changes };
        let unclear =
            Stability { stable: None, motion: 0.1, margin: 0.0, trajectory: Vec::new(), changes: Vec::new() };
        let file = file(Kind::Physics, &[falls, unclear]);
        assert_eq!(file["objects"][0]["stability"], json!("no"));
        assert_eq!(file["objects"][0]["possible_change"], json!(["left", "behind"]));
        assert!(file["objects"][1].get("stability").is_none());
        assert_eq!(file["physics"], json!(true));
    }
}
