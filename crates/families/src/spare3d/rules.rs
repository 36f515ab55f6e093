//! The settings of the family's tasks, and what follows from them: which object a question is about, and how far drawings must
//! differ.

use super::FAMILY;
use super::asked::Asked;
use super::elements::Elements;
use super::object::Object;
use super::poses::overlap;
use super::sheet::Shown;
use super::stock::{Facts, Shelf, csg};
use spatiq_bench::{Kind, Place, Reject, Seed, Setting, SettingError, Settings, Split, Stock, deal};
use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use std::sync::Arc;

/// Sides of a picture in pixels.
pub const SIZES: RangeInclusive<u32> = 64..=2048;

/// How far two drawings must differ, in pixels of ink, so that a person sees it.
const LEAST_DISTANCE: usize = 40;

/// The stock that has no end.
const CSG: &str = "csg";

const LEAST: &str = "least-distance";
const MOST_DISTANCE: &str = "most-distance";
const OVERLAP: &str = "overlap";
const OTHER_POSES: &str = "others";

/// The settings of tasks without options.
pub const COMMON: &[Setting] = &[SIZE, PRIMITIVES, STOCK, SHARE, SHOWN];

/// The settings of the task with cuts to choose from. About one question in sixty has options that are all 300 apart, which
/// takes some seconds each; none of 2,000 had options 400 apart.
pub const OF_CUTS: &[Setting] = &[SIZE, PRIMITIVES, STOCK, SHARE, SHOWN, least(300), most(100)];

/// The settings of tasks with poses to choose from, whose drawings differ more than those of cuts: four questions in five have
/// options that are all 400 apart, and one in twenty-five has two that are nearer than 200. Of four primitives that is one in four
/// hundred, which takes seconds each, and one in thirteen hundred has two that are nearer than 100.
pub const OF_POSES: &[Setting] = &[SIZE, PRIMITIVES, STOCK, SHARE, SHOWN, least(400), most(200)];

/// The same where the pose is asked for.
pub const OF_ASKED_POSES: &[Setting] =
    &[SIZE, PRIMITIVES, STOCK, SHARE, SHOWN, least(400), most(200), SIDES_SEEN, OTHERS];

const SIZE: Setting = Setting {
    name: "size",
    default: "200",
    kind: Kind::Whole(*SIZES.start() as u64, *SIZES.end() as u64),
    about: "side of the pictures in pixels",
};

const PRIMITIVES: Setting = Setting {
    name: "primitives",
    default: "2,3,4",
    kind: Kind::Text("numbers of primitives, 2 to 8, such as 2,3,4"),
    about: "how many primitives objects are made of, in equal parts; six and more take seconds an object, with cuts a minute; \
            not for a library",
};

const STOCK: Setting = Setting {
    name: "stock",
    default: CSG,
    kind: Kind::Text("csg, or the folder of a library that `spatiq import cad` made"),
    about: "where objects come from: made of primitives, or the models of a library",
};

const SHARE: Setting = Setting {
    name: "share",
    default: "fifth",
    kind: Kind::Word(&["fifth", "whole"]),
    about: "of a library, the task's own fifth, so that no object serves two tasks, or the whole, for one task alone",
};

const SHOWN: Setting = Setting {
    name: "shown",
    default: Shown::WORDS[0],
    kind: Kind::Word(Shown::WORDS),
    about: "of the drawings of a library's models: the whole, or, as in the papers, a square of 1.4 longest edges, which cuts \
            corners off",
};

/// How far options differ at least; up to `highest` some are found.
const fn least(highest: u64) -> Setting {
    Setting {
        name: LEAST,
        default: "40",
        kind: Kind::Whole(1, highest),
        about: "the three views, and the options, differ at least by so many pixels of ink at 200 pixels a side",
    }
}

/// How far the two most similar options differ at most; down to `lowest` some are found.
const fn most(lowest: u64) -> Setting {
    Setting {
        name: MOST_DISTANCE,
        default: "10000",
        kind: Kind::Whole(lowest, 10_000),
        about: "the two most similar options differ at most by so many: less is harder",
    }
}

const SIDES_SEEN: Setting = Setting {
    name: OVERLAP,
    default: "0,1,2,3",
    kind: Kind::Text("numbers of sides, 0 to 3, such as 0,1"),
    about: "the asked pose sees so many of the front, top and right sides: fewer is harder",
};

const OTHERS: Setting = Setting {
    name: OTHER_POSES,
    default: "any",
    kind: Kind::Word(&["any", "half"]),
    about: "the wrong drawings are from any other poses, or, like the right one, all from above or all from below, which a \
            drawing gives away by itself",
};

/// Among which drawings the answer is chosen.
pub struct Offer {
    /// How far the two most similar may differ.
    pub distances: RangeInclusive<usize>,
    /// The isometric poses that overlap with the three views as asked for.
    pub poses: Vec<u8>,
    /// Whether all are from above or all from below.
    pub is_half: bool,
}

impl Offer {
    /// The poses that may stand beside one.
    pub fn others(&self, pose: u8) -> Vec<u8> {
        let is_above = |pose: u8| pose <= 4;
        let may = |other: &u8| *other != pose && (!self.is_half || is_above(*other) == is_above(pose));
        (1..=8).filter(may).collect()
    }
}

/// The settings, typed.
pub struct Rules {
    /// Side of the pictures in pixels.
    pub size: u32,
    source: Source,
    /// How much of a model of a library pictures show.
    pub shown: Shown,
    /// What there is to choose from.
    pub offer: Offer,
}

/// Where objects come from.
enum Source {
    /// From as many primitives as one of these numbers says.
    Primitives(Vec<usize>),
    Library(Shelf),
}

impl Rules {
    /// Reads the settings of a task, with the library at hand.
    pub fn read<A: Asked>(settings: &Settings, stock: Option<&Arc<dyn Stock>>) -> Result<Self, SettingError> {
        let has = |name: &str| A::SETTINGS.iter().any(|setting| setting.name == name);
        let least = if has(LEAST) { settings.whole(LEAST) as usize } else { LEAST_DISTANCE };
        let most = if has(MOST_DISTANCE) { settings.whole(MOST_DISTANCE) as usize } else { usize::MAX };
        if most < least {
            let expected = format!("expected at least least-distance, which is {least}");
            return Err(refused(MOST_DISTANCE, settings.text(MOST_DISTANCE), expected));
        }
        let overlaps = if has(OVERLAP) { numbers(settings, OVERLAP, 0..=3)? } else { (0..=3).collect() };
        let poses = (1..=8).filter(|&pose| overlaps.contains(&overlap(pose))).collect();
        let is_half = has(OTHER_POSES) && settings.text(OTHER_POSES) == "half";
        let offer = Offer { distances: least..=most, poses, is_half };
        let shown = Shown::of(settings.text(SHOWN.name));
        let primitives = numbers(settings, PRIMITIVES.name, 2..=csg::MOST_PRIMITIVES)?;
        let only = |setting: &Setting, why: &str| match settings.text(setting.name) {
            value if value == setting.default => Ok(()),
            value => Err(refused(setting.name, value, format!("leave it out, {why}"))),
        };
        let source = match settings.text("stock") {
            CSG => {
                only(&SHARE, "since objects of primitives have no end")?;
                Source::Primitives(primitives)
            }
            _ => {
                only(&PRIMITIVES, "since the models of a library are what they are")?;
                let suits = |facts: &Facts| facts.views >= least && A::suits(facts, &offer);
                Source::Library(shelf::<A>(settings, stock, shown, suits)?)
            }
        };
        Ok(Self { size: settings.whole("size") as u32, source, shown, offer })
    }

    /// The object of a question.
    pub fn object(&self, place: &Place) -> Result<Object, Reject> {
        match &self.source {
            Source::Primitives(numbers) => {
                let elements = csg::model(&place.seed.child("object"), dealt(numbers, place))?;
                Ok(Object::Recipe(Elements(elements)))
            }
            Source::Library(shelf) => {
                let model = shelf.model(place).ok_or(Reject("the library has no further object"))?;
                Ok(Object::Model { model: model.id.clone() })
            }
        }
    }

    /// A model of a library is what it is: where some hundred cuts or choices of poses do not suit, none will.
    pub fn most_attempts(&self) -> u64 {
        match self.source {
            Source::Primitives(_) => 20_000,
            Source::Library(_) => 300,
        }
    }

    /// Says why there are not enough objects for so many questions.
    pub fn check(&self, root: &Seed, counts: &BTreeMap<Split, u64>) -> Result<(), String> {
        match &self.source {
            Source::Primitives(_) => Ok(()),
            Source::Library(shelf) => shelf.check(root, counts),
        }
    }

    /// Drawings that differ by less look the same.
    pub fn least_distance(&self) -> usize {
        *self.offer.distances.start()
    }

    /// Refuses look-alikes, and what is easier than asked for.
    pub fn check_distance(&self, distance: usize) -> Result<(), Reject> {
        if distance < self.least_distance() {
            return Err(Reject("two options look alike"));
        }
        if distance > *self.offer.distances.end() {
            return Err(Reject("no two options are as similar as asked for"));
        }
        Ok(())
    }
}

/// How many primitives the object of a question is made of.
fn dealt(numbers: &[usize], place: &Place) -> usize {
    numbers[deal(&place.split_seed.child("primitives"), numbers.len(), place.index)]
}

/// The option that is right at a place, from 0 for A.
pub fn slot(place: &Place) -> usize {
    deal(&place.split_seed.child("slot"), 4, place.index)
}

/// Numbers with commas between them.
fn numbers(
    settings: &Settings,
    name: &str,
    known: RangeInclusive<usize>,
) -> Result<Vec<usize>, SettingError> {
    let text = settings.text(name);
    let number = |number: &str| number.trim().parse().ok().filter(|number| known.contains(number));
    let numbers: Option<Vec<usize>> = text.split(',').map(number).collect();
    let is_once = |numbers: &Vec<usize>| (1..numbers.len()).all(|at| !numbers[..at].contains(&numbers[at]));
    let (least, most) = (known.start(), known.end());
    let expected = || format!("expected numbers from {least} to {most}, each once, with commas between them");
    numbers.filter(is_once).ok_or_else(|| refused(name, text, expected()))
}

/// The objects for a task of the library that the settings name by its digest.
fn shelf<A: Asked>(
    settings: &Settings,
    stock: Option<&Arc<dyn Stock>>,
    shown: Shown,
    suits: impl Fn(&Facts) -> bool,
) -> Result<Shelf, SettingError> {
    let wanted = settings.text("stock");
    let refuse = |why: String| refused("stock", wanted, why);
    let stock = match stock {
        Some(stock) if stock.digest() == wanted => stock,
        Some(stock) => return Err(refuse(format!("the library at hand is {}", stock.digest()))),
        None => return Err(refuse("expected csg, or a library that is at hand".into())),
    };
    let number = FAMILY.tasks.iter().position(|task| task.name() == A::NAME).unwrap_or(0);
    let task = if settings.text("share") == "whole" { (0, 1) } else { (number, FAMILY.tasks.len()) };
    Shelf::new(Arc::clone(stock), task, shown, suits).map_err(refuse)
}

fn refused(name: &str, value: &str, expected: String) -> SettingError {
    SettingError::Value { name: name.into(), value: value.into(), expected }
}

#[cfg(test)]
mod tests {
    use super::super::FAMILY;
    use spatiq_bench::{Kind, Place, Seed, Settings, Split, Task};

    #[test]
    fn settings_that_would_do_nothing_are_refused() {
        let task = FAMILY.tasks[2];
        for (name, value, hint) in [
            ("share", "whole", "objects of primitives have no end"),
            ("primitives", "2,3,2", "each once"),
            ("overlap", "1,1", "each once"),
            ("primitives", "9", "numbers from 2 to 8"),
        ] {
            let settings = Settings::new(task.settings(), [(name, value)]).unwrap();
            let refused = task.configure(&settings).err().unwrap().to_string();
            assert!(refused.contains(hint), "{name}={value}: {refused}");
        }
    }

    /// A question is found for either end of what may be asked for, and of each number of primitives.
    #[test]
    fn distances_that_may_be_asked_for_are_found() {
        for (task, ends) in [
            ("spare3d/three-view-to-isometric", [("least-distance", 300), ("most-distance", 100)]),
            ("spare3d/isometric-to-pose", [("least-distance", 400), ("most-distance", 200)]),
            ("spare3d/pose-to-isometric", [("least-distance", 400), ("most-distance", 200)]),
        ] {
            let task: &dyn Task = *FAMILY.tasks.iter().find(|known| known.name() == task).unwrap();
            for (name, end) in ends {
                let setting = task.settings().iter().find(|setting| setting.name == name).unwrap();
                let Kind::Whole(low, high) = setting.kind else { panic!("{name} is no whole number") };
                assert_eq!(if name == "least-distance" { high } else { low }, end, "{}", task.name());
                let settings = Settings::new(task.settings(), [(name, end.to_string().as_str())]).unwrap();
                let generator = task.configure(&settings).unwrap();
                let place =
                    |index, attempt| Place::new(&Seed::root(5), task.name(), Split::Test, index, attempt);
                for index in 0..3 {
                    let found = (0..5_000).any(|attempt| generator.generate(&place(index, attempt)).is_ok());
                    assert!(found, "{} {name}={end}: {index}", task.name());
                }
            }
        }
    }
}
