//! The released annotations of 2.5VRD: what is read, what is refused, and what the rules score on them.

use super::common::{fail, folder, run, succeed, tree};
use serde_json::Value;
use spatiq_raster::Rgb;
use std::fs;
use std::path::{Path, PathBuf};

const OBJECTS: &str = "image_id,object_id,entity,xmin,xmax,ymin,ymax\n";
const PAIRS: &str =
    "image_id_1,object_id_1,image_id_2,object_id_2,distance,occlusion,raw_distance,raw_occlusion\n";

/// A small release: two images of three objects each, with all pairs, within and across.
fn release(dir: &Path) {
    fs::create_dir_all(dir).unwrap();
    let mut objects = OBJECTS.to_owned();
    for image in ["aa", "bb"] {
        for (id, mid, low) in [(0, "/m/01mzpv", 0.9), (1, "/m/01mzpv", 0.7), (2, "/m/04bcr3", 0.5)] {
            let left = 0.3 * f64::from(id);
            objects += &format!("{image},{id},{mid},{left},{},0.2,{low}\n", left + 0.35);
        }
    }
    let mut within = PAIRS.to_owned();
    for image in ["aa", "bb"] {
        within += &format!("{image},0,{image},1,1,0,\"1,1,1,1,1\",\"0,0,0,0,0\"\n");
        within += &format!("{image},0,{image},2,1,1,\"1,1,2,1,3\",\"1,1,1,0,0\"\n");
        within += &format!("{image},2,{image},1,-1,3,\"1,1,2,2\",\"3,3,3,3\"\n");
    }
    let mut across = PAIRS.to_owned();
    for (a, b, label) in [(0, 0, 2), (0, 1, 1), (1, 2, 0)] {
        across += &format!("aa,{a},bb,{b},{label},0,\"{label},{label},{label}\",\"0,0,0\"\n");
    }
    fs::write(dir.join("within_image_objects_test.csv"), &objects).unwrap();
    fs::write(dir.join("across_images_objects_test.csv"), &objects).unwrap();
    fs::write(dir.join("within_image_vrd_test.csv"), &within).unwrap();
    // The last line may have no end.
    fs::write(dir.join("across_images_vrd_test.csv"), across.trim_end()).unwrap();
    fs::write(dir.join("class-descriptions-boxable.csv"), "/m/01mzpv,Chair\n/m/04bcr3,Table\n").unwrap();
}

/// Results by task.
fn results(dir: &Path, args: &str) -> std::collections::BTreeMap<String, Value> {
    let all: Vec<Value> = serde_json::from_str(&succeed(dir, args)).unwrap();
    all.into_iter().map(|result| (result["task"].as_str().unwrap().to_owned(), result)).collect()
}

#[test]
fn a_release_becomes_questions_and_the_same_columns_again() {
    let dir = folder();
    let here = dir.path();
    release(&here.join("csv"));
    let said = succeed(here, "import vrd25 csv --out d");
    for words in ["within_image, test", "pairs of objects            6", "no row was left out", "5 questions"]
    {
        assert!(said.contains(words), "{words}: {said}");
    }
    assert!(succeed(here, "verify d").contains("all of it holds"));
    let manifest = fs::read_to_string(here.join("d/manifest.json")).unwrap();
    assert!(manifest.contains("\"imported\"") && manifest.contains("within_image_vrd_test.csv"));
    // The same command finds it done; other files are another dataset.
    succeed(here, "import vrd25 csv --out d");
    release(&here.join("other"));
    let mut more = fs::read_to_string(here.join("other/within_image_vrd_test.csv")).unwrap();
    more = more.replace("1,1,2,1,3", "1,1,1,1,3");
    fs::write(here.join("other/within_image_vrd_test.csv"), more).unwrap();
    assert!(fail(here, 2, "import vrd25 other --out d").contains("brought in from other files"));

    succeed(here, "export d --as vrd25 --out back");
    for name in
        ["within_image_objects_test.csv", "within_image_vrd_test.csv", "across_images_objects_test.csv"]
    {
        let [there, back] = ["csv", "back"].map(|dir| fs::read_to_string(here.join(dir).join(name)).unwrap());
        assert_eq!(there, back, "{name}");
    }
    // Its own labels as answers are right wherever anything can be.
    let scores = results(here, "score d back/within_image_vrd_test.csv --json");
    assert_eq!(scores["vrd25/within-depth"]["value"], 1.0);
    assert_eq!(scores["vrd25/within-occlusion"]["value"], 1.0);
    assert_eq!(
        results(here, "score d back/across_images_vrd_test.csv --json")["vrd25/across-depth"]["value"],
        1.0
    );
    // In every format.
    for format in ["folder", "webdataset"] {
        succeed(here, &format!("import vrd25 csv --out {format} --format {format}"));
        assert!(succeed(here, &format!("verify {format}")).contains("all of it holds"));
    }
    succeed(here, "eval d --solver ordered --out run.jsonl");
    let again = results(here, "score d run.jsonl --json");
    assert_eq!(again["vrd25/within-depth"]["invalid"], 0);
    succeed(here, "report d --runs run.jsonl --out page.html");
}

#[test]
fn answers_with_boxes_and_bad_answers_are_scored_for_what_they_are() {
    let dir = folder();
    let here = dir.path();
    release(&here.join("csv"));
    succeed(here, "import vrd25 csv --out d");
    let boxes = "[[0,0.2,0.35,0.9],[0.3,0.2,0.65,0.7],[0.6,0.2,0.95,0.5]]";
    let line = |id: u32, rest: &str| format!("{{\"id\":\"vrd25/within-depth/test/00000{id}\",{rest}}}\n");
    let claims = "[[0,1,\"closer\"],[1,0,\"farther\"],[0,2,\"closer\"],[2,0,\"farther\"]]";
    let good = line(0, &format!("\"boxes\":{boxes},\"relations\":{claims}"));
    fs::write(
        here.join("a.jsonl"),
        good.clone() + &line(1, &format!("\"boxes\":{boxes},\"relations\":{claims}")),
    )
    .unwrap();
    let scored = results(here, "score d a.jsonl --json");
    let result = &scored["vrd25/within-depth"];
    assert_eq!((&result["value"], &result["also"]["boxes-found"]), (&1.0.into(), &1.0.into()));
    for bad in
        ["\"boxes\":7,\"relations\":[]", "\"boxes\":[]", "\"answer\":[\"closer\"]", "\"answer\":\"closer\""]
    {
        fs::write(here.join("b.jsonl"), good.clone() + &line(1, bad)).unwrap();
        let result = &results(here, "score d b.jsonl --json")["vrd25/within-depth"];
        // Four hits, four claims, eight relevant pairs.
        assert_eq!((&result["invalid"], &result["value"]), (&1.into(), &(8.0 / 12.0).into()), "{bad}");
    }
    let head = "image_id_1,object_id_1,image_id_2,object_id_2,distance\n";
    for (csv, hint) in [
        ("image_id_1,object_id_1\n".to_owned(), "neither a column `distance`"),
        (format!("{head}aa,0,aa,1,7\n"), "line 2: \"7\" is no label"),
        (format!("{head}aa,0,aa,9,1\n"), "line 2: the dataset has no such pair"),
        (format!("{head}aa,0,aa,1,1\naa,0,aa,1,1\n"), "line 3: this pair was answered before"),
        (
            format!("{head}aa,0,aa,1,1\r\naa,0,aa,2,9\r\n").replacen('\n', "\r\n", 1),
            "line 3: \"9\" is no label",
        ),
        (format!("{head}aa,0,bb,0,3\n"), "line 2: vrd25/across-depth has no such label"),
        (head.to_owned(), "there are no answers"),
    ] {
        fs::write(here.join("c.csv"), csv).unwrap();
        let message = fail(here, 2, "score d c.csv");
        assert!(message.contains(hint), "{message}");
    }
}

/// Furniture with chairs and tables; legs are parts of tables. People with faces; clothing.
const HIERARCHY: &str = r#"{"LabelName": "/m/0bl9f", "Subcategory": [
    {"LabelName": "/m/04bcr3", "Part": [{"LabelName": "/m/leg", "Subcategory": [{"LabelName": "/m/01mzpv"}]}]},
    {"LabelName": "/m/01g317", "Subcategory": [{"LabelName": "/m/man"}], "Part": [{"LabelName": "/m/face"}]},
    {"LabelName": "/m/09j2d", "Subcategory": [{"LabelName": "/m/hat"}]}]}"#;

#[test]
fn a_hierarchy_tells_which_claims_between_own_boxes_do_not_count() {
    let dir = folder();
    let here = dir.path();
    release(&here.join("csv"));
    // Nobody labelled objects 1 and 2, which the hierarchy calls a part and its whole.
    let file = here.join("csv/within_image_vrd_test.csv");
    let rows = fs::read_to_string(&file).unwrap();
    let rows: Vec<&str> = rows.lines().filter(|row| !row.contains(",-1,3,")).collect();
    fs::write(&file, rows.join("\n")).unwrap();
    succeed(here, "import vrd25 csv --out without");
    fs::write(here.join("csv/bbox_labels_600_hierarchy.json"), HIERARCHY).unwrap();
    succeed(here, "import vrd25 csv --out with");
    assert!(succeed(here, "verify with").contains("all of it holds"));
    let boxes = "[[0,0.2,0.35,0.9],[0.3,0.2,0.65,0.7],[0.6,0.2,0.95,0.5]]";
    let claims = r#"[[0,1,"closer"],[1,2,"closer"]]"#;
    let line = |at: u32| {
        let id = format!("vrd25/within-depth/test/00000{at}");
        format!("{{\"id\":\"{id}\",\"boxes\":{boxes},\"relations\":{claims}}}\n")
    };
    fs::write(here.join("a.jsonl"), line(0) + &line(1)).unwrap();
    let value = |dataset: &str| {
        let scored = results(here, &format!("score {dataset} a.jsonl --json"));
        scored["vrd25/within-depth"]["value"].as_f64().unwrap()
    };
    // Of four relevant pairs a picture one is found, by one claim of two; and then by one of one.
    assert_eq!((value("without"), value("with")), (2.0 / 6.0, 2.0 / 5.0));
    fs::write(here.join("csv/bbox_labels_600_hierarchy.json"), "{\"LabelName\": 7}").unwrap();
    assert!(fail(here, 2, "import vrd25 csv --out bad").contains("bbox_labels_600_hierarchy.json, line 1"));
}

#[test]
fn the_filters_of_the_paper_are_counted_over_the_boxes_of_open_images() {
    let dir = folder();
    let here = dir.path();
    release(&here.join("csv"));
    fs::write(here.join("csv/bbox_labels_600_hierarchy.json"), HIERARCHY).unwrap();
    let mut boxes =
        "ImageID,Source,LabelName,Confidence,XMin,XMax,YMin,YMax,IsOccluded,IsTruncated,IsGroupOf,\
                     IsDepiction,IsInside\n"
            .to_owned();
    // Of image aa: its three objects; a man with a hat and a face; something tiny and something huge; a group; the table
    // again, a little larger. Of bb a hat that nobody wears. Of an image that the release does not have: anything.
    for (image, mid, [x0, x1, y0, y1], group) in [
        ("aa", "/m/01mzpv", [0.0, 0.35, 0.2, 0.9], 0),
        ("aa", "/m/01mzpv", [0.3, 0.65, 0.2, 0.7], 0),
        ("aa", "/m/04bcr3", [0.6, 0.95, 0.2, 0.5], 0),
        ("aa", "/m/man", [0.1, 0.4, 0.1, 0.8], 0),
        ("aa", "/m/hat", [0.1, 0.4, 0.1, 0.3], 0),
        ("aa", "/m/face", [0.1, 0.4, 0.2, 0.4], 0),
        ("aa", "/m/01mzpv", [0.0, 0.1, 0.0, 0.1], 0),
        ("aa", "/m/01mzpv", [0.0, 1.0, 0.0, 0.8], 0),
        ("aa", "/m/01mzpv", [0.5, 0.9, 0.5, 0.9], 1),
        ("aa", "/m/04bcr3", [0.6, 0.95, 0.2, 0.52], 0),
        ("bb", "/m/hat", [0.1, 0.4, 0.1, 0.3], 0),
        ("zz", "/m/hat", [0.1, 0.4, 0.1, 0.3], 0),
    ] {
        boxes += &format!("{image},xclick,{mid},1,{x0},{x1},{y0},{y1},0,0,{group},0,0\n");
    }
    fs::write(here.join("csv/test-annotations-bbox.csv"), boxes).unwrap();
    let said = succeed(here, "import vrd25 csv --out d");
    let counts: Vec<(String, u64)> = said
        .lines()
        .skip_while(|line| !line.starts_with("The paper's filters"))
        .skip(1)
        .take_while(|line| line.starts_with(' '))
        .map(|line| {
            let (what, count) = line.trim().rsplit_once("  ").unwrap();
            (what.trim().to_owned(), count.trim().parse().unwrap())
        })
        .collect();
    let expected = [
        ("boxes of the release's images", 11),
        ("- body parts and clothing of people", 2),
        ("- under 2 % or over 70 % of the image", 2),
        ("- groups", 1),
        ("= boxes left", 6),
        ("of them objects of the release", 3),
        // Of aa five boxes are left, of bb one.
        ("pairs of boxes left", 10),
        // The table and itself; the man and the first chair do not overlap enough.
        ("- intersection over union above 0.7", 1),
        // Two chairs, which the hierarchy calls legs, with two tables.
        ("- part and whole", 4),
        ("= pairs left", 5),
        // The two chairs. The other labelled pairs of aa are of parts and wholes, and of bb no object has a box.
        ("of them labelled in the release", 1),
        ("labelled in the release and not left", 5),
    ];
    assert_eq!(counts, expected.map(|(what, count)| (what.to_owned(), count)), "{said}");
}

#[test]
fn bad_rows_are_named_counted_and_left_out_or_stop_everything() {
    let dir = folder();
    let here = dir.path();
    let objects = "within_image_objects_test.csv";
    let pairs = "within_image_vrd_test.csv";
    for (file, row, kind, what) in [
        (objects, "aa,9,/m/1,0.5,0.2,0.1,0.2", "box outside", "line 8: the box 0.5 to 0.2"),
        (objects, "aa,9,/m/1,-0.1,0.2,0.1,0.2", "box outside", "line 8"),
        (objects, "aa,9,/m/1,0,1.5,0.1,0.2", "box outside", "line 8"),
        (objects, "aa,9,/m/1,x,0.2,0.1,0.2", "no number", "xmin: \"x\" is not a number"),
        (objects, "aa,9,/m/1,NaN,0.2,0.1,0.2", "no number", "line 8"),
        (objects, "aa,9,/m/1,0,0.2,0.1", "missing columns", "6 columns instead of 7"),
        (objects, "aa,0,/m/1,0,0.2,0.1,0.2", "repeated object", "object 0 of aa was there before"),
        (pairs, "aa,0,aa,7,1,0,\"1,1\",\"0,0\"", "unknown object", "line 8: there is no object 7 of aa"),
        (pairs, "zz,0,zz,1,1,0,\"1,1\",\"0,0\"", "unknown object", "line 8"),
        (pairs, "aa,0,aa,1,1,0,\"1,4\",\"0,0\"", "vote out of range", "\"4\" is no vote from 0 to 3"),
        (pairs, "aa,0,aa,1,1,0,,\"0,0\"", "vote out of range", "line 8"),
        (pairs, "aa,0,aa,1,1,0,\"1,1,2,2\",\"0,0\"", "even tie", "the votes 1,1,2,2 are tied"),
        (pairs, "aa,0,aa,1,2,0,\"1,1,2\",\"0,0\"", "label against votes", "the votes 1,1,2 give 1"),
        (pairs, "aa,0,aa,1,5,0,\"1,1\",\"0,0\"", "label out of range", "\"5\" is no label"),
        (pairs, "aa,0,bb,1,1,0,\"1,1\",\"0,0\"", "images", "two images"),
        (pairs, "aa,0,aa,1,1,0,\"1,1\",\"0,0", "open quote", "line 8: it has a quote that is not closed"),
        (pairs, "aa,0,aa,0,1,0,\"1,1\",\"0,0\"", "pair of one object", "stands to itself"),
        (pairs, "aa,1,aa,0,2,0,\"2,2\",\"0,0\"", "repeated pair", "were paired before"),
    ] {
        let csv = here.join("csv");
        release(&csv);
        let mut text = fs::read_to_string(csv.join(file)).unwrap();
        text += &format!("{row}\n");
        fs::write(csv.join(file), text).unwrap();
        let before = tree(here);
        let message = fail(here, 2, "import vrd25 csv --out d --strict");
        assert!(message.contains(what) && message.contains(file), "{row}: {message}");
        assert_eq!(tree(here), before, "nothing is written");
        let said = succeed(here, "import vrd25 csv --out d");
        assert!(
            said.contains("1 row left out") && said.contains(kind) && said.contains(what),
            "{row}: {said}"
        );
        assert!(said.contains("pairs of objects            6"), "{said}");
        fs::remove_dir_all(here.join("d")).unwrap();
    }
}

#[test]
fn a_row_that_an_open_quote_swallows_is_counted_and_named() {
    let dir = folder();
    let here = dir.path();
    release(&here.join("csv"));
    let file = here.join("csv/within_image_vrd_test.csv");
    let text = fs::read_to_string(&file).unwrap();
    let open = text.replacen("\"0,0,0,0,0\"\n", "\"0,0,0,0,0\n", 1);
    assert_ne!(open, text);
    fs::write(&file, open).unwrap();
    let said = succeed(here, "import vrd25 csv --out d");
    for words in ["2 rows left out", "line 2: it has a quote", "line 3: it was taken for a part of line 2"] {
        assert!(said.contains(words), "{words}: {said}");
    }
    assert!(said.contains("pairs of objects            4"), "{said}");
}

#[test]
fn lines_are_counted_alike_however_they_end() {
    let dir = folder();
    let here = dir.path();
    release(&here.join("csv"));
    let file = here.join("csv/within_image_vrd_test.csv");
    let text = fs::read_to_string(&file).unwrap().replacen("\"1,1,2,1,3\"", "\"1,1,2,1,7\"", 1);
    for end in ["\n", "\r\n"] {
        fs::write(&file, text.replace('\n', end)).unwrap();
        let message = fail(here, 2, "import vrd25 csv --out d --strict");
        assert!(message.contains("line 3"), "{end:?}: {message}");
    }
}

#[test]
fn questions_with_pictures_hold() {
    let dir = folder();
    let here = dir.path();
    release(&here.join("csv"));
    fs::write(here.join("csv/aa.png"), Rgb::new(40, 30, [90, 120, 30]).encode()).unwrap();
    succeed(here, "import vrd25 csv --out d");
    assert!(succeed(here, "verify d").contains("all of it holds"));
}

#[test]
fn what_was_learnt_elsewhere_stands_on_the_page() {
    let dir = folder();
    let here = dir.path();
    release(&here.join("csv"));
    succeed(here, "import vrd25 csv --out d");
    let transfer = succeed(here, "eval d --solver class --transfer --fit test --json");
    fs::write(here.join("transfer.json"), transfer).unwrap();
    succeed(here, "report d --runs transfer.json --out page.html");
    let page = fs::read_to_string(here.join("page.html")).unwrap();
    assert_eq!(page.matches("class here, test, true boxes given").count(), 6);
    assert!(!page.contains("Blind probes"), "nothing was probed");
    for bad in ["", "{}", "[7]", "[{\"task\": \"a/b\"}]"] {
        fs::write(here.join("bad.json"), bad).unwrap();
        assert!(fail(here, 2, "report d --runs bad.json --out page.html").contains("bad.json"), "{bad}");
    }
}

#[test]
fn hostile_files_are_one_clear_line() {
    let dir = folder();
    let here = dir.path();
    let csv = here.join("csv");
    let pairs = "within_image_vrd_test.csv";
    for (bytes, hint) in [
        (b"".to_vec(), "it has no column `image_id_1`"),
        (b"\0\0\0".to_vec(), "it has no column `image_id_1`"),
        (PAIRS.replace("occlusion,raw", "hidden,raw").into_bytes(), "no column `occlusion`"),
        (PAIRS.replace("occlusion,raw", "distance,raw").into_bytes(), "two columns `distance`"),
    ] {
        release(&csv);
        fs::write(csv.join(pairs), bytes).unwrap();
        let message = fail(here, 2, "import vrd25 csv --out d");
        assert!(message.contains(hint) && message.contains(pairs), "{message}");
    }
    // What is no text, has no end or is not closed spoils rows and nothing else.
    for spoilt in [
        b"\xff\xfe,1,aa,2\n".to_vec(),
        b"\"".repeat(100_001),
        vec![b','; 1 << 20],
        b"\"aa,0,aa\n\n\n".to_vec(),
    ] {
        release(&csv);
        let mut bytes = fs::read(csv.join(pairs)).unwrap();
        bytes.extend(spoilt);
        fs::write(csv.join(pairs), bytes).unwrap();
        let said = succeed(here, "import vrd25 csv --out d");
        assert!(said.contains("left out") && said.contains("line 8"), "{said}");
        fs::remove_dir_all(here.join("d")).unwrap();
    }
    release(&csv);
    fs::remove_file(csv.join(pairs)).unwrap();
    assert!(fail(here, 2, "import vrd25 csv --out d").contains("and no within_image_vrd_test.csv"));
    fs::create_dir_all(here.join("empty")).unwrap();
    assert!(fail(here, 2, "import vrd25 empty --out d").contains("no files of 2.5VRD"));
    assert!(fail(here, 2, "import vrd25 nowhere --out d").contains("does not exist"));
    assert!(fail(here, 2, "import vrd25 csv --out csv/d").contains("lie within each other"));
    release(&csv);
    release(&csv.join("again"));
    assert!(fail(here, 2, "import vrd25 csv --out d").contains("have the same name"));
    assert!(!here.join("d").exists());
}

/// The real annotations, where they are at hand.
fn real() -> Option<PathBuf> {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/vrd25");
    if !data.is_dir() {
        eprintln!("skipped: there is no {}", data.display());
        return None;
    }
    Some(data.canonicalize().unwrap())
}

#[test]
fn the_real_annotations_come_out_as_known_and_the_rules_score_as_known() {
    let Some(data) = real() else { return };
    let dir = folder();
    let here = dir.path();
    let output = super::common::spatiq("import vrd25")
        .arg(&data)
        .args(["--out", "d", "--strict"])
        .current_dir(here)
        .output()
        .unwrap();
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let squeezed: String = said.split_whitespace().collect::<Vec<_>>().join(" ");
    let within = "within_image, val found paper images 1,200 1,200 objects 4,063 4,063 images with labelled pairs 1,196 1,200 \
        pairs of objects 6,325 6,339";
    let across = "across_images, val found paper images 1,200 1,200 objects 4,098 4,063 pairs of images 600 600 \
        pairs of objects 6,868 6,868";
    for words in [within, across, "10,558", "519", "no row was left out"] {
        assert!(squeezed.contains(words), "{words}\n{said}");
    }
    assert!(run(here, "verify d").status.success());
    let value = |args: &str| -> [f64; 3] {
        let results = results(here, &format!("eval d --split val --json {args}"));
        ["within-depth", "within-occlusion", "across-depth"]
            .map(|task| results[&format!("vrd25/{task}")]["value"].as_f64().unwrap())
    };
    for (solver, expected) in [
        ("majority", [0.4287, 0.7744, 0.4708]),
        ("location", [0.6629, 0.7747, 0.5392]),
        ("location-bottom", [0.7061, 0.7875, 0.5838]),
        ("size", [0.5978, 0.7742, 0.5674]),
        ("class", [0.2075, 0.7658, 0.1909]),
    ] {
        let found = value(&format!("--solver {solver}"));
        let close = found.iter().zip(expected).all(|(found, expected)| (found - expected).abs() < 0.002);
        assert!(close, "{solver}: {found:?} is not {expected:?}");
        // What is chosen on the split itself is at least as good there.
        if !["majority", "class"].contains(&solver) {
            let fitted = value(&format!("--solver {solver} --fit val"));
            assert!(
                fitted.iter().zip(found).all(|(fitted, found)| *fitted >= found - 1e-9),
                "{solver}: {fitted:?}"
            );
        }
    }
    let repaired = results(here, "eval d --split val --json --solver ordered");
    assert_eq!(repaired["vrd25/within-depth"]["also"]["asymmetric"], 0.0);
    assert_eq!(repaired["vrd25/within-depth"]["also"]["intransitive-weak"], 0.0);
}
