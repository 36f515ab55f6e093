//! Which models are drawn anew because their first silhouette came too close to that of another model.
//!
//! The list was found by going through the numbers of a category and taking, for each, the first attempt whose
//! silhouette overlaps with none before it by 0.942 or more (by 0.9495 after 300 attempts). Whatever changes the shapes of a category needs a new one:
//! `cargo test --release -p spatiq-scene --lib apart::tests::refrigerators -- --ignored` writes the lines of refrigerators, and so on.

use crate::category::Category;
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// At which attempt the drawing of a model begins.
pub(super) fn attempt(category: Category, number: u32) -> u32 {
    REDRAWN.get(&(category, number)).copied().unwrap_or(0)
}

/// The models whose drawing begins with another attempt than the first. Lines of a category, an attempt, and numbers.
static REDRAWN: LazyLock<BTreeMap<(Category, u32), u32>> = LazyLock::new(|| {
    let mut redrawn = BTreeMap::new();
    for line in include_str!("apart.txt").lines() {
        let (category, rest) = line.split_once(' ').expect("a category comes first");
        let (attempt, numbers) = rest.split_once(':').expect("an attempt comes second");
        let category = Category::FURNITURE.into_iter().find(|known| known.name() == category);
        let category = category.expect("the category is furniture");
        let attempt = attempt.parse().expect("attempts are numbers");
        let numbers = numbers.split_whitespace().map(|number| number.parse().expect("models are numbers"));
        redrawn.extend(numbers.map(|number: u32| ((category, number), attempt)));
    }
    redrawn
});

#[cfg(test)]
#[path = "../../tests/silhouette/mod.rs"]
mod silhouette;

#[cfg(test)]
mod tests {
    use super::super::{MODELS, made};
    use super::silhouette::Silhouette;
    use super::*;
    use crate::shape::Piece;
    use rayon::prelude::*;
    use std::fmt::Write;
    use std::sync::Mutex;

    /// Silhouettes that overlap by so much are too close; and where that is hard to keep, by so much.
    const CLOSE: [f64; 2] = [0.942, 0.9495];

    /// When it is hard to keep, and when it is hopeless.
    const ATTEMPTS: [u32; 2] = [300, 20_000];

    /// For each model in turn the first attempt that is close to none before, by attempt.
    fn search(category: Category) -> BTreeMap<u32, Vec<u32>> {
        let mut taken: Vec<Silhouette> = Vec::new();
        let mut redrawn: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
        for number in 0..MODELS {
            let seen = |attempt: u32| {
                let model = made(category, number, attempt);
                let corners = |piece: &Piece| {
                    let corners = piece.shape.corners(20).into_iter();
                    corners.map(|corner| piece.placement.to_world(corner)).collect()
                };
                Silhouette::new(model.pieces().map(corners), model.bounds()[1].z, category.reach())
            };
            let (attempt, found) = (0..ATTEMPTS[1])
                .map(|attempt| (attempt, seen(attempt)))
                .find(|(attempt, seen)| {
                    let close = CLOSE[usize::from(*attempt >= ATTEMPTS[0])];
                    taken.par_iter().all(|other| seen.overlap(other) < close)
                })
                .unwrap_or_else(|| panic!("{category} {number} is like others however often it is drawn"));
            taken.push(found);
            if attempt > 0 {
                redrawn.entry(attempt).or_default().push(number);
            }
        }
        redrawn
    }

    /// Writes the lines of a category anew, in their place.
    fn find_again(category: Category) {
        // The tests of several categories may run at the same time.
        static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());
        let found = search(category);
        let _held = ONE_AT_A_TIME.lock().unwrap();
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/src/furniture/apart.txt");
        let before = std::fs::read_to_string(path).unwrap();
        let mut text = String::new();
        for own in Category::FURNITURE {
            if own == category {
                for (attempt, numbers) in &found {
                    let numbers: Vec<String> = numbers.iter().map(u32::to_string).collect();
                    writeln!(text, "{category} {attempt}: {}", numbers.join(" ")).unwrap();
                }
            } else {
                let kept = before.lines().filter(|line| line.split(' ').next() == Some(own.name()));
                kept.for_each(|line| writeln!(text, "{line}").unwrap());
            }
        }
        std::fs::write(path, text).unwrap();
    }

    #[test]
    #[ignore = "takes minutes, and writes what was found"]
    fn chairs_that_are_kept_apart_are_found_again() {
        find_again(Category::Chair);
    }

    #[test]
    #[ignore = "takes minutes, and writes what was found"]
    fn tables_that_are_kept_apart_are_found_again() {
        find_again(Category::Table);
    }

    #[test]
    #[ignore = "takes minutes, and writes what was found"]
    fn beds_that_are_kept_apart_are_found_again() {
        find_again(Category::Bed);
    }

    #[test]
    #[ignore = "takes minutes, and writes what was found"]
    fn refrigerators_that_are_kept_apart_are_found_again() {
        find_again(Category::Refrigerator);
    }

    #[test]
    #[ignore = "takes minutes, and writes what was found"]
    fn carts_that_are_kept_apart_are_found_again() {
        find_again(Category::Cart);
    }
}
