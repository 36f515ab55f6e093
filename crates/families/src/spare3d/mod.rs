//! SPARE3D: what an object looks like from elsewhere, told from its front, top and right views.
//!
//! Objects come from the `stock`; a `sheet` draws them; `ink` says how far drawings differ. Each task draws evidence from a
//! seed and makes the question from that; `proof` goes over the pictures by rays.

mod asked;
mod cloud;
mod cube;
mod cut;
mod elements;
mod from_pose;
mod generation;
mod ink;
mod object;
mod poses;
mod presets;
mod proof;
mod rebuild;
mod rules;
mod sheet;
mod sketch;
mod solver;
mod stock;
mod survey;
mod three_view;
mod to_pose;

use asked::Spare3d;
pub use sketch::{Sketch, Sketches};
use spatiq_bench::{Choice, Family, PaperTable};
pub use survey::{ENDINGS, Survey, Unfit, survey};

pub use stock::csg::numbered as csg_model;

/// The family.
pub const FAMILY: Family = Family {
    name: "spare3d",
    about: "three-view line drawings: view consistency, camera pose, shape generation",
    tasks: &[
        &Spare3d::<three_view::ThreeView>::new(),
        &Spare3d::<to_pose::ToPose>::new(),
        &Spare3d::<from_pose::FromPose>::new(),
        &Spare3d::<generation::Generation>::new(),
        &Spare3d::<cloud::PointCloud>::new(),
    ],
    paper: PAPER,
};

/// Accuracy in % as published. Chance is 25.
const PAPER: &[PaperTable] = &[
    PaperTable {
        task: "spare3d/three-view-to-isometric",
        title: TITLE,
        head: HEAD,
        rows: &[&[STOCK, "55.0", "74.9", "80.5", "94.0"]],
    },
    PaperTable {
        task: "spare3d/isometric-to-pose",
        title: TITLE,
        head: HEAD,
        rows: &[&[STOCK, "78.0", "98.0", "60.2", "91.0"]],
    },
    PaperTable {
        task: "spare3d/pose-to-isometric",
        title: TITLE,
        head: HEAD,
        rows: &[&[STOCK, "30.1", "83.4", "58.6", "65.0"]],
    },
];

const TITLE: &str = "Accuracy (%) as published; networks on CAD objects (ABC), not on objects of primitives";

const STOCK: &str = "CAD objects (ABC)";

const HEAD: &[&str] = &[
    "objects",
    "best network of the paper",
    "best network since (Xiang et al. 2022)",
    "untrained people, mean",
    "trained people, best",
];

/// The labels of four options.
fn letters() -> impl Iterator<Item = String> {
    (0..4).map(Choice::label)
}
