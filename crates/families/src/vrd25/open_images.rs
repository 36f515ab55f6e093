//! The paper's filters (its appendix A) over all boxes of Open Images, each counted, and what is left beside the release.
//!
//! 1. Boxes of body parts and clothing go where the picture has a box of a person.
//! 2. Boxes under 2 % or over 70 % of the picture go.
//! 3. Boxes of groups go.
//! 4. Pairs of boxes with an intersection over union above 0.7 go.
//! 5. Pairs of which one is part of the other go, by the hierarchy of classes.
//!
//! The release does not follow these filters fully, so nothing is left out of it here: the counts are told.

use super::released::{Fault, Faults, FileText, Release, each_row};
use serde::Deserialize;
use spatiq_bench::Edges;
use spatiq_bench::metrics::{AREAS, MOST_OVERLAP};
use spatiq_bench::relations::{area, iou, is_box};
use std::collections::{BTreeMap, BTreeSet};

/// The class of all people.
const PERSON: &str = "/m/01g317";

/// The class of all that is worn.
const CLOTHING: &str = "/m/09j2d";

/// Which classes are parts of which.
#[derive(Clone, Debug, Default)]
pub struct Hierarchy {
    people: BTreeSet<String>,
    worn_or_body: BTreeSet<String>,
    /// A whole and a part of it.
    parts: BTreeSet<[String; 2]>,
}

/// A class as the hierarchy of Open Images tells it.
#[derive(Deserialize)]
struct Node {
    #[serde(rename = "LabelName")]
    name: String,
    #[serde(rename = "Subcategory", default)]
    kinds: Vec<Node>,
    #[serde(rename = "Part", default)]
    parts: Vec<Node>,
}

impl Node {
    /// The class and all kinds of it; with parts, also these and theirs.
    fn names(&self, with_parts: bool, into: &mut BTreeSet<String>) {
        into.insert(self.name.clone());
        let parts = self.parts.iter().filter(|_| with_parts);
        self.kinds.iter().chain(parts).for_each(|node| node.names(with_parts, into));
    }

    fn find(&self, name: &str) -> Option<&Self> {
        if self.name == name {
            return Some(self);
        }
        self.kinds.iter().chain(&self.parts).find_map(|node| node.find(name))
    }

    fn all_parts(&self, into: &mut BTreeSet<String>) {
        self.parts.iter().for_each(|part| part.names(true, into));
        self.kinds.iter().for_each(|kind| kind.all_parts(into));
    }

    fn pairs(&self, into: &mut BTreeSet<[String; 2]>) {
        let (mut wholes, mut parts) = (BTreeSet::new(), BTreeSet::new());
        self.names(false, &mut wholes);
        self.parts.iter().for_each(|part| part.names(true, &mut parts));
        for whole in &wholes {
            into.extend(parts.iter().map(|part| [whole.clone(), part.clone()]));
        }
        self.kinds.iter().chain(&self.parts).for_each(|node| node.pairs(into));
    }
}

impl Hierarchy {
    /// Reads `bbox_labels_600_hierarchy.json`.
    pub fn read(file: FileText<'_>) -> Result<Self, Fault> {
        let root: Node = serde_json::from_slice(file.bytes).map_err(|error| Fault {
            file: file.name.into(),
            line: error.line() as u64,
            kind: "hierarchy",
            what: error.to_string(),
        })?;
        let mut hierarchy = Self::default();
        root.pairs(&mut hierarchy.parts);
        if let Some(person) = root.find(PERSON) {
            person.names(false, &mut hierarchy.people);
            person.all_parts(&mut hierarchy.worn_or_body);
        }
        if let Some(clothing) = root.find(CLOTHING) {
            clothing.names(false, &mut hierarchy.worn_or_body);
        }
        Ok(hierarchy)
    }

    /// Whether one class is a part of the other.
    pub fn are_part_and_whole(&self, a: &str, b: &str) -> bool {
        let has = |a: &str, b: &str| self.parts.contains(&[a.to_owned(), b.to_owned()]);
        has(a, b) || has(b, a)
    }
}

/// What the filters did, over the pictures of the release.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FilterCounts {
    /// Boxes of these pictures.
    pub boxes: u64,
    /// Body parts and clothing of people with a box; `None` without a hierarchy.
    pub worn_or_body: Option<u64>,
    /// Too small or too large.
    pub size: u64,
    /// Groups.
    pub groups: u64,
    /// Boxes left.
    pub left: u64,
    /// Pairs of them in one picture.
    pub pairs: u64,
    /// Pairs that overlap too much.
    pub overlap: u64,
    /// Parts with their wholes; `None` without a hierarchy.
    pub parts: Option<u64>,
    /// Pairs left.
    pub pairs_left: u64,
    /// Of the boxes left, those that are objects of the release.
    pub released_boxes: u64,
    /// Of the pairs left, those that the release has labels for.
    pub released_pairs: u64,
    /// Labelled pairs of the release that are not among the pairs left.
    pub unexplained: u64,
}

struct OpenBox {
    mid: String,
    edges: Edges,
    is_group: bool,
}

const COLUMNS: &[&str] = &["ImageID", "LabelName", "XMin", "XMax", "YMin", "YMax", "IsGroupOf"];

/// Applies the filters to the boxes of the release's pictures. Bad rows are counted like any.
pub fn filter(
    file: FileText<'_>,
    hierarchy: Option<&Hierarchy>,
    release: &Release,
    faults: &mut Faults,
) -> Result<FilterCounts, Fault> {
    let mut images: BTreeMap<&str, Vec<OpenBox>> = BTreeMap::new();
    each_row(file, COLUMNS, faults, |_, row| {
        let Some((image, _)) = release.objects.get_key_value(row[0]) else { return Ok(()) };
        let number =
            |text: &str| text.parse::<f64>().map_err(|_| ("no number", format!("{text:?} is not a number")));
        let edges = [number(row[2])?, number(row[4])?, number(row[3])?, number(row[5])?];
        if !is_box(&edges) {
            return Err(("box outside", format!("the box {edges:?} is empty or not within 0 and 1")));
        }
        let boxed = OpenBox { mid: row[1].into(), edges, is_group: row[6] == "1" };
        images.entry(image).or_default().push(boxed);
        Ok(())
    })?;
    let mut counts = FilterCounts {
        worn_or_body: hierarchy.map(|_| 0),
        parts: hierarchy.map(|_| 0),
        ..FilterCounts::default()
    };
    for (image, boxes) in images {
        count(&mut counts, image, boxes, hierarchy, release);
    }
    Ok(counts)
}

/// Counts one picture.
fn count(
    counts: &mut FilterCounts,
    image: &str,
    mut boxes: Vec<OpenBox>,
    hierarchy: Option<&Hierarchy>,
    release: &Release,
) {
    let drop = |boxes: &mut Vec<OpenBox>, keep: &dyn Fn(&OpenBox) -> bool| {
        let before = boxes.len();
        boxes.retain(keep);
        (before - boxes.len()) as u64
    };
    counts.boxes += boxes.len() as u64;
    if let (Some(hierarchy), Some(count)) = (hierarchy, &mut counts.worn_or_body)
        && boxes.iter().any(|boxed| hierarchy.people.contains(&boxed.mid))
    {
        *count += drop(&mut boxes, &|boxed| !hierarchy.worn_or_body.contains(&boxed.mid));
    }
    counts.size += drop(&mut boxes, &|boxed| AREAS.contains(&area(&boxed.edges)));
    counts.groups += drop(&mut boxes, &|boxed| !boxed.is_group);
    counts.left += boxes.len() as u64;
    // The release rounds its numbers.
    let close = |a: &Edges, b: &Edges| a.iter().zip(b).all(|(a, b)| (a - b).abs() < 1e-5);
    let id = |boxed: &OpenBox| {
        let same =
            release.objects[image].iter().find(|row| row.mid == boxed.mid && close(&row.edges, &boxed.edges));
        same.map(|row| row.id)
    };
    let ids: Vec<Option<u32>> = boxes.iter().map(id).collect();
    counts.released_boxes += ids.iter().flatten().count() as u64;
    let of_image = release.pairs.iter().filter(|(images, _)| images[0] == image);
    let mut labelled: BTreeSet<[u32; 2]> =
        of_image.flat_map(|(_, pairs)| pairs).map(|pair| sorted(pair.objects)).collect();
    for a in 0..boxes.len() {
        for b in a + 1..boxes.len() {
            counts.pairs += 1;
            if iou(&boxes[a].edges, &boxes[b].edges) > MOST_OVERLAP {
                counts.overlap += 1;
                continue;
            }
            if let (Some(hierarchy), Some(count)) = (hierarchy, &mut counts.parts)
                && hierarchy.are_part_and_whole(&boxes[a].mid, &boxes[b].mid)
            {
                *count += 1;
                continue;
            }
            counts.pairs_left += 1;
            if let (Some(a), Some(b)) = (ids[a], ids[b]) {
                counts.released_pairs += u64::from(labelled.remove(&sorted([a, b])));
            }
        }
    }
    counts.unexplained += labelled.len() as u64;
}

fn sorted([a, b]: [u32; 2]) -> [u32; 2] {
    if a < b { [a, b] } else { [b, a] }
}

impl FilterCounts {
    /// All counts, for people.
    pub fn lines(&self) -> Vec<(String, u64)> {
        let told = |what: &str, count: u64| Some((format!("  {what}"), count));
        let lines = [
            told("boxes of the release's images", self.boxes),
            self.worn_or_body.and_then(|count| told("- body parts and clothing of people", count)),
            told("- under 2 % or over 70 % of the image", self.size),
            told("- groups", self.groups),
            told("= boxes left", self.left),
            told("  of them objects of the release", self.released_boxes),
            told("pairs of boxes left", self.pairs),
            told("- intersection over union above 0.7", self.overlap),
            self.parts.and_then(|count| told("- part and whole", count)),
            told("= pairs left", self.pairs_left),
            told("  of them labelled in the release", self.released_pairs),
            told("labelled in the release and not left", self.unexplained),
        ];
        lines.into_iter().flatten().collect()
    }
}
