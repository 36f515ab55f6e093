//! Datasets on disk, with the smallest task: whole or not at all, the same bytes however they came about.

mod toy;

use spatiq_bench::dataset::{Dataset, Error, Format, Manifest, Plan, Shard, Summary, TaskPlan, Verdict};
use spatiq_bench::dataset::{generate, merge, verify};
use spatiq_bench::{Settings, Split, Task};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

const FORMATS: [Format; 3] = [Format::Parquet, Format::Folder, Format::Webdataset];

/// A folder for one test: in memory where the system has such a place, since these tests sync thousands of files.
fn folder() -> tempfile::TempDir {
    let memory = Path::new("/dev/shm");
    if memory.is_dir() { tempfile::tempdir_in(memory) } else { tempfile::tempdir() }.unwrap()
}

fn plan(format: Format, count: u64) -> Plan {
    let settings = Settings::new(toy::Darkest.settings(), []).unwrap();
    let counts = BTreeMap::from([(Split::Train, count), (Split::Test, count / 10)]);
    let tasks = vec![TaskPlan { task: &toy::Darkest, preset: None, settings, counts }];
    Plan { seed: 1, format, imported: None, shard: None, tasks }
}

fn make(plan: &Plan, dir: &Path) -> Result<Summary, Error> {
    generate(plan, dir, &AtomicBool::new(false), |_| {})
}

fn check(dir: &Path) -> Verdict {
    verify(dir, toy::TASKS, |_, _| {}).unwrap()
}

/// Every file below a folder with its bytes.
fn tree(dir: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut files = BTreeMap::new();
    let mut folders = vec![dir.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                files.insert(path.strip_prefix(dir).unwrap().to_owned(), fs::read(&path).unwrap());
            }
        }
    }
    files
}

#[test]
fn every_format_gives_back_what_was_written() {
    for format in FORMATS {
        let dir = folder();
        let summary = make(&plan(format, 700), dir.path()).unwrap();
        assert_eq!((summary.items, summary.pictures), (770, 3850));
        assert!(summary.rejected["toy/darkest"]["unlucky"] > 100);
        let dataset = Dataset::open(dir.path()).unwrap();
        let ids: Vec<String> = dataset.rows("toy/darkest", None).map(|row| row.unwrap().columns.id).collect();
        assert_eq!(ids.len(), 770);
        assert_eq!(
            (ids[0].as_str(), ids[769].as_str()),
            ("toy/darkest/train/000000", "toy/darkest/test/000069")
        );
        for question in dataset.questions("toy/darkest", Some(Split::Test)) {
            let (question, truth) = question.unwrap();
            assert!(question.form.admits(&truth));
            assert_eq!(question.options().len(), 4);
        }
        let verdict = check(dir.path());
        assert!(verdict.ok, "{format:?}: {:?}", verdict.problems);
        assert_eq!((verdict.rows, verdict.pictures), (770, 3850));
    }
}

#[test]
fn threads_do_not_change_a_byte() {
    for format in FORMATS {
        let trees: Vec<_> = [1, 2, 7]
            .map(|threads| {
                let dir = folder();
                let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
                pool.install(|| make(&plan(format, 1200), dir.path())).unwrap();
                tree(dir.path())
            })
            .into();
        assert_eq!(trees[0], trees[1]);
        assert_eq!(trees[0], trees[2]);
    }
}

#[test]
fn merged_shards_are_the_single_run() {
    for format in FORMATS {
        let root = folder();
        let whole = root.path().join("whole");
        make(&plan(format, 1600), &whole).unwrap();
        let shards: Vec<PathBuf> = [2, 0, 1].map(|index| root.path().join(format!("shard{index}"))).into();
        for (dir, index) in shards.iter().zip([2, 0, 1]) {
            make(&Plan { shard: Some(Shard { index, of: 3 }), ..plan(format, 1600) }, dir).unwrap();
            assert!(check(dir).ok, "{:?}", check(dir).problems);
        }
        let merged = root.path().join("merged");
        merge(&merged, &shards, toy::TASKS, |_, _| {}).unwrap();
        assert_eq!(tree(&merged), tree(&whole), "{format:?}");
    }
}

#[test]
fn a_shard_that_is_missing_damaged_doubled_or_foreign_is_named_and_nothing_written() {
    let root = folder();
    let shards: Vec<PathBuf> = (0..3).map(|index| root.path().join(format!("shard{index}"))).collect();
    for (index, dir) in shards.iter().enumerate() {
        let shard = Some(Shard { index: index as u64, of: 3 });
        make(&Plan { shard, ..plan(Format::Parquet, 1600) }, dir).unwrap();
    }
    let foreign = root.path().join("foreign");
    let shard = Some(Shard { index: 2, of: 3 });
    make(&Plan { shard, seed: 2, ..plan(Format::Parquet, 1600) }, &foreign).unwrap();
    let whole = root.path().join("whole");
    make(&plan(Format::Parquet, 600), &whole).unwrap();
    let out = root.path().join("out");
    let attempt = |dirs: &[&PathBuf]| {
        let dirs: Vec<PathBuf> = dirs.iter().map(|dir| dir.to_path_buf()).collect();
        let error = merge(&out, &dirs, toy::TASKS, |_, _| {}).unwrap_err().to_string();
        assert!(!out.exists());
        error
    };
    let [zero, one, two] = [&shards[0], &shards[1], &shards[2]];
    assert!(attempt(&[zero, two]).contains("shard 1/3 is missing"));
    assert!(attempt(&[zero, one, one, two]).contains("shard 1/3 is given more than once"));
    let error = attempt(&[zero, one, &foreign]);
    assert!(error.contains("foreign") && error.contains("the seed is 2 there and 1 here"), "{error}");
    assert!(attempt(&[&whole, one, two]).contains("not one shard of several"));
    let damaged = two.join(&Manifest::read(two).unwrap().files[0].path);
    let mut bytes = fs::read(&damaged).unwrap();
    bytes[100] ^= 1;
    fs::write(&damaged, bytes).unwrap();
    let error = attempt(&[zero, one, two]);
    assert!(error.contains(damaged.to_str().unwrap()), "{error}");
}

#[test]
fn an_interrupted_run_goes_on_where_it_stopped() {
    for format in FORMATS {
        let root = folder();
        let whole = root.path().join("whole");
        make(&plan(format, 1600), &whole).unwrap();
        let dir = root.path().join("interrupted");
        for stop_at in [150, 700] {
            let stop = AtomicBool::new(false);
            let result = generate(&plan(format, 1600), &dir, &stop, |at| {
                stop.store(at.made >= stop_at, Ordering::Relaxed);
            });
            assert!(matches!(result, Err(Error::Interrupted)));
            assert!(Dataset::open(&dir).unwrap_err().to_string().contains("not finished"));
        }
        let summary = make(&plan(format, 1600), &dir).unwrap();
        assert!(summary.made_items < 1300, "{} items were made again", summary.made_items);
        assert_eq!(tree(&dir), tree(&whole), "{format:?}");
    }
}

#[test]
fn a_finished_dataset_is_left_alone() {
    for format in FORMATS {
        let dir = folder();
        make(&plan(format, 600), dir.path()).unwrap();
        let times = |dir: &Path| {
            let time = |path: &PathBuf| fs::metadata(dir.join(path)).unwrap().modified().unwrap();
            tree(dir).keys().map(time).collect::<Vec<_>>()
        };
        let before = times(dir.path());
        assert_eq!(make(&plan(format, 600), dir.path()).unwrap().made_items, 0);
        assert_eq!(times(dir.path()), before);
    }
}

#[test]
fn damage_anywhere_is_found_and_repaired() {
    for format in FORMATS {
        let dir = folder();
        make(&plan(format, 600), dir.path()).unwrap();
        let whole = tree(dir.path());
        let listed = Manifest::read(dir.path()).unwrap().files;
        for file in [&listed[0], &listed[listed.len() / 2], &listed[listed.len() - 1]] {
            let path = dir.path().join(&file.path);
            for damage in 0..3 {
                let mut bytes = fs::read(&path).unwrap();
                match damage {
                    0 => bytes.truncate(bytes.len() / 2),
                    1 => {
                        let middle = bytes.len() / 2;
                        bytes[middle] ^= 0x55;
                    }
                    _ => bytes.clear(),
                }
                fs::write(&path, bytes).unwrap();
                let verdict = check(dir.path());
                assert!(!verdict.ok);
                assert!(verdict.problems.iter().any(|p| p.file == file.path), "{:?}", verdict.problems);
                make(&plan(format, 600), dir.path()).unwrap();
                assert_eq!(tree(dir.path()), whole, "{format:?} {damage} {}", file.path);
            }
            fs::remove_file(&path).unwrap();
            assert!(!check(dir.path()).ok);
            make(&plan(format, 600), dir.path()).unwrap();
            assert_eq!(tree(dir.path()), whole);
        }
    }
}

#[test]
fn a_damaged_picture_is_named_by_file_and_row() {
    for format in FORMATS {
        let dir = folder();
        make(&plan(format, 120), dir.path()).unwrap();
        let dataset = Dataset::open(dir.path()).unwrap();
        let row = dataset.rows("toy/darkest", Some(Split::Train)).nth(77).unwrap().unwrap();
        let png = &row.pictures[2].png;
        for file in Manifest::read(dir.path()).unwrap().files {
            // Damage the pixels of this very picture, wherever the format keeps it.
            let path = dir.path().join(&file.path);
            let mut bytes = fs::read(&path).unwrap();
            if let Some(at) = bytes.windows(png.len()).position(|window| window == png.as_slice()) {
                bytes[at + png.len() - 20] ^= 0xff;
                fs::write(&path, bytes).unwrap();
            }
        }
        let verdict = check(dir.path());
        let problem = verdict.problems.iter().find(|p| p.row.is_some()).unwrap();
        assert!(problem.what.contains("picture B"), "{problem:?}");
        assert_eq!((problem.row, problem.id.as_deref()), (Some(77), Some("toy/darkest/train/000077")));
    }
}

#[test]
fn a_dataset_that_lies_is_caught() {
    // Rows are consistent with their evidence, but the manifest claims another seed.
    let dir = folder();
    make(&plan(Format::Parquet, 100), dir.path()).unwrap();
    let path = dir.path().join("manifest.json");
    let text = fs::read_to_string(&path).unwrap().replace("\"seed\": 1", "\"seed\": 2");
    fs::write(&path, text).unwrap();
    let verdict = check(dir.path());
    assert!(verdict.problems.iter().any(|p| p.what.contains("seed and settings")), "{:?}", verdict.problems);

    // A wrong answer, hashes made to fit.
    let dir = folder();
    make(&plan(Format::Folder, 100), dir.path()).unwrap();
    let rows = dir.path().join("toy__darkest/train/metadata.jsonl");
    let text = fs::read_to_string(&rows).unwrap().replacen("\"answer\":\"A\"", "\"answer\":\"B\"", 1);
    fs::write(&rows, &text).unwrap();
    let mut manifest = Manifest::read(dir.path()).unwrap();
    for file in manifest.files.iter_mut().filter(|file| file.path.ends_with("train/metadata.jsonl")) {
        file.blake3 = blake3::hash(text.as_bytes()).to_hex().to_string();
    }
    fs::write(dir.path().join("manifest.json"), manifest.text()).unwrap();
    let verdict = check(dir.path());
    assert_eq!(verdict.problems[0].what, "column answer is not what the dataset's seed and settings give");

    // A file that nobody listed.
    fs::write(dir.path().join("extra.txt"), "x").unwrap();
    assert!(check(dir.path()).problems.iter().any(|p| p.file == "extra.txt"));
}

/// The hash is made to fit: what is told beside the pictures must be what we tell.
#[test]
fn a_path_that_tells_something_and_pictures_that_are_not_marked_are_noticed() {
    for (written, changed, what) in [
        (&b".png"[..], &b".pgn"[..], "the path of a picture is"),
        (b"huggingface", b"huggingfaze", "which of its columns are pictures"),
        (b"\"Image\"", b"\"Value\"", "which of its columns are pictures"),
    ] {
        let dir = folder();
        make(&plan(Format::Parquet, 100), dir.path()).unwrap();
        let mut manifest = Manifest::read(dir.path()).unwrap();
        let file = &mut manifest.files[0];
        let path = dir.path().join(&file.path);
        let mut bytes = fs::read(&path).unwrap();
        let at = bytes.windows(written.len()).position(|window| window == written).unwrap();
        bytes[at..at + changed.len()].copy_from_slice(changed);
        file.blake3 = blake3::hash(&bytes).to_hex().to_string();
        fs::write(&path, bytes).unwrap();
        fs::write(dir.path().join("manifest.json"), manifest.text()).unwrap();
        let verdict = check(dir.path());
        assert!(verdict.problems.iter().any(|p| p.what.contains(what)), "{:?}", verdict.problems);
    }
}

#[test]
fn a_task_that_goes_wrong_is_noticed() {
    for (fault, what) in [
        ("slots", "not balanced over the slots"),
        ("repeats", "the same question as toy/darkest/train/"),
        ("options", "two options are the same"),
    ] {
        let dir = folder();
        let mut plan = plan(Format::Parquet, 100);
        plan.tasks[0].settings = Settings::new(toy::Darkest.settings(), [("fault", fault)]).unwrap();
        make(&plan, dir.path()).unwrap();
        let verdict = check(dir.path());
        assert!(verdict.problems.iter().any(|p| p.what.contains(what)), "{fault}: {:?}", verdict.problems);
    }
}

#[test]
fn a_manifest_that_does_not_add_up_is_noticed() {
    type Change = (&'static str, fn(&mut Manifest));
    let changes: [Change; 9] = [
        ("rejects", |manifest| *manifest.parts[0].rejected.get_mut("unlucky").unwrap() -= 1),
        ("reasons", |manifest| {
            let count = manifest.parts[1].rejected.remove("unlucky").unwrap();
            manifest.parts[1].rejected.insert("two options look alike".into(), count);
        }),
        ("preset", |manifest| manifest.tasks[0].preset = Some("paper".into())),
        ("tasks", |manifest| manifest.tasks.clear()),
        ("files", |manifest| manifest.files.push(manifest.files[0].clone())),
        ("rows", |manifest| manifest.parts[0].rows -= 1),
        ("rows", |manifest| manifest.files[0].rows += 1),
        ("pictures", |manifest| manifest.parts[0].pictures += 1),
        ("parts", |manifest| manifest.parts.push(manifest.parts[0].clone())),
    ];
    for format in FORMATS {
        let dir = folder();
        make(&plan(format, 100), dir.path()).unwrap();
        for (what, change) in changes {
            let mut manifest = Manifest::read(dir.path()).unwrap();
            let honest = manifest.text();
            change(&mut manifest);
            fs::write(dir.path().join("manifest.json"), manifest.text()).unwrap();
            assert!(!check(dir.path()).ok, "{format:?} {what}");
            fs::write(dir.path().join("manifest.json"), honest).unwrap();
        }
        // The card is not what it says.
        let (readme, card) = (dir.path().join("README.md"), fs::read(dir.path().join("README.md")).unwrap());
        fs::write(&readme, String::from_utf8(card.clone()).unwrap().replace("seed 1", "seed 7")).unwrap();
        assert_eq!(check(dir.path()).problems[0].file, "README.md");
        make(&plan(format, 100), dir.path()).unwrap();
        assert!(check(dir.path()).ok && fs::read(&readme).unwrap() == card, "{format:?}: not mended");
        // Paths that lead elsewhere are not followed.
        let mut manifest = Manifest::read(dir.path()).unwrap();
        for path in ["/dev/zero", "../x", "data/../../x"] {
            manifest.files[0].path = path.into();
            fs::write(dir.path().join("manifest.json"), manifest.text()).unwrap();
            assert!(Manifest::read(dir.path()).unwrap_err().to_string().contains("not within the dataset"));
        }
    }
}

#[test]
fn only_a_dataset_with_all_of_a_presets_settings_bears_its_name_whatever_its_size() {
    let named = |count: u64, settings: &[(&str, &str)]| {
        let mut plan = plan(Format::Parquet, count);
        plan.tasks[0].preset = Some("small".into());
        plan.tasks[0].settings = Settings::new(toy::Darkest.settings(), settings.iter().copied()).unwrap();
        plan
    };
    for count in [100, 40] {
        let dir = folder();
        make(&named(count, &[]), dir.path()).unwrap();
        assert!(check(dir.path()).ok);
        // The card tells the name and the size, each beside the other.
        let card = fs::read_to_string(dir.path().join("README.md")).unwrap();
        assert!(card.contains(&format!("| small | train | {count} |")), "{card}");
    }
    for settings in [[("size", "5")], [("fault", "options")]] {
        let dir = folder();
        let lying = named(100, &settings);
        assert!(lying.check().unwrap_err().to_string().contains("not those of the preset \"small\""));
        assert!(make(&lying, dir.path()).is_err());
        // Nor by writing it in afterwards.
        let mut honest = named(100, &settings);
        honest.tasks[0].preset = None;
        make(&honest, dir.path()).unwrap();
        let mut manifest = Manifest::read(dir.path()).unwrap();
        manifest.tasks[0].preset = Some("small".into());
        fs::write(dir.path().join("manifest.json"), manifest.text()).unwrap();
        assert!(check(dir.path()).problems[0].what.contains("preset"), "{settings:?}");
    }
    // Nor does one bear a name that no preset has.
    let mut unknown = named(100, &[]);
    unknown.tasks[0].preset = Some("large".into());
    assert!(unknown.check().is_err());
}

#[test]
fn folders_that_are_not_ours_are_refused_and_left_alone() {
    let root = folder();
    let other = root.path().join("other");
    fs::create_dir(&other).unwrap();
    fs::write(other.join("thesis.tex"), "years of work").unwrap();
    let file = root.path().join("file");
    fs::write(&file, "x").unwrap();
    let present = root.path().join("present");
    make(&plan(Format::Parquet, 100), &present).unwrap();
    let before = tree(root.path());

    let refused = |plan: Plan, dir: &Path| make(&plan, dir).unwrap_err().to_string();
    assert!(refused(plan(Format::Parquet, 100), &other).contains("neither empty nor a dataset of ours"));
    assert!(refused(plan(Format::Parquet, 100), &file).contains("is not a folder"));
    assert!(
        refused(plan(Format::Folder, 100), &present).contains("the format is parquet there and folder here")
    );
    assert!(refused(plan(Format::Parquet, 200), &present).contains("the size is train=100,test=10 there"));
    let seed = Plan { seed: 3, ..plan(Format::Parquet, 100) };
    assert!(refused(seed, &present).contains("the seed is 1 there and 3 here"));
    assert_eq!(tree(root.path()), before);

    let manifest = present.join("manifest.json");
    let text = fs::read_to_string(&manifest).unwrap().replace("\"spatiq\": \"", "\"spatiq\": \"9.");
    fs::write(&manifest, text).unwrap();
    assert!(refused(plan(Format::Parquet, 100), &present).contains("the version of spatiq is 9."));
    assert!(!check(&present).ok);
}

#[test]
fn senseless_requests_are_refused_before_anything_is_written() {
    let root = folder();
    let dir = root.path().join("dir");
    for (plan, why) in [
        (plan(Format::Parquet, 0), "at least one question"),
        (plan(Format::Parquet, u64::MAX), "too many"),
        (Plan { shard: Some(Shard { index: 3, of: 3 }), ..plan(Format::Parquet, 10) }, "does not exist"),
        (Plan { shard: Some(Shard { index: 0, of: 0 }), ..plan(Format::Parquet, 10) }, "does not exist"),
    ] {
        let error = make(&plan, &dir).unwrap_err().to_string();
        assert!(error.contains(why), "{error}");
        assert!(!dir.exists());
    }
}

#[test]
fn two_runs_do_not_write_to_the_same_folder() {
    let dir = folder();
    let stop = AtomicBool::new(false);
    let mut second = None;
    generate(&plan(Format::Parquet, 300), dir.path(), &stop, |_| {
        second.get_or_insert_with(|| make(&plan(Format::Parquet, 300), dir.path()).unwrap_err().to_string());
    })
    .unwrap();
    assert!(second.unwrap().contains("another run"));
    assert!(check(dir.path()).ok);
}
