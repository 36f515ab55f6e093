//! Exact labels: from the depth of every object as if it were alone, and from what owns each pixel.

use super::rules::SAME;
use spatiq_bench::Label;

/// What is measured of a picture.
#[derive(Clone, Debug, PartialEq)]
pub struct Exact {
    /// The objects, in the order of the scene.
    pub objects: Vec<Measured>,
    /// For two objects how many pixels belong to the first where both would be, were each alone.
    pub hides: Vec<Vec<usize>>,
}

/// What is measured of an object.
#[derive(Clone, Debug, PartialEq)]
pub struct Measured {
    /// Median of its depth over its whole mask, in metres.
    pub depth: f64,
    /// Pixels of its whole mask.
    pub amodal: usize,
    /// Pixels that show it.
    pub visible: usize,
    /// The box around these: left, upper, right, lower; right and lower without.
    pub edges: [usize; 4],
}

/// Which of two objects hides part of the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hiding {
    /// Neither.
    None,
    /// The first hides part of the second.
    First,
    /// The second hides part of the first.
    Second,
    /// Each hides part of the other.
    Both,
}

/// At least this share of an object is seen, or it is left out.
const LEAST_SEEN: f64 = 0.25;

/// Boxes cover at least and at most these shares of the picture.
const BOX: [f64; 2] = [0.02, 0.7];

/// Hiding less than this share of an object is none.
const LEAST_HIDDEN: f64 = 0.02;

/// How far a logarithm of depths must be from the margin for the pair to be clear.
const CLEAR_DEPTH: f64 = 0.02;

/// How many times more or less than enough must be hidden for a pair to be clear.
const CLEAR_HIDING: f64 = 2.0;

impl Exact {
    /// Measures a picture. `alone` has the depth of each object, infinite where it is not; `owners` the number of the object
    /// that each pixel shows, from 1 on.
    pub fn of(alone: &[Vec<f32>], owners: &[u16], width: usize) -> Self {
        let count = alone.len();
        let mut objects: Vec<Measured> = alone.iter().map(|depth| Measured::hidden(depth)).collect();
        let mut hides = vec![vec![0; count]; count];
        for (at, owner) in owners.iter().enumerate().filter(|(_, owner)| **owner > 0) {
            let owner = usize::from(*owner) - 1;
            objects[owner].show(at % width, at / width);
            for (other, depth) in alone.iter().enumerate() {
                if other != owner && depth[at].is_finite() && alone[owner][at].is_finite() {
                    hides[owner][other] += 1;
                }
            }
        }
        Self { objects, hides }
    }

    /// Which of two objects hides part of the other.
    pub fn hiding(&self, a: usize, b: usize, least: usize) -> Hiding {
        Hiding::of([[a, b], [b, a]].map(|[a, b]| hidden_ratio(self, a, b, least) >= 1.0))
    }
}

/// Which of the objects, from 1 on, each pixel shows: the nearest. Floor and walls are behind all of them.
pub fn nearest(alone: &[Vec<f32>]) -> Vec<u16> {
    let pixels = alone.first().map_or(0, Vec::len);
    let owner = |at: usize| {
        let mut best = (f32::INFINITY, 0);
        for (number, depth) in (1..).zip(alone) {
            if depth[at] < best.0 {
                best = (depth[at], number);
            }
        }
        best.1
    };
    (0..pixels).map(owner).collect()
}

/// How many times more pixels of b are hidden by a than must be for that to count.
pub fn hidden_ratio(exact: &Exact, a: usize, b: usize, least: usize) -> f64 {
    exact.hides[a][b] as f64 / enough(exact.objects[b].amodal, least)
}

/// How many pixels of a mask must be hidden to count.
pub fn enough(amodal: usize, least: usize) -> f64 {
    (LEAST_HIDDEN * amodal as f64).max(least as f64)
}

/// The logarithm of a ratio of depths, to a millionth.
pub fn delta(a: f64, b: f64) -> f64 {
    (libm::log(b / a) * 1e6).round() / 1e6 + 0.0
}

impl Measured {
    /// Whether an object is asked about: enough of it is seen, and its box is neither too small nor too large.
    pub fn is_kept(&self, size: [usize; 2]) -> bool {
        let [left, upper, right, lower] = self.edges;
        let share = ((right - left) * (lower - upper)) as f64 / (size[0] * size[1]) as f64;
        self.visible > 0
            && self.visible as f64 >= LEAST_SEEN * self.amodal as f64
            && (BOX[0]..=BOX[1]).contains(&share)
    }

    /// An object of which nothing is seen yet.
    fn hidden(depth: &[f32]) -> Self {
        let mut of_mask: Vec<f32> = depth.iter().copied().filter(|depth| depth.is_finite()).collect();
        let amodal = of_mask.len();
        Self { depth: median(&mut of_mask), amodal, visible: 0, edges: [0; 4] }
    }

    /// Counts a pixel that shows it.
    fn show(&mut self, x: usize, y: usize) {
        let [left, upper, right, lower] = self.edges;
        self.edges = match self.visible {
            0 => [x, y, x + 1, y + 1],
            _ => [left.min(x), upper.min(y), right.max(x + 1), lower.max(y + 1)],
        };
        self.visible += 1;
    }
}

/// The middle one of some numbers, or the mean of the middle two; to a millionth. Infinite where there are none.
pub fn median(numbers: &mut [f32]) -> f64 {
    if numbers.is_empty() {
        return f64::INFINITY;
    }
    let (half, even) = (numbers.len() / 2, numbers.len().is_multiple_of(2));
    let (below, upper, _) = numbers.select_nth_unstable_by(half, f32::total_cmp);
    let upper = f64::from(*upper);
    let lower = below.iter().copied().max_by(f32::total_cmp).filter(|_| even).map_or(upper, f64::from);
    ((lower + upper) / 2.0 * 1e6).round() / 1e6
}

/// The label of a pair within a picture.
pub fn depth_label(delta: f64) -> Label {
    match () {
        () if delta.abs() <= SAME => Label::Same,
        () if delta > 0.0 => Label::Closer,
        () => Label::Farther,
    }
}

/// The label of a pair of two pictures, of which none is at exactly the same depth.
pub fn across_label(delta: f64) -> Label {
    if delta > 0.0 { Label::Closer } else { Label::Farther }
}

/// Whether a logarithm of depths is well away from where the label changes.
pub fn is_clear_depth(delta: f64, across: bool) -> bool {
    let margin = if across { 0.0 } else { SAME };
    (delta.abs() - margin).abs() >= CLEAR_DEPTH
}

/// Whether what is hidden is well away from where the label changes, in both directions.
pub fn is_clear_hiding(ratios: [f64; 2]) -> bool {
    ratios.iter().all(|ratio| *ratio >= CLEAR_HIDING || *ratio <= 1.0 / CLEAR_HIDING)
}

impl Hiding {
    /// From whether the first hides part of the second, and the second of the first.
    pub fn of(hides: [bool; 2]) -> Self {
        match hides {
            [false, false] => Self::None,
            [true, false] => Self::First,
            [false, true] => Self::Second,
            [true, true] => Self::Both,
        }
    }

    /// Its code in the release.
    pub fn code(self) -> u8 {
        match self {
            Self::None => 0,
            Self::First => 1,
            Self::Second => 2,
            Self::Both => 3,
        }
    }

    /// The label.
    pub fn label(self) -> Label {
        match self {
            Self::None => Label::None,
            Self::First => Label::Occludes,
            Self::Second => Label::Occluded,
            Self::Both => Label::Mutual,
        }
    }
}
