//! `spatiq draw`: what it writes, what it refuses, and that neither threads nor bad models nor Ctrl-C spoil anything.

mod common;

use common::{fail, folder, run, spatiq, succeed, tree};
use serde_json::Value;
use spatiq_raster::Rgb;
use std::fs;
use std::path::Path;
use std::process::{Output, Stdio};
use std::time::Duration;

const BOX: &str = r#"[{"prim": "box", "params": [2, 4, 6], "op": "base"}]"#;
const HOLE: &str = r#"[{"prim": "box", "params": [2, 2, 2], "op": "base"},
    {"prim": "cylinder", "params": [0.5, 4], "op": "difference"}]"#;
const EMPTY: &str = r#"[{"prim": "sphere", "params": [1], "op": "base"},
    {"prim": "sphere", "params": [1], "pos": [5, 0, 0], "op": "intersection"}]"#;

fn line_of(recipe: &str) -> String {
    recipe.replace('\n', " ")
}

/// A recipe in an object with an id.
fn with_id(id: &str, recipe: &str) -> String {
    let id = serde_json::to_string(id).unwrap();
    format!("{{\"id\": {id}, \"recipe\": {}}}", line_of(recipe))
}

fn put(dir: &Path, name: &str, text: impl AsRef<[u8]>) {
    fs::write(dir.join(name), text).unwrap();
}

fn json_lines(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap_or_else(|e| panic!("{e}: {line}"))).collect()
}

fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn stderr(output: &Output) -> Vec<String> {
    String::from_utf8(output.stderr.clone()).unwrap().lines().map(String::from).collect()
}

/// A text STL file of a tetrahedron, or of its first faces.
fn tetrahedron(faces: usize) -> String {
    let corner = [[0, 0, 0], [3, 0, 0], [0, 3, 0], [0, 0, 3]];
    let mut text = "solid t\n".to_owned();
    for face in &[[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]][..faces] {
        text += "facet normal 0 0 0\nouter loop\n";
        for at in face.map(|at: usize| corner[at]) {
            text += &format!("vertex {} {} {}\n", at[0], at[1], at[2]);
        }
        text += "endloop\nendfacet\n";
    }
    text + "endsolid t\n"
}

#[test]
fn the_front_of_a_box_is_a_rectangle_of_its_width_and_height() {
    let dir = folder();
    put(dir.path(), "box.json", BOX);
    let lines = json_lines(&succeed(dir.path(), "draw box.json --format json"));
    let [model] = &lines[..] else { panic!("{lines:?}") };
    assert_eq!(model["id"], "box");
    assert_eq!(model["bbox"], serde_json::json!([-1.0, -2.0, -3.0, 1.0, 2.0, 3.0]));
    assert!((model["volume"].as_f64().unwrap() - 48.0).abs() < 0.05);
    assert!(model["ms"].as_f64().unwrap() > 0.0);
    assert_eq!(model["views"].as_object().unwrap().len(), 11);
    let front = &model["views"]["f"];
    assert_eq!(front["hidden"], serde_json::json!([]));
    let mut sides: Vec<Vec<[f64; 2]>> = serde_json::from_value(front["visible"].clone()).unwrap();
    sides.iter_mut().for_each(|side| side.sort_by(|a, b| a.partial_cmp(b).unwrap()));
    sides.sort_by(|a, b| a.partial_cmp(b).unwrap());
    let [a, b, c, d] = [[-1.0, -3.0], [-1.0, 3.0], [1.0, -3.0], [1.0, 3.0]];
    assert_eq!(sides, [[a, b], [a, c], [b, d], [c, d]]);
    // x runs along the pose's X, which is y seen from the right.
    let right: Vec<Vec<[f64; 2]>> = serde_json::from_value(model["views"]["r"]["visible"].clone()).unwrap();
    assert!(right.iter().flatten().all(|[x, y]| x.abs() == 2.0 && y.abs() == 3.0), "{right:?}");
}

#[test]
fn views_come_in_the_order_asked_for_and_models_in_the_order_given() {
    let dir = folder();
    let here = dir.path();
    put(here, "one.json", BOX);
    put(here, "two.json", with_id("second", HOLE));
    put(here, "more.jsonl", format!("\n{}\n{}\n", with_id("x", BOX), line_of(HOLE)));
    let args = "draw two.json more.jsonl one.json --format json --poses t1f --direction -1,2,0.5";
    let text = succeed(here, args);
    for line in text.lines() {
        let at = |key: &str| line.find(&format!("\"{key}\":{{")).unwrap_or_else(|| panic!("{key}: {line}"));
        assert!(at("t") < at("1") && at("1") < at("f") && at("f") < at("-1,2,0.5"), "{line}");
    }
    let ids: Vec<Value> = json_lines(&text).iter().map(|line| line["id"].clone()).collect();
    assert_eq!(ids, ["second", "x", "more-3", "one"]);
    let hole = &json_lines(&text)[0]["views"];
    assert!(!hole["f"]["hidden"].as_array().unwrap().is_empty(), "the hole is seen from above only");
    assert!(hole["t"]["hidden"].as_array().unwrap().is_empty());
    // With a direction and no poses there is that view alone.
    let alone = json_lines(&succeed(here, "draw one.json --format json --direction 1,0,0"));
    assert_eq!(alone[0]["views"].as_object().unwrap().keys().collect::<Vec<_>>(), ["1,0,0"]);
}

#[test]
fn lines_are_numbered_with_enough_digits() {
    let dir = folder();
    put(dir.path(), "many.jsonl", format!("{}\n", line_of(BOX)).repeat(12));
    let lines = json_lines(&succeed(dir.path(), "draw many.jsonl --format json --poses f"));
    assert_eq!((&lines[0]["id"], &lines[11]["id"]), (&"many-01".into(), &"many-12".into()));
}

#[test]
fn pictures_are_laid_out_as_in_the_papers() {
    let dir = folder();
    let here = dir.path();
    put(here, "hole.json", HOLE);
    let said = succeed(here, "draw hole.json");
    assert_eq!(said, "drawings: 11 files of 1 model\n");
    let svg = fs::read_to_string(here.join("drawings/hole/hole_f.svg")).unwrap();
    assert!(svg.starts_with("<svg ") && svg.contains("class=\"hidden\"") && svg.contains("width=\"200\""));
    assert_eq!(tree(&here.join("drawings")).len(), 11);
    succeed(here, "draw hole.json --format png --poses f8 --direction 1,2,3 --size 64 --out p");
    let files = tree(&here.join("p"));
    let names: Vec<_> = files.keys().map(|path| path.to_str().unwrap()).collect();
    assert_eq!(names, ["hole/hole_8.png", "hole/hole_d1.png", "hole/hole_f.png"]);
    for bytes in files.values() {
        let picture = Rgb::decode(bytes).unwrap();
        assert_eq!((picture.width, picture.height), (64, 64));
        assert!(picture.pixels.iter().any(|pixel| *pixel != [255; 3]), "nothing is drawn");
    }
}

#[test]
fn every_option_of_style_changes_the_picture_and_only_the_ground_fills_it() {
    let dir = folder();
    let here = dir.path();
    put(here, "hole.json", HOLE);
    let svg = |options: &str| {
        succeed(here, &format!("draw hole.json --poses f --out o {options}"));
        fs::read_to_string(here.join("o/hole/hole_f.svg")).unwrap()
    };
    let plain = svg("");
    for (options, wanted) in [
        ("--visible-color 00ff00", "stroke=\"#00ff00\""),
        ("--hidden-color #0000ff", "stroke=\"#0000ff\""),
        ("--ground 102030", "fill=\"#102030\""),
        ("--visible-width 3", "stroke-width=\"3\""),
        ("--hidden-width 2.5", "stroke-width=\"2.5\""),
        ("--hidden dashed", "stroke-dasharray=\"3 2\""),
        ("--dash 5,1", "stroke-dasharray=\"5 1\""),
        ("--size 300", "width=\"300\""),
        // The box has sides of 2 and fills 200 pixels: 100 to a unit.
        ("--view-box 1", "M0 200"),
    ] {
        let changed = svg(options);
        assert!(changed.contains(wanted) && !plain.contains(wanted), "{options}: {changed}");
    }
    assert!(plain.contains("<rect ") && !svg("--ground none").contains("<rect "));
    assert!(plain.contains("\"hidden\"") && !svg("--hidden off").contains("\"hidden\""));
}

#[test]
fn meshes_are_exported_closed_and_read_back() {
    let dir = folder();
    let here = dir.path();
    put(here, "hole.json", HOLE);
    for format in ["stl", "obj"] {
        succeed(here, &format!("draw hole.json --format {format} --out coarse --segments 8"));
        succeed(here, &format!("draw hole.json --format {format} --out fine"));
        let size = |folder: &str| fs::metadata(here.join(format!("{folder}/hole.{format}"))).unwrap().len();
        assert!(size("fine") > 2 * size("coarse"));
    }
    // From one format of mesh to the other; a closed mesh has nothing to warn of.
    for (from, to) in [("fine/hole.stl", "obj"), ("fine/hole.obj", "stl")] {
        let output = run(here, &format!("draw {from} --format {to} --out again"));
        assert_eq!((output.status.code(), stderr(&output)), (Some(0), vec![]), "{from}");
    }
    assert_eq!(fs::read(here.join("again/hole.stl")).unwrap(), fs::read(here.join("fine/hole.stl")).unwrap());
}

#[test]
fn meshes_are_drawn_and_fill_more_of_the_picture() {
    let dir = folder();
    let here = dir.path();
    put(here, "t.stl", tetrahedron(4));
    let lines = json_lines(&succeed(here, "draw t.stl --format json --poses f"));
    assert_eq!((&lines[0]["id"], &lines[0]["volume"]), (&"t".into(), &4.5.into()));
    assert_eq!(lines[0]["bbox"], serde_json::json!([0.0, 0.0, 0.0, 3.0, 3.0, 3.0]));
    let ends: Vec<Vec<[f64; 2]>> = serde_json::from_value(lines[0]["views"]["f"]["visible"].clone()).unwrap();
    assert_eq!(ends.len(), 3, "{ends:?}");
    for end in ends.iter().flatten() {
        let near = |corner: [f64; 2]| (corner[0] - end[0]).abs() + (corner[1] - end[1]).abs() < 1e-4;
        assert!([[0.0, 0.0], [3.0, 0.0], [0.0, 3.0]].into_iter().any(near), "{end:?}");
    }
    // Edges that no two triangles make sharp enough are none; then only outlines are left, if anything.
    let flat = json_lines(&succeed(here, "draw t.stl --format json --poses 2 --feature-angle 180"));
    let sharp = json_lines(&succeed(here, "draw t.stl --format json --poses 2"));
    let count = |lines: &[Value]| lines[0]["views"]["2"]["visible"].as_array().unwrap().len();
    assert!(count(&flat) < count(&sharp), "{flat:?}");
    put(here, "t2.json", r#"[{"prim": "box", "params": [3, 3, 3], "op": "base"}]"#);
    succeed(here, "draw t.stl t2.json --format png --poses f");
    let lowest = |id: &str| {
        let bytes = fs::read(here.join(format!("drawings/{id}/{id}_f.png"))).unwrap();
        Rgb::decode(&bytes).unwrap().pixels.iter().rposition(|pixel| *pixel != [255; 3]).unwrap() / 200
    };
    assert_eq!((lowest("t"), lowest("t2")), (171, 159), "3 / 1.4 and 3 / 1.7 of 200 pixels");
}

#[test]
fn a_mesh_with_faults_is_warned_of_and_used() {
    let dir = folder();
    let here = dir.path();
    put(here, "open.stl", tetrahedron(3));
    let output = run(here, "draw open.stl --format obj");
    assert_eq!(output.status.code(), Some(0));
    let warnings = stderr(&output);
    assert_eq!(warnings, ["warning: open.stl: the surface is open along 3 edges"]);
    assert!(here.join("drawings/open.obj").exists());
    let output = run(here, "draw open.stl --format json --poses f");
    assert_eq!((output.status.code(), stderr(&output)), (Some(0), warnings));
    let lines = json_lines(&stdout(&output));
    assert!(lines[0]["volume"].is_null() && lines[0]["views"]["f"]["visible"].is_array(), "{lines:?}");
}

#[test]
fn a_bad_model_does_not_keep_the_others_from_being_drawn() {
    let dir = folder();
    let here = dir.path();
    let bad = with_id("bad", &BOX.replace("[2, 4, 6]", "[2, 4]"));
    put(
        here,
        "r.jsonl",
        [&with_id("a", BOX), &bad, "{\"id\"", EMPTY, &with_id("z", HOLE)].map(line_of).join("\n"),
    );
    put(here, "good.json", BOX);
    let output = run(here, "draw r.jsonl good.json --format json --poses f");
    assert_eq!(output.status.code(), Some(1));
    let lines = json_lines(&stdout(&output));
    let drawn = |line: &Value| (line["id"].as_str().unwrap().to_owned(), line["views"].is_object());
    let expected = [("a", true), ("bad", false), ("r-3", false), ("r-4", false), ("z", true), ("good", true)];
    assert_eq!(
        lines.iter().map(drawn).collect::<Vec<_>>(),
        expected.map(|(id, there)| (id.to_owned(), there))
    );
    assert!(lines[1]["error"].as_str().unwrap().contains("box takes 3"), "{}", lines[1]);
    assert_eq!(lines[1].as_object().unwrap().len(), 2);
    let said = stderr(&output);
    assert_eq!(said.len(), 3, "{said:?}");
    for (line, wanted) in said.iter().zip([
        "line 2: element 1: box",
        "line 3: the text ends too early, at column",
        "line 4: nothing is left",
    ]) {
        assert!(line.starts_with("error: r.jsonl: ") && line.contains(wanted), "{line}");
    }
    // The same with pictures.
    let output = run(here, "draw r.jsonl good.json --poses f --out p");
    assert_eq!((output.status.code(), stderr(&output).len()), (Some(1), 3));
    assert_eq!(tree(&here.join("p")).len(), 3);
}

#[test]
fn files_that_hold_no_model_are_told_in_one_line_each() {
    let dir = folder();
    let here = dir.path();
    for (name, bytes, hint) in [
        ("empty.json", &b""[..], "the file is empty"),
        ("empty.stl", b"", "the file is empty"),
        ("empty.obj", b"", "the file is empty"),
        ("empty.jsonl", b"", "no recipe in it"),
        ("blank.jsonl", b"\n \r\n\n", "no recipe in it"),
        ("bytes.json", b"\xff\xfe\x00", "not JSON"),
        ("bytes.stl", b"\xff\xfe\x00", "not an STL file"),
        ("bytes.jsonl", b"\xff\xfe\x00", "line 1: this is not JSON"),
        ("words.obj", b"v 1 2\n", "line 1"),
        ("number.json", b"7", "a recipe is an array"),
        ("two.json", b"[] []", ".jsonl"),
        ("comma.json", b"[\n{\"prim\": 1,}]", "trailing comma at line 2, column 12"),
        ("comma.jsonl", b"\n[1,]\n", "line 2: this is not JSON: trailing comma at column 4"),
        ("nothing.json", EMPTY.as_bytes(), "nothing is left"),
    ] {
        put(here, name, bytes);
        for format in ["json", "png", "stl"] {
            let line = fail(here, 1, &format!("draw {name} --format {format}"));
            assert!(line.starts_with(&format!("error: {name}: ")) && line.contains(hint), "{format}: {line}");
        }
    }
    assert!(!here.join("drawings").exists(), "nothing may be written");
}

#[test]
fn bad_usage_is_refused_before_anything_is_drawn() {
    let dir = folder();
    let here = dir.path();
    put(here, "box.json", BOX);
    put(here, "part.blend", "x");
    put(here, "noending", "x");
    fs::create_dir(here.join("models")).unwrap();
    for (args, hint) in [
        ("box.json missing.json", "cannot read missing.json"),
        ("box.json models", "is a folder: name the files in it"),
        ("box.json part.blend", "ends in .step, .stp, .stl, .obj, .json or .jsonl"),
        ("noending", "ends in .step"),
        ("", "MODEL"),
        ("box.json --poses fx", "no pose 'x'"),
        ("box.json --poses ff", "given twice"),
        ("box.json --poses=", "no pose is given"),
        ("box.json --direction 0,0,0", "nobody can look"),
        ("box.json --direction 1,2", "three numbers"),
        ("box.json --direction 1,0,0 --direction 1,0,0", "given twice"),
        ("box.json --format gif", "gif"),
        ("box.json --size 0", "1 to 8192"),
        ("box.json --size 9000", "1 to 8192"),
        ("box.json --size -5", "1 to 8192"),
        ("box.json --size many", "1 to 8192"),
        ("box.json --view-box -1", "positive number, not -1"),
        ("box.json --hidden-width -0.5", "more than 0 and up to"),
        ("box.json --dash -1,2", "dashes of -1"),
        ("box.json --feature-angle -3", "0 to 180"),
        ("box.json --timeout -1", "number of seconds, or 0"),
        ("box.json --threads -1", "1..=1024"),
        ("box.json --format stl --segments -8", "8..=1024"),
        ("box.json --view-box 0", "view box"),
        ("box.json --visible-width 0", "pixels wide"),
        ("box.json --hidden-color red", "six hexadecimal digits"),
        ("box.json --dash 1", "two numbers"),
        ("box.json --dash 0,0", "dashes of 0"),
        ("box.json --hidden off --dash 1,1", "--hidden dashed"),
        ("box.json --timeout soon", "number of seconds"),
        ("box.json --timeout nan", "number of seconds"),
        ("box.json --feature-angle 200", "180"),
        ("box.json --threads 0", "1..=1024"),
        ("box.json --format stl --poses f", "--poses"),
        ("box.json --format obj --direction 1,2,3", "--direction"),
        ("box.json --format stl --segments 4", "8..=1024"),
        ("box.json --format svg --segments 40", "--segments"),
        ("box.json --format json --size 40", "--size"),
        ("box.json --out box.json", "is not a folder"),
    ] {
        let line = fail(here, 2, &format!("draw {args}"));
        assert!(line.starts_with("error: ") && line.contains(hint), "{args}: {line}");
    }
    assert!(!here.join("drawings").exists(), "nothing may be written");
    let help = succeed(here, "draw --help");
    assert!(help.contains("spatiq draw part.stl"), "{help}");
}

#[cfg(unix)]
#[test]
fn what_never_ends_or_is_too_large_is_not_read() {
    let dir = folder();
    let here = dir.path();
    std::os::unix::fs::symlink("/dev/zero", here.join("endless.jsonl")).unwrap();
    assert!(fail(here, 2, "draw endless.jsonl").contains("not a regular file"));
    let fifo = std::process::Command::new("mkfifo").arg(here.join("pipe.stl")).status().unwrap();
    assert!(fifo.success());
    assert!(fail(here, 2, "draw pipe.stl").contains("not a regular file"));
    // Without a byte in it: only its length is large.
    fs::File::create(here.join("large.stl")).unwrap().set_len((2 << 30) + 1).unwrap();
    assert!(fail(here, 2, "draw large.stl").contains("2147483648"));
}

#[test]
fn a_model_that_takes_too_long_is_given_up() {
    let dir = folder();
    put(dir.path(), "hole.json", HOLE);
    let line = fail(dir.path(), 1, "draw hole.json --timeout 0.000001");
    assert!(line.contains("hole.json: not drawn within 0.000001 s"), "{line}");
    let output = run(dir.path(), "draw hole.json --timeout 0.000001 --format json");
    let lines = json_lines(&stdout(&output));
    assert!(lines[0]["error"].as_str().unwrap().contains("--timeout"), "{lines:?}");
    succeed(dir.path(), "draw hole.json --timeout 0 --poses f");
}

#[test]
fn no_id_leads_out_of_the_folder() {
    let dir = folder();
    let here = dir.path();
    let long = "x".repeat(5000);
    let ids = ["../up", "/spatiq-absolute", "..", "", "a/b", "line\nbreak", "nul\0", &long, "a:b", "."];
    put(here, "r.jsonl", ids.map(|id| with_id(id, BOX)).join("\n"));
    for format in ["svg", "stl"] {
        let output = run(here, &format!("draw r.jsonl --out deep/{format} --format {format}"));
        assert_eq!(output.status.code(), Some(0));
        // A note for each, and one more where two ids come to the same name.
        let notes = stderr(&output);
        assert!(notes.iter().all(|line| line.starts_with("note: r.jsonl: line ")), "{notes:?}");
        assert!(notes.len() >= ids.len() && notes.iter().all(|line| line.len() < 300), "{notes:?}");
        let files = tree(here).into_keys().filter(|path| path != Path::new("r.jsonl"));
        assert!(files.into_iter().all(|path| path.starts_with("deep")));
        let expected = if format == "stl" { 1 } else { 11 } * ids.len();
        assert_eq!(tree(&here.join("deep").join(format)).len(), expected);
    }
    assert!(!Path::new("/spatiq-absolute").exists());
    // A line of JSON can hold any id as it is.
    let lines = json_lines(&succeed(here, "draw r.jsonl --format json --poses f"));
    assert_eq!(lines.iter().map(|line| line["id"].as_str().unwrap()).collect::<Vec<_>>(), ids);
}

#[test]
fn models_of_one_name_are_all_drawn_and_told_apart() {
    let dir = folder();
    let here = dir.path();
    fs::create_dir_all(here.join("other")).unwrap();
    put(here, "part.json", BOX);
    put(here, "other/part.json", HOLE);
    let output = run(here, "draw part.json other/part.json --poses f");
    assert_eq!(output.status.code(), Some(0));
    let [note] = &stderr(&output)[..] else { panic!("{:?}", stderr(&output)) };
    assert!(note.starts_with("note: other/part.json: ") && note.contains("part-2"), "{note}");
    let names: Vec<_> = tree(&here.join("drawings")).into_keys().collect();
    assert_eq!(names, [Path::new("part/part_f.svg"), Path::new("part-2/part-2_f.svg")]);
}

#[test]
fn threads_change_nothing_but_the_time() {
    let dir = folder();
    let here = dir.path();
    let mut lines = Vec::new();
    for i in 0..60 {
        let recipe = HOLE.replace("0.5, 4", &format!("{}, 4", 0.1 + 0.014 * f64::from(i)));
        lines.push(if i % 7 == 3 { "[]".to_owned() } else { with_id(&format!("m{}", i % 50), &recipe) });
    }
    put(here, "r.jsonl", lines.join("\n"));
    let without_ms = |text: &str| -> Vec<String> {
        json_lines(text)
            .into_iter()
            .map(|mut line| {
                line["ms"] = Value::Null;
                line.to_string()
            })
            .collect()
    };
    let mut seen = Vec::new();
    for (run_number, threads) in [1, 4, 4].into_iter().enumerate() {
        let json = run(here, &format!("draw r.jsonl --format json --threads {threads}"));
        let out = format!("t{run_number}");
        for format in ["svg", "png", "obj"] {
            run(here, &format!("draw r.jsonl --format {format} --threads {threads} --out {out}"));
        }
        seen.push((without_ms(&stdout(&json)), stderr(&json), tree(&here.join(out))));
    }
    assert!(seen[0].0.len() == 60 && seen[0].1.len() > 8 && seen[0].2.len() > 500);
    assert!(seen[0] == seen[1] && seen[1] == seen[2]);
}

#[test]
fn json_goes_to_a_file_that_appears_whole() {
    let dir = folder();
    let here = dir.path();
    put(here, "box.json", BOX);
    assert_eq!(succeed(here, "draw box.json --format json --poses f --out d"), "");
    let text = fs::read_to_string(here.join("d/drawings.jsonl")).unwrap();
    assert_eq!(json_lines(&text)[0]["id"], "box");
    assert_eq!(tree(&here.join("d")).len(), 1);
}

#[test]
fn a_model_is_never_written_over() {
    let dir = folder();
    let here = dir.path();
    put(here, "part.stl", tetrahedron(4));
    put(here, "drawings.jsonl", with_id("x", BOX));
    let before = tree(here);
    assert!(fail(here, 1, "draw part.stl --format stl --out .").contains("is one of the models"));
    let refused = fail(here, 2, "draw drawings.jsonl --format json --out .");
    assert!(refused.contains("is one of the models"), "{refused}");
    assert_eq!(tree(here), before);
}

#[test]
fn what_cannot_be_written_is_one_error_and_loses_nothing() {
    let dir = folder();
    let here = dir.path();
    put(here, "box.json", BOX);
    put(here, "file", "x");
    fail(here, 2, "draw box.json --out file/below");
    succeed(here, "draw box.json --out d --poses f");
    fs::create_dir(here.join("d/box/box_t.svg")).unwrap();
    let before = tree(here);
    fail(here, 2, "draw box.json --out d --poses tf");
    assert_eq!(tree(here), before);
}

#[test]
fn a_reader_that_goes_away_is_no_error() {
    let dir = folder();
    put(dir.path(), "r.jsonl", format!("{}\n", line_of(HOLE)).repeat(400));
    let draw = format!("{} draw r.jsonl --format json | head -n 1", env!("CARGO_BIN_EXE_spatiq"));
    let output = std::process::Command::new("bash")
        .args(["-o", "pipefail", "-c", &draw])
        .current_dir(dir.path())
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

#[cfg(unix)]
#[test]
fn an_interrupted_run_leaves_only_whole_files() {
    let dir = folder();
    let here = dir.path();
    put(here, "r.jsonl", format!("{}\n", line_of(HOLE)).repeat(20_000));
    for (args, out) in
        [("draw r.jsonl --format png --out p", "p"), ("draw r.jsonl --format json --out j", "j")]
    {
        let child =
            spatiq(args).current_dir(here).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
        // It is at work once there is something in its folder.
        let folder = here.join(out);
        while !fs::read_dir(&folder).is_ok_and(|mut entries| entries.next().is_some()) {
            std::thread::sleep(Duration::from_millis(5));
        }
        std::thread::sleep(Duration::from_millis(100));
        let sent =
            std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
        assert!(sent.success());
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(130));
        assert_eq!(stderr(&output), ["error: interrupted; nothing is half-written"]);
        for (path, bytes) in tree(&folder) {
            assert_eq!(path.extension().unwrap(), "png", "{} is left over", path.display());
            Rgb::decode(&bytes).unwrap();
        }
    }
}

#[test]
fn an_id_comes_out_as_it_went_in_whether_the_recipe_is_good_or_not() {
    let dir = folder();
    let here = dir.path();
    let ids = ["9007199254740993", "18446744073709551615", "-7", "1.5", "\"007\""];
    let recipes = [line_of(BOX), "[]".to_owned()];
    let line = |(id, recipe): (&str, &String)| format!("{{\"id\": {id}, \"recipe\": {recipe}}}");
    let lines = ids.iter().flat_map(|id| recipes.iter().map(move |recipe| (*id, recipe))).map(line);
    put(here, "r.jsonl", lines.collect::<Vec<_>>().join("\n"));
    let output = run(here, "draw r.jsonl --format json --poses f");
    let said: Vec<_> = json_lines(&stdout(&output)).iter().map(|line| line["id"].clone()).collect();
    for (id, pair) in ids.iter().zip(said.chunks(2)) {
        let id = id.trim_matches('"');
        assert_eq!((pair[0].as_str().unwrap(), pair[1].as_str().unwrap()), (id, format!("{id}-2").as_str()));
    }
}

#[test]
fn lines_that_leave_the_picture_are_warned_of() {
    let dir = folder();
    let here = dir.path();
    put(here, "box.json", r#"[{"prim": "box", "params": [2, 2, 2], "op": "base"}]"#);
    let said = |options: &str| stderr(&run(here, &format!("draw box.json --poses f1 {options}")));
    assert_eq!(said(""), Vec::<String>::new());
    assert_eq!(said("--view-box 1.64"), Vec::<String>::new());
    // From a corner a cube is √(8/3) = 1.63 of its edges high.
    let warning = |views: &str| {
        [format!("warning: box.json: lines leave the picture in {views}: --view-box 1.64 shows all")]
    };
    assert_eq!(said("--view-box 1"), warning("view 1"));
    assert_eq!(said("--view-box 0.9 --format png"), warning("views f 1"));
}

#[test]
fn a_mesh_that_stl_cannot_hold_is_warned_of() {
    let dir = folder();
    let here = dir.path();
    put(here, "far.json", r#"[{"prim": "sphere", "params": [1], "pos": [5000, 0, 0], "op": "base"}]"#);
    let said = |format: &str| stderr(&run(here, &format!("draw far.json --format {format}")));
    let [warning] = &said("stl")[..] else { panic!("{:?}", said("stl")) };
    assert!(
        warning.contains("STL rounds coordinates by up to 1e-4") && warning.contains("--format obj"),
        "{warning}"
    );
    assert_eq!(said("obj"), Vec::<String>::new());
}
