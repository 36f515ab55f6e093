//! The paper's datasets.

use spatiq_bench::{Preset, Split};

const VAL: (Split, u64) = (Split::Val, 90_000);
const TEST: (Split, u64) = (Split::Test, 100_000);

/// Ten questions a scene: 52,000 scenes to learn from, 9,000 to validate, 10,000 to test.
pub const PRESETS: &[Preset] = &[
    Preset {
        name: "paper",
        about: "sizes of the paper: 520,000 questions to learn from, 90,000 to validate, 100,000 to test",
        counts: &[(Split::Train, 520_000), VAL, TEST],
        settings: &[],
    },
    Preset {
        name: "hardened",
        about: "as paper: answers are flat and no clause is idle in any case; what words alone give away is not closed further",
        counts: &[(Split::Train, 520_000), VAL, TEST],
        settings: &[],
    },
    Preset {
        name: "data-10",
        about: "data efficiency: the first 10 % of the training scenes, the same test set",
        counts: &[(Split::Train, 52_000), VAL, TEST],
        settings: &[],
    },
    Preset {
        name: "data-25",
        about: "data efficiency: the first 25 % of the training scenes, the same test set",
        counts: &[(Split::Train, 130_000), VAL, TEST],
        settings: &[],
    },
    Preset {
        name: "data-50",
        about: "data efficiency: the first half of the training scenes, the same test set",
        counts: &[(Split::Train, 260_000), VAL, TEST],
        settings: &[],
    },
    Preset {
        name: "data-100",
        about: "data efficiency: all training scenes",
        counts: &[(Split::Train, 520_000), VAL, TEST],
        settings: &[],
    },
    Preset {
        name: "cross-category",
        about: "learns from chairs, refrigerators and carts, is tested on parts that these and the other categories share",
        counts: &[(Split::Train, 78_000), (Split::Val, 9_000), (Split::Test, 10_000)],
        settings: &[("study", "cross-category")],
    },
    Preset {
        name: "cross-category-control",
        about: "as many questions and the same tests, but all five categories to learn from",
        counts: &[(Split::Train, 78_000), (Split::Val, 9_000), (Split::Test, 10_000)],
        settings: &[("study", "control")],
    },
];
