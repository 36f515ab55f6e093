//! What parts can be: the part categories of each category of furniture, numbered.

use spatiq_scene::{Category, PartCategory};

/// How many there are.
pub const COUNT: usize = 26;

/// The number of what is looked at in a frame that is not its own.
pub const WRONG: u8 = COUNT as u8;

/// The category and the part category of each number.
pub fn all() -> impl Iterator<Item = (Category, PartCategory)> {
    Category::FURNITURE
        .into_iter()
        .flat_map(|category| category.parts().iter().map(move |part| (category, *part)))
}

/// The number of a part category of a category of furniture.
#[cfg(test)]
pub fn number(category: Category, part: PartCategory) -> Option<u8> {
    all().position(|one| one == (category, part)).map(|number| number as u8)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_as_many_labels_as_parts_of_categories() {
        assert_eq!(all().count(), COUNT);
        let known = |(nth, (category, part))| number(category, part) == Some(nth as u8);
        assert!(all().enumerate().all(known));
    }
}
