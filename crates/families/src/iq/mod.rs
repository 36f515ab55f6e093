//! Spatial IQ tests: 3D-polyomino rotation and shape composition.

pub mod composition;
mod levels;
pub mod rotation;

use spatiq_bench::{Family, PaperTable};

/// The family.
pub const FAMILY: Family = Family {
    name: "iq",
    about: "spatial IQ tests: rotating 3D polyominoes, composing a shape from pieces",
    tasks: &[&rotation::Rotation, &composition::Composition],
    paper: PAPER,
};

/// Accuracy in % as published, in and out of the training distribution. Chance is 25.
const PAPER: &[PaperTable] = &[
    PaperTable {
        task: "iq/rotation",
        title: "Accuracy (%) of the paper's networks, in / out of distribution (its table 2)",
        head: &["levels trained → tested", "CNN+MLP", "ResNet+MLP", "Siamese"],
        rows: &[
            &["all → all", "77.9 / –", "52.4 / –", "73.4 / –"],
            &["1 → 3", "96.7 / 32.8", "50.0 / 51.8", "91.6 / 38.7"],
            &["2 → 3", "79.1 / 72.7", "53.6 / 52.3", "74.9 / 64.1"],
            &["1, 2 → 3", "86.0 / 71.8", "51.4 / 50.9", "81.8 / 62.9"],
        ],
    },
    PaperTable {
        task: "iq/composition",
        title: "Accuracy (%) of the paper's networks, in / out of distribution (its table 3)",
        head: &["levels trained → tested", "CNN+MLP", "CNN+Max", "CNN+GloRe"],
        rows: &[
            &["all → all", "74.7 / –", "72.6 / –", "77.2 / –"],
            &["2 → 4", "79.5 / 35.3", "77.1 / 59.3", "81.8 / 31.9"],
            &["3 → 4", "76.1 / 52.4", "71.6 / 66.5", "81.2 / 50.7"],
            &["2, 3 → 4", "77.6 / 70.5", "75.7 / 65.2", "78.5 / 72.1"],
            &["1, 2, 3 → 4", "79.2 / 70.1", "77.9 / 64.9", "80.6 / 69.8"],
            &["1 → 3, 4", "90.7 / 33.2", "91.7 / 36.9", "92.6 / 30.9"],
            &["2 → 3, 4", "80.5 / 51.4", "79.6 / 64.9", "81.5 / 48.1"],
            &["1, 2 → 3, 4", "82.1 / 68.6", "84.0 / 61.8", "82.5 / 64.2"],
        ],
    },
];
