//! The Hugging Face `datasets` library loads what we write, with no code of ours, and the `webdataset` library the tar
//! shards. Needs Python and the package index;
//! where the library cannot be installed the test is skipped and says so.

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
    if call(&python, &["-c", "import datasets, PIL, webdataset"]).is_err() {
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
                writeln!(std::io::stderr(), "SKIPPED: the datasets library cannot be installed here: {why}");
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
        let plan = Plan { seed: 1, format, shard: None, tasks: tasks.map(plan).into() };
        let dataset = dir.path().join(format.name());
        generate(&plan, &dataset, &AtomicBool::new(false), |_| {}).unwrap();
        check(script, &dataset, format.name());
    }
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
