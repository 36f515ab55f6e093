//! The papers' datasets.

use spatiq_bench::{Preset, Split};

/// For the task with cuts to choose from: 5,000 questions, 8 : 1 : 1.
pub const CUTS: &[Preset] = &[
    PAPER,
    Preset {
        name: "hardened",
        about: "as `paper`, but the two most similar options differ by no more than 160 pixels of ink",
        counts: COUNTS,
        settings: &[("most-distance", "160")],
    },
];

/// For the task with a given drawing: 5,000 questions, 8 : 1 : 1. Drawings from other poses differ more than other cuts do.
pub const POSES: &[Preset] = &[
    PAPER,
    Preset {
        name: "hardened",
        about: "as `paper`, but the two most similar options differ by no more than 600 pixels of ink",
        counts: COUNTS,
        settings: &[("most-distance", "600")],
    },
];

/// For the task with a given pose, likewise. A drawing tells by itself whether it is from above or from below.
pub const ASKED_POSES: &[Preset] = &[
    PAPER,
    Preset {
        name: "hardened",
        about: "as `paper`, but the two most similar options differ by no more than 600 pixels of ink, and all are from above or all \
                from below",
        counts: COUNTS,
        settings: &[("most-distance", "600"), ("others", "half")],
    },
];

const PAPER: Preset = Preset {
    name: "paper",
    about: "the papers' size and rules: 5,000 questions, objects of 2, 3 and 4 primitives in equal parts, 200 pixels",
    counts: COUNTS,
    settings: AS_PAPER,
};

const AS_PAPER: &[(&str, &str)] = &[("shown", "paper")];

const COUNTS: &[(Split, u64)] = &[(Split::Train, 4000), (Split::Val, 500), (Split::Test, 500)];

/// For tasks whose answer is made: every object, 8 : 1 : 1.
pub const GENERATIVE: &[Preset] = &[
    Preset {
        name: "paper",
        about: "the papers' size and rules: 11,149 objects of 2, 3 and 4 primitives in equal parts, 200 pixels",
        counts: OBJECTS,
        settings: AS_PAPER,
    },
    Preset {
        name: "hardened",
        about: "as `paper`, but objects of 4, 5 and 6 primitives",
        counts: OBJECTS,
        settings: &[("primitives", "4,5,6")],
    },
];

const OBJECTS: &[(Split, u64)] = &[(Split::Train, 8919), (Split::Val, 1115), (Split::Test, 1115)];
