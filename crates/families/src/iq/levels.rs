//! Which level an item has, by its index alone, so that every stretch of a split has the asked mix.

use serde::{Deserialize, Serialize};
use spatiq_bench::{Kind, Place, Seed, Setting, SettingError, Settings, Split, Tags, deal};

/// The setting `levels` of a task with levels `1..=highest`, all in equal parts unless set otherwise.
pub const fn levels_setting(default: &'static str) -> Setting {
    Setting {
        name: "levels",
        default,
        kind: Kind::Text("levels with optional weights, such as 1,2,3 or 1*4,2"),
        about: "the mix of levels: 1,2 in equal parts; 1*4,2 four of level 1 for each of level 2",
    }
}

/// The setting `out-levels`.
pub const OUT_LEVELS: Setting = Setting {
    name: "out-levels",
    default: "none",
    kind: Kind::Text("none, or levels with optional weights"),
    about: "the mix of every second test question (tag distribution=out), to test on levels never trained on",
};

/// The levels of a dataset: one mix, and another for the half of the test split that is out of distribution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Levels {
    inside: Mix,
    outside: Option<Mix>,
}

/// Levels with weights, dealt out in turns.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Mix {
    /// A whole turn: each level as often as its weight.
    turn: Vec<u8>,
}

/// Where an item stands among those that are like it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stratum {
    /// The item's level.
    pub level: u8,
    /// How many items of the same level and distribution come before it in the split.
    pub nth: u64,
    /// Whether the dataset tells apart what is in and out of distribution, and which this is.
    pub distribution: Option<Distribution>,
}

/// Whether training questions have the same levels.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Distribution {
    /// They have.
    In,
    /// They have not.
    Out,
}

impl Levels {
    /// Reads the two settings of a task whose levels go from 1 to `highest`.
    pub fn read(settings: &Settings, highest: u8) -> Result<Self, SettingError> {
        let outside = match settings.text("out-levels") {
            "none" => None,
            _ => Some(Mix::read(settings, "out-levels", highest)?),
        };
        Ok(Self { inside: Mix::read(settings, "levels", highest)?, outside })
    }

    /// The stratum of the item at a place.
    pub fn stratum(&self, place: &Place) -> Stratum {
        match &self.outside {
            None => self.inside.at(place.index, None),
            Some(_) if place.split != Split::Test => self.inside.at(place.index, Some(Distribution::In)),
            Some(_) if place.index.is_multiple_of(2) => {
                self.inside.at(place.index / 2, Some(Distribution::In))
            }
            Some(outside) => outside.at(place.index / 2, Some(Distribution::Out)),
        }
    }
}

impl Stratum {
    /// The slot of the right answer: every level has each of `slots` equally often.
    pub fn slot(&self, split_seed: &Seed, slots: usize) -> usize {
        let side = match self.distribution {
            Some(Distribution::Out) => "slots-out",
            _ => "slots",
        };
        deal(&split_seed.child(side).child(self.level), slots, self.nth)
    }
}

/// The tags of an item of that level.
pub fn tags(level: u8, distribution: Option<Distribution>) -> Tags {
    let mut tags = Tags::from([("level".into(), level.to_string())]);
    let distribution = distribution.map(|side| if side == Distribution::In { "in" } else { "out" });
    tags.extend(distribution.map(|side| ("distribution".into(), side.into())));
    tags
}

impl Mix {
    fn read(settings: &Settings, name: &str, highest: u8) -> Result<Self, SettingError> {
        let value = settings.text(name);
        let refuse = || SettingError::Value {
            name: name.into(),
            value: value.into(),
            expected: format!(
                "expected levels from 1 to {highest}, each once, with weights up to 100, such as 1*4,2"
            ),
        };
        let mut turn: Vec<u8> = Vec::new();
        for part in value.split(',') {
            let (level, weight) = part.split_once('*').unwrap_or((part, "1"));
            let level = level.trim().parse::<u8>().map_err(|_| refuse())?;
            let weight = weight.trim().parse::<usize>().map_err(|_| refuse())?;
            if !(1..=highest).contains(&level) || !(1..=100).contains(&weight) || turn.contains(&level) {
                return Err(refuse());
            }
            turn.extend(std::iter::repeat_n(level, weight));
        }
        Ok(Self { turn })
    }

    fn at(&self, index: u64, distribution: Option<Distribution>) -> Stratum {
        let length = self.turn.len() as u64;
        let within = (index % length) as usize;
        let level = self.turn[within];
        let count = |turn: &[u8]| turn.iter().filter(|&&other| other == level).count() as u64;
        let nth = index / length * count(&self.turn) + count(&self.turn[..within]);
        Stratum { level, nth, distribution }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SETTINGS: &[Setting] = &[levels_setting("1,2,3"), OUT_LEVELS];

    fn levels(given: &[(&str, &str)]) -> Result<Levels, SettingError> {
        Levels::read(&Settings::new(SETTINGS, given.iter().copied())?, 3)
    }

    fn strata(levels: &Levels, split: Split, count: u64) -> Vec<Stratum> {
        let root = Seed::root(1);
        (0..count).map(|index| levels.stratum(&Place::new(&root, "iq/rotation", split, index, 0))).collect()
    }

    #[test]
    fn a_mix_holds_in_every_turn_and_counts_within_a_level() {
        let strata = strata(&levels(&[("levels", "1*2,3")]).unwrap(), Split::Train, 7);
        let seen: Vec<_> = strata.iter().map(|s| (s.level, s.nth)).collect();
        assert_eq!(seen, [(1, 0), (1, 1), (3, 0), (1, 2), (1, 3), (3, 1), (1, 4)]);
    }

    #[test]
    fn every_second_test_question_is_out_of_distribution() {
        let levels = levels(&[("levels", "1,2"), ("out-levels", "3")]).unwrap();
        let test: Vec<_> = strata(&levels, Split::Test, 6).iter().map(|s| (s.level, s.nth)).collect();
        assert_eq!(test, [(1, 0), (3, 0), (2, 0), (3, 1), (1, 1), (3, 2)]);
        assert!(strata(&levels, Split::Train, 6).iter().all(|s| s.level != 3));
    }

    #[test]
    fn slots_are_even_within_each_level() {
        let levels = levels(&[("levels", "1,2*3")]).unwrap();
        let mut counts = [[0u32; 4]; 4];
        for stratum in strata(&levels, Split::Train, 160) {
            counts[usize::from(stratum.level)][stratum.slot(&Seed::root(5), 4)] += 1;
        }
        assert_eq!(counts, [[0; 4], [10; 4], [30; 4], [0; 4]]);
    }

    #[test]
    fn a_bad_mix_is_refused() {
        for mix in ["", "0", "4", "1,1", "1*0", "1*", "x", "1;2", "1*1000"] {
            assert!(levels(&[("levels", mix)]).is_err(), "{mix:?}");
        }
    }
}
