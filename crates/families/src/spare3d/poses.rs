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
    use spatiq_draw::{Model, NEVER, Pose, Stroke};

    #[test]
    fn a_pose_overlaps_with_the_views_that_its_words_name() {
        for pose in 1..=8 {
            let named = ["front", "above", "right"].iter().filter(|side| place(pose).contains(*side));
            assert_eq!(overlap(pose), named.count(), "{pose}");
        }
    }

    /// Where each pose shows the corner of a cube of edge 2 that is on the right, in front and above, found with pencil and
    /// paper, in units of √2 to the right and √6 / 3 up. Then, of the outline of a ball around that corner: which share is not
    /// inside the cube, and which share is in plain sight.
    const MARKED: [(u8, [f64; 2], f64, f64); 8] = [
        (1, [1.0, 1.0], 5.0 / 6.0, 5.0 / 6.0),
        (2, [0.0, 0.0], 1.0, 1.0),
        (3, [-1.0, 1.0], 5.0 / 6.0, 5.0 / 6.0),
        (4, [0.0, 2.0], 5.0 / 6.0, 4.0 / 6.0),
        (5, [1.0, 1.0], 5.0 / 6.0, 4.0 / 6.0),
        (6, [0.0, 2.0], 5.0 / 6.0, 5.0 / 6.0),
        (7, [-1.0, 1.0], 5.0 / 6.0, 4.0 / 6.0),
        (8, [0.0, 0.0], 1.0, 0.0),
    ];

    #[test]
    fn the_marked_corner_of_a_cube_is_where_a_hand_puts_it() {
        let cube = r#"[{"prim": "box", "params": [2, 2, 2], "op": "base"},
            {"prim": "sphere", "params": [0.3], "pos": [1, -1, 1], "op": "union"}]"#;
        let solid = spatiq_geom::Recipe::parse(cube.as_bytes()).unwrap().solid().unwrap();
        let model = Model::new(&solid, NEVER).unwrap();
        for (pose, place, drawn, seen) in MARKED {
            let drawing = model.draw(&Pose::from_letter(letter(pose)).unwrap().view()).unwrap();
            let centre = |place: [f64; 2]| [place[0] * libm::sqrt(2.0), place[1] * libm::sqrt(6.0) / 3.0];
            // How much of a circle of the ball's size is drawn around a place.
            let around = |strokes: &[Stroke], place: [f64; 2]| {
                let [x, y] = centre(place);
                let on = |pair: &[[f64; 2]]| {
                    pair.iter().all(|p| (libm::hypot(p[0] - x, p[1] - y) - 0.3).abs() < 1e-6)
                };
                let arcs = strokes.iter().flat_map(|stroke| stroke.points.windows(2)).filter(|pair| on(pair));
                let length =
                    |pair: &[[f64; 2]]| libm::hypot(pair[1][0] - pair[0][0], pair[1][1] - pair[0][1]);
                arcs.map(length).sum::<f64>() / (0.6 * std::f64::consts::PI)
            };
            // The chords at the ends of an arc do not count: about a hundredth each. Shares differ by a sixth.
            let (visible, hidden) = (around(&drawing.visible, place), around(&drawing.hidden, place));
            assert!((visible - seen).abs() < 0.06, "pose {pose}: {visible} of the outline is seen");
            assert!(
                (visible + hidden - drawn).abs() < 0.06,
                "pose {pose}: {hidden} of the outline is hidden"
            );
            for (_, other, ..) in MARKED.into_iter().filter(|(_, other, ..)| *other != place) {
                assert!(
                    around(&drawing.visible, other) + around(&drawing.hidden, other) < 0.01,
                    "pose {pose}"
                );
            }
        }
    }
}
