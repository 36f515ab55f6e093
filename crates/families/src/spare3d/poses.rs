//! The eight isometric poses in words.

/// Where the eye is, for the poses 1 to 8.
const PLACES: [&str; 8] = [
    "from the left, the front and above",
    "from the right, the front and above",
    "from the right, the back and above",
    "from the left, the back and above",
    "from the left, the front and below",
    "from the right, the front and below",
    "from the right, the back and below",
    "from the left, the back and below",
];

/// From where an isometric pose looks at the object.
pub fn place(pose: u8) -> &'static str {
    PLACES[usize::from(pose) - 1]
}

/// How many of the front, the top and the right side, which the three views show, are seen from an isometric pose too.
pub fn overlap(pose: u8) -> usize {
    [[1, 2, 5, 6], [1, 2, 3, 4], [2, 3, 6, 7]].iter().filter(|seen| seen.contains(&pose)).count()
}

/// The letter by which the drawing engine knows an isometric pose.
pub fn letter(pose: u8) -> char {
    char::from(b'0' + pose)
}

/// How the three views and the poses lie, for prompts.
pub const CONVENTION: &str = "In the front view right is right and up is up; the top view is seen from above with \
    the front at its lower edge; the right view is seen from the right with the front at its left edge. Black lines are \
    visible, red lines are hidden.";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pose_overlaps_with_the_views_that_its_words_name() {
        for pose in 1..=8 {
            let named = ["front", "above", "right"].iter().filter(|side| place(pose).contains(*side));
            assert_eq!(overlap(pose), named.count(), "{pose}");
        }
    }
}
