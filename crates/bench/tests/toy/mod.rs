//! The smallest task there can be, to test datasets with: which square is the darkest?

#[allow(dead_code, reason = "each test file uses its own part")]
pub mod open;
#[allow(dead_code, reason = "each test file uses its own part")]
pub mod scenes;

use spatiq_bench::{
    Answer, Choice, EvidenceError, Form, Generator, Item, Kind, Metric, Picture, Place, Preset, Question,
    Reject, Setting, SettingError, Settings, SolverSpec, Split, Tags, Task, deal,
};
use spatiq_raster::Gray;

/// The task.
pub struct Darkest;

/// Its registry.
pub const TASKS: &[&dyn Task] = &[&Darkest, &open::DRAWING, &open::POINTS, &scenes::Dark];

const SETTINGS: &[Setting] = &[
    Setting { name: "size", default: "4", kind: Kind::Whole(1, 64), about: "pixels of a side" },
    Setting {
        name: "fault",
        default: "none",
        kind: Kind::Word(&["none", "slots", "repeats", "options"]),
        about: "what to get wrong, to see that it is noticed",
    },
];

struct Configured {
    size: usize,
    fault: String,
}

impl Task for Darkest {
    fn name(&self) -> &'static str {
        "toy/darkest"
    }
    fn about(&self) -> &'static str {
        "which of four squares is the darkest"
    }
    fn form(&self) -> &'static str {
        "a letter"
    }
    fn metric(&self) -> Metric {
        Metric::Accuracy
    }
    fn settings(&self) -> &'static [Setting] {
        SETTINGS
    }
    fn presets(&self) -> &'static [Preset] {
        &[Preset {
            name: "small",
            about: "110 questions",
            counts: &[(Split::Train, 100), (Split::Test, 10)],
            settings: &[],
        }]
    }
    fn solvers(&self) -> &'static [SolverSpec] {
        &[]
    }
    fn configure(&self, settings: &Settings) -> Result<Box<dyn Generator>, SettingError> {
        Ok(Box::new(Configured {
            size: settings.whole("size") as usize,
            fault: settings.text("fault").into(),
        }))
    }
    fn rebuild(&self, id: &str, evidence: &str) -> Result<Item, EvidenceError> {
        let (size, shades): (usize, Vec<u64>) =
            serde_json::from_str(evidence).map_err(|why| EvidenceError(why.to_string()))?;
        if size > 64 || shades.len() != 5 {
            return Err(EvidenceError("five shades of small squares are needed".into()));
        }
        Ok(item(id.into(), size, &shades))
    }
    fn recheck(&self, item: &Item) -> Result<(), EvidenceError> {
        let shades: Vec<u8> =
            item.question.options().iter().map(|o| Gray::decode(&o[0].png).unwrap().pixels[0]).collect();
        let Answer::Choice(truth) = item.truth else { panic!("a choice") };
        let darker = shades.iter().filter(|shade| **shade <= shades[truth]).count();
        if darker == 1 { Ok(()) } else { Err(EvidenceError("the answer is not the darkest".into())) }
    }
}

impl Generator for Configured {
    fn generate(&self, place: &Place) -> Result<Item, Reject> {
        let mut rng = place.seed.rng();
        if rng.below(3) == 0 {
            return Err(Reject("unlucky"));
        }
        let slot = match self.fault.as_str() {
            "slots" => 0,
            _ => deal(&place.split_seed.child("slots"), 4, place.index),
        };
        if self.fault == "repeats" {
            rng = place.split_seed.child(slot).rng();
        }
        // The lowest byte is the shade of the first pixel; the others make every picture a picture of its own.
        let mut draw =
            |low: usize, high: usize| ((rng.below(1 << 40) << 8) | (low + rng.below(high - low))) as u64;
        let mut shades: Vec<u64> = (0..5).map(|_| draw(50, 250)).collect();
        shades[1 + slot] = draw(0, 50);
        if self.fault == "options" {
            shades[1 + (slot + 1) % 4] = shades[1 + (slot + 2) % 4];
        }
        Ok(item(place.id(), self.size, &shades))
    }
}

fn item(id: String, size: usize, shades: &[u64]) -> Item {
    let pixels = |shade: &u64| shade.to_le_bytes().into_iter().cycle().take(size * size).collect();
    let picture = |(name, shade): (&str, &u64)| Picture {
        name: name.into(),
        png: Gray { width: size, height: size, pixels: pixels(shade) }.encode(),
        svg: Some(format!("<svg><!-- {shade} --></svg>")),
    };
    let darkest = (1..5).min_by_key(|at| shades[*at] as u8).unwrap() - 1;
    Item {
        question: Question {
            id,
            prompt: "Which square is the darkest?".into(),
            pictures: ["question", "A", "B", "C", "D"].into_iter().zip(shades).map(picture).collect(),
            form: Form::Choice((1..5).map(|at| Choice { text: String::new(), pictures: vec![at] }).collect()),
            tags: Tags::new(),
        },
        truth: Answer::Choice(darkest),
        evidence: serde_json::to_string(&(size, shades)).unwrap(),
        scenes: Vec::new(),
    }
}
