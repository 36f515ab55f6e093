//! The links of a PartNet-Mobility model, `mobility.urdf` with `semantics.txt`, for folders without a tree of parts.
//!
//! Everything is taken as it lies at rest. The joint of the base turns the whole from y up to z up; as the same is done to
//! models of PartNet, it is passed over here. All other joints only shift, and the files within them are shifted back.

use super::labels;
use super::parts::{Group, Obj};
use crate::category::{Category, PartCategory};
use roxmltree::{Document, Node};
use spatiq_geom::DVec3;
use std::collections::BTreeMap;

/// Links and what they are called.
pub(super) struct Links {
    links: Vec<Link>,
    /// For each link that hangs on another: that other, and the joint's shift.
    joints: BTreeMap<String, (String, DVec3)>,
    /// What links are, by `semantics.txt`.
    names: BTreeMap<String, String>,
}

struct Link {
    name: String,
    visuals: Vec<Visual>,
}

/// An OBJ file of a link.
struct Visual {
    /// The label of its part and that part's number: `wheel-12`.
    name: String,
    stem: String,
    shift: DVec3,
}

impl Links {
    /// Reads both files; the second may be missing.
    pub(super) fn read(urdf: &[u8], semantics: Option<&[u8]>) -> Result<Self, String> {
        let text = std::str::from_utf8(urdf).map_err(|error| error.to_string())?;
        let document = Document::parse(text).map_err(|error| error.to_string())?;
        let robot = document.root_element();
        let links = elements(robot, "link").map(read_link).collect::<Result<_, String>>()?;
        let mut joints = BTreeMap::new();
        for joint in elements(robot, "joint") {
            let end = |tag: &str| {
                let link = elements(joint, tag).find_map(|end| end.attribute("link"));
                link.map(str::to_owned).ok_or_else(|| format!("a joint has no {tag}"))
            };
            joints.insert(end("child")?, (end("parent")?, joint));
        }
        let mut shifts = BTreeMap::new();
        for (child, (parent, joint)) in &joints {
            let from_base = !joints.contains_key(parent);
            let shift = if from_base { DVec3::ZERO } else { shift(*joint)? };
            shifts.insert(child.clone(), (parent.clone(), shift));
        }
        let semantics = String::from_utf8_lossy(semantics.unwrap_or_default()).into_owned();
        Ok(Self { links, joints: shifts, names: semantics.lines().filter_map(named).collect() })
    }

    /// The parts of a model. A visual whose own label means a part is of that part; else it is what its link is.
    pub(super) fn groups(&self, category: Category) -> Vec<Group> {
        let mut groups: Vec<Group> = Vec::new();
        for link in &self.links {
            let shift = self.shift(&link.name);
            let name = self.names.get(&link.name);
            let whole = name.and_then(|name| labels::link(category, name));
            let mut places: BTreeMap<Option<&str>, usize> = BTreeMap::new();
            for visual in &link.visuals {
                let label = label(&visual.name);
                let own = labels::part(category, label).filter(|own| Some(*own) != whole);
                let (key, label, part) = match (own, whole, name) {
                    (None, Some(whole), Some(name)) => (None, name.as_str(), whole),
                    _ => (Some(visual.name.as_str()), label, own.unwrap_or(PartCategory::Other)),
                };
                let place = *places.entry(key).or_insert_with(|| {
                    groups.push(Group { part, label: label.into(), nested: false, objs: Vec::new() });
                    groups.len() - 1
                });
                groups[place].objs.push(Obj { stem: visual.stem.clone(), shift: shift + visual.shift });
            }
        }
        groups
    }

    /// How far joints shift a link altogether.
    fn shift(&self, link: &str) -> DVec3 {
        let (mut link, mut sum) = (link, DVec3::ZERO);
        // Joints that run in a circle are followed once around at most.
        for _ in 0..self.joints.len() {
            let Some((parent, shift)) = self.joints.get(link) else { break };
            sum += *shift;
            link = parent;
        }
        sum
    }
}

fn elements<'a, 'i: 'a>(node: Node<'a, 'i>, tag: &str) -> impl Iterator<Item = Node<'a, 'i>> {
    node.children().filter(move |child| child.has_tag_name(tag))
}

fn read_link(link: Node) -> Result<Link, String> {
    let name = link.attribute("name").ok_or("a link has no name")?.to_owned();
    let visual = |visual: Node| {
        let meshes = visual.descendants().find(|node| node.has_tag_name("mesh"));
        let file = meshes.and_then(|mesh| mesh.attribute("filename"));
        let file = file.ok_or_else(|| format!("a visual of {name} has no mesh"))?;
        let stem = file.strip_prefix("textured_objs/").and_then(|file| file.strip_suffix(".obj"));
        let stem = stem.ok_or_else(|| format!("{file} is no OBJ file in textured_objs"))?.to_owned();
        let label = visual.attribute("name").unwrap_or_default().to_owned();
        Ok(Visual { name: label, stem, shift: shift(visual)? })
    };
    let visuals = link.children().filter(|child| child.has_tag_name("visual"));
    let visuals = visuals.map(visual).collect::<Result<_, String>>()?;
    Ok(Link { name, visuals })
}

/// The shift of a joint or visual; one that turns as well is not from PartNet-Mobility.
fn shift(node: Node) -> Result<DVec3, String> {
    let Some(origin) = node.children().find(|child| child.has_tag_name("origin")) else {
        return Ok(DVec3::ZERO);
    };
    let triple = |name: &str| -> Result<DVec3, String> {
        let Some(text) = origin.attribute(name) else { return Ok(DVec3::ZERO) };
        let numbers: Option<Vec<f64>> = text.split_whitespace().map(|word| word.parse().ok()).collect();
        match numbers.as_deref() {
            Some(&[x, y, z]) if DVec3::new(x, y, z).is_finite() => Ok(DVec3::new(x, y, z)),
            _ => Err(format!("`{text}` is not three numbers")),
        }
    };
    match triple("rpy")? {
        DVec3::ZERO => triple("xyz"),
        _ => Err("a joint or visual beyond the base is turned".into()),
    }
}

/// `wheel` of `wheel-12`.
fn label(name: &str) -> &str {
    match name.rsplit_once('-') {
        Some((label, number)) if number.bytes().all(|byte| byte.is_ascii_digit()) => label,
        _ => name,
    }
}

/// The link and its name of a line `link_0 hinge wheel`.
fn named(line: &str) -> Option<(String, String)> {
    let mut words = line.split_whitespace();
    Some((words.next()?.to_owned(), words.nth(1)?.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    const URDF: &str = r#"<?xml version="1.0" ?>
        <robot name="partnet_x"><link name="base"/>
        <link name="link_0">
            <visual name="wheel-7"><origin xyz="0.5 0 1"/><geometry><mesh filename="textured_objs/original-2.obj"/></geometry></visual>
            <visual name="stem-8"><origin xyz="0.5 0 1"/><geometry><mesh filename="textured_objs/original-9.obj"/></geometry></visual>
            <collision><geometry><mesh filename="textured_objs/original-2.obj"/></geometry></collision></link>
        <joint name="joint_0" type="continuous"><origin xyz="-0.25 0 -0.5"/><child link="link_0"/><parent link="helper"/></joint>
        <link name="helper"/>
        <joint name="joint_2" type="continuous"><origin xyz="-0.25 0 -0.5"/><child link="helper"/><parent link="link_1"/></joint>
        <link name="link_1">
            <visual name="base_body-5"><origin xyz="0 0 0"/><geometry><mesh filename="textured_objs/original-3.obj"/></geometry></visual>
            <visual name="wheel-6"><geometry><mesh filename="textured_objs/original-1.obj"/></geometry></visual>
            <visual name="wheel-6"><geometry><mesh filename="textured_objs/original-4.obj"/></geometry></visual>
            <visual name="handle-3"><geometry><mesh filename="textured_objs/original-5.obj"/></geometry></visual></link>
        <joint name="joint_1" type="fixed"><origin rpy="1.570796326794897 0 -1.570796326794897" xyz="0 0 0"/>
            <child link="link_1"/><parent link="base"/></joint></robot>"#;

    fn found(semantics: Option<&str>) -> Vec<(&'static str, String, Vec<String>)> {
        let links = Links::read(URDF.as_bytes(), semantics.map(str::as_bytes)).unwrap();
        let groups = links.groups(Category::Cart);
        let stems = |group: &Group| group.objs.iter().map(|obj| obj.stem.replace("original-", "")).collect();
        groups.iter().map(|group| (group.part.name(), group.label.clone(), stems(group))).collect()
    }

    fn expect(found: &[(&'static str, String, Vec<String>)], expected: &[(&str, &str, &[&str])]) {
        let plain: Vec<(&str, &str, Vec<&str>)> = found
            .iter()
            .map(|(part, label, stems)| (*part, label.as_str(), stems.iter().map(String::as_str).collect()))
            .collect();
        let expected: Vec<_> =
            expected.iter().map(|(part, label, stems)| (*part, *label, stems.to_vec())).collect();
        assert_eq!(plain, expected);
    }

    #[test]
    fn parts_are_named_by_their_own_labels_and_by_their_links() {
        expect(
            &found(Some("link_0 hinge wheel\nlink_1 free cart_body\n\nlink_2")),
            &[
                ("wheel", "wheel", &["2", "9"]),
                ("body", "cart_body", &["3", "5"]),
                ("wheel", "wheel", &["1", "4"]),
            ],
        );
        expect(
            &found(None),
            &[
                ("wheel", "wheel", &["2"]),
                ("other", "stem", &["9"]),
                ("body", "base_body", &["3"]),
                ("wheel", "wheel", &["1", "4"]),
                ("other", "handle", &["5"]),
            ],
        );
    }

    #[test]
    fn joints_and_visuals_cancel_out_and_the_base_turns_nothing() {
        let links = Links::read(URDF.as_bytes(), None).unwrap();
        for obj in links.groups(Category::Cart).iter().flat_map(|group| &group.objs) {
            assert_eq!(obj.shift, DVec3::ZERO, "{}", obj.stem);
        }
        let moved = URDF.replace("xyz=\"0.5 0 1\"", "xyz=\"0.75 0.5 1\"");
        let links = Links::read(moved.as_bytes(), None).unwrap();
        assert_eq!(links.groups(Category::Cart)[0].objs[0].shift, DVec3::new(0.25, 0.5, 0.0));
    }

    #[test]
    fn what_other_programs_write_is_refused() {
        for (from, to) in [
            ("xyz=\"0.5 0 1\"", "xyz=\"0.5 0 1\" rpy=\"0 1 0\""),
            ("xyz=\"0.5 0 1\"", "xyz=\"0.5 nan 1\""),
            ("xyz=\"0.5 0 1\"", "xyz=\"0.5 1\""),
            ("textured_objs/original-3.obj", "/etc/passwd"),
            ("<parent link=\"base\"/>", ""),
            ("</robot>", ""),
        ] {
            assert!(Links::read(URDF.replace(from, to).as_bytes(), None).is_err(), "{to}");
        }
        // Joints that run in a circle end.
        let circle = URDF.replace("<parent link=\"base\"/>", "<parent link=\"link_0\"/>");
        let circle = circle.replace("rpy=\"1.570796326794897 0 -1.570796326794897\"", "");
        assert!(!Links::read(circle.as_bytes(), None).unwrap().groups(Category::Cart).is_empty());
    }
}
