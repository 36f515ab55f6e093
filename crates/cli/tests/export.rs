//! Exporting datasets: every file is compared with the row that it is from.

mod common;

use common::{assert_same, fail, folder, run, succeed, tree};
use serde_json::Value;
use spatiq_bench::dataset::Dataset;
use spatiq_bench::{Answer, Cloud, Question};
use spatiq_raster::Rgb;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

const CHOOSING: [&str; 3] = ["three-view-to-isometric", "pose-to-isometric", "isometric-to-pose"];
const MAKING: [&str; 2] = ["isometric-generation", "point-cloud"];

/// Makes a dataset of all tasks of the family.
fn generate(here: &Path, dir: &str, format: &str) {
    let tasks: String = CHOOSING.iter().chain(&MAKING).map(|task| format!("spare3d/{task} ")).collect();
    let splits = "--splits train=2,val=0,test=1 --count 6";
    succeed(here, &format!("generate {tasks} {splits} --set size=64 --format {format} --out {dir}"));
}

/// Everything that was exported; what is looked at is taken out.
struct Export(BTreeMap<PathBuf, Vec<u8>>);

impl Export {
    fn take(&mut self, path: &str) -> Vec<u8> {
        self.0.remove(Path::new(path)).unwrap_or_else(|| panic!("{path} is missing: {:?}", self.0.keys()))
    }

    fn picture(&mut self, path: &str, question: &Question, name: &str) {
        let decode = |png: &[u8]| Rgb::decode(png).unwrap();
        assert_eq!(decode(&self.take(path)), decode(&question.picture(name).unwrap().png), "{path}");
    }
}

#[test]
fn the_papers_layout_has_every_row_whatever_the_format() {
    let dir = folder();
    let here = dir.path();
    for format in ["parquet", "folder", "webdataset"] {
        generate(here, &format!("d-{format}"), format);
        let said = succeed(here, &format!("export d-{format} --as spare3d --out {format}"));
        // For each of the six questions 7, 8, 4, 4 and 4 files; and the answers of two splits of three tasks.
        assert_eq!(said, format!("{format}: {} files of 30 questions\n", 6 * (7 + 8 + 4 + 4 + 4) + 2 * 3));
    }
    assert_same(&here.join("parquet"), &here.join("folder"));
    assert_same(&here.join("parquet"), &here.join("webdataset"));

    let dataset = Dataset::open(&here.join("d-parquet")).unwrap();
    let mut export = Export(tree(&here.join("parquet")));
    for task in CHOOSING.iter().chain(&MAKING) {
        for split in ["train", "test"] {
            let root = format!("{task}/{split}");
            let mut answers = match CHOOSING.contains(task) {
                true => serde_json::from_slice(&export.take(&format!("{root}/answer.json"))).unwrap(),
                false => Value::Null,
            };
            for row in dataset.rows(&format!("spare3d/{task}"), spatiq_bench::Split::from_name(split)) {
                let row = row.unwrap();
                let evidence: Value = serde_json::from_str(&row.columns.evidence).unwrap();
                let (question, truth) = row.question().unwrap();
                let id = question.id.rsplit('/').next().unwrap().to_owned();
                let at = format!("{root}/{id}");
                if let Answer::Choice(slot) = truth {
                    // As their loaders compare it: `index == "0"`, and `index == 0`.
                    let label = match *task {
                        "isometric-to-pose" => Value::from(slot.to_string()),
                        _ => slot.into(),
                    };
                    assert_eq!(answers.as_object_mut().unwrap().remove(&id), Some(label), "{at}");
                }
                let views = match CHOOSING.contains(task) {
                    true => ["f", "r", "t"].map(|view| format!("{at}/{id}_{view}.png")),
                    false => ["front", "right", "top"].map(|view| format!("{at}/Dic3V/{id}_{view}.png")),
                };
                for (path, name) in views.iter().zip(["front", "right", "top"]) {
                    export.picture(path, &question, name);
                }
                if ["three-view-to-isometric", "pose-to-isometric"].contains(task) {
                    for (nth, name) in ["A", "B", "C", "D"].iter().enumerate() {
                        export.picture(&format!("{at}/{nth}.png"), &question, name);
                    }
                }
                match *task {
                    "pose-to-isometric" => {
                        let pose = &evidence["pose"];
                        assert!(export.take(&format!("{at}/pose_{pose}.txt")).is_empty());
                    }
                    "isometric-to-pose" => {
                        export.picture(&format!("{at}/answer.png"), &question, "isometric");
                        let Answer::Choice(slot) = truth else { panic!("a choice") };
                        assert_eq!(evidence["pose"], [1, 2, 5, 6][slot]);
                    }
                    "isometric-generation" => {
                        assert_eq!(truth, Answer::Image(export.take(&format!("{at}/DicAns/isometric.png"))));
                    }
                    "point-cloud" => {
                        let read = Cloud::read(&export.take(&format!("{at}/DicAns/{id}.npy"))).unwrap();
                        let Answer::Points(cloud) = truth else { panic!("points") };
                        assert_eq!((read.points, read.normals), (cloud.points, Vec::new()));
                    }
                    _ => {}
                }
            }
            assert!(answers.as_object().is_none_or(|left| left.is_empty()), "{root}: {answers}");
        }
    }
    assert!(export.0.is_empty(), "nobody asked for {:?}", export.0.keys());
}

#[test]
fn what_cannot_be_exported_is_refused_in_one_line() {
    let dir = folder();
    let here = dir.path();
    succeed(here, "generate spare3d/isometric-to-pose --count 4 --set size=64 --out d");
    succeed(here, "generate iq/rotation --count 4 --set size=64 --out iq");
    succeed(here, "generate spare3d/isometric-to-pose --count 4 --set size=64 --shard 0/2 --out shard");
    fs::write(here.join("file"), "").unwrap();
    fs::create_dir_all(here.join("full/sub")).unwrap();
    let before = tree(here);
    for (args, why) in [
        (
            "iq --as spare3d --out o",
            "iq has the task iq/rotation, and this layout is for tasks of spare3d only",
        ),
        ("shard --as spare3d --out o", "shard is shard 0/2 of a dataset: merge the shards first"),
        ("full --as spare3d --out o", "full is not a dataset of ours: it has no manifest.json"),
        ("missing --as spare3d --out o", "missing does not exist"),
        ("d --as spare3d --out d", "d is within the dataset: write somewhere else"),
        ("d --as spare3d --out d/data/o", "d/data/o is within the dataset: write somewhere else"),
        ("d --as spare3d --out full", "full is not empty: write somewhere else"),
        ("d --as spare3d --out .", ". is not empty: write somewhere else"),
        ("d --as spare3d --out file", "file is not a folder: write somewhere else"),
        ("d --as spare3d --out file/o", "cannot write file/o"),
        ("d --as spare --out o", "invalid value 'spare' for '--as <LAYOUT>'"),
        ("d --out o", "--as <LAYOUT>"),
        ("d --as spare3d", "--out <DIR>"),
    ] {
        let said = fail(here, 2, &format!("export {args}"));
        assert!(said.contains(why), "{args}: {said}");
    }
    assert_eq!(tree(here), before);
    // An empty folder is as good as none.
    fs::create_dir(here.join("o")).unwrap();
    succeed(here, "export d --as spare3d --out o");
    assert!(here.join("o/isometric-to-pose/train/answer.json").is_file());
}

#[test]
fn a_damaged_dataset_leaves_nothing_behind() {
    let dir = folder();
    let here = dir.path();
    succeed(
        here,
        "generate spare3d/pose-to-isometric --count 3 --splits test=1 --set size=64 --format folder --out d",
    );
    let rows = here.join("d/spare3d__pose-to-isometric/test/metadata.jsonl");
    let text = fs::read_to_string(&rows).unwrap();
    let hostile = text.replace("test/000002", "test/../../../../x");
    let elsewhere = text.replace("/test/000002\"", "/train/000002\"");
    let twice = text.replace("/test/000002\"", "/test/000001\"");
    for (damaged, why) in [
        (hostile, "is not the id of a question in split test of spare3d/pose-to-isometric"),
        (elsewhere, "is not the id of a question in split test of spare3d/pose-to-isometric"),
        (twice, "cannot write o/pose-to-isometric/test/000001/000001_f.png"),
        (text.replace("\\\"pose\\\":", "\\\"pos\\\":"), "its evidence has no pose of 1 to 8"),
    ] {
        assert_ne!(damaged, text);
        fs::write(&rows, damaged).unwrap();
        let before = tree(here);
        let said = fail(here, 2, "export d --as spare3d --out o");
        assert!(
            said.contains(why) || said.contains("/o/pose-to-isometric/test/000001/000001_f.png"),
            "{said}"
        );
        assert_eq!(tree(here), before);
        assert!(!here.join("o").exists());
    }
}

/// A file may have 4 kB, as if the disk were full: pictures fit and points do not.
#[cfg(unix)]
#[test]
fn a_full_disk_leaves_nothing_behind() {
    let dir = folder();
    let here = dir.path();
    succeed(here, "generate spare3d/point-cloud --count 3 --set size=64 --out d");
    let command = format!("trap '' XFSZ; ulimit -f 8; exec {} \"$@\"", env!("CARGO_BIN_EXE_spatiq"));
    let args = ["-c", &command, "sh", "export", "d", "--as", "spare3d", "--out", "o"];
    let output = std::process::Command::new("sh").args(args).current_dir(here).output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.starts_with("error: cannot write ") && said.contains("DicAns/000000.npy"), "{said}");
    assert_eq!((output.status.code(), said.lines().count()), (Some(2), 1));
    assert_eq!(fs::read_dir(here).unwrap().count(), 1, "only the dataset is there");
    assert!(run(here, "export d --as spare3d --out o").status.success());
}

/// Stopped in the middle, interrupted once or twice, and let go on.
#[cfg(unix)]
#[test]
fn ctrl_c_leaves_nothing_behind() {
    use std::process::{Command, Stdio};
    let dir = folder();
    let here = dir.path();
    succeed(here, "generate spare3d/point-cloud --count 60 --splits test=1 --set size=64 --out d");
    let others = || fs::read_dir(here).unwrap().count() - 1;
    for times in [1, 2] {
        // Whoever is not caught in the middle is let try again.
        let caught = (0..20).any(|_| {
            let mut command = common::spatiq("export d --as spare3d --out o");
            let child =
                command.current_dir(here).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
            let send = |signal: &str| {
                Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap().success()
            };
            while others() == 0 {
                std::thread::yield_now();
            }
            let sent = send("-STOP") && (0..times).all(|_| send("-INT")) && send("-CONT");
            let output = child.wait_with_output().unwrap();
            let said = String::from_utf8(output.stderr).unwrap();
            if sent && output.status.code() == Some(130) {
                assert_eq!(said, "error: interrupted; nothing is half-written\n");
                return true;
            }
            let _ = fs::remove_dir_all(here.join("o"));
            false
        });
        assert!(caught, "the command was never interrupted");
        assert_eq!(others(), 0, "nothing may be left");
    }
}

#[test]
fn scenes_that_do_not_fit_together_are_refused_in_one_line() {
    let dir = folder();
    let here = dir.path();
    let scene = "scene --count 2 --size 100x75 --quality fast";
    succeed(here, &format!("{scene} --out s"));
    succeed(here, &format!("{scene} --split test --out t"));
    let put = |name: &str, from: &str| {
        fs::create_dir_all(here.join(name)).unwrap();
        for (path, bytes) in tree(&here.join(from)) {
            if path.parent() == Some(Path::new("")) {
                fs::write(here.join(name).join(path), bytes).unwrap();
            }
        }
        here.join(name)
    };
    let edited = |name: &str, change: &dyn Fn(String) -> String| {
        let file = put(name, "s/000000").join("scene.json");
        let text = fs::read_to_string(&file).unwrap();
        let changed = change(text.clone());
        assert_ne!(changed, text);
        fs::write(&file, changed).unwrap();
    };
    edited("cut", &|text| text[..text.len() / 2].into());
    edited("bare", &|text| text.replace("\"graph\":", "\"graphs\":"));
    edited("fewer", &|text| text.replacen("\"pixels\": ", "\"pixels\": 1", 1));
    edited("camera", &|text| {
        let (before, graph) = text.split_at(text.rfind("\"eye\": [").unwrap() + 8);
        format!("{before}7.5, {}", graph.split_once(", ").unwrap().1)
    });
    edited("old", &|text| text.replace("\"rendered\":", "\"before\":"));
    edited("edited", &|text| text.replacen("\"ambient\": 0.", "\"ambient\": 0.9", 1));
    let other = put("other", "s/000000");
    fs::copy(here.join("s/000001/parts.png"), other.join("parts.png")).unwrap();
    fs::write(put("broken", "s/000000").join("objects.png"), b"\x89PNG").unwrap();
    fs::remove_file(put("missing", "s/000000").join("depth.npy")).unwrap();
    let foreign = put("foreign", "s/000000");
    fs::copy(here.join("s/000001/image.png"), foreign.join("image.png")).unwrap();
    let depths = fs::read(here.join("s/000000/depth.npy")).unwrap();
    fs::write(put("short", "s/000000").join("depth.npy"), &depths[..depths.len() - 1]).unwrap();
    put("mixed/000000", "s/000000");
    put("mixed/000001", "t/000000");
    fs::create_dir(here.join("nothing")).unwrap();
    let before = tree(here);
    for (args, why) in [
        ("cut", "cut: scene.json: not readable as JSON"),
        ("bare", "bare: scene.json: the file: has no graph"),
        ("old", "old: scene.json: does not tell what its pictures are like; render it again"),
        ("fewer", "fewer: scene.json: was changed since its pictures were rendered; render it again"),
        ("camera", "camera: scene.json: was changed since its pictures were rendered; render it again"),
        ("edited", "edited: scene.json: was changed since its pictures were rendered; render it again"),
        ("foreign", "foreign: image.png: is not the one that was rendered with scene.json; render it again"),
        ("other", "other: parts.png: is not the one that was rendered with scene.json; render it again"),
        ("broken", "broken: objects.png: is not the one"),
        ("missing", "missing: depth.npy"),
        ("short", "short: depth.npy: is not the one"),
        ("mixed", "export the splits one by one"),
        ("nothing", "nothing has no scene.json"),
        ("absent", "cannot read absent"),
        ("s --split test", "is of split train"),
    ] {
        for layout in ["coco", "ptr"] {
            let said = fail(here, 2, &format!("export {args} --as {layout} --out o"));
            assert!(said.contains(why), "{args}: {said}");
        }
    }
    fail(here, 2, "export s --as coco --out s/000000/o");
    fail(here, 2, "export s --as spare3d --split val --out o");
    assert_eq!(tree(here), before);
    assert_eq!(succeed(here, "export s/000000 --as ptr --out one"), "one: 3 files of 1 scene\n");
    succeed(here, "export t --as coco --out o");
    assert!(here.join("o/annotations/panoptic_test/000001.png").is_file());
    // What was edited is a scene again once it is rendered, and laying the file out anew changes nothing.
    succeed(here, "scene --from edited/scene.json --size 100x75 --quality fast --out again");
    let file = here.join("again/scene.json");
    let value: serde_json::Value = serde_json::from_slice(&fs::read(&file).unwrap()).unwrap();
    fs::write(&file, value.to_string()).unwrap();
    succeed(here, "export again --as ptr --out again-ptr");
}

#[test]
fn questions_about_rooms_are_written_as_ptr_clevr_and_coco_have_them() {
    let dir = folder();
    let here = dir.path();
    let made = "--count 40 --splits train=2,test=2 --set width=640 --set quality=fast";
    succeed(here, &format!("generate ptr/questions {made} --out d"));
    let read = |path: &str| -> Value {
        serde_json::from_str(&fs::read_to_string(here.join(path)).unwrap()).unwrap()
    };
    for layout in ["ptr", "clevr", "coco"] {
        succeed(here, &format!("export d --as {layout} --out {layout}"));
    }
    let fields = "split image_filename image_index question program answer template_filename question_family_index \
                  question_index type1 type2";
    for split in ["train", "test"] {
        for prefix in ["PTR", "CLEVR"] {
            let root = prefix.to_lowercase();
            let file = read(&format!("{root}/questions/{prefix}_{split}_questions.json"));
            let questions = file["questions"].as_array().unwrap();
            assert_eq!(questions.len(), 20);
            for (at, question) in questions.iter().enumerate() {
                assert_eq!(question["image_index"], at / 10);
                assert_eq!((&question["split"], &question["question_index"]), (&split.into(), &at.into()));
                let image = question["image_filename"].as_str().unwrap();
                assert!(here.join(format!("{root}/images/{split}/{image}")).is_file(), "{image}");
                // Each node of a program names earlier ones, and the last gives the answer.
                let program = question["program"].as_array().unwrap();
                assert!(!program.is_empty() && question["answer"].is_string());
                let earlier = |(node, step): (usize, &Value)| {
                    step["inputs"]
                        .as_array()
                        .unwrap()
                        .iter()
                        .all(|input| input.as_u64().unwrap() < node as u64)
                };
                assert!(program.iter().enumerate().all(earlier));
            }
            if prefix == "PTR" {
                let has = |field: &str| questions.iter().all(|question| question.get(field).is_some());
                assert!(fields.split(' ').all(has));
            }
        }
        let scenes = read(&format!("clevr/scenes/CLEVR_{split}_scenes.json"));
        assert_eq!(scenes["scenes"].as_array().unwrap().len(), 2);
        for scene in 0..2 {
            assert_eq!(read(&format!("ptr/scenes/{split}/PTR_{split}_00000{scene}.json"))["split"], split);
        }
        // Every object of a scene that is seen has an annotation, in the picture with its name.
        let instances = read(&format!("coco/annotations/instances_{split}.json"));
        assert_eq!(instances["images"].as_array().unwrap().len(), 2);
        let objects: usize =
            scenes["scenes"].as_array().unwrap().iter().map(|s| s["objects"].as_array().unwrap().len()).sum();
        assert_eq!(instances["annotations"].as_array().unwrap().len(), objects);
        assert!(here.join(format!("coco/{split}/000001.png")).is_file());
    }
    let said = fail(here, 2, "export d --as vrd25 --out v");
    assert!(
        said.contains("has the task ptr/questions, and this layout is for tasks of vrd25 only"),
        "{said}"
    );
}
