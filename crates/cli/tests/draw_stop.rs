//! `spatiq draw` ends in time: a model that takes too long is given up and loses nothing else, and Ctrl-C ends the command
//! soon, whatever it is at, with nothing half-written.

mod common;

use common::{folder, run, spatiq, tree};
use std::fs;
use std::path::Path;

const BOX: &str = r#"[{"prim": "box", "params": [2, 4, 6], "op": "base"}]"#;

fn put(dir: &Path, name: &str, bytes: impl AsRef<[u8]>) {
    fs::write(dir.join(name), bytes).unwrap();
}

/// Balls in a row, each of which reaches into the next: long to draw, to measure and to join.
fn balls(count: usize) -> String {
    let ball = |k: usize| {
        let op = if k == 0 { "base" } else { "union" };
        format!(r#"{{"prim": "sphere", "params": [1], "pos": [{k}, 0.{}, 0], "op": "{op}"}}"#, k % 10)
    };
    format!("[{}]", (0..count).map(ball).collect::<Vec<_>>().join(","))
}

/// A binary STL file of a wavy sheet of triangles, two for each of so many squares each way.
fn sheet(squares: u16) -> Vec<u8> {
    let corner = |x: u16, y: u16| [f32::from(x), f32::from(y), f32::from(x * 7 % 13 + y * 5 % 11) / 9.0];
    let mut bytes = vec![0; 80];
    bytes.extend((2 * u32::from(squares) * u32::from(squares)).to_le_bytes());
    for (x, y) in (0..squares).flat_map(|x| (0..squares).map(move |y| (x, y))) {
        let [a, b, c, d] = [corner(x, y), corner(x + 1, y), corner(x + 1, y + 1), corner(x, y + 1)];
        for triangle in [[a, b, c], [a, c, d]] {
            bytes.extend([0; 12]);
            bytes.extend(triangle.as_flattened().iter().flat_map(|value| value.to_le_bytes()));
            bytes.extend([0; 2]);
        }
    }
    bytes
}

#[test]
fn a_model_that_takes_too_long_is_given_up_in_every_format_and_the_others_are_made() {
    let dir = folder();
    let here = dir.path();
    put(here, "balls.json", balls(600));
    put(here, "sheet.stl", sheet(700));
    put(here, "box.json", BOX);
    for (format, verb) in
        [("svg", "drawn"), ("png", "drawn"), ("json", "drawn"), ("stl", "exported"), ("obj", "exported")]
    {
        let args =
            format!("draw sheet.stl box.json balls.json --timeout 0.3 --format {format} --out {format}");
        let output = run(here, &args);
        assert_eq!(output.status.code(), Some(1));
        let said = String::from_utf8(output.stderr).unwrap();
        let late = format!("not {verb} within 0.3 s: allow more with --timeout");
        assert_eq!(said, format!("error: sheet.stl: {late}\nerror: balls.json: {late}\n"));
        let files = tree(&here.join(format));
        let of_long = |path: &str| path.contains("sheet") || path.contains("balls");
        assert!(!files.is_empty() && !files.keys().any(|path| of_long(path.to_str().unwrap())));
        if format == "json" {
            let lines = String::from_utf8(files.into_values().next().unwrap()).unwrap();
            assert_eq!((lines.lines().count(), lines.matches(&late).count()), (3, 2), "{lines}");
        }
    }
}

#[test]
fn meshes_are_made_within_a_time_that_is_enough() {
    let dir = folder();
    put(dir.path(), "box.json", BOX);
    for timeout in ["0", "60"] {
        let output = run(dir.path(), &format!("draw box.json --format stl --timeout {timeout}"));
        assert_eq!((output.status.code(), output.stderr), (Some(0), vec![]));
    }
}

/// Starts the command, interrupts it so many times when `begun` says that it is at work, and waits for its end.
#[cfg(unix)]
fn interrupt(here: &Path, args: &str, times: usize, begun: impl Fn() -> bool) {
    use std::process::{Command, Stdio};
    use std::time::Duration;
    let mut command = spatiq(args);
    command.current_dir(here).stdout(Stdio::null()).stderr(Stdio::piped());
    let child = command.spawn().unwrap();
    while !begun() {
        std::thread::sleep(Duration::from_millis(5));
    }
    std::thread::sleep(Duration::from_millis(300));
    for _ in 0..times {
        let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
        assert!(sent.success());
        std::thread::sleep(Duration::from_millis(20));
    }
    let output = child.wait_with_output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(
        (output.status.code(), said.as_str()),
        (Some(130), "error: interrupted; nothing is half-written\n")
    );
}

/// Each of these takes minutes, or at least far longer than anyone waits for a test.
#[cfg(unix)]
#[test]
fn ctrl_c_ends_the_command_whatever_it_is_at() {
    let dir = folder();
    let here = dir.path();
    put(here, "long.json", balls(3000));
    put(here, "long.stl", sheet(1500));
    let large = balls(600_000);
    assert!(large.len() < 64 << 20);
    put(here, "large.json", large);
    let before = tree(here).len();
    for args in [
        // Reading, drawing, and joining, which nothing interrupts.
        "draw long.stl --timeout 0",
        "draw long.stl --timeout 0 --format obj",
        "draw long.json --timeout 0 --poses f",
        "draw long.json --timeout 0 --format stl --segments 1024",
    ] {
        interrupt(here, args, 1, || true);
    }
    // The file of lines is begun before the first model is read, and a recipe is parsed in one go.
    for (model, times) in [("large.json", 1), ("large.json", 2), ("long.json", 1), ("long.json", 2)] {
        let begun = || fs::read_dir(here.join("lines")).is_ok_and(|mut files| files.next().is_some());
        interrupt(here, &format!("draw {model} --timeout 0 --format json --out lines"), times, begun);
        assert_eq!(tree(here).len(), before, "nothing may be left");
    }
}
