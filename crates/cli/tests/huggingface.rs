//! The Hugging Face `datasets` library loads what we write, with no code of ours, and the `webdataset` library the tar
//! shards. Needs Python and the package index;
//! where the library cannot be installed the test is skipped and says so.

mod common;

use common::{folder, succeed};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

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

#[test]
fn the_libraries_load_every_format() {
    let python = match python() {
        Ok(python) => python,
        Err(why) => {
            // Written past the capture of passing tests, so that it is seen.
            let _ =
                writeln!(std::io::stderr(), "SKIPPED: the datasets library cannot be installed here: {why}");
            return;
        }
    };
    let dir = folder();
    for (format, check) in [("parquet", LOAD), ("folder", LOAD), ("webdataset", STREAM)] {
        let args =
            "generate iq/rotation iq/composition --count 660 --splits train=30,val=1,test=2 --set size=48";
        succeed(dir.path(), &format!("{args} --format {format} --out {format}"));
        let output = Command::new(&python)
            .args(["-c", check, dir.path().join(format).to_str().unwrap(), format])
            .env("HF_HOME", dir.path().join("cache"))
            .env("HF_HUB_OFFLINE", "1")
            .output()
            .unwrap();
        assert!(output.status.success(), "{format}: {}", String::from_utf8_lossy(&output.stderr));
    }
}
