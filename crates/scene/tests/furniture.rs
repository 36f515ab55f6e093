//! What holds for every model of furniture.

mod silhouette;

use silhouette::Silhouette;
use spatiq_bench::Split;
use spatiq_geom::{DVec2, DVec3};
use spatiq_scene::furniture::{MODELS, make, split};
use spatiq_scene::{Category, Model, Part, PartCategory, Piece, Shape};
use std::collections::BTreeSet;

fn all(category: Category) -> impl Iterator<Item = Model> {
    (0..MODELS).map(move |number| make(category, number))
}

#[test]
fn part_counts_differ_from_model_to_model_and_every_part_category_occurs() {
    let mut seen = BTreeSet::new();
    for (category, least) in Category::FURNITURE.into_iter().zip([60, 60, 10, 10, 10]) {
        let mut signatures = BTreeSet::new();
        for model in all(category) {
            let counts = model.counts();
            assert!(counts.keys().all(|part| category.parts().contains(part)), "{}", model.name);
            seen.extend(counts.keys().copied());
            signatures.insert(counts.into_iter().collect::<Vec<_>>());
        }
        assert!(signatures.len() >= least, "{category}: {}", signatures.len());
    }
    assert_eq!(seen, BTreeSet::from(PartCategory::NAMED));
}

#[test]
fn a_chair_has_solid_arms_or_barred_ones_but_not_both() {
    for model in all(Category::Chair) {
        let counts = model.counts();
        let barred = counts.contains_key(&PartCategory::ArmVerticalBar);
        assert_eq!(barred, counts.contains_key(&PartCategory::ArmHorizontalBar), "{}", model.name);
        assert!(!(barred && counts.contains_key(&PartCategory::Arm)), "{}", model.name);
    }
}

#[test]
fn models_stand_on_the_floor_around_the_axis_and_reach_as_far_as_their_category() {
    for category in Category::FURNITURE {
        for model in all(category) {
            let [low, high] = model.bounds();
            let middle = (low + high) / 2.0;
            assert!(low.z.abs() < 1e-6 && middle.truncate().length() < 1e-6, "{}", model.name);
            let corners = model.pieces().flat_map(|piece| {
                piece.shape.corners(64).into_iter().map(|corner| piece.placement.to_world(corner))
            });
            let reach = corners.map(|corner| corner.distance(middle)).fold(0.0, f64::max);
            assert!((reach / category.reach() - 1.0).abs() < 0.01, "{}: {reach}", model.name);
        }
    }
}

#[test]
fn no_two_models_are_the_same() {
    for category in Category::FURNITURE {
        let places = |model: Model| -> Vec<[u64; 3]> {
            model.pieces().map(|piece| DVec3::to_array(&piece.placement.shift).map(f64::to_bits)).collect()
        };
        let distinct: BTreeSet<_> = all(category).map(places).collect();
        assert_eq!(distinct.len(), MODELS as usize, "{category}");
    }
}

#[test]
fn one_of_seven_models_is_for_validation_and_one_for_tests() {
    let share = |wanted: Split| (0..MODELS).filter(|&number| split(number) == wanted).count();
    assert_eq!(Split::ALL.map(share), [2_000, 400, 400]);
}

#[test]
#[should_panic(expected = "is not furniture")]
fn a_ball_is_not_furniture() {
    make(Category::Ball, 0);
}

/// How deep inside a piece a point of the model's frame is, in metres; negative outside.
fn depth(piece: &Piece, point: DVec3) -> f64 {
    let p = piece.placement.turn.transpose() * (point - piece.placement.shift);
    match &piece.shape {
        Shape::Box { half } => (*half - p.abs()).min_element(),
        Shape::Frustum { bottom, top, half_height } => {
            let share = (p.z / half_height + 1.0) / 2.0;
            let slant = (top - bottom) / (2.0 * half_height);
            let aside =
                (bottom + (top - bottom) * share - p.truncate().length()) / (1.0 + slant * slant).sqrt();
            aside.min(half_height - p.z.abs())
        }
        Shape::Prism { outline, half_height } => {
            let next = outline.iter().cycle().skip(1);
            let sides = outline.iter().zip(next).filter(|(a, b)| a.distance(**b) > 1e-9);
            let aside = sides.map(|(a, b)| (*b - *a).normalize().perp_dot(p.truncate() - *a));
            aside.fold(half_height - p.z.abs(), f64::min)
        }
        Shape::Ball { radius } => radius - p.length(),
        Shape::Ring { .. } | Shape::Mesh(_) => panic!("furniture has no such piece"),
    }
}

/// Points of a piece: a lattice through it from its middle to its surface.
fn samples(piece: &Piece) -> Vec<DVec3> {
    let corners = piece.shape.corners(12);
    // The origin of its frame need not be inside it.
    let middle = corners.iter().sum::<DVec3>() / corners.len() as f64;
    let mut points = vec![middle];
    for (k, corner) in corners.iter().enumerate() {
        let next = corners[(k + 1) % corners.len()];
        let facing = corners[(k + corners.len() / 2) % corners.len()];
        for share in [0.25, 0.5, 0.75, 1.0] {
            points.extend(
                [*corner, (*corner + next) / 2.0, (*corner * 3.0 + facing) / 4.0]
                    .map(|p| middle + (p - middle) * share),
            );
        }
    }
    points.into_iter().map(|point| piece.placement.to_world(point)).collect()
}

/// Whether the boxes around two pieces come within a millimetre of each other.
fn near(a: &Piece, b: &Piece) -> bool {
    let ([low, high], [other_low, other_high]) = (a.bounds(), b.bounds());
    low.cmple(other_high + 0.001).all() && other_low.cmple(high + 0.001).all()
}

/// Whether two convex pieces overlap: alternating between the two, a point is brought to where it is deepest in the one
/// that it is less deep in. Enough for pieces that reach into one another by some millimetres.
fn overlap(a: &Piece, b: &Piece) -> bool {
    let least = |point: DVec3| depth(a, point).min(depth(b, point));
    let mut starts = samples(a);
    starts.extend(samples(b));
    let start =
        starts.into_iter().max_by(|p, q| least(*p).total_cmp(&least(*q))).expect("a piece has points");
    let (mut best, mut step) = (start, 0.3);
    while step > 1e-5 && least(best) < 0.0 {
        let ways = (0..26).map(|k| if k < 13 { k } else { k + 1 });
        let tried = ways.map(|k| {
            best + step * DVec3::new(f64::from(k % 3 - 1), f64::from(k / 3 % 3 - 1), f64::from(k / 9 - 1))
        });
        let better = tried.max_by(|p, q| least(*p).total_cmp(&least(*q))).expect("there are ways");
        if least(better) > least(best) { best = better } else { step /= 2.0 }
    }
    least(best) >= -1e-5
}

/// The pieces that hang together with the first one.
fn held(pieces: &[&Piece]) -> BTreeSet<usize> {
    let mut held = BTreeSet::from([0]);
    let mut fresh = vec![0];
    while let Some(one) = fresh.pop() {
        for other in 0..pieces.len() {
            if !held.contains(&other)
                && near(pieces[one], pieces[other])
                && overlap(pieces[one], pieces[other])
            {
                held.insert(other);
                fresh.push(other);
            }
        }
    }
    held
}

#[test]
fn every_piece_touches_the_rest_and_a_piece_that_is_moved_away_does_not() {
    for category in Category::FURNITURE {
        for number in (0..MODELS).step_by(9) {
            let model = make(category, number);
            let pieces: Vec<&Piece> = model.pieces().collect();
            let held = held(&pieces);
            let loose: Vec<usize> = (0..pieces.len()).filter(|k| !held.contains(k)).collect();
            assert!(loose.is_empty(), "{}: {loose:?} of {} pieces", model.name, pieces.len());
        }
    }
    let mut model = make(Category::Chair, 5);
    let leg =
        model.parts.iter_mut().find(|part| part.category == PartCategory::Back).expect("a chair has a back");
    leg.pieces.iter_mut().for_each(|piece| piece.placement.shift.z += 1.5);
    let pieces: Vec<&Piece> = model.pieces().collect();
    assert!(held(&pieces).len() < pieces.len());
}

/// How deep a point of a part is inside another one at most.
fn deepest(model: &Model) -> f64 {
    let mut most = f64::NEG_INFINITY;
    for (k, part) in model.parts.iter().enumerate() {
        for piece in &part.pieces {
            let others = model.parts.iter().enumerate().filter(|(other, _)| *other != k);
            let close: Vec<&Piece> =
                others.flat_map(|(_, part)| &part.pieces).filter(|other| near(piece, other)).collect();
            if !close.is_empty() {
                for point in samples(piece) {
                    most = close.iter().map(|other| depth(other, point)).fold(most, f64::max);
                }
            }
        }
    }
    most
}

/// Whether the axis of a piece enters a part and leaves it again.
fn pierces(piece: &Piece, part: &Part) -> bool {
    let reach = match &piece.shape {
        Shape::Frustum { half_height, .. } | Shape::Prism { half_height, .. } => DVec3::Z * *half_height,
        Shape::Box { half } if half.z >= half.x.max(half.y) => DVec3::Z * half.z,
        Shape::Box { half } if half.x >= half.y => DVec3::X * half.x,
        Shape::Box { half } => DVec3::Y * half.y,
        _ => return false,
    };
    let close: Vec<&Piece> = part.pieces.iter().filter(|other| near(piece, other)).collect();
    let inside = |k: i32| {
        let point = piece.placement.to_world(reach * (f64::from(k) / 60.0));
        close.iter().any(|other| depth(other, point) > 0.002)
    };
    let states: Vec<bool> = if close.is_empty() { vec![] } else { (-60..=60).map(inside).collect() };
    let first = states.iter().position(|state| !state);
    let last = states.iter().rposition(|state| !state);
    first.zip(last).is_some_and(|(first, last)| states[first..last].contains(&true))
}

#[test]
fn parts_do_not_reach_deep_into_each_other_or_through_each_other() {
    for category in Category::FURNITURE {
        for number in (0..MODELS).step_by(7) {
            let model = make(category, number);
            let deep = deepest(&model);
            assert!(deep < 0.055, "{}: {deep}", model.name);
            for (k, part) in model.parts.iter().enumerate() {
                for (other, pierced) in model.parts.iter().enumerate().filter(|(other, _)| *other != k) {
                    let through = part.pieces.iter().any(|piece| pierces(piece, pierced));
                    assert!(
                        !through,
                        "{}: {} {k} goes through {} {other}",
                        model.name, part.category, pierced.category
                    );
                }
            }
        }
    }
}

#[test]
fn models_stand_with_their_centre_of_mass_over_what_touches_the_floor() {
    for category in Category::FURNITURE {
        for number in (0..MODELS).step_by(7) {
            let model = make(category, number);
            let (mut moment, mut count) = (DVec3::ZERO, 0.0);
            let mut contacts = Vec::new();
            for piece in model.pieces() {
                // By counting the points of a fine lattice that the piece contains.
                let [low, high] = piece.bounds();
                let (cell, steps) = ((high - low) / 8.0, 0..8 * 8 * 8);
                let lattice = steps.map(|k| {
                    low + cell * (DVec3::new((k % 8) as f64, (k / 8 % 8) as f64, (k / 64) as f64) + 0.5)
                });
                let inner: Vec<DVec3> = lattice.filter(|point| depth(piece, *point) > 0.0).collect();
                let centre = inner.iter().sum::<DVec3>() / inner.len().max(1) as f64;
                moment += centre * piece.shape.volume();
                count += piece.shape.volume();
                let corners =
                    piece.shape.corners(16).into_iter().map(|corner| piece.placement.to_world(corner));
                contacts.extend(corners.filter(|corner| corner.z < 1e-5).map(DVec3::truncate));
            }
            let centre = (moment / count).truncate();
            // Whichever way it would fall, something is on the floor farther out.
            for k in 0..180 {
                let angle = std::f64::consts::TAU * f64::from(k) / 180.0;
                let way = DVec2::new(libm::cos(angle), libm::sin(angle));
                let beyond = contacts
                    .iter()
                    .map(|contact| way.dot(*contact - centre))
                    .fold(f64::NEG_INFINITY, f64::max);
                assert!(beyond > 0.02, "{}: {beyond} towards {way}", model.name);
            }
        }
    }
}

#[test]
fn silhouettes_of_any_two_models_overlap_by_less_than_95_percent() {
    for category in Category::FURNITURE {
        let seen: Vec<Silhouette> = all(category).map(|model| silhouette(&model)).collect();
        for a in 0..seen.len() {
            for b in 0..a {
                let overlap = seen[a].overlap(&seen[b]);
                assert!(overlap < 0.95, "{category} {a} and {b}: {overlap}");
            }
        }
    }
}

fn silhouette(model: &Model) -> Silhouette {
    let corners = |piece: &Piece| {
        piece.shape.corners(20).into_iter().map(|corner| piece.placement.to_world(corner)).collect()
    };
    Silhouette::new(model.pieces().map(corners), model.bounds()[1].z, model.category.reach())
}

#[test]
fn refrigerators_are_higher_than_wide() {
    for model in all(Category::Refrigerator) {
        // Doors may be open: the bodies say how wide it is.
        let bodies = model.parts.iter().filter(|part| part.category == PartCategory::Body);
        let [low, high] = spatiq_scene::around(bodies.flat_map(|part| &part.pieces).map(Piece::bounds));
        let ratio = high.z / (high.x - low.x);
        assert!(ratio > 1.3, "{}: {ratio}", model.name);
    }
}

#[test]
fn chairs_have_backs_about_as_wide_as_their_seats_which_are_no_benches() {
    for model in all(Category::Chair) {
        let size = |wanted: PartCategory| {
            let parts = model.parts.iter().filter(|part| part.category == wanted);
            let [low, high] = spatiq_scene::around(parts.flat_map(|part| &part.pieces).map(Piece::bounds));
            high - low
        };
        let (seat, back) = (size(PartCategory::Seat), size(PartCategory::Back));
        assert!(back.x > 0.5 * seat.x, "{}: {back} {seat}", model.name);
        assert!(seat.y < 1.4 * seat.x, "{}: {seat}", model.name);
    }
}

#[test]
fn half_of_the_refrigerators_have_all_doors_closed() {
    let closed = |model: &Model| {
        let front = |part: &&Part| part.category == PartCategory::Door;
        // A door that was swung or pulled out has more than its board and its handle.
        model.parts.iter().filter(front).all(|door| door.pieces.len() <= 4)
    };
    let count = all(Category::Refrigerator).filter(closed).count();
    assert!(count * 2 >= MODELS as usize, "{count}");
}
