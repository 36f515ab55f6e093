//! Feeds both readers with damaged files, for as long as one likes:
//! `FUZZ_SECONDS=600 cargo test -p spatiq-geom --test fuzz_readers -- --ignored --nocapture stl`.

use spatiq_geom::mesh::{Mesh, ReadError, Warning, obj, stl};
use spatiq_geom::{DVec3, NEVER};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

const TEXT_STL: &[u8] = b"solid a b\n facet normal 0 0 1\n  outer loop\n   vertex 0 0 0\n   vertex 0 1 0\n   \
    vertex 1 0 0\n  endloop\n endfacet\n facet normal 0 0 1\n  outer loop\n   vertex 0 0 0\n   vertex 1 0 0\n   \
    vertex 0 0 1.5e0\n  endloop\n endfacet\n facet normal 0 0 1\n  outer loop\n   vertex 0 0 0\n   vertex 0 0 1.5\n   \
    vertex 0 1 0\n  endloop\n endfacet\n facet normal 0 0 1\n  outer loop\n   vertex 1 0 0\n   vertex 0 1 0\n   \
    vertex 0 0 1.5\n  endloop\n endfacet\nendsolid a b\n";

const OBJ: &[u8] = b"# An L\nmtllib x\no L\nv 0 0 0\nv 2 0 0\nv 2 1 0\nv 1 1 0\nv 1 2 0\nv 0 2 0\nv 0 0 1\nv 2 0 1\n\
    v 2 1 1\nv 1 1 1\nv 1 2 1\nv 0 2 1 0.5 0.5 0.5\nvn 0 0 1\nvt 0 0\nf 6 5 4 3 2 1\nf -6 -5 -4 -3 -2 -1\nf 1 2 8 7\n\
    f 2/1 3/1 9/1 8/1\nf 3//1 4//1 10//1 9//1\nf 4/1/1 5/1/1 \\\n11/1/1 10/1/1\nf 5 6 12 11\nf 6 1 7 12\nl 1 2\n";

/// What numbers and words are replaced by.
const WORDS: &[&[u8]] = &[
    b"nan",
    b"-inf",
    b"1e400",
    b"1e38",
    b"-9.9e37",
    b"1e-320",
    b"0",
    b"-0",
    b"1",
    b"-1",
    b"2",
    b"1e-7",
    b"0.5",
    b"1e9",
    b"4294967295",
    b"4294967296",
    b"-9223372036854775808",
    b"99999999999999999999",
    b"v",
    b"f",
    b"surf",
    b"\\\n",
    b"\r",
    b"#",
    b"/",
    b"//",
    b"facet",
    b"endfacet",
    b"solid",
    b"endsolid",
    b"vertex",
    b"\xff\xfe",
    b"\0",
    b"",
];

/// What the bytes of a binary number are replaced by.
const NUMBERS: &[u32] = &[
    0,
    1,
    2,
    3,
    12,
    0x7fff_ffff,
    0x8000_0000,
    0xffff_ffff,
    0x7f80_0000,
    0x7fc0_0000,
    0x7f7f_ffff,
    0x3f80_0000,
];

/// Numbers that look random (splitmix64).
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ mixed >> 31) % limit.max(1) as u64) as usize
    }
}

/// One random change.
fn damage(file: &mut Vec<u8>, random: &mut Random) {
    let at = random.below(file.len());
    let length = random.below(60).min(file.len() - at);
    match random.below(8) {
        0 => file.iter_mut().skip(at).take(1).for_each(|byte| *byte ^= 1 << random.below(8)),
        1 => file.insert(at, random.below(256) as u8),
        2 => drop(file.drain(at..at + length)),
        3 => {
            let copy = file[at..at + length].to_vec();
            let to = random.below(file.len());
            file.splice(to..to, copy);
        }
        4 => {
            let number = NUMBERS[random.below(NUMBERS.len())].to_le_bytes();
            // Often where binary files have numbers: counts, then corners.
            let at = if random.below(2) == 0 { 80 + at / 50 * 50 + 4 * random.below(13) } else { at };
            file.iter_mut().skip(at).zip(number).for_each(|(byte, new)| *byte = new);
        }
        5 => file.truncate(at),
        _ => replace_word(file, at, WORDS[random.below(WORDS.len())]),
    }
}

/// Replaces the word around a place.
fn replace_word(file: &mut Vec<u8>, at: usize, word: &[u8]) {
    let is_gap = |byte: &u8| byte.is_ascii_whitespace();
    let start = file[..at].iter().rposition(is_gap).map_or(0, |gap| gap + 1);
    let end = file[at..].iter().position(is_gap).map_or(file.len(), |gap| at + gap);
    file.splice(start..end.max(start), word.iter().copied());
}

/// Asks a mesh everything; what it answers must at least be finite.
fn ask(mesh: &Mesh) {
    let [low, high] = mesh.bounds();
    assert!(low.is_finite() && high.is_finite() && mesh.volume().is_finite() && mesh.area().is_finite());
    let point = low.lerp(high, 0.4);
    assert!(mesh.distance(point).is_finite());
    let mut inside = Vec::new();
    mesh.ray(point, DVec3::Z, &mut inside);
    assert!(inside.iter().all(|(from, to)| from <= to) && inside.windows(2).all(|two| two[0].1 < two[1].0));
    mesh.contact(mesh.vertices()[0], 1e-6);
    let features = mesh.features(0.3, NEVER).unwrap();
    assert!(features.corner_normals.as_flattened().iter().all(|normal| (normal.length() - 1.0).abs() < 1e-6));
    let outline = features.outline(mesh, DVec3::new(0.3, 0.2, 0.9), NEVER).unwrap();
    assert!(outline.iter().flat_map(|chain| &chain.points).all(|point| point.is_finite()));
    let again = obj::read(&obj::write(mesh, NEVER).unwrap(), NEVER).expect("what was written can be read").0;
    // Which way a surface with gaps or twists faces is a guess, and may be guessed again.
    if mesh.is_closed() {
        assert_eq!((again.vertices(), again.triangles()), (mesh.vertices(), mesh.triangles()));
    }
    // Rounding may close up a thin mesh altogether, but must not panic.
    let _ = stl::read(&stl::write(mesh, NEVER).unwrap(), NEVER);
}

/// What both readers return.
type Read = Result<(Mesh, Vec<Warning>), ReadError>;

/// Reads damaged seeds until the time is over.
fn fuzz(seeds: &[Vec<u8>], read: fn(&[u8]) -> Read) {
    let seconds = std::env::var("FUZZ_SECONDS").ok().and_then(|text| text.parse().ok()).unwrap_or(10);
    let over = Arc::new(AtomicBool::new(false));
    let timer = Arc::clone(&over);
    std::thread::spawn(move || {
        std::thread::sleep(Duration::from_secs(seconds));
        timer.store(true, Ordering::Relaxed);
    });
    let (mut runs, mut meshes) = (0_u64, 0_u64);
    while !over.load(Ordering::Relaxed) {
        let mut random = Random(runs);
        let mut file = seeds[random.below(seeds.len())].clone();
        for _ in 0..=random.below(6) {
            damage(&mut file, &mut random);
        }
        let outcome = catch_unwind(AssertUnwindSafe(|| {
            read(&file).map(|(mesh, _)| ask(&mesh)).map_err(|error| assert!(!error.to_string().is_empty()))
        }));
        match outcome {
            Ok(read) => meshes += u64::from(read.is_ok()),
            Err(_) => panic!("run {runs} found b\"{}\"", file.escape_ascii()),
        }
        runs += 1;
    }
    println!("{runs} damaged files in {seconds} seconds, {meshes} of them still meshes, and no panic");
}

#[test]
#[ignore = "runs for FUZZ_SECONDS"]
fn damaged_stl_files_never_panic() {
    let binary = stl::write(&obj::read(OBJ, NEVER).expect("the seed is a mesh").0, NEVER).unwrap();
    let mut named = binary.clone();
    named[..10].copy_from_slice(b"solid L\n\n ");
    fuzz(&[TEXT_STL.to_vec(), binary, named], |file| stl::read(file, NEVER));
}

#[test]
#[ignore = "runs for FUZZ_SECONDS"]
fn damaged_obj_files_never_panic() {
    fuzz(
        &[
            OBJ.to_vec(),
            obj::write(&stl::read(TEXT_STL, NEVER).expect("the seed is a mesh").0, NEVER).unwrap(),
        ],
        |file| obj::read(file, NEVER),
    );
}
