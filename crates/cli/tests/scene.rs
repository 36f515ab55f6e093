//! `spatiq scene`: the files of a scene, the same on every run, and rendered again from what was written.

mod common;

use common::{assert_same, fail, folder, succeed, tree};
use std::fs;

#[test]
fn a_scene_is_the_same_on_every_run_and_from_its_own_file() {
    let dir = folder();
    for kind in ["room", "physics", "ground"] {
        let args = format!("scene --kind {kind} --seed 4 --size 200x150 --quality fast");
        succeed(dir.path(), &format!("{args} --threads 1 --out {kind}"));
        succeed(dir.path(), &format!("{args} --threads 2 --out {kind}2"));
        assert_same(&dir.path().join(kind), &dir.path().join(format!("{kind}2")));
        succeed(
            dir.path(),
            &format!("scene --from {kind}/scene.json --size 200x150 --quality fast --out {kind}3"),
        );
        assert_same(&dir.path().join(kind), &dir.path().join(format!("{kind}3")));
        let files = tree(&dir.path().join(kind));
        for name in [
            "image.png",
            "depth.png",
            "depth.npy",
            "normals.png",
            "objects.png",
            "parts.png",
            "scene.json",
            "amodal/object-001.png",
        ] {
            assert!(files.contains_key(std::path::Path::new(name)), "{name}");
        }
    }
}

#[test]
fn an_edited_file_is_another_picture_and_many_scenes_have_a_folder_each() {
    let dir = folder();
    succeed(dir.path(), "scene --count 2 --size 120x90 --quality fast --out two");
    let first = dir.path().join("two/000000");
    let text = fs::read_to_string(first.join("scene.json")).unwrap();
    // Some editors begin what they write with a mark.
    let edited = format!("\u{feff}{}", text.replacen("\"ambient\": 0.", "\"ambient\": 0.9", 1));
    fs::write(dir.path().join("edited.json"), edited).unwrap();
    succeed(dir.path(), "scene --from edited.json --size 120x90 --quality fast --out edited");
    let [before, after, other] =
        [first, dir.path().join("edited"), dir.path().join("two/000001")].map(|folder| tree(&folder));
    let image = std::path::Path::new("image.png");
    let objects = std::path::Path::new("objects.png");
    assert!(before[image] != after[image] && before[objects] == after[objects]);
    assert!(before[objects] != other[objects]);
}

#[test]
fn what_makes_no_sense_is_one_clear_line_and_leaves_nothing() {
    let dir = folder();
    fs::write(dir.path().join("empty.json"), "").unwrap();
    fs::write(dir.path().join("cut.json"), "{\"spatiq_scene\": 1, \"kind\": \"ro").unwrap();
    fs::write(dir.path().join("odd.json"), "{\"spatiq_scene\": 7}").unwrap();
    fs::write(dir.path().join("list.json"), "[1, 2]").unwrap();
    fs::write(dir.path().join("nameless.json"), "{\"kind\": \"room\", \"lamps\": []}").unwrap();
    for (args, what) in [
        ("scene --from missing.json --out x", "missing.json"),
        ("scene --from empty.json --out x", "empty.json"),
        ("scene --from cut.json --out x", "cut.json: not readable as JSON"),
        ("scene --from odd.json --out x", "version 7"),
        ("scene --from list.json --out x", "list.json"),
        ("scene --from nameless.json --out x", "no field \"spatiq_scene\""),
        ("scene --kind ground --weights chair=1 --out x", "--kind room or physics"),
        ("scene --count 2 --objects 8 --size 8x6 --seed 5 --out x", "scene 0 of seed 5"),
        ("scene --size 0x5 --out x", "800x600"),
        ("scene --size 99999x5 --out x", "800x600"),
        ("scene --stock nowhere --out x", "nowhere"),
        ("scene --objects 8 --size 8x6 --out x", "fewer objects"),
        ("scene --out .", "not empty"),
        ("scene --weights sofa=1 --out x", "chair=2,bed=1"),
        ("scene --weights chair --out x", "chair=2,bed=1"),
        ("scene --weights chair=-1 --out x", "chair=2,bed=1"),
        ("scene --weights chair=NaN --out x", "chair=2,bed=1"),
        ("scene --weights chair=0 --out x", "above 0"),
    ] {
        let line = fail(dir.path(), 2, args);
        assert!(line.contains(what), "{args}: {line}");
        assert!(!dir.path().join("x").exists());
    }
}

#[test]
fn only_what_has_a_weight_comes() {
    let dir = folder();
    let args = "scene --count 3 --size 160x120 --quality fast --weights chair=1,cart=0.5";
    succeed(dir.path(), &format!("{args} --out some"));
    let mut found = std::collections::BTreeSet::new();
    for (path, bytes) in tree(&dir.path().join("some")) {
        if path.ends_with("scene.json") {
            let scene: serde_json::Value = serde_json::from_slice(&bytes).unwrap();
            for object in scene["objects"].as_array().unwrap() {
                found.insert(object["category"].as_str().unwrap().to_owned());
            }
        }
    }
    assert_eq!(found.into_iter().collect::<Vec<_>>(), ["cart", "chair"]);
}

#[test]
fn edited_files_that_would_take_too_long_are_refused() {
    let dir = folder();
    let small = "--size 60x45 --quality fast";
    succeed(dir.path(), &format!("scene --kind physics --objects 1 {small} --out one"));
    let text = fs::read_to_string(dir.path().join("one/scene.json")).unwrap();
    let mut scene: serde_json::Value = serde_json::from_str(&text).unwrap();
    let mut many = vec![scene["objects"][0].clone(); 41];
    for (k, object) in many.iter_mut().enumerate() {
        object["position"][0] = (5.0 * k as f64).into();
    }
    scene["objects"] = many.into();
    scene["room"].as_object_mut().unwrap().remove("walls");
    fs::write(dir.path().join("many.json"), scene.to_string()).unwrap();
    let line = fail(dir.path(), 2, &format!("scene --from many.json {small} --out x"));
    assert!(line.contains("many.json: a scene in which things may fall has at most 40 objects"), "{line}");
    // Where nothing falls, there may be more.
    scene["kind"] = "room".into();
    fs::write(dir.path().join("many.json"), scene.to_string()).unwrap();
    succeed(dir.path(), &format!("scene --from many.json {small} --out x"));
}

#[test]
fn what_reaches_into_something_else_is_refused_with_both_names_and_by_how_much() {
    let dir = folder();
    let small = "--size 60x45 --quality fast";
    succeed(dir.path(), &format!("scene --seed 4 {small} --out one"));
    let text = fs::read_to_string(dir.path().join("one/scene.json")).unwrap();
    let name = |scene: &serde_json::Value, k: usize| scene["objects"][k]["name"].as_str().unwrap().to_owned();
    let refused = |change: &dyn Fn(&mut serde_json::Value)| {
        let mut scene: serde_json::Value = serde_json::from_str(&text).unwrap();
        change(&mut scene);
        fs::write(dir.path().join("edited.json"), scene.to_string()).unwrap();
        let line = fail(dir.path(), 2, &format!("scene --from edited.json {small} --out x"));
        assert!(!dir.path().join("x").exists());
        (line, name(&scene, 0), name(&scene, 1))
    };
    let (line, one, other) = refused(&|scene| {
        scene["objects"][1]["position"] = scene["objects"][0]["position"].clone();
    });
    assert!(line.contains(&format!("edited.json: objects[1] ({other:?}) reaches ")), "{line}");
    assert!(line.contains(&format!(" m into objects[0] ({one:?}); move one of them")), "{line}");
    let (line, one, _) = refused(&|scene| scene["objects"][0]["position"][2] = (-0.25).into());
    assert!(
        line.contains(&format!("objects[0] ({one:?}) reaches 0.250 m into the floor; move it up")),
        "{line}"
    );
    for (axis, to, wall) in [(1, 50.0, "back"), (0, -50.0, "left"), (0, 50.0, "right")] {
        let (line, one, _) = refused(&|scene| scene["objects"][0]["position"][axis] = to.into());
        assert!(line.contains(&format!("objects[0] ({one:?}) reaches ")), "{line}");
        assert!(line.contains(&format!(" m into the {wall} wall; move it into the room")), "{line}");
    }
}

#[cfg(unix)]
#[test]
fn what_never_ends_is_not_read() {
    let dir = folder();
    std::os::unix::fs::symlink("/dev/zero", dir.path().join("endless.json")).unwrap();
    let line = fail(dir.path(), 2, "scene --from endless.json --out x");
    assert!(line.contains("endless.json: is not a regular file"), "{line}");
    succeed(dir.path(), "scene --size 60x45 --quality fast --out one");
    fs::remove_file(dir.path().join("one/image.png")).unwrap();
    std::os::unix::fs::symlink("/dev/zero", dir.path().join("one/image.png")).unwrap();
    let line = fail(dir.path(), 2, "export one --as coco --out x");
    assert!(line.contains("image.png: is not a regular file"), "{line}");
}
