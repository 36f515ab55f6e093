//! The paper's datasets, and one that only handedness solves.

use spatiq_bench::{Preset, Split};

/// All presets of the task.
pub const PRESETS: &[Preset] = &[
    Preset {
        name: "paper",
        about: "the paper's dataset: 10,000 questions of each level 1, 2, 3",
        counts: FULL,
        settings: &[],
    },
    Preset {
        name: "hardened",
        about: "as `paper` (levels 1, 2, 3 in equal parts), but the odd object is always the mirror image, \
                so that outlines, extents and ink tell nothing about the answer",
        counts: FULL,
        settings: &[("odd", "mirror")],
    },
    Preset {
        name: "neutral",
        about: "the paper's |all -> all|: levels 1, 2, 3 in equal parts in every split",
        counts: &[(Split::Train, 7000), (Split::Val, 1000), (Split::Test, 1000)],
        settings: &[],
    },
    extrapolation("extra-1-3", "the paper's |1 -> 3|: level 1; half of the test is level 3", ONE),
    extrapolation("extra-2-3", "the paper's |2 -> 3|: level 2; half of the test is level 3", TWO),
    extrapolation(
        "extra-12-3",
        "the paper's |1, 2 -> 3|: levels 1, 2 in equal parts; half of the test is level 3",
        &[("levels", "1,2"), OUT],
    ),
    extrapolation("ratio-4-1", "|1, 2 -> 3| with levels 1 and 2 as 4 : 1", &[("levels", "1*4,2"), OUT]),
    extrapolation("ratio-3-1", "|1, 2 -> 3| with levels 1 and 2 as 3 : 1", &[("levels", "1*3,2"), OUT]),
    extrapolation("ratio-2-1", "|1, 2 -> 3| with levels 1 and 2 as 2 : 1", &[("levels", "1*2,2"), OUT]),
    extrapolation("ratio-1-2", "|1, 2 -> 3| with levels 1 and 2 as 1 : 2", &[("levels", "1,2*2"), OUT]),
    extrapolation("ratio-1-3", "|1, 2 -> 3| with levels 1 and 2 as 1 : 3", &[("levels", "1,2*3"), OUT]),
    extrapolation("ratio-1-4", "|1, 2 -> 3| with levels 1 and 2 as 1 : 4", &[("levels", "1,2*4"), OUT]),
];

const FULL: &[(Split, u64)] = &[(Split::Train, 21_000), (Split::Val, 3000), (Split::Test, 6000)];
const OUT: (&str, &str) = ("out-levels", "3");
const ONE: &[(&str, &str)] = &[("levels", "1"), OUT];
const TWO: &[(&str, &str)] = &[("levels", "2"), OUT];

/// 7,000 to learn from, 1,000 to choose by, and 1,000 each to test in and out of distribution.
const fn extrapolation(
    name: &'static str,
    about: &'static str,
    settings: &'static [(&'static str, &'static str)],
) -> Preset {
    const COUNTS: &[(Split, u64)] = &[(Split::Train, 7000), (Split::Val, 1000), (Split::Test, 2000)];
    Preset { name, about, counts: COUNTS, settings }
}
