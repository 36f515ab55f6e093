//! Libraries of CAD models: what is kept and what is left out, and datasets made from them.

mod common;
mod vrd25;

use common::{assert_same, fail, folder, run, spatiq, succeed, tree};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// Parts that look different from one another and from every side.
fn parts(count: usize) -> String {
    let part = |k: usize| {
        let share = |of: usize| (k % of) as f64 / of as f64;
        let (x, y, z) = (1.2 + share(3), 0.9 + 0.8 * share(5), 0.8 + 0.5 * share(7));
        let elements = json!([
            {"prim": "box", "params": [x, y, z], "op": "base"},
            {"prim": "box", "params": [0.5 * x, 0.4 * y, 0.5], "pos": [0.2 * x, 0.25 * y, 0.5 * z], "op": "union"},
            {"prim": "cylinder", "params": [0.15 + 0.05 * share(2), 3], "axis": "x", "deg": 90,
             "pos": [-0.3 * x, 0, 0.1], "op": "difference"},
            {"prim": "box", "params": [0.4, 0.3, 0.5], "pos": [0.45 * x, -0.5 * y, -0.4 * z], "op": "difference"},
        ]);
        json!({"id": format!("part{k:02}"), "recipe": elements}).to_string() + "\n"
    };
    (0..count).map(part).collect()
}

/// Makes a folder of meshes.
fn meshes(dir: &Path, count: usize, format: &str, out: &str) {
    fs::write(dir.join("parts.jsonl"), parts(count)).unwrap();
    succeed(dir, &format!("draw parts.jsonl --format {format} --segments 24 --out {out}"));
}

fn mesh(dir: &Path, name: &str, recipe: Value, out: &str) {
    fs::write(dir.join(format!("{name}.json")), recipe.to_string()).unwrap();
    succeed(dir, &format!("draw {name}.json --format stl --out {out}"));
}

fn index(library: &Path) -> Value {
    serde_json::from_slice(&fs::read(library.join("library.json")).unwrap()).unwrap()
}

/// The lines of an OBJ file for a box, after so many vertices of others.
fn block(low: [f64; 3], high: [f64; 3], before: usize) -> String {
    let ends = [low, high];
    let corner = |at: usize| {
        let [x, y, z] = [ends[at >> 2 & 1][0], ends[at >> 1 & 1][1], ends[at & 1][2]];
        format!("v {x} {y} {z}\n")
    };
    let sides = [[1, 2, 4, 3], [5, 7, 8, 6], [1, 5, 6, 2], [3, 4, 8, 7], [1, 3, 7, 5], [2, 6, 8, 4]];
    let side = |side: [usize; 4]| {
        let [a, b, c, d] = side.map(|corner| before + corner);
        format!("f {a} {b} {c} {d}\n")
    };
    (0..8).map(corner).chain(sides.map(side)).collect()
}

#[test]
fn what_cannot_be_used_is_left_out_counted_and_named() {
    let dir = folder();
    let here = dir.path();
    meshes(here, 3, "stl", "cad");
    meshes(here, 1, "obj", "cad/other");
    fs::rename(here.join("cad/other/part00.obj"), here.join("cad/other/PART00.OBJ")).unwrap();
    fs::copy(here.join("cad/part01.stl"), here.join("cad/same again.stl")).unwrap();
    mesh(here, "rod", json!([{"prim": "box", "params": [0.02, 2, 0.02], "op": "base"}]), "cad");
    mesh(here, "torus", json!([{"prim": "torus", "params": [1, 0.4], "op": "base"}]), "cad");
    fs::write(here.join("cad/broken.stl"), "solid x\nfacet nonsense\n").unwrap();
    fs::write(here.join("cad/empty.obj"), "").unwrap();
    fs::write(here.join("cad/sheet.obj"), "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf 1 2 3 4\n").unwrap();
    // Bodies that touch can be asked about; crossed faces have no lines where they cross.
    let touching = block([0.0; 3], [1.0, 2.0, 3.0], 0) + &block([1.0, 0.3, 0.2], [2.5, 1.4, 1.7], 8);
    fs::write(here.join("cad/touching.obj"), touching).unwrap();
    let overlapping = block([0.0; 3], [1.0, 2.0, 3.0], 0) + &block([0.8, 0.3, 0.2], [2.5, 1.4, 1.7], 8);
    fs::write(here.join("cad/overlapping.obj"), overlapping).unwrap();
    mesh(here, "disk", json!([{"prim": "cylinder", "params": [1, 0.004], "op": "base"}]), "cad");
    fs::write(here.join("cad/later.step"), "ISO-10303-21;").unwrap();
    fs::write(here.join("cad/long.stl"), "solid x\n".repeat(100_000)).unwrap();
    fs::write(here.join("cad/notes.txt"), "not a model").unwrap();

    let said = succeed(here, "import cad cad --out LIB --most-triangles 5000 --most-bytes 700000");
    let found = index(&here.join("LIB"));
    let left_out: BTreeMap<&str, (&str, &str)> = found["excluded"]
        .as_array()
        .unwrap()
        .iter()
        .map(|e| (e["file"].as_str().unwrap(), (e["reason"].as_str().unwrap(), e["what"].as_str().unwrap())))
        .collect();
    let reasons: Vec<(&str, &str)> = left_out.iter().map(|(file, (reason, _))| (*file, *reason)).collect();
    let expected = [
        ("broken.stl", "unreadable"),
        ("disk.stl", "thin"),
        ("empty.obj", "unreadable"),
        ("later.step", "unreadable"),
        ("long.stl", "too large"),
        ("overlapping.obj", "not a solid"),
        ("part00.stl", "duplicate"),
        ("rod.stl", "dot"),
        ("same again.stl", "duplicate"),
        ("sheet.obj", "not a solid"),
        ("torus.stl", "too large"),
    ];
    assert_eq!(reasons, expected, "{found:#}");
    assert_eq!(left_out["part00.stl"].1, "it looks the same as other/PART00.OBJ");
    assert_eq!(left_out["same again.stl"].1, "it looks the same as part01.stl");
    assert!(left_out["broken.stl"].1.contains("line 2"), "{left_out:?}");
    let sources: Vec<&str> =
        found["models"].as_array().unwrap().iter().map(|model| model["source"].as_str().unwrap()).collect();
    assert_eq!(sources.len(), 4, "{sources:?}");
    assert!(sources.contains(&"touching.obj"));
    for words in ["files     15", "models    4", "left out  2   duplicate", "left out  1   dot"] {
        assert!(said.contains(words), "{words}: {said}");
    }
    // What is tiny or large, or far from the origin, is the same object.
    assert!(!said.contains("contradicted"));
}

#[test]
fn the_same_files_give_the_same_library_whatever_the_threads_and_the_place() {
    let dir = folder();
    let here = dir.path();
    meshes(here, 4, "stl", "one/cad");
    meshes(here, 4, "stl", "two/parts");
    succeed(here, "import cad one/cad --out a --threads 1");
    succeed(here, "import cad two/parts --out b --threads 3");
    assert_same(&here.join("a"), &here.join("b"));
    // Another import in the same place leaves nothing of the first.
    meshes(here, 3, "stl", "three");
    succeed(here, "import cad three --out a");
    succeed(here, "import cad three --out c");
    assert_same(&here.join("a"), &here.join("c"));
}

#[test]
fn a_dataset_from_a_library_is_verified_with_it_and_with_no_other() {
    let dir = folder();
    let here = dir.path();
    meshes(here, 20, "stl", "cad");
    meshes(here, 3, "stl", "few");
    succeed(here, "import cad cad --out LIB");
    succeed(here, "import cad few --out FEW");
    fs::create_dir(here.join("elsewhere")).unwrap();
    let tasks: Vec<String> = ["three-view-to-isometric", "isometric-to-pose", "pose-to-isometric"]
        .iter()
        .chain(&["isometric-generation", "point-cloud"])
        .map(|task| format!("spare3d/{task}"))
        .collect();
    let args = format!("generate {} --format folder --splits test=1 --count 2", tasks.join(" "));
    succeed(here, &format!("{args} --set stock=LIB --out a --threads 1"));
    // The library's place, the threads and the number of questions do not matter.
    fs::rename(here.join("LIB"), here.join("elsewhere/moved")).unwrap();
    succeed(here, &format!("{args} --set stock=elsewhere/moved --out b --threads 3"));
    assert_same(&here.join("a"), &here.join("b"));
    let whole = "generate spare3d/isometric-generation --splits test=1 --set share=whole --format folder";
    for (count, out) in [(2, "n2"), (5, "n5")] {
        succeed(here, &format!("{whole} --count {count} --set stock=elsewhere/moved --out {out}"));
    }
    let (small, large) = (tree(&here.join("n2")), tree(&here.join("n5")));
    let pictures: Vec<_> = small.keys().filter(|path| path.extension().is_some_and(|e| e == "png")).collect();
    assert!(pictures.len() >= 6 && pictures.iter().all(|path| small[*path] == large[*path]));

    // No object serves two questions.
    let mut objects = Vec::new();
    for task in &tasks {
        let rows = here.join("a").join(task.replace('/', "__")).join("test/metadata.jsonl");
        for line in fs::read_to_string(rows).unwrap().lines() {
            let row: Value = serde_json::from_str(line).unwrap();
            let evidence: Value = serde_json::from_str(row["evidence"].as_str().unwrap()).unwrap();
            objects.push(evidence["object"]["model"].as_str().unwrap().to_owned());
            assert!(row["tags"].as_str().unwrap().contains("\"stock\":\"cad\""), "{row}");
        }
    }
    objects.sort();
    objects.dedup();
    assert_eq!(objects.len(), 2 * tasks.len());
    let manifest = fs::read_to_string(here.join("a/manifest.json")).unwrap();
    assert!(!manifest.contains("LIB"), "{manifest}");

    succeed(here, "verify a --stock elsewhere/moved");
    assert!(fail(here, 2, "verify a").contains("--stock LIB"));
    assert!(fail(here, 2, "verify a --stock FEW").contains("is another"));
    assert!(fail(here, 2, "verify a --stock nowhere").contains("does not exist"));
    // The same command goes on with the same library only.
    succeed(here, &format!("{args} --set stock=elsewhere/moved --out a"));
    let message = fail(here, 2, &format!("{} --set stock=FEW --out a", args.replace("count 2", "count 1")));
    assert!(message.contains("the library has") || message.contains("another dataset"), "{message}");
    assert!(fail(here, 2, &format!("{args} --out a")).contains("stock is"));

    // Running out is one error that names the number available, before anything is written.
    let message =
        fail(here, 2, "generate spare3d/point-cloud --set stock=elsewhere/moved --count 90 --out c");
    assert!(message.contains("the library has 4 objects for it (20 models"), "{message}");
    assert!(!here.join("c").exists());
    let two = "generate spare3d/point-cloud spare3d/isometric-generation --set share=whole --count 5 --out c";
    assert!(fail(here, 2, &format!("{two} --set stock=FEW")).contains("one at a time"));
}

#[test]
fn bad_folders_and_libraries_get_one_clear_line() {
    let dir = folder();
    let here = dir.path();
    meshes(here, 2, "stl", "cad");
    fs::create_dir_all(here.join("empty")).unwrap();
    fs::create_dir_all(here.join("texts")).unwrap();
    fs::write(here.join("texts/thesis.tex"), "years of work").unwrap();
    fs::create_dir_all(here.join("broken")).unwrap();
    fs::write(here.join("broken/x.stl"), "no").unwrap();
    let before = tree(here);
    for (args, hint) in [
        ("import cad nowhere --out L", "does not exist"),
        ("import cad cad/part00.stl --out L", "is not a folder"),
        ("import cad empty --out L", "no STEP, STL or OBJ files"),
        ("import cad texts --out L", "no STEP, STL or OBJ files"),
        ("import cad broken --out L", "no model that can be used: 1 unreadable"),
        ("import cad broken --out L", "1 unreadable (x.stl); x.stl: "),
        ("import cad cad --out cad/L", "lie within each other"),
        ("import cad cad --out .", "lie within each other"),
        ("import cad cad --out texts", "neither empty nor a library of ours"),
        ("import cad cad --out cad/part00.stl", "lie within each other"),
        ("import cad cad --out parts.jsonl", "is not a folder"),
        ("import cad cad --out L --timeout -1", "a number of seconds"),
        ("import partnet cad --out L", "has no models of PartNet"),
        ("generate spare3d/point-cloud --out d --set stock=nowhere", "nowhere does not exist"),
        ("generate spare3d/point-cloud --out d --set stock=texts", "it has no library.json"),
        (
            "generate spare3d/point-cloud --out d --set stock=",
            "`stock=`: name the folder of a library, or csg",
        ),
        ("generate iq/rotation --out d --set stock=L", "there is no setting `stock`"),
    ] {
        let message = fail(here, 2, args);
        assert!(message.contains(hint), "{args}: {message}");
    }
    assert_eq!(tree(here), before);

    succeed(here, "import cad cad --out L");
    let generate =
        "generate spare3d/isometric-generation --splits test=1 --count 1 --set share=whole --set stock=L";
    let index = fs::read_to_string(here.join("L/library.json")).unwrap();
    for (text, hint) in [
        ("{".into(), "library.json"),
        (index.replace("\"stl\"", "\"../x\""), "is not one of ours"),
        (index.replace("\"views\"", "\"sights\""), "facts"),
        (index.replace("\"spatiq\": \"", "\"spatiq\": \"9"), "import it again"),
    ] {
        fs::write(here.join("L/library.json"), text).unwrap();
        let message = fail(here, 2, &format!("{generate} --out d"));
        assert!(message.contains(hint), "{message}");
    }
    fs::write(here.join("L/library.json"), index).unwrap();
    let model = fs::read_dir(here.join("L/models")).unwrap().next().unwrap().unwrap().path();
    fs::write(&model, "damaged").unwrap();
    assert!(fail(here, 2, &format!("{generate} --out d")).contains("is not the file that was imported"));
    fs::remove_file(&model).unwrap();
    assert!(fail(here, 2, &format!("{generate} --out d")).contains("cannot read"));
    // An import that was killed does not look complete, and is taken up again.
    fs::write(here.join("L/.unfinished"), "").unwrap();
    assert!(fail(here, 2, &format!("{generate} --out d")).contains("is not finished"));
    succeed(here, "import cad cad --out L");
    succeed(here, &format!("{generate} --out d"));
}

#[test]
fn an_interrupted_import_leaves_nothing() {
    let dir = folder();
    let here = dir.path();
    meshes(here, 12, "stl", "cad");
    let mut child = spatiq("import cad cad --out L --threads 1").current_dir(here).spawn().unwrap();
    std::thread::sleep(std::time::Duration::from_millis(300));
    let pid = child.id().to_string();
    std::process::Command::new("kill").args(["-INT", &pid]).status().unwrap();
    match child.wait().unwrap().code() {
        // It may have been done before.
        Some(0) => {
            succeed(here, "generate spare3d/point-cloud --count 1 --splits test=1 --set stock=L --out d")
        }
        code => {
            assert_eq!(code, Some(130));
            assert!(!here.join("L/library.json").exists() || here.join("L/.unfinished").exists());
            succeed(here, "import cad cad --out L")
        }
    };
}

#[test]
fn real_parts_become_questions_that_hold() {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/cad");
    if !data.is_dir() {
        return eprintln!("skipped: there is no {}", data.display());
    }
    let dir = folder();
    let here = dir.path();
    let args = ["import", "cad", data.to_str().unwrap(), "--out", "LIB"];
    let output = spatiq("").args(args).current_dir(here).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    println!("{}", String::from_utf8_lossy(&output.stdout));
    for task in ["isometric-generation", "point-cloud"] {
        let args =
            format!("generate spare3d/{task} --splits test=1 --set stock=LIB --set share=whole --out {task}");
        succeed(here, &format!("{args} --count 2"));
        let output = run(here, &format!("verify {task} --stock LIB"));
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
    }
}
