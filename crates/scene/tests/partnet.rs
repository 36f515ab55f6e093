//! Models of PartNet, from folders in memory: what is taken, how it stands, and what is said of the rest.

use serde_json::{Value, json};
use spatiq_bench::{Split, Stock, StockModel};
use spatiq_geom::{DVec3, NEVER};
use spatiq_scene::partnet::{Brought, ENDING, Unfit, bring_in, read_file};
use spatiq_scene::{Category, Furniture, Model, ModelError, Models, PartCategory, Shape};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The files of a folder by their paths.
type Folder = BTreeMap<String, Vec<u8>>;

/// A box as an OBJ file.
fn cuboid(low: [f64; 3], high: [f64; 3]) -> Vec<u8> {
    let mut text = String::from("# a box\no part\n");
    for k in 0..8 {
        let along = [0, 1, 2].map(|axis| if k >> axis & 1 == 1 { high[axis] } else { low[axis] });
        text += &format!("v {} {} {}\n", along[0], along[1], along[2]);
    }
    for face in [[1, 3, 4, 2], [5, 6, 8, 7], [1, 2, 6, 5], [3, 7, 8, 4], [1, 5, 7, 3], [2, 4, 8, 6]] {
        text += &format!("f {}/1 {}/1 {}/1 {}/1\n", face[0], face[1], face[2], face[3]);
    }
    text.into_bytes()
}

/// A folder of PartNet with these parts and OBJ files.
fn partnet(category: &str, children: Value, objs: &[(&str, Vec<u8>)]) -> Folder {
    let tree = json!([{"id": 0, "name": category.to_lowercase(), "text": category, "children": children}]);
    let meta = json!({"model_cat": category, "model_id": "abc", "anno_id": "2291", "version": "3"});
    let mut folder: Folder =
        objs.iter().map(|(stem, bytes)| (format!("objs/{stem}.obj"), bytes.clone())).collect();
    folder.insert("result_after_merging.json".into(), tree.to_string().into());
    folder.insert("meta.json".into(), meta.to_string().into());
    folder
}

/// A chair with its back at -z, as PartNet has them.
fn chair() -> Folder {
    let children = json!([
        {"id": 1, "name": "chair_back", "objs": ["original-1"]},
        {"id": 2, "name": "chair_seat", "objs": ["original-2", "new-0"]},
        {"id": 3, "name": "chair_base", "children": [{"id": 4, "name": "leg", "objs": ["original-3"]}]},
        {"id": 5, "name": "chair_head", "objs": ["original-4"]}]);
    partnet(
        "Chair",
        children,
        &[
            ("original-1", cuboid([-1.0, 4.0, -1.0], [1.0, 6.0, -0.5])),
            ("original-2", cuboid([-1.0, 3.0, -1.0], [1.0, 3.5, 1.0])),
            ("new-0", cuboid([-1.0, 3.5, -1.0], [1.0, 4.0, 1.0])),
            ("original-3", cuboid([-0.25, 2.0, -0.25], [0.25, 3.0, 0.25])),
            ("original-4", cuboid([-0.5, 5.0, -0.5], [0.5, 5.5, -0.25])),
        ],
    )
}

fn bring(folder: &Folder) -> Result<Brought, Unfit> {
    bring_in(&|name| Ok(folder.get(name).cloned()), 10_000, NEVER)
}

fn reason(folder: &Folder) -> String {
    match bring(folder) {
        Err(Unfit::Because(reason, what)) => format!("{reason}: {what}"),
        Err(Unfit::Stopped) => "stopped".into(),
        Ok(_) => "taken".into(),
    }
}

fn bounds(model: &Model, part: PartCategory) -> [DVec3; 2] {
    let parts = model.parts.iter().filter(|one| one.category == part);
    spatiq_scene::around(parts.flat_map(|part| &part.pieces).map(spatiq_scene::Piece::bounds))
}

fn counts(of: &BTreeMap<String, u64>) -> Vec<(&str, u64)> {
    of.iter().map(|(name, count)| (name.as_str(), *count)).collect()
}

#[test]
fn a_model_stands_upright_on_the_floor_and_looks_to_the_front() {
    let model = bring(&chair()).unwrap().model("x").unwrap();
    // Upright, the box around it is x, y in -1..1 and z in 2..6, with the middle at (0, 0, 4). The corner farthest from it
    // is that of the back above, at (1, 1, 6), √6 away; a chair reaches 1.
    let scale = 1.0 / 6_f64.sqrt();
    let near = |found: DVec3, x: f64, y: f64, z: f64| {
        let expected = DVec3::new(x, y, z) * scale;
        assert!(found.distance(expected) < 1e-6, "{found} instead of {expected}");
    };
    let [low, high] = model.bounds();
    near(low, -1.0, -1.0, 0.0);
    near(high, 1.0, 1.0, 4.0);
    let [low, high] = bounds(&model, PartCategory::Back);
    near(low, -1.0, 0.5, 2.0);
    near(high, 1.0, 1.0, 4.0);
    let [low, high] = bounds(&model, PartCategory::Leg);
    near(low, -0.25, -0.25, 0.0);
    near(high, 0.25, 0.25, 1.0);
    let [low, high] = model.bounds();
    let farthest =
        model.pieces().flat_map(|piece| piece.shape.corners(0)).map(|at| at.distance((low + high) / 2.0));
    assert!((farthest.fold(0.0, f64::max) - 1.0).abs() < 1e-6);
    // It was not turned inside out.
    assert!(model.pieces().all(|piece| matches!(&piece.shape, Shape::Mesh(mesh) if mesh.volume() > 0.0)));
}

#[test]
fn parts_are_in_order_and_a_part_of_several_files_is_one_part() {
    let brought = bring(&chair()).unwrap();
    let model = brought.model("x").unwrap();
    let parts: Vec<(&str, usize)> =
        model.parts.iter().map(|part| (part.category.name(), part.pieces.len())).collect();
    assert_eq!(parts, [("back", 1), ("seat", 2), ("leg", 1), ("other", 1)]);
    let facts = brought.facts;
    assert_eq!((facts.category, facts.triangles), (Category::Chair, 5 * 12));
    assert_eq!((facts.model_id.as_str(), facts.anno_id.as_str()), ("abc", "2291"));
    assert_eq!(counts(&facts.parts), [("back", 1), ("leg", 1), ("other", 1), ("seat", 1)]);
    assert_eq!(counts(&facts.faults), [("part of several OBJs", 1)]);
    assert_eq!(counts(&facts.unknown), [("chair_head", 1)]);
}

#[test]
fn the_faults_of_real_folders_are_counted_and_the_rest_is_taken() {
    let children = json!([
        {"name": "tabletop", "objs": ["top", "gone"]},
        {"name": "cloth", "objs": ["gone too"]},
        {"name": "leg", "objs": []},
        {"name": "leg"},
        {"name": "cloth", "objs": ["nothing"]},
        {"name": "cloth", "objs": ["nan"]},
        {"name": "cloth", "objs": ["broken"]},
        {"name": "cloth", "objs": ["../../secret"]},
        {"name": "leg", "objs": ["sheet", "top"]},
        {"name": "table_base", "children": [{"name": "shelf", "children": [{"name": "leg", "objs": ["nested"]}]}]},
        {"name": "cloth", "objs": ["cloth"]}, {"name": "cloth", "objs": ["cloth 2"]}, {"text": "Tea Pot", "objs": ["pot"]}]);
    let mut folder = partnet(
        "Table",
        children,
        &[
            ("top", cuboid([-1.0, 1.0, -1.0], [1.0, 1.1, 1.0])),
            ("nothing", b"# empty\n".to_vec()),
            ("nan", b"v 0 0 0\nv nan 0 0\nv 0 1 0\nf 1 2 3\n".to_vec()),
            ("broken", b"v 0 0 0\nf 1 2 9\n".to_vec()),
            // Open, with a face without area, one that is there twice and one that turns the other way.
            ("sheet", b"v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf 1 2 3\nf 1 2 3\nf 1 2 2\nf 1 4 3\n".to_vec()),
            ("nested", cuboid([-1.0, 0.5, -1.0], [1.0, 0.6, 1.0])),
            ("cloth", cuboid([-0.1, 1.1, -0.1], [0.1, 1.2, 0.1])),
            ("cloth 2", cuboid([-0.3, 1.1, -0.3], [-0.2, 1.2, -0.2])),
            ("pot", cuboid([0.2, 1.1, 0.2], [0.3, 1.2, 0.3])),
        ],
    );
    folder.insert("objs/../../secret.obj".into(), cuboid([0.0; 3], [1.0; 3]));
    let facts = bring(&folder).unwrap().facts;
    assert_eq!(counts(&facts.parts), [("leg", 1), ("other", 3), ("shelf", 1), ("top", 1)]);
    assert_eq!(counts(&facts.unknown), [("cloth", 7), ("tea_pot", 1)]);
    let expected = [
        ("OBJ of a strange name", 1),
        ("OBJ of two parts", 1),
        ("empty OBJ", 1),
        ("empty part", 7),
        ("missing OBJ", 2),
        ("part within a part", 1),
        ("unreadable OBJ", 2),
    ];
    assert_eq!(counts(&facts.faults), expected);
}

#[test]
fn a_folder_that_makes_no_model_says_why() {
    let with = |name: &str, text: &str| {
        let mut folder = chair();
        folder.insert(name.into(), text.into());
        reason(&folder)
    };
    let without = |name: &str| {
        let mut folder = chair();
        folder.remove(name).unwrap();
        reason(&folder)
    };
    assert!(without("result_after_merging.json").starts_with("no tree of parts: it has neither"));
    // The name of the root serves as well.
    assert_eq!(without("meta.json"), "taken");
    assert!(
        with("result_after_merging.json", "[{").starts_with("broken JSON: result_after_merging.json: EOF")
    );
    assert!(with("result_after_merging.json", "[]").contains("a list of one tree"));
    assert!(with("meta.json", "3").starts_with("broken JSON: meta.json"));
    assert!(
        with("meta.json", "{\"model_cat\": \"Lamp\"}")
            .starts_with("another category: \"Lamp\" is none of chair")
    );
    let unnamed = with("result_after_merging.json", "[{\"name\": \"chair\", \"objs\": [\"original-1\"]}]");
    assert_eq!(unnamed, "no named part: all there is: 1 \"chair\"");
    let hollow = "[{\"children\": [{\"name\": \"leg\", \"objs\": [\"x\"]}]}]";
    assert_eq!(
        with("result_after_merging.json", hollow),
        "lost part: of its \"leg\" no file is left: missing OBJ"
    );
    let bare = "[{\"children\": [{\"name\": \"leg\"}]}]";
    assert_eq!(with("result_after_merging.json", bare), "no named part: all there is: 1 empty part");
    let few = bring_in(&|name| Ok(chair().get(name).cloned()), 59, NEVER);
    assert!(matches!(few, Err(Unfit::Because("too large", _))));
    assert!(bring_in(&|name| Ok(chair().get(name).cloned()), 60, NEVER).is_ok());
    assert!(matches!(bring_in(&|name| Ok(chair().get(name).cloned()), 60, &|| true), Err(Unfit::Stopped)));
    let locked = bring_in(&|_| Err("permission denied".into()), 60, NEVER);
    assert!(
        matches!(locked, Err(Unfit::Because("unreadable", what)) if what == "meta.json: permission denied")
    );
}

#[test]
fn a_model_that_lost_all_of_a_named_part_is_left_out_and_one_that_lost_less_is_not() {
    let with = |change: &dyn Fn(&mut Folder)| {
        let mut folder = chair();
        change(&mut folder);
        reason(&folder)
    };
    let leg = "objs/original-3.obj";
    let gone = with(&|folder| drop(folder.remove(leg)));
    assert_eq!(gone, "lost part: of its \"leg\" no file is left: missing OBJ");
    let broken = with(&|folder| drop(folder.insert(leg.into(), b"v 0 0 0\nf 1 2 9\n".to_vec())));
    assert_eq!(broken, "lost part: of its \"leg\" no file is left: unreadable OBJ");
    let hollow = with(&|folder| drop(folder.insert(leg.into(), b"".to_vec())));
    assert_eq!(hollow, "lost part: of its \"leg\" no file is left: empty OBJ");
    // Half of the seat is left, and the head has no name of ours.
    assert_eq!(with(&|folder| drop(folder.remove("objs/new-0.obj"))), "taken");
    assert_eq!(with(&|folder| drop(folder.remove("objs/original-4.obj"))), "taken");
}

/// A cart of PartNet-Mobility, without and with the tree of its parts.
fn cart() -> [Folder; 2] {
    let urdf = r#"<?xml version="1.0" ?><robot name="partnet_x"><link name="base"/>
        <link name="link_0"><visual name="wheel-2"><origin xyz="-1 0 -0.5"/><geometry>
            <mesh filename="textured_objs/original-2.obj"/></geometry></visual></link>
        <joint name="joint_0" type="continuous"><origin xyz="1 0 0.5"/><axis xyz="1 0 0"/>
            <child link="link_0"/><parent link="link_1"/></joint>
        <link name="link_1"><visual name="base_body-1"><origin xyz="0 0 0"/><geometry>
            <mesh filename="textured_objs/original-1.obj"/></geometry></visual></link>
        <joint name="joint_1" type="fixed"><origin rpy="1.570796326794897 0 -1.570796326794897" xyz="0 0 0"/>
            <child link="link_1"/><parent link="base"/></joint></robot>"#;
    let mut links = Folder::new();
    links.insert("mobility.urdf".into(), urdf.into());
    links.insert("semantics.txt".into(), "link_0 hinge wheel\nlink_1 free cart_body\n".into());
    links.insert("meta.json".into(), "{\"model_cat\": \"Cart\", \"anno_id\": 100491}".into());
    links.insert("textured_objs/original-1.obj".into(), cuboid([-1.0, 0.5, -2.0], [1.0, 2.0, 2.0]));
    links.insert("textured_objs/original-2.obj".into(), cuboid([0.9, 0.0, 0.25], [1.1, 0.5, 0.75]));
    let mut tree = links.clone();
    let text = r#"[{"text": "Cart", "children": [{"text": "Base", "name": "cart_base", "id": 1, "children": [
        {"name": "wheel", "objs": ["original-2"], "id": 2}, {"name": "base_body", "objs": ["original-1"], "id": 3}]}],
        "id": 0, "name": "cart"}]"#;
    tree.insert("result.json".into(), text.into());
    [links, tree]
}

#[test]
fn a_model_of_partnet_mobility_is_the_same_by_its_links_and_by_its_tree() {
    let [links, tree] = cart().map(|folder| bring(&folder).unwrap());
    assert_eq!(links.file, tree.file);
    assert_eq!((links.facts.category, links.facts.anno_id.as_str()), (Category::Cart, "100491"));
    assert_eq!(counts(&links.facts.parts), [("body", 1), ("wheel", 1)]);
    let model = links.model("x").unwrap();
    // The wheel, in front of the middle in the file (+z), is in front (-y).
    assert!(bounds(&model, PartCategory::Wheel)[1].y < 0.0);
}

/// A library in memory.
#[derive(Debug)]
struct Memory {
    models: Vec<StockModel>,
    files: BTreeMap<String, Vec<u8>>,
}

impl Memory {
    fn of(brought: impl IntoIterator<Item = Brought>) -> Self {
        let mut memory = Self { models: Vec::new(), files: BTreeMap::new() };
        for (number, Brought { file, facts }) in brought.into_iter().enumerate() {
            let id = format!("{number:016x}");
            let facts = serde_json::to_value(facts).unwrap();
            let (ending, source, blake3) = (ENDING.into(), String::new(), id.clone());
            memory.models.push(StockModel { id: id.clone(), ending, source, blake3, facts });
            memory.files.insert(id, file);
        }
        memory
    }
}

impl Stock for Memory {
    fn digest(&self) -> &str {
        "memory"
    }

    fn models(&self) -> &[StockModel] {
        &self.models
    }

    fn read(&self, model: &StockModel) -> Result<Vec<u8>, String> {
        Ok(self.files[&model.id].clone())
    }
}

#[test]
fn a_library_serves_models_and_its_splits_share_none() {
    let chairs = (0..16).map(|_| bring(&chair()).unwrap());
    let carts = (0..6).map(|_| bring(&cart()[0]).unwrap());
    let stock = Furniture::of(Arc::new(Memory::of(chairs.chain(carts)))).unwrap();
    let names = |category, split| -> Vec<String> {
        (0..stock.count(category, split)).map(|nth| stock.name(category, split, nth).unwrap()).collect()
    };
    let numbers = |category, split| -> Vec<u64> {
        names(category, split).iter().map(|name| u64::from_str_radix(name, 16).unwrap()).collect()
    };
    assert_eq!(numbers(Category::Chair, Split::Val), [0, 1]);
    assert_eq!(numbers(Category::Chair, Split::Test), [2, 3]);
    assert_eq!(numbers(Category::Chair, Split::Train), (4..16).collect::<Vec<_>>());
    assert_eq!(numbers(Category::Cart, Split::Train), (16..22).collect::<Vec<_>>());
    assert_eq!(stock.count(Category::Cart, Split::Test), 0);
    assert_eq!(stock.name(Category::Cart, Split::Test, 0), None);
    assert_eq!(stock.count(Category::Bed, Split::Train), 0);

    let model = stock.model("0000000000000003").unwrap();
    assert!(Arc::ptr_eq(&model, &stock.model("0000000000000003").unwrap()), "it is not read again");
    let other = bring(&chair()).unwrap().model("0000000000000003").unwrap();
    assert_eq!(format!("{model:?}"), format!("{other:?}"));
    assert_eq!(stock.model("0000000000000099").unwrap_err(), ModelError::Unknown("0000000000000099".into()));
}

#[test]
fn a_library_of_other_things_or_a_damaged_one_is_refused() {
    let mut cad = Memory::of([bring(&chair()).unwrap()]);
    cad.models[0].ending = "stl".into();
    assert!(Furniture::of(Arc::new(cad)).unwrap_err().to_string().contains("is no furniture"));
    let mut strange = Memory::of([bring(&chair()).unwrap()]);
    strange.models[0].facts = json!({"category": "chair"});
    assert!(Furniture::of(Arc::new(strange)).is_err());
    let mut damaged = Memory::of([bring(&chair()).unwrap()]);
    damaged.files.values_mut().for_each(|file| file.truncate(100));
    let damaged = Furniture::of(Arc::new(damaged)).unwrap();
    let name = damaged.name(Category::Chair, Split::Train, 0).unwrap();
    assert!(matches!(damaged.model(&name), Err(ModelError::Damaged { .. })));
    assert!(read_file("x", b"").is_err());
}
