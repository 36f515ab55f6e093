//! Readers meet bytes that nobody wrote: an error or a row, never a panic and never endless memory.

mod toy;

use spatiq_bench::dataset::{Dataset, Format, Plan, TaskPlan, generate, verify};
use spatiq_bench::{Rng, Seed, Settings, Split, Task};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::atomic::AtomicBool;

fn folder() -> tempfile::TempDir {
    let memory = Path::new("/dev/shm");
    if memory.is_dir() { tempfile::tempdir_in(memory) } else { tempfile::tempdir() }.unwrap()
}

fn dataset(format: Format, dir: &Path) {
    let plan = |task: &'static dyn Task| TaskPlan {
        task,
        preset: None,
        settings: Settings::new(task.settings(), []).unwrap(),
        counts: BTreeMap::from([(Split::Test, 6)]),
    };
    let tasks = toy::TASKS.iter().map(|task| plan(*task)).collect();
    generate(
        &Plan { seed: 1, format, imported: None, shard: None, tasks },
        dir,
        &AtomicBool::new(false),
        |_| {},
    )
    .unwrap();
}

/// Spoils bytes as disks, editors and enemies do.
fn mutate(rng: &mut Rng, bytes: &mut Vec<u8>) {
    if bytes.is_empty() {
        return;
    }
    for _ in 0..1 + rng.below(4) {
        let at = rng.below(bytes.len());
        match rng.below(6) {
            0 => bytes[at] ^= 1 << rng.below(8),
            1 => bytes[at] = *rng.pick(&[0, 0x7f, 0x80, 0xff, b'"', b'{', b'9']),
            2 => bytes.truncate(at.max(1)),
            3 => {
                let end = (at + 1 + rng.below(16)).min(bytes.len());
                bytes.drain(at..end);
            }
            4 => {
                let copy = bytes[at..(at + 8).min(bytes.len())].to_vec();
                bytes.splice(at..at, copy);
            }
            // Lengths and counts are little-endian words: make one absurd.
            _ => bytes[at..].iter_mut().take(4).for_each(|byte| *byte = 0xff),
        }
        if bytes.is_empty() {
            return;
        }
    }
}

fn read_everything(dir: &Path) {
    if let Ok(dataset) = Dataset::open(dir) {
        for task in dataset.manifest.tasks.clone() {
            let _ = dataset.questions(&task.task, None).take(1_000).filter(Result::is_ok).count();
        }
    }
    let _ = verify(dir, toy::TASKS, |_, _| {});
}

fn fuzz(format: Format, file: &str, rounds: u64) {
    let dir = folder();
    dataset(format, dir.path());
    let path = dir.path().join(file);
    let whole = fs::read(&path).unwrap();
    for round in 0..rounds {
        let mut bytes = whole.clone();
        mutate(&mut Seed::root(7).child(file).child(round).rng(), &mut bytes);
        fs::write(&path, &bytes).unwrap();
        read_everything(dir.path());
    }
}

#[test]
fn spoilt_parquet_is_survived() {
    fuzz(Format::Parquet, "data/toy__darkest/test-00000-of-00001.parquet", 1500);
}

#[test]
fn spoilt_tar_is_survived() {
    fuzz(Format::Webdataset, "data/toy__darkest/test-00000-of-00001.tar", 800);
}

#[test]
fn spoilt_rows_are_survived() {
    fuzz(Format::Folder, "toy__darkest/test/metadata.jsonl", 800);
}

#[test]
fn spoilt_answers_are_survived() {
    for task in ["toy__drawing", "toy__points"] {
        fuzz(Format::Parquet, &format!("data/{task}/test-00000-of-00001.parquet"), 800);
        fuzz(Format::Webdataset, &format!("data/{task}/test-00000-of-00001.tar"), 300);
    }
    fuzz(Format::Folder, "toy__points/test/metadata.jsonl", 300);
    fuzz(Format::Folder, "toy__points/test/00000/000003-answer.npy", 500);
    fuzz(Format::Folder, "toy__drawing/test/00000/000003-answer.png", 500);
}

#[test]
fn spoilt_manifests_are_survived() {
    for format in [Format::Parquet, Format::Folder, Format::Webdataset] {
        fuzz(format, "manifest.json", 800);
    }
}

#[test]
fn rows_do_not_reach_outside_the_dataset() {
    let root = folder();
    fs::write(root.path().join("secret.png"), "secret").unwrap();
    let dir = root.path().join("d");
    dataset(Format::Folder, &dir);
    let rows = dir.join("toy__darkest/test/metadata.jsonl");
    let text = fs::read_to_string(&rows).unwrap();
    for path in ["../../../secret.png", "/etc/hostname", "./../../../secret.png"] {
        fs::write(&rows, text.replacen("00000/000000-A.png", path, 1)).unwrap();
        let first = Dataset::open(&dir).unwrap().rows("toy/darkest", None).next().unwrap();
        assert!(first.unwrap_err().to_string().contains("not within the dataset"), "{path}");
    }
}
