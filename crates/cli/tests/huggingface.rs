//! The Hugging Face `datasets` library loads what we write, with no code of ours. Needs Python and the package index;
//! where the library cannot be installed the test is skipped and says so.

mod common;

use common::{folder, succeed};
use std::path::{Path, PathBuf};
use std::process::Command;

const CHECK: &str = r#"
import json, sys
from datasets import get_dataset_config_names, load_dataset

folder, form = sys.argv[1], sys.argv[2]
assert get_dataset_config_names(folder) == ["iq__rotation", "iq__composition"]
for name, pictures in (("iq__rotation", lambda level: 5), ("iq__composition", lambda level: 1 + 4 * (level + 1))):
    data = load_dataset(folder, name)
    assert {split: rows.num_rows for split, rows in data.items()} == {"train": 600, "val": 20, "test": 40}, data
    for split, rows in data.items():
        row = rows[7]
        if form == "webdataset":
            level = int(json.loads(row["json"]["tags"])["level"])
            assert row["json"]["id"] == f"{name.replace('__', '/')}/{split}/000007"
            assert row["question.png"].size == (48, 48)
            continue
        level = int(json.loads(row["tags"])["level"])
        assert row["id"] == f"{name.replace('__', '/')}/{split}/000007", row["id"]
        assert row["answer"] in "ABCD" and row["choices"] == [] and row["scene"] == ""
        assert len(row["images"]) == len(row["image_names"]) == pictures(level)
        json.loads(row["evidence"])
        if form == "parquet":
            assert all(image.size == (48, 48) and image.format == "PNG" for image in row["images"])
            assert row["images"][0].getextrema()[1] == 255
print("loaded")
"#;

/// A Python with the library, or the reason why there is none.
fn python() -> Result<PathBuf, String> {
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
    if call(&python, &["-c", "import datasets, PIL"]).is_err() {
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

#[test]
fn load_dataset_loads_every_format() {
    let python = match python() {
        Ok(python) => python,
        Err(why) => return println!("SKIPPED: the datasets library cannot be installed here: {why}"),
    };
    let dir = folder();
    for format in ["parquet", "folder", "webdataset"] {
        let args =
            "generate iq/rotation iq/composition --count 660 --splits train=30,val=1,test=2 --set size=48";
        succeed(dir.path(), &format!("{args} --format {format} --out {format}"));
        let output = Command::new(&python)
            .args(["-c", CHECK, dir.path().join(format).to_str().unwrap(), format])
            .env("HF_HOME", dir.path().join("cache"))
            .env("HF_HUB_OFFLINE", "1")
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{format}: {said}");
    }
}
