//! The same version, tasks, settings, seed and count give the same bytes: whatever the threads, the shards, and
//! however often a run is killed on the way.

mod common;

use common::{assert_same, folder, spatiq, succeed, tree};
use std::hash::{BuildHasher, RandomState};
use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

const TASKS: &str = "iq/rotation iq/composition";
/// Enough rows for several parts a split, in small pictures.
const SIZE: &str = "--count 1300 --splits train=8,test=5 --set size=32 --seed 5";

fn generate(dir: &Path, format: &str, more: &str) {
    succeed(dir, &format!("generate {TASKS} {SIZE} --format {format} {more}"));
}

#[test]
fn threads_do_not_matter() {
    for format in ["parquet", "folder", "webdataset"] {
        let dir = folder();
        for threads in [1, 2, 7] {
            generate(dir.path(), format, &format!("--out t{threads} --threads {threads}"));
        }
        assert_same(&dir.path().join("t1"), &dir.path().join("t2"));
        assert_same(&dir.path().join("t1"), &dir.path().join("t7"));
        succeed(dir.path(), "verify t7");
    }
}

#[test]
fn shards_merge_to_the_single_run() {
    for format in ["parquet", "folder", "webdataset"] {
        let dir = folder();
        generate(dir.path(), format, "--out whole");
        for shard in 0..3 {
            generate(dir.path(), format, &format!("--out shard{shard} --shard {shard}/3"));
        }
        succeed(dir.path(), "merge merged shard2 shard0 shard1");
        assert_same(&dir.path().join("whole"), &dir.path().join("merged"));
    }
}

#[test]
fn a_killed_run_started_again_ends_the_same() {
    for format in ["parquet", "folder", "webdataset"] {
        let dir = folder();
        generate(dir.path(), format, "--out whole");
        for _ in 0..6 {
            // Another moment in every run; which one it was is shown when the test fails.
            let delay = Duration::from_millis(RandomState::new().hash_one(format) % 900);
            let args = format!("generate {TASKS} {SIZE} --format {format} --out killed");
            let mut child = spatiq(&args)
                .current_dir(dir.path())
                .stdout(Stdio::null())
                .stderr(Stdio::null())
                .spawn()
                .unwrap();
            std::thread::sleep(delay);
            let _ = child.kill(); // SIGKILL; it may have finished already
            child.wait().unwrap();
            println!("{format}: killed after {delay:?}");
            // Whatever has its final name is whole: it is what the uninterrupted run has there.
            let whole = tree(&dir.path().join("whole"));
            let killed = dir.path().join("killed");
            let there = if killed.exists() { tree(&killed) } else { Default::default() };
            for (path, bytes) in there.iter().filter(|(path, _)| !path.starts_with(".spatiq")) {
                assert!(whole.get(path) == Some(bytes), "{} is not whole", path.display());
            }
        }
        generate(dir.path(), format, "--out killed");
        assert_same(&dir.path().join("whole"), &dir.path().join("killed"));
    }
}

#[test]
fn an_item_does_not_depend_on_how_many_are_asked_for() {
    let dir = folder();
    for count in [20, 60] {
        let args = format!("generate {TASKS} --format folder --splits test=1 --set size=32 --count {count}");
        succeed(dir.path(), &format!("{args} --out n{count}"));
    }
    let small = tree(&dir.path().join("n20"));
    let large = tree(&dir.path().join("n60"));
    let pictures = small.keys().filter(|path| path.extension().is_some_and(|ending| ending == "png"));
    assert!(pictures.clone().count() > 100);
    for path in pictures {
        assert!(small[path] == large[path], "{}", path.display());
    }
}
