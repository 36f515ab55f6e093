//! F1 by what both objects of a pair are like: the 2.5VRD paper's figures 6 and 11.

use crate::RunResult;
use std::collections::{BTreeMap, BTreeSet};

/// How well one label is found, by the first object of a pair (rows) and by the second (columns).
#[derive(Clone, Debug, PartialEq)]
pub struct Grid {
    /// Which label, of what, by what.
    pub title: String,
    /// What objects are told apart by, in order.
    pub values: Vec<String>,
    /// F1 and pairs; nothing where there is no such pair.
    pub cells: Vec<Vec<Option<(f64, u64)>>>,
}

/// What parts the two sides in the value of such a group.
const BETWEEN: &str = " : ";

/// The groups that tell both objects of a pair, in words.
const GROUPS: [(&str, &str); 3] = [
    ("size", "size of the boxes (share of the picture)"),
    ("row", "height of the boxes’ middles (from the upper edge)"),
    ("column", "place of the boxes’ middles (from the left edge)"),
];

/// The label that is told: as in the paper the one that says which is in front.
const LABELS: [&str; 2] = ["closer", "occludes"];

/// The grids of a result, where pairs were grouped so.
pub fn grids(result: &RunResult) -> Vec<Grid> {
    GROUPS.iter().filter_map(|(group, words)| grid(result, group, words)).collect()
}

fn grid(result: &RunResult, group: &str, words: &str) -> Option<Grid> {
    let parts = result.score.by.get(group)?;
    let label =
        LABELS.into_iter().find(|label| parts.values().any(|part| part.labels.contains_key(label)))?;
    let mut known = BTreeMap::new();
    for (value, part) in parts {
        let sides = value.split_once(BETWEEN)?;
        known.insert(sides, part);
    }
    let values: BTreeSet<&str> = known.keys().flat_map(|(a, b)| [*a, *b]).collect();
    let cell = |a: &str, b: &str| {
        let part = known.get(&(a, b))?;
        Some((*part.labels.get(label)?, part.pairs.unwrap_or(0)))
    };
    let cells = values.iter().map(|a| values.iter().map(|b| cell(a, b)).collect()).collect();
    Some(Grid {
        title: format!("F1 of “{label}” by {words}: A down, B across"),
        values: values.iter().map(|value| (*value).to_owned()).collect(),
        cells,
    })
}
