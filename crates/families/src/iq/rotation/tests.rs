//! The task as a whole: what is made can be rebuilt and checked, and nothing else passes.

use super::Rotation;
use super::evidence::Evidence;
use super::object::{Direction, Object};
use super::presets::PRESETS;
use super::view::View;
use proptest::prelude::*;
use spatiq_bench::{Answer, Item, Place, Seed, Settings, Split, Task};

/// The first test items with these settings.
pub fn items(settings: &[(&str, &str)], count: u64) -> Vec<Item> {
    let settings = Settings::new(Rotation.settings(), settings.iter().copied()).unwrap();
    let generator = Rotation.configure(&settings).unwrap();
    let place = |index, attempt| Place::new(&Seed::root(1), Rotation.name(), Split::Test, index, attempt);
    (0..count)
        .map(|index| (0..100).find_map(|attempt| generator.generate(&place(index, attempt)).ok()).unwrap())
        .collect()
}

/// Pairs of objects of the same lengths, which may touch themselves.
pub fn objects() -> impl Strategy<Value = (Object, Object)> {
    let walk = |edges: usize| (0usize..6, proptest::collection::vec(0usize..4, edges - 1));
    let object = |lengths: &[u8], (first, turns): (usize, Vec<usize>)| {
        let mut directions = vec![Direction::ALL[first]];
        directions.extend(turns.iter().scan(Direction::ALL[first], |last, &turn| {
            *last = last.turns()[turn];
            Some(*last)
        }));
        Object { lengths: lengths.to_vec(), directions }
    };
    // Short lengths are tried often: there objects are alike, and touch, most easily.
    let lengths = |edges: usize| proptest::collection::vec(prop_oneof![Just(3u8), 3u8..=9], edges);
    (3usize..=5).prop_flat_map(move |edges| {
        (lengths(edges), walk(edges), walk(edges))
            .prop_map(move |(lengths, a, b)| (object(&lengths, a), object(&lengths, b)))
    })
}

/// Views with both angles in their intervals.
pub fn views() -> impl Strategy<Value = View> {
    let angle =
        || (0u32..4, 1501u32..7500).prop_map(|(quarter, part)| f64::from(quarter * 9000 + part) / 100.0);
    (angle(), angle()).prop_map(|(vertical, horizontal)| View { vertical, horizontal })
}

#[test]
fn items_are_rebuilt_from_their_evidence_and_pass_the_recheck() {
    for odd in ["any", "mirror", "never-mirror"] {
        let settings = [("odd", odd), ("size", "96")];
        for (item, again) in items(&settings, 30).iter().zip(items(&settings, 30)) {
            assert_eq!(*item, again);
            assert_eq!(Rotation.rebuild(&item.question.id, &item.evidence).as_ref(), Ok(item));
            assert_eq!(Rotation.recheck(item), Ok(()), "{}", item.evidence);
            let kind = item.question.tags["odd"].as_str();
            assert!(odd == "any" || (odd == "mirror") == (kind == "mirror"));
        }
    }
}

#[test]
fn the_recheck_reads_pictures_of_any_size() {
    for size in ["32", "57", "224", "640"] {
        for item in items(&[("size", size)], 24) {
            assert_eq!(Rotation.recheck(&item), Ok(()), "{}", item.evidence);
        }
    }
}

#[test]
fn an_item_does_not_depend_on_the_size_of_its_pictures() {
    let (small, large) = (items(&[("size", "32")], 12), items(&[("size", "300")], 12));
    for (a, b) in small.iter().zip(&large) {
        let (mut a, b) = (Evidence::parse(&a.evidence).unwrap(), Evidence::parse(&b.evidence).unwrap());
        a.size = b.size;
        assert_eq!(a, b);
    }
}

#[test]
fn every_tampering_is_found() {
    type Change = fn(&mut Evidence);
    let tamper: [(&str, Change); 7] = [
        ("the same object five times", |e| e.odd_directions = e.directions.clone()),
        ("an odd kind that is none", |e| {
            use super::evidence::OddKind::{Mirror, Other};
            e.odd = if e.odd == Mirror { Other } else { Mirror };
        }),
        ("an angle between the intervals", |e| e.views[2].vertical = 85.0),
        ("two views from the same intervals", |e| e.views[3] = e.views[1]),
        ("an interval left out", |e| e.views.iter_mut().for_each(|view| view.horizontal = 30.0)),
        ("an object through itself", |e| {
            let [x, y] = [Direction::PlusX, Direction::PlusY];
            e.lengths = vec![5; e.lengths.len()];
            e.directions = [x, y, x.opposite(), y.opposite(), x][..e.lengths.len()].to_vec();
        }),
        ("another slot", |e| e.slot = (e.slot + 1) % 4),
    ];
    for item in items(&[("levels", "2,3"), ("size", "96")], 6) {
        for (what, change) in tamper {
            let mut evidence = Evidence::parse(&item.evidence).unwrap();
            change(&mut evidence);
            // Both with the pictures as they were and with pictures that fit the changed evidence.
            let mut kept = item.clone();
            kept.evidence = serde_json::to_string(&evidence).unwrap();
            assert!(Rotation.recheck(&kept).is_err(), "{what}");
            if what != "another slot" {
                assert!(Rotation.recheck(&evidence.item("x".into())).is_err(), "{what}, redrawn");
            }
        }
    }
}

#[test]
fn wrong_answers_and_wrong_pictures_are_found() {
    for item in items(&[("size", "96")], 6) {
        let Answer::Choice(slot) = item.truth else { panic!("a choice") };
        let mut wrong = item.clone();
        wrong.truth = Answer::Choice((slot + 1) % 4);
        assert!(Rotation.recheck(&wrong).is_err());
        let mut swapped = item.clone();
        swapped.question.pictures[1].png = item.question.pictures[2].png.clone();
        swapped.question.pictures[2].png = item.question.pictures[1].png.clone();
        assert!(Rotation.recheck(&swapped).is_err());
        let mut damaged = item.clone();
        damaged.question.pictures[0].png.truncate(30);
        assert!(Rotation.recheck(&damaged).is_err());
    }
}

#[test]
fn hostile_evidence_is_an_error_and_no_panic() {
    let item = &items(&[("size", "32")], 1)[0];
    for length in 0..item.evidence.len() {
        assert!(Rotation.rebuild("x", &item.evidence[..length]).is_err(), "cut to {length}");
    }
    let fields = [
        ("level", vec!["0", "4", "255", "256", "-1", "1.5", "null", "\"1\""]),
        ("size", vec!["0", "31", "4097", "4294967295", "1e99", "-224", "[]"]),
        ("lengths", vec!["[]", "[3]", "[2,3,3]", "[3,3,10]", "[3,3,255]", "[3,3,3,3,3,3,3]", "{}"]),
        ("directions", vec!["[]", "[\"+x\",\"-x\",\"+x\"]", "[\"+w\",\"+x\",\"+y\"]", "[0,1,2]"]),
        ("odd_directions", vec!["null", "[\"+x\",\"+x\",\"+x\"]"]),
        ("odd", vec!["\"Mirror\"", "true"]),
        ("slot", vec!["4", "-1", "18446744073709551615"]),
        ("views", vec!["[]", "null", "[{\"vertical\":1e999,\"horizontal\":0}]"]),
    ];
    let whole: serde_json::Value = serde_json::from_str(&item.evidence).unwrap();
    for (field, values) in fields {
        for value in values {
            // 1e999 is no JSON number for serde: such text is refused as a whole.
            let Ok(value) = serde_json::from_str::<serde_json::Value>(value) else { continue };
            let mut changed = whole.clone();
            changed[field] = value.clone();
            assert!(Rotation.rebuild("x", &changed.to_string()).is_err(), "{field} = {value}");
        }
    }
    for angle in ["-0.5", "360", "1e300", "null", "\"30\""] {
        let mut changed = whole.clone();
        changed["views"][4]["vertical"] = serde_json::from_str(angle).unwrap();
        assert!(Rotation.rebuild("x", &changed.to_string()).is_err(), "angle {angle}");
    }
    let mut extra = whole.clone();
    extra["more"] = 1.into();
    assert!(Rotation.rebuild("x", &extra.to_string()).is_err());
}

#[test]
fn every_preset_can_be_made() {
    for preset in PRESETS {
        let settings = Settings::new(Rotation.settings(), preset.settings.iter().copied()).unwrap();
        assert!(Rotation.configure(&settings).is_ok(), "{}", preset.name);
        assert_eq!(PRESETS.iter().filter(|other| other.name == preset.name).count(), 1);
        assert_eq!(preset.counts.iter().map(|(split, _)| *split).collect::<Vec<_>>(), Split::ALL);
    }
}
