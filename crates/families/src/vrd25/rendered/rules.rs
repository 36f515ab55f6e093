//! What can be set, and the settings under a name.

use super::plan;
use super::raters::Raters;
use spatiq_bench::{Kind, Preset, RelationKind, Setting, Settings, Split};

/// Depths whose logarithms differ by no more are the same.
pub const SAME: f64 = 0.05;

/// Objects that are about equally far get in each other's way and find places less often. To make up for that, depths within
/// a picture are planned closer by this factor. Measured over 1,200 pairs or more each, `same` of 5, 12.5, 20 and 30 then
/// come out as 5.9, 12.3, 17.5 and 25.8.
const PLANNED: f64 = 0.84;

/// The settings, typed.
#[derive(Clone, Debug)]
pub struct Rules {
    /// Width and height of a picture.
    pub size: [usize; 2],
    /// Where scenes are.
    pub place: Surroundings,
    /// Standard deviations of the logarithm of an object's depth in its picture, and of the middle of a picture.
    pub deviations: [f64; 2],
    /// Share of pairs of which one hides part of the other.
    pub occluding: f64,
    /// How likely it is for each pair to make its picture one with an interlocked pair.
    pub interlocking: f64,
    /// Hiding fewer pixels than this is none.
    pub least_pixels: usize,
    /// Who votes.
    pub raters: Raters,
    /// Whether what most raters said is the answer, rather than what is so.
    pub majority: bool,
}

/// Where scenes are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Surroundings {
    /// Rooms with furniture.
    Rooms,
    /// Open ground with simple bodies.
    Ground,
    /// Both, in equal parts.
    Both,
}

const SAME_SETTING: Setting = Setting {
    name: "same",
    default: "12.5",
    kind: Kind::Number(2.0, 30.0),
    about: "percentage of pairs that are about equally far; depths are spread accordingly, which gets within five points",
};

const SPREAD_SETTING: Setting = Setting {
    name: "spread",
    default: "0.45",
    kind: Kind::Number(0.05, 0.6),
    about: "standard deviation of the logarithm of a pair's ratio of depths",
};

/// Settings of questions about one picture.
pub const WITHIN_SETTINGS: &[Setting] =
    &[WIDTH, HEIGHT, PLACE, SAME_SETTING, OCCLUDING, MUTUAL, LEAST_PIXELS, RATERS, ANSWER];

/// Settings of questions about two pictures.
pub const ACROSS_SETTINGS: &[Setting] =
    &[WIDTH, HEIGHT, PLACE, SPREAD_SETTING, OCCLUDING, MUTUAL, LEAST_PIXELS, RATERS, ANSWER];

const WIDTH: Setting = Setting {
    name: "width",
    default: "480",
    kind: Kind::Whole(96, 2048),
    about: "width of a picture in pixels",
};
const HEIGHT: Setting = Setting {
    name: "height",
    default: "360",
    kind: Kind::Whole(72, 2048),
    about: "height of a picture in pixels",
};
const PLACE: Setting = Setting {
    name: "place",
    default: "both",
    kind: Kind::Word(&["both", "rooms", "ground"]),
    about: "furniture in rooms, simple bodies on open ground, or both",
};
const OCCLUDING: Setting = Setting {
    name: "occluding",
    default: "17.9",
    // With more than this, many pictures find no places, and those that do have fewer.
    kind: Kind::Number(0.0, 25.0),
    about: "percentage of pairs of which one hides part of the other",
};
const MUTUAL: Setting = Setting {
    name: "mutual",
    default: "1.8",
    // A picture has one such pair at most.
    kind: Kind::Number(0.0, 12.0),
    about: "percentage of pairs that hide parts of each other; these are on open ground, so `place=rooms` has none",
};
const LEAST_PIXELS: Setting = Setting {
    name: "least-pixels",
    default: "20",
    kind: Kind::Whole(1, 10_000),
    about: "hiding fewer pixels than this, or than 2 % of an object, does not count",
};
const RATERS: Setting = Setting {
    name: "raters",
    default: "5",
    kind: Kind::Whole(3, 10),
    about: "how many simulated people vote on each pair",
};
const ANSWER: Setting = Setting {
    name: "answer",
    default: "exact",
    kind: Kind::Word(&["exact", "majority"]),
    about: "whether the answer is the exact label or what most raters voted for",
};

/// Sizes like those of the release, and pairs that are harder to tell.
pub const WITHIN_PRESETS: &[Preset] = &[
    Preset {
        name: "paper",
        about: "as many pictures as the release labels in full",
        counts: &[(Split::Val, 1200), (Split::Test, 4000)],
        settings: &[],
    },
    Preset {
        name: "hardened",
        about: "more pairs that are nearly or just equally far, and more that hide each other",
        counts: &[(Split::Val, 1200), (Split::Test, 4000)],
        settings: &[("same", "25"), ("occluding", "25"), ("mutual", "4")],
    },
];

/// The same for two pictures.
pub const ACROSS_PRESETS: &[Preset] = &[
    Preset {
        name: "paper",
        about: "as many pairs of pictures as the release labels in full",
        counts: &[(Split::Val, 600), (Split::Test, 2000)],
        settings: &[],
    },
    Preset {
        name: "hardened",
        about: "objects that are more alike in depth",
        counts: &[(Split::Val, 600), (Split::Test, 2000)],
        settings: &[("spread", "0.2")],
    },
];

impl Rules {
    /// The settings of a kind of question.
    pub fn new(kind: RelationKind, settings: &Settings) -> Self {
        let across = kind == RelationKind::DepthAcross;
        let spread = match across {
            true => settings.number("spread"),
            false => spread_of(settings.number("same") / 100.0),
        };
        let deviations = match across {
            // Two thirds of the variance are within pictures.
            true => [spread * (1.0 / 3.0_f64).sqrt(), spread * (1.0 / 6.0_f64).sqrt()],
            false => [spread * 0.5_f64.sqrt() * PLANNED, 0.18],
        };
        Self {
            size: ["width", "height"].map(|name| settings.whole(name) as usize),
            place: match settings.text("place") {
                "rooms" => Surroundings::Rooms,
                "ground" => Surroundings::Ground,
                _ => Surroundings::Both,
            },
            deviations,
            occluding: settings.number("occluding") / 100.0,
            interlocking: plan::interlocking(settings.number("mutual") / 100.0),
            least_pixels: settings.whole("least-pixels") as usize,
            raters: Raters { count: settings.whole("raters") as usize, spread, across },
            majority: settings.text("answer") == "majority",
        }
    }
}

/// The standard deviation of a normal distribution of which so large a share is within [`SAME`] of 0.
fn spread_of(share: f64) -> f64 {
    let (mut low, mut high) = (1e-3, 10.0);
    for _ in 0..60 {
        let middle = (low + high) / 2.0;
        if libm::erf(SAME / (middle * std::f64::consts::SQRT_2)) > share {
            low = middle
        } else {
            high = middle
        }
    }
    low
}
