//! Libraries of furniture from PartNet and PartNet-Mobility: folders in their layout, with the faults that real ones have.

mod common;

use common::{assert_same, fail, folder, succeed, tree};
use serde_json::{Value, json};
use spatiq_bench::Split;
use spatiq_bench::dataset::Library;
use spatiq_scene::{Category, Furniture, Models, PartCategory};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::Arc;

/// Writes a box as an OBJ file.
fn cuboid(path: &Path, low: [f64; 3], high: [f64; 3]) {
    let mut text = String::new();
    for k in 0..8 {
        let along = [0, 1, 2].map(|axis| if k >> axis & 1 == 1 { high[axis] } else { low[axis] });
        text += &format!("v {} {} {}\n", along[0], along[1], along[2]);
    }
    for face in [[1, 3, 4, 2], [5, 6, 8, 7], [1, 2, 6, 5], [3, 7, 8, 4], [1, 5, 7, 3], [2, 4, 8, 6]] {
        text += &format!("f {} {} {} {}\n", face[0], face[1], face[2], face[3]);
    }
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}

/// Writes the folder of a table that is so high, as PartNet has them.
fn table(dir: &Path, anno: &str, height: f64) {
    let legs: Vec<Value> =
        (0..4).map(|k| json!({"id": 4 + k, "name": "leg", "objs": [format!("new-{k}")]})).collect();
    let tree = json!([{"id": 0, "name": "table", "text": "Table", "children": [
        {"id": 1, "name": "regular_table", "text": "Regular Table", "children": [
            {"id": 2, "name": "tabletop", "text": "Tabletop", "children": [
                {"id": 3, "name": "tabletop_surface", "objs": ["original-1", "original-2"]}]},
            {"id": 9, "name": "table_base", "children": [
                {"id": 8, "name": "regular_leg_base", "children": legs},
                {"id": 10, "name": "table_foot", "objs": ["original-9"]}]}]}]}]);
    let here = dir.join(anno);
    cuboid(&here.join("objs/original-1.obj"), [-1.0, height, -0.5], [0.0, height + 0.1, 0.5]);
    cuboid(&here.join("objs/original-2.obj"), [0.0, height, -0.5], [1.0, height + 0.1, 0.5]);
    cuboid(&here.join("objs/original-9.obj"), [-0.1, 0.0, -0.1], [0.1, 0.1, 0.1]);
    for k in 0..4 {
        let (x, z) = (if k % 2 == 0 { -1.0 } else { 0.9 }, if k < 2 { -0.5 } else { 0.4 });
        cuboid(&here.join(format!("objs/new-{k}.obj")), [x, 0.0, z], [x + 0.1, height, z + 0.1]);
    }
    let meta = json!({"user_id": "x", "model_cat": "Table", "version": "1", "anno_id": anno, "model_id": format!("shape{anno}")});
    fs::write(here.join("meta.json"), meta.to_string()).unwrap();
    fs::write(here.join("result_after_merging.json"), tree.to_string()).unwrap();
    // The tree before equal parts were merged is there too, and is not the one to read.
    fs::write(here.join("result.json"), "[]").unwrap();
}

/// Writes the folder of a cart, as PartNet-Mobility has them.
fn cart(dir: &Path, anno: &str, with_tree: bool) {
    let here = dir.join(anno);
    cuboid(&here.join("textured_objs/original-1.obj"), [-0.5, 0.1, -1.0], [0.5, 0.8, 1.0]);
    cuboid(&here.join("textured_objs/original-2.obj"), [0.4, 0.0, 0.8], [0.5, 0.1, 0.9]);
    let urdf = r#"<?xml version="1.0" ?><robot name="partnet_x"><link name="base"/>
        <link name="link_0"><visual name="wheel-2"><origin xyz="-0.45 0 -0.85"/><geometry>
            <mesh filename="textured_objs/original-2.obj"/></geometry></visual></link>
        <joint name="joint_0" type="continuous"><origin xyz="0.45 0 0.85"/><axis xyz="1 0 0"/>
            <child link="link_0"/><parent link="link_1"/></joint>
        <link name="link_1"><visual name="base_body-1"><origin xyz="0 0 0"/><geometry>
            <mesh filename="textured_objs/original-1.obj"/></geometry></visual></link>
        <joint name="joint_1" type="fixed"><origin rpy="1.570796326794897 0 -1.570796326794897" xyz="0 0 0"/>
            <child link="link_1"/><parent link="base"/></joint></robot>"#;
    fs::write(here.join("mobility.urdf"), urdf).unwrap();
    fs::write(here.join("semantics.txt"), "link_0 hinge wheel\nlink_1 free cart_body\n").unwrap();
    fs::write(here.join("meta.json"), json!({"model_cat": "Cart", "anno_id": anno}).to_string()).unwrap();
    if with_tree {
        let tree = json!([{"name": "cart", "children": [
            {"name": "base_body", "objs": ["original-1"]}, {"name": "wheel", "objs": ["original-2"]}]}]);
        fs::write(here.join("result.json"), tree.to_string()).unwrap();
    }
}

fn index(library: &Path) -> Value {
    serde_json::from_slice(&fs::read(library.join("library.json")).unwrap()).unwrap()
}

#[test]
fn what_cannot_be_used_is_left_out_counted_and_named() {
    let dir = folder();
    let here = dir.path();
    let data = here.join("data_v0");
    for (number, anno) in ["100", "101", "102", "200", "300", "400", "500", "600", "700"].iter().enumerate() {
        table(&data, anno, 0.5 + 0.1 * number as f64);
    }
    cart(&data.join("mobility"), "7", false);
    cart(&data.join("mobility"), "8", true);
    // The same shape with other parts, the same content under another name, and what is no model at all.
    fs::write(data.join("101/meta.json"), r#"{"model_cat": "Table", "model_id": "shape100"}"#).unwrap();
    fs::remove_file(data.join("200/result_after_merging.json")).unwrap();
    fs::remove_file(data.join("200/result.json")).unwrap();
    fs::write(data.join("300/result_after_merging.json"), "[{\"name\": ").unwrap();
    fs::write(data.join("400/meta.json"), r#"{"model_cat": "StorageFurniture"}"#).unwrap();
    fs::write(data.join("500/result_after_merging.json"), r#"[{"name": "table", "objs": ["original-1"]}]"#)
        .unwrap();
    // Half of a tabletop and a part without a name are no loss, but a leg is.
    fs::remove_file(data.join("600/objs/original-2.obj")).unwrap();
    fs::write(data.join("600/objs/original-9.obj"), "").unwrap();
    fs::write(data.join("102/objs/original-9.obj"), "v nan 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n").unwrap();
    fs::remove_file(data.join("700/objs/new-2.obj")).unwrap();
    fs::write(data.join("notes.txt"), "not a model").unwrap();
    fs::create_dir_all(data.join("empty")).unwrap();

    let said = succeed(here, "import partnet data_v0 --out LIB");
    let found = index(&here.join("LIB"));
    let left_out: BTreeMap<&str, (&str, &str)> = found["excluded"]
        .as_array()
        .unwrap()
        .iter()
        .map(|e| (e["file"].as_str().unwrap(), (e["reason"].as_str().unwrap(), e["what"].as_str().unwrap())))
        .collect();
    let reasons: Vec<(&str, &str)> = left_out.iter().map(|(file, (reason, _))| (*file, *reason)).collect();
    let expected = [
        ("101", "duplicate"),
        ("200", "no tree of parts"),
        ("300", "broken JSON"),
        ("400", "another category"),
        ("500", "no named part"),
        ("700", "lost part"),
        ("mobility/8", "duplicate"),
    ];
    assert_eq!(reasons, expected, "{found:#}");
    assert_eq!(left_out["101"].1, "it is the same shape as 100: shape100");
    assert_eq!(left_out["700"].1, "of its \"leg\" no file is left: missing OBJ");
    assert_eq!(left_out["mobility/8"].1, "it is the same as mobility/7");
    let rows: Vec<String> =
        said.lines().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" ")).collect();
    for row in [
        "folders 11",
        "models 4",
        "of them 1 cart",
        "of them 3 table",
        "left out 2 duplicate",
        "left out 1 broken JSON",
        "left out 1 lost part",
        "seen 2 empty part",
        "seen 1 empty OBJ",
        "seen 1 missing OBJ",
        "seen 1 unreadable OBJ",
        "seen 2 part of several OBJs",
        "unnamed 3 table: table_foot",
    ] {
        assert!(rows.iter().any(|said| said == row), "{row}: {said}");
    }

    // What was written serves as a stock.
    let library = Library::open(&here.join("LIB")).unwrap();
    library.check().unwrap();
    let stock = Furniture::of(Arc::new(library)).unwrap();
    assert_eq!(stock.count(Category::Table, Split::Train), 3);
    let names = (0..3).map(|nth| stock.name(Category::Table, Split::Train, nth).unwrap());
    let mut legs: Vec<usize> =
        names.map(|name| stock.model(&name).unwrap().counts()[&PartCategory::Leg]).collect();
    legs.sort();
    assert_eq!(legs, [4, 4, 4]);
}

#[test]
fn the_same_models_give_the_same_library_whatever_the_threads_and_the_place() {
    let dir = folder();
    let here = dir.path();
    for place in ["one/data", "two/else/where"] {
        for number in 0..5 {
            table(&here.join(place), &format!("{number}"), 0.5 + 0.1 * f64::from(number));
        }
    }
    succeed(here, "import partnet one/data --out a --threads 1");
    succeed(here, "import partnet two/else/where --out b --threads 3");
    assert_same(&here.join("a"), &here.join("b"));
    // Another import in the same place leaves nothing of the first, and the folder of one model is enough.
    succeed(here, "import partnet one/data/3 --out a");
    succeed(here, "import partnet two/else/where/3 --out c");
    assert_eq!(tree(&here.join("a")), tree(&here.join("c")));
    assert_eq!(index(&here.join("a"))["models"][0]["source"], ".");
}

#[test]
fn bad_folders_get_one_clear_line_and_nothing_is_touched() {
    let dir = folder();
    let here = dir.path();
    table(&here.join("data"), "1", 1.0);
    table(&here.join("bad"), "1", 1.0);
    fs::write(here.join("bad/1/result_after_merging.json"), "no").unwrap();
    fs::create_dir_all(here.join("empty")).unwrap();
    fs::create_dir_all(here.join("texts")).unwrap();
    fs::write(here.join("texts/thesis.tex"), "years of work").unwrap();
    succeed(here, "import partnet data --out LIB");
    let before = tree(here);
    for (args, hint) in [
        ("import partnet nowhere --out L", "does not exist"),
        ("import partnet texts/thesis.tex --out L", "is not a folder"),
        ("import partnet empty --out L", "has no models of PartNet"),
        ("import partnet texts --out L", "has no models of PartNet"),
        ("import partnet bad --out L", "no model that can be used: 1 broken JSON"),
        ("import partnet bad --out LIB", "no model that can be used: 1 broken JSON"),
        ("import partnet data --out LIB --most-triangles 10", "no model that can be used: 1 too large"),
        ("import partnet data --out LIB --timeout 0.000000001", "no model that can be used: 1 too slow"),
        ("import partnet data --out LIB --most-bytes 10", "no model that can be used: 1 unreadable"),
        ("import partnet data --out data/L", "lie within each other"),
        ("import partnet data --out texts", "neither empty nor a library of ours"),
        ("import partnet data --out L --timeout -1", "a number of seconds"),
        ("generate spare3d/point-cloud --set stock=LIB --count 1 --out d", "facts about the model"),
    ] {
        let message = fail(here, 2, args);
        assert!(message.contains(hint), "{args}: {message}");
    }
    assert_eq!(tree(here), before);
    let help = succeed(here, "import partnet --help");
    assert!(help.contains("spatiq import partnet data_v0 --out LIB"), "{help}");
}

#[test]
fn the_split_of_a_librarys_models_is_kept_from_the_scene_to_its_export() {
    let dir = folder();
    let here = dir.path();
    for k in 0..14 {
        table(&here.join("data"), &k.to_string(), 0.5 + 0.02 * f64::from(k));
    }
    succeed(here, "import partnet data --out LIB");
    let picture = "--size 120x90 --quality fast";
    // What the library has is all that comes, unless somebody asks for more.
    succeed(here, &format!("scene --stock LIB --objects 1 {picture} --out usual"));
    let said = fail(here, 2, &format!("scene --stock LIB --weights bed=1 {picture} --out p"));
    assert!(said.contains("the library has no bed"), "{said}");
    for split in ["train", "val", "test"] {
        let scene = format!("scene --stock LIB --split {split} --weights table=1 --objects 1 --count 2");
        succeed(here, &format!("{scene} {picture} --out {split}"));
        succeed(here, &format!("export {split} --as ptr --out ptr-{split}"));
        assert!(here.join(format!("ptr-{split}/scenes/{split}/PTR_{split}_000001.json")).is_file());
        succeed(here, &format!("export {split} --as coco --out coco-{split}"));
        assert!(here.join(format!("coco-{split}/annotations/instances_{split}.json")).is_file());
    }
    succeed(here, &format!("scene --from test/000000/scene.json --stock LIB {picture} --out again"));
    assert_same(&here.join("test/000000"), &here.join("again"));
    let said = fail(here, 2, "export test --as ptr --split train --out o");
    assert!(said.contains("the scene is of split test"), "{said}");

    // A file that somebody wrote by hand need not say it; then whoever exports it has to.
    let text = fs::read_to_string(here.join("again/scene.json")).unwrap();
    fs::write(here.join("hand.json"), text.replacen("\"split\": \"test\",", "", 1)).unwrap();
    succeed(here, &format!("scene --from hand.json --stock LIB {picture} --out hand"));
    let said = fail(here, 2, "export hand --as ptr --out o");
    assert!(said.contains("say so with --split"), "{said}");
    succeed(here, "export hand --as ptr --split val --out o");
    assert!(here.join("o/scenes/val/PTR_val_000000.json").is_file());
    fs::write(here.join("exam.json"), text.replacen("\"split\": \"test\"", "\"split\": \"exam\"", 1))
        .unwrap();
    let said = fail(here, 2, &format!("scene --from exam.json --stock LIB {picture} --out p"));
    assert!(said.contains("split: is none of train, val, test"), "{said}");
}
