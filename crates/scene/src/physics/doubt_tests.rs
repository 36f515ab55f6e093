//! Tests of doubt: whose verdict depends on what something else does is no clearer than that.

use super::tests::{block, object, scene, shifted, tipped};
use super::*;
use crate::scene::Object;
use spatiq_geom::Placement;

fn at(half: [f64; 3], x: f64, z: f64) -> Object {
    object(vec![(block(half), Placement::IDENTITY)], shifted(x, 0.0, z))
}

/// Forty boxes side by side touch one another on both sides: which of them leads to which has no end.
#[test]
fn a_long_row_of_boxes_is_looked_at_in_no_time_and_stays() {
    let row = (0..40).map(|nth| at([0.1; 3], -3.9 + 0.2 * f64::from(nth), 0.1)).collect();
    assert!(settle(&scene(row)).iter().all(|one| one.stable && one.clear));
}

/// A plate of 12 mm and a metre's height falls by a nudge, and so does the cap that it bears.
#[test]
fn what_stands_on_something_in_doubt_is_in_doubt() {
    let plate = at([0.5, 0.006, 0.5], 0.0, 0.5);
    let cap = at([0.1, 0.1, 0.05], 0.0, 1.05);
    let aside = at([0.2; 3], 2.0, 0.2);
    let settled = settle(&scene(vec![plate, cap, aside]));
    assert_eq!([settled[0].clear, settled[1].clear, settled[2].clear], [false, false, true]);
}

/// Two equal planks that lean on each other: neither is clearer than the other, whichever comes first.
#[test]
fn of_two_planks_that_lean_on_each_other_both_are_in_doubt_or_neither() {
    for degrees in [8.0_f64, 10.0, 14.0, 18.0] {
        let angle = degrees.to_radians();
        let (length, half) = (0.6, 0.02);
        let (sin, cos) = (libm::sin(angle), libm::cos(angle));
        let plank = |side: f64| {
            // Its upper inner edge is above the middle.
            let shift = DVec3::new(0.0, -side * (length * sin + half * cos), length * cos + half * sin);
            object(vec![(block([0.3, half, length]), Placement::IDENTITY)], tipped(-side * angle, shift))
        };
        for order in [[1.0, -1.0], [-1.0, 1.0]] {
            let settled = settle(&scene(order.map(plank).to_vec()));
            assert_eq!(settled[0].clear, settled[1].clear, "{degrees} degrees");
        }
    }
}

/// A plank that bears a tall column beyond its foot, so that both together are a millimetre from falling. By hand: the plank's
/// mass is 2 * 0.3 * 0.04 = 0.024, the column's 0.2 * 0.2 * 1 = 0.04, and the foot reaches to 0.3.
#[test]
fn what_is_balanced_together_with_its_load_is_not_clear() {
    let column = |beyond: f64| {
        // 0.024 * 0 + 0.04 * x = 0.064 * (0.3 + beyond)
        let x = 0.064 * (0.3 + beyond) / 0.04;
        let foot = at([0.3, 0.15, 0.2], 0.0, 0.2);
        let plank = at([1.0, 0.15, 0.02], 0.0, 0.42);
        let column = object(vec![(block([0.1, 0.1, 0.5]), Placement::IDENTITY)], shifted(x, 0.0, 0.94));
        settle(&scene(vec![foot, plank, column]))
    };
    for beyond in [-0.001, -0.003] {
        let settled = column(beyond);
        assert!(!settled[1].clear && !settled[2].clear, "{beyond}: {settled:?}");
    }
    let settled = column(-0.2);
    assert!(settled.iter().all(|one| one.stable && one.clear), "{settled:?}");
}

/// A box falls onto a pedestal, its middle near the rim: how it lands decides.
#[test]
fn what_drops_near_a_rim_is_not_clear() {
    for millimetres in [8.0, 12.0, 15.0] {
        let pedestal = at([0.3, 0.3, 0.25], 0.0, 0.25);
        let dropped = at([0.2; 3], 0.3 - millimetres / 1000.0, 0.5 + 0.02 + 0.2);
        let settled = settle(&scene(vec![pedestal, dropped]));
        assert!(!settled[1].clear, "{millimetres} mm inside: {:?}", settled[1]);
    }
    let pedestal = at([0.3, 0.3, 0.25], 0.0, 0.25);
    let settled = settle(&scene(vec![pedestal, at([0.2; 3], 0.1, 0.72)]));
    assert!(settled.iter().all(|one| one.stable && one.clear), "{settled:?}");
}

/// Something whose middle is half a millimetre inside the rim of its foot is not held by a loose plate at the end of its arm.
#[test]
fn what_stands_loosely_beside_something_does_not_bear_it() {
    let foot = (block([0.1, 0.2, 0.1]), shifted(0.0, 0.0, 0.1));
    let arm = (block([0.3, 0.2, 0.1]), shifted(0.132_666_666, 0.0, 0.3));
    let tall = object(vec![foot, arm], Placement::IDENTITY);
    let plate = at([0.01, 0.2, 0.2], 0.443_166_666, 0.2);
    let settled = settle(&scene(vec![tall, plate]));
    assert!(!settled[0].clear && !settled[1].clear, "{settled:?}");
}

/// A board falls level onto a pedestal, its middle 12 mm inside the rim: the engine throws it off, another keeps it.
#[test]
fn what_falls_level_onto_a_rim_is_not_clear() {
    let pedestal = at([0.2; 3], 0.0, 0.2);
    for drop in [0.01, 0.02] {
        let settled = settle(&scene(vec![pedestal.clone(), at([0.3, 0.2, 0.1], 0.188, 0.5 + drop)]));
        assert!(settled[0].clear && !settled[1].clear, "{drop}: {settled:?}");
    }
}
