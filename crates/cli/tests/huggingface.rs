//! The Hugging Face `datasets` library loads what we write, with no code of ours, the `webdataset` library the tar
//! shards, and `pycocotools` exported masks. Needs Python and the package index;
//! where the libraries cannot be installed the tests are skipped and say so.

mod common;
#[path = "../../bench/tests/toy/mod.rs"]
#[allow(dead_code, reason = "each test file uses its own part")]
mod toy;

use common::{folder, succeed};
use spatiq_bench::dataset::{Format, Plan, TaskPlan, generate};
use spatiq_bench::{Settings, Split, Task};
use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;
use std::sync::atomic::AtomicBool;

/// Parquet and folder, through `load_dataset`.
const LOAD: &str = r#"
import json, sys
from datasets import get_dataset_config_names, load_dataset

folder, form = sys.argv[1:]
assert get_dataset_config_names(folder) == ["iq__rotation", "iq__composition"]
for name, pictures in (("iq__rotation", lambda level: 5), ("iq__composition", lambda level: 1 + 4 * (level + 1))):
    data = load_dataset(folder, name)
    assert {split: rows.num_rows for split, rows in data.items()} == {"train": 600, "val": 20, "test": 40}, data
    for split, rows in data.items():
        row = rows[7]
        level = int(json.loads(row["tags"])["level"])
        assert row["id"] == f"{name.replace('__', '/')}/{split}/000007", row["id"]
        assert row["answer"] in "ABCD" and row["choices"] == [] and row["scene"] == ""
        assert len(row["images"]) == len(row["image_names"]) == pictures(level)
        json.loads(row["evidence"])
        if form == "parquet":
            assert all(image.size == (48, 48) and image.format == "PNG" for image in row["images"])
            assert row["images"][0].getextrema()[1] == 255
"#;

/// Tar shards, through `webdataset`.
const STREAM: &str = r#"
import glob, sys, webdataset

for name in ("iq__rotation", "iq__composition"):
    shards = sorted(glob.glob(f"{sys.argv[1]}/data/{name}/train-*.tar"))
    samples = list(webdataset.WebDataset(shards, shardshuffle=False).decode("pil"))
    assert len(shards) == 2 and len(samples) == 600, (len(shards), len(samples))
    for number, sample in enumerate(samples):
        assert sample["json"]["id"] == f"{name.replace('__', '/')}/train/{number:06}"
        assert all(sample[f"{picture.lower()}.png"].size == (48, 48) for picture in sample["json"]["image_names"])
"#;

/// Answers that are drawings or points, through `load_dataset`.
const LOAD_OPEN: &str = r#"
import sys
from datasets import load_dataset

for row in load_dataset(sys.argv[1], "toy__drawing")["test"]:
    image = row["answer_image"]
    assert image.size == (12, 12) and image.format == "PNG" and image.mode == "RGB", image
    # The answer is the question's picture upside down.
    assert image.rotate(180).tobytes() == row["images"][0].tobytes() and row["answer"] == ""
normals = set()
for row in load_dataset(sys.argv[1], "toy__points")["test"]:
    assert len(row["answer_points"]) == 30 and all(len(point) == 3 for point in row["answer_points"])
    normals.add(len(row["answer_normals"]))
    if row["answer_normals"]:
        assert all(abs(n - (p - 40)) < 1e-5 for q, m in zip(row["answer_points"], row["answer_normals"]) for p, n in zip(q, m))
assert normals == {0, 30}, normals
"#;

/// The same through `webdataset`, and the files of the folder format through numpy.
const STREAM_OPEN: &str = r#"
import json, sys, numpy, webdataset

for sample in webdataset.WebDataset(f"{sys.argv[1]}/data/toy__points/test-00000-of-00001.tar", shardshuffle=False).decode("pil"):
    assert sample["answer.npy"].shape in ((30, 3), (30, 6)) and sample["answer.npy"].dtype == numpy.float32
for sample in webdataset.WebDataset(f"{sys.argv[1]}/data/toy__drawing/test-00000-of-00001.tar", shardshuffle=False).decode("pil"):
    assert sample["answer.png"].size == (12, 12)
"#;

/// Loads the rows of the folder format by hand.
const READ_OPEN: &str = r#"
import json, sys, numpy
from PIL import Image

rows = [json.loads(line) for line in open(f"{sys.argv[1]}/toy__points/test/metadata.jsonl")]
assert all(numpy.load(f"{sys.argv[1]}/toy__points/test/{row['answer_points']}").shape[0] == 30 for row in rows)
rows = [json.loads(line) for line in open(f"{sys.argv[1]}/toy__drawing/test/metadata.jsonl")]
assert all(Image.open(f"{sys.argv[1]}/toy__drawing/test/{row['answer_image']}").size == (12, 12) for row in rows)
"#;

/// Exported scenes in the layout of COCO: every mask, box and area again from the layers that `spatiq scene` wrote.
const COCO: &str = r#"
import json, sys, numpy
from PIL import Image
from pycocotools import mask as masks
from pycocotools.coco import COCO
from pycocotools.cocoeval import COCOeval

root = sys.argv[1]
layer = lambda number, name: numpy.array(Image.open(f"{root}/scenes/{number:06}/{name}.png")).astype(int)
for kind, name in (("instances", "objects"), ("parts", "parts")):
    coco = COCO(f"{root}/coco/annotations/{kind}_train.json")
    coco.info()
    assert len(coco.imgs) == 3
    for image in coco.imgs.values():
        picture = Image.open(f"{root}/coco/train/{image['file_name']}")
        assert picture.size == (image["width"], image["height"]) == (160, 120)
        truth = layer(image["id"] - 1, name)
        notes = coco.loadAnns(coco.getAnnIds(imgIds=image["id"]))
        assert sorted(note["instance"] for note in notes) == sorted(set(truth.flat) - {0})
        objects = layer(image["id"] - 1, "objects")
        for note in notes:
            mask = coco.annToMask(note)
            assert (mask == (truth == note["instance"])).all()
            rows, columns = mask.nonzero()
            box = [columns.min(), rows.min(), columns.max() + 1 - columns.min(), rows.max() + 1 - rows.min()]
            assert note["bbox"] == box == masks.toBbox(coco.annToRLE(note)).tolist(), note
            assert note["area"] == mask.sum() == masks.area(coco.annToRLE(note))
            assert set(objects[mask == 1]) == {note["object"] + 1}
            assert note["category_id"] in coco.cats
    # Whoever answers the truth is right everywhere.
    found = coco.loadRes([dict(image_id=n["image_id"], category_id=n["category_id"], segmentation=n["segmentation"], score=1.0) for n in coco.anns.values()])
    judge = COCOeval(coco, found, "segm")
    judge.evaluate(); judge.accumulate(); judge.summarize()
    assert judge.stats[0] == 1.0, judge.stats
panoptic = json.load(open(f"{root}/coco/annotations/panoptic_train.json"))
names = {category["id"]: category["name"] for category in panoptic["categories"]}
coco = COCO(f"{root}/coco/annotations/panoptic_train.json")
for image in coco.getImgIds():
    [note] = coco.loadAnns(coco.getAnnIds(imgIds=[image]))
    largest = max(note["segments_info"], key=lambda segment: segment["area"])
    assert note["id"] == note["image_id"] == image and note["category_id"] == largest["category_id"]
    assert image in coco.getImgIds(catIds=[largest["category_id"]])
assert sum(category["isthing"] == 0 for category in panoptic["categories"]) == 1
for image, note in zip(panoptic["images"], panoptic["annotations"]):
    assert note["image_id"] == image["id"]
    colours = numpy.array(Image.open(f"{root}/coco/annotations/panoptic_train/{note['file_name']}")).astype(int)
    ids = colours @ [1, 256, 65536]
    assert sorted(segment["id"] for segment in note["segments_info"]) == sorted(set(ids.flat))
    objects = layer(image["id"] - 1, "objects")
    for segment in note["segments_info"]:
        mask = ids == segment["id"]
        rows, columns = mask.nonzero()
        assert segment["area"] == mask.sum() and segment["iscrowd"] == 0
        assert segment["bbox"] == [columns.min(), rows.min(), columns.max() + 1 - columns.min(), rows.max() + 1 - rows.min()]
        assert (mask == (objects == (0 if names[segment["category_id"]] == "background" else segment["id"]))).all()
"#;

/// Exported scenes in the layout of PTR: masks, coordinates and relations again, by other means.
const PTR: &str = r#"
import json, sys, numpy
from PIL import Image
from pycocotools import mask as masks

root = sys.argv[1]
decode = lambda rle: masks.decode(masks.frPyObjects(rle, *rle["size"]))
for number in range(3):
    scene = json.load(open(f"{root}/ptr/scenes/train/PTR_train_{number:06}.json"))
    assert (scene["image_index"], scene["split"]) == (number, "train") and scene["physics"] is True
    assert scene["image_filename"] == f"PTR_train_{number:06}.png"
    picture = Image.open(f"{root}/ptr/images/train/{scene['image_filename']}")
    depth = numpy.load(f"{root}/ptr/depths/train/PTR_train_{number:06}.npy")
    objects, parts = (numpy.array(Image.open(f"{root}/scenes/{number:06}/{name}.png")) for name in ("objects", "parts"))
    assert picture.size == (160, 120) and depth.shape == objects.shape == (120, 160) and depth.dtype == numpy.float32
    matrix = numpy.array(scene["projection_matrix"])
    places = numpy.array([thing["3d_coords"] for thing in scene["objects"]])
    for way in ("left", "right", "front", "behind"):
        direction = numpy.array(scene["directions"][way])
        found = [[j for j, q in enumerate(places) if (q - p) @ direction > 0.2] for p in places]
        assert scene["relationships"][way] == found, way
    falls = 0
    for at, thing in enumerate(scene["objects"]):
        x, y, far = thing["pixel_coords"]
        assert abs(matrix @ [x * far, y * far, far, 1] - [*places[at], 1]).max() < 1e-9
        assert (decode(thing["obj_mask"]) == (objects == at + 1)).all()
        shown = set()
        for part, all in thing["part_mask"].items():
            assert len(all) == thing["part_count_occluded"][part] <= thing["part_count"][part]
            for rle in all:
                mask = decode(rle)
                values = set(parts[mask == 1])
                assert len(values) == 1 and (mask == (parts == [*values][0])).all() and not values & shown
                shown |= values
        # No part that is seen is left out, whatever it is called.
        assert shown == set(parts[objects == at + 1])
        assert thing["part_color"].keys() == thing["part_count"].keys() >= thing["part_mask"].keys()
        for vector in [*thing["line_geo"].values(), *thing["plane_geo"].values()]:
            assert abs(numpy.linalg.norm(vector) - 1) < 1e-9
        assert thing["stability"] in ("yes", "no")
        assert len(thing["possible_change"]) == len(set(thing["possible_change"]))
        assert thing["stability"] == "no" or not thing["possible_change"]
        falls += thing["stability"] == "no"
    # What a pixel shows is where its depth says: points of the floor are at height 0.
    row, column = numpy.argwhere((objects == 0) & (numpy.arange(120)[:, None] > 110))[0]
    far = depth[row, column]
    assert abs((matrix @ [(column + 0.5) * far, (row + 0.5) * far, far, 1])[2]) < 1e-4
"#;

/// A Python with the library, or the reason why there is none. It is installed once, however many tests ask.
fn python() -> Result<PathBuf, String> {
    static PYTHON: OnceLock<Result<PathBuf, String>> = OnceLock::new();
    PYTHON.get_or_init(install_python).clone()
}

fn install_python() -> Result<PathBuf, String> {
    let venv = Path::new(env!("CARGO_TARGET_TMPDIR")).join("datasets-venv");
    let python = venv.join("bin/python");
    let call = |program: &Path, args: &[&str]| -> Result<(), String> {
        let output = Command::new(program)
            .args(args)
            .output()
            .map_err(|why| format!("{}: {why}", program.display()))?;
        let last = || String::from_utf8_lossy(&output.stderr).lines().last().unwrap_or("").to_owned();
        if output.status.success() { Ok(()) } else { Err(last()) }
    };
    if call(&python, &["-c", "import datasets, PIL, webdataset, pycocotools"]).is_err() {
        call(Path::new("python3"), &["-m", "venv", venv.to_str().unwrap()])?;
        call(
            &python,
            &[
                "-m",
                "pip",
                "install",
                "--quiet",
                "--disable-pip-version-check",
                "datasets",
                "pillow",
                "webdataset",
                "pycocotools",
            ],
        )?;
    }
    Ok(python)
}

/// Runs a script on a dataset, if there is a Python to run it with.
fn check(script: &str, dataset: &Path, format: &str) {
    let python = match python() {
        Ok(python) => python,
        Err(why) => {
            // Written past the capture of passing tests, so that it is seen.
            let _ =
                writeln!(std::io::stderr(), "SKIPPED: the Python libraries cannot be installed here: {why}");
            return;
        }
    };
    let output = Command::new(&python)
        .args(["-c", script, dataset.to_str().unwrap(), format])
        .env("HF_HOME", dataset.with_extension("cache"))
        .env("HF_HUB_OFFLINE", "1")
        .output()
        .unwrap();
    assert!(output.status.success(), "{format}: {}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn the_libraries_load_answers_that_are_drawings_or_points() {
    let tasks: [&'static dyn Task; 2] = [&toy::open::DRAWING, &toy::open::POINTS];
    let plan = |task: &'static dyn Task| TaskPlan {
        task,
        preset: None,
        settings: Settings::new(task.settings(), []).unwrap(),
        counts: BTreeMap::from([(Split::Test, 40)]),
    };
    let dir = folder();
    for (format, script) in
        [(Format::Parquet, LOAD_OPEN), (Format::Folder, READ_OPEN), (Format::Webdataset, STREAM_OPEN)]
    {
        let plan = Plan { seed: 1, format, imported: None, shard: None, tasks: tasks.map(plan).into() };
        let dataset = dir.path().join(format.name());
        generate(&plan, &dataset, &AtomicBool::new(false), |_| {}).unwrap();
        check(script, &dataset, format.name());
    }
}

#[test]
fn exported_scenes_are_read_by_the_tools_of_coco() {
    let dir = folder();
    succeed(dir.path(), "scene --kind physics --count 3 --seed 5 --size 160x120 --quality fast --out scenes");
    succeed(dir.path(), "export scenes --as coco --out coco");
    succeed(dir.path(), "export scenes --as ptr --out ptr");
    check(COCO, dir.path(), "coco");
    check(PTR, dir.path(), "ptr");
}

#[test]
fn the_libraries_load_every_format() {
    let dir = folder();
    for (format, script) in [("parquet", LOAD), ("folder", LOAD), ("webdataset", STREAM)] {
        let args =
            "generate iq/rotation iq/composition --count 660 --splits train=30,val=1,test=2 --set size=48";
        succeed(dir.path(), &format!("{args} --format {format} --out {format}"));
        check(script, &dir.path().join(format), format);
    }
}
