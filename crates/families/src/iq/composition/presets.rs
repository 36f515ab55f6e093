//! The published datasets, by name.

use spatiq_bench::{Preset, Split};

/// 8k / 2k / 1k questions a level, as the paper's text says.
const TEXT: &[(Split, u64)] = &[(Split::Train, 32_000), (Split::Val, 8_000), (Split::Test, 4_000)];

/// 8k / 1k / 1k questions a level, as the paper's table 1 says.
const TABLE: &[(Split, u64)] = &[(Split::Train, 32_000), (Split::Val, 4_000), (Split::Test, 4_000)];

/// All questions of an experiment without extrapolation.
const NEUTRAL: &[(Split, u64)] = &[(Split::Train, 7_000), (Split::Val, 1_000), (Split::Test, 1_000)];

/// The same with another thousand test questions that are out of distribution.
const EXTRAPOLATE: &[(Split, u64)] = &[(Split::Train, 7_000), (Split::Val, 1_000), (Split::Test, 2_000)];

/// Every preset.
pub const PRESETS: &[Preset] = &[
    Preset {
        name: "paper",
        about: "levels 1, 2, 3, 4 in equal parts: 8,000 to train, 2,000 to validate, 1,000 to test of each",
        counts: TEXT,
        settings: &[],
    },
    Preset {
        name: "paper-table",
        about: "levels 1, 2, 3, 4 in equal parts: 8,000 / 1,000 / 1,000 of each, as the paper's table 1 has it",
        counts: TABLE,
        settings: &[],
    },
    Preset {
        name: "hardened",
        about: "the paper's levels and counts, wrong pieces of equal area: areas, boxes and repeats tell nothing",
        counts: TEXT,
        settings: &[("wrong", "equal-area"), ("slopes", "any"), ("padding", "4")],
    },
    Preset {
        name: "neutral",
        about: "|all → all|: levels 1, 2, 3, 4 in equal parts in every split",
        counts: NEUTRAL,
        settings: &[],
    },
    extrapolation(
        "extra-2-4",
        "|2 → 4|: level 2; half of the test questions level 4",
        &[("levels", "2"), ("out-levels", "4")],
    ),
    extrapolation(
        "extra-3-4",
        "|3 → 4|: level 3; half of the test questions level 4",
        &[("levels", "3"), ("out-levels", "4")],
    ),
    extrapolation(
        "extra-23-4",
        "|2, 3 → 4|: levels 2, 3 in equal parts; half of the test questions level 4",
        &[("levels", "2,3"), ("out-levels", "4")],
    ),
    extrapolation(
        "extra-123-4",
        "|1, 2, 3 → 4|: levels 1, 2, 3 in equal parts; half of the test questions level 4",
        &[("levels", "1,2,3"), ("out-levels", "4")],
    ),
    extrapolation(
        "extra-1-34",
        "|1 → 3, 4|: level 1; half of the test questions levels 3, 4 in equal parts",
        &[("levels", "1"), ("out-levels", "3,4")],
    ),
    extrapolation(
        "extra-2-34",
        "|2 → 3, 4|: level 2; half of the test questions levels 3, 4 in equal parts",
        &[("levels", "2"), ("out-levels", "3,4")],
    ),
    extrapolation(
        "extra-12-34",
        "|1, 2 → 3, 4|: levels 1, 2 in equal parts; half of the test questions levels 3, 4 in equal parts",
        &[("levels", "1,2"), ("out-levels", "3,4")],
    ),
    extrapolation(
        "ratio-4-1-1",
        "|1, 2, 3 → 4| with levels 1, 2, 3 as 4 : 1 : 1; half of the test questions level 4",
        &[("levels", "1*4,2,3"), ("out-levels", "4")],
    ),
    extrapolation(
        "ratio-3-1-1",
        "|1, 2, 3 → 4| with levels 1, 2, 3 as 3 : 1 : 1; half of the test questions level 4",
        &[("levels", "1*3,2,3"), ("out-levels", "4")],
    ),
    extrapolation(
        "ratio-2-1-1",
        "|1, 2, 3 → 4| with levels 1, 2, 3 as 2 : 1 : 1; half of the test questions level 4",
        &[("levels", "1*2,2,3"), ("out-levels", "4")],
    ),
    extrapolation(
        "ratio-1-2-1",
        "|1, 2, 3 → 4| with levels 1, 2, 3 as 1 : 2 : 1; half of the test questions level 4",
        &[("levels", "1,2*2,3"), ("out-levels", "4")],
    ),
    extrapolation(
        "ratio-1-1-2",
        "|1, 2, 3 → 4| with levels 1, 2, 3 as 1 : 1 : 2; half of the test questions level 4",
        &[("levels", "1,2,3*2"), ("out-levels", "4")],
    ),
    extrapolation(
        "ratio-1-1-3",
        "|1, 2, 3 → 4| with levels 1, 2, 3 as 1 : 1 : 3; half of the test questions level 4",
        &[("levels", "1,2,3*3"), ("out-levels", "4")],
    ),
    extrapolation(
        "ratio-1-1-4",
        "|1, 2, 3 → 4| with levels 1, 2, 3 as 1 : 1 : 4; half of the test questions level 4",
        &[("levels", "1,2,3*4"), ("out-levels", "4")],
    ),
];

const fn extrapolation(
    name: &'static str,
    about: &'static str,
    settings: &'static [(&'static str, &'static str)],
) -> Preset {
    Preset { name, about, counts: EXTRAPOLATE, settings }
}
