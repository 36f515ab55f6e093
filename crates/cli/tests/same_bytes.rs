//! The same version, tasks, settings, seed and count give the same bytes: whatever the threads, the shards, and
//! however often a run is killed on the way.

mod common;

use common::{assert_same, folder, spatiq, succeed, tree};
use std::hash::{BuildHasher, RandomState};
use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

/// What is made, and in which formats.
const RUNS: [(&str, &str); 5] =
    [(FLAT, "parquet"), (FLAT, "folder"), (FLAT, "webdataset"), (DRAWN, "parquet"), (RENDERED, "parquet")];

/// Enough rows for several parts a split, in small pictures.
const FLAT: &str = "iq/rotation iq/composition --count 1300 --splits train=8,test=5 --set size=32 --seed 5";
/// Line drawings, which take longer, and answers that are drawings and points.
const DRAWN: &str = "spare3d/three-view-to-isometric spare3d/pose-to-isometric spare3d/isometric-generation \
                     spare3d/point-cloud --count 13 --splits train=8,test=5 --seed 5";

/// Rendered scenes, which several questions share.
const RENDERED: &str =
    "ptr/questions vrd25/within-depth --count 13 --splits train=8,test=5 --set width=640 --seed 5";

fn generate(dir: &Path, (what, format): (&str, &str), more: &str) {
    succeed(dir, &format!("generate {what} --format {format} {more}"));
}

#[test]
fn threads_do_not_matter() {
    for run in RUNS {
        let dir = folder();
        for threads in [1, 2, 7] {
            generate(dir.path(), run, &format!("--out t{threads} --threads {threads}"));
        }
        assert_same(&dir.path().join("t1"), &dir.path().join("t2"));
        assert_same(&dir.path().join("t1"), &dir.path().join("t7"));
        succeed(dir.path(), "verify t7");
    }
}

#[test]
fn shards_merge_to_the_single_run() {
    for run in RUNS {
        let dir = folder();
        generate(dir.path(), run, "--out whole");
        for shard in 0..3 {
            generate(dir.path(), run, &format!("--out shard{shard} --shard {shard}/3"));
        }
        succeed(dir.path(), "merge merged shard2 shard0 shard1");
        assert_same(&dir.path().join("whole"), &dir.path().join("merged"));
    }
}

#[test]
fn a_killed_run_started_again_ends_the_same() {
    for run in RUNS {
        let dir = folder();
        let (whole, killed) = (dir.path().join("whole"), dir.path().join("killed"));
        generate(dir.path(), run, "--out whole");
        let hits = (0..6).filter(|_| kill_at_random(dir.path(), run)).count();
        assert!(hits > 0, "{run:?}: every run ended before it could be killed");
        generate(dir.path(), run, "--out killed");
        assert_same(&whole, &killed);
        // And so does a repair.
        let damaged =
            tree(&killed).into_keys().find(|path| path.starts_with("data") || path.ends_with("000003-A.png"));
        std::fs::write(killed.join(damaged.unwrap()), "damaged").unwrap();
        for _ in 0..4 {
            kill_at_random(dir.path(), run);
        }
        generate(dir.path(), run, "--out killed");
        assert_same(&whole, &killed);
    }
}

/// Starts a run and kills it at a random moment; whether it was still at work.
fn kill_at_random(dir: &Path, (what, format): (&str, &str)) -> bool {
    let args = format!("generate {what} --format {format} --out killed");
    let mut child =
        spatiq(&args).current_dir(dir).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    // Another moment in every run; which one it was is shown when the test fails.
    let delay = Duration::from_millis(RandomState::new().hash_one(format) % 500);
    std::thread::sleep(delay);
    let hit = child.try_wait().unwrap().is_none();
    child.kill().unwrap(); // SIGKILL
    child.wait().unwrap();
    println!("{format}: killed after {delay:?}: {hit}");
    // Whatever has its final name is whole: it is what the uninterrupted run has there.
    let (whole, killed) = (tree(&dir.join("whole")), dir.join("killed"));
    let there = if killed.exists() { tree(&killed) } else { Default::default() };
    for (path, bytes) in there.iter().filter(|(path, _)| !path.starts_with(".spatiq")) {
        assert!(bytes == b"damaged" || whole.get(path) == Some(bytes), "{} is not whole", path.display());
    }
    hit
}

/// Bytes that a change of code or of a library alters are a decision of its own: raise the version, say so in
/// CHANGELOG.md, and write the new hashes here.
#[test]
fn the_bytes_are_those_of_this_version() {
    let dir = folder();
    let hash = |task: &str, preset: &str| {
        let name = format!("{}-{preset}", task.replace('/', "-"));
        succeed(
            dir.path(),
            &format!("generate {task} --preset {preset} --count 24 --format folder --out {name}"),
        );
        let mut hasher = blake3::Hasher::new();
        for (path, bytes) in tree(&dir.path().join(&name)) {
            if path.starts_with(task.replace('/', "__")) {
                hasher.update(path.to_str().unwrap().as_bytes()).update(&bytes);
            }
        }
        hasher.finalize().to_hex()[..16].to_owned()
    };
    let found: Vec<String> = PINNED.iter().map(|(task, preset, _)| hash(task, preset)).collect();
    assert_eq!(found, PINNED.iter().map(|(.., pinned)| *pinned).collect::<Vec<_>>());
}

const PINNED: &[(&str, &str, &str)] = &[
    ("ptr/questions", "paper", "7f051259bbcaadcb"),
    ("vrd25/within-depth", "paper", "8a07afa83eeb49dd"),
    ("vrd25/across-depth", "hardened", "8139f2e5713aad66"),
    ("iq/rotation", "paper", "508418b4fd0f9678"),
    ("iq/rotation", "hardened", "5e26808e43c8e133"),
    ("iq/composition", "paper", "408aac7b04f73bee"),
    ("iq/composition", "hardened", "405563c6b19ecf2d"),
    ("spare3d/three-view-to-isometric", "paper", "71232fb44e159a66"),
    ("spare3d/isometric-to-pose", "paper", "46bf4aba0e3df97c"),
    ("spare3d/pose-to-isometric", "hardened", "afd38723e58f8517"),
    ("spare3d/isometric-generation", "paper", "1aac07489391e167"),
    ("spare3d/point-cloud", "paper", "ceb4fa109488ab6f"),
];

#[test]
fn an_item_does_not_depend_on_how_many_are_asked_for() {
    let dir = folder();
    for count in [20, 60] {
        let args = format!(
            "generate iq/rotation iq/composition --format folder --splits test=1 --set size=32 --count {count}"
        );
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

#[test]
fn a_drawing_that_is_the_answer_lies_there_as_svg_too_and_the_card_says_so() {
    let dir = folder();
    let made = |format: &str| {
        succeed(
            dir.path(),
            &format!(
                "generate spare3d/isometric-generation --splits test=1 --count 2 --format {format} --out {format}"
            ),
        );
        std::fs::read_to_string(dir.path().join(format).join("README.md")).unwrap()
    };
    assert!(made("folder").contains("with an SVG beside it"));
    let answer = dir.path().join("folder/spare3d__isometric-generation/test/00000/000001-answer.svg");
    assert!(std::fs::read_to_string(answer).unwrap().starts_with("<svg"));
    succeed(dir.path(), "verify folder");
    let card = made("parquet");
    assert!(card.contains("`images_svg`") && card.contains("`answer_svg` of `evidence`"), "{card}");
}
