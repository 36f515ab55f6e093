//! Solvers: the paper's rules, an order that repairs any of them, and a geometric one.

mod class;
mod depth;
mod geometric;
mod order;
mod ordered;
mod rules;

pub use ordered::repaired;
use spatiq_bench::{Form, Kind, Question, Relations, Setting, Settings, Solver, SolverError, SolverSpec};

/// Those that answer every task of the family.
pub const SOLVERS: &[SolverSpec] = &[
    SolverSpec {
        name: "majority",
        about: "says the commonest label: closer, or none for occlusion",
        privileged: &[],
        learns: false,
        settings: &[],
        make: |_| Box::new(rules::Majority),
    },
    SolverSpec {
        name: "class",
        about: "says the commonest label of the two classes in the split that it learns from",
        privileged: &[],
        learns: true,
        settings: &[],
        make: |_| Box::new(class::Class::default()),
    },
    rule("size", "the larger box is closer", SIZE_SETTINGS, |settings| of_box(rules::Cue::Size, settings)),
    rule("location", "the box whose middle is lower is closer", LOCATION_SETTINGS, |settings| {
        of_box(rules::Cue::Middle, settings)
    }),
    rule("location-bottom", "the box whose lower edge is lower is closer", BOTTOM_SETTINGS, |settings| {
        of_box(rules::Cue::Bottom, settings)
    }),
    rule("depth", "what has less depth in its box on average is closer", DEPTH_SETTINGS, |settings| {
        let larger_is_closer = settings.text("larger") == "closer";
        Box::new(depth::Depth::new(settings.number("margin"), settings.number("tau"), larger_is_closer))
    }),
    SolverSpec {
        name: "geometric",
        about: "measures rendered pictures: cuts colours and depth into objects by their boxes",
        privileged: &[],
        learns: false,
        settings: &[],
        make: |_| Box::new(geometric::Geometric),
    },
    SolverSpec {
        name: "ordered",
        about: "repairs another solver's answers: the fewest changes that make them symmetric and put objects in one order",
        privileged: &[],
        learns: false,
        settings: ORDERED_SETTINGS,
        make: |settings| Box::new(ordered::Ordered::new(settings)),
    },
];

/// The solvers that can be repaired here; the answers of any other, from a file.
const REPAIRABLE: &[&str] =
    &["location-bottom", "location", "size", "depth", "majority", "class", "geometric"];

/// What stands for another solver's own default.
const OWN: &str = "-1";

const SIZE_SETTINGS: &[Setting] = &[margin("0"), tau("0.264")];
const LOCATION_SETTINGS: &[Setting] = &[margin("0.02"), tau("0.288")];
const BOTTOM_SETTINGS: &[Setting] = &[margin("0.02"), tau("0.008")];
const DEPTH_SETTINGS: &[Setting] = &[margin("0.02"), tau("0.008"), LARGER];
const ORDERED_SETTINGS: &[Setting] = &[
    Setting {
        name: "of",
        default: "location-bottom",
        kind: Kind::Word(REPAIRABLE),
        about: "whose answers; those of any solver in a file are repaired by `score --ordered`",
    },
    Setting {
        name: "margin",
        default: OWN,
        kind: Kind::Fitted(-1.0, 1.0),
        about: "that solver's margin; -1 for its own default",
    },
    Setting {
        name: "tau",
        default: OWN,
        kind: Kind::Fitted(-1.0, 1.0),
        about: "that solver's tau; -1 for its own default",
    },
    LARGER,
];

const LARGER: Setting = Setting {
    name: "larger",
    default: "farther",
    kind: Kind::Word(&["farther", "closer"]),
    about: "what larger numbers in a depth map mean: `closer` for maps of inverse depth, such as those of MiDaS",
};

const fn margin(default: &'static str) -> Setting {
    Setting {
        name: "margin",
        default,
        kind: Kind::Fitted(0.0, 1.0),
        about: "differences up to this are the same depth, within a picture",
    }
}

const fn tau(default: &'static str) -> Setting {
    Setting {
        name: "tau",
        default,
        kind: Kind::Fitted(0.0, 1.0),
        about: "boxes that overlap by more than this share of the picture occlude each other, the closer the other",
    }
}

const fn rule(
    name: &'static str,
    about: &'static str,
    settings: &'static [Setting],
    make: fn(&Settings) -> Box<dyn Solver>,
) -> SolverSpec {
    SolverSpec { name, about, privileged: &[], learns: false, settings, make }
}

fn of_box(cue: rules::Cue, settings: &Settings) -> Box<dyn Solver> {
    Box::new(rules::BoxRule::new(cue, settings.number("margin"), settings.number("tau")))
}

/// What is asked.
fn asked(question: &Question) -> Result<&Relations, SolverError> {
    match &question.form {
        Form::Relations(asked) => Ok(asked),
        _ => Err(SolverError("no relations are asked for".into())),
    }
}
