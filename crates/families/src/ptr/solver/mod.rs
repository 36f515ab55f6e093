//! Solvers: two that look at the kind of question alone, and two that run its program.

mod kind;
mod oracle;
mod pixel;

use spatiq_bench::{Privileged, Setting, SolverSpec};

/// All of them.
pub const SOLVERS: &[SolverSpec] = &[
    SolverSpec {
        name: "q-type-random",
        about: "guesses among the answers that questions of this type have",
        privileged: &[],
        learns: false,
        settings: &[Setting {
            name: "seed",
            default: "0",
            kind: spatiq_bench::Kind::Whole(0, u64::MAX),
            about: "another number, other guesses",
        }],
        make: |settings| Box::new(kind::Random::new(settings)),
    },
    SolverSpec {
        name: "q-type-frequency",
        about: "says what questions of this type have as their answer most often",
        privileged: &[],
        learns: true,
        settings: &[],
        make: |_| Box::new(kind::Frequency::default()),
    },
    SolverSpec {
        name: "oracle-symbolic",
        about: "hears the program in the words of the question and runs it on the true scene graph",
        privileged: &[Privileged::SCENE_GRAPH],
        learns: false,
        settings: &[],
        make: |_| Box::new(oracle::Oracle),
    },
    SolverSpec {
        name: "pixel-symbolic",
        about: "hears the program in the words and runs it on what it makes of colours, depth and the true masks",
        privileged: &[Privileged::OBJECT_MASKS, Privileged::PART_MASKS],
        learns: false,
        settings: &[],
        make: |_| Box::new(pixel::Pixel::default()),
    },
];
