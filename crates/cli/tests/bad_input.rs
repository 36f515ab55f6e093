//! Bad input gets one clear line and the right exit code, and loses nothing.

mod common;

use common::{fail, folder, run, spatiq, succeed, tree};
use std::fs;
use std::path::Path;

const SMALL: &str = "generate iq/rotation --count 40 --splits train=1,test=1 --set size=32";

#[test]
fn unknown_names_get_a_suggestion() {
    let dir = folder();
    let here = dir.path();
    for (args, hint) in [
        ("generate iq/rotatoin --out d", "did you mean `iq/rotation`?"),
        ("generate iq/rotation --out d --set sise=3", "did you mean `size`?"),
        ("generate iq/rotation --out d --preset papr", "did you mean `paper`?"),
        ("generate iq/rotation --out d --set size=3", "expected a whole number from"),
        ("generate iq/rotation --out d --set odd=maybe", "expected one of"),
        ("generate iq/rotation --out d --set levels=9", "expected levels from 1 to 3"),
        ("generate spare3d/point-cloud --out d --set primitives=1", "expected numbers from 2 to 8"),
        ("generate spare3d/pose-to-isometric --out d --set overlap=4", "expected numbers from 0 to 3"),
        (
            "generate spare3d/isometric-to-pose --out d --set most-distance=1",
            "expected a whole number from 200",
        ),
        (
            "generate spare3d/three-view-to-isometric --out d --set least-distance=400",
            "expected a whole number from 1 to 300",
        ),
        (
            "generate spare3d/isometric-to-pose --out d --set most-distance=200 --set least-distance=300",
            "least-distance, which is 300",
        ),
        ("generate iq/rotation iq/rotation --out d", "asked for twice"),
    ] {
        let message = fail(here, 2, args);
        assert!(message.contains(hint), "{message}");
    }
    for args in ["genrate", "generate iq/rotation", "generate iq/rotation --out d --splits tran=1"] {
        fail(here, 2, args);
    }
    assert_eq!(run(here, "").status.code(), Some(2));
    assert!(fs::read_dir(here).unwrap().next().is_none(), "nothing may be written");
}

#[test]
fn senseless_sizes_are_refused() {
    let dir = folder();
    for (args, hint) in [
        ("--count 0", "at least one question"),
        ("--count 99999999999999", "too many"),
        ("--shard 3/3", "I from 0 to N-1"),
        ("--shard x", "I from 0 to N-1"),
        ("--threads 0", "1..=1024"),
        ("--count -5", "-5"),
        ("--seed -1", "whole number from 0"),
        ("--count -5", "whole number from 0"),
        ("--threads -1", "1..=1024"),
        ("--shard -1/2", "0/3"),
    ] {
        let message = fail(dir.path(), 2, &format!("generate iq/rotation --out d {args}"));
        assert!(message.contains(hint), "{message}");
    }
    assert!(fs::read_dir(dir.path()).unwrap().next().is_none(), "nothing may be written");
}

#[test]
fn a_folder_that_is_not_ours_is_left_alone() {
    let dir = folder();
    let here = dir.path();
    fs::create_dir(here.join("other")).unwrap();
    fs::write(here.join("other/thesis.tex"), "years of work").unwrap();
    succeed(here, &format!("{SMALL} --out ours"));
    let before = tree(here);
    assert!(fail(here, 2, &format!("{SMALL} --out other")).contains("neither empty nor a dataset of ours"));
    assert!(
        fail(here, 2, &format!("{SMALL} --out ours --seed 9")).contains("the seed is 1 there and 9 here")
    );
    assert!(fail(here, 2, &format!("{SMALL} --out ours --set odd=mirror")).contains("odd is any there"));
    assert!(fail(here, 2, "verify other").contains("no manifest.json"));
    assert!(fail(here, 2, "verify nowhere").contains("does not exist"));
    assert!(fail(here, 2, "eval other --solver first").contains("no manifest.json"));
    assert!(fail(here, 2, "merge out ours").contains("not one shard of several"));
    assert_eq!(tree(here), before);
}

#[test]
fn a_damaged_shard_is_named_and_repaired() {
    let dir = folder();
    let here = dir.path();
    succeed(here, &format!("{SMALL} --out d"));
    let before = tree(here);
    let file = "data/iq__rotation/test-00000-of-00001.parquet";
    let path = here.join("d").join(file);
    let mut bytes = fs::read(&path).unwrap();
    let at = bytes.len() / 3;
    bytes[at] ^= 0xff;
    fs::write(&path, &bytes).unwrap();
    let output = run(here, "verify d");
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(1), "{text}");
    assert!(text.contains(&format!("{file}, row ")), "{text}");
    let verdict: serde_json::Value = serde_json::from_slice(&run(here, "verify d --json").stdout).unwrap();
    assert_eq!(verdict["ok"], false);
    assert_eq!(verdict["problems"][0]["file"], file);
    succeed(here, &format!("{SMALL} --out d"));
    assert_eq!(tree(here), before);
}

#[test]
fn a_dataset_cut_short_anywhere_is_an_error_and_not_a_panic() {
    let dir = folder();
    let here = dir.path();
    for format in ["parquet", "webdataset", "folder"] {
        succeed(here, &format!("{SMALL} --out {format} --format {format}"));
        let manifest: serde_json::Value =
            serde_json::from_slice(&fs::read(here.join(format).join("manifest.json")).unwrap()).unwrap();
        let files = manifest["files"].as_array().unwrap();
        for file in [&files[0], &files[files.len() - 1]] {
            let path = here.join(format).join(file["path"].as_str().unwrap());
            let bytes = fs::read(&path).unwrap();
            for length in [0, 1, 100, bytes.len() / 2, bytes.len() - 1] {
                fs::write(&path, &bytes[..length.min(bytes.len())]).unwrap();
                let output = run(here, &format!("verify {format}"));
                assert_eq!(output.status.code(), Some(1), "{format} {length}");
                assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
                let code = run(here, &format!("eval {format} --solver first --split train")).status.code();
                assert!(code == Some(2) || code == Some(0), "{format} {length} {code:?}");
            }
            fs::write(&path, &bytes).unwrap();
        }
        let manifest = here.join(format).join("manifest.json");
        let bytes = fs::read(&manifest).unwrap();
        for length in [0, 1, 50, bytes.len() / 2] {
            fs::write(&manifest, &bytes[..length]).unwrap();
            fail(here, 2, &format!("verify {format}"));
        }
    }
}

#[cfg(unix)]
#[test]
fn a_full_disk_is_one_error_and_a_later_run_goes_on() {
    let dir = folder();
    let here = dir.path();
    // Files may not grow beyond 64 blocks of 1,024 bytes, which fails like a full disk does: in the middle of a write.
    let limited = format!(
        "trap '' XFSZ; ulimit -f 64; exec {} generate iq/rotation --count 300 --out d",
        env!("CARGO_BIN_EXE_spatiq")
    );
    let output =
        std::process::Command::new("bash").args(["-c", &limited]).current_dir(here).output().unwrap();
    let message = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{message}");
    assert!(message.starts_with("error: cannot write"), "{message}");
    assert!(!here.join("d/manifest.json").exists());
    succeed(here, "generate iq/rotation --count 300 --out d");
    succeed(here, "verify d");
}

#[test]
fn a_place_that_cannot_be_written_is_one_error() {
    let dir = folder();
    fs::write(dir.path().join("file"), "x").unwrap();
    fail(dir.path(), 2, &format!("{SMALL} --out file/below"));
    if Path::new("/proc/version").exists() {
        fail(dir.path(), 2, &format!("{SMALL} --out /proc/spatiq"));
    }
    succeed(dir.path(), &format!("{SMALL} --out d"));
    fail(dir.path(), 2, "eval d --solver first --out file/run.jsonl");
    fail(dir.path(), 2, "report d --out file/page.html");
    assert_eq!(fs::read_to_string(dir.path().join("file")).unwrap(), "x");
}

#[cfg(unix)]
#[test]
fn nothing_is_overwritten_that_somebody_needs() {
    let dir = folder();
    let here = dir.path();
    succeed(here, &format!("{SMALL} --out d"));
    succeed(here, "eval d --solver first --out run.jsonl");
    fs::create_dir(here.join("other")).unwrap();
    fs::write(here.join("other/report.html"), "mine").unwrap();
    let before = tree(here);
    for args in [
        "report d --out d/manifest.json",
        "report d --out d/new.html",
        "report d --out missing/../d/README.md",
        "demo --out run.jsonl",
        "report d --runs run.jsonl --out run.jsonl",
        "eval d --solver first --out d/data/iq__rotation/test-00000-of-00001.parquet",
        "eval d --solver first --limit 0",
        "demo --out other",
        "merge d/inside d",
    ] {
        fail(here, 2, args);
    }
    assert_eq!(tree(here), before);
    // Devices and links are written through, not replaced, also where they lead to a file.
    let piped = succeed(here, "eval d --solver first --out /dev/stdout");
    assert!(piped.contains("\"truth\""), "{piped}");
    let device = fs::symlink_metadata("/dev/stdout").unwrap().file_type();
    let file = fs::File::create(here.join("printed")).unwrap();
    let eval = "eval d --solver first --out /dev/stdout";
    assert!(spatiq(eval).current_dir(here).stdout(file).status().unwrap().success());
    assert_eq!(fs::symlink_metadata("/dev/stdout").unwrap().file_type(), device);
    assert!(fs::read_to_string(here.join("printed")).unwrap().contains("\"truth\""));
    std::os::unix::fs::symlink("run.jsonl", here.join("link.jsonl")).unwrap();
    succeed(here, "eval d --solver chance --out link.jsonl");
    assert!(fs::symlink_metadata(here.join("link.jsonl")).unwrap().is_symlink());
    assert_eq!(fs::read_to_string(here.join("run.jsonl")).unwrap().lines().count(), 20);
}

#[cfg(unix)]
#[test]
fn what_never_ends_is_not_read() {
    let dir = folder();
    let here = dir.path();
    succeed(here, &format!("{SMALL} --out d"));
    for file in ["data/iq__rotation/test-00000-of-00001.parquet", "manifest.json"] {
        let path = here.join("d").join(file);
        let bytes = fs::read(&path).unwrap();
        fs::remove_file(&path).unwrap();
        std::os::unix::fs::symlink("/dev/zero", &path).unwrap();
        assert_ne!(run(here, "verify d").status.code(), Some(0));
        fail(here, 2, "eval d --solver first");
        fs::remove_file(&path).unwrap();
        fs::write(&path, bytes).unwrap();
    }
    succeed(here, "verify d");
}

#[test]
fn a_part_that_lacks_rows_is_not_scored() {
    let dir = folder();
    let here = dir.path();
    succeed(here, &format!("{SMALL} --out d --format folder"));
    let rows = here.join("d/iq__rotation/test/metadata.jsonl");
    let text = fs::read_to_string(&rows).unwrap();
    fs::write(&rows, text.lines().take(3).map(|line| format!("{line}\n")).collect::<String>()).unwrap();
    assert!(fail(here, 2, "eval d --solver first").contains("rows are missing"));
    assert!(fail(here, 2, "report d --out page.html").contains("rows are missing"));
}

#[test]
fn answers_that_cannot_be_read_are_named_by_line() {
    let dir = folder();
    let here = dir.path();
    succeed(here, &format!("{SMALL} --out d"));
    let good = "{\"id\": \"iq/rotation/test/000000\", \"answer\": \"A\"}\n";
    for (second, hint) in [
        ("{\"id\": \"iq/rotation/test/000000\", \"answer\": \"B\"}", "line 2"),
        (
            "{\"id\": \"iq/rotation/test/999999\", \"answer\": \"B\"}",
            "no question \"iq/rotation/test/999999\"",
        ),
        ("{\"id\": \"iq/other/test/000001\", \"answer\": \"B\"}", "no question"),
        ("{\"id\": \"iq/rotation/test/000001\"", "line 2: not JSON"),
        ("[1, 2]", "line 2: expected an object"),
        ("{\"id\": 7, \"answer\": \"B\"}", "line 2: `id`"),
        ("{\"answer\": \"B\"}", "line 2: `id` is missing"),
    ] {
        fs::write(here.join("answers.jsonl"), format!("{good}{second}\n")).unwrap();
        let message = fail(here, 2, "score d answers.jsonl");
        assert!(message.contains(hint), "{second}: {message}");
        assert!(message.contains("answers.jsonl"), "{message}");
    }
    for bytes in [&b""[..], b"\xff\xfe\n", b"\n\n"] {
        fs::write(here.join("answers.jsonl"), bytes).unwrap();
        fail(here, 2, "score d answers.jsonl");
    }
    fail(here, 2, "score d missing.jsonl");
    fail(here, 2, "report d --runs missing.jsonl --out page.html");
}

#[test]
fn answers_that_are_not_admitted_or_missing_count_as_wrong() {
    let dir = folder();
    let here = dir.path();
    succeed(here, &format!("{SMALL} --out d"));
    let answers = "{\"id\": \"iq/rotation/test/000000\", \"answer\": \"E\"}\n\
        {\"id\": \"iq/rotation/test/000001\", \"answer\": \"the second\"}\n";
    fs::write(here.join("mine.jsonl"), answers).unwrap();
    let text = succeed(here, "score d mine.jsonl --json");
    let results: serde_json::Value = serde_json::from_str(&text).unwrap();
    let result = &results[0];
    assert_eq!((result["items"].as_u64(), result["invalid"].as_u64()), (Some(20), Some(20)));
    assert_eq!((result["value"].as_f64(), result["solver"].as_str()), (Some(0.0), Some("mine")));
}

#[test]
fn solvers_and_splits_that_are_not_there_are_refused() {
    let dir = folder();
    let here = dir.path();
    succeed(here, "generate iq/rotation --count 20 --splits test=1 --set size=32 --out d");
    for (args, hint) in [
        ("eval d --solver geometrc", "did you mean `geometric`?"),
        ("eval d --solver first --task iq/rotatio", "did you mean `iq/rotation`?"),
        ("eval d --solver first --split val", "no questions in split val"),
        ("eval d --solver first --set x=1", "no setting `x`"),
        ("eval d --solver probe-ink", "name another with --fit"),
    ] {
        let message = fail(here, 2, args);
        assert!(message.contains(hint), "{args}: {message}");
    }
}
