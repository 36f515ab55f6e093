//! Properties of the geometry, on shapes cut as questions cut them.

use super::balance::side_gap;
use super::cutting::{Slopes, cut_original, cut_pieces, piece_areas};
use super::equal::EQUAL;
use super::outline::outline;
use super::shape::Shape;
use super::tiling::{Outcome, Slack, rules_out, search};
use proptest::prelude::*;
use spatiq_bench::{Rng, Seed};
use spatiq_raster::Gray;

/// An original, its pieces, and the generator that cut them.
fn cut(seed: u64, count: usize, slopes: Slopes) -> (Shape, Vec<Shape>, Rng) {
    let mut rng = Seed::root(seed).rng();
    loop {
        let Ok(original) = cut_original(slopes, &mut rng) else { continue };
        let Ok(pieces) = cut_pieces(&original, count, slopes, &mut rng) else { continue };
        return (original, pieces.into_iter().map(|piece| piece.shape).collect(), rng);
    }
}

fn slopes() -> impl Strategy<Value = Slopes> {
    prop_oneof![Just(Slopes::Paper), Just(Slopes::Any)]
}

fn scattered(pieces: &[Shape], rng: &mut Rng) -> Vec<Shape> {
    let mut pieces: Vec<Shape> = pieces
        .iter()
        .map(|piece| {
            piece.turned(rng.below(4) as u8).moved([rng.between(-90.0, 90.0), rng.between(-90.0, 90.0)])
        })
        .collect();
    rng.shuffle(&mut pieces);
    pieces
}

fn picture(shape: &Shape) -> Gray {
    let mut picture = Gray::new(224, 224, 255);
    picture.fill(&shape.corners, 0);
    picture
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn clipping_conserves_area(seed: u64, slopes in slopes()) {
        let (original, pieces, _) = cut(seed, 3, slopes);
        for plane in pieces.iter().flat_map(Shape::planes) {
            let parts = [original.clipped(&plane), original.clipped(&plane.opposite())];
            let area: f64 = parts.iter().flatten().map(Shape::area).sum();
            prop_assert!((area - original.area()).abs() < 1e-6);
        }
        for piece in &pieces {
            let mut rest = Vec::new();
            let taken = original.minus(piece, &mut rest);
            prop_assert!((taken - original.overlap(piece)).abs() < 1e-6);
            let left: f64 = rest.iter().map(Shape::area).sum();
            prop_assert!((taken + left - original.area()).abs() < 1e-6);
        }
    }

    #[test]
    fn true_pieces_have_the_pixels_of_the_original(seed: u64, count in 2usize..6, slopes in slopes()) {
        let (original, pieces, _) = cut(seed, count, slopes);
        let ink: f64 = pieces.iter().map(|piece| picture(piece).ink()).sum();
        prop_assert!((ink - picture(&original).ink()).abs() < 4.0);
        let areas = piece_areas(count);
        prop_assert!(pieces.iter().all(|piece| areas.contains(&piece.area()) && piece.is_clear()));
    }

    #[test]
    fn true_pieces_are_found_to_tile_however_they_lie(seed: u64, count in 2usize..6, slopes in slopes()) {
        let (original, pieces, mut rng) = cut(seed, count, slopes);
        let pieces = scattered(&pieces, &mut rng);
        prop_assert!(!rules_out(&original, &pieces, Slack::EXACT));
        let Outcome::Found(tiling) = search(&original, &pieces, Slack::EXACT) else { return Ok(()) };
        prop_assert!(tiling.misfit < 8.0, "misfit {}", tiling.misfit);
        let mut ink = Gray::new(224, 224, 255);
        for (piece, (turns, shift)) in pieces.iter().zip(&tiling.placements) {
            ink.fill(&piece.turned(*turns).moved(*shift).corners, 0);
        }
        // Two half covered pixels do not add up to a black one, so seams stay a little grey.
        prop_assert!((ink.ink() - original.area()).abs() < 0.02 * original.area());
        prop_assert!(side_gap(&original, &pieces) < 0.5);
    }

    #[test]
    fn pieces_with_one_scaled_do_not_tile(seed: u64, count in 2usize..6, factor in 0.7f64..0.95) {
        let (original, mut pieces, mut rng) = cut(seed, count, Slopes::Paper);
        let at = rng.below(count);
        pieces[at] = pieces[at].stretched([factor; 2]);
        let pieces = scattered(&pieces, &mut rng);
        // What is left uncovered is at least the area that is gone.
        if let Outcome::Found(tiling) = search(&original, &pieces, Slack::EXACT) {
            prop_assert!(tiling.misfit > 100.0);
        }
    }

    #[test]
    fn pieces_with_one_stretched_to_the_same_area_do_not_tile(seed: u64, count in 2usize..6, factor in 1.1f64..1.5) {
        let (original, mut pieces, mut rng) = cut(seed, count, Slopes::Any);
        let at = rng.below(count);
        pieces[at] = pieces[at].stretched([factor, 1.0 / factor]);
        let pieces = scattered(&pieces, &mut rng);
        prop_assert_eq!(search(&original, &pieces, Slack::EXACT), Outcome::None);
    }

    #[test]
    fn a_piece_is_brought_to_an_area_by_moving_its_last_cut(seed: u64, slopes in slopes(), share in 0.1f64..0.9) {
        let mut rng = Seed::root(seed).rng();
        let Ok(original) = cut_original(slopes, &mut rng) else { return Ok(()) };
        for piece in cut_pieces(&original, 4, slopes, &mut rng).unwrap_or_default() {
            let area = share * piece.parent.area();
            let resized = piece.resized(area).expect("smaller than what it was cut from");
            prop_assert!((resized.area() - area).abs() < EQUAL);
            prop_assert!((resized.overlap(&piece.parent) - area).abs() < EQUAL);
            prop_assert!(piece.resized(piece.parent.area() * 1.01).is_none());
        }
    }

    #[test]
    fn outlines_are_read_off_pixels_to_a_fraction_of_one(seed: u64, slopes in slopes(), dx in 0.0f64..1.0) {
        let (_, pieces, _) = cut(seed, 4, slopes);
        for piece in &pieces {
            let placed = piece.at_origin().moved([dx, dx * 0.7]);
            if placed.bounds()[1].iter().any(|&most| most > 224.0) {
                continue;
            }
            let read = outline(&picture(&placed)).expect("a shape");
            prop_assert_eq!(read.corners.len(), placed.corners.len());
            for corner in &placed.corners {
                let off = |other: &[f64; 2]| (other[0] - corner[0]).abs().max((other[1] - corner[1]).abs());
                let nearest = read.corners.iter().map(off).fold(f64::INFINITY, f64::min);
                prop_assert!(nearest < 0.35, "{nearest}");
            }
        }
    }
}

#[test]
fn rectangles_balance_but_do_not_tile() {
    // Parallelograms have no balance to tell, which is why the search is the proof.
    let original = Shape::rectangle(200.0, 160.0);
    let pieces = [Shape::rectangle(100.0, 160.0), Shape::rectangle(125.0, 128.0)];
    assert!(side_gap(&original, &pieces) < 1e-9);
    assert_eq!(search(&original, &pieces, Slack::EXACT), Outcome::None);
    let halves = [Shape::rectangle(160.0, 100.0), Shape::rectangle(100.0, 160.0)];
    assert!(matches!(search(&original, &halves, Slack::EXACT), Outcome::Found(_)));
}

#[test]
fn sides_tell_a_stretched_triangle() {
    let square = Shape::rectangle(100.0, 100.0);
    let triangle = Shape { corners: vec![[0.0, 0.0], [100.0, 0.0], [0.0, 100.0]] };
    assert!(side_gap(&square, &[triangle.clone(), triangle.clone()]) < 1e-9);
    let stretched = triangle.stretched([1.25, 0.8]);
    assert!(side_gap(&square, &[triangle, stretched]) > 50.0);
}

#[test]
fn a_near_tiling_is_found_only_with_slack() {
    let original = Shape::rectangle(200.0, 160.0);
    let pieces = [Shape::rectangle(98.0, 160.0), Shape::rectangle(103.0, 160.0)];
    assert_eq!(search(&original, &pieces, Slack::EXACT), Outcome::None);
    let Outcome::Found(tiling) = search(&original, &pieces, Slack { overlap: 400.0, thin: 3.0 }) else {
        panic!("a strip of one unit is within the slack");
    };
    assert!((tiling.misfit - 160.0).abs() < 1.0, "misfit {}", tiling.misfit);
}

#[test]
fn the_white_picture_has_no_outline() {
    assert_eq!(outline(&Gray::new(64, 64, 255)), None);
    assert!(outline(&Gray::new(64, 64, 0)).is_some_and(|square| (square.area() - 4096.0).abs() < 1e-6));
}
