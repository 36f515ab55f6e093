//! The task `iq/composition`: which pieces make up the shape?
//!
//! A square is cut twice to give an original, the original is cut into m pieces, and each of four options shows m
//! pieces, turned by quarter turns. The pieces of one option are the true ones. In every other option one piece was
//! changed, and it is proven that its pieces do not tile the original.
//!
//! The way of a question: [`cutting`] makes original and pieces, [`similar`] or [`equal`] the wrong pieces, each
//! accepted by [`proof`] with the [`tiling`] search; the outcome is [`evidence`], and [`picture`] turns that into what
//! is shown. `recheck` tells by other means ([`balance`], counting pixels) whether evidence holds.

mod balance;
mod cutting;
mod equal;
mod evidence;
mod outline;
mod picture;
mod presets;
mod proof;
mod recheck;
mod shape;
mod similar;
mod solver;
#[cfg(test)]
mod tests;
mod tiling;

use crate::iq::levels::{Levels, OUT_LEVELS, levels_setting};
use cutting::{Slopes, cut_original, cut_pieces};
use evidence::{Candidate, Change, Evidence, HIGHEST_LEVEL, OPTIONS, Shown, Wrong, piece_count};
use picture::Frame;
use shape::Shape;
use spatiq_bench::{
    EvidenceError, Generator, Item, Kind, Metric, Place, Preset, Reject, Rng, Setting, SettingError,
    Settings, SolverSpec, Task,
};

/// The task.
#[derive(Clone, Copy, Debug)]
pub struct Composition;

const SETTINGS: &[Setting] = &[
    Setting {
        name: "size",
        default: "224",
        kind: Kind::Whole(evidence::SIZES[0] as u64, evidence::SIZES[1] as u64),
        about: "width and height of each picture in pixels",
    },
    levels_setting("1,2,3,4"),
    OUT_LEVELS,
    Setting {
        name: "padding",
        default: "0",
        kind: Kind::Whole(0, evidence::MOST_PADDING as u64),
        about: "white ground around the square, in 224ths of its side, scaled with it to `size` (saliency maps: 50)",
    },
    Setting {
        name: "wrong",
        default: "paper",
        kind: Kind::Word(&["paper", "equal-area"]),
        about: "wrong options: paper (two with a piece replaced, one scaled) or equal-area (one piece, same area)",
    },
    Setting {
        name: "slopes",
        default: "auto",
        kind: Kind::Word(&["auto", "paper", "any"]),
        about: "slopes of cuts: paper (0°, 30°, 45°, 60°) or any; auto: any for equal-area, else paper",
    },
];

impl Task for Composition {
    fn name(&self) -> &'static str {
        "iq/composition"
    }

    fn about(&self) -> &'static str {
        "a shape was cut into pieces: which option's pieces make it up exactly?"
    }

    fn form(&self) -> &'static str {
        "one of four options, A to D, each of 2 to 5 pictures"
    }

    fn metric(&self) -> Metric {
        Metric::Accuracy
    }

    fn settings(&self) -> &'static [Setting] {
        SETTINGS
    }

    fn presets(&self) -> &'static [Preset] {
        presets::PRESETS
    }

    fn solvers(&self) -> &'static [SolverSpec] {
        &[solver::GEOMETRIC]
    }

    fn configure(&self, settings: &Settings) -> Result<Box<dyn Generator>, SettingError> {
        let whole = |name| u32::try_from(settings.whole(name)).expect("checked when set");
        let (wrong, slopes) = match (settings.text("wrong"), settings.text("slopes")) {
            ("paper", "any") => (Wrong::Paper, Slopes::Any),
            ("paper", _) => (Wrong::Paper, Slopes::Paper),
            (_, "paper") => {
                let expected =
                    "wrong=equal-area needs slopes=any: four slopes give too few pieces of an area".into();
                return Err(SettingError::Value { name: "slopes".into(), value: "paper".into(), expected });
            }
            _ => (Wrong::EqualArea, Slopes::Any),
        };
        let levels = Levels::read(settings, HIGHEST_LEVEL)?;
        Ok(Box::new(Maker { levels, size: whole("size"), padding: whole("padding"), wrong, slopes }))
    }

    fn rebuild(&self, id: &str, evidence: &str) -> Result<Item, EvidenceError> {
        Ok(picture::item(id, &Evidence::parse(evidence)?))
    }

    fn recheck(&self, item: &Item) -> Result<(), EvidenceError> {
        recheck::recheck(item)
    }
}

/// The task with its settings.
struct Maker {
    levels: Levels,
    size: u32,
    padding: u32,
    wrong: Wrong,
    slopes: Slopes,
}

impl Generator for Maker {
    fn generate(&self, place: &Place) -> Result<Item, Reject> {
        let stratum = self.levels.stratum(place);
        let mut rng = place.seed.rng();
        let Puzzle { original, pieces, mut changes } = self.puzzle(place, stratum.level, &mut rng)?;
        rng.shuffle(&mut changes);
        let answer = stratum.slot(&place.split_seed, OPTIONS);
        let mut changes: Vec<Option<Change>> = changes.into_iter().map(Some).collect();
        changes.insert(answer, None);
        let options = changes.into_iter().map(|change| self.show(change, &pieces, &mut rng)).collect();
        let evidence = Evidence {
            level: stratum.level,
            distribution: stratum.distribution,
            size: self.size,
            padding: self.padding,
            wrong: self.wrong,
            answer,
            original,
            pieces,
            options,
        };
        Ok(picture::item(&place.id(), &evidence))
    }
}

/// A shape, its pieces, and what to change in the wrong options.
struct Puzzle {
    original: Shape,
    pieces: Vec<Shape>,
    changes: Vec<Change>,
}

impl Maker {
    fn puzzle(&self, place: &Place, level: u8, rng: &mut Rng) -> Result<Puzzle, Reject> {
        let original = cut_original(self.slopes, rng)?;
        let cut = cut_pieces(&original, piece_count(level), self.slopes, rng)?;
        let pieces: Vec<Shape> = cut.into_iter().map(|piece| piece.shape).collect();
        let changes = match self.wrong {
            Wrong::Paper => similar::changes(&original, &pieces, self.slopes, rng)?,
            Wrong::EqualArea => {
                // Not from the attempt's seed: places that are hard to fill would be rejected more often.
                let windows = place.split_seed.child("windows").child(place.index);
                equal::changes(&original, &pieces, self.slopes, &windows, rng)?
            }
        };
        Ok(Puzzle { original, pieces, changes })
    }

    /// An option: its pieces in random order and turns. Those of equal area are also off the middle by up to half a
    /// pixel, so that the same piece has not the same pixels in two options.
    fn show(&self, change: Option<Change>, pieces: &[Shape], rng: &mut Rng) -> Candidate {
        let frame = Frame::new(self.size, self.padding, self.wrong);
        let mut order: Vec<usize> = (0..pieces.len()).collect();
        rng.shuffle(&mut order);
        let shown = order.into_iter().map(|piece| {
            let turns = rng.below(4) as u8;
            let changed = change.as_ref().filter(|change| change.piece == piece);
            let shape = changed.map_or(&pieces[piece], |change| &change.shape).turned(turns);
            let shift = match self.wrong {
                Wrong::Paper => [0.0; 2],
                Wrong::EqualArea => frame.room(&shape).map(|room| {
                    let most = f64::min(0.5 / frame.scale, room);
                    (rng.between(-most, most) * 1e4).trunc() / 1e4
                }),
            };
            Shown { piece, turns, shift }
        });
        let shown = shown.collect();
        Candidate { change, shown }
    }
}
