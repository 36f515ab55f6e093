//! What stands where: the representations of a file, and how they are put together.
//!
//! Representations that are only different views of one product are *the same*. A representation may be placed in another by a
//! relationship with a transformation, or by an item that maps it. What is placed nowhere is a root; going down from the roots,
//! every item with faces is met as often as it occurs, with all motions on the way.

use crate::fault::{Fault, StepError};
use crate::file::StepText;
use crate::frame::{Frame, Motion};
use crate::geometry::Geometry;
use crate::topology::{SHEETS, SOLIDS};
use crate::units::Units;
use crate::value::{Record, Value};
use glam::DMat3;
use spatiq_geom::{Stop, go_on};
use std::collections::{BTreeMap, BTreeSet};

/// Items that are placed, and steps to find them: assemblies of assemblies multiply.
const MOST_PLACED: usize = 50_000;
const MOST_STEPS: usize = 1_000_000;

/// Assemblies within assemblies.
const DEEPEST: usize = 64;

/// An item with faces.
#[derive(Clone, Debug)]
pub(crate) struct Placed {
    pub item: u64,
    /// To where it stands, in millimetres.
    pub motion: Motion,
    /// How many radians its unit of angles has.
    pub angle: f64,
}

/// A representation.
struct Group {
    items: Vec<u64>,
    units: Units,
    same: Vec<u64>,
    /// What is placed in it, and where.
    children: Vec<(u64, Motion)>,
    placed: bool,
}

/// All items with faces, where they stand.
pub(crate) fn placed(file: &StepText, faults: &mut Vec<Fault>, stop: Stop) -> Result<Vec<Placed>, StepError> {
    let mut groups = groups(file, faults);
    go_on(stop)?;
    relate(file, &mut groups, faults);
    go_on(stop)?;
    let mut walk = Walk {
        file,
        groups: &groups,
        found: Vec::new(),
        steps: 0,
        path: Vec::new(),
        visited: BTreeSet::new(),
        faults,
    };
    for (&number, _) in groups.iter().filter(|(_, group)| !group.placed) {
        // Of those that are the same, the first stands for all; placed elsewhere, none is a root.
        let all = same(&groups, number);
        if all.iter().any(|other| groups[other].placed) || all.first() != Some(&number) {
            continue;
        }
        walk.group(number, Motion::NONE)?;
        go_on(stop)?;
    }
    // What is found nowhere else is drawn after all, below; of anything else somebody must hear.
    if !walk.found.is_empty() {
        walk.report_unreached();
    }
    let mut found = walk.found;
    if found.is_empty() {
        found = loose(file);
    }
    Ok(found)
}

/// Solids that no representation has.
fn loose(file: &StepText) -> Vec<Placed> {
    let is_solid = |number: &u64| {
        SOLIDS.iter().any(|kind| file.has_in_name(*number, kind))
            && file.get(*number).is_ok_and(|record| SOLIDS.contains(&record.simple()))
    };
    let solids = file.numbers().filter(is_solid).take(MOST_PLACED);
    solids.map(|item| Placed { item, motion: Motion::NONE, angle: 1.0 }).collect()
}

/// The representations of a file.
fn groups(file: &StepText, faults: &mut Vec<Fault>) -> BTreeMap<u64, Group> {
    let mut groups = BTreeMap::new();
    for number in file.numbers() {
        if !file.has_in_name(number, "REPRESENTATION") {
            continue;
        }
        let Ok(record) = file.get(number) else { continue };
        let Some((items, context)) = contents(&record) else { continue };
        let no_context = || (Units::PLAIN, Some(record.fault("it has no context")));
        let (units, fault) = context.map_or_else(no_context, |context| Units::of_context(file, context));
        if let Some(fault) = fault {
            let fault = fault.within("millimetres and radians are assumed where no unit is known");
            // Many representations have one context; and one without faces has no lengths that could be wrong.
            if !faults.contains(&fault) && items.iter().any(|item| has_faces(file, *item)) {
                faults.push(fault);
            }
        }
        groups.insert(number, Group { items, units, same: Vec::new(), children: Vec::new(), placed: false });
    }
    groups
}

/// The items and the context of an entity that is a representation of a shape.
fn contents(record: &Record) -> Option<(Vec<u64>, Option<u64>)> {
    let is_shape = |name: &str| {
        name.ends_with("SHAPE_REPRESENTATION") && name != "CONTEXT_DEPENDENT_SHAPE_REPRESENTATION"
    };
    if !record.parts.iter().any(|part| is_shape(part.name)) {
        return None;
    }
    let part = record.parts.iter().find(|part| part.values.len() >= 3)?;
    Some((part.values[1].entities()?, part.values[2].entity()))
}

/// Notes which representations are the same, and which are placed in which.
fn relate(file: &StepText, groups: &mut BTreeMap<u64, Group>, faults: &mut Vec<Fault>) {
    let swapped = swapped(file, groups);
    for number in file.numbers() {
        if !file.has_in_name(number, "REPRESENTATION_RELATIONSHIP") {
            continue;
        }
        let Ok(record) = file.get(number) else { continue };
        let Some(part) = record.parts.iter().find(|part| part.values.len() >= 4) else { continue };
        let ends = part.values[2].entity().zip(part.values[3].entity());
        let Some((one, other)) =
            ends.filter(|(one, other)| groups.contains_key(one) && groups.contains_key(other))
        else {
            continue;
        };
        let transformation = record.part("REPRESENTATION_RELATIONSHIP_WITH_TRANSFORMATION");
        if one == other && transformation.is_some() {
            faults
                .push(Fault::new(number, format!("a part is not in its place: #{one} would contain itself")));
            continue;
        }
        let Some(transformation) = transformation else {
            join(groups, one, other);
            continue;
        };
        let moved = transformation
            .values
            .first()
            .and_then(Value::entity)
            .ok_or_else(|| record.fault("it has no transformation"));
        let units = [groups[&one].units.millimetres, groups[&other].units.millimetres];
        let motion = moved.and_then(|moved| defined(file, moved, units, swapped.contains(&number)));
        let (child, parent) = if swapped.contains(&number) { (other, one) } else { (one, other) };
        let motion = motion.unwrap_or_else(|fault| {
            faults.push(fault.within("a part is not moved to its place"));
            Motion::NONE
        });
        place(groups, child, parent, motion);
    }
    let mapped: Vec<(u64, u64, Result<Motion, Fault>)> = groups
        .iter()
        .flat_map(|(&parent, group)| {
            let found = group.items.iter().filter(|item| file.has_in_name(**item, "MAPPED_ITEM"));
            found.filter_map(move |&item| {
                mapped(file, item, group.units.millimetres).map(|(child, motion)| (child, parent, motion))
            })
        })
        .collect();
    for (child, parent, motion) in mapped {
        if !groups.contains_key(&child) {
            continue;
        }
        match motion {
            Ok(motion) => place(groups, child, parent, motion),
            Err(fault) => faults.push(fault.within("a part is left out")),
        }
    }
}

fn join(groups: &mut BTreeMap<u64, Group>, one: u64, other: u64) {
    if one != other {
        groups.get_mut(&one).into_iter().for_each(|group| group.same.push(other));
        groups.get_mut(&other).into_iter().for_each(|group| group.same.push(one));
    }
}

fn place(groups: &mut BTreeMap<u64, Group>, child: u64, parent: u64, motion: Motion) {
    groups.get_mut(&parent).into_iter().for_each(|group| group.children.push((child, motion)));
    groups.get_mut(&child).into_iter().for_each(|group| group.placed = true);
}

/// A motion in millimetres that takes the first of two frames to the second, or the other way round.
fn defined(file: &StepText, number: u64, [one, other]: [f64; 2], swapped: bool) -> Result<Motion, Fault> {
    let record = file.get(number)?;
    let geometry = Geometry { file, angle: 1.0 };
    match record.simple() {
        "ITEM_DEFINED_TRANSFORMATION" => {
            let from = geometry.frame(record.entity(2)?)?.scaled(one);
            let to = geometry.frame(record.entity(3)?)?.scaled(other);
            Ok(if swapped { Motion::between(&to, &from) } else { Motion::between(&from, &to) })
        }
        _ => operator(file, number, other),
    }
}

/// The motion of a `CARTESIAN_TRANSFORMATION_OPERATOR_3D`, whose lengths are in a unit.
fn operator(file: &StepText, number: u64, unit: f64) -> Result<Motion, Fault> {
    let record = file.get(number)?;
    let geometry = Geometry { file, angle: 1.0 };
    let part = record.parts.iter().find(|part| part.values.len() >= 4 && part.name.contains("OPERATOR"));
    let part = part.ok_or_else(|| {
        record.fault(format!("{} is a kind of transformation that is not read", record.name()))
    })?;
    // Texts come first: a name, and sometimes a description.
    let entities: Vec<Option<u64>> =
        part.values.iter().filter(|value| !matches!(value, Value::Text(_))).map(Value::entity).collect();
    let get = |index: usize| entities.get(index).copied().flatten();
    let direction = |index: usize| get(index).map(|number| geometry.vector(number)).transpose();
    let origin = geometry.point(get(2).ok_or_else(|| record.fault("it has no origin"))?)?;
    let scale = part.values.iter().filter_map(Value::number).next().unwrap_or(1.0);
    if !(1e-9..1e9).contains(&scale) {
        return Err(record.fault("it stretches by an amount that cannot be calculated with"));
    }
    let (x, y, z) = (direction(0)?, direction(1)?, direction(4)?);
    let z = z.or_else(|| x.zip(y).map(|(x, y)| x.cross(y)));
    let frame = Frame::new(origin * unit, z, x);
    let mirrored = y.is_some_and(|y| y.dot(frame.y) < 0.0);
    let y = if mirrored { -frame.y } else { frame.y };
    Ok(Motion { turn: DMat3::from_cols(frame.x, y, frame.z) * scale, shift: frame.origin })
}

/// The representation that an item maps into its own, and how.
fn mapped(file: &StepText, item: u64, unit: f64) -> Option<(u64, Result<Motion, Fault>)> {
    let record = file.get(item).ok().filter(|record| record.simple() == "MAPPED_ITEM")?;
    let map = file.get(record.entity(1).ok()?).ok()?;
    let child = map.entity(1).ok()?;
    let geometry = Geometry { file, angle: 1.0 };
    let motion = || {
        let from = geometry.frame(map.entity(0)?)?.scaled(unit);
        let target = record.entity(2)?;
        match geometry.frame(target) {
            Ok(to) => Ok(Motion::between(&from, &to.scaled(unit))),
            Err(_) => {
                let plain = Frame::new(glam::DVec3::ZERO, None, None);
                Ok(Motion::between(&from, &plain).then(&operator(file, target, unit)?))
            }
        }
    };
    Some((child, motion()))
}

/// The relationships whose second representation is the part and whose first is the assembly: a few programs write them so.
fn swapped(file: &StepText, groups: &BTreeMap<u64, Group>) -> BTreeSet<u64> {
    // The representations of each product.
    let mut shapes: BTreeMap<u64, Vec<u64>> = BTreeMap::new();
    let mut placements = Vec::new();
    for number in file.numbers() {
        let definition = file.has_in_name(number, "SHAPE_DEFINITION_REPRESENTATION");
        if !definition && !file.has_in_name(number, "CONTEXT_DEPENDENT_SHAPE_REPRESENTATION") {
            continue;
        }
        let Ok(record) = file.get(number) else { continue };
        let of_shape = |shape: u64| file.get(shape).ok()?.entity(2).ok();
        match (record.simple(), record.optional(0), record.optional(1)) {
            ("SHAPE_DEFINITION_REPRESENTATION", Some(shape), Some(group)) => {
                shapes.entry(of_shape(shape).unwrap_or(shape)).or_default().push(group);
            }
            ("CONTEXT_DEPENDENT_SHAPE_REPRESENTATION", Some(relation), Some(shape)) => {
                placements.extend(of_shape(shape).map(|usage| (relation, usage)));
            }
            _ => {}
        }
    }
    let is_swapped = |&(relation, usage): &(u64, u64)| {
        let part = file.get(usage).ok()?.entity(4).ok()?;
        let record = file.get(relation).ok()?;
        let ends = record.parts.iter().find(|part| part.values.len() >= 4)?;
        let (one, other) = ends.values[2].entity().zip(ends.values[3].entity())?;
        let of_part = shapes.get(&part)?;
        let has = |group: u64| same(groups, group).iter().any(|group| of_part.contains(group));
        Some(has(other) && !has(one))
    };
    placements.iter().filter(|place| is_swapped(place) == Some(true)).map(|place| place.0).collect()
}

/// All representations that are the same as one, in order.
fn same(groups: &BTreeMap<u64, Group>, number: u64) -> BTreeSet<u64> {
    let (mut all, mut open) = (BTreeSet::from([number]), vec![number]);
    while let Some(next) = open.pop() {
        for &other in groups.get(&next).into_iter().flat_map(|group| &group.same) {
            if all.insert(other) {
                open.push(other);
            }
        }
    }
    all
}

/// Goes down from the roots.
struct Walk<'a> {
    file: &'a StepText<'a>,
    groups: &'a BTreeMap<u64, Group>,
    found: Vec<Placed>,
    steps: usize,
    path: Vec<u64>,
    /// All representations that were met.
    visited: BTreeSet<u64>,
    faults: &'a mut Vec<Fault>,
}

impl Walk<'_> {
    /// Adds what is in a representation and in all that are the same.
    fn group(&mut self, number: u64, motion: Motion) -> Result<(), StepError> {
        self.steps += 1;
        if self.steps > MOST_STEPS || self.found.len() > MOST_PLACED {
            return Err(StepError::TooLarge(format!("its assemblies have more than {MOST_PLACED} parts")));
        }
        let all = same(self.groups, number);
        if self.path.len() > DEEPEST || all.iter().any(|other| self.path.contains(other)) {
            self.faults.push(Fault::new(number, "the assembly contains itself: it is not followed further"));
            return Ok(());
        }
        self.path.push(number);
        self.visited.extend(&all);
        let mut seen = BTreeSet::new();
        for group in all.iter().filter_map(|number| self.groups.get(number)) {
            for &item in &group.items {
                if !has_faces(self.file, item) || !seen.insert(item) {
                    continue;
                }
                let motion = Motion::stretch(group.units.millimetres).then(&motion);
                self.found.push(Placed { item, motion, angle: group.units.radians });
            }
            for &(child, inner) in &group.children {
                self.group(child, inner.then(&motion))?;
            }
        }
        self.path.pop();
        Ok(())
    }

    /// Names the representations with faces to which no way led down from a root: assemblies that contain one another have none.
    fn report_unreached(&mut self) {
        for (&number, group) in self.groups {
            let items = group.items.iter().filter(|item| has_faces(self.file, **item)).count();
            if items > 0 && !self.visited.contains(&number) {
                let what = format!(
                    "{items} of its items are left out: it belongs to an assembly that contains itself"
                );
                self.faults.push(Fault::new(number, what));
            }
        }
    }
}

/// Whether an item is a solid or a shell.
fn has_faces(file: &StepText, item: u64) -> bool {
    let kinds = || SOLIDS.into_iter().chain(SHEETS);
    kinds().any(|kind| file.has_in_name(item, kind))
}
