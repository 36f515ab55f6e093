//! What the released files hold, beside what the paper says of them: its tables 1 and 2.

use super::{Release, Setting};
use crate::vrd25::votes::Difficulty;
use spatiq_bench::Split;
use std::collections::BTreeMap;

/// What a setting and split holds.
#[derive(Clone, Debug, PartialEq)]
pub struct Survey {
    /// Which setting.
    pub setting: Setting,
    /// Which split.
    pub split: Split,
    /// Pictures with objects.
    pub images: u64,
    /// Pictures, or pairs of them, with labelled pairs of objects.
    pub labelled: u64,
    /// Objects.
    pub objects: u64,
    /// Labelled pairs of objects.
    pub pairs: u64,
    /// Pairs by the code of their label for depth.
    pub distance: BTreeMap<i8, u64>,
    /// Pairs by the code of their label for occlusion.
    pub occlusion: BTreeMap<i8, u64>,
    /// Pairs by how hard they were.
    pub difficulty: BTreeMap<Difficulty, u64>,
}

/// What the paper says of a setting and split; shares in %.
#[derive(Clone, Copy, Debug)]
pub struct PaperSplit {
    /// Pictures.
    pub images: u64,
    /// Pictures, or pairs of them, with labelled pairs of objects.
    pub labelled: u64,
    /// Objects; the paper has one number for both settings.
    pub objects: u64,
    /// Labelled pairs of objects.
    pub pairs: u64,
    /// The share of each code for depth, from 1 on.
    pub distance: &'static [f64],
    /// The share of each code for occlusion, from 1 on.
    pub occlusion: &'static [f64],
}

/// Shares of the five difficulties over validation and test in %, within and across.
const DIFFICULTY: [[f64; 5]; 2] = [[55.8, 16.4, 13.1, 10.5, 4.3], [50.0, 21.6, 16.9, 6.7, 4.8]];

impl PaperSplit {
    /// The paper's table 1.
    pub fn of(setting: Setting, split: Split) -> Self {
        let (images, objects) = match split {
            Split::Train => (105_694, 493_498),
            Split::Val => (1_200, 4_063),
            Split::Test => (4_000, 13_893),
        };
        let (labelled, pairs, distance, occlusion): (u64, u64, &[f64], &[f64]) = match (setting, split) {
            (Setting::Within, Split::Train) => (105_694, 105_694, &[39.1, 39.9, 10.1], &[10.9, 11.0, 3.5]),
            (Setting::Within, Split::Val) => (1_200, 6_339, &[39.9, 39.6, 6.3], &[10.3, 10.0, 1.9]),
            (Setting::Within, Split::Test) => (4_000, 23_724, &[38.7, 38.9, 7.5], &[9.3, 9.1, 2.1]),
            (Setting::Across, Split::Train) => (52_484, 52_484, &[43.5, 45.2], &[]),
            (Setting::Across, Split::Val) => (600, 6_868, &[40.9, 48.0], &[]),
            (Setting::Across, Split::Test) => (2_000, 24_461, &[43.8, 44.5], &[]),
        };
        Self { images, labelled, objects, pairs, distance, occlusion }
    }
}

/// A line of the comparison: what, what was found, what the paper says.
pub type Line = [String; 3];

impl Survey {
    /// Looks at what was read.
    pub fn new(setting: Setting, split: Split, release: &Release) -> Self {
        let mut survey = Self {
            setting,
            split,
            images: release.objects.len() as u64,
            labelled: release.pairs.len() as u64,
            objects: release.object_count(),
            pairs: release.pair_count(),
            distance: BTreeMap::new(),
            occlusion: BTreeMap::new(),
            difficulty: BTreeMap::new(),
        };
        for pair in release.pairs.iter().flat_map(|(_, pairs)| pairs) {
            *survey.distance.entry(pair.distance.majority()).or_default() += 1;
            *survey.occlusion.entry(pair.occlusion.majority()).or_default() += 1;
            *survey.difficulty.entry(pair.distance.difficulty()).or_default() += 1;
        }
        survey
    }

    /// The share of pairs with some label, in %.
    fn percent(&self, count: Option<&u64>) -> f64 {
        100.0 * count.copied().unwrap_or(0) as f64 / self.pairs.max(1) as f64
    }

    /// Everything beside the paper's figures.
    pub fn lines(&self) -> Vec<Line> {
        let paper = PaperSplit::of(self.setting, self.split);
        let within = self.setting == Setting::Within;
        let count = |what: &str, found: u64, paper: u64| [what.into(), found.to_string(), paper.to_string()];
        let share = |what: &str, found: f64, paper: Option<f64>| {
            let paper = paper.map_or(String::new(), |share| format!("{share:.1} %"));
            [what.into(), format!("{found:.2} %"), paper]
        };
        let mut lines = vec![
            count("images", self.images, paper.images),
            count("objects", self.objects, paper.objects),
            count(
                if within { "images with labelled pairs" } else { "pairs of images" },
                self.labelled,
                paper.labelled,
            ),
            count("pairs of objects", self.pairs, paper.pairs),
        ];
        let depths = ["A is closer", "B is closer", "same depth"];
        for (code, what) in (1..).zip(&depths[..if within { 3 } else { 2 }]) {
            let paper = paper.distance.get(code as usize - 1).copied();
            lines.push(share(what, self.percent(self.distance.get(&code)), paper));
        }
        for (code, what) in [(0, "depth unsure"), (-1, "depth without majority")] {
            lines.push(share(what, self.percent(self.distance.get(&code)), None));
        }
        if within {
            for (code, what) in (1..).zip(["A occludes B", "B occludes A", "mutual occlusion"]) {
                let paper = paper.occlusion.get(code as usize - 1).copied();
                lines.push(share(what, self.percent(self.occlusion.get(&code)), paper));
            }
            for (code, what) in [(0, "no occlusion"), (-1, "occlusion without majority")] {
                lines.push(share(what, self.percent(self.occlusion.get(&code)), None));
            }
        }
        lines
    }

    /// The difficulties of several splits of a setting together, beside the paper's, which are over validation and test.
    pub fn difficulties(surveys: &[&Self]) -> Vec<Line> {
        let Some(first) = surveys.first() else { return Vec::new() };
        let paper = DIFFICULTY[usize::from(first.setting == Setting::Across)];
        let pairs: u64 = surveys.iter().map(|survey| survey.pairs).sum();
        let line = |(difficulty, paper): (Difficulty, f64)| {
            let found: u64 = surveys.iter().filter_map(|survey| survey.difficulty.get(&difficulty)).sum();
            let share = 100.0 * found as f64 / pairs.max(1) as f64;
            [difficulty.name().into(), format!("{share:.2} %"), format!("{paper:.1} %")]
        };
        Difficulty::ALL.into_iter().zip(paper).map(line).collect()
    }
}
