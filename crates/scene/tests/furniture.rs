//! What holds for every model of furniture.

use spatiq_bench::Split;
use spatiq_geom::DVec3;
use spatiq_scene::furniture::{MODELS, make, split};
use spatiq_scene::{Category, Model, PartCategory};
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
