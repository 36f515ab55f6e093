//! The tree of parts of a model, `result_after_merging.json` or `result.json`.

use super::labels;
use super::parts::{Group, Obj};
use crate::category::{Category, PartCategory};
use serde::Deserialize;
use std::collections::BTreeSet;

/// A part or a group of parts.
#[derive(Default, Deserialize)]
#[serde(default)]
pub(super) struct Node {
    name: String,
    text: String,
    /// OBJ files without their ending. Inner nodes may repeat those of all below.
    objs: Vec<String>,
    children: Vec<Node>,
}

impl Node {
    /// The root of a tree.
    pub(super) fn read(bytes: &[u8]) -> Result<Self, String> {
        let mut roots: Vec<Self> = serde_json::from_slice(bytes).map_err(|error| error.to_string())?;
        match (roots.pop(), roots.len()) {
            (Some(root), 0) => Ok(root),
            (None, _) => Err("a list of one tree is expected, this one is empty".into()),
            (_, others) => Err(format!("a list of one tree is expected, this one has {}", others + 1)),
        }
    }

    /// What it is called, in the way of labels.
    pub(super) fn label(&self) -> String {
        if self.name.is_empty() { self.text.to_lowercase().replace(' ', "_") } else { self.name.clone() }
    }

    /// The parts of a model. A label that means a part ends the descent: what is below belongs to it.
    pub(super) fn groups(&self, category: Category) -> Vec<Group> {
        let mut groups = Vec::new();
        self.gather(category, &mut groups);
        groups
    }

    fn gather(&self, category: Category, groups: &mut Vec<Group>) {
        let label = self.label();
        let meant = labels::part(category, &label);
        // An arm of bars is told by its bars.
        let meant = meant.filter(|part| *part != PartCategory::Arm || !self.has_bars(category));
        if let Some(part) = meant {
            let nested = self.children.iter().any(|child| child.means_any(category));
            return groups.push(Group { part, label, nested, objs: objs(self.all_objs()) });
        }
        for child in &self.children {
            child.gather(category, groups);
        }
        let below: BTreeSet<&String> = self.children.iter().flat_map(Self::all_objs).collect();
        let own = self.objs.iter().filter(|obj| !below.contains(obj));
        let own = objs(own.collect());
        if self.children.is_empty() || !own.is_empty() {
            groups.push(Group { part: PartCategory::Other, label, nested: false, objs: own });
        }
    }

    /// The OBJ files of it and all below.
    fn all_objs(&self) -> Vec<&String> {
        self.objs.iter().chain(self.children.iter().flat_map(Self::all_objs)).collect()
    }

    fn has_bars(&self, category: Category) -> bool {
        let bar = |label: &str| {
            let part = labels::part(category, label);
            matches!(part, Some(PartCategory::ArmVerticalBar | PartCategory::ArmHorizontalBar))
        };
        self.children
            .iter()
            .any(|child| bar(&child.label()) && !child.all_objs().is_empty() || child.has_bars(category))
    }

    /// Whether its label, or any below, means a part.
    fn means_any(&self, category: Category) -> bool {
        labels::part(category, &self.label()).is_some()
            || self.children.iter().any(|child| child.means_any(category))
    }
}

/// Each once, in the order in which they are first named.
fn objs(stems: Vec<&String>) -> Vec<Obj> {
    let mut seen = BTreeSet::new();
    let fresh = stems.into_iter().filter(|stem| seen.insert(stem.as_str()));
    fresh.map(|stem| Obj::at_rest(stem)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    fn groups(category: Category, tree: Value) -> Vec<(&'static str, String, Vec<String>)> {
        let node = Node::read(tree.to_string().as_bytes()).unwrap();
        let stems = |group: &Group| group.objs.iter().map(|obj| obj.stem.clone()).collect();
        let groups = node.groups(category);
        groups.iter().map(|group| (group.part.name(), group.label.clone(), stems(group))).collect()
    }

    fn strings(words: &[&str]) -> Vec<String> {
        words.iter().map(|word| (*word).to_owned()).collect()
    }

    #[test]
    fn what_is_below_a_part_belongs_to_it_however_deep_its_groups_are() {
        let tree = json!([{"id": 0, "name": "chair", "text": "Chair", "objs": ["a", "b", "c", "d"], "children": [
            {"id": 1, "name": "chair_back", "children": [
                {"id": 2, "name": "back_surface", "objs": ["a"], "children": [{"name": "leg", "objs": ["b", "a"]}]}]},
            {"id": 3, "name": "chair_base", "objs": ["c"], "children": [{"name": "regular_leg_base", "children": [
                {"id": 4, "name": "leg", "objs": ["c"]}]}]}]}]);
        let found = groups(Category::Chair, tree);
        let expected = [
            ("back", "chair_back".to_owned(), strings(&["a", "b"])),
            ("leg", "leg".to_owned(), strings(&["c"])),
            // What only the root names is still seen.
            ("other", "chair".to_owned(), strings(&["d"])),
        ];
        assert_eq!(found, expected);
    }

    #[test]
    fn an_arm_is_an_arm_only_when_it_has_no_bars() {
        let bars = |below: Value| {
            let tree = json!([{"name": "chair", "children": [{"name": "chair_arm", "children": below}]}]);
            groups(Category::Chair, tree).iter().map(|group| group.0).collect::<Vec<_>>()
        };
        assert_eq!(bars(json!([{"name": "arm_sofa_style", "objs": ["a"]}])), ["arm"]);
        let with_bars = json!([{"name": "arm_near_vertical_bar", "objs": ["a"]},
            {"name": "arm_group", "children": [{"name": "arm_horizontal_bar", "objs": ["b"]}]},
            {"name": "arm_writing_table", "objs": ["c"]}]);
        assert_eq!(bars(with_bars), ["arm vertical bar", "arm horizontal bar", "other"]);
        // A bar of which nothing is there is none.
        let hollow = json!([{"name": "arm_horizontal_bar"}, {"name": "arm_sofa_style", "objs": ["a"]}]);
        assert_eq!(bars(hollow), ["arm"]);
    }

    #[test]
    fn what_is_no_list_of_one_tree_is_refused() {
        for text in ["", "{}", "[]", "[{}, {}]", "[3]", "[{\"children\": 3}]", "[{\"name\": \"x\""] {
            assert!(Node::read(text.as_bytes()).is_err(), "{text}");
        }
        let deep = "[{\"children\":".repeat(10_000);
        assert!(Node::read(deep.as_bytes()).is_err());
    }
}
