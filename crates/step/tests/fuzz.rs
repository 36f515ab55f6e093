//! Feeds the reader with damaged files: a few always, and many, also real ones, for as long as one likes:
//! `FUZZ_SECONDS=600 cargo test -p spatiq-step --test fuzz -- --ignored --nocapture`.

mod text;

use spatiq_geom::mesh::FEATURE_ANGLE;
use spatiq_geom::{Placement, Stop};
use spatiq_step::read;
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, mpsc};
use std::thread;
use std::time::Duration;
use text::Text;

/// What numbers are replaced by.
const NUMBERS: &[&str] = &[
    "0.",
    "-0.",
    "1.",
    "-1.",
    "2.",
    "0.5",
    "1.E-7",
    "1.E-300",
    "1.E29",
    "-1.E29",
    "1.E300",
    "1.E400",
    "NAN",
    "3",
    "26",
    "-3",
    "99999999999999999999",
    "1.5707963267949",
    "1.E15",
    "$",
    "*",
    "()",
    "''",
    ".F.",
    ".T.",
    ".U.",
];

/// Names that entities are given.
const NAMES: &[&str] = &[
    "PLANE",
    "CYLINDRICAL_SURFACE",
    "CONICAL_SURFACE",
    "SPHERICAL_SURFACE",
    "TOROIDAL_SURFACE",
    "SURFACE_OF_REVOLUTION",
    "SURFACE_OF_LINEAR_EXTRUSION",
    "OFFSET_SURFACE",
    "CIRCLE",
    "ELLIPSE",
    "LINE",
    "HYPERBOLA",
    "PARABOLA",
    "TRIMMED_CURVE",
    "VERTEX_LOOP",
    "POLY_LOOP",
    "OPEN_SHELL",
    "ORIENTED_FACE",
    "FACE",
    "MAPPED_ITEM",
    "BREP_WITH_VOIDS",
    "NOTHING_KNOWN",
];

/// The longest that a damaged file may take before it is given up; whatever goes on long after that hangs.
const PATIENCE: Duration = Duration::from_secs(5);

/// Numbers that look random (splitmix64).
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ z >> 31) % limit.max(1) as u64) as usize
    }

    fn pick<'a>(&mut self, from: &[&'a str]) -> &'a str {
        from[self.below(from.len())]
    }
}

/// Ends of the runs of bytes of a kind.
fn runs(bytes: &[u8], kind: impl Fn(u8) -> bool) -> Vec<(usize, usize)> {
    let mut runs = Vec::new();
    let mut start = None;
    for (k, &byte) in bytes.iter().chain(b"\0").enumerate() {
        match (kind(byte), start) {
            (true, None) => start = Some(k),
            (false, Some(from)) => {
                runs.push((from, k));
                start = None;
            }
            _ => {}
        }
    }
    runs
}

/// A file with a few things wrong.
fn damaged(original: &[u8], random: &mut Random) -> Vec<u8> {
    let mut bytes = original.to_vec();
    for _ in 0..=random.below(4) {
        let number = |byte: u8| byte.is_ascii_digit() || b"+-.E".contains(&byte);
        let word = |byte: u8| byte.is_ascii_uppercase() || byte == b'_' || byte.is_ascii_digit();
        match random.below(9) {
            0..=2 => {
                let found = runs(&bytes, number);
                let (from, to) = found[random.below(found.len())];
                bytes.splice(from..to, random.pick(NUMBERS).bytes());
            }
            3 | 4 => {
                // Another entity is referred to.
                let found: Vec<usize> =
                    bytes.iter().enumerate().filter(|(_, byte)| **byte == b'#').map(|(k, _)| k).collect();
                if found.is_empty() {
                    continue;
                }
                let (one, other) =
                    (found[random.below(found.len())] + 1, found[random.below(found.len())] + 1);
                let end = |from: usize| {
                    from + bytes[from..].iter().take_while(|byte| byte.is_ascii_digit()).count()
                };
                let digits = bytes[other..end(other)].to_vec();
                bytes.splice(one..end(one), digits);
            }
            5 => {
                let found: Vec<(usize, usize)> =
                    runs(&bytes, word).into_iter().filter(|(from, to)| to - from > 3).collect();
                if !found.is_empty() {
                    let (from, to) = found[random.below(found.len())];
                    bytes.splice(from..to, random.pick(NAMES).bytes());
                }
            }
            6 => {
                // A line is gone, or there twice.
                let lines: Vec<&[u8]> = bytes.split_inclusive(|byte| *byte == b'\n').collect();
                let at = random.below(lines.len());
                let times = 2 * random.below(2);
                let all = lines
                    .iter()
                    .enumerate()
                    .flat_map(|(k, line)| std::iter::repeat_n(*line, if k == at { times } else { 1 }));
                bytes = all.collect::<Vec<_>>().concat();
            }
            7 => {
                let at = random.below(bytes.len());
                bytes[at] = b"();,'#=*$.\n\xff\0"[random.below(13)];
            }
            _ => {
                let at = random.below(bytes.len());
                if random.below(4) == 0 {
                    bytes.truncate(at);
                }
            }
        }
        if bytes.is_empty() {
            break;
        }
    }
    bytes
}

/// Whether a file can be read and made ready to be drawn, or refused, without a panic and in time.
fn survives(bytes: &[u8]) -> bool {
    let late = Arc::new(AtomicBool::new(false));
    let (done, end) = mpsc::channel();
    let (own, flag) = (bytes.to_vec(), Arc::clone(&late));
    thread::spawn(move || done.send(is_sound(&own, &|| flag.load(Ordering::Relaxed))));
    end.recv_timeout(PATIENCE).unwrap_or_else(|_| {
        late.store(true, Ordering::Relaxed);
        // Having been told to stop, it must do so.
        end.recv_timeout(PATIENCE).unwrap_or(false)
    })
}

fn is_sound(bytes: &[u8], stop: Stop) -> bool {
    let tried = catch_unwind(AssertUnwindSafe(|| {
        let reading = read(bytes, stop)?;
        for vertex in reading.body.mesh.vertices() {
            assert!(vertex.is_finite());
        }
        let leaf = reading.body.leaf(Placement::IDENTITY, FEATURE_ANGLE, stop)?;
        let form = leaf.mesh().expect("a mesh");
        form.features.outline(&form.mesh, spatiq_geom::DVec3::new(1.0, 0.3, 0.2), stop)?;
        Ok::<_, spatiq_step::StepError>(())
    }));
    tried.is_ok()
}

fn small() -> Vec<Vec<u8>> {
    let mut files = Vec::new();
    for kind in 0..3 {
        let mut text = Text::default();
        let solid = match kind {
            0 => text.cuboid([0.0; 3], [1.0, 2.0, 3.0]),
            1 => text.cylinder(2.0, 5.0, true),
            _ => text.cylinder(2.0, 0.1, false),
        };
        let context = text.context(25.4);
        text.shape(&[solid], context);
        files.push(text.finish().into_bytes());
    }
    files
}

#[test]
fn damaged_files_are_errors_or_warnings_and_never_a_panic() {
    let mut random = Random(1);
    for file in small() {
        for _ in 0..150 {
            let bytes = damaged(&file, &mut random);
            assert!(survives(&bytes), "{}", String::from_utf8_lossy(&bytes));
        }
    }
}

#[test]
#[ignore = "takes as long as FUZZ_SECONDS says"]
fn damaged_real_files_are_errors_or_warnings_and_never_a_panic() {
    let seconds = std::env::var("FUZZ_SECONDS").ok().and_then(|text| text.parse().ok()).unwrap_or(60.0);
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data/cad");
    let mut files = small();
    let real = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    files.extend(
        real.filter(|path| path.extension().is_some_and(|ending| ending == "step"))
            .map(|path| fs::read(path).unwrap()),
    );
    if files.len() == 3 {
        println!("{folder} is absent: only small files of our own are damaged");
    }
    let seed = std::env::var("FUZZ_SEED").ok().and_then(|text| text.parse().ok()).unwrap_or(7);
    let mut random = Random(seed);
    let over = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&over);
    thread::spawn(move || {
        thread::sleep(Duration::from_secs_f64(seconds));
        flag.store(true, Ordering::Relaxed);
    });
    let (mut tried, mut failed) = (0, 0);
    while !over.load(Ordering::Relaxed) {
        let at = random.below(files.len());
        let bytes = damaged(&files[at], &mut random);
        tried += 1;
        if !survives(&bytes) {
            failed += 1;
            let name = std::env::temp_dir().join(format!("spatiq-step-fuzz-{tried}.step"));
            fs::write(&name, &bytes).unwrap();
            println!("failed: {}", name.display());
        }
    }
    println!("{tried} damaged files, {failed} failed");
    assert_eq!(failed, 0);
}
