//! Relations between objects in pictures: what is asked about them, and the two kinds of answers.
//!
//! An object is known by its box. Asked are ordered pairs of objects, and a label says how the first stands to the
//! second. An answer has a label for every asked pair, or it brings boxes of its own and labels between those.

use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// What is asked of which pairs of objects.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Relations {
    /// What the labels are about.
    pub kind: RelationKind,
    /// The objects, by number.
    pub objects: Vec<BoxedObject>,
    /// The asked pairs, each as the numbers of its first and second object. Both directions of a pair are two pairs.
    pub pairs: Vec<[usize; 2]>,
    /// Two objects of which one is a part of the other, each two once: nothing is asked about them, and nothing that is said
    /// about them counts.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub parts: Vec<[usize; 2]>,
    /// What results are grouped by beyond the question's tags: a name, and a value for each asked pair. Never shown to a
    /// solver.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub groups: BTreeMap<String, Vec<String>>,
}

/// An object that a question points at.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BoxedObject {
    /// What it is, in a word or two.
    pub class: String,
    /// The machine identifier of its class in Open Images, where it is from there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mid: Option<String>,
    /// Left, upper, right and lower edge in shares of the picture; y grows downwards.
    #[serde(rename = "box")]
    pub edges: Edges,
    /// Which of the question's views it is in: 0, or 1 for the second of a pair of pictures.
    #[serde(default, skip_serializing_if = "is_first")]
    pub view: usize,
}

/// xmin, ymin, xmax, ymax from 0 to 1.
pub type Edges = [f64; 4];

/// What relations are about. Each has its labels.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RelationKind {
    /// Which of two objects in one picture is closer to the camera, or whether they are about equally far.
    Depth,
    /// Which of two objects in two pictures is closer to its camera.
    DepthAcross,
    /// Which of two objects in one picture hides part of the other.
    Occlusion,
}

/// How the first object of a pair stands to the second.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Label {
    /// The first is closer to the camera.
    Closer,
    /// The first is farther from the camera.
    Farther,
    /// Both are about equally far.
    Same,
    /// Neither hides any of the other.
    None,
    /// The first hides part of the second.
    Occludes,
    /// The first is hidden in part by the second.
    Occluded,
    /// Each hides part of the other.
    Mutual,
    /// Nobody can tell. As an answer: no claim is made about the pair.
    Unsure,
    /// Those who were asked did not agree.
    NoMajority,
}

/// An answer with boxes of its own, as a detector found them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Detected {
    /// What was found in the first picture, the surest first.
    pub boxes: Vec<Edges>,
    /// What was found in the second picture, where there is one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub boxes2: Vec<Edges>,
    /// First box, second box, label. Where there are two pictures the second number is of a box of the second, and the
    /// opposite direction is understood.
    pub relations: Vec<(usize, usize, Label)>,
}

/// More boxes than this in one question are a mistake.
const MOST_OBJECTS: usize = 10_000;

/// More asked pairs than this in one question are a mistake.
const MOST_PAIRS: usize = 1_000_000;

impl RelationKind {
    /// The labels that are scored, in the order of the codes that the 2.5VRD release has for them: 1, 2, 3, and for
    /// occlusion 0, 1, 2, 3.
    pub fn labels(self) -> &'static [Label] {
        match self {
            Self::Depth => &[Label::Closer, Label::Farther, Label::Same],
            Self::DepthAcross => &[Label::Closer, Label::Farther],
            Self::Occlusion => &[Label::None, Label::Occludes, Label::Occluded, Label::Mutual],
        }
    }

    /// The label that a code of the 2.5VRD release stands for.
    pub fn label(self, code: i8) -> Option<Label> {
        let label = match (self, code) {
            (_, -1) => Label::NoMajority,
            (Self::Occlusion, 0) => Label::None,
            (Self::Occlusion, 1) => Label::Occludes,
            (Self::Occlusion, 2) => Label::Occluded,
            (Self::Occlusion, 3) => Label::Mutual,
            (_, 0) => Label::Unsure,
            (_, 1) => Label::Closer,
            (_, 2) => Label::Farther,
            (Self::Depth, 3) => Label::Same,
            _ => return None,
        };
        Some(label)
    }

    /// The code of a label in the 2.5VRD release; what makes no claim is 0 for depth. For occlusion, where 0 is a claim,
    /// it is -1.
    pub fn code(self, label: Label) -> i8 {
        match label {
            Label::NoMajority => -1,
            Label::Unsure if self == Self::Occlusion => -1,
            Label::Unsure | Label::None => 0,
            Label::Closer | Label::Occludes => 1,
            Label::Farther | Label::Occluded => 2,
            Label::Same | Label::Mutual => 3,
        }
    }

    /// Whether a claim is made that can be right.
    pub fn is_scored(self, label: Label) -> bool {
        self.labels().contains(&label)
    }

    /// Whether a pair with this truth is one that should have been found. Undecided pairs are none for depth; the
    /// published figures for occlusion count those without a majority.
    pub fn is_relevant(self, truth: Label) -> bool {
        self.is_scored(truth) || (self == Self::Occlusion && truth == Label::NoMajority)
    }

    /// Whether its labels put objects in an order.
    pub fn is_order(self) -> bool {
        self != Self::Occlusion
    }

    /// How many pictures there are.
    pub fn views(self) -> usize {
        if self == Self::DepthAcross { 2 } else { 1 }
    }
}

impl Label {
    /// The label of the same pair the other way round.
    pub fn mirrored(self) -> Self {
        match self {
            Self::Closer => Self::Farther,
            Self::Farther => Self::Closer,
            Self::Occludes => Self::Occluded,
            Self::Occluded => Self::Occludes,
            other => other,
        }
    }

    /// Its word in rows and answers.
    pub fn word(self) -> &'static str {
        match self {
            Self::Closer => "closer",
            Self::Farther => "farther",
            Self::Same => "same",
            Self::None => "none",
            Self::Occludes => "occludes",
            Self::Occluded => "occluded",
            Self::Mutual => "mutual",
            Self::Unsure => "unsure",
            Self::NoMajority => "no-majority",
        }
    }
}

impl Relations {
    /// Says why no question can look like this.
    pub fn fault(&self) -> Option<String> {
        if self.objects.len() > MOST_OBJECTS || self.pairs.len().max(self.parts.len()) > MOST_PAIRS {
            return Some("there are too many objects or pairs".into());
        }
        if self.pairs.is_empty() {
            return Some("no pair is asked about".into());
        }
        let views = self.kind.views();
        for (at, object) in self.objects.iter().enumerate() {
            if !is_box(&object.edges) || object.view >= views {
                return Some(format!("object {at} has no proper box"));
            }
        }
        let mut seen = BTreeSet::new();
        for pair in &self.pairs {
            let [Some(a), Some(b)] = pair.map(|at| self.objects.get(at)) else {
                return Some(format!("the pair {pair:?} names an object that is not there"));
            };
            if pair[0] == pair[1] || (views == 2) != (a.view != b.view) {
                return Some(format!("the pair {pair:?} makes no sense"));
            }
            if !seen.insert(pair) {
                return Some(format!("the pair {pair:?} is asked about twice"));
            }
        }
        for pair in &self.parts {
            let [a, b] = *pair;
            if a == b || a.max(b) >= self.objects.len() || seen.contains(&[a, b]) || seen.contains(&[b, a]) {
                return Some(format!(
                    "the objects {pair:?} cannot be a part and its whole that nothing is asked about"
                ));
            }
        }
        let uneven = self.groups.iter().find(|(_, values)| values.len() != self.pairs.len());
        uneven.map(|(name, _)| format!("the group {name:?} does not have a value for every pair"))
    }

    /// Says why labels are no answer.
    pub fn check(&self, labels: &[Label]) -> Result<(), String> {
        if labels.len() != self.pairs.len() {
            return Err(format!("there are {} labels for {} pairs", labels.len(), self.pairs.len()));
        }
        labels.iter().try_for_each(|label| self.check_label(*label))
    }

    /// Says why boxes with labels between them are no answer.
    pub fn check_detected(&self, detected: &Detected) -> Result<(), String> {
        let counts = [detected.boxes.len(), detected.boxes2.len()];
        if counts.iter().any(|count| *count > MOST_OBJECTS) || detected.relations.len() > MOST_PAIRS {
            return Err("there are too many boxes or relations".into());
        }
        if !detected.boxes.iter().chain(&detected.boxes2).all(is_box) {
            return Err("a box is not xmin < xmax, ymin < ymax within 0 and 1".into());
        }
        let two = self.kind.views() == 2;
        if !two && !detected.boxes2.is_empty() {
            return Err("there is no second picture for boxes2".into());
        }
        let mut seen = BTreeSet::new();
        for &(first, second, label) in &detected.relations {
            if first >= counts[0] || second >= counts[usize::from(two)] || (!two && first == second) {
                return Err(format!("the relation [{first}, {second}] names no two boxes"));
            }
            if !seen.insert([first, second]) {
                return Err(format!("the relation [{first}, {second}] is there twice"));
            }
            self.check_label(label)?;
        }
        Ok(())
    }

    fn check_label(&self, label: Label) -> Result<(), String> {
        match self.kind.is_scored(label) || [Label::Unsure, Label::NoMajority].contains(&label) {
            true => Ok(()),
            false => Err(format!("{:?} is not a label of this question", label.word())),
        }
    }
}

/// Whether these are the edges of a box within the picture.
pub fn is_box(&[x0, y0, x1, y1]: &Edges) -> bool {
    let within = |low: f64, high: f64| 0.0 <= low && low < high && high <= 1.0;
    within(x0, x1) && within(y0, y1)
}

/// The share of the picture that a box covers.
pub fn area(&[x0, y0, x1, y1]: &Edges) -> f64 {
    (x1 - x0) * (y1 - y0)
}

/// The share of the picture that two boxes both cover.
pub fn overlap(a: &Edges, b: &Edges) -> f64 {
    let side = |at: usize| (a[at + 2].min(b[at + 2]) - a[at].max(b[at])).max(0.0);
    side(0) * side(1)
}

/// Intersection over union.
pub fn iou(a: &Edges, b: &Edges) -> f64 {
    let both = overlap(a, b);
    both / (area(a) + area(b) - both)
}

fn is_first(view: &usize) -> bool {
    *view == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_those_of_the_release_and_mirrors_undo_themselves() {
        for kind in [RelationKind::Depth, RelationKind::DepthAcross, RelationKind::Occlusion] {
            for code in -1..=3 {
                let Some(label) = kind.label(code) else { continue };
                assert_eq!(kind.code(label), code);
                assert_eq!(label.mirrored().mirrored(), label);
                assert_eq!(serde_json::to_string(&label).unwrap(), format!("{:?}", label.word()));
            }
            assert_eq!((kind.label(4), kind.label(-2)), (None, None));
        }
        assert_eq!(RelationKind::DepthAcross.label(3), None);
        assert!(RelationKind::Occlusion.is_relevant(Label::NoMajority));
        assert!(!RelationKind::Depth.is_relevant(Label::NoMajority));
    }

    #[test]
    fn boxes_are_measured_as_on_paper() {
        let (a, b) = ([0.0, 0.0, 0.5, 0.5], [0.25, 0.0, 0.75, 0.5]);
        assert_eq!((area(&a), overlap(&a, &b), iou(&a, &b)), (0.25, 0.125, 1.0 / 3.0));
        assert_eq!(overlap(&a, &[0.5, 0.0, 1.0, 0.5]), 0.0);
        for odd in
            [[0.5, 0.0, 0.5, 1.0], [f64::NAN, 0.0, 1.0, 1.0], [0.0, -0.1, 1.0, 1.0], [0.0, 0.0, 1.1, 1.0]]
        {
            assert!(!is_box(&odd), "{odd:?}");
        }
    }
}
