//! Datasets whose answers are drawings or points, or whose questions share scenes: they come back as they were written,
//! and damage is found.

mod toy;

use spatiq_bench::dataset::{
    Dataset, Format, Manifest, Plan, Shard, TaskPlan, Verdict, generate, merge, verify,
};
use spatiq_bench::{Answer, Form, Question, Settings, Split, Task};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use toy::open::{COUNT, DRAWING, POINTS, SIDE};

const FORMATS: [Format; 3] = [Format::Parquet, Format::Folder, Format::Webdataset];

fn folder() -> tempfile::TempDir {
    let memory = Path::new("/dev/shm");
    if memory.is_dir() { tempfile::tempdir_in(memory) } else { tempfile::tempdir() }.unwrap()
}

fn make(format: Format, shard: Option<Shard>, dir: &Path) {
    let tasks: [&'static dyn Task; 4] = [&toy::Darkest, &DRAWING, &POINTS, &toy::scenes::Dark];
    let plan = |task: &'static dyn Task| TaskPlan {
        task,
        preset: None,
        settings: Settings::new(task.settings(), []).unwrap(),
        counts: BTreeMap::from([(Split::Train, 620), (Split::Test, 20)]),
    };
    let plan = Plan { seed: 1, format, imported: None, shard, tasks: tasks.map(plan).into() };
    generate(&plan, dir, &AtomicBool::new(false), |_| {}).unwrap();
}

fn check(dir: &Path) -> Verdict {
    verify(dir, toy::TASKS, |_, _| {}).unwrap()
}

fn questions(dir: &Path, task: &str) -> Vec<(Question, Answer)> {
    let dataset = Dataset::open(dir).unwrap();
    dataset.questions(task, Some(Split::Test)).collect::<Result<_, _>>().unwrap()
}

fn tree(dir: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut files = BTreeMap::new();
    let mut folders = vec![dir.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
            if entry.is_dir() {
                folders.push(entry);
            } else {
                files.insert(entry.strip_prefix(dir).unwrap().to_owned(), fs::read(&entry).unwrap());
            }
        }
    }
    files
}

/// Changes the files of a dataset and the hashes in its manifest, so that only their contents can give them away.
fn forge(dir: &Path, change: impl Fn(&str, Vec<u8>) -> Vec<u8>) {
    let mut manifest = Manifest::read(dir).unwrap();
    for file in &mut manifest.files {
        let path = dir.join(&file.path);
        let bytes = change(&file.path, fs::read(&path).unwrap());
        fs::write(&path, &bytes).unwrap();
        (file.bytes, file.blake3) = (bytes.len() as u64, blake3::hash(&bytes).to_hex().to_string());
    }
    fs::write(dir.join("manifest.json"), manifest.text()).unwrap();
}

/// The problem of a row of the test split.
fn problem_of(dir: &Path, task: &str) -> String {
    let verdict = check(dir);
    let of_row = verdict.problems.iter().find(|p| p.row.is_some() && p.file.contains(task));
    of_row.unwrap_or_else(|| panic!("{:?}", verdict.problems)).what.clone()
}

#[test]
fn every_format_gives_back_drawings_and_points_as_they_were() {
    let mut all = Vec::new();
    for format in FORMATS {
        let dir = folder();
        make(format, None, dir.path());
        let verdict = check(dir.path());
        assert!(verdict.ok, "{format:?}: {:?}", verdict.problems);
        assert_eq!(verdict.rows, 4 * 640);
        let read = [questions(dir.path(), "toy/drawing"), questions(dir.path(), "toy/points")].concat();
        assert_eq!(read.len(), 40);
        for (question, truth) in &read {
            let item = if question.id.contains("drawing") { &DRAWING } else { &POINTS };
            let dataset = Dataset::open(dir.path()).unwrap();
            let row = dataset.rows(item.name(), Some(Split::Test)).map(Result::unwrap);
            let row = row.into_iter().find(|row| row.columns.id == question.id).unwrap();
            assert_eq!(row.columns.answer, "");
            let made = item.rebuild(&question.id, &row.columns.evidence).unwrap();
            assert_eq!((&made.truth, &made.question.form), (truth, &question.form));
        }
        assert!(read.iter().any(|(q, _)| q.form == Form::Image { side: SIDE }));
        assert!(read.iter().any(|(q, _)| q.form == Form::Points { count: COUNT }));
        all.push(read);
    }
    assert!(all[0] == all[1] && all[0] == all[2]);
}

#[test]
fn merged_shards_are_the_single_run() {
    for format in FORMATS {
        let root = folder();
        make(format, None, &root.path().join("whole"));
        let shards: Vec<PathBuf> = (0..2).map(|index| root.path().join(format!("shard{index}"))).collect();
        for (index, dir) in shards.iter().enumerate() {
            make(format, Some(Shard { index: index as u64, of: 2 }), dir);
        }
        merge(&root.path().join("merged"), &shards, toy::TASKS, |_, _| {}).unwrap();
        assert_eq!(tree(&root.path().join("merged")), tree(&root.path().join("whole")), "{format:?}");
    }
}

#[test]
fn a_drawing_that_is_not_the_right_one_is_found() {
    for format in [Format::Folder, Format::Webdataset] {
        for (damage, what) in [
            (0, "column answer_image is not what the dataset's seed and settings give"),
            (1, "the answer: the picture has 12 x 13 pixels and should have 12 x 12"),
            (2, "not a readable PNG"),
        ] {
            let dir = folder();
            make(format, None, dir.path());
            let [(_, Answer::Image(first)), (_, Answer::Image(second)), ..] =
                &questions(dir.path(), "toy/drawing")[..]
            else {
                panic!("drawings")
            };
            let wrong = match damage {
                0 => second.clone(),
                1 => spatiq_raster::Rgb::new(SIDE, SIDE + 1, [255; 3]).encode(),
                _ => first[..first.len() - 5].to_vec(),
            };
            // In a tar file only bytes of the same number can be replaced.
            let wrong = if format == Format::Webdataset && damage < 2 { continue } else { wrong };
            forge(dir.path(), |path, bytes| match format {
                Format::Folder if bytes == *first && path.contains("test") => wrong.clone(),
                Format::Folder => bytes,
                _ => spoil(bytes, first),
            });
            let found = check(dir.path());
            assert!(found.problems.iter().any(|p| p.what.contains(what)), "{format:?}: {:?}", found.problems);
        }
    }
}

/// The bytes with the end of a picture in them spoilt.
fn spoil(mut bytes: Vec<u8>, png: &[u8]) -> Vec<u8> {
    if let Some(at) = bytes.windows(png.len()).position(|window| window == png) {
        bytes[at + png.len() - 20] ^= 0xff;
    }
    bytes
}

#[test]
fn points_that_are_not_the_right_ones_are_found() {
    for (damage, what) in [
        (0, "column answer_points or answer_normals is not what the dataset's seed and settings give"),
        (1, "the answer has 29 points instead of 30"),
        (2, "point 0 is not finite"),
    ] {
        let dir = folder();
        make(Format::Folder, None, dir.path());
        let first = questions(dir.path(), "toy/points").remove(0).1;
        let Answer::Points(first) = first else { panic!("points") };
        let mut wrong = first.clone();
        match damage {
            0 => wrong.points[7][1] += 1e-5,
            1 => {
                wrong.points.pop();
                wrong.normals.pop();
            }
            _ => wrong.points[0][0] = f32::NAN,
        }
        forge(dir.path(), |path, bytes| {
            if bytes == first.to_npy() && path.contains("test") { wrong.to_npy() } else { bytes }
        });
        let found = problem_of(dir.path(), "toy__points");
        assert!(found.contains(what), "{found}");
    }
}

#[test]
fn tables_have_only_the_columns_that_they_need() {
    let dir = folder();
    make(Format::Parquet, None, dir.path());
    for (task, image, points) in
        [("toy__darkest", false, false), ("toy__drawing", true, false), ("toy__points", false, true)]
    {
        let file = fs::read(dir.path().join(format!("data/{task}/test-00000-of-00001.parquet"))).unwrap();
        let names = |column: &str| file.windows(column.len()).any(|window| window == column.as_bytes());
        assert_eq!((names("answer_image"), names("answer_normals")), (image, points), "{task}");
    }
}

#[test]
fn every_format_gives_back_scenes_once_for_all_their_questions() {
    let mut all = Vec::new();
    for format in FORMATS {
        let dir = folder();
        make(format, None, dir.path());
        let dataset = Dataset::open(dir.path()).unwrap();
        let rows: Vec<_> = dataset.rows("toy/dark", Some(Split::Train)).map(Result::unwrap).collect();
        assert_eq!(rows.len(), 620);
        for (at, row) in rows.iter().enumerate() {
            let number = at as u64 / toy::scenes::OF_A_SCENE;
            assert_eq!(row.scenes[0].name, format!("toy/dark/train/scene-{number:06}"));
            let has_two = at % 4 % 3 == 0 && at as u64 % toy::scenes::BUNDLE >= toy::scenes::OF_A_SCENE;
            assert_eq!((row.scenes.len(), row.pictures.len()), (1 + usize::from(has_two), 0));
            let (question, _) = row.clone().question().unwrap();
            let names: Vec<&str> = question.pictures.iter().map(|picture| picture.name.as_str()).collect();
            assert_eq!(names[..2], ["image", "depth"]);
            assert_eq!(names.len(), 2 * row.scenes.len());
        }
        let parts = dataset.manifest.parts.iter().filter(|part| part.task == "toy/dark");
        assert_eq!(parts.map(|part| part.scenes).collect::<Vec<_>>(), [125, 30, 5]);
        let in_words = dataset.questions_in_words("toy/dark", None).map(Result::unwrap);
        assert!(in_words.into_iter().all(|(question, _)| question.pictures.is_empty()));
        all.push(rows);
    }
    assert!(all[0] == all[1] && all[0] == all[2]);
}

#[test]
fn a_scene_that_is_not_the_right_one_is_found() {
    for format in FORMATS {
        let dir = folder();
        make(format, None, dir.path());
        let dataset = Dataset::open(dir.path()).unwrap();
        let row = dataset.rows("toy/dark", Some(Split::Test)).nth(5).unwrap().unwrap();
        let wrong = row.scenes[0].layer("objects").to_vec();
        let mut changed = wrong.clone();
        *changed.iter_mut().nth_back(20).unwrap() ^= 1;
        forge(dir.path(), |path, mut bytes| {
            let is_of_scenes = path.contains("dark") && path.contains("test") && path.contains("scene");
            let at = bytes.windows(wrong.len()).position(|window| window == wrong).filter(|_| is_of_scenes);
            if let Some(at) = at {
                bytes[at..at + wrong.len()].copy_from_slice(&changed);
            }
            bytes
        });
        let found = check(dir.path());
        let expected = "scene toy/dark/test/scene-000001 is not what the dataset's seed and settings give";
        let count = found.problems.iter().filter(|problem| problem.what == expected).count();
        // Its own four questions, and two about the scene after it.
        assert_eq!(count, toy::scenes::OF_A_SCENE as usize + 2, "{format:?}: {:?}", found.problems);
    }
}

#[test]
fn missing_and_surplus_scenes_are_found() {
    let dir = folder();
    make(Format::Parquet, None, dir.path());
    let place = |name: &str| dir.path().join("data/toy__dark").join(name);
    let (five, thirty) = ("scenes-test-00000-of-00001.parquet", "scenes-train-00001-of-00002.parquet");
    let (short, long) = (fs::read(place(five)).unwrap(), fs::read(place(thirty)).unwrap());
    let replace = |name: &str, with: &[u8]| {
        forge(dir.path(), |path, bytes| if path.ends_with(name) { with.to_vec() } else { bytes });
        let found = check(dir.path());
        found.problems.into_iter().map(|problem| problem.what).collect::<Vec<_>>()
    };
    let what = "scene toy/dark/train/scene-000125 is here, where toy/dark/test/scene-000000 should be";
    let found = replace(five, &long);
    assert!(found.iter().any(|found| found == what), "{found:?}");
    assert!(found.iter().any(|found| found == "there are scenes that no question is about"), "{found:?}");
    replace(five, &short);
    let found = replace(thirty, &short);
    assert!(
        found.iter().any(|found| found.ends_with("where toy/dark/train/scene-000125 should be")),
        "{found:?}"
    );
    assert!(found.iter().any(|found| found == "scene toy/dark/train/scene-000130 is missing"), "{found:?}");
    replace(thirty, &long);
    fs::remove_file(place(five)).unwrap();
    assert!(check(dir.path()).problems.iter().any(|problem| problem.what.contains("cannot read")));
}
